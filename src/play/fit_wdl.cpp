#include "play/fit_wdl.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>

#include "base/file.h"
#include "base/json.h"
#include "base/stop_on_interrupt.h"
#include "base/text.h"
#include "base/threads.h"
#include "chess/pgn_annotation.h"
#include "chess/pgn_reader.h"
#include "eval/win_model.h"
#include "nn/load.h"
#include "play/self_play.h"
#include "search/scale.h"

namespace tabia::play {
namespace {

using base::Result;
using chess::Color;
using chess::GameResult;
using chess::Position;
using eval::Outcome;
using eval::WdlSample;

// Scores from the opening say more about the opening than about the score. Stockfish's model skips the first
// moves too.
constexpr std::size_t kSkippedPlies = 8;  // after the opening, in games played here
constexpr int kFirstMoveNumber = 8;       // in games read from a file

Outcome outcome_for(Color color, GameResult result) {
  if (result == GameResult::Draw) return Outcome::Draw;
  return (result == GameResult::WhiteWins) == (color == Color::White) ? Outcome::Win : Outcome::Loss;
}

// Adds a game, unless it has no result or no score.
void add_game(GameResult result, const std::vector<WdlSample>& samples, WdlGames& games) {
  if (result == GameResult::Unknown || samples.empty()) {
    ++games.skipped;
    return;
  }
  ++games.games;
  games.white_wins += result == GameResult::WhiteWins ? 1 : 0;
  games.black_wins += result == GameResult::BlackWins ? 1 : 0;
  games.draws += result == GameResult::Draw ? 1 : 0;
  games.samples.insert(games.samples.end(), samples.begin(), samples.end());
}

// --- games played here

// The fit determines the scale of the network's scores, so no rule may rely on it: openings are not tested
// for balance, and a won game is ended early only with a material lead. If such games continued, searches
// this short would often fail to win, and such a draw says nothing about the score.
Result<SelfPlayOptions> self_play_options(const FitWdlJob& job) {
  constexpr int kRepeatedPlies = 3;
  SelfPlayOptions options;
  options.seed = job.seed;
  options.hash_mib = 4;  // more than the nodes of one move can fill
  options.openings.most_cp = std::numeric_limits<int>::max();
  if (!job.openings.empty()) {
    TABIA_TRY(Openings book, Openings::read(job.openings, OpeningOrder::Random, job.seed));
    // An opening that is used again is followed by random moves: the same game again would add nothing.
    const int random_plies = job.games > book.size() ? kRepeatedPlies : 0;
    options.openings.lines = std::make_shared<const Openings>(std::move(book));
    options.openings.least_random_plies = options.openings.most_random_plies = random_plies;
  }
  options.game.material = MaterialRule{};
  options.game.max_moves = 400;
  for (const Color color : {Color::White, Color::Black}) options.game.allowances[color].nodes = job.nodes;
  return options;
}

std::vector<WdlSample> samples_of(const data::GameRecord& record, const search::SearchScale& scale) {
  std::vector<WdlSample> samples;
  Position position = record.start;
  for (std::size_t i = 0; i < record.plies.size(); ++i) {
    const data::GamePly& ply = record.plies[i];
    if (i >= kSkippedPlies && ply.score != base::kNoScore && !base::is_decisive(ply.score))
      samples.push_back({scale.from_search(ply.score), eval::wdl_material(position),
                         outcome_for(position.side_to_move(), record.result)});
    position.make(ply.move);
  }
  return samples;
}

// Games are taken by number, so they don't depend on the number of threads.
Result<WdlGames> play_games(const FitWdlJob& job, const std::shared_ptr<const nn::Network>& network,
                            base::Watch& watch) {
  TABIA_TRY(const SelfPlayOptions options, self_play_options(job));
  const search::SearchScale scale{eval::WinModel(network->wdl())};
  const int threads = job.threads > 0 ? job.threads : base::usable_cores();
  const base::StopOnInterrupt interrupt(watch);
  const std::size_t workers = std::min(job.games, static_cast<std::size_t>(threads));
  std::vector<std::pair<GameResult, std::vector<WdlSample>>> played(job.games);
  std::optional<base::Error> error;
  std::mutex mutex;  // guards next, finished, error and the watch
  std::size_t next = 0;
  std::size_t finished = 0;
  base::parallel_for(workers, threads, [&](std::size_t) {
    SelfPlayer player(network, {}, options);
    for (;;) {
      std::size_t number = 0;
      {
        const std::scoped_lock lock(mutex);
        if (next == job.games || error || interrupt.token().stop_requested()) return;
        number = next++;
      }
      const auto record = player.play_numbered_game(number, interrupt.token());
      const std::scoped_lock lock(mutex);
      if (!record) {
        error = record.error();
      } else if (*record) {
        played[number] = {(*record)->result, samples_of(**record, scale)};
        watch.progress(++finished, job.games);
      }
    }
  });
  if (error) return *error;
  if (finished < job.games) {
    watch.remark(base::concat("interrupted: ", finished, " games are finished; no model was fitted"));
    return base::interruption();
  }
  WdlGames games;
  for (const auto& [result, samples] : played) add_game(result, samples, games);
  return games;
}

// --- games of a file

// The score in a comment: [%eval] is for the position after the move, while match programs write what the
// mover thought before it.
std::optional<WdlSample> sample_in(const chess::PgnMove& move, const Position& before, const Position& after,
                                   const eval::WinModel& model, GameResult result) {
  const chess::PgnAnnotation annotation = annotation_in(move.comment, before.side_to_move());
  if (!annotation.score || annotation.score->mate || annotation.book) return std::nullopt;
  const Position& about = move.comment.find("[%eval") == std::string::npos ? before : after;
  if (about.fullmove_number() < kFirstMoveNumber) return std::nullopt;
  const double white_score = annotation.score->cp / 100.0 * model.units_per_pawn(about);
  const double score = about.side_to_move() == Color::White ? white_score : -white_score;
  if (std::abs(score) > base::kMaxEvaluation) return std::nullopt;
  return WdlSample{static_cast<base::Score>(std::lround(score)), eval::wdl_material(about),
                   outcome_for(about.side_to_move(), result)};
}

std::vector<WdlSample> samples_of(const chess::PgnGame& game, const std::string& player,
                                  const eval::WinModel& model) {
  std::vector<WdlSample> samples;
  const chess::Game played = game.main_line();
  for (std::size_t i = 0; i < game.line.moves.size(); ++i) {
    const Position& before = played.positions()[i];
    const std::string* name = game.tag(before.side_to_move() == Color::White ? "White" : "Black");
    if (!player.empty() && (!name || *name != player)) continue;
    if (const auto one = sample_in(game.line.moves[i], before, played.positions()[i + 1], model, game.result))
      samples.push_back(*one);
  }
  return samples;
}

Result<WdlGames> read_games(const FitWdlJob& job, const nn::Network& network, base::Watch& watch) {
  TABIA_TRY(base::InputFile file, base::InputFile::open(job.pgn));
  const eval::WinModel model(network.wdl());
  chess::PgnReader reader(file.stream(), {.read_variations = false});
  WdlGames games;
  while (auto next = reader.next()) {
    if (watch.interrupted()) {
      watch.remark("interrupted; no model was fitted");
      return base::interruption();
    }
    if (!*next) {
      watch.remark(base::concat(file.name(), ": ", next->error().message));
      ++games.skipped;
      continue;
    }
    const chess::PgnGame& game = (*next)->game;
    add_game(game.result, samples_of(game, job.player, model), games);
  }
  if (file.fault()) return *file.fault();
  return games;
}

void write_model(base::JsonWriter& json, std::string_view name, const nn::WdlModel& model) {
  json.key(name).begin_object().key("a").begin_array();
  for (const double coefficient : model.a) json.value(coefficient);
  json.end_array().key("b").begin_array();
  for (const double coefficient : model.b) json.value(coefficient);
  json.end_array().end_object();
}

}  // namespace

const base::Fields<FitWdlJob>& fit_wdl_play_fields() {
  using base::integer;
  using J = FitWdlJob;
  static const base::Fields<J> fields = {
      integer<J>("games", "N", 1, 10'000'000, TABIA_MEMBER(games), "games to play"),
      integer<J>("nodes", "N", 1, 1'000'000'000, TABIA_MEMBER(nodes), "nodes per move"),
      base::text<J>("openings", "FILE", TABIA_MEMBER(openings),
                    "positions (EPD or FEN lines) or games (PGN) to play from")
          .shown_as("8 or 9 random moves from the start"),
      integer<J>("seed", "N", 0, std::numeric_limits<std::int64_t>::max(), TABIA_MEMBER(seed),
                 "seed of the openings"),
      integer<J>("threads", "N", 1, 1024, TABIA_MEMBER(threads), "games to play in parallel")
          .shown_as("all cores")
          .not_identity()};
  return fields;
}

const base::Fields<FitWdlJob>& fit_wdl_read_fields() {
  using J = FitWdlJob;
  static const base::Fields<J> fields = {
      base::text<J>("pgn", "FILE", TABIA_MEMBER(pgn),
                    "read the games from this file instead, - for standard input"),
      base::text<J>("player", "NAME", TABIA_MEMBER(player), "use only this player's scores")};
  return fields;
}

const base::Fields<FitWdlJob>& fit_wdl_model_fields() {
  static const base::Fields<FitWdlJob> fields = {
      base::flag<FitWdlJob>("margins", TABIA_MEMBER(margins),
                            "also scale the search margins by the new model, which changes how the network "
                            "plays; by default only displayed scores change")};
  return fields;
}

Result<WdlReport> run(const FitWdlJob& job, base::Watch& watch) {
  WdlReport report;
  TABIA_TRY(report.network, nn::load_network(job.network));
  const nn::Network& network = *report.network;
  TABIA_TRY(report.games,
            job.pgn.empty() ? play_games(job, report.network, watch) : read_games(job, network, watch));
  const std::vector<WdlSample>& samples = report.games.samples;
  const double per_game = static_cast<double>(samples.size()) /
                          static_cast<double>(std::max<std::uint64_t>(1, report.games.games));
  const auto model = eval::fit_wdl(samples, {.samples_per_game = per_game});
  if (!model) return model.error().inside("the model can't be fitted");
  report.model = *model;
  if (!job.margins) report.model.margin_pawn = eval::WinModel(network.wdl()).margin_pawn();
  report.loss_before = eval::wdl_log_loss(samples, network.wdl());
  report.loss_after = eval::wdl_log_loss(samples, *model);
  report.rows = eval::wdl_table(samples, *model);
  return report;
}

base::Fields<FitWdlJob> fit_wdl_fields() {
  return base::joined<FitWdlJob>({fit_wdl_play_fields(), fit_wdl_read_fields(), fit_wdl_model_fields()});
}

std::string report_json(const WdlReport& report) {
  const WdlGames& games = report.games;
  base::JsonWriter json;
  json.begin_object().field("network", nn::network_hash(*report.network)).field("games", games.games);
  json.field("white_wins", games.white_wins).field("black_wins", games.black_wins);
  json.field("draws", games.draws).field("passed_over", games.skipped);
  json.field("positions", games.samples.size());
  write_model(json, "wdl_model", report.model);
  write_model(json, "wdl_model_before", report.network->wdl());
  json.field("log_loss_before", report.loss_before).field("log_loss", report.loss_after);
  json.key("table").begin_array();
  for (const eval::WdlRow& row : report.rows) {
    json.begin_object().field("from_material", row.from_material).field("to_material", row.to_material);
    json.field("a", row.curve.a).field("b", row.curve.b).field("positions", row.samples);
    json.key("rates").begin_array();
    for (const eval::WdlRate& rate : row.rates) {
      json.begin_object().field("score", rate.score).field("samples", rate.samples);
      json.field("predicted", rate.predicted);
      if (rate.samples > 0) json.field("observed", rate.observed);
      json.end_object();
    }
    json.end_array().end_object();
  }
  return json.end_array().end_object().text();
}

}  // namespace tabia::play
