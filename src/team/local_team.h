// team/local_team.h: a team of threads in one process.
//
// For tests, and for whoever wants to see what a run on several machines does without having them: the same
// code runs, and sums are added in the order of the ranks.
#pragma once

#include <memory>
#include <vector>

#include "team/team.h"

namespace tabia::team {

// One for each thread. A member that is destroyed has gone: calls in which the others wait for it, or would,
// return an error.
[[nodiscard]] std::vector<std::unique_ptr<Team>> make_local_team(int members);

}  // namespace tabia::team
