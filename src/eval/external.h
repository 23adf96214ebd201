// eval/external.h: evaluations from outside this program.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
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

// External evaluations from a service at an address.
class EvaluationService : public ExternalEvaluation {
 public:
  // For messages: without the token.
  [[nodiscard]] virtual std::string address() const = 0;
  // Does it answer? The error says why not.
  [[nodiscard]] virtual base::Result<void> probe() = 0;
  // What has happened since the last call, in words: the service is gone, it is back.
  [[nodiscard]] virtual std::vector<std::string> take_remarks() = 0;
};

// Makes the service for a URL, without a request yet. The error says what is wrong with the URL.
using ServiceOpener = std::function<base::Result<std::shared_ptr<EvaluationService>>(const std::string& url)>;

}  // namespace tabia::eval
