// Several networks as one.
#include "nn/ensemble.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "chess/fen.h"
#include "folder.h"
#include "nn/load.h"
#include "nn/net_file.h"
#include "nn/random_network.h"
#include "nn/save.h"
#include "nn/win_curve.h"

namespace tabia::nn {
namespace {

constexpr std::string_view kSpec = R"(name = "tiny"
features = "768"
accumulator = { width = 16, activation = "screlu", storage = "i16", scale = 255 }
layers = [ { width = 1, storage = "i16", scale = 64 } ]
)";

std::shared_ptr<const Network> tiny(std::uint64_t seed) {
  return random_network(parse_spec(kSpec).value(), seed);
}

const Position& middlegame() {
  static const Position position =
      chess::parse_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 1").value();
  return position;
}
const Position& ending() {
  static const Position position = chess::parse_fen("4k3/8/8/8/8/8/PP6/4K3 w - - 0 1").value();
  return position;
}

base::Score score(const Network& network, const Position& position) {
  return network.fresh_output(position).score;
}

TEST(WinCurve, AScoreComesBackFromItsChances) {
  for (const WdlModel& model : {WdlModel{}, kPlanesWdl}) {
    const WdlCurve curve = curve_of(model, 50);
    for (const double units : {-900.0, -300.0, -10.0, 0.0, 5.0, 250.0, 1000.0})
      EXPECT_NEAR(curve.score_of(curve.chances(units)), units, 1e-3);
    EXPECT_GT(curve.score_of({1, 0, 0}), 1000);
  }
}

TEST(Ensemble, TheSpecialistAnswersWhereItsRangeFits) {
  const auto all = tiny(1);
  const auto few = tiny(2);
  auto ensemble = Ensemble::make(Ensemble::Kind::Specialist, {{all, 1, 2, 32}, {few, 1, 2, 8}});
  ASSERT_TRUE(ensemble.ok());
  const auto network = Network::combined("both", std::move(*ensemble));
  EXPECT_EQ(score(*network, middlegame()), score(*all, middlegame()));
  EXPECT_EQ(score(*network, ending()), score(*few, ending()));
  EXPECT_NE(score(*all, ending()), score(*few, ending()));
}

TEST(Ensemble, TheMeanLiesBetweenItsMembersAndFollowsTheWeights) {
  const auto first = tiny(1);
  const auto second = tiny(2);
  const auto mean_with = [&](double weight) {
    auto ensemble = Ensemble::make(Ensemble::Kind::Mean, {{first, 1, 2, 32}, {second, weight, 2, 32}});
    return score(*Network::combined("", std::move(*ensemble)), ending());
  };
  const auto [low, high] = std::minmax({score(*first, ending()), score(*second, ending())});
  EXPECT_GT(mean_with(1), low);
  EXPECT_LT(mean_with(1), high);
  EXPECT_NEAR(mean_with(1e6), score(*second, ending()), 1);
}

TEST(Ensemble, AnEvaluationFileIsLoadedLikeANetwork) {
  const tabia::test::Folder folder;
  ASSERT_TRUE(base::write_file_atomically(folder / "a.net", write_net(*tiny(1), {}).value()).ok());
  ASSERT_TRUE(base::write_file_atomically(folder / "b.net", write_net(*tiny(2), {}).value()).ok());
  const std::string path = folder / "both.toml";
  const auto loaded = [&](std::string_view text) {
    EXPECT_TRUE(base::write_file_atomically(path, text).ok());
    return load_network(path);
  };
  const auto network = loaded(
      "name = \"both\"\ncombine = \"specialist\"\n"
      "members = [ { net = \"a.net\" }, { net = \"b.net\", pieces = [2, 8] } ]\n");
  ASSERT_TRUE(network.ok()) << network.error().message;
  EXPECT_EQ(score(**network, ending()), score(*tiny(2), ending()));
  EXPECT_NE(network_hash(**network), network_hash(*tiny(1)));
  EXPECT_FALSE(bytes_of_network(**network, {}).ok()) << "it has no numbers of its own";

  const auto error = [&](std::string_view text) {
    const auto result = loaded(text);
    return result ? "" : result.error().message;
  };
  EXPECT_NE(error("members = [ { net = \"a.net\", pieces = [2, 8] } ]").find("9 pieces"), std::string::npos);
  EXPECT_NE(error("members = [ { net = \"c.net\" } ]").find("c.net"), std::string::npos);
  EXPECT_NE(error("members = [ { net = \"both.toml\" } ]").find("part of another"), std::string::npos);
  EXPECT_NE(error("members = [ { net = \"a.net\", pieces = [8, 2] } ]").find("fewest"), std::string::npos);
  EXPECT_NE(error("members = []").find("1 to 16"), std::string::npos);
  EXPECT_NE(error("combine = \"best\"\nmembers = [ { net = \"a.net\" } ]").find("specialist"),
            std::string::npos);
}

}  // namespace
}  // namespace tabia::nn
