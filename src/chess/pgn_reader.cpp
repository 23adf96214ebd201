#include "chess/pgn_reader.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/notation.h"

namespace tabia::chess {
namespace {

using base::concat;
using base::Error;
using base::quoted;

constexpr std::size_t kBlockBytes = std::size_t{1} << 16;  // also the longest line that can hold a tag
constexpr std::size_t kLongestToken = 255;                 // as in the standard
constexpr std::size_t kMostWarnings = 20;                  // of one game
constexpr std::size_t kMostTags = 1000;                    // of one game
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

constexpr bool is_blank(char c) noexcept { return base::is_space(c) || c == '\0'; }

// A set of bytes.
using ByteSet = std::array<bool, 256>;

// All bytes except white space, NUL and those listed.
constexpr ByteSet all_but(std::string_view listed) noexcept {
  ByteSet set{};
  for (std::size_t byte = 0; byte < set.size(); ++byte) {
    const char c = static_cast<char>(byte);
    set[byte] = !is_blank(c) && listed.find(c) == std::string_view::npos;
  }
  return set;
}

constexpr ByteSet kCommentBytes = all_but("}[");
constexpr ByteSet kTokenBytes = all_but("{}();$!?*[]<>\"");

// The bytes of a stream, read in blocks, with line numbers. LF, CRLF and a lone CR all become one '\n'.
class PgnSource {
 public:
  static constexpr int kEnd = -1;

  PgnSource(std::istream& in, std::uint64_t first_line)
      : in_(in), block_(std::make_unique_for_overwrite<char[]>(kBlockBytes)), line_(first_line) {}

  // The next character, 0 to 255, or kEnd.
  [[nodiscard]] int peek() {
    if (at_ == end_ && !fill()) return kEnd;
    const auto byte = static_cast<unsigned char>(block_[at_]);
    return byte == '\r' ? '\n' : byte;
  }

  // Skips the next character. Requires that there is one.
  void advance() {
    const char c = block_[at_++];
    if (c == '\n' || c == '\r') {
      if (c == '\r' && peek_raw() == '\n') ++at_;
      ++line_;
      column_is_first_ = true;
      line_is_blank_ = true;
    } else {
      column_is_first_ = false;
      line_is_blank_ = line_is_blank_ && is_blank(c);
    }
  }

  // Skips and returns the longest run of characters of the set that is already in memory; the set may contain
  // no line end or white space. Valid until the next call of anything here.
  [[nodiscard]] std::string_view take_run(const ByteSet& set) {
    if (at_ == end_) static_cast<void>(fill());
    const std::size_t begin = at_;
    while (at_ < end_ && set[static_cast<unsigned char>(block_[at_])]) ++at_;
    if (at_ != begin) column_is_first_ = line_is_blank_ = false;
    return {block_.get() + begin, at_ - begin};
  }

  // The rest of the line, without the line end; if the line is longer than a block, its beginning.
  [[nodiscard]] std::string_view rest_of_line() {
    std::size_t looked_at = 0;
    for (;;) {
      const std::size_t available = end_ - at_;
      for (; looked_at < available; ++looked_at) {
        const char c = block_[at_ + looked_at];
        if (c == '\n' || c == '\r') return {block_.get() + at_, looked_at};
      }
      if (!fill()) return {block_.get() + at_, available};
    }
  }

  void skip_line() {
    while (peek() != kEnd && peek() != '\n') advance();
  }

  [[nodiscard]] bool starts_with(std::string_view bytes) {
    while (end_ - at_ < bytes.size()) {
      if (!fill()) return false;
    }
    return std::memcmp(block_.get() + at_, bytes.data(), bytes.size()) == 0;
  }

  // Skips the byte order mark at the start of a file, or of one of several concatenated files.
  void skip_byte_order_mark() {
    if (column_is_first_ && starts_with(kByteOrderMark)) at_ += kByteOrderMark.size();
  }

  // The line number of the next character, from 1.
  [[nodiscard]] std::uint64_t line() const noexcept { return line_; }
  // Bytes consumed so far.
  [[nodiscard]] std::uint64_t offset() const noexcept { return block_offset_ + at_; }
  [[nodiscard]] bool at_first_column() const noexcept { return column_is_first_; }
  // Is there only white space before the next character in its line?
  [[nodiscard]] bool at_first_word() const noexcept { return line_is_blank_; }

