// puct/human_player.h: a player that chooses moves like people of a rating (SearcherOptions::elo).
//
// A human network proposes moves as people of that rating play them; a search by an adviser, tiny at the
// lowest ratings (alpha-beta with another network), checks the likeliest of them, and moves that it finds bad
// become unlikely. The table of puct/human_level.h sets how much weight each part has. Otherwise it is a
// PolicyPlayer: it takes any limits, and the options of search::PolicyPlayOptions except the temperature.
#pragma once

#include <memory>
#include <vector>

#include "puct/human_level.h"
#include "puct/policy_player.h"

namespace tabia::puct {

// Does the network have a policy, and the player's rating among its inputs?
[[nodiscard]] bool is_human(const nn::Network* network) noexcept;

class HumanPlayer final : public PolicyPlayer {
 public:
  // Requires is_human(human). `adviser` is the network of the search that checks moves; null: classical
  // evaluation.
  HumanPlayer(std::shared_ptr<const nn::Network> human, std::shared_ptr<const nn::Network> adviser,
              const eval::EvaluatorOptions& evaluation, const search::SearcherOptions& options);
  ~HumanPlayer() override;

  void set_options(const search::SearcherOptions& options) override;
  // Sets the adviser's evaluation.
  void set_evaluation(std::shared_ptr<const nn::Network> network,
                      const eval::EvaluatorOptions& evaluation) override;
  void clear(std::uint64_t most_nodes = 0) override;
  void stop() noexcept override;

 private:
  [[nodiscard]] std::vector<double> weights(const chess::Game& game, const search::Limits& limits,
                                            std::vector<Choice>& moves, search::Counters& counters) override;
  // Removes the moves that the search didn't judge; keeps all if it judged none.
  void check_moves(const chess::Game& game, const search::Limits& limits, std::vector<Choice>& moves,
                   search::Counters& counters);
  // The adviser's score of a root move.
  [[nodiscard]] Verdict verdict_on(search::Score score, const chess::Position& root) const;

  HumanLevel level_;
  std::unique_ptr<search::MoveSearch> adviser_;
};

}  // namespace tabia::puct
