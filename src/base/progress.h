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

// Not thread-safe.
class LiveLine {
 public:
  // What happens to the last line on a terminal: it stays, with a line break after it, or it is erased.
  enum class AtEnd { Keep, Erase };

  explicit LiveLine(AtEnd at_end = AtEnd::Keep);
  ~LiveLine();
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;

  // True if it is time to show progress.
  [[nodiscard]] bool is_due() const;
  void show(const std::string& line);
  // Prints a line that stays, above the live one.
  void print(const std::string& text);

 private:
  const AtEnd at_end_;
  const bool live_;
  bool open_ = false;
  std::chrono::steady_clock::time_point next_;
};

// A live line that counts. Nothing is left on the terminal at the end.
class Progress {
 public:
  // Names the work: `what`, with `total` things of `unit` ("positions") to do.
  Progress(std::string what, std::uint64_t total, std::string unit);
  // This many more are done. From any thread.
  void advance(std::uint64_t count = 1);
  // The total of all advance() calls. From any thread.
  [[nodiscard]] std::uint64_t done() const {
    const std::scoped_lock lock(mutex_);
    return done_;
  }

 private:
  const std::string what_;
  const std::uint64_t total_;
  const std::string unit_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  mutable std::mutex mutex_;
  std::uint64_t done_ = 0;
  LiveLine line_{LiveLine::AtEnd::Erase};
};

// The line itself: "perft suite: 120/640 entries (18%), 41/s, 13 s left".
[[nodiscard]] std::string progress_line(const std::string& what, std::uint64_t done, std::uint64_t total,
                                        const std::string& unit, double elapsed_s);

// "13 s", "2 min 5 s", "2 h 5 min".
[[nodiscard]] std::string duration_text(double seconds);

[[nodiscard]] inline double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace tabia::base
