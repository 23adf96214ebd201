// docs/usage.md, compared with the program.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "engine/options.h"
#include "paths.h"

namespace {

using namespace tabia;

std::string page() {
  std::ifstream in(tabia::test::test_data() + "/../../docs/usage.md");
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// The line of the table about the option, without its explanation.
std::string row_of(const std::string& text, const std::string& option) {
  const std::size_t begin = text.find("\n| `" + option + "` | ");
  if (begin == std::string::npos) return "";
  const std::size_t value = text.find(" | ", begin) + 3;
  return text.substr(value, text.find(" | ", value) - value);
}

TEST(UsagePage, ExplainsEveryOptionWithItsDefaultAndRange) {
  const std::string text = page();
  ASSERT_FALSE(text.empty());
  for (const engine::OptionSpec& option : engine::all_options()) {
    const uci::OptionLine& line = option.line;
    std::string expected = line.default_value.empty() ? "empty" : line.default_value;
    if (line.type == uci::OptionType::Button) expected = "button";
    if (line.type == uci::OptionType::Spin)
      expected += " (" + std::to_string(*line.low) + " to " + std::to_string(*line.high) + ")";
    if (line.type == uci::OptionType::Combo) {
      std::string choices;
      for (const std::string& choice : line.choices) choices += (choices.empty() ? "" : ", ") + choice;
      expected += " (" + choices + ")";
    }
    if (expected.front() == '<') expected = "`" + expected + "`";
    EXPECT_EQ(row_of(text, line.name), expected) << line.name;
  }
}

TEST(UsagePage, TellsOfTheCommandsThatSearch) {
  const std::string text = page();
  for (const char* command : {"analyze", "epd", "bench"}) {
    EXPECT_NE(text.find("### `tabia " + std::string(command) + "`"), std::string::npos) << command;
  }
}

}  // namespace
