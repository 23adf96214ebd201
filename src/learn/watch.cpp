#include "learn/watch.h"

#include <algorithm>
#include <thread>

namespace tabia::learn {

void rest(std::chrono::milliseconds pause, const std::stop_token& stop) {
  using Steady = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kStopLook{20};
  const auto end = Steady::now() + pause;
  while (Steady::now() < end && !stop.stop_requested())
    std::this_thread::sleep_for(std::min(pause, kStopLook));
}

}  // namespace tabia::learn
