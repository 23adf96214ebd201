// search/history.h: what the search has learned about moves and about its own evaluation.
//
// Histories say how often a move turned out to be good in some context; they order the moves and control
// pruning and reductions. Corrections say how far off the static evaluation was in positions that share
// something (the pawns, the pieces of one side, the last moves). All of them belong to one thread.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "chess/position.h"
#include "search/parameters.h"

namespace tabia::search {

using chess::Bitboard;
using chess::Color;
using chess::EnumArray;
using chess::Key;
using chess::Move;
using chess::Piece;
using chess::PieceType;
using chess::Position;
using chess::Square;

// A number that moves toward +-Limit: the nearer it is, the less a bonus of the same sign adds. So it is a
// running mean and never leaves the range.
template <int Limit>
class Gravity {
 public:
  operator int() const noexcept { return value_; }
  void set(int value) noexcept { value_ = static_cast<std::int16_t>(value); }
  void add(int bonus) noexcept {
    static_assert(Limit < 32768);
    const int clamped = std::clamp(bonus, -Limit, Limit);
    value_ = static_cast<std::int16_t>(value_ + clamped - value_ * std::abs(clamped) / Limit);
  }

 private:
  std::int16_t value_ = 0;
};

// By moving piece and target square.
using PieceTo = EnumArray<Piece, EnumArray<Square, Gravity<30000>>>;

// By moved piece and target of an earlier move: the history of the moves that follow it.
struct ContinuationHistory {
  // By "was the mover in check" and "was it a capture".
  std::array<std::array<EnumArray<Piece, EnumArray<Square, PieceTo>>, 2>, 2> tables;
};

using Correction = Gravity<1024>;

// Squares that the opponent attacks; pieces on squares attacked by less valuable pieces are in danger.
struct Threats {
  Bitboard all = 0;
  Bitboard by_pawns = 0;
  Bitboard by_minors = 0;  // and pawns
  Bitboard by_rooks = 0;   // and minors and pawns

  // Squares where a piece of this type is attacked by a less valuable one.
  [[nodiscard]] Bitboard by_lesser(PieceType type) const noexcept {
    switch (type) {
      case PieceType::Knight:
      case PieceType::Bishop:
        return by_pawns;
      case PieceType::Rook:
        return by_minors;
      case PieceType::Queen:
        return by_rooks;
      default:
        return 0;
    }
  }
};

// What the side not to move attacks.
[[nodiscard]] Threats threats_against_mover(const Position& position) noexcept;

struct Histories {
  static constexpr int kPawnRows = 1024;
  static constexpr int kCorrectionRows = 16384;
  static constexpr int kLowPlies = 5;

  using FromTo = EnumArray<Square, EnumArray<Square, Gravity<7183>>>;
  EnumArray<Color, std::array<std::array<FromTo, 2>, 2>> main;  // by "from is attacked", "to is attacked"
  std::array<FromTo, kLowPlies> low_ply;                        // near the root; of this search only
  EnumArray<Piece, EnumArray<Square, EnumArray<PieceType, Gravity<10692>>>> capture;
  std::array<EnumArray<Piece, EnumArray<Square, Gravity<8192>>>, kPawnRows> pawn;
  ContinuationHistory continuation;
  Gravity<8192> table_move;  // do moves from the table turn out best?

  using CorrectionRows = EnumArray<Color, std::array<Correction, kCorrectionRows>>;
  CorrectionRows pawn_correction;
  CorrectionRows minor_correction;
  EnumArray<Color, CorrectionRows> non_pawn_correction;
  // By the previous move (row) and the last move.
  EnumArray<Piece, EnumArray<Square, EnumArray<Piece, EnumArray<Square, Correction>>>>
      continuation_correction;

  // For a new game.
  void clear() noexcept;
  // For a new search in the same game.
  void age() noexcept;

  [[nodiscard]] static std::size_t row(chess::Key key) noexcept {
    return static_cast<std::size_t>(key % kCorrectionRows);
  }

  [[nodiscard]] Gravity<7183>& main_of(Color side, Move move, const Threats& threats) noexcept {
    return main[side][contains(threats.all, move.from())][contains(threats.all, move.to())][move.from()]
               [move.to()];
  }
  [[nodiscard]] const Gravity<7183>& main_of(Color side, Move move, const Threats& threats) const noexcept {
    return main[side][contains(threats.all, move.from())][contains(threats.all, move.to())][move.from()]
               [move.to()];
  }
  [[nodiscard]] auto& pawn_row(const Position& position) noexcept {
    return pawn[position.keys().pawn % kPawnRows];
  }
  [[nodiscard]] const auto& pawn_row(const Position& position) const noexcept {
    return pawn[position.keys().pawn % kPawnRows];
  }
};

}  // namespace tabia::search
