#include "puct/tree.h"

#include <gtest/gtest.h>

#include <cmath>

#include "puct_support.h"

namespace tabia::puct {
namespace {

using chess::Game;
using test::candidate_of;
using test::even_opinion;
using test::grow;
using test::if_possible;
using test::opinion_of;
using test::position_of;

constexpr std::size_t kMib = std::size_t{1} << 20;

// --- the formula

TEST(PuctFormula, GivesTheNumbersOfACalculationByHand) {
  const Parameters parameters;
  EXPECT_NEAR(exploration(parameters, 0), 1.745, 1e-12);
  EXPECT_NEAR(exploration(parameters, 38739), 1.745 + 3.894 * std::log(2), 1e-12);
  // 101 visits: 100 to moves.
  EXPECT_NEAR(bonus_scale(parameters, 101), 10 * (1.745 + 3.894 * std::log(38840.0 / 38739)), 1e-12);
  EXPECT_NEAR(bonus_scale(parameters, 1), exploration(parameters, 1), 1e-12);
  EXPECT_NEAR(bonus(10, 0.3, 4), 0.6, 1e-12);
  EXPECT_NEAR(first_play_value(parameters, 0.5, 0.25), 0.5 - 0.33 * 0.5, 1e-12);
}

TEST(PuctTree, LooksAtTheLikeliestMoveFirstAndAtAnotherWhenItsScoreIsBetter) {
  Tree tree(kMib);
  const Game game;
  tree.set_game(game);
  Walk walk;
  tree.prepare(walk);
  ASSERT_EQ(tree.visit(walk), Visit::Waiting);
  tree.commit(walk.path, opinion_of(game.position(), 0.1, {{"e2e4", 0.5}, {"d2d4", 0.4}}));
  ASSERT_EQ(tree.visit(walk), Visit::Waiting);
  EXPECT_EQ(walk.positions.back().piece_on(chess::Square::E4), chess::Piece::WhitePawn);
  // Good for Black: e2e4 gets Q = -0.5 + U = 1.745 * 0.5 / 2 = -0.064, and d2d4, never seen,
  // Q = (0.1 - 0.5) / 2 - 0.33 * sqrt(0.5) = -0.433 and U = 1.745 * 0.4 = 0.698: 0.265.
  tree.commit(walk.path, even_opinion(walk.positions.back(), 0.5));
  ASSERT_EQ(tree.visit(walk), Visit::Waiting);
  EXPECT_EQ(walk.positions.back().piece_on(chess::Square::D4), chess::Piece::WhitePawn);
  tree.commit(walk.path, even_opinion(walk.positions.back(), -0.2));
  EXPECT_EQ(tree.root().visits, 3u);
  EXPECT_NEAR(tree.root().value(), (0.1 - 0.5 + 0.2) / 3, 1e-12);
  EXPECT_NEAR(tree.value_of(candidate_of(tree, "d2d4")), 0.2, 1e-12);
}

TEST(PuctTree, LeavesOfABatchAreDifferentAndThoseThatWaitAreNotVisitedAgain) {
  Tree tree(kMib);
  tree.set_game(Game());
  grow(tree, 50);
  Walk walk;
  tree.prepare(walk);
  std::vector<std::vector<NodeIndex>> waiting;
  std::vector<std::vector<NodeIndex>> collisions;
  std::vector<chess::Position> positions;
  while (waiting.size() < 8) {
    const Visit visit = tree.visit(walk);
    if (visit == Visit::Collision) collisions.push_back(walk.path);
    if (visit != Visit::Waiting) continue;
    for (const auto& path : waiting) EXPECT_NE(path.back(), walk.path.back());
    waiting.push_back(walk.path);
    positions.push_back(walk.positions.back());
  }
  EXPECT_EQ(tree.root().running, waiting.size() + collisions.size());
  for (std::size_t i = 0; i < waiting.size(); ++i) tree.commit(waiting[i], even_opinion(positions[i]));
  for (const auto& path : collisions) tree.cancel(path);
  EXPECT_EQ(tree.root().running, 0u);
  EXPECT_EQ(tree.root().visits, 58u);
}

// --- proved ends

TEST(PuctTree, AMateProvesTheMoveAndItsLength) {
  Tree tree(kMib);
  tree.set_game(Game(position_of("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")));
  grow(tree, 100);
  EXPECT_TRUE(tree.root().is_proved());
  EXPECT_EQ(tree.root().lower, 1);
  EXPECT_EQ(tree.root().plies_to_end, 1);
  EXPECT_EQ(chess::to_uci(tree.ranked_root().front().move), "a1a8");
  EXPECT_DOUBLE_EQ(tree.root().value(), 1);
}

TEST(PuctTree, AMateInTwoIsProvedThroughAllReplies) {
  Tree tree(64 * kMib);
  // Two rooks drive the king to the edge: Rb7 and Ra8 mate.
  tree.set_game(Game(position_of("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1")));
  Walk walk;
  tree.prepare(walk);
  while (!tree.root().is_proved() && tree.statistics().visits < 200'000) {
    if (tree.visit(walk) == Visit::Waiting) tree.commit(walk.path, even_opinion(walk.positions.back()));
  }
  ASSERT_TRUE(tree.root().is_proved());
  EXPECT_EQ(tree.root().lower, 1);
  const Candidate best = tree.ranked_root().front();
  // The line ends in mate after as many plies as it says.
  Game game(position_of("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1"));
  const std::vector<Move> line = tree.line_of(best);
  for (const Move move : line) {
    ASSERT_TRUE(game.position().is_legal(move));
    game.play(move);
  }
  EXPECT_EQ(game.end(), chess::GameEnd::Checkmate);
  EXPECT_EQ(static_cast<int>(line.size()), tree.node(best.child).plies_to_end + 1);
}

TEST(PuctTree, AProvedResultReplacesWhatWasCountedBefore) {
  Tree tree(kMib);
  tree.set_game(Game(position_of("8/8/8/8/8/4k3/6q1/4K3 b - - 0 1")));  // g2g1 and others: mate in one
  grow(tree, 2000);
  ASSERT_TRUE(tree.root().is_proved());
  EXPECT_EQ(tree.root().lower, 1);
  EXPECT_DOUBLE_EQ(tree.root().value_sum, static_cast<double>(tree.root().visits));
}

TEST(PuctTree, BareKingsAreADraw) {
  Tree tree(kMib);
  tree.set_game(Game(position_of("8/8/8/8/8/8/1pK5/7k w - - 0 1")));
  grow(tree, 200);
  const Candidate takes = candidate_of(tree, "c2b2");
  ASSERT_NE(takes.child, kNoNode);
  EXPECT_EQ(tree.node(takes.child).end, End::Rules);
  EXPECT_DOUBLE_EQ(tree.value_of(takes), 0);
  EXPECT_DOUBLE_EQ(tree.node(takes.child).draw(), 1);
}

TEST(PuctTree, AMoveThatIsProvedToLoseIsNotVisitedAgain) {
  Tree tree(kMib);
  // f2f3 and g2g4 are possible; after g2g4 Qh4 mates.
  Game game;
  game.play(test::move_of(game.position(), "f2f3"));
  game.play(test::move_of(game.position(), "e7e5"));
  tree.set_game(game);
  Walk walk;
  tree.prepare(walk);
  while (tree.statistics().visits < 400) {
    if (tree.visit(walk) != Visit::Waiting) continue;
    const chess::Position& position = walk.positions.back();
    const char* likely = walk.path.size() == 1 ? "g2g4" : "d8h4";
    tree.commit(walk.path, opinion_of(position, 0, if_possible(position, likely, 0.9)));
  }
  const Candidate blunder = candidate_of(tree, "g2g4");
  EXPECT_EQ(tree.node(blunder.child).lower, 1);
  EXPECT_LT(tree.node(blunder.child).visits, 20u);
  EXPECT_EQ(chess::to_uci(tree.ranked_root().back().move), "g2g4");
}

// --- repetitions

TEST(PuctTree, ASecondOccurrenceInTheTreeIsADrawAndOneInTheGameIsNot) {
  const std::vector<std::string> to_and_fro = {"g1f3", "g8f6", "f3g1", "f6g8"};
  // In the tree: after the four moves the root's position is there again.
  Tree tree(64 * kMib);
  tree.set_game(Game());
  Walk walk;
  tree.prepare(walk);
  bool found = false;
  for (int i = 0; i < 200 && !found; ++i) {
    const Visit visit = tree.visit(walk);
    const std::size_t ply = walk.path.size() - 1;
    if (visit == Visit::Decided && ply == 4) {
      const Node& node = tree.node(walk.path.back());
      EXPECT_EQ(node.end, End::Repetition);
      EXPECT_EQ(node.cycle, 4);
      EXPECT_FALSE(node.is_proved());
      found = true;
    }
    if (visit == Visit::Waiting) {
      const chess::Position& position = walk.positions.back();
      tree.commit(walk.path, opinion_of(position, 0, if_possible(position, to_and_fro[ply % 4], 0.99)));
    }
  }
  EXPECT_TRUE(found);

  // In the game: the last of them leads to a position that the game has seen once.
  Game game;
  for (std::size_t i = 0; i < 3; ++i) game.play(test::move_of(game.position(), to_and_fro[i]));
  Tree later(kMib);
  later.set_game(game);
  later.prepare(walk);
  ASSERT_EQ(later.visit(walk), Visit::Waiting);
  later.commit(walk.path, opinion_of(game.position(), 0, {{"f6g8", 0.99}}));
  EXPECT_EQ(later.visit(walk), Visit::Waiting);  // not a draw
}

TEST(PuctTree, ADrawByRepetitionIsTakenBackWhenTheFirstOccurrenceLeavesTheTree) {
  const std::vector<std::string> to_and_fro = {"g1f3", "g8f6", "f3g1", "f6g8"};
  Tree tree(64 * kMib);
  Game game;
  tree.set_game(game);
  Walk walk;
  tree.prepare(walk);
  NodeIndex repeated = kNoNode;
  for (int i = 0; i < 300; ++i) {
    const Visit visit = tree.visit(walk);
    const std::size_t ply = walk.path.size() - 1;
    if (visit == Visit::Decided && ply == 4) repeated = walk.path.back();
    if (visit != Visit::Waiting) continue;
    const chess::Position& position = walk.positions.back();
    tree.commit(walk.path, opinion_of(position, 0.3, if_possible(position, to_and_fro[ply % 4], 0.99)));
  }
  ASSERT_NE(repeated, kNoNode);
  const std::uint32_t draws = tree.node(repeated).visits;
  ASSERT_GT(draws, 0u);
  game.play(test::move_of(game.position(), "g1f3"));
  const Candidate child = candidate_of(tree, "g1f3");
  const std::uint32_t before = tree.node(child.child).visits;
  tree.set_game(game);
  EXPECT_EQ(tree.root().visits, before - draws);
  EXPECT_TRUE(tree.node(repeated).is_new());
  EXPECT_LE(std::abs(tree.root().value()), 0.3 + 1e-9);
}

// --- from move to move

TEST(PuctTree, WhatIsKnownAboutTheNextPositionIsKept) {
  Tree tree(64 * kMib);
  Game game;
  tree.set_game(game);
  grow(tree, 2000);
  const Candidate best = tree.ranked_root().front();
  const Candidate reply = tree.ranked(best.child).front();
  const std::uint32_t visits = tree.node(reply.child).visits;
  ASSERT_GT(visits, 1u);
  const std::size_t nodes = tree.store().nodes();
  game.play(best.move);
  game.play(reply.move);
  tree.set_game(game);
  EXPECT_EQ(tree.root().visits, visits);
  EXPECT_LT(tree.store().nodes(), nodes);
  EXPECT_EQ(tree.statistics().visits, 0u);
  grow(tree, 100);
  EXPECT_EQ(tree.root().visits, visits + 100);
  // Another game has nothing to do with it.
  tree.set_game(Game(position_of("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")));
  EXPECT_EQ(tree.root().visits, 0u);
}

// --- memory

TEST(PuctTree, AFullMemoryEndsTheGrowthAndStaysBelowTheLimit) {
  Tree tree(2 * kMib);
  Game game;
  tree.set_game(game);
  grow(tree, 1'000'000);
  EXPECT_LT(tree.statistics().visits, 100'000u);
  EXPECT_GT(tree.statistics().visits, 3'000u);
  EXPECT_LE(tree.store().bytes(), 2 * kMib);
  EXPECT_GT(tree.store().permille_full(), 800);
  Walk walk;
  tree.prepare(walk);
  EXPECT_EQ(tree.visit(walk), Visit::NoMemory);
  EXPECT_EQ(tree.root().running, 0u);
  // After a move there is room again, and released memory is reused.
  game.play(tree.ranked_root().front().move);
  tree.set_game(game);
  const std::uint32_t kept = tree.root().visits;
  grow(tree, 1'000'000);
  EXPECT_GT(tree.root().visits, kept + 1'000);
  EXPECT_LE(tree.store().bytes(), 2 * kMib);
}

TEST(PuctTree, OnlyTheWantedMovesAreVisited) {
  Tree tree(kMib);
  const Game game;
  const std::vector<Move> only = {test::move_of(game.position(), "a2a3"),
                                  test::move_of(game.position(), "h2h4")};
  tree.set_game(game, only);
  grow(tree, 100);
  EXPECT_EQ(tree.ranked_root().size(), 2u);
  EXPECT_EQ(tree.root().visits, 100u);
  tree.set_game(game);
  EXPECT_EQ(tree.root().visits, 0u);
}

}  // namespace
}  // namespace tabia::puct
