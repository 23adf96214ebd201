// base/progress.h: reports the progress of long work on standard error.
//
// On a terminal one live line, redrawn a few times a second; otherwise a plain line now and then, so that a
// log stays readable. Nothing is printed for work that finishes before the first line is due.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

namespace tabia::base {

class Progress {
 public:
  // Names the work: `what`, with `total` things of `unit` ("positions") to do.
  Progress(std::string what, std::uint64_t total, std::string unit);
  // Ends the live line.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // This many more are done. From any thread.
  void advance(std::uint64_t count = 1);
  // The total of all advance() calls. From any thread.
  [[nodiscard]] std::uint64_t done() const {
    const std::scoped_lock lock(mutex_);
    return done_;
  }

 private:
  using Clock = std::chrono::steady_clock;

  void print(Clock::time_point now);

  const std::string what_;
  const std::uint64_t total_;
  const std::string unit_;
  const bool live_;
  const Clock::time_point start_;
  mutable std::mutex mutex_;
  std::uint64_t done_ = 0;
  Clock::time_point next_print_;
  bool line_open_ = false;
};

// The line itself: "perft suite: 120/640 entries (18%), 41/s, 13 s left".
[[nodiscard]] std::string progress_line(const std::string& what, std::uint64_t done, std::uint64_t total,
                                        const std::string& unit, double elapsed_s);

// "13 s", "2 min 5 s", "2 h 5 min".
[[nodiscard]] std::string duration_text(double seconds);

}  // namespace tabia::base
