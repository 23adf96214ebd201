// train/trainer.h: a training run: batches, gradients, steps, reports and checkpoints until it is done.
//
// The run folder (runs::TrainFolder) contains everything; running it again resumes from its checkpoint.
//
// A team (team/team.h) trains one network: every member makes the same batches from the same data, computes
// the gradient of its part of each, and makes the same step with the sum. So the batches are the same as in a
// run of one process.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/file_lock.h"
#include "base/result.h"
#include "base/watch.h"
#include "runs/layout.h"
#include "runs/live.h"
#include "team/team.h"
#include "train/checkpoint.h"
#include "train/exchange.h"
#include "train/gradient.h"
#include "train/recipe.h"
#include "train/validation.h"

namespace tabia::train {

struct TrainOptions {
  std::string folder = {};
  int threads = 1;
  int pause_ms = 0;          // milliseconds to sleep after every batch
  std::string metrics = {};  // a file for Prometheus (runs/live.h); empty: none
  // Before a run starts, check against the results of the games that the scale is right
  // (train/scale_check.h).
  bool check_scale = false;
  double checkpoint_seconds = 60;  // a kill loses at most this much time
  std::string program = {};        // name and version, for the lineage
  std::string recipe_text = {};    // as written to the run folder
  // The team that this process trains with; null: alone. Every member gets the same recipe and options; only
  // the leader uses the folder. With the same number of members and threads, a run gives the same bits.
  team::Team* team = nullptr;
};

// Receives the events of a run. progress() counts positions; remark() reports something odd; the run
// continues.
class TrainWatch : public base::Watch {
 public:
  virtual void begun(std::uint64_t /*validation_positions*/, std::uint64_t /*resumed_positions*/) {}
  // After every batch: its mean loss.
  virtual void step(const Progress& /*progress*/, double /*loss*/, double /*rate*/,
                    double /*positions_per_s*/) {}
  virtual void report(const data::TrainReport& /*report*/) {}
  // While a pool of positions is filled and training has to wait: how many it has, and its maximum.
  virtual void reading(std::uint64_t /*positions*/, std::uint64_t /*wanted*/) {}
  // At the end of a run of several processes: the traffic between them.
  virtual void exchanged(const std::string& /*text*/) {}
  // An unreadable record; returning false ends the run.
  virtual bool problem(const base::Error& /*error*/) { return true; }
};

enum class TrainEnd {
  Done,
  Stopped,
  Interrupted
};  // Stopped: no improvement for as many reports as the recipe allows

class Trainer {
 public:
  // Opens everything and resumes from the folder's checkpoint, if there is one. The error says what is
  // missing or wrong; nothing is left in the folder then that wasn't there before.
  [[nodiscard]] static base::Result<std::unique_ptr<Trainer>> open(const Recipe& recipe,
                                                                   const TrainOptions& options,
                                                                   TrainWatch& watch);
  ~Trainer();

  [[nodiscard]] base::Result<TrainEnd> run();

  [[nodiscard]] const Progress& progress() const noexcept { return progress_; }
  [[nodiscard]] Trainable& model() noexcept { return *model_; }
  // The traffic between the members of the team.
  [[nodiscard]] const Exchange::Traffic& traffic() const noexcept { return exchange_.traffic(); }

 private:
  class Loader;

  Trainer(const Recipe& recipe, const TrainOptions& options, TrainWatch& watch);
  [[nodiscard]] base::Result<void> prepare();
  [[nodiscard]] base::Result<void> prepare_own();
  [[nodiscard]] base::Result<void> begin_or_resume();
  [[nodiscard]] base::Result<void> take_folder();
  [[nodiscard]] base::Result<void> check_space() const;
  [[nodiscard]] base::Result<void> resume(const std::string& path);
  [[nodiscard]] base::Result<void> check_no_other_run() const;
  [[nodiscard]] base::Result<void> check_finite() const;
  [[nodiscard]] base::Result<void> load_validation();
  [[nodiscard]] base::Result<void> load_watched();
  [[nodiscard]] base::Result<void> check_scales();
  void warn_of_branches();
  [[nodiscard]] SamplerOptions sampler_options(std::size_t stage) const;
  [[nodiscard]] base::Result<TrainEnd> interrupted_or(const base::Error& error);
  [[nodiscard]] base::Result<TrainEnd> stop_together();
  [[nodiscard]] base::Error lost_or(const base::Error& error, std::uint64_t positions_before);
  [[nodiscard]] base::Result<void> begin_stage();
  [[nodiscard]] std::uint64_t stage_end(std::size_t stage) const noexcept;
  // One step: the summed loss of the positions that it learned from, and their number.
  struct Learned {
    double loss = 0;
    std::uint64_t positions = 0;
    bool stop = false;  // a member was interrupted, and all members know it
  };
  [[nodiscard]] base::Result<Learned> step(const Batch& batch, bool together);
  [[nodiscard]] base::Result<double> add_with_noise(const Batch& batch);
  [[nodiscard]] base::Result<void> tell_team(Learned& learned);
  [[nodiscard]] base::Result<void> take(const Batch& batch, SamplerPlace after);
  // Does the team meet after the step that ends at this number of positions?
  [[nodiscard]] bool is_joint(std::uint64_t positions_after) const noexcept;
  // --- of a team (trainer_team.cpp)
  [[nodiscard]] std::string run_text() const;
  [[nodiscard]] std::string weights_text() const;
  [[nodiscard]] base::Result<void> share_progress();
  [[nodiscard]] base::Result<void> check_same_weights();
  [[nodiscard]] double share_done() const noexcept;
  [[nodiscard]] double rate() const noexcept;
  void add_gradients(const Batch& batch, std::size_t begin, std::size_t end, double& loss);
  [[nodiscard]] base::Result<void> report();
  [[nodiscard]] base::Result<void> write_logs() const;
  [[nodiscard]] base::Result<void> write_network(const std::string& path) const;
  [[nodiscard]] base::Result<void> save(const std::string& path);

  const Recipe recipe_;
  const TrainOptions options_;
  team::Alone alone_;
  team::Team& team_;
  Exchange exchange_;
  const runs::TrainFolder folder_;
  TrainWatch& watch_;
  std::optional<base::FolderLock> lock_;  // on the folder, taken before the checkpoint is read
  bool made_folder_ = false;
  runs::LiveFile live_;
  std::unique_ptr<Trainable> model_;
  std::unique_ptr<Optimiser> optimiser_;
  GradientList gradients_;                    // for the parts of a batch: one per thread, or a few
  std::atomic<bool> waits_for_data_ = false;  // the thread of run() is idle meanwhile
  std::unique_ptr<Loader> loader_;
  Fragments validation_;
  Fragments watched_;
  Objective objective_;
  Progress progress_;
  std::string data_text_;
  double waiting_loss_ = 0;  // of the steps since the team last met
  std::uint64_t waiting_positions_ = 0;
  bool stop_wanted_ = false;  // tell_team()
  double waited_ = 0;         // seconds, for the batch of this step
  double seconds_at_report_ = 0;
  std::uint64_t positions_at_report_ = 0;
};

// The network of a checkpoint in single precision, and the spec it was trained for.
struct TrainedNetwork {
  nn::ModelSpec target;
  std::shared_ptr<const nn::Network> network;
};
[[nodiscard]] base::Result<TrainedNetwork> read_trained_network(const std::string& checkpoint);

// The description of training files that is stored in a network: name, size and a hash of each.
[[nodiscard]] base::Result<std::string> describe_data(const std::vector<Source>& sources);

}  // namespace tabia::train
