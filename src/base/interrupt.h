// base/interrupt.h: Ctrl-C and kill as a flag that long work polls.
#pragma once

namespace tabia::base {

// While one of these lives, SIGINT and SIGTERM set a flag instead of ending the program; a second signal ends
// it immediately. At most one in a process.
class InterruptGuard {
 public:
  InterruptGuard() noexcept;
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  // May be called from any thread.
  [[nodiscard]] static bool interrupted() noexcept;
};

// The exit code of a program that was interrupted and saved its state.
inline constexpr int kExitInterrupted = 130;

}  // namespace tabia::base
