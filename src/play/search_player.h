// play/search_player.h: a player inside this program: a search with a network or the classical evaluation.
#pragma once

#include <memory>

#include "play/player.h"
#include "search/searcher.h"

namespace tabia::play {

class SearchPlayer : public Player {
 public:
  // Without a network the evaluation is classical. With one thread, the search runs on the thread that asks
  // for a move, and that thread's processor time is charged for it; helper threads are not counted.
  // Parameters other than the defaults matter only in a tune build; the tablebase may be null.
  SearchPlayer(std::shared_ptr<const nn::Network> network, const eval::EvaluatorOptions& evaluation,
               const search::SearcherOptions& options, const search::Parameters& parameters = {},
               std::shared_ptr<const search::Tablebase> tablebase = nullptr);

  // The same with any search (puct/choice.h).
  explicit SearchPlayer(std::unique_ptr<search::MoveSearch> searcher);

  [[nodiscard]] std::optional<Fault> new_game(const std::stop_token& stop) override;
  [[nodiscard]] Choice choose_move(const chess::Game& game, const MoveRequest& request,
                                   const std::stop_token& stop) override;

  // Takes effect with the next game; see the constructor.
  void set_parameters(const search::Parameters& parameters) { searcher_->set_parameters(parameters); }

 private:
  std::unique_ptr<search::MoveSearch> searcher_;
};

// A player with one thread and a table of this size, for games limited by nodes or depth: its moves depend on
// the game alone.
[[nodiscard]] std::unique_ptr<Player> make_search_player(std::shared_ptr<const nn::Network> network,
                                                         std::size_t hash_mib);

}  // namespace tabia::play
