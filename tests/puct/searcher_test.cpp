#include "puct/searcher.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "no_more_threads.h"
#include "puct/choice.h"
#include "puct/policy_player.h"
#include "puct_support.h"

namespace tabia::puct {
namespace {

using chess::Game;
using search::Limits;
using search::SearcherOptions;
using search::SearchResult;
using test::human_toy;
using test::move_of;
using test::position_of;
using test::toy_network;

constexpr const char* kMiddlegame = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7";
constexpr const char* kMateInOne = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";

Limits nodes_limit(std::uint64_t nodes) {
  Limits limits;
  limits.nodes = nodes;
  return limits;
}

std::vector<std::uint32_t> visits_of(const Searcher& searcher) {
  std::vector<std::uint32_t> visits;
  for (const Candidate& move : searcher.tree().ranked_root())
    visits.push_back(move.child == kNoNode ? 0 : searcher.tree().node(move.child).visits);
  return visits;
}

// Every line that is reported is played through.
class LegalLines : public search::Observer {
 public:
  explicit LegalLines(const Game& game) : game_(game) {}
  void on_line(const search::Line& line, const search::Counters&) override {
    Game game = game_;
    for (const Move move : line.moves) {
      ASSERT_TRUE(game.position().is_legal(move));
      game.play(move);
    }
    ++lines;
  }
  void on_missing_threads(int running, int) override { threads = running; }
  int lines = 0;
  int threads = 0;