 private:
  [[nodiscard]] int peek_raw() {
    if (at_ == end_ && !fill()) return kEnd;
    return static_cast<unsigned char>(block_[at_]);
  }

  // Reads more after what has not been consumed yet. False if there is no more, or no room.
  bool fill() {
    if (at_ > 0) {
      std::memmove(block_.get(), block_.get() + at_, end_ - at_);
      block_offset_ += at_;
      end_ -= at_;
      at_ = 0;
    }
    if (end_ == kBlockBytes || !in_) return false;
    in_.read(block_.get() + end_, static_cast<std::streamsize>(kBlockBytes - end_));
    const auto count = static_cast<std::size_t>(in_.gcount());
    end_ += count;
    return count > 0;
  }

  std::istream& in_;
  std::unique_ptr<char[]> block_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
  std::uint64_t block_offset_ = 0;
  std::uint64_t line_;
  bool column_is_first_ = true;
  bool line_is_blank_ = true;
};

constexpr bool is_tag_name_character(char c) noexcept {
  return base::is_alpha(c) || base::is_digit(c) || c == '_' || c == '+' || c == '#' || c == '=' || c == ':' ||
         c == '-';
}

constexpr bool is_inline_blank(char c) noexcept { return is_blank(c) && c != '\n' && c != '\r'; }

std::size_t skip_inline_blanks(std::string_view text, std::size_t at) noexcept {
  while (at < text.size() && is_inline_blank(text[at])) ++at;
  return at;
}

// The name, if the text begins like a tag: [Name "
std::optional<std::string_view> tag_name(std::string_view text) noexcept {
  if (text.empty() || text.front() != '[') return std::nullopt;
  const std::size_t begin = skip_inline_blanks(text, 1);
  std::size_t end = begin;
  while (end < text.size() && is_tag_name_character(text[end])) ++end;
  const std::size_t quote = skip_inline_blanks(text, end);
  if (end == begin || quote == text.size() || text[quote] != '"') return std::nullopt;
  return text.substr(begin, end - begin);
}

struct ParsedTag {
  PgnTag tag;
  std::size_t length;  // of the text, from "[" to "]"
};

// Where the tag ends if the quote at that place is its last: after the "]".
std::optional<std::size_t> end_of_tag(std::string_view text, std::size_t quote) noexcept {
  const std::size_t bracket = skip_inline_blanks(text, quote + 1);
  if (bracket < text.size() && text[bracket] == ']') return bracket + 1;
  return std::nullopt;
}

// Reads the tag at the start of the text; nothing if it is not closed. A quote that is not followed by "]"
// belongs to the value even without a backslash. A backslash before the last quote of a line is literal:
// programs write values that end in a backslash that way.
std::optional<ParsedTag> parse_tag(std::string_view text) {
  const auto name = tag_name(text);
  if (!name) return std::nullopt;
  ParsedTag parsed{PgnTag{std::string(*name), ""}, 0};
  for (std::size_t at = text.find('"') + 1; at < text.size(); ++at) {
    const char c = text[at];
    const char next = at + 1 < text.size() ? text[at + 1] : '\0';
    if (c == '\\' && next == '"') {
      const auto end = end_of_tag(text, at + 1);
      const bool last = end && skip_inline_blanks(text, *end) == text.size();
      parsed.tag.value += last ? '\\' : '"';
      ++at;
      if (last) {
        parsed.length = *end;
        return parsed;
      }
    } else if (c == '\\' && next == '\\') {
      parsed.tag.value += c;
      ++at;
    } else if (const auto end = c == '"' ? end_of_tag(text, at) : std::nullopt) {
      parsed.length = *end;
      return parsed;
    } else {
      parsed.tag.value += c;
    }
  }
  return std::nullopt;
}

struct Glyph {
  std::string_view text;
  std::uint8_t nag;
};

// Symbols for numeric annotation glyphs. The Unicode ones are written as UTF-8 bytes.
constexpr std::array kGlyphs = {
    Glyph{"!", 1},
    Glyph{"?", 2},
    Glyph{"!!", 3},
    Glyph{"??", 4},
    Glyph{"!?", 5},
    Glyph{"?!", 6},
    Glyph{"=", 10},
    Glyph{"\xE2\x88\x9E", 13},  // infinity sign
    Glyph{"+=", 14},
    Glyph{"+/=", 14},
    Glyph{"\xE2\xA9\xB2", 14},  // plus above equals
    Glyph{"=+", 15},
    Glyph{"=/+", 15},
    Glyph{"\xE2\xA9\xB1", 15},  // equals above plus
    Glyph{"+/-", 16},
    Glyph{"\xC2\xB1", 16},  // plus-minus sign
    Glyph{"-/+", 17},
    Glyph{"\xE2\x88\x93", 17},  // minus-or-plus sign
    Glyph{"+-", 18},
    Glyph{"-+", 19},
    Glyph{"N", 146},
    Glyph{"D", 220},
};

std::optional<std::uint8_t> glyph_nag(std::string_view text) noexcept {
  for (const Glyph& glyph : kGlyphs) {
    if (glyph.text == text) return glyph.nag;
  }
  return std::nullopt;
}

// "+", "#", "e.p.": parts of a move that are separated from it.
bool is_stray_mark(std::string_view token) noexcept {
  return token == "+" || token == "++" || token == "#" || token == "ep" || token == "e.p." || token == ",";
}

bool is_null_move(std::string_view token) noexcept {
  return token == "--" || token == "Z0" || token == "null" || token == "@@@@";
}

// "12.", "12..." or "12" before a move, also without a space between them. Castling with zeros and results
// are not numbers.
std::string_view without_move_number(std::string_view token) noexcept {
  constexpr std::string_view kEllipsis = "\xE2\x80\xA6";
  std::size_t digits = 0;
  while (digits < token.size() && base::is_digit(token[digits])) ++digits;
  if (digits < token.size() && (token[digits] == '-' || token[digits] == '/')) return token;
  token.remove_prefix(digits);
  for (;;) {
    if (token.starts_with('.')) {
      token.remove_prefix(1);
    } else if (token.starts_with(kEllipsis)) {
      token.remove_prefix(kEllipsis.size());
    } else {
      return token;
    }
  }
}

bool is_chess(std::string_view variant) {
  constexpr std::array<std::string_view, 14> kNames = {"",
                                                       "?",
                                                       "standard",
                                                       "chess",
                                                       "normal",
                                                       "fromposition",
                                                       "chess960",
                                                       "fischerandom",
                                                       "fischerrandom",
                                                       "freestyle",
                                                       "frc",
                                                       "dfrc",
                                                       "doublefischerrandom",
                                                       "doublefischerandom"};
  std::string name;
  for (const char c : variant) {
    if (!is_blank(c) && c != '-' && c != '_') name += base::to_lower(c);
  }
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

}  // namespace

// One game at a time: first the tags, then the moves. Every step returns false if the game is bad and leaves
// the reason in error_.
class PgnReader::Parser {
 public:
  Parser(std::istream& in, const PgnOptions& options) : source_(in, options.first_line), options_(options) {}

