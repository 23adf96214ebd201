// chess/polyglot.h: opening books in PolyGlot's format: reading, lookup, choice of a move.
//
// A book is a list of entries of 16 bytes, big-endian, sorted by key:
//   0  u64  key of the position (polyglot_key)
//   8  u16  move: bits 0-2 file and 3-5 rank of the target, 6-8 file and 9-11 rank of the origin,
//           12-14 promotion (0 none, 1 knight ... 4 queen). Castling is king takes own rook: e1h1, e8a8.
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

// PolyGlot's key for the position. An en-passant square counts if a pawn is placed to capture there, even if
// that is illegal. Defined for standard chess; in Chess960 a castling right counts by its side of the king.
[[nodiscard]] Key polyglot_key(const Position& position) noexcept;

struct BookMove {
  Move move;
  int weight = 0;  // 0: known, but never played

  friend bool operator==(const BookMove&, const BookMove&) = default;
};

// A book in memory. A value; any number of threads may read it.
class PolyglotBook {
 public:
  // Reads the whole file, of at most 1 GiB. The error names the path and what is wrong: unreadable, empty,
  // not a whole number of entries, or not sorted.
  [[nodiscard]] static base::Result<PolyglotBook> open(const std::string& path);

  // Entries, not positions.
  [[nodiscard]] std::size_t size() const noexcept;

  // The legal moves that the book has for the position, highest weight first; entries that aren't legal moves
  // (from a position with the same key, or from a faulty program) are skipped. Castling may also be written
  // as e1g1.
  [[nodiscard]] std::vector<BookMove> moves(const Position& position) const;
  // One of moves(), with probability proportional to its weight; nothing if all weights are 0 or there is
  // none.
  [[nodiscard]] std::optional<Move> choose(const Position& position, base::Random& random) const;

 private:
  explicit PolyglotBook(std::string entries) noexcept : entries_(std::move(entries)) {}

  std::string entries_;  // as stored in the file
};

}  // namespace tabia::chess
