#include "cluster/jobs.h"

#include "cluster/session.h"

namespace tabia::cluster {

using base::Result;

Result<train::TrainOutcome> run(const train::TrainJob& job, train::TrainWatch& watch) {
  return in_team<train::TrainOutcome>(
      [&](team::Team& team) {
        train::TrainJob joint = job;
        joint.options.team = &team;
        return train::run(joint, watch);
      },
      [](const train::TrainOutcome& outcome) { return outcome.end == train::TrainEnd::Interrupted; });
}

// A job whose own struct holds the team.
template <class Value, class Job, class Watch, class IsStopped>
static Result<Value> run_joint(const Job& job, Watch& watch, IsStopped is_stopped) {
  return in_team<Value>(
      [&](team::Team& team) -> Result<Value> {
        Job joint = job;
        joint.team = &team;
        return play::run(joint, watch);
      },
      is_stopped);
}

// All ranks end its steps together, even when they are stopped.
Result<learn::LearnOutcome> run(const learn::LearnJob& job, learn::LearnWatch& watch) {
  return in_team<learn::LearnOutcome>(
      [&](team::Team& team) {
        learn::LearnJob joint = job;
        joint.options.team = &team;
        return learn::run(joint, watch);
      },
      [](const learn::LearnOutcome&) { return false; });
}

// When these are stopped, all ranks learn of it and end together.
Result<play::BatchOutcome> run(const play::SelfPlayJob& job, play::BatchObserver& watch) {
  return run_joint<play::BatchOutcome>(job, watch, [](const auto&) { return false; });
}
Result<play::RescoreOutcome> run(const play::RescoreJob& job, play::BatchObserver& watch) {
  return run_joint<play::RescoreOutcome>(job, watch, [](const auto&) { return false; });
}
Result<play::PlayedMatch> run(const play::MatchJob& job, play::MatchWatch& watch) {
  return run_joint<play::PlayedMatch>(job, watch, [](const auto&) { return false; });
}
Result<play::PlayedTune> run(const play::TuneJob& job, play::TuneWatch& watch) {
  return run_joint<play::PlayedTune>(job, watch, [](const auto&) { return false; });
}

}  // namespace tabia::cluster
