#include "play/match_job.h"

#include <algorithm>
#include <map>

#include "base/hash.h"
#include "base/stop_on_interrupt.h"
#include "base/text.h"
#include "play/adjudication.h"
#include "runs/settings.h"

namespace tabia::play {
namespace {

using base::concat;
using base::Error;
using base::Result;
using base::usage_fault;
using M = MatchJob;

constexpr std::int64_t kMatchMoveTimeMs = 100;
constexpr std::uint64_t kDefaultGames = 100;

base::Field<M> clock_row() {
  return {
      {.name = "clock",
       .unit = "KIND",
       .meaning = "wall; cpu: charge an engine the processor time it used, which works on a busy machine; "
                  "nodes=N: N nodes count as a millisecond"},
      [](M& job, std::string_view text) -> Result<void> {
        constexpr std::string_view kNodes = "nodes=";
        if (text.starts_with(kNodes)) {
          TABIA_TRY(job.game.nodes_per_ms, base::read_whole(text.substr(kNodes.size()), 1, 10'000));
          job.game.clock = ClockKind::Nodes;
          return {};
        }
        if (text != "wall" && text != "cpu")
          return base::unexpected(text, "wall, cpu or nodes=N (nodes per millisecond)");
        job.game.clock = text == "cpu" ? ClockKind::Cpu : ClockKind::Wall;
        return {};
      },
      [](const M& job) -> std::optional<std::string> {
        if (job.game.clock == ClockKind::Nodes) return concat("nodes=", job.game.nodes_per_ms);
        return std::string(name_of(job.game.clock));
      }};
}

base::Field<M> engines_row() {
  return base::Field<M>{{.name = "engine", .unit = "KEYS", .meaning = "an engine; give it twice or more"},
                        [](M& job, std::string_view text) -> Result<void> {
                          TABIA_TRY(EngineText engine, parse_engine(text));
                          job.engines.push_back(std::move(engine));
                          return {};
                        },
                        [](const M& job) -> std::optional<std::string> {
                          return job.engines.empty() ? std::nullopt
                                                     : std::optional(to_string(job.engines.front()));
                        }}
      .repeating()
      .with_pairs()
      .not_identity();  // prepared() writes them with hashes of their files
}

const base::Fields<Sprt>& sprt_fields() {
  static const base::Fields<Sprt> rows = {
      base::real<Sprt>("elo0", "ELO", -1e6, 1e6, TABIA_MEMBER(elo0), "no more than this much stronger"),
      base::real<Sprt>("elo1", "ELO", -1e6, 1e6, TABIA_MEMBER(elo1), "this much stronger"),
      base::real<Sprt>("alpha", "P", 0, 0.5, TABIA_MEMBER(alpha),
                       "probability of accepting what is only elo0"),
      base::real<Sprt>("beta", "P", 0, 0.5, TABIA_MEMBER(beta), "probability of rejecting what is elo1"),
      base::value<Sprt>(
          "model", "MODEL", TABIA_MEMBER(model),
          [](std::string_view text) -> Result<EloModel> {
            if (const auto model = parse_elo_model(text)) return *model;
            return base::unexpected(text, "normalized or logistic");
          },
          [](EloModel model) { return std::optional<std::string>(name_of(model)); }, "unit of the bounds")};
  return rows;
}

base::Field<M> sprt_row() {
  return base::value<M>(
             "sprt", "ELO0,ELO1[,ALPHA,BETA][,MODEL]", TABIA_MEMBER(sprt), parse_sprt,
             [](const std::optional<Sprt>& sprt) {
               return sprt ? std::optional(base::pairs_text(base::pairs_of(sprt_fields(), *sprt)))
                           : std::nullopt;
             },
             "stop as soon as the first engine is shown to be ELO1 stronger, or no more than ELO0; the model "
             "is "
             "normalized (default) or logistic; alpha and beta are 0.05 each by default")
      .with_pairs();
}

// The limits of all engines: hashes of the engines have them.
base::Fields<M> shared_limits() {
  base::Fields<M> rows = base::within<M>(limit_fields(), TABIA_MEMBER(limit));
  for (base::Field<M>& row : rows) {
    row.about.identity = false;
    if (row.about.name == "movetime") row.about.shown_default = "100, if there is no other limit";
  }
  return rows;
}

base::Fields<M> make_match_fields() {
  using base::choice;
  using base::flag;
  using base::integer;
  using base::text;
  const base::Fields<M> who = {
      engines_row(),
      base::Field<M>{{.name = "each",
                      .unit = "KEYS",
                      .meaning = "settings for every engine that does not set them itself"},
                     [](M& job, std::string_view text) -> Result<void> {
                       TABIA_TRY(job.each, parse_engine(text));
                       return {};
                     },
                     [](const M& job) -> std::optional<std::string> {
                       std::string text = to_string(job.each);
                       return text.empty() ? std::nullopt : std::optional(std::move(text));
                     }}
          .with_pairs()
          .not_identity(),
      // A match can be made longer, so its length doesn't identify it.
      integer<M>("games", "N", 1, 1'000'000'000, TABIA_MEMBER(games), "games per pairing")
          .shown_as(concat(kDefaultGames, "; with --sprt: until it ends"))
          .not_identity(),
      integer<M>("rounds", "N", 1, 500'000'000, TABIA_MEMBER(rounds),
                 "openings per pairing, two games each: the same as --games 2N")
          .not_identity(),
      sprt_row()};
  const base::Fields<M> clocks = {
      clock_row(),
      integer<M>("margin", "MS", 0, 1'000'000, TABIA_MEMBER(game.margin_ms),
                 "tolerance beyond the time limit, in addition to any wait for a processor"),
      integer<M>("stall", "MS", 1, 100'000'000, TABIA_MEMBER(game.stall_ms),
                 "an engine that is silent for this much longer than its time has hung")};
  const base::Fields<M> games = {
      text<M>("openings", "FILE", TABIA_MEMBER(openings), "EPD, FEN or PGN")
          .shown_as("eight random moves")
          .not_identity(),  // prepared() writes a hash of the content
      choice<M, OpeningOrder>("order", "ORDER",
                              {{name_of(OpeningOrder::Random), OpeningOrder::Random},
                               {name_of(OpeningOrder::Sequential), OpeningOrder::Sequential}},
                              TABIA_MEMBER(order), "order of the openings: random or sequential"),
      integer<M>("plies", "N", 0, Openings::kMostPlies, TABIA_MEMBER(plies),
                 "plies to take from the games of a PGN")
          .shown_as("all"),
      integer<M>("seed", "N", 0, INT64_MAX, TABIA_MEMBER(seed),
                 "random seed of the order of openings, or of random moves"),
      flag<M>("chess960", TABIA_MEMBER(chess960), "castling as in Chess960; sets UCI_Chess960"),
      choice<M, Tournament>("tournament", "KIND",
                            {{name_of(Tournament::RoundRobin), Tournament::RoundRobin},
                             {name_of(Tournament::Gauntlet), Tournament::Gauntlet}},
                            TABIA_MEMBER(tournament),
                            "roundrobin, or gauntlet: the first engine against all others"),
      integer<M>("concurrency", "N", 1, 1024, TABIA_MEMBER(concurrency),
                 "games to play in parallel, each on its own cores")
          .not_identity(),
      flag<M>("no-pin", TABIA_MEMBER(no_pin), "let the system choose the core a game runs on")
          .not_identity()};
  const base::Fields<M> files = {
      text<M>("tb", "PATH", TABIA_MEMBER(tablebase), "adjudicate with Syzygy tablebases"),
      text<M>("pgn", "FILE", TABIA_MEMBER(pgn),
              "append the games with scores, depths, times and reasons; - for standard output")
          .not_identity(),
      text<M>("record", "FILE", TABIA_MEMBER(record),
              "save every game in this file (JSON lines); an existing record is resumed")
          .not_identity(),
      text<M>("event", "NAME", TABIA_MEMBER(event), "event name for the PGN").not_identity(),
      share_field<M>(
          TABIA_MEMBER(share),
          "play only every Nth opening, from opening I, into separate files: for N tasks; the same "
          "command without it collects their games"),
      runs::metrics_row<M>(TABIA_MEMBER(metrics))};
  return base::joined<M>(
      {who, shared_limits(), clocks, games, base::within<M>(ending_fields(), TABIA_MEMBER(game)), files});
}

// Numbers engines that have the same name.
void make_names_different(std::vector<Contestant>& contestants) {
  std::map<std::string, int> seen;
  for (Contestant& contestant : contestants) {
    const int number = ++seen[contestant.name];
    if (number > 1) contestant.name += concat('#', number);
  }
}

}  // namespace

const base::Fields<M>& match_fields() {
  static const base::Fields<M> rows = make_match_fields();
  return rows;
}

Result<Sprt> parse_sprt(std::string_view text) {
  // Numbers and models without a key get the next key.
  base::KeyValues pairs;
  const base::Fields<Sprt>& rows = sprt_fields();
  std::size_t next = 0;
  for (const auto part : base::split(text, ',')) {
    std::string key(part.substr(0, std::min(part.find('='), part.size())));
    std::string value(part);
    if (key.size() < part.size()) {
      value = part.substr(key.size() + 1);
    } else if (parse_elo_model(part)) {
      key = "model";
    } else if (next + 1 < rows.size()) {
      key = rows[next].about.name;
    } else {
      return base::unexpected(part, "ELO0,ELO1[,ALPHA,BETA][,normalized|logistic]");
    }
    for (std::size_t i = 0; i + 1 < rows.size(); ++i)
      if (rows[i].about.name == key) next = i + 1;
    pairs.emplace_back(std::move(key), std::move(value));
  }
  Sprt sprt;
  TABIA_TRY_VOID(base::read_pairs(rows, pairs, sprt));
  for (const std::string_view bound : {"elo0", "elo1"}) {
    const auto count =
        std::count_if(pairs.begin(), pairs.end(), [&](const auto& pair) { return pair.first == bound; });
    if (count != 1) return base::unexpected(text, "both bounds: ELO0,ELO1, for example 0,5");
  }
  if (!(sprt.elo0 < sprt.elo1)) return usage_fault("elo0 must be smaller than elo1");
  for (const double rate : {sprt.alpha, sprt.beta})
    if (!(rate > 0 && rate < 0.5)) return usage_fault("alpha and beta must be between 0 and 0.5");
  return sprt;
}

Result<std::vector<EngineText>> engines_of(const M& job) {
  EngineText common = job.each;
  if (common.allowance.is_empty()) common.allowance = job.limit;
  if (common.allowance.is_empty()) common.allowance.move_time_ms = kMatchMoveTimeMs;
  std::vector<EngineText> engines = job.engines;
  for (EngineText& engine : engines) engine.complete(common);
  if (engines.size() < 2)
    return usage_fault(concat("found ", engines.size(),
                              " --engine, expected two or more: --engine cmd=PROGRAM or net=FILE"));
  if (engines.size() > 2 && job.sprt) return usage_fault("--sprt needs exactly two engines");
  return engines;
}

Result<MatchSettings> prepared(const M& job) {
  if (job.games && job.rounds) return usage_fault("give either --rounds or --games, not both");
  TABIA_TRY(const std::vector<EngineText> engines, engines_of(job));
  MatchSettings settings;
  settings.tournament = job.tournament;
  settings.games = job.rounds ? 2 * *job.rounds : job.games.value_or(job.sprt ? 0 : kDefaultGames);
  settings.sprt = job.sprt;
  settings.game = job.game;
  settings.concurrency = job.concurrency;
  settings.pin = !job.no_pin;
  settings.record_path = job.record;
  settings.pgn_path = job.pgn;
  settings.event = job.event;
  settings.share = job.share;
  settings.team = job.team;
  settings.metrics = job.metrics;
  if (!job.share.is_all() && (settings.games == 0 || job.record.empty()))
    return usage_fault("--share needs a number of games (--games N) and a record (--record FILE)");

  base::JsonWriter identity;
  identity.begin_object().key("engines").begin_array();
  const Circumstances circumstances{job.chess960, job.game.clock, job.game.nodes_per_ms};
  for (const EngineText& engine : engines) {
    TABIA_TRY(Contestant contestant, make_contestant(engine, circumstances, identity));
    settings.contestants.push_back(std::move(contestant));
  }
  make_names_different(settings.contestants);
  if (job.openings.empty()) {
    settings.openings = Openings::random_moves(job.seed, job.chess960);
  } else {
    TABIA_TRY(settings.openings, Openings::read(job.openings, job.order, job.seed, job.plies));
  }
  identity.end_array().field("openings", std::string_view(base::hex64(settings.openings.fingerprint())));
  base::write_json(match_fields(), job, identity, true);
  settings.identity = identity.end_object().text();
  if (!job.tablebase.empty()) {
    TABIA_TRY(settings.game.tablebase, search::Tablebase::open(job.tablebase));
  }
  return settings;
}

std::string PlayedMatch::never_started() const {
  for (std::size_t i = 0; i < settings.contestants.size(); ++i) {
    const int number = static_cast<int>(i);
    const auto games = static_cast<std::uint64_t>(outcome.standings.total_of(number).games.games());
    if (games > 0 && outcome.standings.losses_by(number, EndReason::StartFailure) == games)
      return settings.contestants[i].name;
  }
  return "";
}

Result<PlayedMatch> run(const M& job, MatchWatch& watch) {
  TABIA_TRY(MatchSettings settings, prepared(job));
  const base::StopOnInterrupt stop(watch);
  TABIA_TRY(MatchOutcome outcome, run_match(settings, watch, stop.token()));
  return PlayedMatch{std::move(settings), std::move(outcome)};
}

}  // namespace tabia::play
