// play/tune_report.h: a tune in words and in JSON.
#pragma once

#include <string>

#include "play/tune_job.h"

namespace tabia::play {

// One line; `games_per_s` is used to estimate how long the rest will take.
[[nodiscard]] std::string live_line(const TuneSettings& settings, const TuneState& state, double games_per_s);

// The values before and after, the lines for OpenBench, and the match that confirms them.
[[nodiscard]] std::string report_text(const TuneJob& job, const PlayedTune& tune);
// The same for programs, as one JSON object; docs/matches.md lists the fields.
[[nodiscard]] std::string report_json(const TuneJob& job, const PlayedTune& tune);

}  // namespace tabia::play
