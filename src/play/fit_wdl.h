// play/fit_wdl.h: fits the win model of a network to games: its own, played here, or those of a PGN file.
//
// eval/wdl_fit.h has the fit itself.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/fields.h"
#include "base/result.h"
#include "base/watch.h"
#include "eval/wdl_fit.h"
#include "nn/network.h"

namespace tabia::play {

struct FitWdlJob {
  std::string network;  // a file of any format
  // Games to play. They are the same for the same settings, whatever the number of threads.
  std::size_t games = 400;
  std::uint64_t nodes = 1000;
  std::string openings;  // a book (play/openings.h); empty: 8 or 9 random moves from the start
  std::uint64_t seed = 1;
  int threads = 0;  // games played in parallel; 0: as many as there are cores
  // Or games to read, whose comments have scores by this network with its current model.
  std::string pgn;       // empty: play
  std::string player;    // only this player's scores count; empty: all
  bool margins = false;  // the search margins follow the new model
};
// The settings of games that are played; of games that are read; of the model.
[[nodiscard]] const base::Fields<FitWdlJob>& fit_wdl_play_fields();
[[nodiscard]] const base::Fields<FitWdlJob>& fit_wdl_read_fields();
[[nodiscard]] const base::Fields<FitWdlJob>& fit_wdl_model_fields();
// All of them.
[[nodiscard]] base::Fields<FitWdlJob> fit_wdl_fields();

// The games that the model was fitted to.
struct WdlGames {
  std::uint64_t games = 0;  // that yielded samples
  std::uint64_t white_wins = 0;
  std::uint64_t black_wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t skipped = 0;  // no result, broken, or without a score
  std::vector<eval::WdlSample> samples;
};

struct WdlReport {
  std::shared_ptr<const nn::Network> network;  // as it was
  WdlGames games;
  nn::WdlModel model;      // for nn::with_win_model()
  double loss_before = 0;  // log-loss with the network's current model, nats per position
  double loss_after = 0;
  std::vector<eval::WdlRow> rows;
};

// The error may be an interruption: no model is fitted then. Bad games of a PGN file are remarks.
[[nodiscard]] base::Result<WdlReport> run(const FitWdlJob& job, base::Watch& watch);

// As one JSON object.
[[nodiscard]] std::string report_json(const WdlReport& report);

}  // namespace tabia::play
