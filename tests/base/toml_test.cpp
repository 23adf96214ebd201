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
  EXPECT_TRUE(contains(error_of("a = 1 2\n"), "the end of the line"));
  EXPECT_TRUE(contains(error_of("a = \"open\n"), "a closing quote"));
  EXPECT_TRUE(contains(error_of("a = [ 1 2 ]\n"), "a comma or ]"));
  EXPECT_TRUE(contains(error_of("a = { b = 1"), "the end of the text"));
  EXPECT_TRUE(contains(error_of("a = "), "expected a value"));
  for (const char* bad :
       {"nan", "inf", "1e999", "0x10", "'x", "1979-05-27", "+", "True", "99999999999999999999x"}) {
    EXPECT_TRUE(contains(error_of("a = " + std::string(bad)), "line 1")) << bad;
  }
  for (const char* bad : {R"("\x")", R"("\u12")", R"("\u12G4")", R"("\uD800")", R"("\u-001")", "\"\\"}) {
    EXPECT_TRUE(contains(error_of("a = " + std::string(bad)), "after a backslash")) << bad;
  }
}

TEST(Toml, SectionsAndDottedKeysMeanTheSameTablesAsBraces) {
  const auto value_at = [](const TomlTable& table, std::string_view outer, std::string_view inner) {
    const TomlValue* value = find(table, outer);
    const auto* below = value ? value->as<TomlTable>() : nullptr;
    const TomlValue* found = below ? find(*below, inner) : nullptr;
    return found ? *found->as<std::int64_t>() : -1;
  };
  for (const char* text :
       {"top = 1\na = { b = 2, c = 3 }\nd = { e = 4 }\n",
        "top = 1\n[a]\nb = 2\nc = 3\n[d] # comment\ne = 4\n", "top = 1\na.b = 2\na . c = 3\nd.e = 4\n",
        "top = 1\n[ d ]\ne = 4\n[a]\n\"b\" = 2\n'c' = 3"}) {
    const auto table = parse_toml(text);
    ASSERT_TRUE(table) << table.error().message << '\n' << text;
    EXPECT_EQ(table->size(), 3u) << text;
    EXPECT_EQ(*find(*table, "top")->as<std::int64_t>(), 1) << text;
    EXPECT_EQ(value_at(*table, "a", "b"), 2) << text;
    EXPECT_EQ(value_at(*table, "a", "c"), 3) << text;
    EXPECT_EQ(value_at(*table, "d", "e"), 4) << text;
  }
}

TEST(Toml, SectionsNestAndAnOuterOneMayFollowItsInner) {
  const auto table = parse_toml("[a.b]\nx = 1\n[a]\ny.z = 2\ny.w = { v.u = 3, v.t = 4 }\n[a.y.s]\nr = 5\n");
  ASSERT_TRUE(table) << table.error().message;
  const auto* a = find(*table, "a")->as<TomlTable>();
  EXPECT_EQ(*find(*find(*a, "b")->as<TomlTable>(), "x")->as<std::int64_t>(), 1);
  const auto* y = find(*a, "y")->as<TomlTable>();
  EXPECT_EQ(*find(*y, "z")->as<std::int64_t>(), 2);
  const auto* v = find(*find(*y, "w")->as<TomlTable>(), "v")->as<TomlTable>();
  EXPECT_EQ(*find(*v, "u")->as<std::int64_t>(), 3);
  EXPECT_EQ(*find(*v, "t")->as<std::int64_t>(), 4);
  EXPECT_EQ(*find(*find(*y, "s")->as<TomlTable>(), "r")->as<std::int64_t>(), 5);
}

TEST(Toml, LiteralStringsHaveNoEscapes) {
  const auto table = parse_toml(R"(a = 'C:\new "x" # y' # comment)");
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(*find(*table, "a")->as<std::string>(), R"(C:\new "x" # y)");
  EXPECT_TRUE(contains(error_of("a = 'open\n'"), "line 1: found \"open\", expected a closing single quote"));
  EXPECT_TRUE(contains(error_of("a = '''x'''"), "a string on one line"));
  EXPECT_TRUE(contains(error_of("a = \"\"\"x\"\"\""), "a string on one line"));
}

TEST(Toml, ATableThatIsSetTwiceIsRefusedAndTheMessageSaysWhere) {
  EXPECT_TRUE(contains(error_of("[a]\nx = 1\n[b]\n[a]\n"),
                       "line 4: found \"[a]\", expected the section [a] only once"));
  EXPECT_TRUE(contains(error_of("[a]\nx = 1\n[b]\n[a]\n"), "begins at line 1"));
  EXPECT_TRUE(contains(error_of("\na = 1\n[a]\n"),
                       "line 3: found \"[a]\", expected the key a only once: it is set at line 2"));
  EXPECT_TRUE(contains(error_of("a = { b = 1 }\n[a.c]\n"), "the key a only once"));
  EXPECT_TRUE(contains(error_of("a = { b = 1 }\na.c = 2\n"), "the key a only once"));
  EXPECT_TRUE(contains(error_of("a.b = 1\n[a]\n"), "the key a only once"));
  EXPECT_TRUE(
      contains(error_of("[a.b]\nx = 1\n[a]\nb.y = 2\n"), "the key a.b only once: it is set at line 1"));
  EXPECT_TRUE(
      contains(error_of("[a]\nb = 1\nb = 2\n"), "line 3: found \"b = 2\", expected the key a.b only once"));
  EXPECT_TRUE(contains(error_of("a.b = 1\na.b.c = 2\n"), "the key a.b only once"));
  EXPECT_TRUE(contains(error_of("a = { b = 1, b.c = 2 }\n"), "the key b only once"));
}

TEST(Toml, BrokenSectionsAndKeysSayWhatIsMissing) {
  EXPECT_TRUE(contains(error_of("[a\nx = 1\n"), "a dot or ]"));
  EXPECT_TRUE(contains(error_of("[]\n"), "a key of letters"));
  EXPECT_TRUE(contains(error_of("[a] x = 1\n"), "the end of the line"));
  EXPECT_TRUE(contains(error_of("a. = 1\n"), "a key of letters"));
  EXPECT_TRUE(contains(error_of("[[a]]\nx = 1\n"), "for a list of tables"));
}

TEST(Toml, NestingWithoutEndIsRefusedInsteadOfExhaustingTheStack) {
  EXPECT_TRUE(contains(error_of("a = " + std::string(100000, '[')), "less nesting"));
  std::string keys = "a";
  for (int i = 0; i < 100000; ++i) keys += ".a";
  EXPECT_TRUE(contains(error_of(keys + " = 1"), "less nesting"));
  EXPECT_TRUE(contains(error_of('[' + keys + ']'), "less nesting"));
}

}  // namespace
