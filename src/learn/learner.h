// learn/learner.h: the loop: games, training, a match against the best, and again.
//
// The run folder contains
//   learn.json             the state (learn/state.h); running it again resumes from here
//   learn.jsonl            one line for each finished round (data::LearnReport)
//   nets/round-NNN.net     the network of each round; 000 is the initial one
//   best.net               the best so far
//   report.html            everything at a glance
//   round-NNN/games        training data of the round, as long as it is in the window
//   round-NNN/train        its training run (train/trainer.h), without checkpoints once the round is over
//   round-NNN/match.*      its match: every game as a record and as PGN
//
// Everything is determined by the recipe and the number of training threads: a run that is killed at any
// point and resumed gives the same networks, bit for bit, as an uninterrupted one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "learn/gate.h"
#include "learn/recipe.h"
#include "learn/state.h"
#include "learn/watch.h"
#include "nn/network.h"

namespace tabia::learn {

struct LearnOptions {
  std::string folder = {};
  int threads = 1;
  int pause_ms = 0;                // milliseconds to sleep after every game and every batch
  std::uint64_t last_round = 10;   // stop after this round; the largest number: never
  std::string program = {};        // name and version, for lineages
  std::string recipe_text = {};    // as written to the run folder
  double checkpoint_seconds = 60;  // a kill loses at most this much training time
};

enum class LearnEnd { Done, Interrupted };

class Learner {
 public:
  // Opens or starts the run. The error says what is missing or wrong, that the folder contains something
  // else, or that another process is working in it.
  [[nodiscard]] static base::Result<std::unique_ptr<Learner>> open(const LearnRecipe& recipe,
                                                                   const LearnOptions& options,
                                                                   LearnWatch& watch);
  ~Learner();

  // Runs until the last round is over or `stop` is requested; everything is saved then.
  [[nodiscard]] base::Result<LearnEnd> run(const std::stop_token& stop);

  [[nodiscard]] const LearnState& state() const noexcept { return state_; }
  [[nodiscard]] std::string path(const std::string& name) const { return options_.folder + "/" + name; }

 private:
  using SharedNetwork = std::shared_ptr<const nn::Network>;
  class Stopwatch;
  class TrainingWatch;

  Learner(const LearnRecipe& recipe, const LearnOptions& options, LearnWatch& watch);

  // --- beginning
  [[nodiscard]] base::Result<void> prepare();
  [[nodiscard]] base::Result<void> check_files() const;
  [[nodiscard]] base::Result<void> lock();
  [[nodiscard]] base::Result<void> begin();
  [[nodiscard]] base::Result<void> resume();
  [[nodiscard]] base::Result<SharedNetwork> first_network() const;
  void begin_round(std::uint64_t round);
  [[nodiscard]] StepContext context() const;

  // --- the steps; false: stopped
  [[nodiscard]] base::Result<bool> run_step(const std::stop_token& stop);
  [[nodiscard]] base::Result<bool> play(const std::stop_token& stop);
  [[nodiscard]] base::Result<bool> train(const std::stop_token& stop);
  [[nodiscard]] base::Result<bool> match(const std::stop_token& stop);

  [[nodiscard]] base::Result<bool> run_training(const std::stop_token& stop);

  // The network that plays the games of this round; null: the classical evaluation.
  [[nodiscard]] base::Result<SharedNetwork> player() const;
  [[nodiscard]] train::Recipe training_recipe() const;
  [[nodiscard]] std::string training_text() const;
  // What is wrong with the new network; empty: nothing.
  [[nodiscard]] base::Result<std::string> fault_of(const nn::Network& network) const;
  void judge(const GateResult& gate);

  // --- the end of a round
  [[nodiscard]] base::Result<void> finish_round();
  // Removes what is outside the window, and if space is needed the least useful files, until a round fits in
  // the budget.
  [[nodiscard]] base::Result<void> make_room_for_round();
  // Removes files in the same order until this many more bytes fit. False: they don't.
  [[nodiscard]] base::Result<bool> make_room(std::uint64_t bytes);
  // The maximum disk space of a round while it is made.
  [[nodiscard]] base::Result<std::uint64_t> bytes_of_round() const;
  [[nodiscard]] base::Result<void> forget_data(std::uint64_t round);
  [[nodiscard]] std::vector<std::string> dispensable() const;

  // --- files
  [[nodiscard]] base::Result<void> save() const;
  // Files derived from the state: learn.jsonl, best.net, report.html.
  [[nodiscard]] base::Result<void> write_outputs() const;
  [[nodiscard]] std::string page() const;
  [[nodiscard]] base::Result<SharedNetwork> network_of(std::uint64_t round) const;
  [[nodiscard]] std::string net_path(std::uint64_t round) const;
  [[nodiscard]] std::string round_path(std::uint64_t round, const std::string& name) const;
  [[nodiscard]] std::uint64_t round() const noexcept { return state_.current.round; }
  [[nodiscard]] bool warm() const noexcept;

  const LearnRecipe recipe_;
  const LearnOptions options_;
  LearnWatch& watch_;
  LearnState state_;
  SharedNetwork teacher_;  // null: none
  int lock_ = -1;          // descriptor of the folder
};

}  // namespace tabia::learn
