#include "play/search_player.h"

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <utility>

#include "puct/choice.h"
#include "search/scale.h"
#include "search/shown_score.h"

namespace tabia::play {
namespace {

using std::chrono::duration_cast;
using std::chrono::microseconds;
using std::chrono::steady_clock;

uci::InfoScore to_info(const search::ShownScore& shown) {
  return {.unit = shown.is_mate ? uci::InfoScore::Unit::Mate : uci::InfoScore::Unit::Centipawns,
          .value = shown.value};
}

// In search units; nothing for a line that was not searched.
std::optional<base::Score> to_label(base::Score score, const eval::WinModel& model) {
  if (std::abs(score) > base::kMate) return std::nullopt;
  return base::is_decisive(score) ? score : search::SearchScale(model).to_search(score);
}

std::int64_t thread_cpu_us() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::int64_t{time.tv_sec} * 1'000'000 + time.tv_nsec / 1'000;
}

}  // namespace

SearchPlayer::SearchPlayer(std::shared_ptr<const nn::Network> network,
                           const eval::EvaluatorOptions& evaluation, const search::SearcherOptions& options,
                           const search::Parameters& parameters,
                           std::shared_ptr<const search::Tablebase> tablebase)
    : SearchPlayer(puct::make_search(puct::analysis_kind_for(network.get(), evaluation), network, evaluation,
                                     options)) {
  searcher_->set_parameters(parameters);
  if (tablebase) searcher_->set_tablebase(std::move(tablebase));
}

SearchPlayer::SearchPlayer(std::unique_ptr<search::MoveSearch> searcher) : searcher_(std::move(searcher)) {}

std::optional<Fault> SearchPlayer::new_game(const std::stop_token&) {
  searcher_->clear();
  return std::nullopt;
}

Choice SearchPlayer::choose_move(const chess::Game& game, const MoveRequest& request,
                                 const std::stop_token& stop) {
  search::Limits limits = request.limits;
  const std::int64_t cpu_before = thread_cpu_us();
  limits.start = steady_clock::now();
  searcher_->arm(limits);
  const std::stop_callback on_stop(stop, [this] { searcher_->stop(); });
  const search::SearchResult result = searcher_->run(game, limits);
  if (stop.stop_requested()) return Fault{FaultKind::Interrupted, "was interrupted"};
  if (!result.best) return Fault{FaultKind::Forfeit, "has no move"};
  ChosenMove chosen{.move = result.best,
                    .score = {},
                    .nodes = result.counters.nodes,
                    .wall_us = duration_cast<microseconds>(steady_clock::now() - limits.start).count(),
                    .cpu_us = thread_cpu_us() - cpu_before};
  if (!result.lines.empty()) {
    chosen.score =
        to_info(search::shown_score(result.lines.front().score, searcher_->win_model(), game.position()));
    chosen.depth = result.lines.front().depth;
    chosen.label = to_label(result.lines.front().score, searcher_->win_model());
  }
  if (result.lines.size() > 1) {
    for (const search::Line& line : result.lines) {
      const auto label = to_label(line.score, searcher_->win_model());
      if (!label || line.moves.empty()) continue;
      const int cp = search::shown_score(line.score, searcher_->win_model(), game.position()).value;
      chosen.ranking.push_back({line.moves.front(), *label, cp});
    }
  }
  return chosen;
}

std::unique_ptr<Player> make_search_player(std::shared_ptr<const nn::Network> network, std::size_t hash_mib) {
  search::SearcherOptions options;
  options.hash_mib = hash_mib;
  options.move_overhead_ms = 0;
  return std::make_unique<SearchPlayer>(std::move(network), eval::EvaluatorOptions{}, options);
}

}  // namespace tabia::play
