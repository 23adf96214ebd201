#include "nn/lc0_file.h"

#include <cmath>
#include <cstring>
#include <map>

#include "base/compression.h"
#include "base/half.h"
#include "base/protobuf.h"
#include "base/text.h"
#include "nn/memory.h"
#include "nn/net_file.h"

namespace tabia::nn {
namespace {

using base::concat;
using base::Error;
using base::ProtobufField;
using base::ProtobufReader;
using base::WireType;
using deep::BlockSpec;
using deep::PolicySpec;
using deep::ValueSpec;

constexpr std::string_view kPlainStart("\x0d\xc0\x01\x00\x00", 5);  // field 1, fixed32, 0x1c0
constexpr std::uint64_t kMagic = 0x1c0;
constexpr std::size_t kLargestMessage = std::size_t{2} << 30;
constexpr int kFilePolicyPlanes = 80;  // of which the last seven mean nothing

// --- what the numbers of fields mean; names as in lc0's description of the format

enum NetField : std::uint32_t {
  kNetMagicNumber = 1,
  kLicense = 2,
  kFormat = 4,
  kTraining = 5,
  kWeights = 10,
  kOnnx = 11
};
enum WeightsField : std::uint32_t {
  kInput = 1,
  kResidual = 2,
  kPolicyConv = 3,
  kPolicyEmbed = 4,
  kValueConv = 6,
  kValueDense1 = 7,
  kValueDense2 = 9,
  kPolicyConv1 = 11,
  kMovesConv = 12,
  kMovesDense1 = 13,
  kMovesDense2 = 15,
  kPolicyQuery = 17,
  kPolicyKey = 19,
  kPolicyEncoder = 21,
  kPolicyPromotion = 22,
  kPolicyHeadCount = 24,
  kEmbed = 25,
  kEncoder = 27,
  kHeadCount = 28,
  kValueEmbed = 29,
  kMovesEmbed = 31,
  kFactorGate = 33,
  kAddendGate = 34,
  kSmolgen = 35,
  kPositions = 37,
  kEmbedNorm = 39,
  kEmbedFfn = 41,
  kEmbedFfnNorm = 42,
  kValueHeads = 44,
  kPolicyHeads = 45
};

// The fields of a message by number; an empty one for a message that isn't there.
struct Message {
  std::map<std::uint32_t, std::vector<ProtobufField>> fields;

  [[nodiscard]] bool has(std::uint32_t number) const { return fields.contains(number); }
  [[nodiscard]] std::uint64_t integer(std::uint32_t number, std::uint64_t otherwise = 0) const {
    const auto found = fields.find(number);
    return found == fields.end() ? otherwise : found->second.back().integer;
  }
  [[nodiscard]] std::span<const ProtobufField> all(std::uint32_t number) const {
    const auto found = fields.find(number);
    if (found == fields.end()) return {};
    return found->second;
  }
};

using Floats = std::vector<float>;

// Reads messages and layers. The first fault is kept; after it everything is empty.
class Lc0Reader {
 public:
  Message message(ProtobufReader reader) {
    Message result;
    while (!error_ && reader.next()) result.fields[reader.field().number].push_back(reader.field());
    if (const auto good = reader.finish(); !good) fail(good.error());
    return error_ ? Message{} : result;
  }
  Message message(const Message& parent, std::uint32_t number) {
    const auto found = parent.all(number);
    return found.empty() ? Message{} : message(found.back(), number);
  }
  Message message(const ProtobufField& field, std::uint32_t number) {
    if (field.type == WireType::Bytes) return message(ProtobufReader(field));
    fail(Error{concat("field ", number, ": found a number, expected a message")});
    return {};
  }
  // The numbers of a layer; empty if it isn't there.
  Floats floats(const Message& parent, std::uint32_t number) {
    if (!parent.has(number)) return {};
    const std::size_t offset = parent.all(number).back().offset;
    const Message layer = message(parent, number);
    const auto params = layer.all(3);
    if (params.empty()) return {};
    if (params.back().type != WireType::Bytes) {
      fail(Error{concat("at byte ", offset, ": a layer without its numbers")});
      return {};
    }
    return decoded(layer, params.back().bytes, offset);
  }

