// The public library as a stranger uses it: only through include/tabia.
#include <gtest/gtest.h>

#include <string>
#include <tabia/tabia.hpp>

namespace {

TEST(Api, ABoardStartsAtTheUsualPositionAndKnowsItsTwentyMoves) {
  const tabia::Board board;
  EXPECT_EQ(board.fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  EXPECT_EQ(board.moves().size(), 20u);
  EXPECT_EQ(board.perft(4), 197281u);
  EXPECT_EQ(board.state(), TABIA_GOES_ON);
}

TEST(Api, MovesArePlayedInUciAndInSanAndTakenBack) {
  tabia::Board board;
  const std::uint64_t start_key = board.key();
  board.play("e2e4");
  board.play("e5");
  board.play("Ng1-f3");
  EXPECT_EQ(board.fen(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
  EXPECT_TRUE(board.take_back());
  EXPECT_TRUE(board.take_back());
  EXPECT_TRUE(board.take_back());
  EXPECT_EQ(board.key(), start_key);
  EXPECT_FALSE(board.take_back());
}

TEST(Api, AnIllegalMoveIsRefusedWithItsTextAndLeavesThePositionAlone) {
  tabia::Board board;
  const std::string before = board.fen();
  try {
    board.play("e2e5");
    FAIL() << "the move was accepted";
  } catch (const std::invalid_argument& failure) {
    EXPECT_NE(std::string(failure.what()).find("e2e5"), std::string::npos) << failure.what();
  }
  EXPECT_EQ(board.fen(), before);
}

TEST(Api, ABrokenFenIsRefusedAndTheMessageNamesTheField) {
  try {
    tabia::Board board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1");
    FAIL() << "the FEN was accepted";
  } catch (const std::invalid_argument& failure) {
    EXPECT_NE(std::string(failure.what()).find("side to move"), std::string::npos) << failure.what();
  }
}

TEST(Api, MateAndRepetitionAreSeen) {
  tabia::Board mate;
  for (const char* move : {"f3", "e5", "g4", "Qh4"}) mate.play(move);
  EXPECT_EQ(mate.state(), TABIA_CHECKMATE);
  tabia::Board repetition;
  for (const char* move : {"Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"}) repetition.play(move);
  EXPECT_EQ(repetition.state(), TABIA_THREEFOLD);
}

TEST(Api, CopiesAreIndependent) {
  tabia::Board original;
  tabia::Board copy = original;
  copy.play("d4");
  EXPECT_NE(original.fen(), copy.fen());
  original = copy;
  EXPECT_EQ(original.fen(), copy.fen());
}

TEST(Api, BuffersThatAreTooSmallGetTheBeginningAndAreTerminated) {
  tabia_position* position = tabia_position_new(nullptr, nullptr, 0);
  char text[5] = {'?', '?', '?', '?', '?'};
  EXPECT_GT(tabia_position_fen(position, text, sizeof text), sizeof text);
  EXPECT_STREQ(text, "rnbq");
  tabia_move one{};
  EXPECT_EQ(tabia_position_moves(position, &one, 1), 20u);
  EXPECT_NE(one.uci[0], '\0');
  char error[4];
  EXPECT_EQ(tabia_position_play(position, "nonsense", error, sizeof error), 0);
  EXPECT_EQ(std::string(error).size(), 3u);
  EXPECT_EQ(tabia_position_play(position, "nonsense", nullptr, 0), 0);
  tabia_position_free(position);
  tabia_position_free(nullptr);
}

TEST(Api, Chess960CastlingIsListedAndPlayed) {
  tabia::Board board("1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1");
  bool king_side = false;
  for (const tabia_move& move : board.moves()) king_side |= std::string(move.uci) == "c1h1";
  EXPECT_TRUE(king_side);
  board.play("O-O");
  EXPECT_EQ(board.fen(), "1rk4r/8/8/8/8/8/8/1R3RK1 b kq - 1 1");
}

}  // namespace
