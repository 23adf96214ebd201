#include "play/match.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <map>

#include "base/file.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/text.h"
#include "engine/options.h"
#include "nn/embedded.h"
#include "nn/load.h"
#include "play/match_report.h"
#include "play/search_player.h"
#include "play/uci_player.h"
#include "tools/commands.h"
#include "tools/game_setup.h"

namespace tabia::tools {
namespace {

using base::concat;
using base::Error;
using base::Result;
using namespace tabia::play;

constexpr std::int64_t kDefaultMoveTimeMs = 100;
constexpr long long kDefaultGames = 100;
constexpr std::size_t kLargestProgram = std::size_t{1} << 30;

// --- engines

// An engine as described on the command line.
struct EngineText {
  std::map<std::string, std::string> fields;
  KeyValues options;  // UCI options
  Allowance allowance;

  [[nodiscard]] std::string field(const std::string& key) const {
    const auto found = fields.find(key);
    return found == fields.end() ? "" : found->second;
  }
};

const std::vector<std::string_view> kEngineKeys = {"cmd",      "args",       "name",   "dir",
                                                   "net",      "evaluation", "stderr", "tc",
                                                   "movetime", "nodes",      "depth",  "option.NAME"};

// Reads a limit if the key names one.
Result<bool> read_limit(std::string_view what, const std::string& key, const std::string& value,
                        Allowance& allowance) {
  if (key == "tc") {
    const auto control = parse_time_control(value);
    if (!control) return control.error().inside(concat(what, " tc"));
    allowance.clock = *control;
    return true;
  }
  if (key != "movetime" && key != "nodes" && key != "depth") return false;
  const auto number = parse_number(concat(what, ' ', key), value, 1,
                                   key == "depth" ? base::kMaxPly - 1 : 1'000'000'000'000LL);
  if (!number) return number.error();
  if (key == "movetime") allowance.move_time_ms = *number;
  if (key == "nodes") allowance.nodes = static_cast<std::uint64_t>(*number);
  if (key == "depth") allowance.depth = static_cast<int>(*number);
  return true;
}

Result<EngineText> parse_engine(std::string_view option, std::string_view text) {
  const auto pairs = parse_pairs(option, text);
  if (!pairs) return pairs.error();
  EngineText engine;
  for (const auto& [key, value] : *pairs) {
    if (key.starts_with("option.") && key.size() > 7) {
      engine.options.emplace_back(key.substr(7), value);
      continue;
    }
    const auto limit = read_limit(option, key, value, engine.allowance);
    if (!limit) return limit.error();
    if (*limit) continue;
    if (std::find(kEngineKeys.begin(), kEngineKeys.end(), key) == kEngineKeys.end())
      return unknown_key(option, key, kEngineKeys);
    engine.fields.emplace(key, value);
  }
  return engine;
}

// Takes from `common` what `engine` doesn't set itself.
void complete(EngineText& engine, const EngineText& common) {
  for (const auto& [key, value] : common.fields) engine.fields.emplace(key, value);
  for (const auto& option : common.options) {
    const bool own = std::any_of(engine.options.begin(), engine.options.end(),
                                 [&](const auto& candidate) { return candidate.first == option.first; });
    if (!own) engine.options.push_back(option);
  }
  if (engine.allowance.is_empty()) engine.allowance = common.allowance;
}

// Settings shared by all engines of a match.
struct Circumstances {
  bool chess960 = false;
  ClockKind clock = ClockKind::Wall;
  std::int64_t nodes_per_ms = 0;
};

// An engine ready to play, and its identity.
struct Entry {
  Contestant contestant;
  std::vector<std::pair<std::string, std::string>> identity;
};

// The given name, or one derived from the file.
std::string name_for(const EngineText& engine) {
  if (const std::string name = engine.field("name"); !name.empty()) return name;
  const std::string source = !engine.field("cmd").empty()   ? engine.field("cmd")
                             : !engine.field("net").empty() ? engine.field("net")
                                                            : engine.field("evaluation");
  return source.substr(source.rfind('/') + 1);
}

// Hashes of the files named by options: their contents may change while their names stay the same.
void add_option_files(const EngineText& engine, const std::string& folder, Entry& entry) {
  for (const auto& [name, value] : engine.options) {
    std::string lower = name;
    for (char& c : lower) c = base::to_lower(c);
    if (value.empty() || lower.find("log") != std::string::npos) continue;  // an engine writes to its log
    const std::filesystem::path path = std::filesystem::path(folder) / value;
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none)) continue;
    if (const auto content = base::read_file(path.string(), kLargestProgram))
      entry.identity.emplace_back(concat("file of option.", name), base::hex64(base::hash64(*content)));
  }
}

