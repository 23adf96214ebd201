#include "chess/epd.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/notation.h"

namespace tabia::chess {
namespace {

using base::concat;
using base::Error;
using base::quoted;

// Some old files pad their lines with NUL bytes.
constexpr bool is_padding(char c) noexcept { return base::is_space(c) || c == '\0'; }

// The operations of the standard, and those used in perft and tablebase files.
constexpr auto kKnownOpcodes = std::to_array<std::string_view>(
    {"acd",         "acn", "acs",    "am",  "bm",   "ce",   "dm",   "draw_accept", "draw_claim", "draw_offer",
     "draw_reject", "dtm", "dtz",    "eco", "fmvn", "hmvc", "id",   "nic",         "noop",       "pm",
     "pv",          "rc",  "resign", "sm",  "tcgs", "tcri", "tcsi", "wdl",         "wdl_table"});

// c0 ... c9 and v0 ... v9 hold text, D1, D2 ... perft counts.
bool is_numbered(std::string_view opcode, char letter) noexcept {
  return opcode.size() >= 2 && opcode.front() == letter &&
         std::all_of(opcode.begin() + 1, opcode.end(), base::is_digit);
}

bool is_known(std::string_view opcode) noexcept {
  return std::find(kKnownOpcodes.begin(), kKnownOpcodes.end(), opcode) != kKnownOpcodes.end() ||
         is_numbered(opcode, 'c') || is_numbered(opcode, 'v') || is_numbered(opcode, 'D');
}

bool holds_text(std::string_view opcode) noexcept {
  return opcode == "id" || opcode == "eco" || opcode == "nic" || is_numbered(opcode, 'c') ||
         is_numbered(opcode, 'v');
}

bool is_opcode(std::string_view text) noexcept {
  return !text.empty() && base::is_alpha(text.front()) && std::all_of(text.begin(), text.end(), [](char c) {
    return base::is_alpha(c) || base::is_digit(c) || c == '_';
  });
}

// Parses the record from left to right.
class RecordParser {
 public:
  RecordParser(std::string_view text, FenReading reading, std::vector<std::string>* passed_over)
      : text_(bare_line(text, 0)), reading_(reading), passed_over_(passed_over) {}

