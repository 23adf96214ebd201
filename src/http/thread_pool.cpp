#include "http/thread_pool.h"

#include <utility>

#include "base/threads.h"

namespace tabia::http {

bool ThreadPool::submit(std::function<void()> job) {
  const std::lock_guard lock(mutex_);
  if (ending_ || busy_ >= most_) return false;
  if (busy_ == threads_.size()) {
    auto thread = base::start_thread([this] { run(); });
    if (!thread) return false;
    threads_.push_back(std::move(*thread));
  }
  ++busy_;
  jobs_.push_back(std::move(job));
  changed_.notify_one();
  return true;
}

std::size_t ThreadPool::busy() const {
  const std::lock_guard lock(mutex_);
  return busy_;
}

void ThreadPool::join() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    changed_.notify_all();
  }
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void ThreadPool::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ending_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    std::function<void()> job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    job();
    job = nullptr;  // release what it holds before the next wait
    lock.lock();
    --busy_;
  }
}

}  // namespace tabia::http
