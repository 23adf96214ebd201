// tools/train_examples.h: `tabia train` for recipes whose examples are plain numbers.
#pragma once

#include <string>

#include "tools/commands.h"
#include "train/recipe.h"

namespace tabia::tools {

// Trains, prints the loss now and then and finally the network's output for each example, and writes the
// network and the logs to the run folder. Sleeps `pause_ms` after every step. Returns the exit code.
[[nodiscard]] int train_examples(const Arguments& arguments, const train::Recipe& recipe,
                                 const std::string& recipe_text, int pause_ms);

}  // namespace tabia::tools
