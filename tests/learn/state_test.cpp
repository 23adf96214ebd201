#include "learn/state.h"

#include <gtest/gtest.h>

namespace tabia::learn {
namespace {

data::LearnReport some_report(std::uint64_t round) {
  data::LearnReport report;
  report.round = round;
  report.opponent = round - 1;
  report.network = "00c0ffee00c0ffee";
  report.note = "a note with \"quotes\"\nand lines";
  report.promoted = round % 2 == 1;
  report.games = 10 + round;
  report.white_wins = 3;
  report.draws = 4;
  report.black_wins = 3 + round;
  report.positions = 1000;
  report.window_positions = 2000;
  report.trained_positions = 4000;
  report.loss = 0.1;
  report.validation = 0.123456789012345;
  report.result_weight = 0.5;
  report.match_wins = 5;
  report.match_draws = 1;
  report.match_losses = 2;
  report.elo = 33.25;
  report.elo_error = 20.5;
  report.llr = -1.5;
  report.total_elo = 100.0 * static_cast<double>(round);
  report.total_error = 30;
  report.play_seconds = 1.25;
  report.train_seconds = 2.5;
  report.match_seconds = 3.75;
  report.disk_bytes = 123456;
  return report;
}

LearnState some_state() {
  LearnState state;
  state.recipe = "name = \"x\"\n# --seed 3\n";
  state.teacher = "1234";
  state.step = Step::Match;
  state.best = 1;
  state.current = some_report(3);
  state.data = {{2, 1000, 451.25}, {3, 1001, 0}};
  state.window = {2, 3};
  state.rounds = {some_report(1), some_report(2)};
  return state;
}

TEST(LearnState, ComesBackFromItsTextAsItWas) {
  const LearnState state = some_state();
  const auto read = parse_learn_state(to_json(state));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, state);
}

TEST(LearnState, AReportIsOneLineAndComesBack) {
  const data::LearnReport report = some_report(7);
  const std::string line = data::to_json(report);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const auto read = data::parse_learn_report(line);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, report);
}

TEST(LearnState, WhatIsMissingOrWrongIsNamed) {
  const auto says = [](const std::string& text, const std::string& part) {
    const auto read = parse_learn_state(text);
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error().message.find(part), std::string::npos) << read.error().message;
  };
  const auto without = [](const std::string& what, const std::string& instead) {
    std::string text = to_json(some_state());
    text.replace(text.find(what), what.size(), instead);
    return text;
  };
  says("", "byte");
  says("{}", "format");
  says(without("\"format\":1", "\"format\":2"), "expected 1");
  says(without("\"match\"", "\"sleep\""), "play, train, match");
  says(without("\"best\":1", "\"best\":-1"), "best");
  says(without("\"window\"", "\"windows\""), "window");
  says(without("\"current\"", "\"currant\""), "current");
  says(without("\"elo\":33.25", "\"elo\":null"), "elo");
  says(without("\"promoted\":true", "\"promoted\":1"), "promoted");
  says(without("\"scale\":451.25", "\"scale\":\"x\""), "scale");
}

TEST(LearnState, TheTotalOfTheFirstNetworkIsZero) {
  const LearnState state = some_state();
  EXPECT_EQ(total_elo(state, 0).value, 0);
  EXPECT_EQ(total_elo(state, 2).value, 200);
  EXPECT_EQ(total_elo(state, 2).error, 30);
}

}  // namespace
}  // namespace tabia::learn
