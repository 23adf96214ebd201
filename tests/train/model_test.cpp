// A model takes its numbers from a network of its own shape, or from a smaller one that it grows from.
#include "train/model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "chess/fen.h"

namespace tabia::train {
namespace {

using NetworkPointer = std::shared_ptr<const nn::Network>;

const std::string kBoard = "features = \"king-buckets-4-mirrored\"\nperspective = true\n";
const std::string kOutput = "output = { buckets = \"pieces\", heads = 8, eval_scale = 400 }\n";
const std::string kSquares =
    "accumulator = { width = 32, activation = \"screlu\", storage = \"i16\", scale = 255 }\n";
const std::string kPairs =
    "accumulator = { width = 64, activation = \"pairwise\", storage = \"i16\", scale = 255 }\n";
const std::string kDirect =
    "layers = [ { width = 1, activation = \"linear\", storage = \"i16\", scale = 64 } ]\n";
const std::string kThreeLayers =
    "layers = [ { width = 16, activation = \"dual\", storage = \"i8\", scale = 128 },\n"
    "  { width = 32, activation = \"crelu\", storage = \"i8\", scale = 128 },\n"
    "  { width = 1, activation = \"linear\", storage = \"i8\", scale = 128 } ]\n";

std::unique_ptr<Model> make(const std::string& text, const ModelOptions& options) {
  const auto spec = nn::parse_spec(text);
  EXPECT_TRUE(spec) << spec.error().message;
  auto model = Model::make(*spec, options);
  EXPECT_TRUE(model) << model.error().message;
  return std::move(*model);
}

NetworkPointer network_of(const Model& model) {
  const auto network = model.network();
  EXPECT_TRUE(network) << network.error().message;
  return *network;
}

// Every head and both sides to move, from the full board to bare kings.
std::vector<std::int64_t> outputs_of(const nn::Network& network) {
  std::vector<std::int64_t> outputs;
  for (const char* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                          "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
                          "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
                          "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1", "8/8/4k3/8/8/3QK3/8/8 w - - 0 1",
                          "8/8/4k3/8/8/4K3/8/8 b - - 0 1"}) {
    const auto position = chess::parse_fen(fen);
    EXPECT_TRUE(position) << position.error().message;
    outputs.push_back(network.fresh_output(*position).raw);
  }
  return outputs;
}

// Outputs are in millionths.
void expect_near(const std::vector<std::int64_t>& found, const std::vector<std::int64_t>& expected,
                 std::int64_t tolerance) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_LE(std::abs(found[i] - expected[i]), tolerance) << found[i] << " and " << expected[i];
}

