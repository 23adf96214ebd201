#include "play/match_record.h"

#include <gtest/gtest.h>

#include "chess/movegen.h"
#include "play/play_support.h"

namespace tabia::play {
namespace {

using test::content_of;
using test::TemporaryFolder;

const std::string kSettings = R"({"engines":[{"name":"a","nodes":100},{"name":"b"}],"seed":7})";

RecordedGame some_game(std::uint64_t index) {
  FinishedGame finished;
  finished.game = test::game_at("1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/1R3K1R w KQkq - 0 1");
  for (const char* text : {"f1h1", "f8b8", "a2a3"})
    finished.game.play(chess::parse_uci_move(finished.game.position(), text).value());
  finished.opening_moves = 1;
  for (std::size_t i = 1; i < 3; ++i) {
    finished.choices.push_back({.move = finished.game.moves()[i],
                                .score = uci::InfoScore{.value = 31},
                                .depth = 4,
                                .nodes = 100 * i,
                                .wall_us = 5'000,
                                .cpu_us = 4'000});
  }
  finished.result = chess::GameResult::BlackWins;
  finished.reason = EndReason::Crash;
  finished.detail = "White \"exited\" with\nstatus 1";
  RecordedGame game = recorded(finished, index, 1, 0);
  game.pgn = {.path = "games.pgn", .end = 1234};
  return game;
}

TEST(MatchRecord, AGameReadBackIsTheSame) {
  const RecordedGame game = some_game(5);
  EXPECT_EQ(game.black_effort,
            (Effort{.moves = 1, .nodes = 100, .depth = 4, .wall_us = 5'000, .cpu_us = 4'000}));
  EXPECT_EQ(game.white_effort.nodes, 200);
  const auto back = parse_recorded_game(to_json(game));
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(*back, game);
  EXPECT_EQ(to_json(game).find('\n'), std::string::npos);
}

TEST(MatchRecord, EveryReasonOfAnEndReadsBack) {
  for (int i = 0; i < kEndReasonCount; ++i) {
    RecordedGame game = some_game(1);
    game.reason = static_cast<EndReason>(i);
    EXPECT_EQ(parse_recorded_game(to_json(game)).value().reason, game.reason);
  }
}

TEST(MatchRecord, AWrongFieldIsNamed) {
  const auto error_of = [](std::string line) { return parse_recorded_game(line).error().message; };
  std::string line = to_json(some_game(0));
  EXPECT_NE(error_of("{}").find("type is missing"), std::string::npos);
  EXPECT_NE(error_of("{").find("not JSON"), std::string::npos);
  const auto replaced = [&](const std::string& from, const std::string& to) {
    std::string out = line;
    return out.replace(out.find(from), from.size(), to);
  };
  EXPECT_NE(error_of(replaced("0-1", "2-0")).find("result: found "), std::string::npos);
  EXPECT_NE(error_of(replaced("f8b8", "f8b7")).find("moves: "), std::string::npos);
  EXPECT_NE(error_of(replaced("\"crash\"", "\"boredom\"")).find("reason: found "), std::string::npos);
  EXPECT_NE(error_of(replaced("\"nodes\"", "\"noodles\"")).find("_effort.nodes is missing"),
            std::string::npos);
}

TEST(MatchRecord, GamesAreThereAgainWhenItIsOpenedAgain) {
  const TemporaryFolder folder;
  const std::string path = folder.file("deep/in/match.jsonl");
  {
    auto record = MatchRecord::open(path, kSettings);
    ASSERT_TRUE(record.ok()) << record.error().message;
    EXPECT_TRUE(record->games().empty());
    for (const std::uint64_t index : {0u, 2u, 1u}) EXPECT_TRUE(record->append(some_game(index)).ok());
  }
  const auto again = MatchRecord::open(path, kSettings);
  ASSERT_TRUE(again.ok()) << again.error().message;
  ASSERT_EQ(again->games().size(), 3U);
  EXPECT_EQ(again->games()[1], some_game(2));
}

TEST(MatchRecord, ALineThatACrashHasTornIsCutOffWhereverItWasTorn) {
  const TemporaryFolder folder;
  const std::string path = folder.file("match.jsonl");
  {
    auto record = MatchRecord::open(path, kSettings);
    for (const std::uint64_t index : {0u, 1u}) ASSERT_TRUE(record->append(some_game(index)).ok());
  }
  const std::string whole = content_of(path);
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    // Everywhere near the ends of lines, and here and there between them: every opening syncs the disk.
    const std::size_t near_break = whole.find('\n', size < 3 ? 0 : size - 3);
    if (size % 23 != 0 && (near_break == std::string::npos || near_break > size + 3)) continue;
    folder.write("match.jsonl", whole.substr(0, size));
    auto record = MatchRecord::open(path, kSettings);
    ASSERT_TRUE(record.ok()) << size << ": " << record.error().message;
    const auto lines = static_cast<std::size_t>(
        std::count(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size), '\n'));
    ASSERT_EQ(record->games().size(), lines == 0 ? 0 : lines - 1) << size;
    // What is added starts on a new line.
    if (size % 46 == 0) {
      ASSERT_TRUE(record->append(some_game(9)).ok());
      ASSERT_TRUE(content_of(path).ends_with("\n" + to_json(some_game(9)) + "\n"));
    }
  }
}

TEST(MatchRecord, AChangedSettingIsRefusedByName) {
  const TemporaryFolder folder;
  const std::string path = folder.file("match.jsonl");
  ASSERT_TRUE(MatchRecord::open(path, kSettings).ok());
  const auto error_of = [&](const std::string& settings) {
    const auto record = MatchRecord::open(path, settings);
    return record.ok() ? "accepted" : record.error().message;
  };
  EXPECT_EQ(error_of(kSettings), "accepted");
  const std::string changed = R"({"engines":[{"name":"a","nodes":200},{"name":"b"}],"seed":7})";
  EXPECT_NE(error_of(changed).find("engines 1.nodes is 200, but it was 100"), std::string::npos)
      << error_of(changed);
  const std::string more = R"({"engines":[{"name":"a","nodes":100},{"name":"b","depth":3}],"seed":7})";
  EXPECT_NE(error_of(more).find("engines 2.depth"), std::string::npos) << error_of(more);
  const std::string less = R"({"engines":[{"name":"a","nodes":100},{"name":"b"}]})";
  EXPECT_NE(error_of(less).find("seed is not set, but it was 7"), std::string::npos) << error_of(less);
  const std::string three = R"({"engines":[{"name":"a","nodes":100},{"name":"b"},{"name":"c"}],"seed":7})";
  EXPECT_NE(error_of(three).find("engines"), std::string::npos) << error_of(three);
}

TEST(MatchRecord, AFileOfSomebodyElseIsLeftAsItIs) {
  const TemporaryFolder folder;
  for (const char* content : {"dear diary", "dear\ndiary\n", "{\"type\":\"letter\"}\n", "{}"}) {
    const std::string path = folder.write("other", content);
    EXPECT_FALSE(MatchRecord::open(path, kSettings).ok()) << content;
    EXPECT_EQ(content_of(path), content);
  }
  EXPECT_FALSE(MatchRecord::open("/proc/nowhere/match.jsonl", kSettings).ok());
}

TEST(MatchRecord, TheSameGameTwiceIsAnError) {
  const TemporaryFolder folder;
  const std::string path = folder.file("match.jsonl");
  {
    auto record = MatchRecord::open(path, kSettings);
    ASSERT_TRUE(record->append(some_game(4)).ok());
    ASSERT_TRUE(record->append(some_game(4)).ok());
  }
  const auto again = MatchRecord::open(path, kSettings);
  ASSERT_FALSE(again.ok());
  EXPECT_NE(again.error().message.find("match.jsonl:3: game 4 occurs twice"), std::string::npos)
      << again.error().message;
}

TEST(MatchRecord, TwoMatchesCantWriteToOneRecord) {
  const TemporaryFolder folder;
  const auto first = MatchRecord::open(folder.file("match.jsonl"), kSettings);
  ASSERT_TRUE(first.ok());
  const auto second = MatchRecord::open(folder.file("match.jsonl"), kSettings);
  ASSERT_FALSE(second.ok());
  EXPECT_NE(second.error().message.find("another match"), std::string::npos);
}

TEST(MatchRecord, WithoutAPathNothingIsWritten) {
  auto record = MatchRecord::open("", kSettings);
  ASSERT_TRUE(record.ok());
  EXPECT_TRUE(record->append(some_game(0)).ok());
}

}  // namespace
}  // namespace tabia::play
