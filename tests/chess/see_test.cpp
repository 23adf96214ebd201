#include "chess/see.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "chess/test_support.h"

namespace tabia::chess {
namespace {

using test::position_of;
using test::RandomPlay;

// The exchange as chess/see.h describes it, played out on a real board: after every capture all attackers are
// found again, and each side chooses between capturing again and stopping, by recursion.
class SlowExchange {
 public:
  explicit SlowExchange(const Position& position) : board_(position.setup().board) {
    for (const Color side : {Color::White, Color::Black}) find_pins(position, side);
  }

  // What the move is worth to the mover.
  int value_of(const Position& position, Move move) {
    if (move.is_castling()) return 0;
    target_ = move.to();
    const Color us = position.side_to_move();
    int gain = kExchangeValues[type_of(position.captured_piece(move))];
    Piece standing = board_[move.from()];
    if (move.is_promotion()) {
      standing = make_piece(us, move.promotion());
      gain += kExchangeValues[move.promotion()] - kExchangeValues[PieceType::Pawn];
    }
    board_[move.from()] = Piece::None;
    if (move.is_en_passant()) board_[make_square(file_of(move.to()), rank_of(move.from()))] = Piece::None;
    board_[target_] = standing;
    return gain - best_capture(~us);
  }

 private:
  struct Pin {
    Square pinned;
    Square pinner;
    Piece pinning_piece;
    Bitboard line;
  };

  void find_pins(const Position& position, Color side) {
    const Square king = position.king_square(side);
    for (Bitboard rest = position.pieces(~side); rest;) {
      const Square from = pop_first(rest);
      const PieceType type = type_of(position.piece_on(from));
      if (type == PieceType::Pawn || type == PieceType::Knight || type == PieceType::King) continue;
      if (!contains(attacks_of(type, from, 0), king)) continue;
      const Bitboard between_them = between(from, king) & position.occupied();
      if (count(between_them) != 1 || !(between_them & position.pieces(side))) continue;
      pins_.push_back({first(between_them), from, position.piece_on(from), line(king, from)});
    }
  }

  [[nodiscard]] Bitboard occupied() const {
    Bitboard set = 0;
    for (int index = 0; index < kSquareCount; ++index) {
      if (board_[square_at(index)] != Piece::None) set |= bit(square_at(index));
    }
    return set;
  }

  [[nodiscard]] bool attacks_target(Square from) const {
    const Piece piece = board_[from];
    const Bitboard seen = type_of(piece) == PieceType::Pawn ? pawn_attacks(color_of(piece), from)
                                                            : attacks_of(type_of(piece), from, occupied());
    return contains(seen, target_);
  }

  [[nodiscard]] bool is_held(Square from) const {
    for (const Pin& pin : pins_) {
      if (pin.pinned == from && board_[pin.pinner] == pin.pinning_piece && !contains(pin.line, target_))
        return true;
    }
    return false;
  }

  // The piece of the side that takes next: the cheapest, of equals the one on the lowest square.
  [[nodiscard]] std::optional<Square> next_taker(Color side) const {
    std::optional<Square> best;
    for (int index = 0; index < kSquareCount; ++index) {
      const Square from = square_at(index);
      const Piece piece = board_[from];
      if (piece == Piece::None || color_of(piece) != side || from == target_) continue;
      if (!attacks_target(from) || is_held(from)) continue;
      if (!best || type_of(piece) < type_of(board_[*best])) best = from;
    }
    return best;
  }

  [[nodiscard]] bool is_defended(Color by) const {
    for (int index = 0; index < kSquareCount; ++index) {
      const Square from = square_at(index);
      if (board_[from] != Piece::None && color_of(board_[from]) == by && from != target_ &&
          attacks_target(from)) {
        return true;
      }
    }
    return false;
  }

  // What the side can gain by capturing again on the target, or 0 if it is better to stop.
  int best_capture(Color side) {
    const auto from = next_taker(side);
    if (!from) return 0;
    const auto saved = board_;
    const int won = kExchangeValues[type_of(board_[target_])];
    const Piece taker = board_[*from];
    board_[target_] = taker;
    board_[*from] = Piece::None;
    const bool impossible = type_of(taker) == PieceType::King && is_defended(~side);
    const int value = impossible ? 0 : won - best_capture(~side);
    board_ = saved;
    return std::max(0, value);
  }

