#include "runs/live.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <thread>

#include "base/file.h"
#include "base/json_value.h"
#include "base/text.h"
#include "folder.h"
#include "paths.h"

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

// The names of the metrics in a text: tabia_run_... up to the next character that isn't part of a name.
std::set<std::string> metrics_in(const std::string& text) {
  std::set<std::string> names;
  const std::string_view kStart = "tabia_run_";
  for (std::size_t at = text.find(kStart); at != std::string::npos; at = text.find(kStart, at + 1)) {
    const std::size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_", at);
    names.insert(text.substr(at, end - at));
  }
  return names;
}

TEST_F(LiveFolder, MetricsAreLinesThatPrometheusReads) {
  const std::string metrics = folder_ / "learn.prom";
  const auto text = [&] { return *base::read_file(metrics, 1 << 20); };
  const auto has = [&](std::string_view part) { return text().find(part) != std::string::npos; };
  {
    LiveFile live(path(), metrics, "learn");
    live.tell({.step = "train", .round = 2, .done = 10, .total = 100, .loss = 0.25, .ranks = 4});
    EXPECT_TRUE(has(
        "# TYPE tabia_run_done gauge\ntabia_run_done{job=\"learn\",step=\"train\",unit=\"positions\"} 10\n"))
        << text();
    EXPECT_TRUE(has("tabia_run_active{job=\"learn\",step=\"train\"} 1\n"));
    EXPECT_TRUE(has("tabia_run_ranks{job=\"learn\",step=\"train\"} 4\n"));
    EXPECT_TRUE(has("tabia_run_loss{job=\"learn\",step=\"train\"} 0.25\n"));
    EXPECT_TRUE(has("tabia_run_round{job=\"learn\",step=\"train\"} 2\n"));
    live.tell({.step = "match", .round = 2, .unit = "games", .done = 4, .games = 9, .results = {{1, 2, 1}}});
    EXPECT_TRUE(has("tabia_run_match_games{job=\"learn\",step=\"match\",result=\"drawn\"} 2\n")) << text();
    // Every line is a comment or a metric, and every metric has its type once.
    const std::string whole = text();
    for (const std::string_view line : base::split(whole, '\n'))
      EXPECT_TRUE(line.empty() || line.starts_with("# HELP tabia_run_") ||
                  line.starts_with("# TYPE tabia_run_") ||
                  (line.starts_with("tabia_run_") && line.find("} ") != std::string_view::npos))
          << line;
  }
  EXPECT_TRUE(has("tabia_run_active{job=\"learn\",step=\"match\"} 0\n"))
      << "the file of an ended run says so";
}

TEST_F(LiveFolder, TheDashboardAndTheDocsNameMetricsThatExist) {
  const std::string metrics = folder_ / "a.prom";
  LiveFile live("", metrics, "learn");
  live.tell(
      {.step = "train", .round = 1, .done = 1, .total = 2, .loss = 1, .games = 1, .results = {{1, 1, 1}}});
  const std::set<std::string> written = metrics_in(*base::read_file(metrics, 1 << 20));
  const std::string root = test::test_data() + "/../..";
  const auto dashboard = base::read_file(root + "/packaging/grafana.json", 1 << 20);
  const auto docs = base::read_file(root + "/docs/cluster.md", 1 << 20);
  ASSERT_TRUE(dashboard && docs);
  EXPECT_TRUE(base::JsonValue::parse(*dashboard));
  for (const std::string& name : metrics_in(*dashboard)) EXPECT_TRUE(written.contains(name)) << name;
  EXPECT_EQ(metrics_in(*docs), written);
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
