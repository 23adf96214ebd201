// base/stop_on_interrupt.h: the interrupt of a Watch as a stop token, for work that takes one.
#pragma once

#include <atomic>
#include <chrono>
#include <stop_token>
#include <thread>

#include "base/threads.h"
#include "base/watch.h"

namespace tabia::base {

// While one of these lives, an interrupt of the watch requests a stop, within 20 ms or so. If the system
// can't start a thread to look, only callers that ask the watch themselves notice the interrupt.
class StopOnInterrupt {
 public:
  // The watch must outlive it.
  explicit StopOnInterrupt(const Watch& watch) {
    auto started = start_thread([this, &watch] {
      while (!ended_.load(std::memory_order_relaxed)) {
        if (watch.interrupted()) stop_.request_stop();
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
    });
    if (started) thread_ = std::move(*started);
  }
  ~StopOnInterrupt() {
    ended_.store(true, std::memory_order_relaxed);
    if (thread_.joinable()) thread_.join();
  }
  StopOnInterrupt(const StopOnInterrupt&) = delete;
  StopOnInterrupt& operator=(const StopOnInterrupt&) = delete;

  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }

 private:
  std::stop_source stop_;
  std::atomic<bool> ended_{false};
  std::thread thread_;
};

}  // namespace tabia::base
