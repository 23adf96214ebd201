#include "play/self_play_job.h"

#include <limits>
#include <utility>

#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/stop_on_interrupt.h"
#include "base/text.h"
#include "base/threads.h"
#include "chess/polyglot.h"
#include "nn/load.h"
#include "play/adjudication.h"
#include "runs/settings.h"

namespace tabia::play {
namespace {

using base::concat;
using base::Field;
using base::Result;
using S = SelfPlayJob;

constexpr std::size_t kLargestBook = std::size_t{1} << 30;
constexpr std::chrono::milliseconds kSyntheticHandOver{500};
constexpr std::int64_t kMostNodes = 1'000'000'000'000;
constexpr std::int64_t kMostRecords = 1'000'000'000'000'000;
constexpr std::string_view kOneStart = "give only one of --book, --chess960 and --double-chess960";

// --- the fields

Field<S> start_row(std::string name, StartRow row, std::string meaning) {
  return {{.name = std::move(name), .unit = {}, .meaning = std::move(meaning), .kind = base::FieldKind::Flag},
          [row](S& s, std::string_view text) -> Result<void> {
            TABIA_TRY(const bool wanted, base::read_truth(text));
            if (!wanted) return {};
            if (s.options.openings.row != StartRow::Standard)
              return base::usage_fault(std::string(kOneStart));
            s.options.openings.row = row;
            return {};
          },
          [row](const S& s) {
            return s.options.openings.row == row ? std::optional<std::string>("true") : std::nullopt;
          }};
}

// "3,50": one of the 3 best moves, if at most 50 centipawns worse than the best.
Field<S> several_lines() {
  return {{.name = "multipv",
           .unit = "K,CP",
           .meaning = "play a random one of the K best moves that are at most CP worse than the best"},
          [](S& s, std::string_view text) -> Result<void> {
            const auto parts = base::split(text, ',');
            if (parts.size() != 2) return base::unexpected(text, "LINES,CENTIPAWNS");
            TABIA_TRY(const std::int64_t lines, base::read_whole(parts[0], 1, 250));
            TABIA_TRY(const std::int64_t margin, base::read_whole(parts[1], 0, 10'000));
            s.options.lines = static_cast<int>(lines);
            s.options.line_margin_cp = static_cast<int>(margin);
            return {};
          },
          [](const S& s) -> std::optional<std::string> {
            if (s.options.lines == 1) return std::nullopt;
            return concat(s.options.lines, ',', s.options.line_margin_cp);
          }};
}

// A rule of adjudication, or "off".
template <class Rule, class Access>
Field<S> rule_field(std::string name, std::string unit, const base::Fields<Rule>& rows, Access access,
                    std::string meaning) {
  return base::value<S>(
      std::move(name), std::move(unit), access,
      [&rows](std::string_view text) -> Result<std::optional<Rule>> {
        if (text == "off") return std::optional<Rule>();
        TABIA_TRY(const base::KeyValues pairs, base::parse_pairs(text));
        Rule rule;
        TABIA_TRY_VOID(base::read_pairs(rows, pairs, rule));
        return std::optional(rule);
      },
      [&rows](const std::optional<Rule>& rule) -> std::optional<std::string> {
        return rule ? base::pairs_text(base::pairs_of(rows, *rule)) : "off";
      },
      std::move(meaning));
}

Field<S> random_plies() {
  return base::value<S>(
             "random-plies", "N[-M]", TABIA_MEMBER(random_plies),
             [](std::string_view text) { return read_span(text, 0, 200); },
             [](const std::optional<Span>& span) {
               return span ? std::optional(text_of(*span)) : std::nullopt;
             },
             "random plies at the start, or after the book")
      .shown_as(concat(text_of(S::kRandomPlies), ", with a book 0"));
}

Field<S> pause_ms() {
  return base::value<S>(
             "pause-ms", "N", TABIA_MEMBER(pause),
             [](std::string_view text) -> Result<std::chrono::milliseconds> {
               TABIA_TRY(const std::int64_t ms, base::read_whole(text, 0, 3'600'000));
               return std::chrono::milliseconds(ms);
             },
             [](std::chrono::milliseconds pause) -> std::optional<std::string> {
               return concat(pause.count());
             },
             "milliseconds each worker sleeps after a game")
      .not_identity();
}

base::Fields<S> amount_fields() {
  using base::integer;
  return {integer<S>("positions", "N", 1, kMostRecords, TABIA_MEMBER(target.positions),
                     "play whole games until there are at least this many positions")
              .not_identity(),
          integer<S>("games", "N", 1, kMostRecords, TABIA_MEMBER(target.records), "number of games")
              .not_identity(),
          base::text<S>("out", "FOLDER", TABIA_MEMBER(out), "output folder; an unfinished one is resumed")
              .not_identity()};
}

base::Fields<S> play_limit_fields() {
  using base::integer;
  return {integer<S>("nodes", "N", 1, kMostNodes, TABIA_MEMBER(nodes),
                     "nodes per move; the depth that reaches this limit is finished")
              .shown_as(concat(S::kNodes)),
          integer<S>("hard-nodes", "N", 1, kMostNodes * static_cast<std::int64_t>(kHardNodesFactor),
                     TABIA_MEMBER(hard_nodes), "hard limit of nodes per move")
              .shown_as(concat(kHardNodesFactor, " times --nodes")),
          integer<S>("depth", "N", 1, base::kMaxPly - 1, TABIA_MEMBER(depth), "depth per move, in plies"),
          integer<S>("hash", "MIB", 1, 1 << 16, TABIA_MEMBER(options.hash_mib),
                     "transposition table of each worker, in MiB"),
          integer<S>("seed", "N", 0, std::numeric_limits<std::int64_t>::max(), TABIA_MEMBER(options.seed),
                     "random seed")};
}

base::Fields<S> opening_fields() {
  using base::integer;
  return {base::text<S>("book", "FILE", TABIA_MEMBER(book), "openings: EPD, FEN, PGN or PolyGlot (.bin)")
              .not_identity(),  // its content is
          integer<S>("book-plies", "N", 1, Openings::kMostPlies, TABIA_MEMBER(options.openings.book_plies),
                     "at most this many plies from a PGN or PolyGlot book"),
          random_plies(),
          start_row("chess960", StartRow::Chess960, "start from Chess960 positions"),
          start_row("double-chess960", StartRow::DoubleChess960,
                    "the same with a different back rank for each side"),
          integer<S>("opening-score", "CP", 0, 100'000, TABIA_MEMBER(options.openings.most_cp),
                     "drop openings with a larger score than this, for either side")};
}

base::Fields<S> game_fields() {
  return {base::real<S>("noise", "P", 0, 1, TABIA_MEMBER(options.noise),
                        "probability of playing a random move instead of the best; the score is unaffected"),
          several_lines(),
          rule_field("draw", "movenumber=N,movecount=N,score=CP", draw_fields(),
                     TABIA_MEMBER(options.game.draw), "adjudicate draws; or off"),
          rule_field("resign", "movecount=N,score=CP", resign_fields(), TABIA_MEMBER(options.game.resign),
                     "adjudicate wins; or off"),
          base::integer<S>("maxmoves", "N", 1, 5000, TABIA_MEMBER(options.game.max_moves),
                           "a draw after this many moves of each side"),
          base::text<S>("tb", "PATH", TABIA_MEMBER(tablebases), "adjudicate with Syzygy tablebases"),
          base::flag<S>("synthetic", TABIA_MEMBER(options.synthetic),
                        "no search: random games labeled with material and piece-square values, to try out a "
                        "training pipeline"),
          pause_ms()};
}

// --- preparing

// Reads the book into the openings; returns its fingerprint, empty without a book.
Result<std::string> read_book(S& job) {
  SelfPlayOpenings& openings = job.options.openings;
  if (job.book.empty()) return std::string();
  if (job.book.ends_with(".bin")) {
    TABIA_TRY(auto book, chess::PolyglotBook::open(job.book));
    openings.book = std::make_shared<chess::PolyglotBook>(std::move(book));
    TABIA_TRY(const std::string content, base::read_file(job.book, kLargestBook));
    return base::hex64(base::hash64(content));
  }
  TABIA_TRY(auto lines,
            Openings::read(job.book, OpeningOrder::Random, job.options.seed, openings.book_plies));
  const std::uint64_t fingerprint = lines.fingerprint();
  openings.lines = std::make_shared<Openings>(std::move(lines));
  return base::hex64(fingerprint);
}

// Defaults that depend on other settings.
void fill_in(S& job) {
  if (!job.nodes && !job.depth) job.nodes = S::kNodes;
  if (!job.hard_nodes && job.nodes) job.hard_nodes = *job.nodes * kHardNodesFactor;
  if (!job.random_plies) job.random_plies = job.book.empty() ? S::kRandomPlies : Span{0, 0};
  if (job.workers == 0) job.workers = base::usable_cores();
  SelfPlayOptions& options = job.options;
  options.openings.least_random_plies = job.random_plies->least;
  options.openings.most_random_plies = job.random_plies->most;
  const Allowance allowance{.nodes = job.hard_nodes, .depth = job.depth, .soft_nodes = job.nodes};
  options.game.allowances[chess::Color::White] = options.game.allowances[chess::Color::Black] = allowance;
}

Result<eval::EvaluationSetup> evaluation_of(const S& job) {
  if (!job.network) return eval::load(job.evaluation);
  return eval::EvaluationSetup{*job.network, "", job.evaluation.options};  // its hash says it all
}

std::string identity_of(const PreparedSelfPlay& prepared, const std::string& book) {
  base::JsonWriter json;
  json.begin_object();
  base::write_json(self_play_fields(), prepared.job, json, true);
  const nn::Network* network = prepared.evaluation.network.get();
  json.field("network_hash", network ? nn::network_hash(*network) : "none");
  return json.field("book_hash", book).end_object().text();
}

data::DataInfo info_of(const PreparedSelfPlay& prepared) {
  const SelfPlayOptions& options = prepared.job.options;
  data::DataInfo info;
  info.scale = self_play_scale();
  info.seed = options.seed;
  if (options.synthetic) {
    info.source = concat("random games, labeled with material and piece squares, ", prepared.job.origin);
  } else {
    const nn::Network* network = prepared.evaluation.network.get();
    const std::string& name = prepared.evaluation.network_name;
    info.network =
        network ? concat(name, name.empty() ? "" : " ", nn::network_hash(*network)) : "classical evaluation";
    info.source = concat("self-play, ", to_string(options.game.allowances[chess::Color::White]), ", ",
                         prepared.job.origin);
  }
  info.history.emplace_back(prepared.job.step, prepared.identity);
  return info;
}

// --- playing

class SelfPlayMaker final : public RecordMaker {
 public:
  explicit SelfPlayMaker(const PreparedSelfPlay& prepared)
      : player_(prepared.evaluation.network, prepared.evaluation.options, prepared.job.options),
        pause_(prepared.job.pause) {}

  Result<std::optional<data::GameRecord>> make(const RecordPlace& place,
                                               const std::stop_token& stop) override {
    auto record = player_.play_numbered_game(place.number, stop);
    base::rest(pause_, stop);
    return record;
  }

 private:
  SelfPlayer player_;
  std::chrono::milliseconds pause_;
};

class SelfPlayPlan final : public RecordPlan {
 public:
  explicit SelfPlayPlan(const PreparedSelfPlay& prepared) : prepared_(prepared) {}
  std::unique_ptr<RecordMaker> maker() override { return std::make_unique<SelfPlayMaker>(prepared_); }

 private:
  const PreparedSelfPlay& prepared_;
};

}  // namespace

const base::Fields<SelfPlayJob>& self_play_fields() {
  static const auto fields =
      base::joined<S>({amount_fields(),
                       play_limit_fields(),
                       opening_fields(),
                       game_fields(),
                       base::within<S>(eval::evaluation_fields(), TABIA_MEMBER(evaluation)),
                       {base::integer<S>("workers", "N", 1, 1024, TABIA_MEMBER(workers),
                                         "workers to run in parallel, each on one core")
                            .shown_as("all cores")
                            .not_identity(),
                        share_field<S>(TABIA_MEMBER(share)), runs::metrics_row<S>(TABIA_MEMBER(metrics))}});
  return fields;
}

Result<PreparedSelfPlay> prepare(const SelfPlayJob& given) {
  if (given.out.empty()) return base::usage_fault("--out FOLDER is missing");
  if (given.target.records.has_value() == given.target.positions.has_value())
    return base::usage_fault("give either --positions N or --games N");
  if (!given.book.empty() && given.options.openings.row != StartRow::Standard)
    return base::usage_fault(std::string(kOneStart));
  PreparedSelfPlay prepared{given, {}, {}};
  SelfPlayJob& job = prepared.job;
  fill_in(job);
  if (!job.options.synthetic) {
    TABIA_TRY(prepared.evaluation, evaluation_of(job));
  }
  TABIA_TRY(const std::string book, read_book(job));
  if (!job.tablebases.empty()) {
    TABIA_TRY(job.options.game.tablebase, search::Tablebase::open(job.tablebases));
  }
  prepared.identity = identity_of(prepared, book);
  return prepared;
}

Result<BatchOutcome> run(const SelfPlayJob& job, BatchObserver& watch) {
  const base::StopOnInterrupt stop(watch);
  return run(job, watch, stop.token());
}

Result<BatchOutcome> run(const SelfPlayJob& given, BatchObserver& watch, const std::stop_token& stop) {
  TABIA_TRY(const PreparedSelfPlay prepared, prepare(given));
  const SelfPlayJob& job = prepared.job;
  BatchJob batches;
  batches.kind = "gen";
  batches.program = job.program;
  batches.settings = prepared.identity;
  batches.info = info_of(prepared);
  batches.target = job.target;
  batches.share = job.share;
  batches.batch_records = batch_size_for(job.target);
  batches.hand_over_after = job.options.synthetic ? kSyntheticHandOver : job.hand_over_after;
  batches.team = job.team;
  batches.metrics = job.metrics;
  const PlanMaker plan = [&]() -> Result<std::unique_ptr<RecordPlan>> {
    return std::unique_ptr<RecordPlan>(std::make_unique<SelfPlayPlan>(prepared));
  };
  return make_batches(job.out, batches, plan, job.workers, watch, stop);
}

}  // namespace tabia::play
