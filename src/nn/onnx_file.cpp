#include "nn/onnx_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"
#include "deep/planes.h"
#include "nn/load.h"
#include "nn/onnx_accumulators.h"
#include "nn/onnx_planes.h"
#include "nn/passport.h"

namespace tabia::nn {
namespace {

using base::concat;
using base::Error;
using base::Result;
using onnx::ElementType;
using onnx::Shape;
using onnx::ValueInfo;

// The memory of a model, in multiples of its file size: its numbers as read, and as they are arranged to run.
constexpr std::uint64_t kCopies = 3;
constexpr std::size_t kMostForRun = std::size_t{8} << 30;  // bytes

// --- the inputs of a model

// NetworkPlanes: the planes that the model spec in the metadata describes.
enum class InputKind {
  Planes,
  WhiteToMove,
  Own,
  Other,
  OwnRelations,
  OtherRelations,
  Head,
  NetworkPlanes,
  Lc0Planes,
};

struct KnownInput {
  std::string_view name;
  InputKind kind;
  ElementType type;
  std::int64_t numbers;  // of one position; -1: any number
};
constexpr std::array<KnownInput, 9> kInputs = {{
    {"planes", InputKind::Planes, ElementType::Float, 768},
    {"white_to_move", InputKind::WhiteToMove, ElementType::Float, 1},
    {"own", InputKind::Own, ElementType::Int64, 32},
    {"other", InputKind::Other, ElementType::Int64, 32},
    {"own_relations", InputKind::OwnRelations, ElementType::Int64, -1},
    {"other_relations", InputKind::OtherRelations, ElementType::Int64, -1},
    {"head", InputKind::Head, ElementType::Int64, 1},
    {"network_planes", InputKind::NetworkPlanes, ElementType::Float, 0},
    {"/input/planes", InputKind::Lc0Planes, ElementType::Float, 112 * 64},
}};

// The numbers of one position, by the shape without the batch; -1 if one more dimension is free.
std::int64_t numbers_of(const ValueInfo& value) {
  std::int64_t product = 1;
  for (std::size_t i = 1; i < value.shape.size(); ++i) {
    const std::int64_t size = value.shape[i].size;
    if (size < 0 || size > 1'000'000 || product > 1'000'000) return -1;
    product *= size;
  }
  return product;
}

std::string described(const ValueInfo& value) {
  return concat(base::quoted(value.name), " ", name_of(value.type), value.shape_text());
}

Result<InputKind> kind_of(const ValueInfo& value, bool is_only) {
  const std::int64_t numbers = numbers_of(value);
  const bool has_batch = !value.shape.empty() && (value.shape[0].size == 1 || value.shape[0].size < 0);
  for (const KnownInput& known : kInputs) {
    const bool fits = numbers == known.numbers || known.kind == InputKind::NetworkPlanes;
    if (value.name == known.name && value.type == known.type && fits && has_batch) return known.kind;
  }
  // Models of other programs: recognized by their shape.
  if (is_only && has_batch && value.type == ElementType::Float) {
    if (numbers == 768) return InputKind::Planes;
    if (numbers == 112L * 64) return InputKind::Lc0Planes;
  }
  return Error{
      concat("can't tell what the input ", described(value),
             " takes; expected `planes` float[batch, 12, 8, 8] with `white_to_move` float[batch, 1], "
             "lc0's `/input/planes` float[batch, 112, 8, 8], or the indices that `tabia net convert` "
             "writes")};
}

// --- the outputs of a model

enum class OutputKind {
  Score,            // evaluation units, for the side to move
  WhiteScore,       // the same for White
  WhiteCentipawns,  // a single number without a name that we know
  Centipawns,       // the same for the side to move
  Wdl,              // three chances, for the side to move
  Expectation,      // -1 to 1, for the side to move
};

struct ModelOutput {
  std::size_t index = 0;
  OutputKind kind = OutputKind::Score;
  std::optional<std::size_t> raw = std::nullopt;  // the engine's integer output, in exact models
};

Result<ModelOutput> output_of_model(const std::vector<ValueInfo>& outputs, bool is_ours, bool knows_side) {
  const auto find = [&](std::string_view name, std::int64_t numbers) -> std::optional<std::size_t> {
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      if (outputs[i].name == name && numbers_of(outputs[i]) == numbers) return i;
    }
    return std::nullopt;
  };
  const auto is_number = [&](const ValueInfo& value) {
    return (value.type == ElementType::Float || value.type == ElementType::Int64) && numbers_of(value) == 1;
  };
  if (const auto index = find("score", 1); index && is_ours && is_number(outputs[*index]))
    return ModelOutput{*index, OutputKind::Score, find("raw", 1)};
  if (const auto index = find("white_score", 1); index && is_ours && is_number(outputs[*index]))
    return ModelOutput{*index, OutputKind::WhiteScore};
  if (const auto index = find("/output/wdl", 3); index && outputs[*index].type == ElementType::Float)
    return ModelOutput{*index, OutputKind::Wdl};
  if (const auto index = find("/output/value", 1); index && outputs[*index].type == ElementType::Float)
    return ModelOutput{*index, OutputKind::Expectation};
  if (outputs.size() == 1 && is_number(outputs[0]))
    return ModelOutput{0, knows_side ? OutputKind::Centipawns : OutputKind::WhiteCentipawns};
  std::string found;
  for (const ValueInfo& output : outputs) found += concat(found.empty() ? "" : ", ", described(output));
  return Error{
      concat("can't tell which output is the evaluation: found ", found,
             ", expected `score` of `tabia net convert`, lc0's `/output/wdl` or `/output/value`, or a "
             "single number")};
}

// --- running

class OnnxNetwork final : public ForeignModel {
 public:
  OnnxNetwork(std::shared_ptr<const onnx::Runner> runner, std::vector<InputKind> inputs, ModelOutput output,
              std::optional<ModelSpec> spec, WdlModel wdl, std::string hash, std::string description)
      : runner_(std::move(runner)),
        inputs_(std::move(inputs)),
        output_(output),
        wdl_(wdl),
        hash_(std::move(hash)),
        description_(std::move(description)) {
    encoding_.kind = deep::InputSpec::Kind::Lc0;
    if (!spec) return;
    if (spec->planes) encoding_ = spec->planes->input;
    heads_ = spec->output;
    if (auto features = spec->features.make()) features_ = *features;
    if (spec->features.relations.any()) relations_.emplace(spec->features.relations);
  }

