// cli/interrupt_watch.h: Ctrl-C and kill as a stop token, for work that takes one.
#pragma once

#include <stop_token>

#include "base/interrupt.h"
#include "base/stop_on_interrupt.h"

namespace tabia::cli {

// While one of these lives, an interrupt requests a stop; a second one ends the program, as always.
class InterruptWatch {
 public:
  InterruptWatch() = default;
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  [[nodiscard]] std::stop_token token() const { return stop_.token(); }

 private:
  struct Signals final : base::Watch {
    [[nodiscard]] bool interrupted() const override { return base::InterruptGuard::interrupted(); }
  };

  base::InterruptGuard guard_;
  Signals signals_;
  base::StopOnInterrupt stop_{signals_};
};

}  // namespace tabia::cli
