// `tabia games` as users run it.
#include <gtest/gtest.h>

#include <fstream>

#include "folder.h"
#include "paths.h"
#include "program.h"

namespace {

using tabia::test::mentions;
using tabia::test::Outcome;
using tabia::test::run;

class GamesCommand : public testing::Test {
 protected:
  void SetUp() override {
    const Outcome made = run("games import '" + tabia::test::test_data() + "/games.pgn'" + db_, true);
    if (mentions(made, "without SQLite")) GTEST_SKIP() << made.output;
    ASSERT_EQ(made.code, 0) << made.output;
    ASSERT_TRUE(mentions(made, " games added, 0 were there already")) << made.output;
  }
  tabia::test::Folder folder_;
  const std::string db_ = " --db '" + (folder_ / "games.sqlite") + "' ";
};

TEST_F(GamesCommand, CountsMovesFindsPlayersAndShowsAGame) {
  const Outcome all = run("games moves" + db_);
  EXPECT_EQ(all.code, 0);
  EXPECT_TRUE(mentions(all, "move          games  White draw Black  rating\n")) << all.output;
  EXPECT_TRUE(mentions(all, "all ")) << all.output;
  EXPECT_TRUE(run("games moves --json" + db_).output.starts_with("{\"fen\":\"rnbqkbnr/"));
  EXPECT_TRUE(mentions(run("games players" + db_), "wins   draws  losses  player\n"));
  EXPECT_TRUE(mentions(run("games show 1" + db_), "[Event "));
}

TEST_F(GamesCommand, MakesATableOfOpenings) {
  const std::string table = folder_ / "openings.table";
  const Outcome made = run("games table '" + table + "' --plies 8 --games 1 --about 'test games'" + db_);
  EXPECT_EQ(made.code, 0) << made.output;
  EXPECT_TRUE(mentions(made, " positions, ")) << made.output;
  std::ifstream file(table, std::ios::binary);
  std::string begin(28, ' ');
  file.read(begin.data(), 28);
  EXPECT_EQ(begin, "tabia openings 1\ntest games\n");
  EXPECT_EQ(run("games table '" + table + "' --plies 0" + db_, true).code, 2);
  EXPECT_EQ(run("games table '" + table + "' --db '" + (folder_ / "none") + "'", true).code, 1);
}

TEST_F(GamesCommand, SaysWhatIsWrong) {
  const Outcome illegal = run("games moves e4 e4" + db_, true);
  EXPECT_EQ(illegal.code, 2);
  EXPECT_TRUE(mentions(illegal, "e4")) << illegal.output;
  EXPECT_EQ(run("games moves --color green" + db_, true).code, 2);
  EXPECT_EQ(run("games show 999" + db_, true).code, 1);
  EXPECT_EQ(run("games show x" + db_, true).code, 2);
  EXPECT_EQ(run("games moves --db '" + (folder_ / "none") + "'", true).code, 1);
}

}  // namespace
