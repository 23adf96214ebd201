#include "tools/game_setup.h"

#include <charconv>

#include "base/file.h"
#include "base/hash.h"
#include "base/text.h"
#include "cli/command.h"

namespace tabia::tools {

using base::concat;
using base::Error;
using base::quoted;
using base::Result;
using play::DrawRule;
using play::ResignRule;

namespace {

constexpr std::size_t kLargestProgram = std::size_t{1} << 30;

}  // namespace

Result<KeyValues> parse_pairs(std::string_view option, std::string_view text) {
  auto pairs = play::read_pairs(text);
  if (!pairs) return pairs.error().inside(std::string(option));
  return pairs;
}

Error unknown_key(std::string_view option, std::string_view key, const std::vector<std::string_view>& known) {
  const auto near = base::nearest_word(key, known);
  std::string list;
  for (const auto word : known) list += concat(list.empty() ? "" : ", ", word);
  return Error{concat(option, ": unknown key ", quoted(key),
                      near ? concat(", did you mean ", *near, "?") : "", " (known keys: ", list, ")")};
}

Result<double> parse_decimal(std::string_view what, std::string_view text) {
  double value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc{} || end != text.data() + text.size() || text.empty())
    return Error{concat(what, ": found ", quoted(text), ", expected a number")};
  return value;
}

Result<DrawRule> parse_draw(const std::string& text) {
  auto rule = play::read_draw(text);
  if (!rule) return rule.error().inside("--draw");
  return rule;
}

Result<ResignRule> parse_resign(const std::string& text) {
  auto rule = play::read_resign(text);
  if (!rule) return rule.error().inside("--resign");
  return rule;
}

void write_adjudication(const play::GameSettings& game, base::JsonWriter& identity) {
  if (game.draw) {
    identity.key("draw").begin_object().field("movenumber", game.draw->from_move);
    identity.field("movecount", game.draw->moves).field("score", game.draw->score_cp).end_object();
  }
  if (game.resign) {
    identity.key("resign").begin_object().field("movecount", game.resign->moves);
    identity.field("score", game.resign->score_cp).field("twosided", game.resign->both).end_object();
  }
}

std::string hash_of_this_program() {
  const auto program = base::read_file("/proc/self/exe", kLargestProgram);
  return program ? base::hex64(base::hash64(*program)) : "unknown";
}

}  // namespace tabia::tools
