// eval/evaluator_fields.h: the settings of an Evaluator, described once.
#pragma once

#include "base/fields.h"
#include "eval/evaluator.h"

namespace tabia::eval {

// evaluation, network-weight, rules.
[[nodiscard]] const base::Fields<EvaluatorOptions>& evaluator_fields();

}  // namespace tabia::eval
