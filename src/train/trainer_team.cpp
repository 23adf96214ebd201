// The parts of a training run for several processes: see train/trainer.h.
#include <span>

#include "base/hash.h"
#include "base/text.h"
#include "kernels/training.h"
#include "train/trainer.h"

namespace tabia::train {

using base::concat;
using base::Error;
using base::Result;

std::string Trainer::weights_text() const {
  base::Hash64 hash;
  for (const FloatArray& array : std::as_const(*model_).trained())
    hash.update(array.data(), array.size() * sizeof(float));
  return base::hex64(hash.value());
}

// Everything that must be the same for all members, one item per line. Kernels are included because they
// round differently.
std::string Trainer::run_text() const {
  std::string text =
      concat("program: ", options_.program, "\nkernels: ", kernels::active_training_kernels().name,
             "\nthreads: ", options_.threads, "\n");
  for (const std::string_view line : base::split(options_.recipe_text, '\n')) {
    // Paths may differ: the data is compared by its content.
    if (!line.starts_with("# --data ") && !line.starts_with("# --parent "))
      text += concat("recipe: ", line, "\n");
  }
  text += concat("model: ", base::hex64(base::hash64(progress_.model)), "\n");
  for (const auto* described : {&progress_.data, &progress_.validation_data})
    for (const std::string_view line : base::split(*described, '\n')) text += concat("data: ", line, "\n");
  text += concat("weights at the start: ", weights_text(), "\n");
  return concat(text, "validation: ", validation_.positions, " positions");
}

// Gives all members what the leader read from the checkpoint. `resume` has set the leader's model and
// optimizer.
Result<void> Trainer::share_progress() {
  if (team_.is_alone()) return {};
  TABIA_TRY(const std::string text, team::shared_text(team_, to_text(progress_)));
  if (!team_.leads()) {
    TABIA_TRY(progress_, parse_progress(text));
    optimiser_->set_steps(progress_.step);
  }
  if (progress_.step == 0) return {};
  for (FloatArray& array : model_->trained())
    TABIA_TRY_VOID(team_.share(std::as_writable_bytes(std::span(array.data(), array.size()))));
  for (FloatArray* array : optimiser_->state())
    TABIA_TRY_VOID(team_.share(std::as_writable_bytes(std::span(array->data(), array->size()))));
  model_->refresh(options_.threads);
  return {};
}

// All members make the same steps. If their weights differ, one of the machines has computed something wrong.
Result<void> Trainer::check_same_weights() {
  if (team_.is_alone()) return {};
  return team::expect_same(team_, concat("the network after step ", progress_.step), weights_text());
}

// The team broke in the middle of a step. The leader still has the state before that step, unless members
// were making steps on their own.
Error Trainer::lost_or(const Error& error, std::uint64_t positions_before) {
  const bool whole = progress_.positions == positions_before && waiting_positions_ == 0;
  if (team_.is_alone() || team_.has_agreed_to_end() || !team_.leads() || !whole || recipe_.sum_every > 1 ||
      progress_.positions == 0)
    return error;
  if (const auto saved = save(folder_.checkpoint()); !saved)
    return Error{concat(error.message, "; and the checkpoint can't be written: ", saved.error().message),
                 error.kind};
  return Error{concat(error.message, "; saved at ", base::with_thousands(progress_.positions),
                      " positions, run the same command again to resume"),
               error.kind};
}

}  // namespace tabia::train
