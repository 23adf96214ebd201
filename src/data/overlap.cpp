#include "data/overlap.h"

#include <utility>

#include "data/duplicates.h"

namespace tabia::data {

void OverlapFinder::add_validation(const GameRecord& record) {
  if (record.plies.size() >= kShortestGame) {
    ++games_[game_key(record)];
    ++overlap_.games;
  }
  for_each_sample(record, [&](const Sample& sample) {
    if (sample.ply < kOpeningPlies) return;
    ++positions_[sample.position.key()];
    ++overlap_.positions;
  });
}

void OverlapFinder::add_training(const GameRecord& record) {
  const auto found = [](Counts& counts, std::uint64_t key) {
    const auto entry = counts.find(key);
    return entry == counts.end() ? 0 : std::exchange(entry->second, 0);
  };
  if (record.plies.size() >= kShortestGame) overlap_.games_in_both += found(games_, game_key(record));
  for_each_sample(record, [&](const Sample& sample) {
    if (sample.ply >= kOpeningPlies) overlap_.positions_in_both += found(positions_, sample.position.key());
  });
}

}  // namespace tabia::data
