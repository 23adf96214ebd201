#include "nn/stockfish_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <optional>
#include <type_traits>

#include "base/text.h"
#include "nn/memory.h"

namespace tabia::nn {
namespace {

using base::concat;
using base::Error;

static_assert(std::endian::native == std::endian::little,
              "network files are little-endian, and so is the code here");

constexpr std::uint32_t kHalfkpVersion = 0x7AF32F16;
constexpr std::uint32_t kHalfkaVersion = 0x7AF32F20;
constexpr std::uint32_t kHalfkpFeatureHash = 0x5D69D5B8;
constexpr std::uint32_t kHalfkaFeatureHash = 0x7F234CB8;
constexpr std::uint32_t kVersion19 = 0x6A448AFA;
constexpr std::uint32_t kThreatsFeatureHash18 = 0x8F234CB8;
constexpr std::uint32_t kThreatsFeatureHash19 = 0x2E6B9D04;
constexpr std::uint32_t kPairsFeatureHash = 0x86F2B1DD;
constexpr std::uint32_t kLiteFeatureHash = 0x6F234CB8;
constexpr std::uint32_t kLongestDescription = 1 << 16;
constexpr std::string_view kLebMagic = "COMPRESSED_LEB128";
constexpr std::string_view kSupported =
    "supported are HalfKP 256x2-32-32-1 (Stockfish 12, 13), HalfKAv2_hm of width 128 to 3072 (Stockfish 15.1 "
    "to 17.1), with threats (18), with threats and pawn pairs (19), and 768 mirrored inputs (19 lite)";

// Feature sets of other generations, so that the message can name them.
struct Generation {
  std::uint32_t feature_hash;
  std::string_view name;
};
constexpr std::array<Generation, 2> kOtherGenerations = {{
    {0x5F234CB8, "HalfKAv2 (Stockfish 14)"},
    {0x5F134CB8, "HalfKAv1 (development versions before Stockfish 14)"},
}};

std::string hexadecimal(std::uint32_t value) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string text = "0x";
  for (int shift = 28; shift >= 0; shift -= 4) text += kDigits[value >> shift & 15];
  return text;
}

// --- hashes, built up layer by layer like Stockfish's

constexpr std::uint32_t affine_hash(std::uint32_t before, std::uint32_t outputs) {
  return (0xCC03DAE4 + outputs) ^ (before >> 1) ^ (before << 31);
}
constexpr std::uint32_t relu_hash(std::uint32_t before) { return before + 0x538D24C7; }

constexpr std::uint32_t stack_hash(std::uint32_t width, std::uint32_t first_outputs) {
  std::uint32_t hash = 0xEC42E90D ^ (2 * width);
  hash = relu_hash(affine_hash(hash, first_outputs));
  hash = relu_hash(affine_hash(hash, 32));
  return affine_hash(hash, 1);
}
static_assert(stack_hash(256, 32) == 0x63337156);
static_assert(stack_hash(1024, 16) == 0x63336A4A);
static_assert(stack_hash(128, 16) == 0x6333712A);
static_assert(stack_hash(1024, 32) == 0x63337116);

// Since 19, feature sets used together have one combined hash.
constexpr std::uint32_t kFeatureHash19 = [] {
  std::uint32_t hash = 0;
  for (const std::uint32_t set : {kThreatsFeatureHash19, kPairsFeatureHash, kHalfkaFeatureHash})
    hash = std::rotl(hash, 1) ^ set;
  return hash;
}();
static_assert((kFeatureHash19 ^ 2048) == 0xCB685313);

// The words that identify a file with a given spec.
struct Hashes {
  std::uint32_t version;
  std::uint32_t features;  // before the feature transformer
  std::uint32_t stack;     // before each stack of layers
  [[nodiscard]] std::uint32_t file() const { return features ^ stack; }
};

Hashes hashes_of(const ModelSpec& spec) {
  const auto width = static_cast<std::uint32_t>(spec.accumulator.width);
  if (spec.arithmetic == Arithmetic::StockfishHalfkp) {
    return {kHalfkpVersion, kHalfkpFeatureHash ^ (2 * width), stack_hash(width, 32)};
  }
  if (spec.arithmetic == Arithmetic::Stockfish19) {
    const std::uint32_t features = spec.features.relations.any() ? kFeatureHash19 : kLiteFeatureHash;
    return {kVersion19, features ^ (2 * width), stack_hash(width, 32)};
  }
  const std::uint32_t features = spec.features.relations.any() ? kThreatsFeatureHash18 : kHalfkaFeatureHash;
  return {kHalfkaVersion, features ^ (2 * width), stack_hash(width, 16)};
}

// --- reading

// Takes values from the front of the file and remembers the first fault.
class Reader {
 public:
  explicit Reader(std::string_view file) : file_(file) {}

