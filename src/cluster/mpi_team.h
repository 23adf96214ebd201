// cluster/mpi_team.h: a team of processes that mpirun started, on one machine or many.
//
// The one owner of MPI. A build without it (TABIA_MPI=OFF) has the same functions: a team can't be joined then.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "team/team.h"

namespace tabia::cluster {

// Version of the MPI library that is in; empty: none.
[[nodiscard]] std::string mpi_version();

// Joins the others that were started with this process. At most one in the life of a process. `interrupted` is
// asked while this member waits: a member that was interrupted, and whose call still isn't answered after a
// moment, gives up (mpirun sends a signal when another member has died). The error says that there is no MPI.
[[nodiscard]] base::Result<std::unique_ptr<team::Team>> join_mpi(std::function<bool()> interrupted);

}  // namespace tabia::cluster
