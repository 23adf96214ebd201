#include "search/searcher.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <limits>
#include <stdexcept>
#include <thread>

#include "chess/epd.h"
#include "chess/notation.h"
#include "chess/test_support.h"
#include "eval/win_model.h"
#include "nn/embedded.h"
#include "nn/load.h"
#include "nn/random_network.h"
#include "no_more_threads.h"

namespace tabia::search {
namespace {

using namespace tabia::base;
using namespace tabia::chess;
using chess::test::position_of;

std::shared_ptr<const nn::Network> default_network() {
  static const auto network = nn::read_network(nn::embedded_network()).value();
  return network;
}

SearchResult search_position(std::string_view fen, const Limits& limits,
                             const SearcherOptions& options = {}) {
  Searcher searcher(default_network(), {}, options);
  return searcher.search(Game(position_of(fen)), limits);
}

Limits nodes_limit(std::uint64_t nodes) {
  Limits limits;
  limits.nodes = nodes;
  return limits;
}
Limits depth_limit(int depth) {
  Limits limits;
  limits.depth = depth;
  return limits;
}

// Every line that is reported is played through.
class LegalLines : public Observer {
 public:
  explicit LegalLines(const Game& game) : game_(game) {}
  void on_line(const Line& line, const Counters&) override {
    Game game = game_;
    for (std::size_t i = 0; i < line.moves.size(); ++i) {
      ASSERT_TRUE(game.position().is_legal(line.moves[i]))
          << to_fen(game.position()) << " " << to_uci(line.moves[i]);
      game.play(line.moves[i]);
    }
    if (line.bound == Bound::Exact && line.score >= kMateInMaxPly) {
      const int plies = kMate - line.score;
      EXPECT_EQ(plies, static_cast<int>(line.moves.size())) << to_fen(game_.position());
      EXPECT_EQ(game.end(), GameEnd::Checkmate);
    }
    ++lines;
  }
  int lines = 0;

