// data/filter.h: which samples are worth learning from, and how to remove the others from records.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.h"
#include "base/result.h"
#include "data/stream.h"

namespace tabia::data {

// From low to high, both included.
struct Range {
  int low = 0;
  int high = 0;
  [[nodiscard]] constexpr bool contains(int value) const noexcept { return value >= low && value <= high; }
  friend bool operator==(const Range&, const Range&) = default;
};

// Why a sample is dropped: the first reason that applies.
enum class DropReason {
  InCheck,
  NoisyMove,
  Ply,
  Score,
  Pieces,
  Rating,
  NoScore,
  NoResult,
  Balance,
  NotQuiet
};
inline constexpr std::size_t kDropReasons = static_cast<std::size_t>(DropReason::NotQuiet) + 1;
[[nodiscard]] std::string_view name_of(DropReason reason) noexcept;

struct FilterRules {
  bool drop_in_check = false;
  bool drop_noisy_moves = false;  // the move is a capture or a promotion
  bool drop_without_score = false;
  bool drop_without_result = false;
  Range ply{0, 65535};
  Range score{-32768, 32767};  // for the side to move; samples without a score pass
  Range pieces{2, 32};
  Range rating{0, 65535};  // of the player to move; unknown ratings count as 0
  // A final check that the code in this folder can't make itself, such as "is it quiet for a search?". Empty:
  // every sample passes.
  std::function<bool(const Sample&)> is_quiet = {};
  std::string quiet_text = {};  // what that check is, for the manifest: "within 50 cp by NETWORK"

  // "no check, ply 16..200", empty if every sample passes; for the manifest.
  [[nodiscard]] std::string text() const;
};

// The first reason to drop the sample; nothing: keep it. Doesn't check the balance of phases.
[[nodiscard]] std::optional<DropReason> reason_to_drop(const FilterRules& rules, const Sample& sample);

// Evens out something that is too common in some of its classes, such as the phase of the game: drops samples
// of these classes at random.
class Balance {
 public:
  // `counts[n]` samples are of class n. Each class keeps at most `times` the average over those that occur.
  Balance(std::span<const std::uint64_t> counts, double times);
  // The share of its samples that a class keeps. Classes that were not counted keep all.
  [[nodiscard]] double share(std::size_t sort) const noexcept;

 private:
  std::vector<double> shares_;
};

// Of the number of pieces.
class PhaseBalance {
 public:
  PhaseBalance(const std::array<std::uint64_t, 33>& counts, double times, std::uint64_t seed);
  // `place` is the sample's index among those that were counted. Depends on nothing but seed and place.
  [[nodiscard]] bool keeps(int pieces, std::uint64_t place) const noexcept;

 private:
  Balance balance_;
  std::uint64_t seed_;
};

// Everything except is_quiet.
[[nodiscard]] const base::Fields<FilterRules>& filter_rule_fields();

[[nodiscard]] int piece_count(const chess::Position& position) noexcept;

// Writes the samples of the record for which keep(const Sample&) is true: each run of consecutive ones
// becomes a record. Returns how many there are.
template <class Keep>
[[nodiscard]] base::Result<std::uint64_t> write_kept(const GameRecord& record, RecordWriter& writer,
                                                     Keep&& keep) {
  GameRecord run;
  std::uint64_t kept = 0;
  base::Result<void> written;
  const auto close_run = [&] {
    if (run.plies.empty() || !written) return;
    kept += run.plies.size();
    written = writer.write(run);
    run.plies.clear();
  };
  for_each_sample(record, [&](const Sample& sample) {
    if (!keep(sample)) return close_run();
    if (run.plies.empty()) {
      run.start = sample.position;
      run.first_ply = sample.ply;
      run.result = record.result;
      run.ratings = record.ratings;
    }
    run.plies.push_back({.move = sample.move, .score = sample.score});
  });
  close_run();
  if (!written) return written.error();
  return kept;
}

}  // namespace tabia::data
