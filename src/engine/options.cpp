#include "engine/options.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "puct/human_level.h"
#include "search/steps.h"

namespace tabia::engine {
namespace {

using base::concat;
using base::Error;
using base::quoted;
using uci::OptionLine;
using uci::OptionType;

// --- functions that make rows: the default is the value of the field in a new Settings

// `field` gives the bool of a Settings.
template <class Field>
OptionSpec check(std::string name, OptionEffect effect, Field field, std::string help) {
  Settings defaults;
  OptionLine line{.name = std::move(name),
                  .type = OptionType::Check,
                  .default_value = field(defaults) ? "true" : "false"};
  return {std::move(line), std::move(help), effect,
          [field](Settings& settings, const OptionValue& value) { field(settings) = value.flag; }};
}

// `field` gives an integer of a Settings.
template <class Field>
OptionSpec spin(std::string name, OptionEffect effect, std::int64_t low, std::int64_t high, Field field,
                std::string help) {
  Settings defaults;
  OptionLine line{.name = std::move(name),
                  .type = OptionType::Spin,
                  .default_value = std::to_string(field(defaults)),
                  .low = low,
                  .high = high};
  return {std::move(line), std::move(help), effect, [field](Settings& settings, const OptionValue& value) {
            field(settings) = static_cast<std::decay_t<decltype(field(settings))>>(value.number);
          }};
}

// `field` gives a text of a Settings.
template <class Field>
OptionSpec text(std::string name, OptionEffect effect, std::string shown_default, Field field,
                std::string help) {
  OptionLine line{
      .name = std::move(name), .type = OptionType::String, .default_value = std::move(shown_default)};
  return {std::move(line), std::move(help), effect,
          [field](Settings& settings, const OptionValue& value) { field(settings) = value.text; }};
}

OptionSpec button(std::string name, OptionEffect effect, std::string help) {
  return {OptionLine{.name = std::move(name), .type = OptionType::Button}, std::move(help), effect,
          [](Settings&, const OptionValue&) {}};
}

OptionSpec evaluation_mode() {
  using eval::EvaluationMode;
  OptionLine line{.name = "Evaluation",
                  .type = OptionType::Combo,
                  .default_value = std::string(eval::name_of(Settings{}.evaluation.mode))};
  for (const auto mode : {EvaluationMode::Network, EvaluationMode::Classical, EvaluationMode::Hybrid})
    line.choices.emplace_back(eval::name_of(mode));
  return {std::move(line), "what evaluates positions: the network, hand-written terms, or a mix of both",
          OptionEffect::Evaluation, [](Settings& settings, const OptionValue& value) {
            settings.evaluation.mode =
                eval::parse_evaluation_mode(value.text).value_or(settings.evaluation.mode);
          }};
}

OptionSpec search_kind() {
  OptionLine line{.name = "Search",
                  .type = OptionType::Combo,
                  .default_value = std::string(puct::name_of(Settings{}.search_kind))};
  for (const puct::SearchKind kind : puct::kSearchKinds) line.choices.emplace_back(puct::name_of(kind));
  return {
      std::move(line),
      "how to search: alphabeta; puct or policy (no search) for networks with a policy head; auto: policy "
      "for networks that imitate people (with a rating input, or a name that begins with maia), puct for "
      "others with a policy head, else alphabeta",
      OptionEffect::Evaluation, [](Settings& settings, const OptionValue& value) {
        settings.search_kind = puct::parse_search_kind(value.text).value_or(settings.search_kind);
      }};
}

OptionSpec style() {
  OptionLine line{
      .name = "Style", .type = OptionType::Combo, .default_value = std::string(name_of(Settings{}.style))};
  for (const puct::Style style : puct::kStyles) line.choices.emplace_back(puct::name_of(style));
  return {
      std::move(line),
      concat("with UCI_LimitStrength: human plays like people of that rating, by the network of HumanFile "
             "(from ",
             puct::kLowestHumanElo, " to ", puct::kHighestHumanElo, "); engine weakens the search"),
      OptionEffect::Searcher, [](Settings& settings, const OptionValue& value) {
        settings.style = puct::parse_style(value.text).value_or(settings.style);
      }};
}

constexpr std::int64_t kMaxHashMib = std::int64_t{1} << 25;
constexpr std::string_view kEmbedded = "<embedded>";

std::vector<OptionSpec> make_options() {
  using enum OptionEffect;
  using S = Settings;
  std::vector<OptionSpec> options;
  const auto add = [&](OptionSpec option) { options.push_back(std::move(option)); };

  add(spin(
      "Threads", Searcher, 1, 1024, [](S & s) -> auto& { return s.searcher.threads; },
      "search threads; one per core is best"));
  add(spin(
      "Hash", Searcher, 1, kMaxHashMib, [](S & s) -> auto& { return s.searcher.hash_mib; },
      "size of the transposition table in MiB; with puct, the memory limit of the tree"));
  add(button("Clear Hash", ClearHash, "forget what earlier searches have learned"));
  add(spin(
      "MultiPV", Searcher, 1, 256, [](S & s) -> auto& { return s.searcher.lines; },
      "how many of the best moves are shown, each with its line"));
  add(check(
      "Ponder", Searcher, [](S & s) -> auto& { return s.searcher.pondering; },
      "the GUI lets the engine think on the opponent's time, so it may spend a little more of its own"));
  add(spin(
      "Move Overhead", Searcher, 0, 10'000, [](S & s) -> auto& { return s.searcher.move_overhead_ms; },
      "milliseconds kept in reserve for each move, for delays between engine and clock"));

  add(text(
      "EvalFile", Network, std::string(kEmbedded), [](S & s) -> auto& { return s.eval_file; },
      "network file: Tabia's own, Stockfish's .nnue or text; <embedded> or empty: the one in the program"));
  add(text(
      "EvalUrl", Service, "", [](S & s) -> auto& { return s.eval_url; },
      "http://HOST:PORT of a service (tabia serve) that evaluates in place of the network; empty: none"));
  add(search_kind());
  add(spin(
      "BatchSize", Searcher, 1, 256, [](S & s) -> auto& { return s.searcher.batch; },
      "puct: positions that the network evaluates together; 1 plays best with few nodes, 16 is fastest"));
  add(spin(
      "PlayTemperature", Searcher, 0, 1000,
      [](S & s) -> auto& { return s.searcher.play.temperature_percent; },
      "policy: 0 plays the likeliest move; 100 plays moves as often as the network expects people to"));
  add(check(
      "PlayDelay", Searcher, [](S & s) -> auto& { return s.searcher.play.delay; },
      "policy: with a clock, take as long as a person would: longer when the choice is hard"));
  add(check(
      "PlayMateInOne", Searcher, [](S & s) -> auto& { return s.searcher.play.sees_mate; },
      "policy: play a mate in one, and avoid moves that allow one"));
  add(check(
      "PlayTablebases", Searcher, [](S & s) -> auto& { return s.searcher.play.uses_tablebase; },
      "policy: with SyzygyPath, only play moves that keep the result"));
  add(evaluation_mode());
  add(spin(
      "NetworkWeight", Evaluation, 0, 100, [](S & s) -> auto& { return s.evaluation.network_weight; },
      "percentage of the network in the hybrid evaluation"));
  add(check(
      "RuleDrawnMaterial", Evaluation, [](S & s) -> auto& { return s.evaluation.rules.drawn_material; },
      "classical and hybrid: endings that can't be won count as draws"));
  add(check(
      "RuleKnownWins", Evaluation, [](S & s) -> auto& { return s.evaluation.rules.known_wins; },
      "classical and hybrid: won endings are recognized and played out"));
  add(check(
      "RuleOppositeBishops", Evaluation, [](S & s) -> auto& { return s.evaluation.rules.opposite_bishops; },
      "classical and hybrid: bishops of opposite colors are hard to win with"));
  add(check(
      "RuleDrawishEndings", Evaluation, [](S & s) -> auto& { return s.evaluation.rules.drawish_endings; },
      "classical and hybrid: other endings that are hard to win"));
  add(check(
      "RuleFiftyMoves", Evaluation, [](S & s) -> auto& { return s.evaluation.rules.fifty_moves; },
      "classical and hybrid: scores shrink as the fifty-move rule gets close"));

  add(text(
      "SyzygyPath", Tablebase, "", [](S & s) -> auto& { return s.syzygy_path; },
      "folders of Syzygy tablebases, separated by : (; on Windows)"));
  add(spin(
      "SyzygyProbeDepth", Searcher, 1, 100, [](S & s) -> auto& { return s.searcher.tablebase.probe_depth; },
      "minimum depth at which positions with the most pieces are looked up"));
  add(spin(
      "SyzygyProbeLimit", Searcher, 0, 7, [](S & s) -> auto& { return s.searcher.tablebase.probe_limit; },
      "maximum number of pieces in positions that are looked up"));
  add(check(
      "Syzygy50MoveRule", Searcher, [](S & s) -> auto& { return s.searcher.tablebase.fifty_move_rule; },
      "wins that the fifty-move rule prevents count as draws"));

  add(check(
      "OwnBook", None, [](S & s) -> auto& { return s.own_book; },
      "play from BookFile while it knows a move; not in infinite or analysis searches"));
  add(text(
      "BookFile", Book, "", [](S & s) -> auto& { return s.book_file; }, "opening book in PolyGlot's format"));

  add(check(
      "UCI_Chess960", None, [](S & s) -> auto& { return s.chess960; },
      "castling is written as king takes own rook; it is understood either way"));
  add(check(
      "UCI_AnalyseMode", None, [](S & s) -> auto& { return s.analyse_mode; },
      "the GUI is analyzing: the book is not used"));
  add(check(
      "UCI_ShowWDL", None, [](S & s) -> auto& { return s.show_wdl; },
      "chances to win, draw and lose with every score, per mille"));
  add(check(
      "UCI_LimitStrength", Searcher, [](S & s) -> auto& { return s.limit_strength; },
      "play like a player of UCI_Elo"));
  add(spin(
      "UCI_Elo", Searcher, kLowestElo, kHighestElo, [](S & s) -> auto& { return s.elo; },
      "the strength to play with when UCI_LimitStrength is on"));
  add(style());
  add(text(
      "HumanFile", Human, "", [](S & s) -> auto& { return s.human_file; },
      "network file for Style human; empty: human.net next to the program or in its nets folder"));

  add(spin(
      "nodestime", Searcher, 0, 10'000, [](S & s) -> auto& { return s.searcher.nodes_per_ms; },
      "if not 0, time is counted in nodes, this many per millisecond: games don't depend on how busy the "
      "machine is"));
  add(check(
      "Minimal", None, [](S & s) -> auto& { return s.minimal; },
      "print only the last info lines of a search"));
  add(text(
      "Debug Log File", None, "", [](S & s) -> auto& { return s.debug_log_file; },
      "file to which everything that is read and written is appended"));

#if defined(TABIA_TUNE)
#define TABIA_ADD_OPTION(name, value, low, high, step, unit, meaning)                 \
  add(spin(                                                                           \
      #name, Parameters, low, high, [](S & s) -> auto& { return s.parameters.name; }, \
      concat(meaning, " (", unit, ")")));
  TABIA_SEARCH_PARAMETERS(TABIA_ADD_OPTION)
  TABIA_ADD_OPTION(without, 0, 0, (1 << search::kStepCount) - 1, 1, "bits",
                   "steps of the search to leave out")
#undef TABIA_ADD_OPTION
#endif
  return options;
}

// "16, from 1 to 33554432", "true", "network; or classical, hybrid".
std::string values_text(const OptionLine& line) {
  switch (line.type) {
    case OptionType::Button:
      return "button";
    case OptionType::Spin:
      return concat(line.default_value, ", from ", *line.low, " to ", *line.high);
    case OptionType::Combo: {
      std::string out = concat(line.default_value, "; one of");
      for (const std::string& choice : line.choices) out += concat(" ", choice);
      return out;
    }
    case OptionType::Check:
    case OptionType::String:
      break;
  }
  return line.default_value.empty() ? "empty" : line.default_value;
}

}  // namespace

const std::vector<OptionSpec>& options_of(OptionsOffered offered) {
  static const std::vector<OptionSpec> all = make_options();
  static const std::vector<OptionSpec> without = [] {
    std::vector<OptionSpec> options = all;
    std::erase_if(options, [](const OptionSpec& option) { return option.effect == OptionEffect::Service; });
    return options;
  }();
  return offered == OptionsOffered::All ? all : without;
}

base::Result<const OptionSpec*> find_option(std::string_view name, OptionsOffered offered) {
  std::vector<std::string_view> known;
  for (const OptionSpec& option : options_of(offered)) {
    if (base::equal_ignoring_case(option.line.name, name)) return &option;
    known.push_back(option.line.name);
  }
  const auto near = base::nearest_word(name, known);
  return Error{
      concat("unknown option ", quoted(name), near ? concat(", did you mean ", quoted(*near), "?") : "")};
}

base::Result<OptionValue> parse_value(const OptionSpec& option, std::string_view text) {
  const OptionLine& line = option.line;
  const auto expected = [&](const std::string& what) {
    return Error{concat("option ", line.name, ": found ", text.empty() ? "nothing" : quoted(text),
                        ", expected ", what)};
  };
  OptionValue value;
  switch (line.type) {
    case OptionType::Button:
      break;
    case OptionType::Check: {
      const std::string word = base::lowered(text);
      if (word != "true" && word != "false") return expected("true or false");
      value.flag = word == "true";
      break;
    }
    case OptionType::Spin: {
      const auto number = base::parse_integer<std::int64_t>(text);
      if (!number || *number < *line.low || *number > *line.high)
        return expected(concat("a whole number from ", *line.low, " to ", *line.high));
      value.number = *number;
      break;
    }
    case OptionType::Combo: {
      const auto found =
          std::find_if(line.choices.begin(), line.choices.end(),
                       [&](const std::string& choice) { return base::equal_ignoring_case(choice, text); });
      if (found == line.choices.end()) {
        std::string choices;
        for (const std::string& choice : line.choices) choices += concat(choices.empty() ? "" : ", ", choice);
        return expected(concat("one of ", choices));
      }
      value.text = *found;
      break;
    }
    case OptionType::String:
      if (text != "<empty>" && text != kEmbedded) value.text = text;
      break;
  }
  return value;
}

std::string options_text(OptionsOffered offered) {
  std::string out;
  for (const OptionSpec& option : options_of(offered))
    out += concat("  ", option.line.name, " (", values_text(option.line), ")\n      ", option.help, "\n");
  return out;
}

std::string spsa_text() {
  std::string out;
#if defined(TABIA_TUNE)
  for (const search::ParameterInfo& row : search::kParameterInfos) {
    out += concat(row.name, ", int, ", row.value, ", ", row.min, ", ", row.max, ", ", row.step, ", 0.002\n");
  }
#endif
  return out;
}

}  // namespace tabia::engine