  [[nodiscard]] std::size_t left() const { return file_.size() - at_; }
  [[nodiscard]] bool failed() const { return error_.has_value(); }
  [[nodiscard]] const Error& error() const { return *error_; }

  void fail(const std::string& what) {
    if (!error_) error_ = Error{concat("at byte ", at_, ": ", what)};
  }

  std::string_view bytes(std::size_t count, std::string_view what) {
    if (failed()) return {};
    if (left() < count) {
      fail(concat("the file is cut off: expected ", count, " bytes of ", what, ", ", left(),
                  " bytes are left"));
      return {};
    }
    const std::string_view taken = file_.substr(at_, count);
    at_ += count;
    return taken;
  }

  std::uint32_t word(std::string_view what) {
    const std::string_view taken = bytes(4, what);
    std::uint32_t value = 0;
    if (!taken.empty()) std::memcpy(&value, taken.data(), 4);
    return value;
  }

  void expect_word(std::uint32_t expected, std::string_view what) {
    const std::uint32_t found = word(what);
    if (!failed() && found != expected)
      fail(concat(what, " is ", hexadecimal(found), ", expected ", hexadecimal(expected)));
  }

  // `rows` rows of a tensor, each followed by padding in the file.
  template <class T>
  void plain(std::span<T> values, std::size_t columns, std::size_t file_columns, std::string_view what) {
    for (std::size_t row = 0; row < values.size() / columns && !failed(); ++row) {
      const std::string_view taken = bytes(file_columns * sizeof(T), what);
      if (!failed()) std::memcpy(values.data() + row * columns, taken.data(), columns * sizeof(T));
    }
  }
  template <class T>
  void plain(std::span<T> values, std::string_view what) {
    plain(values, values.size(), values.size(), what);
  }

  // A block that may be LEB128-compressed, recognized by its first bytes.
  template <class T>
  void maybe_compressed(std::span<T> values, std::string_view what) {
    if (failed()) return;
    if (file_.substr(at_, kLebMagic.size()) != kLebMagic) return plain(values, what);
    at_ += kLebMagic.size();
    const std::string_view payload = bytes(word(what), what);
    if (failed()) return;
    if (!decode_leb(payload, values))
      fail(concat("the LEB128 data of ", what, " is damaged, expected exactly ", values.size(), " values"));
  }

 private:
  template <class T>
  static bool decode_leb(std::string_view payload, std::span<T> values) {
    std::size_t at = 0;
    for (T& value : values) {
      std::uint64_t bits = 0;
      unsigned shift = 0;
      std::uint8_t byte = 0;
      do {
        if (at == payload.size() || shift > 35) return false;
        byte = static_cast<std::uint8_t>(payload[at++]);
        bits |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
        shift += 7;
      } while (byte & 0x80);
      if (byte & 0x40) bits |= ~std::uint64_t{0} << shift;
      const auto number = static_cast<std::int64_t>(bits);
      if (number < std::numeric_limits<T>::min() || number > std::numeric_limits<T>::max()) return false;
      value = static_cast<T>(number);
    }
    return at == payload.size();
  }

