// data/run_log.h: what a training run writes about itself, line by line, and what reports and pages read.
//
// One JSON object a line (log.jsonl in the folder of the run); the names of the fields are those here.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tabia::data {

// Phases of the game by the number of pieces on the board, for losses by phase.
inline constexpr std::array<std::string_view, 3> kPhaseNames = {"endgame", "middlegame", "opening"};
[[nodiscard]] constexpr std::size_t phase_of(int pieces) noexcept {
  return pieces <= 10 ? 0 : pieces <= 24 ? 1 : 2;
}

struct TrainReport {
  std::uint64_t positions = 0;  // learnt from so far
  std::uint64_t step = 0;
  double seconds = 0;     // spent in training, without interruptions
  double loss = 0;        // mean since the last report
  double validation = 0;  // mean loss on games that are not learnt from
  std::array<double, 3> validation_by_phase{};
  double accuracy = 0;     // share of decided games whose winner the network names
  double correlation = 0;  // of the network's expected result with that of the score
  double rate = 0;         // learning rate
  double result_weight = 0;
  double noise_scale = 0;  // positions: batches far below it are noise, far above it waste; 0: not measured
  double positions_per_s = 0;
  double dead = 0;                    // share of the first layer's neurons that never were above 0
  double saturated = 0;               // share that always were at 1
  std::vector<std::int32_t> watched;  // evaluations of the watched positions, for the side to move

  friend bool operator==(const TrainReport&, const TrainReport&) = default;
};

// One line of the log, without its end.
[[nodiscard]] std::string to_json(const TrainReport& report);
// The error says what is missing or wrong.
[[nodiscard]] base::Result<TrainReport> parse_train_report(std::string_view line);

// The same as a line of comma-separated values, and the line of names above them.
[[nodiscard]] std::string csv_head();
[[nodiscard]] std::string to_csv(const TrainReport& report);

}  // namespace tabia::data
