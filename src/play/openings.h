// play/openings.h: where games start: a book of positions or games, or random moves.
//
// A book is read and checked completely when it is opened; its openings are then taken by number. The same
// book, order and seed give the same opening for the same number, so that a match can be resumed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "chess/game.h"

namespace tabia::play {

enum class OpeningOrder { Random, Sequential };
[[nodiscard]] std::string_view name_of(OpeningOrder order) noexcept;

class Openings {
 public:
  // The first kMostPlies moves of the games of a PGN file (*.pgn), or the positions of an EPD or FEN file
  // (all others), one a line. Openings in which the game is already over are left out. The error names file
  // and line; for a .zip it says to unpack it.
  [[nodiscard]] static base::Result<Openings> read(const std::string& path, OpeningOrder order,
                                                   std::uint64_t seed, int most_plies = kMostPlies);
  // The starting position, or one of the 960 of Chess960, and a few random moves that leave neither side far
  // ahead.
  [[nodiscard]] static Openings random_moves(std::uint64_t seed, bool chess960);

  // Any number is valid; after its last opening, a book starts over.
  [[nodiscard]] chess::Game opening(std::uint64_t number) const;
  // The number of different ones; 0: unlimited.
  [[nodiscard]] std::size_t size() const noexcept { return lines_.size(); }
  // A hash of the content: books with the same name may differ.
  [[nodiscard]] std::uint64_t fingerprint() const noexcept { return fingerprint_; }

  static constexpr int kMostPlies = 1000;

 private:
  [[nodiscard]] base::Result<void> read_positions(const std::string& path);
  [[nodiscard]] base::Result<void> read_games(const std::string& path, int most_plies);
  void put_in_order(OpeningOrder order);

  std::vector<std::string> lines_;  // a FEN, then moves in UCI notation; compact, because books have millions
  std::uint64_t fingerprint_ = 0;
  std::uint64_t seed_ = 0;
  bool chess960_ = false;
};

// The starting position number 0 to 959 of Chess960, in the usual numbering: 518 is standard chess.
[[nodiscard]] chess::Position chess960_start(int number);
// Each side has its own row: double Chess960.
[[nodiscard]] chess::Position chess960_start(int white_number, int black_number);

}  // namespace tabia::play
