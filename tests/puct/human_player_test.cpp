#include "puct/human_player.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "nn/embedded.h"
#include "puct/human_file.h"
#include "puct_support.h"

namespace tabia::puct {
namespace {

using chess::Game;
using search::Limits;
using search::SearcherOptions;
using test::human_toy;
using test::move_of;
using test::position_of;

std::shared_ptr<const nn::Network> adviser_network() {
  static const auto network = nn::read_network(nn::embedded_network()).value();
  return network;
}

HumanPlayer player_of(int elo, std::uint64_t seed = 1, int lines = 1) {
  SearcherOptions options;
  options.elo = elo;
  options.seed = seed;
  options.lines = lines;
  return HumanPlayer(human_toy(), adviser_network(), {}, options);
}

TEST(HumanLevel, HigherRatingsCalculateMoreAndChooseLessByChance) {
  for (int elo = kLowestHumanElo + 50; elo <= kHighestHumanElo; elo += 50) {
    const HumanLevel low = human_level(elo - 50);
    const HumanLevel high = human_level(elo);
    EXPECT_LE(low.rating, high.rating) << elo;
    EXPECT_GT(low.temperature, high.temperature) << elo;
    EXPECT_LT(low.nodes, high.nodes) << elo;
    EXPECT_LT(low.trust, high.trust) << elo;
  }
  EXPECT_EQ(human_level(kLowestHumanElo - 100), human_level(kLowestHumanElo));
  EXPECT_EQ(human_level(kHighestHumanElo + 100), human_level(kHighestHumanElo));
}

TEST(HumanPlayer, PlaysLegalMovesUnderAnyLimitAndTheSeedDecides) {
  const Game game(position_of("r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7"));
  Limits one_node;
  one_node.nodes = 1;
  Limits clock;
  clock.clock[chess::Color::White] = search::Clock{.time_ms = 1'000, .increment_ms = 0};
  Limits few;
  few.moves = {move_of(game.position(), "c1g5"), move_of(game.position(), "h2h3")};
  for (const int elo : {1000, 1750, 2700}) {
    HumanPlayer one = player_of(elo);
    HumanPlayer other = player_of(elo);
    for (const Limits& limits : {Limits(), one_node, clock, few}) {
      const search::SearchResult result = one.search(game, limits);
      EXPECT_TRUE(game.position().is_legal(result.best)) << elo;
      ASSERT_FALSE(result.lines.empty());
      EXPECT_EQ(result.lines.front().moves.front(), result.best);
      if (!limits.clock[chess::Color::White]) {
        EXPECT_EQ(result.best, other.search(game, limits).best) << elo;
      } else {
        (void)other.search(game, limits);
      }
      EXPECT_TRUE(limits.moves.empty() || result.best == few.moves[0] || result.best == few.moves[1]) << elo;
    }
  }
}

TEST(HumanPlayer, TheLowestLevelVariesItsMoves) {
  HumanPlayer player = player_of(1000);
  std::set<std::string> moves;
  for (int i = 0; i < 40; ++i) moves.insert(chess::to_uci(player.search(Game(), {}).best));
  EXPECT_GT(moves.size(), 3u);
}

// The network's numbers are random, so only the search can know that the queen hangs.
TEST(HumanPlayer, TheHighestLevelTakesAQueenThatTheNetworkDoesNotSeeMoreOftenThanTheLowest) {
  const Game game(position_of("N7/2q5/8/7P/8/8/8/K3k3 w - - 0 1"));
  const Move capture = move_of(game.position(), "a8c7");
  const auto captures = [&](int elo) {
    HumanPlayer player = player_of(elo, 1, 8);
    int count = 0;
    bool is_considered = false;
    for (int i = 0; i < 40; ++i) {
      const search::SearchResult result = player.search(game, {});
      count += result.best == capture ? 1 : 0;
      for (const search::Line& line : result.lines)
        is_considered = is_considered || line.moves.front() == capture;
    }
    EXPECT_TRUE(is_considered) << elo;
    return count;
  };
  EXPECT_EQ(captures(2700), 40);
  EXPECT_LT(captures(1000), 40);
}

TEST(HumanPlayer, ReportsScoresOfTheSearchInItsOwnWinModel) {
  const Game game(position_of("6k1/5ppp/8/8/8/8/8/RR2K3 w - - 0 1"));
  HumanPlayer player = player_of(2400, 1, 3);
  const search::SearchResult result = player.search(game, {});
  ASSERT_EQ(result.lines.size(), 3u);
  EXPECT_EQ(result.lines.front().score, base::kMate - 1);
  for (const search::Line& line : result.lines) {
    EXPECT_TRUE(line.probability);
    EXPECT_GT(player.win_model().centipawns(line.score, game.position()), 300);
    EXPECT_TRUE(!line.wdl || line.wdl->win > 900);
  }
  EXPECT_GT(result.counters.nodes, 10u);
}

TEST(HumanPlayer, StopFromAnotherThreadEndsIt) {
  HumanPlayer player = player_of(2700);
  Limits limits;
  limits.infinite = true;
  player.arm(limits);
  std::thread stopper([&] { player.stop(); });
  EXPECT_TRUE(player.run(Game(), limits).best);
  stopper.join();
  // A stop before the search counts, too.
  player.arm(limits);
  player.stop();
  EXPECT_TRUE(player.run(Game(), limits).best);
}

TEST(HumanFile, TheErrorSaysWhereItWasLookedForOrWhatIsMissing) {
  const auto folders = human_folders();
  ASSERT_FALSE(folders.empty());
  const auto found = load_human("");
  EXPECT_TRUE(found.ok() || found.error().message.find(folders.front()) != std::string::npos);
  const auto missing = load_human("/nowhere/human.net");
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.error().message.find("/nowhere/human.net"), std::string::npos);
  const auto other = load_human(chess::test::own_path("deep/toy-b-se-conv-wdl-mlh.pb.gz"));
  ASSERT_FALSE(other.ok());
  EXPECT_NE(other.error().message.find("rating among its inputs"), std::string::npos)
      << other.error().message;
}

}  // namespace
}  // namespace tabia::puct
