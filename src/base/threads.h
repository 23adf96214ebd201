// base/threads.h: threads, which the system may refuse to start, and work shared among them.
#pragma once

#include <cstddef>
#include <functional>
#include <thread>

#include "base/result.h"

namespace tabia::base {

// A thread that runs `work`, which must not throw. An error if the system can't start one: a limit on the
// user (ulimit -u) or container, or no memory. All threads of the program are started here, because
// std::thread throws in that case.
[[nodiscard]] Result<std::thread> start_thread(std::function<void()> work);

// Calls work(0) in this thread and work(1) ... work(threads - 1) in new threads, at the same time;
// returns when all have returned. If the system can't start them all, `missing` is called with the number
// that run, before work(0). After an exception in one of them `end_all`, which must not throw, has to make
// the others return soon; the first exception is rethrown here.
void run_together(int threads, const std::function<void(int)>& work, const std::function<void()>& end_all,
                  const std::function<void(int)>& missing);

// Calls work(0) ... work(count - 1), each once, on up to `threads` threads, or as many as the system can
// start; returns when all are done. Work is handed out one index at a time, in order. An exception thrown by
// `work` stops the hand-out and is rethrown here.
void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& work);

// Cores this process may use; at least 1.
[[nodiscard]] int usable_cores() noexcept;

}  // namespace tabia::base
