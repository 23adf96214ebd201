// python/stream.h: work in a separate thread, whose events a Python program takes one by one.
//
// The thread never touches Python: it puts texts into a queue, and next() waits for them without the GIL, so that
// callbacks run in the caller's thread and Ctrl-C works.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace tabia::python {

struct Event {
  std::string kind;  // "line", "progress", "remark", "report"
  std::string text;  // JSON, except for remarks
};

// How the work ended.
struct End {
  std::string json;   // the result
  std::string error;  // not empty: it failed
  int outcome = 0;    // tabia_outcome
};

class Stream {
 public:
  // `work` runs in a separate thread; stop() calls `interrupt`, from any thread, once the work says that it
  // can be interrupted.
  Stream(std::function<End(Stream&)> work, std::function<void()> interrupt)
      : interrupt_(std::move(interrupt)), thread_([this, work = std::move(work)] {
          End end = work(*this);
          const std::lock_guard lock(mutex_);
          end_ = std::move(end);
          changed_.notify_all();
        }) {}
  // Stops the work and waits for its end. Without the GIL.
  ~Stream() {
    stop();
    if (thread_.joinable()) thread_.join();
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  // --- for the work
  void put(std::string kind, std::string text) {
    const std::lock_guard lock(mutex_);
    // Only the latest progress matters.
    if (kind == "progress" && !events_.empty() && events_.back().kind == kind) events_.pop_back();
    events_.push_back({std::move(kind), std::move(text)});
    changed_.notify_all();
  }
  // The work can be interrupted from now on; returns whether it already should stop.
  [[nodiscard]] bool stopped() noexcept {
    interruptible_ = true;
    return stopped_;
  }
  // The work can't be interrupted any more.
  void finished() noexcept { interruptible_ = false; }

  // --- for the caller
  void stop() {
    stopped_ = true;
    if (interruptible_) interrupt_();
  }
  // The next event. Nothing: none within the time, or the end (then ended()).
  template <class Duration>
  [[nodiscard]] std::optional<Event> next(Duration time) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, time, [this] { return !events_.empty() || end_; });
    if (events_.empty()) return std::nullopt;
    Event event = std::move(events_.front());
    events_.pop_front();
    return event;
  }
  // Have all events been taken, and has the work ended?
  [[nodiscard]] bool ended() const {
    const std::lock_guard lock(mutex_);
    return events_.empty() && end_;
  }
  // Requires ended().
  [[nodiscard]] End end() const {
    const std::lock_guard lock(mutex_);
    return end_.value_or(End{});
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Event> events_;
  std::optional<End> end_;
  std::atomic<bool> stopped_{false};
  std::atomic<bool> interruptible_{false};
  const std::function<void()> interrupt_;
  std::thread thread_;  // the last member: it uses all the others
};

}  // namespace tabia::python
