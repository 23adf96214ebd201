#include "cluster/session.h"

#include <cstdlib>
#include <string_view>

#include "base/text.h"
#include "cluster/mpi_team.h"
#include "os/file.h"
#include "play/engine_text.h"

namespace tabia::cluster {

using base::Result;

std::string version_line() {
  const std::string version = mpi_version();
  return version.empty() ? version : base::concat("MPI: ", version, "\n");
}

// Set by Open MPI, by the process managers of other MPI libraries, and by `srun --mpi`.
bool is_launched_together() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS"}) {
    const char* const value = std::getenv(name);
    if (value && std::string_view(value) != "1") return true;
  }
  return std::getenv("PMIX_RANK") && !std::getenv("OMPI_COMM_WORLD_SIZE");
}

Result<std::unique_ptr<Session>> Session::open() {
  if (!is_launched_together()) return std::unique_ptr<Session>(new Session(std::make_unique<team::Alone>()));
  TABIA_TRY(auto team, join_mpi(base::InterruptGuard::interrupted));
  std::unique_ptr<Session> session(new Session(std::move(team)));
  if (!session->team_->leads()) session->be_silent();
  // Another build may play and round differently, and pack its messages differently.
  const auto same =
      team::expect_same(session->team(), "the program", base::concat("build ", play::hash_of_this_program()));
  if (!same) return same.error();
  return session;
}

void Session::be_silent() {
  told_ = os::duplicate(os::kStandardError);
  const int nothing = os::open_nothing();
  if (nothing < 0) return;
  std::fflush(stdout);
  static_cast<void>(os::redirect(os::kStandardOutput, nothing));
  static_cast<void>(os::redirect(os::kStandardError, nothing));
  os::close_file(nothing);
}

void Session::close(const base::Error* error, bool interrupted) {
  const bool is_sole = team_->is_alone();
  if (is_sole || team_->has_agreed_to_end() || (!error && !interrupted)) {
    team_.reset();
    return;
  }
  const bool stops = interrupted || error->kind == base::ErrorKind::Interrupted;
  const std::string text =
      stops ? base::concat("tabia: ", team_->name_of(team_->rank()), " was stopped\n")
            : base::concat("tabia: ", team_->name_of(team_->rank()), ": ", error->message, "\n");
  std::fflush(nullptr);
  static_cast<void>(os::write_all(told_, text.data(), text.size()));
  // Not MPI_Abort: another thread may be inside an MPI call. mpirun ends the other ranks.
  std::_Exit(stops ? base::kExitInterrupted : 1);
}

}  // namespace tabia::cluster
