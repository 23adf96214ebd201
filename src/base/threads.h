// base/threads.h: threads, which a system may refuse to give, and work shared among them.
#pragma once

#include <cstddef>
#include <functional>
#include <thread>

#include "base/result.h"

namespace tabia::base {

// A thread that runs `work`, which must not throw. An error if the system gives none: a limit of users (ulimit -u) or of a
// container, or no memory. Threads are started nowhere else in the program: std::thread throws in that case.
[[nodiscard]] Result<std::thread> start_thread(std::function<void()> work);

// Calls work(0) ... work(count - 1), each once, on up to `threads` threads, or as many as the system gives; returns when all are done. Work
// is handed out one index at a time, in order. An exception thrown by `work` ends the hand-out and is
// thrown again here.
void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& work);

// Cores that this process may use; at least 1.
[[nodiscard]] int usable_cores() noexcept;

}  // namespace tabia::base
