#include "learn/games.h"

#include "base/text.h"
#include "data/formats.h"
#include "play/self_play_job.h"

namespace tabia::learn {
namespace {

using base::concat;
using base::Result;

constexpr std::chrono::milliseconds kHandOver{500};

class GameObserver final : public play::BatchObserver {
 public:
  GameObserver(LearnWatch& watch, std::uint64_t positions) : watch_(watch), positions_(positions) {}
  void on_record(const play::BatchProgress& progress) override { watch_.playing(progress, positions_); }

 private:
  LearnWatch& watch_;
  std::uint64_t positions_;
};

play::SelfPlayJob self_play_job(const RoundGames& games, const StepContext& context) {
  const PlaySettings& settings = games.settings;
  play::SelfPlayJob job;
  job.out = games.folder;
  job.target.positions = settings.positions;
  job.nodes = settings.nodes;
  job.book = settings.book;
  job.random_plies = play::Span{settings.least_random_plies, settings.most_random_plies};
  job.pause = context.pause;
  job.workers = context.threads;
  job.team = context.team;
  job.options.seed = games.seed;
  job.options.openings.book_plies = play::Openings::kMostPlies;
  job.options.openings.most_cp = settings.opening_cp;
  job.options.game.max_moves = settings.max_moves;
  if (!games.adjudicate) {
    job.options.game.draw.reset();
    job.options.game.resign.reset();
  }
  job.options.hash_mib = static_cast<std::size_t>(settings.hash_mib);
  job.options.noise = settings.noise;
  job.network = games.network;
  job.program = context.program;
  // The build is recorded next to the data, not in it: it would change the size of the data, and with it the
  // reading order.
  job.origin = concat("round ", games.round, " of a learning run");
  job.step = "learn";
  job.hand_over_after = kHandOver;
  return job;
}

}  // namespace

Result<bool> play_games(const RoundGames& games, const StepContext& context, LearnWatch& watch,
                        const std::stop_token& stop) {
  GameObserver observer(watch, games.settings.positions);
  TABIA_TRY(const play::BatchOutcome outcome, play::run(self_play_job(games, context), observer, stop));
  return outcome.complete;
}

Result<GameTotals> count_games(const std::string& folder) {
  const auto reader = data::open_reader(folder, {});
  if (!reader) return reader.error();
  GameTotals totals;
  data::GameRecord record;
  for (;;) {
    const auto more = (*reader)->next(record);
    if (!more) return more.error();
    if (!*more) return totals;
    ++totals.games;
    totals.positions += record.plies.size();
    if (record.result == chess::GameResult::WhiteWins) ++totals.white_wins;
    if (record.result == chess::GameResult::Draw) ++totals.draws;
    if (record.result == chess::GameResult::BlackWins) ++totals.black_wins;
  }
}

}  // namespace tabia::learn
