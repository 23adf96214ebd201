// play/tune_job.h: a tune of search parameters as a value: every setting described once, and run().
//
// The command line, its help, and the identity that lets a tune be resumed are derived from tune_fields().
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/fields.h"
#include "base/result.h"
#include "eval/evaluator.h"
#include "play/game_loop.h"
#include "play/tune.h"

namespace tabia::play {

struct TuneJob {
  std::string parameters;       // names with * and ?, separated by commas; or a file of OpenBench lines
  std::optional<double> r_end;  // for names; nothing: the default of SpsaParameter
  SpsaSchedule schedule{.iterations = 1000};
  int pairs = TuneSettings{}.pairs;
  std::uint64_t nodes = 5000;  // per move
  std::size_t hash_mib = 16;
  std::string net;  // empty: the embedded network
  eval::EvaluationMode evaluation = eval::EvaluatorOptions{}.mode;
  std::string openings;  // a book; empty: random moves
  std::uint64_t seed = 1;
  int concurrency = 1;
  GameSettings game;           // only the rules that end games
  std::string record;          // empty: none
  team::Team* team = nullptr;  // see TuneSettings

  // A list of names has neither dots nor slashes; a file name must have one of them.
  [[nodiscard]] bool names_a_file() const { return parameters.find_first_of("./") != std::string::npos; }
};

// In the order of the help.
[[nodiscard]] const base::Fields<TuneJob>& tune_fields();

// Opens and checks everything. The identity consists of the rows that are part of it, the parameters, and
// hashes of the files. The error says that this program isn't a tune build, or which names are wrong.
[[nodiscard]] base::Result<TuneSettings> prepared(const TuneJob& job);

struct PlayedTune {
  TuneSettings settings;
  TuneOutcome outcome;
};

// Tunes until the end or an interruption; see run_tune(). An error of kind Usage is about the job itself.
[[nodiscard]] base::Result<PlayedTune> run(const TuneJob& job, TuneWatch& watch);

}  // namespace tabia::play
