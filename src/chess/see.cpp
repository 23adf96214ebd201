#include "chess/see.h"

namespace tabia::chess {
namespace {

// The pieces of one side that are pinned to their king, each with the slider that pins it.
class Pins {
 public:
  Pins(const Position& position, Color side) noexcept : king_(position.king_square(side)) {
    Bitboard sliders = (kAttacks.bishop_rays[king_] & position.bishops_and_queens(~side)) |
                       (kAttacks.rook_rays[king_] & position.rooks_and_queens(~side));
    while (sliders) {
      const Square slider = pop_first(sliders);
      const Bitboard blockers = between(king_, slider) & position.occupied();
      if (!blockers || more_than_one(blockers) || !(blockers & position.pieces(side))) continue;
      pins_[count_++] = {blockers, bit(slider)};
    }
  }

  // The candidates without those that a pin keeps from moving to `target`.
  [[nodiscard]] Bitboard free_to_take(Bitboard candidates, Square target, Bitboard occupied) const noexcept {
    for (std::size_t i = 0; i < count_; ++i) {
      const auto& [pinned, pinner] = pins_[i];
      if ((candidates & pinned) && (occupied & pinner) && !contains(line(king_, first(pinned)), target)) {
        candidates ^= pinned;
      }
    }
    return candidates;
  }

 private:
  struct Pin {
    Bitboard pinned;
    Bitboard pinner;
  };
  Square king_;
  std::size_t count_ = 0;
  std::array<Pin, 8> pins_;  // at most one for each direction
};

PieceType least_valuable(const Position& position, Bitboard candidates) noexcept {
  for (const PieceType type : kPieceTypes) {
    if (candidates & position.pieces(type)) return type;
  }
  return PieceType::None;
}

// Sliders that see the square once `type` has left the line: the pieces that were behind it.
Bitboard revealed_attackers(const Position& position, PieceType type, Square square,
                            Bitboard occupied) noexcept {
  const bool diagonal = type == PieceType::Pawn || type == PieceType::Bishop || type == PieceType::Queen;
  const bool straight = type == PieceType::Rook || type == PieceType::Queen;
  const Bitboard queens = position.pieces(PieceType::Queen);
  Bitboard found = 0;
  if (diagonal) found |= bishop_attacks(square, occupied) & (position.pieces(PieceType::Bishop) | queens);
  if (straight) found |= rook_attacks(square, occupied) & (position.pieces(PieceType::Rook) | queens);
  return found;
}

}  // namespace

bool see_at_least(const Position& position, Move move, int threshold) noexcept {
  if (move.is_castling()) return threshold <= 0;
  const Color us = position.side_to_move();
  const Square from = move.from();
  const Square to = move.to();

  // The mover's lead minus the threshold: first if the exchange ends here, then if the piece now on the
  // square is lost for nothing.
  PieceType standing = type_of(position.piece_on(from));
  int balance = kExchangeValues[type_of(position.captured_piece(move))] - threshold;
  if (move.is_promotion()) {
    standing = move.promotion();
    balance += kExchangeValues[standing] - kExchangeValues[PieceType::Pawn];
  }
  if (balance < 0) return false;
  balance -= kExchangeValues[standing];
  if (balance >= 0) return true;

  Bitboard occupied = (position.occupied() ^ bit(from)) | bit(to);
  if (move.is_en_passant()) occupied ^= bit(to - forward(us));
  Bitboard attackers = position.attackers_to(to, occupied) & occupied;
  const EnumArray<Color, Pins> pins = {{{{position, Color::White}, {position, Color::Black}}}};

  Color side = ~us;
  for (;;) {
    const Bitboard candidates = pins[side].free_to_take(attackers & position.pieces(side), to, occupied);
    if (!candidates) break;
    const PieceType taker = least_valuable(position, candidates);
    occupied ^= bit(first(candidates & position.pieces(taker)));
    attackers |= revealed_attackers(position, taker, to, occupied);
    attackers &= occupied;
    side = ~side;
    // From the other side's point of view; it must be strictly ahead, hence the -1.
    balance = -balance - 1 - kExchangeValues[taker];
    if (balance >= 0) {
      const bool king_takes_defended = taker == PieceType::King && (attackers & position.pieces(side));
      if (king_takes_defended) side = ~side;
      break;
    }
  }
  return side != us;  // the side that would have to capture next and can't or won't has lost the exchange
}

}  // namespace tabia::chess
