#include "cli/evaluation_setup.h"

#include "cli/settings.h"

namespace tabia::cli {

std::vector<Option> evaluation_options() { return options_of(eval::evaluation_fields()); }

base::Result<EvaluationSetup> read_evaluation_setup(const Arguments& arguments) {
  eval::EvaluationChoice choice;
  TABIA_TRY_VOID(read_settings(eval::evaluation_fields(), arguments, choice));
  return eval::load(choice);
}

}  // namespace tabia::cli
