#include "nn/relations.h"

#include <span>

#include "chess/attacks.h"

namespace tabia::nn {
namespace {

using namespace tabia::chess;

constexpr Bitboard kPawnRanks = ~(kRank1 | kRank8);
constexpr int kColorBit = 8;  // of a Piece

// Slots of the targets P N B R Q K for each attacker P N B R Q K; kNone if the pair doesn't count.
constexpr int kNone = -1;
using Slots = std::array<std::array<int, 6>, 6>;
constexpr Slots kStockfish18 = {{{0, 1, kNone, 2, kNone, kNone},
                                 {0, 1, 2, 3, 4, 5},
                                 {0, 1, 2, 3, kNone, 4},
                                 {0, 1, 2, 3, kNone, 4},
                                 {0, 1, 2, 3, 4, 5},
                                 {0, 1, 2, 3, kNone, kNone}}};
constexpr Slots kStockfish19 = {{{kNone, 0, kNone, 1, kNone, kNone},
                                 {0, 1, 2, 3, 4, kNone},
                                 {0, 1, 2, 3, kNone, kNone},
                                 {0, 1, 2, 3, kNone, kNone},
                                 {0, 1, 2, 3, 4, kNone},
                                 {kNone, kNone, kNone, kNone, kNone, kNone}}};

constexpr std::uint32_t kPawnPlaces = 96;  // 48 squares of two colors

// What a piece attacks on an empty board; pawns only from squares where they can be.
Bitboard targets_on_empty_board(Piece piece, Square from) {
  if (type_of(piece) == PieceType::Pawn)
    return contains(kPawnRanks, from) ? pawn_attacks(color_of(piece), from) : 0;
  return attacks_of(type_of(piece), from, 0);
}

Bitboard attacks_from(Piece piece, Square from, Bitboard occupied) noexcept {
  if (type_of(piece) == PieceType::Pawn)
    return contains(kPawnRanks, from) ? pawn_attacks(color_of(piece), from) : 0;
  return attacks_of(type_of(piece), from, occupied);
}

Piece as_seen(Piece piece, Color perspective) noexcept {
  return static_cast<Piece>(static_cast<int>(piece) ^ (perspective == Color::Black ? kColorBit : 0));
}

// A file and its neighbors.
Bitboard near_files(Square square) noexcept {
  const Bitboard file = file_bits(file_of(square));
  return file | (file & ~kFileA) >> 1 | (file & ~kFileH) << 1;
}

}  // namespace

PieceBoard::PieceBoard(const Position& position) noexcept {
  on_.fill(Piece::None);
  for (const PieceType type : kPieceTypes) by_type_[type] = position.pieces(type);
  for (const Color color : {Color::White, Color::Black}) by_color_[color] = position.pieces(color);
  for (Bitboard rest = position.occupied(); rest;) {
    const Square square = pop_first(rest);
    on_[square] = position.piece_on(square);
  }
}

void PieceBoard::put(Piece piece, Square square) noexcept {
  on_[square] = piece;
  by_type_[type_of(piece)] |= bit(square);
  by_color_[color_of(piece)] |= bit(square);
}

void PieceBoard::remove(Piece piece, Square square) noexcept {
  on_[square] = Piece::None;
  by_type_[type_of(piece)] &= ~bit(square);
  by_color_[color_of(piece)] &= ~bit(square);
}

void PieceBoard::apply(const PieceDelta& delta) noexcept {
  for (int i = 0; i < delta.removed_count; ++i) {
    const auto& [piece, square] = delta.removed[static_cast<std::size_t>(i)];
    remove(piece, square);
  }
  for (int i = 0; i < delta.added_count; ++i) {
    const auto& [piece, square] = delta.added[static_cast<std::size_t>(i)];
    put(piece, square);
  }
}

RelationSet::RelationSet(const RelationSpec& spec) {
  for (auto& targets : first_)
    for (auto& numbers : targets) numbers.fill(kNoInput);
  pair_rows_ = spec.pawn_pairs ? kPawnPlaces * (kPawnPlaces - 1) / 2 : 0;
  if (spec.threats == Threats::None) return;
  has_kings_ = spec.threats == Threats::Stockfish18;
  const Slots& slots = has_kings_ ? kStockfish18 : kStockfish19;
  for (const Color color : {Color::White, Color::Black}) {
    for (const PieceType type : kPieceTypes) {
      const Piece piece = make_piece(color, type);
      std::uint32_t range = 0;  // attacked squares, summed over the squares to attack from
      for (int from = 0; from < kSquareCount; ++from) {
        offset_[piece][square_at(from)] = range;
        targets_[piece][square_at(from)] = targets_on_empty_board(piece, square_at(from));
        range += static_cast<std::uint32_t>(count(targets_[piece][square_at(from)]));
      }
      const auto& own_slots = slots[static_cast<std::size_t>(type)];
      std::uint32_t slot_count = 0;
      for (const int slot : own_slots) slot_count += slot != kNone ? 1 : 0;
      for (const PieceType target : kPieceTypes) {
        const int slot = own_slots[static_cast<std::size_t>(target)];
        if (slot == kNone) continue;
        for (const Color target_color : {Color::White, Color::Black}) {
          const std::uint32_t block =
              static_cast<std::uint32_t>(target_color) * slot_count + static_cast<std::uint32_t>(slot);
          const std::uint32_t number = threat_rows_ + block * range;
          // Pieces of one type attack each other: only the direction from the higher square counts. Pawns of
          // one color don't attack each other.
          const bool mutual = type == target && (type != PieceType::Pawn || color != target_color);
          first_[piece][make_piece(target_color, target)] = {number, mutual ? kNoInput : number};
        }
      }
      threat_rows_ += 2 * slot_count * range;
    }
  }
}

std::uint32_t RelationSet::threat_index(Color perspective, std::uint8_t flip,
                                        const Relation& relation) const noexcept {
  const Piece piece = as_seen(relation.piece, perspective);
  const Piece target = as_seen(relation.other, perspective);
  const int from = index_of(relation.square) ^ flip;
  const int to = index_of(relation.other_square) ^ flip;
  const std::uint32_t first = first_[piece][target][from < to ? 1 : 0];
  if (first == kNoInput) return kNoInput;
  const Bitboard before = targets_[piece][square_at(from)] & (bit(square_at(to)) - 1);
  return first + offset_[piece][square_at(from)] + static_cast<std::uint32_t>(count(before));
}

std::uint32_t RelationSet::pair_index(Color perspective, std::uint8_t flip,
                                      const Relation& relation) const noexcept {
  const auto place = [&](Piece pawn, Square square) {
    const int color = color_of(pawn) == perspective ? 0 : 48;
    return static_cast<std::uint32_t>(color + (index_of(square) ^ flip) - 8);
  };
  const std::uint32_t a = place(relation.piece, relation.square);
  const std::uint32_t b = place(relation.other, relation.other_square);
  const std::uint32_t high = a > b ? a : b;
  const std::uint32_t low = a > b ? b : a;
  return threat_rows_ + high * (high - 1) / 2 + low;
}

template <class Board>
std::size_t RelationSet::list_active(const Board& board, Color perspective, std::uint8_t flip,
                                     std::uint32_t* inputs) const noexcept {
  const Bitboard occupied = board.occupied();
  std::size_t count = 0;
  const auto add = [&](const Relation& relation) {
    if (count == kMaxActive) return;
    inputs[count] = index(perspective, flip, relation);
    count += inputs[count] != kNoInput ? 1 : 0;
  };
  if (threat_rows_ > 0) {
    const Bitboard others = has_kings_ ? occupied : occupied & ~board.pieces(PieceType::King);
    for (Bitboard rest = others; rest;) {
      const Square from = pop_first(rest);
      const Piece piece = board.piece_on(from);
      for (Bitboard targets = attacks_from(piece, from, occupied) & others; targets;) {
        const Square to = pop_first(targets);
        add({piece, board.piece_on(to), from, to, false});
      }
    }
  }
  if (pair_rows_ > 0) {
    for (Bitboard rest = board.pieces(PieceType::Pawn) & kPawnRanks; rest;) {
      const Square square = pop_first(rest);
      for (Bitboard others = rest & near_files(square); others;) {
        const Square other = pop_first(others);
        add({board.piece_on(square), board.piece_on(other), square, other, true});
      }
    }
  }
  return count;
}

std::size_t RelationSet::active(const Position& position, Color perspective,
                                std::uint32_t* inputs) const noexcept {
  return list_active(position, perspective, flip(perspective, position.king_square(perspective)), inputs);
}

std::size_t RelationSet::active(const PieceBoard& board, Color perspective, Square own_king,
                                std::uint32_t* inputs) const noexcept {
  return list_active(board, perspective, flip(perspective, own_king), inputs);
}

void RelationSet::touch(const PieceBoard& board, Piece piece, Square square, ChangeList& own,
                        ChangeList* lines, Bitboard also) const noexcept {
  const PieceType type = type_of(piece);
  if (pair_rows_ > 0 && type == PieceType::Pawn && contains(kPawnRanks, square)) {
    for (Bitboard others = board.pieces(PieceType::Pawn) & kPawnRanks & near_files(square); others;) {
      const Square other = pop_first(others);
      own.add({piece, board.piece_on(other), square, other, true});
    }
  }
  if (threat_rows_ == 0) return;

  const Bitboard occupied = board.occupied();
  const Bitboard bishop = bishop_attacks(square, occupied);
  const Bitboard rook = rook_attacks(square, occupied);
  const Bitboard queens = board.pieces(PieceType::Queen);
  const Bitboard sliders = (bishop & (board.pieces(PieceType::Bishop) | queens)) |
                           (rook & (board.pieces(PieceType::Rook) | queens));
  const Bitboard kings = board.pieces(PieceType::King);
  const auto add = [&](ChangeList& list, Square from, Piece attacker, Square to, Piece target) {
    if (counts(attacker, target)) list.add({attacker, target, from, to, false});
  };
  if (has_kings_ || type != PieceType::King) {
    const Bitboard attacked = type == PieceType::Bishop  ? bishop
                              : type == PieceType::Rook  ? rook
                              : type == PieceType::Queen ? bishop | rook
                                                         : attacks_from(piece, square, occupied);
    for (Bitboard targets = attacked & occupied; targets;) {
      const Square to = pop_first(targets);
      add(own, square, piece, to, board.piece_on(to));
    }
    const Bitboard pawns = board.pieces(PieceType::Pawn) & kPawnRanks;
    const Bitboard attackers = sliders | (knight_attacks(square) & board.pieces(PieceType::Knight)) |
                               (pawn_attacks(Color::Black, square) & pawns & board.pieces(Color::White)) |
                               (pawn_attacks(Color::White, square) & pawns & board.pieces(Color::Black)) |
                               (has_kings_ ? king_attacks(square) & kings : 0);
    for (Bitboard rest = attackers; rest;) {
      const Square from = pop_first(rest);
      add(own, from, board.piece_on(from), square, piece);
    }
  }
  if (!lines) return;
  for (Bitboard rest = sliders; rest;) {
    const Square from = pop_first(rest);
    const Bitboard behind = (bishop | rook) & line(from, square) & occupied & ~bit(from);
    if (!behind || (between(from, first(behind)) & also)) continue;
    add(*lines, from, board.piece_on(from), first(behind), board.piece_on(first(behind)));
  }
}

void RelationSet::changed(PieceBoard& board, const PieceDelta& delta,
                          RelationChanges& changes) const noexcept {
  changes.added.clear();
  changes.removed.clear();
  const std::span removed(delta.removed.data(), static_cast<std::size_t>(delta.removed_count));
  const std::span added(delta.added.data(), static_cast<std::size_t>(delta.added_count));
  Bitboard left = 0, taken = 0;
  for (const auto& [piece, square] : removed) left |= bit(square);
  for (const auto& [piece, square] : added) taken |= bit(square);
  // If one piece leaves a square and another enters it, lines through the square stay closed.
  const Bitboard exchanged = left & taken;
  // A line opened by a leaving piece may be closed by an arriving one, and vice versa.
  const bool is_quiet = delta.removed_count == 1 && delta.added_count == 1;
  for (const auto& [piece, square] : removed) {
    if (contains(exchanged, square)) continue;
    board.remove(piece, square);
    touch(board, piece, square, changes.removed, &changes.added, is_quiet ? taken : 0);
  }
  for (const auto& [piece, square] : removed) {
    if (!contains(exchanged, square)) continue;
    board.remove(piece, square);
    touch(board, piece, square, changes.removed, nullptr, 0);
    for (const auto& [arrived, arrived_square] : added) {
      if (arrived_square != square) continue;
      touch(board, arrived, square, changes.added, nullptr, 0);
      board.put(arrived, square);
    }
  }
  for (const auto& [piece, square] : added) {
    if (contains(exchanged, square)) continue;
    touch(board, piece, square, changes.added, &changes.removed, is_quiet ? left : 0);
    board.put(piece, square);
  }
}

}  // namespace tabia::nn
