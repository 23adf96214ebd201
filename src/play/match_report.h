// play/match_report.h: the standings of a match as text in the form that other programs use, and as JSON.
#pragma once

#include <string>

#include "play/match.h"

namespace tabia::play {

// One line: "games 120/200  A - B: 40-50-30  54.2 %  Elo 29.0 +/- 22.1  LLR 0.53 (-2.94, 2.94)  faults 0".
[[nodiscard]] std::string live_line(const MatchSettings& settings, const Standings& standings);

// "Elo: ...", "LOS: ...", "Games: ...", "Ptnml(0-2): ...", "LLR: ..." for each pairing; a table if there are
// more than two contestants; what each contestant did; how the games ended.
[[nodiscard]] std::string report_text(const MatchSettings& settings, const Standings& standings);

// The same for programs, as one JSON object; docs/matches.md lists the fields.
[[nodiscard]] std::string report_json(const MatchSettings& settings, const MatchOutcome& outcome);

[[nodiscard]] std::string_view name_of(SprtVerdict verdict) noexcept;

}  // namespace tabia::play
