// base/stop_on_interrupt.h: a watch's interruption as a stop token, for work that takes one.
#pragma once

#include <chrono>
#include <stop_token>
#include <thread>

#include "base/watch.h"

namespace tabia::base {

// While one of these lives, a thread polls the watch every few milliseconds and requests a stop when it is
// interrupted. If the system can't start a thread, only callers that poll the watch themselves notice.
class StopOnInterrupt {
 public:
  explicit StopOnInterrupt(const Watch& watch);
  ~StopOnInterrupt();
  StopOnInterrupt(const StopOnInterrupt&) = delete;
  StopOnInterrupt& operator=(const StopOnInterrupt&) = delete;

  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }

 private:
  std::stop_source stop_;
  std::stop_source ended_;
  std::thread thread_;
};

// Sleeps this long, or until `stop` is requested.
void rest(std::chrono::milliseconds pause, const std::stop_token& stop);

}  // namespace tabia::base
