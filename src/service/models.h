// service/models.h: the loaded networks, by name. They can be replaced while requests are being served.
//
// A Model is immutable except for its cache; its users keep it alive. After a replacement, new requests get
// the new model and old requests finish with the old one.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/position.h"
#include "deep/batch_queue.h"
#include "eval/cache.h"
#include "eval/evaluator.h"
#include "eval/planes_answer.h"
#include "nn/load.h"
#include "nn/network.h"
#include "service/problem.h"

namespace tabia::service {

// The name and origin of a model.
struct ModelSource {
  std::string name;
  std::string path;  // empty: the embedded network
  nn::OnnxRuntime runtime = {};
};

// How models are stored and evaluated.
struct ModelOptions {
  std::size_t cache_bytes = 0;   // per model
  deep::BatchLimits batch = {};  // of networks over planes
};

// Counts what a piece of work has evaluated; added to the metrics.
struct Tally {
  std::uint64_t evaluations = 0;
  std::uint64_t cache_hits = 0;
};

class Model {
 public:
  // The error says what is wrong with the file.
  [[nodiscard]] static base::Result<std::shared_ptr<const Model>> load(const ModelSource& source,
                                                                       const ModelOptions& options);

  [[nodiscard]] const ModelSource& source() const noexcept { return source_; }
  [[nodiscard]] const std::shared_ptr<const nn::Network>& network() const noexcept { return network_; }
  // The "network" field of responses.
  [[nodiscard]] const std::string& network_name() const noexcept { return network_name_; }
  [[nodiscard]] const std::string& hash() const noexcept { return hash_; }
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
  [[nodiscard]] const eval::WinModel& win_model() const noexcept { return win_model_; }

  // The positions of a game up to the one to evaluate; networks with history also use the earlier ones.
  using Game = std::span<const chess::Position>;
  // The network's evaluation, for the side to move; from the cache if it was requested before.
  [[nodiscard]] base::Score evaluate(Game game, Tally& tally) const;

  // Is this a network over planes? If so, evaluate positions together: those of all requests are gathered
  // into batches.
  [[nodiscard]] bool is_over_planes() const noexcept { return queue_ != nullptr; }
  struct Evaluation {
    base::Score score = 0;  // for the side to move
    eval::PlanesAnswer answer;
  };
  // Requires is_over_planes().
  [[nodiscard]] std::vector<Evaluation> evaluate_together(std::span<const Game> games, Tally& tally) const;
  // Nothing unless is_over_planes().
  [[nodiscard]] deep::BatchQueue::Counts batches() const;

 private:
  Model(ModelSource source, std::shared_ptr<const nn::Network> network, std::uint64_t bytes,
        const ModelOptions& options);

  const ModelSource source_;
  const std::shared_ptr<const nn::Network> network_;
  const std::string network_name_;
  const std::string hash_;
  const std::uint64_t bytes_;  // of the network's tensors
  const eval::WinModel win_model_;
  mutable eval::EvaluationCache cache_;
  std::unique_ptr<deep::BatchQueue> queue_;  // only of a network over planes
};

using ModelPointer = std::shared_ptr<const Model>;

// Thread-safe.
class Models {
 public:
  // Loads all; the first is the default. The error names the file.
  [[nodiscard]] static base::Result<std::unique_ptr<Models>> load(const std::vector<ModelSource>& sources,
                                                                  const ModelOptions& options);

  // Null if there is no model of that name; the empty name is the default.
  [[nodiscard]] ModelPointer find(std::string_view name) const;
  [[nodiscard]] std::vector<ModelPointer> all() const;
  // Is any of them over planes?
  [[nodiscard]] bool any_over_planes() const;
  // Loads the source and replaces the model of that name, or adds it at the end. After an error everything is
  // unchanged.
  [[nodiscard]] base::Result<ModelPointer> replace(const ModelSource& source);
  // Reloads all files. Returns the errors of those that can't be loaded: they stay as they were.
  [[nodiscard]] std::vector<base::Error> reload();

 private:
  explicit Models(const ModelOptions& options) : options_(options) {}

  const ModelOptions options_;
  mutable std::mutex mutex_;
  std::vector<ModelPointer> models_;  // at least one
};

// The response if there is no model of that name: lists the existing ones.
[[nodiscard]] Problem unknown_model(std::string_view name, const Models& models);

}  // namespace tabia::service
