// data/select.h: parts of a dataset chosen at random, from a seed: which games are for validation, and a small sample.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "data/game_record.h"

namespace tabia::data {

// Tells which records belong to one game. Formats that filter tear games apart: their pieces follow each other with
// growing plies and the same result. Two games may look like one here, never the other way round.
class GameGrouper {
 public:
  // Does the record go on with the game of the one before it?
  [[nodiscard]] bool continues(const GameRecord& record);

 private:
  bool any_ = false;
  std::uint32_t next_ply_ = 0;
  int pieces_ = 0;
  chess::GameResult result_ = chess::GameResult::Unknown;
};

// Chooses games for validation. Depends on the game and the seed only, so a whole game that occurs twice is on one side.
class ValidationChoice {
 public:
  // Requires a share from 0 to 1.
  ValidationChoice(double share, std::uint64_t seed) noexcept;
  // For each record of the data in its order.
  [[nodiscard]] bool is_validation(const GameRecord& record);

 private:
  GameGrouper grouper_;
  std::uint64_t seed_;
  std::uint64_t limit_;
  bool current_ = false;
};

// Keeps a random choice of so many items out of any number.
class RandomChoice {
 public:
  RandomChoice(std::size_t size, std::uint64_t seed);

  // Is the next item among the chosen so far? If so, give it to put().
  [[nodiscard]] bool wants_next();
  void put(std::string item);
  // The chosen ones, in random order. Ends the work.
  [[nodiscard]] std::vector<std::string> take();

 private:
  std::size_t size_;
  std::uint64_t seed_;
  std::uint64_t place_ = 0;
  std::uint64_t key_ = 0;
  std::vector<std::pair<std::uint64_t, std::string>> heap_;  // the largest key on top
};

}  // namespace tabia::data
