// search/table.h: the transposition table: what earlier searches found out about positions.
//
// Shared by all threads without locks: every field is read and written separately, so an entry may be a
// mixture of two. Users must check a move for legality and must not trust a value to be exact. An entry is
// identified by its place and 16 bits of the key, so a few lookups find the entry of another position.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/block.h"
#include "base/score.h"
#include "chess/move.h"
#include "chess/types.h"
#include "search/report.h"

namespace tabia::search {

// Depths that a stored result may have: 0 and more from the main search, otherwise these.
inline constexpr int kDepthQuiescence = 0;
inline constexpr int kDepthEvaluationOnly = -2;

// What was stored, as values. Mate scores are counted from the position itself: see value_to_table().
struct TableData {
  Move move;
  Score value = base::kNoScore;
  Score evaluation = base::kNoScore;  // before any correction
  int depth = kDepthEvaluationOnly;
  Bound bound = Bound::None;
  bool was_pv = false;
};

// In the search, mates and tablebase wins are counted from the root (kMate - ply), but a position may be
// reached by paths of different lengths: the table counts them from the position.
[[nodiscard]] Score value_to_table(Score value, int ply) noexcept;
// The inverse. A win that can't be reached before the fifty-move rule makes a draw becomes only a high
// evaluation.
[[nodiscard]] Score value_from_table(Score value, int ply, int halfmove_clock) noexcept;

class TranspositionTable {
 public:
  // A slot of the table; stays valid until the table is resized. Writing keeps the old entry if it is worth
  // more.
  class Slot {
   public:
    void store(chess::Key key, const TableData& data, std::uint8_t generation) noexcept;

   private:
    friend class TranspositionTable;
    [[nodiscard]] bool is_empty() const noexcept {
      return depth_and_flags_.load(std::memory_order_relaxed) == 0;
    }
    [[nodiscard]] TableData load() const noexcept;
    [[nodiscard]] int worth(std::uint8_t generation) const noexcept;

    std::atomic<std::uint16_t> tag_;
    std::atomic<std::uint16_t> move_;
    std::atomic<std::int16_t> value_;
    std::atomic<std::int16_t> evaluation_;
    // Low byte: depth + kDepthOffset, 0 = empty. High byte: generation (5 bits), was_pv, bound (2 bits).
    std::atomic<std::uint16_t> depth_and_flags_;
  };

  struct Probe {
    bool hit = false;
    TableData data;
    Slot* slot = nullptr;
  };

  // At least 1 MiB; throws std::bad_alloc if there isn't enough memory.
  explicit TranspositionTable(std::size_t mib);

  // Forgets everything. `entries` > 0: from now on uses only as much of the memory as easily holds this many,
  // because clearing a large table takes longer than a small search.
  void clear(int threads, std::uint64_t entries = 0) noexcept;
  // Entries of earlier searches count less from now on.
  void next_generation() noexcept;

  [[nodiscard]] Probe probe(chess::Key key) const noexcept;
  void store(Slot* slot, chess::Key key, const TableData& data) const noexcept {
    slot->store(key, data, generation_);
  }
  void prefetch(chess::Key key) const noexcept { __builtin_prefetch(&cluster_of(key)); }

  // Entries of the current generation, from a sample.
  [[nodiscard]] int permille_full() const noexcept;
  [[nodiscard]] std::size_t mib() const noexcept { return mib_; }

 private:
  static constexpr int kSlotsPerCluster = 3;
  static constexpr int kGenerationStep = 8;

  struct alignas(32) Cluster {
    Slot slots[kSlotsPerCluster];
    std::uint16_t padding;
  };
  static_assert(sizeof(Slot) == 10 && sizeof(Cluster) == 32);

  [[nodiscard]] Cluster& cluster_of(chess::Key key) const noexcept {
    __extension__ using Wide = unsigned __int128;
    return clusters_.get()[static_cast<std::size_t>((static_cast<Wide>(key) * cluster_count_) >> 64)];
  }

  std::size_t mib_;
  std::size_t cluster_count_;  // those in use
  std::unique_ptr<Cluster[], base::FreeBlock> clusters_;
  std::uint8_t generation_ = 0;
};

}  // namespace tabia::search
