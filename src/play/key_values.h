// play/key_values.h: settings with several parts in one text: "key=value,key=value".
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/fields.h"
#include "base/result.h"
#include "play/game_loop.h"

namespace tabia::play {

using KeyValues = std::vector<std::pair<std::string, std::string>>;

// A comma inside a value is written "\,". No key may be given twice.
[[nodiscard]] base::Result<KeyValues> read_pairs(std::string_view text);

// "movenumber=40,movecount=8,score=10"; keys that are missing keep the defaults of the struct.
[[nodiscard]] base::Result<DrawRule> read_draw(std::string_view text);
[[nodiscard]] std::string text_of(const DrawRule& rule);
// "movecount=3,score=600,twosided=true".
[[nodiscard]] base::Result<ResignRule> read_resign(std::string_view text);
[[nodiscard]] std::string text_of(const ResignRule& rule);

// "8-9" or "8": the least and the most of something.
struct Span {
  int least = 0;
  int most = 0;
};
// Both ends must be from `low` to `high`.
[[nodiscard]] base::Result<Span> read_span(std::string_view text, int low, int high);
[[nodiscard]] std::string text_of(const Span& span);

}  // namespace tabia::play
