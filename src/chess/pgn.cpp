#include "chess/pgn.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/notation.h"

namespace tabia::chess {
namespace {

using base::concat;

// In the order of GameResult.
constexpr std::array<std::string_view, 4> kMarkers = {"*", "1-0", "0-1", "1/2-1/2"};

// The tags that every game in export form has, in this order, and their values if unknown.
constexpr std::array<std::array<std::string_view, 2>, 7> kRoster = {{{"Event", "?"},
                                                                     {"Site", "?"},
                                                                     {"Date", "????.??.??"},
                                                                     {"Round", "?"},
                                                                     {"White", "?"},
                                                                     {"Black", "?"},
                                                                     {"Result", "*"}}};

bool is_in_roster(std::string_view name) noexcept {
  for (const auto& [tag, unknown] : kRoster) {
    if (tag == name) return true;
  }
  return false;
}

std::string tag_line(std::string_view name, std::string_view value) {
  std::string text = concat('[', name, " \"");
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  text += "\"]\n";
  return text;
}

// A king, or a rook with castling rights, that isn't on its usual square.
bool needs_chess960(const Position& position) noexcept {
  const Bitboard corners = bit(Square::A1) | bit(Square::H1) | bit(Square::A8) | bit(Square::H8);
  if (position.castling_rooks() & ~corners) return true;
  for (const Color color : {Color::White, Color::Black}) {
    if (position.castling_rooks(color) && file_of(position.king_square(color)) != 4) return true;
  }
  return false;
}

std::string tag_section(const PgnGame& game) {
  std::string text;
  for (const auto& [name, unknown] : kRoster) {
    const std::string* value = game.tag(name);
    if (name == "Result") {
      text += tag_line(name, to_string(game.result));
    } else {
      text += tag_line(name, value ? std::string_view(*value) : unknown);
    }
  }
  for (const PgnTag& tag : game.tags) {
    const bool derived = tag.name == "SetUp" || tag.name == "FEN";
    if (!derived && !is_in_roster(tag.name)) text += tag_line(tag.name, tag.value);
  }
  if (needs_chess960(game.start) && !game.tag("Variant")) text += tag_line("Variant", "Chess960");
  if (game.start != Position()) {
    text += tag_line("SetUp", "1");
    text += tag_line("FEN", to_fen(game.start, {.shredder_castling = false, .every_double_step = true}));
  }
  return text;
}

// Fills lines with words: text added between two calls of end_word() is never broken.
class Paragraph {
 public:
  void add(std::string_view text) { word_ += text; }

  void end_word() {
    if (word_.empty()) return;
    const bool first = column_ == 0;
    if (!first && column_ + 1 + word_.size() > kWidth) {
      end_line();
    } else if (!first) {
      text_ += ' ';
      ++column_;
    }
    text_ += word_;
    column_ += word_.size();
    word_.clear();
  }

  void end_line() {
    text_ += '\n';
    column_ = 0;
  }

  // Adds the text to the current line, however long it is, then a line break.
  void add_rest_of_line(std::string_view text) {
    end_word();
    if (column_ != 0) text_ += ' ';
    text_ += text;
    end_line();
  }

  [[nodiscard]] std::string finish() {
    end_word();
    if (column_ != 0) end_line();
    return std::move(text_);
  }

 private:
  static constexpr std::size_t kWidth = 79;

  std::string text_;
  std::string word_;
  std::size_t column_ = 0;
};

class MoveTextWriter {
 public:
  // Writes the line, which begins in that position. Calls itself for variations.
  void write(const PgnLine& line, Position position) {
    write_comment(line.comment);
    bool number_needed = true;
    for (const PgnMove& move : line.moves) {
      write_move(position, move.move, number_needed);
      for (const int nag : move.nags) write_word(concat('$', nag));
      write_comment(move.comment);
      for (const PgnLine& variation : move.variations) {
        end_word();
        paragraph_.add("(");
        write(variation, position);
        paragraph_.add(")");
        word_open_ = true;
      }
      write_comment(move.comment_after_variations);
      number_needed = !move.comment.empty() || !move.variations.empty();
      if (move.move) {
        position.make(move.move);
      } else {
        position.make_null();
      }
    }
  }

  void write_word(std::string_view text) {
    end_word();
    paragraph_.add(text);
    word_open_ = true;
  }

  [[nodiscard]] std::string finish() { return paragraph_.finish(); }

 private:
  void end_word() {
    if (word_open_) paragraph_.end_word();
    word_open_ = false;
  }

  void write_move(const Position& position, Move move, bool number_needed) {
    const bool white = position.side_to_move() == Color::White;
    if (white || number_needed) write_word(concat(position.fullmove_number(), white ? "." : "..."));
    write_word(move ? to_san(position, move) : "--");
  }

  // The end of the command ("[%eval 0.35]") that starts at that place; that place itself if there is none.
  // Other programs look for commands on one line. A command too long for one line is broken like any text.
  static std::size_t end_of_command(std::string_view comment, std::size_t at) {
    const std::size_t begin = comment.find("[%", at);
    const std::size_t end = comment.find(']', at);
    if (begin == std::string_view::npos || end == std::string_view::npos || begin > comment.find(' ', at))
      return at;
    return end > begin && end - begin <= kLongestCommand ? end : at;
  }

  void write_comment(std::string_view comment) {
    if (comment.empty()) return;
    end_word();
    if (comment.find('}') != std::string_view::npos) {  // not allowed between braces
      paragraph_.add_rest_of_line(concat("; ", comment));
      return;
    }
    paragraph_.add("{");
    for (std::size_t at = 0; at < comment.size();) {
      const std::size_t space = std::min(comment.find(' ', end_of_command(comment, at)), comment.size());
      paragraph_.add(comment.substr(at, space - at));
      at = space + 1;
      if (at >= comment.size()) break;
      // A comment line that begins with one of these could be mistaken for a tag or an escaped line.
      if (comment[at] == '[' || comment[at] == '%') {
        paragraph_.add(" ");
      } else {
        paragraph_.end_word();
      }
    }
    paragraph_.add("}");
    word_open_ = true;
  }

  static constexpr std::size_t kLongestCommand = 40;

  Paragraph paragraph_;
  bool word_open_ = false;  // the word in the paragraph may end here, but a ")" could still follow
};

}  // namespace

std::string_view to_string(GameResult result) noexcept { return kMarkers[static_cast<std::size_t>(result)]; }

std::optional<GameResult> parse_game_result(std::string_view text) noexcept {
  for (std::size_t index = 0; index < kMarkers.size(); ++index) {
    if (text == kMarkers[index]) return static_cast<GameResult>(index);
  }
  return std::nullopt;
}

bool operator==(const PgnMove& a, const PgnMove& b) {
  return a.move == b.move && a.nags == b.nags && a.comment == b.comment && a.variations == b.variations &&
         a.comment_after_variations == b.comment_after_variations;
}

bool operator==(const PgnLine& a, const PgnLine& b) { return a.comment == b.comment && a.moves == b.moves; }

const std::string* PgnGame::tag(std::string_view name) const noexcept {
  for (const PgnTag& tag : tags) {
    if (tag.name == name) return &tag.value;
  }
  return nullptr;
}

Game PgnGame::main_line() const {
  Game game(start);
  for (const PgnMove& move : line.moves) game.play(move.move);
  return game;
}

std::string to_pgn(const PgnGame& game) {
  MoveTextWriter writer;
  writer.write(game.line, game.start);
  writer.write_word(to_string(game.result));
  return tag_section(game) + "\n" + writer.finish();
}

}  // namespace tabia::chess
