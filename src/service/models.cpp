#include "service/models.h"

#include <algorithm>

#include "base/file_kind.h"
#include "base/text.h"
#include "engine/describe.h"
#include "nn/embedded.h"
#include "nn/load.h"

namespace tabia::service {
namespace {

using base::concat;

std::uint64_t bytes_of(const nn::Network& network) {
  std::uint64_t bytes = 0;
  for (const nn::Tensor& tensor : network.tensors()) bytes += tensor.bytes().size();
  return bytes;
}

}  // namespace

Model::Model(ModelSource source, std::shared_ptr<const nn::Network> network, std::uint64_t bytes,
             const ModelOptions& options)
    : source_(std::move(source)),
      network_(std::move(network)),
      network_name_(engine::network_name(network_.get())),
      hash_(nn::network_hash(*network_)),
      bytes_(bytes),
      win_model_(network_->wdl()),
      cache_(options.cache_bytes) {
  if (network_->forward()) queue_ = std::make_unique<deep::BatchQueue>(*network_->forward(), options.batch);
}

base::Result<std::shared_ptr<const Model>> Model::load(const ModelSource& source,
                                                       const ModelOptions& options) {
  if (const auto opens = base::check_opens_at_once(source.path); !opens) return opens.error();
  auto network = source.path.empty() ? nn::read_network(nn::embedded_network())
                                     : nn::load_network(source.path, source.runtime);
  if (!network) return network.error();
  const std::uint64_t bytes = bytes_of(**network);
  return std::shared_ptr<const Model>(new Model(source, std::move(*network), bytes, options));
}

base::Score Model::evaluate(Game game, Tally& tally) const {
  ++tally.evaluations;
  const chess::Key key = network_->input_key(game);
  if (const auto known = cache_.find(key)) {
    ++tally.cache_hits;
    return *known;
  }
  const base::Score score = network_->fresh_output(game).score;
  cache_.store(key, score);
  return score;
}

std::vector<Model::Evaluation> Model::evaluate_together(std::span<const Game> games, Tally& tally) const {
  tally.evaluations += games.size();
  const auto outputs = network_->deep_outputs_of(games, *queue_);
  std::vector<Evaluation> evaluations;
  evaluations.reserve(outputs.size());
  for (std::size_t i = 0; i < outputs.size(); ++i)
    evaluations.push_back(
        {network_->output_of(outputs[i]).score, eval::planes_answer(*network_, games[i].back(), outputs[i])});
  return evaluations;
}

deep::BatchQueue::Counts Model::batches() const {
  return queue_ ? queue_->counts() : deep::BatchQueue::Counts{};
}

base::Result<std::unique_ptr<Models>> Models::load(const std::vector<ModelSource>& sources,
                                                   const ModelOptions& options) {
  std::unique_ptr<Models> models(new Models(options));
  for (const ModelSource& source : sources) {
    auto model = Model::load(source, options);
    if (!model) return model.error();
    models->models_.push_back(std::move(*model));
  }
  return models;
}

ModelPointer Models::find(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  if (name.empty()) return models_.front();
  for (const ModelPointer& model : models_) {
    if (model->source().name == name) return model;
  }
  return nullptr;
}

std::vector<ModelPointer> Models::all() const {
  const std::lock_guard lock(mutex_);
  return models_;
}

bool Models::any_over_planes() const {
  const std::lock_guard lock(mutex_);
  return std::any_of(models_.begin(), models_.end(),
                     [](const ModelPointer& model) { return model->is_over_planes(); });
}

base::Result<ModelPointer> Models::replace(const ModelSource& source) {
  // Loading takes long; requests continue meanwhile.
  auto loaded = Model::load(source, options_);
  if (!loaded) return loaded.error();
  const std::lock_guard lock(mutex_);
  for (ModelPointer& model : models_) {
    if (model->source().name != source.name) continue;
    model = *loaded;
    return *loaded;
  }
  models_.push_back(*loaded);
  return *loaded;
}

std::vector<base::Error> Models::reload() {
  std::vector<base::Error> errors;
  for (const ModelPointer& model : all()) {
    if (const auto replaced = replace(model->source()); !replaced) errors.push_back(replaced.error());
  }
  return errors;
}

Problem unknown_model(std::string_view name, const Models& models) {
  std::string known;
  for (const ModelPointer& model : models.all())
    known += concat(known.empty() ? "" : ", ", model->source().name);
  return {.status = 422,
          .detail = concat("model: found ", base::quoted(name), ", expected one of ", known),
          .field = "model"};
}

}  // namespace tabia::service
