#include "games/database.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "chess/fen.h"
#include "chess/notation.h"
#include "folder.h"
#include "games/import.h"
#include "games/json.h"

namespace {

using namespace tabia;
using namespace tabia::games;
using chess::Color;
using chess::GameResult;
using chess::Position;

constexpr const char* kGames = R"([White "Adams"]
[Black "Burn"]
[Date "2001.02.03"]
[WhiteElo "2000"]
[BlackElo "1800"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 1-0

[White "burn"]
[Black "Capablanca"]
[Date "2002.02.03"]
[WhiteElo "1600"]
[Result "0-1"]

1. e4 {comments} (1. d4 d5) c5 0-1

[White "Capablanca"]
[Black "Adams"]
[Date "2003.02.03"]
[Result "1/2-1/2"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 1/2-1/2

[White "Nobody"]
[Black "Noone"]

1. e4 *
)";

class Games : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_sqlite()) GTEST_SKIP() << "built without SQLite";
  }
  [[nodiscard]] std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  [[nodiscard]] ImportTotals import(const std::string& text, int plies = 1000) const {
    base::Watch watch;
    const auto totals = run({.files = {write("in.pgn", text)}, .database = path_, .plies = plies}, watch);
    EXPECT_TRUE(totals) << totals.error().message;
    return totals ? *totals : ImportTotals{};
  }
  [[nodiscard]] std::unique_ptr<Database> opened() const {
    auto database = Database::open(path_);
    EXPECT_TRUE(database) << database.error().message;
    return std::move(*database);
  }
  [[nodiscard]] static Position after(std::initializer_list<const char*> moves) {
    Position position;
    for (const char* move : moves) position.make(*chess::parse_san(position, move));
    return position;
  }

  test::Folder folder_;
  const std::string path_ = folder_ / "games.sqlite";
};

TEST_F(Games, MovesOfAPositionAreCountedWithResultsAndTheMeanRatingOfThoseWhoPlayedThem) {
  EXPECT_EQ(import(kGames).added, 4u);
  const auto database = opened();
  EXPECT_EQ(database->size(), 4u);
  const auto found = database->find(Position(), {}, 10);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->counts, (Counts{4, 1, 1, 1}));
  ASSERT_EQ(found->moves.size(), 2u);
  EXPECT_EQ(chess::to_uci(found->moves[0].move), "e2e4");
  EXPECT_EQ(found->moves[0].counts, (Counts{3, 1, 0, 1}));
  EXPECT_EQ(found->moves[0].rating, 1800);
  EXPECT_EQ(found->moves[1].counts, (Counts{1, 0, 1, 0}));
  EXPECT_EQ(found->moves[1].rating, std::nullopt);
  ASSERT_EQ(found->games.size(), 4u);
  EXPECT_EQ(found->games[0].white, "Adams");  // the highest rating
  EXPECT_EQ(found->games[0].result, GameResult::WhiteWins);
}

TEST_F(Games, TheLastPositionOfAGameIsFoundAndARepeatedOneCountsOnce) {
  static_cast<void>(import(kGames));
  const auto database = opened();
  const auto last = database->find(after({"e4", "e5", "Nf3", "Nc6"}), {}, 10);
  EXPECT_EQ(last->counts.games, 1u);
  EXPECT_TRUE(last->moves.empty());
  EXPECT_EQ(last->games.size(), 1u);
  const auto repeated = database->find(after({"Nf3"}), {}, 10);
  EXPECT_EQ(repeated->counts.games, 1u);
  EXPECT_EQ(repeated->games.size(), 1u);
  EXPECT_EQ(database->find(after({"a4"}), {}, 10)->counts.games, 0u);
}

TEST_F(Games, APlayerIsFoundByAPartOfTheNameAndFiltersThePosition) {
  static_cast<void>(import(kGames));
  const auto database = opened();
  const auto players = database->players("BUR", 10);
  ASSERT_EQ(players->size(), 1u);
  EXPECT_EQ(players->front().name, "Burn");  // as it was first written
  EXPECT_EQ(players->front().games, 2u);
  EXPECT_EQ(players->front().losses, 2u);
  EXPECT_EQ(database->players("", 10)->size(), 5u);
  EXPECT_EQ(database->find(Position(), {.player = "burn", .color = {}}, 10)->counts.games, 2u);
  EXPECT_EQ(database->find(Position(), {.player = "Burn", .color = Color::White}, 10)->counts.games, 1u);
  EXPECT_EQ(database->find(Position(), {.player = "Burn", .color = Color::Black}, 10)->games.size(), 1u);
  EXPECT_EQ(database->find(Position(), {.player = "Bur", .color = {}}, 10)->counts.games, 0u);
  const auto games = database->games_of({.player = "Burn", .color = {}}, 10);
  ASSERT_EQ(games->size(), 2u);
  EXPECT_EQ((*games)[0].date, "2002.02.03");  // latest first
}

