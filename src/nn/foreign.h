// nn/foreign.h: a model that evaluates positions but has neither our spec nor our tensors.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/result.h"
#include "chess/position.h"
#include "nn/output.h"

namespace tabia::nn {

// Safe from any thread.
class ForeignModel {
 public:
  virtual ~ForeignModel() = default;
  // The output for the side to move in the last position of a game, which is not empty. If the model fails on
  // a position, the output is 0.
  [[nodiscard]] virtual Output output(std::span<const chess::Position> game) const = 0;
  // See Network.
  [[nodiscard]] virtual bool sees_history() const noexcept { return false; }
  [[nodiscard]] virtual chess::Key input_key(std::span<const chess::Position> game) const {
    return game.back().key();
  }
  // The identity, 16 hexadecimal digits.
  [[nodiscard]] virtual const std::string& hash() const noexcept = 0;
  // Lines about the model for the user: operators, inputs, outputs.
  [[nodiscard]] virtual std::string description() const = 0;
};

}  // namespace tabia::nn
