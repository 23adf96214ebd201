#include "service/searchers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "http/raw_client.h"

namespace {

using namespace tabia;
using namespace tabia::service;
using tabia::http::test::eventually;

TEST(SearcherPool, TakesTurnsAmongClientsSoThatOneWithManyRequestsDelaysNobodyElse) {
  SearcherPool pool({.searchers = 1, .threads = 1, .hash_mib = 1});
  const auto never = [] { return false; };
  auto first = std::make_unique<Checked<SearcherPool::Lease>>(pool.acquire("greedy", never));
  ASSERT_TRUE(*first);
  std::mutex mutex;
  std::vector<std::string> order;
  std::vector<std::thread> threads;
  const auto join_queue = [&](const std::string& client) {
    const std::size_t before = pool.waiting();
    threads.emplace_back([&, client] {
      auto lease = pool.acquire(client, never);
      ASSERT_TRUE(lease);
      const std::lock_guard lock(mutex);
      order.push_back(client);
    });
    ASSERT_TRUE(eventually([&] { return pool.waiting() == before + 1; }));
  };
  for (int i = 0; i < 5; ++i) join_queue("greedy");
  join_queue("modest");
  join_queue("third");
  first.reset();
  for (std::thread& thread : threads) thread.join();
  ASSERT_EQ(order.size(), 7u);
  const auto place = [&](const std::string& client) {
    return std::find(order.begin(), order.end(), client) - order.begin();
  };
  EXPECT_EQ(place("greedy"), 0);
  EXPECT_LE(place("modest"), 2);
  EXPECT_LE(place("third"), 2);
  EXPECT_EQ(pool.searching(), 0u);
}

TEST(SearcherPool, ForgetsWhoGivesUp) {
  SearcherPool pool({.searchers = 1, .threads = 1, .hash_mib = 1, .max_waiting = 1, .max_of_client = 2});
  std::atomic<bool> tired{false};
  auto lease = std::make_unique<Checked<SearcherPool::Lease>>(pool.acquire("a", [] { return false; }));
  std::thread waiting([&] {
    const auto none = pool.acquire("a", [&] { return tired.load(); });
    EXPECT_FALSE(none);
  });
  ASSERT_TRUE(eventually([&] { return pool.waiting() == 1; }));
  const auto of_client = pool.acquire("a", [] { return false; });
  ASSERT_FALSE(of_client);
  EXPECT_EQ(of_client.error().status, 429);
  const auto of_all = pool.acquire("b", [] { return false; });
  ASSERT_FALSE(of_all);
  EXPECT_EQ(of_all.error().status, 503);
  tired = true;
  waiting.join();
  EXPECT_EQ(pool.waiting(), 0u);
  lease.reset();
  EXPECT_TRUE(pool.acquire("a", [] { return false; }));
}

TEST(EvaluationCache, GivesBackWhatWasStoredUnderThisKeyOnly) {
  eval::EvaluationCache cache(1 << 10);
  EXPECT_LE(cache.bytes(), 1u << 10);
  EXPECT_FALSE(cache.find(0));
  for (chess::Key key = 1; key < 2000; key = key * 3 + 1) {
    cache.store(key, -static_cast<base::Score>(key % 1000));
    ASSERT_TRUE(cache.find(key));
    EXPECT_EQ(*cache.find(key), -static_cast<base::Score>(key % 1000));
    EXPECT_FALSE(cache.find(key + (chess::Key{1} << 40)));
  }
}

}  // namespace
