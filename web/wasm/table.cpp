// web/wasm/table.cpp: the transposition table (search/table.h) in a memory of its own, which several instances can share.
//
// WebAssembly without threads has no shared memory, so the instances of several workers can't have their table in
// theirs. The host therefore gives functions that read and write another memory (web/src/core/table.ts), which may be
// shared. Everything else (replacement, what is kept) is as in src/search/table.cpp, so bench counts the same nodes.
//
// A cluster has 32 bytes: three entries of 64 bits (move, value, evaluation, depth and flags, 16 bits each, the first
// lowest), then their three tags. An entry is read and written as a whole. The first page of the memory says for all:
// byte 0 the generation, byte 8 the number of clusters in use. The main instance writes it, helpers read it before each
// search. A Slot isn't an object here: its address is the place of the entry in the other memory, never zero.
#include "search/table.h"

#include <algorithm>

#define TABIA_FROM_HOST(name) __attribute__((import_module("table"), import_name(name)))
extern "C" {
TABIA_FROM_HOST("load") std::uint64_t table_load(std::uint32_t address);
TABIA_FROM_HOST("store") void table_store(std::uint32_t address, std::uint64_t value);
// At least so many bytes; 0 if there is no memory for them.
TABIA_FROM_HOST("reserve") std::int32_t table_reserve(std::uint32_t bytes);
TABIA_FROM_HOST("clear") void table_clear(std::uint32_t begin, std::uint32_t bytes);
// Does this instance help another one, whose table it uses?
TABIA_FROM_HOST("helps") std::int32_t table_helps();
}

namespace tabia::search {
namespace {

constexpr int kDepthOffset = -kDepthEvaluationOnly + 1;  // the lowest stored byte is 1
constexpr int kMaxStoredDepth = 255 - kDepthOffset;
constexpr std::uint8_t kBoundMask = 3;
constexpr std::uint8_t kPvBit = 4;
constexpr std::uint8_t kGenerationMask = 0xF8;

constexpr std::uint32_t kGenerationAt = 0;
constexpr std::uint32_t kClustersAt = 8;
constexpr std::uint32_t kBegin = 65536;
constexpr std::uint32_t kClusterBytes = 32;
constexpr std::uint32_t kTagsAt = 24;  // in a cluster

// An entry as it is stored.
struct Entry {
  std::uint64_t bits = 0;

  [[nodiscard]] std::uint16_t part(int index) const noexcept {
    return static_cast<std::uint16_t>(bits >> (16 * index));
  }
  [[nodiscard]] std::uint16_t packed() const noexcept { return part(3); }
  [[nodiscard]] bool is_empty() const noexcept { return packed() == 0; }
  [[nodiscard]] int age(std::uint8_t generation) const noexcept {
    return static_cast<std::uint8_t>(generation - (packed() >> 8 & kGenerationMask)) & kGenerationMask;
  }
  // Deep and recent entries are worth more.
  [[nodiscard]] int worth(std::uint8_t generation) const noexcept {
    return (packed() & 0xFF) - age(generation);
  }
  [[nodiscard]] TableData data() const noexcept {
    const auto flags = static_cast<std::uint8_t>(packed() >> 8);
    return {.move = chess::Move::from_bits(part(0)),
            .value = static_cast<std::int16_t>(part(1)),
            .evaluation = static_cast<std::int16_t>(part(2)),
            .depth = (packed() & 0xFF) - kDepthOffset,
            .bound = static_cast<Bound>(flags & kBoundMask),
            .was_pv = (flags & kPvBit) != 0};
  }
};

std::uint16_t tag_in(std::uint64_t tags, std::uint32_t slot) noexcept {
  return static_cast<std::uint16_t>(tags >> (16 * slot));
}

std::uint64_t word(int value, int index) noexcept {
  return static_cast<std::uint64_t>(static_cast<std::uint16_t>(value)) << (16 * index);
}

}  // namespace

void TranspositionTable::Slot::store(chess::Key key, const TableData& data,
                                     std::uint8_t generation) noexcept {
  const auto address = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(this));
  const std::uint32_t cluster = address & ~(kClusterBytes - 1);
  const std::uint32_t slot = (address - cluster) / 8;
  const auto tag = static_cast<std::uint16_t>(key);
  const std::uint64_t tags = table_load(cluster + kTagsAt);
  const Entry old{table_load(address)};
  const bool same = tag_in(tags, slot) == tag;
  const int old_depth = (old.packed() & 0xFF) - kDepthOffset;

