// chess/perft_suite.h: files of positions with the node counts that a correct move generator finds there.
//
// Two forms are read, also mixed in one file. EPD with the operations D1, D2 ...:
//   rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400
// and blocks of lines, each of which begins with `id` or `epd` and ends before the next or at an empty line:
//   id start
//   epd rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -
//   perft 1 20
//   perft 2 400
#pragma once

#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "chess/epd.h"
#include "chess/position.h"

namespace tabia::chess {

struct PerftCase {
  int line = 0;      // line where it begins, from 1
  std::string name;  // its id, or the position if it has none
  Position position;
  std::vector<PerftCount> counts;  // never empty
};

// Positions are read leniently: test suites contain positions that no game can reach, and what is dropped (an
// impossible en-passant square) doesn't change any count. Empty lines and lines that begin with `#` are
// skipped. Memory is bounded as in EpdReader.
class PerftSuiteReader {
 public:
  // The stream must outlive the reader.
  explicit PerftSuiteReader(std::istream& in) : lines_(in) {}

  // The next case; or what is wrong with it ("line 12: ..."), after which reading can continue with the next
  // case; or nothing at the end. A position without any count is an error: it would test nothing.
  [[nodiscard]] std::optional<base::Result<PerftCase>> next();

 private:
  // A case that is being assembled from its lines.
  struct Block {
    PerftCase found;
    bool has_position = false;
    std::optional<base::Error> fault;  // the first fault, with its line
  };

  [[nodiscard]] bool next_line();
  void add_line(Block& block, std::string_view keyword, std::string_view rest) const;
  [[nodiscard]] base::Result<PerftCase> read_block(std::string_view line);
  [[nodiscard]] base::Result<PerftCase> read_record(std::string_view line) const;
  [[nodiscard]] base::Error error_here(std::string_view what) const;

  base::LineReader lines_;
  std::string_view line_;   // the current line, trimmed
  bool line_read_ = false;  // line_ was read but belongs to the next case
};

}  // namespace tabia::chess
