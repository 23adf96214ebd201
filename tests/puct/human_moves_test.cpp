#include "puct/human_moves.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>

#include "eval/accuracy.h"
#include "nn/embedded.h"
#include "puct_support.h"

namespace tabia::puct {
namespace {

using chess::Game;
using test::human_toy;
using test::move_of;
using test::position_of;

constexpr std::array kRatings = {1500, 2000, 2500};

// People who play these moves with these probabilities.
HumanMoves people_of(const chess::Position& position, int rating,
                     const std::vector<std::pair<std::string, double>>& likely) {
  return {rating, test::opinion_of(position, 0, likely).moves};
}

TEST(HumanMoves, HaveProbabilitiesForEveryRatingThatAddUpAndDiffer) {
  const auto people = human_moves(human_toy(), Game(), kRatings);
  ASSERT_EQ(people.size(), 3u);
  for (std::size_t i = 0; i < people.size(); ++i) {
    EXPECT_EQ(people[i].rating, kRatings[i]);
    EXPECT_EQ(people[i].moves.size(), 20u);
    double sum = 0;
    for (const deep::MoveProbability& move : people[i].moves) sum += static_cast<double>(move.probability);
    EXPECT_NEAR(sum, 1, 1e-5);
  }
  const Move e4 = move_of(Game().position(), "e2e4");
  EXPECT_NE(people[0].probability_of(e4), people[2].probability_of(e4));
  EXPECT_EQ(people[0].probability_of(Move::none()), 0);
}

TEST(HumanMoves, LikelyOnesAreThoseOfAnyRatingAndTheBest) {
  const chess::Position start = Game().position();
  const std::vector<HumanMoves> people = {people_of(start, 1500, {{"e2e4", 0.9}, {"d2d4", 0.09}}),
                                          people_of(start, 2500, {{"c2c4", 0.99}})};
  const auto likely = likely_moves(people, move_of(start, "g1f3"));
  const std::vector<Move> wanted = {move_of(start, "c2c4"), move_of(start, "e2e4"), move_of(start, "d2d4"),
                                    move_of(start, "g1f3")};
  EXPECT_EQ(likely, wanted);
  EXPECT_EQ(likely_moves(people, move_of(start, "e2e4")).size(), 3u);
  EXPECT_EQ(likely_moves(people, Move::none()).size(), 3u);
}

TEST(HumanMoves, DifficultyIsTheShareOfMovesThatLoseTooMuch) {
  const chess::Position start = Game().position();
  const HumanMoves people = people_of(start, 1500, {{"e2e4", 0.5}, {"d2d4", 0.3}, {"f2f3", 0.15}});
  const Move good = move_of(start, "e2e4");
  const Move nearly = move_of(start, "d2d4");
  const Move bad = move_of(start, "f2f3");
  const std::vector<JudgedMove> judged = {
      {good, 55}, {nearly, 55 - eval::kMistake + 0.1}, {bad, 55 - eval::kMistake}};
  EXPECT_NEAR(*difficulty(people, judged), 0.15 / 0.95, 1e-6);
  EXPECT_NEAR(*loss_of(bad, judged), eval::kMistake, 1e-9);
  EXPECT_FALSE(loss_of(move_of(start, "a2a3"), judged));
  EXPECT_FALSE(difficulty(people, {}));
}

TEST(HumanMoves, AMistakeIsTypicalOfTheHighestRatingThatPlaysItOften) {
  const chess::Position start = Game().position();
  const std::vector<HumanMoves> people = {people_of(start, 1500, {{"f2f3", kTypical + 0.1}}),
                                          people_of(start, 2000, {{"f2f3", kTypical + 0.01}}),
                                          people_of(start, 2500, {{"f2f3", kTypical - 0.01}})};
  EXPECT_EQ(typical_up_to(move_of(start, "f2f3"), people), 2000);
  EXPECT_FALSE(typical_up_to(move_of(start, "e2e4"), people));
}

TEST(HumanMoves, AreJudgedByASearchThatKeepsItsOptions) {
  const Game game(position_of("3qk3/8/8/8/8/3R4/8/4K3 w - - 0 1"));
  const std::vector<Move> moves = {move_of(game.position(), "d3d8"), move_of(game.position(), "d3a3")};
  for (const SearchKind kind : {SearchKind::AlphaBeta, SearchKind::Puct}) {
    search::SearcherOptions options;
    options.lines = 3;
    const auto network =
        kind == SearchKind::Puct ? test::toy_network() : nn::read_network(nn::embedded_network()).value();
    const auto searcher = make_search(kind, network, {}, options);
    const auto judged = judge_moves(*searcher, game, moves, nodes_for_judging(kind));
    EXPECT_EQ(judged.size(), 2u);
    EXPECT_EQ(searcher->options().lines, 3);
    if (kind == SearchKind::Puct) continue;  // its numbers are random
    EXPECT_NEAR(*loss_of(moves[0], judged), 0, 1e-9);
    EXPECT_GT(*loss_of(moves[1], judged), eval::kBlunder);
  }
  const auto searcher = make_search(SearchKind::Puct, test::toy_network(), {}, {});
  EXPECT_TRUE(judge_moves(*searcher, game, {}, 100).empty());
}

}  // namespace
}  // namespace tabia::puct
