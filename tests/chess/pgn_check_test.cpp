#include "chess/pgn_check.h"

#include <gtest/gtest.h>

#include <fstream>
#include <vector>

#include "folder.h"

namespace tabia::chess {
namespace {

struct PgnRemarks : base::Watch {
  void remark(const std::string& text) override { texts.push_back(text); }
  [[nodiscard]] bool interrupted() const override { return stop; }
  std::vector<std::string> texts;
  bool stop = false;
};

TEST(PgnCheck, CountsGamesResultsMovesAndEvaluationsAndNamesBadGames) {
  const tabia::test::Folder folder;
  const std::string path = folder / "games.pgn";
  std::ofstream(path) << "1. e4 {[%eval 0.3]} e5 2. Nf3 1-0\n\n1. e4 e5 2. Nf7 0-1\n\n1. d4 d5 1/2-1/2\n";
  PgnRemarks remarks;
  const auto totals = check_pgn(path, remarks);
  ASSERT_TRUE(totals.ok()) << totals.error().message;
  EXPECT_EQ(totals->games, 2u);
  EXPECT_EQ(totals->bad, 1u);
  EXPECT_EQ(totals->moves, 5u);
  EXPECT_EQ(totals->scored_moves, 1u);
  EXPECT_EQ(totals->wins[Color::White], 1u);
  EXPECT_EQ(totals->wins[Color::Black], 0u);
  EXPECT_EQ(totals->draws, 1u);
  ASSERT_EQ(remarks.texts.size(), 1u);
  EXPECT_NE(remarks.texts[0].find("games.pgn: line 3: "), std::string::npos) << remarks.texts[0];
}

TEST(PgnCheck, AnInterruptIsAnErrorOfItsOwnKind) {
  const tabia::test::Folder folder;
  const std::string path = folder / "games.pgn";
  std::ofstream(path) << "1. e4 e5 1-0\n";
  PgnRemarks remarks;
  remarks.stop = true;
  const auto totals = check_pgn(path, remarks);
  ASSERT_FALSE(totals.ok());
  EXPECT_EQ(totals.error().kind, base::ErrorKind::Interrupted);
}

}  // namespace
}  // namespace tabia::chess
