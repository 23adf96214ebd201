// The search against lc0's own: meangirl-8 at 200 nodes (../shared/data/deep/meangirl-8.puct200.tsv).
#include "deep/golden.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <map>

#include "puct/searcher.h"
#include "puct_support.h"
#include "sanitized.h"

namespace tabia::puct {
namespace {

using deep::game_of;
using deep::shared_deep;
using deep::table_in;

TEST(PuctGolden, TwoHundredNodesOfMeangirlGiveTheMovesAndValuesOfLc0) {
  TABIA_NEEDS_SHARED_FILE("deep/meangirl-8.puct200.tsv");
  const auto network = nn::load_network(shared_deep("meangirl-8.pb.gz")).value();
  std::map<std::string, chess::Game> games;
  const auto positions = table_in(shared_deep("meangirl-8.golden.tsv"));
  const auto& heading = positions.front();
  const auto column = [&](const char* name) {
    return static_cast<std::size_t>(std::find(heading.begin(), heading.end(), name) - heading.begin());
  };
  const std::size_t id = column("id");
  const std::size_t fen = column("start_fen");
  const std::size_t moves = column("moves");
  ASSERT_LT(std::max({id, fen, moves}), heading.size());
  for (std::size_t i = 1; i < positions.size(); ++i)
    if (const auto game = game_of(positions[i][fen], positions[i][moves]))
      games.emplace(positions[i][id], *game);

  search::SearcherOptions options;
  options.batch = 1;
  Searcher searcher(network, options);
  search::Limits limits;
  limits.nodes = 200;
  constexpr auto kEvery = tabia::test::rounds<std::size_t>(1, 10);  // position
  std::size_t place = 0;
  int rows = 0;
  int same_move = 0;
  int near_value = 0;
  for (const auto& row : table_in(shared_deep("meangirl-8.puct200.tsv"))) {
    const auto game = games.find(row[0]);
    if (game == games.end() || place++ % kEvery != 0) continue;
    searcher.clear();
    const search::SearchResult result = searcher.search(game->second, limits);
    ++rows;
    const bool agrees = result.best && chess::to_uci(result.best) == row[1];
    const double value = searcher.tree().root().value();
    same_move += agrees ? 1 : 0;
    near_value += std::abs(value - std::stod(row[2])) <= 0.05 ? 1 : 0;
    if (!agrees || std::abs(value - std::stod(row[2])) > 0.05)
      std::printf("%s: %s %s, %.4f %s\n", row[0].c_str(), chess::to_uci(result.best).c_str(), row[1].c_str(),
                  value, row[2].c_str());
  }
  std::printf("%d positions: %d moves as lc0's, %d values within 0.05\n", rows, same_move, near_value);
  ASSERT_GE(rows, tabia::test::rounds(150, 15));
  EXPECT_GE(same_move, rows * 85 / 100);
  EXPECT_GE(near_value, rows * 90 / 100);
}

}  // namespace
}  // namespace tabia::puct
