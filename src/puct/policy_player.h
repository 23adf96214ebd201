// puct/policy_player.h: chooses a move without a search, by the network's policy.
//
// For networks that imitate people (Maia, networks with a rating). A search would play better than the people
// they learned from, so the answer takes one evaluation, whatever the limits are. search::PolicyPlayOptions
// say how the player chooses, how long it takes, and which mistakes it avoids. With several lines, each has
// the value of the position after its move. `SearcherOptions::elo` is the rating for networks that have one
// as an input.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/random.h"
#include "puct/control.h"
#include "puct/judge.h"
#include "search/move_search.h"
#include "search/root_moves.h"

namespace tabia::puct {

// How long a person would take, in milliseconds, for a choice among moves with these probabilities (which add
// up to 1): longer if there is no clear favorite, almost none if there is only one move. `usual_ms` is the
// time of an average move; the result is at most `most_ms`, and differs from call to call.
[[nodiscard]] std::int64_t thinking_time_ms(const std::vector<double>& probabilities, std::int64_t usual_ms,
                                            std::int64_t most_ms, base::Random& random) noexcept;

// The weight of each move at a temperature: p ^ (1 / temperature), relative to the likeliest; at temperature
// 0 only the likeliest counts. Requires at least one move.
[[nodiscard]] std::vector<double> tempered(std::vector<double> probabilities, double temperature) noexcept;
// A random index, each with a probability proportional to its weight. Requires at least one weight.
[[nodiscard]] std::size_t chosen_move(const std::vector<double>& weights, base::Random& random) noexcept;

class PolicyPlayer : public ControlledSearch {
 public:
  // Requires has_policy().
  explicit PolicyPlayer(std::shared_ptr<const nn::Network> network,
                        const search::SearcherOptions& options = {});

  void set_options(const search::SearcherOptions& options) override;
  void set_evaluation(std::shared_ptr<const nn::Network> network,
                      const eval::EvaluatorOptions& evaluation) override;
  void set_tablebase(std::shared_ptr<const search::Tablebase> tablebase) override {
    tablebase_ = std::move(tablebase);
  }
  void clear(std::uint64_t most_nodes = 0) override;
  search::SearchResult run(const chess::Game& game, const search::Limits& limits,
                           search::Observer* observer = nullptr) override;

 protected:
  // What a search found out about a move, from the mover's point of view, in the units of win_model().
  struct Verdict {
    search::Score score = 0;
    eval::Wdl wdl;
  };
  // A move that the player may choose.
  struct Choice {
    Move move;
    double probability = 0;  // the network's
    std::optional<Verdict> verdict = {};
  };

  // `rating` is for networks that have it as an input.
  PolicyPlayer(std::shared_ptr<const nn::Network> network, const search::SearcherOptions& options,
               double rating);
  void set_options(const search::SearcherOptions& options, double rating);

  [[nodiscard]] static std::vector<double> probabilities_of(const std::vector<Choice>& moves);
  // The weights of the moves (the likeliest first, at least one): a move is played as often as its share of
  // their sum. Here they depend on the temperature of the options. An override may judge moves and remove
  // some.
  [[nodiscard]] virtual std::vector<double> weights(const chess::Game& game, const search::Limits& limits,
                                                    std::vector<Choice>& moves, search::Counters& counters);

 private:
  // The moves to choose from, the likeliest first.
  [[nodiscard]] std::vector<Choice> choices(const chess::Game& game, const search::RootCandidates& roots,
                                            const Opinion& opinion) const;
  void keep_safe_moves(const chess::Position& root, std::vector<Choice>& moves) const;
  [[nodiscard]] std::vector<search::Line> lines(const chess::Game& game, const std::vector<Choice>& moves,
                                                const Opinion& opinion) const;
  void wait_like_a_person(const chess::Game& game, const search::Limits& limits,
                          const std::vector<Choice>& moves);

  std::shared_ptr<const nn::Network> network_;
  base::Random random_;
  double scale_of_game_ = -1;
};

}  // namespace tabia::puct
