#include "cli/board_svg.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/html.h"
#include "base/text.h"

namespace tabia::cli {
namespace {

using base::concat;
using namespace tabia::chess;

constexpr int kSquare = 60;  // pixels
constexpr int kMargin = 30;
constexpr int kTop = 50;

// The average value of this type of piece on this board: the baseline.
EnumArray<PieceType, double> usual_worths(const std::vector<eval::PieceWorth>& pieces) {
  EnumArray<PieceType, double> sum{};
  EnumArray<PieceType, int> count{};
  for (const auto& entry : pieces) {
    sum[type_of(entry.piece)] += entry.worth_cp;
    ++count[type_of(entry.piece)];
  }
  for (const PieceType type : kPieceTypes) {
    if (count[type] > 0) sum[type] /= count[type];
  }
  return sum;
}

// White for a piece of average value, green above, red below; full color at a pawn's difference.
std::string heat(double difference_cp) {
  const double strength = std::clamp(std::fabs(difference_cp) / 100.0, 0.0, 1.0);
  const auto shade = [&](int full) { return static_cast<int>(255 - strength * (255 - full)); };
  const auto color = [](int red, int green, int blue) {
    return concat("rgb(", red, ",", green, ",", blue, ")");
  };
  return difference_cp >= 0 ? color(shade(105), shade(235), shade(105))
                            : color(shade(245), shade(105), shade(105));
}

std::string_view symbol(PieceType type) {
  constexpr EnumArray<PieceType, std::string_view> kSymbols = {{{"♟", "♞", "♝", "♜", "♛", "♚", ""}}};
  return kSymbols[type];
}

std::string text_at(int x, int y, int size, std::string_view style, std::string_view text) {
  return concat("<text x=\"", x, "\" y=\"", y, "\" font-size=\"", size, "\" text-anchor=\"middle\" ", style,
                ">", text, "</text>\n");
}

}  // namespace

std::string pawns(int cp) {
  char text[32];
  std::snprintf(text, sizeof text, "%+.2f", cp / 100.0);
  return text;
}

std::string board_svg(const Position& position, const std::vector<eval::PieceWorth>& pieces,
                      const std::string& title) {
  const int width = 8 * kSquare + 2 * kMargin;
  const int height = 8 * kSquare + kTop + kMargin;
  std::string out =
      concat("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width, "\" height=\"", height,
             "\" viewBox=\"0 0 ", width, " ", height, "\" font-family=\"sans-serif\">\n",
             "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
             text_at(width / 2, 30, 15, "", base::html_escaped(title)));
  const auto usual = usual_worths(pieces);
  for (int index = 0; index < kSquareCount; ++index) {
    const Square square = square_at(index);
    const Piece piece = position.piece_on(square);
    const int x = kMargin + file_of(square) * kSquare;
    const int y = kTop + (7 - rank_of(square)) * kSquare;
    const auto worth =
        std::find_if(pieces.begin(), pieces.end(), [&](const auto& entry) { return entry.square == square; });
    const bool dark = (file_of(square) + rank_of(square)) % 2 == 0;
    std::string fill = dark ? "rgb(205,205,205)" : "rgb(240,240,240)";
    if (worth != pieces.end()) fill = heat(worth->worth_cp - usual[type_of(piece)]);
    out += concat("<rect x=\"", x, "\" y=\"", y, "\" width=\"", kSquare, "\" height=\"", kSquare,
                  "\" fill=\"", fill, "\" stroke=\"rgb(150,150,150)\"/>\n");
    if (piece == Piece::None) continue;
    const std::string_view style = color_of(piece) == Color::White
                                       ? "fill=\"white\" stroke=\"black\" stroke-width=\"1\""
                                       : "fill=\"black\"";
    out += text_at(x + kSquare / 2, y + 38, 36, style, symbol(type_of(piece)));
    if (worth != pieces.end())
      out += text_at(x + kSquare / 2, y + 54, 12, "fill=\"black\"", pawns(worth->worth_cp));
  }
  for (int i = 0; i < 8; ++i) {
    out += text_at(kMargin + i * kSquare + kSquare / 2, height - 8, 13, "", std::string(1, file_letter(i)));
    out += text_at(kMargin / 2, kTop + (7 - i) * kSquare + kSquare / 2 + 5, 13, "",
                   std::string(1, rank_digit(i)));
  }
  return out + "</svg>\n";
}

}  // namespace tabia::cli
