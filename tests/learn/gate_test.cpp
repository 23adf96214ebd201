#include "learn/gate.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tabia::learn {
namespace {

TEST(Gate, IsLookedAtAfterFixedNumbersOfGamesWhateverIsOnRecord) {
  GateSettings gate;
  gate.least_games = 63;
  gate.most_games = 150;
  EXPECT_EQ(next_look(gate, 0), 64u) << "pairs of games";
  EXPECT_EQ(next_look(gate, 64), 64u);
  for (std::uint64_t played = 65; played <= 96; ++played) EXPECT_EQ(next_look(gate, played), 96u);
  EXPECT_EQ(next_look(gate, 129), 150u);
  EXPECT_EQ(next_look(gate, 150), 150u);
  EXPECT_EQ(next_look(gate, 151), 150u);
}

play::PairingResult all_won(std::int64_t games) {
  play::PairingResult result;
  result.games.wins = games;
  result.pairs.pairs[4] = games / 2;
  return result;
}

TEST(Gate, EloOfAMatchInWhichAllGamesWereWonIsABoundAndNotInfinite) {
  const play::Estimate won = bounded_elo(all_won(100));
  EXPECT_TRUE(std::isfinite(won.value));
  EXPECT_TRUE(std::isfinite(won.error));
  EXPECT_GT(won.error, 100);
  EXPECT_GT(won.value, 500);
  const play::Estimate lost = bounded_elo(all_won(100).reversed());
  EXPECT_NEAR(lost.value, -won.value, 1e-6);
  EXPECT_GT(bounded_elo(all_won(1000)).value, won.value) << "more games, a higher bound";
}

TEST(Gate, EloOfANearlyPerfectMatchHasAFiniteError) {
  play::PairingResult result;
  result.games = {198, 1, 1};
  result.pairs.pairs = {0, 0, 1, 1, 98};
  const play::Estimate elo = bounded_elo(result);
  EXPECT_NEAR(elo.value, 848.67, 0.01);
  EXPECT_TRUE(std::isfinite(elo.error));
  EXPECT_GT(elo.error, 100);
}

TEST(Gate, EloOfAMatchOfLevelPairsHasAnError) {
  play::PairingResult result;
  result.games = {10, 0, 10};
  result.pairs.pairs = {0, 0, 10, 0, 0};
  EXPECT_EQ(bounded_elo(result).value, 0);
  const double decided = bounded_elo(result).error;
  EXPECT_GT(decided, 100);
  EXPECT_TRUE(std::isfinite(decided));
  result.games = {0, 20, 0};
  EXPECT_EQ(bounded_elo(result).value, 0);
  EXPECT_GT(bounded_elo(result).error, 10);
  EXPECT_LT(bounded_elo(result).error, decided) << "draws are surer than wins and losses";
}

TEST(Gate, WithoutAVerdictTheLikelierHypothesisHolds) {
  using play::SprtVerdict;
  EXPECT_TRUE((GateResult{{}, 0.1, SprtVerdict::Open}.is_better()));
  EXPECT_FALSE((GateResult{{}, 0, SprtVerdict::Open}.is_better()));
  EXPECT_FALSE((GateResult{{}, -0.1, SprtVerdict::Open}.is_better()));
  EXPECT_TRUE((GateResult{{}, 3, SprtVerdict::Accepted}.is_better()));
  EXPECT_FALSE((GateResult{{}, -3, SprtVerdict::Refused}.is_better()));
}

}  // namespace
}  // namespace tabia::learn
