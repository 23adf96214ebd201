// play/self_play_job.h: a folder of self-play games, as `tabia data gen` and the rounds of `tabia learn` make
// it.
//
// The job is a described struct (base/fields.h). Its identity, which decides whether a folder can be resumed,
// is derived from the fields and from the content of the files that they name.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "base/fields.h"
#include "base/result.h"
#include "eval/evaluation_choice.h"
#include "play/batches.h"
#include "play/self_play.h"
#include "play/span.h"

namespace tabia::play {

struct SelfPlayJob {
  static constexpr std::uint64_t kNodes = 5000;
  static constexpr Span kRandomPlies{8, 9};

  SelfPlayJob() {
    options.game.draw = kSelfPlayDraw;
    options.game.resign = kSelfPlayResign;
    options.game.max_moves = 200;
  }

  std::string out = {};  // the folder
  BatchTarget target{};  // one of the two must be set
  // Per move. The depth that reaches `nodes` is finished. If neither nodes nor depth is given: kNodes.
  std::optional<std::uint64_t> nodes{};
  std::optional<std::uint64_t> hard_nodes{};  // default: kHardNodesFactor times nodes
  std::optional<int> depth{};
  std::string book = {};               // EPD, FEN, PGN or PolyGlot (.bin); empty: none
  std::optional<Span> random_plies{};  // default: kRandomPlies; none after a book
  std::string tablebases = {};         // paths; empty: none
  eval::EvaluationChoice evaluation{};
  std::chrono::milliseconds pause{0};  // each worker sleeps this long after a game
  int workers = 0;                     // 0: all cores
  BatchShare share{};                  // of the batches; needs a number of games
  team::Team* team = nullptr;          // BatchJob::team
  std::string metrics = {};            // BatchJob::metrics
  // The other settings. Allowances, random plies, book and tablebase are set by prepare().
  SelfPlayOptions options{};

  // --- set by programs, not by users
  // Instead of evaluation.net; null: the classical evaluation.
  std::optional<std::shared_ptr<const nn::Network>> network{};
  std::string program = {};       // name and version: recorded, never compared
  std::string origin = {};        // ends the manifest's sentence about the source: "by tabia 0.1.0"
  std::string_view step = "gen";  // of the manifest's history
  // A kill may lose games that ended within this time; 0: only those being played.
  std::chrono::milliseconds hand_over_after{0};
};
[[nodiscard]] const base::Fields<SelfPlayJob>& self_play_fields();

// The job with its files read and its defaults filled in.
struct PreparedSelfPlay {
  SelfPlayJob job;
  eval::EvaluationSetup evaluation;
  std::string identity;  // a JSON object
};
// The error says which settings can't be combined, or which file can't be read.
[[nodiscard]] base::Result<PreparedSelfPlay> prepare(const SelfPlayJob& job);

// Plays the games that are missing in the folder (play/batches.h), until the watch or `stop` interrupts it.
[[nodiscard]] base::Result<BatchOutcome> run(const SelfPlayJob& job, BatchObserver& watch);
[[nodiscard]] base::Result<BatchOutcome> run(const SelfPlayJob& job, BatchObserver& watch,
                                             const std::stop_token& stop);

}  // namespace tabia::play