  [[nodiscard]] Output output(std::span<const Position> game) const override {
    const Position& position = game.back();
    onnx::Tensors inputs;
    for (std::size_t i = 0; i < inputs_.size(); ++i) inputs.push_back(input_of(i, game));
    Output result;
    const auto outputs = runner_->run(inputs);
    if (!outputs || (*outputs)[output_.index].size() < (output_.kind == OutputKind::Wdl ? 3U : 1U))
      return result;
    const double units = units_of((*outputs)[output_.index], position);
    if (std::isnan(units)) return result;
    result.raw = result.positional = std::llround(std::clamp(units * 1e6, -1e15, 1e15));
    result.score = base::clamped_evaluation(static_cast<std::int64_t>(std::clamp(units, -1e9, 1e9)));
    if (output_.raw && (*outputs)[*output_.raw].is(ElementType::Int64))
      result.raw = result.positional = (*outputs)[*output_.raw].data<std::int64_t>()[0];
    return result;
  }
  [[nodiscard]] bool sees_history() const noexcept override {
    return sees_planes() && encoding_.sees_history();
  }
  [[nodiscard]] chess::Key input_key(std::span<const Position> game) const override {
    if (!sees_planes()) return ForeignModel::input_key(game);
    const chess::Key side = game.back().side_to_move() == Color::White;
    return key_of(deep::encode(encoding_, game)) + side;
  }
  [[nodiscard]] const std::string& hash() const noexcept override { return hash_; }
  [[nodiscard]] std::string description() const override { return description_; }

