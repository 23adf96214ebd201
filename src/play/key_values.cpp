#include "play/key_values.h"

#include <algorithm>

#include "base/text.h"

namespace tabia::play {
namespace {

using base::concat;
using base::Result;

constexpr int kMostOfARule = 1'000'000;  // moves or centipawns

// Passes each pair of the text to `set`, whose error gets the key in front.
template <class Set>
Result<void> for_each_pair(std::string_view text, Set&& set) {
  TABIA_TRY(const KeyValues pairs, read_pairs(text));
  for (const auto& [key, value] : pairs) TABIA_TRY_VOID(set(key, value));
  return {};
}

Result<void> read_part(const std::string& key, const std::string& value, int& target) {
  const auto number = base::read_whole(value, 0, kMostOfARule);
  if (!number) return number.error().inside(key);
  target = static_cast<int>(*number);
  return {};
}

}  // namespace

Result<KeyValues> read_pairs(std::string_view text) {
  std::vector<std::string> parts(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ',') {
      parts.back() += text[++i];
    } else if (text[i] == ',') {
      parts.emplace_back();
    } else {
      parts.back() += text[i];
    }
  }
  KeyValues pairs;
  for (const std::string& part : parts) {
    const std::size_t equals = part.find('=');
    if (equals == 0 || equals == std::string::npos) return base::unexpected(part, "key=value");
    std::string key = part.substr(0, equals);
    for (const auto& [known, value] : pairs) {
      if (known == key) return base::usage_fault(concat("the key ", key, " is given twice"));
    }
    pairs.emplace_back(std::move(key), part.substr(equals + 1));
  }
  return pairs;
}

Result<DrawRule> read_draw(std::string_view text) {
  DrawRule rule;
  TABIA_TRY_VOID(for_each_pair(text, [&](const std::string& key, const std::string& value) -> Result<void> {
    if (key == "movenumber") return read_part(key, value, rule.from_move);
    if (key == "movecount") return read_part(key, value, rule.moves);
    if (key == "score") return read_part(key, value, rule.score_cp);
    return base::unknown_key(key, {"movenumber", "movecount", "score"});
  }));
  return rule;
}

std::string text_of(const DrawRule& rule) {
  return concat("movenumber=", rule.from_move, ",movecount=", rule.moves, ",score=", rule.score_cp);
}

Result<ResignRule> read_resign(std::string_view text) {
  ResignRule rule;
  TABIA_TRY_VOID(for_each_pair(text, [&](const std::string& key, const std::string& value) -> Result<void> {
    if (key == "movecount") return read_part(key, value, rule.moves);
    if (key == "score") return read_part(key, value, rule.score_cp);
    if (key != "twosided") return base::unknown_key(key, {"movecount", "score", "twosided"});
    if (value != "true" && value != "false") return base::unexpected(value, "true or false").inside(key);
    rule.both = value == "true";
    return {};
  }));
  return rule;
}

std::string text_of(const ResignRule& rule) {
  return concat("movecount=", rule.moves, ",score=", rule.score_cp,
                ",twosided=", rule.both ? "true" : "false");
}

Result<Span> read_span(std::string_view text, int low, int high) {
  const std::size_t dash = std::min(text.find('-'), text.size());
  TABIA_TRY(const std::int64_t least, base::read_whole(text.substr(0, dash), low, high));
  if (dash == text.size()) return Span{static_cast<int>(least), static_cast<int>(least)};
  TABIA_TRY(const std::int64_t most, base::read_whole(text.substr(dash + 1), least, high));
  return Span{static_cast<int>(least), static_cast<int>(most)};
}

std::string text_of(const Span& span) {
  return span.least == span.most ? concat(span.least) : concat(span.least, '-', span.most);
}

}  // namespace tabia::play
