// learn/learner.h: the loop: games, training, a match against the best, and again.
//
// The folder of a run holds
//   learn.json             where it stands (learn/state.h); rerunning goes on from here
//   learn.jsonl            one line for each finished round (data::LearnReport)
//   nets/round-NNN.net     the network of each round; 000 is the one that it began with
//   best.net               the best so far
//   report.html            everything at a glance
//   round-NNN/games        training data of the round, as long as they are in the window
//   round-NNN/train        its training run (train/trainer.h), without checkpoints when the round is over
//   round-NNN/match.*      its match: every game as a record and as PGN
//
// Everything follows from the recipe and the number of threads of training: a run that was killed anywhere and gone on
// with gives the same networks, bit for bit, as one that was not.
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
  int pause_ms = 0;                // rest so long after every game and every batch
  std::uint64_t last_round = 10;   // ends after it; the largest number: never
  std::string program = {};        // name and version, for lineages
  std::string recipe_text = {};    // as it is written down
  double checkpoint_seconds = 60;  // at most so much of a training is lost by a kill
};

enum class LearnEnd { Done, Interrupted };

class Learner {
 public:
  // Opens or begins the run. The error says what is missing or wrong, that the folder holds something else, or that
  // somebody else is working in it.
  [[nodiscard]] static base::Result<std::unique_ptr<Learner>> open(const LearnRecipe& recipe,
                                                                   const LearnOptions& options,
                                                                   LearnWatch& watch);
  ~Learner();

  // Goes on until the last round is over or `stop` is requested; everything is saved then.
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

  // Who plays the games of this round; null: the classical evaluation.
  [[nodiscard]] base::Result<SharedNetwork> player() const;
  [[nodiscard]] train::Recipe training_recipe() const;
  [[nodiscard]] std::string training_text() const;
  // What is wrong with the network that came out; empty: nothing.
  [[nodiscard]] base::Result<std::string> fault_of(const nn::Network& network) const;
  void judge(const GateResult& gate);

  // --- the end of a round
  [[nodiscard]] base::Result<void> finish_round();
  // Removes what is out of the window, and when room is needed what is missed least, until a round fits into the budget.
  [[nodiscard]] base::Result<void> make_room_for_round();
  // Removes in the same order until so many bytes fit besides what is there. False: they don't.
  [[nodiscard]] base::Result<bool> make_room(std::uint64_t bytes);
  // What a round needs on disk while it is made, at most.
  [[nodiscard]] base::Result<std::uint64_t> bytes_of_round() const;
  [[nodiscard]] base::Result<void> forget_data(std::uint64_t round);
  [[nodiscard]] std::vector<std::string> dispensable() const;

  // --- files
  [[nodiscard]] base::Result<void> save() const;
  // What follows from the state: learn.jsonl, best.net, report.html.
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