 private:
  // Does it take the planes of `encoding_`?
  [[nodiscard]] bool sees_planes() const noexcept {
    return std::any_of(inputs_.begin(), inputs_.end(), [](InputKind kind) {
      return kind == InputKind::NetworkPlanes || kind == InputKind::Lc0Planes;
    });
  }

  // The shape of an input for one position; `free` for a second free dimension.
  [[nodiscard]] Shape shape_of(std::size_t index, std::int64_t free) const {
    Shape shape;
    for (const onnx::Dimension& dimension : runner_->inputs()[index].shape)
      shape.push_back(dimension.size >= 0 ? dimension.size : shape.empty() ? 1 : free);
    return shape;
  }

  [[nodiscard]] onnx::Tensor indices_of(std::size_t index, std::span<const std::uint32_t> active,
                                        std::int64_t size, std::int64_t padding) const {
    onnx::Tensor tensor(ElementType::Int64, shape_of(index, size));
    std::int64_t* out = tensor.data<std::int64_t>();
    for (std::size_t i = 0; i < tensor.size(); ++i)
      out[i] = i < active.size() ? std::int64_t{active[i]} : padding;
    return tensor;
  }

  [[nodiscard]] onnx::Tensor input_of(std::size_t index, std::span<const Position> game) const {
    const Position& position = game.back();
    const InputKind kind = inputs_[index];
    const Color us = position.side_to_move();
    switch (kind) {
      case InputKind::Planes: {
        onnx::Tensor tensor(ElementType::Float, shape_of(index, 1));
        for (chess::Bitboard rest = position.occupied(); rest;) {
          const Square square = chess::pop_first(rest);
          const Piece piece = position.piece_on(square);
          const int plane =
              (chess::color_of(piece) == Color::White ? 0 : 6) + static_cast<int>(chess::type_of(piece));
          tensor.data<float>()[64 * plane + (chess::index_of(square) ^ 56)] = 1;
        }
        return tensor;
      }
      case InputKind::WhiteToMove: {
        onnx::Tensor tensor(ElementType::Float, shape_of(index, 1));
        tensor.data<float>()[0] = us == Color::White ? 1.0f : 0.0f;
        return tensor;
      }
      case InputKind::Own:
      case InputKind::Other: {
        std::array<std::uint32_t, FeatureSet::kMaxActive> active{};
        const int count = features_.active(position, kind == InputKind::Own ? us : ~us, active.data());
        return indices_of(index, std::span(active).first(static_cast<std::size_t>(count)), 32,
                          features_.rows());
      }
      case InputKind::OwnRelations:
      case InputKind::OtherRelations: {
        std::array<std::uint32_t, RelationSet::kMaxActive> active{};
        const std::size_t count =
            relations_->active(position, kind == InputKind::OwnRelations ? us : ~us, active.data());
        const auto size = static_cast<std::int64_t>(std::max<std::size_t>(count, 1));
        return indices_of(index, std::span(active).first(count), size, relations_->rows());
      }
      case InputKind::Head: {
        onnx::Tensor tensor(ElementType::Int64, shape_of(index, 1));
        tensor.data<std::int64_t>()[0] =
            output_bucket(heads_.buckets, heads_.heads, chess::count(position.occupied()));
        return tensor;
      }
      case InputKind::NetworkPlanes:
      case InputKind::Lc0Planes:
        break;
    }
    const deep::Planes planes = deep::encode(encoding_, game);
    onnx::Tensor tensor(ElementType::Float, shape_of(index, 1));
    const std::size_t count =
        std::min<std::size_t>(static_cast<std::size_t>(planes.count), tensor.size() / 64);
    for (std::size_t plane = 0; plane < count; ++plane) {
      for (std::size_t square = 0; square < 64; ++square) {
        if ((planes.planes[plane].squares >> square & 1) != 0)
          tensor.data<float>()[64 * plane + square] = planes.planes[plane].value;
      }
    }
    return tensor;
  }