  std::string_view file_;
  std::size_t at_ = 0;
  std::optional<Error> error_;
};

// The generations whose width can vary.
struct Family {
  std::uint32_t version;
  std::uint32_t feature_hash;  // without the width
  std::string_view name;
  ModelSpec (*spec)(int width);
};
constexpr std::array<Family, 4> kFamilies = {{
    {kHalfkaVersion, kHalfkaFeatureHash, "HalfKAv2_hm", stockfish_halfka_spec},
    {kHalfkaVersion, kThreatsFeatureHash18, "HalfKAv2_hm and threats", stockfish_18_spec},
    {kVersion19, kFeatureHash19, "HalfKAv2_hm, threats and pawn pairs", stockfish_19_spec},
    {kVersion19, kLiteFeatureHash, "768 mirrored inputs", stockfish_19_lite_spec},
}};

// The network that the words at the start of the file announce.
base::Result<ModelSpec> spec_of(std::uint32_t version, std::uint32_t file_hash, std::uint32_t feature_hash) {
  const auto refused = [&](std::string_view what) {
    return Error{concat("this is ", what, " (version ", hexadecimal(version), ", hash ",
                        hexadecimal(file_hash), ", features ", hexadecimal(feature_hash), "); ", kSupported)};
  };
  // The low bits of the features' hash hold twice the width.
  const auto width_under = [&](std::uint32_t hash) -> std::optional<int> {
    const std::uint32_t doubled = feature_hash ^ hash;
    if (doubled % 2 != 0 || doubled > 2 * 4096) return std::nullopt;
    return static_cast<int>(doubled / 2);
  };
  if (version == kHalfkpVersion) {
    const ModelSpec spec = stockfish_halfkp_spec();
    if (feature_hash == hashes_of(spec).features && file_hash == hashes_of(spec).file()) return spec;
    return refused("a network from the time of Stockfish 12 with other features or layers");
  }
  if (version != kHalfkaVersion && version != kVersion19)
    return refused("not a network of a known generation");
  for (const Generation& other : kOtherGenerations) {
    if (width_under(other.feature_hash)) return refused(concat("a network with the features ", other.name));
  }
  for (const Family& family : kFamilies) {
    const auto width = width_under(family.feature_hash);
    if (!width || version != family.version) continue;
    if (*width < 128 || *width > 3072 || *width % 32 != 0)
      return refused(concat("a network with ", family.name, " of width ", *width));
    const ModelSpec spec = family.spec(*width);
    if (file_hash != hashes_of(spec).file())
      return refused(concat("a network with ", family.name, " of width ", *width, " with other layers"));
    return spec;
  }
  return refused("a network of an unknown generation");
}

std::size_t padded_to_32(std::size_t value) { return (value + 31) / 32 * 32; }

// Tabia mirrors 768 inputs so that the own king is on files a-d, Stockfish so that it is on e-h: row by row
// the same network.
template <class T>
void mirror_rows(std::span<T> values, std::size_t columns) {
  for (std::size_t row = 0; row < values.size() / columns; ++row) {
    const std::size_t mirrored = row ^ 7;
    if (mirrored > row)
      std::swap_ranges(values.begin() + static_cast<std::ptrdiff_t>(row * columns),
                       values.begin() + static_cast<std::ptrdiff_t>((row + 1) * columns),
                       values.begin() + static_cast<std::ptrdiff_t>(mirrored * columns));
  }
}

// The numbers before the layers, in the order of the file.
struct Transformer {
  std::span<std::int16_t> bias;
  std::span<std::int16_t> weights;
  std::span<std::int32_t> piece_square;           // empty in HalfKP
  std::span<std::int8_t> relations;               // empty without threats
  std::span<std::int32_t> relation_piece_square;  // the same

