// tools/game_setup.h: shared by the commands that play games: key lists, adjudication rules, the live
// line, Ctrl-C.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/fields.h"
#include "base/json.h"
#include "base/result.h"
#include "cli/interrupt_watch.h"
#include "play/engine_text.h"
#include "play/game_loop.h"
#include "tools/commands.h"

namespace tabia::tools {

using base::KeyValues;
using play::hash_of_this_program;

// base::parse_pairs() and base::unknown_key() with errors that name the option.
[[nodiscard]] base::Result<KeyValues> parse_pairs(std::string_view option, std::string_view text);
[[nodiscard]] base::Error unknown_key(std::string_view option, std::string_view key,
                                      const std::vector<std::string>& known);

// The values of --draw and --resign.
[[nodiscard]] base::Result<play::DrawRule> parse_draw(const std::string& text);
[[nodiscard]] base::Result<play::ResignRule> parse_resign(const std::string& text);
// The rules in force, as fields of a match's identity.
void write_adjudication(const play::GameSettings& game, base::JsonWriter& identity);

// --nice: runs this program with a lower priority.
[[nodiscard]] Option nice_option();
[[nodiscard]] base::Result<void> apply_nice(const Arguments& arguments);

// Progress of a long command, on standard error. On a terminal it is one line, redrawn a few times a second;
// otherwise a plain line now and then. Not thread-safe.
class LiveLine {
 public:
  LiveLine();
  // Ends the line.
  ~LiveLine();
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;

  // True if it is time to show progress.
  [[nodiscard]] bool is_due() const;
  void show(const std::string& line);
  // Prints a line that stays.
  void print(const std::string& text);

 private:
  const bool live_;
  bool open_ = false;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace tabia::tools