  base::Result<Epd> parse() {
    if (text_.find('\n') != std::string_view::npos) {
      return Error{"EPD: found a line break, expected one record on one line"};
    }
    const std::string board = take_board();
    if (base::words(board).size() < 4) return parse_fen(board).error();
    take_counters();
    for (skip_separators(); at_ < text_.size(); skip_separators()) take_operation();
    if (auto agree = adopt_counters(); !agree) return agree.error();
    const auto position =
        parse_fen(concat(board, ' ', halfmove_.value_or("0"), ' ', fullmove_.value_or("1")), reading_);
    if (!position) return position.error();
    epd_.position = *position;
    return std::move(epd_);
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && is_padding(text_[at_])) ++at_;
  }
  void skip_separators() {
    while (at_ < text_.size() && (is_padding(text_[at_]) || text_[at_] == ';')) ++at_;
  }
  // Up to white space or a semicolon.
  std::string_view take_word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_padding(text_[at_]) && text_[at_] != ';') ++at_;
    return text_.substr(begin, at_ - begin);
  }

  // The four fields that every record has, with single spaces between them.
  std::string take_board() {
    std::string board;
    for (int field = 0; field < 4; ++field) {
      skip_blanks();
      if (field > 0) board += ' ';
      board += take_word();
    }
    return board;
  }

  // Fields 5 and 6 of a FEN; an opcode can't begin with a digit.
  void take_counters() {
    for (auto* counter : {&halfmove_, &fullmove_}) {
      skip_blanks();
      if (at_ == text_.size() || !base::is_digit(text_[at_])) return;
      *counter = std::string(take_word());
    }
  }

  // Anything that isn't an operation is skipped up to its semicolon.
  void take_operation() {
    const std::size_t begin = at_;
    EpdOperation operation;
    operation.opcode = std::string(take_word());
    bool good = is_opcode(operation.opcode);
    for (skip_blanks(); at_ < text_.size() && text_[at_] != ';'; skip_blanks()) {
      auto operand = text_[at_] == '"' ? take_quoted() : std::string(take_word());
      good = good && operand;
      if (operand) operation.operands.push_back(std::move(*operand));
    }
    const bool closed = at_ < text_.size();
    if (!closed && !is_known(operation.opcode)) {
      epd_.remark = text_.substr(begin);
    } else if (good) {
      epd_.operations.push_back(std::move(operation));
    } else {
      pass_over(text_.substr(begin, at_ - begin));
    }
  }
  void pass_over(std::string_view text) {
    if (passed_over_) passed_over_->emplace_back(text);
  }

  // A quoted string; \" and \\ mean the second character. Nothing if the closing quote is missing: then it
  // ends with the operation.
  std::optional<std::string> take_quoted() {
    const std::size_t begin = at_++;
    std::string value;
    for (; at_ < text_.size(); ++at_) {
      char c = text_[at_];
      if (c == '"') {
        ++at_;
        return value;
      }
      const bool escape =
          c == '\\' && at_ + 1 < text_.size() && (text_[at_ + 1] == '"' || text_[at_ + 1] == '\\');
      if (escape) c = text_[++at_];
      value += c;
    }
    at_ = std::min(text_.find(';', begin), text_.size());
    return std::nullopt;
  }

  // Moves hmvc and fmvn from the operations to the counters.
  base::Result<void> adopt_counters() {
    std::optional<Error> fault;
    std::erase_if(epd_.operations, [&](const EpdOperation& operation) {
      const bool halfmove = operation.opcode == "hmvc";
      if (!halfmove && operation.opcode != "fmvn") return false;
      auto& counter = halfmove ? halfmove_ : fullmove_;
      const bool number =
          operation.operands.size() == 1 && !operation.operands[0].empty() &&
          std::all_of(operation.operands[0].begin(), operation.operands[0].end(), base::is_digit);
      if (!number) {
        std::string text = operation.opcode;
        for (const std::string& operand : operation.operands) text += concat(' ', operand);
        pass_over(text);
        return true;
      }
      if (counter && base::parse_integer<int>(*counter) != base::parse_integer<int>(operation.operands[0])) {
        fault = Error{concat("EPD operation ", operation.opcode, ": found ", operation.operands[0],
                             " next to ", quoted(*counter), ", expected the same number")};
      }
      if (!counter && !fault) counter = operation.operands[0];
      return true;
    });
    if (fault) return *fault;
    return {};
  }

  std::string_view text_;
  FenReading reading_;
  std::vector<std::string>* passed_over_;  // may be null
  std::size_t at_ = 0;
  std::optional<std::string> halfmove_;
  std::optional<std::string> fullmove_;
  Epd epd_;
};

// "#3" or "#-3": the number after the sign.
std::optional<int> mate_distance(std::string_view operand) {
  if (operand.size() < 2 || operand.front() != '#') return std::nullopt;
  return base::parse_integer<int>(operand.substr(1));
}

// "+", "#", "!?": what some files put after a move, separated by a space.
bool is_mark_alone(std::string_view operand) noexcept {
  return !operand.empty() && operand.find_first_not_of("+#!?") == std::string_view::npos;
}

void append_operand(std::string& out, std::string_view operand, bool always_quoted) {
  const bool plain = !operand.empty() && std::none_of(operand.begin(), operand.end(), [](char c) {
    return is_padding(c) || c == ';' || c == '"';
  });
  if (plain && !always_quoted) {
    out += operand;
    return;
  }
  out += '"';
  for (const char c : operand) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  out += '"';
}

}  // namespace

const EpdOperation* Epd::find(std::string_view opcode) const noexcept {
  for (const EpdOperation& operation : operations) {
    if (operation.opcode == opcode) return &operation;
  }
  return nullptr;
}

std::optional<std::string> Epd::text_of(std::string_view opcode) const {
  const EpdOperation* operation = find(opcode);
  if (!operation) return std::nullopt;
  std::string text;
  for (const std::string& operand : operation->operands) {
    if (&operand != &operation->operands.front()) text += ' ';
    text += operand;
  }
  return text;
}

