// play/search_trial.h: the games of a tune, between two searchers of this program with different parameters.
#pragma once

#include <memory>
#include <vector>

#include "eval/evaluator.h"
#include "nn/network.h"
#include "play/game_loop.h"
#include "play/openings.h"
#include "play/search_player.h"
#include "play/tune.h"
#include "search/searcher.h"

namespace tabia::play {

// What all games of a tune have in common. With one thread per searcher and a node limit, a game is a
// function of its trial and its opening.
struct TrialSetup {
  std::vector<SpsaParameter> parameters;  // of the trials; all are rows of search/parameters.h
  std::shared_ptr<const nn::Network> network;
  eval::EvaluatorOptions evaluation;
  search::SearcherOptions searcher;
  Openings openings = Openings::random_moves(0, false);
  GameSettings game;  // with the allowances
};

class SearchTrialPlayer : public TrialPlayer {
 public:
  // Plus and minus differ only in a tune build.
  explicit SearchTrialPlayer(std::shared_ptr<const TrialSetup> setup);

  [[nodiscard]] base::Result<std::optional<int>> play(const TrialGame& game,
                                                      const std::stop_token& stop) override;

 private:
  [[nodiscard]] search::Parameters with(const std::vector<int>& values) const;

  std::shared_ptr<const TrialSetup> setup_;
  std::vector<std::size_t> rows_;  // of the table, for each parameter
  SearchPlayer plus_;
  SearchPlayer minus_;
};

}  // namespace tabia::play
