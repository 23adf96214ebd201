#include "cli/evaluation_setup.h"

#include "cli/settings.h"
#include "engine/describe.h"
#include "eval/evaluator_fields.h"
#include "nn/embedded.h"
#include "nn/load.h"

namespace tabia::cli {

std::vector<Option> evaluation_options() {
  std::vector<Option> options = {{"--net", "FILE",
                                  "the network: Tabia's own format, Stockfish's .nnue, or text (default: the "
                                  "embedded one)"}};
  for (Option& option : options_of(eval::evaluator_fields())) options.push_back(std::move(option));
  return options;
}

base::Result<eval::EvaluatorOptions> read_evaluator_options(const Arguments& arguments) {
  eval::EvaluatorOptions options;
  if (const auto read = read_settings(eval::evaluator_fields(), arguments, options); !read)
    return base::Error{read.error().message};
  return options;
}

base::Result<EvaluationSetup> read_evaluation_setup(const Arguments& arguments) {
  EvaluationSetup setup;
  TABIA_TRY(setup.options, read_evaluator_options(arguments));
  TABIA_TRY(setup.network, arguments.has("--net") ? nn::load_network(arguments.text("--net", ""))
                                                  : nn::read_network(nn::embedded_network()));
  setup.network_name = engine::network_name(setup.network.get());
  return setup;
}

}  // namespace tabia::cli
