// deep/batch_queue.h: gathers positions from many threads into batches, because a batch costs far less
// than evaluating its positions one by one.
//
// It doesn't have its own thread: one of the waiting callers runs the next batch for all of them. Results
// don't depend on how positions are grouped (deep/forward.h).
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <span>
#include <vector>

#include "deep/forward.h"

namespace tabia::deep {

struct BatchLimits {
  std::size_t size = 64;              // positions in a batch; at least 1
  std::chrono::microseconds wait{0};  // how long an incomplete batch waits for more
  int threads = 1;                    // batches computed at the same time; at least 1
};

class BatchQueue {
 public:
  // `forward` must outlive the queue. A device computes one batch at a time, whatever `threads` says.
  BatchQueue(const Forward& forward, const BatchLimits& limits) : forward_(forward), limits_(limits) {
    if (forward.machine().is_device()) limits_.threads = 1;
  }

  [[nodiscard]] const BatchLimits& limits() const noexcept { return limits_; }
  // Computes the outputs of these boards, together with those of other callers. Safe from any
  // thread; returns when they are complete.
  void run(std::span<const Planes> boards, std::span<Outputs> outputs);

  struct Counts {
    std::uint64_t batches = 0;
    std::uint64_t boards = 0;
  };
  [[nodiscard]] Counts counts() const;

 private:
  // The boards of one caller.
  struct Request {
    std::span<const Planes> boards;
    std::span<Outputs> outputs;
    std::size_t taken = 0;
    std::size_t done = 0;
    std::exception_ptr failure;
    std::condition_variable changed;  // wakes the caller: all done, or its turn to run a batch
  };
  // The part of a request that is in a batch.
  struct Share {
    Request* request;
    std::size_t first;
    std::size_t count;
  };

  // All of these require the lock; run_batch() releases it while it computes.
  void run_batch(std::unique_lock<std::mutex>& lock);
  [[nodiscard]] bool may_run() const noexcept { return !gathering_ && running_ < limits_.threads; }
  [[nodiscard]] std::vector<Share> taken_shares();
  void wake_next();

  const Forward& forward_;
  BatchLimits limits_;
  mutable std::mutex mutex_;
  std::condition_variable more_;  // wakes the gathering caller: the batch is full
  std::deque<Request*> waiting_;  // requests with boards that aren't in a batch yet
  std::size_t pending_ = 0;       // the number of those boards
  bool gathering_ = false;        // is a caller waiting for the batch to fill? One at a time.
  int running_ = 0;               // batches being gathered or computed
  Counts counts_;
};

}  // namespace tabia::deep
