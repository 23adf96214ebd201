#include "nn/spec.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/text.h"
#include "base/toml.h"
#include "base/toml_reader.h"

namespace tabia::nn {
namespace {

using base::concat;
using base::Error;
using base::known_names;
using base::name_in;
using base::Named;
using base::quoted;
using base::read_table;
using base::TableReader;
using base::TomlArray;
using base::TomlTable;
using base::TomlValue;

constexpr std::array<Named<Activation>, 9> kActivations = {{{"linear", Activation::Linear},
                                                            {"relu", Activation::Relu},
                                                            {"sigmoid", Activation::Sigmoid},
                                                            {"tanh", Activation::Tanh},
                                                            {"crelu", Activation::Clipped},
                                                            {"screlu", Activation::ClippedSquared},
                                                            {"pairwise", Activation::Pairwise},
                                                            {"dual", Activation::Dual},
                                                            {"dual-all", Activation::DualAll}}};
constexpr std::array<Named<Storage>, 5> kStorages = {{{"f32", Storage::F32},
                                                      {"i16", Storage::I16},
                                                      {"i8", Storage::I8},
                                                      {"i32", Storage::I32},
                                                      {"f16", Storage::F16}}};
constexpr std::array<Named<Arithmetic>, 4> kArithmetics = {{{"tabia", Arithmetic::Tabia},
                                                            {"stockfish-halfkp", Arithmetic::StockfishHalfkp},
                                                            {"stockfish-halfka", Arithmetic::StockfishHalfka},
                                                            {"stockfish-19", Arithmetic::Stockfish19}}};
constexpr std::array<Named<Threats>, 3> kThreats = {{{"none", Threats::None},
                                                     {"stockfish-18", Threats::Stockfish18},
                                                     {"stockfish-19", Threats::Stockfish19}}};
constexpr std::array<Named<OutputBuckets>, 3> kBucketKinds = {{{"one", OutputBuckets::One},
                                                               {"pieces", OutputBuckets::PieceCount},
                                                               {"stockfish", OutputBuckets::Stockfish}}};

constexpr std::size_t kMostBytes = std::size_t{1} << 30;  // of all tensors; no network we know of is larger
constexpr int kMostLayers = 8;
constexpr int kWidestLayer = 4096;
constexpr std::string_view kDense = "dense-";  // prefix of the names of features that are plain numbers

bool is_power_of_two(int value) { return value > 0 && std::has_single_bit(static_cast<unsigned>(value)); }

}  // namespace

std::string_view name_of(Activation activation) noexcept { return name_in(kActivations, activation); }
std::string_view name_of(Storage storage) noexcept { return name_in(kStorages, storage); }
std::string_view name_of(Arithmetic arithmetic) noexcept { return name_in(kArithmetics, arithmetic); }

std::size_t bytes_of(Storage storage) noexcept {
  switch (storage) {
    case Storage::F32:
    case Storage::I32:
      return 4;
    case Storage::I16:
    case Storage::F16:
      return 2;
    case Storage::I8:
      return 1;
  }
  return 4;
}

std::size_t TensorSpec::bytes() const noexcept { return size() * bytes_of(storage); }

base::Result<FeatureSet> FeatureSpec::make() const {
  switch (kind) {
    case Kind::Planes:
      return FeatureSet::planes(planes);
    case Kind::KingBuckets:
      return FeatureSet::king_buckets(buckets, mirrored);
    case Kind::Halfkp:
      return FeatureSet::halfkp();
    case Kind::HalfkaHm:
      return FeatureSet::halfka_hm();
    case Kind::Dense:
      return FeatureSet::dense(inputs);
  }
  return Error{"unknown feature set"};
}

int ModelSpec::inputs_of_layer(std::size_t index) const noexcept {
  if (index == 0) {
    const int width =
        accumulator.activation == Activation::Pairwise ? accumulator.width / 2 : accumulator.width;
    return perspective ? 2 * width : width;
  }
  const LayerSpec& before = layers[index - 1];
  if (before.activation == Activation::Dual) return 2 * (before.width - 1);
  if (before.activation != Activation::DualAll) return before.width;
  if (index + 1 < layers.size()) return 2 * before.width;
  int collected = 0;
  for (std::size_t k = 0; k < index; ++k) collected += 2 * layers[k].width;
  return collected;
}

std::size_t ModelSpec::first_layer_tensor() const noexcept {
  const std::size_t tables = features.relations.any() ? 2 : 1;
  return 1 + tables + (piece_square ? tables : 0);
}

ModelSpec ModelSpec::over_planes(std::string name, deep::PlanesSpec planes) {
  ModelSpec spec;
  spec.name = std::move(name);
  spec.features.kind = FeatureSpec::Kind::Planes;
  spec.perspective = false;
  spec.accumulator = {0, Activation::Linear, Storage::F32, 1};
  spec.output.eval_scale = planes.value.scale;
  spec.planes = std::move(planes);
  return spec;
}

namespace {

Storage storage_of(deep::Storage storage) {
  switch (storage) {
    case deep::Storage::F32:
      break;
    case deep::Storage::F16:
      return Storage::F16;
    case deep::Storage::I8:
      return Storage::I8;
  }
  return Storage::F32;
}

std::vector<TensorSpec> tensors_over_planes(const deep::PlanesSpec& spec) {
  std::vector<TensorSpec> tensors;
  for (const deep::TensorShape& shape : deep::tensors_of(spec))
    tensors.push_back({shape.name, shape.rows, shape.columns, storage_of(shape.storage), 1});
  return tensors;
}

}  // namespace

std::vector<TensorSpec> tensors_of(const ModelSpec& spec) {
  if (spec.planes) return tensors_over_planes(*spec.planes);
  const std::size_t inputs = spec.features.make().value().rows();
  const auto width = static_cast<std::size_t>(spec.accumulator.width);
  const auto heads = static_cast<std::size_t>(spec.output.heads);
  const Storage first = spec.accumulator.storage;
  const double one = spec.is_quantised() ? spec.accumulator.scale : 1;
  std::vector<TensorSpec> tensors;
  tensors.push_back({"accumulator.weights", inputs, width, first, one});
  tensors.push_back({"accumulator.bias", 1, width, first, one});
  // The stored value of 1.0 at the inputs of the layer.
  double input_one =
      spec.layers.front().storage == Storage::I16 ? spec.accumulator.scale : byte_one(spec.arithmetic);
  std::vector<TensorSpec> layers;
  for (std::size_t k = 0; k < spec.layers.size(); ++k) {
    const LayerSpec& layer = spec.layers[k];
    const auto outputs = static_cast<std::size_t>(layer.width);
    const bool quantised = layer.storage != Storage::F32;
    // Up to 18, Stockfish scaled the weights of its last layer so that the result is in 16ths of its units.
    const bool stockfish_output = spec.arithmetic != Arithmetic::Tabia &&
                                  spec.arithmetic != Arithmetic::Stockfish19 && k + 1 == spec.layers.size();
    const double weight_one = !quantised         ? 1
                              : stockfish_output ? 16 * spec.output.eval_scale / input_one
                                                 : layer.scale;
    const auto name = concat("layer", k + 1);
    layers.push_back({name + ".weights", heads * outputs, static_cast<std::size_t>(spec.inputs_of_layer(k)),
                      layer.storage, weight_one});
    layers.push_back({name + ".bias", heads, outputs, quantised ? Storage::I32 : Storage::F32,
                      quantised ? weight_one * input_one : 1});
    if (layer.storage == Storage::I8) input_one = byte_one(spec.arithmetic);
  }
  // In the units of the result, so that it is simply added; each perspective contributes half.
  const double result_one =
      spec.arithmetic == Arithmetic::Stockfish19 ? 16 * spec.output.eval_scale : layers.back().scale;
  const Storage straight = spec.is_quantised() ? Storage::I32 : Storage::F32;
  if (spec.piece_square) tensors.push_back({"piece_square", inputs, heads, straight, result_one});
  if (spec.features.relations.any()) {
    const std::size_t pairs = RelationSet(spec.features.relations).rows();
    tensors.push_back({"relations.weights", pairs, width, spec.is_quantised() ? Storage::I8 : first, one});
    if (spec.piece_square) tensors.push_back({"relations.piece_square", pairs, heads, straight, result_one});
  }
  tensors.insert(tensors.end(), layers.begin(), layers.end());
  return tensors;
}

namespace {

base::Result<void> check_layers(const ModelSpec& spec) {
  if (spec.layers.empty() || spec.layers.size() > kMostLayers) {
    return Error{concat("layers: found ", spec.layers.size(), ", expected 1 to ", kMostLayers)};
  }
  if (spec.layers.back().width != 1 || spec.layers.back().activation != Activation::Linear) {
    return Error{"layers: the last must have width 1 and activation linear"};
  }
  for (const LayerSpec& layer : spec.layers) {
    if (layer.width < 1 || layer.width > kWidestLayer) {
      return Error{concat("layers: found width ", layer.width, ", expected 1 to ", kWidestLayer)};
    }
    if (layer.activation == Activation::Pairwise)
      return Error{"layers: pairwise is for the accumulator only"};
    const bool dual = layer.activation == Activation::Dual;
    if (dual && (&layer != &spec.layers.front() || layer.width < 2)) {
      return Error{"layers: dual is for the first layer, of width 2 or more"};
    }
    const bool hidden = &layer != &spec.layers.back();
    if (hidden && (layer.activation == Activation::DualAll) != spec.is_collected())
      return Error{"layers: dual-all is for all layers but the last, or for none"};
  }
  if (spec.is_collected() && spec.layers.front().width < 2)
    return Error{"layers: dual-all needs a first layer of width 2 or more"};
  if (spec.is_collected() && spec.inputs_of_layer(spec.layers.size() - 1) > 2 * kWidestLayer)
    return Error{concat("layers: the last one takes ", spec.inputs_of_layer(spec.layers.size() - 1),
                        " values from all others, expected at most ", 2 * kWidestLayer)};
  return {};
}

base::Result<void> check_float(const ModelSpec& spec) {
  for (const LayerSpec& layer : spec.layers) {
    if (layer.storage != Storage::F32) return Error{"layers: an accumulator of f32 needs layers of f32"};
  }
  if (spec.accumulator.width > kWidestLayer) {
    return Error{
        concat("accumulator: found width ", spec.accumulator.width, ", expected at most ", kWidestLayer)};
  }
  if (spec.accumulator.activation == Activation::Pairwise && spec.accumulator.width % 2 != 0) {
    return Error{"accumulator: pairwise needs an even width"};
  }
  if (spec.accumulator.activation == Activation::Dual || spec.accumulator.activation == Activation::DualAll)
    return Error{"accumulator: dual and dual-all are for layers only"};
  return {};
}

base::Result<void> check_quantised_accumulator(const ModelSpec& spec) {
  const AccumulatorSpec& accumulator = spec.accumulator;
  if (!spec.perspective) return Error{"accumulator: i16 needs perspective = true"};
  if (accumulator.width % 16 != 0 || accumulator.width > 3072) {
    return Error{
        concat("accumulator: found width ", accumulator.width, ", expected a multiple of 16 up to 3072")};
  }
  const bool known = accumulator.activation == Activation::Clipped ||
                     accumulator.activation == Activation::ClippedSquared ||
                     accumulator.activation == Activation::Pairwise;
  if (!known)
    return Error{concat("accumulator: found activation ", name_of(accumulator.activation),
                        ", expected crelu, screlu or pairwise for i16")};
  if (accumulator.activation == Activation::Pairwise && accumulator.width % 32 != 0) {
    return Error{
        concat("accumulator: found width ", accumulator.width, ", expected a multiple of 32 for pairwise")};
  }
  return {};
}

base::Result<void> check_quantised(const ModelSpec& spec) {
  if (auto good = check_quantised_accumulator(spec); !good) return good;
  const int scale = spec.accumulator.scale;
  if (spec.layers.front().storage == Storage::I16) {
    if (spec.layers.size() != 1)
      return Error{"layers: i16 is for a single output layer; several layers need i8"};
    if (scale < 1 || scale > 255)
      return Error{concat("accumulator: found scale ", scale, ", expected 1 to 255")};
    if (spec.layers.front().scale < 1 || spec.layers.front().scale > 32767) {
      return Error{concat("layers: found scale ", spec.layers.front().scale, ", expected 1 to 32767")};
    }
    return {};
  }
  const bool known_scale =
      spec.arithmetic == Arithmetic::Stockfish19 ? scale == 256 : scale == 127 || scale == 255;
  if (!known_scale) {
    return Error{concat("accumulator: found scale ", scale,
                        ", expected 127 or 255 before layers of i8 (256 with arithmetic stockfish-19)")};
  }
  for (std::size_t k = 0; k < spec.layers.size(); ++k) {
    const LayerSpec& layer = spec.layers[k];
    const bool last = k + 1 == spec.layers.size();
    if (layer.storage != Storage::I8) return Error{"layers: found mixed storage, expected i8 throughout"};
    if (!is_power_of_two(layer.scale) || layer.scale > 1024) {
      return Error{concat("layers: found scale ", layer.scale, ", expected a power of two up to 1024")};
    }
    const bool dual = layer.activation == Activation::Dual || layer.activation == Activation::DualAll;
    if (!last && layer.activation != Activation::Clipped && !dual) {
      return Error{concat("layers: found activation ", name_of(layer.activation),
                          ", expected crelu, dual or dual-all for i8")};
    }
  }
  return {};
}

base::Result<void> check_output(const ModelSpec& spec) {
  const OutputSpec& output = spec.output;
  const bool chess = spec.features.is_chess();
  const bool sigmoid = output.activation == Activation::Sigmoid && !chess;
  if (output.activation != Activation::Linear && output.activation != Activation::Tanh && !sigmoid) {
    return Error{concat("output: found activation ", name_of(output.activation), ", expected linear or tanh",
                        chess ? "" : " or sigmoid")};
  }
  if (!chess && output.buckets != OutputBuckets::One)
    return Error{"output: buckets count pieces; use buckets = \"one\" if the inputs are plain numbers"};
  if (output.heads < 1 || output.heads > 32)
    return Error{concat("output: found heads ", output.heads, ", expected 1 to 32")};
  if (output.buckets == OutputBuckets::One && output.heads != 1)
    return Error{"output: several heads need buckets"};
  if (output.buckets == OutputBuckets::Stockfish && output.heads != 8)
    return Error{"output: buckets stockfish need 8 heads"};
  if (!(output.eval_scale > 0) || output.eval_scale > 100000) {
    return Error{"output: eval_scale must be above 0 and at most 100000"};
  }
  return {};
}

// Stockfish 19's arithmetic works with any number of inputs and any widths.
base::Result<void> check_stockfish_19(const ModelSpec& spec) {
  const bool right = spec.accumulator.storage == Storage::I16 &&
                     spec.accumulator.activation == Activation::Pairwise && spec.is_collected() &&
                     spec.output.activation == Activation::Linear &&
                     spec.layers.front().scale == spec.layers.back().scale;
  if (right) return {};
  return Error{
      "arithmetic: stockfish-19 needs a pairwise accumulator of i16, layers of i8 with dual-all, the same "
      "scale in the first and the last, and a linear output (models/mirrored-dual-1024.toml)"};
}

// The older foreign arithmetics belong to one shape each.
base::Result<void> check_arithmetic(const ModelSpec& spec) {
  if (spec.arithmetic == Arithmetic::Tabia) return {};
  if (spec.arithmetic == Arithmetic::Stockfish19) return check_stockfish_19(spec);
  const bool halfkp = spec.arithmetic == Arithmetic::StockfishHalfkp;
  const auto widths_are = [&](std::initializer_list<int> widths) {
    return std::equal(spec.layers.begin(), spec.layers.end(), widths.begin(), widths.end(),
                      [](const LayerSpec& layer, int width) {
                        return layer.width == width && layer.storage == Storage::I8 && layer.scale == 64;
                      });
  };
  // Stockfish 18 has threats, and 1.0 is 255.
  const bool threats = !halfkp && spec.features.relations == RelationSpec{Threats::Stockfish18, false};
  bool right = spec.perspective && spec.accumulator.scale == (threats ? 255 : 127) &&
               (threats || !spec.features.relations.any()) && spec.accumulator.storage == Storage::I16 &&
               spec.output.activation == Activation::Linear && spec.output.eval_scale == 600;
  if (halfkp) {
    right = right && spec.features.kind == FeatureSpec::Kind::Halfkp && spec.accumulator.width == 256 &&
            spec.accumulator.activation == Activation::Clipped && widths_are({32, 32, 1}) &&
            spec.output.heads == 1 && spec.layers[0].activation == Activation::Clipped &&
            spec.layers[1].activation == Activation::Clipped && !spec.piece_square;
  } else {
    right = right && spec.features.kind == FeatureSpec::Kind::HalfkaHm &&
            spec.accumulator.activation == Activation::Pairwise && widths_are({16, 32, 1}) &&
            spec.output.heads == 8 && spec.output.buckets == OutputBuckets::Stockfish &&
            spec.layers[0].activation == Activation::Dual &&
            spec.layers[1].activation == Activation::Clipped && spec.piece_square;
  }
  if (right) return {};
  return Error{concat("arithmetic: ", name_of(spec.arithmetic),
                      " needs exactly the shape of those networks (models/",
                      halfkp ? "halfkp-256" : "halfka-1024", ".toml)")};
}

}  // namespace

base::Result<void> check_spec(const ModelSpec& spec) {
  if (spec.planes) return deep::check_planes(*spec.planes);
  if (const auto features = spec.features.make(); !features) return features.error().inside("features");
  if (spec.features.is_one_sided() && spec.perspective) {
    return Error{"perspective: planes and dense inputs have only one side; set perspective = false"};
  }
  if (!spec.features.is_one_sided() && !spec.perspective) {
    return Error{"perspective: these features are seen from both sides; set perspective = true"};
  }
  if (spec.features.relations.any() && spec.features.is_one_sided())
    return Error{"features: threats and pawn pairs can't be combined with planes or dense inputs"};
  if (spec.accumulator.width < 1)
    return Error{concat("accumulator: found width ", spec.accumulator.width, ", expected at least 1")};
  if (auto good = check_layers(spec); !good) return good;
  if (!spec.features.is_chess() && spec.accumulator.storage != Storage::F32) {
    return Error{concat("accumulator: found storage ", name_of(spec.accumulator.storage),
                        ", expected f32 if the inputs are plain numbers")};
  }
  if (spec.accumulator.storage != Storage::F32 && spec.accumulator.storage != Storage::I16) {
    return Error{
        concat("accumulator: found storage ", name_of(spec.accumulator.storage), ", expected f32 or i16")};
  }
  if (auto good = spec.is_quantised() ? check_quantised(spec) : check_float(spec); !good) return good;
  if (auto good = check_output(spec); !good) return good;
  if (auto good = check_arithmetic(spec); !good) return good;
  std::size_t bytes = 0;
  for (const TensorSpec& tensor : tensors_of(spec)) bytes += tensor.bytes();
  if (bytes > kMostBytes)
    return Error{concat("the tensors would take ", bytes, " bytes, expected at most ", kMostBytes)};
  return {};
}

// --- text

namespace {

base::Result<void> read_planes(TableReader& reader, PlaneOrder& order) {
  return read_table(reader, "planes", [&](TableReader& table) {
    std::string first = "white";
    std::string squares = "a1";
    table.read("order", order.pieces);
    table.read("first", first);
    table.read("squares", squares);
    table.read("side_to_move", order.side_to_move);
    order.first_color = first == "black" ? Color::Black : Color::White;
    order.a8_first = squares == "a8";
    if (first != "white" && first != "black") table.fail("first", 0, "white or black");
    if (squares != "a1" && squares != "a8") table.fail("squares", 0, "a1 or a8");
  });
}

base::Result<void> read_bucket_table(TableReader& reader, FeatureSpec& features) {
  const TomlValue* value = reader.take("king_buckets");
  const auto* array = value ? value->as<TomlArray>() : nullptr;
  const std::size_t expected = features.mirrored ? 32 : 64;
  if (!array || array->size() != expected) {
    return Error{
        concat("king_buckets: expected ", expected,
               features.mirrored ? " numbers, ranks 1 to 8 by files a to d" : " numbers, from a1 to h8")};
  }
  for (std::size_t i = 0; i < expected; ++i) {
    const auto* number = (*array)[i].as<std::int64_t>();
    if (!number || *number < 0 || *number > 63)
      return Error{concat("line ", (*array)[i].line(), ": king_buckets: expected numbers from 0 to 63")};
    const std::size_t left = features.mirrored ? i / 4 * 8 + i % 4 : i;  // the square on files a to d
    const std::size_t right = features.mirrored ? i / 4 * 8 + 7 - i % 4 : i;
    features.buckets[left] = features.buckets[right] = static_cast<std::uint8_t>(*number);
  }
  return {};
}

// The number after "dense-".
base::Result<void> read_inputs(std::string_view digits, int& inputs) {
  const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), inputs);
  if (fault == std::errc() && end == digits.data() + digits.size() && inputs > 0) return {};
  return Error{concat("features: found ", quoted(concat(kDense, digits)),
                      ", expected the number of inputs after dense-, for example dense-2")};
}

