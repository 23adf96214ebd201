// play/tune.h: tunes the search parameters by SPSA: selects them, plays the games in parallel, and keeps the
// state on disk.
//
// An iteration is a batch of game pairs between the two engines of a trial (play/spsa.h). Its games may run
// in parallel, in any order; the values change only when all are finished. So the result is a function of the
// settings alone: it depends neither on how many games run in parallel nor on where the tune was interrupted.
// Games are played through the interface TrialPlayer; play/search_trial.h is the implementation that
// searches.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/watch.h"
#include "play/spsa.h"
#include "play/tune_record.h"
#include "team/team.h"

namespace tabia::play {

// --- what is tuned

// The rows of search/parameters.h that match a list of names and patterns (with * and ?) like
// "lmr_*,futility_base", in the order of the table. c_end is the step of the row. The error names the word
// that matches nothing and suggests a similar name.
[[nodiscard]] base::Result<std::vector<SpsaParameter>> select_parameters(std::string_view list, double r_end);

// The lines of a file in OpenBench's form; empty lines and those that begin with # are ignored. Every name
// must be in the table, the range within that of the table. The error begins with `name` and the number of
// the line.
[[nodiscard]] base::Result<std::vector<SpsaParameter>> parse_parameter_lines(std::string_view content,
                                                                             const std::string& name);

// --- games

struct TrialGame {
  const SpsaTrial& trial;
  std::uint64_t opening = 0;  // its number; the same for the two games of a pair
  bool plus_is_white = true;
};

// Belongs to one thread at a time.
class TrialPlayer {
 public:
  virtual ~TrialPlayer() = default;
  // 1: plus won, 0: a draw, -1: plus lost; nothing if it was stopped. The error is a fault that makes the
  // tune meaningless.
  [[nodiscard]] virtual base::Result<std::optional<int>> play(const TrialGame& game,
                                                              const std::stop_token& stop) = 0;
};

// --- tuning

struct TuneSettings {
  Spsa spsa;
  int pairs = 8;  // of games in an iteration
  int concurrency = 1;
  // Called from the threads of the tune, at most `concurrency` times.
  std::function<std::unique_ptr<TrialPlayer>()> make_player;
  team::Team* team = nullptr;  // members that play the games together; nullptr: alone
  std::string record_path;     // empty: none
  // A JSON object with everything that defines this tune: a record with a different one is not resumed.
  std::string identity = "{}";
  std::chrono::milliseconds save_interval{3'000};
};

// Called from the threads of the tune, never concurrently. progress() counts games.
class TuneWatch : public base::Watch {
 public:
  // Everything is ready. The settings live until the tune is over.
  virtual void on_begin(const TuneSettings&) {}
  // The state of an earlier run was found in the record.
  virtual void on_resume(const TuneState&) {}
  // A game has ended.
  virtual void on_game(const TuneState&) {}
};

struct TuneOutcome {
  TuneState state;
  bool complete = false;  // all iterations are finished
};

// Resumes from the record. Returns early, with the state so far and after saving it, when `stop` is
// requested; unfinished games are then not counted. In a team all members call it with the same settings: the
// leader has the record and is the only one whose watch is told of games, and all get the result.
[[nodiscard]] base::Result<TuneOutcome> run_tune(const TuneSettings& settings, TuneWatch& watch,
                                                 const std::stop_token& stop);

}  // namespace tabia::play
