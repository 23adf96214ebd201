#include "chess/diagram.h"

#include <string_view>

namespace tabia::chess {
namespace {

std::string_view unicode_symbol(Piece piece) {
  static constexpr std::array<std::array<std::string_view, 6>, 2> kSymbols = {{
      {"♙", "♘", "♗", "♖", "♕", "♔"},
      {"♟", "♞", "♝", "♜", "♛", "♚"},
  }};
  return kSymbols[static_cast<std::size_t>(color_of(piece))][static_cast<std::size_t>(type_of(piece))];
}

}  // namespace

std::string diagram(const Position& position, DiagramStyle style) {
  std::string out;
  for (int rank = 7; rank >= 0; --rank) {
    out += rank_digit(rank);
    out += ' ';
    for (int file = 0; file < 8; ++file) {
      const Piece piece = position.piece_on(make_square(file, rank));
      out += ' ';
      if (piece == Piece::None) {
        out += style == DiagramStyle::Unicode ? "·" : ".";
      } else if (style == DiagramStyle::Unicode) {
        out += unicode_symbol(piece);
      } else {
        out += fen_letter(piece);
      }
    }
    out += '\n';
  }
  out += "\n   a b c d e f g h\n";
  return out;
}

}  // namespace tabia::chess
