// data/duplicates.h: finds which of very many things occur more than once, exactly and in bounded memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/watch.h"
#include "data/game_record.h"
#include "data/spill.h"

namespace tabia::data {

// No format needs fewer bytes for a sample; used to estimate their number.
inline constexpr std::uint64_t kLeastBytesOfASample = 2;

// Equal for records with the same start and the same moves, whatever their scores and result.
[[nodiscard]] std::uint64_t game_key(const GameRecord& record);

// Takes a key for each thing, in order. Different things must have different keys (random 64-bit keys
// practically always do).
class DuplicateFinder {
 public:
  // `expected` is about how many keys will come; keys that don't fit into memory are kept in `folder`.
  DuplicateFinder(const std::string& folder, std::uint64_t expected, std::uint64_t memory_bytes);

  [[nodiscard]] base::Result<void> add(std::uint64_t key);
  // The keys of all positions of the record.
  [[nodiscard]] base::Result<void> add_positions(const GameRecord& record);
  // How many keys had occurred before. If `which` is given, it is set to true at the place of each of them.
  // Call it last. The error may be interruption().
  [[nodiscard]] base::Result<std::uint64_t> finish(const base::Watch& watch,
                                                   std::vector<bool>* which = nullptr);

 private:
  Spill spill_;
  std::vector<std::string> staged_;
  std::uint64_t count_ = 0;
};

}  // namespace tabia::data
