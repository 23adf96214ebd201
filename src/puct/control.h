// puct/control.h: a running search as others see it: they stop it, or tell it that the opponent has moved.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

#include "search/limits.h"

namespace tabia::puct {

// All functions may be called from any thread.
class Control {
 public:
  void arm(const search::Limits& limits) noexcept {
    stopped_.store(false, std::memory_order_relaxed);
    pondering_.store(limits.ponder, std::memory_order_relaxed);
  }
  void stop() noexcept {
    const std::lock_guard lock(mutex_);
    stopped_.store(true, std::memory_order_relaxed);
    changed_.notify_all();
  }
  void ponder_hit() noexcept {
    const std::lock_guard lock(mutex_);
    pondering_.store(false, std::memory_order_relaxed);
    changed_.notify_all();
  }

  [[nodiscard]] bool stopped() const noexcept { return stopped_.load(std::memory_order_relaxed); }
  [[nodiscard]] bool pondering() const noexcept { return pondering_.load(std::memory_order_relaxed); }

  // An infinite search and one on the opponent's time end only when told to, even if there is nothing left to
  // do.
  void wait_for_permission(const search::Limits& limits) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return stopped() || !(limits.infinite || pondering()); });
  }
  // Waits until then, or until stop().
  void wait_until(search::SteadyTime time) {
    std::unique_lock lock(mutex_);
    changed_.wait_until(lock, time, [&] { return stopped(); });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> stopped_{false};
  std::atomic<bool> pondering_{false};
};

}  // namespace tabia::puct
