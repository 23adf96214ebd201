#include "base/interrupt.h"

#include <atomic>
#include <csignal>

namespace tabia::base {
namespace {

// The one global that a signal handler needs.
std::atomic<bool> interrupt_seen = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only use lock-free atomics");

extern "C" void on_interrupt(int) {
  interrupt_seen.store(true, std::memory_order_relaxed);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard() noexcept {
  interrupt_seen = false;
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
}

InterruptGuard::~InterruptGuard() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

bool InterruptGuard::interrupted() noexcept { return interrupt_seen.load(std::memory_order_relaxed); }

}  // namespace tabia::base