  // In evaluation units, for the side to move.
  [[nodiscard]] double units_of(const onnx::Tensor& output, const Position& position) const {
    const auto number = [&](std::size_t i) {
      return output.is(ElementType::Int64) ? static_cast<double>(output.data<std::int64_t>()[i])
                                           : static_cast<double>(output.data<float>()[i]);
    };
    const double pawn = wdl_.a[0] + wdl_.a[1] + wdl_.a[2] + wdl_.a[3];
    switch (output_.kind) {
      case OutputKind::Score:
        return number(0);
      case OutputKind::WhiteScore:
        return position.side_to_move() == Color::White ? number(0) : -number(0);
      case OutputKind::Centipawns:
        return number(0) * pawn / 100;
      case OutputKind::WhiteCentipawns:
        return (position.side_to_move() == Color::White ? number(0) : -number(0)) * pawn / 100;
      case OutputKind::Wdl:
        return units_of_value(number(0) - number(2), wdl_);
      case OutputKind::Expectation:
        return units_of_value(number(0), wdl_);
    }
    return 0;
  }

  std::shared_ptr<const onnx::Runner> runner_;
  std::vector<InputKind> inputs_;
  ModelOutput output_;
  WdlModel wdl_;
  std::string hash_;
  std::string description_;
  deep::InputSpec encoding_;  // lc0's planes, or those of the spec
  // For indices only.
  OutputSpec heads_;
  FeatureSet features_;
  std::optional<RelationSet> relations_;
};

// Does the metadata have what is needed to make the numbers of this input?
Result<void> check_spec_of(const ValueInfo& input, InputKind kind, const std::optional<ModelSpec>& spec) {
  const bool has_features = spec && !spec->planes && spec->perspective;
  bool is_known = true;
  switch (kind) {
    case InputKind::Planes:
    case InputKind::WhiteToMove:
      break;
    case InputKind::Lc0Planes:
      is_known = !spec || (spec->planes && spec->planes->input.kind == deep::InputSpec::Kind::Lc0);
      break;
    case InputKind::NetworkPlanes:
      is_known = spec && spec->planes && numbers_of(input) == 64L * spec->planes->input.planes();
      break;
    case InputKind::Own:
    case InputKind::Other:
    case InputKind::Head:
      is_known = has_features;
      break;
    case InputKind::OwnRelations:
    case InputKind::OtherRelations:
      is_known = has_features && spec->features.relations.any();
      break;
  }
  if (is_known) return {};
  return Error{concat("the input ", described(input), " doesn't fit the model spec in the metadata (",
                      kOnnxSpec, ")")};
}

std::string description_of(const onnx::Model& model) {
  std::string text = concat("producer:    ", model.producer, " ", model.producer_version,
                            "\nopset:       ", model.opset, " (IR ", model.ir_version, ")\n");
  for (const auto* list : {&model.inputs, &model.outputs}) {
    for (const ValueInfo& value : *list)
      text += concat(list == &model.inputs ? "input:       " : "output:      ", described(value),
                     value.meaning.empty() ? "" : concat(": ", value.meaning), "\n");
  }
  std::map<std::string, int> counts;
  for (const onnx::Node& node : model.nodes) ++counts[node.operation];
  text += "operators:  ";
  for (const auto& [name, count] : counts) text += concat(" ", name, count > 1 ? concat(" x", count) : "");
  std::size_t numbers = 0;
  for (const onnx::Constant& constant : model.constants)
    numbers += constant.bytes.size() / bytes_of(constant.type);
  return concat(text, "\nconstants:   ", base::with_thousands(numbers), " numbers\n");
}

}  // namespace

