#include "chess/setup.h"

#include <string_view>

#include "base/text.h"
#include "chess/attacks.h"
#include "chess/move.h"

namespace tabia::chess {
namespace {

using base::concat;

constexpr EnumArray<PieceType, std::string_view> kPieceNames = {
    {{"pawn", "knight", "bishop", "rook", "queen", "king", "nothing"}}};

std::string describe(Piece piece) {
  if (piece == Piece::None) return "nothing";
  return concat("a ", color_of(piece) == Color::White ? "white " : "black ", kPieceNames[type_of(piece)]);
}

std::optional<SetupFault> board_fault(const BoardSets& sets) {
  for (const Color color : {Color::White, Color::Black}) {
    const auto complain = [&](int found, std::string_view what, std::string_view expected) {
      return SetupFault{SetupField::Board,
                        concat(name_of(color), " has ", found, " ", what, ", expected ", expected)};
    };
    const int kings = count(sets.of[make_piece(color, PieceType::King)]);
    const int pawns = count(sets.of[make_piece(color, PieceType::Pawn)]);
    const int pieces = count(sets.all(color));
    if (kings != 1) return complain(kings, "kings", "exactly 1");
    if (pawns > 8) return complain(pawns, "pawns", "at most 8");
    if (pieces > 16) return complain(pieces, "pieces", "at most 16");
  }
  const Bitboard pawns = sets.of[Piece::WhitePawn] | sets.of[Piece::BlackPawn];
  if (const Bitboard misplaced = pawns & (kRank1 | kRank8)) {
    return SetupFault{SetupField::Board, concat("a pawn on ", to_string(first(misplaced)),
                                                ", expected pawns on ranks 2 to 7 only")};
  }
  return std::nullopt;
}

std::optional<SetupFault> check_fault(const PositionSetup& setup, const BoardSets& sets) {
  const Color us = setup.side_to_move;
  const Square our_king = first(sets.of[make_piece(us, PieceType::King)]);
  const Square their_king = first(sets.of[make_piece(~us, PieceType::King)]);
  if (const Bitboard attackers = sets.attackers(their_king, us)) {
    const Square from = first(attackers);
    return SetupFault{SetupField::SideToMove,
                      concat(name_of(us), " to move while ", name_of(~us), "'s king on ",
                             to_string(their_king), " is attacked by ", describe(setup.board[from]), " on ",
                             to_string(from), ", expected the side in check to be the side to move")};
  }
  const int checkers = count(sets.attackers(our_king, ~us));
  if (checkers > 2) {
    return SetupFault{SetupField::Board, concat(name_of(us), "'s king on ", to_string(our_king),
                                                " is in check by ", checkers, " pieces, expected at most 2")};
  }
  return std::nullopt;
}

std::optional<SetupFault> castling_fault(const PositionSetup& setup, const BoardSets& sets) {
  const auto complain = [](auto... parts) { return SetupFault{SetupField::Castling, concat(parts...)}; };
  for (const Color color : {Color::White, Color::Black}) {
    const Bitboard rooks = setup.castling_rooks & rank_bits(back_rank(color));
    if (!rooks) continue;
    const Square king = first(sets.of[make_piece(color, PieceType::King)]);
    if (rank_of(king) != back_rank(color)) {
      return complain(name_of(color), "'s king on ", to_string(king), ", expected it on rank ",
                      back_rank(color) + 1, " as long as it may castle");
    }
    if (const Bitboard missing = rooks & ~sets.of[make_piece(color, PieceType::Rook)]) {
      const Square square = first(missing);
      return complain(name_of(color), " may castle with the rook on ", to_string(square), " but there is ",
                      describe(setup.board[square]), ", expected ",
                      describe(make_piece(color, PieceType::Rook)));
    }
    const Bitboard left_of_king = rooks & (bit(king) - 1);
    if (more_than_one(left_of_king) || more_than_one(rooks & ~left_of_king)) {
      return complain(name_of(color), " may castle with two rooks on the same side of the king on ",
                      to_string(king), ", expected at most one on each side");
    }
  }
  if (const Bitboard stray = setup.castling_rooks & ~(kRank1 | kRank8)) {
    return complain("a castling rook on ", to_string(first(stray)), ", expected ranks 1 and 8 only");
  }
  return std::nullopt;
}

std::optional<SetupFault> en_passant_fault(const PositionSetup& setup, const BoardSets& sets) {
  if (setup.en_passant == Square::None) return std::nullopt;
  const auto complain = [](auto... parts) { return SetupFault{SetupField::EnPassant, concat(parts...)}; };
  const Color us = setup.side_to_move;
  const Square over = setup.en_passant;
  const int expected_rank = us == Color::White ? 5 : 2;
  if (rank_of(over) != expected_rank) {
    return complain(to_string(over), " with ", name_of(us), " to move, expected a square on rank ",
                    expected_rank + 1);
  }
  const Square origin = over + forward(us);
  const Square pawn = over - forward(us);
  for (const Square square : {over, origin}) {
    if (setup.board[square] != Piece::None) {
      return complain(describe(setup.board[square]), " on ", to_string(square),
                      ", expected nothing: a pawn has just passed from ", to_string(origin), " to ",
                      to_string(pawn));
    }
  }
  const Piece expected = make_piece(~us, PieceType::Pawn);
  if (setup.board[pawn] != expected) {
    return complain(describe(setup.board[pawn]), " on ", to_string(pawn), ", expected ", describe(expected),
                    " that has just moved there from ", to_string(origin));
  }
  // The side to move can't have been in check before the opponent's double step. A line over the square that
  // the pawn skipped is tolerated, although it was open then too: test suites contain such positions, and
  // they play like any other.
  const Square king = first(sets.of[make_piece(us, PieceType::King)]);
  for (Bitboard checkers = sets.attackers(king, ~us) & ~bit(pawn); checkers;) {
    const Square checker = pop_first(checkers);
    if (between(king, checker) & (bit(origin) | bit(over))) continue;
    return complain(describe(setup.board[checker]), " on ", to_string(checker),
                    " giving check, expected only checks that a pawn's step from ", to_string(origin), " to ",
                    to_string(pawn), " can give");
  }
  return std::nullopt;
}

std::optional<SetupFault> counter_fault(const PositionSetup& setup) {
  if (setup.halfmove_clock < 0 || setup.halfmove_clock > kMaxHalfmoveClock) {
    return SetupFault{SetupField::HalfmoveClock,
                      concat(setup.halfmove_clock, ", expected a number from 0 to ", kMaxHalfmoveClock)};
  }
  if (setup.fullmove_number < 1 || setup.fullmove_number > kMaxFullmoveNumber) {
    return SetupFault{SetupField::FullmoveNumber,
                      concat(setup.fullmove_number, ", expected a number from 1 to ", kMaxFullmoveNumber)};
  }
  return std::nullopt;
}

}  // namespace

BoardSets::BoardSets(const EnumArray<Square, Piece>& board) noexcept : occupied(occupied_squares(board)) {
  for (Bitboard rest = occupied; rest;) {
    const Square square = pop_first(rest);
    of[board[square]] |= bit(square);
  }
}

Bitboard BoardSets::attackers(Square square, Color by) const noexcept {
  const auto own = [&](PieceType type) { return of[make_piece(by, type)]; };
  return (pawn_attacks(~by, square) & own(PieceType::Pawn)) |
         (knight_attacks(square) & own(PieceType::Knight)) | (king_attacks(square) & own(PieceType::King)) |
         (bishop_attacks(square, occupied) & (own(PieceType::Bishop) | own(PieceType::Queen))) |
         (rook_attacks(square, occupied) & (own(PieceType::Rook) | own(PieceType::Queen)));
}

std::optional<SetupFault> fault_in(const PositionSetup& setup) {
  return fault_in(setup, BoardSets(setup.board));
}

std::optional<SetupFault> fault_in(const PositionSetup& setup, const BoardSets& sets) {
  if (auto fault = board_fault(sets)) return fault;
  if (auto fault = check_fault(setup, sets)) return fault;
  if (auto fault = castling_fault(setup, sets)) return fault;
  if (auto fault = en_passant_fault(setup, sets)) return fault;
  return counter_fault(setup);
}

}  // namespace tabia::chess