  std::optional<base::Result<PgnRecord>> next() {
    if (!source_is_text()) return *error_;
    begin_game();
    if (!read_game()) {
      skip_bad_game();
      return *error_;
    }
    if (!found_) return std::nullopt;
    return std::move(record_);
  }

 private:
  // A line that is being read.
  struct OpenLine {
    PgnLine* line;
    Position before_last;  // where a variation of the last move begins
    Position now;
    std::uint64_t opened;  // line number in the text
  };

  enum class Section { Tags, Moves };

  // --- the outer structure of a game

  // UTF-16 can't be read, and saying so once is better than calling every word a bad move.
  bool source_is_text() {
    if (source_.offset() != 0) return true;
    if (!source_.starts_with("\xFF\xFE") && !source_.starts_with("\xFE\xFF")) return true;
    while (source_.peek() != PgnSource::kEnd) source_.advance();
    error_ = Error{"line 1: found UTF-16 text, expected UTF-8 or Latin-1"};
    return false;
  }

  void begin_game() {
    record_ = PgnRecord{};
    error_.reset();
    lines_.clear();
    section_ = Section::Tags;
    found_ = false;
    blank_line_ = false;
    marker_.reset();
    fen_line_ = 0;
    moves_ = 0;
    skip_space();
    record_.line = source_.line();
    begin_offset_ = source_.offset();
  }

