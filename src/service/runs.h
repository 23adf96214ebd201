// service/runs.h: training, learning and matches in progress, read from the files they write.
//
// The folder given by --runs contains runs: folders of `tabia train` and `tabia learn`, records of `tabia
// match`; or it is itself one of them. Nothing is written there, and unfinished files are read as far as they
// go.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tabia::service {

enum class RunKind { Train, Learn, Match };
[[nodiscard]] std::string_view name_of(RunKind kind) noexcept;

struct Run {
  std::string name;
  RunKind kind = RunKind::Train;
  std::string path;          // the folder, or the record of a match
  std::int64_t updated = 0;  // seconds since 1970
  bool running = false;      // best guess: its folder is locked, or something was written recently
  std::uint64_t stamp = 0;   // changes when a file of the run changes, except the live file
  std::string live =
      {};  // what the run is doing now, as JSON (runs/live.h); empty: unknown, or it isn't running
};

// Thread-safe.
class Runs {
 public:
  explicit Runs(std::string folder) : folder_(std::move(folder)) {}

  // By name.
  [[nodiscard]] std::vector<Run> list() const;
  // Finds only listed names, so that no path leads out of the folder.
  [[nodiscard]] std::optional<Run> find(std::string_view name) const;

  // {"runs": [...]}
  [[nodiscard]] std::string list_json() const;
  // Everything about a run; rebuilt only if its files have changed.
  [[nodiscard]] std::string run_json(const Run& run);

 private:
  struct Made {
    std::uint64_t stamp = 0;
    bool running = false;
    std::string json;
  };
  static constexpr std::size_t kMostMade = 64;

  const std::string folder_;
  std::mutex mutex_;
  std::map<std::string, Made> made_;  // by name
};

}  // namespace tabia::service
