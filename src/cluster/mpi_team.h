// cluster/mpi_team.h: a team of processes started by mpirun, on one machine or many.
//
// Nothing else uses MPI. A build without it (TABIA_MPI=OFF) has the same functions, but can't join a team.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "team/team.h"

namespace tabia::cluster {

// Version of the MPI library in this build; empty: none.
[[nodiscard]] std::string mpi_version();

// Joins the processes that were started together with this one. A process can do this once. `interrupted` is
// called while this member waits: if it returns true and the pending call isn't answered soon after, the
// member gives up (mpirun sends a signal when another member has died). Fails if this build has no MPI.
[[nodiscard]] base::Result<std::unique_ptr<team::Team>> join_mpi(std::function<bool()> interrupted);

}  // namespace tabia::cluster