  Transformer(const ModelSpec& spec, std::vector<Tensor>& tensors)
      : bias(tensors[1].values<std::int16_t>()), weights(tensors[0].values<std::int16_t>()) {
    if (spec.piece_square) piece_square = tensors[2].values<std::int32_t>();
    if (!spec.features.relations.any()) return;
    relations = tensors[3].values<std::int8_t>();
    relation_piece_square = tensors[4].values<std::int32_t>();
  }
};

void read_transformer(Reader& reader, const ModelSpec& spec, std::vector<Tensor>& tensors) {
  const Transformer to(spec, tensors);
  const auto columns = static_cast<std::size_t>(spec.accumulator.width);
  const auto heads = static_cast<std::size_t>(spec.output.heads);
  const bool has_pairs = spec.features.relations.pawn_pairs;
  reader.maybe_compressed(to.bias, "the feature transformer's biases");
  if (has_pairs) {
    const std::size_t threats = RelationSet(spec.features.relations).threat_rows();
    reader.plain(to.relations.first(threats * columns), "the weights of the threats");
    reader.maybe_compressed(to.relation_piece_square.first(threats * heads),
                            "the piece-square weights of the threats");
    reader.plain(to.relations.subspan(threats * columns), "the weights of the pawn pairs");
    reader.maybe_compressed(to.relation_piece_square.subspan(threats * heads),
                            "the piece-square weights of the pawn pairs");
  } else if (!to.relations.empty()) {
    reader.plain(to.relations, "the weights of the threats");
  }
  reader.maybe_compressed(to.weights, "the feature transformer's weights");
  if (!to.relations.empty() && !has_pairs) {
    // One block: the threats come first.
    std::vector<std::int32_t> both(to.relation_piece_square.size() + to.piece_square.size());
    reader.maybe_compressed(std::span(both), "the piece-square weights");
    const auto second = both.begin() + static_cast<std::ptrdiff_t>(to.relation_piece_square.size());
    std::copy(both.begin(), second, to.relation_piece_square.begin());
    std::copy(second, both.end(), to.piece_square.begin());
  } else if (spec.piece_square) {
    reader.maybe_compressed(to.piece_square, "the piece-square weights");
  }
  if (spec.features.kind == FeatureSpec::Kind::KingBuckets) {
    mirror_rows(to.weights, columns);
    mirror_rows(to.piece_square, heads);
  }
}

void read_stacks(Reader& reader, const ModelSpec& spec, std::vector<Tensor>& tensors) {
  const std::size_t first_layer = spec.first_layer_tensor();
  for (std::size_t head = 0; head < static_cast<std::size_t>(spec.output.heads); ++head) {
    reader.expect_word(hashes_of(spec).stack, concat("the hash of layer stack ", head));
    for (std::size_t k = 0; k < spec.layers.size(); ++k) {
      const auto outputs = static_cast<std::size_t>(spec.layers[k].width);
      const auto inputs = static_cast<std::size_t>(spec.inputs_of_layer(k));
      const std::string what = concat("layer ", k + 1, " of stack ", head);
      reader.plain(tensors[first_layer + 2 * k + 1].values<std::int32_t>().subspan(head * outputs, outputs),
                   what);
      reader.plain(tensors[first_layer + 2 * k].values<std::int8_t>().subspan(head * outputs * inputs,
                                                                              outputs * inputs),
                   inputs, padded_to_32(inputs), what);
    }
  }
}

// Win probability models that Stockfish 15.1 and 12/13 use for their networks; constant in material here.
constexpr WdlModel kHalfkaWdl = {.a = {0, 0, 0, 361}, .b = {0, 0, 0, 66}};
// Those of Stockfish 18 and 19, cubic in material, divided by the factor (1 + material / 77871 or 91000) by
// which these programs raise the network's output. The search margins are kept in the units of the earlier
// networks.
constexpr WdlModel kWdl18 = {.a = {-64.7294, 179.4884, -215.8626, 411.9402},
                             .b = {59.2167, -90.4867, 32.2661, 51.7543},
                             .margin_pawn = 361};
constexpr WdlModel kWdl19 = {.a = {-128.5707, 350.7146, -377.3785, 407.5511},
                             .b = {0.4523, 25.221, -45.0596, 69.6657},
                             .margin_pawn = 361};
constexpr WdlModel kHalfkpWdl = {.a = {0, 0, 0, 208}, .b = {0, 0, 0, 60}};

WdlModel wdl_of(const ModelSpec& spec) {
  if (spec.arithmetic == Arithmetic::StockfishHalfkp) return kHalfkpWdl;
  if (spec.arithmetic == Arithmetic::Stockfish19) return kWdl19;
  return spec.features.relations.any() ? kWdl18 : kHalfkaWdl;
}

}  // namespace

