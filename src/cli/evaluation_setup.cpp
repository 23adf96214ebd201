#include "cli/evaluation_setup.h"

#include "cli/settings.h"
#include "eval/evaluator_fields.h"

namespace tabia::cli {

std::vector<Option> evaluation_options() { return options_of(eval::evaluation_fields()); }

base::Result<eval::EvaluatorOptions> read_evaluator_options(const Arguments& arguments) {
  eval::EvaluatorOptions options;
  TABIA_TRY_VOID(read_settings(eval::evaluator_fields(), arguments, options));
  return options;
}

base::Result<EvaluationSetup> read_evaluation_setup(const Arguments& arguments) {
  eval::EvaluationChoice choice;
  TABIA_TRY_VOID(read_settings(eval::evaluation_fields(), arguments, choice));
  return eval::load(choice);
}

}  // namespace tabia::cli