 private:
  const Game& game_;
};

TEST(PuctSearcher, CountsNodesExactlyAndIsDeterministicWithOneThread) {
  const Game game(position_of(kMiddlegame));
  for (const int batch : {1, 16}) {
    SearcherOptions options;
    options.batch = batch;
    Searcher first(toy_network(), options);
    Searcher second(toy_network(), options);
    const SearchResult one = first.search(game, nodes_limit(300));
    const SearchResult two = second.search(game, nodes_limit(300));
    EXPECT_EQ(one.counters.nodes, 300u) << batch;
    EXPECT_EQ(one.best, two.best);
    EXPECT_EQ(visits_of(first), visits_of(second));
    EXPECT_EQ(first.tree().root().running, 0u);
    // After clear() everything is as it was at first.
    second.clear();
    (void)second.search(game, nodes_limit(300));
    EXPECT_EQ(visits_of(first), visits_of(second));
  }
}

TEST(PuctSearcher, OneNodeGivesTheLikeliestMove) {
  const Game game;
  Searcher searcher(toy_network());
  const SearchResult result = searcher.search(game, nodes_limit(1));
  const auto outputs = toy_network()->deep_outputs(game.positions());
  const auto policy = deep::move_probabilities(game.position(), outputs.policy, outputs.transform);
  EXPECT_EQ(result.best, policy.front().move);
  EXPECT_EQ(result.counters.nodes, 1u);
}

TEST(PuctSearcher, LinesAreLegalAndAsManyAsWanted) {
  const Game game(position_of(kMiddlegame));
  SearcherOptions options;
  options.lines = 4;
  Searcher searcher(toy_network(), options);
  LegalLines observer(game);
  const SearchResult result = searcher.search(game, nodes_limit(200), &observer);
  ASSERT_EQ(result.lines.size(), 4u);
  EXPECT_GT(observer.lines, 4);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(result.lines[i].rank, static_cast<int>(i) + 1);
    EXPECT_TRUE(result.lines[i].probability);
    ASSERT_TRUE(result.lines[i].wdl);
    EXPECT_EQ(result.lines[i].wdl->win + result.lines[i].wdl->draw + result.lines[i].wdl->loss, 1000);
  }
  EXPECT_EQ(result.best, result.lines[0].moves.front());
}

TEST(PuctSearcher, FindsAMateAndEndsThere) {
  Searcher searcher(toy_network());
  Limits limits;  // none: ends by itself
  const SearchResult result = searcher.search(Game(position_of(kMateInOne)), limits);
  EXPECT_EQ(chess::to_uci(result.best), "a1a8");
  EXPECT_EQ(result.lines.front().score, base::kMate - 1);
}

TEST(PuctSearcher, ARootWithoutMovesHasALineWithoutMoves) {
  Searcher searcher(toy_network());
  const SearchResult mated =
      searcher.search(Game(position_of("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")), nodes_limit(10));
  EXPECT_FALSE(mated.best);
  EXPECT_EQ(mated.lines.front().score, -base::kMate);
  const SearchResult stalemated =
      searcher.search(Game(position_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")), nodes_limit(10));
  EXPECT_EQ(stalemated.lines.front().score, base::kDraw);
}

TEST(PuctSearcher, SearchesOnlyTheMovesThatTheLimitsAllow) {
  const Game game;
  Searcher searcher(toy_network());
  Limits limits = nodes_limit(50);
  limits.moves = {move_of(game.position(), "a2a3"), move_of(game.position(), "h2h4")};
  const SearchResult result = searcher.search(game, limits);
  EXPECT_TRUE(result.best == limits.moves[0] || result.best == limits.moves[1]);
  EXPECT_EQ(searcher.tree().ranked_root().size(), 2u);
}

TEST(PuctSearcher, KeepsTheTreeWhenTheGameGoesOn) {
  Game game;
  Searcher searcher(toy_network());
  const SearchResult first = searcher.search(game, nodes_limit(400));
  game.play(first.best);
  ASSERT_TRUE(first.ponder);
  game.play(first.ponder);
  const SearchResult second = searcher.search(game, nodes_limit(1));
  EXPECT_EQ(second.counters.nodes, 1u);
  EXPECT_GT(searcher.tree().root().visits, 2u);
}

TEST(PuctSearcher, EndsWhenTheMemoryIsFull) {
  SearcherOptions options;
  options.hash_mib = 1;
  Searcher searcher(toy_network(), options);
  const SearchResult result = searcher.search(Game(position_of(kMiddlegame)), nodes_limit(1'000'000));
  EXPECT_TRUE(result.best);
  EXPECT_LT(result.counters.nodes, 20'000u);
  EXPECT_LE(searcher.tree().store().bytes(), std::size_t{1} << 20);
}

TEST(PuctSearcher, StopEndsAnInfiniteSearchAndCountsBeforeRun) {
  const Game game(position_of(kMiddlegame));
  Searcher searcher(toy_network());
  Limits limits;
  limits.infinite = true;
  searcher.arm(limits);
  searcher.stop();
  EXPECT_TRUE(searcher.run(game, limits).best);
  searcher.arm(limits);
  std::thread stopper([&] { searcher.stop(); });
  EXPECT_TRUE(searcher.run(game, limits).best);
  stopper.join();
}

TEST(PuctSearcher, PonderingEndsWithTheHitAndItsLimits) {
  const Game game(position_of(kMateInOne));
  Searcher searcher(toy_network());
  Limits limits;
  limits.ponder = true;
  limits.move_time_ms = 1;
  searcher.arm(limits);
  std::thread opponent([&] { searcher.ponder_hit(); });
  EXPECT_TRUE(searcher.run(game, limits).best);
  opponent.join();
}

TEST(PuctSearcher, TimeInNodesEndsTheSearchByTheClock) {
  SearcherOptions options;
  options.nodes_per_ms = 1;
  Searcher searcher(toy_network(), options);
  Limits limits;
  limits.clock[chess::Color::White] = search::Clock{.time_ms = 2'000, .increment_ms = 0};
  const SearchResult result = searcher.search(Game(position_of(kMiddlegame)), limits);
  EXPECT_GT(result.counters.nodes, 1u);
  EXPECT_LT(result.counters.nodes, 2'000u);
  limits = {};
  limits.move_time_ms = 150;
  searcher.clear();
  EXPECT_NEAR(static_cast<double>(searcher.search(Game(position_of(kMiddlegame)), limits).counters.nodes),
              150, 16);
}

TEST(PuctSearcher, DepthIsTheMeanLengthOfLines) {
  Searcher searcher(toy_network());
  Limits limits;
  limits.depth = 3;
  const SearchResult result = searcher.search(Game(position_of(kMiddlegame)), limits);
  EXPECT_EQ(result.lines.front().depth, 3);
  EXPECT_GT(result.counters.nodes, 5u);
}

TEST(PuctSearcher, SeveralThreadsCountTheSameNodesAndLeaveNothingRunning) {
  const Game game(position_of(kMiddlegame));
  SearcherOptions options;
  options.threads = 4;
  Searcher searcher(toy_network(), options);
  for (int i = 0; i < 3; ++i) {
    const SearchResult result = searcher.search(game, nodes_limit(500));
    EXPECT_EQ(result.counters.nodes, 500u);
    EXPECT_TRUE(game.position().is_legal(result.best));
    EXPECT_EQ(searcher.tree().root().running, 0u);
  }
}

TEST(PuctSearcher, SearchesWithFewerThreadsIfTheSystemGivesNoMore) {
  if (!tabia::test::NoMoreThreads::kWorks) GTEST_SKIP() << "this system can't be made to refuse threads";
  const tabia::test::NoMoreThreads none;
  const Game game;
  SearcherOptions options;
  options.threads = 4;
  Searcher searcher(toy_network(), options);
  LegalLines observer(game);
  EXPECT_EQ(searcher.search(game, nodes_limit(50), &observer).counters.nodes, 50u);
  EXPECT_EQ(observer.threads, 1);
}

// --- tablebases

TEST(PuctSearcher, PlaysByTheTablebaseIfItKnowsTheRootAndCountsItsResultsBelow) {
  if (!search::Tablebase::is_available()) GTEST_SKIP() << "this build has no Fathom";
  TABIA_NEEDS_SHARED_FILE("syzygy/KQvK.rtbw");
  auto tables = search::Tablebase::open(chess::test::shared_path("syzygy"));
  ASSERT_TRUE(tables.ok());
  Searcher searcher(toy_network());
  searcher.set_tablebase(*tables);
  // The pawn wins only if the king leads.
  const SearchResult won =
      searcher.search(Game(position_of("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1")), nodes_limit(20));
  EXPECT_EQ(std::abs(won.lines.front().score) >= base::kTablebaseWinInMaxPly, won.lines.front().score != 0);
  // Five pieces: the capture leads into the tables.
  const SearchResult capture =
      searcher.search(Game(position_of("4k3/8/8/3q4/8/8/3R4/3RK3 w - - 0 1")), nodes_limit(400));
  EXPECT_GT(capture.counters.tablebase_hits, 0u);
  EXPECT_EQ(chess::to_uci(capture.best), "d2d5");
  EXPECT_GE(capture.lines.front().score, base::kTablebaseWinInMaxPly);
}

// --- playing by policy

TEST(PolicyPlayer, PlaysTheLikeliestMoveUnderAnyLimit) {
  const Game game(position_of(kMiddlegame));
  const auto outputs = toy_network()->deep_outputs(game.positions());
  const auto policy = deep::move_probabilities(game.position(), outputs.policy, outputs.transform);
  PolicyPlayer player(toy_network());
  Limits clock;
  clock.clock[chess::Color::White] = search::Clock{.time_ms = 600'000, .increment_ms = 0};
  Limits depth;
  depth.depth = 20;
  for (const Limits& limits : {nodes_limit(1), nodes_limit(1'000'000), clock, depth, Limits{}}) {
    const SearchResult result = player.search(game, limits);
    EXPECT_EQ(result.best, policy.front().move);
    EXPECT_EQ(result.counters.nodes, 1u);
  }
}

TEST(PolicyPlayer, SeveralLinesHaveProbabilitiesAndValues) {
  const Game game(position_of(kMiddlegame));
  SearcherOptions options;
  options.lines = 3;
  PolicyPlayer player(toy_network(), options);
  const SearchResult result = player.search(game, {});
  ASSERT_EQ(result.lines.size(), 3u);
  EXPECT_GE(*result.lines[0].probability, *result.lines[1].probability);
  EXPECT_GE(*result.lines[1].probability, *result.lines[2].probability);
  EXPECT_EQ(result.counters.nodes, 4u);
}

TEST(PolicyPlayer, SeesAMateInOneIfItMay) {
  const Game game(position_of(kMateInOne));
  SearcherOptions options;
  options.play.sees_mate = true;
  PolicyPlayer player(toy_network(), options);
  EXPECT_EQ(chess::to_uci(player.search(game, {}).best), "a1a8");
  // And doesn't walk into one: after g2g4 Black mates.
  Game opening;
  opening.play(move_of(opening.position(), "f2f3"));
  opening.play(move_of(opening.position(), "e7e5"));
  Limits limits;
  limits.moves = {move_of(opening.position(), "g2g4"), move_of(opening.position(), "a2a3")};
  EXPECT_EQ(chess::to_uci(player.search(opening, limits).best), "a2a3");
}

TEST(PolicyPlayer, TemperatureChoosesByProbabilityAndTheSeedDecides) {
  base::Random random(1);
  const std::vector<double> probabilities = {0.5, 0.3, 0.2};
  EXPECT_EQ(tempered(probabilities, 0), (std::vector<double>{1, 0, 0}));
  std::array<int, 3> chosen{};
  for (int i = 0; i < 10'000; ++i) ++chosen[chosen_move(tempered(probabilities, 1), random)];
  EXPECT_NEAR(chosen[0], 5'000, 250);
  EXPECT_NEAR(chosen[1], 3'000, 250);
  // Half the temperature squares them: 25, 9, 4 of 38.
  chosen = {};
  for (int i = 0; i < 10'000; ++i) ++chosen[chosen_move(tempered(probabilities, 0.5), random)];
  EXPECT_NEAR(chosen[0], 6'579, 250);

  SearcherOptions options;
  options.play.temperature_percent = 100;
  options.seed = 7;
  PolicyPlayer one(toy_network(), options);
  PolicyPlayer other(toy_network(), options);
  bool differs = false;
  for (int i = 0; i < 20; ++i) {
    const Move move = one.search(Game(), {}).best;
    EXPECT_EQ(move, other.search(Game(), {}).best);
    differs = differs || move != PolicyPlayer(toy_network()).search(Game(), {}).best;
  }
  EXPECT_TRUE(differs);
}

TEST(PolicyPlayer, AHardChoiceTakesLongerAndNeverMoreThanItMay) {
  double easy = 0;
  double hard = 0;
  base::Random random(1);
  for (int i = 0; i < 200; ++i) {
    easy += static_cast<double>(thinking_time_ms({0.97, 0.03}, 1'000, 5'000, random));
    hard += static_cast<double>(thinking_time_ms({0.2, 0.2, 0.2, 0.2, 0.2}, 1'000, 5'000, random));
    EXPECT_LE(thinking_time_ms({0.2, 0.2, 0.2, 0.2, 0.2}, 1'000, 300, random), 300);
  }
  EXPECT_GT(hard, 2 * easy);
  EXPECT_GT(easy, 0);
}

TEST(PolicyPlayer, StopEndsItsWaiting) {
  SearcherOptions options;
  options.play.delay = true;
  PolicyPlayer player(toy_network(), options);
  Limits limits;
  limits.clock[chess::Color::White] = search::Clock{.time_ms = 100'000'000, .increment_ms = 0};
  player.arm(limits);
  std::thread stopper([&] { player.stop(); });
  EXPECT_TRUE(player.run(Game(), limits).best);
  stopper.join();
}

// --- which search

TEST(SearchChoice, FollowsTheNetwork) {
  const eval::EvaluatorOptions network;
  eval::EvaluatorOptions hybrid;
  hybrid.mode = eval::EvaluationMode::Hybrid;
  const nn::Network* toy = toy_network().get();
  using enum SearchKind;
  EXPECT_EQ(search_kind_for({.network = nullptr, .evaluation = network}), AlphaBeta);
  EXPECT_EQ(search_kind_for({.network = toy, .evaluation = network}), Puct);
  EXPECT_EQ(search_kind_for({.network = toy, .file = "/nets/maia-1500.pb.gz", .evaluation = network}),
            Policy);
  EXPECT_EQ(search_kind_for({.network = toy, .file = "Maia.net", .evaluation = network}), Policy);
  EXPECT_EQ(search_kind_for({.network = toy, .file = "maia/other.net", .evaluation = network}), Puct);
  EXPECT_EQ(search_kind_for({.network = toy, .evaluation = hybrid}), AlphaBeta);
  EXPECT_EQ(search_kind_for({.network = toy, .evaluation = network, .elo = 1500}), AlphaBeta);
  const nn::Network* human = human_toy().get();
  EXPECT_EQ(search_kind_for({.network = nullptr, .evaluation = hybrid, .elo = 1500, .human = human}), Human);
  EXPECT_EQ(search_kind_for({.network = toy, .evaluation = network, .elo = 1500, .human = human}), Human);
  EXPECT_EQ(search_kind_for({.network = human, .evaluation = network, .elo = 1500, .human = human}), Human);
  EXPECT_EQ(search_kind_for({.network = toy, .evaluation = network, .elo = 1500, .human = toy}), AlphaBeta);
  for (const int outside : {999, 2701}) {
    const SearchRequest request{.evaluation = network, .elo = outside, .human = human};
    EXPECT_EQ(search_kind_for(request), AlphaBeta) << outside;
  }
  EXPECT_EQ(search_kind_for({.evaluation = network, .human = human}), AlphaBeta);
  EXPECT_EQ(search_kind_for({.wanted = AlphaBeta, .evaluation = network, .elo = 1500, .human = human}),
            AlphaBeta);
  EXPECT_EQ(
      search_kind_for(
          {.network = toy, .file = "maia-1500.pb.gz", .evaluation = network, .elo = 1500, .human = human}),
      Policy);
  EXPECT_EQ(search_kind_for({.wanted = AlphaBeta, .network = toy, .evaluation = network}), AlphaBeta);
  EXPECT_EQ(search_kind_for({.wanted = Policy, .network = toy, .evaluation = network}), Policy);
  EXPECT_EQ(search_kind_for({.wanted = Puct, .network = nullptr, .evaluation = network}), AlphaBeta);
  for (const SearchKind kind : kSearchKinds) EXPECT_EQ(parse_search_kind(name_of(kind)), kind);
  EXPECT_FALSE(parse_search_kind("minimax"));
}

}  // namespace
}  // namespace tabia::puct