ModelSpec stockfish_halfkp_spec() {
  ModelSpec spec;
  spec.name = "halfkp-256";
  spec.features.kind = FeatureSpec::Kind::Halfkp;
  spec.accumulator = {256, Activation::Clipped, Storage::I16, 127};
  spec.layers = {{32, Activation::Clipped, Storage::I8, 64},
                 {32, Activation::Clipped, Storage::I8, 64},
                 {1, Activation::Linear, Storage::I8, 64}};
  spec.output.eval_scale = 600;
  spec.arithmetic = Arithmetic::StockfishHalfkp;
  return spec;
}

ModelSpec stockfish_halfka_spec(int width) {
  ModelSpec spec;
  spec.name = concat("halfka-", width);
  spec.features.kind = FeatureSpec::Kind::HalfkaHm;
  spec.piece_square = true;
  spec.accumulator = {width, Activation::Pairwise, Storage::I16, 127};
  spec.layers = {{16, Activation::Dual, Storage::I8, 64},
                 {32, Activation::Clipped, Storage::I8, 64},
                 {1, Activation::Linear, Storage::I8, 64}};
  spec.output = {OutputBuckets::Stockfish, 8, Activation::Linear, 600};
  spec.arithmetic = Arithmetic::StockfishHalfka;
  return spec;
}

ModelSpec stockfish_18_spec(int width) {
  ModelSpec spec = stockfish_halfka_spec(width);
  spec.name = concat("halfka-threats-", width);
  spec.features.relations = {Threats::Stockfish18, false};
  spec.accumulator.scale = 255;
  return spec;
}

ModelSpec stockfish_19_lite_spec(int width) {
  ModelSpec spec;
  spec.name = concat("mirrored-dual-", width);
  spec.features.kind = FeatureSpec::Kind::KingBuckets;
  spec.features.mirrored = true;
  spec.piece_square = true;
  spec.accumulator = {width, Activation::Pairwise, Storage::I16, 256};
  spec.layers = {{32, Activation::DualAll, Storage::I8, 128},
                 {32, Activation::DualAll, Storage::I8, 64},
                 {1, Activation::Linear, Storage::I8, 128}};
  spec.output = {OutputBuckets::Stockfish, 8, Activation::Linear, 600};
  spec.arithmetic = Arithmetic::Stockfish19;
  return spec;
}

ModelSpec stockfish_19_spec(int width) {
  ModelSpec spec = stockfish_19_lite_spec(width);
  spec.name = concat("halfka-threats-pairs-", width);
  spec.features = {};
  spec.features.kind = FeatureSpec::Kind::HalfkaHm;
  spec.features.relations = {Threats::Stockfish19, true};
  return spec;
}

bool looks_like_stockfish(std::string_view file) noexcept {
  std::uint32_t version = 0;
  if (file.size() < 4) return false;
  std::memcpy(&version, file.data(), 4);
  return version >> 16 == kHalfkaVersion >> 16 || version == kVersion19;
}

