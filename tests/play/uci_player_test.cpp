// The fake engine misbehaves in every way; each fault must end in the right result, and the next game must be
// played.
#include "play/uci_player.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <sstream>
#include <thread>
#include <tuple>

#include "paths.h"
#include "play/game_loop.h"
#include "play/play_support.h"
#include "play/process.h"

namespace tabia::play {
namespace {

using chess::GameResult;
using test::fake;
using test::TemporaryFolder;

// Nodes as the limit: no clock that a busy machine could disturb.
GameSettings quick_settings() {
  GameSettings settings;
  for (const auto color : {chess::Color::White, chess::Color::Black}) settings.allowances[color].nodes = 10;
  settings.max_moves = 3;
  settings.stall_ms = 10'000;
  return settings;
}

FinishedGame play(const UciEngine& white, const UciEngine& black, const GameSettings& settings,
                  const chess::Game& opening = chess::Game()) {
  UciPlayer white_player(white);
  UciPlayer black_player(black);
  return play_game(white_player, black_player, opening, settings, {});
}

// White's first move lost the game on time; or the host took so much of the processors meanwhile that the rule forgives
// it (game_loop_test.cpp has the rule itself, without a clock).
testing::AssertionResult lost_on_time(const FinishedGame& game, const GameSettings& settings,
                                      std::int64_t allowed_ms) {
  if (game.reason == EndReason::TimeLoss) return testing::AssertionSuccess();
  if (game.choices.empty()) return testing::AssertionFailure() << name_of(game.reason) << ": " << game.detail;
  const ChosenMove& first = game.choices.front();
  const bool wall = settings.clock == ClockKind::Wall;
  const std::int64_t over_us =
      (wall ? first.wall_us : first.cpu_us) - (allowed_ms + settings.margin_ms) * 1'000;
  const std::int64_t excuse_us = first.stolen_us + (wall ? first.waited_us : 0);
  if (over_us > 0 && over_us <= excuse_us) return testing::AssertionSuccess() << "forgiven";
  return testing::AssertionFailure() << name_of(game.reason) << ": " << game.detail << ", " << over_us
                                     << " us over, " << excuse_us << " us excused";
}

TEST(Process, ReadsWhatTheHostTookFromEachProcessor) {
  std::istringstream stat(
      "cpu  10 20 30 40 50 60 70 305 0 0\n"
      "cpu0 10 20 30 40 50 60 70 5 0 0\n"
      "cpu11 10 20 30 40 50 60 70 300 0 0\n"
      "cpu12 10 20 30\n"
      "intr 1 2 3\n"
      "cpu13 10 20 30 40 50 60 70 80 0 0\n");
  const std::map<int, std::int64_t> expected = {{0, 50'000}, {11, 3'000'000}};
  EXPECT_EQ(parse_stolen_us(stat, 100), expected);
  std::istringstream nothing;
  EXPECT_TRUE(parse_stolen_us(nothing, 100).empty());
}

TEST(UciPlayer, TwoGoodEnginesPlayUntilTheMoveLimit) {
  const FinishedGame game = play(fake("random"), fake("ok"), quick_settings());
  EXPECT_EQ(game.reason, EndReason::MaxMoves);
  EXPECT_EQ(game.result, GameResult::Draw);
  ASSERT_EQ(game.choices.size(), 6U);
  EXPECT_EQ(game.choices[0].depth, 2);
  EXPECT_EQ(game.choices[0].score->value, 12);
  EXPECT_EQ(game.choices[0].nodes, 200U);
  EXPECT_GT(game.choices[0].wall_us, 0);
}

struct Misdeed {
  const char* mode;
  const char* number;
  EndReason reason;
  const char* words;  // of the detail
  GameResult result = GameResult::BlackWins;
};

class Misdeeds : public testing::TestWithParam<Misdeed> {};

// Names for the list of tests: "crash-go" as "crash_go".
std::string name_of_test(const testing::TestParamInfo<Misdeed>& info) {
  std::string name = info.param.mode;
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

TEST_P(Misdeeds, EndTheGameWithTheRightReasonAndTheNextGameIsPlayed) {
  const Misdeed& misdeed = GetParam();
  GameSettings settings = quick_settings();
  // This long after stop, and ten times as long before it. If nothing stalls, a busy machine has plenty of
  // time.
  if (misdeed.reason == EndReason::Stall) settings.stall_ms = 100;
  UciEngine engine = fake(misdeed.mode, misdeed.number);
  if (misdeed.reason == EndReason::StartFailure) engine.patience_ms = 300;
  UciPlayer bad(engine);
  UciPlayer good(fake("ok"));
  for (int round = 0; round < 2; ++round) {
    const FinishedGame game = play_game(bad, good, chess::Game(), settings, {});
    EXPECT_EQ(name_of(game.reason), name_of(misdeed.reason)) << game.detail;
    EXPECT_EQ(game.result, misdeed.result) << game.detail;
    EXPECT_NE(game.detail.find(misdeed.words), std::string::npos) << game.detail;
  }
  // With colors reversed the other side gets the blame.
  const FinishedGame reversed = play_game(good, bad, chess::Game(), settings, {});
  EXPECT_EQ(reversed.reason, misdeed.reason) << reversed.detail;
  if (misdeed.result == GameResult::BlackWins) {
    EXPECT_EQ(reversed.result, GameResult::WhiteWins);
  }
}

INSTANTIATE_TEST_SUITE_P(
    UciPlayer, Misdeeds,
    testing::Values(Misdeed{"crash-start", "", EndReason::StartFailure, "status 5"},
                    Misdeed{"no-greeting", "", EndReason::StartFailure, "uciok"},
                    Misdeed{"crash-go", "", EndReason::Crash, "signal 6"},
                    Misdeed{"crash-later", "2", EndReason::Crash, "signal 6"},
                    Misdeed{"exit-go", "", EndReason::Crash, "status 3"},
                    Misdeed{"stall", "", EndReason::Stall, "told to stop"},
                    Misdeed{"ignore-stop", "", EndReason::Stall, "ignored stop"},
                    Misdeed{"flood-forever", "", EndReason::Stall, "ignored stop"},
                    Misdeed{"illegal", "", EndReason::IllegalMove, "e2e5"},
                    Misdeed{"gibberish", "", EndReason::IllegalMove, "bestmove"},
                    Misdeed{"forfeit", "", EndReason::Forfeit, "(none)"},
                    Misdeed{"nonsense", "", EndReason::MaxMoves, "3 moves", GameResult::Draw},
                    Misdeed{"long-line", "", EndReason::MaxMoves, "3 moves", GameResult::Draw}),
    name_of_test);

TEST(UciPlayer, AFloodOfOutputIsReadAndTheMoveIsFound) {
  const FinishedGame game = play(fake("flood"), fake("ok"), quick_settings());
  EXPECT_EQ(game.reason, EndReason::MaxMoves) << game.detail;
}

TEST(UciPlayer, AnEngineThatSleepsBeyondItsTimeLosesOnTime) {
  GameSettings settings = quick_settings();
  settings.margin_ms = 0;
  settings.allowances[chess::Color::White] = {};
  settings.allowances[chess::Color::White].clock = TimeControl{.base_ms = 100};
  const FinishedGame game = play(fake("late", "400"), fake("ok"), settings);
  EXPECT_TRUE(lost_on_time(game, settings, 100));
  if (game.reason == EndReason::TimeLoss) {
    EXPECT_EQ(game.result, GameResult::BlackWins);
  }
  settings.margin_ms = 5'000;
  const FinishedGame forgiven = play(fake("late", "150"), fake("ok"), settings);
  EXPECT_EQ(forgiven.reason, EndReason::MaxMoves) << forgiven.detail;
}

TEST(UciPlayer, TheProcessorClockChargesWhatWasComputedAndNotWhatWasSlept) {
  GameSettings settings = quick_settings();
  settings.clock = ClockKind::Cpu;
  settings.margin_ms = 20;
  settings.max_moves = 1;
  for (const auto color : {chess::Color::White, chess::Color::Black}) {
    settings.allowances[color] = {};
    settings.allowances[color].clock = TimeControl{.base_ms = 150};
  }
  const FinishedGame slept = play(fake("late", "300"), fake("ok"), settings);
  EXPECT_EQ(slept.reason, EndReason::MaxMoves) << slept.detail;
  EXPECT_GE(slept.choices[0].wall_us, 300'000);
  EXPECT_LT(slept.choices[0].cpu_us, 100'000);
  const FinishedGame computed = play(fake("busy", "300"), fake("ok"), settings);
  EXPECT_TRUE(lost_on_time(computed, settings, 150));
}

TEST(UciPlayer, OptionsAreSentOnlyIfTheEngineHasThemAndOthersAreRemarkedOnce) {
  const TemporaryFolder folder;
  const std::string log = folder.file("log");
  ::setenv("FAKE_ENGINE_LOG", log.c_str(), 1);
  UciEngine engine = fake("log");
  engine.options = {{"hash", "32"}, {"Contempt", "7"}};
  {
    UciPlayer player(engine);
    EXPECT_FALSE(player.new_game({}));
    const auto remarks = player.take_remarks();
    ASSERT_EQ(remarks.size(), 1U);
    EXPECT_NE(remarks[0].find("Contempt"), std::string::npos);
    EXPECT_FALSE(player.new_game({}));
    EXPECT_TRUE(player.take_remarks().empty());
    MoveRequest request;
    request.limits.clock[chess::Color::White] = search::Clock{1000, 10};
    request.limits.clock[chess::Color::Black] = search::Clock{900, 20};
    request.limits.moves_to_go = 12;
    chess::Game game;
    game.play(*chess::parse_uci_move(game.position(), "e2e4"));
    EXPECT_TRUE(std::holds_alternative<ChosenMove>(player.choose_move(game, request, {})));
  }
  ::unsetenv("FAKE_ENGINE_LOG");
  const std::string said = test::content_of(log);
  EXPECT_EQ(said.find("Contempt"), std::string::npos);
  EXPECT_NE(said.find("setoption name Hash value 32\n"), std::string::npos) << said;
  EXPECT_NE(said.find("\nposition startpos moves e2e4\n"), std::string::npos) << said;
  EXPECT_NE(said.find("\ngo wtime 1000 btime 900 winc 10 binc 20 movestogo 12\n"), std::string::npos) << said;
  EXPECT_TRUE(said.ends_with("quit\n")) << said;
}

TEST(UciPlayer, AValueThatTheEngineDoesNotAllowIsAFaultThatNamesTheOptionAndWhatIsAllowed) {
  for (const auto& [name, value, words] : {std::tuple("hash", "99999", "from 1 to 1024"),
                                           {"Hash", "many", "a whole number"},
                                           {"UCI_Chess960", "maybe", "true or false"},
                                           {"Style", "Wild", "Solid, Risky"}}) {
    UciEngine engine = fake("ok");
    engine.options = {{name, value}};
    UciPlayer player(engine);
    const auto fault = player.new_game({});
    ASSERT_TRUE(fault) << name;
    EXPECT_EQ(fault->kind, FaultKind::BadOption);
    for (const char* part : {value, words})
      EXPECT_NE(fault->text.find(part), std::string::npos) << fault->text;
  }
  UciEngine engine = fake("ok");
  engine.options = {{"Hash", "1024"}, {"style", "risky"}, {"UCI_Chess960", "false"}, {"EvalFile", "any"}};
  UciPlayer player(engine);
  const auto fault = player.new_game({});
  EXPECT_FALSE(fault) << fault->text;
}

TEST(UciPlayer, AnOptionThatTheEngineComplainsAboutIsAFaultThatNamesTheLine) {
  UciEngine engine = fake("complain");
  engine.options = {{"Hash", "16"}};
  UciPlayer content(engine);
  EXPECT_FALSE(content.new_game({})) << "not every remark is a complaint";
  engine.options.emplace_back("EvalFile", "nope.net");
  UciPlayer player(engine);
  const auto fault = player.new_game({});
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, FaultKind::BadOption);
  EXPECT_NE(fault->text.find("setoption name EvalFile value nope.net"), std::string::npos) << fault->text;
  EXPECT_NE(fault->text.find("ERROR: the network"), std::string::npos) << fault->text;
  const FinishedGame game = play(engine, fake("ok"), quick_settings());
  EXPECT_EQ(game.reason, EndReason::StartFailure) << game.detail;
}

TEST(UciPlayer, AnEngineThatPlayedAnIllegalMoveOrLostOnTimeIsStartedAgain) {
  GameSettings settings = quick_settings();
  settings.margin_ms = 0;
  settings.allowances[chess::Color::White] = {};
  settings.allowances[chess::Color::White].move_time_ms = 200;
  for (const auto& [mode, reason] :
       {std::pair("illegal-first", EndReason::IllegalMove), {"late-first", EndReason::TimeLoss}}) {
    UciPlayer bad(fake(mode));
    UciPlayer good(fake("ok"));
    // The fault is that of the first move of a process: it is there again only in a new one.
    for (int round = 0; round < 2; ++round) {
      const FinishedGame game = play_game(bad, good, chess::Game(), settings, {});
      if (reason == EndReason::TimeLoss) {
        EXPECT_TRUE(lost_on_time(game, settings, 200)) << mode;
        if (game.reason != reason) break;  // forgiven: the process lives on, and isn't late again
      } else {
        EXPECT_EQ(name_of(game.reason), name_of(reason)) << mode << ' ' << game.detail;
      }
    }
  }
}

TEST(Process, TellsWhichProgramsRunBehindAScript) {
  const TemporaryFolder folder;
  const std::string script = folder.write("engine.sh", "#!/bin/sh\n" + tabia::test::fake_engine() + " ok\n");
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  UciEngine engine = fake("ok");
  UciPlayer direct(engine);
  ASSERT_FALSE(direct.new_game({}));
  ASSERT_EQ(direct.program_hashes().size(), 1U);
  engine.launch.program = script;
  UciPlayer scripted(engine);
  ASSERT_FALSE(scripted.new_game({}));
  const auto behind = scripted.program_hashes();
  EXPECT_EQ(behind.size(), 2U) << "the shell and the engine";
  EXPECT_EQ(std::count(behind.begin(), behind.end(), direct.program_hashes()[0]), 1);
}

TEST(UciPlayer, Chess960IsPlayedWithTheOptionAndRefusedWithoutIt) {
  GameSettings settings = quick_settings();
  settings.max_moves = 200;
  UciEngine engine = fake("random");
  engine.chess960 = true;
  // Castling is possible immediately, with king and rook on unusual squares.
  const chess::Game opening = test::game_at("1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/1R3K1R w KQkq - 0 1");
  const FinishedGame game = play(engine, engine, settings, opening);
  EXPECT_FALSE(is_fault(game.reason)) << game.detail;
  EXPECT_GT(game.choices.size(), 10U);

  UciEngine plain = fake("plain");
  plain.chess960 = true;
  const FinishedGame refused = play(plain, engine, settings, opening);
  EXPECT_EQ(refused.reason, EndReason::StartFailure);
  EXPECT_NE(refused.detail.find("UCI_Chess960"), std::string::npos) << refused.detail;
}

TEST(UciPlayer, AProgramThatIsNotThereIsAFailureToStart) {
  UciEngine engine = fake("ok");
  engine.launch.program = "/nowhere/engine";
  const FinishedGame game = play(engine, fake("ok"), quick_settings());
  EXPECT_EQ(game.reason, EndReason::StartFailure);
  EXPECT_NE(game.detail.find("/nowhere/engine"), std::string::npos) << game.detail;
  EXPECT_FALSE(find_program("no-such-program-anywhere").ok());
  EXPECT_EQ(find_program("sh").value().back(), 'h');
}

TEST(UciPlayer, StandardErrorGoesToTheFileThatIsAskedFor) {
  const TemporaryFolder folder;
  UciEngine engine = fake("ok");
  engine.launch.error_log = folder.file("errors");
  {
    UciPlayer player(engine);
    EXPECT_FALSE(player.new_game({}));
  }
  EXPECT_EQ(test::content_of(folder.file("errors")), "a word on standard error\n");
}

TEST(UciPlayer, AStopFromAnotherThreadEndsTheWaitForAnEngineThatHangs) {
  std::stop_source source;
  UciPlayer player(fake("ignore-stop"));
  ASSERT_FALSE(player.new_game(source.get_token()));
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    source.request_stop();
  });
  const Choice choice = player.choose_move(chess::Game(), {}, source.get_token());
  ASSERT_TRUE(std::holds_alternative<Fault>(choice));
  EXPECT_EQ(std::get<Fault>(choice).kind, FaultKind::Interrupted);
}

// Named for the thread sanitizer.
TEST(UciPlayer, PlayersOnSeveralThreadsDisturbNoOther) {
  std::vector<std::jthread> threads;
  std::array<FinishedGame, 3> games;
  for (auto& game : games)
    threads.emplace_back([&game] { game = play(fake("random"), fake("ok"), quick_settings()); });
  threads.clear();
  for (const auto& game : games) {
    EXPECT_EQ(game.reason, EndReason::MaxMoves) << game.detail;
    EXPECT_EQ(game.game.moves(), games[0].game.moves());
  }
}

}  // namespace
}  // namespace tabia::play
