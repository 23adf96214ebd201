#include "uci/output.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"

namespace tabia::uci {
namespace {

using base::concat;
using base::Error;
using base::quoted;
using base::Result;
using base::take_word;
using base::trimmed;

constexpr std::array<std::pair<OptionType, std::string_view>, 5> kTypes = {{{OptionType::Check, "check"},
                                                                            {OptionType::Spin, "spin"},
                                                                            {OptionType::Combo, "combo"},
                                                                            {OptionType::Button, "button"},
                                                                            {OptionType::String, "string"}}};

constexpr std::string_view kEmpty = "<empty>";

// --- reading

// The words of one line, in order.
class Words {
 public:
  Words(std::string_view line_kind, std::string_view text) : kind_(line_kind), rest_(text) {}

  [[nodiscard]] bool done() const { return trimmed(rest_).empty(); }
  std::string_view next() { return take_word(rest_); }
  [[nodiscard]] std::string_view peek() const {
    std::string_view rest = rest_;
    return take_word(rest);
  }
  std::string_view all() { return trimmed(std::exchange(rest_, {})); }

  // Reads the next word as a number into `field`; remembers the first word that isn't one.
  template <class Number>
  void number(std::string_view name, std::optional<Number>& field) {
    const std::string_view word = next();
    field = base::parse_integer<Number>(word);
    if (!field && !fault_) {
      fault_ = Error{concat(kind_, " ", name, ": found ", word.empty() ? "nothing" : quoted(word),
                            ", expected a whole number")};
    }
  }
  [[nodiscard]] int whole(std::string_view name) {
    std::optional<int> value;
    number(name, value);
    return value.value_or(0);
  }
  void fail(std::string message) {
    if (!fault_) fault_ = Error{concat(kind_, " ", message)};
  }
  [[nodiscard]] const std::optional<Error>& fault() const noexcept { return fault_; }