// Starts the engine once before the match. The error is about an option it doesn't accept; an engine that
// doesn't start at all is not an error here, its games will show it. If the command runs something other than
// the file itself, that becomes part of the identity.
Result<void> rehearse(const UciEngine& uci, const std::string& hash, Entry& entry) {
  UciPlayer player(uci);
  const auto fault = player.new_game({});
  if (fault && fault->kind == FaultKind::BadOption) return Error{fault->text};
  std::string behind;
  for (const std::string& program : player.program_hashes()) {
    if (program != hash) behind += concat(behind.empty() ? "" : " ", program);
  }
  if (!behind.empty()) entry.identity.emplace_back("runs", behind);
  return {};
}

Result<Entry> process_entry(const EngineText& engine, const Circumstances& circumstances) {
  const auto program = find_program(engine.field("cmd"));
  if (!program) return program.error().inside("--engine cmd");
  const auto content = base::read_file(*program, kLargestProgram);
  if (!content) return content.error();
  UciEngine uci;
  uci.launch.program = *program;
  const std::string arguments = engine.field("args");
  for (const auto word : base::words(arguments)) uci.launch.arguments.emplace_back(word);
  uci.launch.folder = engine.field("dir");
  uci.launch.error_log = engine.field("stderr");
  uci.options = engine.options;
  uci.chess960 = circumstances.chess960;
  uci.nodes_per_ms = circumstances.nodes_per_ms;
  Entry entry;
  const std::string hash = base::hex64(base::hash64(*content));
  entry.identity = {{"cmd", *program}, {"args", engine.field("args")}, {"program", hash}};
  for (const auto& [name, value] : engine.options) {
    if (name != "Threads") continue;
    const auto threads = parse_number("--engine option.Threads", value, 1, 1024);
    if (!threads) return threads.error();
    entry.contestant.threads = static_cast<int>(*threads);
  }
  entry.contestant.make = [uci] { return std::make_unique<UciPlayer>(uci); };
  add_option_files(engine, uci.launch.folder, entry);
  if (const auto good = rehearse(uci, hash, entry); !good) return good.error().inside(name_for(engine));
  return entry;
}

// The settings of an engine of this program, from the table of the UCI options.
Result<engine::Settings> read_own_settings(const EngineText& text) {
  // Options that the match sets itself, or that mean nothing without a GUI.
  constexpr std::array<std::string_view, 7> kNotHere = {
      "EvalFile", "SyzygyPath", "OwnBook", "BookFile", "UCI_Chess960", "UCI_AnalyseMode", "Debug Log File"};
  engine::Settings settings;
  settings.searcher.move_overhead_ms = 0;  // there is no pipe
  KeyValues options = text.options;
  if (const std::string mode = text.field("evaluation"); !mode.empty())
    options.emplace_back("Evaluation", mode);
  for (const auto& [name, value] : options) {
    const auto option = engine::find_option(name);
    if (!option) return option.error().inside("--engine");
    if (std::find(kNotHere.begin(), kNotHere.end(), (*option)->line.name) != kNotHere.end())
      return Error{concat("--engine: option.", (*option)->line.name,
                          " is not for engines of this program; use ",
                          "net=FILE, --tb, --openings, --chess960")};
    const auto parsed = engine::parse_value(**option, value);
    if (!parsed) return parsed.error().inside("--engine");
    (*option)->set(settings, *parsed);
  }
  if (settings.limit_strength) settings.searcher.elo = settings.elo;
  return settings;
}

