#include "engine/bench.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "chess/fen.h"
#include "engine/engine.h"

namespace tabia::engine {
namespace {

TEST(Bench, PositionsDifferAndHaveBothSidesToMoveManyPiecesAndFew) {
  std::set<std::string_view> fens;
  int white = 0, black = 0, full = 0, endgames = 0;
  for (const BenchPosition& entry : bench_positions()) {
    const auto position = chess::parse_fen(entry.fen);
    ASSERT_TRUE(position.ok()) << entry.fen;
    EXPECT_TRUE(fens.insert(entry.fen).second) << entry.fen << " is there twice";
    EXPECT_FALSE(entry.what.empty());
    ++(position->side_to_move() == chess::Color::White ? white : black);
    const int pieces = chess::count(position->occupied());
    full += pieces >= 28;
    endgames += pieces <= 8;
  }
  EXPECT_GE(white, 5);
  EXPECT_GE(black, 5);
  EXPECT_GE(full, 5);
  EXPECT_GE(endgames, 5);
}

TEST(Bench, TheCountIsTheSumOfItsLinesAndTheSameTwice) {
  const Engine engine;
  const auto run = [&] {
    std::uint64_t sum = 0;
    const BenchTotal total =
        run_bench({.network = engine.network(), .evaluation = engine.settings().evaluation, .depth = 4},
                  [&](const BenchLine& line) { sum += line.nodes; });
    EXPECT_EQ(total.nodes, sum);
    return total.nodes;
  };
  EXPECT_EQ(run(), run());
}

TEST(Bench, TheLastLineIsWhatOpenBenchLooksFor) {
  EXPECT_EQ(to_text(BenchTotal{.nodes = 5000, .elapsed_us = 1'000'000}), "5000 nodes 5000 nps");
}

}  // namespace
}  // namespace tabia::engine
