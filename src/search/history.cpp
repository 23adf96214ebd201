#include "search/history.h"

#include <cstring>

#include "chess/attacks.h"

namespace tabia::search {
namespace {

using namespace tabia::chess;

// Unseen moves rank below those known to be good.
constexpr int kContinuationStart = -586;
constexpr int kPawnStart = -1338;
constexpr int kCaptureStart = -742;
constexpr int kLowPlyStart = 97;

template <class Value>
void fill(void* memory, std::size_t bytes, int value) noexcept {
  auto* const values = static_cast<Value*>(memory);
  for (std::size_t i = 0; i < bytes / sizeof(Value); ++i) values[i].set(value);
}

}  // namespace

Threats threats_against_mover(const Position& position) noexcept {
  const Color them = ~position.side_to_move();
  const Bitboard occupied = position.occupied();
  Threats threats;
  threats.by_pawns = pawn_attacks(them, position.pieces(them, PieceType::Pawn));
  threats.by_minors = threats.by_pawns | knight_attacks(position.pieces(them, PieceType::Knight));
  for (Bitboard bishops = position.pieces(them, PieceType::Bishop); bishops;) {
    threats.by_minors |= bishop_attacks(pop_first(bishops), occupied);
  }
  threats.by_rooks = threats.by_minors;
  for (Bitboard rooks = position.pieces(them, PieceType::Rook); rooks;) {
    threats.by_rooks |= rook_attacks(pop_first(rooks), occupied);
  }
  threats.all = threats.by_rooks | king_attacks(position.king_square(them));
  for (Bitboard queens = position.pieces(them, PieceType::Queen); queens;) {
    threats.all |= queen_attacks(pop_first(queens), occupied);
  }
  return threats;
}

void Histories::clear() noexcept {
  std::memset(static_cast<void*>(this), 0, sizeof(*this));
  fill<Gravity<30000>>(&continuation, sizeof continuation, kContinuationStart);
  fill<Gravity<8192>>(&pawn, sizeof pawn, kPawnStart);
  fill<Gravity<10692>>(&capture, sizeof capture, kCaptureStart);
}

void Histories::age() noexcept {
  // What the previous search learned counts a little less.
  auto* const values = reinterpret_cast<Gravity<7183>*>(&main);
  for (std::size_t i = 0; i < sizeof main / sizeof *values; ++i) values[i].set(values[i] * 729 / 1024);
  fill<Gravity<7183>>(&low_ply, sizeof low_ply, kLowPlyStart);
}

}  // namespace tabia::search
