// cluster/jobs.h: the jobs that a team can do: the run() functions of their rooms, shared
// by the processes that mpirun started.
//
// Without mpirun they do the same as the room's run().
#pragma once

#include "base/result.h"
#include "learn/learn_job.h"
#include "play/match_job.h"
#include "play/rescore_job.h"
#include "play/self_play_job.h"
#include "play/tune_job.h"
#include "train/train_job.h"

namespace tabia::cluster {

[[nodiscard]] base::Result<train::TrainOutcome> run(const train::TrainJob& job, train::TrainWatch& watch);
// All ranks must see the folder.
[[nodiscard]] base::Result<play::BatchOutcome> run(const play::SelfPlayJob& job, play::BatchObserver& watch);
[[nodiscard]] base::Result<play::RescoreOutcome> run(const play::RescoreJob& job, play::BatchObserver& watch);
[[nodiscard]] base::Result<learn::LearnOutcome> run(const learn::LearnJob& job, learn::LearnWatch& watch);
[[nodiscard]] base::Result<play::PlayedMatch> run(const play::MatchJob& job, play::MatchWatch& watch);
[[nodiscard]] base::Result<play::PlayedTune> run(const play::TuneJob& job, play::TuneWatch& watch);

}  // namespace tabia::cluster
