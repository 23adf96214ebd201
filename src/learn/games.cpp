#include "learn/games.h"

#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "data/formats.h"
#include "learn/rules.h"
#include "nn/load.h"
#include "play/batches.h"
#include "play/self_play.h"

namespace tabia::learn {
namespace {

using base::concat;
using base::Result;

constexpr std::uint64_t kHardNodesFactor =
    8;  // a search may take up to this many times its nodes to finish the depth
constexpr std::chrono::milliseconds kHandOver{500};

class GameMaker final : public play::RecordMaker {
 public:
  GameMaker(std::shared_ptr<const nn::Network> network, const play::SelfPlayOptions& options,
            std::chrono::milliseconds pause)
      : player_(std::move(network), {}, options), pause_(pause) {}

  Result<std::optional<data::GameRecord>> make(const play::RecordPlace& place,
                                               const std::stop_token& stop) override {
    auto record = player_.play_numbered_game(place.number, stop);
    rest(pause_, stop);
    return record;
  }

 private:
  play::SelfPlayer player_;
  std::chrono::milliseconds pause_;
};

class GamePlan final : public play::RecordPlan {
 public:
  GamePlan(std::shared_ptr<const nn::Network> network, const play::SelfPlayOptions& options,
           std::chrono::milliseconds pause)
      : network_(std::move(network)), options_(options), pause_(pause) {}
  std::unique_ptr<play::RecordMaker> maker() override {
    return std::make_unique<GameMaker>(network_, options_, pause_);
  }

 private:
  std::shared_ptr<const nn::Network> network_;
  const play::SelfPlayOptions options_;
  std::chrono::milliseconds pause_;
};

class GameObserver final : public play::BatchObserver {
 public:
  GameObserver(LearnWatch& watch, std::uint64_t positions) : watch_(watch), positions_(positions) {}
  void on_record(const play::BatchProgress& progress) override { watch_.playing(progress, positions_); }

 private:
  LearnWatch& watch_;
  std::uint64_t positions_;
};

play::SelfPlayOptions self_play_options(const PlaySettings& settings, std::uint64_t seed, bool adjudicate) {
  play::SelfPlayOptions options;
  options.seed = seed;
  options.openings.least_random_plies = settings.least_random_plies;
  options.openings.most_random_plies = settings.most_random_plies;
  options.openings.most_cp = settings.opening_cp;
  play::Allowance allowance;
  allowance.soft_nodes = settings.nodes;
  allowance.nodes = settings.nodes * kHardNodesFactor;
  options.game.allowances[chess::Color::White] = options.game.allowances[chess::Color::Black] = allowance;
  options.game.max_moves = settings.max_moves;
  if (adjudicate) {
    options.game.draw = kDraw;
    options.game.resign = kResign;
  }
  options.hash_mib = static_cast<std::size_t>(settings.hash_mib);
  options.noise = settings.noise;
  return options;
}

play::BatchJob batch_job(const RoundGames& games, const play::SelfPlayOptions& options,
                         const std::string& book, const std::string& program) {
  const nn::Network* network = games.network.get();
  const play::Allowance& allowance = options.game.allowances[chess::Color::White];
  base::JsonWriter json;
  json.begin_object().field("round", games.round).field("seed", options.seed);
  json.field("network", std::string_view(network ? nn::network_hash(*network) : "classical"));
  json.field("limit", std::string_view(to_string(allowance))).field("hash", options.hash_mib);
  json.field("opening_score", options.openings.most_cp).field("noise", options.noise);
  json.field("adjudicated", options.game.resign.has_value()).field("book", std::string_view(book));
  json.field("least_random_plies", options.openings.least_random_plies);
  json.field("most_random_plies", options.openings.most_random_plies);
  json.field("maxmoves", options.game.max_moves).end_object();
  play::BatchJob job;
  job.kind = "gen";
  job.program = program;
  job.settings = json.text();
  job.info.scale = play::self_play_scale();
  job.info.seed = options.seed;
  job.info.network = network ? nn::network_hash(*network) : "classical evaluation";
  // The build is recorded next to the data, not in it: it would change the size of the data, and with it the
  // reading order.
  job.info.source =
      concat("self-play, ", to_string(allowance), ", round ", games.round, " of a learning run");
  job.info.history.emplace_back("learn", job.settings);
  job.target.positions = games.settings.positions;
  job.batch_records = play::batch_size_for(job.target);
  job.hand_over_after = kHandOver;
  return job;
}

}  // namespace

Result<bool> play_games(const RoundGames& games, const StepContext& context, LearnWatch& watch,
                        const std::stop_token& stop) {
  play::SelfPlayOptions options = self_play_options(games.settings, games.seed, games.adjudicate);
  std::string book;
  if (!games.settings.book.empty()) {
    auto lines = play::Openings::read(games.settings.book, play::OpeningOrder::Random, options.seed);
    if (!lines) return lines.error();
    book = base::hex64(lines->fingerprint());
    options.openings.lines = std::make_shared<play::Openings>(std::move(*lines));
  }
  const play::BatchJob job = batch_job(games, options, book, context.program);
  GamePlan plan(games.network, options, context.pause);
  GameObserver observer(watch, games.settings.positions);
  const auto outcome = play::make_batches(games.folder, job, plan, context.threads, observer, stop);
  if (!outcome) return outcome.error();
  return outcome->complete;
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
