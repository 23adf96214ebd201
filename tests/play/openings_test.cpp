#include "play/openings.h"

#include <gtest/gtest.h>

#include <set>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "play/play_support.h"

namespace tabia::play {
namespace {

using test::TemporaryFolder;

const std::string kEpd =
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 id \"one\";\n"
    "# a comment\n\n"
    "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -\n"
    "rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1\n";

TEST(Openings, PositionsComeInTheOrderOfTheFileAndThenAgain) {
  const TemporaryFolder folder;
  const auto book = Openings::read(folder.write("book.epd", kEpd), OpeningOrder::Sequential, 0);
  ASSERT_TRUE(book.ok()) << book.error().message;
  EXPECT_EQ(book->size(), 3U);
  const auto pawn_at = [&](std::uint64_t number, chess::Square square) {
    return book->opening(number).position().piece_on(square) == chess::Piece::WhitePawn;
  };
  using chess::Square;
  EXPECT_TRUE(pawn_at(0, chess::make_square(4, 3)));
  EXPECT_TRUE(pawn_at(1, chess::make_square(3, 3)));
  EXPECT_TRUE(pawn_at(2, chess::make_square(2, 3)));
  EXPECT_TRUE(pawn_at(3, chess::make_square(4, 3)));
}

TEST(Openings, ARandomOrderHasEveryOpeningOnceAndTheSeedDecidesIt) {
  const TemporaryFolder folder;
  std::string lines;
  for (int i = 1; i <= 100; ++i) lines += "4k3/8/8/8/8/8/4P3/4K3 w - - 0 " + std::to_string(i) + "\n";
  const std::string path = folder.write("book.fen", lines);
  const auto numbers = [&](std::uint64_t seed) {
    const auto book = Openings::read(path, OpeningOrder::Random, seed).value();
    std::vector<int> out;
    for (std::uint64_t i = 0; i < 100; ++i) out.push_back(book.opening(i).position().fullmove_number());
    return out;
  };
  const auto first = numbers(1);
  EXPECT_EQ(first, numbers(1));
  EXPECT_NE(first, numbers(2));
  EXPECT_EQ(std::set<int>(first.begin(), first.end()).size(), 100U);
}

TEST(Openings, GamesArePlayedUpToTheGivenPly) {
  const TemporaryFolder folder;
  const std::string path =
      folder.write("book.pgn",
                   "[Event \"a\"]\n\n1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 *\n\n[Event \"b\"]\n[SetUp \"1\"]\n"
                   "[FEN \"4k2r/5ppp/8/8/8/8/5PPP/4K2R w Kk - 0 1\"]\n\n1. O-O O-O *\n");
  const auto book = Openings::read(path, OpeningOrder::Sequential, 0, 3);
  ASSERT_TRUE(book.ok()) << book.error().message;
  ASSERT_EQ(book->size(), 2U);
  EXPECT_EQ(book->opening(0).moves().size(), 3U);
  EXPECT_EQ(book->opening(0).start(), chess::Position());
  EXPECT_EQ(book->opening(1).moves().size(), 2U);
  EXPECT_EQ(chess::to_fen(book->opening(1).position()), "5rk1/5ppp/8/8/8/8/5PPP/5RK1 w - - 2 2");
}

TEST(Openings, ABadLineIsNamedAndABookWithoutOpeningsIsRefused) {
  const TemporaryFolder folder;
  const auto error_of = [&](const std::string& name, const std::string& content) {
    const auto book = Openings::read(folder.write(name, content), OpeningOrder::Random, 0);
    return book.ok() ? "accepted" : book.error().message;
  };
  EXPECT_NE(error_of("bad.epd", kEpd + "nonsense\n").find("bad.epd:6"), std::string::npos)
      << error_of("bad.epd", kEpd + "nonsense\n");
  EXPECT_NE(error_of("bad.pgn", "1. e4 e5 2. Ke3 *\n").find("bad.pgn"), std::string::npos);
  EXPECT_NE(error_of("empty.epd", "# nothing\n"), "accepted");
  EXPECT_NE(error_of("mated.epd", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n"), "accepted");
  EXPECT_NE(error_of("book.zip", "PK").find("unzip"), std::string::npos);
  EXPECT_FALSE(Openings::read(folder.file("nowhere.epd"), OpeningOrder::Random, 0).ok());
}

TEST(Openings, BooksThatDifferHaveDifferentFingerprints) {
  const TemporaryFolder folder;
  const auto print = [&](const std::string& content) {
    return Openings::read(folder.write("book.epd", content), OpeningOrder::Sequential, 0)
        .value()
        .fingerprint();
  };
  EXPECT_EQ(print(kEpd), print(kEpd + "# more\n"));
  EXPECT_NE(print(kEpd), print(kEpd.substr(0, kEpd.find('#'))));
}

TEST(Openings, RandomOpeningsAreManyReproducibleAndPlayable) {
  for (const bool chess960 : {false, true}) {
    const Openings openings = Openings::random_moves(3, chess960);
    std::set<std::string> seen;
    for (std::uint64_t i = 0; i < 100; ++i) {
      const chess::Game game = openings.opening(i);
      EXPECT_EQ(game.moves(), Openings::random_moves(3, chess960).opening(i).moves());
      EXPECT_EQ(game.end(), chess::GameEnd::None);
      seen.insert(chess::to_fen(game.position()));
    }
    EXPECT_GT(seen.size(), 95U);
  }
}

TEST(Openings, TheStartPositionsOfChess960AreTheKnownOnes) {
  EXPECT_EQ(chess960_start(518), chess::Position());
  EXPECT_EQ(chess::to_fen(chess960_start(0)), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
  EXPECT_EQ(chess::to_fen(chess960_start(959)), "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1");
  std::set<std::string> all;
  for (int i = 0; i < 960; ++i) all.insert(chess::to_fen(chess960_start(i)));
  EXPECT_EQ(all.size(), 960U);
}

}  // namespace
}  // namespace tabia::play
