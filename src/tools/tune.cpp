#include "play/tune.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/progress.h"
#include "base/text.h"
#include "cli/evaluation_setup.h"
#include "nn/load.h"
#include "play/search_trial.h"
#include "search/parameters.h"
#include "tools/commands.h"
#include "tools/game_setup.h"

namespace tabia::tools {
namespace {

using base::concat;
using base::Error;
using base::Result;
using namespace tabia::play;

constexpr long long kDefaultIterations = 1000;
constexpr long long kDefaultNodes = 5000;
constexpr long long kDefaultHashMib = 16;
constexpr std::size_t kLargestParameterFile = std::size_t{1} << 20;

// "%.2f" and the like for one number.
std::string decimal(double value, int digits) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.*f", digits, value);
  return buffer.data();
}

// --- the command line

// What the command line says, before any file is read.
struct TuneText {
  TuneSettings settings;
  std::string parameter_file;  // empty: the parameters are in the settings
  GameSettings game;
  std::uint64_t nodes = 0;
  long long hash_mib = kDefaultHashMib;
};

// An option with a decimal number above `low` and at most `high`.
Result<double> read_decimal(const Arguments& arguments, std::string_view option, double fallback, double low,
                            double high) {
  if (!arguments.has(option)) return fallback;
  const std::string text = arguments.text(option, "");
  const auto number = parse_decimal(option, text);
  if (!number) return number.error();
  if (!(*number > low && *number <= high))
    return Error{concat(option, ": found ", base::quoted(text), ", expected more than ", decimal(low, 0),
                        " and at most ", decimal(high, 0))};
  return *number;
}

// A list of names has neither dots nor slashes; a file name must have one of them.
bool is_file_name(std::string_view text) { return text.find_first_of("./") != std::string_view::npos; }

Result<std::vector<SpsaParameter>> read_parameter_file(const std::string& path) {
  const auto content = base::read_file(path, kLargestParameterFile);
  if (!content) return content.error();
  return parse_parameter_lines(*content, path);
}

Result<std::vector<SpsaParameter>> read_parameter_names(const std::string& list, double r_end) {
  if (list.empty())
    return Error{
        "--parameters is missing: give names like 'lmr_*,futility_base', or a file of "
        "OpenBench lines"};
  auto parameters = select_parameters(list, r_end);
  if (!parameters)
    return Error{
        concat("--parameters: ", parameters.error().message, " (write a file with its folder: ./FILE)")};
  return parameters;
}

Result<void> read_schedule(const Arguments& arguments, Spsa& spsa) {
  const auto iterations = arguments.number("--iterations", kDefaultIterations, 1, 100'000'000);
  if (!iterations) return iterations.error();
  spsa.schedule.iterations = static_cast<std::uint64_t>(*iterations);
  const std::array<std::pair<std::string_view, double*>, 3> numbers = {{{"--a-ratio", &spsa.schedule.a_ratio},
                                                                        {"--alpha", &spsa.schedule.alpha},
                                                                        {"--gamma", &spsa.schedule.gamma}}};
  for (const auto& [option, field] : numbers) {
    const auto number = read_decimal(arguments, option, *field, 0, 1);
    if (!number) return number.error();
    *field = *number;
  }
  const auto seed = arguments.number("--seed", 1, 0, INT64_MAX);
  if (!seed) return seed.error();
  spsa.seed = static_cast<std::uint64_t>(*seed);
  return {};
}

Result<void> read_rules(const Arguments& arguments, GameSettings& game) {
  const auto max_moves = arguments.number("--maxmoves", 0, 1, 10'000);
  if (!max_moves) return max_moves.error();
  game.max_moves = static_cast<int>(*max_moves);
  if (arguments.has("--draw")) {
    const auto rule = parse_draw(arguments.text("--draw", ""));
    if (!rule) return rule.error();
    game.draw = *rule;
  }
  if (arguments.has("--resign")) {
    const auto rule = parse_resign(arguments.text("--resign", ""));
    if (!rule) return rule.error();
    game.resign = *rule;
  }
  return {};
}

Result<TuneText> read_text(const Arguments& arguments) {
  TuneText text;
  const auto r_end = read_decimal(arguments, "--r-end", SpsaParameter{}.r_end, 0, 1);
  if (!r_end) return r_end.error();
  const std::string list = arguments.text("--parameters", "");
  if (is_file_name(list)) {
    if (arguments.has("--r-end"))
      return Error{"--r-end can't be combined with a file of parameters; its lines say it themselves"};
    text.parameter_file = list;
  } else {
    auto parameters = read_parameter_names(list, *r_end);
    if (!parameters) return parameters.error();
    text.settings.spsa.parameters = std::move(*parameters);
  }
  if (const auto read = read_schedule(arguments, text.settings.spsa); !read) return read.error();
  if (const auto read = read_rules(arguments, text.game); !read) return read.error();
  const auto pairs = arguments.number("--pairs", text.settings.pairs, 1, 100'000);
  if (!pairs) return pairs.error();
  text.settings.pairs = static_cast<int>(*pairs);
  const auto concurrency = arguments.number("--concurrency", 1, 1, 1024);
  if (!concurrency) return concurrency.error();
  text.settings.concurrency = static_cast<int>(*concurrency);
  const auto nodes = arguments.number("--nodes", kDefaultNodes, 1, 1'000'000'000'000LL);
  if (!nodes) return nodes.error();
  text.nodes = static_cast<std::uint64_t>(*nodes);
  const auto hash = arguments.number("--hash", kDefaultHashMib, 1, 65'536);
  if (!hash) return hash.error();
  text.hash_mib = *hash;
  text.settings.record_path = arguments.text("--record", "");
  return text;
}

// Everything that could change the result, so that a record is resumed only by the same tune.
std::string identity_of(const TuneText& text, const TrialSetup& setup) {
  const Spsa& spsa = text.settings.spsa;
  base::JsonWriter json;
  json.begin_object().key("parameters").begin_array();
  for (const SpsaParameter& parameter : spsa.parameters)
    json.value(std::string_view(to_openbench_line(parameter)));
  json.end_array();
  json.field("iterations", spsa.schedule.iterations).field("pairs", text.settings.pairs);
  json.field("a_ratio", spsa.schedule.a_ratio).field("alpha", spsa.schedule.alpha);
  json.field("gamma", spsa.schedule.gamma).field("seed", spsa.seed);
  json.field("nodes", text.nodes).field("hash", text.hash_mib);
  json.field("net", std::string_view(nn::network_hash(*setup.network)));
  json.field("evaluation", eval::name_of(setup.evaluation.mode));
  json.field("openings", std::string_view(base::hex64(setup.openings.fingerprint())));
  json.field("maxmoves", text.game.max_moves);
  write_adjudication(text.game, json);
  return json.field("program", std::string_view(hash_of_this_program())).end_object().text();
}

// The files: parameters, network and openings.
Result<TuneSettings> read_files(const Arguments& arguments, TuneText text) {
  if (!text.parameter_file.empty()) {
    auto parameters = read_parameter_file(text.parameter_file);
    if (!parameters) return parameters.error();
    text.settings.spsa.parameters = std::move(*parameters);
  }
  auto evaluation = read_evaluation_setup(arguments);
  if (!evaluation) return evaluation.error();
  const auto setup = std::make_shared<TrialSetup>();
  setup->parameters = text.settings.spsa.parameters;
  setup->network = evaluation->network;
  setup->evaluation = evaluation->options;
  setup->searcher.hash_mib = static_cast<std::size_t>(text.hash_mib);
  setup->game = text.game;
  for (const chess::Color color : {chess::Color::White, chess::Color::Black})
    setup->game.allowances[color].nodes = text.nodes;
  const std::uint64_t seed = text.settings.spsa.seed;
  if (arguments.has("--openings")) {
    auto openings = Openings::read(arguments.text("--openings", ""), OpeningOrder::Random, seed);
    if (!openings) return openings.error();
    setup->openings = std::move(*openings);
  } else {
    setup->openings = Openings::random_moves(seed, false);
  }
  TuneSettings settings = text.settings;
  settings.identity = identity_of(text, *setup);
  settings.make_player = [setup] { return std::make_unique<SearchTrialPlayer>(setup); };
  return settings;
}

// --- progress

// The parameter that has moved farthest from its start, relative to its step.
std::string farthest(const Spsa& spsa, const TuneState& state) {
  std::size_t best = 0;
  const auto distance = [&](std::size_t i) {
    return std::abs(state.values[i] - spsa.parameters[i].value) / spsa.parameters[i].c_end;
  };
  for (std::size_t i = 1; i < state.values.size(); ++i) {
    if (distance(i) > distance(best)) best = i;
  }
  const SpsaParameter& parameter = spsa.parameters[best];
  return concat(parameter.name, ' ', decimal(parameter.value, 0), " -> ", decimal(state.values[best], 1));
}

class TuneReporter : public TuneObserver {
 public:
  explicit TuneReporter(const TuneSettings& settings) : settings_(settings) {}

  void on_resume(const TuneState& state) override {
    earlier_ = state.games.games();
    line_.print(concat(settings_.record_path, ": resuming after ", state.iterations, " iterations, ",
                       state.games.games(), " games"));
  }
  void on_game(const TuneState& state) override {
    if (line_.is_due()) line_.show(line_of(state));
  }

 private:
  [[nodiscard]] std::string line_of(const TuneState& state) const {
    const std::uint64_t iterations = settings_.spsa.schedule.iterations;
    const auto all = static_cast<std::int64_t>(iterations) * 2 * settings_.pairs;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    const double rate = static_cast<double>(state.games.games() - earlier_) / elapsed.count();
    const double left_s = static_cast<double>(all - state.games.games()) / rate;
    return concat("iteration ", state.iterations, '/', iterations, "  games ", state.games.games(), '/', all,
                  " (", decimal(rate, 1), "/s, ", base::duration_text(left_s),
                  " left)  plus - minus: ", state.games.wins, '-', state.games.draws, '-', state.games.losses,
                  "  farthest: ", farthest(settings_.spsa, state));
  }

  const TuneSettings& settings_;
  LiveLine line_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::int64_t earlier_ = 0;  // games of earlier runs
};

// --- the end

// The parameters with their tuned values as whole numbers.
std::vector<SpsaParameter> tuned(const Spsa& spsa, const TuneState& state) {
  std::vector<SpsaParameter> parameters = spsa.parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) parameters[i].value = final_value(state.values[i]);
  return parameters;
}

// "option.a=1,option.b=2", as an engine of `tabia match` takes it.
std::string options_of(const std::vector<SpsaParameter>& parameters) {
  std::string out;
  for (const SpsaParameter& parameter : parameters)
    out += concat(out.empty() ? "" : ",", "option.", parameter.name, '=', decimal(parameter.value, 0));
  return out;
}

std::string escaped_commas(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == ',' ? concat('\\', c) : std::string(1, c);
  return out;
}

// The match that shows whether the new numbers are better than the initial ones.
std::string confirmation(const Arguments& arguments, const Spsa& spsa, const std::string& options) {
  std::string engine = concat("net=", escaped_commas(arguments.text("--net", "default")));
  if (arguments.has("--evaluation")) engine += concat(",evaluation=", arguments.text("--evaluation", ""));
  // Lines of a file may start from values other than those in the table.
  const bool from_file = is_file_name(arguments.text("--parameters", ""));
  std::string command =
      concat("tabia match --engine ", engine, ",name=tuned,", options, " --engine ", engine, ",name=old",
             from_file ? concat(',', options_of(spsa.parameters)) : "", " --nodes ",
             arguments.text("--nodes", std::to_string(kDefaultNodes)), " --sprt 0,5");
  for (const std::string option : {"--openings", "--concurrency"}) {
    if (arguments.has(option)) command += concat(' ', option, ' ', arguments.text(option, ""));
  }
  if (arguments.has("--hash")) command += concat(" --each option.Hash=", arguments.text("--hash", ""));
  return command;
}

void print_text(const Arguments& arguments, const TuneSettings& settings, const TuneOutcome& outcome) {
  const TuneState& state = outcome.state;
  const Spsa& spsa = settings.spsa;
  const auto parameters = tuned(spsa, state);
  std::printf("Iterations: %llu of %llu, games: %lld, plus - minus: %lld-%lld-%lld\n\n",
              static_cast<unsigned long long>(state.iterations),
              static_cast<unsigned long long>(spsa.schedule.iterations),
              static_cast<long long>(state.games.games()), static_cast<long long>(state.games.wins),
              static_cast<long long>(state.games.draws), static_cast<long long>(state.games.losses));
  for (std::size_t i = 0; i < parameters.size(); ++i)
    std::printf("%s: %.0f -> %.0f (%.2f)\n", parameters[i].name.c_str(), spsa.parameters[i].value,
                parameters[i].value, state.values[i]);
  std::printf("\nFor OpenBench, or for --parameters FILE:\n");
  for (const SpsaParameter& parameter : parameters) std::printf("%s\n", to_openbench_line(parameter).c_str());
  std::printf(
      "\n"
      "To confirm it with games:\n"
      "%s\n",
      confirmation(arguments, spsa, options_of(parameters)).c_str());
  if (!outcome.complete)
    std::printf("Interrupted%s\n",
                settings.record_path.empty() ? "" : "; run the same command again to resume the tune");
}

void print_json(const Arguments& arguments, const TuneSettings& settings, const TuneOutcome& outcome) {
  const TuneState& state = outcome.state;
  const Spsa& spsa = settings.spsa;
  const auto parameters = tuned(spsa, state);
  base::JsonWriter json;
  json.begin_object().field("complete", outcome.complete).field("iterations", state.iterations);
  json.field("games", state.games.games()).field("wins", state.games.wins);
  json.field("draws", state.games.draws).field("losses", state.games.losses);
  json.key("parameters").begin_array();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    json.begin_object().field("name", std::string_view(parameters[i].name));
    json.field("old", spsa.parameters[i].value).field("new", final_value(state.values[i]));
    json.field("exact", state.values[i]);
    json.field("openbench", std::string_view(to_openbench_line(parameters[i]))).end_object();
  }
  json.end_array();
  const std::string options = options_of(parameters);
  json.field("options", std::string_view(options));
  json.field("confirm", std::string_view(confirmation(arguments, spsa, options))).end_object();
  std::printf("%s\n", json.text().c_str());
}

int run_tune_command(const Arguments& arguments) {
  const auto text = read_text(arguments);
  if (!text) return usage_error("tune", text.error());
  if (!search::kIsTuneBuild)
    return failure(
        {"tune: the search parameters are constants in this program; make a tune build:\n"
         "  cmake --preset tune && cmake --build build/tune --target tabia\n"
         "  build/tune/tabia tune ..."});
  const auto settings = read_files(arguments, *text);
  if (!settings) return failure(settings.error());
  Result<TuneOutcome> outcome = Error{"not started"};
  {
    TuneReporter reporter(*settings);
    const InterruptWatch watch;
    outcome = run_tune(*settings, reporter, watch.token());
  }
  if (!outcome) return failure(outcome.error());
  arguments.has("--json") ? print_json(arguments, *settings, *outcome)
                          : print_text(arguments, *settings, *outcome);
  return outcome->complete ? kExitDone : base::kExitInterrupted;
}

base::FileUse files_of_tune(const Arguments& arguments) {
  return {.read = {arguments.text("--net", ""), arguments.text("--openings", "")},
          .written = {arguments.text("--record", "")},
          .folders = {}};
}

}  // namespace

Command tune_command() {
  return Command{
      .name = "tune",
      .summary = "tune the search parameters with SPSA",
      .description =
          "Tunes search parameters (src/search/parameters.h) by playing games, with SPSA and the "
          "conventions of OpenBench. In every iteration all parameters are moved a little up or down "
          "at random; the engine with these values plays pairs of games against the one with the "
          "opposite moves; all parameters take a small step toward the winner. Finally it prints the "
          "tuned values and the match that confirms them.\n"
          "Games run inside this program at a fixed number of nodes, so the result depends only on the "
          "options, not on the machine, on --concurrency or on interruptions. With --record the state "
          "is saved every few seconds; after Ctrl-C, kill -9 or a power failure, run the same command "
          "again to resume.\n"
          "Needs a tune build: cmake --preset tune && cmake --build build/tune --target tabia. See "
          "docs/matches.md.",
      .positionals = {},
      .options = {{"--parameters", "LIST",
                   "comma-separated names, with * and ? as in 'lmr_*,futility_base'; or a file (./FILE, "
                   "FILE.txt) of lines \"name, int, value, min, max, c_end, r_end\", as printed by the UCI "
                   "command spsa"},
                  {"--iterations", "N", "number of iterations (default: 1000)"},
                  {"--pairs", "N", "pairs of games per iteration (default: 8)"},
                  {"--nodes", "N", "nodes per move (default: 5000)"},
                  {"--hash", "MIB", "transposition table of each engine, in MiB (default: 16)"},
                  {"--net", "FILE", "the network (default: the embedded one)"},
                  {"--evaluation", "MODE", "network, classical or hybrid (default: network)"},
                  {"--openings", "FILE",
                   "EPD, FEN or PGN, used in random order (default: eight random moves)"},
                  {"--seed", "N", "random seed of the parameter moves and of the openings (default: 1)"},
                  {"--concurrency", "N",
                   "games to play in parallel (default: 1); twice --pairs should be a "
                   "multiple of it"},
                  {"--r-end", "R", "learning rate, for names in --parameters (default: 0.002)"},
                  {"--a-ratio", "R", "A of SPSA as a share of the iterations (default: 0.1)"},
                  {"--alpha", "R", "how fast the steps shrink (default: 0.602)"},
                  {"--gamma", "R", "how fast the moves shrink (default: 0.101)"},
                  {"--draw", "movenumber=N,movecount=N,score=CP",
                   "adjudicate draws that both engines agree on (default: off)"},
                  {"--resign", "movecount=N,score=CP[,twosided=false]",
                   "adjudicate losses that both engines agree on, or with twosided=false the loser alone "
                   "(default: off)"},
                  {"--maxmoves", "N", "a draw after this many moves of each side (default: no limit)"},
                  {"--record", "FILE", "save the state in this file; an existing record is resumed"},
                  {"--json", "", "print the result as JSON"}},
      .examples = {"tune --parameters 'lmr_*' --iterations 2000 --nodes 10000 --openings book.epd "
                   "--concurrency 2 --record lmr.json",
                   "tune --parameters futility_base,futility_depth --resign movecount=3,score=600 "
                   "--draw movenumber=40,movecount=8,score=10 --record futility.json",
                   "tune --parameters ./openbench.txt --pairs 16 --net sf151.nnue --json"},
      .run = run_tune_command,
      .files = files_of_tune};
}

}  // namespace tabia::tools
