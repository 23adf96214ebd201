#include "tools/game_setup.h"

#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>

#include "play/adjudication.h"

namespace tabia::tools {

using base::Error;
using base::Result;

namespace {

constexpr std::chrono::milliseconds kLiveInterval{250};
constexpr std::chrono::milliseconds kPlainInterval{10'000};

template <class Rule>
Result<Rule> parse_rule(const base::Fields<Rule>& rows, std::string_view option, const std::string& text) {
  Rule rule;
  TABIA_TRY(const KeyValues pairs, parse_pairs(option, text));
  if (const auto read = base::read_pairs(rows, pairs, rule); !read)
    return read.error().inside(std::string(option));
  return rule;
}

}  // namespace

Result<KeyValues> parse_pairs(std::string_view option, std::string_view text) {
  auto pairs = base::parse_pairs(text);
  if (!pairs) return pairs.error().inside(std::string(option));
  return pairs;
}

Error unknown_key(std::string_view option, std::string_view key, const std::vector<std::string>& known) {
  return base::unknown_key(key, known).inside(std::string(option));
}

Result<play::DrawRule> parse_draw(const std::string& text) {
  return parse_rule(play::draw_fields(), "--draw", text);
}

Result<play::ResignRule> parse_resign(const std::string& text) {
  return parse_rule(play::resign_fields(), "--resign", text);
}

void write_adjudication(const play::GameSettings& game, base::JsonWriter& identity) {
  play::GameSettings rules;
  rules.draw = game.draw;
  rules.resign = game.resign;
  base::write_json(play::ending_fields(), rules, identity);
}

Option nice_option() { return {"--nice", "N", "yield the CPU to other programs: 0 to 19 (default: 0)"}; }

Result<void> apply_nice(const Arguments& arguments) {
  TABIA_TRY(const long long nice, arguments.number("--nice", 0, 0, 19));
  if (nice > 0) ::setpriority(PRIO_PROCESS, 0, static_cast<int>(nice));
  return {};
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