TEST(Model, GrowsLayersBehindTheAccumulatorAndBeginsAsTheNetworkThatItGrewOutOf) {
  const NetworkPointer small = network_of(*make(kBoard + kSquares + kDirect + kOutput, {.seed = 3}));
  const std::vector<std::int64_t> before = outputs_of(*small);
  EXPECT_GT(std::abs(before[1]), 10'000) << "a network that says nothing would prove nothing";
  for (const bool factoriser : {false, true}) {
    for (const std::string piece_square : {"", "piece_square = true\n"}) {
      const auto grown = make(kBoard + piece_square + kSquares + kThreeLayers + kOutput,
                              {.factoriser = factoriser, .seed = 4});
      EXPECT_NE(outputs_of(*network_of(*grown)), before);
      ASSERT_TRUE(grown->load(*small));
      expect_near(outputs_of(*network_of(*grown)), before, 20);
    }
  }
}

TEST(Model, GrowsPairsOutOfSquaresAndTheirHalvesCanPart) {
  const NetworkPointer small = network_of(*make(kBoard + kSquares + kDirect + kOutput, {.seed = 3}));
  const auto grown = make(kBoard + kPairs + kThreeLayers + kOutput, {.factoriser = true, .seed = 4});
  ASSERT_TRUE(grown->load(*small));
  const NetworkPointer network = network_of(*grown);
  expect_near(outputs_of(*network), outputs_of(*small), 50'000);
  const nn::Tensor& from = small->tensors()[0];
  const nn::Tensor& to = network->tensors()[0];
  double apart = 0;
  double usual = 0;
  for (std::size_t row = 0; row < from.spec().rows; ++row) {
    for (std::size_t column = 0; column < 32; ++column) {
      const double first = to.stored(row * 64 + column);
      const double second = to.stored(row * 64 + 32 + column);
      const double parent = from.stored(row * 32 + column);
      ASSERT_NEAR((first + second) / 2, parent, 1e-6);
      apart += (first - second) * (first - second) / 4;
      usual += parent * parent;
    }
  }
  EXPECT_NEAR(std::sqrt(apart / usual), 0.1, 0.01);
}

TEST(Model, KeepsThePieceSquarePartThatTheNetworkHas) {
  const std::string piece_square = "piece_square = true\n";
  const NetworkPointer small =
      network_of(*make(kBoard + piece_square + kSquares + kDirect + kOutput, {.seed = 3}));
  const auto grown = make(kBoard + piece_square + kSquares + kThreeLayers + kOutput, {.seed = 4});
  ASSERT_TRUE(grown->load(*small));
  expect_near(outputs_of(*network_of(*grown)), outputs_of(*small), 20);
}

TEST(Model, RefusesANetworkThatItCanNotGrowOutOf) {
  const NetworkPointer small = network_of(*make(kBoard + kSquares + kDirect + kOutput, {}));
  const std::string wider =
      "accumulator = { width = 48, activation = \"screlu\", storage = \"i16\", scale = 255 }\n";
  const std::string other_board = "features = \"king-buckets-10-mirrored\"\nperspective = true\n";
  const std::string other_unit = "output = { buckets = \"pieces\", heads = 8, eval_scale = 300 }\n";
  for (const std::string& text :
       {kBoard + wider + kDirect + kOutput, other_board + kSquares + kThreeLayers + kOutput,
        kBoard + kSquares + kThreeLayers + other_unit}) {
    const auto model = make(text, {});
    const std::vector<std::int64_t> before = outputs_of(*network_of(*model));
    const auto loaded = model->load(*small);
    ASSERT_FALSE(loaded);
    EXPECT_NE(loaded.error().message.find("another shape"), std::string::npos) << loaded.error().message;
    EXPECT_EQ(outputs_of(*network_of(*model)), before) << "a refusal changes nothing";
  }
}

TEST(Model, GrowsThreatsAndPawnPairsOntoANetworkAndBeginsAsThatNetwork) {
  for (const std::string piece_square : {"", "piece_square = true\n"}) {
    const NetworkPointer small =
        network_of(*make(kBoard + piece_square + kPairs + kThreeLayers + kOutput, {.seed = 3}));
    for (const std::string relation : {"pawn_pairs = true\n", "threats = \"stockfish-19\"\n"}) {
      const auto grown =
          make(kBoard + relation + piece_square + kPairs + kThreeLayers + kOutput, {.seed = 4});
      EXPECT_NE(outputs_of(*network_of(*grown)), outputs_of(*small));
      ASSERT_TRUE(grown->load(*small));
      EXPECT_EQ(outputs_of(*network_of(*grown)), outputs_of(*small));
    }
  }
}

TEST(Model, GrowsKingBucketsByDividingThoseOfANetworkAndStartsAsThatNetwork) {
  const auto text_of = [](const std::string& features) {
    return "features = \"" + features + "\"\nperspective = true\npiece_square = true\n" + kPairs +
           kThreeLayers + kOutput;
  };
  const std::vector<std::pair<std::string, std::string>> refinements = {
      {"768-mirrored", "king-buckets-4-mirrored"},
      {"768-mirrored", "king-buckets-16-mirrored"},
      {"king-buckets-4-mirrored", "king-buckets-8-mirrored"}};
  for (const auto& [coarse, fine] : refinements) {
    const NetworkPointer small = network_of(*make(text_of(coarse), {.seed = 3}));
    for (const bool factoriser : {false, true}) {
      const auto grown = make(text_of(fine), {.factoriser = factoriser, .seed = 4});
      EXPECT_NE(outputs_of(*network_of(*grown)), outputs_of(*small));
      ASSERT_TRUE(grown->load(*small)) << fine;
      expect_near(outputs_of(*network_of(*grown)), outputs_of(*small), factoriser ? 5 : 0);
    }
  }
  // Buckets can't be merged, and those of 16 cut across those of 10.
  const NetworkPointer ten = network_of(*make(text_of("king-buckets-10-mirrored"), {.seed = 3}));
  for (const std::string other : {"king-buckets-4-mirrored", "king-buckets-16-mirrored"})
    EXPECT_FALSE(make(text_of(other), {})->load(*ten)) << other;
}

TEST(Model, LoadsItsOwnThreatsAgain) {
  const std::string text =
      kBoard + "threats = \"stockfish-19\"\npiece_square = true\n" + kPairs + kThreeLayers + kOutput;
  const auto model = make(text, {.seed = 3});
  // Relations start at 0: give them something to lose.
  FloatArray& first = model->trained()[kFirstWeights];
  for (std::size_t i = 0; i < first.size(); ++i) first[i] += static_cast<float>(i % 13) * 0.01f;
  model->refresh(1);
  const NetworkPointer network = network_of(*model);
  const auto other = make(text, {.seed = 4});
  ASSERT_TRUE(other->load(*network));
  EXPECT_EQ(outputs_of(*network_of(*other)), outputs_of(*network));
}

TEST(Model, RefusesMoreInputsThanItCanNumberAndAFactoriserNextToThreats) {
  const auto spec = nn::parse_spec(kBoard + "threats = \"stockfish-18\"\n" + kPairs + kThreeLayers + kOutput);
  ASSERT_TRUE(spec) << spec.error().message;
  const auto many = Model::make(*spec, {});
  ASSERT_FALSE(many);
  EXPECT_NE(many.error().message.find("fewer than 65536"), std::string::npos) << many.error().message;
  const auto pairs = nn::parse_spec(kBoard + "pawn_pairs = true\n" + kPairs + kThreeLayers + kOutput);
  ASSERT_TRUE(pairs) << pairs.error().message;
  const auto shared = Model::make(*pairs, {.factoriser = true});
  ASSERT_FALSE(shared);
  EXPECT_NE(shared.error().message.find("factoriser"), std::string::npos) << shared.error().message;
}

}  // namespace
}  // namespace tabia::train
