#include "engine/options.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/engine.h"

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

TEST(Options, EvalUrlIsOfferedOnlyWhereAServiceCanBeOpened) {
  const auto offers_it = [](const Engine& engine) {
    const auto& options = engine.options();
    return std::any_of(options.begin(), options.end(),
                       [](const OptionSpec& option) { return option.line.name == "EvalUrl"; });
  };
  Engine bare;
  EXPECT_FALSE(offers_it(bare));
  EXPECT_EQ(bare.options().size() + 1, all_options().size());
  EXPECT_EQ(options_text(bare.offers()).find("EvalUrl"), std::string::npos);
  const auto refused = bare.set_option("EvalUrl", "http://localhost:8080");
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("unknown option \"EvalUrl\""), std::string::npos);

  Engine full(0, [](const std::string& url) -> base::Result<std::shared_ptr<eval::EvaluationService>> {
    return base::Error{"asked for " + url};
  });
  EXPECT_TRUE(offers_it(full));
  const auto asked = full.set_option("EvalUrl", "http://there");
  ASSERT_FALSE(asked.ok());
  EXPECT_EQ(asked.error().message, "option EvalUrl: asked for http://there");
}

}  // namespace
}  // namespace tabia::engine
