// learn/gate.h: the match that decides whether a new network becomes the best.
//
// The test is looked at after fixed numbers of games. So when it ends, and what it says, depends on the networks and the
// seed alone: not on how many games are played at once, how fast they are, or how often the match was interrupted.
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
  std::array<GatePlayer, 2> players;  // the new one first
  std::uint64_t seed = 1;             // of the openings
  std::string path;                   // of the record and the PGN, without their extensions
  std::string event;
};

struct GateResult {
  play::PairingResult result;  // as the new network sees it
  double llr = 0;
  play::SprtVerdict verdict = play::SprtVerdict::Open;  // open: the most games were played

  [[nodiscard]] bool is_better() const noexcept {
    return verdict == play::SprtVerdict::Accepted || (verdict == play::SprtVerdict::Open && llr > 0);
  }
};

// Plays what the record lacks. Nothing: stopped.
[[nodiscard]] base::Result<std::optional<GateResult>> play_gate(const GateMatch& match,
                                                                const StepContext& context, LearnWatch& watch,
                                                                const std::stop_token& stop);

// After how many games the test is looked at next, `played` being on record.
[[nodiscard]] std::uint64_t next_look(const GateSettings& gate, std::uint64_t played);

// Elo from a match; where all games ended the same way, as if one more had been drawn: a bound instead of infinity.
[[nodiscard]] play::Estimate bounded_elo(const play::PairingResult& result);

}  // namespace tabia::learn
