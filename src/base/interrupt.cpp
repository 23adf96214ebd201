#include "base/interrupt.h"

#include <atomic>

#include "os/system.h"

namespace tabia::base {
namespace {

// The one global that a signal handler needs.
std::atomic<bool> interrupt_seen = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only use lock-free atomics");

// A second one ends the program.
void see_interrupt() {
  interrupt_seen.store(true, std::memory_order_relaxed);
  os::on_interrupt(nullptr);
}

}  // namespace

InterruptGuard::InterruptGuard() noexcept {
  interrupt_seen = false;
  os::on_interrupt(see_interrupt);
}

InterruptGuard::~InterruptGuard() { os::on_interrupt(nullptr); }

bool InterruptGuard::interrupted() noexcept { return interrupt_seen.load(std::memory_order_relaxed); }

}  // namespace tabia::base
