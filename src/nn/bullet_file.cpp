#include "nn/bullet_file.h"

#include <bit>
#include <cstring>
#include <limits>

#include "base/block.h"
#include "base/text.h"
#include "nn/memory.h"

namespace tabia::nn {
namespace {

using base::concat;
using base::Error;

static_assert(std::endian::native == std::endian::little,
              "network files are little-endian, and so is the code here");

constexpr std::size_t kAlignment = 64;  // bytes; files are padded to a multiple
constexpr std::string_view kFiller = "bullet";

base::Result<void> check_shape(const ModelSpec& spec) {
  const auto refused = [](std::string_view found) {
    return Error{concat("bullet: found ", found,
                        ", expected a perspective network of i16 with king buckets and one output layer; "
                        "the layout of other networks varies from trainer to trainer")};
  };
  if (spec.features.kind != FeatureSpec::Kind::KingBuckets)
    return refused("other features than 768 or king buckets");
  if (!spec.is_quantised()) return refused("an accumulator of f32");
  if (spec.layers.size() != 1) return refused(concat(spec.layers.size(), " layers"));
  if (spec.layers.front().storage != Storage::I16) return refused("an output layer that is not i16");
  if (spec.piece_square) return refused("a piece-square part");
  return {};
}

// The file's numbers in order, all 16-bit.
struct Sizes {
  std::size_t first_weights;
  std::size_t first_bias;
  std::size_t output_weights;
  std::size_t output_bias;
  [[nodiscard]] std::size_t bytes() const {
    return 2 * (first_weights + first_bias + output_weights + output_bias);
  }
};
Sizes sizes_of(const ModelSpec& spec) {
  const auto tensors = tensors_of(spec);
  return {tensors[0].size(), tensors[1].size(), tensors[2].size(), tensors[3].size()};
}

std::size_t padded(std::size_t bytes) { return base::rounded_up(bytes, kAlignment); }

bool is_filler(std::string_view bytes) {
  bool zeros = true;
  bool text = true;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    zeros = zeros && bytes[i] == '\0';
    text = text && bytes[i] == kFiller[i % kFiller.size()];
  }
  return zeros || text;
}

}  // namespace

base::Result<NetworkParts> read_bullet(std::string_view file, const ModelSpec& spec,
                                       const base::MemoryLimit& memory) {
  if (auto good = check_spec(spec); !good) return good.error();
  if (auto good = check_shape(spec); !good) return good.error();
  const Sizes sizes = sizes_of(spec);
  const std::size_t bytes = sizes.bytes();
  if (file.size() != bytes && file.size() != padded(bytes)) {
    return Error{concat("bullet: found ", file.size(), " bytes, expected ", padded(bytes), " (or ", bytes,
                        " without padding) for this spec")};
  }
  if (!is_filler(file.substr(bytes))) {
    return Error{concat("bullet: at byte ", bytes,
                        ": found numbers, expected padding: the file doesn't match this spec")};
  }
  auto zeros = tensors_that_fit(spec, memory);
  if (!zeros) return zeros.error().inside("bullet");
  NetworkParts parts{spec, std::move(*zeros), {}, {}};
  const auto take = [&file](void* target, std::size_t count) {
    std::memcpy(target, file.data(), 2 * count);
    file.remove_prefix(2 * count);
  };
  take(parts.tensors[0].bytes().data(), sizes.first_weights);
  take(parts.tensors[1].bytes().data(), sizes.first_bias);
  take(parts.tensors[2].bytes().data(), sizes.output_weights);
  for (std::int32_t& bias : parts.tensors[3].values<std::int32_t>()) {
    std::int16_t stored = 0;
    take(&stored, 1);
    bias = stored;
  }
  return parts;
}

base::Result<std::string> write_bullet(const Network& network) {
  const ModelSpec& spec = network.spec();
  if (auto good = check_shape(spec); !good) return good.error();
  std::string file;
  file.reserve(padded(sizes_of(spec).bytes()));
  const auto& tensors = network.tensors();
  for (std::size_t i = 0; i < 3; ++i) {
    file.append(reinterpret_cast<const char*>(tensors[i].bytes().data()), tensors[i].bytes().size());
  }
  const auto biases = tensors[3].values<std::int32_t>();
  for (std::size_t head = 0; head < biases.size(); ++head) {
    const auto stored = static_cast<std::int16_t>(biases[head]);
    if (stored != biases[head]) {
      return Error{concat("bullet: the output bias of head ", head, " is ", biases[head],
                          ", which doesn't fit in 16 bits")};
    }
    file.append(reinterpret_cast<const char*>(&stored), sizeof stored);
  }
  for (std::size_t i = 0; file.size() % kAlignment != 0; ++i) file += kFiller[i % kFiller.size()];
  return file;
}

}  // namespace tabia::nn
