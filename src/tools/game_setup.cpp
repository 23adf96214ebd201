#include "tools/game_setup.h"

#include <unistd.h>

#include <charconv>
#include <cstdio>

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
constexpr std::chrono::milliseconds kLiveInterval{250};
constexpr std::chrono::milliseconds kPlainInterval{10'000};

Result<bool> parse_truth(std::string_view what, std::string_view text) {
  if (text == "true" || text == "false") return text == "true";
  return Error{concat(what, ": found ", quoted(text), ", expected true or false")};
}

Result<int> parse_count(std::string_view what, std::string_view text) {
  const auto number = parse_number(what, text, 0, 1'000'000);
  if (!number) return number.error();
  return static_cast<int>(*number);
}

}  // namespace

Result<KeyValues> parse_pairs(std::string_view option, std::string_view text) {
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
    if (equals == 0 || equals == std::string::npos)
      return Error{concat(option, ": found ", quoted(part), ", expected key=value")};
    const std::string key = part.substr(0, equals);
    for (const auto& [known, value] : pairs) {
      if (known == key) return Error{concat(option, ": the key ", key, " is given twice")};
    }
    pairs.emplace_back(part.substr(0, equals), part.substr(equals + 1));
  }
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
  DrawRule rule;
  const auto pairs = parse_pairs("--draw", text);
  if (!pairs) return pairs.error();
  for (const auto& [key, value] : *pairs) {
    int* field = key == "movenumber"  ? &rule.from_move
                 : key == "movecount" ? &rule.moves
                 : key == "score"     ? &rule.score_cp
                                      : nullptr;
    if (!field) return unknown_key("--draw", key, {"movenumber", "movecount", "score"});
    const auto number = parse_count(concat("--draw ", key), value);
    if (!number) return number.error();
    *field = *number;
  }
  return rule;
}

Result<ResignRule> parse_resign(const std::string& text) {
  ResignRule rule;
  const auto pairs = parse_pairs("--resign", text);
  if (!pairs) return pairs.error();
  for (const auto& [key, value] : *pairs) {
    if (key == "twosided") {
      const auto both = parse_truth("--resign twosided", value);
      if (!both) return both.error();
      rule.both = *both;
      continue;
    }
    int* field = key == "movecount" ? &rule.moves : key == "score" ? &rule.score_cp : nullptr;
    if (!field) return unknown_key("--resign", key, {"movecount", "score", "twosided"});
    const auto number = parse_count(concat("--resign ", key), value);
    if (!number) return number.error();
    *field = *number;
  }
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

LiveLine::LiveLine()
    : live_(::isatty(STDERR_FILENO) != 0),
      next_(std::chrono::steady_clock::now() + std::chrono::seconds(1)) {}

LiveLine::~LiveLine() {
  if (open_) std::fputs("\n", stderr);
}

bool LiveLine::is_due() const { return std::chrono::steady_clock::now() >= next_; }

void LiveLine::show(const std::string& line) {
  next_ = std::chrono::steady_clock::now() + (live_ ? kLiveInterval : kPlainInterval);
  std::fprintf(stderr, live_ ? "\r\033[K%s" : "%s\n", line.c_str());
  std::fflush(stderr);
  open_ = live_;
}

void LiveLine::print(const std::string& text) {
  std::fprintf(stderr, "%s%s\n", open_ ? "\r\033[K" : "", text.c_str());
  open_ = false;
}

}  // namespace tabia::tools
