#include "chess/notation.h"

#include <optional>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/movegen.h"

namespace tabia::chess {
namespace {

using base::concat;
using base::Error;
using base::quoted;

// King on the e-file and rook in the corner: the only castling that older notations cover.
constexpr bool is_usual_castling(Move move) noexcept {
  const int rook_file = file_of(move.to());
  return file_of(move.from()) == 4 && (rook_file == 0 || rook_file == 7);
}

PieceType mover_type(const Position& position, Move move) noexcept {
  return type_of(position.piece_on(move.from()));
}

// The castling move that takes the king from `from` to `to` in the usual notation (e1g1), if it is one.
std::optional<Move> usual_castling(const Position& position, Square from, Square to) {
  const Color us = position.side_to_move();
  if (position.piece_on(from) != make_piece(us, PieceType::King)) return std::nullopt;
  for (Bitboard rooks = position.castling_rooks(us); rooks;) {
    const Move move(from, pop_first(rooks), MoveKind::Castling);
    if (is_usual_castling(move) && castling_squares(from, move.to()).king_to == to) return move;
  }
  return std::nullopt;
}

// The move from one square to another as it is in this position: castling, en passant or plain.
Move with_kind(const Position& position, Square from, Square to) {
  const Color us = position.side_to_move();
  const PieceType type = type_of(position.piece_on(from));
  if (type == PieceType::King && contains(position.castling_rooks(us), to))
    return Move(from, to, MoveKind::Castling);
  if (type == PieceType::Pawn && to == position.en_passant()) return Move(from, to, MoveKind::EnPassant);
  return usual_castling(position, from, to).value_or(Move(from, to));
}

Error not_legal(const Position& position, std::string_view text) {
  return Error{concat("move ", quoted(text), ": not legal for ", name_of(position.side_to_move()), " in ",
                      to_fen(position))};
}

}  // namespace

std::string to_uci(Move move, CastlingNotation castling) {
  if (!move) return "0000";
  Square to = move.to();
  if (move.is_castling() && castling == CastlingNotation::KingTarget && is_usual_castling(move)) {
    to = castling_squares(move.from(), to).king_to;
  }
  std::string text = to_string(move.from()) + to_string(to);
  if (move.is_promotion()) text += base::to_lower(kPieceLetters[static_cast<std::size_t>(move.promotion())]);
  return text;
}

base::Result<Move> parse_uci_move(const Position& position, std::string_view text) {
  const auto from = parse_square(text.substr(0, 2));
  const auto to = text.size() >= 4 ? parse_square(text.substr(2, 2)) : std::nullopt;
  if (!from || !to || text.size() > 5) {
    return Error{concat("move ", quoted(text), ": expected two squares like e2e4, or e7e8q for a promotion")};
  }
  Move move = with_kind(position, *from, *to);
  if (text.size() == 5) {
    const std::size_t piece = std::string_view("nbrq").find(base::to_lower(text[4]));
    if (piece == std::string_view::npos) {
      return Error{concat("move ", quoted(text), ": found ", quoted(text.substr(4)),
                          ", expected a promotion to n, b, r or q")};
    }
    move = Move::promotion_to(static_cast<PieceType>(piece + 1), *from, *to);
  }
  if (position.is_legal(move)) return move;
  if (text.size() == 4 && position.is_legal(Move::promotion_to(PieceType::Queen, *from, *to))) {
    return Error{
        concat("move ", quoted(text), ": a promotion needs the piece as a fifth letter (", text, "q)")};
  }
  return not_legal(position, text);
}

namespace {

// The shortest origin that distinguishes the move from others of the same kind of piece to the same square.
std::string disambiguation(const Position& position, Move move) {
  const PieceType type = mover_type(position, move);
  if (type == PieceType::King) return "";
  bool others = false;
  bool same_file = false;
  bool same_rank = false;
  for (const Move other : legal_moves(position)) {
    if (other.to() != move.to() || other.from() == move.from() || mover_type(position, other) != type)
      continue;
    if (other.is_castling()) continue;
    others = true;
    same_file |= file_of(other.from()) == file_of(move.from());
    same_rank |= rank_of(other.from()) == rank_of(move.from());
  }
  const std::string square = to_string(move.from());
  if (!others) return "";
  if (!same_file) return square.substr(0, 1);
  if (!same_rank) return square.substr(1, 1);
  return square;
}

std::string san_without_check(const Position& position, Move move) {
  if (move.is_castling()) return file_of(move.to()) > file_of(move.from()) ? "O-O" : "O-O-O";
  const PieceType type = mover_type(position, move);
  const bool capture = position.is_capture(move);
  std::string text;
  if (type == PieceType::Pawn) {
    if (capture) text += file_letter(file_of(move.from()));
  } else {
    text += kPieceLetters[static_cast<std::size_t>(type)];
    text += disambiguation(position, move);
  }
  if (capture) text += 'x';
  text += to_string(move.to());
  if (move.is_promotion()) {
    text += '=';
    text += kPieceLetters[static_cast<std::size_t>(move.promotion())];
  }
  return text;
}

}  // namespace

std::string to_san(const Position& position, Move move) {
  std::string text = san_without_check(position, move);
  if (position.gives_check(move)) {
    Position after = position;
    after.make(move);
    text += has_legal_move(after) ? '+' : '#';
  }
  return text;
}

namespace {

// What a SAN text says about a move; parts that it leaves open are empty.
struct SanPattern {
  PieceType type = PieceType::Pawn;
  std::optional<int> from_file;
  std::optional<int> from_rank;
  Square to = Square::None;
  std::optional<PieceType> promotion;
};

// "Nf3+!?" without the marks after the move itself.
std::string_view without_decoration(std::string_view text) {
  constexpr std::string_view kMarks = "+#!?";
  for (;;) {
    text = base::trimmed(text);
    if (!text.empty() && kMarks.find(text.back()) != std::string_view::npos) {
      text.remove_suffix(1);
    } else if (text.size() > 4 && text.substr(text.size() - 4) == "e.p.") {
      text.remove_suffix(4);
    } else if (text.size() > 4 && text.substr(text.size() - 2) == "ep") {
      text.remove_suffix(2);
    } else {
      return text;
    }
  }
}

// 2 for O-O, 3 for O-O-O in any spelling, 0 for everything else.
int castling_syllables(std::string_view text) {
  int syllables = 0;
  bool letter_expected = true;
  for (const char c : text) {
    if (c == 'O' || c == '0' || c == 'o') {
      ++syllables;
      letter_expected = false;
    } else if (c == '-' && !letter_expected) {
      letter_expected = true;
    } else {
      return 0;
    }
  }
  return !letter_expected && (syllables == 2 || syllables == 3) ? syllables : 0;
}

std::optional<Move> castling_move(const Position& position, bool king_side) {
  const Color us = position.side_to_move();
  const Square king = position.king_square(us);
  for (Bitboard rooks = position.castling_rooks(us); rooks;) {
    const Move move(king, pop_first(rooks), MoveKind::Castling);
    if ((file_of(move.to()) > file_of(king)) == king_side && position.is_legal(move)) return move;
  }
  return std::nullopt;
}

// Removes the promotion piece from the end: "=Q", "=q", "(Q)", "/Q" or just "Q" after the target square.
std::optional<PieceType> take_promotion(std::string_view& text) {
  std::string_view rest = text;
  if (!rest.empty() && rest.back() == ')') rest.remove_suffix(1);
  if (rest.size() < 3) return std::nullopt;
  const char letter = rest.back();
  const char upper = letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  const std::size_t piece = std::string_view("NBRQ").find(upper);
  if (piece == std::string_view::npos) return std::nullopt;
  rest.remove_suffix(1);
  if (rest.back() == '=' || rest.back() == '(' || rest.back() == '/') rest.remove_suffix(1);
  if (rest.empty() || !base::is_digit(rest.back())) return std::nullopt;
  text = rest;
  return static_cast<PieceType>(piece + 1);
}

std::optional<SanPattern> parse_pattern(std::string_view text) {
  SanPattern pattern;
  if (!text.empty()) {
    if (const auto type = parse_piece_letter(text.front())) {
      pattern.type = *type;
      text.remove_prefix(1);
    }
  }
  pattern.promotion = take_promotion(text);
  if (text.size() < 2) return std::nullopt;
  const auto to = parse_square(text.substr(text.size() - 2));
  if (!to) return std::nullopt;
  pattern.to = *to;
  text.remove_suffix(2);
  if (!text.empty() && (text.back() == 'x' || text.back() == '-' || text.back() == ':'))
    text.remove_suffix(1);
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'h') {
    pattern.from_file = text.front() - 'a';
    text.remove_prefix(1);
  }
  if (!text.empty() && text.front() >= '1' && text.front() <= '8') {
    pattern.from_rank = text.front() - '1';
    text.remove_prefix(1);
  }
  if (!text.empty()) return std::nullopt;
  return pattern;
}

// Pieces of the side to move that could reach the target, ignoring pins and checks.
Bitboard origins(const Position& position, PieceType type, Square to) {
  const Color us = position.side_to_move();
  const Bitboard pieces = position.pieces(us, type);
  if (type != PieceType::Pawn) return attacks_of(type, to, position.occupied()) & pieces;
  Bitboard squares = pawn_attacks(~us, to);
  const int rank = relative_rank(us, to);
  if (rank >= 2) squares |= bit(to - forward(us));
  if (rank == 3) squares |= bit(to - 2 * forward(us));
  return squares & pieces;
}

// The moves that the pattern may mean; some may be illegal.
MoveList candidates(const Position& position, const SanPattern& pattern) {
  MoveList moves;
  Bitboard from_squares = origins(position, pattern.type, pattern.to);
  if (pattern.from_file) from_squares &= file_bits(*pattern.from_file);
  if (pattern.from_rank) from_squares &= rank_bits(*pattern.from_rank);
  const bool pawn = pattern.type == PieceType::Pawn;
  const bool promotes = pawn && relative_rank(position.side_to_move(), pattern.to) == 7;
  if (pattern.promotion && !promotes) return moves;
  while (from_squares) {
    const Square from = pop_first(from_squares);
    if (promotes) {
      for (const PieceType type : {PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight}) {
        if (!pattern.promotion || *pattern.promotion == type) {
          moves.push(Move::promotion_to(type, from, pattern.to));
        }
      }
    } else {
      const bool en_passant = pawn && pattern.to == position.en_passant();
      moves.push(Move(from, pattern.to, en_passant ? MoveKind::EnPassant : MoveKind::Normal));
    }
  }
  return moves;
}

Error ambiguous(const Position& position, std::string_view text, Move one, Move other) {
  if (one.is_promotion() && one.from() == other.from()) {
    return Error{
        concat("move ", quoted(text), ": a promotion needs the piece, as in ", to_san(position, one))};
  }
  return Error{concat("move ", quoted(text), ": could be ", to_san(position, one), " or ",
                      to_san(position, other), "; add the origin file or rank")};
}

}  // namespace

base::Result<Move> parse_san(const Position& position, std::string_view text) {
  const std::string_view bare = without_decoration(text);
  if (const int syllables = castling_syllables(bare)) {
    if (const auto move = castling_move(position, syllables == 2)) return *move;
    return not_legal(position, text);
  }
  const auto pattern = parse_pattern(bare);
  if (!pattern) {
    return Error{concat("move ", quoted(text),
                        ": not a move in algebraic notation; expected one like e4, Nxf3, exd8=Q or O-O")};
  }
  Move found = Move::none();
  for (const Move move : candidates(position, *pattern)) {
    if (!position.is_legal(move)) continue;
    if (found) return ambiguous(position, text, found, move);
    found = move;
  }
  if (found) return found;
  // Long algebraic and UCI write castling as the king's step (Ke1-g1), and a piece's move without its letter.
  if (pattern->from_file && pattern->from_rank &&
      (pattern->type == PieceType::King || base::to_lower(bare.front()) == bare.front())) {
    const Square from = make_square(*pattern->from_file, *pattern->from_rank);
    const Move move = with_kind(position, from, pattern->to);
    if (!pattern->promotion && position.is_legal(move)) return move;
  }
  return not_legal(position, text);
}

}  // namespace tabia::chess
