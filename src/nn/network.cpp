#include "nn/network.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "base/block.h"
#include "base/check.h"
#include "base/hash.h"
#include "base/text.h"
#include "base/threads.h"
#include "deep/device_forward.h"
#include "nn/ensemble.h"
#include "nn/network_parts.h"

namespace tabia::nn {
namespace {

using base::concat;
using base::Error;

constexpr int kMostByte = 127;  // between layers of bytes
constexpr std::size_t kMaxByteOutputs = 4096;
// Two perspectives of the widest accumulator, or the squares and clipped sums of the widest dual layer; plus
// the padding that clip() writes.
constexpr std::size_t kMaxByteInputs = 2 * kMaxByteOutputs + kernels::kOutputStep;
constexpr double kMillionths = 1e6;
constexpr std::size_t kDeviceBatch = 256;  // a device needs many positions to be fast

float activated(Activation activation, float x) {
  switch (activation) {
    case Activation::Relu:
      return std::max(x, 0.0f);
    case Activation::Sigmoid:
      return 1.0f / (1.0f + std::exp(-x));
    case Activation::Tanh:
      return std::tanh(x);
    case Activation::Clipped:
      return std::clamp(x, 0.0f, 1.0f);
    case Activation::ClippedSquared:
      return std::clamp(x, 0.0f, 1.0f) * std::clamp(x, 0.0f, 1.0f);
    case Activation::Linear:
    case Activation::Pairwise:
    case Activation::Dual:
    case Activation::DualAll:
      break;
  }
  return x;
}

// The output of a dual layer: its squared outputs, clipped, then the outputs themselves, clipped.
std::vector<float> squared_and_clipped(std::span<const float> outputs) {
  std::vector<float> next;
  for (const float output : outputs) next.push_back(std::min(output * output, 1.0f));
  for (const float output : outputs) next.push_back(activated(Activation::Clipped, output));
  return next;
}

// For Output::raw of networks in floating point, whose numbers may have any size.
std::int64_t millionths(double value) {
  return std::isnan(value) ? 0 : std::llround(std::clamp(value * kMillionths, -1e15, 1e15));
}

}  // namespace

Network::Network(ModelSpec spec, FeatureSet features, std::vector<Tensor> tensors, Lineage lineage,
                 WdlModel wdl, const kernels::Kernels& kernels)
    : spec_(std::move(spec)),
      features_(features),
      tensors_(std::move(tensors)),
      lineage_(std::move(lineage)),
      wdl_(wdl),
      kernels_(kernels) {
  if (spec_.features.relations.any()) relations_.emplace(spec_.features.relations);
}

base::Result<std::shared_ptr<const Network>> Network::make(ModelSpec spec, std::vector<Tensor> tensors,
                                                           Lineage lineage, WdlModel wdl,
                                                           const kernels::Kernels& kernels) {
  if (auto good = check_spec(spec); !good) return good.error();
  const auto expected = tensors_of(spec);
  if (tensors.size() != expected.size()) {
    return Error{concat("network: found ", tensors.size(), " tensors, expected ", expected.size())};
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (tensors[i].spec() != expected[i])
      return Error{concat("network: tensor ", i + 1, " is not ", expected[i].name, " as the spec requires")};
  }
  auto features = spec.features.make();
  if (!features) return features.error();
  std::shared_ptr<Network> network(
      new Network(std::move(spec), *features, std::move(tensors), std::move(lineage), wdl, kernels));
  TABIA_TRY_VOID(network->prepare());
  return std::shared_ptr<const Network>(std::move(network));
}

Network::~Network() = default;

std::shared_ptr<const Network> Network::combined(std::string name, Ensemble ensemble) {
  ModelSpec spec;
  spec.name = std::move(name);
  spec.features.kind = FeatureSpec::Kind::Planes;
  spec.perspective = false;
  spec.accumulator = {1, Activation::Linear, Storage::F32, 1};
  spec.layers = {{1, Activation::Linear, Storage::F32, 1}};
  const WdlModel wdl = ensemble.members().front().network->wdl();
  Lineage lineage;
  lineage.description = concat("ensemble of ", ensemble.members().size(), " networks");
  auto tensors = empty_tensors(spec);
  const FeatureSet features = spec.features.make().value();
  std::shared_ptr<Network> network(new Network(std::move(spec), features, std::move(tensors),
                                               std::move(lineage), wdl, kernels::active_kernels()));
  TABIA_CHECK(network->prepare(), "a network without planes needs no device");
  network->ensemble_ = std::make_unique<const Ensemble>(std::move(ensemble));
  return network;
}

const Tensor& Network::tensor(std::string_view name) const {
  for (const Tensor& tensor : tensors_) {
    if (tensor.spec().name == name) return tensor;
  }
  TABIA_CHECK(false, "the network has no such tensor");
  std::abort();
}

base::Result<void> Network::prepare() {
  if (spec_.planes) return prepare_forward();
  const bool powers_of_two = spec_.arithmetic == Arithmetic::Stockfish19;
  raw_scale_ = powers_of_two ? 16 * spec_.output.eval_scale : tensors_.back().spec().scale;
  raw_factor_ = std::llround(raw_scale_);
  byte_one_ = byte_one(spec_.arithmetic);
  if (!spec_.is_quantised()) return {};
  weights_ = tensors_[0].values<std::int16_t>().data();
  bias_ = tensors_[1].values<std::int16_t>().data();
  if (spec_.piece_square) piece_square_ = tensor("piece_square").values<std::int32_t>().data();
  if (relations_) {
    relation_weights_ = tensor("relations.weights").values<std::int8_t>().data();
    if (spec_.piece_square)
      relation_piece_square_ = tensor("relations.piece_square").values<std::int32_t>().data();
  }
  if (spec_.layers.front().storage == Storage::I8) {
    pack_layers();
    return {};
  }
  const auto values = tensor("layer1.weights").values<std::int16_t>();
  const auto inputs = static_cast<std::size_t>(spec_.inputs_of_layer(0));
  for (std::size_t head = 0; head < static_cast<std::size_t>(spec_.output.heads); ++head) {
    AlignedBuffer& copy = direct_weights_.emplace_back(inputs * sizeof(std::int16_t));
    std::memcpy(copy.data(), values.data() + head * inputs, copy.size());
  }
  const int scale = spec_.accumulator.scale;
  small_weights_ = std::all_of(values.begin(), values.end(),
                               [&](int weight) { return std::abs(weight) * scale <= 32767; });
  return {};
}

base::Result<void> Network::prepare_forward() {
  std::vector<std::vector<float>> converted;  // what isn't stored as f32
  std::vector<deep::TensorData> data;
  for (const Tensor& tensor : tensors_) {
    if (tensor.spec().storage == Storage::F32) {
      data.push_back({tensor.values<float>(), {}});
      continue;
    }
    std::vector<float>& numbers = converted.emplace_back(tensor.spec().size());
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(tensor.stored(i));
    data.push_back({numbers, {}});
    if (tensor.spec().storage == Storage::I8) data.back().bytes = tensor.values<std::int8_t>();
  }
  TABIA_TRY(forward_, deep::make_forward(*spec_.planes, data));
  // Positions never wait for others; they are gathered only if all cores, or the device, are busy.
  deep::BatchLimits limits{.size = 16, .threads = base::usable_cores()};
  if (forward_->machine().is_device()) limits.size = kDeviceBatch;
  queue_ = std::make_unique<deep::BatchQueue>(*forward_, limits);
  return {};
}

deep::Outputs Network::deep_outputs(std::span<const Position> game,
                                    const deep::EncodeOptions& options) const {
  TABIA_CHECK(forward_ != nullptr, "deep_outputs() of a network without planes");
  const deep::Planes board = deep::encode(spec_.planes->input, game, options);
  deep::Outputs outputs;
  queue_->run({&board, 1}, {&outputs, 1});
  turn_to_mover(game.back(), outputs);
  return outputs;
}

std::vector<deep::Outputs> Network::deep_outputs_of(std::span<const std::span<const Position>> games,
                                                    deep::BatchQueue& queue) const {
  std::vector<deep::Planes> boards;
  boards.reserve(games.size());
  for (const std::span<const Position> game : games)
    boards.push_back(deep::encode(spec_.planes->input, game));
  std::vector<deep::Outputs> outputs(boards.size());
  queue.run(boards, outputs);
  for (std::size_t i = 0; i < outputs.size(); ++i) turn_to_mover(games[i].back(), outputs[i]);
  return outputs;
}

void Network::turn_to_mover(const Position& position, deep::Outputs& outputs) const noexcept {
  if (spec_.planes->input.is_movers() || position.side_to_move() == Color::White) return;
  outputs.value = -outputs.value;
  std::swap(outputs.wdl[0], outputs.wdl[2]);
}

double units_of_value(double value, const WdlModel& model) noexcept {
  // To centipawns, then to the units of the win model.
  constexpr double kPawns = 0.9;
  constexpr double kSlope = 1.5637541897;
  const double pawn = model.a[0] + model.a[1] + model.a[2] + model.a[3];
  return kPawns * std::tan(kSlope * std::clamp(value, -1.0, 1.0)) * pawn;
}

std::shared_ptr<const Network> Network::of_foreign(std::string name,
                                                   std::shared_ptr<const ForeignModel> model, Lineage lineage,
                                                   WdlModel wdl) {
  ModelSpec spec;
  spec.name = std::move(name);
  spec.features.kind = FeatureSpec::Kind::Planes;
  spec.perspective = false;
  spec.accumulator.storage = Storage::F32;
  spec.layers = {
      LayerSpec{.width = 1, .activation = Activation::Linear, .storage = Storage::F32, .scale = 1}};
  auto features = spec.features.make();
  TABIA_CHECK(features, "plain planes are features");
  std::shared_ptr<Network> network(
      new Network(std::move(spec), *features, {}, std::move(lineage), wdl, kernels::active_kernels()));
  network->foreign_ = std::move(model);
  return network;
}

Output Network::output_of(const deep::Outputs& outputs) const noexcept {
  const auto value = static_cast<double>(outputs.value);
  double units = value;
  if (spec_.planes->value.kind != deep::ValueSpec::Kind::Centipawns) units = units_of_value(value, wdl_);
  Output result;
  result.raw = result.positional = millionths(value);
  if (!std::isnan(units))
    result.score = base::clamped_evaluation(static_cast<std::int64_t>(std::clamp(units, -1e9, 1e9)));
  return result;
}

void Network::pack_layers() {
  heads_.resize(static_cast<std::size_t>(spec_.output.heads));
  for (std::size_t head = 0; head < heads_.size(); ++head) {
    for (std::size_t k = 0; k < spec_.layers.size(); ++k) {
      const auto weights = tensor(concat("layer", k + 1, ".weights")).values<std::int8_t>();
      const auto bias = tensor(concat("layer", k + 1, ".bias")).values<std::int32_t>();
      const auto inputs = static_cast<std::size_t>(spec_.inputs_of_layer(k));
      const auto outputs = static_cast<std::size_t>(spec_.layers[k].width);
      PackedLayer layer;
      layer.inputs = base::rounded_up(inputs, kernels::kInputGroup);
      layer.outputs = base::rounded_up(outputs, kernels::kOutputStep);
      layer.shift = std::countr_zero(static_cast<unsigned>(spec_.layers[k].scale));
      layer.weights = AlignedBuffer(kernels::packed_dense_size(inputs, outputs));
      layer.bias = AlignedBuffer(layer.outputs * sizeof(std::int32_t));
      kernels::pack_dense(reinterpret_cast<std::int8_t*>(layer.weights.data()),
                          weights.data() + head * outputs * inputs, inputs, outputs);
      std::memcpy(layer.bias.data(), bias.data() + head * outputs, outputs * sizeof(std::int32_t));
      heads_[head].push_back(std::move(layer));
    }
  }
}

base::Score Network::scaled(std::int64_t raw) const noexcept {
  if (spec_.arithmetic != Arithmetic::Tabia) return base::clamped_evaluation(raw / 16);
  const double output = static_cast<double>(raw) / raw_scale_;
  const double shaped = spec_.output.activation == Activation::Tanh ? std::tanh(output) : output;
  const double bounded = std::clamp(shaped * spec_.output.eval_scale, -1e9, 1e9);
  return base::clamped_evaluation(static_cast<std::int64_t>(bounded));
}

// A single output layer of 16-bit weights directly on the activated sums.
std::int64_t Network::direct_output(const Sums& sums, Color side_to_move, int bucket) const noexcept {
  const auto* weights =
      reinterpret_cast<const std::int16_t*>(direct_weights_[static_cast<std::size_t>(bucket)].data());
  const auto width = static_cast<std::size_t>(spec_.accumulator.width);
  const int limit = spec_.accumulator.scale;
  std::int64_t sum = 0;
  for (const Color side : {side_to_move, ~side_to_move}) {
    const std::int16_t* values = sums.accumulator[side];
    switch (spec_.accumulator.activation) {
      case Activation::Clipped:
        sum += kernels_.dot_clipped(values, weights, width, limit) * limit;
        weights += width;
        break;
      case Activation::Pairwise:
        sum += kernels_.dot_clipped_product(values, weights, width / 2, limit, small_weights_);
        weights += width / 2;
        break;
      default:
        sum += kernels_.dot_clipped_squared(values, weights, width, limit, small_weights_);
        weights += width;
        break;
    }
  }
  return sum / limit + tensors_.back().values<std::int32_t>()[static_cast<std::size_t>(bucket)];
}

// Sums of a layer to bytes, in blocks that compilers vectorize: up to kOutputStep - 1 bytes after the last
// are written too.
namespace {

void clip(std::uint8_t* __restrict bytes, const std::int32_t* __restrict values, std::size_t count,
          int shift) noexcept {
  for (std::size_t begin = 0; begin < count; begin += kernels::kOutputStep)
    for (std::size_t o = begin; o < begin + kernels::kOutputStep; ++o)
      bytes[o] = static_cast<std::uint8_t>(std::clamp(values[o] >> shift, 0, kMostByte));
}

void square(std::uint8_t* __restrict bytes, const std::int32_t* __restrict values, std::size_t count,
            int shift) noexcept {
  constexpr int kMostShift = 8;  // up to here the square of every relevant value fits in 32 bits
  if (shift <= kMostShift) {
    const std::int32_t most = (kMostByte + 1) << shift;
    for (std::size_t begin = 0; begin < count; begin += kernels::kOutputStep) {
      for (std::size_t o = begin; o < begin + kernels::kOutputStep; ++o) {
        const std::int32_t value = std::clamp(values[o], -most, most);
        bytes[o] = static_cast<std::uint8_t>(std::min(kMostByte, (value * value) >> (2 * shift + 7)));
      }
    }
    return;
  }
  for (std::size_t o = 0; o < count; ++o) {
    const std::int64_t square = static_cast<std::int64_t>(values[o]) * values[o];
    bytes[o] = static_cast<std::uint8_t>(std::min<std::int64_t>(kMostByte, square >> (2 * shift + 7)));
  }
}

}  // namespace

std::int64_t Network::straight(std::int64_t sum, int shift) const noexcept {
  if (spec_.arithmetic == Arithmetic::Stockfish19) return sum;
  // 9600 / 8128 in Stockfish up to 18.
  return sum * raw_factor_ / (std::int64_t{byte_one_} << shift);
}

std::int64_t Network::result_of(std::int64_t sum, std::int64_t past_the_others) const noexcept {
  const std::int64_t whole = sum + past_the_others;
  if (spec_.arithmetic != Arithmetic::Stockfish19) return whole;
  // From 128 times the scale of the last weights to the units of the result; 9600 / 16384 in Stockfish.
  return whole * raw_factor_ / (std::int64_t{byte_one_} * spec_.layers.back().scale);
}

// Layers of bytes, each clipped to 0..127 for the next.
std::int64_t Network::layered_output(const Sums& sums, Color side_to_move, int bucket) const noexcept {
  alignas(64) std::uint8_t bytes[kMaxByteInputs];
  alignas(64) std::int32_t values[kMaxByteOutputs + kernels::kOutputStep];
  const std::vector<PackedLayer>& layers = heads_[static_cast<std::size_t>(bucket)];
  const auto width = static_cast<std::size_t>(spec_.accumulator.width);
  const auto [limit, shift] = byte_transform(spec_.accumulator);
  std::uint8_t* next = bytes;
  for (const Color side : {side_to_move, ~side_to_move}) {
    switch (spec_.accumulator.activation) {
      case Activation::Clipped:
        kernels_.clipped(next, sums.accumulator[side], width, limit, shift);
        next += width;
        break;
      case Activation::Pairwise:
        kernels_.clipped_product(next, sums.accumulator[side], width / 2, limit, shift);
        next += width / 2;
        break;
      default:
        kernels_.clipped_squared(next, sums.accumulator[side], width, limit, shift);
        next += width;
        break;
    }
  }

  const bool collected = spec_.is_collected();
  std::int64_t past_the_others = 0;
  const std::uint8_t* in = bytes;
  std::uint8_t* free = bytes;  // where the outputs of the next layer go
  for (std::size_t k = 0;; ++k) {
    const PackedLayer& layer = layers[k];
    const bool last = k + 1 == layers.size();
    if (last && collected) in = bytes;
    kernels_.dense(values, reinterpret_cast<const std::int32_t*>(layer.bias.data()),
                   reinterpret_cast<const std::int8_t*>(layer.weights.data()), in, layer.inputs,
                   layer.outputs);
    if (last) return result_of(values[0], past_the_others);
    const auto outputs = static_cast<std::size_t>(spec_.layers[k].width);
    std::size_t filled = outputs;
    switch (spec_.layers[k].activation) {
      case Activation::Dual:
        square(free, values, outputs - 1, layer.shift);
        clip(free + outputs - 1, values, outputs - 1, layer.shift);
        past_the_others = straight(values[outputs - 1], layer.shift);
        filled = 2 * (outputs - 1);
        break;
      case Activation::DualAll:
        square(free, values, outputs, layer.shift);
        clip(free + outputs, values, outputs, layer.shift);
        if (k == 0)
          past_the_others = straight(std::int64_t{values[outputs - 2]} - values[outputs - 1], layer.shift);
        filled = 2 * outputs;
        break;
      default:
        clip(free, values, outputs, layer.shift);
        break;
    }
    in = free;
    std::fill_n(free + filled, kernels::kInputGroup, std::uint8_t{0});  // layers take groups of inputs
    if (collected) free += filled;
  }
}

Output Network::output(const Sums& sums, Color side_to_move, int bucket) const noexcept {
  Output result;
  result.bucket = bucket;
  if (piece_square_) {
    const auto head = static_cast<std::size_t>(bucket);
    const std::int64_t own = sums.piece_square[side_to_move][head];
    result.piece_square = (own - sums.piece_square[~side_to_move][head]) / 2;
  }
  const bool direct = spec_.layers.front().storage == Storage::I16;
  result.positional =
      direct ? direct_output(sums, side_to_move, bucket) : layered_output(sums, side_to_move, bucket);
  result.raw = result.piece_square + result.positional;
  result.score = scaled(result.raw);
  return result;
}

Output Network::fresh_output(const Position& position) const {
  return fresh_output(position, bucket_of(position));
}

Output Network::fresh_output(std::span<const Position> game) const {
  if (foreign_) return foreign_->output(game);
  if (forward_) return output_of(deep_outputs(game));
  if (!ensemble_) return fresh_output(game.back());
  Output output;
  output.score = ensemble_->combined(
      game.back(), [&](std::size_t i) { return ensemble_->members()[i].network->fresh_output(game).score; });
  output.raw = output.positional = output.score;
  return output;
}

bool Network::sees_history() const noexcept {
  if (foreign_) return foreign_->sees_history();
  if (spec_.planes) return spec_.planes->input.sees_history();
  if (!ensemble_) return false;
  const auto& members = ensemble_->members();
  return std::any_of(members.begin(), members.end(),
                     [](const EnsembleMember& member) { return member.network->sees_history(); });
}

bool Network::is_slow() const noexcept {
  if (!ensemble_) return foreign_ || forward_;
  const auto& members = ensemble_->members();
  return std::any_of(members.begin(), members.end(),
                     [](const EnsembleMember& member) { return member.network->is_slow(); });
}

chess::Key Network::input_key(std::span<const Position> game) const {
  const chess::Key own = game.back().key();
  if (foreign_) return foreign_->input_key(game);
  if (forward_) {
    // Boards that look the same from both sides have the same planes, and networks for White differ in sign.
    const chess::Key side = spec_.planes->input.is_movers() || game.back().side_to_move() == Color::White;
    return deep::key_of(deep::encode(spec_.planes->input, game)) + side;
  }
  if (!ensemble_) return own;
  base::Hash64 hash;
  hash.update(&own, sizeof own);
  for (const EnsembleMember& member : ensemble_->members()) {
    if (member.network->is_slow()) {
      const chess::Key key = member.network->input_key(game);
      hash.update(&key, sizeof key);
    }
  }
  return hash.value();
}

Output Network::fresh_output(const Position& position, int bucket) const {
  if (foreign_ || forward_ || ensemble_) return fresh_output(std::span(&position, 1));
  if (!spec_.is_quantised()) return float_output(position, bucket);
  constexpr std::size_t kMaxWidth = 3072;
  constexpr std::size_t kMaxHeads = 32;
  struct Side {
    alignas(64) std::int16_t accumulator[kMaxWidth];
    std::int32_t piece_square[kMaxHeads];
  };
  chess::EnumArray<Color, Side> sides;
  const auto width = static_cast<std::size_t>(spec_.accumulator.width);
  const auto heads = static_cast<std::size_t>(spec_.output.heads);
  static constexpr std::int32_t kZeros[kMaxHeads] = {};
  Sums sums;
  for (const Color color : {Color::White, Color::Black}) {
    std::uint32_t active[FeatureSet::kMaxActive];
    const auto count = static_cast<std::size_t>(features_.active(position, color, active));
    kernels_.add_rows(sides[color].accumulator, bias_, weights_, active, count, nullptr, 0, width);
    sums.accumulator[color] = sides[color].accumulator;
    if (piece_square_) {
      kernels_.add_rows_i32(sides[color].piece_square, kZeros, piece_square_, active, count, nullptr, 0,
                            heads);
      sums.piece_square[color] = sides[color].piece_square;
    }
    if (relations_) add_relations(position, color, sides[color].accumulator, sides[color].piece_square);
  }
  return output(sums, position.side_to_move(), bucket);
}

void Network::add_relations(const Position& position, Color perspective, std::int16_t* accumulator,
                            std::int32_t* piece_square) const noexcept {
  std::uint32_t active[RelationSet::kMaxActive];
  const std::size_t count = relations_->active(position, perspective, active);
  kernels_.add_mixed_rows(accumulator, accumulator, weights_, {}, relation_weights_,
                          {active, count, nullptr, 0}, static_cast<std::size_t>(spec_.accumulator.width));
  if (relation_piece_square_)
    kernels_.add_rows_i32(piece_square, piece_square, relation_piece_square_, active, count, nullptr, 0,
                          static_cast<std::size_t>(spec_.output.heads));
}

double Network::shaped(double output) const noexcept {
  const Activation activation = spec_.output.activation;
  const double value = activation == Activation::Tanh      ? std::tanh(output)
                       : activation == Activation::Sigmoid ? 1 / (1 + std::exp(-output))
                                                           : output;
  return value * spec_.output.eval_scale;
}

namespace {

// Adds what the next layer sees of the first layer's sums.
void append_activated(const AccumulatorSpec& accumulator, const std::vector<float>& sums,
                      std::vector<float>& values) {
  const std::size_t half = sums.size() / 2;
  if (accumulator.activation == Activation::Pairwise) {
    for (std::size_t i = 0; i < half; ++i)
      values.push_back(activated(Activation::Clipped, sums[i]) *
                       activated(Activation::Clipped, sums[i + half]));
    return;
  }
  for (const float sum : sums) values.push_back(activated(accumulator.activation, sum));
}

}  // namespace

// Plain forward pass in single precision. The first layer is a sum of the rows of the active inputs.
Output Network::float_output(const Position& position, int bucket) const {
  const auto width = static_cast<std::size_t>(spec_.accumulator.width);
  const auto head = static_cast<std::size_t>(bucket);
  const Color us = position.side_to_move();
  std::vector<float> values;
  double straight = 0;
  std::vector<float> sums(width);
  for (const Color side : {us, ~us}) {
    if (!spec_.perspective && side != us) break;
    std::uint32_t active[FeatureSet::kMaxActive];
    const auto count =
        static_cast<std::size_t>(features_.active(position, spec_.perspective ? side : Color::White, active));
    kernels_.add_rows_f32(sums.data(), tensors_[1].values<float>().data(), tensors_[0].values<float>().data(),
                          active, count, width);
    std::uint32_t pairs[RelationSet::kMaxActive];
    const std::size_t pair_count = relations_ ? relations_->active(position, side, pairs) : 0;
    if (relations_)
      kernels_.add_rows_f32(sums.data(), sums.data(), tensor("relations.weights").values<float>().data(),
                            pairs, pair_count, width);
    append_activated(spec_.accumulator, sums, values);
    if (!spec_.piece_square) continue;
    const auto heads = static_cast<std::size_t>(spec_.output.heads);
    double part = 0;
    const auto add_part = [&](std::string_view name, std::span<const std::uint32_t> inputs) {
      const auto table = tensor(name).values<float>();
      for (const std::uint32_t input : inputs) part += static_cast<double>(table[input * heads + head]);
    };
    add_part("piece_square", {active, count});
    if (relations_) add_part("relations.piece_square", {pairs, pair_count});
    straight += !spec_.perspective ? part : side == us ? part / 2 : -part / 2;
  }
  const double positional = float_layers(std::move(values), head);
  // Networks that see only White's side answer for White.
  const double sign = !spec_.perspective && us == Color::Black ? -1 : 1;
  Output result;
  result.bucket = bucket;
  result.piece_square = millionths(sign * straight);
  result.positional = millionths(sign * positional);
  result.raw = result.piece_square + result.positional;
  const double score = std::clamp(shaped(sign * (straight + positional)), -1e9, 1e9);
  result.score = std::isnan(score) ? 0 : base::clamped_evaluation(static_cast<std::int64_t>(score));
  return result;
}

double Network::float_layers(std::vector<float> values, std::size_t head) const {
  double past_the_others = 0;  // what a dual layer adds directly to the result
  std::vector<float> collected;
  std::size_t at = spec_.first_layer_tensor();
  for (std::size_t k = 0; k < spec_.layers.size(); ++k, at += 2) {
    const auto weights = tensors_[at].values<float>();
    const auto bias = tensors_[at + 1].values<float>();
    const auto outputs = static_cast<std::size_t>(spec_.layers[k].width);
    std::vector<float> next(outputs);
    for (std::size_t o = 0; o < outputs; ++o) {
      const float* row = weights.data() + (head * outputs + o) * values.size();
      next[o] = activated(spec_.layers[k].activation,
                          bias[head * outputs + o] + kernels_.dot_f32(row, values.data(), values.size()));
    }
    if (spec_.layers[k].activation == Activation::Dual) {
      past_the_others = static_cast<double>(next.back());
      next.pop_back();
      next = squared_and_clipped(next);
    } else if (spec_.layers[k].activation == Activation::DualAll) {
      if (k == 0) past_the_others = static_cast<double>(next[outputs - 2]) - static_cast<double>(next.back());
      next = squared_and_clipped(next);
      collected.insert(collected.end(), next.begin(), next.end());
      if (k + 2 == spec_.layers.size()) next = collected;
    }
    values = std::move(next);
  }
  return static_cast<double>(values[0]) + past_the_others;
}

double Network::output_of(std::span<const float> inputs) const {
  TABIA_CHECK(!evaluates_positions() && inputs.size() == features_.rows(),
              "wrong number of inputs for this network");
  const auto width = static_cast<std::size_t>(spec_.accumulator.width);
  const auto weights = tensors_[0].values<float>();
  const auto bias = tensors_[1].values<float>();
  std::vector<float> sums(bias.begin(), bias.end());
  double straight = 0;
  for (std::size_t row = 0; row < inputs.size(); ++row) {
    for (std::size_t i = 0; i < width; ++i) sums[i] += inputs[row] * weights[row * width + i];
    if (spec_.piece_square)
      straight += static_cast<double>(inputs[row]) * static_cast<double>(tensors_[2].values<float>()[row]);
  }
  std::vector<float> values;
  append_activated(spec_.accumulator, sums, values);
  return shaped(straight + float_layers(std::move(values), 0));
}

}  // namespace tabia::nn