  bool read_game() {
    for (;;) {
      skip_space();
      const int next = source_.peek();
      if (next == PgnSource::kEnd || (next == '[' && begins_next_game())) return finish_game();
      if (source_.offset() - begin_offset_ > options_.max_game_bytes) {
        return fail(
            concat("found a game of more than ", options_.max_game_bytes, " bytes, expected a shorter one"));
      }
      if (next == '%' && source_.at_first_column()) {
        source_.skip_line();
      } else if (next == '[' && section_ == Section::Tags) {
        if (!read_tag()) return false;
      } else {
        if (section_ == Section::Tags && !begin_moves()) return false;
        if (!read_element(next)) return false;
        if (marker_ && lines_.size() == 1) return finish_game();
      }
    }
  }

  // White space; notes empty lines.
  void skip_space() {
    for (;;) {
      source_.skip_byte_order_mark();
      const int next = source_.peek();
      if (next == PgnSource::kEnd || !is_blank(static_cast<char>(next))) return;
      if (next == '\n' && source_.at_first_word()) blank_line_ = true;
      source_.advance();
    }
  }

  // Is the "[" here the first tag of another game? Among tags: one that repeats a name after an empty line.
  // Among moves: any tag at the beginning of a line.
  bool begins_next_game() {
    if (section_ == Section::Tags) {
      const auto name = blank_line_ ? tag_name(source_.rest_of_line()) : std::nullopt;
      return name && record_.game.tag(*name);
    }
    if (!at_tag_line()) return false;
    if (!found_) {  // comments between games belong to no game
      begin_game();
      return false;
    }
    return true;
  }

  bool at_tag_line() { return source_.at_first_word() && tag_name(source_.rest_of_line()); }

  bool finish_game() {
    if (!found_) return true;
    if (section_ == Section::Tags && !begin_moves()) return false;
    if (lines_.size() > 1) {
      return fail(concat("found the ", source_.peek() == PgnSource::kEnd ? "end of the file" : "next game",
                         " in a variation that began in line ", lines_.back().opened, ", expected ')'"));
    }
    adopt_result();
    return true;
  }

  void adopt_result() {
    const std::string* tag = record_.game.tag("Result");
    const bool tag_is_result = tag && parse_game_result(*tag);
    const GameResult tagged = tag_is_result ? *parse_game_result(*tag) : GameResult::Unknown;
    record_.game.result = marker_.value_or(tagged);
    if (!marker_) warn("found no termination marker, expected 1-0, 0-1, 1/2-1/2 or *");
    if (tag && !tag_is_result) {
      warn(concat("tag Result: found ", quoted(*tag), ", expected 1-0, 0-1, 1/2-1/2 or *"));
    } else if (tag && record_.game.result != tagged) {
      warn(concat("tag Result: found ", *tag, " but ", to_string(record_.game.result),
                  " after the moves; used the latter"));
    }
  }

  // --- tags

  bool read_tag() {
    const std::string_view text = source_.rest_of_line();
    const bool too_long = text.size() >= kBlockBytes;
    auto parsed = parse_tag(text);
    if (!parsed) {
      const std::string found = quoted(text);
      const std::uint64_t line = source_.line();
      source_.skip_line();
      if (source_.peek() == PgnSource::kEnd) {
        return fail_at(line,
                       concat("found the end of the file in the tag ", found, ", expected [Name \"value\"]"));
      }
      return fail_at(line, concat("found ", found, too_long ? " and no end of the line" : "",
                                  ", expected a tag like [Name \"value\"]"));
    }
    for (std::size_t i = 0; i < parsed->length; ++i) source_.advance();
    found_ = true;
    blank_line_ = false;
    if (record_.game.tag(parsed->tag.name)) {
      warn(concat("tag ", parsed->tag.name, ": found a second time; ignored"));
      return true;
    }
    if (record_.game.tags.size() == kMostTags) {
      return fail(concat("found more than ", kMostTags, " tags, expected fewer"));
    }
    if (parsed->tag.name == "FEN") fen_line_ = source_.line();
    record_.game.tags.push_back(std::move(parsed->tag));
    return true;
  }

