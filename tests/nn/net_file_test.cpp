#include "nn/net_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cmath>
#include <limits>

#include "base/compression.h"
#include "base/hash.h"
#include "nn/net_support.h"
#include "nn/passport.h"
#include "sanitized.h"

namespace tabia::nn {
namespace {

using testing::contains;
using testing::identical;
using testing::mentions;
using testing::tiny_spec;

std::string written(const Network& network, bool compress = false) {
  return write_net(network, {.compress = compress}).value();
}

// The header of the format, and files put together from the parts that a test gives.
struct Header {
  char magic[8] = {'T', 'A', 'B', 'I', 'A', 'N', 'E', 'T'};
  std::uint32_t version = 1;
  std::uint32_t flags = 0;
  std::uint32_t spec_bytes = 0;
  std::uint32_t passport_bytes = 0;
  std::uint64_t payload_bytes = 0;
};

std::string with_checksum(std::string file) {
  const std::uint64_t checksum = base::hash64(file);
  return file.append(reinterpret_cast<const char*>(&checksum), sizeof checksum);
}

std::string file_of(const std::string& spec, const std::string& passport, const std::string& payload,
                    std::uint32_t flags = 0) {
  Header header;
  header.flags = flags;
  header.spec_bytes = static_cast<std::uint32_t>(spec.size());
  header.passport_bytes = static_cast<std::uint32_t>(passport.size());
  header.payload_bytes = payload.size();
  return with_checksum(std::string(reinterpret_cast<const char*>(&header), sizeof header) + spec + passport +
                       payload);
}

std::string error_of(const std::string& file) {
  const auto parts = read_net(file);
  return parts ? "" : parts.error().message;
}

TEST(NetFile, EveryModelReadsBackIdentical) {
  for (const ModelSpec& spec : testing::all_models()) {
    const auto network = random_network(spec, 3);
    const auto parts = read_net(written(*network));
    ASSERT_TRUE(parts) << spec.name << ": " << parts.error().message;
    EXPECT_TRUE(identical(*parts, *network)) << spec.name;
  }
}

TEST(NetFile, CompressedNetworksReadBackIdenticalAndAreSmaller) {
  if (!base::has_compression()) GTEST_SKIP() << "this build has no zstd";
  for (const ModelSpec& spec : testing::small_models()) {
    const auto network = random_network(spec, 3);
    const std::string file = written(*network, true);
    EXPECT_LT(file.size(), written(*network).size()) << spec.name;
    const auto parts = read_net(file);
    ASSERT_TRUE(parts) << spec.name << ": " << parts.error().message;
    EXPECT_TRUE(identical(*parts, *network)) << spec.name;
  }
}

TEST(NetFile, LineageSurvivesWhateverBytesItHolds) {
  std::string all;
  for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
  const Lineage lineage{all, "\"quoted\" \\ back", "line\nbreak\r\n", "\t", "2026-11-15", "tabia \x80\xFF"};
  const WdlModel wdl{
      {-13.50030198, 40.92780883, -36.82753545, 386.8300407}, {0.1, 1.0 / 3, -0.25, 66}, 320.5};
  const auto network = testing::with_lineage(*random_network(tiny_spec(), 1), lineage, wdl);
  const auto parts = read_net(written(*network));
  ASSERT_TRUE(parts) << parts.error().message;
  EXPECT_TRUE(identical(*parts, *network));
}

TEST(NetFile, EveryTruncationIsAnErrorThatSaysSo) {
  for (const bool compress : {false, true}) {
    if (compress && !base::has_compression()) continue;
    const std::string file = written(*random_network(tiny_spec(), 1), compress);
    for (std::size_t size = 0; size < file.size(); ++size) {
      const std::string error = error_of(file.substr(0, size));
      ASSERT_TRUE(contains(error, "cut off")) << size << " bytes: " << error;
    }
  }
}

TEST(NetFile, EveryFlippedBitIsDetected) {
  for (const bool compress : {false, true}) {
    if (compress && !base::has_compression()) continue;
    std::string file = written(*random_network(tiny_spec(), 1), compress);
    for (std::size_t bit = 0; bit < 8 * file.size(); ++bit) {
      file[bit / 8] = static_cast<char>(file[bit / 8] ^ (1 << bit % 8));
      ASSERT_FALSE(read_net(file)) << "bit " << bit;
      file[bit / 8] = static_cast<char>(file[bit / 8] ^ (1 << bit % 8));
    }
    EXPECT_TRUE(read_net(file));
  }
}

TEST(NetFile, ADamagedNumberIsBlamedOnTheChecksum) {
  std::string file = written(*random_network(tiny_spec(), 1));
  file[file.size() / 2] = static_cast<char>(file[file.size() / 2] ^ 4);
  EXPECT_TRUE(contains(error_of(file), "checksum")) << error_of(file);
}

TEST(NetFile, BytesBehindTheEndAreRefused) {
  const std::string file = written(*random_network(tiny_spec(), 1));
  EXPECT_TRUE(contains(error_of(file + "x"), "after the end")) << error_of(file + "x");
}

TEST(NetFile, AnotherVersionOrUnknownFlagsAreRefusedWithWhatIsKnown) {
  std::string file = written(*random_network(tiny_spec(), 1));
  file[8] = 2;
  EXPECT_TRUE(contains(error_of(file), "version 2, expected 1")) << error_of(file);
  file[8] = 1;
  file[12] = 6;
  EXPECT_TRUE(contains(error_of(file), "flags 6")) << error_of(file);
}

TEST(NetFile, UnknownFeaturesAreRefusedAndTheMessageListsTheKnownOnes) {
  const std::string error = error_of(file_of("name = \"x\"\nfeatures = \"threats\"\n", "", ""));
  for (const char* expected :
       {"threats", "planes", "768", "halfkp", "halfka-hm", "king-buckets-8-mirrored", "spec"}) {
    EXPECT_TRUE(contains(error, expected)) << error;
  }
}

TEST(NetFile, AWrongPassportIsRefusedWithLineAndKey) {
  const auto network = random_network(tiny_spec(), 1);
  const std::string spec = to_text(network->spec());
  EXPECT_TRUE(contains(error_of(file_of(spec, "parent = \"a\"\nmother = \"b\"\n", "")),
                       "line 2: unknown key mother"));
  EXPECT_TRUE(contains(error_of(file_of(spec, "date = 2026\n", "")), "line 1: date: expected a string"));
  EXPECT_TRUE(contains(error_of(file_of(spec, "wdl_a = [ 1, 2, 3 ]\n", "")), "wdl_a: expected four numbers"));
  EXPECT_TRUE(contains(error_of(file_of(spec, "margin_pawn = 0\n", "")), "margin_pawn: expected a number"));
  EXPECT_TRUE(contains(error_of(file_of(spec, "wdl_b = [ 0, 0, 0, 0 ]\n", "")), "less than 1"));
  EXPECT_TRUE(
      contains(error_of(file_of(spec, "wdl_b = [ 0, 0, -100, 100 ]\n", "")), "less than 1 with material"));
}

TEST(NetFile, NanAndInfinityAreRefusedWithTheirPlace) {
  const auto network = random_network(tiny_spec(), 1);
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity()}) {
    std::string payload;
    for (const Tensor& tensor : network->tensors()) {
      payload.append(reinterpret_cast<const char*>(tensor.bytes().data()), tensor.bytes().size());
    }
    std::memcpy(payload.data() + 4 * 5, &bad, sizeof bad);
    const std::string error = error_of(file_of(to_text(network->spec()), "", payload));
    EXPECT_TRUE(contains(error, "accumulator.weights: row 5, column 0")) << error;
    EXPECT_TRUE(contains(error, std::isnan(bad) ? "NaN" : "infinity")) << error;
  }
}

