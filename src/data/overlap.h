// data/overlap.h: what training and validation data have in common. Keeps the keys of the validation data in
// memory.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "data/game_record.h"
#include "data/quality.h"

namespace tabia::data {

class OverlapFinder {
 public:
  // Positions before this ply are openings, which different games share.
  static constexpr int kOpeningPlies = 20;
  // Shorter records are not compared as games.
  static constexpr std::size_t kShortestGame = 10;

  // All of the validation data first, then all of the training data.
  void add_validation(const GameRecord& record);
  void add_training(const GameRecord& record);
  [[nodiscard]] const Overlap& result() const noexcept { return overlap_; }

 private:
  // How often the key occurs in the validation data; 0 once it has been found in the training data.
  using Counts = std::unordered_map<std::uint64_t, std::uint64_t>;

  Counts games_;
  Counts positions_;
  Overlap overlap_;
};

}  // namespace tabia::data