  // Moves on from the tags: now the start is known.
  bool begin_moves() {
    section_ = Section::Moves;
    const std::string* variant = record_.game.tag("Variant");
    if (variant && !is_chess(*variant)) {
      warn(concat("tag Variant: found ", quoted(*variant),
                  ", expected a kind of chess; read as standard chess"));
    }
    const std::string* fen = record_.game.tag("FEN");
    if (fen && base::trimmed(*fen).empty()) {
      warn("tag FEN: found nothing; assumed the usual start");
    } else if (fen) {
      const auto read = parse_fen_lenient(*fen);
      if (!read) return fail_at(fen_line_, concat("tag FEN: ", read.error().message));
      for (const std::string& repair : read->repairs) warn_at(fen_line_, concat("tag FEN: ", repair));
      record_.game.start = read->position;
    }
    const Position& start = record_.game.start;
    lines_.push_back(OpenLine{&record_.game.line, start, start, source_.line()});
    return true;
  }

  // --- moves and what is between them

  bool read_element(int next) {
    switch (next) {
      case '{':
        return read_comment();
      case ';':
        return read_line_comment();
      case '(':
        return open_variation();
      case ')':
        return close_variation();
      case '$':
        return read_nag();
      case '!':
      case '?':
        return read_suffix();
      case '*':
        source_.advance();
        return end_line(GameResult::Unknown);
      default:
        return read_word();
    }
  }

  bool read_word() {
    token_.clear();
    const std::uint64_t line = source_.line();
    if (!take_token()) return fail_at(line, concat("found ", quoted(token_), ", expected a move"));
    if (token_.empty()) {
      const char odd = static_cast<char>(source_.peek());
      return fail(concat("found ", quoted(std::string_view(&odd, 1)), ", expected a move"));
    }
    std::string_view text = token_;
    if (base::is_digit(text.front())) {
      if (const auto result = parse_game_result(text)) return end_line(*result);
      if (text == "1/2") return end_line(GameResult::Draw);
    }
    text = without_move_number(text);
    if (text.empty() || is_stray_mark(text)) return true;
    const bool may_be_glyph = text.size() == 1 || !base::is_alpha(text.front());
    const auto nag = may_be_glyph ? glyph_nag(text) : std::nullopt;
    PgnMove* last = last_move();
    if (!nag || !last) return play(text);
    last->nags.push_back(*nag);
    return true;
  }

  // Fills token_. False if it is longer than any valid token.
  bool take_token() {
    for (;;) {
      const std::string_view run = source_.take_run(kTokenBytes);
      token_ += run.substr(0, kLongestToken + 1 - std::min(token_.size(), kLongestToken + 1));
      if (token_.size() > kLongestToken) return false;
      // A run also ends at the end of the block.
      const int next = source_.peek();
      if (next == PgnSource::kEnd || !kTokenBytes[static_cast<std::size_t>(next)]) return true;
    }
  }

  // Null before the first move of the line.
  PgnMove* last_move() {
    PgnLine& line = *lines_.back().line;
    return line.moves.empty() ? nullptr : &line.moves.back();
  }

  // A result ends the game; some programs also write one after a variation, where it means nothing.
  bool end_line(GameResult result) {
    if (lines_.size() == 1) {
      marker_ = result;
      found_ = true;
    }
    return true;
  }

  bool play(std::string_view text) {
    OpenLine& open = lines_.back();
    if (!count_move()) return false;
    if (is_null_move(text)) return play_null(text);
    const auto move = parse_san(open.now, text);
    if (!move) return fail_at_move(move.error().message);
    found_ = true;
    add_move(open, *move);
    open.now.make(*move);
    return true;
  }

  void add_move(OpenLine& open, Move move) {
    constexpr std::size_t kUsualLength =
        96;  // plies of a typical game: allocates once instead of seven times
    if (moves_ == 1) open.line->moves.reserve(kUsualLength);
    open.line->moves.emplace_back().move = move;
    open.before_last = open.now;
  }

  bool count_move() {
    if (++moves_ <= options_.max_moves) return true;
    return fail(
        concat("found more than ", options_.max_moves, " moves and variations, expected a shorter game"));
  }

  bool play_null(std::string_view text) {
    OpenLine& open = lines_.back();
    if (lines_.size() == 1) {
      return fail_at_move(
          concat("found the null move ", quoted(text), ", expected a move; only variations have those"));
    }
    if (open.now.in_check()) {
      return fail_at_move(concat("found the null move ", quoted(text), " in check, expected a move"));
    }
    add_move(open, Move::none());
    open.now.make_null();
    return true;
  }

  bool fail_at_move(const std::string& what) {
    const Position& now = lines_.back().now;
    return fail(concat(name_of(now.side_to_move()), "'s move ", now.fullmove_number(),
                       lines_.size() > 1 ? " in a variation: " : ": ", what));
  }

