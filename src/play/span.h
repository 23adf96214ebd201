// play/span.h: a range from least to most, as a setting: "8-9" or "8".
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace tabia::play {

struct Span {
  int least = 0;
  int most = 0;
};
// Both ends must be from `low` to `high`.
[[nodiscard]] base::Result<Span> read_span(std::string_view text, int low, int high);
[[nodiscard]] std::string text_of(const Span& span);

}  // namespace tabia::play
