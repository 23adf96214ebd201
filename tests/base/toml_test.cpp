#include "base/toml.h"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace tabia::base;

std::string error_of(std::string_view text) {
  const auto table = parse_toml(text);
  return table ? "" : table.error().message;
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(Toml, ReadsEveryKindOfValueWithItsLine) {
  const auto table = parse_toml(
      "# comment\n"
      "name = \"x # no comment\" # comment\n"
      "whole = -12\n"
      "decimal = 1.5e3\n"
      "yes = true\n"
      "list = [ 1,\n 2, # comment\n 3, ]\n"
      "inner = { a = 1, b = [ { c = \"d\" } ] }\r\n"
      "no-and_9 = false");
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(*find(*table, "name")->as<std::string>(), "x # no comment");
  EXPECT_EQ(*find(*table, "whole")->as<std::int64_t>(), -12);
  EXPECT_EQ(*find(*table, "decimal")->as<double>(), 1500.0);
  EXPECT_TRUE(*find(*table, "yes")->as<bool>());
  const auto* list = find(*table, "list")->as<TomlArray>();
  ASSERT_TRUE(list);
  EXPECT_EQ(list->size(), 3u);
  EXPECT_EQ((*list)[2].line(), 8);
  const auto* inner = find(*table, "inner")->as<TomlTable>();
  ASSERT_TRUE(inner);
  EXPECT_EQ(*find(*(*find(*inner, "b")->as<TomlArray>())[0].as<TomlTable>(), "c")->as<std::string>(), "d");
  EXPECT_FALSE(*find(*table, "no-and_9")->as<bool>());
  EXPECT_EQ(find(*table, "missing"), nullptr);
  double storage = 0;
  EXPECT_EQ(*find(*table, "whole")->as_number(storage), -12.0);
}

TEST(Toml, EscapesStandForTheirCharacters) {
  const auto table = parse_toml(R"(a = "\"\\\n\r\t\b\f\u0041\u00e9\u20AC\u0000")");
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(*find(*table, "a")->as<std::string>(), std::string("\"\\\n\r\t\b\fA\xC3\xA9\xE2\x82\xAC\0", 14));
}

TEST(Toml, AnyBytesWrittenAsAStringAreReadBack) {
  std::string all;
  for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
  const auto table = parse_toml("a = " + toml_string(all) + "\nb = " + toml_string("") + "\n");
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(*find(*table, "a")->as<std::string>(), all);
  EXPECT_EQ(*find(*table, "b")->as<std::string>(), "");
  EXPECT_EQ(toml_string(all).find('\n'), std::string::npos);
}

TEST(Toml, UnderscoresBetweenDigitsAreForTheEye) {
  const auto table = parse_toml("a = 400_000_000\nb = 1_0.5\n");
  ASSERT_TRUE(table);
  EXPECT_EQ(*find(*table, "a")->as<std::int64_t>(), 400'000'000);
  EXPECT_EQ(*find(*table, "b")->as<double>(), 10.5);
  EXPECT_FALSE(parse_toml("a = 1__0\n"));
  EXPECT_FALSE(parse_toml("a = _1\n"));
  EXPECT_FALSE(parse_toml("a = 1_\n"));
}

TEST(Toml, FaultsGiveTheLineAndWhatWasExpected) {
  EXPECT_TRUE(contains(error_of("a = 1\nb\n"), "line 2: found \"\""));
  EXPECT_TRUE(contains(error_of("a = 1\na = 2\n"), "the key a only once"));
  EXPECT_TRUE(contains(error_of("[section]\n"), "line 1: found \"[section]\", expected a key"));
  EXPECT_TRUE(contains(error_of("a = 1 2\n"), "the end of the line"));
  EXPECT_TRUE(contains(error_of("a = \"open\n"), "a closing quote"));
  EXPECT_TRUE(contains(error_of("a = [ 1 2 ]\n"), "a comma or ]"));
  EXPECT_TRUE(contains(error_of("a = { b = 1"), "the end of the text"));
  EXPECT_TRUE(contains(error_of("a = "), "expected a value"));
  for (const char* bad :
       {"nan", "inf", "1e999", "0x10", "'x'", "1979-05-27", "+", "True", "99999999999999999999x"}) {
    EXPECT_TRUE(contains(error_of("a = " + std::string(bad)), "line 1")) << bad;
  }
  for (const char* bad : {R"("\x")", R"("\u12")", R"("\u12G4")", R"("\uD800")", R"("\u-001")", "\"\\"}) {
    EXPECT_TRUE(contains(error_of("a = " + std::string(bad)), "after a backslash")) << bad;
  }
}

TEST(Toml, NestingWithoutEndIsRefusedInsteadOfExhaustingTheStack) {
  EXPECT_TRUE(contains(error_of("a = " + std::string(100000, '[')), "less nesting"));
}

}  // namespace
