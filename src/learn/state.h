// learn/state.h: where a learning run stands: everything that decides what comes next, as one JSON file.
//
// The file is written whole and atomically between steps. What happens inside a step (games, training, a match) is kept
// by those who do it; each of them goes on where it was.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "data/run_log.h"

namespace tabia::learn {

enum class Step {
  Play,   // games for this round
  Train,  // a network from the games of the window
  Match,  // against the best
};
[[nodiscard]] std::string_view name_of(Step step) noexcept;

// The games of a round that are still on disk.
struct RoundData {
  std::uint64_t round = 0;
  std::uint64_t positions = 0;
  double scale = 0;  // label that stands for an expected result of 73%; 0: what the files declare

  friend bool operator==(const RoundData&, const RoundData&) = default;
};

struct LearnState {
  std::string recipe;   // the whole text; a run goes on only with the same
  std::string teacher;  // hash of the teacher; empty: none
  Step step = Step::Play;
  std::uint64_t best = 0;     // the round that made the best network
  data::LearnReport current;  // the round in the making, as far as it is known
  std::vector<RoundData> data;
  std::vector<std::uint64_t> window;  // rounds that the current training learns from
  std::vector<data::LearnReport> rounds;

  friend bool operator==(const LearnState&, const LearnState&) = default;
};

[[nodiscard]] std::string to_json(const LearnState& state);
// The error says what is missing or wrong.
[[nodiscard]] base::Result<LearnState> parse_learn_state(std::string_view text);

// Over the network of round 0, of the network of this round: 0 and 0 for round 0.
struct TotalElo {
  double value = 0;
  double error = 0;
};
[[nodiscard]] TotalElo total_elo(const LearnState& state, std::uint64_t round) noexcept;

}  // namespace tabia::learn
