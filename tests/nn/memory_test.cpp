// Networks that don't fit into memory are refused before they are loaded.
#include "nn/memory.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "base/compression.h"
#include "base/file.h"
#include "base/text.h"
#include "folder.h"
#include "nn/bullet_file.h"
#include "nn/load.h"
#include "nn/net_file.h"
#include "nn/net_support.h"
#include "nn/net_text.h"
#include "nn/onnx_file.h"
#include "paths.h"

namespace tabia::nn {
namespace {

using base::concat;

std::size_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

// The error with this limit; empty if the network is loaded.
std::string refusal(std::string_view file, std::uint64_t limit, NetFormat format,
                    const ModelSpec* spec = nullptr) {
  const auto network = network_in(file, format, spec, {.bytes = limit});
  return network ? "" : network.error().message;
}

std::string figures(std::uint64_t needed, std::uint64_t available) {
  const std::uint64_t mib = (needed >> 20) + (needed % (1 << 20) != 0 ? 1 : 0);
  return concat("needs about ", mib, " MiB of memory, but only ", available >> 20, " MiB are available");
}

void expect_limit(std::string_view file, const ModelSpec& spec, NetFormat format) {
  const std::uint64_t needed = memory_of(spec);
  EXPECT_EQ(refusal(file, needed, format, &spec), "") << name_of(format);
  const std::string error = refusal(file, needed - 1, format, &spec);
  EXPECT_NE(error.find(figures(needed, needed - 1)), std::string::npos) << name_of(format) << ": " << error;
}

TEST(NetworkMemory, EveryFormatIsRefusedBelowWhatItsSpecNeeds) {
  const auto halfka = random_network(stockfish_halfka_spec(128), 9);
  expect_limit(write_net(*halfka, {}).value(), halfka->spec(), NetFormat::Tabia);
  expect_limit(write_net_text(*halfka), halfka->spec(), NetFormat::Text);
  expect_limit(write_stockfish(*halfka, StockfishCompression::Automatic).value(), halfka->spec(),
               NetFormat::Stockfish);
  const auto simple = random_network(testing::model("perspective-64"), 3);
  expect_limit(write_bullet(*simple).value(), simple->spec(), NetFormat::Bullet);
  const auto planes = random_network(testing::model("resnet-2x32"), 3);
  expect_limit(write_net(*planes, {}).value(), planes->spec(), NetFormat::Tabia);
  if (!base::has_compression()) GTEST_SKIP() << "this build has no zstd";
  expect_limit(write_net(*planes, {.compress = true}).value(), planes->spec(), NetFormat::Tabia);
}

TEST(NetworkMemory, AFileOfLc0IsRefusedByWhatItUnpacksToAndByWhatItBecomes) {
  const std::string path = tabia::test::test_data() + "/deep/toy-a-classic.pb.gz";
  const std::string file = base::read_file(path, 1 << 24).value();
  const auto network = network_in(file, NetFormat::Lc0, nullptr);
  if (!network) GTEST_SKIP() << network.error().message;  // a build without gzip
  expect_limit(file, (*network)->spec(), NetFormat::Lc0);
  EXPECT_NE(refusal(file, 1000, NetFormat::Lc0).find("the unpacked file needs about "), std::string::npos)
      << refusal(file, 1000, NetFormat::Lc0);
}

TEST(NetworkMemory, AnOnnxModelIsRefusedByItsFileAndByWhatItComputes) {
  const auto network = random_network(testing::model("resnet-2x32"), 3);
  const std::string file = write_onnx(*network, {}).value();
  EXPECT_EQ(refusal(file, std::uint64_t{1} << 30, NetFormat::Onnx), "");
  const std::uint64_t needed = 3 * file.size();
  EXPECT_NE(refusal(file, needed - 1, NetFormat::Onnx).find(figures(needed, needed - 1)), std::string::npos)
      << refusal(file, needed - 1, NetFormat::Onnx);
}

// A few hundred kilobytes of zeros that truthfully announce a hundred megabytes of tensors.
TEST(NetworkMemory, AHugeNetworkInASmallFileIsRefusedBeforeItIsUnpacked) {
  if (!base::has_compression()) GTEST_SKIP() << "this build has no zstd";
  const ModelSpec spec = stockfish_halfka_spec(2048);
  std::string file;
  {
    NetworkParts parts{spec, empty_tensors(spec), {}, {}};
    file = write_net(**std::move(parts).assemble(), {.compress = true}).value();
  }
  ASSERT_LT(file.size(), std::size_t{1} << 20);
  constexpr std::uint64_t kLimit = std::uint64_t{16} << 20;
  const std::size_t before = peak_bytes();
  const std::string error = refusal(file, kLimit, NetFormat::Tabia);
  EXPECT_NE(error.find(figures(memory_of(spec), kLimit)), std::string::npos) << error;
  EXPECT_LT(peak_bytes() - before, std::size_t{8} << 20);
}

TEST(NetworkMemory, AFileLargerThanTheMemoryIsNotEvenRead) {
  const tabia::test::Folder folder;
  const auto network = random_network(testing::model("perspective-64"), 3);
  const std::string path = folder / "a.net";
  ASSERT_TRUE(base::write_file_atomically(path, write_net(*network, {}).value()));
  const auto loaded = load_network(path, {}, {.bytes = 1000});
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().message,
            concat(path, ": the file needs about 1 MiB of memory, but only 0 MiB are available"));
  EXPECT_TRUE(load_network(path));
}

}  // namespace
}  // namespace tabia::nn