  // A move is worth keeping even if the rest isn't.
  const std::uint16_t move = data.move || !same ? data.move.bits() : old.part(0);
  if (data.bound != Bound::Exact && same && old.age(generation) == 0 &&
      data.depth + (data.was_pv ? 2 : 0) <= old_depth - 4) {
    table_store(address, (old.bits & ~std::uint64_t{0xFFFF}) | move);
    return;
  }
  const int depth = std::min(data.depth, kMaxStoredDepth) + kDepthOffset;
  const int flags = generation | (data.was_pv ? kPvBit : 0) | static_cast<int>(data.bound);
  table_store(address,
              word(move, 0) | word(data.value, 1) | word(data.evaluation, 2) | word(depth | flags << 8, 3));
  if (!same) {
    const std::uint64_t others = tags & ~(std::uint64_t{0xFFFF} << (16 * slot));
    table_store(cluster + kTagsAt, others | static_cast<std::uint64_t>(tag) << (16 * slot));
  }
}

TranspositionTable::TranspositionTable(std::size_t mib) : mib_(std::max<std::size_t>(mib, 1)) {
  if (!table_reserve(kBegin + static_cast<std::uint32_t>(mib_ << 20))) __builtin_trap();
  clear(1);
}

void TranspositionTable::clear(int, std::uint64_t entries) noexcept {
  constexpr std::uint64_t kFewest = 1024;
  cluster_count_ = (mib_ << 20) / kClusterBytes;
  if (entries > 0)
    cluster_count_ =
        static_cast<std::size_t>(std::min<std::uint64_t>(cluster_count_, std::max(entries, kFewest)));
  generation_ = 0;
  if (table_helps()) return;
  table_clear(kBegin, static_cast<std::uint32_t>(cluster_count_ * kClusterBytes));
  table_store(kGenerationAt, 0);
  table_store(kClustersAt, cluster_count_);
}

void TranspositionTable::next_generation() noexcept {
  generation_ = static_cast<std::uint8_t>(table_load(kGenerationAt));
  if (table_helps()) {
    // Nothing is there before the first search of the main instance.
    if (const std::uint64_t clusters = table_load(kClustersAt))
      cluster_count_ = static_cast<std::size_t>(clusters);
  } else {
    generation_ = static_cast<std::uint8_t>(generation_ + kGenerationStep);
    table_store(kGenerationAt, generation_);
  }
}

TranspositionTable::Probe TranspositionTable::probe(chess::Key key) const noexcept {
  __extension__ using Wide = unsigned __int128;
  const auto number = static_cast<std::uint32_t>((static_cast<Wide>(key) * cluster_count_) >> 64);
  const std::uint32_t cluster = kBegin + number * kClusterBytes;
  const auto slot_at = [&](std::uint32_t slot) {
    return reinterpret_cast<Slot*>(static_cast<std::uintptr_t>(cluster + 8 * slot));
  };
  const std::uint64_t tags = table_load(cluster + kTagsAt);
  const auto tag = static_cast<std::uint16_t>(key);
  std::uint32_t victim = 0;
  int least_worth = 0;
  for (std::uint32_t slot = 0; slot < kSlotsPerCluster; ++slot) {
    const Entry entry{table_load(cluster + 8 * slot)};
    if (tag_in(tags, slot) == tag && !entry.is_empty()) return {true, entry.data(), slot_at(slot)};
    const int worth = entry.worth(generation_);
    if (slot > 0 && worth >= least_worth) continue;
    victim = slot;
    least_worth = worth;
  }
  return {false, {}, slot_at(victim)};
}

int TranspositionTable::permille_full() const noexcept {
  constexpr std::size_t kSample = 1000;
  const std::size_t sampled = std::min(kSample, cluster_count_);
  std::size_t used = 0;
  for (std::size_t i = 0; i < sampled; ++i) {
    for (std::uint32_t slot = 0; slot < kSlotsPerCluster; ++slot) {
      const Entry entry{table_load(kBegin + static_cast<std::uint32_t>(i) * kClusterBytes + 8 * slot)};
      used += !entry.is_empty() && entry.age(generation_) == 0 ? 1 : 0;
    }
  }
  return static_cast<int>(used * 1000 / (sampled * kSlotsPerCluster));
}

}  // namespace tabia::search
