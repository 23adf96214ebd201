#include "deep/spec.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "base/toml.h"

namespace tabia::deep {
namespace {

using base::concat;
using base::Error;
using base::name_in;
using base::Named;
using base::read_table;
using base::TableReader;
using base::TomlArray;
using base::TomlTable;
using base::TomlValue;

constexpr std::array<Named<Activation>, 8> kActivations = {{{"linear", Activation::Linear},
                                                            {"relu", Activation::Relu},
                                                            {"mish", Activation::Mish},
                                                            {"tanh", Activation::Tanh},
                                                            {"sigmoid", Activation::Sigmoid},
                                                            {"selu", Activation::Selu},
                                                            {"swish", Activation::Swish},
                                                            {"relu2", Activation::ReluSquared}}};
constexpr std::array<Named<Storage>, 3> kStorages = {
    {{"f32", Storage::F32}, {"f16", Storage::F16}, {"i8", Storage::I8}}};
constexpr std::array<Named<InputSpec::Kind>, 2> kInputs = {
    {{"pieces", InputSpec::Kind::Pieces}, {"lc0", InputSpec::Kind::Lc0}}};
constexpr std::array<Named<InputSpec::View>, 2> kViews = {
    {{"white", InputSpec::View::White}, {"mover", InputSpec::View::Mover}}};
constexpr std::array<Named<Color>, 2> kColors = {{{"white", Color::White}, {"black", Color::Black}}};
constexpr std::array<Named<bool>, 2> kFirstSquares = {{{"a1", false}, {"a8", true}}};
constexpr std::array<Named<BlockSpec::Kind>, 4> kBlocks = {{{"conv", BlockSpec::Kind::Conv},
                                                            {"residual", BlockSpec::Kind::Residual},
                                                            {"embed", BlockSpec::Kind::Embed},
                                                            {"encoder", BlockSpec::Kind::Encoder}}};
constexpr std::array<Named<BlockSpec::Positions>, 3> kPositions = {{{"none", BlockSpec::Positions::None},
                                                                    {"map", BlockSpec::Positions::Map},
                                                                    {"dense", BlockSpec::Positions::Dense}}};
constexpr std::array<Named<PolicySpec::Kind>, 3> kPolicies = {{{"classical", PolicySpec::Kind::Classical},
                                                               {"convolution", PolicySpec::Kind::Convolution},
                                                               {"attention", PolicySpec::Kind::Attention}}};
constexpr std::array<Named<ValueSpec::Kind>, 3> kValues = {{{"centipawns", ValueSpec::Kind::Centipawns},
                                                            {"tanh", ValueSpec::Kind::Tanh},
                                                            {"wdl", ValueSpec::Kind::Wdl}}};
constexpr std::array<Named<bool>, 2> kNorms = {{{"none", false}, {"batch", true}}};

constexpr int kWidest = 4096;
constexpr int kMostBlocks = 256;
constexpr std::size_t kMostNumbers = std::size_t{1} << 28;
constexpr int kHistoryMost = 8;
constexpr std::size_t kFirstPlanes = 12;  // planes of every square that a dense position map reads

}  // namespace

std::string_view name_of(Activation activation) noexcept { return name_in(kActivations, activation); }
std::string_view name_of(Storage storage) noexcept { return name_in(kStorages, storage); }

int InputSpec::planes() const noexcept {
  if (kind == Kind::Lc0) return 112;
  return 12 * history + (side_to_move ? 1 : 0) + (castling ? 4 : 0) + (clock ? 1 : 0) + (rating ? 1 : 0);
}

bool PlanesSpec::is_attention() const noexcept {
  return std::any_of(body.begin(), body.end(),
                     [](const BlockSpec& block) { return block.kind == BlockSpec::Kind::Embed; });
}

int PlanesSpec::encoder_count() const noexcept {
  int count = 0;
  for (const BlockSpec& block : body) count += block.kind == BlockSpec::Kind::Encoder ? block.repeat : 0;
  return count;
}

int PlanesSpec::body_outputs() const noexcept {
  int channels = input.planes();
  for (const BlockSpec& block : body) {
    if (block.kind == BlockSpec::Kind::Conv) channels = block.filters;
    if (block.kind == BlockSpec::Kind::Embed) channels = block.width;
  }
  return channels;
}

std::vector<Block> blocks_of(const PlanesSpec& spec) {
  std::vector<Block> blocks;
  int channels = spec.input.planes();
  for (const BlockSpec& block : spec.body) {
    for (int i = 0; i < block.repeat; ++i) {
      Block one{block, channels, channels, concat("body", blocks.size() + 1)};
      one.spec.repeat = 1;
      if (block.kind == BlockSpec::Kind::Conv) one.outputs = block.filters;
      if (block.kind == BlockSpec::Kind::Embed) one.outputs = block.width;
      channels = one.outputs;
      blocks.push_back(one);
    }
  }
  return blocks;
}

// --- tensors

namespace {

// Collects the tensors of blocks and heads.
class TensorList {
 public:
  explicit TensorList(Storage storage) : storage_(storage) {}

