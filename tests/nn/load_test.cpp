#include "nn/load.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/compression.h"
#include "base/file.h"
#include "chess/movegen.h"
#include "nn/net_file.h"
#include "nn/net_support.h"
#include "nn/net_text.h"

namespace tabia::nn {
namespace {

namespace fs = std::filesystem;
using testing::mentions;
using testing::tiny_spec;

// A path in the temporary folder that is gone after the test.
class TemporaryPath {
 public:
  explicit TemporaryPath(const std::string& name)
      : path_(fs::path(::testing::TempDir()) / ("tabia_load_" + std::to_string(::getpid()) + "_" + name)) {}
  ~TemporaryPath() { fs::remove_all(path_); }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

TEST(LoadNetwork, EveryFormatIsRecognisedByItsContentWhateverTheName) {
  const auto network = random_network(stockfish_halfka_spec(128), 9);
  std::vector<std::string> files = {write_net(*network, {}).value(), write_net_text(*network),
                                    write_stockfish(*network, StockfishCompression::Automatic).value(),
                                    write_stockfish(*network, StockfishCompression::Plain).value()};
  if (base::has_compression()) files.push_back(write_net(*network, {.compress = true}).value());
  for (const std::string& file : files) {
    const TemporaryPath path("any.name");
    ASSERT_TRUE(base::write_file_atomically(path.path(), file));
    const auto loaded = load_network(path.path());
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_EQ(network_hash(**loaded), network_hash(*network));
  }
}

TEST(LoadNetwork, ErrorsBeginWithThePath) {
  const TemporaryPath path("bad.net");
  for (const std::string& content : {std::string(), std::string("rubbish"), std::string("TABIANET"),
                                     std::string("tabia-network-text"), std::string("\x20\x2F\xF3\x7A", 4)}) {
    ASSERT_TRUE(base::write_file_atomically(path.path(), content));
    const auto loaded = load_network(path.path());
    ASSERT_FALSE(loaded) << content;
    EXPECT_TRUE(loaded.error().message.starts_with(path.path() + ": ")) << loaded.error().message;
  }
  EXPECT_TRUE(mentions(load_network(path.path() + ".missing").error(), "No such file"));
  EXPECT_TRUE(mentions(load_network(::testing::TempDir()).error(), "is a folder"));
}

TEST(LoadNetwork, ANetworkOfPlainNumbersIsReadButRefusedForEvaluatingPositions) {
  const auto network = random_network(testing::model("xor"), 1);
  const std::string bytes = write_net(*network, {}).value();
  ASSERT_TRUE(read_network(bytes));
  const TemporaryPath path("xor.net");
  ASSERT_TRUE(base::write_file_atomically(path.path(), bytes));
  const auto loaded = load_network(path.path());
  ASSERT_FALSE(loaded);
  EXPECT_TRUE(mentions(loaded.error(), "xor.net: found a network of 2 plain numbers"));
}

// h = sigmoid of the weighted inputs, output = sigmoid of the weighted h: by hand.
TEST(Network, OfPlainNumbersComputesWhatItsSpecSays) {
  NetworkParts parts{testing::model("xor"), empty_tensors(testing::model("xor")), {}, {}};
  const auto set = [&](std::size_t tensor, std::vector<double> numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) parts.tensors[tensor].set(i, numbers[i]);
  };
  set(0, {1, -2, 0.5, 0, 3, 1, -0.25, 0});
  set(1, {0.1, 0.2, 0.3, 0.4});
  set(2, {1, -1, 2, 0.5});
  set(3, {-0.7});
  const auto network = std::move(parts).assemble().value();
  const auto sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
  const std::vector<float> inputs = {0.5f, 2.0f};
  const double sum = -0.7 + sigmoid(0.1 + 0.5 + 6) - sigmoid(0.2 - 1 + 2) + 2 * sigmoid(0.3 + 0.25 - 0.5) +
                     0.5 * sigmoid(0.4);
  EXPECT_NEAR(network->output_of(inputs), sigmoid(sum), 1e-6);
}

TEST(LoadNetwork, AnUnknownFileIsToldWhichFormatsThereAre) {
  const auto error = read_network("GIF89a").error();
  for (const char* word : {"GIF89a", "TABIANET", "tabia-network-text", ".nnue", "bullet"})
    EXPECT_TRUE(mentions(error, word)) << error.message;
}

TEST(LoadNetwork, AFileThatNeverEndsIsNotReadForever) {
  const auto content = base::read_file("/dev/zero", 1 << 20);
  ASSERT_FALSE(content);
  EXPECT_TRUE(mentions(content.error(), "larger than 1048576"));
}

TEST(NetworkHash, KnowsSpecAndNumbersButNotLineageAndName) {
  const auto network = random_network(tiny_spec(), 1);
  const std::string hash = network_hash(*network);
  EXPECT_EQ(hash.size(), 16u);
  EXPECT_EQ(network_hash(*testing::with_lineage(*network, {"other", "", "", "", "", ""}, {})), hash);
  ModelSpec renamed = tiny_spec();
  renamed.name = "another";
  EXPECT_EQ(network_hash(*random_network(renamed, 1)), hash);
  EXPECT_NE(network_hash(*random_network(tiny_spec(), 2)), hash);
  ModelSpec rescaled = tiny_spec();
  rescaled.output.eval_scale = 401;
  EXPECT_NE(network_hash(*random_network(rescaled, 1)), hash);
  NetworkParts parts{tiny_spec(), empty_tensors(tiny_spec()), {}, {}};
  for (std::size_t i = 0; i < parts.tensors.size(); ++i) {
    std::memcpy(parts.tensors[i].bytes().data(), network->tensors()[i].bytes().data(),
                parts.tensors[i].bytes().size());
  }
  parts.tensors.back().set(0, parts.tensors.back().stored(0) + 0.5);
  EXPECT_NE(network_hash(*std::move(parts).assemble().value()), hash);
}

// A number that must never change: recorded games and lineages name networks by it.
TEST(NetworkHash, IsTheSameOnEveryMachineAndInEveryVersion) {
  EXPECT_EQ(network_hash(*random_network(tiny_spec(), 1)), "5972b85650af1563");
  EXPECT_EQ(network_hash(*random_network(testing::model("perspective-256"), 1)), "4bb86f801fbc9c10");
}

TEST(RandomNetwork, IsDecidedByItsSeed) {
  const ModelSpec spec = testing::model("perspective-256");
  EXPECT_EQ(network_hash(*random_network(spec, 7)), network_hash(*random_network(spec, 7)));
  EXPECT_NE(network_hash(*random_network(spec, 7)), network_hash(*random_network(spec, 8)));
}

TEST(RandomNetwork, GivesDifferentAndModerateScores) {
  for (const ModelSpec& spec : testing::small_models()) {
    const auto network = random_network(spec, 7);
    const auto start = network->fresh_output(chess::Position());
    chess::Position moved;
    moved.make(chess::legal_moves(moved)[0]);
    EXPECT_NE(start.raw, network->fresh_output(moved).raw) << spec.name;
    EXPECT_LT(std::abs(start.score), 3000) << spec.name;
  }
}

}  // namespace
}  // namespace tabia::nn
