#include "uci/commands.h"

#include <algorithm>
#include <limits>

#include "base/text.h"

namespace tabia::uci {
namespace {

using base::concat;
using base::Error;
using base::quoted;
using base::Result;
using base::take_word;
using base::trimmed;
using chess::Color;

// A whole number, clamped to the range. Nothing if the text isn't a whole number.
std::optional<std::int64_t> clamped_number(std::string_view text, std::int64_t low, std::int64_t high) {
  const bool negative = !text.empty() && text.front() == '-';
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  const std::string_view digits = text.substr(negative ? 1 : 0);
  if (digits.empty() || !std::all_of(digits.begin(), digits.end(), base::is_digit)) return std::nullopt;
  const auto number = base::parse_integer<std::int64_t>(text);
  if (!number) return negative ? low : high;
  return std::clamp(*number, low, high);
}

Error missing_number(std::string_view command, std::string_view field, std::string_view found) {
  return Error{concat(command, " ", field, ": found ", found.empty() ? "nothing" : quoted(found),
                      ", expected a whole number")};
}

// --- go

// Long enough for any game, short enough that sums of a few don't overflow.
constexpr std::int64_t kMaxTimeMs = 1'000'000'000'000;

// The numeric fields of `go`, with their ranges.
struct NumberField {
  std::string_view word;
  std::int64_t low;
  std::int64_t high;
  std::optional<std::int64_t>& (*of)(Go&);
};

// clang-format off
constexpr NumberField kNumberFields[] = {
    {"wtime",     -kMaxTimeMs, kMaxTimeMs, [](Go& go) -> auto& { return go.time_ms[Color::White]; }},
    {"btime",     -kMaxTimeMs, kMaxTimeMs, [](Go& go) -> auto& { return go.time_ms[Color::Black]; }},
    {"winc",      0, kMaxTimeMs,     [](Go& go) -> auto& { return go.increment_ms[Color::White]; }},
    {"binc",      0, kMaxTimeMs,     [](Go& go) -> auto& { return go.increment_ms[Color::Black]; }},
    {"movestogo", 0, 100'000,        [](Go& go) -> auto& { return go.moves_to_go; }},
    {"movetime",  1, kMaxTimeMs,     [](Go& go) -> auto& { return go.move_time_ms; }},
    {"depth",     1, kMaxDepth,      [](Go& go) -> auto& { return go.depth; }},
    {"nodes",     1, std::numeric_limits<std::int64_t>::max(), [](Go& go) -> auto& { return go.nodes; }},
    {"mate",      1, kMaxDepth,      [](Go& go) -> auto& { return go.mate; }},
    {"perft",     1, kMaxPerftDepth, [](Go& go) -> auto& { return go.perft; }},
};
// clang-format on

const NumberField* number_field(std::string_view word) {
  const auto* found = std::find_if(std::begin(kNumberFields), std::end(kNumberFields),
                                   [&](const NumberField& field) { return field.word == word; });
  return found == std::end(kNumberFields) ? nullptr : found;
}

bool is_go_word(std::string_view word) {
  return number_field(word) != nullptr || word == "infinite" || word == "ponder" || word == "searchmoves";
}

// Checks only the shape: whether the move is legal depends on the position.
bool looks_like_a_move(std::string_view word) {
  return (word.size() == 4 || word.size() == 5) && chess::parse_square(word.substr(0, 2)) &&
         chess::parse_square(word.substr(2, 2));
}

Result<Command> parse_go(std::string_view rest) {
  Go go;
  const auto words = base::words(rest);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (const NumberField* field = number_field(word)) {
      const std::string_view text = i + 1 < words.size() ? words[i + 1] : "";
      const auto number = clamped_number(text, field->low, field->high);
      if (!number) return missing_number("go", word, text);
      field->of(go) = *number;
      ++i;
    } else if (word == "infinite") {
      go.infinite = true;
    } else if (word == "ponder") {
      go.ponder = true;
    } else if (word == "searchmoves") {
      while (i + 1 < words.size() && !is_go_word(words[i + 1])) {
        ++i;
        (looks_like_a_move(words[i]) ? go.moves : go.ignored).emplace_back(words[i]);
      }
    } else {
      go.ignored.emplace_back(word);
    }
  }
  return Command(go);
}

// --- the other commands with arguments

Result<Command> parse_position(std::string_view rest) {
  SetPosition position;
  const std::string_view kind = take_word(rest);
  if (kind == "fen") {
    std::string fen;
    std::string_view after = rest;
    for (auto word = take_word(after); !word.empty() && word != "moves"; word = take_word(after)) {
      fen += fen.empty() ? concat(word) : concat(" ", word);
      rest = after;
    }
    if (fen.empty()) return Error{"position fen: found nothing, expected a FEN"};
    position.fen = std::move(fen);
  } else if (kind != "startpos") {
    return Error{concat("position: found ", kind.empty() ? "nothing" : quoted(kind),
                        ", expected startpos or fen FEN, then optional moves")};
  }
  const std::string_view word = take_word(rest);
  if (!word.empty() && word != "moves")
    return Error{concat("position ", kind, ": found ", quoted(word), ", expected moves or the end")};
  for (const auto move : base::words(rest)) position.moves.emplace_back(move);
  return Command(position);
}

Result<Command> parse_setoption(std::string_view rest) {
  const auto expected = [](std::string_view found) {
    return Error{concat("setoption: found ", found.empty() ? "nothing" : quoted(found),
                        ", expected: setoption name NAME [value VALUE]")};
  };
  const std::string_view word = take_word(rest);
  if (word != "name") return expected(word);
  SetOption option;
  std::string_view after = rest;
  bool has_value = false;
  for (auto part = take_word(after); !part.empty(); part = take_word(after)) {
    if (part == "value" && !option.name.empty()) {
      has_value = true;
      break;
    }
    option.name += option.name.empty() ? concat(part) : concat(" ", part);
  }
  if (option.name.empty()) return expected("name");
  if (has_value) option.value = trimmed(after);
  return Command(option);
}

Result<Command> parse_debug(std::string_view rest) {
  const std::string_view word = trimmed(rest);
  if (word != "on" && word != "off")
    return Error{concat("debug: found ", word.empty() ? "nothing" : quoted(word), ", expected on or off")};
  return Command(Debug{word == "on"});
}

Result<Command> parse_bench(std::string_view rest) {
  const std::string_view word = trimmed(rest);
  if (word.empty()) return Command(Bench{});
  const auto depth = clamped_number(word, 1, kMaxDepth);
  if (!depth) return missing_number("bench", "DEPTH", word);
  return Command(Bench{depth});
}

Result<Command> parse_perft(std::string_view rest) {
  const auto depth = clamped_number(trimmed(rest), 1, kMaxPerftDepth);
  if (!depth) return missing_number("perft", "DEPTH", trimmed(rest));
  return Command(Perft{*depth});
}

Result<Command> parse_openings(std::string_view rest) {
  GenerateOpenings request;
  const std::string_view count_text = take_word(rest);
  const auto count = clamped_number(count_text, 0, kMaxOpenings);
  if (!count) return missing_number("genfens", "COUNT", count_text);
  request.count = *count;
  while (true) {
    std::string_view after = rest;
    const std::string_view word = take_word(after);
    if (word == "seed") {
      const std::string_view text = take_word(after);
      const auto seed = base::parse_integer<std::uint64_t>(text);
      if (!seed) return missing_number("genfens", "seed", text);
      request.seed = *seed;
    } else if (word == "book") {
      const std::string_view book = take_word(after);
      if (book.empty()) return Error{"genfens book: found nothing, expected None or a file of positions"};
      request.book = book == "None" ? "" : book;
    } else {
      break;
    }
    rest = after;
  }
  request.extra = trimmed(rest);
  return Command(request);
}

template <class Alternative>
Result<Command> plain(std::string_view /*rest*/) {
  return Command(Alternative{});
}

// All commands: the first word and the parser for the rest of the line.
struct Reader {
  CommandHelp help;
  Result<Command> (*parse)(std::string_view rest);
};

const std::vector<Reader>& readers() {
  static const std::vector<Reader> list = {
      {{"uci", "", "name, options, uciok"}, plain<Identify>},
      {{"isready", "", "readyok as soon as the engine can take the next command; also during a search"},
       plain<IsReady>},
      {{"ucinewgame", "", "forget what earlier searches have learned"}, plain<NewGame>},
      {{"position", "startpos | fen FEN [moves MOVE ...]", "set the position"}, parse_position},
      {{"go",
        "[wtime MS btime MS winc MS binc MS movestogo N] [movetime MS] [depth N] [nodes N] [mate N] "
        "[infinite] [ponder] [searchmoves MOVE ...] | go perft N",
        "search; ends with bestmove"},
       parse_go},
      {{"stop", "", "end the search now"}, plain<Stop>},
      {{"ponderhit", "", "the expected move was played: the clock runs"}, plain<PonderHit>},
      {{"setoption", "name NAME [value VALUE]", "change an option; ends a running search"}, parse_setoption},
      {{"debug", "on | off", "print more info strings"}, parse_debug},
      {{"register", "", "does nothing: there is no copy protection"}, plain<Nothing>},
      {{"quit", "", "end the program"}, plain<Quit>},
      {{"d", "", "show the position"}, plain<Display>},
      {{"eval", "", "explain the static evaluation of the position"}, plain<Evaluate>},
      {{"flip", "", "swap the colors and flip the board"}, plain<Flip>},
      {{"perft", "N", "count the leaves of the tree of legal moves, by first move"}, parse_perft},
      {{"bench", "[DEPTH]", "search a fixed set of positions; the node count is the engine's signature"},
       parse_bench},
      {{"genfens", "N seed S book None|FILE", "openings for data generation, for OpenBench"}, parse_openings},
      {{"spsa", "", "the search parameters as OpenBench reads them (tune builds only)"},
       plain<ListParameters>},
      {{"help", "", "this list and all options"}, plain<Help>},
  };
  return list;
}

// --- writing

void add_number(std::string& line, std::string_view word, const std::optional<std::int64_t>& number) {
  if (number) line += concat(" ", word, " ", *number);
}

void add_words(std::string& line, std::string_view before, const std::vector<std::string>& words) {
  if (words.empty()) return;
  line += concat(" ", before);
  for (const std::string& word : words) line += concat(" ", word);
}

struct CommandWriter {
  std::string operator()(const Nothing&) const { return ""; }
  std::string operator()(const Identify&) const { return "uci"; }
  std::string operator()(const IsReady&) const { return "isready"; }
  std::string operator()(const NewGame&) const { return "ucinewgame"; }
  std::string operator()(const Stop&) const { return "stop"; }
  std::string operator()(const PonderHit&) const { return "ponderhit"; }
  std::string operator()(const Quit&) const { return "quit"; }
  std::string operator()(const Debug& debug) const { return debug.on ? "debug on" : "debug off"; }
  std::string operator()(const SetOption& option) const {
    std::string line = concat("setoption name ", option.name);
    if (!option.value.empty()) line += concat(" value ", option.value);
    return line;
  }
  std::string operator()(const SetPosition& position) const {
    std::string line = position.fen ? concat("position fen ", *position.fen) : "position startpos";
    add_words(line, "moves", position.moves);
    return line;
  }
  std::string operator()(Go go) const {
    std::string line = "go";
    if (go.ponder) line += " ponder";
    for (const NumberField& field : kNumberFields) add_number(line, field.word, field.of(go));
    if (go.infinite) line += " infinite";
    add_words(line, "searchmoves", go.moves);
    return line;
  }
  std::string operator()(const Display&) const { return "d"; }
  std::string operator()(const Evaluate&) const { return "eval"; }
  std::string operator()(const Flip&) const { return "flip"; }
  std::string operator()(const Bench& bench) const {
    return bench.depth ? concat("bench ", *bench.depth) : "bench";
  }
  std::string operator()(const Perft& perft) const { return concat("perft ", perft.depth); }
  std::string operator()(const Help&) const { return "help"; }
  std::string operator()(const ListParameters&) const { return "spsa"; }
  std::string operator()(const GenerateOpenings& request) const {
    std::string line = concat("genfens ", request.count, " seed ", request.seed, " book ",
                              request.book.empty() ? "None" : request.book);
    if (!request.extra.empty()) line += concat(" ", request.extra);
    return line;
  }
};

}  // namespace

bool Go::is_finite() const noexcept {
  if (infinite || ponder) return false;
  return depth || nodes || move_time_ms || time_ms[Color::White] || time_ms[Color::Black] || perft;
}

const std::vector<CommandHelp>& command_list() {
  static const std::vector<CommandHelp> list = [] {
    std::vector<CommandHelp> commands;
    for (const Reader& reader : readers()) commands.push_back(reader.help);
    return commands;
  }();
  return list;
}

Result<Command> parse_command(std::string_view line) {
  std::string_view rest = line;
  const std::string_view word = take_word(rest);
  if (word.empty()) return Command(Nothing{});
  std::vector<std::string_view> known;
  for (const Reader& reader : readers()) {
    if (reader.help.word == word) return reader.parse(rest);
    known.push_back(reader.help.word);
  }
  const auto near = base::nearest_word(word, known);
  return Error{
      concat("unknown command ", quoted(word), near ? concat(", did you mean ", *near, "?") : "; try help")};
}

std::string to_line(const Command& command) { return std::visit(CommandWriter{}, command); }

}  // namespace tabia::uci