base::Result<void> read_features(TableReader& reader, FeatureSpec& features) {
  std::string name;
  reader.read("features", name);
  reader.read("mirrored", features.mirrored);
  if (name == "planes") {
    features.kind = FeatureSpec::Kind::Planes;
    return read_planes(reader, features.planes);
  }
  if (name == "halfkp" || name == "halfka-hm") {
    features.kind = name == "halfkp" ? FeatureSpec::Kind::Halfkp : FeatureSpec::Kind::HalfkaHm;
    return {};
  }
  if (name.starts_with(kDense)) {
    features.kind = FeatureSpec::Kind::Dense;
    return read_inputs(std::string_view(name).substr(kDense.size()), features.inputs);
  }
  features.kind = FeatureSpec::Kind::KingBuckets;
  if (name == "768") return {};
  if (name == "king-buckets") return read_bucket_table(reader, features);
  std::string known = "planes, 768, king-buckets, halfkp, halfka-hm, dense-N";
  for (const BucketLayout& layout : bucket_layouts()) {
    known += concat(", ", layout.name);
    if (layout.name != name) continue;
    features.mirrored = true;
    features.buckets = layout.buckets;
    return {};
  }
  return Error{concat("features: found ", quoted(name), ", expected one of ", known)};
}

base::Result<void> read_layers(TableReader& reader, std::vector<LayerSpec>& layers) {
  const TomlValue* value = reader.take("layers");
  const auto* array = value ? value->as<TomlArray>() : nullptr;
  if (!array) return Error{"layers: expected an array of tables [ { width = ... }, ... ]"};
  for (std::size_t k = 0; k < array->size(); ++k) {
    const auto* table = (*array)[k].as<TomlTable>();
    if (!table)
      return Error{concat("line ", (*array)[k].line(), ": layers: expected tables { width = ... }")};
    TableReader inner(*table, "layers.");
    LayerSpec layer;
    std::string type = "dense";
    inner.read("type", type);
    inner.read("width", layer.width);
    inner.read_named("activation", kActivations, layer.activation);
    inner.read_named("storage", kStorages, layer.storage);
    inner.read("scale", layer.scale);
    if (type != "dense") inner.fail("type", (*array)[k].line(), "dense, the only type so far");
    if (auto good = inner.finish(); !good) return good;
    if (layer.storage == Storage::F32) layer.scale = 1;
    layers.push_back(layer);
  }
  return {};
}

}  // namespace