  bool read_nag() {
    source_.advance();
    token_.clear();
    if (!take_token()) return fail("found '$' followed by a long text, expected a number");
    const auto number = base::parse_integer<unsigned>(token_);
    PgnMove* last = last_move();
    if (!number)
      return fail(concat("found ", quoted(concat('$', token_)), ", expected a number from 0 to 255"));
    if (*number > 255) {
      warn(concat("found $", token_, ", expected a number from 0 to 255; ignored"));
    } else if (!last) {
      warn(concat("found $", token_, " before the first move; ignored"));
    } else {
      last->nags.push_back(static_cast<std::uint8_t>(*number));
    }
    return true;
  }

  // "!", "?!" and the like after a move. Any other combination counts as its first two characters.
  bool read_suffix() {
    token_.clear();
    for (int next = source_.peek(); next == '!' || next == '?'; next = source_.peek()) {
      if (token_.size() < 2) token_ += static_cast<char>(next);
      source_.advance();
    }
    if (PgnMove* last = last_move()) last->nags.push_back(*glyph_nag(token_));
    return true;
  }

  bool open_variation() {
    const std::uint64_t line = source_.line();
    if (!options_.read_variations) return skip_variation(line);
    source_.advance();
    if (!count_move()) return false;
    if (!last_move()) return fail_at(line, "found '(' before the first move of a line, expected a move");
    if (lines_.size() > static_cast<std::size_t>(std::max(options_.max_depth, 0))) {
      return fail_at(
          line, concat("found variations more than ", options_.max_depth, " deep, expected fewer levels"));
    }
    PgnLine& variation = last_move()->variations.emplace_back();
    const Position start = lines_.back().before_last;
    lines_.push_back(OpenLine{&variation, start, start, line});
    return true;
  }

  bool close_variation() {
    source_.advance();
    if (lines_.size() == 1) return fail("found ')' without '(', expected a move");
    const bool empty = lines_.back().line->moves.empty() && lines_.back().line->comment.empty();
    lines_.pop_back();
    if (empty) last_move()->variations.pop_back();
    return true;
  }

  bool skip_variation(std::uint64_t opened) {
    int depth = 0;
    do {
      skip_space();
      const int next = source_.peek();
      if (next == PgnSource::kEnd || (next == '[' && at_tag_line())) {
        return fail(concat("found the ", next == PgnSource::kEnd ? "end of the file" : "next game",
                           " in a variation that began in line ", opened, ", expected ')'"));
      }
      if (next == '(') ++depth;
      if (next == ')') --depth;
      if (!skip_element(next)) return false;
    } while (depth > 0);
    return true;
  }

  // Skips a comment, an escaped line, a word or a single character.
  bool skip_element(int next) {
    if (next == '{') return take_comment(nullptr);
    if (next == ';' || (next == '%' && source_.at_first_column())) {
      source_.skip_line();
    } else if (source_.take_run(kTokenBytes).empty()) {
      source_.advance();
    }
    return true;
  }

  // --- comments

  bool read_comment() {
    std::string* comment = place_for_comment();
    return take_comment(comment);
  }

  // Skips a comment in braces and adds its text to `out` unless that is null.
  bool take_comment(std::string* out) {
    const std::uint64_t opened = source_.line();
    source_.advance();
    bool space = out && !out->empty();  // one is due before the next word
    bool blank_line = false;
    for (;;) {
      const std::string_view run = source_.take_run(kCommentBytes);
      if (!run.empty()) {
        add_to_comment(out, run, space);
        blank_line = false;
        if (source_.offset() - begin_offset_ > options_.max_game_bytes && out) {
          return fail_at(opened, concat("found a game of more than ", options_.max_game_bytes,
                                        " bytes that ends in a comment, expected a shorter one"));
        }
        continue;
      }
      const int next = source_.peek();
      if (next == PgnSource::kEnd) {
        return fail(
            concat("found the end of the file in a comment that began in line ", opened, ", expected '}'"));
      }
      if (next == '}') {
        source_.advance();
        return true;
      }
      if (next == '[') {
        if (is_tag_of_next_game(blank_line)) {
          return fail(
              concat("found the next game in a comment that began in line ", opened, ", expected '}'"));
        }
        add_to_comment(out, "[", space);
        blank_line = false;
      } else if (is_blank(static_cast<char>(next))) {
        blank_line = blank_line || (next == '\n' && source_.at_first_word());
        space = space || (out && !out->empty());
      }
      source_.advance();
    }
  }

