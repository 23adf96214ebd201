// chess/notation.h: moves as text: UCI ("e7e8q") and SAN ("exd8=Q+").
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "chess/position.h"

namespace tabia::chess {

// How UCI writes castling: e1g1, or e1h1 for UCI_Chess960.
enum class CastlingNotation { KingTarget, KingTakesRook };

// "e2e4", "e7e8q", "0000" for none(). Castling from other than the usual squares (king on the e-file, rook in
// the corner) is always written as king takes rook, because the king's target would be ambiguous.
[[nodiscard]] std::string to_uci(Move move, CastlingNotation castling = CastlingNotation::KingTarget);

// Reads a UCI move; accepts both castling notations. The error says what is wrong with the text or that the
// move is not legal here.
[[nodiscard]] base::Result<Move> parse_uci_move(const Position& position, std::string_view text);

// The move in standard algebraic notation, exactly as in the PGN export format: shortest unambiguous origin,
// "x", "=Q", "O-O", "+" and "#". Requires a legal move.
[[nodiscard]] std::string to_san(const Position& position, Move move);

// Reads SAN as people write it: "x", "=", "+", "#", "!?" and "e.p." may be missing or extra, castling may use
// zeros, origins may be longer than needed (long algebraic, "Ng1-f3"), a promotion piece may be in
// parentheses or lower case after "=". A text that matches no legal move, or several, is an error that says
// so.
[[nodiscard]] base::Result<Move> parse_san(const Position& position, std::string_view text);

}  // namespace tabia::chess
