// Any bytes as a network file, through every reader. Accepted input must evaluate, and must read back the
// same after writing. The last bytes of a Tabia file are its checksum, which a fuzzer can't guess: it is
// repaired here, so that mutations reach the code after the check. A bullet file has a fixed size: an input
// that begins with B is brought to that size.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/hash.h"
#include "nn/bullet_file.h"
#include "nn/lc0_file.h"
#include "nn/load.h"
#include "nn/net_file.h"
#include "nn/net_text.h"
#include "nn/stockfish_file.h"

namespace {

using namespace tabia;
using namespace tabia::nn;

// Larger networks (bytes of tensors) are read and evaluated but not written: it would take most of the time.
constexpr std::size_t kLargestToWrite = 1 << 16;
constexpr std::size_t kLargestToWriteAsText = 1 << 13;

std::string with_right_checksum(std::string_view file) {
  std::string copy(file);
  if (!looks_like_net(file) || file.size() < 40) return copy;
  const std::uint64_t checksum = base::hash64(file.substr(0, file.size() - 8));
  std::memcpy(copy.data() + copy.size() - 8, &checksum, sizeof checksum);
  return copy;
}

constexpr std::size_t kTinyBulletBytes = 2 * (768 * 16 + 16 + 32 + 1);
ModelSpec tiny_bullet_spec() {
  ModelSpec spec;
  spec.accumulator = {16, Activation::ClippedSquared, Storage::I16, 255};
  spec.layers = {{1, Activation::Linear, Storage::I16, 64}};
  return spec;
}

void check_same(base::Result<NetworkParts> parts, const Network& expected) {
  TABIA_CHECK(parts.ok(), parts.ok() ? "" : parts.error().message.c_str());
  const auto network = std::move(*parts).assemble();
  TABIA_CHECK(network.ok(), "a network that was written is not accepted");
  TABIA_CHECK((*network)->spec().name == expected.spec().name, "another name after writing and reading");
  TABIA_CHECK((*network)->lineage() == expected.lineage(), "another lineage after writing and reading");
  TABIA_CHECK((*network)->wdl() == expected.wdl(), "another WDL model after writing and reading");
  TABIA_CHECK(network_hash(**network) == network_hash(expected), "other numbers after writing and reading");
}

void use(base::Result<NetworkParts> parts) {
  if (!parts) {
    TABIA_CHECK(!parts.error().message.empty(), "an error without a message");
    return;
  }
  const auto made = std::move(*parts).assemble();
  if (!made) return;
  const Network& network = **made;
  const chess::Position start;
  TABIA_CHECK(network.fresh_output(start) == network.fresh_output(start),
              "two evaluations of one position differ");
  std::size_t bytes = 0;
  for (const Tensor& tensor : network.tensors()) bytes += tensor.bytes().size();
  if (bytes > kLargestToWrite) return;
  check_same(read_net(write_net(network, {}).value()), network);
  if (bytes <= kLargestToWriteAsText) check_same(read_net_text(write_net_text(network)), network);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::string file = with_right_checksum(input);
  use(read_net(file));
  use(read_net_text(input));
  use(read_stockfish(input));
  use(read_lc0(input));
  std::string numbers(input);
  if (input.starts_with('B')) numbers.resize(kTinyBulletBytes);
  use(read_bullet(numbers, tiny_bullet_spec()));
  // A spec by itself: if it can be read, it reads back the same after writing.
  if (const auto spec = parse_spec(input)) {
    const auto again = parse_spec(to_text(*spec));
    TABIA_CHECK(again.ok() && *again == *spec && again->name == spec->name,
                "another spec after writing and reading");
  }
  return 0;
}
