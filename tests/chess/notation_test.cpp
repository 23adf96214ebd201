#include "chess/notation.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "chess/test_support.h"

namespace tabia::chess {
namespace {

using test::after_moves;
using test::move_of;
using test::position_of;

std::string san_of(std::string_view fen, std::string_view uci) {
  const Position position = position_of(fen);
  return to_san(position, move_of(position, uci));
}

// What the SAN text means, in UCI with castling as king takes rook; or the error.
std::string read_san(const Position& position, std::string_view text) {
  const auto move = parse_san(position, text);
  return move ? to_uci(*move, CastlingNotation::KingTakesRook) : "error: " + move.error().message;
}

void expect_san_error(const Position& position, std::string_view text,
                      std::initializer_list<std::string_view> words) {
  const auto move = parse_san(position, text);
  ASSERT_FALSE(move) << text << " read as " << to_uci(*move);
  for (const auto word : words) {
    EXPECT_NE(move.error().message.find(word), std::string::npos)
        << move.error().message << "\nwithout: " << word;
  }
}

// --- writing SAN

struct Written {
  std::string_view fen;
  std::string_view uci;
  std::string_view san;
};

TEST(San, IsWrittenAsPgnAsks) {
  const std::vector<Written> table = {
      {kStartFen, "e2e4", "e4"},
      {kStartFen, "g1f3", "Nf3"},
      {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
      {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1e2", "Ke2"},
      {"4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2", "Kxe2"},
      // Promotions.
      {"7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"},
      {"7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"},
      {"1r5k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8r", "axb8=R+"},
      {"4k3/8/8/8/8/8/p7/1N2K3 b - - 0 1", "a2b1b", "axb1=B"},
      // Check and mate.
      {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"},
      {"6k1/5pp1/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8+"},
      {"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2", "d8h4", "Qh4#"},
      // Castling.
      {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"},
      {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O"},
      {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
      {"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"},
      {"4rkr1/4p1p1/8/6N1/8/8/8/4K2R w K - 0 1", "e1g1", "O-O#"},
      // Chess960: which castling it is depends on the rook's side of the king, not on how far they move.
      {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "O-O"},
      {"4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1", "O-O-O"},
      {"4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "O-O-O"},
      {"4k3/8/8/8/8/8/8/1K1R4 w D - 0 1", "b1d1", "O-O"},
  };
  for (const Written& entry : table) EXPECT_EQ(san_of(entry.fen, entry.uci), entry.san) << entry.fen;
}

TEST(San, TheOriginIsAsShortAsItCanBe) {
  const std::vector<Written> table = {
      // The file if it is enough, then the rank, then both.
      {"4k3/8/8/8/8/8/8/R4R1K w - - 0 1", "a1d1", "Rad1"},
      {"4k3/8/8/R7/8/8/8/R6K w - - 0 1", "a1a3", "R1a3"},
      {"4k3/8/8/R7/8/8/8/R6K w - - 0 1", "a5a3", "R5a3"},
      {"8/8/k7/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"},
      {"8/8/k7/8/4Q2Q/8/8/K6Q w - - 0 1", "e4e1", "Qee1"},
      {"8/8/k7/8/4Q2Q/8/8/K6Q w - - 0 1", "h1e1", "Q1e1"},
      {"4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "c3e4", "Nce4"},
      {"4k3/8/8/8/2N5/8/8/2N1K3 w - - 0 1", "c4d2", "Nd2"},
      {"4k3/8/8/8/1N6/8/8/1N2K3 w - - 0 1", "b1c3", "Nc3"},
      {"4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "b1c3", "N1c3"},
      {"4k3/8/8/1N6/8/2p5/8/1N2K3 w - - 0 1", "b5c3", "N5xc3"},
      {"4k3/8/8/1N1N4/8/8/8/1N2K3 w - - 0 1", "b5c3", "Nb5c3"},
      // A rival that is pinned does not count.
      {"4k3/4r3/8/8/4N3/8/8/1N2K3 w - - 0 1", "b1c3", "Nc3"},
      {"4k3/8/8/8/4N3/8/8/1N2K3 w - - 0 1", "b1c3", "Nbc3"},
      // A pinned rival that may go there along its line does count.
      {"4k3/4r3/8/8/4R3/8/R7/4K3 w - - 0 1", "a2e2", "Rae2"},
      // In check only moves that answer it are rivals.
      {"4k3/8/8/8/8/8/N2r4/1N1K4 w - - 0 1", "b1d2", "Nxd2"},
      // Pawns show their file when they take, whether or not it is needed; never the rank.
      {"4k3/8/8/2ppp3/3P4/8/8/4K3 w - - 0 1", "d4c5", "dxc5"},
      {"4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "c4d5", "cxd5"},
      // Castling with a rook isn't a rival of a rook's move to that square, or of a king's step.
      {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "h1f1", "Rf1"},
      {"4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1d1", "Kd1"},
  };
  for (const Written& entry : table) EXPECT_EQ(san_of(entry.fen, entry.uci), entry.san) << entry.fen;
}

// --- reading SAN

TEST(San, IsReadAsPeopleWriteIt) {
  const Position start;
  for (const auto* text :
       {"e4", "e4!", "e4?!", "e4+", " e4 ", "e2e4", "e2-e4", "Pe4", "Pe2-e4", "P2e4", "ee4"}) {
    EXPECT_EQ(read_san(start, text), "e2e4") << text;
  }
  for (const auto* text :
       {"Nf3", "Nf3!?", "Ng1-f3", "Ng1f3", "Ngf3", "N1f3", "N-f3", "Nxf3", "g1f3", "Nf3#"}) {
    EXPECT_EQ(read_san(start, text), "g1f3") << text;
  }
}

TEST(San, CapturesAreReadWithAndWithoutTheirSigns) {
  const Position position = position_of("4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1");
  for (const auto* text : {"exd5", "ed5", "e4d5", "e4xd5", "e:d5", "exd5!!", "Pexd5"}) {
    EXPECT_EQ(read_san(position, text), "e4d5") << text;
  }
  for (const auto* text : {"Nxd5", "Nd5", "Ncxd5", "Nc3xd5", "N3d5"})
    EXPECT_EQ(read_san(position, text), "c3d5") << text;
}

TEST(San, EnPassantIsReadWithAndWithoutItsAddition) {
  const Position position = position_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
  for (const auto* text : {"exd6", "exd6 e.p.", "exd6e.p.", "exd6ep", "exd6 ep", "ed6", "e5d6", "e5xd6",
                           "exd6 e.p.+", "exd6! e.p."}) {
    EXPECT_EQ(read_san(position, text), "e5d6") << text;
  }
  EXPECT_TRUE(parse_san(position, "exd6")->is_en_passant());
}

TEST(San, PromotionsAreReadInEveryDress) {
  const Position position = position_of("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  for (const auto* text : {"a8=Q", "a8Q", "a8=q", "a8q", "a8(Q)", "a8/Q", "a7a8q", "a7a8Q", "a7-a8=Q",
                           "a8=Q+", "a8=Q!?", "Pa8=Q", "a8(q)"}) {
    EXPECT_EQ(read_san(position, text), "a7a8q") << text;
  }
  for (const auto* text : {"axb8=N", "axb8N", "ab8=n", "a7b8n", "axb8(N)", "a7xb8=N+"}) {
    EXPECT_EQ(read_san(position, text), "a7b8n") << text;
  }
  EXPECT_EQ(read_san(position, "axb8=B"), "a7b8b");
  EXPECT_EQ(read_san(position, "a8b"), "a7a8b");
}

TEST(San, CastlingIsReadInEveryDress) {
  const Position position = position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  for (const auto* text : {"O-O", "0-0", "o-o", "O-O+", "0-0!", "OO", "e1g1", "e1h1", "Ke1-g1", "Ke1g1"}) {
    EXPECT_EQ(read_san(position, text), "e1h1") << text;
  }
  for (const auto* text : {"O-O-O", "0-0-0", "o-o-o", "O-O-O#", "e1c1", "e1a1", "Ke1-c1"}) {
    EXPECT_EQ(read_san(position, text), "e1a1") << text;
  }
}

TEST(San, CastlingIsReadInChess960) {
  const Position position = position_of("4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1");
  EXPECT_EQ(read_san(position, "O-O"), "f1g1");
  EXPECT_EQ(read_san(position, "O-O-O"), "f1b1");
  EXPECT_EQ(read_san(position, "f1b1"), "f1b1");
  EXPECT_EQ(read_san(position, "f1g1"), "f1g1");
  // A plain step of the king next to a castling rook stays a step.
  const Position step = position_of("4k3/8/8/8/8/8/8/4K2R w H - 0 1");
  EXPECT_EQ(read_san(step, "Kf1"), "e1f1");
  EXPECT_FALSE(parse_san(step, "Kf1")->is_castling());
}

TEST(San, AKingsStepIsNotMistakenForCastling) {
  // The king stands on f1: g1 is a step, not castling with the rook on h1.
  const Position position = position_of("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
  EXPECT_FALSE(parse_san(position, "Kg1")->is_castling());
  EXPECT_FALSE(parse_san(position, "f1g1")->is_castling());
  EXPECT_TRUE(parse_san(position, "O-O")->is_castling());
  EXPECT_TRUE(parse_san(position, "f1h1")->is_castling());
}

TEST(San, AmbiguousTextsAreErrorsThatNameTheChoices) {
  const Position rooks = position_of("4k3/8/8/8/8/8/8/R4R1K w - - 0 1");
  expect_san_error(rooks, "Rd1", {"\"Rd1\"", "Rad1", "Rfd1", "add the origin"});
  const Position promotion = position_of("7k/P7/8/8/8/8/8/4K3 w - - 0 1");
  expect_san_error(promotion, "a8", {"\"a8\"", "promotion", "a8="});
  const Position pawns = position_of("4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1");
  expect_san_error(pawns, "d5", {"cxd5", "exd5"});
  EXPECT_EQ(read_san(pawns, "cd5"), "c4d5");
}

TEST(San, TextsThatFitNoLegalMoveAreErrorsThatSayWhereTheyWereTried) {
  const Position start;
  for (const auto* text : {"e5", "Nf6", "Ke2", "O-O", "O-O-O", "Qd8", "exd5", "e2e5", "e7e5", "e8=Q", "a1a1",
                           "Ra1", "g1f3q", "Ng1f3=Q", "e4=Q"}) {
    expect_san_error(start, text,
                     {base::concat("\"", text, "\""), "not legal", "White", "rnbqkbnr/pppppppp"});
  }
  // The king does not take its own rook, in any position but the notation of UCI.
  for (const auto* text : {"Kh1", "Kxh1", "Kg1", "e1g1q"}) {
    expect_san_error(position_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), text, {"not legal"});
  }
  // A pinned piece and a move that leaves the check.
  expect_san_error(position_of("4k3/4r3/8/8/4N3/8/8/4K3 w - - 0 1"), "Nc3", {"not legal"});
  expect_san_error(position_of("4k3/4r3/8/8/8/8/8/R3K3 w Q - 0 1"), "O-O-O", {"not legal"});
  expect_san_error(position_of("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), "O-O", {"not legal"});
}

TEST(San, GarbageIsAnErrorThatShowsWhatAMoveLooksLike) {
  const Position start;
  for (const auto* text :
       {"",    " ",    "+",    "e",    "e9",      "i4",  "N",      "Nf",   "4e", "e4e", "Nf3f",
        "O-",  "-O-O", "O--O", "0",    "O-O-O-O", "Xf3", "e4=",    "e4=K", "=Q", "()",  "1.",
        "1-0", "*",    "--",   "e.p.", "ep",      "nf3", "e2e4e5", "Nf3g", "e4x"}) {
    expect_san_error(start, text, {"move", base::quoted(text), "expected"});
  }
  for (const std::string& text :
       {std::string(1'000'000, 'N'), std::string(1'000'000, '+'), std::string("e4\0", 3),
        std::string("\xE2\x99\x98"
                    "f3"),
        std::string(1'000'000, 'O'), std::string("e\xFF")}) {
    const auto move = parse_san(start, text);
    ASSERT_FALSE(move) << base::quoted(text);
    EXPECT_LT(move.error().message.size(), 600u);
    for (const char c : move.error().message) ASSERT_TRUE(c >= 0x20 && c < 0x7F);
  }
}

// Any text at all is a legal move or an error.
TEST(San, RandomTextsGiveLegalMovesOrErrors) {
  base::Random random(501);
  test::RandomPlay play(502);
  constexpr std::string_view kLetters = "abcdefgh12345678NBRQKPOo0x-=+#!?(). ep:/nq";
  int read = 0;
  for (int i = 0; i < 60'000; ++i) {
    std::string text;
    if (i % 2) {
      const MoveList moves = legal_moves(play.position());
      text = to_san(play.position(),
                    moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))]);
      text[random.below(static_cast<std::uint32_t>(text.size()))] = kLetters[random.below(kLetters.size())];
    } else {
      const auto length = random.below(8);
      for (std::uint32_t n = 0; n < length; ++n) text += kLetters[random.below(kLetters.size())];
    }
    const auto move = parse_san(play.position(), text);
    if (move) {
      ++read;
      ASSERT_TRUE(play.position().is_legal(*move)) << text << " in " << to_fen(play.position());
    } else {
      ASSERT_FALSE(move.error().message.empty());
    }
    if (i % 8 == 0) play.step();
  }
  EXPECT_GT(read, 1000);
}

// --- UCI

TEST(Uci, MovesAreWrittenAsTheProtocolAsks) {
  EXPECT_EQ(to_uci(Move::none()), "0000");
  EXPECT_EQ(to_uci(Move(Square::E2, Square::E4)), "e2e4");
  EXPECT_EQ(to_uci(Move::promotion_to(PieceType::Knight, Square::H2, Square::G1)), "h2g1n");
  EXPECT_EQ(to_uci(Move(Square::E5, Square::D6, MoveKind::EnPassant)), "e5d6");
}

TEST(Uci, CastlingIsWrittenInTheNotationAskedForWhereThatIsPossible) {
  const Move usual_short(Square::E1, Square::H1, MoveKind::Castling);
  const Move usual_long(Square::E8, Square::A8, MoveKind::Castling);
  EXPECT_EQ(to_uci(usual_short), "e1g1");
  EXPECT_EQ(to_uci(usual_short, CastlingNotation::KingTakesRook), "e1h1");
  EXPECT_EQ(to_uci(usual_long), "e8c8");
  EXPECT_EQ(to_uci(usual_long, CastlingNotation::KingTakesRook), "e8a8");
  const Move unusual(Square::F1, Square::H1, MoveKind::Castling);
  EXPECT_EQ(to_uci(unusual), "f1h1");
  const Move unusual_rook(Square::E1, Square::G1, MoveKind::Castling);
  EXPECT_EQ(to_uci(unusual_rook), "e1g1");
}

TEST(Uci, BothCastlingNotationsAreRead) {
  const Position position = position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  const Move expected(Square::E1, Square::H1, MoveKind::Castling);
  EXPECT_EQ(*parse_uci_move(position, "e1g1"), expected);
  EXPECT_EQ(*parse_uci_move(position, "e1h1"), expected);
  // Without the right it isn't a legal move at all.
  EXPECT_FALSE(parse_uci_move(position_of("r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1"), "e1g1"));
  EXPECT_FALSE(parse_uci_move(position_of("r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1"), "e1h1"));
}

TEST(Uci, WhatIsNotAMoveIsAnErrorThatSaysWhy) {
  const Position start;
  const auto expect_error = [&](const Position& position, std::string_view text, std::string_view word) {
    const auto move = parse_uci_move(position, text);
    ASSERT_FALSE(move) << text;
    EXPECT_NE(move.error().message.find(word), std::string::npos) << move.error().message;
    EXPECT_LT(move.error().message.size(), 600u);
    for (const char c : move.error().message) ASSERT_TRUE(c >= 0x20 && c < 0x7F);
  };
  for (const auto* text :
       {"", "e", "e2", "e2e", "0000", "e2e9", "i2e4", "E2E4", "e2-e4", "e2e4e5", "(none)", "Nf3"}) {
    expect_error(start, text, "expected two squares");
  }
  expect_error(start, "e2e4x", "promotion to n, b, r or q");
  expect_error(start, "e2e4k", "promotion to n, b, r or q");
  expect_error(start, "e2e5", "not legal");
  expect_error(start, "e7e5", "not legal");
  expect_error(start, "e2e4q", "not legal");
  expect_error(start, "e3e4", "not legal");
  expect_error(start, "a1a1", "not legal");
  expect_error(position_of("7k/P7/8/8/8/8/8/4K3 w - - 0 1"), "a7a8", "fifth letter");
  expect_error(start, std::string(1'000'000, 'e'), "expected two squares");
  expect_error(start, std::string_view("e2e4\0", 5), "promotion");
  expect_error(start, "\xFF\xFE\xFD\xFC", "expected two squares");
}

TEST(Uci, PromotionsAreReadWithTheirPiece) {
  const Position position = position_of("7k/P7/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_EQ(parse_uci_move(position, "a7a8r")->promotion(), PieceType::Rook);
  EXPECT_EQ(parse_uci_move(position, "a7a8N")->promotion(), PieceType::Knight);
}

}  // namespace
}  // namespace tabia::chess
