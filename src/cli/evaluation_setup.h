// cli/evaluation_setup.h: how a command evaluates positions: --net, --evaluation, --network-weight, --rules.
#pragma once

#include <vector>

#include "base/result.h"
#include "cli/command.h"
#include "eval/evaluation_choice.h"

namespace tabia::cli {

using eval::EvaluationSetup;

[[nodiscard]] std::vector<Option> evaluation_options();

// Reads these options, except --net. The error names the option.
[[nodiscard]] base::Result<eval::EvaluatorOptions> read_evaluator_options(const Arguments& arguments);

// Reads the options; the error is for the user.
[[nodiscard]] base::Result<EvaluationSetup> read_evaluation_setup(const Arguments& arguments);

}  // namespace tabia::cli
