// engine/options.h: the UCI options: one table, from which everything about them is derived.
//
// A row has the option's name, its values, its purpose, and the field of Settings that it sets. The lines of
// `uci`, the checks of `setoption`, `help` and the documentation come from the rows.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "eval/evaluator.h"
#include "puct/choice.h"
#include "search/move_search.h"
#include "uci/output.h"

namespace tabia::engine {

// All settings of an engine that a user can change.
struct Settings {
  search::SearcherOptions searcher;  // except `elo`, which follows from the two fields below
  bool limit_strength = false;
  int elo = 1500;
  puct::Style style = puct::Style::Human;
  std::string human_file;  // empty: where puct/human_file.h looks for it
  puct::SearchKind search_kind = puct::SearchKind::Auto;
  eval::EvaluatorOptions evaluation;
  std::string eval_file;    // empty: the embedded network
  std::string eval_url;     // a service that evaluates instead; empty: none
  std::string syzygy_path;  // empty: no tablebases
  bool own_book = false;
  std::string book_file;  // empty: no book
  bool chess960 = false;  // castling is written as king takes rook
  bool analyse_mode = false;
  bool show_wdl = false;
  bool minimal = false;        // only the last info lines of a search
  std::string debug_log_file;  // empty: none
  search::Parameters parameters{};
};

// The text of a value, and its meaning for the option's type.
struct OptionValue {
  std::string text;
  std::int64_t number = 0;  // for spin options
  bool flag = false;        // for check options
};

// What must be done after an option has changed.
enum class OptionEffect {
  None,
  Searcher,
  Network,
  Human,
  Evaluation,
  Service,
  Tablebase,
  Book,
  Parameters,
  ClearHash
};

struct OptionSpec {
  uci::OptionLine line;
  std::string help;
  OptionEffect effect = OptionEffect::None;
  std::function<void(Settings&, const OptionValue&)> set;
};

// The range of playing strengths for UCI_Elo.
inline constexpr int kLowestElo = 800;
inline constexpr int kHighestElo = 3200;

// The bare engine can't use a service.
enum class OptionsOffered { All, WithoutEvalUrl };

// The options, in the order in which they are listed.
[[nodiscard]] const std::vector<OptionSpec>& options_of(OptionsOffered offered);
[[nodiscard]] inline const std::vector<OptionSpec>& all_options() { return options_of(OptionsOffered::All); }

// Case doesn't matter. The error suggests a similar option.
[[nodiscard]] base::Result<const OptionSpec*> find_option(std::string_view name,
                                                          OptionsOffered offered = OptionsOffered::All);

// The value for that option. The error says what is allowed.
[[nodiscard]] base::Result<OptionValue> parse_value(const OptionSpec& option, std::string_view text);

// The options with type, range, default and meaning, as text: one or two lines each.
[[nodiscard]] std::string options_text(OptionsOffered offered = OptionsOffered::All);

// The search parameters as OpenBench reads them for SPSA: "name, int, value, min, max, c_end, r_end".
[[nodiscard]] std::string spsa_text();

}  // namespace tabia::engine
