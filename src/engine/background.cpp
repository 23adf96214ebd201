#include "engine/background.h"

#include <utility>

#include "base/check.h"
#include "base/threads.h"

namespace tabia::engine {

Background::~Background() {
  stop();
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

base::Result<void> Background::start(Job job) {
  if (!thread_.joinable()) {
    auto thread = base::start_thread([this] { work(); });
    if (!thread) return thread.error();
    thread_ = std::move(*thread);
  }
  {
    const std::lock_guard lock(mutex_);
    TABIA_CHECK(!job_, "a worker does one job at a time");
    job_ = std::move(job);
    stop_ = std::stop_source();
  }
  changed_.notify_all();
  return {};
}

void Background::stop() {
  std::stop_source stop;
  {
    const std::lock_guard lock(mutex_);
    if (!job_) return;
    stop = stop_;
  }
  // Outside the lock: it runs the callbacks that the job has registered.
  stop.request_stop();
}

void Background::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !job_; });
}

void Background::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return job_ || closing_; });
    if (!job_) return;
    // The job stays in place while it runs, which marks the worker as busy; no one else touches it meanwhile.
    const std::stop_token token = stop_.get_token();
    lock.unlock();
    job_(token);
    lock.lock();
    job_ = nullptr;
    changed_.notify_all();
  }
}

}  // namespace tabia::engine