  static void add_to_comment(std::string* out, std::string_view text, bool& space) {
    if (!out) return;
    if (space) *out += ' ';
    space = false;
    *out += text;
  }

  // In an unclosed comment, where does the next game begin? At a tag after an empty line, or at the tag that
  // games begin with.
  bool is_tag_of_next_game(bool after_blank_line) {
    if (!source_.at_first_word()) return false;
    const auto name = tag_name(source_.rest_of_line());
    return name && (after_blank_line || *name == "Event");
  }

  // The comment of the last move or, before the first move, of the line.
  std::string* place_for_comment() {
    PgnMove* last = last_move();
    if (!last) return &lines_.back().line->comment;
    return last->variations.empty() ? &last->comment : &last->comment_after_variations;
  }

  // From ';' to the end of the line.
  bool read_line_comment() {
    source_.advance();
    std::string& comment = *place_for_comment();
    bool space = !comment.empty();
    for (int next = source_.peek(); next != '\n' && next != PgnSource::kEnd; next = source_.peek()) {
      const char c = static_cast<char>(next);
      if (is_blank(c)) {
        space = space || !comment.empty();
      } else {
        add_to_comment(&comment, std::string_view(&c, 1), space);
      }
      source_.advance();
      if (source_.offset() - begin_offset_ > options_.max_game_bytes) {
        return fail(concat("found a game of more than ", options_.max_game_bytes,
                           " bytes that ends in a comment, expected a shorter one"));
      }
    }
    return true;
  }

  // --- errors and warnings

  bool fail_at(std::uint64_t line, const std::string& what) {
    error_ = Error{concat("line ", line, ": ", what)};
    return false;
  }
  bool fail(const std::string& what) { return fail_at(source_.line(), what); }

  void warn_at(std::uint64_t line, const std::string& what) {
    if (record_.warnings.size() < kMostWarnings)
      record_.warnings.push_back(concat("line ", line, ": ", what));
  }
  void warn(const std::string& what) { warn_at(source_.line(), what); }

  // Skips to the end of a bad game: past its termination marker, or to the tags of the next game. After a bad
  // tag those must follow an empty line, because the other tags of the bad game come first.
  void skip_bad_game() {
    const bool among_tags = section_ == Section::Tags;
    std::size_t depth = lines_.empty() ? 0 : lines_.size() - 1;
    blank_line_ = false;
    for (;;) {
      skip_space();
      const int next = source_.peek();
      if (next == PgnSource::kEnd) return;
      if (next == '[' && at_tag_line()) {
        if (!among_tags || blank_line_) return;
        source_.skip_line();
      } else if (kTokenBytes[static_cast<std::size_t>(next)] && !(next == '%' && source_.at_first_column())) {
        token_.clear();
        const bool whole = take_token();
        if (whole && depth == 0 && parse_game_result(token_)) return;
      } else {
        if (next == '(') ++depth;
        if (next == ')' && depth > 0) --depth;
        const std::optional<Error> first = error_;
        static_cast<void>(skip_element(next));
        error_ = first;
        if (next == '*' && depth == 0) return;
      }
    }
  }

  PgnSource source_;
  PgnOptions options_;
  PgnRecord record_;
  std::optional<Error> error_;
  std::vector<OpenLine> lines_;  // the main line and the open variations, outermost first
  std::string token_;
  Section section_ = Section::Tags;
  std::optional<GameResult> marker_;
  std::uint64_t begin_offset_ = 0;
  std::uint64_t fen_line_ = 0;
  int moves_ = 0;            // moves and variations, in all lines
  bool found_ = false;       // something that makes a game: a tag, a move or a result
  bool blank_line_ = false;  // an empty line came after the last tag
};

PgnReader::PgnReader(std::istream& in, const PgnOptions& options)
    : parser_(std::make_unique<Parser>(in, options)) {}
PgnReader::~PgnReader() = default;
PgnReader::PgnReader(PgnReader&&) noexcept = default;
PgnReader& PgnReader::operator=(PgnReader&&) noexcept = default;

std::optional<base::Result<PgnRecord>> PgnReader::next() { return parser_->next(); }

}  // namespace tabia::chess
