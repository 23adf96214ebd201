// cli/interrupt_watch.h: Ctrl-C and kill as a stop token, for work that takes one.
#pragma once

#include <atomic>
#include <chrono>
#include <stop_token>
#include <thread>

#include "base/interrupt.h"
#include "base/threads.h"

namespace tabia::cli {

// While one of these lives, an interrupt requests a stop. If the system can't start a thread to watch with,
// the first interrupt is only seen by callers that ask InterruptGuard; the second ends the program, as
// always.
class InterruptWatch {
 public:
  InterruptWatch() {
    auto started = base::start_thread([this] {
      while (!ended_.load(std::memory_order_relaxed)) {
        if (base::InterruptGuard::interrupted()) stop_.request_stop();
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
    });
    if (started) thread_ = std::move(*started);
  }
  ~InterruptWatch() {
    ended_.store(true, std::memory_order_relaxed);
    if (thread_.joinable()) thread_.join();
  }
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }

 private:
  base::InterruptGuard guard_;
  std::stop_source stop_;
  std::atomic<bool> ended_{false};
  std::thread thread_;
};

}  // namespace tabia::cli
