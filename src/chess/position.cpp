#include "chess/position.h"

#include "chess/zobrist.h"

namespace tabia::chess {
namespace {

// All ones if the part key includes pieces of the type, otherwise 0: keys change without branches.
constexpr EnumArray<PieceType, Key> part_mask(std::initializer_list<PieceType> members) noexcept {
  EnumArray<PieceType, Key> mask{};
  for (const PieceType type : members) mask[type] = ~Key{0};
  return mask;
}
constexpr auto kPawnPart = part_mask({PieceType::Pawn});
constexpr auto kMinorPart = part_mask({PieceType::Knight, PieceType::Bishop});
constexpr auto kMajorPart = part_mask({PieceType::Rook, PieceType::Queen});

// Adds or removes a piece (or both, if `change` is the exclusive or of two squares) in all keys.
inline void change_keys(PositionKeys& keys, Color color, PieceType type, Key change) noexcept {
  keys.full ^= change;
  keys.pawn ^= change & kPawnPart[type];
  keys.minor ^= change & kMinorPart[type];
  keys.major ^= change & kMajorPart[type];
  keys.non_pawn[color] ^= change & ~kPawnPart[type];
}

Key castling_key(Bitboard rooks) noexcept {
  Key key = 0;
  while (rooks) key ^= kZobrist.castling_rook[pop_first(rooks)];
  return key;
}

Key en_passant_key(Square square) noexcept {
  return kZobrist.en_passant_file[static_cast<std::size_t>(file_of(square))];
}

PositionSetup starting_setup() {
  constexpr std::array kBackRank = {PieceType::Rook, PieceType::Knight, PieceType::Bishop, PieceType::Queen,
                                    PieceType::King, PieceType::Bishop, PieceType::Knight, PieceType::Rook};
  PositionSetup setup;
  for (int file = 0; file < 8; ++file) {
    const PieceType type = kBackRank[static_cast<std::size_t>(file)];
    setup.board[make_square(file, 0)] = make_piece(Color::White, type);
    setup.board[make_square(file, 1)] = Piece::WhitePawn;
    setup.board[make_square(file, 6)] = Piece::BlackPawn;
    setup.board[make_square(file, 7)] = make_piece(Color::Black, type);
  }
  setup.castling_rooks = bit(Square::A1) | bit(Square::H1) | bit(Square::A8) | bit(Square::H8);
  return setup;
}

}  // namespace

Position::Position(Blank) noexcept
    : by_type_{},
      by_color_{},
      board_(PositionSetup::empty_board()),
      castling_rooks_(0),
      checkers_(0),
      pinned_(0),
      halfmove_clock_(0),
      fullmove_number_(1),
      side_to_move_(Color::White),
      double_step_(Square::None),
      en_passant_is_legal_(false) {}

Position::Position() : Position(Blank{}) {
  static const Position start = from_valid_setup(starting_setup());
  *this = start;
}

base::Result<Position> Position::from_setup(const PositionSetup& setup) {
  const BoardSets sets(setup.board);
  if (const auto fault = fault_in(setup, sets)) return base::Error{fault->message};
  return from_valid_setup(setup, sets);
}

Position Position::from_valid_setup(const PositionSetup& setup) {
  return from_valid_setup(setup, BoardSets(setup.board));
}

Position Position::from_valid_setup(const PositionSetup& setup, const BoardSets& sets) {
  Position position{Blank{}};
  position.board_ = setup.board;
  for (const PieceType type : kPieceTypes) {
    position.by_type_[type] =
        sets.of[make_piece(Color::White, type)] | sets.of[make_piece(Color::Black, type)];
  }
  for (const Color color : {Color::White, Color::Black}) position.by_color_[color] = sets.all(color);
  position.side_to_move_ = setup.side_to_move;
  position.castling_rooks_ = setup.castling_rooks;
  position.double_step_ = setup.en_passant;
  position.halfmove_clock_ = static_cast<std::uint16_t>(setup.halfmove_clock);
  position.fullmove_number_ = static_cast<std::uint16_t>(setup.fullmove_number);
  if (setup.side_to_move == Color::White) {
    position.update_check_info<Color::White>();
  } else {
    position.update_check_info<Color::Black>();
  }
  position.en_passant_is_legal_ =
      setup.en_passant != Square::None && position.any_en_passant_capture_is_legal();
  position.keys_ = position.fresh_keys();
  return position;
}

PositionSetup Position::setup() const {
  PositionSetup setup;
  setup.board = board_;
  setup.side_to_move = side_to_move_;
  setup.castling_rooks = castling_rooks_;
  setup.en_passant = double_step_;
  setup.halfmove_clock = halfmove_clock_;
  setup.fullmove_number = fullmove_number_;
  return setup;
}

PositionKeys Position::fresh_keys() const noexcept {
  EnumArray<Piece, Key> of{};
  for (Bitboard rest = occupied(); rest;) {
    const Square square = pop_first(rest);
    of[board_[square]] ^= kZobrist.piece[board_[square]][square];
  }
  PositionKeys keys;
  for (const PieceType type : kPieceTypes) {
    for (const Color color : {Color::White, Color::Black}) {
      change_keys(keys, color, type, of[make_piece(color, type)]);
    }
  }
  keys.full ^= castling_key(castling_rooks_);
  if (en_passant_is_legal_) keys.full ^= en_passant_key(double_step_);
  if (side_to_move_ == Color::Black) keys.full ^= kZobrist.black_to_move;
  return keys;
}

// --- attacks

Bitboard Position::attackers_to(Square square, Bitboard occupied) const noexcept {
  return (pawn_attacks(Color::Black, square) & pieces(Color::White, PieceType::Pawn)) |
         (pawn_attacks(Color::White, square) & pieces(Color::Black, PieceType::Pawn)) |
         (knight_attacks(square) & pieces(PieceType::Knight)) |
         (king_attacks(square) & pieces(PieceType::King)) |
         (bishop_attacks(square, occupied) & (pieces(PieceType::Bishop) | pieces(PieceType::Queen))) |
         (rook_attacks(square, occupied) & (pieces(PieceType::Rook) | pieces(PieceType::Queen)));
}

bool Position::is_attacked(Square square, Color by, Bitboard occupied) const noexcept {
  return (pawn_attacks(~by, square) & pieces(by, PieceType::Pawn)) ||
         (knight_attacks(square) & pieces(by, PieceType::Knight)) ||
         (king_attacks(square) & pieces(by, PieceType::King)) ||
         (bishop_attacks(square, occupied) & bishops_and_queens(by)) ||
         (rook_attacks(square, occupied) & rooks_and_queens(by));
}

// Finds the checkers and pinned pieces of the side to move, which is Us, with one scan of the enemy sliders
// that would attack the king on an empty board.
template <Color Us>
void Position::update_check_info() noexcept {
  constexpr Color kThem = ~Us;
  const Square king = king_square(Us);
  const Bitboard all = occupied();
  checkers_ = (pawn_attacks(Us, king) & pieces(kThem, PieceType::Pawn)) |
              (knight_attacks(king) & pieces(kThem, PieceType::Knight));
  pinned_ = 0;
  Bitboard sliders = (kAttacks.bishop_rays[king] & bishops_and_queens(kThem)) |
                     (kAttacks.rook_rays[king] & rooks_and_queens(kThem));
  while (sliders) {
    const Square slider = pop_first(sliders);
    const Bitboard blockers = between(king, slider) & all;
    if (!blockers) {
      checkers_ |= bit(slider);
    } else if (!more_than_one(blockers)) {
      pinned_ |= blockers & by_color_[Us];
    }
  }
}

bool Position::en_passant_capture_is_legal(Square from) const noexcept {
  const Square captured = double_step_ - forward(side_to_move_);
  const Bitboard after = (occupied() ^ bit(from) ^ bit(captured)) | bit(double_step_);
  const Bitboard attackers = attackers_to(king_square(side_to_move_), after) & pieces(~side_to_move_);
  return (attackers & ~bit(captured)) == 0;
}

bool Position::any_en_passant_capture_is_legal() const noexcept {
  Bitboard movers = pawn_attacks(~side_to_move_, double_step_) & pieces(side_to_move_, PieceType::Pawn);
  while (movers) {
    if (en_passant_capture_is_legal(pop_first(movers))) return true;
  }
  return false;
}

// --- legality

bool Position::may_castle_with(Square rook) const noexcept {
  if (in_check() || contains(pinned_, rook)) return false;
  const Square king = king_square(side_to_move_);
  const auto [king_to, rook_to] = castling_squares(king, rook);
  const Bitboard king_path = between(king, king_to) | bit(king_to);
  const Bitboard rook_path = between(rook, rook_to) | bit(rook_to);
  if ((king_path | rook_path) & occupied() & ~(bit(king) | bit(rook))) return false;
  for (Bitboard rest = king_path & ~bit(king); rest;) {
    if (is_attacked(pop_first(rest), ~side_to_move_, occupied())) return false;
  }
  return true;
}

bool Position::is_legal(Move move) const noexcept {
  const Color us = side_to_move_;
  const Square from = move.from();
  const Square to = move.to();
  if (!contains(pieces(us), from)) return false;
  if (!move.is_promotion() && (move.bits() >> 12 & 3) != 0) return false;
  const PieceType type = type_of(board_[from]);
  const Square king = king_square(us);
  if (move.is_castling()) {
    return type == PieceType::King && contains(castling_rooks(us), to) && may_castle_with(to);
  }
  if (contains(pieces(us), to)) return false;
  if (type == PieceType::King) {
    return move.kind() == MoveKind::Normal && contains(king_attacks(from), to) &&
           !is_attacked(to, ~us, occupied() ^ bit(from));
  }
  if (move.is_en_passant()) {
    return type == PieceType::Pawn && to == en_passant() && contains(pawn_attacks(us, from), to) &&
           en_passant_capture_is_legal(from);
  }
  if (type == PieceType::Pawn) {
    if (move.is_promotion() != (rank_of(to) == back_rank(~us))) return false;
    const Bitboard one_step = bit(from + forward(us)) & ~occupied();
    const bool may_step_twice = relative_rank(us, from) == 1;
    const Bitboard two_steps = one_step && may_step_twice ? bit(from + 2 * forward(us)) & ~occupied() : 0;
    if (!contains(one_step | two_steps | (pawn_attacks(us, from) & pieces(~us)), to)) return false;
  } else {
    if (move.is_promotion() || !contains(attacks_of(type, from, occupied()), to)) return false;
  }
  if (contains(pinned_, from) && !contains(line(king, from), to)) return false;
  if (!checkers_) return true;
  return !more_than_one(checkers_) && contains(between(king, first(checkers_)) | checkers_, to);
}

// --- what a move does

Piece Position::captured_piece(Move move) const noexcept {
  if (move.is_castling()) return Piece::None;
  if (move.is_en_passant()) return make_piece(~side_to_move_, PieceType::Pawn);
  return board_[move.to()];
}

bool Position::gives_check(Move move) const noexcept {
  const Color us = side_to_move_;
  const Square king = king_square(~us);
  Square to = move.to();
  PieceType type = move.is_promotion() ? move.promotion() : type_of(board_[move.from()]);
  Bitboard left = bit(move.from());  // squares that our pieces leave
  Bitboard after = occupied() ^ left;
  if (move.is_castling()) {
    const auto [king_to, rook_to] = castling_squares(move.from(), move.to());
    left |= bit(move.to());
    after = (after & ~bit(move.to())) | bit(king_to) | bit(rook_to);
    to = rook_to;
    type = PieceType::Rook;
  } else {
    if (move.is_en_passant()) after ^= bit(to - forward(us));
    after |= bit(to);
  }
  const Bitboard direct = type == PieceType::Pawn ? pawn_attacks(us, to) : attacks_of(type, to, after);
  if (contains(direct, king)) return true;
  return (bishop_attacks(king, after) & bishops_and_queens(us) & ~left) ||
         (rook_attacks(king, after) & rooks_and_queens(us) & ~left);
}

PieceDelta Position::delta(Move move) const noexcept {
  PieceDelta delta;
  const auto remove = [&](Square square) {
    delta.removed[static_cast<std::size_t>(delta.removed_count++)] = {board_[square], square};
  };
  const auto add = [&](Piece piece, Square square) {
    delta.added[static_cast<std::size_t>(delta.added_count++)] = {piece, square};
  };
  const Square from = move.from();
  const Square to = move.to();
  remove(from);
  if (move.is_castling()) {
    const auto [king_to, rook_to] = castling_squares(from, to);
    remove(to);
    add(board_[from], king_to);
    add(board_[to], rook_to);
    return delta;
  }
  if (move.is_en_passant()) {
    remove(to - forward(side_to_move_));
  } else if (board_[to] != Piece::None) {
    remove(to);
  }
  add(move.is_promotion() ? make_piece(side_to_move_, move.promotion()) : board_[from], to);
  return delta;
}

Key Position::likely_key_after(Move move) const noexcept {
  const Piece moved = board_[move.from()];
  const Piece captured = board_[move.to()];
  Key key = keys_.full ^ kZobrist.black_to_move ^ kZobrist.piece[moved][move.from()] ^
            kZobrist.piece[moved][move.to()];
  if (captured != Piece::None) key ^= kZobrist.piece[captured][move.to()];
  return key;
}

template <Color Us>
void Position::castle_as(Square king_from, Square rook_from) noexcept {
  const auto [king_to, rook_to] = castling_squares(king_from, rook_from);
  const Piece king = board_[king_from];
  const Piece rook = board_[rook_from];
  const auto& king_keys = kZobrist.piece[king];
  const auto& rook_keys = kZobrist.piece[rook];
  change_keys(keys_, Us, PieceType::King, king_keys[king_from] ^ king_keys[king_to]);
  change_keys(keys_, Us, PieceType::Rook, rook_keys[rook_from] ^ rook_keys[rook_to]);
  // King and rook may swap squares, so both leave before either arrives.
  board_[king_from] = Piece::None;
  board_[rook_from] = Piece::None;
  board_[king_to] = king;
  board_[rook_to] = rook;
  by_type_[PieceType::King] ^= bit(king_from) ^ bit(king_to);
  by_type_[PieceType::Rook] ^= bit(rook_from) ^ bit(rook_to);
  by_color_[Us] ^= bit(king_from) ^ bit(rook_from) ^ bit(king_to) ^ bit(rook_to);
}

template <Color Us>
void Position::make_as(Move move) noexcept {
  constexpr Color kThem = ~Us;
  const Square from = move.from();
  const Square to = move.to();
  const Piece moved = board_[from];
  const PieceType type = type_of(moved);

  keys_.full ^= kZobrist.black_to_move;
  if (en_passant_is_legal_) keys_.full ^= en_passant_key(double_step_);
  en_passant_is_legal_ = false;
  double_step_ = Square::None;
  ++halfmove_clock_;
  if constexpr (Us == Color::Black) ++fullmove_number_;
  side_to_move_ = kThem;

  const Bitboard own_rights = type == PieceType::King ? rank_bits(back_rank(Us)) : bit(from);
  const Bitboard lost_rights = castling_rooks_ & (own_rights | bit(to));
  if (lost_rights) {
    keys_.full ^= castling_key(lost_rights);
    castling_rooks_ ^= lost_rights;
  }

  if (move.is_castling()) {
    castle_as<Us>(from, to);
    update_check_info<kThem>();
    return;
  }

  const Piece captured = board_[to];
  if (captured != Piece::None) {
    by_type_[type_of(captured)] ^= bit(to);
    by_color_[kThem] ^= bit(to);
    change_keys(keys_, kThem, type_of(captured), kZobrist.piece[captured][to]);
    halfmove_clock_ = 0;
  }
  const Bitboard both = bit(from) | bit(to);
  board_[from] = Piece::None;
  board_[to] = moved;
  by_type_[type] ^= both;
  by_color_[Us] ^= both;
  change_keys(keys_, Us, type, kZobrist.piece[moved][from] ^ kZobrist.piece[moved][to]);

  if (type == PieceType::Pawn) {
    halfmove_clock_ = 0;
    if (move.is_promotion()) {
      const Piece promoted = make_piece(Us, move.promotion());
      board_[to] = promoted;
      by_type_[PieceType::Pawn] ^= bit(to);
      by_type_[move.promotion()] ^= bit(to);
      change_keys(keys_, Us, PieceType::Pawn, kZobrist.piece[moved][to]);
      change_keys(keys_, Us, move.promotion(), kZobrist.piece[promoted][to]);
    } else if (move.is_en_passant()) {
      const Square victim = to - forward(Us);
      constexpr Piece kVictim = make_piece(kThem, PieceType::Pawn);
      board_[victim] = Piece::None;
      by_type_[PieceType::Pawn] ^= bit(victim);
      by_color_[kThem] ^= bit(victim);
      change_keys(keys_, kThem, PieceType::Pawn, kZobrist.piece[kVictim][victim]);
    } else if (to == from + 2 * forward(Us)) {
      double_step_ = from + forward(Us);
    }
  }
  update_check_info<kThem>();
  if (double_step_ != Square::None && any_en_passant_capture_is_legal()) {
    en_passant_is_legal_ = true;
    keys_.full ^= en_passant_key(double_step_);
  }
}

void Position::make(Move move) noexcept {
  assert(is_legal(move));
  if (side_to_move_ == Color::White) {
    make_as<Color::White>(move);
  } else {
    make_as<Color::Black>(move);
  }
}

void Position::make_null() noexcept {
  assert(!in_check());
  keys_.full ^= kZobrist.black_to_move;
  if (en_passant_is_legal_) keys_.full ^= en_passant_key(double_step_);
  en_passant_is_legal_ = false;
  double_step_ = Square::None;
  ++halfmove_clock_;
  if (side_to_move_ == Color::Black) ++fullmove_number_;
  side_to_move_ = ~side_to_move_;
  if (side_to_move_ == Color::White) {
    update_check_info<Color::White>();
  } else {
    update_check_info<Color::Black>();
  }
}

}  // namespace tabia::chess
