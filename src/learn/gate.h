// learn/gate.h: the match that decides whether a new network becomes the best.
//
// The test is evaluated after fixed numbers of games. So when it ends, and with which verdict, depends only
// on the networks and the seed: not on how many games are played in parallel, how fast they are, or how often
// the match was interrupted.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "base/result.h"
#include "learn/recipe.h"
#include "learn/watch.h"
#include "nn/network.h"
#include "play/match.h"
#include "play/statistics.h"

namespace tabia::learn {

struct GatePlayer {
  std::string name;
  std::shared_ptr<const nn::Network> network;
};

struct GateMatch {
  GateSettings settings;
  std::array<GatePlayer, 2> players;  // the new network first
  std::uint64_t seed = 1;             // of the openings
  std::string record;                 // files
  std::string pgn;
  std::string event;
};

struct GateResult {
  play::PairingResult result;  // from the new network's point of view
  double llr = 0;
  play::SprtVerdict verdict = play::SprtVerdict::Open;  // open: the maximum number of games was played

  [[nodiscard]] bool is_better() const noexcept {
    return verdict == play::SprtVerdict::Accepted || (verdict == play::SprtVerdict::Open && llr > 0);
  }
};

// Plays the games missing in the record. Nothing: stopped.
[[nodiscard]] base::Result<std::optional<GateResult>> play_gate(const GateMatch& match,
                                                                const StepContext& context, LearnWatch& watch,
                                                                const std::stop_token& stop);

// The number of games after which the test is evaluated next, when `played` are on record.
[[nodiscard]] std::uint64_t next_look(const GateSettings& gate, std::uint64_t played);

// Elo from a match. If all games ended the same way, it is computed as if one more game had been drawn: a
// bound instead of infinity.
[[nodiscard]] play::Estimate bounded_elo(const play::PairingResult& result);

}  // namespace tabia::learn
