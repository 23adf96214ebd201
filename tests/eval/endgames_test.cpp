#include "eval/endgames.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "chess/test_support.h"

namespace tabia::eval {
namespace {

using chess::Color;
using chess::Position;
using chess::test::position_of;

Score ruled(std::string_view fen, Score evaluation, const HybridRules& rules = {}) {
  return apply_rules(position_of(fen), evaluation, rules);
}
std::string_view rule_for(std::string_view fen, Score evaluation = 300) {
  return rule_name(position_of(fen), evaluation, {});
}

// The group of the rule that decided, or "".
std::string_view group_for(const Position& position, Score evaluation, Score& score) {
  RuleTrace trace;
  score = apply_rules(position, evaluation, {}, &trace);
  return trace.count > 0 ? trace.steps[0].rule->group : std::string_view{};
}

struct LabelledPosition {
  Position position;
  std::string result;  // for the side to move: win, draw, loss
};

std::vector<LabelledPosition> labelled_positions() {
  std::vector<LabelledPosition> all;
  for (const std::string& line : chess::test::lines_of(chess::test::own_path("endgame_wdl.txt"))) {
    if (line.empty() || line[0] == '#') continue;
    const auto space = line.rfind(' ');
    all.push_back({position_of(line.substr(0, space)), line.substr(space + 1)});
  }
  return all;
}

TEST(Endgames, WhatTheRulesCallDrawnTheTablebasesCallDrawn) {
  int fired = 0;
  const auto all = labelled_positions();
  ASSERT_GT(all.size(), 2000u);
  for (const auto& [position, result] : all) {
    Score score = 0;
    if (group_for(position, 123, score) != "drawn_material") continue;
    ++fired;
    EXPECT_EQ(score, 0);
    EXPECT_EQ(result, "draw") << to_fen(position);
  }
  EXPECT_GT(fired, 250);
}

TEST(Endgames, WhatTheRulesCallWonTheTablebasesCallWonForTheSameSide) {
  int fired = 0;
  for (const auto& [position, result] : labelled_positions()) {
    Score score = 0;
    if (group_for(position, 0, score) != "known_wins" || std::abs(score) < kKnownPawnWin) continue;
    ++fired;
    EXPECT_EQ(result, score > 0 ? "win" : "loss") << to_fen(position);
  }
  EXPECT_GT(fired, 500);
}

TEST(Endgames, TheRulesKnowMostOfTheEndingsThatTheyAreFor) {
  struct Tally {
    int all = 0;
    int known = 0;
  };
  std::map<std::string, Tally> tallies;  // by the pieces of the board without color
  for (const auto& [position, result] : labelled_positions()) {
    std::string white;
    std::string black;
    for (const chess::PieceType type :
         {chess::PieceType::King, chess::PieceType::Queen, chess::PieceType::Rook, chess::PieceType::Bishop,
          chess::PieceType::Knight, chess::PieceType::Pawn}) {
      const char letter = chess::kPieceLetters[static_cast<std::size_t>(type)];
      white.append(static_cast<std::size_t>(chess::count(position.pieces(Color::White, type))), letter);
      black.append(static_cast<std::size_t>(chess::count(position.pieces(Color::Black, type))), letter);
    }
    Score score = 0;
    const std::string_view group = group_for(position, 0, score);
    Tally& tally = tallies[white.size() >= black.size() ? white + "v" + black : black + "v" + white];
    ++tally.all;
    tally.known += group == "drawn_material" || group == "known_wins";
  }
  for (const auto* ending : {"KvK", "KNvK", "KBvK"})
    EXPECT_EQ(tallies[ending].known, tallies[ending].all) << ending;
  for (const auto* ending : {"KQvK", "KRvK", "KRRvK", "KQRvK", "KQQvK"}) {
    EXPECT_GT(tallies[ending].known * 100, tallies[ending].all * 60) << ending;
  }
  for (const auto* ending : {"KBNvK", "KBBvK", "KNNvK", "KNvKN"}) {
    EXPECT_GT(tallies[ending].known * 100, tallies[ending].all * 10) << ending;
  }
}

// --- drawn material

TEST(Endgames, DeadPositionsAreDrawn) {
  for (const std::string_view fen : {"8/8/4k3/8/8/3K4/8/8 w - - 0 1", "8/8/4k3/8/8/3KN3/8/8 b - - 0 1",
                                     "8/8/4k3/8/8/3KB3/8/8 w - - 0 1", "8/8/4kb2/8/8/3KB3/8/8 w - - 0 1"}) {
    EXPECT_EQ(ruled(fen, 400), 0) << fen;
    EXPECT_EQ(ruled(fen, 400, HybridRules::none()), 400) << fen;
  }
}

TEST(Endgames, TwoKnightsDoNotWin) { EXPECT_EQ(ruled("8/8/4k3/8/8/3KNN2/8/8 w - - 0 1", 700), 0); }

TEST(Endgames, TheWrongBishopDoesNotWinAndTheRightOneDoes) {
  EXPECT_EQ(ruled("k7/8/8/P7/8/3KB3/8/8 w - - 0 1", 500), 0) << "e3 is dark, a8 is light";
  EXPECT_GT(ruled("k7/8/8/P7/8/3K4/4B3/8 w - - 0 1", 500), 0) << "e2 is light";
  EXPECT_GT(ruled("8/8/8/P7/8/3KB3/8/7k w - - 0 1", 500), 0) << "the king is far from the corner";
  EXPECT_EQ(rule_for("k7/8/8/P7/8/3KB3/8/8 w - - 0 1"), "wrong rook pawn");
}

TEST(Endgames, AMinorPieceAgainstAPawnIsNoDrawByRule) {
  const std::string_view fen = "8/8/8/8/8/2k5/1p6/1K3B2 b - - 0 1";
  EXPECT_GT(ruled(fen, 100), 40) << "the pawn's side may win";
  EXPECT_LT(std::abs(ruled(fen, -100)), 10) << "the bishop's side may not";
  EXPECT_EQ(rule_for(fen, -100), "pawnless advantage");
}

// --- known wins

TEST(Endgames, BishopAndKnightIsAWinWhateverTheEvaluationSays) {
  EXPECT_GT(ruled("8/8/4k3/8/8/2BKN3/8/8 w - - 0 1", 0), kKnownWin);
  EXPECT_LT(ruled("8/8/4k3/8/8/2BKN3/8/8 b - - 0 1", 0), -kKnownWin);
  EXPECT_EQ(ruled("8/8/4k3/8/8/2BKN3/8/8 w - - 0 1", 5, HybridRules::none()), 5);
}

TEST(Endgames, BishopAndKnightDriveTheKingToACornerOfTheBishopsColour) {
  // A dark bishop: from the light corner a8 along the edge to the dark corner a1.
  Score before = 0;
  for (const std::string_view fen : {"k7/8/8/8/2KN4/4B3/8/8 w - - 0 1", "8/8/k7/8/2KN4/4B3/8/8 w - - 0 1",
                                     "8/8/8/8/k1KN4/4B3/8/8 w - - 0 1", "8/8/8/8/2KN4/4B3/k7/8 w - - 0 1"}) {
    EXPECT_GT(ruled(fen, 0), before) << fen;
    before = ruled(fen, 0);
  }
  const Score dark = ruled("8/8/8/8/3N4/2K1B3/8/k7 w - - 0 1", 0);
  const Score light = ruled("8/8/8/8/3NB3/2K5/8/k7 w - - 0 1", 0);
  EXPECT_GT(dark, light) << "a1 is dark";
}

TEST(Endgames, ALoneKingIsDrivenToTheEdge) {
  const Score centre = ruled("8/8/8/4k3/8/8/4K3/7R w - - 0 1", 0);
  const Score edge = ruled("4k3/8/4K3/8/8/8/8/7R w - - 0 1", 0);
  EXPECT_GT(centre, kKnownWin);
  EXPECT_GT(edge, centre);
  EXPECT_GT(ruled("4k3/8/4K3/8/8/8/8/7Q w - - 0 1", 0), edge) << "a queen is more than a rook";
}

TEST(Endgames, StalemateAndALooseRookAreNoWins) {
  EXPECT_LT(std::abs(ruled("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", 0)), kKnownPawnWin);
  EXPECT_LT(std::abs(ruled("8/8/8/8/8/6k1/7R/K7 b - - 0 1", 0)), kKnownPawnWin);
}

TEST(Endgames, APawnThatCanNotBeCaughtWins) {
  EXPECT_GE(ruled("8/8/8/7k/P7/8/8/7K w - - 0 1", 0), kKnownPawnWin);
  EXPECT_LT(ruled("8/8/8/3k4/P7/8/8/7K w - - 0 1", 0), kKnownPawnWin);
  EXPECT_GT(ruled("8/8/8/8/7k/8/8/Q6K w - - 0 1", 0), ruled("8/P7/8/8/7k/8/8/7K w - - 0 1", 0))
      << "to promote must be progress";
}

TEST(Endgames, QueenAgainstRookIsBetterTheNearerTheKingIsToTheEdge) {
  const std::string_view centre = "8/8/3rk3/8/4K3/8/8/Q7 w - - 0 1";
  const std::string_view edge = "3rk3/8/4K3/8/8/8/8/Q7 w - - 0 1";
  EXPECT_EQ(rule_for(centre, 0), "queen against rook");
  EXPECT_GT(ruled(centre, 0), 400);
  EXPECT_GT(ruled(edge, 0), ruled(centre, 0));
  EXPECT_LT(ruled(edge, 0), kKnownPawnWin) << "won in general, not always";
}

// --- drawish endings

TEST(Endgames, OppositeBishopsScaleTheEvaluationDown) {
  const std::string_view opposite = "8/2k2p2/4b1p1/7p/7P/4B1P1/P1K2P2/8 w - - 0 1";
  const std::string_view same = "8/2k2p2/3b2p1/7p/7P/4B1P1/P1K2P2/8 w - - 0 1";
  EXPECT_LT(ruled(opposite, 128), 70);
  EXPECT_GT(ruled(opposite, 128), 0);
  EXPECT_LT(ruled(opposite, -128), 0);
  EXPECT_GT(ruled(opposite, -128), -70);
  EXPECT_EQ(ruled(same, 128), 128);
  HybridRules off;
  off.opposite_bishops = false;
  EXPECT_EQ(ruled(opposite, 128, off), 128);
}

TEST(Endgames, OppositeBishopsWithRooksAreScaledLessThanAlone) {
  const Score alone = ruled("8/2k2p2/4b1p1/7p/7P/4B1P1/P1K2P2/8 w - - 0 1", 640);
  const Score rooks = ruled("3r4/2k2p2/4b1p1/7p/7P/4B1P1/P1K2P2/3R4 w - - 0 1", 640);
  EXPECT_GT(rooks, alone);
  EXPECT_LT(rooks, 640);
}

TEST(Endgames, DrawishEndingsAreScaledDownEachByItsRule) {
  const std::pair<std::string_view, std::string_view> kEndings[] = {
      {"8/8/4kb2/8/8/3K4/8/R7 w - - 0 1", "pawnless advantage"},
      {"8/8/4kr2/8/8/3KB3/8/R7 w - - 0 1", "pawnless advantage"},
      {"4k3/8/8/8/8/3KNN2/8/8 w - - 0 1", "two knights at the edge"},
      {"8/5pk1/6p1/8/r7/6P1/R4PKP/8 w - - 0 1", "rook ending on one side"},
      {"4k3/8/8/4P3/8/3K4/r7/7R w - - 0 1", "rook and pawn against rook"},
      {"8/8/4kn2/8/3P4/3KB3/8/8 w - - 0 1", "last pawn"},
      {"8/1k6/8/P6p/8/3KB3/8/8 w - - 0 1", "wrong bishop"},
  };
  HybridRules off;
  off.drawish_endings = false;
  for (const auto& [fen, name] : kEndings) {
    EXPECT_EQ(rule_for(fen, 300), name) << fen;
    EXPECT_LT(ruled(fen, 300), 300) << fen;
    EXPECT_GT(ruled(fen, 300), 0) << fen;
    EXPECT_EQ(ruled(fen, 300, off), 300) << fen;
  }
}

TEST(Endgames, AWinningSideWithPawnsOnBothWingsKeepsItsEvaluation) {
  EXPECT_EQ(ruled("8/5pk1/6p1/8/r7/6P1/RP3PK1/8 w - - 0 1", 150), 150);
  EXPECT_EQ(ruled("8/8/4kr2/8/8/3K4/8/RR6 w - - 0 1", 500), 500) << "a rook more is enough without pawns";
}

// --- the clock

TEST(Endgames, TheScoreShrinksToNothingAsTheClockRunsToAHundred) {
  const auto at = [](int clock) {
    return ruled("r4rk1/ppp2ppp/8/8/8/8/PPP2PPP/R2Q1RK1 w - - " + std::to_string(clock) + " 80", 1000);
  };
  EXPECT_EQ(at(0), 1000);
  EXPECT_GT(at(20), 900);
  for (int clock = 10; clock <= 100; clock += 10) EXPECT_LT(at(clock), at(clock - 10)) << clock;
  EXPECT_EQ(at(100), 0);
  HybridRules off;
  off.fifty_moves = false;
  EXPECT_EQ(ruled("r4rk1/ppp2ppp/8/8/8/8/PPP2PPP/R2Q1RK1 w - - 90 80", 1000, off), 1000);
}

// --- all of them

TEST(Endgames, TheTraceTellsWhatFiredInOrder) {
  RuleTrace trace;
  const Score score = apply_rules(position_of("8/8/4k3/8/8/2BKN3/8/8 w - - 40 90"), 0, {}, &trace);
  ASSERT_EQ(trace.count, 2);
  EXPECT_EQ(trace.steps[0].rule->name, "bishop and knight");
  EXPECT_EQ(trace.steps[1].rule->name, "fifty moves");
  EXPECT_EQ(trace.steps[1].score, score);
  EXPECT_GT(trace.steps[0].score, score);
  EXPECT_EQ(rule_name(Position(), 30, {}), "");
}

TEST(Endgames, EveryRuleHasANameOfItsOwnAReasonAndASwitch) {
  const std::set<std::string_view> switches = {"drawn_material", "known_wins", "opposite_bishops",
                                               "drawish_endings", "fifty_moves"};
  std::set<std::string_view> names;
  for (const RuleInfo& rule : hybrid_rules()) {
    EXPECT_TRUE(names.insert(rule.name).second) << rule.name;
    EXPECT_FALSE(rule.reason.empty()) << rule.name;
    EXPECT_TRUE(switches.contains(rule.group)) << rule.group;
  }
  EXPECT_GE(names.size(), 12u);
}

TEST(Endgames, RulesTreatColoursAlikeAndStayWithinTheBounds) {
  base::Random random(7);
  const auto check = [](const Position& position) {
    const Position changed = chess::test::with_colours_changed(position);
    for (const Score evaluation : {-base::kMaxEvaluation, -250, 0, 250, base::kMaxEvaluation}) {
      const Score score = apply_rules(position, evaluation, {});
      EXPECT_LE(std::abs(score), base::kMaxEvaluation);
      EXPECT_EQ(score, apply_rules(changed, evaluation, {})) << to_fen(position);
    }
  };
  for (int i = 0; i < 5'000 && !HasFailure(); ++i) check(chess::test::random_position(random));
  for (const auto& [position, result] : labelled_positions()) check(position);
}

TEST(Endgames, WithoutRulesNothingChanges) {
  base::Random random(8);
  for (int i = 0; i < 2'000; ++i) {
    const Position position = chess::test::random_position(random);
    EXPECT_EQ(apply_rules(position, -77, HybridRules::none()), -77) << to_fen(position);
  }
}

}  // namespace
}  // namespace tabia::eval
