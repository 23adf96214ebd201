// base/watched_stop.h: the interruption of a Watch as a stop token, for work that takes one.
#pragma once

#include <chrono>
#include <stop_token>
#include <thread>

#include "base/threads.h"
#include "base/watch.h"

namespace tabia::base {

// While one of these lives, an interruption requests a stop. If the system can't start a thread to look with,
// no stop is requested.
class WatchedStop {
 public:
  explicit WatchedStop(const Watch& watch) {
    auto started = start_thread([this, &watch] {
      while (!ended_.stop_requested()) {
        if (watch.interrupted()) stop_.request_stop();
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
    });
    if (started) thread_ = std::move(*started);
  }
  ~WatchedStop() {
    ended_.request_stop();
    if (thread_.joinable()) thread_.join();
  }
  WatchedStop(const WatchedStop&) = delete;
  WatchedStop& operator=(const WatchedStop&) = delete;

  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }

 private:
  std::stop_source ended_;
  std::stop_source stop_;
  std::thread thread_;
};

}  // namespace tabia::base
