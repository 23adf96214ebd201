// chess/types.h: colors, pieces and squares, as plain values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/enum_array.h"

namespace tabia::chess {

enum class Color : std::uint8_t { White, Black };

constexpr Color operator~(Color color) noexcept { return static_cast<Color>(static_cast<int>(color) ^ 1); }

enum class PieceType : std::uint8_t { Pawn, Knight, Bishop, Rook, Queen, King, None };

inline constexpr std::array kPieceTypes = {PieceType::Pawn, PieceType::Knight, PieceType::Bishop,
                                           PieceType::Rook, PieceType::Queen,  PieceType::King};

// Bits 0-2: the PieceType. Bit 3: the Color. None has the type None and, by default, the color White.
enum class Piece : std::uint8_t {
  WhitePawn,
  WhiteKnight,
  WhiteBishop,
  WhiteRook,
  WhiteQueen,
  WhiteKing,
  None,
  BlackPawn = 8,
  BlackKnight,
  BlackBishop,
  BlackRook,
  BlackQueen,
  BlackKing,
};

constexpr Piece make_piece(Color color, PieceType type) noexcept {
  return static_cast<Piece>(static_cast<int>(color) * 8 + static_cast<int>(type));
}
constexpr PieceType type_of(Piece piece) noexcept {
  return static_cast<PieceType>(static_cast<int>(piece) & 7);
}
// Requires a piece other than None.
constexpr Color color_of(Piece piece) noexcept { return static_cast<Color>(static_cast<int>(piece) >> 3); }

// a1 = 0, b1 = 1, ... h8 = 63.
enum class Square : std::uint8_t {
  // clang-format off
  A1, B1, C1, D1, E1, F1, G1, H1,
  A2, B2, C2, D2, E2, F2, G2, H2,
  A3, B3, C3, D3, E3, F3, G3, H3,
  A4, B4, C4, D4, E4, F4, G4, H4,
  A5, B5, C5, D5, E5, F5, G5, H5,
  A6, B6, C6, D6, E6, F6, G6, H6,
  A7, B7, C7, D7, E7, F7, G7, H7,
  A8, B8, C8, D8, E8, F8, G8, H8,
  None
  // clang-format on
};

inline constexpr int kSquareCount = 64;

// Files and ranks are the numbers 0-7, so that arithmetic on them stays readable.
constexpr int index_of(Square square) noexcept { return static_cast<int>(square); }
constexpr Square square_at(int index) noexcept { return static_cast<Square>(index); }
constexpr Square make_square(int file, int rank) noexcept { return static_cast<Square>(rank * 8 + file); }
constexpr int file_of(Square square) noexcept { return index_of(square) & 7; }
constexpr int rank_of(Square square) noexcept { return index_of(square) >> 3; }

// The square `steps` further in board order: 8 = one rank up, 1 = one file right. Requires that it exists.
constexpr Square operator+(Square square, int steps) noexcept { return square_at(index_of(square) + steps); }
constexpr Square operator-(Square square, int steps) noexcept { return square_at(index_of(square) - steps); }

// One rank forward for the color, in board order.
constexpr int forward(Color color) noexcept { return color == Color::White ? 8 : -8; }
// The rank as that color counts it: 0 is its own back rank.
constexpr int relative_rank(Color color, Square square) noexcept {
  return color == Color::White ? rank_of(square) : 7 - rank_of(square);
}
// The back rank of the color, as a rank number.
constexpr int back_rank(Color color) noexcept { return color == Color::White ? 0 : 7; }

constexpr char file_letter(int file) noexcept { return static_cast<char>('a' + file); }
constexpr char rank_digit(int rank) noexcept { return static_cast<char>('1' + rank); }

// "e4". Requires a square other than None.
inline std::string to_string(Square square) {
  return {file_letter(file_of(square)), rank_digit(rank_of(square))};
}
// Exactly two characters, a-h and 1-8.
constexpr std::optional<Square> parse_square(std::string_view text) noexcept {
  if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
    return std::nullopt;
  return make_square(text[0] - 'a', text[1] - '1');
}

inline constexpr std::string_view kPieceLetters = "PNBRQK";

// 'P', 'n' ...: upper case for White, as in FEN. Requires a piece other than None.
constexpr char fen_letter(Piece piece) noexcept {
  const char letter = kPieceLetters[static_cast<std::size_t>(type_of(piece))];
  return color_of(piece) == Color::White ? letter : static_cast<char>(letter - 'A' + 'a');
}
constexpr std::optional<PieceType> parse_piece_letter(char upper_case) noexcept {
  switch (upper_case) {
    case 'P':
      return PieceType::Pawn;
    case 'N':
      return PieceType::Knight;
    case 'B':
      return PieceType::Bishop;
    case 'R':
      return PieceType::Rook;
    case 'Q':
      return PieceType::Queen;
    case 'K':
      return PieceType::King;
    default:
      return std::nullopt;
  }
}
constexpr std::optional<Piece> parse_fen_letter(char letter) noexcept {
  const bool black = letter >= 'a' && letter <= 'z';
  const auto type = parse_piece_letter(black ? static_cast<char>(letter - 'a' + 'A') : letter);
  if (!type) return std::nullopt;
  return make_piece(black ? Color::Black : Color::White, *type);
}

constexpr std::string_view name_of(Color color) noexcept { return color == Color::White ? "White" : "Black"; }

// A hash that is equal for positions that the rules treat as equal (chess/zobrist.h).
using Key = std::uint64_t;

template <class Enum, class T>
using EnumArray = base::EnumArray<Enum, T>;

}  // namespace tabia::chess

namespace tabia::base {
template <>
inline constexpr std::size_t kEnumCount<chess::Color> = 2;
template <>
inline constexpr std::size_t kEnumCount<chess::PieceType> = 7;
template <>
inline constexpr std::size_t kEnumCount<chess::Piece> = 16;
template <>
inline constexpr std::size_t kEnumCount<chess::Square> = 64;
}  // namespace tabia::base
