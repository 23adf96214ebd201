// train/report_text.h: a report of a training run as a line of text.
#pragma once

#include <string>

#include "data/run_log.h"

namespace tabia::train {

// "12.5%" of 0.125.
[[nodiscard]] std::string percent_text(double share);
// At most six digits.
[[nodiscard]] std::string short_number(double value);

// "1,000,000 positions: loss 0.0123, validation 0.0145, ...".
[[nodiscard]] std::string to_line(const data::TrainReport& report);

}  // namespace tabia::train
