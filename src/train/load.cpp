#include "train/load.h"

#include "nn/load.h"
#include "train/checkpoint.h"
#include "train/shipped.h"

namespace tabia::train {

base::Result<std::shared_ptr<const nn::Network>> load_network_or_checkpoint(const std::string& path) {
  if (!is_checkpoint(path)) return nn::load_own_network(path);
  TABIA_TRY(TrainedNetwork trained, read_trained_network(path));
  return trained.network;
}

base::Result<TrainedNetwork> load_unrounded(const std::string& path, const std::string& model) {
  TrainedNetwork found;
  if (is_checkpoint(path)) {
    TABIA_TRY(found, read_trained_network(path));
  } else {
    TABIA_TRY(found.network, nn::load_own_network(path));
    if (model.empty())
      return base::usage_fault(
          "a network in floats does not say which integer types to use; give --spec MODEL");
  }
  if (model.empty()) return found;
  TABIA_TRY(const std::string text, find_model(model));
  auto target = nn::parse_spec(text);
  if (!target) return target.error().inside("--spec");
  found.target = std::move(*target);
  return found;
}

}  // namespace tabia::train
