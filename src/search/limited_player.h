// search/limited_player.h: the move of a player of limited strength (search/strength.h): a first look, some
// calculation, and a choice with errors. Internal to this folder: callers set SearcherOptions::elo.
#pragma once

#include "base/random.h"
#include "eval/win_model.h"
#include "search/strength.h"
#include "search/worker.h"

namespace tabia::search {

class LimitedPlayer {
 public:
  // The win model and the random numbers must outlive the player.
  LimitedPlayer(const StrengthLevel& level, const eval::WinModel& win_model, base::Random& random)
      : level_(level), win_model_(win_model), random_(random) {}

  // Thinks with the only worker of the team, so that its node count is exact, and reports only its final
  // lines. The answer has at least one line, and its move is one of `moves` (legal in the game's last
  // position, not empty), even if the search was stopped before it began. `best` and `ponder` are left to the
  // caller.
  [[nodiscard]] SearchResult choose(const chess::Game& game, const std::vector<RootMove>& moves,
                                    const Shared& shared, WorkerTeam alone, Observer* observer);

 private:
  // A move that the player considers.
  struct Thought {
    Line line;
    Impression impression;
  };

  [[nodiscard]] int value_of(Score score, const chess::Position& root) const;
  [[nodiscard]] Impression impression_of(const chess::Game& game, Move move) const;
  // Puts the move that the player takes first, and the others in the order of their values.
  void decide(std::vector<Thought>& thoughts);

  const StrengthLevel level_;
  const eval::WinModel& win_model_;
  base::Random& random_;
};

}  // namespace tabia::search