 private:
  const Game& game_;
};

constexpr const char* kMiddlegame = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7";

TEST(Searcher, FindsTheMatesOfTheReference) {
  struct Case {
    const char* fen;
    const char* move;
    int mate_in;
  };
  for (const Case& test : {
           Case{"5K2/8/2qk4/2nPp3/3r4/6B1/B7/3R4 w - e6 0 1", "d5e6", 1},
           Case{"7B/3B1p2/rP1p2R1/n2k1Pb1/N2Pp3/4P3/K2nN1r1/2R5 w - - 0 1", "h8e5", 2},
           Case{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", 1},
       }) {
    const SearchResult result = search_position(test.fen, depth_limit(8));
    EXPECT_EQ(to_uci(result.best), test.move) << test.fen;
    EXPECT_EQ(result.lines.front().score, kMate - (2 * test.mate_in - 1)) << test.fen;
  }
}

// The table of positions with known results in docs/strength.md.
TEST(Searcher, ThePositionsOfTheTableAreJudgedRightAtTheirDepths) {
  const auto score_of = [](const char* fen, int depth) {
    return search_position(fen, depth_limit(depth)).lines.front().score;
  };
  const auto pawn = static_cast<Score>(eval::WinModel(default_network()->wdl()).margin_pawn());
  EXPECT_LT(std::abs(score_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 7)), pawn / 2);
  EXPECT_LT(score_of("K1B5/P2r4/1p1r1n2/4k3/8/3PPP2/8/8 w - - 0 1", 8), -3 * pawn / 2);
  EXPECT_GE(score_of("Q7/8/2K5/8/4N2R/3P4/3Pk3/8 w - - 0 1", 10), kMateInMaxPly);
  EXPECT_EQ(score_of("7B/3B1p2/rP1p2R1/n2k1Pb1/N2Pp3/4P3/K2nN1r1/2R5 w - - 0 1", 6), kMate - 3);
}

TEST(Searcher, BeingMatedIsSeenToo) {
  const SearchResult result =
      search_position("2brrb2/8/p7/Q7/1p1kpPp1/1P1pN1K1/3P4/8 b - - 0 1", depth_limit(8));
  EXPECT_EQ(result.lines.front().score, -kMate + 2);
}

TEST(Searcher, AMatedOrStalematedRootHasNoMove) {
  const SearchResult mated = search_position("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", depth_limit(5));
  EXPECT_FALSE(mated.best);
  EXPECT_EQ(mated.lines.front().score, -kMate);
  const SearchResult stalemated = search_position("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", depth_limit(5));
  EXPECT_FALSE(stalemated.best);
  EXPECT_EQ(stalemated.lines.front().score, kDraw);
}

TEST(Searcher, TheSameLimitsGiveTheSameNodesAndMovesAfterAClear) {
  // Node limits 100 x 1.5^i, each twice, as the field's reproducibility test does it.
  Searcher searcher(default_network());
  std::vector<std::uint64_t> counts[2];
  std::vector<Move> moves[2];
  for (int round = 0; round < 2; ++round) {
    searcher.clear();
    Game game{position_of(kMiddlegame)};
    double nodes = 100;
    for (int i = 0; i < 20; ++i) {
      nodes *= 1.25;
      const SearchResult result = searcher.search(game, nodes_limit(static_cast<std::uint64_t>(nodes)));
      counts[round].push_back(result.counters.nodes);
      moves[round].push_back(result.best);
      EXPECT_LE(result.counters.nodes, static_cast<std::uint64_t>(nodes) + 1);
      game.play(result.best);
    }
  }
  EXPECT_EQ(counts[0], counts[1]);
  EXPECT_EQ(moves[0], moves[1]);
}

TEST(Searcher, EveryReportedLineIsLegalAndMatesEndInMate) {
  for (const char* fen :
       {kMiddlegame, "8/8/8/8/8/4k3/4q3/6K1 b - - 0 1", "Q7/8/2K5/8/4N2R/3P4/3Pk3/8 w - - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 96 120"}) {
    const Game game{position_of(fen)};
    SearcherOptions options;
    for (const int lines : {1, 4}) {
      options.lines = lines;
      Searcher searcher(default_network(), {}, options);
      LegalLines observer(game);
      (void)searcher.search(game, nodes_limit(40'000), &observer);
      EXPECT_GT(observer.lines, 0);
    }
  }
}

TEST(Searcher, SeveralLinesAreDifferentMovesInFallingOrder) {
  SearcherOptions options;
  options.lines = 5;
  const SearchResult result = search_position(kMiddlegame, depth_limit(8), options);
  ASSERT_EQ(result.lines.size(), 5u);
  for (std::size_t i = 1; i < 5; ++i) {
    EXPECT_GE(result.lines[i - 1].score, result.lines[i].score);
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_NE(result.lines[i].moves.front(), result.lines[j].moves.front());
  }
}

TEST(Searcher, OnlyTheGivenMovesAreLookedAtAndIllegalOnesAreLeftOut) {
  const Position position = position_of(kMiddlegame);
  Limits limits = depth_limit(6);
  limits.moves = {Move(Square::A2, Square::A3), Move(Square::H2, Square::H3)};
  const SearchResult result = search_position(kMiddlegame, limits);
  EXPECT_TRUE(result.best == limits.moves[0] || result.best == limits.moves[1]);
  limits.moves = {Move(Square::A8, Square::A1)};
  EXPECT_TRUE(position.is_legal(search_position(kMiddlegame, limits).best));
}

TEST(Searcher, ADrawByRepetitionIsFoundWhereItSaves) {
  Game game(position_of("q4kb1/3Q2nq/8/r3PpK1/2n5/7q/8/q7 w - f6 0 1"));
  for (const char* move : {"d7c8", "f8f7", "c8d7", "f7f8", "d7d8", "f8f7"}) {
    game.play(parse_uci_move(game.position(), move).value());
  }
  Searcher searcher(default_network());
  const SearchResult result = searcher.search(game, depth_limit(10));
  EXPECT_EQ(to_uci(result.best), "d8d7");
  EXPECT_LE(std::abs(result.lines.front().score), 2);
}

TEST(Searcher, TheFiftyMoveRuleIsADrawUnlessTheLastMoveMates) {
  // A rook up, but the hundredth ply comes before any mate or capture.
  const SearchResult late = search_position("7k/8/8/8/8/8/R7/K7 w - - 99 120", depth_limit(6));
  EXPECT_LE(std::abs(late.lines.front().score), 2);
  const SearchResult mate = search_position("7k/R7/6K1/8/8/8/8/8 w - - 99 120", depth_limit(6));
  EXPECT_EQ(mate.lines.front().score, kMate - 1);
}

TEST(Searcher, AnInfiniteSearchWaitsForStopEvenWhenNothingIsLeft) {
  Searcher searcher(default_network());
  Limits limits = depth_limit(1);
  limits.infinite = true;
  searcher.arm(limits);
  const auto begin = std::chrono::steady_clock::now();
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    searcher.stop();
  });
  const SearchResult result = searcher.run(Game(), limits);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(29));
  EXPECT_TRUE(result.best);
  stopper.join();
}

TEST(Searcher, AStopBeforeTheSearchHasBegunStillCounts) {
  Searcher searcher(default_network());
  Limits limits;
  limits.infinite = true;
  searcher.arm(limits);
  searcher.stop();
  EXPECT_TRUE(searcher.run(Game(), limits).best);
}

TEST(SearcherThread, StopPonderHitAndSearchMayMeetAtAnyMoment) {
  for (const int threads : {1, 2, 4}) {
    SearcherOptions options;
    options.threads = threads;
    Searcher searcher(default_network(), {}, options);
    base::Random random(static_cast<std::uint64_t>(threads));
    for (int i = 0; i < 12; ++i) {
      Limits limits;
      limits.ponder = i % 2 == 0;
      limits.infinite = i % 2 != 0;
      limits.clock[Color::White] = Clock{200, 0};
      searcher.arm(limits);
      std::thread other([&, wait = random.below(4000), hit = i % 4 == 0] {
        std::this_thread::sleep_for(std::chrono::microseconds(wait));
        if (hit) searcher.ponder_hit();
        std::this_thread::sleep_for(std::chrono::microseconds(wait));
        searcher.stop();
      });
      EXPECT_TRUE(searcher.run(Game(), limits).best);
      other.join();
    }
  }
}

TEST(SearcherThread, SeveralThreadsFindTheMateAndReportLegalLines) {
  SearcherOptions options;
  options.threads = 3;
  const Game game(position_of("7B/3B1p2/rP1p2R1/n2k1Pb1/N2Pp3/4P3/K2nN1r1/2R5 w - - 0 1"));
  Searcher searcher(default_network(), {}, options);
  LegalLines observer(game);
  const SearchResult result = searcher.search(game, depth_limit(9), &observer);
  EXPECT_EQ(to_uci(result.best), "h8e5");
  EXPECT_GT(observer.lines, 0);
}

// --- an evaluation that fails

// Answers a given number of times, then throws.
class FailingEvaluation : public eval::ExternalEvaluation {
 public:
  explicit FailingEvaluation(int answers) : fuse(answers) {}
  std::optional<int> centipawns(const Position&) override {
    if (--fuse < 0) throw std::runtime_error("the device is on fire");
    return 0;
  }
  std::atomic<int> fuse;
};

eval::EvaluatorOptions evaluated_by(std::shared_ptr<eval::ExternalEvaluation> evaluation) {
  eval::EvaluatorOptions options;
  options.external = std::move(evaluation);
  return options;
}

TEST(SearcherThread, AnEvaluationThatFailsEndsAllThreadsAndReachesTheCaller) {
  for (const int threads : {1, 3}) {
    for (const int answers : {0, 500}) {
      const auto evaluation = std::make_shared<FailingEvaluation>(answers);
      SearcherOptions options;
      options.threads = threads;
      Searcher searcher(default_network(), evaluated_by(evaluation), options);
      Limits infinite;
      infinite.infinite = true;
      try {
        (void)searcher.search(Game(), infinite);
        FAIL() << "no exception came";
      } catch (const std::runtime_error& failure) {
        EXPECT_STREQ(failure.what(), "the device is on fire");
      }
      // Nothing is left of the search that was aborted.
      evaluation->fuse = std::numeric_limits<int>::max();
      const SearchResult result = searcher.search(Game(), depth_limit(5));
      EXPECT_TRUE(Position().is_legal(result.best));
      EXPECT_EQ(result.lines.front().depth, 5);
    }
  }
}

TEST(Searcher, AnEvaluationThatFailsReachesTheCallerOfALimitedPlayerToo) {
  const auto evaluation = std::make_shared<FailingEvaluation>(0);
  SearcherOptions options;
  options.elo = 1500;
  Searcher searcher(default_network(), evaluated_by(evaluation), options);
  EXPECT_THROW((void)searcher.search(Game(), depth_limit(5)), std::runtime_error);
}

TEST(SearcherThread, WithFewerThreadsThanWantedTheSearchGoesOnAndSaysSo) {
  if (!tabia::test::NoMoreThreads::kWorks) GTEST_SKIP() << "no way to refuse threads here";
  struct Missing : Observer {
    void on_missing_threads(int running, int wanted) override { seen.emplace_back(running, wanted); }
    std::vector<std::pair<int, int>> seen;
  } observer;
  SearcherOptions options;
  options.threads = 4;
  Searcher searcher(default_network(), {}, options);
  {
    const tabia::test::NoMoreThreads none;
    const SearchResult result = searcher.search(Game(), depth_limit(5), &observer);
    EXPECT_TRUE(Position().is_legal(result.best));
    EXPECT_EQ(result.lines.front().depth, 5);
  }
  EXPECT_EQ(observer.seen, (std::vector<std::pair<int, int>>{{1, 4}}));
  EXPECT_TRUE(searcher.search(Game(), depth_limit(5), &observer).best);
  EXPECT_EQ(observer.seen.size(), 1u);
}

TEST(Searcher, TimeForAMoveIsKept) {
  Searcher searcher(default_network());
  Limits limits;
  limits.move_time_ms = 60;
  limits.start = std::chrono::steady_clock::now();
  const SearchResult result = searcher.search(Game(), limits);
  const auto elapsed = std::chrono::steady_clock::now() - limits.start;
  // Only the clock ends this search: it ends long before the maximum depth, but not immediately.
  EXPECT_TRUE(result.best);
  EXPECT_GT(elapsed, std::chrono::milliseconds(40));
}

TEST(Searcher, EvenTinyAndNegativeClocksGiveAMove) {
  Searcher searcher(default_network());
  for (const std::int64_t time : {-500, 0, 1, 5, 20}) {
    Limits limits;
    limits.clock[Color::White] = Clock{time, 0};
    limits.start = std::chrono::steady_clock::now();
    EXPECT_TRUE(searcher.search(Game(), limits).best) << time;
  }
}

TEST(Searcher, ZugzwangsAreNotLostToTheNullMove) {
  // White to move loses nothing by waiting only in chess problems: here every pass would win, every move draws or wins.
  // Trebuchet: the side to move loses the pawn, and with it the game.
  const SearchResult white = search_position("8/8/8/2Kp4/3Pk3/8/8/8 w - - 0 1", depth_limit(14));
  EXPECT_LT(white.lines.front().score, -200);
  const SearchResult black = search_position("8/8/8/2Kp4/3Pk3/8/8/8 b - - 0 1", depth_limit(14));
  EXPECT_LT(black.lines.front().score, -200);
}

TEST(Searcher, ANewEvaluationOrSizeIsTakenOver) {
  Searcher searcher(default_network());
  searcher.set_evaluation(nullptr, {});
  EXPECT_TRUE(searcher.search(Game(), depth_limit(4)).best);
  SearcherOptions options = searcher.options();
  options.hash_mib = 3;
  options.threads = 2;
  searcher.set_options(options);
  EXPECT_TRUE(searcher.search(Game(), depth_limit(4)).best);
}

// Queens that can take each other in all directions.
constexpr const char* kQueens = "qqqqkqqq/2qq1q1q/8/1Q1qq3/2Q5/8/1QQ1Q1QQ/QQQQKQqQ w - - 2 6";

TEST(Searcher, TheClockIsObeyedInsideTheFirstDepth) {
  SearcherOptions options;
  options.nodes_per_ms = 100;  // so that the test doesn't depend on the machine
  Limits limits;
  limits.move_time_ms = 20;
  const SearchResult result = search_position(kQueens, limits, options);
  EXPECT_LE(result.counters.nodes, 2'000u + 512u);  // the clock is checked every 512 nodes
  EXPECT_TRUE(position_of(kQueens).is_legal(result.best));
}

TEST(Searcher, TheClockIsLookedAtMoreOftenWithANetworkOverPlanes) {
  SearcherOptions options;
  options.nodes_per_ms = 5;  // as such networks have
  Limits limits;
  limits.move_time_ms = 40;
  const auto spec = nn::parse_spec(R"(
name = "small"
input = { planes = "pieces", view = "mover" }
body = [ { block = "conv", filters = 8 } ]
value = { kind = "centipawns", widths = [8], scale = 400 }
)");
  ASSERT_TRUE(spec) << spec.error().message;
  Searcher searcher(nn::random_network(*spec, 1), {}, options);
  const SearchResult result = searcher.search(Game(position_of(kMiddlegame)), limits);
  EXPECT_LE(result.counters.nodes, 200u + 8u);
}

TEST(Searcher, ASmallFirstDepthIsFinishedWhateverTheClockSays) {
  SearcherOptions options;
  options.nodes_per_ms = 1;
  Limits limits;
  limits.move_time_ms = 1;
  const SearchResult hurried = search_position(kMiddlegame, limits, options);
  EXPECT_EQ(to_uci(hurried.best), to_uci(search_position(kMiddlegame, depth_limit(1)).best));
}

TEST(Searcher, QuiescenceIsBoundedWhereCapturesNeverEnd) {
  EXPECT_LT(search_position(kQueens, depth_limit(1)).counters.nodes, 300'000u);
}

TEST(Searcher, NodesMayStandForTime) {
  SearcherOptions options;
  options.nodes_per_ms = 100;
  Searcher searcher(default_network(), {}, options);
  std::uint64_t nodes[2];
  for (std::uint64_t& count : nodes) {
    searcher.clear();
    Limits limits;
    limits.clock[Color::White] = Clock{1000, 10};
    count = searcher.search(Game(), limits).counters.nodes;
  }
  EXPECT_EQ(nodes[0], nodes[1]);
  EXPECT_LT(nodes[0], 100'000u);  // a second of it
  EXPECT_GT(nodes[0], 500u);
}

TEST(Searcher, AMateThatAnUnfinishedFirstDepthFindsAgainstItselfIsALowerBound) {
  // After ten nodes only one move is known, and it allows mate in one; others do not.
  constexpr std::string_view kFen = "kbK5/pp6/1P6/8/8/8/R7/8 b - - 1 1";
  for (std::uint64_t nodes = 1; nodes <= 60; ++nodes) {
    const SearchResult result = search_position(kFen, nodes_limit(nodes));
    const Line& line = result.lines.front();
    EXPECT_FALSE(line.bound == Bound::Exact && line.score <= -kMate + 3) << nodes << " nodes: " << line.score;
  }
}

}  // namespace
}  // namespace tabia::search
