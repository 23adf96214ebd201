// search/searcher.h: from a Game to a best move, by alpha-beta.
//
// A Searcher owns the transposition table, the histories and the evaluators of its threads; several may exist
// in one process. search/move_search.h has the contract of its functions.
//
//   Searcher searcher(network);
//   SearchResult result = searcher.search(game, {.nodes = 10'000});
#pragma once

#include <memory>
#include <optional>

#include "chess/game.h"
#include "eval/evaluator.h"
#include "search/move_search.h"
#include "search/parameters.h"

namespace tabia::search {

class Searcher final : public MoveSearch {
 public:
  // Without a network the evaluation is classical.
  explicit Searcher(std::shared_ptr<const nn::Network> network, const eval::EvaluatorOptions& evaluation = {},
                    const SearcherOptions& options = {});
  ~Searcher() override;

  [[nodiscard]] const SearcherOptions& options() const noexcept override;
  // Changing the size of the table or the number of threads empties it (clear()).
  void set_options(const SearcherOptions& options) override;
  // Empties table and histories, whose scores would no longer be valid.
  void set_evaluation(std::shared_ptr<const nn::Network> network,
                      const eval::EvaluatorOptions& evaluation) override;
  void set_tablebase(std::shared_ptr<const Tablebase> tablebase) override;
  void set_parameters(const Parameters& parameters) override;
  void clear(std::uint64_t most_nodes = 0) override;
  [[nodiscard]] const eval::WinModel& win_model() const noexcept override;
  void arm(const Limits& limits) noexcept override;
  SearchResult run(const chess::Game& game, const Limits& limits, Observer* observer = nullptr) override;
  void wait_for_permission(const Limits& limits) override;
  void stop() noexcept override;
  void ponder_hit() noexcept override;

 private:
  struct Team;
  std::unique_ptr<Team> team_;
};

}  // namespace tabia::search
