#include "base/json.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

namespace tabia::base {
namespace {

template <class T>
std::string json_of(const T& value) {
  return JsonWriter().value(value).text();
}

TEST(Json, CommasStandBetweenThingsAndNowhereElse) {
  JsonWriter json;
  json.begin_object();
  json.field("a", 1).field("b", "x");
  json.key("empty").begin_array().end_array();
  json.key("list")
      .begin_array()
      .value(1)
      .value(2)
      .begin_object()
      .end_object()
      .begin_array()
      .value(true)
      .end_array()
      .end_array();
  json.key("inner").begin_object().field("c", false).end_object();
  json.field("last", -3);
  json.end_object();
  EXPECT_EQ(json.text(),
            R"({"a":1,"b":"x","empty":[],"list":[1,2,{},[true]],"inner":{"c":false},"last":-3})");
}

TEST(Json, NumbersAreWrittenInFullAndWhatJsonCantHoldIsNull) {
  EXPECT_EQ(json_of(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
  EXPECT_EQ(json_of(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(json_of(0.1), "0.1");
  EXPECT_EQ(json_of(-2.5), "-2.5");
  EXPECT_EQ(json_of(1e300), "1e+300");
  EXPECT_EQ(json_of(0.0), "0");
  EXPECT_EQ(json_of(std::numeric_limits<double>::infinity()), "null");
  EXPECT_EQ(json_of(-std::numeric_limits<double>::infinity()), "null");
  EXPECT_EQ(json_of(std::numeric_limits<double>::quiet_NaN()), "null");
  EXPECT_EQ(json_of(true), "true");
  EXPECT_EQ(json_of(false), "false");
}

TEST(Json, TextIsEscaped) {
  EXPECT_EQ(json_of("plain"), R"("plain")");
  EXPECT_EQ(json_of("say \"no\" \\ yes"), R"("say \"no\" \\ yes")");
  EXPECT_EQ(json_of(std::string("a\0b\n\t\x1f", 6)), R"("a\u0000b\u000a\u0009\u001f")");
  EXPECT_EQ(JsonWriter().begin_object().field("k\"", 1).end_object().text(), R"({"k\"":1})");
}

TEST(Json, EveryAsciiCharacterIsEscapedOrNotWhereverItStands) {
  for (int c = 0; c < 128; ++c) {
    std::string escaped(1, static_cast<char>(c));
    if (c == '"' || c == '\\') escaped = std::string("\\") + static_cast<char>(c);
    char code[8];
    std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
    if (c < 0x20) escaped = code;
    for (std::size_t at = 0; at < 19; ++at) {
      std::string text = "abcdefghijklmnopqrs";
      const std::string expected = "\"" + text.substr(0, at) + escaped + text.substr(at + 1) + "\"";
      text[at] = static_cast<char>(c);
      JsonWriter json;
      ASSERT_EQ(json.value(text).text(), expected) << c << " at " << at;
    }
  }
}

TEST(Json, Utf8PassesAndOtherBytesBecomeTheReplacementCharacter) {
  const std::string replacement = "\xEF\xBF\xBD";
  EXPECT_EQ(json_of("\xC3\xA9 \xE2\x99\x98 \xF0\x9F\x90\xB4"), "\"\xC3\xA9 \xE2\x99\x98 \xF0\x9F\x90\xB4\"");
  EXPECT_EQ(json_of("\xff"), "\"" + replacement + "\"");
  EXPECT_EQ(json_of("a\xC3"), "\"a" + replacement + "\"");                  // cut off
  EXPECT_EQ(json_of("\xC3z"), "\"" + replacement + "z\"");                  // no continuation
  EXPECT_EQ(json_of("\xC0\x80"), "\"" + replacement + replacement + "\"");  // overlong
  EXPECT_EQ(json_of("\xE0\x80\x80x"), "\"" + replacement + replacement + replacement + "x\"");
  EXPECT_EQ(json_of("\xED\xA0\x80"), "\"" + replacement + replacement + replacement + "\"");  // surrogate
  EXPECT_EQ(json_of("\xF4\x90\x80\x80"), "\"" + replacement + replacement + replacement + replacement + "\"");
}

}  // namespace
}  // namespace tabia::base
