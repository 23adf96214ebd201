#include "search/repetition.h"

#include <gtest/gtest.h>

#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/test_support.h"

namespace tabia::search {
namespace {

using namespace tabia::chess;
using chess::test::position_of;

Game game_after(const Position& start, std::initializer_list<const char*> moves) {
  Game game(start);
  for (const char* move : moves) game.play(parse_uci_move(game.position(), move).value());
  return game;
}

// The path below the root, move by move.
struct Walk {
  Position position;
  Path path;
  int ply = 0;
  explicit Walk(const Game& game) : position(game.position()) { path.reset(game); }
  void play(const char* move) {
    position.make(parse_uci_move(position, move).value());
    path.push(position);
    ++ply;
  }
};

TEST(Repetition, OnceIsEnoughWithinTheSearch) {
  Walk line{Game()};
  for (const char* move : {"e2e4", "e7e5", "g1f3", "g8f6", "f3g1"}) {
    line.play(move);
    EXPECT_FALSE(line.path.is_repetition(line.ply)) << move;
  }
  line.play("f6g8");
  EXPECT_TRUE(line.path.is_repetition(line.ply));
}

TEST(Repetition, APositionOfTheGameMustHaveOccurredTwice) {
  Walk once(game_after(Position(), {"g1f3", "g8f6", "f3g1"}));
  once.play("f6g8");  // the start position for the second time
  EXPECT_FALSE(once.path.is_repetition(once.ply));

  Walk twice(game_after(Position(), {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"}));
  twice.play("f6g8");  // for the third time
  EXPECT_TRUE(twice.path.is_repetition(twice.ply));
}

TEST(Repetition, ACaptureOrANullMoveInBetweenEndsIt) {
  Walk line{Game()};
  line.play("g1f3");
  Position passed = line.position;
  passed.make_null();
  line.path.push_null(passed);
  line.position = passed;
  line.ply += 1;
  for (const char* move : {"f3g1", "g8f6", "g1f3", "f6g8"}) line.play(move);
  // After Nf3, null, Ng1 Nf6 Nf3 Ng8: the position after the null move again, but it may not be counted across it.
  EXPECT_TRUE(line.path.is_repetition(line.ply));  // the null position itself is within the search
  Walk other{Game()};
  for (const char* move : {"g1f3", "g8f6"}) other.play(move);
  passed = other.position;
  passed.make_null();
  other.path.push_null(passed);
  other.position = passed;
  other.ply += 1;
  other.play("f6g8");
  passed = other.position;
  passed.make_null();
  other.path.push_null(passed);
  other.position = passed;
  other.ply += 1;
  other.play("g8f6");  // as after Nf3 Nf6, but only by passing
  EXPECT_FALSE(other.path.is_repetition(other.ply));
}

// What the cuckoo table answers, found by trying every move.
bool can_repeat(const Walk& line) {
  for (const Move move : legal_moves(line.position)) {
    Walk next = line;
    next.position.make(move);
    next.path.push(next.position);
    next.ply += 1;
    if (next.path.is_repetition(next.ply)) return true;
  }
  return false;
}

TEST(Repetition, AnUpcomingOneIsSeenExactlyWhenAMoveRepeats) {
  int seen = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    base::Random random(seed);
    Walk line(Game(position_of("4k1n1/8/8/8/8/8/8/1N2K2R w - - 0 1")));
    for (int i = 0; i < 30; ++i) {
      const MoveList moves = legal_moves(line.position);
      if (moves.empty()) break;
      // Often back where the piece came from, so that positions repeat.
      const Move move = moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))];
      line.position.make(move);
      line.path.push(line.position);
      line.ply += 1;
      if (line.path.is_repetition(line.ply)) break;
      const bool upcoming = line.path.has_upcoming_repetition(line.position, line.ply);
      if (upcoming) {
        ++seen;
        EXPECT_TRUE(can_repeat(line));
      }
      // The other way round only up to what the difference of keys can tell: castling rights don't come back here.
      if (can_repeat(line)) {
        EXPECT_TRUE(upcoming);
      }
    }
  }
  EXPECT_GT(seen, 50);
}

}  // namespace
}  // namespace tabia::search
