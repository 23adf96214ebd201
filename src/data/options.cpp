#include "data/options.h"

namespace tabia::data {

const base::Fields<Output>& output_fields() {
  using S = Output;
  static const base::Fields<S> fields = {
      base::text<S>("to", "NAME", TABIA_MEMBER(writing.format), "format of the output")
          .shown_as("from its name"),
      base::flag<S>("unknown-as-draw", TABIA_MEMBER(writing.unknown_results_as_draws),
                    "if the format needs a result, write positions without one as draws; by default they are "
                    "left out")};
  return fields;
}

}  // namespace tabia::data
