// learn/learner.h: the loop: games, training, a match against the best, and again.
//
// The run folder (runs::LearnFolder) contains everything. Training data stays as long as it is in the window,
// checkpoints until the round is over.
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

#include "base/file_lock.h"
#include "base/result.h"
#include "learn/gate.h"
#include "learn/live_watch.h"
#include "learn/recipe.h"
#include "learn/state.h"
#include "learn/watch.h"
#include "nn/network.h"
#include "runs/layout.h"

namespace tabia::learn {

struct LearnOptions {
  std::string folder = {};
  int threads = 1;
  int pause_ms = 0;                // milliseconds to sleep after every game and every batch
  std::string metrics = {};        // a file for Prometheus (runs/live.h); empty: none
  std::uint64_t last_round = 10;   // stop after this round; the largest number: never
  std::string program = {};        // name and version, for lineages
  std::string recipe_text = {};    // as written to the run folder
  double checkpoint_seconds = 60;  // a kill loses at most this much training time
  // The team that this process works with; null: alone. The folder must be visible to all members. The leader
  // writes it and tells the other members the state before each step.
  team::Team* team = nullptr;
};

enum class LearnEnd { Done, Interrupted };

class Learner {
 public:
  // Opens or starts the run. The error says what is missing or wrong, that the folder contains something
  // else, or that another process is working in it.
  [[nodiscard]] static base::Result<std::unique_ptr<Learner>> open(const LearnRecipe& recipe,
                                                                   const LearnOptions& options,
                                                                   LearnWatch& watch);

  // Runs until the last round is over or `stop` is requested; everything is saved then.
  [[nodiscard]] base::Result<LearnEnd> run(const std::stop_token& stop);
  // The same, until the watch is interrupted.
  [[nodiscard]] base::Result<LearnEnd> run();

  [[nodiscard]] const LearnState& state() const noexcept { return state_; }
  [[nodiscard]] const runs::LearnFolder& folder() const noexcept { return folder_; }

 private:
  using SharedNetwork = std::shared_ptr<const nn::Network>;
  class Stopwatch;
  class TrainingWatch;

  Learner(const LearnRecipe& recipe, const LearnOptions& options, LearnWatch& watch);

  // --- starting
  [[nodiscard]] base::Result<void> prepare();
  [[nodiscard]] base::Result<void> check_files() const;
  [[nodiscard]] base::Result<void> begin();
  [[nodiscard]] base::Result<void> resume();
  [[nodiscard]] base::Result<SharedNetwork> first_network() const;
  void begin_round(std::uint64_t round);
  [[nodiscard]] StepContext context() const;
  // Runs the work on the leader alone; all members get its error.
  template <class Work>
  [[nodiscard]] base::Result<void> as_leader(Work&& work);
  [[nodiscard]] base::Result<void> share_state();
  // Does any member want to stop?
  [[nodiscard]] base::Result<bool> stops(const std::stop_token& stop);

  // --- the steps; false: stopped
  [[nodiscard]] base::Result<bool> run_step(const std::stop_token& stop);
  [[nodiscard]] base::Result<bool> play(const std::stop_token& stop);
  [[nodiscard]] base::Result<bool> train(const std::stop_token& stop);
  [[nodiscard]] base::Result<bool> match(const std::stop_token& stop);

  [[nodiscard]] base::Result<bool> run_training(const std::stop_token& stop);
  [[nodiscard]] base::Result<void> note_games(const SharedNetwork& network);
  [[nodiscard]] base::Result<void> note_network();

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
  [[nodiscard]] std::uint64_t round() const noexcept { return state_.current.round; }
  [[nodiscard]] bool warm() const noexcept;

  const LearnRecipe recipe_;
  const LearnOptions options_;
  team::Alone alone_;
  team::Team& team_;
  const runs::LearnFolder folder_;
  std::optional<base::FolderLock> lock_;
  LiveWatch watch_;  // writes live.json, and tells the caller's
  LearnState state_;
  SharedNetwork teacher_;  // null: none
};

}  // namespace tabia::learn