  void fail(Error error) {
    if (!error_) error_ = std::move(error);
  }
  [[nodiscard]] base::Result<void> finish() const {
    if (error_) return *error_;
    return {};
  }

 private:
  Floats decoded(const Message& layer, std::string_view bytes, std::size_t offset) {
    const std::uint64_t encoding = layer.integer(4, 1);
    const std::size_t each = encoding == 4 ? 4 : 2;
    if (encoding > 4 || bytes.size() % each != 0) {
      fail(Error{concat("at byte ", offset, ": found a layer of ", bytes.size(), " bytes in encoding ",
                        encoding,
                        ", expected encodings 1 to 4 (linear16, f16, bf16, f32) and whole numbers")});
      return {};
    }
    const auto number_in = [&](std::uint32_t field, float otherwise) {
      const auto found = layer.all(field);
      return found.empty() ? otherwise : found.back().as_float();
    };
    const float low = number_in(1, 0);
    const float high = number_in(2, 0);
    Floats numbers(bytes.size() / each);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (encoding == 4) {
        std::memcpy(&numbers[i], bytes.data() + 4 * i, 4);
      } else {
        std::uint16_t bits = 0;
        std::memcpy(&bits, bytes.data() + 2 * i, 2);
        const float t = static_cast<float>(bits) / 65535.0f;
        numbers[i] = encoding == 2   ? base::float_of_half(bits)
                     : encoding == 3 ? base::float_of_bfloat(bits)
                                     : low * (1 - t) + high * t;
      }
      if (std::isfinite(numbers[i])) continue;
      fail(Error{concat("at byte ", offset, ": found a number that isn't finite")});
      return {};
    }
    return numbers;
  }

  std::optional<Error> error_;
};

// --- the format

struct Lc0Format {
  int input = 1;
  std::uint64_t network = 3;
  PolicySpec::Kind policy = PolicySpec::Kind::Classical;
  ValueSpec::Kind value = ValueSpec::Kind::Tanh;
  bool moves_left = false;
  deep::Activation activation = deep::Activation::Relu;
  std::optional<deep::Activation> smolgen;
  std::optional<deep::Activation> ffn;
  std::uint64_t embedding = 0;  // 0 none, 1 position map, 2 dense

