// chess/polyglot.h: opening books in the format of PolyGlot: read, looked up, chosen from.
//
// A book is a list of entries of 16 bytes, big-endian, sorted by key:
//   0  u64  key of the position (polyglot_key)
//   8  u16  move: bits 0-2 file and 3-5 rank of the target, 6-8 file and 9-11 rank of the origin, 12-14 promotion
//           (0 none, 1 knight ... 4 queen). Castling is the king that takes its own rook: e1h1, e8a8.
//   10 u16  weight: how often to play the move, relative to the others of the position
//   12 u32  for learning; not used here
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/result.h"
#include "chess/move.h"
#include "chess/position.h"

namespace tabia::chess {

// The key that PolyGlot gives the position. An en-passant square counts when a pawn stands ready to capture there,
// even if it may not. Defined for standard chess; in Chess960 a castling right counts as one of its side of the king.
[[nodiscard]] Key polyglot_key(const Position& position) noexcept;

struct BookMove {
  Move move;
  int weight = 0;  // 0: known, but not to be played

  friend bool operator==(const BookMove&, const BookMove&) = default;
};

// A book in memory. A value; any number of threads may read it.
class PolyglotBook {
 public:
  // Reads the whole file, of at most 1 GiB. The error names the path and what is wrong: unreadable, empty, not a whole
  // number of entries, or not sorted.
  [[nodiscard]] static base::Result<PolyglotBook> open(const std::string& path);

  // Entries, not positions.
  [[nodiscard]] std::size_t size() const noexcept;

  // The legal moves that the book knows for the position, the heaviest first; entries that are no legal move (of a
  // position that has the same key, or written by a faulty program) are left out. Castling may be written as e1g1 too.
  [[nodiscard]] std::vector<BookMove> moves(const Position& position) const;
  // One of moves(), with a chance proportional to its weight; nothing if all weights are 0 or there is none.
  [[nodiscard]] std::optional<Move> choose(const Position& position, base::Random& random) const;

 private:
  explicit PolyglotBook(std::string entries) noexcept : entries_(std::move(entries)) {}

  std::string entries_;  // as they stand in the file
};

}  // namespace tabia::chess
