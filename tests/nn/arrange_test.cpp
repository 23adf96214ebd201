// Another order of neurons: the same outputs, less to compute.
#include "nn/arrange.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/random.h"
#include "chess/movegen.h"
#include "nn/load.h"
#include "nn/net_support.h"
#include "nn/network_parts.h"
#include "paths.h"

namespace tabia::nn {
namespace {

std::vector<Position> positions_of_random_games(std::uint64_t seed, std::size_t count) {
  base::Random random(seed);
  std::vector<Position> positions;
  Position position;
  while (positions.size() < count) {
    const auto moves = chess::legal_moves(position);
    if (moves.size() == 0 || random.below(60) == 0) {
      position = Position();
      continue;
    }
    position.make(moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))]);
    positions.push_back(position);
  }
  return positions;
}

// Random numbers whose neurons differ in how often they are active, as trained ones do.
std::shared_ptr<const Network> uneven_network(ModelSpec spec) {
  const auto network = random_network(spec, 3);
  NetworkParts parts{network->spec(), empty_tensors(network->spec()), network->lineage(), network->wdl()};
  base::Random random(4);
  for (std::size_t t = 0; t < parts.tensors.size(); ++t) {
    const Tensor& from = network->tensors()[t];
    for (std::size_t i = 0; i < from.spec().size(); ++i)
      parts.tensors[t].set(i, from.spec().name == "accumulator.bias"
                                  ? -400 + 4 * static_cast<int>(random.below(128))
                                  : from.stored(i));
  }
  return std::move(parts).assemble().value();
}

TEST(Arrange, AnotherOrderOfNeuronsSaysTheSameWithFewerActiveGroups) {
  for (const char* activation : {"pairwise", "screlu", "crelu"}) {
    ModelSpec spec = testing::model("perspective-layers");
    spec.accumulator.width = 256;
    spec.accumulator.activation = activation == std::string("pairwise") ? Activation::Pairwise
                                  : activation == std::string("screlu") ? Activation::ClippedSquared
                                                                        : Activation::Clipped;
    const auto network = uneven_network(spec);
    const auto result = arranged(*network, positions_of_random_games(5, 300));
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ(result->groups, spec.accumulator.activation == Activation::Pairwise ? 64u : 128u);
    EXPECT_LT(result->active_after, 0.9 * result->active_before) << activation;
    EXPECT_NE(network_hash(*result->network), network_hash(*network));
    for (const Position& position : positions_of_random_games(6, 200))
      ASSERT_EQ(result->network->fresh_output(position), network->fresh_output(position)) << activation;
    const auto again = arranged(*result->network, positions_of_random_games(5, 300));
    ASSERT_TRUE(again);
    EXPECT_LE(again->active_after, 1.001 * result->active_after);
    EXPECT_EQ(again->active_before, result->active_after);
  }
}

TEST(Arrange, ASingleOutputLayerHasNoGroupsToSkip) {
  const auto network = random_network(testing::model("perspective-64"), 3);
  const auto result = arranged(*network, positions_of_random_games(5, 10));
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("no layers of bytes"), std::string::npos);
}

TEST(Arrange, TheLargerNetworkThatShipsIsOfItsModelsShapeAndInGoodOrder) {
  const auto network = load_network(tabia::test::test_data() + "/../../nets/grown.net");
  ASSERT_TRUE(network) << network.error().message;
  EXPECT_TRUE((*network)->spec() == testing::model("grown"));
  const auto result = arranged(**network, positions_of_random_games(7, 300));
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_LT(result->active_before, 0.6 * static_cast<double>(result->groups));
}

}  // namespace
}  // namespace tabia::nn
