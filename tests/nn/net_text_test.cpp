#include "nn/net_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "base/text.h"
#include "nn/net_support.h"
#include "sanitized.h"

namespace tabia::nn {
namespace {

using testing::contains;
using testing::identical;
using testing::tiny_spec;

std::string text_error(const std::string& text) {
  const auto parts = read_net_text(text);
  return parts ? "" : parts.error().message;
}

// The text with the first `what` replaced.
std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

TEST(NetText, EverySmallModelReadsBackIdentical) {
  for (const ModelSpec& spec : testing::small_models()) {
    const auto network =
        testing::with_lineage(*random_network(spec, 5), {"a \"b\"\n\\", "p", "d", "r", "t", "z"},
                              {{1, 2, 3, 400}, {0, 0, 0.1, 50}});
    const auto parts = read_net_text(write_net_text(*network));
    ASSERT_TRUE(parts) << spec.name << ": " << parts.error().message;
    EXPECT_TRUE(identical(*parts, *network)) << spec.name;
  }
}

TEST(NetTextSlow, TheLargeModelsReadBackIdenticalToo) {
  for (const char* name :
       {"mlp-768-512", "perspective-layers", "perspective-mirrored-768", "halfka-128", "halfkp-256"}) {
    ModelSpec spec = testing::model(name);
    if (tabia::test::kSanitized && name != std::string_view("halfkp-256")) spec.accumulator.width = 64;
    const auto network = random_network(spec, 5);
    const auto parts = read_net_text(write_net_text(*network));
    ASSERT_TRUE(parts) << name << ": " << parts.error().message;
    EXPECT_TRUE(identical(*parts, *network)) << name;
  }
}

TEST(NetText, ExtremeFloatsSurvive) {
  NetworkParts parts{tiny_spec(), empty_tensors(tiny_spec()), {}, {}};
  const auto values = parts.tensors[0].values<float>();
  values[0] = std::numeric_limits<float>::max();
  values[1] = -std::numeric_limits<float>::denorm_min();
  values[2] = -0.0f;
  values[3] = 0.1f;
  values[4] = 16777217.0f;
  const auto network = std::move(parts).assemble().value();
  const auto again = read_net_text(write_net_text(*network));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_TRUE(identical(*again, *network));
}

TEST(NetText, CommentsBlankLinesAndCarriageReturnsArePassedOver) {
  const auto network = random_network(tiny_spec(), 2);
  std::string text = write_net_text(*network);
  text = replaced(text, "[accumulator.bias", "\n# the bias\n[accumulator.bias");
  std::string dos;
  for (const char c : text) dos += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const auto parts = read_net_text(dos);
  ASSERT_TRUE(parts) << parts.error().message;
  EXPECT_TRUE(identical(*parts, *network));
}

// The tiny text: line 1 magic, 2 [spec], then the spec; everything is counted from there.
TEST(NetText, ErrorsGiveTheTrueLine) {
  const std::string text = write_net_text(*random_network(tiny_spec(), 2));
  EXPECT_TRUE(contains(text_error("tabia-network-text 9\n"),
                       "line 1: found \"tabia-network-text 9\", expected tabia-network-text 1"));
  EXPECT_TRUE(contains(text_error(replaced(text, "[spec]", "[specs]")), "line 2:"));
  EXPECT_TRUE(
      contains(text_error(replaced(text, "name = \"tiny\"", "nam = \"tiny\"")), "line 3: unknown key nam"));
  const auto line_of = [&](std::string_view part) {
    return 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find(part)), '\n');
  };
  const std::string date_error = text_error(replaced(text, "date = \"\"", "date = 3"));
  EXPECT_TRUE(contains(date_error, base::concat("line ", line_of("date = "), ": date"))) << date_error;
  const std::string heading_error =
      text_error(replaced(text, "[accumulator.bias 1 x 1", "[accumulator.bias 1 x 2"));
  EXPECT_TRUE(contains(heading_error, base::concat("line ", line_of("[accumulator.bias"), ":")))
      << heading_error;
  const std::string number_error = text_error(
      replaced(text, "[accumulator.bias 1 x 1 f32 1.0=1]\n", "[accumulator.bias 1 x 1 f32 1.0=1]\nnan\n"));
  EXPECT_TRUE(contains(number_error, base::concat("line ", line_of("[accumulator.bias") + 1,
                                                  ": found \"nan\", expected a number")))
      << number_error;
}

TEST(NetText, TooFewOrTooManyNumbersAreRefused) {
  const std::string text = write_net_text(*random_network(testing::model("perspective-256"), 2));
  const auto at = text.find("[accumulator.bias");
  const auto row = text.find('\n', at) + 1;
  const auto first_space = text.find(' ', row);
  EXPECT_TRUE(contains(text_error(text.substr(0, row) + text.substr(first_space + 1)),
                       "found 255 numbers, expected row 0 of accumulator.bias"));
  EXPECT_TRUE(contains(text_error(text.substr(0, row) + "1 " + text.substr(row)), "found more:"));
  EXPECT_TRUE(contains(text_error(text.substr(0, row) + "32768 " + text.substr(first_space + 1)),
                       "expected a whole number from -32768 to 32767"));
  EXPECT_TRUE(
      contains(text_error(text.substr(0, row) + "1.5 " + text.substr(first_space + 1)), "found \"1.5\""));
  EXPECT_TRUE(contains(text_error(text + "1\n"), "expected the end of the text"));
}

TEST(NetText, EveryTruncationAtALineEndIsRefused) {
  const std::string text = write_net_text(*random_network(tiny_spec(), 2));
  std::vector<std::size_t> ends;
  for (std::size_t at = text.find('\n'); at + 1 < text.size(); at = text.find('\n', at + 1))
    ends.push_back(at);
  for (std::size_t i = 0; i < ends.size(); i += tabia::test::rounds<std::size_t>(1, 5)) {
    ASSERT_FALSE(read_net_text(text.substr(0, ends[i] + 1))) << ends[i];
  }
}

TEST(NetText, ALargeSpecOverAShortTextIsRefusedBeforeMemoryIsTaken) {
  const std::string text =
      base::concat("tabia-network-text 1\n[spec]\n", to_text(stockfish_halfka_spec(3072)),
                   "[passport]\n[accumulator.weights\n1 2 3\n");
  EXPECT_TRUE(contains(text_error(text), "for this spec")) << text_error(text);
}

}  // namespace
}  // namespace tabia::nn