  [[nodiscard]] bool is_attention() const { return network == 6 || network == 7; }
};

base::Result<std::optional<deep::Activation>> activation_of(std::uint64_t number, std::string_view where) {
  using enum kernels::PlaneActivation;
  constexpr std::array kKnown = {Mish, Relu, Linear, Tanh, Sigmoid, Selu, Swish, ReluSquared};
  if (number == 0) return std::optional<deep::Activation>();
  if (number <= kKnown.size()) return std::optional(kKnown[number - 1]);
  return Error{concat(where, ": found activation ", number, ", expected 0 to ", kKnown.size())};
}

// Corrects the format of files that were written before a number for it existed.
void correct(Lc0Format& format, const Message& weights) {
  if (format.network == 134) format.network = 7;
  if (format.network == 4 && weights.has(kEncoder)) {
    format.network = 6;
    if (weights.has(kSmolgen)) {
      format.ffn = deep::Activation::ReluSquared;
      format.smolgen = deep::Activation::Swish;
    }
  }
  if (format.network == 6 && weights.has(kPolicyHeads) && weights.has(kValueHeads)) {
    format.network = 7;
    format.embedding = 2;
  }
  if (format.network == 6 && format.embedding == 0) format.embedding = 1;
}

base::Result<Lc0Format> format_in(Lc0Reader& reader, const Message& net, const Message& weights) {
  Lc0Format format;
  const Message outer = reader.message(net, kFormat);
  TABIA_TRY_VOID(reader.finish());
  if (outer.integer(1, 1) > 1)
    return Error{concat("found weights in encoding ", outer.integer(1), ", expected 1 (linear16)")};
  if (!outer.has(2)) return format;
  const Message inner = reader.message(outer, 2);
  TABIA_TRY_VOID(reader.finish());
  const std::uint64_t input = inner.integer(1, 1);
  if (input < 1 || input > 5)
    return Error{concat("found input format ", input, ", expected 1 to 5 (112 planes of standard chess)")};
  format.input = static_cast<int>(input);
  format.network = inner.integer(3, 1);
  if (format.network == 5) return Error{"this file holds an ONNX model; convert it with lc0 first"};
  if ((format.network < 1 || format.network > 7) && format.network != 134)
    return Error{concat("found network structure ", format.network, ", expected 1 to 4, 6 or 7")};
  const std::uint64_t policy = format.network < 3 ? 1 : inner.integer(4, 1);
  const std::uint64_t value = format.network < 3 ? 1 : inner.integer(5, 1);
  if (policy < 1 || policy > 3 || value < 1 || value > 2)
    return Error{
        concat("found policy format ", policy, " and value format ", value, ", expected 1 to 3 and 1 to 2")};
  format.policy = std::array{PolicySpec::Kind::Classical, PolicySpec::Kind::Convolution,
                             PolicySpec::Kind::Attention}[policy - 1];
  format.value = value == 2 ? ValueSpec::Kind::Wdl : ValueSpec::Kind::Tanh;
  format.moves_left = inner.integer(6) == 1;
  if (inner.integer(7) == 1) format.activation = deep::Activation::Mish;
  TABIA_TRY(format.smolgen, activation_of(inner.integer(8), "smolgen"));
  TABIA_TRY(format.ffn, activation_of(inner.integer(9), "ffn"));
  format.embedding = inner.integer(10);
  correct(format, weights);
  return format;
}

// --- weights

// Collects the tensors under their names and the spec that their sizes imply.
class Lc0Builder {
 public:
  Lc0Builder(Lc0Reader& reader, const Lc0Format& format, const Message& weights)
      : reader_(reader), format_(format), weights_(weights) {
    spec_.input.kind = deep::InputSpec::Kind::Lc0;
    spec_.input.format = format.input;
    spec_.activation = format.activation;
    spec_.ffn_activation = format.ffn;
    spec_.smolgen_activation = format.smolgen;
  }

  base::Result<NetworkParts> build(const base::MemoryLimit& memory) {
    read_body();
    read_policy();
    read_value();
    if (format_.moves_left) read_moves_left();
    TABIA_TRY_VOID(reader_.finish());
    TABIA_TRY_VOID(deep::check_planes(spec_));
    const auto blocks = deep::blocks_of(spec_);
    ModelSpec spec =
        ModelSpec::over_planes(concat("lc0-", blocks.size() - 1, "x", spec_.body_outputs()), spec_);
    for (const TensorSpec& tensor : tensors_of(spec)) {
      const auto found = tensors_.find(tensor.name);
      const std::size_t numbers = found == tensors_.end() ? 0 : found->second.size();
      if (numbers != tensor.size())
        return Error{concat(tensor.name, ": found ", numbers, " numbers, expected ", tensor.rows, " x ",
                            tensor.columns)};
    }
    TABIA_TRY(std::vector<Tensor> zeros, tensors_that_fit(spec, memory));
    NetworkParts parts{spec, std::move(zeros), {}, kPlanesWdl};
    for (Tensor& tensor : parts.tensors) {
      const Floats& numbers = tensors_.at(tensor.spec().name);
      std::copy(numbers.begin(), numbers.end(), tensor.values<float>().begin());
    }
    return parts;
  }

