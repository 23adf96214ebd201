// data/text_records.h: what the text formats share: lines with their place, FENs as other programs write
// them, moves, and results as numbers.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/result.h"
#include "chess/position.h"
#include "data/foreign_stream.h"
#include "data/options.h"
#include "data/sample.h"

namespace tabia::data {

// The position of a FEN. Strict, except that a move number of 0 counts as 1: Stockfish's tools write it for
// the start.
[[nodiscard]] base::Result<chess::Position> parse_data_fen(std::string_view text);

// A move in UCI or SAN; an empty text, "-", "0000" and "none" mean no move.
[[nodiscard]] base::Result<chess::Move> parse_data_move(const chess::Position& position,
                                                        std::string_view text);

// How the game ended for `side`: a termination marker (1-0, 0-1, 1/2-1/2, *) or a number. The error says what
// has to be declared (data/options.h) to interpret the number; a bare 0 may be a loss or a draw. An empty
// text is unknown.
[[nodiscard]] base::Result<Outcome> parse_outcome(std::string_view text, chess::Color side,
                                                  std::optional<ScoreView> view,
                                                  std::optional<ResultNumbers> numbers);

// Moves to mate, as "#3", "#-3", "-#3", "M3", "+M3"; nothing for any other text.
[[nodiscard]] std::optional<int> parse_mate(std::string_view text) noexcept;

// A decimal number, perhaps with an exponent. Neither infinite nor NaN.
[[nodiscard]] std::optional<double> parse_number(std::string_view text) noexcept;

// A reader of lines: the next one that is not empty, or the error in it.
class LineRecords : public ForeignReader {
 protected:
  LineRecords(std::unique_ptr<Input> input, const ReadOptions& options, const ScoreScale& scale)
      : ForeignReader(std::move(input), options, scale), lines_(this->input().stream()) {}

  // Moves to the next line that is not empty. False at the end; the error is that of the input, or says that
  // the line is too long.
  [[nodiscard]] base::Result<bool> next_line();
  // Without byte order mark and surrounding white space.
  [[nodiscard]] std::string_view line() const noexcept { return line_; }
  // With its white space, which may be empty cells of a table; only the first line is trimmed.
  [[nodiscard]] std::string_view whole_line() const noexcept {
    return lines_.number() == 1 ? line_ : std::string_view(lines_.line());
  }
  [[nodiscard]] base::Error line_error(std::string_view message) const {
    return error_at("line", lines_.number(), message);
  }

 private:
  base::LineReader lines_;
  std::string_view line_;
};

}  // namespace tabia::data
