#include "play/span.h"

#include <algorithm>
#include <cstdint>

#include "base/fields.h"
#include "base/text.h"

namespace tabia::play {

base::Result<Span> read_span(std::string_view text, int low, int high) {
  const std::size_t dash = std::min(text.find('-'), text.size());
  TABIA_TRY(const std::int64_t least, base::read_whole(text.substr(0, dash), low, high));
  if (dash == text.size()) return Span{static_cast<int>(least), static_cast<int>(least)};
  TABIA_TRY(const std::int64_t most, base::read_whole(text.substr(dash + 1), least, high));
  return Span{static_cast<int>(least), static_cast<int>(most)};
}

std::string text_of(const Span& span) {
  return span.least == span.most ? base::concat(span.least) : base::concat(span.least, '-', span.most);
}

}  // namespace tabia::play
