// Off-game positions: legal, close to the games, without the games' labels, and the same every time.
#include "data/branches.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "data/list_reader.h"
#include "data/random_games.h"

namespace tabia::data {
namespace {

std::vector<GameRecord> games() { return test::random_games(1, 5); }

std::vector<GameRecord> branches_of(const std::vector<GameRecord>& records, const BranchOptions& options) {
  BranchReader reader(std::make_unique<test::ListReader>(records), options);
  std::vector<GameRecord> found;
  GameRecord record;
  for (auto more = reader.next(record); more && *more; more = reader.next(record)) found.push_back(record);
  return found;
}

TEST(Branches, AreOneMoveBesideThePositionsOfTheGames) {
  std::set<std::string> near;
  std::size_t positions = 0;
  for (const GameRecord& game : games()) {
    for_each_sample(game, [&](const Sample& sample) {
      ++positions;
      for (const chess::Move move : chess::legal_moves(sample.position)) {
        chess::Position after = sample.position;
        after.make(move);
        near.insert(chess::to_fen(after));
      }
    });
  }
  const auto found = branches_of(games(), {});
  EXPECT_LE(found.size(), positions);
  EXPECT_GT(found.size(), positions / 2);
  for (const GameRecord& branch : found) {
    EXPECT_TRUE(near.contains(chess::to_fen(branch.start))) << chess::to_fen(branch.start);
    ASSERT_EQ(branch.plies.size(), 1u);
    EXPECT_EQ(branch.plies[0], GamePly{});
    EXPECT_EQ(branch.result, chess::GameResult::Unknown);
  }
}

TEST(Branches, FollowFromTheSeed) {
  const BranchOptions options{.least_plies = 1, .most_plies = 4, .seed = 7};
  const auto found = branches_of(games(), options);
  EXPECT_EQ(branches_of(games(), options), found);
  EXPECT_NE(branches_of(games(), {.least_plies = 1, .most_plies = 4, .seed = 8}), found);
}

TEST(Branches, LoseNoMaterialAtOnce) {
  // White loses the queen unless it stays on the back rank or takes the pawn.
  GameRecord record;
  record.start = chess::parse_fen("k7/8/8/2p1p3/8/8/8/K2Q4 w - - 0 1").value();
  record.plies.resize(1);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    for (const GameRecord& branch : branches_of({record}, {.seed = seed})) {
      EXPECT_NE(branch.start.piece_on(chess::Square::D4), chess::Piece::WhiteQueen);
    }
  }
}

TEST(Branches, WhereNobodyCanMoveThereIsNone) {
  GameRecord mated;
  mated.start = chess::parse_fen("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1").value();
  mated.plies.resize(1);
  EXPECT_TRUE(branches_of({mated}, {}).empty());
}

TEST(Branches, DamageIsToldAndPassedOver) {
  std::vector<GameRecord> records = games();
  records[1].plies.clear();
  BranchReader reader(std::make_unique<test::ListReader>(records), {});
  int damaged = 0;
  int found = 0;
  GameRecord record;
  for (;;) {
    const auto more = reader.next(record);
    if (!more) {
      ++damaged;
      continue;
    }
    if (!*more) break;
    ++found;
  }
  EXPECT_EQ(damaged, 1);
  EXPECT_GT(found, 50);
}

}  // namespace
}  // namespace tabia::data
