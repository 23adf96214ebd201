// train/load.h: networks from checkpoints of training runs as well as from network files.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "nn/network.h"
#include "train/trainer.h"

namespace tabia::train {

// A network file, or the network of a checkpoint in single precision.
[[nodiscard]] base::Result<std::shared_ptr<const nn::Network>> load_network_or_checkpoint(
    const std::string& path);

// The same, with the spec to round it to: `model`, the name of a shipped model or a file; or, if that is
// empty, what the checkpoint was trained for. A network file doesn't contain this, so it needs the model.
[[nodiscard]] base::Result<TrainedNetwork> load_unrounded(const std::string& path, const std::string& model);

}  // namespace tabia::train