Result<Entry> network_entry(const EngineText& engine, const Circumstances& circumstances) {
  auto settings = read_own_settings(engine);
  if (!settings) return settings.error();
  settings->searcher.nodes_per_ms = circumstances.nodes_per_ms;
  if (settings->searcher.threads > 1 && circumstances.clock == ClockKind::Cpu)
    return Error{"--clock cpu: engines of this program (net=, evaluation=) must use one thread"};
  const std::string net = engine.field("net");
  const bool own = !net.empty() && net != "default";
  auto network = own ? nn::load_network(net) : nn::read_network(nn::embedded_network());
  if (!network) return network.error();
  Entry entry;
  entry.contestant.threads = settings->searcher.threads;
  entry.identity = {{"net", nn::network_hash(**network)},
                    {"evaluation", std::string(eval::name_of(settings->evaluation.mode))},
                    {"program", hash_of_this_program()}};
  entry.contestant.make = [network = *network, settings = *settings] {
    return std::make_unique<SearchPlayer>(network, settings.evaluation, settings.searcher,
                                          settings.parameters);
  };
  return entry;
}

Result<Entry> make_entry(const EngineText& engine, const Circumstances& circumstances) {
  const bool in_process = engine.fields.contains("net") || engine.fields.contains("evaluation");
  if (engine.fields.contains("cmd") == in_process)
    return Error{
        "--engine: give either cmd=PROGRAM, or net=FILE and evaluation=MODE for this program's own "
        "search"};
  auto entry = in_process ? network_entry(engine, circumstances) : process_entry(engine, circumstances);
  if (!entry) return entry;
  entry->contestant.name = name_for(engine);
  entry->contestant.allowance = engine.allowance;
  for (const auto& [name, value] : engine.options)
    entry->identity.emplace_back(concat("option.", name), value);
  return entry;
}

// --- the other options

Result<Sprt> parse_sprt(const std::string& text) {
  Sprt sprt;
  const std::array<std::pair<std::string_view, double*>, 4> numbers = {
      {{"elo0", &sprt.elo0}, {"elo1", &sprt.elo1}, {"alpha", &sprt.alpha}, {"beta", &sprt.beta}}};
  std::size_t next = 0;
  std::array<bool, 4> given{};
  bool model_given = false;
  for (const auto part : base::split(text, ',')) {
    std::string_view key;
    std::string_view value = part;
    if (const std::size_t equals = part.find('='); equals != std::string_view::npos) {
      key = part.substr(0, equals);
      value = part.substr(equals + 1);
    }
    if (const auto model = parse_elo_model(value); model && (key.empty() || key == "model") && !model_given) {
      sprt.model = *model;
      model_given = true;
      continue;
    }
    if (!key.empty()) {
      next = static_cast<std::size_t>(std::find_if(numbers.begin(), numbers.end(),
                                                   [&](const auto& number) { return number.first == key; }) -
                                      numbers.begin());
    }
    if (next >= numbers.size())
      return Error{concat("--sprt: found ", base::quoted(part),
                          ", expected ELO0,ELO1[,ALPHA,BETA][,normalized|logistic]")};
    const auto number = parse_decimal(concat("--sprt ", numbers[next].first), value);
    if (!number) return number.error();
    *numbers[next].second = *number;
    given[next++] = true;
  }
  if (!given[0] || !given[1])
    return Error{
        concat("--sprt: found ", base::quoted(text), ", expected both bounds: ELO0,ELO1, for example 0,5")};
  if (!(sprt.elo0 < sprt.elo1)) return Error{"--sprt: elo0 must be smaller than elo1"};
  for (const double rate : {sprt.alpha, sprt.beta}) {
    if (!(rate > 0 && rate < 0.5)) return Error{"--sprt: alpha and beta must be between 0 and 0.5"};
  }
  return sprt;
}

