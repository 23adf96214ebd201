#include "search/table.h"

#include <algorithm>
#include <cstring>

#include "base/threads.h"

namespace tabia::search {
namespace {

constexpr int kDepthOffset = -kDepthEvaluationOnly + 1;  // the lowest stored byte is 1
constexpr int kMaxStoredDepth = 255 - kDepthOffset;
constexpr auto kRelaxed = std::memory_order_relaxed;

constexpr std::uint8_t kBoundMask = 3;
constexpr std::uint8_t kPvBit = 4;
constexpr std::uint8_t kGenerationMask = 0xF8;

}  // namespace

TableData TranspositionTable::Slot::load() const noexcept {
  const std::uint16_t packed = depth_and_flags_.load(kRelaxed);
  const auto flags = static_cast<std::uint8_t>(packed >> 8);
  return {.move = Move::from_bits(move_.load(kRelaxed)),
          .value = value_.load(kRelaxed),
          .evaluation = evaluation_.load(kRelaxed),
          .depth = (packed & 0xFF) - kDepthOffset,
          .bound = static_cast<Bound>(flags & kBoundMask),
          .was_pv = (flags & kPvBit) != 0};
}

// Deep and recent entries are worth more.
int TranspositionTable::Slot::worth(std::uint8_t generation) const noexcept {
  const std::uint16_t packed = depth_and_flags_.load(kRelaxed);
  const int age = static_cast<std::uint8_t>(generation - ((packed >> 8) & kGenerationMask)) & kGenerationMask;
  return (packed & 0xFF) - age;  // 8 for each generation
}

void TranspositionTable::Slot::store(chess::Key key, const TableData& data,
                                     std::uint8_t generation) noexcept {
  const auto tag = static_cast<std::uint16_t>(key);
  const bool same = tag_.load(kRelaxed) == tag;
  const std::uint16_t packed = depth_and_flags_.load(kRelaxed);
  const int old_depth = (packed & 0xFF) - kDepthOffset;
  const int old_age =
      static_cast<std::uint8_t>(generation - ((packed >> 8) & kGenerationMask)) & kGenerationMask;

  // A move is worth keeping even if the rest isn't.
  if (data.move || !same) move_.store(data.move.bits(), kRelaxed);
  if (data.bound != Bound::Exact && same && old_age == 0 &&
      data.depth + (data.was_pv ? 2 : 0) <= old_depth - 4) {
    return;
  }
  tag_.store(tag, kRelaxed);
  value_.store(static_cast<std::int16_t>(data.value), kRelaxed);
  evaluation_.store(static_cast<std::int16_t>(data.evaluation), kRelaxed);
  const int depth = std::min(data.depth, kMaxStoredDepth) + kDepthOffset;
  const int flags = generation | (data.was_pv ? kPvBit : 0) | static_cast<int>(data.bound);
  depth_and_flags_.store(static_cast<std::uint16_t>(depth | flags << 8), kRelaxed);
}

TranspositionTable::TranspositionTable(std::size_t mib) : mib_(std::max<std::size_t>(mib, 1)) {
  clusters_.reset(static_cast<Cluster*>(base::allocate_block(mib_ << 20)));
  clear(1);
}

void TranspositionTable::clear(int threads, std::uint64_t entries) noexcept {
  constexpr std::size_t kPart = std::size_t{32} << 20;
  constexpr std::uint64_t kFewest = 1024;
  cluster_count_ = (mib_ << 20) / sizeof(Cluster);
  // A whole cluster for each entry: hardly any entry is displaced.
  if (entries > 0) cluster_count_ = std::min<std::uint64_t>(cluster_count_, std::max(entries, kFewest));
  const std::size_t bytes = cluster_count_ * sizeof(Cluster);
  auto* const begin = reinterpret_cast<unsigned char*>(clusters_.get());
  base::parallel_for((bytes + kPart - 1) / kPart, threads, [&](std::size_t part) {
    const std::size_t from = part * kPart;
    std::memset(begin + from, 0, std::min(kPart, bytes - from));
  });
  generation_ = 0;
}

void TranspositionTable::next_generation() noexcept {
  generation_ = static_cast<std::uint8_t>(generation_ + kGenerationStep);
}

TranspositionTable::Probe TranspositionTable::probe(chess::Key key) const noexcept {
  Cluster& cluster = cluster_of(key);
  const auto tag = static_cast<std::uint16_t>(key);
  Slot* victim = &cluster.slots[0];
  for (Slot& slot : cluster.slots) {
    if (slot.tag_.load(kRelaxed) == tag && !slot.is_empty()) return {true, slot.load(), &slot};
    if (slot.worth(generation_) < victim->worth(generation_)) victim = &slot;
  }
  return {false, {}, victim};
}

int TranspositionTable::permille_full() const noexcept {
  constexpr std::size_t kSample = 1000;
  const std::size_t sampled = std::min(kSample, cluster_count_);
  std::size_t used = 0;
  for (std::size_t i = 0; i < sampled; ++i) {
    for (const Slot& slot : clusters_.get()[i].slots) {
      const bool young = (slot.depth_and_flags_.load(kRelaxed) >> 8 & kGenerationMask) == generation_;
      used += !slot.is_empty() && young ? 1 : 0;
    }
  }
  return static_cast<int>(used * 1000 / (sampled * kSlotsPerCluster));
}

}  // namespace tabia::search
