#include "base/stop_on_interrupt.h"

#include <algorithm>
#include <utility>

#include "base/threads.h"

namespace tabia::base {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{20};

}  // namespace

StopOnInterrupt::StopOnInterrupt(const Watch& watch) {
  auto started = start_thread([this, &watch] {
    while (!ended_.stop_requested()) {
      if (watch.interrupted()) stop_.request_stop();
      std::this_thread::sleep_for(kBetweenLooks);
    }
  });
  if (started) thread_ = std::move(*started);
}

StopOnInterrupt::~StopOnInterrupt() {
  ended_.request_stop();
  if (thread_.joinable()) thread_.join();
}

void rest(std::chrono::milliseconds pause, const std::stop_token& stop) {
  using Steady = std::chrono::steady_clock;
  const auto end = Steady::now() + pause;
  while (Steady::now() < end && !stop.stop_requested())
    std::this_thread::sleep_for(std::min(pause, kBetweenLooks));
}

}  // namespace tabia::base