  EnumArray<Square, Piece> board_;
  Square target_ = Square::None;
  std::vector<Pin> pins_;
};

int slow_value(const Position& position, Move move) {
  return SlowExchange(position).value_of(position, move);
}

// The greatest threshold that is reached.
int exact_value(const Position& position, Move move) {
  int low = -5000;
  int high = 5000;
  while (low + 1 < high) {
    const int middle = (low + high) / 2;
    (see_at_least(position, move, middle) ? low : high) = middle;
  }
  return low;
}

void expect_agreement_with_slow_exchange(const Position& position) {
  for (const Move move : legal_moves(position)) {
    const int value = slow_value(position, move);
    for (const int offset : {-1000, -330, -101, -100, -20, -1, 0, 1, 10, 20, 100, 101, 320, 950, 2000}) {
      ASSERT_EQ(see_at_least(position, move, value + offset), offset <= 0)
          << to_fen(position) << " " << to_uci(move) << ": the slow exchange gives " << value
          << ", asked for at least " << value + offset;
    }
    ASSERT_EQ(see_at_least(position, move, 0), value >= 0) << to_fen(position) << " " << to_uci(move);
  }
}

TEST(See, AgreesWithASlowExchangeInRandomGames) {
  RandomPlay play(301);
  for (int i = 0; i < 8000; ++i) {
    expect_agreement_with_slow_exchange(play.position());
    if (HasFatalFailure()) return;
    play.step();
  }
}

TEST(See, AgreesWithASlowExchangeOnRandomBoards) {
  base::Random random(302);
  for (int i = 0; i < 8000; ++i) {
    expect_agreement_with_slow_exchange(test::random_position(random));
    if (HasFatalFailure()) return;
  }
}

// Boards on which nearly everything aims at one square, so that the exchanges are long and full of x-rays.
TEST(See, AgreesWithASlowExchangeWhereManyPiecesAimAtOneSquare) {
  base::Random random(303);
  int tried = 0;
  while (tried < 4000) {
    PositionSetup setup;
    setup.side_to_move = random.below(2) ? Color::White : Color::Black;
    const Square target =
        make_square(static_cast<int>(2 + random.below(4)), static_cast<int>(2 + random.below(4)));
    setup.board[target] = make_piece(~setup.side_to_move, static_cast<PieceType>(random.below(5)));
    const Bitboard lines = kAttacks.bishop_rays[target] | kAttacks.rook_rays[target];
    for (int i = 0; i < 14; ++i) {
      const Square square = square_at(static_cast<int>(random.below(64)));
      if (setup.board[square] != Piece::None) continue;
      if (!contains(lines | knight_attacks(target), square) && random.below(4) != 0) continue;
      const Color color = random.below(2) ? Color::White : Color::Black;
      PieceType type = static_cast<PieceType>(random.below(5));
      if (contains(knight_attacks(target), square)) type = PieceType::Knight;
      if (contains(kAttacks.bishop_rays[target], square) && type == PieceType::Rook) type = PieceType::Bishop;
      if (contains(kAttacks.rook_rays[target], square) && type == PieceType::Bishop) type = PieceType::Rook;
      if (type == PieceType::Pawn && (rank_of(square) == 0 || rank_of(square) == 7)) continue;
      setup.board[square] = make_piece(color, type);
    }
    for (const Color color : {Color::White, Color::Black}) {
      Square king = square_at(static_cast<int>(random.below(64)));
      while (setup.board[king] != Piece::None) king = square_at(static_cast<int>(random.below(64)));
      setup.board[king] = make_piece(color, PieceType::King);
    }
    if (fault_in(setup)) continue;
    ++tried;
    expect_agreement_with_slow_exchange(Position::from_valid_setup(setup));
    if (HasFatalFailure()) return;
  }
}

TEST(SeeFull, AgreesWithASlowExchangeOnManyBoards) {
  RandomPlay play(304);
  base::Random random(305);
  for (int i = 0; i < 300'000; ++i) {
    expect_agreement_with_slow_exchange(play.position());
    expect_agreement_with_slow_exchange(test::random_position(random));
    if (HasFatalFailure()) return;
    play.step();
  }
}

struct Known {
  std::string_view fen;
  std::string_view move;
  int value;
  std::string_view why;
};

constexpr int kPawn = kExchangeValues[PieceType::Pawn];
constexpr int kKnight = kExchangeValues[PieceType::Knight];
constexpr int kBishop = kExchangeValues[PieceType::Bishop];
constexpr int kRook = kExchangeValues[PieceType::Rook];
constexpr int kQueen = kExchangeValues[PieceType::Queen];

TEST(See, KnownExchangesHaveTheirValue) {
  const std::vector<Known> known = {
      {"1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", kPawn, "an undefended pawn"},
      {"1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", kPawn - kKnight,
       "a defended pawn"},
      {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", kPawn, "pawn takes pawn"},
      {"4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0, "pawns are traded"},
      {"4k3/8/4p3/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", kPawn - kRook, "rook for a defended pawn"},
      {"4k3/8/4p3/3n4/8/8/3R4/3RK3 w - - 0 1", "d2d5", kKnight - kRook + kPawn, "the second rook takes back"},
      {"3r1k2/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", kPawn - kRook, "twice attacked, twice defended"},
      {"3k4/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", kPawn, "the king is too far away"},
      {"8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", kPawn, "the king may not take what is defended"},
      {"8/8/3k4/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", kPawn - kRook, "the king takes what is not defended"},
      {"4k3/8/8/8/8/2q5/3P4/4K3 b - - 0 1", "c3d2", kPawn - kQueen, "the king takes the queen"},
      {"3qk3/8/8/8/8/2q5/3P4/4K3 b - - 0 1", "c3d2", kPawn, "defended by the queen behind"},
      {"4k3/8/8/8/8/8/4P3/4K2q w - - 0 1", "e1f2", 0, "a king's move is never a loss"},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", kPawn, "en passant"},
      {"4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", 0, "en passant on a defended square"},
      {"3rk3/8/8/3pP3/8/8/8/3RK3 w - d6 0 2", "e5d6", kPawn, "en passant opens the file for both rooks"},
      {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", 0, "castling"},
      {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", kQueen - kPawn, "promotion"},
      {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", kKnight - kPawn, "underpromotion"},
      {"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -kPawn, "promotion on a defended square"},
      {"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", kRook + kQueen - kPawn, "promotion with capture"},
      {"1rr1k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", kRook - kPawn,
       "promotion with capture on a defended square"},
      {"4k3/8/8/8/8/8/1r6/4K2B w - - 0 1", "h1d5", 0, "a quiet move to a free square"},
      {"4k3/8/4p3/8/8/8/8/4K2B w - - 0 1", "h1d5", -kBishop, "a quiet move to an attacked square"},
      {"4k3/4r3/8/8/8/8/4B3/4K3 b - - 0 1", "e7e2", kBishop - kRook, "the king takes back"},
      {"4k3/4r3/4r3/8/8/8/4B3/4K3 b - - 0 1", "e6e2", kBishop,
       "the rook behind the rook keeps the king away"},
      // Pins: a pinned piece does not take part, unless along the line of its pin or once the pinner has gone.
      {"4k3/4n3/8/3p4/8/8/8/3RRK2 w - - 0 1", "d1d5", kPawn, "the knight is pinned"},
      {"4k3/4n3/8/3p4/8/8/8/3R1K2 w - - 0 1", "d1d5", kPawn - kRook, "the knight is not pinned"},
      {"4k3/4r3/8/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", kPawn - kRook, "pinned, but along the line"},
      {"4k3/4r3/8/8/4p3/8/4Q3/5K2 w - - 0 1", "e2e4", kPawn - kQueen,
       "the pawn in between is taken along the file"},
      {"3bk3/4n3/8/3p4/8/8/4Q3/3R1K2 w - - 0 1", "d1d5", kPawn, "pinned by the queen"},
  };
  for (const Known& entry : known) {
    const Position position = position_of(entry.fen);
    const Move move = test::move_of(position, entry.move);
    EXPECT_EQ(exact_value(position, move), entry.value)
        << entry.why << ": " << entry.fen << " " << entry.move;
    EXPECT_EQ(slow_value(position, move), entry.value) << "slow: " << entry.why << ": " << entry.fen;
    const Position changed = test::with_colours_changed(position);
    const Move mirrored = Move::from_bits(static_cast<std::uint16_t>(move.bits() ^ (56 | 56 << 6)));
    EXPECT_EQ(exact_value(changed, mirrored), entry.value) << "colours changed: " << entry.why;
  }
}

TEST(See, ThresholdsFarOutsideAreDecidedAtOnce) {
  const Position position = position_of("4k3/8/4p3/3p4/8/8/3R4/4K3 w - - 0 1");
  for (const Move move : legal_moves(position)) {
    EXPECT_TRUE(see_at_least(position, move, -1'000'000));
    EXPECT_FALSE(see_at_least(position, move, 1'000'000));
  }
}

}  // namespace
}  // namespace tabia::chess
