#include "chess/position.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <type_traits>

#include "chess/check_map.h"
#include "chess/test_support.h"
#include "chess/zobrist.h"

namespace tabia::chess {
namespace {

using test::after;
using test::after_moves;
using test::move_of;
using test::position_of;

TEST(Position, IsAPlainValue) {
  static_assert(std::is_trivially_copyable_v<Position>);
  static_assert(std::is_nothrow_move_constructible_v<Position>);
  Position one;
  const Position other = one;
  EXPECT_EQ(one, other);
  one.make(move_of(one, "e2e4"));
  EXPECT_FALSE(one == other);
}

TEST(Position, StartsWithTheUsualArray) {
  const Position start;
  EXPECT_EQ(to_fen(start), kStartFen);
  EXPECT_EQ(start, position_of(kStartFen));
  EXPECT_EQ(start.side_to_move(), Color::White);
  EXPECT_EQ(start.castling_rooks(), bit(Square::A1) | bit(Square::H1) | bit(Square::A8) | bit(Square::H8));
  EXPECT_EQ(start.castling_rooks(Color::White), bit(Square::A1) | bit(Square::H1));
  EXPECT_EQ(start.castling_rooks(Color::Black), bit(Square::A8) | bit(Square::H8));
  EXPECT_EQ(start.king_square(Color::Black), Square::E8);
  EXPECT_EQ(count(start.occupied()), 32);
  EXPECT_EQ(start.halfmove_clock(), 0);
  EXPECT_EQ(start.fullmove_number(), 1);
  EXPECT_FALSE(start.in_check());
}

// Keys may be stored in files: opening books, hash tables on disk, datasets. They must never change unnoticed.
TEST(Position, KeysAreTheSameForEver) {
  const PositionKeys keys = Position().keys();
  EXPECT_EQ(keys.full, 0x52F7B97EB834D690u);
  EXPECT_EQ(keys.pawn, 0xFD7C749E8BC2B1B9u);
  EXPECT_EQ(keys.minor, 0x919CDA75B1482FC2u);
  EXPECT_EQ(keys.major, 0x7FD01D6FA29C83D6u);
  EXPECT_EQ(keys.non_pawn[Color::White], 0x62335CA13B009942u);
  EXPECT_EQ(keys.non_pawn[Color::Black], 0x92BE93356EC46B54u);
  const Position en_passant = position_of("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3");
  EXPECT_EQ(en_passant.key(), 0xE70BFD3F2011EB1Eu);
  const Position chess960 = position_of("1rkbnrq1/pppppppp/8/8/8/8/PPPPPPPP/1RKBNRQ1 b FBfb - 0 1");
  EXPECT_EQ(chess960.key(), 0x582D238D20FE0784u);
}

TEST(Position, ZobristNumbersAreAllDifferentAndNoneIsZeroWhereAPieceCanStand) {
  std::set<Key> seen;
  std::size_t numbers = 0;
  const auto enter = [&](Key key) {
    EXPECT_NE(key, 0u);
    seen.insert(key);
    ++numbers;
  };
  for (const Color color : {Color::White, Color::Black}) {
    for (const PieceType type : kPieceTypes) {
      for (const Key key : kZobrist.piece[make_piece(color, type)]) enter(key);
    }
  }
  for (const Key key : kZobrist.castling_rook) enter(key);
  for (const Key key : kZobrist.en_passant_file) enter(key);
  enter(kZobrist.black_to_move);
  EXPECT_EQ(seen.size(), numbers);
  for (const Key key : kZobrist.piece[Piece::None]) EXPECT_EQ(key, 0u);
}

TEST(Position, PartKeysFollowTheirPiecesOnly) {
  const Position start;
  const Position pawn = after_moves(start, {"e2e4"});
  EXPECT_NE(pawn.keys().pawn, start.keys().pawn);
  EXPECT_EQ(pawn.keys().minor, start.keys().minor);
  EXPECT_EQ(pawn.keys().major, start.keys().major);
  EXPECT_EQ(pawn.keys().non_pawn, start.keys().non_pawn);
  const Position knight = after_moves(start, {"g1f3"});
  EXPECT_EQ(knight.keys().pawn, start.keys().pawn);
  EXPECT_NE(knight.keys().minor, start.keys().minor);
  EXPECT_EQ(knight.keys().major, start.keys().major);
  EXPECT_NE(knight.keys().non_pawn[Color::White], start.keys().non_pawn[Color::White]);
  EXPECT_EQ(knight.keys().non_pawn[Color::Black], start.keys().non_pawn[Color::Black]);
  // A king's move changes neither the minor nor the major key, but the key of its color's pieces.
  const Position king = position_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  const Position moved = after_moves(king, {"e1e2"});
  EXPECT_EQ(moved.keys().minor, king.keys().minor);
  EXPECT_EQ(moved.keys().major, king.keys().major);
  EXPECT_EQ(moved.keys().pawn, king.keys().pawn);
  EXPECT_NE(moved.keys().non_pawn[Color::White], king.keys().non_pawn[Color::White]);
  const Position castled = after_moves(position_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), {"e1g1"});
  EXPECT_EQ(castled.keys(), position_of("4k3/8/8/8/8/8/8/5RK1 b - - 1 1").keys());
}

TEST(Position, TheSidesOfTheMoveHaveDifferentKeys) {
  EXPECT_NE(position_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1").key(),
            position_of("4k3/8/8/8/8/8/8/4K3 b - - 0 1").key());
}

TEST(Position, CastlingRightsCountInTheKeyAndCountersDoNot) {
  const Key all = position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").key();
  EXPECT_NE(all, position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1").key());
  EXPECT_NE(all, position_of("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1").key());
  EXPECT_EQ(all, position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 20 50").key());
}

TEST(Position, EnPassantCountsInTheKeyOnlyWhereALegalCaptureExists) {
  const Position nobody = position_of("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 2");
  EXPECT_EQ(nobody.key(), position_of("4k3/8/8/3p4/8/8/8/4K3 w - - 0 2").key());
  EXPECT_EQ(nobody.en_passant(), Square::None);
  EXPECT_EQ(nobody.double_step(), Square::D6);
  const Position somebody = position_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
  EXPECT_NE(somebody.key(), position_of("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2").key());
  EXPECT_EQ(somebody.en_passant(), Square::D6);
  // The pawn is pinned: to its diagonal, to its file, and along the rank together with the captured pawn.
  for (const auto* fen : {"4k3/6b1/8/3pP3/3K4/8/8/8 w - d6 0 2", "4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
                          "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 2", "7k/6b1/8/3pP3/8/8/1K6/8 w - d6 0 2"}) {
    EXPECT_EQ(position_of(fen).en_passant(), Square::None) << fen;
    EXPECT_EQ(position_of(fen).double_step(), Square::D6) << fen;
  }
  // Of two capturing pawns one is pinned, the other is enough.
  EXPECT_EQ(position_of("4r2k/8/8/2PpP3/8/8/8/4K3 w - d6 0 2").en_passant(), Square::D6);
  // A pin along the capturing diagonal does not hinder.
  EXPECT_EQ(position_of("4k3/2b5/8/3pP3/8/6K1/8/8 w - d6 0 2").en_passant(), Square::D6);
}

TEST(Position, AllEnPassantCapturesOfOneFileShareTheirNumber) {
  const Position left = position_of("4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 2");
  const Position left_without = position_of("4k3/8/8/2Pp4/8/8/8/4K3 w - - 0 2");
  const Position right = position_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
  const Position right_without = position_of("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2");
  EXPECT_EQ(left.key() ^ left_without.key(), right.key() ^ right_without.key());
}

TEST(Position, KingAndRookMovesAndCapturesOfRooksEndCastlingRights) {
  const Position position = position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  const auto rights = [&](std::initializer_list<std::string_view> moves) {
    return after_moves(position, moves).castling_rooks();
  };
  const Bitboard black = bit(Square::A8) | bit(Square::H8);
  EXPECT_EQ(rights({"e1e2"}), black);
  EXPECT_EQ(rights({"a1b1"}), black | bit(Square::H1));
  EXPECT_EQ(rights({"h1g1"}), black | bit(Square::A1));
  EXPECT_EQ(rights({"e1g1"}), black);
  EXPECT_EQ(rights({"e1c1"}), black);
  EXPECT_EQ(rights({"a1a8"}), bit(Square::H8) | bit(Square::H1));
  EXPECT_EQ(rights({"h1h8"}), bit(Square::A8) | bit(Square::A1));
  EXPECT_EQ(rights({"a1a8", "e8e7"}), bit(Square::H1));
  EXPECT_EQ(rights({"a1b1", "h8h2", "b1a1"}),
            bit(Square::H1) | bit(Square::A8));  // a right does not come back
}

TEST(Position, ARookThatMayNotCastleTakesNoRightAway) {
  const Position position = position_of("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1");
  EXPECT_EQ(position.castling_rooks(), bit(Square::B1));
  EXPECT_EQ(after_moves(position, {"a1a5"}).castling_rooks(), bit(Square::B1));
  EXPECT_EQ(after_moves(position, {"b1b5"}).castling_rooks(), 0u);
}

TEST(Position, CastlingPutsKingAndRookOnTheirSquaresInEveryVariant) {
  struct Case {
    std::string_view fen;
    std::string_view move;
    std::string_view expected;
  };
  for (const Case& entry : {
           Case{"4k3/8/8/8/8/8/8/R3K2R w KQ - 3 5", "e1h1", "4k3/8/8/8/8/8/8/R4RK1 b - - 4 5"},
           Case{"4k3/8/8/8/8/8/8/R3K2R w KQ - 3 5", "e1a1", "4k3/8/8/8/8/8/8/2KR3R b - - 4 5"},
           Case{"r3k2r/8/8/8/8/8/8/4K3 b kq - 0 5", "e8h8", "r4rk1/8/8/8/8/8/8/4K3 w - - 1 6"},
           Case{"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},  // trade places
           Case{"4k3/8/8/8/8/8/8/2RK4 w C - 0 1", "d1c1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},  // trade places
           Case{"4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},  // the king stays
           Case{"4k3/8/8/8/8/8/8/R1K5 w A - 0 1", "c1a1",
                "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},  // the king stays
           Case{"4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1",
                "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},  // the rook stays
           Case{"4k3/8/8/8/8/8/8/1K1R4 w D - 0 1", "b1d1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},  // far away
           Case{"4k3/8/8/8/8/8/8/R5K1 w A - 0 1", "g1a1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},   // far away
       }) {
    const Position position = position_of(entry.fen);
    EXPECT_EQ(to_fen(after(position, move_of(position, entry.move))), entry.expected) << entry.fen;
  }
}

TEST(Position, CountersFollowTheRules) {
  Position position = after_moves(Position(), {"g1f3"});
  EXPECT_EQ(position.halfmove_clock(), 1);
  EXPECT_EQ(position.fullmove_number(), 1);
  position = after_moves(position, {"g8f6"});
  EXPECT_EQ(position.halfmove_clock(), 2);
  EXPECT_EQ(position.fullmove_number(), 2);
  EXPECT_EQ(position.game_ply(), 2);
  position = after_moves(position, {"e2e3"});
  EXPECT_EQ(position.halfmove_clock(), 0);
  position = after_moves(position, {"f6e4", "f1b5", "e4f2"});
  EXPECT_EQ(position.halfmove_clock(), 0);
  EXPECT_EQ(position.fullmove_number(), 4);
}

TEST(Position, MakingMovesGivesTheFenThatIsWellKnown) {
  EXPECT_EQ(to_fen(after_moves(Position(), {"e2e4"}), {false, true}),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
  EXPECT_EQ(to_fen(after_moves(Position(), {"e2e4"})),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  EXPECT_EQ(to_fen(after_moves(Position(), {"e2e4", "c7c5", "g1f3"})),
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
  EXPECT_EQ(to_fen(after_moves(Position(), {"e2e4", "a7a6", "e4e5", "d7d5"})),
            "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3");
  EXPECT_EQ(to_fen(after_moves(Position(), {"e2e4", "a7a6", "e4e5", "d7d5", "e5d6"})),
            "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3");
  EXPECT_EQ(to_fen(after_moves(position_of("1r2k3/P7/8/8/8/8/8/4K3 w - - 5 9"), {"a7b8r"})),
            "1R2k3/8/8/8/8/8/8/4K3 b - - 0 9");
}

TEST(Position, CheckersAndPinsAreThoseOfTheSideToMove) {
  const Position position = position_of("4k3/8/8/b6q/4r3/2P2P2/3PN3/3QK2R w K - 0 1");
  EXPECT_EQ(position.checkers(), 0u);
  EXPECT_EQ(position.pinned(), bit(Square::E2));  // c3 and d2 stand both between bishop and king
  const Position double_check = position_of("4k3/8/5N2/8/8/8/4R3/K7 b - - 0 1");
  EXPECT_EQ(double_check.checkers(), bit(Square::E2) | bit(Square::F6));
  EXPECT_TRUE(double_check.in_check());
  const Position enemy_between = position_of("4k3/4p3/8/8/4n3/8/8/4R1K1 b - - 0 1");
  EXPECT_EQ(enemy_between.pinned(), 0u);
}

TEST(Position, AttackersOfBothColoursAreFound) {
  const Position position = position_of("3rk3/8/2n5/1p6/3P4/2P1N3/8/3R2K1 w - - 0 1");
  EXPECT_EQ(position.attackers_to(Square::D4, position.occupied()),
            bit(Square::C3) | bit(Square::D1) | bit(Square::D8) | bit(Square::C6));
  EXPECT_TRUE(position.is_attacked(Square::C4, Color::Black, position.occupied()));
  EXPECT_TRUE(position.is_attacked(Square::C4, Color::White, position.occupied()));
  EXPECT_TRUE(position.is_attacked(Square::B4, Color::White, position.occupied()));
  EXPECT_FALSE(position.is_attacked(Square::H8, Color::White, position.occupied()));
  EXPECT_TRUE(position.is_attacked(Square::H8, Color::Black, position.occupied() ^ bit(Square::E8)));
}

TEST(Position, EveryWayToGiveCheckIsForeseen) {
  struct Case {
    std::string_view fen;
    std::string_view move;
    bool check;
    std::string_view why;
  };
  for (const Case& entry : {
           Case{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", true, "a rook's own check"},
           Case{"1n2k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", false, "blocked"},
           Case{"4k3/8/8/8/8/8/4B3/4R2K w - - 0 1", "e2d3", true, "discovered by the bishop"},
           Case{"4k3/8/8/8/8/8/4P3/4R2K w - - 0 1", "e2e4", false, "the pawn stays on the file"},
           Case{"4k3/8/8/8/8/3p4/4P3/4R2K w - - 0 1", "e2d3", true, "the pawn leaves the file"},
           Case{"4k3/8/8/8/8/8/4K3/4R3 w - - 0 1", "e2d2", true, "discovered by the king"},
           Case{"4k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7c8q", true, "promotion"},
           Case{"4k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7c8n", false, "promotion to a knight"},
           Case{"8/4P3/4k3/8/8/8/8/4K3 w - - 0 1", "e7e8q", true, "through the square that the pawn left"},
           Case{"8/2k5/8/2Pp4/8/8/8/4K3 w - d6 0 2", "c5d6", true, "en passant, by the pawn itself"},
           Case{"8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", "c4d3", true, "en passant, over the captured pawn"},
           Case{"8/8/8/k2Pp2R/8/8/8/7K w - e6 0 2", "d5e6", true, "en passant, along the rank of both pawns"},
           Case{"3k4/8/8/2Pp4/8/8/8/2RK4 w - d6 0 2", "c5d6", false,
                "en passant, the file it opens is another"},
           Case{"2k5/8/8/2Pp4/8/8/8/2RK4 w - d6 0 2", "c5d6", true, "en passant, over the capturing pawn"},
           Case{"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", true, "castling"},
           Case{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", false, "castling next to the king"},
           Case{"8/8/8/8/8/8/8/RK3k2 w A - 0 1", "b1a1", true, "castling along the rank"},
       }) {
    const Position position = position_of(entry.fen);
    const Move move = move_of(position, entry.move);
    EXPECT_EQ(position.gives_check(move), entry.check) << entry.why << ": " << entry.fen;
    EXPECT_EQ(CheckMap(position).gives_check(move), entry.check) << entry.why << ": " << entry.fen;
    EXPECT_EQ(after(position, move).in_check(), entry.check) << entry.why << ": " << entry.fen;
  }
}

TEST(Position, ANullMoveForgetsEnPassantAndCountsOn) {
  Position position = position_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
  position.make_null();
  EXPECT_EQ(position.side_to_move(), Color::Black);
  EXPECT_EQ(position.double_step(), Square::None);
  EXPECT_EQ(position.en_passant(), Square::None);
  EXPECT_EQ(position.fullmove_number(), 2);
  position.make_null();
  EXPECT_EQ(position.fullmove_number(), 3);
  EXPECT_EQ(position.key(), position_of("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2").key());
}

TEST(Position, NoEncodingOfNoMoveIsLegal) {
  EXPECT_FALSE(Position().is_legal(Move::none()));
  const Position corner = position_of("4k3/8/8/8/8/8/8/K7 w - - 0 1");
  EXPECT_FALSE(corner.is_legal(Move::none()));
  EXPECT_FALSE(corner.is_legal(Move(Square::A1, Square::A1, MoveKind::Castling)));
}

TEST(Position, ASetupWithAFaultGivesItsMessage) {
  PositionSetup setup;
  const auto position = Position::from_setup(setup);
  ASSERT_FALSE(position);
  EXPECT_NE(position.error().message.find("king"), std::string::npos) << position.error().message;
  EXPECT_TRUE(Position::from_setup(Position().setup()));
}

TEST(Position, LongGamesDoNotOverflowTheCounters) {
  Position position = position_of("4k3/8/8/8/8/8/8/4K3 w - - 150 9999");
  const auto step = [&](std::string_view uci) { position.make(move_of(position, uci)); };
  for (int i = 0; i < 1000; ++i) {
    step("e1d1");
    step("e8d8");
    step("d1e1");
    step("d8e8");
  }
  EXPECT_EQ(position.halfmove_clock(), 4150);
  EXPECT_EQ(position.fullmove_number(), 11999);
}

}  // namespace
}  // namespace tabia::chess
