#include "chess/pgn_annotation.h"

#include <algorithm>

#include "base/text.h"

namespace tabia::chess {
namespace {

constexpr int kMostDigits = 9;  // before the decimal point: none of our numbers is longer

// A decimal number times 10^decimals, rounded half away from zero: ("-0.875", 2) is -88.
std::optional<std::int64_t> parse_decimal(std::string_view text, int decimals) {
  bool negative = false;
  if (!text.empty() && (text.front() == '+' || text.front() == '-')) {
    negative = text.front() == '-';
    text.remove_prefix(1);
  }
  const std::size_t point = std::min(text.find('.'), text.size());
  const std::string_view whole = text.substr(0, point);
  const std::string_view fraction = point < text.size() ? text.substr(point + 1) : std::string_view();
  if ((whole.empty() && fraction.empty()) || whole.size() > kMostDigits) return std::nullopt;
  std::int64_t value = 0;
  for (const char c : whole) {
    if (!base::is_digit(c)) return std::nullopt;
    value = 10 * value + (c - '0');
  }
  for (const char c : fraction) {
    if (!base::is_digit(c)) return std::nullopt;
  }
  for (std::size_t place = 0; place < static_cast<std::size_t>(decimals); ++place) {
    value = 10 * value + (place < fraction.size() ? fraction[place] - '0' : 0);
  }
  const auto next = static_cast<std::size_t>(decimals);
  if (next < fraction.size() && fraction[next] >= '5') ++value;
  return negative ? -value : value;
}

std::optional<int> parse_small_integer(std::string_view text) {
  if (text.empty() || text.size() > kMostDigits || !base::is_digit(text.back())) return std::nullopt;
  return base::parse_integer<int>(text.front() == '+' ? text.substr(1) : text);
}

std::optional<WhiteScore> parse_pawns(std::string_view text) {
  constexpr std::int64_t kMost = 1'000'000'000;
  const auto cp = parse_decimal(text, 2);
  if (!cp || *cp > kMost || *cp < -kMost) return std::nullopt;
  return WhiteScore{static_cast<int>(*cp), std::nullopt};
}

// "#-3": moves.
std::optional<WhiteScore> parse_eval(std::string_view text) {
  if (!text.starts_with('#')) return parse_pawns(text);
  const auto moves = parse_small_integer(text.substr(1));
  if (!moves) return std::nullopt;
  return WhiteScore{0, *moves};
}

// "-M4": plies. A mate in n moves takes the winner 2n - 1 plies and is 2n plies away for the loser.
std::optional<WhiteScore> parse_score_with_plies(std::string_view text) {
  const bool negative = text.starts_with('-');
  const std::string_view bare = negative || text.starts_with('+') ? text.substr(1) : text;
  if (!bare.starts_with('M')) return parse_pawns(text);
  const auto plies = parse_small_integer(bare.substr(1));
  if (!plies || *plies < 0) return std::nullopt;
  const int moves = (*plies + 1) / 2;
  return WhiteScore{0, negative ? -moves : moves};
}

WhiteScore turned(WhiteScore score) {
  score.cp = -score.cp;
  if (score.mate) score.mate = -*score.mate;
  return score;
}

// "1:02:03.5", "2:03" or "3.5" as milliseconds.
std::optional<std::int64_t> parse_clock(std::string_view text) {
  std::int64_t minutes = 0;
  for (int colons = 0;; ++colons) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) break;
    const auto part = parse_small_integer(text.substr(0, colon));
    if (!part || *part < 0 || colons == 2) return std::nullopt;
    minutes = 60 * minutes + *part;
    text.remove_prefix(colon + 1);
  }
  const auto seconds_ms = parse_decimal(text, 3);
  if (!seconds_ms || *seconds_ms < 0) return std::nullopt;
  return 60'000 * minutes + *seconds_ms;
}