base::Result<NetworkParts> read_stockfish(std::string_view file, const base::MemoryLimit& memory) {
  Reader reader(file);
  const std::uint32_t version = reader.word("the version");
  const std::uint32_t file_hash = reader.word("the hash");
  const std::uint32_t description_length = reader.word("the length of the description");
  if (!reader.failed() && description_length > kLongestDescription) {
    reader.fail(concat("found a description of ", description_length, " bytes, expected at most ",
                       kLongestDescription));
  }
  const std::string_view description = reader.bytes(description_length, "the description");
  const std::uint32_t feature_hash = reader.word("the hash of the features");
  if (reader.failed()) return reader.error().inside("Stockfish network");
  const auto spec = spec_of(version, file_hash, feature_hash);
  if (!spec) return spec.error().inside("Stockfish network");
  // A compressed value takes at least a byte, so a file this short can't hold the tensors: don't allocate
  // them.
  std::size_t least = 0;
  for (const TensorSpec& tensor : tensors_of(*spec)) least += tensor.size();
  if (reader.left() < least) {
    return Error{concat("Stockfish network: found ", file.size(), " bytes, expected at least ", least,
                        ": the file is cut off")};
  }
  auto zeros = tensors_that_fit(*spec, memory);
  if (!zeros) return zeros.error().inside("Stockfish network");
  NetworkParts parts{*spec, std::move(*zeros), {}, wdl_of(*spec)};
  parts.lineage.description = description;
  read_transformer(reader, *spec, parts.tensors);
  read_stacks(reader, *spec, parts.tensors);
  if (!reader.failed() && reader.left() > 0)
    reader.fail(concat("found ", reader.left(), " more bytes, expected the end of the file"));
  if (reader.failed()) return reader.error().inside("Stockfish network");
  return parts;
}

// --- writing

namespace {

class Writer {
 public:
  void word(std::uint32_t value) { append(&value, sizeof value); }
  void append(const void* data, std::size_t size) { out_.append(static_cast<const char*>(data), size); }
  void text(std::string_view text) { out_ += text; }

  template <class T>
  void plain(std::span<const T> values, std::size_t columns, std::size_t file_columns) {
    for (std::size_t row = 0; row < values.size() / columns; ++row) {
      append(values.data() + row * columns, columns * sizeof(T));
      out_.append((file_columns - columns) * sizeof(T), '\0');
    }
  }

