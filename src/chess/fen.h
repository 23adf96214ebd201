// chess/fen.h: positions as text: FEN, Shredder-FEN, X-FEN and the four-field form of EPD.
//
// Reading accepts all castling notations: KQkq mean the outermost rook on that side (X-FEN), a file letter
// names the rook. Writing uses KQkq if that is unambiguous, unless asked otherwise.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/position.h"

namespace tabia::chess {

inline constexpr std::string_view kStartFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// Reads a FEN of six fields, or of four (EPD) with counters 0 and 1. Nothing is guessed or repaired. The
// error names the wrong field, what was found and what was expected.
[[nodiscard]] base::Result<Position> parse_fen(std::string_view text);

struct LenientFen {
  Position position;
  std::vector<std::string> repairs;  // what was changed to make sense of the text; empty if nothing
};

// For input from people and programs (UCI, HTTP): like parse_fen, but repairs harmless faults (missing fields
// after the board, castling rights without king and rook, an impossible en-passant square, counters out of
// range) and reports them. Pieces and side to move are never guessed.
[[nodiscard]] base::Result<LenientFen> parse_fen_lenient(std::string_view text);
// The same for callers that need to know where the fault is: after an error `wrong` names the field, or
// nothing if the fault isn't in a field.
[[nodiscard]] base::Result<LenientFen> parse_fen_lenient(std::string_view text,
                                                         std::optional<SetupField>& wrong);

// "pieces", "castling rights": the names of the fields in error messages.
[[nodiscard]] std::string_view name_of(SetupField field) noexcept;

enum class FenReading { Strict, Lenient };

// One of the two, for readers of larger texts; repairs of lenient reading are not reported.
[[nodiscard]] base::Result<Position> parse_fen(std::string_view text, FenReading reading);

struct FenStyle {
  bool shredder_castling = false;  // HAha instead of KQkq
  bool every_double_step = false;  // the en-passant square after every double step, as the FEN standard says,
                                   // not only if a legal capture exists
};

// The position as a FEN of six fields.
[[nodiscard]] std::string to_fen(const Position& position, FenStyle style = {});
// The first four fields only.
[[nodiscard]] std::string to_epd_position(const Position& position, FenStyle style = {});

}  // namespace tabia::chess
