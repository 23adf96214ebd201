// tools/game_setup.h: shared by the commands that play games: key lists, adjudication rules,
// Ctrl-C.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/progress.h"
#include "base/result.h"
#include "cli/interrupt_watch.h"
#include "play/game_loop.h"
#include "play/key_values.h"
#include "tools/commands.h"

namespace tabia::tools {

using base::LiveLine;

using play::KeyValues;

// "key=value,key=value"; a comma inside a value is written "\,". `option` names it in the error.
[[nodiscard]] base::Result<KeyValues> parse_pairs(std::string_view option, std::string_view text);
// The error for an unknown key; suggests the one that may be meant.
[[nodiscard]] base::Error unknown_key(std::string_view option, std::string_view key,
                                      const std::vector<std::string_view>& known);
[[nodiscard]] base::Result<double> parse_decimal(std::string_view what, std::string_view text);

// The values of --draw and --resign.
[[nodiscard]] base::Result<play::DrawRule> parse_draw(const std::string& text);
[[nodiscard]] base::Result<play::ResignRule> parse_resign(const std::string& text);
// The rules in force, as fields of a match's identity.
void write_adjudication(const play::GameSettings& game, base::JsonWriter& identity);

// The search is part of what is measured: another build of this program is another engine.
[[nodiscard]] std::string hash_of_this_program();

}  // namespace tabia::tools
