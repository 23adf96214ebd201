// chess/pgn_reader.h: reads the games of a PGN file one after another, in bounded memory.
//
// Real files deviate from the standard, so reading is tolerant if the meaning is clear (quotes in tags,
// missing or extra move numbers, castling with zeros, glyphs like !?, a missing termination marker, CR and
// CRLF, byte order marks, NUL bytes, bytes that aren't UTF-8) and strict if it is not: an illegal move, a FEN
// tag that isn't a position, text that ends inside a comment, tag or variation. Such a game gives an error
// that says where it went wrong, and reading resumes with the next game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "chess/pgn.h"

namespace tabia::chess {

// Limits for one game; a game beyond them is an error. Whatever the input, a reader holds at most one game
// within these limits and a block of the stream. Fixed limits: a tag may be 64 KiB long, a word 255 bytes,
// and a game may have 1000 tags.
struct PgnOptions {
  std::size_t max_game_bytes = std::size_t{16}
                               << 20;  // of text, from the first tag to the termination marker
  int max_moves = 50'000;              // moves and variations together
  int max_depth = 32;                  // nesting of variations
  bool read_variations = true;         // false: they are skipped, unchecked
  std::uint64_t first_line = 1;        // if the stream is a part of a file: the line where it begins
};

struct PgnRecord {
  PgnGame game;
  std::uint64_t line = 0;             // line where it begins, from 1
  std::vector<std::string> warnings;  // odd but harmless things, with the line; only the first few
};

class PgnReader {
 public:
  // The stream must outlive the reader; it should be open in binary mode.
  explicit PgnReader(std::istream& in, const PgnOptions& options = {});
  ~PgnReader();
  PgnReader(PgnReader&&) noexcept;
  PgnReader& operator=(PgnReader&&) noexcept;

  // The next game; or what is wrong with it ("line 57: White's move 63: ..."); or nothing at the end. After
  // an error the next call resumes after the termination marker of the bad game or at the next tag section.
  // The start comes from the FEN tag, read leniently, with repairs reported as warnings. Castling rights are
  // all that matters for Chess960; a Variant tag that names anything else is a warning. If the termination
  // marker and the Result tag disagree, the marker counts, with a warning. Null moves (-- or Z0) are allowed
  // in variations and are an error in the main line.
  [[nodiscard]] std::optional<base::Result<PgnRecord>> next();

 private:
  class Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace tabia::chess
