#include "puct/judge.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace tabia::puct {

using chess::Position;

bool has_policy(const nn::Network* network) noexcept {
  return network != nullptr && network->forward() != nullptr && network->spec().planes &&
         network->spec().planes->policy;
}

Judge::Judge(std::shared_ptr<const nn::Network> network, double temperature, double rating)
    : network_(std::move(network)), temperature_(temperature), rating_(rating) {
  TABIA_CHECK(has_policy(network_.get()), "a search by policy needs a network with a policy");
  win_model_ = eval::WinModel(network_->wdl());
}

deep::Planes Judge::planes_of(std::span<const Position> game) const {
  return deep::encode(network_->spec().planes->input, game, {.rating = rating_});
}

std::vector<Opinion> Judge::opinions(std::span<const deep::Planes> boards,
                                     std::span<const Position> positions,
                                     std::vector<deep::Outputs>& outputs) const {
  if (outputs.size() < boards.size()) outputs.resize(boards.size());
  network_->forward()->run(boards, std::span(outputs).first(boards.size()));
  std::vector<Opinion> opinions;
  opinions.reserve(boards.size());
  for (std::size_t i = 0; i < boards.size(); ++i) opinions.push_back(opinion(positions[i], outputs[i]));
  return opinions;
}

Opinion Judge::opinion(const Position& position, deep::Outputs& outputs) const {
  network_->turn_to_mover(position, outputs);
  Opinion opinion;
  if (network_->spec().planes->value.kind == deep::ValueSpec::Kind::Centipawns) {
    const eval::Wdl wdl = win_model_.wdl(network_->output_of(outputs).score, position);
    opinion.value = (wdl.win - wdl.loss) / 1000.0;
    opinion.draw = wdl.draw / 1000.0;
  } else {
    opinion.value = std::clamp(static_cast<double>(outputs.value), -1.0, 1.0);
    opinion.draw = std::clamp(static_cast<double>(outputs.wdl[1]), 0.0, 1.0);
  }
  // A broken network may output anything; the search must continue.
  if (!std::isfinite(opinion.value) || !std::isfinite(opinion.draw)) opinion.value = opinion.draw = 0;
  opinion.moves = deep::move_probabilities(position, outputs.policy, outputs.transform, temperature_);
  const bool is_sane = std::all_of(opinion.moves.begin(), opinion.moves.end(),
                                   [](const auto& move) { return std::isfinite(move.probability); });
  for (deep::MoveProbability& move : opinion.moves)
    if (!is_sane) move.probability = 1.0f / static_cast<float>(opinion.moves.size());
  return opinion;
}

base::Score Judge::score_of(double value) const noexcept {
  const double units = nn::units_of_value(value, network_->wdl());
  return base::clamped_evaluation(static_cast<std::int64_t>(std::clamp(units, -1e9, 1e9)));
}

std::optional<eval::Wdl> Judge::wdl_of(double value, double draw) const noexcept {
  if (network_->spec().planes->value.kind == deep::ValueSpec::Kind::Tanh) return std::nullopt;
  const auto permille = [](double chance) { return static_cast<int>(std::lround(1000 * chance)); };
  eval::Wdl wdl;
  wdl.draw = permille(std::clamp(draw, 0.0, 1.0));
  wdl.win = std::clamp(permille((1 - draw + value) / 2), 0, 1000 - wdl.draw);
  wdl.loss = 1000 - wdl.draw - wdl.win;
  return wdl;
}

}  // namespace tabia::puct
