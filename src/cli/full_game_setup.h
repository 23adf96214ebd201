// cli/full_game_setup.h: what the commands that play games share: lists of keys, rules that end games early, the live
// line, Ctrl-C.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "cli/interrupt_watch.h"
#include "play/game_loop.h"

namespace tabia::cli {

using KeyValues = std::vector<std::pair<std::string, std::string>>;

// "key=value,key=value"; a comma that belongs to a value is written "\,". `option` names it in the error.
[[nodiscard]] base::Result<KeyValues> parse_pairs(std::string_view option, std::string_view text);
// For a key that is none of the known; names the one that may be meant.
[[nodiscard]] base::Error unknown_key(std::string_view option, std::string_view key,
                                      const std::vector<std::string_view>& known);
[[nodiscard]] base::Result<double> parse_decimal(std::string_view what, std::string_view text);

// The values of --draw and --resign.
[[nodiscard]] base::Result<play::DrawRule> parse_draw(const std::string& text);
[[nodiscard]] base::Result<play::ResignRule> parse_resign(const std::string& text);
// These rules, where they are in force, as fields of what makes a match what it is.
void write_adjudication(const play::GameSettings& game, base::JsonWriter& identity);

// The search is part of what is measured: another build of this program is another engine.
[[nodiscard]] std::string hash_of_this_program();

// How a long command stands, on standard error. On a terminal one line that is redrawn a few times a second, otherwise
// a plain line now and then. Not thread-safe.
class LiveLine {
 public:
  LiveLine();
  // Ends the line.
  ~LiveLine();
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;

  // It is time to show how things stand.
  [[nodiscard]] bool is_due() const;
  void show(const std::string& line);
  // A line that stays.
  void print(const std::string& text);

 private:
  const bool live_;
  bool open_ = false;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace tabia::cli
