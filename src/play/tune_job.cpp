#include "play/tune_job.h"

#include <memory>

#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/stop_on_interrupt.h"
#include "base/text.h"
#include "nn/embedded.h"
#include "nn/load.h"
#include "play/adjudication.h"
#include "play/engine_text.h"
#include "play/search_trial.h"
#include "search/parameters.h"

namespace tabia::play {
namespace {

using base::concat;
using base::Error;
using base::ErrorKind;
using base::Result;
using T = TuneJob;

constexpr std::size_t kLargestParameterFile = std::size_t{1} << 20;

Result<double> read_share(std::string_view text) {
  const auto share = base::read_real(text, 0, 1);
  if (share && *share > 0) return *share;
  return base::unexpected(text, "a number above 0, at most 1");
}

template <class Access>
base::Field<T> share_row(std::string name, Access access, std::string meaning) {
  base::Field<T> row = base::real<T>(std::move(name), "R", 0, 1, access, std::move(meaning));
  row.read = [access](T& job, std::string_view text) -> Result<void> {
    TABIA_TRY(access(job), read_share(text));
    return {};
  };
  return row;
}

base::Field<T> evaluation_row() {
  return base::value<T>(
      "evaluation", "MODE", TABIA_MEMBER(evaluation),
      [](std::string_view text) -> Result<eval::EvaluationMode> {
        if (const auto mode = eval::parse_evaluation_mode(text)) return *mode;
        return base::unexpected(text, "network, classical or hybrid");
      },
      [](eval::EvaluationMode mode) { return std::optional<std::string>(eval::name_of(mode)); },
      "network, classical or hybrid");
}

base::Fields<T> make_tune_fields() {
  using base::integer;
  using base::text;
  const base::Fields<T> rows = {
      text<T>(
          "parameters", "LIST", TABIA_MEMBER(parameters),
          "comma-separated names, with * and ? as in 'lmr_*,futility_base'; or a file (./FILE, FILE.txt) of "
          "lines \"name, int, value, min, max, c_end, r_end\", as printed by the UCI command spsa")
          .not_identity(),  // prepared() writes the lines
      integer<T>("iterations", "N", 1, 100'000'000, TABIA_MEMBER(schedule.iterations),
                 "number of iterations"),
      integer<T>("pairs", "N", 1, 100'000, TABIA_MEMBER(pairs), "pairs of games per iteration"),
      integer<T>("nodes", "N", 1, 1'000'000'000'000, TABIA_MEMBER(nodes), "nodes per move"),
      integer<T>("hash", "MIB", 1, 65'536, TABIA_MEMBER(hash_mib),
                 "transposition table of each engine, in MiB"),
      text<T>("net", "FILE", TABIA_MEMBER(net), "the network").shown_as("the embedded one").not_identity(),
      evaluation_row(),
      text<T>("openings", "FILE", TABIA_MEMBER(openings), "EPD, FEN or PGN, used in random order")
          .shown_as("eight random moves")
          .not_identity(),
      integer<T>("seed", "N", 0, INT64_MAX, TABIA_MEMBER(seed),
                 "random seed of the parameter moves and of the openings"),
      integer<T>("concurrency", "N", 1, 1024, TABIA_MEMBER(concurrency),
                 "games to play in parallel; twice --pairs should be a multiple of it")
          .not_identity(),
      share_row("r-end", TABIA_MEMBER(r_end), "learning rate, for names in --parameters")
          .shown_as(concat(SpsaParameter{}.r_end))
          .not_identity(),  // the lines have it
      share_row("a-ratio", TABIA_MEMBER(schedule.a_ratio), "A of SPSA as a share of the iterations"),
      share_row("alpha", TABIA_MEMBER(schedule.alpha), "how fast the steps shrink"),
      share_row("gamma", TABIA_MEMBER(schedule.gamma), "how fast the moves shrink")};
  const base::Fields<T> files = {text<T>("record", "FILE", TABIA_MEMBER(record),
                                         "save the state in this file; an existing record is resumed")
                                     .not_identity()};
  return base::joined<T>({rows, base::within<T>(ending_fields(), TABIA_MEMBER(game)), files});
}

Result<std::vector<SpsaParameter>> named_parameters(const T& job) {
  if (job.parameters.empty())
    return base::usage_fault(
        "--parameters is missing: give names like 'lmr_*,futility_base', or a file of OpenBench lines");
  auto parameters = select_parameters(job.parameters, job.r_end.value_or(SpsaParameter{}.r_end));
  if (!parameters)
    return base::usage_fault(
        concat("--parameters: ", parameters.error().message, " (write a file with its folder: ./FILE)"));
  return parameters;
}

Result<std::vector<SpsaParameter>> parameters_of_file(const std::string& path) {
  TABIA_TRY(const std::string content, base::read_file(path, kLargestParameterFile));
  return parse_parameter_lines(content, path);
}

std::string identity_of(const T& job, const TrialSetup& setup) {
  base::JsonWriter json;
  json.begin_object().key("parameters").begin_array();
  for (const SpsaParameter& parameter : setup.parameters)
    json.value(std::string_view(to_openbench_line(parameter)));
  json.end_array();
  base::write_json(tune_fields(), job, json, true);
  json.field("net", std::string_view(nn::network_hash(*setup.network)));
  json.field("openings", std::string_view(base::hex64(setup.openings.fingerprint())));
  return json.field("program", std::string_view(hash_of_this_program())).end_object().text();
}

}  // namespace

const base::Fields<T>& tune_fields() {
  static const base::Fields<T> rows = make_tune_fields();
  return rows;
}

Result<TuneSettings> prepared(const T& job) {
  const auto setup = std::make_shared<TrialSetup>();
  if (job.names_a_file() && job.r_end)
    return base::usage_fault(
        "--r-end can't be combined with a file of parameters; its lines say it themselves");
  if (!job.names_a_file()) {
    TABIA_TRY(setup->parameters, named_parameters(job));
  }
  if (!search::kIsTuneBuild)
    return Error{
        "tune: the search parameters are constants in this program; make a tune build:\n"
        "  cmake --preset tune && cmake --build build/tune --target tabia\n"
        "  build/tune/tabia tune ...",
        ErrorKind::Failed};
  if (job.names_a_file()) {
    TABIA_TRY(setup->parameters, parameters_of_file(job.parameters));
  }
  TABIA_TRY(setup->network,
            job.net.empty() ? nn::read_network(nn::embedded_network()) : nn::load_network(job.net));
  setup->evaluation.mode = job.evaluation;
  setup->searcher.hash_mib = job.hash_mib;
  setup->game = job.game;
  for (const chess::Color color : {chess::Color::White, chess::Color::Black})
    setup->game.allowances[color].nodes = job.nodes;
  if (job.openings.empty()) {
    setup->openings = Openings::random_moves(job.seed, false);
  } else {
    TABIA_TRY(setup->openings, Openings::read(job.openings, OpeningOrder::Random, job.seed));
  }
  TuneSettings settings;
  settings.spsa = {.parameters = setup->parameters, .schedule = job.schedule, .seed = job.seed};
  settings.pairs = job.pairs;
  settings.concurrency = job.concurrency;
  settings.record_path = job.record;
  settings.team = job.team;
  settings.identity = identity_of(job, *setup);
  settings.make_player = [setup] { return std::make_unique<SearchTrialPlayer>(setup); };
  return settings;
}

Result<PlayedTune> run(const T& job, TuneWatch& watch) {
  TABIA_TRY(TuneSettings settings, prepared(job));
  const base::StopOnInterrupt stop(watch);
  TABIA_TRY(TuneOutcome outcome, run_tune(settings, watch, stop.token()));
  return PlayedTune{std::move(settings), std::move(outcome)};
}

}  // namespace tabia::play
