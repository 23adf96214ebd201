// train/trainer.h: a training run: batches, gradients, steps, reports and checkpoints until it is done.
//
// The run folder (runs::TrainFolder) contains everything; running it again resumes from its checkpoint.
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
#include "train/checkpoint.h"
#include "train/gradient.h"
#include "train/recipe.h"
#include "train/validation.h"

namespace tabia::train {

struct TrainOptions {
  std::string folder = {};
  int threads = 1;
  int pause_ms = 0;  // milliseconds to sleep after every batch
  // Before a run starts, check against the results of the games that the scale is right
  // (train/scale_check.h).
  bool check_scale = false;
  double checkpoint_seconds = 60;  // a kill loses at most this much time
  std::string program = {};        // name and version, for the lineage
  std::string recipe_text = {};    // as written to the run folder
};

// Receives the events of a run. progress() counts positions; remark(): something is odd, but the run
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

 private:
  class Loader;

  Trainer(const Recipe& recipe, const TrainOptions& options, TrainWatch& watch);
  [[nodiscard]] base::Result<void> prepare();
  [[nodiscard]] base::Result<void> take_folder();
  [[nodiscard]] base::Result<void> resume(const std::string& path);
  [[nodiscard]] base::Result<void> check_no_other_run() const;
  [[nodiscard]] base::Result<void> check_finite() const;
  [[nodiscard]] base::Result<void> load_validation();
  [[nodiscard]] base::Result<void> load_watched();
  [[nodiscard]] base::Result<void> check_scales();
  void warn_of_branches();
  [[nodiscard]] SamplerOptions sampler_options(std::size_t stage) const;
  [[nodiscard]] base::Result<TrainEnd> interrupted_or(const base::Error& error);
  [[nodiscard]] base::Result<void> begin_stage();
  [[nodiscard]] std::uint64_t stage_end(std::size_t stage) const noexcept;
  [[nodiscard]] double step(const Batch& batch);
  [[nodiscard]] double share_done() const noexcept;
  [[nodiscard]] double rate() const noexcept;
  void add_gradients(const Batch& batch, std::size_t begin, std::size_t end, double& loss);
  [[nodiscard]] base::Result<void> report();
  [[nodiscard]] base::Result<void> write_logs() const;
  [[nodiscard]] base::Result<void> write_network(const std::string& path) const;
  [[nodiscard]] base::Result<void> save(const std::string& path);

  const Recipe recipe_;
  const TrainOptions options_;
  const runs::TrainFolder folder_;
  TrainWatch& watch_;
  std::optional<base::FolderLock> lock_;  // on the folder, taken before the checkpoint is read
  bool made_folder_ = false;
  runs::LiveFile live_;
  std::unique_ptr<Trainable> model_;
  std::unique_ptr<Optimiser> optimiser_;
  GradientList gradients_;                    // for the parts of a batch: one per thread, or a few
  std::atomic<bool> waits_for_data_ = false;  // the thread of run() is doing nothing else
  std::unique_ptr<Loader> loader_;
  Fragments validation_;
  Fragments watched_;
  Objective objective_;
  Progress progress_;
  std::string data_text_;
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
