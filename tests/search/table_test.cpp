#include "search/table.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "base/random.h"

namespace tabia::search {
namespace {

using namespace tabia::base;

TEST(Table, MateAndTablebaseScoresComeBackAsTheyWentForEveryPly) {
  for (const Score distance : {0, 1, 2, 17, 99}) {
    for (const int ply : {0, 1, 5, 60}) {
      for (const Score top : {kMate, kTablebaseWin}) {
        const Score value = top - ply - distance;  // found this far below the root
        for (const Score signed_value : {value, -value}) {
          EXPECT_EQ(value_from_table(value_to_table(signed_value, ply), ply, 0), signed_value)
              << distance << " " << ply;
        }
      }
    }
  }
}

TEST(Table, AMateIsStoredByItsDistanceFromThePositionNotFromTheRoot) {
  const Score in_three_from_ply_four = kMate - 4 - 3;
  EXPECT_EQ(value_to_table(in_three_from_ply_four, 4), kMate - 3);
  EXPECT_EQ(value_from_table(kMate - 3, 10, 0), kMate - 13);
  EXPECT_EQ(value_to_table(-in_three_from_ply_four, 4), -kMate + 3);
}

TEST(Table, EvaluationsAndNoScorePassThroughUntouched) {
  for (const Score value : {0, 1, -1, 5000, -kMaxEvaluation, kMaxEvaluation, kNoScore}) {
    EXPECT_EQ(value_to_table(value, 30), value);
    EXPECT_EQ(value_from_table(value, 30, 99), value);
  }
}

TEST(Table, AWinBeyondTheFiftyMoveRuleIsOnlyAHighEvaluation) {
  const Score mate_in_ten_plies = kMate - 10;
  EXPECT_EQ(value_from_table(mate_in_ten_plies, 0, 90), mate_in_ten_plies);
  EXPECT_EQ(value_from_table(mate_in_ten_plies, 0, 91), kMaxEvaluation);
  EXPECT_EQ(value_from_table(-mate_in_ten_plies, 0, 91), -kMaxEvaluation);
  EXPECT_EQ(value_from_table(kTablebaseWin - 10, 0, 91), kMaxEvaluation);
}

TEST(Table, WhatIsStoredIsFoundAgain) {
  TranspositionTable table(1);
  const chess::Key key = 0x123456789ABCDEFu;
  const auto first = table.probe(key);
  EXPECT_FALSE(first.hit);
  const TableData data{.move = Move(chess::Square::E2, chess::Square::E4),
                       .value = -1234,
                       .evaluation = 77,
                       .depth = 19,
                       .bound = Bound::Lower,
                       .was_pv = true};
  table.store(first.slot, key, data);
  const auto found = table.probe(key);
  ASSERT_TRUE(found.hit);
  EXPECT_EQ(found.data.move, data.move);
  EXPECT_EQ(found.data.value, data.value);
  EXPECT_EQ(found.data.evaluation, data.evaluation);
  EXPECT_EQ(found.data.depth, data.depth);
  EXPECT_EQ(found.data.bound, data.bound);
  EXPECT_TRUE(found.data.was_pv);
  table.clear(1);
  EXPECT_FALSE(table.probe(key).hit);
}

TEST(Table, APartOfItIsEnoughForFewEntriesAndTheWholeIsEmptyAgainAfterwards) {
  TranspositionTable table(1);
  const auto fill = [&](int count) {
    Random random(9);
    for (int i = 0; i < count; ++i) {
      const chess::Key key = random.next();
      table.store(table.probe(key).slot, key,
                  {.move = {}, .value = 1, .evaluation = 0, .depth = 1, .bound = Bound::Exact});
    }
  };
  const auto found = [&](int count) {
    Random random(9);
    int hits = 0;
    for (int i = 0; i < count; ++i) hits += table.probe(random.next()).hit ? 1 : 0;
    return hits;
  };
  fill(90'000);
  EXPECT_GT(found(90'000), 60'000);
  table.clear(1, 2'000);
  EXPECT_EQ(found(90'000), 0);
  fill(2'000);
  EXPECT_GE(found(2'000), 1'950);
  table.clear(1);
  EXPECT_EQ(found(90'000), 0);
}

TEST(Table, AShallowResultDoesNotReplaceADeepOneOfTheSamePositionAndSearch) {
  TranspositionTable table(1);
  const chess::Key key = 42;
  const auto store = [&](int depth, Score value, Bound bound) {
    table.store(table.probe(key).slot, key,
                {.move = Move::none(),
                 .value = value,
                 .evaluation = 0,
                 .depth = depth,
                 .bound = bound,
                 .was_pv = false});
  };
  store(20, 100, Bound::Lower);
  store(3, 200, Bound::Upper);
  EXPECT_EQ(table.probe(key).data.value, 100);
  store(3, 300, Bound::Exact);  // exact values always replace
  EXPECT_EQ(table.probe(key).data.value, 300);
  store(20, 100, Bound::Lower);
  table.next_generation();
  store(3, 400, Bound::Upper);  // and so do those of a later search
  EXPECT_EQ(table.probe(key).data.value, 400);
}

TEST(Table, OldAndShallowEntriesGoFirst) {
  TranspositionTable table(1);
  // Keys of one cluster: the same high bits.
  const auto key_of = [](std::uint64_t i) { return (std::uint64_t{7} << 40) | i; };
  for (std::uint64_t i = 1; i <= 3; ++i) {
    table.store(
        table.probe(key_of(i)).slot, key_of(i),
        {.move = {}, .value = 0, .evaluation = 0, .depth = static_cast<int>(10 * i), .bound = Bound::Lower});
  }
  table.store(table.probe(key_of(4)).slot, key_of(4),
              {.move = {}, .value = 0, .evaluation = 0, .depth = 5, .bound = Bound::Lower});
  EXPECT_FALSE(table.probe(key_of(1)).hit);
  EXPECT_TRUE(table.probe(key_of(2)).hit && table.probe(key_of(3)).hit && table.probe(key_of(4)).hit);
}

TEST(Table, AnySizeWorksAndFillsUp) {
  for (const std::size_t mib : {1u, 3u, 5u}) {
    TranspositionTable table(mib);
    EXPECT_EQ(table.permille_full(), 0);
    Random random(mib);
    for (int i = 0; i < 600'000; ++i) {
      const chess::Key key = random.next();
      table.store(table.probe(key).slot, key,
                  {.move = {}, .value = 1, .evaluation = 0, .depth = 1, .bound = Bound::Exact});
    }
    EXPECT_GT(table.permille_full(), mib == 1 ? 950 : 700);
    table.next_generation();
    EXPECT_EQ(table.permille_full(), 0);
  }
}

TEST(TableThread, ManyThreadsMayReadAndWriteAtOnce) {
  TranspositionTable table(1);
  std::atomic<int> hits = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&table, &hits, t] {
      Random random(static_cast<std::uint64_t>(t));
      for (int i = 0; i < 50'000; ++i) {
        const int number = static_cast<int>(random.below(2000));
        const chess::Key key = static_cast<chess::Key>(number) * 0x9E3779B97F4A7C15u;
        const auto probe = table.probe(key);
        table.store(
            probe.slot, key,
            {.move = {}, .value = -number, .evaluation = number, .depth = i % 30, .bound = Bound::Lower});
        if (!probe.hit) continue;
        ++hits;
        // Each key has its own cluster, so whatever is found was stored under exactly this key.
        EXPECT_EQ(probe.data.evaluation, number);
        EXPECT_EQ(probe.data.value, -number);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_GT(hits,
            4 * 50'000 - 4 * 2000 - 1);  // at most the first look of each thread at each key finds nothing
}

}  // namespace
}  // namespace tabia::search
