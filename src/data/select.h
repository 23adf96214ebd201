// data/select.h: random parts of a dataset, from a seed: the games for validation, and a small sample.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "data/game_record.h"

namespace tabia::data {

// Determines which records belong to the same game. Formats that filter break games into pieces, which follow
// each other with increasing plies and the same result. It may mistake two games for one, but never the other
// way around.
class GameGrouper {
 public:
  // Does the record continue the game of the previous one?
  [[nodiscard]] bool continues(const GameRecord& record);

 private:
  bool any_ = false;
  std::uint32_t next_ply_ = 0;
  int pieces_ = 0;
  chess::GameResult result_ = chess::GameResult::Unknown;
};

// Chooses games for validation. Depends on the game and the seed only, so all copies of a game are on the
// same side.
class ValidationChoice {
 public:
  // Requires a share from 0 to 1.
  ValidationChoice(double share, std::uint64_t seed) noexcept;
  // Call it for each record of the data, in order.
  [[nodiscard]] bool is_validation(const GameRecord& record);

 private:
  GameGrouper grouper_;
  std::uint64_t seed_;
  std::uint64_t limit_;
  bool current_ = false;
};

// Keeps a random choice of a fixed number of items out of any number.
class RandomChoice {
 public:
  RandomChoice(std::size_t size, std::uint64_t seed);

  // Is the next item among those chosen so far? If so, pass it to put().
  [[nodiscard]] bool wants_next();
  void put(std::string item);
  // The chosen items, in random order. Call it last.
  [[nodiscard]] std::vector<std::string> take();

 private:
  std::size_t size_;
  std::uint64_t seed_;
  std::uint64_t place_ = 0;
  std::uint64_t key_ = 0;
  std::vector<std::pair<std::uint64_t, std::string>> heap_;  // the largest key on top
};

}  // namespace tabia::data
