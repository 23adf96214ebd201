#include "play/engine_text.h"

#include <algorithm>
#include <filesystem>

#include "base/file.h"
#include "base/hash.h"
#include "base/text.h"
#include "engine/options.h"
#include "nn/embedded.h"
#include "nn/load.h"
#include "os/file.h"
#include "os/system.h"
#include "play/process.h"
#include "play/search_player.h"
#include "play/uci_player.h"
#include "puct/choice.h"
#include "puct/human_file.h"
#include "puct/human_player.h"

namespace tabia::play {
namespace {

using base::concat;
using base::Error;
using base::Result;

constexpr std::int64_t kMostPerMove = 1'000'000'000'000;
constexpr std::string_view kOption = "option.";
constexpr std::string_view kEmbeddedNetwork = "default";

// An engine ready to play, and facts about it that belong to its identity.
struct Entry {
  Contestant contestant;
  base::KeyValues facts;
};

// Hashes of the files named by options: their contents may change while their names stay the same.
void add_option_files(const EngineText& engine, Entry& entry) {
  for (const auto& [name, value] : engine.options) {
    std::string lower = name;
    for (char& c : lower) c = base::to_lower(c);
    if (value.empty() || lower.find("log") != std::string::npos) continue;  // an engine writes to its log
    const std::filesystem::path path = std::filesystem::path(engine.dir) / value;
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none)) continue;
    if (const auto content = base::read_file(path.string(), kLargestProgram))
      entry.facts.emplace_back(concat("file of option.", name), base::hex64(base::hash64(*content)));
  }
}

// Starts the engine once before the match. If the command runs something other than the file itself, that
// becomes part of the identity.
Result<void> rehearse(const UciEngine& uci, const std::string& hash, Entry& entry) {
  UciPlayer player(uci);
  const auto fault = player.new_game({});
  if (fault && fault->kind == FaultKind::BadOption) return Error{fault->text};
  std::string behind;
  for (const std::string& program : player.program_hashes()) {
    if (program != hash) behind += concat(behind.empty() ? "" : " ", program);
  }
  if (!behind.empty()) entry.facts.emplace_back("runs", behind);
  return {};
}

// Requires that `cmd` is the path of the program.
Result<Entry> process_entry(const EngineText& engine, const Circumstances& circumstances) {
  TABIA_TRY(const std::string content, base::read_file(engine.cmd, kLargestProgram));
  UciEngine uci;
  uci.launch.program = engine.cmd;
  for (const auto word : base::words(engine.args)) uci.launch.arguments.emplace_back(word);
  uci.launch.folder = engine.dir;
  uci.launch.error_log = engine.error_log;
  uci.options = engine.options;
  uci.chess960 = circumstances.chess960;
  uci.nodes_per_ms = circumstances.nodes_per_ms;
  Entry entry;
  const std::string hash = base::hex64(base::hash64(content));
  entry.facts = {{"program", hash}};
  for (const auto& [name, value] : engine.options) {
    if (name != "Threads") continue;
    const auto threads = base::read_whole(value, 1, 1024);
    if (!threads) return threads.error().inside("option.Threads");
    entry.contestant.threads = static_cast<int>(*threads);
  }
  entry.contestant.make = [uci] { return std::make_unique<UciPlayer>(uci); };
  add_option_files(engine, entry);
  if (const auto good = rehearse(uci, hash, entry); !good) return good.error().inside(engine.shown_name());
  return entry;
}

// Is this an option of a searcher? All others are up to the match, or to a GUI.
bool is_of_search(const engine::OptionSpec& option) {
  using enum engine::OptionEffect;
  return option.effect == Searcher || option.effect == Evaluation || option.effect == Parameters ||
         option.effect == Human;
}

