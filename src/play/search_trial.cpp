#include "play/search_trial.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "search/parameters.h"

namespace tabia::play {
namespace {

std::size_t row_of(const std::string& name) {
  const auto* row = std::find_if(std::begin(search::kParameterInfos), std::end(search::kParameterInfos),
                                 [&](const auto& candidate) { return candidate.name == name; });
  TABIA_CHECK(row != std::end(search::kParameterInfos), "a parameter of the search");
  return static_cast<std::size_t>(row - std::begin(search::kParameterInfos));
}

}  // namespace

SearchTrialPlayer::SearchTrialPlayer(std::shared_ptr<const TrialSetup> setup)
    : setup_(std::move(setup)),
      plus_(setup_->network, setup_->evaluation, setup_->searcher),
      minus_(setup_->network, setup_->evaluation, setup_->searcher) {
  for (const SpsaParameter& parameter : setup_->parameters) rows_.push_back(row_of(parameter.name));
}

search::Parameters SearchTrialPlayer::with(const std::vector<int>& values) const {
  search::Parameters parameters{};
  for (std::size_t i = 0; i < rows_.size(); ++i) search::set_parameter(parameters, rows_[i], values[i]);
  return parameters;
}

base::Result<std::optional<int>> SearchTrialPlayer::play(const TrialGame& game, const std::stop_token& stop) {
  plus_.set_parameters(with(game.trial.plus));
  minus_.set_parameters(with(game.trial.minus));
  SearchPlayer& white = game.plus_is_white ? plus_ : minus_;
  SearchPlayer& black = game.plus_is_white ? minus_ : plus_;
  const FinishedGame finished =
      play_game(white, black, setup_->openings.opening(game.opening), setup_->game, stop);
  if (finished.reason == EndReason::Interrupted) return std::optional<int>();
  if (is_fault(finished.reason))
    return base::Error{base::concat("iteration ", game.trial.iteration, ", opening ", game.opening, ": ",
                                    name_of(finished.reason), ": ", finished.detail)};
  if (finished.result == chess::GameResult::Draw) return std::optional<int>(0);
  const bool white_won = finished.result == chess::GameResult::WhiteWins;
  return std::optional<int>(white_won == game.plus_is_white ? 1 : -1);
}

}  // namespace tabia::play
