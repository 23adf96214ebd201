#include "service/models.h"

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
             std::size_t cache_bytes)
    : source_(std::move(source)),
      network_(std::move(network)),
      network_name_(engine::network_name(network_.get())),
      hash_(nn::network_hash(*network_)),
      bytes_(bytes),
      win_model_(network_->wdl()),
      cache_(cache_bytes) {}

base::Result<std::shared_ptr<const Model>> Model::load(const ModelSource& source, std::size_t cache_bytes) {
  if (const auto opens = base::check_opens_at_once(source.path); !opens) return opens.error();
  auto network = source.path.empty() ? nn::read_network(nn::embedded_network())
                                     : nn::load_network(source.path, source.runtime);
  if (!network) return network.error();
  const std::uint64_t bytes = bytes_of(**network);
  return std::shared_ptr<const Model>(new Model(source, std::move(*network), bytes, cache_bytes));
}

base::Score Model::evaluate(const chess::Position& position, Tally& tally) const {
  ++tally.evaluations;
  if (const auto known = cache_.find(position.key())) {
    ++tally.cache_hits;
    return *known;
  }
  const base::Score score = network_->fresh_output(position).score;
  cache_.store(position.key(), score);
  return score;
}

base::Result<std::unique_ptr<Models>> Models::load(const std::vector<ModelSource>& sources,
                                                   std::size_t cache_bytes) {
  std::unique_ptr<Models> models(new Models(cache_bytes));
  for (const ModelSource& source : sources) {
    auto model = Model::load(source, cache_bytes);
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

base::Result<ModelPointer> Models::replace(const ModelSource& source) {
  // Loading takes long; requests continue meanwhile.
  auto loaded = Model::load(source, cache_bytes_);
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
