// data/run_log.h: what training and learning runs log, line by line, and what reports and pages read.
//
// One JSON object a line (log.jsonl in the folder of a training run, learn.jsonl in that of a learning run);
// the fields have the names used here.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_value.h"
#include "base/result.h"

namespace tabia::data {

// Phases of the game by the number of pieces on the board, for losses by phase.
inline constexpr std::array<std::string_view, 3> kPhaseNames = {"endgame", "middlegame", "opening"};
[[nodiscard]] constexpr std::size_t phase_of(int pieces) noexcept {
  return pieces <= 10 ? 0 : pieces <= 24 ? 1 : 2;
}

struct TrainReport {
  std::uint64_t positions = 0;  // learned from so far
  std::uint64_t step = 0;
  double seconds = 0;     // spent in training, without interruptions
  double loss = 0;        // mean since the last report
  double validation = 0;  // mean loss on held-out games
  std::array<double, 3> validation_by_phase{};
  double accuracy = 0;     // share of decided games whose winner the network predicts
  double correlation = 0;  // of the network's expected result with that of the score
  double rate = 0;         // learning rate
  double result_weight = 0;
  // In positions: batches far smaller are noisy, far larger ones wasteful. 0: can't be measured (yet), null
  // in JSON.
  double noise_scale = 0;
  double positions_per_s = 0;
  double dead = 0;       // share of the first layer's neurons that were never above 0
  double saturated = 0;  // share that were always at 1
  // Of networks with a policy, on held-out games: cross entropy of the played move over the legal ones, and
  // the share of positions whose likeliest move was played. 0: there is no policy, and the fields are
  // left out.
  double policy_loss = 0;
  double policy_accuracy = 0;
  std::uint64_t ranks = 1;            // processes that trained together; left out if it is 1
  std::vector<std::int32_t> watched;  // evaluations of the watched positions, for the side to move

  friend bool operator==(const TrainReport&, const TrainReport&) = default;
};

// One line of the log, without the newline.
[[nodiscard]] std::string to_json(const TrainReport& report);
// The error says what is missing or wrong.
[[nodiscard]] base::Result<TrainReport> parse_train_report(std::string_view line);

// The outcome of a round of the learning loop.
struct LearnReport {
  std::uint64_t round = 0;     // from 1; round 0 is the initial network
  std::uint64_t opponent = 0;  // the round whose network was the best before
  std::string network;         // hash of the trained network; empty if there is none
  std::string note;            // in words: why it was rejected, what was odd
  bool promoted = false;       // it is the best now
  // The games of this round.
  std::uint64_t games = 0;
  std::uint64_t white_wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t black_wins = 0;
  std::uint64_t positions = 0;
  std::uint64_t window_positions = 0;  // of this and earlier rounds, learned from
  // Training.
  std::uint64_t trained_positions = 0;
  double loss = 0;
  double validation = 0;
  double result_weight = 0;  // of the labels, at the start
  // The match against the opponent, from the new network's view; errors are half-widths of 95% intervals.
  std::uint64_t match_wins = 0;
  std::uint64_t match_draws = 0;
  std::uint64_t match_losses = 0;
  double elo = 0;
  double elo_error = 0;
  double llr = 0;
  // Over the network of round 0: the sum of the matches since then.
  double total_elo = 0;
  double total_error = 0;
  double play_seconds = 0;
  double train_seconds = 0;
  double match_seconds = 0;
  std::uint64_t disk_bytes = 0;  // of the whole run when the round ended

  [[nodiscard]] std::uint64_t match_games() const noexcept { return match_wins + match_draws + match_losses; }
  friend bool operator==(const LearnReport&, const LearnReport&) = default;
};

[[nodiscard]] std::string to_json(const LearnReport& report);
[[nodiscard]] base::Result<LearnReport> parse_learn_report(std::string_view line);
// The same from a parsed JSON value.
[[nodiscard]] base::Result<LearnReport> read_learn_report(const base::JsonValue& object);
// Parses all lines of the log of a training run. The error names the line.
[[nodiscard]] base::Result<std::vector<TrainReport>> parse_train_log(std::string_view text);

// A training report as a line of comma-separated values, and the header line.
[[nodiscard]] std::string csv_head();
[[nodiscard]] std::string to_csv(const TrainReport& report);

}  // namespace tabia::data
