// Positions of a search's tree: near the game, evaluated by the search, the same every time.
#include "play/searched_positions.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "data/list_reader.h"
#include "data/random_games.h"
#include "nn/embedded.h"
#include "nn/load.h"

namespace tabia::play {
namespace {

using data::GameRecord;

std::vector<GameRecord> games() { return data::test::random_games(1, 4); }

std::vector<GameRecord> searched(const std::vector<GameRecord>& records,
                                 const SearchedPositionsOptions& options) {
  const auto network = nn::read_network(nn::embedded_network());
  SearchedPositionsReader reader(std::make_unique<data::test::ListReader>(records), network.value(), options);
  std::vector<GameRecord> found;
  GameRecord record;
  for (auto more = reader.next(record); more && *more; more = reader.next(record)) found.push_back(record);
  return found;
}

GameRecord one_position(const char* fen) {
  GameRecord record;
  record.start = chess::parse_fen(fen).value();
  record.plies.resize(1);
  return record;
}

TEST(SearchedPositions, AreWhatASearchEvaluates) {
  // One node is the root alone, and every evaluated position is kept.
  const GameRecord root = one_position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
  const auto first = searched({root}, {.nodes = 1, .every = 1, .keep = 1});
  ASSERT_FALSE(first.empty());
  EXPECT_EQ(first[0].start, root.start);
  EXPECT_EQ(first[0].first_ply, 4);

  const auto found = searched({root}, {.nodes = 500, .every = 1, .keep = 1});
  EXPECT_GT(found.size(), 100u);
  EXPECT_LE(found.size(), 600u);
  std::set<std::string> different;
  for (const GameRecord& record : found) {
    EXPECT_FALSE(record.start.in_check()) << chess::to_fen(record.start);
    ASSERT_EQ(record.plies.size(), 1u);
    EXPECT_EQ(record.plies[0], data::GamePly{});
    EXPECT_EQ(record.result, chess::GameResult::Unknown);
    EXPECT_TRUE(chess::parse_fen(chess::to_fen(record.start)).ok()) << chess::to_fen(record.start);
    different.insert(chess::to_fen(record.start));
  }
  EXPECT_GT(different.size(), found.size() * 8 / 10);
}

TEST(SearchedPositions, FollowFromTheSeed) {
  const SearchedPositionsOptions options{.nodes = 60, .every = 3, .keep = 2, .seed = 7};
  const auto found = searched(games(), options);
  EXPECT_EQ(searched(games(), options), found);
  auto other = options;
  other.seed = 8;
  EXPECT_NE(searched(games(), other), found);
}

TEST(SearchedPositions, AreAsManyAsAskedFor) {
  const auto all = searched(games(), {.nodes = 100, .every = 1, .keep = 1});
  const auto some = searched(games(), {.nodes = 100, .every = 1, .keep = 5});
  const auto rare = searched(games(), {.nodes = 100, .every = 6, .keep = 1});
  EXPECT_NEAR(static_cast<double>(some.size()) / static_cast<double>(all.size()), 0.2, 0.03);
  // More than a sixth: fewer searches find less that another has evaluated before them.
  EXPECT_GT(rare.size(), all.size() / 10);
  EXPECT_LT(rare.size(), all.size() / 2);
}

TEST(SearchedPositions, WhereNobodyCanMoveThereIsNone) {
  EXPECT_TRUE(searched({one_position("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1")}, {.every = 1, .keep = 1}).empty());
  EXPECT_TRUE(searched({one_position("k7/8/1Q6/8/8/8/8/K7 b - - 0 1")}, {.every = 1, .keep = 1}).empty());
}

TEST(SearchedPositions, DamageIsToldAndPassedOver) {
  std::vector<GameRecord> records = games();
  records[1].plies.clear();
  const auto network = nn::read_network(nn::embedded_network());
  SearchedPositionsReader reader(std::make_unique<data::test::ListReader>(records), network.value(),
                                 {.nodes = 30, .every = 4, .keep = 1});
  int damaged = 0;
  int found = 0;
  GameRecord record;
  for (auto more = reader.next(record); !more || *more; more = reader.next(record))
    ++(more ? found : damaged);
  EXPECT_EQ(damaged, 1);
  EXPECT_GT(found, 50);
}

}  // namespace
}  // namespace tabia::play
