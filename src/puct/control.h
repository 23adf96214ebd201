// puct/control.h: controls a running search from outside: stops it, or tells it that the opponent has moved.
// ControlledSearch is the common base of the searches in this folder.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <utility>

#include "puct/judge.h"
#include "search/limits.h"
#include "search/move_search.h"

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

  // An infinite search, or one on the opponent's time, ends only when told to, even if there is nothing left
  // to do.
  void wait_for_permission(const search::Limits& limits) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return stopped() || !(limits.infinite || pondering()); });
  }
  // Waits until this time, or until stop().
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

// A search with a network that has a policy: its options, its network, its control.
class ControlledSearch : public search::MoveSearch {
 public:
  [[nodiscard]] const search::SearcherOptions& options() const noexcept final { return options_; }
  [[nodiscard]] const eval::WinModel& win_model() const noexcept final { return judge_->win_model(); }
  void arm(const search::Limits& limits) noexcept final { control_.arm(limits); }
  void wait_for_permission(const search::Limits& limits) final { control_.wait_for_permission(limits); }
  void stop() noexcept override { control_.stop(); }
  void ponder_hit() noexcept final { control_.ponder_hit(); }

 protected:
  ControlledSearch(const search::SearcherOptions& options, std::unique_ptr<const Judge> judge)
      : options_(options), judge_(std::move(judge)) {}

  search::SearcherOptions options_;
  std::unique_ptr<const Judge> judge_;  // never null
  std::shared_ptr<const search::Tablebase> tablebase_;
  Control control_;
};

}  // namespace tabia::puct
