#include "base/threads.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "no_more_threads.h"

namespace tabia::base {
namespace {

TEST(StartThread, ASystemThatGivesNoneIsAnErrorWithItsReason) {
  if (!tabia::test::NoMoreThreads::kWorks) GTEST_SKIP() << "no way to refuse threads here";
  bool ran = false;
  {
    const tabia::test::NoMoreThreads none;
    const auto refused = start_thread([&] { ran = true; });
    ASSERT_FALSE(refused.ok());
    EXPECT_TRUE(refused.error().message.starts_with("can't start a thread: ")) << refused.error().message;
  }
  EXPECT_FALSE(ran);
  auto thread = start_thread([&] { ran = true; });
  ASSERT_TRUE(thread.ok());
  thread->join();
  EXPECT_TRUE(ran);
}

TEST(RunTogetherThread, EveryMemberWorksOnceAndTheFirstInTheCallersThread) {
  const auto caller = std::this_thread::get_id();
  for (const int threads : {-1, 0, 1, 2, 5}) {
    std::vector<int> calls(static_cast<std::size_t>(std::max(threads, 1)), 0);
    run_together(
        threads,
        [&](int index) {
          ++calls[static_cast<std::size_t>(index)];
          EXPECT_EQ(std::this_thread::get_id() == caller, index == 0);
        },
        [] { ADD_FAILURE() << "nothing failed"; }, [](int) { ADD_FAILURE() << "none is missing"; });
    for (const int number : calls) EXPECT_EQ(number, 1) << threads;
  }
}

TEST(RunTogetherThread, AnExceptionInAnyMemberEndsTheOthersAndReachesTheCaller) {
  for (const int thrower : {0, 1, 2}) {
    std::atomic<bool> over = false;
    std::atomic<int> ended = 0;
    const auto work = [&](int index) {
      if (index == thrower) throw std::runtime_error("out of order");
      while (!over) std::this_thread::yield();
      ++ended;
    };
    try {
      run_together(
          3, work, [&] { over = true; }, [](int) {});
      FAIL() << "no exception came";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "out of order");
    }
    EXPECT_EQ(ended, 2) << "all threads are joined";
  }
}

TEST(RunTogetherThread, ItSaysHowManyRunIfTheSystemGivesNoMore) {
  if (!tabia::test::NoMoreThreads::kWorks) GTEST_SKIP() << "no way to refuse threads here";
  const tabia::test::NoMoreThreads none;
  std::vector<std::string> events;
  run_together(
      4, [&](int index) { events.push_back("work " + std::to_string(index)); }, [] {},
      [&](int running) { events.push_back("running " + std::to_string(running)); });
  EXPECT_EQ(events, (std::vector<std::string>{"running 1", "work 0"}));
}

TEST(ParallelForThread, WithoutThreadsTheCallerDoesAllTheWork) {
  if (!tabia::test::NoMoreThreads::kWorks) GTEST_SKIP() << "no way to refuse threads here";
  const tabia::test::NoMoreThreads none;
  int calls = 0;
  parallel_for(100, 8, [&](std::size_t) { ++calls; });
  EXPECT_EQ(calls, 100);
}

TEST(ParallelForThread, EveryIndexIsDoneOnceWhateverTheNumberOfThreads) {
  for (const int threads : {-1, 0, 1, 2, 3, 8}) {
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{5000}}) {
      std::vector<int> calls(count, 0);  // no atomics: each belongs to one call
      parallel_for(count, threads, [&](std::size_t index) { ++calls[index]; });
      for (const int number : calls) ASSERT_EQ(number, 1) << threads << " threads, " << count << " indices";
    }
  }
}

TEST(ParallelForThread, OneThreadWorksInOrderAndInTheCallersThread) {
  std::vector<std::size_t> order;
  const auto caller = std::this_thread::get_id();
  parallel_for(100, 1, [&](std::size_t index) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    order.push_back(index);
  });
  std::vector<std::size_t> expected(100);
  std::iota(expected.begin(), expected.end(), std::size_t{0});
  EXPECT_EQ(order, expected);
}

TEST(ParallelForThread, NoMoreThreadsAreUsedThanAskedFor) {
  std::atomic<int> at_work = 0;
  std::atomic<int> most = 0;
  parallel_for(200, 3, [&](std::size_t) {
    const int now = ++at_work;
    int seen = most;
    while (seen < now && !most.compare_exchange_weak(seen, now)) {
    }
    std::this_thread::yield();
    --at_work;
  });
  EXPECT_LE(most, 3);
}

TEST(ParallelForThread, AnExceptionEndsTheHandOutAndReachesTheCaller) {
  for (const int threads : {1, 4}) {
    std::atomic<std::size_t> done = 0;
    try {
      parallel_for(1'000'000, threads, [&](std::size_t index) {
        if (index == 10) throw std::runtime_error("ten");
        ++done;
      });
      FAIL() << "no exception came";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "ten");
    }
    if (threads == 1) {
      EXPECT_EQ(done, 10u);
    } else {
      EXPECT_LT(done, 1'000'000u);
    }
  }
}

TEST(ParallelForThread, OfSeveralExceptionsOneReachesTheCaller) {
  EXPECT_THROW(parallel_for(100, 4, [](std::size_t) { throw std::logic_error("all"); }), std::logic_error);
}

TEST(ParallelForThread, CallsMayBeNested) {
  std::atomic<int> calls = 0;
  parallel_for(4, 2, [&](std::size_t) { parallel_for(5, 2, [&](std::size_t) { ++calls; }); });
  EXPECT_EQ(calls, 20);
}

TEST(ParallelForThread, WhatTheThreadsWroteIsVisibleAfterwards) {
  std::vector<std::uint64_t> squares(1000);
  parallel_for(squares.size(), 4, [&](std::size_t index) { squares[index] = index * index; });
  for (std::size_t i = 0; i < squares.size(); ++i) ASSERT_EQ(squares[i], i * i);
}

TEST(UsableCores, ThereIsAtLeastOne) {
  EXPECT_GE(usable_cores(), 1);
  EXPECT_LE(usable_cores(), 4096);
}

}  // namespace
}  // namespace tabia::base