base::Result<ModelSpec> parse_spec(std::string_view text) {
  const auto table = base::parse_toml(text);
  if (!table) return table.error();
  ModelSpec spec;
  TableReader reader(*table, "");
  reader.read("name", spec.name);
  if (base::find(*table, "input") || base::find(*table, "body")) {
    TABIA_TRY(deep::PlanesSpec planes, deep::read_planes_spec(reader));
    TABIA_TRY_VOID(reader.finish());
    return ModelSpec::over_planes(std::move(spec.name), std::move(planes));
  }
  if (auto good = read_features(reader, spec.features); !good) return good.error();
  reader.read_named("threats", kThreats, spec.features.relations.threats);
  reader.read("pawn_pairs", spec.features.relations.pawn_pairs);
  spec.perspective = !spec.features.is_one_sided();
  reader.read("perspective", spec.perspective);
  reader.read("piece_square", spec.piece_square);
  reader.read_named("arithmetic", kArithmetics, spec.arithmetic);
  auto good = read_table(reader, "accumulator", [&](TableReader& inner) {
    inner.read("width", spec.accumulator.width);
    inner.read_named("activation", kActivations, spec.accumulator.activation);
    inner.read_named("storage", kStorages, spec.accumulator.storage);
    inner.read("scale", spec.accumulator.scale);
  });
  if (!good) return good.error();
  if (spec.accumulator.storage == Storage::F32) spec.accumulator.scale = 1;
  if (good = read_layers(reader, spec.layers); !good) return good.error();
  good = read_table(reader, "output", [&](TableReader& inner) {
    inner.read_named("buckets", kBucketKinds, spec.output.buckets);
    inner.read("heads", spec.output.heads);
    inner.read_named("activation", kActivations, spec.output.activation);
    inner.read("eval_scale", spec.output.eval_scale);
  });
  if (!good) return good.error();
  if (good = reader.finish(); !good) return good.error();
  if (good = check_spec(spec); !good) return good.error();
  return spec;
}

