// cluster/session.h: runs a job as a team of the processes that mpirun started, or alone.
//
// Every process of the team runs the same command. Only the leader (rank 0) talks to the user: the output of
// the others is closed as soon as they have joined.
#pragma once

#include <cstdio>
#include <functional>
#include <memory>
#include <string>

#include "base/interrupt.h"
#include "base/result.h"
#include "team/team.h"

namespace tabia::cluster {

// For `tabia version`: a line that names the MPI in this build; empty if there is none.
[[nodiscard]] std::string version_line();

// Was this process started as one of several?
[[nodiscard]] bool is_launched_together();

class Session {
 public:
  // Joins the others, or works alone if there are none. An error if they are other builds of this program.
  [[nodiscard]] static base::Result<std::unique_ptr<Session>> open();

  [[nodiscard]] team::Team& team() noexcept { return *team_; }

  // Call it after the job. If the job failed for this member alone, the others are still
  // waiting: prints what happened and ends all of them, including this process. `interrupted`:
  // the job didn't fail but was told to stop.
  void close(const base::Error* error, bool interrupted);

 private:
  explicit Session(std::unique_ptr<team::Team> team) : team_(std::move(team)) {}
  void be_silent();

  std::unique_ptr<team::Team> team_;
  int told_ = 2;  // descriptor of the output that the user sees
};

// Runs `work` as a team. `is_stopped` tells from its result whether it was interrupted.
template <class Value>
[[nodiscard]] base::Result<Value> in_team(const std::function<base::Result<Value>(team::Team&)>& work,
                                          const std::function<bool(const Value&)>& is_stopped) {
  TABIA_TRY(const auto session, Session::open());
  base::Result<Value> result = work(session->team());
  session->close(result ? nullptr : &result.error(), result && is_stopped(*result));
  return result;
}

}  // namespace tabia::cluster
