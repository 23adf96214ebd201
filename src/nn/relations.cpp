#include "nn/relations.h"

#include "chess/attacks.h"

namespace tabia::nn {
namespace {

using namespace tabia::chess;

constexpr Bitboard kPawnRanks = ~(kRank1 | kRank8);
constexpr int kColorBit = 8;  // of a Piece

// Slots of the targets P N B R Q K for each attacker P N B R Q K; kNone where the pair does not count.
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

constexpr std::uint32_t kPawnPlaces = 96;  // 48 squares of two colours

// What a piece attacks on an empty board; pawns only from where they can stand.
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

// A file and its neighbours.
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
          // Pieces of one type attack each other: only the direction from the higher square counts. Pawns of one colour
          // do not.
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
void RelationSet::collect(const Board& board, RelationList& list) const noexcept {
  const Bitboard occupied = board.occupied();
  if (threat_rows_ > 0) {
    const Bitboard kings = has_kings_ ? 0 : board.pieces(PieceType::King);
    for (Bitboard rest = occupied & ~kings; rest;) {
      const Square from = pop_first(rest);
      const Piece piece = board.piece_on(from);
      for (Bitboard targets = attacks_from(piece, from, occupied) & occupied & ~kings; targets;) {
        const Square to = pop_first(targets);
        list.add({piece, board.piece_on(to), from, to, false});
      }
    }
  }
  if (pair_rows_ == 0) return;
  for (Bitboard rest = board.pieces(PieceType::Pawn) & kPawnRanks; rest;) {
    const Square square = pop_first(rest);
    for (Bitboard others = rest & near_files(square); others;) {
      const Square other = pop_first(others);
      list.add({board.piece_on(square), board.piece_on(other), square, other, true});
    }
  }
}

std::size_t RelationSet::active(const Position& position, Color perspective,
                                std::uint32_t* inputs) const noexcept {
  RelationList list;
  collect(position, list);
  return indices(list, perspective, flip(perspective, position.king_square(perspective)), inputs);
}

std::size_t RelationSet::indices(const RelationList& list, Color perspective, std::uint8_t flip,
                                 std::uint32_t* inputs) const noexcept {
  std::size_t count = 0;
  for (const Relation& relation : list) {
    inputs[count] = index(perspective, flip, relation);
    count += inputs[count] != kNoInput ? 1 : 0;
  }
  return count;
}

}  // namespace tabia::nn
