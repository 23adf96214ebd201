// play/tune_record.h: the progress of a tune, in a file that is always complete.
//
// One JSON object (docs/matches.md lists the fields), always rewritten as a whole: to a temporary name,
// synced, renamed. After a crash the file has the state of the last save, and everything since is played
// again with the same results. While a tune runs, FILE.lock keeps other processes from using the same record.
// Not thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "play/spsa.h"
#include "play/statistics.h"

namespace tabia::play {

struct TuneState {
  std::uint64_t iterations = 0;             // finished
  std::vector<double> values;               // after them, in the order of the parameters
  GameCounts games;                         // all finished games, from plus's point of view
  std::vector<std::optional<int>> running;  // games of the next iteration: 1 plus won, 0 a draw, -1 plus lost

  friend bool operator==(const TuneState&, const TuneState&) = default;
};

// The initial state, with that many games in an iteration.
[[nodiscard]] TuneState start_of(const Spsa& spsa, std::size_t games);

// `settings` is a JSON object.
[[nodiscard]] std::string to_json(const TuneState& state, const Spsa& spsa, const std::string& settings);
// The state for these parameters and this many games in an iteration. If the settings are not the same, the
// error names the first that differs; otherwise the field that is wrong.
[[nodiscard]] base::Result<TuneState> parse_tune_state(std::string_view text, const Spsa& spsa,
                                                       const std::string& settings, std::size_t games);

class TuneRecord {
 public:
  // Takes the lock. An empty path stores nothing. The error is about files, or says that another tune is
  // running.
  [[nodiscard]] static base::Result<TuneRecord> open(const std::string& path);
  ~TuneRecord();
  TuneRecord(TuneRecord&& other) noexcept;
  TuneRecord& operator=(TuneRecord&&) = delete;

  // The content of the file; nothing if there is no file yet or it is empty.
  [[nodiscard]] base::Result<std::optional<std::string>> read() const;
  // Returns once it is on disk.
  [[nodiscard]] base::Result<void> save(const std::string& content) const;

 private:
  TuneRecord(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}

  std::string path_;
  int lock_ = -1;  // descriptor; -1: none
};

}  // namespace tabia::play
