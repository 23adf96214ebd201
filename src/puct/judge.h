// puct/judge.h: a network's opinion of positions, in the form that the searches in this folder need.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/score.h"
#include "chess/position.h"
#include "deep/planes.h"
#include "eval/win_model.h"
#include "nn/network.h"
#include "puct/tree.h"

namespace tabia::puct {

// Can the network choose moves? That takes planes and a policy.
[[nodiscard]] bool has_policy(const nn::Network* network) noexcept;

// Immutable; safe from any thread.
class Judge {
 public:
  // Requires has_policy(). Probabilities are the network's, at this temperature. `rating` is the rating of
  // the player to imitate, for networks that have it as an input.
  Judge(std::shared_ptr<const nn::Network> network, double temperature, double rating = 1500);

  // The network's input for the game's last position.
  [[nodiscard]] deep::Planes planes_of(std::span<const chess::Position> game) const;
  // One opinion for each position; `boards` are their planes. `outputs` is scratch space, which keeps its
  // memory from batch to batch.
  [[nodiscard]] std::vector<Opinion> opinions(std::span<const deep::Planes> boards,
                                              std::span<const chess::Position> positions,
                                              std::vector<deep::Outputs>& outputs) const;

  [[nodiscard]] const eval::WinModel& win_model() const noexcept { return win_model_; }
  // Converts a value from -1 to 1 to the units of the win model.
  [[nodiscard]] base::Score score_of(double value) const noexcept;
  // Nothing if the network doesn't distinguish draws from even chances.
  [[nodiscard]] std::optional<eval::Wdl> wdl_of(double value, double draw) const noexcept;

 private:
  [[nodiscard]] Opinion opinion(const chess::Position& position, deep::Outputs& outputs) const;

  std::shared_ptr<const nn::Network> network_;
  double temperature_;
  double rating_;
  eval::WinModel win_model_;
};

}  // namespace tabia::puct
