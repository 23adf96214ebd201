// play/annotate.h: annotates the games of a PGN file: searches every position, marks bad moves, and reports
// how well both sides played. eval/game_review.h says what is searched and which moves are bad.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/fields.h"
#include "base/result.h"
#include "base/watch.h"
#include "chess/pgn.h"
#include "eval/accuracy.h"
#include "play/position_search.h"

namespace tabia::play {

struct AnnotateJob {
  std::string games;  // a PGN file, - for standard input
  PositionSearch search;
  std::optional<std::uint64_t> only_game{};  // counted from 1; nothing: all
  std::string annotator = "Tabia";           // the value of the tag Annotator
  std::vector<int> human{};                  // ratings: remarks on mistakes say what such people play
  std::string human_net{};                   // the network for that; empty: the one in its usual place
};
// The options of `tabia analyze`: all except `games` and `annotator`.
[[nodiscard]] const base::Fields<AnnotateJob>& annotate_fields();

// How a player played.
struct PlayerSummary {
  std::optional<double> accuracy;  // percent
  std::uint64_t moves = 0;
  std::uint64_t loss_cp = 0;  // of all moves together
  chess::EnumArray<eval::Judgement, int> marks{};
  int missed_wins = 0;  // mates included
  // For each rating of AnnotateJob::human: marked moves that are typical of it (puct/human_moves.h).
  std::vector<int> typical{};

  [[nodiscard]] double average_loss_cp() const {
    return moves == 0 ? 0 : static_cast<double>(loss_cp) / static_cast<double>(moves);
  }
};
using GameSummary = chess::EnumArray<chess::Color, PlayerSummary>;

// progress() counts the positions of the current game; bad games and warnings are remarks.
class AnnotateWatch : public base::Watch {
 public:
  // The search of a game begins; `number` counts from 1.
  virtual void begins(std::uint64_t /*number*/) {}
  // A game with its annotations.
  virtual void annotated(std::uint64_t /*number*/, const chess::PgnGame&, const GameSummary&) {}
};

struct AnnotateTotals {
  std::uint64_t games = 0;  // annotated
  std::uint64_t bad = 0;    // could not be read
};

// Results don't depend on the number of threads (with limits of nodes or depth). An interrupt ends the job;
// the game being searched is dropped. The error says why the file or the network can't be read, or that the
// file has no (such) game.
[[nodiscard]] base::Result<AnnotateTotals> run(const AnnotateJob& job, AnnotateWatch& watch);

}  // namespace tabia::play
