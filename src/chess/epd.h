// chess/epd.h: EPD: positions with operations, one per line; the format of test suites and opening books.
//
// A record is the first four fields of a FEN and then operations, each an opcode with operands, closed by a
// semicolon: `8/8/8/8/8/2k5/1q6/K7 w - - id "mated"; c0 "no moves; no hope";`. Common deviations from the
// standard are accepted too: the two counters of a FEN after the fourth field, `;D1 20 ;D2 400`, loose
// spaces, operands without quotes, a last operation without a semicolon, free text at the end of the line.
#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "chess/fen.h"
#include "chess/move.h"
#include "chess/position.h"

namespace tabia::chess {

struct EpdOperation {
  std::string opcode;
  std::vector<std::string> operands;  // unquoted and unescaped

  friend bool operator==(const EpdOperation&, const EpdOperation&) = default;
};

// A perft depth and the number of leaves that the move generator must find there.
using PerftCount = std::pair<int, std::uint64_t>;

struct Epd {
  Position position;                     // its counters come from hmvc and fmvn, or from FEN fields 5 and 6
  std::vector<EpdOperation> operations;  // all except hmvc and fmvn, in the order of the text
  std::string remark;                    // free text after the last operation

  // The first operation with that opcode, or null.
  [[nodiscard]] const EpdOperation* find(std::string_view opcode) const noexcept;

  // The operands of the operation, joined by spaces: the value of id and c0 ... c9.
  [[nodiscard]] std::optional<std::string> text_of(std::string_view opcode) const;
  // The single operand of the operation as a whole number: ce (centipawns for the side to move), wdl, dtz,
  // acd. Nothing if there is no such operation; if its operand is anything else, the error names the
  // operation.
  [[nodiscard]] base::Result<std::optional<std::int64_t>> number_of(std::string_view opcode) const;
  // The operands of the operation as legal moves; empty if there is no such operation. The error names the
  // operation and the move. Mate distances among the moves (`bm #3`) and stray marks (`Qxh7 +`) are skipped.
  [[nodiscard]] base::Result<std::vector<Move>> moves_of(std::string_view opcode) const;

  [[nodiscard]] std::optional<std::string> id() const { return text_of("id"); }
  [[nodiscard]] base::Result<std::vector<Move>> best_moves() const { return moves_of("bm"); }
  [[nodiscard]] base::Result<std::vector<Move>> avoid_moves() const { return moves_of("am"); }
  // Moves to mate, from `dm 3`, `bm #3` or `bm #-3`: positive if the side to move gives mate.
  [[nodiscard]] base::Result<std::optional<int>> mate_in() const;
  // The operations D1, D2 ... in their order.
  [[nodiscard]] base::Result<std::vector<PerftCount>> perft_counts() const;

  friend bool operator==(const Epd&, const Epd&) = default;
};

// Reads one record. The position is read by parse_fen, strictly unless told otherwise. Operations are checked
// when they are requested, except hmvc and fmvn, which must agree with the counters of a six-field position.
// An unknown operation without a semicolon at the end of the line is the remark. Text between semicolons that
// isn't an operation is skipped and added to `passed_over`, if given. Text with a line break is rejected.
[[nodiscard]] base::Result<Epd> parse_epd(std::string_view text, FenReading reading = FenReading::Strict,
                                          std::vector<std::string>* passed_over = nullptr);

// The record in standard form, without a line end; parse_epd gives the same record back. Requires a position
// with counters that FEN allows, opcodes of letters, digits and underscores, no line breaks in operands, and
// a remark that does not begin with a known opcode and has no semicolon outside quotes.
[[nodiscard]] std::string to_epd(const Epd& epd);

struct EpdRecord {
  std::uint64_t line = 0;  // counts from 1
  Epd epd;
  std::vector<std::string> passed_over = {};  // skipped text that isn't an operation
};

// Reads a file of records. Empty lines and lines that begin with `#` are skipped. Memory is bounded: a line
// longer than base::LineReader keeps is an error.
class EpdReader {
 public:
  // The stream must outlive the reader.
  explicit EpdReader(std::istream& in) : lines_(in) {}

  // The next record; or what is wrong with its line ("line 12: ..."), after which reading can continue with
  // the next line; or nothing at the end.
  [[nodiscard]] std::optional<base::Result<EpdRecord>> next();

 private:
  base::LineReader lines_;
};

// The line without the byte order mark that some editors write at the start of a file, and without white
// space and NUL bytes at both ends. For readers of lines, here and in perft_suite.
[[nodiscard]] std::string_view bare_line(std::string_view line, std::uint64_t number) noexcept;

}  // namespace tabia::chess
