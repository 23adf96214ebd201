#include "chess/movegen.h"

namespace tabia::chess {
namespace {

// Collects generated moves in a list.
class Lister {
 public:
  explicit Lister(MoveList& moves) noexcept : moves_(moves) {}

  void add(Move move) noexcept { moves_.push(move); }
  void add_from(Square from, Bitboard targets) noexcept {
    while (targets) moves_.push(Move(from, pop_first(targets)));
  }
  // Moves that all advance by `Steps` squares, given by their targets.
  template <int Steps>
  void add_shifted(Bitboard targets) noexcept {
    while (targets) {
      const Square to = pop_first(targets);
      moves_.push(Move(to - Steps, to));
    }
  }
  template <int Steps>
  void add_promotions(Bitboard targets) noexcept {
    while (targets) {
      const Square to = pop_first(targets);
      for (const PieceType type : {PieceType::Queen, PieceType::Knight, PieceType::Rook, PieceType::Bishop}) {
        moves_.push(Move::promotion_to(type, to - Steps, to));
      }
    }
  }

 private:
  MoveList& moves_;
};

// Counts generated moves without storing them.
class Counter {
 public:
  void add(Move) noexcept { ++total_; }
  void add_from(Square, Bitboard targets) noexcept { total_ += count(targets); }
  template <int Steps>
  void add_shifted(Bitboard targets) noexcept {
    total_ += count(targets);
  }
  template <int Steps>
  void add_promotions(Bitboard targets) noexcept {
    total_ += 4 * count(targets);
  }
  [[nodiscard]] int total() const noexcept { return total_; }

 private:
  int total_ = 0;
};

constexpr bool wants_captures(MoveSet set) noexcept { return set != MoveSet::Quiets; }
constexpr bool wants_quiets(MoveSet set) noexcept { return set != MoveSet::Captures; }

// Generation for one position: first the masks that all pieces share, then a step for each kind of piece.
template <Color Us, MoveSet Set, class Sink>
class Generator {
 public:
  Generator(const Position& position, Sink& sink) noexcept
      : position_(position),
        sink_(sink),
        own_(position.pieces(Us)),
        enemy_(position.pieces(kThem)),
        occupied_(own_ | enemy_),
        king_(position.king_square(Us)) {}

  void run() noexcept {
    king_steps();
    const Bitboard checkers = position_.checkers();
    if (more_than_one(checkers)) return;
    if (checkers) allowed_ = between(king_, first(checkers)) | checkers;
    knights();
    sliders<PieceType::Bishop>();
    sliders<PieceType::Rook>();
    sliders<PieceType::Queen>();
    pawns();
    if (wants_quiets(Set) && Set != MoveSet::Evasions && !checkers) castling();
  }

 private:
  static constexpr Color kThem = ~Us;
  static constexpr int kForward = forward(Us);
  static constexpr Bitboard kPromotionRank = rank_bits(back_rank(kThem));
  static constexpr Bitboard kDoubleStepOrigin = rank_bits(Us == Color::White ? 2 : 5);  // after one step

  // Squares that moves of this set may go to, by whether they capture.
  [[nodiscard]] Bitboard wanted() const noexcept {
    if constexpr (Set == MoveSet::Captures) return enemy_;
    if constexpr (Set == MoveSet::Quiets) return ~occupied_;
    return ~own_;
  }

  void king_steps() noexcept {
    Bitboard steps = king_attacks(king_) & wanted();
    if (!steps) return;
    steps &= ~(pawn_attacks<kThem>(position_.pieces(kThem, PieceType::Pawn)) |
               knight_attacks(position_.pieces(kThem, PieceType::Knight)) |
               king_attacks(position_.king_square(kThem)));
    const Bitboard without_king = occupied_ ^ bit(king_);
    const Bitboard diagonal = position_.bishops_and_queens(kThem);
    const Bitboard straight = position_.rooks_and_queens(kThem);
    Bitboard safe = 0;
    while (steps) {
      const Square to = pop_first(steps);
      const bool attacked =
          ((kAttacks.bishop_rays[to] & diagonal) && (bishop_attacks(to, without_king) & diagonal)) ||
          ((kAttacks.rook_rays[to] & straight) && (rook_attacks(to, without_king) & straight));
      if (!attacked) safe |= bit(to);
    }
    sink_.add_from(king_, safe);
  }