namespace {

std::string features_text(const FeatureSpec& features) {
  switch (features.kind) {
    case FeatureSpec::Kind::Halfkp:
      return "features = \"halfkp\"\n";
    case FeatureSpec::Kind::HalfkaHm:
      return "features = \"halfka-hm\"\n";
    case FeatureSpec::Kind::Dense:
      return concat("features = \"", kDense, features.inputs, "\"\n");
    case FeatureSpec::Kind::Planes: {
      const PlaneOrder& order = features.planes;
      return concat("features = \"planes\"\nplanes = { order = \"", order.pieces, "\", first = \"",
                    order.first_color == Color::White ? "white" : "black", "\", squares = \"",
                    order.a8_first ? "a8" : "a1",
                    "\", side_to_move = ", order.side_to_move ? "true" : "false", " }\n");
    }
    case FeatureSpec::Kind::KingBuckets:
      break;
  }
  if (!features.mirrored && features.buckets == std::array<std::uint8_t, 64>{}) return "features = \"768\"\n";
  for (const BucketLayout& layout : bucket_layouts()) {
    if (features.mirrored && features.buckets == layout.buckets)
      return concat("features = \"", layout.name, "\"\n");
  }
  std::string numbers;
  for (std::size_t square = 0; square < 64; ++square) {
    if (features.mirrored && square % 8 > 3) continue;
    numbers += concat(numbers.empty() ? "" : ", ", features.buckets[square]);
  }
  return concat("features = \"king-buckets\"\nmirrored = ", features.mirrored ? "true" : "false",
                "\nking_buckets = [ ", numbers, " ]\n");
}

std::string layer_text(int width, Activation activation, Storage storage, int scale) {
  std::string text = concat("{ width = ", width, ", activation = \"", name_of(activation), "\", storage = \"",
                            name_of(storage), "\"");
  if (storage != Storage::F32) text += concat(", scale = ", scale);
  return text + " }";
}

}  // namespace

