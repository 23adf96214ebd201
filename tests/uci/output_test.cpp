#include "uci/output.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "base/text.h"

namespace tabia::uci {
namespace {

template <class Expected>
Expected parsed_output(const std::string& line) {
  const auto output = parse_output(line);
  if (!output.ok() || !std::holds_alternative<Expected>(*output)) {
    ADD_FAILURE() << line << ": " << (output.ok() ? "another kind" : output.error().message);
    return {};
  }
  return std::get<Expected>(*output);
}

Info full_info() {
  Info info;
  info.depth = 12;
  info.selective_depth = 20;
  info.rank = 2;
  info.score = InfoScore{InfoScore::Unit::Mate, -3, InfoScore::Bound::Upper};
  info.wdl = InfoWdl{1, 2, 997};
  info.nodes = 123456789012;
  info.nodes_per_second = 1000000;
  info.hash_permille = 999;
  info.tablebase_hits = 5;
  info.elapsed_ms = 1234;
  info.moves = {"e2e4", "e7e8q"};
  return info;
}

TEST(UciOutput, AnInfoLineHasItsFieldsInTheUsualOrder) {
  EXPECT_EQ(to_line(full_info()),
            "info depth 12 seldepth 20 multipv 2 score mate -3 upperbound wdl 1 2 997 nodes 123456789012 nps "
            "1000000 hashfull 999 tbhits 5 time 1234 pv e2e4 e7e8q");
  Info current;
  current.depth = 3;
  current.current_move = "e2e4";
  current.current_move_number = 1;
  EXPECT_EQ(to_line(current), "info depth 3 currmove e2e4 currmovenumber 1");
  EXPECT_EQ(info_string("a\nb"), "info string a\ninfo string b");
}

TEST(UciOutput, WhatIsWrittenReadsBackTheSame) {
  Info text;
  text.text = "hello pv score cp";
  Info bound;
  bound.score = InfoScore{InfoScore::Unit::Centipawns, 31, InfoScore::Bound::Lower};
  const std::vector<Output> outputs = {
      full_info(),
      text,
      bound,
      Info{},
      BestMove{"e2e4", ""},
      BestMove{"e2e4", "e7e5"},
      BestMove{"(none)", ""},
      UciOk{},
      ReadyOk{},
      Id{"name", "Tabia 1.0"},
      OtherLine{"No such command"},
      OtherLine{""},
      OptionLine{"Hash", OptionType::Spin, "16", 1, 1024, {}},
      OptionLine{"Ponder", OptionType::Check, "false", {}, {}, {}},
      OptionLine{"Clear Hash", OptionType::Button, "", {}, {}, {}},
      OptionLine{"Debug Log File", OptionType::String, "", {}, {}, {}},
      OptionLine{"EvalFile", OptionType::String, "<embedded>", {}, {}, {}},
      OptionLine{"Evaluation", OptionType::Combo, "network", {}, {}, {"network", "very classical"}}};
  for (const Output& output : outputs) {
    const std::string line = to_line(output);
    const auto again = parse_output(line);
    ASSERT_TRUE(again.ok()) << line;
    EXPECT_TRUE(*again == output) << line;
  }
}

TEST(UciOutput, LinesOfOtherEnginesAreRead) {
  const Info info = parsed_output<Info>(
      "info depth 1 seldepth 1 multipv 1 score cp 17 nodes 20 nps 20000 hashfull 0 tbhits 0 time 1 cpuload "
      "99 "
      "refutation d1h5 g6h5 pv e2e4 time 5");
  EXPECT_EQ(info.score->value, 17);
  EXPECT_EQ(info.moves, std::vector<std::string>{"e2e4"});
  EXPECT_EQ(info.elapsed_ms, 5);
  EXPECT_EQ(parsed_output<OptionLine>("option name Debug Log File type string default").default_value, "");
  EXPECT_EQ(
      parsed_output<OptionLine>("option name Style type combo default Normal var Solid var Normal").choices,
      (std::vector<std::string>{"Solid", "Normal"}));
  EXPECT_EQ(parsed_output<BestMove>("bestmove e2e4 ponder").ponder, "");
  EXPECT_EQ(parsed_output<OtherLine>("Stockfish 15.1 by the developers").text,
            "Stockfish 15.1 by the developers");
}

TEST(UciOutput, ABrokenLineSaysWhichFieldCantBeRead) {
  const auto message = [](const std::string& line) {
    const auto output = parse_output(line);
    return output.ok() ? "no error" : output.error().message;
  };
  EXPECT_EQ(message("info depth x"), "info depth: found \"x\", expected a whole number");
  EXPECT_EQ(message("info score pawns 3"), "info score: found \"pawns\", expected cp or mate");
  EXPECT_EQ(message("info nps 1.5"), "info nps: found \"1.5\", expected a whole number");
  EXPECT_EQ(message("bestmove"), "bestmove: found nothing, expected a move");
  EXPECT_EQ(message("option name X type number"),
            "option type: found \"number\", expected check, spin, combo, button or string");
}

TEST(UciOutput, AnyTextIsReadOrRefused) {
  const std::vector<std::string> pieces = {"info",     "depth",  "score", "cp",   "mate",      "pv",
                                           "e2e4",     "string", "wdl",   "1",    "-7",        "name",
                                           "option",   "var",    "type",  "spin", "min",       "default",
                                           "bestmove", "ponder", "id",    "\xff", "lowerbound"};
  base::Random random(11);
  for (int round = 0; round < 20'000; ++round) {
    std::string line;
    const auto length = random.below(14);
    for (std::uint32_t i = 0; i < length; ++i) {
      line += pieces[random.below(static_cast<std::uint32_t>(pieces.size()))];
      line += random.below(8) == 0 ? static_cast<char>(random.below(256)) : ' ';
    }
    const auto output = parse_output(line);
    if (!output) continue;
    const auto again = parse_output(to_line(*output));
    ASSERT_TRUE(again.ok()) << round << ": " << base::quoted(line) << " -> " << to_line(*output);
  }
}

}  // namespace
}  // namespace tabia::uci
