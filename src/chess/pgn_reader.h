// chess/pgn_reader.h: reads the games of a PGN file one after another, in bounded memory.
//
// Real files are not what the standard says, so reading is tolerant where the meaning is plain (quotes in
// tags, missing or extra move numbers, castling with zeros, glyphs like !?, a missing termination marker,
// CR and CRLF, byte order marks, NUL bytes, bytes that are no UTF-8) and strict where it is not: a move that is
// not legal, a FEN tag that makes no position, text that ends inside a comment, tag or variation. Such a game
// is an error that says where it went wrong, and reading goes on with the game after it.
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

// How much one game may ask for; a game beyond that is an error. Whatever the input, a reader holds no more
// than one game within these limits and a block of the stream. Fixed besides: a tag may be 64 KiB long, a word
// 255 bytes, and a game have 1000 tags.
struct PgnOptions {
  std::size_t max_game_bytes = std::size_t{16}
                               << 20;  // of text, from the first tag to the termination marker
  int max_moves = 50'000;              // and variations, all counted together
  int max_depth = 32;                  // of variations within variations
  bool read_variations = true;         // false: they are passed over, unchecked
};

struct PgnRecord {
  PgnGame game;
  std::uint64_t line = 0;             // where it begins, from 1
  std::vector<std::string> warnings;  // what was odd but did no harm, with the line; not more than a few
};

class PgnReader {
 public:
  // The stream must outlive the reader; it should be open in binary mode.
  explicit PgnReader(std::istream& in, const PgnOptions& options = {});
  ~PgnReader();
  PgnReader(PgnReader&&) noexcept;
  PgnReader& operator=(PgnReader&&) noexcept;

  // The next game; or what is wrong with it ("line 57: White's move 63: ..."); or nothing at the end. After an
  // error the next call goes on behind the termination marker of the bad game or at the next tag section.
  // The start comes from the FEN tag, read leniently, with repairs reported as warnings. Castling rights say
  // all that there is to know about Chess960; a Variant tag that names anything else is a warning. If the
  // termination marker and the Result tag disagree, the marker counts, with a warning. Null moves (-- or Z0)
  // are read in variations and an error in the main line.
  [[nodiscard]] std::optional<base::Result<PgnRecord>> next();

 private:
  class Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace tabia::chess
