#include "search/strength.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/test_support.h"
#include "nn/embedded.h"
#include "nn/load.h"
#include "sanitized.h"
#include "search/searcher.h"

namespace tabia::search {
namespace {

using namespace tabia::chess;
using chess::test::position_of;

constexpr const char* kStrengthPosition =
    "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7";

std::unique_ptr<Searcher> player_of(int elo, std::uint64_t seed = 1, int threads = 1) {
  static const auto network = nn::read_network(nn::embedded_network()).value();
  SearcherOptions options;
  options.elo = elo;
  options.seed = seed;
  options.threads = threads;
  options.hash_mib = 1;
  return std::make_unique<Searcher>(network, eval::EvaluatorOptions{}, options);
}

Impression seen(int first_sight, std::optional<int> calculated = {}) {
  Impression impression;
  impression.first_sight = first_sight;
  impression.calculated = calculated;
  return impression;
}

// --- levels

TEST(Strength, HigherLevelsCalculateMoreAndErrLess) {
  StrengthLevel last = level_for(kMinElo);
  for (int elo = kMinElo + 10; elo <= kMaxElo; elo += 10) {
    const StrengthLevel level = level_for(elo);
    // Where the errors end only one line is searched, with the nodes for one.
    const double nodes = static_cast<double>(level.nodes) / level.lines;
    EXPECT_GE(nodes, static_cast<double>(last.nodes) / last.lines) << elo;
    EXPECT_LE(level.overlook, last.overlook) << elo;
    EXPECT_LE(level.noise_cp, last.noise_cp) << elo;
    EXPECT_LE(level.margin_cp, last.margin_cp) << elo;
    EXPECT_GE(level.sees_mates, last.sees_mates) << elo;
    last = level;
  }
  EXPECT_FALSE(last.errs());
}

TEST(Strength, RatingsOutOfTheRangeCountAsTheNearest) {
  EXPECT_EQ(level_for(0).nodes, level_for(kMinElo).nodes);
  EXPECT_EQ(level_for(9999).nodes, level_for(kMaxElo).nodes);
}

// --- the choice

TEST(Strength, WithoutErrorsTheBestCalculatedMoveIsTaken) {
  base::Random random(1);
  const StrengthLevel level = level_for(kMaxElo);
  EXPECT_EQ(choose_move({seen(50, 10), seen(0, 30), seen(90)}, level, random), 1u);
  EXPECT_EQ(choose_move({seen(-20)}, level, random), 0u);
}

TEST(Strength, WithoutCalculationTheFirstSightDecides) {
  StrengthLevel level = level_for(kMaxElo);
  level.overlook = 1;
  base::Random random(1);
  EXPECT_EQ(choose_move({seen(50, 10), seen(0, 30), seen(90, -300)}, level, random), 2u);
}

TEST(Strength, TheSameSeedGivesTheSameChoices) {
  const std::vector<Impression> moves = {seen(30, 10), seen(20, 15), seen(10, 20), seen(0), seen(-30)};
  const StrengthLevel level = level_for(1000);
  base::Random one(7);
  base::Random two(7);
  std::vector<int> counts(moves.size());
  for (int i = 0; i < 1000; ++i) {
    const std::size_t chosen = choose_move(moves, level, one);
    ASSERT_EQ(chosen, choose_move(moves, level, two));
    ++counts[chosen];
  }
  for (const int count : counts) EXPECT_GT(count, 20);
}

TEST(Strength, WhatLosesAtFirstSightIsNeverPlayed) {
  base::Random random(3);
  const StrengthLevel level = level_for(kSeesMatesElo);
  ASSERT_LT(level.margin_cp, 250);
  for (int i = 0; i < 2000; ++i) EXPECT_EQ(choose_move({seen(0), seen(-300)}, level, random), 0u);
}

TEST(Strength, ARecaptureIsNotOverlooked) {
  base::Random random(3);
  Impression recapture = seen(0);
  recapture.recaptures = true;
  for (int i = 0; i < 2000; ++i) {
    EXPECT_EQ(choose_move({seen(-10), recapture, seen(-100)}, level_for(kMinElo), random), 1u);
  }
}

TEST(Strength, MatesInOneAreSeenFromALevelOn) {
  Impression allows = seen(200, 200);
  allows.allows_mate = true;
  const std::vector<Impression> moves = {allows, seen(0, 0), seen(kMateValue - kPenaltyOfPly)};
  base::Random random(5);
  int missed = 0;
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(choose_move(moves, level_for(kSeesMatesElo), random), 2u);
    EXPECT_EQ(choose_move({moves[0], moves[1]}, level_for(kSeesMatesElo), random), 1u);
    missed += choose_move(moves, level_for(kMinElo), random) != 2;
  }
  EXPECT_GT(missed, 0);
}

TEST(Strength, RecapturesAndRetreatsAreRecognised) {
  Game game;
  for (const char* text : {"e2e4", "d7d5", "e4d5"}) game.play(parse_uci_move(game.position(), text).value());
  EXPECT_TRUE(is_recapture(game, parse_uci_move(game.position(), "d8d5").value()));
  EXPECT_FALSE(is_recapture(game, parse_uci_move(game.position(), "g8f6").value()));
  for (const char* text : {"g8f6", "g1f3"}) game.play(parse_uci_move(game.position(), text).value());
  EXPECT_TRUE(takes_back_last(game, parse_uci_move(game.position(), "f6g8").value()));
  EXPECT_FALSE(takes_back_last(game, parse_uci_move(game.position(), "f6d5").value()));
}

TEST(Strength, WalkingIntoMateIsRecognised) {
  Game game;
  game.play(parse_uci_move(game.position(), "f2f3").value());
  game.play(parse_uci_move(game.position(), "e7e5").value());
  EXPECT_TRUE(allows_mate_in_one(game.position(), parse_uci_move(game.position(), "g2g4").value()));
  EXPECT_FALSE(allows_mate_in_one(game.position(), parse_uci_move(game.position(), "g2g3").value()));
}

// --- the player

TEST(Strength, APlayerIsDeterministicWhateverItsThreads) {
  const Game game(position_of(kStrengthPosition));
  for (const int elo : {800, 1500, 2300, 2600}) {
    const auto one = player_of(elo, 4);
    const auto two = player_of(elo, 4, 3);
    for (int i = 0; i < 5; ++i) {
      const SearchResult first = one->search(game, {});
      const SearchResult second = two->search(game, {});
      EXPECT_EQ(to_uci(first.best), to_uci(second.best)) << elo;
      EXPECT_EQ(first.counters.nodes, second.counters.nodes) << elo;
      EXPECT_EQ(first.lines.size(), 1u);
      EXPECT_EQ(first.lines.front().moves.front(), first.best);
    }
  }
}

TEST(Strength, SmallerLimitsHold) {
  const Game game(position_of(kStrengthPosition));
  for (const int elo : {800, 2000, 3200}) {
    for (const std::uint64_t nodes : {1u, 20u, 300u, 2000u}) {
      Limits limits;
      limits.nodes = nodes;
      const SearchResult result = player_of(elo)->search(game, limits);
      EXPECT_LE(result.counters.nodes, nodes) << elo;
      EXPECT_TRUE(game.position().is_legal(result.best)) << elo;
    }
  }
  Limits only;
  only.moves = {parse_uci_move(game.position(), "a2a3").value()};
  EXPECT_EQ(to_uci(player_of(1200)->search(game, only).best), "a2a3");
}

TEST(Strength, SeveralLinesAreReportedOnlyIfTheyAreAskedFor) {
  SearcherOptions options = player_of(1400)->options();
  options.lines = 3;
  const auto player = player_of(1400);
  player->set_options(options);
  const SearchResult result = player->search(Game(position_of(kStrengthPosition)), {});
  ASSERT_EQ(result.lines.size(), 3u);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(result.lines[static_cast<std::size_t>(i)].rank, i + 1);
  EXPECT_EQ(player->options().lines, 3);
}

TEST(Strength, AStopBeforeTheSearchHasBegunAnswersWithAMoveOfItsOwnPosition) {
  // One after another: a move that is left over from the position before would be illegal in the next.
  const std::vector<Game> games = {Game(), Game(position_of(kMiddlegame)),
                                   Game(position_of("8/8/8/3k4/8/8/2BN4/4K3 w - - 0 1")),
                                   Game(position_of("7k/8/8/8/8/8/1q6/K7 w - - 0 1"))};
  for (const int elo : {800, 2200, 2600, 3200}) {
    const auto player = player_of(elo);
    for (const Game& game : games) {
      player->arm({});
      player->stop();
      const SearchResult stopped = player->run(game, {});
      EXPECT_TRUE(game.position().is_legal(stopped.best)) << elo;
      ASSERT_EQ(stopped.lines.size(), 1u);
      EXPECT_EQ(stopped.lines.front().moves.front(), stopped.best);
      EXPECT_EQ(stopped.counters.nodes, 0u) << elo;
      EXPECT_TRUE(game.position().is_legal(player->search(game, {}).best)) << elo;
    }
  }
}

TEST(Strength, AStoppedSearchKeepsToTheGivenMoves) {
  const Game game(position_of(kMiddlegame));
  Limits only;
  only.moves = {parse_uci_move(game.position(), "a2a3").value()};
  const auto player = player_of(2400);
  player->arm(only);
  player->stop();
  EXPECT_EQ(to_uci(player->run(game, only).best), "a2a3");
}

TEST(StrengthThread, AnInfiniteSearchWaitsForStop) {
  const auto player = player_of(1000);
  Limits limits;
  limits.infinite = true;
  player->arm(limits);
  std::atomic<bool> done = false;
  std::thread thread([&] {
    EXPECT_TRUE(player->run(Game(), limits).best);
    done = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(150));
  EXPECT_FALSE(done);
  player->stop();
  thread.join();
}

// 1, 0.5 or 0 for White.
double play(Searcher& white, Searcher& black, Game game) {
  while (game.end() == GameEnd::None && game.moves().size() < 300) {
    const bool whites_turn = game.position().side_to_move() == Color::White;
    game.play((whites_turn ? white : black).search(game, {}).best);
  }
  if (game.end() != GameEnd::Checkmate) return 0.5;
  return game.position().side_to_move() == Color::White ? 0 : 1;
}

TEST(Strength, APlayerLosesAMatchAgainstOneSixHundredHigher) {
  const auto high = player_of(1600, 1);
  const auto low = player_of(1000, 2);
  base::Random random(1);
  double score = 0;
  constexpr int kGames = tabia::test::rounds(20, 4);
  for (int i = 0; i < kGames; i += 2) {
    Game opening;
    for (int ply = 0; ply < 6; ++ply) {
      const MoveList moves = legal_moves(opening.position());
      opening.play(moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))]);
    }
    score += play(*high, *low, opening) + 1 - play(*low, *high, opening);
  }
  EXPECT_GE(score, 0.8 * kGames);
}

}  // namespace
}  // namespace tabia::search
