#include "base/json_fields.h"

#include <gtest/gtest.h>

namespace tabia::base {
namespace {

JsonValue object(std::string_view text) { return JsonValue::parse(text).value(); }

TEST(JsonFields, MembersAreReadByTheirKind) {
  const JsonValue value = object(
      R"({"a":"x","b":-3,"c":18446744073709551615,"d":0.5,"e":true,"f":[1,2],"g":{"h":1},"i":["p","q"]})");
  JsonFields fields(value);
  EXPECT_EQ(fields.text("a"), "x");
  EXPECT_EQ(fields.integer("b"), -3);
  EXPECT_EQ(fields.count("c"), 18446744073709551615u);
  EXPECT_EQ(fields.number("d"), 0.5);
  EXPECT_TRUE(fields.truth("e"));
  EXPECT_EQ(fields.list("f").size(), 2u);
  EXPECT_TRUE(fields.object("g").find("h"));
  EXPECT_EQ(fields.optional_texts("i"), (std::vector<std::string>{"p", "q"}));
  fields.refuse_others();
  EXPECT_TRUE(fields.finish());
}

TEST(JsonFields, TheFirstErrorNamesTheMemberWhatWasFoundAndWhatIsExpected) {
  const JsonValue value = object(R"({"a":5,"b":"x"})");
  JsonFields fields(value);
  EXPECT_EQ(fields.text("a"), "");
  EXPECT_EQ(fields.integer("b"), 0);
  ASSERT_FALSE(fields.finish());
  EXPECT_EQ(fields.finish().error().message, "a: found 5, expected a string");
  EXPECT_EQ(fields.wrong()->name, "a");
  EXPECT_EQ(fields.wrong()->fault, JsonFields::Fault::Kind);
}

TEST(JsonFields, MissingOutOfRangeAndUnknownAreToldApart) {
  const JsonValue value = object(R"({"a":5,"b":null,"c":-1,"z":1})");
  const auto wrong = [&](const auto& read) {
    JsonFields fields(value);
    read(fields);
    return fields.wrong().value_or(JsonFields::Wrong{});
  };
  EXPECT_EQ(wrong([](JsonFields& f) { return f.integer("a", 6, 9); }).message, "a: found 5, expected 6 to 9");
  EXPECT_EQ(wrong([](JsonFields& f) { return f.integer("a", 6, 9); }).fault, JsonFields::Fault::Range);
  EXPECT_EQ(wrong([](JsonFields& f) { return f.text("b"); }).message, "b is missing, expected a string");
  EXPECT_EQ(wrong([](JsonFields& f) { return f.text("b"); }).fault, JsonFields::Fault::Missing);
  EXPECT_EQ(wrong([](JsonFields& f) { return f.count("c"); }).message,
            "c: found -1, expected a whole number, not negative");
  const auto unknown = wrong([](JsonFields& f) {
    static_cast<void>(f.has("a"));
    static_cast<void>(f.has("b"));
    static_cast<void>(f.has("c"));
    f.refuse_others();
  });
  EXPECT_EQ(unknown.fault, JsonFields::Fault::Unknown);
  EXPECT_EQ(unknown.name, "z");
}

TEST(JsonFields, AnErrorInsideAMemberHasItsWholeName) {
  const JsonValue value = object(R"({"effort":{"moves":"many"}})");
  JsonFields fields(value);
  JsonFields inside(fields.object("effort"));
  static_cast<void>(inside.integer("moves"));
  fields.note_inside("effort", inside);
  EXPECT_EQ(fields.finish().error().message, "effort.moves: found \"many\", expected a whole number");
}

TEST(JsonFields, OptionalMembersMayBeMissingButNotOfAnotherKind) {
  const JsonValue value = object(R"({"a":[1]})");
  JsonFields fields(value);
  EXPECT_EQ(fields.optional_text("b"), std::nullopt);
  EXPECT_EQ(fields.optional_integer("c", 0, 9), std::nullopt);
  EXPECT_TRUE(fields.finish());
  EXPECT_TRUE(fields.optional_texts("a").empty());
  EXPECT_EQ(fields.finish().error().message, "a: found 1, expected only strings");
}

TEST(JsonFields, WhatIsNotAnObjectLacksEverything) {
  const JsonValue value = object("[1,2]");
  JsonFields fields(value);
  EXPECT_EQ(fields.count("a"), 0u);
  EXPECT_EQ(fields.wrong()->fault, JsonFields::Fault::Missing);
}

}  // namespace
}  // namespace tabia::base
