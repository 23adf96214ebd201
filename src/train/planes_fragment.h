// train/planes_fragment.h: a position for networks over planes, as the trainer stores it: a position of the
// game in full, the moves from there, the label, the move that was played, and how long the game continued.
//
// In the 16-bit words of train/fragment.h:
//   1                  number of positions
//   n                  number of moves
//   14 words           the first position (data/packed_position.h)
//   n words            the moves from there to the position that is learned from
//   label              three words, as in train/fragment.h
//   move               the move that was played there, or 0
//   rating             of the player who moved, or 0 if it is unknown
//   plies              until the game ended, or 65535 if that is unknown
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "chess/move.h"
#include "deep/spec.h"
#include "train/fragment.h"

namespace tabia::train {

struct PlanesExample {
  chess::Position start;
  std::vector<chess::Move> moves;
  chess::Move played;
  Label label;
  std::uint16_t rating = 0;  // 0: unknown
  std::optional<int> plies_left = {};

  // All positions from `start` on; the last is the one that is learned from.
  void walk(std::vector<chess::Position>& game) const;
};

void append_planes_fragment(Fragments& out, const PlanesExample& example);
// Requires a fragment written by append_planes_fragment.
void read_planes_fragment(FragmentView fragment, PlanesExample& example);

// Writes the fragments of one game.
class PlanesFragmentWriter {
 public:
  PlanesFragmentWriter(Fragments& out, const deep::InputSpec& input) : out_(out), input_(input) {}

  // The game has reached this position.
  void reach(const chess::Position& position) { game_.push_back(position); }
  // The position is to be learned from; `played` may be none(), `rating` 0.
  void keep(chess::Move played, const Label& label, std::uint16_t rating);
  // This move was made in the position.
  void step(chess::Move move) { moves_.push_back(move); }
  // The game is over: stores in its fragments how long it continued. For single positions this is unknown.
  void finish();

 private:
  // How many plies before the last position a network sees.
  [[nodiscard]] std::size_t plies_seen() const noexcept;

  struct Kept {
    std::size_t ends = 0;  // where the last word of a fragment is
    std::size_t ply = 0;
  };

  Fragments& out_;
  const deep::InputSpec input_;
  std::vector<chess::Position> game_;
  std::vector<chess::Move> moves_;
  std::vector<Kept> kept_;
};

}  // namespace tabia::train
