// learn/state.h: the state of a learning run: everything that determines what comes next, as one JSON file.
//
// The file is written whole and atomically between steps. The steps themselves (games, training, a match)
// save their own progress; each resumes where it was.
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
  double scale = 0;  // score that means an expected result of 73%; 0: what the files declare

  friend bool operator==(const RoundData&, const RoundData&) = default;
};

struct LearnState {
  std::string recipe;   // the whole text; only a run with the same text can resume
  std::string teacher;  // hash of the teacher; empty: none
  Step step = Step::Play;
  std::uint64_t best = 0;     // the round that made the best network
  data::LearnReport current;  // the unfinished round, as far as it has come
  std::vector<RoundData> data;
  std::vector<std::uint64_t> window;  // rounds that the current training uses
  std::vector<data::LearnReport> rounds;

  friend bool operator==(const LearnState&, const LearnState&) = default;
};

[[nodiscard]] std::string to_json(const LearnState& state);
// The error says what is missing or wrong.
[[nodiscard]] base::Result<LearnState> parse_learn_state(std::string_view text);

// The Elo of this round's network over that of round 0: 0 and 0 for round 0.
struct TotalElo {
  double value = 0;
  double error = 0;
};
[[nodiscard]] TotalElo total_elo(const LearnState& state, std::uint64_t round) noexcept;

}  // namespace tabia::learn
