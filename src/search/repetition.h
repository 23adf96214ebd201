// search/repetition.h: have we been here before, and can the side to move bring that about?
#pragma once

#include <vector>

#include "chess/game.h"
#include "chess/position.h"

namespace tabia::search {

// The positions from the start of the game to the node that is being searched. Belongs to one thread.
class Path {
 public:
  // Starts at the game's last position, which is ply 0. The game must outlive nothing: what is needed is copied.
  void reset(const chess::Game& game);

  void push(const chess::Position& position) {
    entries_.push_back({position.key(), 0, position.halfmove_clock()}), link();
  }
  // The side to move passed: repetitions across that don't count.
  void push_null(const chess::Position& position) { entries_.push_back({position.key(), 0, 0}); }
  void pop() noexcept { entries_.pop_back(); }

  // Is the last position a draw by repetition? Within the search one repetition is enough, since what could be
  // repeated once can be repeated again; a position of the game or the root itself must have occurred twice before.
  [[nodiscard]] bool is_repetition(int ply) const noexcept;
  // Can the side to move reach an earlier position by one move, so that it can have a draw at least? The position must
  // be the last one pushed.
  [[nodiscard]] bool has_upcoming_repetition(const chess::Position& position, int ply) const noexcept;

 private:
  struct Entry {
    chess::Key key;
    int repeats;     // plies back to the last occurrence; 0 = none; negative = it had occurred before, too
    int reversible;  // plies back over which a repetition is possible
  };
  void link() noexcept;

  std::vector<Entry> entries_;
};

}  // namespace tabia::search
