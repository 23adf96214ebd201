#include "runs/live.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <thread>

#include "base/file.h"
#include "base/json_value.h"
#include "folder.h"

namespace tabia::runs {
namespace {

class LiveFolder : public testing::Test {
 protected:
  [[nodiscard]] std::string path() const { return folder_ / "live.json"; }
  [[nodiscard]] base::JsonValue content() const {
    const auto text = base::read_file(path(), 1 << 20);
    auto value = base::JsonValue::parse(text ? *text : "null");
    EXPECT_TRUE(value) << *text;
    return std::move(*value);
  }
  tabia::test::Folder folder_;
};

TEST_F(LiveFolder, ARunTellsWhatItDoesAndLeavesNothing) {
  {
    LiveFile live(path());
    EXPECT_FALSE(std::filesystem::exists(path())) << "nothing was said yet";
    live.tell({.step = "play", .what = "games", .round = 2, .done = 10, .total = 100, .games = 3});
    const base::JsonValue first = content();
    EXPECT_EQ(first.find("step")->text(), "play");
    EXPECT_EQ(first.find("round")->number(), 2);
    EXPECT_EQ(first.find("done")->number(), 10);
    EXPECT_EQ(first.find("games")->number(), 3);
    EXPECT_EQ(first.find("per_second"), nullptr) << "not known after one look";
    live.tell({.step = "match", .round = 2, .unit = "games", .done = 4, .results = {{1, 2, 1}}});
    const base::JsonValue next = content();
    EXPECT_EQ(next.find("step")->text(), "match") << "a new step is told immediately";
    EXPECT_EQ(next.find("drawn")->number(), 2);
    EXPECT_EQ(next.find("total"), nullptr);
  }
  EXPECT_FALSE(std::filesystem::exists(path()));
}

TEST_F(LiveFolder, RateAndRestFollowFromWhatWasDone) {
  LiveFile live(path());
  live.tell({.step = "train", .done = 1000, .total = 10'000, .loss = 1});
  const auto start = std::chrono::steady_clock::now();
  // As often as it likes: most of it isn't written.
  std::uint64_t done = 1000;
  while (content().find("per_second") == nullptr) {
    ASSERT_LT(std::chrono::steady_clock::now() - start, std::chrono::minutes(5));
    live.tell({.step = "train", .done = ++done, .total = 10'000, .loss = 0});
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  const base::JsonValue found = content();
  const double rate = *found.find("per_second")->number();
  EXPECT_GT(rate, 0);
  EXPECT_NEAR(*found.find("seconds_left")->number(), (10'000 - *found.find("done")->number()) / rate, 1e-6);
  EXPECT_LT(*found.find("loss")->number(), 1);
  EXPECT_GT(*found.find("loss")->number(), 0) << "a running mean";
}

}  // namespace
}  // namespace tabia::runs
