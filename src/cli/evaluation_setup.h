// cli/evaluation_setup.h: how a command evaluates positions: the options and their meaning.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command.h"
#include "eval/evaluator.h"
#include "nn/network.h"

namespace tabia::cli {

struct EvaluationSetup {
  std::shared_ptr<const nn::Network> network;
  std::string network_name;
  eval::EvaluatorOptions options;

  [[nodiscard]] eval::Evaluator evaluator() const { return eval::Evaluator(network, options); }
};

// --net, --evaluation, --network-weight, --rules.
[[nodiscard]] std::vector<Option> evaluation_options();

// What these options say, apart from --net. A wrong value is an error of the input, not of the usage.
[[nodiscard]] base::Result<eval::EvaluatorOptions> read_evaluator_options(const Arguments& arguments);

// What the options say; the error is for the user.
[[nodiscard]] base::Result<EvaluationSetup> read_evaluation_setup(const Arguments& arguments);

}  // namespace tabia::cli