base::Result<std::optional<std::int64_t>> Epd::number_of(std::string_view opcode) const {
  const auto text = text_of(opcode);
  if (!text) return std::optional<std::int64_t>();
  std::string_view digits = *text;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  const auto number = base::parse_integer<std::int64_t>(digits);
  if (number) return number;
  return Error{concat("EPD operation ", opcode, ": found ", quoted(*text), ", expected one whole number")};
}

base::Result<std::vector<Move>> Epd::moves_of(std::string_view opcode) const {
  std::vector<Move> moves;
  const EpdOperation* operation = find(opcode);
  if (!operation) return moves;
  for (const std::string& operand : operation->operands) {
    if (mate_distance(operand) || is_mark_alone(operand)) continue;
    const auto move = parse_san(position, operand);
    if (!move) return move.error().inside(concat("EPD operation ", opcode));
    moves.push_back(*move);
  }
  return moves;
}

base::Result<std::optional<int>> Epd::mate_in() const {
  const auto direct = number_of("dm");
  if (!direct) return direct.error();
  if (direct->has_value()) {
    constexpr std::int64_t kLongest = 10'000;
    if (**direct >= -kLongest && **direct <= kLongest) return std::optional<int>(static_cast<int>(**direct));
    return Error{concat("EPD operation dm: found ", **direct, ", expected at most ", kLongest, " moves")};
  }
  if (const EpdOperation* best = find("bm")) {
    for (const std::string& operand : best->operands) {
      if (const auto distance = mate_distance(operand)) return distance;
    }
  }
  return std::optional<int>();
}

base::Result<std::vector<PerftCount>> Epd::perft_counts() const {
  std::vector<PerftCount> counts;
  for (const EpdOperation& operation : operations) {
    if (!is_numbered(operation.opcode, 'D')) continue;
    const auto depth = base::parse_integer<int>(std::string_view(operation.opcode).substr(1));
    const auto count = operation.operands.size() == 1
                           ? base::parse_integer<std::uint64_t>(operation.operands[0])
                           : std::nullopt;
    if (!depth || !count) {
      return Error{concat("EPD operation ", quoted(operation.opcode),
                          ": expected a depth and one whole number, as in D2 400")};
    }
    counts.emplace_back(*depth, *count);
  }
  return counts;
}

base::Result<Epd> parse_epd(std::string_view text, FenReading reading,
                            std::vector<std::string>* passed_over) {
  return RecordParser(text, reading, passed_over).parse();
}

std::string to_epd(const Epd& epd) {
  std::string out = to_epd_position(epd.position, {.shredder_castling = false, .every_double_step = true});
  if (epd.position.halfmove_clock() != 0) out += concat(" hmvc ", epd.position.halfmove_clock(), ';');
  if (epd.position.fullmove_number() != 1) out += concat(" fmvn ", epd.position.fullmove_number(), ';');
  for (const EpdOperation& operation : epd.operations) {
    out += concat(' ', operation.opcode);
    for (const std::string& operand : operation.operands) {
      out += ' ';
      append_operand(out, operand, holds_text(operation.opcode));
    }
    out += ';';
  }
  if (!epd.remark.empty()) {
    if (out.back() != ';') out += ';';  // otherwise a leading number would look like a counter
    out += concat(' ', epd.remark);
  }
  return out;
}

std::string_view bare_line(std::string_view line, std::uint64_t number) noexcept {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (number == 1 && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
  while (!line.empty() && is_padding(line.front())) line.remove_prefix(1);
  while (!line.empty() && is_padding(line.back())) line.remove_suffix(1);
  return line;
}

std::optional<base::Result<EpdRecord>> EpdReader::next() {
  while (lines_.next()) {
    const std::string_view line = bare_line(lines_.line(), lines_.number());
    if (line.empty() || line.front() == '#') continue;
    const std::string place = concat("line ", lines_.number());
    if (lines_.is_cut()) {
      return Error{concat(place, ": found more than ", line.size(), " bytes, expected a shorter record")};
    }
    std::vector<std::string> passed_over;
    auto epd = parse_epd(line, FenReading::Strict, &passed_over);
    if (!epd) return epd.error().inside(place);
    return EpdRecord{lines_.number(), std::move(*epd), std::move(passed_over)};
  }
  return std::nullopt;
}

}  // namespace tabia::chess
