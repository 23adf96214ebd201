// runs/live.h: what a run is doing right now, for pages that watch it.
//
// A small JSON file in the folder of the run (live.json), replaced about once a second while the run works
// and removed when it ends. Logs and checkpoints are written far less often, and all a reader sees of self-play
// otherwise is a growing folder. The same as metrics for Prometheus goes to a file that its node exporter collects
// (--metrics FILE; docs/cluster.md lists them).
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
  std::string what = {};    // for people: what exactly
  std::uint64_t round = 0;  // of a learning run; 0: none
  std::string_view unit = "positions";
  std::uint64_t done = 0;
  std::uint64_t total = 0;                                // 0: unknown
  std::optional<double> loss{};                           // of the last batch; the file has a running mean
  std::optional<std::uint64_t> games{};                   // of self-play
  std::optional<std::array<std::uint64_t, 3>> results{};  // of a match: won, drawn, lost
  std::uint64_t ranks = 1;                                // processes that work on it
};

// Belongs to one thread at a time. A file that can't be written is left out: nothing depends on it.
class LiveFile {
 public:
  // Nothing is written before the first tell(), and nothing at all without a path.
  // Without `metrics`, no such file is written; `job` is what its lines are labeled with: "train".
  explicit LiveFile(std::string path, std::string metrics = {}, std::string job = {})
      : path_(std::move(path)), metrics_(std::move(metrics)), job_(std::move(job)) {}
  ~LiveFile() { remove(); }
  LiveFile(const LiveFile&) = delete;
  LiveFile& operator=(const LiveFile&) = delete;

  // Cheap; writes if the step is another one or the last time was a second ago.
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
  // Units per second lately; 0: unknown.
  [[nodiscard]] double rate() const;

  const std::string path_;
  const std::string metrics_;
  const std::string job_;
  Live last_;
  std::string step_;  // with its round
  double loss_ = 0;   // running mean
  std::deque<Mark> marks_;
  bool written_ = false;
};

}  // namespace tabia::runs
