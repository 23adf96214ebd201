// tools/game_setup.h: shared by long-running commands: the live line, Ctrl-C, --nice.
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "cli/interrupt_watch.h"
#include "play/engine_text.h"
#include "tools/commands.h"

namespace tabia::tools {

using base::LiveLine;
using play::hash_of_this_program;

// --nice: runs this program with a lower priority.
[[nodiscard]] Option nice_option();
[[nodiscard]] base::Result<void> apply_nice(const Arguments& arguments);

}  // namespace tabia::tools