// The settings of this program's search, from the table of the UCI options.
Result<engine::Settings> search_settings(const EngineText& engine) {
  engine::Settings settings;
  settings.searcher.move_overhead_ms = 0;  // there is no pipe
  base::KeyValues options = engine.options;
  if (!engine.evaluation.empty()) options.emplace_back("Evaluation", engine.evaluation);
  for (const auto& [name, value] : options) {
    TABIA_TRY(const engine::OptionSpec* const option, engine::find_option(name));
    if (!is_of_search(*option))
      return Error{concat(kOption, option->line.name, " is not for engines of this program; use ",
                          "net=FILE, --tb, --openings, --chess960")};
    TABIA_TRY(const engine::OptionValue parsed, engine::parse_value(*option, value));
    option->set(settings, parsed);
  }
  if (settings.limit_strength) settings.searcher.elo = settings.elo;
  return settings;
}

// The network that plays with Style human; null if there is none and the user didn't name one.
Result<std::shared_ptr<const nn::Network>> human_network(const engine::Settings& settings,
                                                         const std::shared_ptr<const nn::Network>& network) {
  if (!settings.limit_strength || settings.style != puct::Style::Human)
    return std::shared_ptr<const nn::Network>();
  if (puct::is_human(network.get())) return network;
  auto loaded = puct::load_human(settings.human_file);
  if (!loaded && settings.human_file.empty()) return std::shared_ptr<const nn::Network>();
  return loaded;
}

Result<Entry> search_entry(const EngineText& engine, const Circumstances& circumstances) {
  auto read = search_settings(engine);
  if (!read) return read.error().inside("--engine");
  engine::Settings& settings = *read;
  settings.searcher.nodes_per_ms = circumstances.nodes_per_ms;
  if (settings.searcher.threads > 1 && circumstances.clock == ClockKind::Cpu)
    return Error{"--clock cpu: engines of this program (net=, evaluation=) must use one thread"};
  const bool own = !engine.net.empty() && engine.net != kEmbeddedNetwork;
  TABIA_TRY(const auto network,
            own ? nn::load_network(engine.net) : nn::read_network(nn::embedded_network()));
  Entry entry;
  entry.contestant.threads = settings.searcher.threads;
  entry.facts = {{"net", nn::network_hash(*network)},
                 {"evaluation", std::string(eval::name_of(settings.evaluation.mode))},
                 {"program", hash_of_this_program()}};
  TABIA_TRY(const auto human, human_network(settings, network));
  const puct::SearchKind kind = puct::search_kind_for({.wanted = settings.search_kind,
                                                       .network = network.get(),
                                                       .file = engine.net,
                                                       .evaluation = settings.evaluation,
                                                       .elo = settings.searcher.elo,
                                                       .human = human.get()});
  if (kind == puct::SearchKind::Human) entry.facts.emplace_back("human", nn::network_hash(*human));
  entry.contestant.make = [network, human, kind, settings = settings] {
    auto player = std::make_unique<SearchPlayer>(
        make_search(kind, network, settings.evaluation, settings.searcher, human));
    player->set_parameters(settings.parameters);
    return player;
  };
  return entry;
}

base::Fields<EngineText> make_engine_fields() {
  using S = EngineText;
  using base::text;
  const base::Fields<S> rows = {
      // Hashes of the network and the program identify these, wherever the files are.
      text<S>("net", "FILE", TABIA_MEMBER(net), "this program's search with a network, or net=default")
          .not_identity(),
      text<S>("evaluation", "MODE", TABIA_MEMBER(evaluation), "network, classical or hybrid").not_identity(),
      text<S>("name", "NAME", TABIA_MEMBER(name), "its name in the results"),
      text<S>("cmd", "PROGRAM", TABIA_MEMBER(cmd), "a program that speaks UCI"),
      text<S>("args", "WORDS", TABIA_MEMBER(args), "arguments of the program"),
      text<S>("dir", "FOLDER", TABIA_MEMBER(dir), "the folder to run the program in").not_identity(),
      text<S>("stderr", "FILE", TABIA_MEMBER(error_log), "where the program's standard error goes")
          .not_identity()};
  return base::joined<S>({rows, base::within<S>(limit_fields(), TABIA_MEMBER(allowance))});
}

}  // namespace

