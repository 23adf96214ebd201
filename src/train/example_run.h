// train/example_run.h: a run on a recipe's examples, with its folder.
#pragma once

#include <memory>

#include "base/result.h"
#include "nn/network.h"
#include "train/recipe.h"
#include "train/trainer.h"

namespace tabia::train {

// Trains, reports the loss to the watch now and then, and writes network, recipe and logs to the run folder.
// Such a run takes seconds and starts over every time. The error says what is wrong, or that the folder has a
// run on positions or on other examples.
[[nodiscard]] base::Result<std::shared_ptr<const nn::Network>> run_examples(const Recipe& recipe,
                                                                            const TrainOptions& options,
                                                                            TrainWatch& watch);

}  // namespace tabia::train