  void knights() noexcept {
    Bitboard movers = position_.pieces(Us, PieceType::Knight) & ~position_.pinned();
    const Bitboard targets = wanted() & allowed_;
    while (movers) {
      const Square from = pop_first(movers);
      sink_.add_from(from, knight_attacks(from) & targets);
    }
  }

  template <PieceType Type>
  void sliders() noexcept {
    Bitboard movers = position_.pieces(Us, Type);
    const Bitboard targets = wanted() & allowed_;
    while (movers) {
      const Square from = pop_first(movers);
      Bitboard attacks = attacks_of(Type, from, occupied_) & targets;
      if (contains(position_.pinned(), from)) attacks &= line(king_, from);
      sink_.add_from(from, attacks);
    }
  }

  void pawns() noexcept {
    const Bitboard all = position_.pieces(Us, PieceType::Pawn);
    pawn_moves(all & ~position_.pinned(), allowed_);
    Bitboard pinned = all & position_.pinned();
    while (pinned) {
      const Square from = pop_first(pinned);
      pawn_moves(bit(from), allowed_ & line(king_, from));
    }
    if (wants_captures(Set) && position_.en_passant() != Square::None) en_passant(all);
  }

  void pawn_moves(Bitboard movers, Bitboard targets) noexcept {
    const Bitboard one_step = shifted<kForward>(movers) & ~occupied_;
    if constexpr (wants_quiets(Set)) {
      sink_.template add_shifted<kForward>(one_step & targets & ~kPromotionRank);
      sink_.template add_shifted<2 * kForward>(shifted<kForward>(one_step & kDoubleStepOrigin) & ~occupied_ &
                                               targets);
    }
    if constexpr (wants_captures(Set)) {
      const Bitboard left = shifted<kForward - 1>(movers & ~kFileA) & enemy_ & targets;
      const Bitboard right = shifted<kForward + 1>(movers & ~kFileH) & enemy_ & targets;
      sink_.template add_shifted<kForward - 1>(left & ~kPromotionRank);
      sink_.template add_shifted<kForward + 1>(right & ~kPromotionRank);
      if ((one_step | left | right) & kPromotionRank) {
        sink_.template add_promotions<kForward>(one_step & targets & kPromotionRank);
        sink_.template add_promotions<kForward - 1>(left & kPromotionRank);
        sink_.template add_promotions<kForward + 1>(right & kPromotionRank);
      }
    }
  }

  void en_passant(Bitboard movers) noexcept {
    const Square to = position_.en_passant();
    movers &= pawn_attacks(kThem, to);
    while (movers) {
      const Square from = pop_first(movers);
      if (position_.en_passant_capture_is_legal(from)) sink_.add(Move(from, to, MoveKind::EnPassant));
    }
  }

  void castling() noexcept {
    Bitboard rooks = position_.castling_rooks(Us);
    while (rooks) {
      const Square rook = pop_first(rooks);
      if (between(king_, rook) & occupied_) continue;  // the usual case, detected cheaply
      if (position_.may_castle_with(rook)) sink_.add(Move(king_, rook, MoveKind::Castling));
    }
  }

  const Position& position_;
  Sink& sink_;
  const Bitboard own_;
  const Bitboard enemy_;
  const Bitboard occupied_;
  const Square king_;
  Bitboard allowed_ = ~Bitboard{0};  // targets that address a check, for pieces other than the king
};

template <MoveSet Set, class Sink>
void generate_into(const Position& position, Sink& sink) noexcept {
  if (position.side_to_move() == Color::White) {
    Generator<Color::White, Set, Sink>(position, sink).run();
  } else {
    Generator<Color::Black, Set, Sink>(position, sink).run();
  }
}

}  // namespace

template <MoveSet Set>
void generate(const Position& position, MoveList& moves) noexcept {
  assert(Set != MoveSet::Evasions || position.in_check());
  Lister lister(moves);
  generate_into<Set>(position, lister);
}

template void generate<MoveSet::All>(const Position&, MoveList&) noexcept;
template void generate<MoveSet::Captures>(const Position&, MoveList&) noexcept;
template void generate<MoveSet::Quiets>(const Position&, MoveList&) noexcept;
template void generate<MoveSet::Evasions>(const Position&, MoveList&) noexcept;

int count_legal_moves(const Position& position) noexcept {
  Counter counter;
  generate_into<MoveSet::All>(position, counter);
  return counter.total();
}

bool has_legal_move(const Position& position) noexcept { return count_legal_moves(position) > 0; }

}  // namespace tabia::chess