// "wall", "cpu" or "nodes=N".
Result<void> parse_clock(const std::string& text, GameSettings& game) {
  if (text == "wall") return {};
  if (text == "cpu") {
    game.clock = ClockKind::Cpu;
    return {};
  }
  if (text.starts_with("nodes=")) {
    const auto number = parse_number("--clock nodes", text.substr(6), 1, 10'000);
    if (!number) return number.error();
    game.clock = ClockKind::Nodes;
    game.nodes_per_ms = *number;
    return {};
  }
  return Error{concat("--clock: found ", base::quoted(text),
                      ", expected wall, cpu or nodes=N (nodes per millisecond)")};
}

Result<Tournament> parse_tournament(const std::string& text) {
  if (text == "roundrobin") return Tournament::RoundRobin;
  if (text == "gauntlet") return Tournament::Gauntlet;
  return Error{concat("--tournament: found ", base::quoted(text), ", expected roundrobin or gauntlet")};
}

Result<OpeningOrder> parse_order(const std::string& text) {
  if (text == "random") return OpeningOrder::Random;
  if (text == "sequential") return OpeningOrder::Sequential;
  return Error{concat("--order: found ", base::quoted(text), ", expected random or sequential")};
}

// --- all settings

// Everything but the engines and the files.
Result<void> read_settings(const Arguments& arguments, MatchSettings& settings) {
  if (arguments.has("--games") && arguments.has("--rounds"))
    return Error{"give either --rounds or --games, not both"};
  const auto rounds = arguments.number("--rounds", 0, 1, 500'000'000);
  if (!rounds) return rounds.error();
  const auto games =
      arguments.number("--games", arguments.has("--sprt") ? 0 : kDefaultGames, 1, 1'000'000'000);
  if (!games) return games.error();
  settings.games = static_cast<std::uint64_t>(arguments.has("--rounds") ? 2 * *rounds : *games);
  const auto concurrency = arguments.number("--concurrency", 1, 1, 1024);
  if (!concurrency) return concurrency.error();
  settings.concurrency = static_cast<int>(*concurrency);
  const auto margin = arguments.number("--margin", settings.game.margin_ms, 0, 1'000'000);
  if (!margin) return margin.error();
  settings.game.margin_ms = *margin;
  const auto stall = arguments.number("--stall", settings.game.stall_ms, 1, 100'000'000);
  if (!stall) return stall.error();
  settings.game.stall_ms = *stall;
  const auto max_moves = arguments.number("--maxmoves", 0, 1, 10'000);
  if (!max_moves) return max_moves.error();
  settings.game.max_moves = static_cast<int>(*max_moves);
  settings.pin = !arguments.has("--no-pin");
  settings.record_path = arguments.text("--record", "");
  settings.pgn_path = arguments.text("--pgn", "");
  settings.event = arguments.text("--event", settings.event);
  const auto tournament = parse_tournament(arguments.text("--tournament", "roundrobin"));
  if (!tournament) return tournament.error();
  settings.tournament = *tournament;
  if (const auto clock = parse_clock(arguments.text("--clock", "wall"), settings.game); !clock)
    return clock.error();
  if (arguments.has("--sprt")) {
    const auto sprt = parse_sprt(arguments.text("--sprt", ""));
    if (!sprt) return sprt.error();
    settings.sprt = *sprt;
  }
  if (arguments.has("--draw")) {
    const auto rule = parse_draw(arguments.text("--draw", ""));
    if (!rule) return rule.error();
    settings.game.draw = *rule;
  }
  if (arguments.has("--resign")) {
    const auto rule = parse_resign(arguments.text("--resign", ""));
    if (!rule) return rule.error();
    settings.game.resign = *rule;
  }
  return {};
}

// The engines on the command line, completed with --each and the shared limits.
Result<std::vector<EngineText>> read_engines(const Arguments& arguments) {
  EngineText common;
  if (arguments.has("--each")) {
    auto each = parse_engine("--each", arguments.text("--each", ""));
    if (!each) return each.error();
    common = std::move(*each);
  }
  Allowance limits;
  for (const std::string key : {"tc", "movetime", "nodes", "depth"}) {
    const std::string option = concat("--", key);
    if (!arguments.has(option)) continue;
    const auto read = read_limit(option, key, arguments.text(option, ""), limits);
    if (!read) return read.error();
  }
  if (common.allowance.is_empty()) common.allowance = limits;
  if (common.allowance.is_empty()) common.allowance.move_time_ms = kDefaultMoveTimeMs;
  std::vector<EngineText> engines;
  for (const std::string& text : arguments.texts("--engine")) {
    auto engine = parse_engine("--engine", text);
    if (!engine) return engine.error();
    complete(*engine, common);
    engines.push_back(std::move(*engine));
  }
  if (engines.size() < 2)
    return Error{concat("found ", engines.size(),
                        " --engine, expected two or more: --engine cmd=PROGRAM or net=FILE")};
  if (engines.size() > 2 && arguments.has("--sprt")) return Error{"--sprt needs exactly two engines"};
  return engines;
}

// Numbers engines that have the same name.
void make_names_different(std::vector<Contestant>& contestants) {
  std::map<std::string, int> seen;
  for (Contestant& contestant : contestants) {
    const int number = ++seen[contestant.name];
    if (number > 1) contestant.name += concat('#', number);
  }
}

Result<void> read_openings(const Arguments& arguments, bool chess960, std::uint64_t seed,
                           MatchSettings& settings, base::JsonWriter& identity) {
  const auto order = parse_order(arguments.text("--order", "random"));
  if (!order) return order.error();
  const auto plies = arguments.number("--plies", Openings::kMostPlies, 0, Openings::kMostPlies);
  if (!plies) return plies.error();
  if (arguments.has("--openings")) {
    auto openings = Openings::read(arguments.text("--openings", ""), *order, seed, static_cast<int>(*plies));
    if (!openings) return openings.error();
    settings.openings = std::move(*openings);
  } else {
    settings.openings = Openings::random_moves(seed, chess960);
  }
  identity.field("openings", std::string_view(base::hex64(settings.openings.fingerprint())));
  identity.field("order", name_of(*order)).field("seed", seed).field("plies", *plies);
  return {};
}

// The rules in force: giving a default explicitly makes no difference.
void write_rules(const Arguments& arguments, const MatchSettings& settings, base::JsonWriter& identity) {
  const GameSettings& game = settings.game;
  identity.field("tournament", name_of(settings.tournament));
  identity.field("clock", name_of(game.clock)).field("nodes_per_ms", game.nodes_per_ms);
  identity.field("margin", game.margin_ms).field("stall", game.stall_ms).field("maxmoves", game.max_moves);
  identity.field("tb", std::string_view(arguments.text("--tb", "")));
  write_adjudication(game, identity);
  if (settings.sprt) {
    identity.key("sprt").begin_object().field("elo0", settings.sprt->elo0).field("elo1", settings.sprt->elo1);
    identity.field("alpha", settings.sprt->alpha).field("beta", settings.sprt->beta);
    identity.field("model", name_of(settings.sprt->model)).end_object();
  }
}

// The settings, or the exit code after the error was printed.
struct SettingsOrExit {
  MatchSettings settings;
  int exit_code = kExitDone;
};

SettingsOrExit read_match(const Arguments& arguments) {
  SettingsOrExit out;
  const auto usage = [&](const Error& error) {
    out.exit_code = usage_error("match", error);
    return std::move(out);
  };
  const auto failed = [&](const Error& error) {
    out.exit_code = failure(error);
    return std::move(out);
  };
  MatchSettings& settings = out.settings;
  if (const auto read = read_settings(arguments, settings); !read) return usage(read.error());
  const auto engines = read_engines(arguments);
  if (!engines) return usage(engines.error());
  const auto seed = arguments.number("--seed", 1, 0, INT64_MAX);
  if (!seed) return usage(seed.error());
  const bool chess960 = arguments.has("--chess960");

  base::JsonWriter identity;
  identity.begin_object().key("engines").begin_array();
  const Circumstances circumstances{chess960, settings.game.clock, settings.game.nodes_per_ms};
  for (const EngineText& engine : *engines) {
    auto entry = make_entry(engine, circumstances);
    if (!entry) return failed(entry.error());
    identity.begin_object().field("name", std::string_view(entry->contestant.name));
    identity.field("limit", std::string_view(to_string(entry->contestant.allowance)));
    for (const auto& [key, value] : entry->identity) identity.field(key, std::string_view(value));
    identity.end_object();
    settings.contestants.push_back(std::move(entry->contestant));
  }
  identity.end_array();
  make_names_different(settings.contestants);
  if (const auto read =
          read_openings(arguments, chess960, static_cast<std::uint64_t>(*seed), settings, identity);
      !read)
    return failed(read.error());
  write_rules(arguments, settings, identity);
  identity.field("chess960", chess960).end_object();
  settings.identity = identity.text();
  if (arguments.has("--tb")) {
    auto tablebase = search::Tablebase::open(arguments.text("--tb", ""));
    if (!tablebase) return failed(tablebase.error());
    settings.game.tablebase = std::move(*tablebase);
  }
  return out;
}

// --- running

// The live line and problems, on standard error.
class Reporter : public MatchObserver {
 public:
  explicit Reporter(const MatchSettings& settings) : settings_(settings) {}

  void on_resume(const Standings& standings) override {
    line_.print(concat(settings_.record_path, ": resuming after ", standings.games(), " games"));
  }
  void on_remark(int contestant, const std::string& text) override {
    line_.print(concat(name(contestant), ' ', text));
  }
  void on_note(const std::string& text) override { line_.print(text); }
  void on_game(const RecordedGame& game, const Standings& standings) override {
    if (is_fault(game.reason))
      line_.print(concat("game ", game.index + 1, " (", name(game.white), " - ", name(game.black), ", ",
                         chess::to_string(game.result), "): ", game.detail));
    if (line_.is_due()) line_.show(live_line(settings_, standings));
  }

 private:
  [[nodiscard]] const std::string& name(int contestant) const {
    return settings_.contestants[static_cast<std::size_t>(contestant)].name;
  }

  const MatchSettings& settings_;
  LiveLine line_;
};

// The first contestant that lost every game because it did not start; nothing if there is none.
std::optional<std::string> never_started(const MatchSettings& settings, const Standings& standings) {
  for (std::size_t i = 0; i < settings.contestants.size(); ++i) {
    const auto games = static_cast<std::uint64_t>(standings.total_of(static_cast<int>(i)).games.games());
    if (games > 0 && standings.losses_by(static_cast<int>(i), EndReason::StartFailure) == games)
      return settings.contestants[i].name;
  }
  return std::nullopt;
}

int exit_code_of(const MatchSettings& settings, const MatchOutcome& outcome) {
  if (const auto name = never_started(settings, outcome.standings))
    return failure({concat(*name, " never started; the result is meaningless")});
  if (!outcome.complete) return base::kExitInterrupted;
  return settings.sprt && outcome.verdict != SprtVerdict::Accepted ? kExitTestSaidNo : kExitDone;
}

void print_verdict(const MatchSettings& settings, const MatchOutcome& outcome) {
  if (outcome.verdict == SprtVerdict::Accepted) {
    std::printf("SPRT: H1 accepted (stronger)\n");
  } else if (outcome.verdict == SprtVerdict::Refused) {
    std::printf("SPRT: H0 accepted (not stronger)\n");
  } else if (settings.sprt && outcome.complete) {
    std::printf("SPRT: inconclusive: all games were played without a verdict\n");
  }
  if (!outcome.complete) {
    std::printf("Interrupted%s\n",
                settings.record_path.empty() ? "" : "; run the same command again to resume the match");
  }
}

int run_match_command(const Arguments& arguments) {
  const SettingsOrExit read = read_match(arguments);
  if (read.exit_code != kExitDone) return read.exit_code;
  const MatchSettings& settings = read.settings;
  Result<MatchOutcome> outcome = Error{"not started"};
  {
    Reporter reporter(settings);
    const InterruptWatch watch;
    outcome = run_match(settings, reporter, watch.token());
  }
  if (!outcome) return failure(outcome.error());
  if (arguments.has("--json")) {
    std::printf("%s\n", report_json(settings, *outcome).c_str());
  } else {
    std::fputs(report_text(settings, outcome->standings).c_str(), stdout);
    print_verdict(settings, *outcome);
  }
  return exit_code_of(settings, *outcome);
}

base::FileUse files_of_match(const Arguments& arguments) {
  base::FileUse use{.read = {arguments.text("--openings", "")},
                    .written = {arguments.text("--pgn", ""), arguments.text("--record", "")},
                    .folders = {}};
  const auto engines = read_engines(arguments);
  if (!engines) return use;
  for (const EngineText& engine : *engines) {
    if (const std::string net = engine.field("net"); net != "default") use.read.push_back(net);
    if (const std::string cmd = engine.field("cmd"); cmd.find('/') != std::string::npos)
      use.read.push_back(cmd);
    // Engines may share a log.
    const std::string log = engine.field("stderr");
    if (std::find(use.written.begin() + 2, use.written.end(), log) == use.written.end())
      use.written.push_back(log);
  }
  return use;
}

}  // namespace

Command match_command() {
  return Command{
      .name = "match",
      .summary = "play games between engines or networks: Elo, SPRT",
      .description =
          "Plays games between two or more engines and reports which is stronger. Every opening is "
          "played twice with colors reversed. A crash, a stall, an illegal move or a loss on time "
          "loses the game, and the match continues. With --record every finished game is written to "
          "disk immediately; after Ctrl-C, kill -9 or a power failure, run the same command again to "
          "resume.\n"
          "An engine is cmd=PROGRAM (speaks UCI), or net=FILE, net=default, evaluation=classical: the "
          "search of this program. Further keys, after commas or as separate words: name, args, dir, "
          "option.NAME (for example option.Hash=16), stderr=FILE, and its own limit: tc, movetime, "
          "nodes, depth. Write a comma inside a value as \\,.\n"
          "Exit code 0: all games were played, or the SPRT accepted H1; 3: it did not. See "
          "docs/matches.md.",
      .positionals = {},
      .options = {{"--engine", "KEYS", "an engine; give it twice or more", true, true},
                  {"--each", "KEYS", "settings for every engine that does not set them itself", false, true},
                  {"--games", "N", "games per pairing (default: 100; with --sprt: until it ends)"},
                  {"--rounds", "N", "openings per pairing, two games each: the same as --games 2N"},
                  {"--sprt", "ELO0,ELO1[,ALPHA,BETA][,MODEL]",
                   "stop as soon as the first engine is shown to be ELO1 stronger, or no more than ELO0; the "
                   "model is normalized (default) or logistic; alpha and beta are 0.05 each by default",
                   false, true},
                  {"--tc", "TC", "time control: [MOVES/]SECONDS[+INCREMENT], for example 8+0.08 or 40/60"},
                  {"--movetime", "MS", "milliseconds per move (default: 100, if there is no other limit)"},
                  {"--nodes", "N", "nodes per move: the same games whatever else the machine does"},
                  {"--depth", "N", "depth per move, in plies"},
                  {"--clock", "KIND",
                   "wall (default); cpu: charge an engine the processor time it used, which works on a busy "
                   "machine; nodes=N: N nodes count as a millisecond"},
                  {"--margin", "MS",
                   "tolerance beyond the time limit, besides any wait for a processor (default: 100)"},
                  {"--stall", "MS",
                   "an engine that is silent for this much longer than its time has hung (default: 30000)"},
                  {"--openings", "FILE", "EPD, FEN or PGN (default: eight random moves)"},
                  {"--order", "ORDER", "order of the openings: random (default) or sequential"},
                  {"--plies", "N", "plies to take from the games of a PGN (default: all)"},
                  {"--seed", "N", "random seed of the order of openings, or of random moves (default: 1)"},
                  {"--chess960", "", "castling as in Chess960; sets UCI_Chess960"},
                  {"--tournament", "KIND",
                   "roundrobin (default) or gauntlet: the first engine against all others"},
                  {"--concurrency", "N", "games to play in parallel, each on its own cores (default: 1)"},
                  {"--no-pin", "", "let the system choose the core a game runs on"},
                  {"--draw", "movenumber=N,movecount=N,score=CP", "adjudicate draws (default: off)", false,
                   true},
                  {"--resign", "movecount=N,score=CP[,twosided=false]",
                   "adjudicate losses that both engines agree on, or with twosided=false the loser alone "
                   "(default: off)",
                   false, true},
                  {"--tb", "PATH", "adjudicate with Syzygy tablebases"},
                  {"--maxmoves", "N", "a draw after this many moves of each side (default: no limit)"},
                  {"--pgn", "FILE",
                   "append the games with scores, depths, times and reasons; - for standard output"},
                  {"--record", "FILE",
                   "save every game in this file (JSON lines); an existing record is "
                   "resumed"},
                  {"--event", "NAME", "event name for the PGN"},
                  {"--json", "", "print the result as JSON"}},
      .examples =
          {"match --engine cmd=./run --engine cmd=stockfish,nodes=1000 --games 20",
           "match --engine net=new.net,name=new --engine net=default,name=old --nodes 5000 --sprt 0,10 "
           "--openings book.epd --concurrency 2 --record test.jsonl",
           "match --engine cmd=./new --engine cmd=./old --each option.Hash=16 --tc 8+0.08 --clock cpu "
           "--games 1000 --openings book.epd --pgn games.pgn"},
      .run = run_match_command,
      .files = files_of_match};
}

}  // namespace tabia::tools
