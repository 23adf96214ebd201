// nn/output.h: what a network says about a position.
#pragma once

#include <cstdint>

#include "base/score.h"

namespace tabia::nn {

// What a network says about a position, before and after scaling.
struct Output {
  int bucket = 0;                 // the head that was used
  std::int64_t piece_square = 0;  // the part that comes directly from the inputs, in the units of `raw`
  std::int64_t positional = 0;    // the rest
  std::int64_t raw =
      0;  // the integer output before scaling; for networks in floating point, the output in millionths
  base::Score score = 0;  // in evaluation units, clamped

  friend bool operator==(const Output&, const Output&) = default;
};

}  // namespace tabia::nn