std::string to_text(const ModelSpec& spec) {
  if (spec.planes) return concat("name = ", base::toml_string(spec.name), "\n", deep::to_text(*spec.planes));
  std::string text = concat("name = ", base::toml_string(spec.name), "\n", features_text(spec.features));
  const RelationSpec& relations = spec.features.relations;
  if (relations.threats != Threats::None)
    text += concat("threats = \"", name_in(kThreats, relations.threats), "\"\n");
  if (relations.pawn_pairs) text += "pawn_pairs = true\n";
  text += concat("perspective = ", spec.perspective ? "true" : "false", "\n");
  if (spec.piece_square) text += "piece_square = true\n";
  if (spec.arithmetic != Arithmetic::Tabia)
    text += concat("arithmetic = \"", name_of(spec.arithmetic), "\"\n");
  const AccumulatorSpec& accumulator = spec.accumulator;
  text +=
      concat("accumulator = ",
             layer_text(accumulator.width, accumulator.activation, accumulator.storage, accumulator.scale),
             "\nlayers = [\n");
  for (const LayerSpec& layer : spec.layers) {
    text += concat("  ", layer_text(layer.width, layer.activation, layer.storage, layer.scale), ",\n");
  }
  text += concat("]\noutput = { buckets = \"", name_in(kBucketKinds, spec.output.buckets),
                 "\", heads = ", spec.output.heads, ", activation = \"", name_of(spec.output.activation),
                 "\", eval_scale = ", spec.output.eval_scale, " }\n");
  return text;
}

}  // namespace tabia::nn
