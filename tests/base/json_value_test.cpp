#include "base/json_value.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/json.h"
#include "base/text.h"

namespace tabia::base {
namespace {

TEST(JsonValue, MoreValuesThanAllowedAreRefused) {
  EXPECT_TRUE(JsonValue::parse(R"({"a":[1,2]})", 4));
  const auto refused = JsonValue::parse(R"({"a":[1,2]})", 3);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("too many values"), std::string::npos);
  EXPECT_FALSE(JsonValue::parse("1", 0));
}

TEST(JsonValue, ReadsWhatThereIs) {
  const auto value =
      JsonValue::parse(R"( {"a": [1, -2.5e3, "x\n\"\u00e9\ud83d\ude00", true, false, null], "b": {}} )");
  ASSERT_TRUE(value.ok()) << value.error().message;
  const auto& list = value->find("a")->elements();
  ASSERT_EQ(list.size(), 6U);
  EXPECT_EQ(list[0].integer(), 1);
  EXPECT_FALSE(list[1].integer());
  EXPECT_EQ(list[2].text(), "x\n\"\xc3\xa9\xf0\x9f\x98\x80");
  EXPECT_FALSE(list[3].text());
  EXPECT_TRUE(value->find("b")->is_object());
  EXPECT_EQ(value->find("c"), nullptr);
  EXPECT_EQ(JsonValue::parse("18446744073709551").value().integer(), 18446744073709551);
}

TEST(JsonValue, RefusesWhatIsNoJson) {
  for (const char* text : {"", "{", "}", "[1,]", "{\"a\"}", "{\"a\":}", "{a:1}", "\"", "\"\\x\"", "\"\\u12\"",
                           "nul", "1 2", "+1", "[", "\"\\ud800\"", "--"}) {
    EXPECT_FALSE(JsonValue::parse(text).ok()) << text;
  }
  EXPECT_FALSE(JsonValue::parse(std::string(100'000, '[')).ok());
}

TEST(JsonValue, IsAsStrictAsTheStandard) {
  for (const char* text : {"01",
                           "-01",
                           "00",
                           ".5",
                           "1.",
                           "1.e3",
                           "1e",
                           "1e+",
                           "-",
                           "-.5",
                           "0x10",
                           "1_0",
                           "+1",
                           "Infinity",
                           "NaN",
                           "\"a\tb\"",
                           "\"a\nb\"",
                           "\"\x01\"",
                           "\v1",
                           "\f1",
                           "\xc2\xa0"
                           "1",
                           "\xef\xbb\xbf"
                           "1",
                           "'a'",
                           "[1,,2]",
                           "{\"a\":1,}",
                           "\"\\a\"",
                           "\"\\U0041\"",
                           "\"\\u-041\"",
                           "\"\\u 041\"",
                           "true1",
                           "[1 2]"}) {
    EXPECT_FALSE(JsonValue::parse(text).ok()) << text;
  }
  EXPECT_FALSE(JsonValue::parse(std::string("\"a\0b\"", 5)).ok());
  for (const char* text : {"0", "-0", "0.5", "1e5", "1E-5", "1.25e+10", "\"\x7f\"", " \t\r\n1 ", "\"\\/\""}) {
    EXPECT_TRUE(JsonValue::parse(text).ok()) << text;
  }
}

TEST(JsonValue, TextsAreUtf8) {
  for (const char* text : {"\"\xff\"", "\"\xc3\"", "\"\xc3(\"", "\"\xc0\xaf\"", "\"\xe0\x80\xaf\"",
                           "\"\xed\xa0\x80\"", "\"\xf4\x90\x80\x80\"", "{\"\xff\":1}", "\"\\ud800\"",
                           "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\\udc00\\ud800\""}) {
    EXPECT_FALSE(JsonValue::parse(text).ok()) << text;
  }
  EXPECT_EQ(JsonValue::parse("\"\xc3\xa9\xf0\x9f\x98\x80\"").value().text(), "\xc3\xa9\xf0\x9f\x98\x80");
}

TEST(JsonValue, ANameThatIsThereTwiceIsAnErrorThatTellsIt) {
  const auto twice = JsonValue::parse(R"({"a":1,"b":{"c":1},"a":2})");
  ASSERT_FALSE(twice);
  EXPECT_NE(twice.error().message.find("\"a\" is there twice"), std::string::npos) << twice.error().message;
  EXPECT_FALSE(JsonValue::parse(R"({"a":1,"\u0061":2})"));
  EXPECT_TRUE(JsonValue::parse(R"([{"a":1},{"a":2}])"));
  std::string large = "{";
  for (int i = 0; i < 1000; ++i) large += concat('"', i, "\":0,");
  EXPECT_TRUE(JsonValue::parse(large + "\"x\":0}"));
  EXPECT_FALSE(JsonValue::parse(large + "\"3\":0}"));
  EXPECT_FALSE(JsonValue::parse(large + "\"999\":0}"));
}

TEST(JsonValue, ReadsWhatTheWriterWritesWhateverTheBytes) {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
  JsonWriter json;
  json.begin_object().field("a", std::string_view(bytes)).field("b", 1e-300).field("c", -0.0);
  json.field("d", std::nan("")).end_object();
  const auto value = JsonValue::parse(json.text());
  EXPECT_TRUE(value) << value.error().message;
}

TEST(JsonValue, ValuesInsideEachOtherHaveALimit) {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_TRUE(JsonValue::parse(nested(60)));
  EXPECT_FALSE(JsonValue::parse(nested(70)));
}

}  // namespace
}  // namespace tabia::base