TEST(NetFile, TensorsOfAnotherSizeThanTheSpecSaysAreRefused) {
  const std::string error = error_of(file_of(to_text(tiny_spec()), "", "four"));
  EXPECT_TRUE(contains(error, "found 4 bytes, expected 3084")) << error;
}

// Peak memory of this process, in bytes.
std::size_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

// Files of a few bytes that announce as much as the format can express.
TEST(NetFile, HostileHeadersAreRefusedAndAllocateNothing) {
  const std::size_t before = peak_memory();
  for (const std::uint64_t payload :
       {std::uint64_t{1} << 30, std::uint64_t{1} << 40, ~std::uint64_t{0}, ~std::uint64_t{0} - 39}) {
    for (const std::uint32_t text : {0u, 1u << 20, ~0u}) {
      for (const std::uint32_t flags : {0u, 1u}) {
        Header header;
        header.flags = flags;
        header.spec_bytes = text;
        header.passport_bytes = text;
        header.payload_bytes = payload;
        const std::string file =
            with_checksum(std::string(reinterpret_cast<const char*>(&header), sizeof header));
        EXPECT_FALSE(read_net(file));
      }
    }
  }
  // A large spec over nothing, plain and compressed.
  const std::string spec = to_text(stockfish_halfka_spec(3072));
  EXPECT_TRUE(contains(error_of(file_of(spec, "", "")), "found 0 bytes, expected 139"));
  EXPECT_FALSE(read_net(file_of(spec, "", "", 1)));
  // The beginning of a zstd frame that announces exactly this size.
  std::string frame = "\x28\xB5\x2F\xFD\xE0";
  std::uint64_t bytes = 0;
  for (const TensorSpec& tensor : tensors_of(stockfish_halfka_spec(3072))) bytes += tensor.bytes();
  frame.append(reinterpret_cast<const char*>(&bytes), sizeof bytes);
  const std::string error = error_of(file_of(spec, "", frame, 1));
  EXPECT_TRUE(contains(error, base::has_compression() ? "too few to hold" : "no zstd")) << error;
  // A network of more than the largest size.
  const std::string huge =
      "features = \"768\"\naccumulator = { width = 1000000000, storage = \"f32\" }\nlayers = [ { width = 1, "
      "storage = \"f32\" } ]\n";
  EXPECT_TRUE(contains(error_of(file_of(huge, "", "")), "width 1000000000"));
  EXPECT_LT(peak_memory() - before, std::size_t{32} << 20);
}