Result<onnx::Model> onnx_model_of(const Network& network, const OnnxOptions& options) {
  TABIA_TRY_VOID(require_tensors(network));
  TABIA_TRY(onnx::Model model, network.spec().planes ? onnx_of_planes(network, options)
                                                     : onnx_of_accumulators(network, options));
  model.producer = "tabia";
  model.producer_version = "1";
  model.meaning = network.lineage().description;
  model.metadata = {{std::string(kOnnxSpec), to_text(network.spec())},
                    {std::string(kOnnxPassport), to_text(Passport{network.lineage(), network.wdl()})},
                    {std::string(kOnnxNetwork), network_hash(network)}};
  return model;
}

Result<std::string> write_onnx(const Network& network, const OnnxOptions& options) {
  TABIA_TRY(const onnx::Model model, onnx_model_of(network, options));
  return write_model(model);
}

Result<std::shared_ptr<const Network>> onnx_network(std::string_view file, const onnx::Model& model,
                                                    std::shared_ptr<const onnx::Runner> runner) {
  Passport passport;
  std::optional<ModelSpec> spec;
  if (const std::string* text = model.find_metadata(kOnnxPassport)) {
    auto read = parse_passport(*text);
    if (!read) return read.error().inside(std::string(kOnnxPassport));
    passport = std::move(*read);
  }
  if (const std::string* text = model.find_metadata(kOnnxSpec)) {
    auto read = parse_spec(*text);
    if (!read) return read.error().inside(std::string(kOnnxSpec));
    spec = std::move(*read);
  }
  std::vector<InputKind> kinds;
  bool knows_side = false;
  for (const ValueInfo& input : runner->inputs()) {
    TABIA_TRY(const InputKind kind, kind_of(input, runner->inputs().size() == 1));
    TABIA_TRY_VOID(check_spec_of(input, kind, spec));
    knows_side = knows_side || kind != InputKind::Planes;
    kinds.push_back(kind);
  }
  TABIA_TRY(const ModelOutput output, output_of_model(runner->outputs(), spec.has_value(), knows_side));
  base::Hash64 hash;
  hash.update(file);
  std::string name = spec && !spec->name.empty() ? spec->name : model.graph_name;
  auto foreign =
      std::make_shared<const OnnxNetwork>(std::move(runner), std::move(kinds), output, spec, passport.wdl,
                                          base::hex64(hash.value()), description_of(model));
  return Network::of_foreign(std::move(name), std::move(foreign), passport.lineage, passport.wdl);
}

Result<std::shared_ptr<const Network>> read_onnx(std::string_view file, const onnx::RuntimeOptions& options,
                                                 const base::MemoryLimit& memory) {
  TABIA_TRY_VOID(base::check_available("the model", kCopies * file.size(), memory));
  TABIA_TRY(auto session, onnx::load_in_runtime(file, options));
  // The library reads more than our reader does. Without our metadata, the inputs tell us what the model is.
  auto model = onnx::read_model(file);
  if (model) return onnx_network(file, *model, std::move(session));
  onnx::Model unread;
  unread.inputs = session->inputs();
  unread.outputs = session->outputs();
  return onnx_network(file, unread, std::move(session));
}

Result<std::shared_ptr<const Network>> read_onnx(std::string_view file, const base::MemoryLimit& memory) {
  TABIA_TRY_VOID(base::check_available("the model", kCopies * file.size(), memory));
  TABIA_TRY(const onnx::Model model, onnx::read_model(file));
  onnx::ProgramOptions options;
  if (const auto available = memory.bytes ? memory.bytes : base::available_memory())
    options.memory = std::min<std::size_t>(*available / 2, kMostForRun);
  TABIA_TRY(auto program, onnx::Program::make(model, options));
  return onnx_network(file, model, std::move(program));
}

}  // namespace tabia::nn
