// http/thread_pool.h: threads created on demand, up to a maximum.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace tabia::http {

// Thread-safe.
class ThreadPool {
 public:
  explicit ThreadPool(std::size_t most) : most_(most) {}
  ~ThreadPool() { join(); }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // False: all are busy and the maximum is reached, or the system can't create a thread.
  bool submit(std::function<void()> job);
  [[nodiscard]] std::size_t busy() const;
  // Waits until all jobs are done. Accepts no more.
  void join();

 private:
  void run();

  const std::size_t most_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> jobs_;
  std::vector<std::thread> threads_;
  std::size_t busy_ = 0;  // jobs running or waiting
  bool ending_ = false;
};

}  // namespace tabia::http