void EngineText::complete(const EngineText& common) {
  for (std::string EngineText::*member :
       {&EngineText::cmd, &EngineText::args, &EngineText::name, &EngineText::dir, &EngineText::net,
        &EngineText::evaluation, &EngineText::error_log})
    if ((this->*member).empty()) this->*member = common.*member;
  for (const auto& option : common.options) {
    const bool own = std::any_of(options.begin(), options.end(),
                                 [&](const auto& candidate) { return candidate.first == option.first; });
    if (!own) options.push_back(option);
  }
  if (allowance.is_empty()) allowance = common.allowance;
}

std::string EngineText::shown_name() const {
  if (!name.empty()) return name;
  const std::string& source = !cmd.empty() ? cmd : !net.empty() ? net : evaluation;
  return source.substr(source.find_last_of(os::kFolderSeparators) + 1);
}

const base::Fields<Allowance>& limit_fields() {
  using S = Allowance;
  static const base::Fields<S> rows = {
      base::value<S>(
          "tc", "TC", TABIA_MEMBER(clock), parse_time_control,
          [](const std::optional<TimeControl>& control) {
            return control ? std::optional(to_string(*control)) : std::nullopt;
          },
          "time control: [MOVES/]SECONDS[+INCREMENT], for example 8+0.08 or 40/60"),
      base::integer<S>("movetime", "MS", 1, kMostPerMove, TABIA_MEMBER(move_time_ms),
                       "milliseconds per move"),
      base::integer<S>("nodes", "N", 1, kMostPerMove, TABIA_MEMBER(nodes),
                       "nodes per move: the same games whatever else the machine does"),
      base::integer<S>("depth", "N", 1, base::kMaxPly - 1, TABIA_MEMBER(depth), "depth per move, in plies")};
  return rows;
}

const base::Fields<EngineText>& engine_fields() {
  static const base::Fields<EngineText> rows = make_engine_fields();
  return rows;
}

Result<EngineText> parse_engine(std::string_view text) {
  TABIA_TRY(base::KeyValues pairs, base::parse_pairs(text));
  EngineText engine;
  std::erase_if(pairs, [&](const auto& pair) {
    if (!pair.first.starts_with(kOption) || pair.first.size() == kOption.size()) return false;
    engine.options.emplace_back(pair.first.substr(kOption.size()), pair.second);
    return true;
  });
  TABIA_TRY_VOID(base::read_pairs(engine_fields(), pairs, engine));
  return engine;
}

std::string to_string(const EngineText& engine) {
  base::KeyValues pairs = base::pairs_of(engine_fields(), engine);
  for (const auto& [name, value] : engine.options) pairs.emplace_back(concat(kOption, name), value);
  return base::pairs_text(pairs);
}

Result<Contestant> make_contestant(const EngineText& engine, const Circumstances& circumstances,
                                   base::JsonWriter& identity) {
  if (engine.cmd.empty() == (engine.net.empty() && engine.evaluation.empty()))
    return Error{
        "--engine: give either cmd=PROGRAM, or net=FILE and evaluation=MODE for this program's own search"};
  EngineText found = engine;
  found.name = engine.shown_name();
  if (!engine.cmd.empty()) {
    const auto program = find_program(engine.cmd);
    if (!program) return program.error().inside("--engine cmd");
    found.cmd = *program;
  }
  auto entry = found.cmd.empty() ? search_entry(found, circumstances) : process_entry(found, circumstances);
  if (!entry) return entry.error();
  entry->contestant.name = found.name;
  entry->contestant.allowance = found.allowance;
  identity.begin_object();
  base::write_json(engine_fields(), found, identity, true);
  for (const auto& [key, value] : entry->facts) identity.field(key, std::string_view(value));
  for (const auto& [name, value] : engine.options)
    identity.field(concat(kOption, name), std::string_view(value));
  identity.end_object();
  return entry->contestant;
}

std::string hash_of_this_program() {
  const auto program = base::read_file(os::path_of_this_program(), kLargestProgram);
  return program ? base::hex64(base::hash64(*program)) : "unknown";
}

}  // namespace tabia::play