  // `precise`: never stored in bytes.
  void weights(const std::string& name, int rows, std::size_t columns, bool precise = false) {
    const bool bytes = storage_ == Storage::I8 && !precise;
    const Storage storage = storage_ == Storage::I8 && precise ? Storage::F32 : storage_;
    add(name + ".weights", size_of(rows), columns, storage, TensorShape::Role::Weights);
    if (!bytes) return;
    // A weight is its byte times the scale of its row; an input of the layer is (byte - input[1]) * input[0].
    add(name + ".scales", 1, size_of(rows), Storage::F32, TensorShape::Role::Scales);
    add(name + ".input", 1, 2, Storage::F32, TensorShape::Role::Scales);
  }
  void bias(const std::string& name, int columns) {
    add(name + ".bias", 1, size_of(columns), Storage::F32, TensorShape::Role::Bias);
  }
  void conv(const std::string& name, int outputs, int inputs, int kernel, bool precise = false) {
    weights(name, outputs, size_of(inputs) * size_of(kernel) * size_of(kernel), precise);
    bias(name, outputs);
  }
  void dense(const std::string& name, int outputs, std::size_t inputs, bool precise = false) {
    weights(name, outputs, inputs, precise);
    bias(name, outputs);
  }
  void dense(const std::string& name, int outputs, int inputs, bool precise = false) {
    dense(name, outputs, size_of(inputs), precise);
  }
  void norm(const std::string& name, int width) {
    add(name + ".scale", 1, size_of(width), Storage::F32, TensorShape::Role::Norm);
    add(name + ".bias", 1, size_of(width), Storage::F32, TensorShape::Role::Bias);
  }
  // A factor and an addend for each channel and square, [channel][square].
  void gates(const std::string& name, int channels) {
    add(name + ".scale", size_of(channels), kSquares, Storage::F32, TensorShape::Role::Norm);
    add(name + ".bias", size_of(channels), kSquares, Storage::F32, TensorShape::Role::Bias);
  }
  void encoder(const std::string& name, const EncoderSpec& spec, int width) {
    const int attention = spec.attention > 0 ? spec.attention : width;
    const int ffn = spec.ffn > 0 ? spec.ffn : width;
    if (spec.has_smolgen()) {
      const auto [compressed, hidden, numbers] = spec.smolgen;
      weights(name + ".smolgen.compress", compressed, size_of(width), true);
      dense(name + ".smolgen.dense1", hidden, size_of(compressed) * kSquares, true);
      norm(name + ".smolgen.norm1", hidden);
      dense(name + ".smolgen.dense2", numbers * spec.heads, hidden, true);
      norm(name + ".smolgen.norm2", numbers * spec.heads);
    }
    dense(name + ".query", attention, width);
    dense(name + ".key", attention, width);
    dense(name + ".value", attention, width);
    dense(name + ".dense", width, attention);
    norm(name + ".norm1", width);
    dense(name + ".ffn1", ffn, width);
    dense(name + ".ffn2", width, ffn);
    norm(name + ".norm2", width);
  }

  std::vector<TensorShape> take() && { return std::move(tensors_); }

