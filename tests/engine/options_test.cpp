#include "engine/options.h"

#include <gtest/gtest.h>

#include <set>

namespace tabia::engine {
namespace {

TEST(Options, EveryRowHasItsOwnNameAHelpTextAndADefaultThatItAccepts) {
  std::set<std::string> names;
  for (const OptionSpec& option : all_options()) {
    EXPECT_TRUE(names.insert(option.line.name).second) << option.line.name;
    EXPECT_FALSE(option.help.empty()) << option.line.name;
    const auto value = parse_value(option, option.line.default_value);
    EXPECT_TRUE(value.ok()) << option.line.name;
    EXPECT_NE(options_text().find("  " + option.line.name + " ("), std::string::npos);
  }
}

TEST(Options, WhatGuisAndMatchToolsAskForIsThere) {
  for (const char* name : {"Hash", "Threads", "MultiPV", "Ponder", "EvalFile", "Move Overhead", "SyzygyPath",
                           "OwnBook", "BookFile", "UCI_Chess960", "UCI_AnalyseMode", "UCI_ShowWDL",
                           "UCI_LimitStrength", "UCI_Elo", "Clear Hash", "Debug Log File", "nodestime"}) {
    EXPECT_TRUE(find_option(name).ok()) << name;
  }
}

TEST(Options, AnOptionLineOfOursIsReadBackByTheProtocol) {
  for (const OptionSpec& option : all_options()) {
    const auto line = uci::parse_output(to_line(option.line));
    ASSERT_TRUE(line.ok()) << option.line.name;
    EXPECT_TRUE(std::get<uci::OptionLine>(*line) == option.line) << option.line.name;
  }
}

}  // namespace
}  // namespace tabia::engine
