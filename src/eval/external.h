// eval/external.h: evaluations that come from somewhere else than a network in this program.
#pragma once

#include <chrono>
#include <optional>

#include "chess/position.h"

namespace tabia::eval {

// Asked by all threads of a search at once.
class ExternalEvaluation {
 public:
  virtual ~ExternalEvaluation() = default;
  // For the side to move; nothing if there is no answer: the network of this program is then asked instead.
  [[nodiscard]] virtual std::optional<int> centipawns(const chess::Position& position) = 0;
  // Answers are of no use after this: who waits for one gives up then, and nobody is asked any more. May be called while
  // others wait.
  virtual void set_deadline(std::chrono::steady_clock::time_point /*deadline*/) noexcept {}
};

}  // namespace tabia::eval