 private:
  void add(std::string name, std::size_t rows, std::size_t columns, Storage storage, TensorShape::Role role) {
    tensors_.push_back({std::move(name), rows, columns, storage, role});
  }

  Storage storage_;
  std::vector<TensorShape> tensors_;
};

void add_block(TensorList& list, const Block& block) {
  const BlockSpec& spec = block.spec;
  const bool first = block.name == "body1";
  switch (spec.kind) {
    case BlockSpec::Kind::Conv:
      list.conv(block.name + ".conv", block.outputs, block.inputs, spec.kernel, first);
      return;
    case BlockSpec::Kind::Residual:
      list.conv(block.name + ".conv1", block.outputs, block.inputs, spec.kernel);
      list.conv(block.name + ".conv2", block.outputs, block.outputs, spec.kernel);
      if (spec.se == 0) return;
      list.dense(block.name + ".se1", spec.se, block.outputs, true);
      list.dense(block.name + ".se2", 2 * block.outputs, spec.se, true);
      return;
    case BlockSpec::Kind::Embed: {
      const bool dense = spec.positions == BlockSpec::Positions::Dense;
      if (dense)
        list.dense(block.name + ".positions", static_cast<int>(kSquares) * spec.position_width,
                   kSquares * kFirstPlanes, true);
      const int extra = dense
                            ? spec.position_width
                            : (spec.positions == BlockSpec::Positions::Map ? static_cast<int>(kSquares) : 0);
      list.dense(block.name + ".embed", block.outputs, block.inputs + extra, first);
      if (dense) list.norm(block.name + ".norm1", block.outputs);
      if (spec.gates) list.gates(block.name + ".gates", block.outputs);
      if (!dense) return;
      list.dense(block.name + ".ffn1", spec.ffn, block.outputs);
      list.dense(block.name + ".ffn2", block.outputs, spec.ffn);
      list.norm(block.name + ".norm2", block.outputs);
      return;
    }
    case BlockSpec::Kind::Encoder:
      list.encoder(block.name, spec.encoder, block.outputs);
      return;
  }
}

void add_policy(TensorList& list, const PolicySpec& spec, int channels) {
  switch (spec.kind) {
    case PolicySpec::Kind::Classical:
      list.conv("policy.conv", spec.planes, channels, 1);
      list.dense("policy.dense", kPolicyMoves, size_of(spec.planes) * kSquares);
      return;
    case PolicySpec::Kind::Convolution: {
      const int filters = spec.filters > 0 ? spec.filters : channels;
      list.conv("policy.conv1", filters, channels, 3);
      list.conv("policy.conv2", kPolicyPlanes, filters, 3);
      return;
    }
    case PolicySpec::Kind::Attention: {
      const int width = spec.width > 0 ? spec.width : channels;
      const int attention = spec.attention > 0 ? spec.attention : width;
      list.dense("policy.embed", width, channels);
      for (std::size_t k = 0; k < spec.encoders.size(); ++k)
        list.encoder(concat("policy.encoder", k + 1), spec.encoders[k], width);
      list.dense("policy.query", attention, width);
      list.dense("policy.key", attention, width);
      list.weights("policy.promotion", 4, size_of(attention), true);
      return;
    }
  }
}

// Value and moves left.
void add_scalar_head(TensorList& list, const std::string& name, int planes, const std::vector<int>& widths,
                     int outputs, int channels) {
  if (planes > 0) list.conv(name + ".conv", planes, channels, 1);
  std::size_t inputs = size_of(planes > 0 ? planes : channels) * kSquares;
  for (std::size_t k = 0; k <= widths.size(); ++k) {
    const int width = k < widths.size() ? widths[k] : outputs;
    list.dense(concat(name, ".dense", k + 1), width, inputs, k > 0 || k == widths.size());
    inputs = size_of(width);
  }
}

}  // namespace

std::vector<TensorShape> tensors_of(const PlanesSpec& spec) {
  TensorList list(spec.storage);
  int smolgen = 0;
  for (const Block& block : blocks_of(spec)) {
    add_block(list, block);
    if (block.spec.kind == BlockSpec::Kind::Encoder && block.spec.encoder.has_smolgen())
      smolgen = block.spec.encoder.smolgen[2];
  }
  if (smolgen > 0) list.weights("smolgen", static_cast<int>(kSquares * kSquares), size_of(smolgen), true);
  const int channels = spec.body_outputs();
  if (spec.policy) add_policy(list, *spec.policy, channels);
  add_scalar_head(list, "value", spec.value.planes, spec.value.widths, spec.value.outputs(), channels);
  if (spec.moves_left)
    add_scalar_head(list, "moves_left", spec.moves_left->planes, spec.moves_left->widths, 1, channels);
  return std::move(list).take();
}

double initial_mean(const TensorShape& tensor) noexcept {
  const bool one = tensor.role == TensorShape::Role::Norm || tensor.role == TensorShape::Role::Scales;
  return one ? 1 : 0;
}

double initial_deviation(const TensorShape& tensor) noexcept {
  if (tensor.role != TensorShape::Role::Weights) return 0;
  // Logits of an attention policy are products of two such projections of a sum over all blocks: with He's
  // rule they would start in the tens, and training would first have to unlearn that certainty.
  const bool projects = tensor.name == "policy.query.weights" || tensor.name == "policy.key.weights";
  return (projects ? 0.25 : 1) * std::sqrt(2.0 / static_cast<double>(tensor.columns));
}

// --- checks

namespace {

base::Result<void> check_range(std::string_view where, int value, int low, int high) {
  if (value >= low && value <= high) return {};
  return Error{concat(where, ": found ", value, ", expected ", low, " to ", high)};
}

base::Result<void> check_input(const InputSpec& input) {
  if (input.kind == InputSpec::Kind::Lc0) return check_range("input.format", input.format, 1, 5);
  std::string sorted = input.order;
  std::sort(sorted.begin(), sorted.end());
  if (sorted != "BKNPQR")
    return Error{concat("input.order: found ", base::quoted(input.order),
                        ", expected the letters P N B R Q K in any order")};
  return check_range("input.history", input.history, 1, kHistoryMost);
}

base::Result<void> check_encoder(const EncoderSpec& spec, int width, const std::string& where) {
  const int attention = spec.attention > 0 ? spec.attention : width;
  TABIA_TRY_VOID(check_range(where + ".heads", spec.heads, 1, 64));
  TABIA_TRY_VOID(check_range(where + ".attention", attention, 1, kWidest));
  TABIA_TRY_VOID(check_range(where + ".ffn", spec.ffn, 0, kWidest));
  if (attention % spec.heads != 0)
    return Error{concat(where, ": ", spec.heads, " heads don't divide the width ", attention)};
  if (!spec.has_smolgen()) return {};
  for (const int number : spec.smolgen) TABIA_TRY_VOID(check_range(where + ".smolgen", number, 1, kWidest));
  return check_range(where + ".smolgen: numbers of all heads", spec.smolgen[2] * spec.heads, 1, 16 * kWidest);
}

base::Result<void> check_block(const Block& block, bool tokens) {
  const BlockSpec& spec = block.spec;
  const std::string& where = block.name;
  const bool square = spec.kind == BlockSpec::Kind::Conv || spec.kind == BlockSpec::Kind::Residual;
  if (square && tokens) return Error{concat(where, ": convolutions can't follow an embedding")};
  switch (spec.kind) {
    case BlockSpec::Kind::Conv:
      TABIA_TRY_VOID(check_range(where + ".filters", spec.filters, 1, kWidest));
      break;
    case BlockSpec::Kind::Residual:
      TABIA_TRY_VOID(check_range(where + ".se", spec.se, 0, kWidest));
      break;
    case BlockSpec::Kind::Embed: {
      if (tokens) return Error{concat(where, ": found a second embedding, expected one")};
      TABIA_TRY_VOID(check_range(where + ".width", spec.width, 1, kWidest));
      const bool dense = spec.positions == BlockSpec::Positions::Dense;
      if (dense && block.name != "body1")
        return Error{concat(where, ": positions = \"dense\" reads the input planes: it must be first")};
      TABIA_TRY_VOID(
          check_range(where + ".position_width", spec.position_width, dense ? 1 : 0, dense ? kWidest : 0));
      return check_range(where + ".ffn", spec.ffn, dense ? 1 : 0, dense ? kWidest : 0);
    }
    case BlockSpec::Kind::Encoder:
      if (!tokens) return Error{concat(where, ": an encoder needs an embed block before it")};
      return check_encoder(spec.encoder, block.outputs, where);
  }
  if (spec.kernel != 1 && spec.kernel != 3)
    return Error{concat(where, ".kernel: found ", spec.kernel, ", expected 1 or 3")};
  return {};
}

base::Result<void> check_body(const PlanesSpec& spec) {
  if (spec.body.empty()) return Error{"body: found no blocks, expected at least one"};
  int total = 0;
  for (const BlockSpec& block : spec.body) {
    TABIA_TRY_VOID(check_range("body: repeat", block.repeat, 1, kMostBlocks));
    total += block.repeat;
    if (block.repeat > 1 && block.kind != BlockSpec::Kind::Residual && block.kind != BlockSpec::Kind::Encoder)
      return Error{"body: repeat is for residual blocks and encoders"};
    TABIA_TRY_VOID(check_range("body: number of blocks", total, 1, kMostBlocks));
  }
  bool tokens = false;
  int smolgen = 0;
  for (const Block& block : blocks_of(spec)) {
    TABIA_TRY_VOID(check_block(block, tokens));
    tokens = tokens || block.spec.kind == BlockSpec::Kind::Embed;
    const int numbers = block.spec.kind == BlockSpec::Kind::Encoder ? block.spec.encoder.smolgen[2] : 0;
    if (smolgen > 0 && numbers > 0 && numbers != smolgen)
      return Error{concat(block.name, ".smolgen: found ", numbers, " numbers per head, expected ", smolgen,
                          " as in the blocks before it: they share one matrix")};
    smolgen = std::max(smolgen, numbers);
  }
  return {};
}

base::Result<void> check_policy(const PolicySpec& spec, int channels) {
  TABIA_TRY_VOID(check_range("policy.planes", spec.planes, 1, 1024));
  TABIA_TRY_VOID(check_range("policy.filters", spec.filters, 0, kWidest));
  TABIA_TRY_VOID(check_range("policy.width", spec.width, 0, kWidest));
  TABIA_TRY_VOID(check_range("policy.attention", spec.attention, 0, kWidest));
  if (spec.encoders.size() > 16) return Error{"policy.encoders: expected at most 16"};
  for (const EncoderSpec& encoder : spec.encoders) {
    if (encoder.has_smolgen()) return Error{"policy.encoders: smolgen is for the body only"};
    TABIA_TRY_VOID(check_encoder(encoder, spec.width > 0 ? spec.width : channels, "policy.encoders"));
  }
  return {};
}

base::Result<void> check_scalar_head(const std::string& name, int planes, const std::vector<int>& widths) {
  TABIA_TRY_VOID(check_range(name + ".planes", planes, name == "value" ? 0 : 1, 1024));
  if (widths.size() > 8) return Error{concat(name, ".widths: expected at most 8")};
  for (const int width : widths) TABIA_TRY_VOID(check_range(name + ".widths", width, 1, kWidest));
  return {};
}

}  // namespace

base::Result<void> check_planes(const PlanesSpec& spec) {
  TABIA_TRY_VOID(check_input(spec.input));
  TABIA_TRY_VOID(check_body(spec));
  if (spec.policy) TABIA_TRY_VOID(check_policy(*spec.policy, spec.body_outputs()));
  if (spec.policy && !spec.input.is_movers())
    return Error{"policy: moves are those of the side to move; set view = \"mover\" in input"};
  TABIA_TRY_VOID(check_scalar_head("value", spec.value.planes, spec.value.widths));
  if (!(spec.value.scale > 0) || spec.value.scale > 100000)
    return Error{"value.scale: must be above 0 and at most 100000"};
  if (spec.moves_left)
    TABIA_TRY_VOID(check_scalar_head("moves_left", spec.moves_left->planes, spec.moves_left->widths));
  std::size_t numbers = 0;
  for (const TensorShape& tensor : tensors_of(spec)) {
    numbers += tensor.size();
    if (numbers > kMostNumbers)
      return Error{concat("the network would have more than ", kMostNumbers, " numbers, the most allowed")};
  }
  return {};
}

// --- text

namespace {

// `width = N` or `widths = [N, ...]`.
void read_widths(TableReader& table, std::vector<int>& widths) {
  if (const TomlValue* value = table.take("widths")) {
    const auto* array = value->as<TomlArray>();
    if (!array) return table.fail("widths", value->line(), "a list of whole numbers");
    for (const TomlValue& item : *array) {
      const auto* number = item.as<std::int64_t>();
      if (!number || *number < 1 || *number > kWidest)
        return table.fail("widths", item.line(), concat("whole numbers from 1 to ", kWidest));
      widths.push_back(static_cast<int>(*number));
    }
  }
  int width = 0;
  const TomlValue* single = table.take("width");
  if (!single) return;
  table.read_number("width", width, 1, kWidest);
  if (!widths.empty()) return table.fail("width", single->line(), "either width or widths");
  if (width > 0) widths.push_back(width);
}

void read_smolgen(TableReader& table, std::array<int, 3>& smolgen) {
  const TomlValue* value = table.take("smolgen");
  if (!value) return;
  const auto* array = value->as<TomlArray>();
  if (!array || array->size() != smolgen.size())
    return table.fail("smolgen", value->line(), "three numbers: [compressed, hidden, numbers per head]");
  for (std::size_t i = 0; i < smolgen.size(); ++i) {
    const auto* number = (*array)[i].as<std::int64_t>();
    if (!number || *number < 1 || *number > kWidest)
      return table.fail("smolgen", value->line(), concat("whole numbers from 1 to ", kWidest));
    smolgen[i] = static_cast<int>(*number);
  }
}

void read_encoder(TableReader& table, EncoderSpec& spec) {
  table.read_number("heads", spec.heads, 1, 64);
  table.read_number("attention", spec.attention, 1, kWidest);
  table.read_number("ffn", spec.ffn, 1, kWidest);
  read_smolgen(table, spec.smolgen);
}

base::Result<void> read_input(TableReader& reader, InputSpec& input) {
  return read_table(reader, "input", [&](TableReader& table) {
    table.read_named("planes", kInputs, input.kind);
    if (input.kind == InputSpec::Kind::Lc0) return table.read_number("format", input.format, 1, 5);
    table.read("order", input.order);
    table.read_named("first", kColors, input.first);
    table.read_named("squares", kFirstSquares, input.a8_first);
    table.read_named("view", kViews, input.view);
    table.read_number("history", input.history, 1, kHistoryMost);
    table.read("side_to_move", input.side_to_move);
    table.read("castling", input.castling);
    table.read("clock", input.clock);
    table.read("rating", input.rating);
  });
}

void read_block(TableReader& table, BlockSpec& block) {
  table.read_named("block", kBlocks, block.kind);
  switch (block.kind) {
    case BlockSpec::Kind::Conv:
      table.read_number("filters", block.filters, 1, kWidest);
      table.read_number("kernel", block.kernel, 1, 3);
      return;
    case BlockSpec::Kind::Residual:
      table.read_number("repeat", block.repeat, 1, kMostBlocks);
      table.read_number("kernel", block.kernel, 1, 3);
      table.read_number("se", block.se, 1, kWidest);
      return;
    case BlockSpec::Kind::Embed:
      table.read_number("width", block.width, 1, kWidest);
      table.read_named("positions", kPositions, block.positions);
      table.read_number("position_width", block.position_width, 1, kWidest);
      table.read("gates", block.gates);
      table.read_number("ffn", block.ffn, 1, kWidest);
      return;
    case BlockSpec::Kind::Encoder:
      table.read_number("repeat", block.repeat, 1, kMostBlocks);
      read_encoder(table, block.encoder);
      return;
  }
}

// Runs `read` on every table of a list.
template <class Read>
base::Result<void> read_tables(const TomlValue& value, std::string_view key, const Read& read) {
  const auto* array = value.as<TomlArray>();
  if (!array) return Error{concat("line ", value.line(), ": ", key, ": expected a list of tables")};
  for (const TomlValue& item : *array) {
    const auto* table = item.as<TomlTable>();
    if (!table) return Error{concat("line ", item.line(), ": ", key, ": expected tables { ... }")};
    TableReader inner(*table, concat(key, "."));
    read(inner);
    TABIA_TRY_VOID(inner.finish());
  }
  return {};
}

base::Result<void> read_policy(TableReader& reader, PlanesSpec& spec) {
  base::Result<void> encoders;
  TABIA_TRY_VOID(read_table(reader, "policy", [&](TableReader& table) {
    PolicySpec& policy = spec.policy.emplace();
    table.read_named("kind", kPolicies, policy.kind);
    if (policy.kind == PolicySpec::Kind::Classical)
      return table.read_number("planes", policy.planes, 1, 1024);
    if (policy.kind == PolicySpec::Kind::Convolution)
      return table.read_number("filters", policy.filters, 1, kWidest);
    table.read_number("width", policy.width, 1, kWidest);
    table.read_number("attention", policy.attention, 1, kWidest);
    if (const TomlValue* value = table.take("encoders")) {
      encoders = read_tables(*value, "policy.encoders", [&](TableReader& inner) {
        read_encoder(inner, policy.encoders.emplace_back());
      });
    }
  }));
  return encoders;
}

base::Result<void> read_heads(TableReader& reader, PlanesSpec& spec) {
  TABIA_TRY_VOID(read_policy(reader, spec));
  TABIA_TRY_VOID(read_table(reader, "value", [&](TableReader& table) {
    table.read_named("kind", kValues, spec.value.kind);
    table.read_number("planes", spec.value.planes, 1, 1024);
    read_widths(table, spec.value.widths);
    if (spec.value.kind == ValueSpec::Kind::Centipawns) table.read("scale", spec.value.scale);
  }));
  return read_table(reader, "moves_left", [&](TableReader& table) {
    MovesLeftSpec& head = spec.moves_left.emplace();
    table.read_number("planes", head.planes, 1, 1024);
    read_widths(table, head.widths);
  });
}

void read_optional(TableReader& reader, std::string_view key, std::optional<Activation>& target) {
  Activation found = Activation::Linear;
  if (reader.take(key)) {
    reader.read_named(key, kActivations, found);
    target = found;
  }
}

}  // namespace

base::Result<PlanesSpec> read_planes_spec(TableReader& reader) {
  PlanesSpec spec;
  reader.read_named("activation", kActivations, spec.activation);
  read_optional(reader, "ffn_activation", spec.ffn_activation);
  read_optional(reader, "smolgen_activation", spec.smolgen_activation);
  reader.read_named("norm", kNorms, spec.batch_norm);
  reader.read_named("storage", kStorages, spec.storage);
  TABIA_TRY_VOID(read_input(reader, spec.input));
  const TomlValue* body = reader.take("body");
  if (!body) return Error{"body: expected a list of blocks [ { block = \"conv\", filters = 64 }, ... ]"};
  TABIA_TRY_VOID(
      read_tables(*body, "body", [&](TableReader& table) { read_block(table, spec.body.emplace_back()); }));
  TABIA_TRY_VOID(read_heads(reader, spec));
  TABIA_TRY_VOID(check_planes(spec));
  return spec;
}

namespace {

std::string list_text(const std::vector<int>& numbers) {
  std::string text;
  for (const int number : numbers) text += concat(text.empty() ? "" : ", ", number);
  return "[" + text + "]";
}

std::string input_text(const InputSpec& input) {
  if (input.kind == InputSpec::Kind::Lc0)
    return concat("input = { planes = \"lc0\", format = ", input.format, " }\n");
  std::string text =
      concat("input = { planes = \"pieces\", order = \"", input.order, "\", first = \"",
             name_in(kColors, input.first), "\", squares = \"", name_in(kFirstSquares, input.a8_first),
             "\", view = \"", name_in(kViews, input.view), "\"");
  if (input.history > 1) text += concat(", history = ", input.history);
  if (input.side_to_move) text += ", side_to_move = true";
  if (input.castling) text += ", castling = true";
  if (input.clock) text += ", clock = true";
  if (input.rating) text += ", rating = true";
  return text + " }\n";
}

std::string encoder_text(const EncoderSpec& spec) {
  std::string text = concat("heads = ", spec.heads);
  if (spec.attention > 0) text += concat(", attention = ", spec.attention);
  if (spec.ffn > 0) text += concat(", ffn = ", spec.ffn);
  if (spec.has_smolgen())
    text += concat(", smolgen = ", list_text({spec.smolgen.begin(), spec.smolgen.end()}));
  return text;
}

std::string block_text(const BlockSpec& block) {
  std::string text = concat("{ block = \"", name_in(kBlocks, block.kind), "\"");
  if (block.repeat > 1) text += concat(", repeat = ", block.repeat);
  switch (block.kind) {
    case BlockSpec::Kind::Conv:
      text += concat(", filters = ", block.filters);
      break;
    case BlockSpec::Kind::Residual:
      if (block.se > 0) text += concat(", se = ", block.se);
      break;
    case BlockSpec::Kind::Embed:
      text +=
          concat(", width = ", block.width, ", positions = \"", name_in(kPositions, block.positions), "\"");
      if (block.position_width > 0) text += concat(", position_width = ", block.position_width);
      if (block.gates) text += ", gates = true";
      if (block.ffn > 0) text += concat(", ffn = ", block.ffn);
      break;
    case BlockSpec::Kind::Encoder:
      text += ", " + encoder_text(block.encoder);
      break;
  }
  const bool square = block.kind == BlockSpec::Kind::Conv || block.kind == BlockSpec::Kind::Residual;
  if (square && block.kernel != 3) text += concat(", kernel = ", block.kernel);
  return text + " }";
}

std::string policy_text(const PolicySpec& policy) {
  std::string text = concat("policy = { kind = \"", name_in(kPolicies, policy.kind), "\"");
  if (policy.kind == PolicySpec::Kind::Classical) text += concat(", planes = ", policy.planes);
  if (policy.filters > 0) text += concat(", filters = ", policy.filters);
  if (policy.width > 0) text += concat(", width = ", policy.width);
  if (policy.attention > 0) text += concat(", attention = ", policy.attention);
  std::string encoders;
  for (const EncoderSpec& encoder : policy.encoders)
    encoders += concat(encoders.empty() ? "" : ", ", "{ ", encoder_text(encoder), " }");
  if (!encoders.empty()) text += concat(", encoders = [", encoders, "]");
  return text + " }\n";
}

std::string heads_text(const PlanesSpec& spec) {
  std::string text = spec.policy ? policy_text(*spec.policy) : "";
  text += concat("value = { kind = \"", name_in(kValues, spec.value.kind), "\"");
  if (spec.value.planes > 0) text += concat(", planes = ", spec.value.planes);
  text += concat(", widths = ", list_text(spec.value.widths));
  if (spec.value.kind == ValueSpec::Kind::Centipawns) text += concat(", scale = ", spec.value.scale);
  text += " }\n";
  if (spec.moves_left)
    text += concat("moves_left = { planes = ", spec.moves_left->planes,
                   ", widths = ", list_text(spec.moves_left->widths), " }\n");
  return text;
}

}  // namespace

std::string to_text(const PlanesSpec& spec) {
  std::string text = input_text(spec.input);
  if (spec.activation != Activation::Relu)
    text += concat("activation = \"", name_of(spec.activation), "\"\n");
  if (spec.ffn_activation) text += concat("ffn_activation = \"", name_of(*spec.ffn_activation), "\"\n");
  if (spec.smolgen_activation)
    text += concat("smolgen_activation = \"", name_of(*spec.smolgen_activation), "\"\n");
  if (spec.batch_norm) text += "norm = \"batch\"\n";
  text += concat("storage = \"", name_of(spec.storage), "\"\nbody = [\n");
  for (const BlockSpec& block : spec.body) text += concat("  ", block_text(block), ",\n");
  return text + "]\n" + heads_text(spec);
}

}  // namespace tabia::deep