// "[%name value]"
void read_command(std::string_view name, std::string_view value, PgnAnnotation& annotation) {
  if (name == "eval") {
    const std::size_t comma = std::min(value.find(','), value.size());
    const auto score = parse_eval(value.substr(0, comma));
    if (!score) return;
    annotation.score = score;
    annotation.depth.reset();
    if (comma < value.size()) annotation.depth = parse_small_integer(base::trimmed(value.substr(comma + 1)));
  } else if (name == "clk") {
    if (const auto clock_ms = parse_clock(value)) annotation.clock_ms = clock_ms;
  } else if (name == "emt") {
    if (const auto elapsed_ms = parse_clock(value)) annotation.elapsed_ms = elapsed_ms;
  }
}

void read_commands(std::string_view comment, PgnAnnotation& annotation) {
  for (std::size_t at = comment.find("[%"); at != std::string_view::npos; at = comment.find("[%")) {
    comment.remove_prefix(at + 2);
    const std::size_t end = comment.find(']');
    if (end == std::string_view::npos) return;
    std::string_view value = comment.substr(0, end);
    const std::string_view name = base::take_word(value);
    read_command(name, base::trimmed(value), annotation);
    comment.remove_prefix(end + 1);
  }
}

std::optional<std::int64_t> parse_milliseconds(std::string_view text) {
  return text.starts_with('-') ? std::nullopt : parse_decimal(text, 0);
}

// "d=26, mt=102005, wv=0.87": the other letters only mean something if there is a score.
void read_tcec(std::string_view comment, PgnAnnotation& annotation) {
  if (comment.find("wv=") == std::string_view::npos) return;
  PgnAnnotation found;
  while (!comment.empty()) {
    const std::size_t comma = std::min(comment.find(','), comment.size());
    const std::string_view field = base::trimmed(comment.substr(0, comma));
    comment.remove_prefix(std::min(comma + 1, comment.size()));
    const std::size_t equals = field.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view name = field.substr(0, equals);
    const std::string_view value = field.substr(equals + 1);
    if (name == "wv") found.score = parse_score_with_plies(value);
    if (name == "d") found.depth = parse_small_integer(value);
    if (name == "mt") found.elapsed_ms = parse_milliseconds(value);
    if (name == "tl") found.clock_ms = parse_milliseconds(value);
  }
  if (found.score) annotation = found;
}

// "+1.55/16 0.70s, White wins"
void read_cutechess(std::string_view comment, Color mover, PgnAnnotation& annotation) {
  const std::string_view head = base::take_word(comment);
  const std::size_t slash = head.find('/');
  if (slash == std::string_view::npos) return;
  const std::string_view score_text = head.substr(0, slash);
  if (score_text.find_first_of(".M") == std::string_view::npos) return;  // "1/2" isn't a score
  const auto score = parse_score_with_plies(score_text);
  std::string_view depth_text = head.substr(slash + 1);
  if (depth_text.ends_with(',')) depth_text.remove_suffix(1);
  const auto depth = parse_small_integer(depth_text);
  if (!score || !depth || *depth < 0) return;
  annotation.score = mover == Color::White ? *score : turned(*score);
  annotation.depth = depth;
  std::string_view time = base::take_word(comment);
  if (time.ends_with(',')) time.remove_suffix(1);
  if (time.ends_with('s') && !time.starts_with('-')) {
    annotation.elapsed_ms = parse_decimal(time.substr(0, time.size() - 1), 3);
  }
}

bool says_book(std::string_view comment) {
  return comment == "book" || comment.starts_with("book,") || comment.starts_with("book ");
}

}  // namespace

PgnAnnotation annotation_in(std::string_view comment, Color mover) {
  comment = base::trimmed(comment);
  PgnAnnotation annotation;
  read_cutechess(comment, mover, annotation);
  read_tcec(comment, annotation);
  read_commands(comment, annotation);
  annotation.book = says_book(comment);
  return annotation;
}

}  // namespace tabia::chess