 private:
  std::string_view kind_;
  std::string_view rest_;
  std::optional<Error> fault_;
};

InfoScore read_score(Words& words) {
  InfoScore score;
  const std::string_view unit = words.next();
  if (unit == "mate") {
    score.unit = InfoScore::Unit::Mate;
  } else if (unit != "cp") {
    words.fail(concat("score: found ", quoted(unit), ", expected cp or mate"));
  }
  score.value = words.whole("score");
  if (words.peek() == "lowerbound") {
    score.bound = InfoScore::Bound::Lower;
    words.next();
  } else if (words.peek() == "upperbound") {
    score.bound = InfoScore::Bound::Upper;
    words.next();
  }
  return score;
}

constexpr std::string_view kInfoWords[] = {
    "depth", "seldepth", "multipv",        "score", "wdl",    "nodes",      "nps",      "hashfull", "tbhits",
    "time",  "currmove", "currmovenumber", "pv",    "string", "refutation", "currline", "cpuload",  "sbhits"};

bool is_info_word(std::string_view word) {
  return std::find(std::begin(kInfoWords), std::end(kInfoWords), word) != std::end(kInfoWords);
}

Result<Output> read_info(std::string_view rest) {
  Info info;
  Words words("info", rest);
  while (!words.done()) {
    const std::string_view word = words.next();
    if (word == "depth") {
      words.number(word, info.depth);
    } else if (word == "seldepth") {
      words.number(word, info.selective_depth);
    } else if (word == "multipv") {
      words.number(word, info.rank);
    } else if (word == "score") {
      info.score = read_score(words);
    } else if (word == "wdl") {
      InfoWdl wdl;
      wdl.win = words.whole("wdl");
      wdl.draw = words.whole("wdl");
      wdl.loss = words.whole("wdl");
      info.wdl = wdl;
    } else if (word == "nodes") {
      words.number(word, info.nodes);
    } else if (word == "nps") {
      words.number(word, info.nodes_per_second);
    } else if (word == "hashfull") {
      words.number(word, info.hash_permille);
    } else if (word == "tbhits") {
      words.number(word, info.tablebase_hits);
    } else if (word == "time") {
      words.number(word, info.elapsed_ms);
    } else if (word == "currmove") {
      info.current_move = words.next();
    } else if (word == "currmovenumber") {
      words.number(word, info.current_move_number);
    } else if (word == "pv") {
      while (!words.done() && !is_info_word(words.peek())) info.moves.emplace_back(words.next());
    } else if (word == "string") {
      info.text = words.all();
    }
  }
  if (words.fault()) return *words.fault();
  return Output(std::move(info));
}

Result<Output> read_best_move(std::string_view rest) {
  BestMove move;
  Words words("bestmove", rest);
  move.best = words.next();
  if (move.best.empty()) return Error{"bestmove: found nothing, expected a move"};
  if (words.next() == "ponder") move.ponder = words.next();
  return Output(std::move(move));
}

// The words of an option line that begin a field.
bool is_option_word(std::string_view word) {
  return word == "name" || word == "type" || word == "default" || word == "min" || word == "max" ||
         word == "var";
}

// All words up to the next field.
std::string field_text(Words& words) {
  std::string text;
  while (!words.done() && !is_option_word(words.peek()))
    text += text.empty() ? concat(words.next()) : concat(" ", words.next());
  return text == kEmpty ? "" : text;
}

Result<Output> read_option(std::string_view rest) {
  OptionLine option;
  Words words("option", rest);
  bool has_type = false;
  while (!words.done()) {
    const std::string_view word = words.next();
    if (word == "name") {
      // The name itself may contain such a word; only "type" ends it.
      while (!words.done() && words.peek() != "type")
        option.name += option.name.empty() ? concat(words.next()) : concat(" ", words.next());
    } else if (word == "type") {
      const std::string_view type = words.next();
      const auto* found =
          std::find_if(kTypes.begin(), kTypes.end(), [&](const auto& entry) { return entry.second == type; });
      if (found == kTypes.end())
        return Error{
            concat("option type: found ", quoted(type), ", expected check, spin, combo, button or string")};
      option.type = found->first;
      has_type = true;
    } else if (word == "default") {
      option.default_value = field_text(words);
    } else if (word == "min") {
      words.number(word, option.low);
    } else if (word == "max") {
      words.number(word, option.high);
    } else if (word == "var") {
      option.choices.push_back(field_text(words));
    }
  }
  if (words.fault()) return *words.fault();
  if (option.name.empty() || !has_type)
    return Error{concat("option: found ", quoted(rest), ", expected: option name NAME type TYPE ...")};
  return Output(std::move(option));
}

Result<Output> read_id(std::string_view rest) {
  Words words("id", rest);
  Id id;
  id.key = words.next();
  id.text = words.all();
  return Output(std::move(id));
}

// --- writing

template <class Number>
void add(std::string& line, std::string_view word, const std::optional<Number>& value) {
  if (value) line += concat(" ", word, " ", *value);
}

std::string_view bound_text(InfoScore::Bound bound) {
  switch (bound) {
    case InfoScore::Bound::Exact:
      return "";
    case InfoScore::Bound::Lower:
      return " lowerbound";
    case InfoScore::Bound::Upper:
      break;
  }
  return " upperbound";
}

struct OutputWriter {
  std::string operator()(const OtherLine& line) const { return line.text; }
  std::string operator()(const Id& id) const { return concat("id ", id.key, " ", id.text); }
  std::string operator()(const UciOk&) const { return "uciok"; }
  std::string operator()(const ReadyOk&) const { return "readyok"; }
  std::string operator()(const BestMove& move) const {
    return concat("bestmove ", move.best, move.ponder.empty() ? "" : concat(" ponder ", move.ponder));
  }
  std::string operator()(const OptionLine& option) const {
    std::string line = concat("option name ", option.name, " type ", name_of(option.type));
    if (option.type != OptionType::Button)
      line += concat(" default ", option.default_value.empty() ? kEmpty : option.default_value);
    add(line, "min", option.low);
    add(line, "max", option.high);
    for (const std::string& choice : option.choices) line += concat(" var ", choice);
    return line;
  }
  std::string operator()(const Info& info) const {
    std::string line = "info";
    add(line, "depth", info.depth);
    add(line, "seldepth", info.selective_depth);
    add(line, "multipv", info.rank);
    if (info.score) {
      line += concat(" score ", info.score->unit == InfoScore::Unit::Mate ? "mate " : "cp ",
                     info.score->value, bound_text(info.score->bound));
    }
    if (info.wdl) line += concat(" wdl ", info.wdl->win, " ", info.wdl->draw, " ", info.wdl->loss);
    add(line, "nodes", info.nodes);
    add(line, "nps", info.nodes_per_second);
    add(line, "hashfull", info.hash_permille);
    add(line, "tbhits", info.tablebase_hits);
    add(line, "time", info.elapsed_ms);
    if (!info.current_move.empty()) line += concat(" currmove ", info.current_move);
    add(line, "currmovenumber", info.current_move_number);
    if (!info.moves.empty()) line += " pv";
    for (const std::string& move : info.moves) line += concat(" ", move);
    if (info.text) line += concat(" string ", *info.text);
    return line;
  }
};

}  // namespace

std::string_view name_of(OptionType type) noexcept {
  for (const auto& [value, name] : kTypes) {
    if (value == type) return name;
  }
  return "?";
}

Result<Output> parse_output(std::string_view line) {
  std::string_view rest = line;
  const std::string_view word = take_word(rest);
  if (word == "info") return read_info(rest);
  if (word == "bestmove") return read_best_move(rest);
  if (word == "option") return read_option(rest);
  if (word == "id") return read_id(rest);
  if (word == "uciok") return Output(UciOk{});
  if (word == "readyok") return Output(ReadyOk{});
  return Output(OtherLine{std::string(trimmed(line))});
}

std::string to_line(const Output& output) { return std::visit(OutputWriter{}, output); }

std::string info_string(std::string_view text) {
  std::string lines;
  for (const auto part : base::split(text, '\n')) {
    if (!lines.empty()) lines += '\n';
    lines += concat("info string ", part);
  }
  return lines;
}

}  // namespace tabia::uci
