#include "base/json_value.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace tabia::base
