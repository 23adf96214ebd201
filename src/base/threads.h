// base/threads.h: work shared among threads that live only as long as the call.
#pragma once

#include <cstddef>
#include <functional>

namespace tabia::base {

// Calls work(0) ... work(count - 1), each once, on up to `threads` threads; returns when all are done. Work
// is handed out one index at a time, in order. An exception thrown by `work` ends the hand-out and is
// thrown again here.
void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& work);

// Cores that this process may use; at least 1.
[[nodiscard]] int usable_cores() noexcept;

}  // namespace tabia::base
