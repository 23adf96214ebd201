#include "uci/commands.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "base/text.h"

namespace tabia::uci {
namespace {

using chess::Color;

template <class Expected>
Expected parsed(const std::string& line) {
  const auto command = parse_command(line);
  EXPECT_TRUE(command.ok()) << line << ": " << (command.ok() ? "" : command.error().message);
  if (!command.ok() || !std::holds_alternative<Expected>(*command)) {
    ADD_FAILURE() << line << " is another command";
    return {};
  }
  return std::get<Expected>(*command);
}

std::string error_of(const std::string& line) {
  const auto command = parse_command(line);
  return command.ok() ? "no error" : command.error().message;
}

TEST(UciCommands, PlainWordsAreReadWithAnySpaceAroundThem) {
  parsed<Identify>("uci");
  parsed<IsReady>("  isready \t");
  parsed<NewGame>("ucinewgame\r");
  parsed<Stop>("stop");
  parsed<PonderHit>("ponderhit");
  parsed<Quit>("quit");
  parsed<Display>("d");
  parsed<Evaluate>("eval");
  parsed<Flip>("flip");
  parsed<Help>("help");
  parsed<Nothing>("");
  parsed<Nothing>("   ");
  parsed<Nothing>("register later");
  EXPECT_TRUE(parsed<Debug>("debug on").on);
  EXPECT_FALSE(parsed<Debug>("debug off").on);
}

TEST(UciCommands, GoReadsAllFieldsInAnyOrder) {
  const Go go = parsed<Go>(
      "go searchmoves e2e4 d2d4 infinite ponder wtime 1 btime 2 winc 3 binc 4 movestogo 5 movetime 6 depth 7 "
      "nodes 8 mate 9 perft 10");
  EXPECT_EQ(go.moves, (std::vector<std::string>{"e2e4", "d2d4"}));
  EXPECT_TRUE(go.infinite);
  EXPECT_TRUE(go.ponder);
  EXPECT_EQ(go.time_ms[Color::White], 1);
  EXPECT_EQ(go.time_ms[Color::Black], 2);
  EXPECT_EQ(go.increment_ms[Color::White], 3);
  EXPECT_EQ(go.increment_ms[Color::Black], 4);
  EXPECT_EQ(go.moves_to_go, 5);
  EXPECT_EQ(go.move_time_ms, 6);
  EXPECT_EQ(go.depth, 7);
  EXPECT_EQ(go.nodes, 8);
  EXPECT_EQ(go.mate, 9);
  EXPECT_EQ(go.perft, 10);
  EXPECT_TRUE(go.ignored.empty());
}

TEST(UciCommands, GoTakesNumbersOutOfRangeAsTheNearestAndRefusesWhatIsNoNumber) {
  EXPECT_EQ(parsed<Go>("go depth 99999999999999999999").depth, kMaxDepth);
  EXPECT_EQ(parsed<Go>("go depth -99999999999999999999").depth, 1);
  EXPECT_EQ(parsed<Go>("go depth 0").depth, 1);
  EXPECT_EQ(parsed<Go>("go wtime -50").time_ms[Color::White], -50);
  EXPECT_EQ(parsed<Go>("go winc -50").increment_ms[Color::White], 0);
  EXPECT_EQ(parsed<Go>("go movetime +5").move_time_ms, 5);
  EXPECT_EQ(error_of("go depth six"), "go depth: found \"six\", expected a whole number");
  EXPECT_EQ(error_of("go wtime"), "go wtime: found nothing, expected a whole number");
  EXPECT_EQ(error_of("go nodes 1.5"), "go nodes: found \"1.5\", expected a whole number");
  EXPECT_EQ(error_of("go nodes -"), "go nodes: found \"-\", expected a whole number");
}

TEST(UciCommands, GoPassesOverWordsItDoesNotKnow) {
  const Go go = parsed<Go>("go fast depth 3 searchmoves e2e4 e9e4 nodes 5");
  EXPECT_EQ(go.depth, 3);
  EXPECT_EQ(go.nodes, 5);
  EXPECT_EQ(go.moves, std::vector<std::string>{"e2e4"});
  EXPECT_EQ(go.ignored, (std::vector<std::string>{"fast", "e9e4"}));
}

TEST(UciCommands, OnlyALimitThatComesByItselfMakesASearchFinite) {
  for (const char* line : {"go depth 3", "go nodes 3", "go movetime 3", "go wtime 3", "go btime 3 winc 1"})
    EXPECT_TRUE(parsed<Go>(line).is_finite()) << line;
  for (const char* line : {"go", "go infinite", "go depth 3 infinite", "go ponder wtime 3", "go mate 3"})
    EXPECT_FALSE(parsed<Go>(line).is_finite()) << line;
}

TEST(UciCommands, PositionHasAFenOrTheStartAndMoves) {
  EXPECT_EQ(parsed<SetPosition>("position startpos"), SetPosition{});
  EXPECT_EQ(parsed<SetPosition>("position startpos moves e2e4 e7e5").moves,
            (std::vector<std::string>{"e2e4", "e7e5"}));
  const auto position = parsed<SetPosition>("position  fen 8/8/8/8/8/8/8/K6k   w - - 0 1  moves a1a2");
  EXPECT_EQ(position.fen, "8/8/8/8/8/8/8/K6k w - - 0 1");
  EXPECT_EQ(position.moves, std::vector<std::string>{"a1a2"});
  EXPECT_EQ(parsed<SetPosition>("position fen 8/8/8/8/8/8/8/K6k").fen, "8/8/8/8/8/8/8/K6k");
  EXPECT_EQ(parsed<SetPosition>("position startpos moves"), SetPosition{});
}

TEST(UciCommands, ABrokenPositionSaysWhatWasExpected) {
  EXPECT_EQ(error_of("position"),
            "position: found nothing, expected startpos or fen FEN, then optional moves");
  EXPECT_EQ(error_of("position fen"), "position fen: found nothing, expected a FEN");
  EXPECT_EQ(error_of("position fen moves e2e4"), "position fen: found nothing, expected a FEN");
  EXPECT_EQ(error_of("position startpos e2e4"),
            "position startpos: found \"e2e4\", expected moves or the end");
}

TEST(UciCommands, NamesAndValuesOfOptionsMayHaveSpaces) {
  EXPECT_EQ(parsed<SetOption>("setoption name Clear Hash"), (SetOption{"Clear Hash", ""}));
  EXPECT_EQ(parsed<SetOption>("setoption name Move Overhead value 30"), (SetOption{"Move Overhead", "30"}));
  EXPECT_EQ(parsed<SetOption>("setoption name SyzygyPath value /a b/c  d "),
            (SetOption{"SyzygyPath", "/a b/c  d"}));
  EXPECT_EQ(parsed<SetOption>("setoption name BookFile value"), (SetOption{"BookFile", ""}));
  EXPECT_EQ(parsed<SetOption>("setoption name X value value 1"), (SetOption{"X", "value 1"}));
  EXPECT_EQ(error_of("setoption Hash 3"),
            "setoption: found \"Hash\", expected: setoption name NAME [value VALUE]");
  EXPECT_EQ(error_of("setoption name"),
            "setoption: found \"name\", expected: setoption name NAME [value VALUE]");
}

TEST(UciCommands, ToolsHaveTheirArguments) {
  EXPECT_EQ(parsed<Bench>("bench").depth, std::nullopt);
  EXPECT_EQ(parsed<Bench>("bench 5").depth, 5);
  EXPECT_EQ(parsed<Perft>("perft 4").depth, 4);
  EXPECT_EQ(error_of("perft"), "perft DEPTH: found nothing, expected a whole number");
  EXPECT_EQ(error_of("bench x"), "bench DEPTH: found \"x\", expected a whole number");
  EXPECT_EQ(parsed<GenerateOpenings>("genfens 100 seed 42 book None"), (GenerateOpenings{100, 42, "", ""}));
  EXPECT_EQ(parsed<GenerateOpenings>("genfens 5 seed 18446744073709551615 book a.epd dfrc 1"),
            (GenerateOpenings{5, 18446744073709551615u, "a.epd", "dfrc 1"}));
  EXPECT_EQ(error_of("genfens x"), "genfens COUNT: found \"x\", expected a whole number");
}

TEST(UciCommands, AnUnknownCommandIsNamedWithWhatMayHaveBeenMeant) {
  EXPECT_EQ(error_of("isredy"), "unknown command \"isredy\", did you mean isready?");
  EXPECT_EQ(error_of("xyzzyxyzzy"), "unknown command \"xyzzyxyzzy\"; try help");
  EXPECT_EQ(error_of("\x01\xff"), "unknown command \"\\x01\\xff\"; try help");
}

TEST(UciCommands, WhatIsWrittenReadsBackTheSame) {
  Go go;
  go.time_ms[Color::White] = -5;
  go.increment_ms[Color::Black] = 7;
  go.moves_to_go = 0;
  go.nodes = 12345678901;
  go.ponder = true;
  go.moves = {"e2e4", "a7a8q"};
  Go all = go;
  all.infinite = true;
  all.depth = 3;
  all.mate = 2;
  all.perft = 1;
  all.move_time_ms = 100;
  const std::vector<Command> commands = {Nothing{},
                                         Identify{},
                                         IsReady{},
                                         NewGame{},
                                         Stop{},
                                         PonderHit{},
                                         Quit{},
                                         Debug{true},
                                         Debug{false},
                                         SetOption{"Clear Hash", ""},
                                         SetOption{"Move Overhead", "10"},
                                         SetPosition{},
                                         SetPosition{"8/8/8/8/8/8/8/K6k w - - 0 1", {"a1a2", "h1h2"}},
                                         Go{},
                                         go,
                                         all,
                                         Display{},
                                         Evaluate{},
                                         Flip{},
                                         Bench{},
                                         Bench{4},
                                         Perft{3},
                                         Help{},
                                         ListParameters{},
                                         GenerateOpenings{3, 9, "", ""},
                                         GenerateOpenings{3, 9, "x.epd", "more words"}};
  for (const Command& command : commands) {
    const std::string line = to_line(command);
    const auto again = parse_command(line);
    ASSERT_TRUE(again.ok()) << line;
    EXPECT_TRUE(*again == command) << line;
  }
}

TEST(UciCommands, EveryCommandOfTheListIsRead) {
  for (const CommandHelp& help : command_list()) {
    const std::string message = error_of(std::string(help.word));
    EXPECT_EQ(message.find("unknown command"), std::string::npos) << help.word;
    EXPECT_FALSE(help.help.empty()) << help.word;
  }
}

// Random words of the protocol and random bytes: always an answer, and what is understood reads back the same.
TEST(UciCommands, AnyTextIsReadOrRefusedAndWhatIsReadCanBeWritten) {
  const std::vector<std::string> pieces = {"go",
                                           "position",
                                           "fen",
                                           "startpos",
                                           "moves",
                                           "setoption",
                                           "name",
                                           "value",
                                           "depth",
                                           "wtime",
                                           "-5",
                                           "e2e4",
                                           "9999999999999999999999",
                                           "infinite",
                                           "searchmoves",
                                           "perft",
                                           "bench",
                                           "genfens",
                                           "seed",
                                           "book",
                                           "None",
                                           "debug",
                                           "on",
                                           "\xff\xfe",
                                           "",
                                           std::string(1, '\0'),
                                           "\t",
                                           "\r",
                                           "ponder",
                                           "mate"};
  base::Random random(7);
  for (int round = 0; round < 20'000; ++round) {
    std::string line;
    const auto length = random.below(12);
    for (std::uint32_t i = 0; i < length; ++i) {
      line += pieces[random.below(static_cast<std::uint32_t>(pieces.size()))];
      line += random.below(8) == 0 ? static_cast<char>(random.below(256)) : ' ';
    }
    const auto command = parse_command(line);
    if (!command) {
      EXPECT_FALSE(command.error().message.empty());
      continue;
    }
    Command expected = *command;
    if (auto* go = std::get_if<Go>(&expected)) go->ignored.clear();
    const auto again = parse_command(to_line(expected));
    ASSERT_TRUE(again.ok()) << round << ": " << base::quoted(line) << " -> " << to_line(expected);
    EXPECT_TRUE(*again == expected) << round << ": " << base::quoted(line) << " -> " << to_line(expected);
  }
}

}  // namespace
}  // namespace tabia::uci
