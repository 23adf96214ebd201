// eval/external.h: evaluations from outside this program.
#pragma once

#include <chrono>
#include <optional>

#include "chess/position.h"

namespace tabia::eval {

// Called by all threads of a search at the same time.
class ExternalEvaluation {
 public:
  virtual ~ExternalEvaluation() = default;
  // For the side to move; nothing if there is no answer: then the network of this program is used instead.
  [[nodiscard]] virtual std::optional<int> centipawns(const chess::Position& position) = 0;
  // After this, answers are no longer needed: callers that wait for one give up, and no new requests are
  // made. May be called while others wait.
  virtual void set_deadline(std::chrono::steady_clock::time_point /*deadline*/) noexcept {}
};

}  // namespace tabia::eval
