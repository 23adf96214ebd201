// cluster/session.h: a job as a team of the processes that mpirun started, or alone.
//
// Every process of the team runs the same command. Only the leader (rank 0) talks to the user: the output of the
// others is closed as soon as they have joined.
#pragma once

#include <cstdio>
#include <functional>
#include <memory>
#include <string>

#include "base/interrupt.h"
#include "base/result.h"
#include "team/team.h"

namespace tabia::cluster {

// For `tabia version`: which MPI is in, as a line; empty without one.
[[nodiscard]] std::string version_line();

// Was this process started as one of several?
[[nodiscard]] bool is_launched_together();

class Session {
 public:
  // Joins the others, or works alone if there are none.
  [[nodiscard]] static base::Result<std::unique_ptr<Session>> open();

  [[nodiscard]] team::Team& team() noexcept { return *team_; }

  // After the job. If it failed for this member alone, the others are waiting: tells what happened and ends
  // them all, this process included. `interrupted`: it didn't fail, but was told to stop.
  void close(const base::Error* error, bool interrupted);

 private:
  explicit Session(std::unique_ptr<team::Team> team) : team_(std::move(team)) {}
  void be_silent();

  std::unique_ptr<team::Team> team_;
  int told_ = 2;  // descriptor of what the user sees
};

// Runs `work` as a team. `is_stopped` says of its value that the work was interrupted.
template <class Value>
[[nodiscard]] base::Result<Value> in_team(const std::function<base::Result<Value>(team::Team&)>& work,
                                          const std::function<bool(const Value&)>& is_stopped) {
  TABIA_TRY(const auto session, Session::open());
  base::Result<Value> result = work(session->team());
  session->close(result ? nullptr : &result.error(), result && is_stopped(*result));
  return result;
}

}  // namespace tabia::cluster
