// runs/live.h: what a run is doing right now, for pages that watch it.
//
// A small JSON file in the folder of the run (live.json), replaced about once a second while the run works
// and removed when it ends. Logs and checkpoints are written far less often, and without this file all that
// can be seen of self-play is a growing folder. With --metrics FILE, the same figures are also written as
// metrics for Prometheus, to a file that its node exporter collects (docs/cluster.md lists them).
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace tabia::runs {

struct Live {
  std::string_view step;    // "prepare", "play", "train", "match"
  std::string what = {};    // details for the user
  std::uint64_t round = 0;  // of a learning run; 0: not a learning run
  std::string_view unit = "positions";
  std::uint64_t done = 0;
  std::uint64_t total = 0;                                // 0: unknown
  std::optional<double> loss{};                           // of the last batch; the file gets a running mean
  std::optional<std::uint64_t> games{};                   // of self-play
  std::optional<std::array<std::uint64_t, 3>> results{};  // of a match: won, drawn, lost
  std::uint64_t ranks = 1;                                // processes that work on the run
};

// Use it from one thread at a time. If a file can't be written, nothing happens: no result depends on it.
class LiveFile {
 public:
  // Nothing is written before the first tell(), and nothing at all if the path is empty.
  // `metrics` is the file for Prometheus (empty: none) and `job` the label of its lines, such as "train".
  explicit LiveFile(std::string path, std::string metrics = {}, std::string job = {})
      : path_(std::move(path)), metrics_(std::move(metrics)), job_(std::move(job)) {}
  ~LiveFile() { remove(); }
  LiveFile(const LiveFile&) = delete;
  LiveFile& operator=(const LiveFile&) = delete;

  // Cheap: writes only if the step has changed or a second has passed since the last time.
  void tell(const Live& live);
  void remove();

 private:
  using Clock = std::chrono::steady_clock;
  struct Mark {
    Clock::time_point time;
    std::uint64_t done = 0;
  };

  void write(const Live& live);
  void write_metrics(const Live& live, bool runs);
  // Recent speed in units per second; 0: unknown.
  [[nodiscard]] double rate() const;

  const std::string path_;
  const std::string metrics_;
  const std::string job_;
  Live last_;
  std::string step_;  // and its round
  double loss_ = 0;   // running mean
  std::deque<Mark> marks_;
  bool written_ = false;
};

}  // namespace tabia::runs
