// eval/classical.h: the hand-written evaluation: chess knowledge as a sum of named terms.
//
// Used when no network is loaded, as the baseline that networks must beat, and as the other half of hybrids.
// Every term has a value for the middlegame and one for the endgame; the phase (how many pieces are left)
// interpolates between them. A pure function of the position: no search, no memory, no repetition history.
// Endgames that a sum of terms misjudges are handled in eval/endgames.h.
//
// Symmetric: the position with colors swapped has the same value for its side to move, and so has the
// position mirrored left to right if neither side can castle (tests/eval/classical_test.cpp).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/enum_array.h"
#include "base/score.h"
#include "chess/position.h"

namespace tabia::eval {

using base::Score;

// A value in the middlegame (all pieces on the board) and in the endgame (kings and pawns only).
struct Tapered {
  int middlegame = 0;
  int endgame = 0;

  friend constexpr bool operator==(const Tapered&, const Tapered&) = default;
  constexpr Tapered& operator+=(Tapered other) noexcept {
    middlegame += other.middlegame;
    endgame += other.endgame;
    return *this;
  }
  constexpr Tapered& operator-=(Tapered other) noexcept {
    return *this += Tapered{-other.middlegame, -other.endgame};
  }
  friend constexpr Tapered operator+(Tapered a, Tapered b) noexcept { return a += b; }
  friend constexpr Tapered operator-(Tapered a, Tapered b) noexcept { return a -= b; }
  friend constexpr Tapered operator*(Tapered a, int factor) noexcept {
    return {a.middlegame * factor, a.endgame * factor};
  }
};

// clang-format off
#define TABIA_CLASSICAL_TERMS(X)                                                                  \
  X(Material,       "material",        "the value of the pieces, on any square")                  \
  X(PieceSquares,   "piece squares",   "the pieces' squares: center, advance, back rank")         \
  X(DoubledPawns,   "doubled pawns",   "pawns behind a pawn of the same side")                    \
  X(IsolatedPawns,  "isolated pawns",  "pawns without a neighbor on either side")                 \
  X(BackwardPawns,  "backward pawns",  "pawns left behind that can't advance safely")             \
  X(ConnectedPawns, "connected pawns", "pawns side by side or protected by a pawn")               \
  X(PassedPawns,    "passed pawns",    "pawns that no enemy pawn can stop")                       \
  X(Mobility,       "mobility",        "safe squares that the pieces can go to")                  \
  X(KingShelter,    "king shelter",    "own pawns in front of the king")                          \
  X(PawnStorm,      "pawn storm",      "enemy pawns running at the king")                         \
  X(KingDanger,     "king danger",     "enemy pieces aiming at the squares around the king")      \
  X(Bishops,        "bishops",         "the pair; pawns on the squares of an only bishop")        \
  X(RookFiles,      "rook files",      "rooks on open and half-open files, on the seventh rank")  \
  X(Outposts,       "outposts",        "minor pieces that no pawn can drive away")                \
  X(Threats,        "threats",         "enemy pieces attacked by cheaper ones or undefended")     \
  X(Space,          "space",           "safe squares behind own pawns in the center")             \
  X(Tempo,          "tempo",           "the right to move")
// clang-format on

enum class Term : std::uint8_t {
#define TABIA_TERM(id, name, meaning) id,
  TABIA_CLASSICAL_TERMS(TABIA_TERM)
#undef TABIA_TERM
};

inline constexpr std::array kTerms = {
#define TABIA_TERM(id, name, meaning) Term::id,
    TABIA_CLASSICAL_TERMS(TABIA_TERM)
#undef TABIA_TERM
};

}  // namespace tabia::eval

namespace tabia::base {
template <>
inline constexpr std::size_t kEnumCount<eval::Term> = eval::kTerms.size();
}  // namespace tabia::base

namespace tabia::eval {

// "passed pawns"
[[nodiscard]] std::string_view name_of(Term term) noexcept;
// "pawns that no enemy pawn can stop"
[[nodiscard]] std::string_view meaning_of(Term term) noexcept;

// The phase of a position with all its pieces; 0 is a position of kings and pawns.
inline constexpr int kMiddlegamePhase = 24;

// Interpolates between middlegame and endgame by the phase, 0 ... kMiddlegamePhase. Rounds toward zero, so
// that both colors are treated alike.
[[nodiscard]] constexpr int mixed(Tapered value, int phase) noexcept {
  return (value.middlegame * phase + value.endgame * (kMiddlegamePhase - phase)) / kMiddlegamePhase;
}

// The evaluation broken down, from White's point of view: each term as the credit of White and of Black.
struct ClassicalTerms {
  base::EnumArray<Term, base::EnumArray<chess::Color, Tapered>> credit{};
  int phase = 0;

  // White's credit minus Black's.
  [[nodiscard]] constexpr Tapered white_difference(Term term) const noexcept {
    return credit[term][chess::Color::White] - credit[term][chess::Color::Black];
  }
  [[nodiscard]] Tapered white_sum() const noexcept;
  // All terms summed, interpolated and clamped; the value of classical_evaluation(), but always for White.
  [[nodiscard]] Score white_score() const noexcept;
};

// The value for the side to move, 100 = a pawn in the middlegame; within ±kMaxEvaluation for any position.
// Ignores check: let a search resolve it.
[[nodiscard]] Score classical_evaluation(const chess::Position& position) noexcept;

// The same computation with every term kept separate.
[[nodiscard]] ClassicalTerms classical_terms(const chess::Position& position) noexcept;

// One number of the evaluation, for listings.
struct ClassicalWeight {
  std::string_view name;
  Tapered value;
  std::string_view unit;
  std::string_view meaning;
};
// All numbers of the evaluation.
[[nodiscard]] std::span<const ClassicalWeight> classical_weights() noexcept;

// Piece-square values of a white piece, without its material value; Black's squares are mirrored. Derived
// from the weights by rules; also used for the untrained network of `tabia net seed`.
[[nodiscard]] Tapered piece_square_value(chess::PieceType type, chess::Square square) noexcept;
// Requires a type other than None; the king's value is 0.
[[nodiscard]] Tapered piece_value(chess::PieceType type) noexcept;

}  // namespace tabia::eval
