// search/repetition.h: has the position occurred before, and can the side to move make that happen?
#pragma once

#include <vector>

#include "chess/game.h"
#include "chess/position.h"

namespace tabia::search {

// The positions from the start of the game to the node being searched. Belongs to one thread.
class Path {
 public:
  // Starts at the game's last position, which is ply 0. Copies what it needs from the game.
  void reset(const chess::Game& game);

  void push(const chess::Position& position) {
    entries_.push_back({position.key(), 0, position.halfmove_clock()}), link();
  }
  // The side to move passed; repetitions across a null move don't count.
  void push_null(const chess::Position& position) { entries_.push_back({position.key(), 0, 0}); }
  void pop() noexcept { entries_.pop_back(); }

  // Is the last position a draw by repetition? Within the search one repetition is enough, since a position
  // that was repeated once can be repeated again; a position of the game or the root itself must have
  // occurred twice before.
  [[nodiscard]] bool is_repetition(int ply) const noexcept;
  // Can the side to move reach an earlier position with one move, and so get at least a draw? The position
  // must be the last one pushed.
  [[nodiscard]] bool has_upcoming_repetition(const chess::Position& position, int ply) const noexcept;

 private:
  struct Entry {
    chess::Key key;
    int repeats;     // plies back to the last occurrence; 0 = none; negative = that one was a repetition too
    int reversible;  // plies back over which a repetition is possible
  };
  void link() noexcept;

  std::vector<Entry> entries_;
};

}  // namespace tabia::search
