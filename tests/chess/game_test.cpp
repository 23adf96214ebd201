#include "chess/game.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "chess/test_support.h"

namespace tabia::chess {
namespace {

using test::move_of;
using test::position_of;

Game game_from(std::string_view fen, std::initializer_list<std::string_view> moves = {}) {
  Game game(position_of(fen));
  for (const auto uci : moves) game.play(move_of(game.position(), uci));
  return game;
}

void play(Game& game, std::initializer_list<std::string_view> moves) {
  for (const auto uci : moves) game.play(move_of(game.position(), uci));
}

// GameEnd as text, so that failures can be read.
std::string_view end_of(const Game& game) { return name_of(game.end()); }
std::string_view end_of(std::string_view fen) { return end_of(game_from(fen)); }

TEST(Game, KeepsStartMovesAndPositions) {
  Game game;
  EXPECT_EQ(game.position(), Position());
  EXPECT_TRUE(game.moves().empty());
  EXPECT_EQ(game.positions().size(), 1u);
  play(game, {"e2e4", "e7e5"});
  EXPECT_EQ(game.start(), Position());
  EXPECT_EQ(game.moves().size(), 2u);
  EXPECT_EQ(game.positions().size(), 3u);
  EXPECT_EQ(game.positions()[1], test::after_moves(Position(), {"e2e4"}));
  EXPECT_EQ(game.position(), test::after_moves(Position(), {"e2e4", "e7e5"}));
  game.take_back();
  EXPECT_EQ(game.position(), test::after_moves(Position(), {"e2e4"}));
  game.take_back();
  EXPECT_EQ(game.position(), Position());
}

TEST(GameDeathTest, IllegalMovesAndTakingBackNothingStopTheProgram) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Game game;
  EXPECT_DEATH(game.play(Move(Square::E2, Square::E5)), "legal move");
  EXPECT_DEATH(game.play(Move::none()), "legal move");
  EXPECT_DEATH(game.take_back(), "take back");
}

TEST(Game, EndsByCheckmateAndStalemate) {
  EXPECT_EQ(end_of("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"), "checkmate");
  EXPECT_EQ(end_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), "stalemate");
  EXPECT_EQ(end_of("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), "checkmate");
  EXPECT_EQ(end_of(kStartFen), "none");
}

TEST(Game, AMoveEnPassantKeepsStalemateAway) {
  EXPECT_EQ(end_of("k7/8/1Q6/8/3Pp3/4Q3/8/2K5 b - d3 0 1"), "none");
  EXPECT_EQ(end_of("k7/8/1Q6/8/3Pp3/4Q3/8/2K5 b - - 0 1"), "stalemate");
}

TEST(Game, TheThirdOccurrenceEndsItAndTheSecondDoesNot) {
  Game game;
  play(game, {"g1f3", "g8f6", "f3g1", "f6g8"});
  EXPECT_EQ(game.earlier_occurrences(), 1);
  EXPECT_EQ(end_of(game), "none");
  play(game, {"g1f3", "g8f6", "f3g1"});
  EXPECT_EQ(game.earlier_occurrences(), 1);
  EXPECT_EQ(end_of(game), "none");
  play(game, {"f6g8"});
  EXPECT_EQ(game.earlier_occurrences(), 2);
  EXPECT_EQ(end_of(game), "threefold repetition");
  game.take_back();
  EXPECT_EQ(end_of(game), "none");
}

TEST(Game, OccurrencesNeedNotFollowEachOther) {
  Game game;
  play(game, {"g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6", "c3b1", "c6b8"});
  EXPECT_EQ(game.earlier_occurrences(), 2);
  EXPECT_EQ(end_of(game), "threefold repetition");
}

TEST(Game, TheSamePiecesWithTheOtherSideToMoveAreNoRepetition) {
  // White loses a move with its king on a triangle: the same board, but Black to move.
  Game game(position_of("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"));
  play(game, {"e3d3", "e6d6", "d3d4", "d6e6", "d4e3"});
  EXPECT_EQ(game.earlier_occurrences(), 0);
}

TEST(Game, ACaptureOrPawnMoveEndsTheSearchForRepetitions) {
  Game game;
  play(game, {"g1f3", "g8f6", "f3g1", "f6g8", "e2e4"});
  EXPECT_EQ(game.earlier_occurrences(), 0);
  play(game, {"g8f6", "g1f3", "f6g8", "f3g1"});
  // After e4 with Black to move: nothing can capture en passant, so it is the same position.
  EXPECT_EQ(game.earlier_occurrences(), 1);
}

TEST(Game, LosingACastlingRightMakesANewPosition) {
  Game game(position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
  play(game, {"h1g1", "h8g8", "g1h1", "g8h8"});
  EXPECT_EQ(game.earlier_occurrences(), 0);  // the same board, other rights
  play(game, {"h1g1", "h8g8", "g1h1", "g8h8"});
  EXPECT_EQ(game.earlier_occurrences(), 1);
  EXPECT_EQ(end_of(game), "none");
  play(game, {"h1g1", "h8g8", "g1h1", "g8h8"});
  EXPECT_EQ(end_of(game), "threefold repetition");
}

TEST(Game, APossibleEnPassantCaptureMakesAnotherPosition) {
  // After d5 White could take en passant; when the board comes back that chance is gone.
  Game game(position_of("4k1n1/3p4/8/4P3/8/8/8/4K1N1 b - - 0 1"));
  play(game, {"d7d5", "g1f3", "g8f6", "f3g1", "f6g8"});
  EXPECT_EQ(game.earlier_occurrences(), 0);
  play(game, {"g1f3", "g8f6", "f3g1", "f6g8"});
  EXPECT_EQ(game.earlier_occurrences(), 1);
  EXPECT_EQ(end_of(game), "none");
  // If the capture is not legal, the position is the same from the first time on.
  Game pinned(position_of("4k1n1/3p4/8/K3P2r/8/8/8/6N1 b - - 0 1"));
  play(pinned, {"d7d5", "g1f3", "g8f6", "f3g1", "f6g8"});
  EXPECT_EQ(pinned.earlier_occurrences(), 1);
}

TEST(Game, ThereAreNoOccurrencesBeforeTheStart) {
  // The clock says that twenty plies went before, but this game does not know them.
  Game game(position_of("4k1n1/8/8/8/8/8/8/R3K1N1 w - - 20 40"));
  EXPECT_EQ(game.earlier_occurrences(), 0);
  play(game, {"g1f3", "g8f6", "f3g1", "f6g8"});
  EXPECT_EQ(game.earlier_occurrences(), 1);
}

TEST(Game, FiftyMovesWithoutCaptureOrPawnMoveAreADraw) {
  EXPECT_EQ(end_of("4k3/8/8/8/8/8/8/R3K3 w - - 99 80"), "none");
  EXPECT_EQ(end_of("4k3/8/8/8/8/8/8/R3K3 w - - 100 80"), "fifty moves");
  Game game(position_of("4k3/8/8/8/8/8/7P/R3K3 w - - 99 80"));
  play(game, {"e1e2"});
  EXPECT_EQ(end_of(game), "fifty moves");
  game.take_back();
  play(game, {"h2h3"});
  EXPECT_EQ(end_of(game), "none");
}

TEST(Game, CheckmateOnTheLastOfTheFiftyMovesWins) {
  Game mate(position_of("7k/8/6K1/8/8/8/8/R7 w - - 99 80"));
  play(mate, {"a1a8"});
  EXPECT_EQ(mate.position().halfmove_clock(), 100);
  EXPECT_EQ(end_of(mate), "checkmate");
  Game stalemate(position_of("7k/8/6K1/8/8/8/8/1Q6 w - - 99 80"));
  play(stalemate, {"b1c1"});
  EXPECT_EQ(end_of(stalemate), "fifty moves");
  stalemate.take_back();
  play(stalemate, {"b1b3"});
  EXPECT_EQ(end_of(stalemate), "stalemate");
  Game check(position_of("7k/8/8/8/8/6K1/8/R7 w - - 99 80"));
  play(check, {"a1a8"});
  EXPECT_EQ(end_of(check), "fifty moves");
}

TEST(Game, MaterialThatCanNeverMateIsKnown) {
  struct Case {
    std::string_view fen;
    bool insufficient;
  };
  for (const Case& entry : {
           Case{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", true},
           Case{"4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true},
           Case{"4kn2/8/8/8/8/8/8/4K3 w - - 0 1", true},
           Case{"4k3/8/8/8/8/8/8/4KB2 w - - 0 1", true},
           Case{"4kb2/8/8/8/8/8/8/4K3 w - - 0 1", true},
           Case{"4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true},    // bishops on f8 and c1: both dark
           Case{"4k1b1/8/8/8/8/8/8/2B1K3 w - - 0 1", false},  // light and dark
           Case{"4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1", true},    // two of one color, by promotion
           Case{"b1b1k3/8/8/8/8/8/8/4K3 w - - 0 1", true},
           Case{"4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", false},  // both colors
           Case{"4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", false},   // a helpmate exists
           Case{"4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false},
           Case{"4kn2/8/8/8/8/8/8/4KB2 w - - 0 1", false},
           Case{"4k3/8/8/8/8/8/8/4KBN1 w - - 0 1", false},
           Case{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false},
           Case{"4k3/8/8/8/8/8/8/4K2R w - - 0 1", false},
           Case{"4kq2/8/8/8/8/8/8/4K3 w - - 0 1", false},
           Case{kStartFen, false},
       }) {
    EXPECT_EQ(is_insufficient_material(position_of(entry.fen)), entry.insufficient) << entry.fen;
    EXPECT_EQ(is_insufficient_material(test::with_colours_changed(position_of(entry.fen))),
              entry.insufficient)
        << entry.fen;
    EXPECT_EQ(end_of(entry.fen), entry.insufficient ? "insufficient material" : "none") << entry.fen;
  }
}

TEST(Game, EveryEndHasAName) {
  for (const GameEnd end : {GameEnd::Checkmate, GameEnd::Stalemate, GameEnd::InsufficientMaterial,
                            GameEnd::FiftyMoves, GameEnd::Threefold}) {
    EXPECT_NE(name_of(end), "none");
    EXPECT_FALSE(name_of(end).empty());
  }
}

// Occurrences counted by comparing the texts of all earlier positions of the game.
TEST(Game, RepetitionsEqualThoseFoundByComparingAllPositions) {
  base::Random random(601);
  int repeated = 0;
  for (int round = 0; round < 60; ++round) {
    Game game(round % 2 ? position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
                        : position_of("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"));
    std::vector<std::string> texts = {to_epd_position(game.position())};
    for (int ply = 0; ply < 120; ++ply) {
      const MoveList moves = legal_moves(game.position());
      if (moves.empty()) break;
      // Often straight back to where the piece came from, so that positions repeat.
      Move move = moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))];
      if (game.moves().size() >= 2 && random.below(4) != 0) {
        const Move last = game.moves()[game.moves().size() - 2];
        const Move back(last.to(), last.from());
        if (game.position().is_legal(back)) move = back;
      }
      game.play(move);
      const std::string text = to_epd_position(game.position());
      int expected = 0;
      for (const std::string& earlier : texts) expected += earlier == text;
      ASSERT_EQ(game.earlier_occurrences(), expected) << to_fen(game.position());
      repeated += expected > 0;
      texts.push_back(text);
    }
  }
  EXPECT_GT(repeated, 500);
}

}  // namespace
}  // namespace tabia::chess
