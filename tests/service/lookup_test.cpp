// /lookup and /games: what the service knows about positions without a search.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "folder.h"
#include "games/import.h"
#include "paths.h"
#include "service/running_service.h"

namespace {

using namespace tabia;
using namespace tabia::service;
using namespace tabia::service::test;
using http::test::Reply;

TEST(Lookup, AServiceWithoutDatabaseAndTablesKnowsNothingAndSaysWhatToDo) {
  ServiceOptions options = test_options();
  options.openings_file = "none";
  const RunningService service(options);
  EXPECT_EQ(service.post("/lookup", "{}").body, "{\"fen\":\"" + std::string(kStart) + "\"}");
  EXPECT_EQ(service.ask("GET", "/games").status, 404);
  EXPECT_NE(service.ask("GET", "/games/1").body.find("--games"), std::string::npos);
  EXPECT_NE(service.ask("GET", "/models").body.find("\"lookup\":{}"), std::string::npos);
}

TEST(Lookup, GamesAreFoundByPositionAndPlayerAndCanBeFetched) {
  if (!games::has_sqlite()) GTEST_SKIP() << "built without SQLite";
  const tabia::test::Folder folder;
  std::ofstream(folder / "in.pgn") << "[White \"Élan\"]\n[Black \"B\"]\n\n1. e4 c5 1-0\n";
  base::Watch watch;
  ASSERT_TRUE(games::run({.files = {folder / "in.pgn"}, .database = folder / "db"}, watch));
  ServiceOptions options = test_options();
  options.games_file = folder / "db";
  const RunningService service(options);
  EXPECT_NE(service.ask("GET", "/models").body.find("\"lookup\":{\"games\":1,\"import\":true,\"openings\":"),
            std::string::npos);
  const Reply found = service.post("/lookup", R"({"moves":["e4"]})");
  EXPECT_NE(found.body.find(R"("moves":[{"uci":"c7c5","san":"c5","games":1,"white":1,)"), std::string::npos)
      << found.body;
  const Reply other = service.post("/lookup", R"({"player":"B","color":"white"})");
  EXPECT_NE(other.body.find(R"("counts":{"games":0)"), std::string::npos) << other.body;
  expect_problem(service.post("/lookup", R"({"color":"green"})"), 422, "color");
  const Reply players = service.ask("GET", "/games?player=%C3%89lan");
  EXPECT_NE(players.body.find(R"({"name":"Élan","games":1,"wins":1,)"), std::string::npos) << players.body;
  const Reply game = service.ask("GET", "/games/1");
  EXPECT_EQ(game.header("content-type"), "application/x-chess-pgn");
  EXPECT_NE(game.body.find("1. e4 c5 1-0"), std::string::npos) << game.body;
  for (const char* path : {"/games/2", "/games/x", "/games/-1"})
    EXPECT_EQ(service.ask("GET", path).status, 404) << path;
}

TEST(Lookup, OpeningsAreKnownToEveryServiceWithWhatGamesTheyAre) {
  const RunningService service;
  EXPECT_NE(service.ask("GET", "/models").body.find("\"lookup\":{\"openings\":"), std::string::npos);
  const Reply found = service.post("/lookup", R"({"moves":["e4","c5"]})");
  EXPECT_NE(found.body.find(R"("openings":{"about":")"), std::string::npos) << found.body;
  EXPECT_NE(found.body.find(R"("uci":"g1f3","san":"Nf3","games":)"), std::string::npos) << found.body;
  const Reply unknown = service.post("/lookup", R"({"fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1"})");
  EXPECT_EQ(unknown.body.find("openings"), std::string::npos) << unknown.body;
  const Reply file = service.ask("GET", "/assets/openings.table");
  EXPECT_EQ(file.body, games::embedded_openings());
  // With both the page may share memory among its workers.
  EXPECT_EQ(service.ask("GET", "/").header("cross-origin-opener-policy"), "same-origin");
  EXPECT_EQ(service.ask("GET", "/").header("cross-origin-embedder-policy"), "require-corp");
  ServiceOptions wrong = test_options();
  wrong.openings_file = "/nonexistent";
  EXPECT_FALSE(Service::open(wrong, "test"));
}

// A database with one game, and a service that reads it.
ServiceOptions options_with_games(const tabia::test::Folder& folder) {
  std::ofstream(folder / "in.pgn") << "[White \"A\"]\n[Black \"B\"]\n\n1. e4 c5 1-0\n";
  base::Watch watch;
  EXPECT_TRUE(games::run({.files = {folder / "in.pgn"}, .database = folder / "db"}, watch));
  ServiceOptions options = test_options();
  options.games_file = folder / "db";
  return options;
}

TEST(Import, GamesAreAddedWhileTheDatabaseIsReadAndBadOnesAreNamed) {
  if (!games::has_sqlite()) GTEST_SKIP() << "built without SQLite";
  const tabia::test::Folder folder;
  const RunningService service(options_with_games(folder));
  EXPECT_NE(service.post("/lookup", "{}").body.find(R"("counts":{"games":1)"), std::string::npos);
  const std::string pgn =
      "[White \"C\"]\n[Black \"D\"]\n\n1. d4 d5 1/2-1/2\n\n[White \"E\"]\n\n1. e4 e4 *\n\n"
      "[White \"A\"]\n[Black \"B\"]\n\n1. e4 c5 1-0\n";
  const auto answer = json_of(service.ask("POST", "/games", pgn));
  EXPECT_EQ(number_in(answer, "added"), 1);
  EXPECT_EQ(number_in(answer, "known"), 1);
  EXPECT_EQ(number_in(answer, "bad"), 1);
  EXPECT_EQ(number_in(answer, "games"), 2);
  ASSERT_EQ(answer.find("remarks")->elements().size(), 1u);
  EXPECT_NE(answer.find("remarks")->elements()[0].text()->find("line "), std::string::npos);
  EXPECT_NE(service.post("/lookup", "{}").body.find(R"("counts":{"games":2)"), std::string::npos);
  EXPECT_EQ(std::filesystem::file_size(folder / "db-wal"), 0u) << "the games are in the file itself";
  EXPECT_NE(service.ask("GET", "/models").body.find("\"lookup\":{\"games\":2,"), std::string::npos);
  // A part of a file says where it begins.
  const auto part = json_of(service.ask("POST", "/games?line=1001", "[White \"E\"]\n\n1. e4 e4 *\n"));
  EXPECT_NE(part.find("remarks")->elements()[0].text()->find("line 1003"), std::string::npos)
      << *part.find("remarks")->elements()[0].text();
  for (const char* const line : {"0", "x", "-1"})
    expect_problem(service.ask("POST", std::string("/games?line=") + line, pgn), 422, "line");
  expect_problem(service.ask("POST", "/games", ""), 422, "pgn");
  expect_problem(service.ask("POST", "/games", "\0\1\2"), 422, "pgn");
  expect_problem(service.ask("POST", "/games", pgn, "Content-Type: application/json\r\n"), 415);
}

TEST(Import, TheDatabaseIsOneFileAgainAfterTheServiceHasStopped) {
  if (!games::has_sqlite()) GTEST_SKIP() << "built without SQLite";
  const tabia::test::Folder folder;
  {
    const RunningService service(options_with_games(folder));
    EXPECT_EQ(service.ask("POST", "/games", "[White \"C\"]\n\n1. d4 d5 *\n").status, 200);
    EXPECT_TRUE(std::filesystem::exists(folder / "db-wal"));
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "db-wal"));
  std::ifstream file(folder / "db", std::ios::binary);
  std::string header(20, '\0');
  file.read(header.data(), 20);
  EXPECT_EQ(header[18], 1) << "2 would be a file with a journal next to it";
}

TEST(Import, NeedsTheTokenIfThereIsOneAndThisMachineOtherwise) {
  if (!games::has_sqlite()) GTEST_SKIP() << "built without SQLite";
  const tabia::test::Folder folder;
  const std::string pgn = "[White \"C\"]\n\n1. d4 d5 *\n";
  ServiceOptions options = options_with_games(folder);
  options.token = "0123456789abcdef";
  {
    const RunningService service(options);
    expect_problem(service.ask("POST", "/games", pgn), 401);
    expect_problem(service.ask("POST", "/games", pgn, "Authorization: Bearer wrong\r\n"), 401);
    EXPECT_EQ(service.ask("POST", "/games", pgn, "Authorization: Bearer 0123456789abcdef\r\n").status, 200);
    expect_problem(service.ask("POST", "/games", pgn, "Origin: http://elsewhere.example\r\n"), 403);
  }
  options.token.clear();
  ServiceOptions behind_proxy = options;
  behind_proxy.cors_origin = "https://games.example";
  options.server.host = "0.0.0.0";
  for (const ServiceOptions& others : {options, behind_proxy}) {
    const RunningService service(others);
    EXPECT_NE(service.ask("GET", "/models").body.find("\"import\":false"), std::string::npos);
    expect_problem(service.ask("POST", "/games", pgn), 403);
  }
  const RunningService without;
  EXPECT_EQ(without.ask("POST", "/games", pgn).status, 404);
}

TEST(Lookup, TablesGiveResultAndDistanceOfThePositionAndOfEveryMove) {
  const std::string tables = tabia::test::shared_data() + "/syzygy";
  if (!std::filesystem::exists(tables) || !search::Tablebase::is_available())
    GTEST_SKIP() << "no Syzygy tables in " << tables;
  ServiceOptions options = test_options();
  options.syzygy_path = tables;
  const RunningService service(options);
  EXPECT_NE(service.ask("GET", "/models").body.find("\"pieces\":4"), std::string::npos);
  const Reply won = service.post("/lookup", fen_body("8/8/8/8/8/2k5/8/KQ6 w - - 0 1"));
  EXPECT_NE(won.body.find("\"tablebase\":{\"result\":\"win\",\"dtz\":"), std::string::npos) << won.body;
  EXPECT_NE(won.body.find("\"result\":\"win\",\"dtz\":"), std::string::npos) << won.body;
  const Reply many = service.post("/lookup", "{}");
  EXPECT_EQ(many.body.find("tablebase"), std::string::npos) << many.body;
  ServiceOptions wrong = test_options();
  wrong.syzygy_path = "/nonexistent";
  EXPECT_FALSE(Service::open(wrong, "test"));
}

}  // namespace
