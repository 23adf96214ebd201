// base/interrupt.h: Ctrl-C and kill as a question that long work asks now and then.
#pragma once

namespace tabia::base {

// While one of these lives, SIGINT and SIGTERM set a flag instead of ending the program; a second signal
// ends it at once. One at a time in a process.
class InterruptGuard {
 public:
  InterruptGuard() noexcept;
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  // May be asked from any thread.
  [[nodiscard]] static bool interrupted() noexcept;
};

// What a program that was interrupted returns, its state saved.
inline constexpr int kExitInterrupted = 130;

}  // namespace tabia::base
