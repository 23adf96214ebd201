#include "engine/bench.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "chess/fen.h"
#include "engine/engine.h"

namespace tabia::engine {
namespace {

TEST(Bench, ThereAreEnoughPositionsAndAllCanBeRead) {
  EXPECT_GE(bench_positions().size(), 46u);
  std::set<std::string_view> fens;
  for (const BenchPosition& entry : bench_positions()) {
    EXPECT_TRUE(chess::parse_fen(entry.fen).ok()) << entry.fen;
    EXPECT_TRUE(fens.insert(entry.fen).second) << entry.fen << " stands twice";
    EXPECT_FALSE(entry.what.empty());
  }
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
