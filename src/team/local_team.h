// team/local_team.h: a team of threads in one process.
//
// For tests, and for trying out a run on several machines without having them: the same code runs, and sums
// are added in the order of the ranks.
#pragma once

#include <memory>
#include <vector>

#include "team/team.h"

namespace tabia::team {

// Returns one member for each thread. Destroying a member means that it has left the team: calls in which the
// other members are waiting for it, or would have to wait, return an error.
[[nodiscard]] std::vector<std::unique_ptr<Team>> make_local_team(int members);

}  // namespace tabia::team
