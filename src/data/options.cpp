#include "data/options.h"

namespace tabia::data {

const base::Fields<Output>& output_fields() {
  using O = Output;
  static const base::Fields<O> fields = {
      base::text<O>("to", "NAME", TABIA_MEMBER(writing.format), "format of the output")
          .shown_as("from its name"),
      base::flag<O>("unknown-as-draw", TABIA_MEMBER(writing.unknown_results_as_draws),
                    "if the format needs a result, write positions without one as draws; by default they are "
                    "left out")};
  return fields;
}

}  // namespace tabia::data
