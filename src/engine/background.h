// engine/background.h: one thread that does one job at a time, for an owner that must never block.
//
// start(), stop() and wait() are for the one thread that owns the worker; the job itself runs on the
// worker's thread and its stop token tells it when to end. A stop() is never lost: it applies to the job that
// was started last, no matter how far it has come.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

#include "base/result.h"

namespace tabia::engine {

class Background {
 public:
  using Job = std::function<void(std::stop_token)>;

  Background() = default;
  // Stops the job and waits for it.
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  // Requires that no job is running: wait() first. The job must not throw. After an error (the system can't
  // create a thread) nothing runs; the next call tries again.
  [[nodiscard]] base::Result<void> start(Job job);
  // Asks the running job, if there is one, to end. Doesn't wait.
  void stop();
  // Returns when no job is running.
  void wait();

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  Job job_;  // empty: none is waiting or running
  std::stop_source stop_;
  bool closing_ = false;
  std::thread thread_;  // started with the first job; the last member: it uses all the others
};

}  // namespace tabia::engine
