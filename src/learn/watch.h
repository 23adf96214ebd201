// learn/watch.h: the observer of a learning run.
#pragma once

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <string>

#include "base/stop_on_interrupt.h"
#include "base/watch.h"
#include "data/run_log.h"
#include "learn/state.h"
#include "play/batches.h"
#include "play/match.h"
#include "team/team.h"
#include "train/checkpoint.h"

namespace tabia::learn {

// Called by one thread at a time; progress() counts finished rounds.
class LearnWatch : public base::Watch {
 public:
  // A step of a round starts or resumes.
  virtual void step(std::uint64_t /*round*/, Step /*step*/, const std::string& /*what*/) {}
  virtual void playing(const play::BatchProgress& /*progress*/, std::uint64_t /*positions*/) {}
  virtual void training(const train::Progress& /*progress*/, double /*loss*/, std::uint64_t /*positions*/) {}
  virtual void matching(const play::Standings& /*standings*/, std::uint64_t /*most_games*/) {}
  virtual void round_ended(const data::LearnReport& /*report*/) {}
};

// Settings shared by the steps of a run.
struct StepContext {
  int threads = 1;
  std::chrono::milliseconds pause{0};  // after every game and every batch
  std::string program = {};            // name and version, for lineages
  team::Team* team = nullptr;          // the team that this process works with; null: alone
};

using base::rest;

}  // namespace tabia::learn
