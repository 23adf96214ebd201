// Networks over planes as networks: specs, files, evaluation.
#include <gtest/gtest.h>

#include <filesystem>

#include "chess/fen.h"
#include "nn/load.h"
#include "nn/net_file.h"
#include "nn/net_text.h"
#include "nn/random_network.h"
#include "paths.h"

namespace tabia::nn {
namespace {

constexpr std::string_view kSmall = R"(name = "small"
input = { planes = "pieces", view = "mover", history = 2 }
body = [ { block = "conv", filters = 4 }, { block = "residual", se = 2 } ]
policy = { kind = "classical", planes = 2 }
value = { kind = "tanh", planes = 2, width = 8 }
)";

TEST(PlanesNetwork, EveryModelOverPlanesParsesAndItsTextGivesTheSameSpecBack) {
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator(tabia::test::test_data() + "/../../models")) {
    const auto spec = load_spec(entry.path().string());
    ASSERT_TRUE(spec.ok()) << spec.error().message;
    if (!spec->planes) continue;
    ++found;
    EXPECT_EQ(parse_spec(to_text(*spec)).value(), *spec);
    EXPECT_FALSE(spec->is_quantised());
  }
  EXPECT_GE(found, 4);
}

TEST(PlanesNetwork, SurvivesBothFileFormatsWithTheSameIdentityAndOutput) {
  const auto network = random_network(parse_spec(kSmall).value(), 5);
  const chess::Position position =
      chess::parse_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 1").value();
  for (const std::string& bytes : {write_net(*network, {}).value(), write_net_text(*network)}) {
    const auto again = read_network(bytes);
    ASSERT_TRUE(again.ok()) << again.error().message;
    EXPECT_EQ(network_hash(**again), network_hash(*network));
    EXPECT_EQ((*again)->fresh_output(position), network->fresh_output(position));
    EXPECT_EQ((*again)->wdl(), network->wdl());
  }
}

TEST(PlanesNetwork, StorageInHalvesRoundsTripsThroughFiles) {
  const auto network = random_network(parse_spec(std::string(kSmall) + "storage = \"f16\"\n").value(), 5);
  EXPECT_EQ(network->tensor("body1.conv.weights").spec().storage, Storage::F16);
  for (const std::string& bytes : {write_net(*network, {}).value(), write_net_text(*network)})
    EXPECT_EQ(network_hash(*read_network(bytes).value()), network_hash(*network));
}

TEST(PlanesNetwork, ANetworkThatSeesWhiteAnswersForTheSideToMove) {
  const auto network = random_network(
      parse_spec("name = \"w\"\ninput = { planes = \"pieces\", view = \"white\" }\n"
                 "body = [ { block = \"conv\", filters = 4 } ]\nvalue = { kind = \"centipawns\" }\n")
          .value(),
      3);
  const auto score = [&](const char* fen) {
    return network->fresh_output(chess::parse_fen(fen).value()).score;
  };
  const auto white = score("4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
  EXPECT_NE(white, 0);
  EXPECT_EQ(white, -score("4k3/8/8/8/8/8/P7/4K3 b - - 0 1"));
}

TEST(PlanesNetwork, ASpecHasEitherAnAccumulatorOrABody) {
  const auto spec = parse_spec(std::string(kSmall) + "accumulator = { width = 16 }\n");
  ASSERT_FALSE(spec.ok());
  EXPECT_NE(spec.error().message.find("accumulator"), std::string::npos);
}

}  // namespace
}  // namespace tabia::nn