TEST(NetFile, DamageInsideACompressedFileIsFoundEvenIfTheChecksumIsRight) {
  if (!base::has_compression()) GTEST_SKIP() << "this build has no zstd";
  const auto network = random_network(tiny_spec(), 1);
  const std::string spec = to_text(network->spec());
  std::vector<std::span<const std::byte>> portions;
  for (const Tensor& tensor : network->tensors()) portions.push_back(tensor.bytes());
  const std::string frame = base::compressed(portions).value();
  EXPECT_TRUE(read_net(file_of(spec, "", frame, 1)));
  for (std::size_t size = 0; size < frame.size(); size += tabia::test::rounds<std::size_t>(1, 31)) {
    EXPECT_FALSE(read_net(file_of(spec, "", frame.substr(0, size), 1))) << size;
  }
  EXPECT_TRUE(contains(error_of(file_of(spec, "", frame + "x", 1)), "after the end of the zstd frame"));
  EXPECT_TRUE(contains(error_of(file_of(spec, "", "no frame", 1)), "not a zstd frame"));
  portions.pop_back();
  const std::string shorter = base::compressed(portions).value();
  EXPECT_TRUE(contains(error_of(file_of(spec, "", shorter, 1)), "announces 3080 bytes, expected 3084"));
}

}  // namespace
}  // namespace tabia::nn