TEST_F(Games, AGameComesBackAsItWasPlayed) {
  constexpr const char* kFen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  static_cast<void>(import("[White \"A\"]\n[FEN \"" + std::string(kFen) + "\"]\n\n1. e4 Kd7 2. e5 1-0\n"));
  const auto game = opened()->game(1);
  ASSERT_TRUE(game && *game);
  EXPECT_EQ(chess::to_fen((*game)->start), kFen);
  EXPECT_EQ((*game)->line.moves.size(), 3u);
  EXPECT_EQ(*(*game)->tag("White"), "A");
  EXPECT_EQ((*game)->result, GameResult::WhiteWins);
  EXPECT_FALSE(opened()->game(2)->has_value());
}

TEST_F(Games, AGameThatIsThereAlreadyIsSkippedSoThatAnImportCanBeRepeated) {
  EXPECT_EQ(import(kGames).added, 4u);
  const ImportTotals again = import(std::string(kGames) + "\n[White \"New\"]\n\n1. c4 *\n");
  EXPECT_EQ(again.added, 1u);
  EXPECT_EQ(again.known, 4u);
  EXPECT_EQ(opened()->find(Position(), {}, 0)->counts.games, 5u);
}

TEST_F(Games, BadGamesAreReportedAndTheOthersAdded) {
  struct : base::Watch {
    void remark(const std::string& text) override { heard += text; }
    std::string heard;
  } watch;
  const auto totals = run(
      {.files = {write("in.pgn", "1. e4 e5 2. Ke3 *\n\n[White \"Good\"]\n\n1. d4 *\n")}, .database = path_},
      watch);
  ASSERT_TRUE(totals);
  EXPECT_EQ(totals->bad, 1u);
  EXPECT_EQ(totals->added, 1u);
  EXPECT_NE(watch.heard.find("Ke3"), std::string::npos) << watch.heard;
}

TEST_F(Games, AnInterruptedImportKeepsWhatItHasAndResumes) {
  struct : base::Watch {
    [[nodiscard]] bool interrupted() const override { return asked++ == 2; }
    mutable int asked = 0;
  } watch;
  const auto stopped = run({.files = {write("in.pgn", kGames)}, .database = path_}, watch);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, base::ErrorKind::Interrupted);
  EXPECT_EQ(opened()->size(), 2u);
  const ImportTotals rest = import(kGames);
  EXPECT_EQ(rest.known, 2u);
  EXPECT_EQ(rest.added, 2u);
}

TEST_F(Games, OnlyTheFirstPliesCanBeFoundIfToldSo) {
  static_cast<void>(import(kGames, 2));
  EXPECT_EQ(opened()->find(after({"e4", "e5"}), {}, 0)->counts.games, 1u);
  EXPECT_EQ(opened()->find(after({"e4", "e5", "Nf3"}), {}, 0)->counts.games, 0u);
  EXPECT_EQ((*opened()->game(1))->line.moves.size(), 4u);
}

TEST_F(Games, FilesThatAreNoDatabaseOfOursAreRefusedInWords) {
  const auto missing = Database::open(folder_ / "none.sqlite");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("tabia games import"), std::string::npos);
  const std::string text = write("text.sqlite", std::string(5000, 'x'));
  ASSERT_FALSE(Database::open(text));
  base::Watch watch;
  EXPECT_FALSE(run({.files = {write("in.pgn", kGames)}, .database = text}, watch));
  EXPECT_FALSE(run({.files = {folder_ / "none.pgn"}, .database = path_}, watch));
  {
    auto other = Connection::open(folder_ / "other.sqlite", Connection::Mode::Write);
    ASSERT_TRUE(other->run("CREATE TABLE t (a)"));
  }
  const auto other = Database::open(folder_ / "other.sqlite");
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("another program"), std::string::npos) << other.error().message;
}

TEST_F(Games, AnImportLeavesOneFile) {
  static_cast<void>(import(kGames));
  EXPECT_TRUE(std::filesystem::exists(path_));
  EXPECT_FALSE(std::filesystem::exists(path_ + "-wal"));
}

TEST_F(Games, JsonHasTheFieldsThatTheServiceDescribes) {
  static_cast<void>(import(kGames));
  base::JsonWriter json;
  json.begin_object();
  add_position_games(json, after({"e4"}), *opened()->find(after({"e4"}), {}, 1));
  EXPECT_EQ(json.end_object().text(),
            R"({"counts":{"games":3,"white":1,"draws":0,"black":1},"moves":[)"
            R"({"uci":"c7c5","san":"c5","games":1,"white":0,"draws":0,"black":1},)"
            R"({"uci":"e7e5","san":"e5","games":1,"white":1,"draws":0,"black":0,"rating":1800}],"games":[)"
            R"({"id":1,"white":"Adams","black":"Burn","white_rating":2000,"black_rating":1800,)"
            R"("result":"1-0","date":"2001.02.03","event":""}]})");
}

}  // namespace