  template <class T>
  void block(std::span<const T> values, bool compressed) {
    if (!compressed) return append(values.data(), values.size_bytes());
    std::string payload;
    for (std::int64_t rest : values) {  // NOLINT(bugprone-signed-char-misuse): numbers, not characters
      for (bool more = true; more;) {
        const auto byte = static_cast<std::uint8_t>(rest & 0x7F);
        rest >>= 7;
        more = !((rest == 0 && !(byte & 0x40)) || (rest == -1 && (byte & 0x40)));
        payload += static_cast<char>(more ? byte | 0x80 : byte);
      }
    }
    text(kLebMagic);
    word(static_cast<std::uint32_t>(payload.size()));
    text(payload);
  }

  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

}  // namespace

namespace {

// Mirrored as in the files; see mirror_rows.
template <class T>
std::vector<T> mirrored_copy(std::span<const T> values, std::size_t columns) {
  std::vector<T> copy(values.begin(), values.end());
  mirror_rows(std::span(copy), columns);
  return copy;
}

void write_transformer(Writer& writer, const Network& network, bool compressed) {
  const ModelSpec& spec = network.spec();
  const auto& tensors = network.tensors();
  const auto columns = static_cast<std::size_t>(spec.accumulator.width);
  const auto heads = static_cast<std::size_t>(spec.output.heads);
  const auto weights = tensors[0].values<std::int16_t>();
  writer.block(tensors[1].values<std::int16_t>(), compressed);
  if (spec.features.kind == FeatureSpec::Kind::KingBuckets) {
    const auto piece_square = tensors[2].values<std::int32_t>();
    writer.block(std::span<const std::int16_t>(mirrored_copy(weights, columns)), compressed);
    writer.block(std::span<const std::int32_t>(mirrored_copy(piece_square, heads)), compressed);
    return;
  }
  if (!spec.features.relations.any()) {
    writer.block(weights, compressed);
    if (spec.piece_square) writer.block(tensors[2].values<std::int32_t>(), compressed);
    return;
  }
  const auto piece_square = tensors[2].values<std::int32_t>();
  const auto relations = tensors[3].values<std::int8_t>();
  const auto relation_piece_square = tensors[4].values<std::int32_t>();
  if (!spec.features.relations.pawn_pairs) {
    writer.block(relations, false);
    writer.block(weights, compressed);
    std::vector<std::int32_t> both(relation_piece_square.begin(), relation_piece_square.end());
    both.insert(both.end(), piece_square.begin(), piece_square.end());
    writer.block(std::span<const std::int32_t>(both), compressed);
    return;
  }
  const std::size_t threats = network.relations()->threat_rows();
  writer.block(relations.first(threats * columns), false);
  writer.block(relation_piece_square.first(threats * heads), compressed);
  writer.block(relations.subspan(threats * columns), false);
  writer.block(relation_piece_square.subspan(threats * heads), compressed);
  writer.block(weights, compressed);
  writer.block(piece_square, compressed);
}

// Is the spec one of those that files announce?
bool is_in_stockfish(const ModelSpec& spec) {
  if (spec == stockfish_halfkp_spec()) return true;
  const int width = spec.accumulator.width;
  return width >= 128 && width <= 3072 && width % 32 == 0 &&
         std::any_of(kFamilies.begin(), kFamilies.end(),
                     [&](const Family& family) { return spec == family.spec(width); });
}

}  // namespace

base::Result<std::string> write_stockfish(const Network& network, StockfishCompression compression) {
  const ModelSpec& spec = network.spec();
  if (!is_in_stockfish(spec)) {
    return Error{concat("the network ", base::quoted(spec.name),
                        " doesn't have a shape that Stockfish supports; ", kSupported)};
  }
  // Uncompressed up to 15.1.
  const bool plain_by_default = spec == stockfish_halfkp_spec() || spec == stockfish_halfka_spec(1024);
  const bool compressed = compression == StockfishCompression::Leb128 ||
                          (compression == StockfishCompression::Automatic && !plain_by_default);
  const Hashes hashes = hashes_of(spec);
  const auto& tensors = network.tensors();
  Writer writer;
  writer.word(hashes.version);
  writer.word(hashes.file());
  const std::string_view description =
      std::string_view(network.lineage().description).substr(0, kLongestDescription);
  writer.word(static_cast<std::uint32_t>(description.size()));
  writer.text(description);
  writer.word(hashes.features);
  write_transformer(writer, network, compressed);
  const std::size_t first_layer = spec.first_layer_tensor();
  for (std::size_t head = 0; head < static_cast<std::size_t>(spec.output.heads); ++head) {
    writer.word(hashes.stack);
    for (std::size_t k = 0; k < spec.layers.size(); ++k) {
      const auto outputs = static_cast<std::size_t>(spec.layers[k].width);
      const auto inputs = static_cast<std::size_t>(spec.inputs_of_layer(k));
      const auto bias =
          tensors[first_layer + 2 * k + 1].values<std::int32_t>().subspan(head * outputs, outputs);
      writer.append(bias.data(), bias.size_bytes());
      writer.plain(tensors[first_layer + 2 * k].values<std::int8_t>().subspan(head * outputs * inputs,
                                                                              outputs * inputs),
                   inputs, padded_to_32(inputs));
    }
  }
  return writer.take();
}

}  // namespace tabia::nn