 private:
  // Reads the layer `number` and the bias after it; the number of outputs.
  int dense(const std::string& name, const Message& parent, std::uint32_t number) {
    tensors_[name + ".weights"] = reader_.floats(parent, number);
    Floats& bias = tensors_[name + ".bias"] = reader_.floats(parent, number + 1);
    return static_cast<int>(bias.size());
  }
  void norm(const std::string& name, const Message& parent, std::uint32_t number) {
    tensors_[name + ".scale"] = reader_.floats(parent, number);
    tensors_[name + ".bias"] = reader_.floats(parent, number + 1);
  }
  // A convolution with its batch norm folded in; the number of outputs.
  int conv(const std::string& name, const Message& block);
  void encoder(const std::string& name, const ProtobufField& field, std::uint32_t number, std::uint64_t heads,
               int width, deep::EncoderSpec& spec);
  void read_body();
  void read_embedding();
  void read_policy();
  void read_attention_policy();
  void read_value();
  void read_moves_left();

  Lc0Reader& reader_;
  const Lc0Format& format_;
  const Message& weights_;
  deep::PlanesSpec spec_;
  std::map<std::string, Floats> tensors_;
};

int Lc0Builder::conv(const std::string& name, const Message& block) {
  Floats weights = reader_.floats(block, 1);
  Floats bias = reader_.floats(block, 2);
  const Floats means = reader_.floats(block, 3);
  const Floats variances = reader_.floats(block, 4);
  const Floats gammas = reader_.floats(block, 5);
  const Floats betas = reader_.floats(block, 6);
  const std::size_t outputs = means.empty() ? bias.size() : means.size();
  const auto fits = [&](const Floats& numbers) { return numbers.empty() || numbers.size() == outputs; };
  if (outputs == 0 || weights.size() % outputs != 0 || !fits(bias) || !fits(variances) || !fits(gammas) ||
      !fits(betas) || means.size() != variances.size()) {
    reader_.fail(
        Error{concat(name, ": found ", weights.size(), " weights, ", bias.size(),
                     " biases and batch norms of ", means.size(), ", ", variances.size(), ", ", gammas.size(),
                     " and ", betas.size(), " numbers, expected the same number of outputs everywhere")});
    return 0;
  }
  if (bias.empty()) bias.resize(outputs);
  for (std::size_t o = 0; !means.empty() && o < outputs; ++o) {
    constexpr double kEpsilon = 1e-5;
    const double gamma = gammas.empty() ? 1 : static_cast<double>(gammas[o]);
    const double beta = betas.empty() ? 0 : static_cast<double>(betas[o]);
    const double factor = gamma / std::sqrt(static_cast<double>(variances[o]) + kEpsilon);
    const std::size_t columns = weights.size() / outputs;
    for (std::size_t i = o * columns; i < (o + 1) * columns; ++i)
      weights[i] = static_cast<float>(static_cast<double>(weights[i]) * factor);
    bias[o] =
        static_cast<float>(beta - factor * (static_cast<double>(means[o]) - static_cast<double>(bias[o])));
    if (!std::isfinite(bias[o])) reader_.fail(Error{concat(name, ": a batch norm that isn't finite")});
  }
  tensors_[name + ".weights"] = std::move(weights);
  tensors_[name + ".bias"] = std::move(bias);
  return static_cast<int>(outputs);
}

void Lc0Builder::encoder(const std::string& name, const ProtobufField& field, std::uint32_t number,
                         std::uint64_t heads, int width, deep::EncoderSpec& spec) {
  const Message layer = reader_.message(field, number);
  const Message attention = reader_.message(layer, 1);
  if (heads < 1 || heads > 64) return reader_.fail(Error{concat(name, ": found ", heads, " heads")});
  spec.heads = static_cast<int>(heads);
  spec.attention = dense(name + ".query", attention, 1);
  dense(name + ".key", attention, 3);
  dense(name + ".value", attention, 5);
  dense(name + ".dense", attention, 7);
  if (attention.has(10) || attention.has(11) || attention.has(12))
    return reader_.fail(Error{concat(name, ": relative positions are not supported")});
  norm(name + ".norm1", layer, 2);
  const Message ffn = reader_.message(layer, 4);
  spec.ffn = dense(name + ".ffn1", ffn, 1);
  dense(name + ".ffn2", ffn, 3);
  norm(name + ".norm2", layer, 5);
  if (!attention.has(9)) return;
  const Message smolgen = reader_.message(attention, 9);
  Floats& compress = tensors_[name + ".smolgen.compress.weights"] = reader_.floats(smolgen, 1);
  const int hidden = dense(name + ".smolgen.dense1", smolgen, 2);
  norm(name + ".smolgen.norm1", smolgen, 4);
  const int numbers = dense(name + ".smolgen.dense2", smolgen, 6);
  norm(name + ".smolgen.norm2", smolgen, 8);
  spec.smolgen = {static_cast<int>(compress.size()) / std::max(1, width), hidden, numbers / spec.heads};
}

void Lc0Builder::read_embedding() {
  BlockSpec block;
  block.kind = BlockSpec::Kind::Embed;
  const std::string name = concat("body", spec_.body.size() + 1);
  block.width = dense(name + ".embed", weights_, kEmbed);
  if (spec_.body.empty() && format_.embedding == 1) block.positions = BlockSpec::Positions::Map;
  if (spec_.body.empty() && format_.embedding == 2) {
    block.positions = BlockSpec::Positions::Dense;
    const int positions = dense(name + ".positions", weights_, kPositions);
    block.position_width = positions / static_cast<int>(deep::kSquares);
    norm(name + ".norm1", weights_, kEmbedNorm);
    const Message ffn = reader_.message(weights_, kEmbedFfn);
    block.ffn = dense(name + ".ffn1", ffn, 1);
    dense(name + ".ffn2", ffn, 3);
    norm(name + ".norm2", weights_, kEmbedFfnNorm);
  }
  block.gates = weights_.has(kFactorGate);
  if (block.gates) {
    tensors_[name + ".gates.scale"] = reader_.floats(weights_, kFactorGate);
    tensors_[name + ".gates.bias"] = reader_.floats(weights_, kAddendGate);
  }
  spec_.body.push_back(block);
}

void Lc0Builder::read_body() {
  const auto residuals = weights_.all(kResidual);
  if (!format_.is_attention() || !residuals.empty()) {
    BlockSpec input;
    input.filters = conv("body1.conv", reader_.message(weights_, kInput));
    spec_.body.push_back(input);
  }
  for (const ProtobufField& field : residuals) {
    const Message residual = reader_.message(field, kResidual);
    const std::string name = concat("body", spec_.body.size() + 1);
    conv(name + ".conv1", reader_.message(residual, 1));
    conv(name + ".conv2", reader_.message(residual, 2));
    BlockSpec block;
    block.kind = BlockSpec::Kind::Residual;
    if (residual.has(3)) {
      const Message se = reader_.message(residual, 3);
      block.se = dense(name + ".se1", se, 1);
      dense(name + ".se2", se, 3);
    }
    spec_.body.push_back(block);
  }
  if (!format_.is_attention()) return;
  read_embedding();
  for (const ProtobufField& field : weights_.all(kEncoder)) {
    BlockSpec block;
    block.kind = BlockSpec::Kind::Encoder;
    encoder(concat("body", spec_.body.size() + 1), field, kEncoder, weights_.integer(kHeadCount),
            spec_.body_outputs(), block.encoder);
    spec_.body.push_back(block);
  }
  if (weights_.has(kSmolgen)) tensors_["smolgen.weights"] = reader_.floats(weights_, kSmolgen);
}

// The heads of network 7 are separate messages; the first policy and the first value are used, as in lc0.
void Lc0Builder::read_attention_policy() {
  PolicySpec& policy = *spec_.policy;
  const bool separate = format_.network == 7 && weights_.has(kPolicyHeads);
  const Message heads = reader_.message(weights_, kPolicyHeads);
  const Message head = separate ? reader_.message(heads, 3) : Message{};
  const bool shared = separate && !head.has(1);
  policy.width = dense("policy.embed", !separate ? weights_ : (shared ? heads : head),
                       !separate ? std::uint32_t{kPolicyEmbed} : 1);
  const Message& rest = separate ? head : weights_;
  const auto field = [&](std::uint32_t in_head, std::uint32_t in_weights) {
    return separate ? in_head : in_weights;
  };
  policy.attention = dense("policy.query", rest, field(3, kPolicyQuery));
  dense("policy.key", rest, field(5, kPolicyKey));
  tensors_["policy.promotion.weights"] = reader_.floats(rest, field(7, kPolicyPromotion));
  for (const ProtobufField& layer : rest.all(field(8, kPolicyEncoder))) {
    const std::string name = concat("policy.encoder", policy.encoders.size() + 1);
    encoder(name, layer, field(8, kPolicyEncoder), rest.integer(field(9, kPolicyHeadCount)), policy.width,
            policy.encoders.emplace_back());
  }
}

void Lc0Builder::read_policy() {
  PolicySpec& policy = spec_.policy.emplace();
  policy.kind = format_.policy;
  switch (policy.kind) {
    case PolicySpec::Kind::Classical:
      policy.planes = conv("policy.conv", reader_.message(weights_, kPolicyConv));
      dense("policy.dense", weights_, kPolicyEmbed);
      return;
    case PolicySpec::Kind::Convolution: {
      policy.filters = conv("policy.conv1", reader_.message(weights_, kPolicyConv1));
      const int planes = conv("policy.conv2", reader_.message(weights_, kPolicyConv));
      if (planes != kFilePolicyPlanes && planes != deep::kPolicyPlanes)
        return reader_.fail(Error{concat("policy.conv2: found ", planes, " planes, expected 73 or 80")});
      Floats& weights = tensors_["policy.conv2.weights"];
      weights.resize(weights.size() / deep::size_of(planes) * deep::kPolicyPlanes);
      tensors_["policy.conv2.bias"].resize(deep::kPolicyPlanes);
      return;
    }
    case PolicySpec::Kind::Attention:
      return read_attention_policy();
  }
}

void Lc0Builder::read_value() {
  spec_.value.kind = format_.value;
  const bool separate = format_.network == 7 && weights_.has(kValueHeads);
  const Message head = separate ? reader_.message(reader_.message(weights_, kValueHeads), 1) : Message{};
  const Message& from = separate ? head : weights_;
  if (format_.is_attention())
    spec_.value.planes = dense("value.conv", from, separate ? 1 : std::uint32_t{kValueEmbed});
  else
    spec_.value.planes = conv("value.conv", reader_.message(weights_, kValueConv));
  spec_.value.widths = {dense("value.dense1", from, separate ? 3 : std::uint32_t{kValueDense1})};
  dense("value.dense2", from, separate ? 5 : std::uint32_t{kValueDense2});
}

void Lc0Builder::read_moves_left() {
  deep::MovesLeftSpec& head = spec_.moves_left.emplace();
  head.planes = format_.is_attention() ? dense("moves_left.conv", weights_, kMovesEmbed)
                                       : conv("moves_left.conv", reader_.message(weights_, kMovesConv));
  head.widths = {dense("moves_left.dense1", weights_, kMovesDense1)};
  dense("moves_left.dense2", weights_, kMovesDense2);
}

// The size of the content according to the end of a gzip file; 0 if that is impossible because the file is
// cut off. A hostile file may lie, so the content is limited too.
std::uint64_t unpacked_bytes(std::string_view file) {
  constexpr std::uint64_t kMostFromOneByte = 1032;  // of deflate
  std::uint32_t bytes = 0;
  if (base::compression_in(file) != base::Compression::Gzip || file.size() < sizeof bytes) return 0;
  std::memcpy(&bytes, file.data() + file.size() - sizeof bytes, sizeof bytes);
  return bytes > kMostFromOneByte * file.size() ? 0 : bytes;
}

// The message, unpacked if it is compressed.
base::Result<std::string> unpacked(std::string_view file, const base::MemoryLimit& memory) {
  if (base::compression_in(file) == base::Compression::None) return std::string(file);
  TABIA_TRY(auto decoder, base::StreamDecoder::make(base::compression_in(file)));
  TABIA_TRY_VOID(base::check_available("the unpacked file", unpacked_bytes(file), memory));
  const std::uint64_t most = std::min<std::uint64_t>(kLargestMessage, memory.bytes.value_or(kLargestMessage));
  std::string content;
  std::string portion(std::size_t{1} << 18, '\0');
  while (!file.empty()) {
    TABIA_TRY(const auto step, decoder->step(file, portion.data(), portion.size()));
    file.remove_prefix(step.taken);
    content.append(portion.data(), step.given);
    if (content.size() > most)
      return Error{concat("the file unpacks to more than ", most, " bytes, the most that is read")};
    if (step.taken == 0 && step.given == 0) break;
  }
  for (;;) {  // flush the decoder
    TABIA_TRY(const auto step, decoder->step({}, portion.data(), portion.size()));
    if (step.given == 0) break;
    content.append(portion.data(), step.given);
  }
  if (!decoder->is_complete()) return Error{"the compressed file is cut off"};
  return content;
}

void describe(Lc0Reader& reader, const Message& net, Lineage& lineage) {
  lineage.description = "network of Leela Chess Zero";
  if (const auto license = net.all(kLicense); !license.empty() && !license.back().bytes.empty())
    lineage.description += concat("; license: ", license.back().bytes.substr(0, 200));
  const Message training = reader.message(net, kTraining);
  if (training.has(1)) lineage.recipe = concat("lczero-training, ", training.integer(1), " steps");
  lineage.trainer = "lczero-training";
}

base::Result<NetworkParts> read_message(std::string_view content, const base::MemoryLimit& memory) {
  if (content.starts_with("1\n") || content.starts_with("2\n"))
    return Error{
        "found lc0's old text format, expected a protobuf file (.pb.gz); convert it with lc0's tools"};
  if (!content.starts_with(kPlainStart))
    return Error{concat("at byte 0: found ", base::quoted(content.substr(0, kPlainStart.size())),
                        ", expected lc0's magic number 0x1c0")};
  Lc0Reader reader;
  const Message net = reader.message(ProtobufReader(content));
  TABIA_TRY_VOID(reader.finish());
  if (net.integer(kNetMagicNumber) != kMagic) return Error{"found a different magic number, expected 0x1c0"};
  if (!net.has(kWeights))
    return Error{net.has(kOnnx) ? "this file holds an ONNX model, not weights" : "found no weights"};
  const Message weights = reader.message(net, kWeights);
  // Numbers of 16 bits become floats.
  TABIA_TRY_VOID(base::check_available("the network", 2 * content.size(), memory));
  TABIA_TRY(const Lc0Format format, format_in(reader, net, weights));
  TABIA_TRY(NetworkParts parts, Lc0Builder(reader, format, weights).build(memory));
  describe(reader, net, parts.lineage);
  TABIA_TRY_VOID(reader.finish());
  return parts;
}

}  // namespace

bool looks_like_lc0(std::string_view file) noexcept {
  return base::compression_in(file) == base::Compression::Gzip || file.starts_with(kPlainStart);
}

base::Result<NetworkParts> read_lc0(std::string_view file, const base::MemoryLimit& memory) {
  const auto content = unpacked(file, memory);
  if (!content) return content.error().inside("lc0 network");
  auto parts = read_message(*content, memory);
  if (!parts) return parts.error().inside("lc0 network");
  return parts;
}

}  // namespace tabia::nn
