#include "train/report_text.h"

#include <cmath>
#include <cstdio>

#include "base/text.h"

namespace tabia::train {

using base::concat;

std::string percent_text(double share) {
  char text[16];
  std::snprintf(text, sizeof text, "%.1f%%", 100 * share);
  return text;
}

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string to_line(const data::TrainReport& report) {
  std::string text =
      concat(base::with_thousands(report.positions), " positions: loss ", short_number(report.loss),
             ", validation ", short_number(report.validation), ", accuracy ", percent_text(report.accuracy),
             ", correlation ", short_number(std::round(report.correlation * 1e4) / 1e4), ", rate ",
             short_number(report.rate), ", noise scale ",
             report.noise_scale > 0 ? base::with_thousands(static_cast<std::uint64_t>(report.noise_scale))
                                    : std::string("-"),
             ", ", base::with_thousands(static_cast<std::uint64_t>(report.positions_per_s)), " positions/s");
  if (report.policy_loss > 0)
    text += concat(", policy ", percent_text(report.policy_accuracy), " (", short_number(report.policy_loss),
                   ")");
  if (report.dead > 0) text += concat(", dead ", percent_text(report.dead));
  if (report.saturated > 0) text += concat(", saturated ", percent_text(report.saturated));
  return text;
}

}  // namespace tabia::train
