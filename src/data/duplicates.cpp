#include "data/duplicates.h"

#include <algorithm>

#include "base/hash.h"
#include "data/bytes.h"

namespace tabia::data {
namespace {

using base::Result;

constexpr std::size_t kKeyedPlaceBytes = 16;  // key and place
constexpr std::size_t kStagedBytes = 256 * kKeyedPlaceBytes;

std::size_t bucket_count(std::uint64_t expected, std::uint64_t memory_bytes) {
  return static_cast<std::size_t>(
      std::clamp<std::uint64_t>(expected * kKeyedPlaceBytes * 3 / memory_bytes + 1, 1, Spill::kMostBuckets));
}

}  // namespace

std::uint64_t game_key(const GameRecord& record) {
  std::string bytes;
  append_little_endian(bytes, record.start.key());
  for (const GamePly& ply : record.plies) append_little_endian(bytes, ply.move.bits());
  return base::hash64(bytes);
}

DuplicateFinder::DuplicateFinder(const std::string& folder, std::uint64_t expected,
                                 std::uint64_t memory_bytes)
    : spill_(folder, bucket_count(expected, memory_bytes), memory_bytes / 2),
      staged_(spill_.bucket_count()) {}

Result<void> DuplicateFinder::add(std::uint64_t key) {
  const auto bucket = static_cast<std::size_t>((key >> 32) * staged_.size() >> 32);
  std::string& staged = staged_[bucket];
  append_little_endian(staged, key);
  append_little_endian(staged, count_++);
  if (staged.size() < kStagedBytes) return {};
  auto written = spill_.append(bucket, staged);
  staged.clear();
  return written;
}

Result<void> DuplicateFinder::add_positions(const GameRecord& record) {
  Result<void> added;
  for_each_sample(record, [&](const Sample& sample) {
    if (added) added = add(sample.position.key());
  });
  return added;
}

Result<std::uint64_t> DuplicateFinder::finish(const base::Watch& watch, std::vector<bool>* which) {
  if (which) which->assign(count_, false);
  std::uint64_t duplicates = 0;
  for (std::size_t i = 0; i < staged_.size(); ++i) {
    if (watch.interrupted()) return base::interruption();
    if (auto written = spill_.append(i, staged_[i]); !written) return written.error();
    staged_[i] = std::string();
    const auto content = spill_.take(i);
    if (!content) return content.error();
    std::vector<std::pair<std::uint64_t, std::uint64_t>> items(content->size() / kKeyedPlaceBytes);
    for (std::size_t n = 0; n < items.size(); ++n) {
      const char* item = content->data() + n * kKeyedPlaceBytes;
      items[n] = {load_little_endian<std::uint64_t>(item), load_little_endian<std::uint64_t>(item + 8)};
    }
    std::sort(items.begin(), items.end());
    for (std::size_t n = 1; n < items.size(); ++n) {
      if (items[n].first != items[n - 1].first) continue;
      ++duplicates;
      if (which) (*which)[items[n].second] = true;
    }
  }
  if (watch.interrupted()) return base::interruption();
  return duplicates;
}

}  // namespace tabia::data
