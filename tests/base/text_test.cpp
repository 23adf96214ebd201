#include "base/text.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace tabia::base {
namespace {

using Views = std::vector<std::string_view>;

TEST(Text, ConcatJoinsStringsCharactersAndIntegers) {
  const std::string text = "c";
  EXPECT_EQ(concat("a", 'b', text, std::string_view("d"), 5, -6L, std::uint64_t{7}), "abcd5-67");
  EXPECT_EQ(concat(), "");
  EXPECT_EQ(concat(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
}

TEST(Text, TrimmedTakesWhiteSpaceOffBothEndsOnly) {
  EXPECT_EQ(trimmed(" \t a b \r\n"), "a b");
  EXPECT_EQ(trimmed("ab"), "ab");
  EXPECT_EQ(trimmed(" \n"), "");
  EXPECT_EQ(trimmed(""), "");
}

TEST(Text, WordsAreSeparatedByAnyRunOfWhiteSpace) {
  EXPECT_EQ(words("  go\tdepth \r\n 5 "), (Views{"go", "depth", "5"}));
  EXPECT_EQ(words(""), Views{});
  EXPECT_EQ(words(" \t "), Views{});
  EXPECT_EQ(words(std::string_view("a\0b c", 5)), (Views{std::string_view("a\0b", 3), "c"}));
}

TEST(Text, TakeWordLeavesTheRest) {
  std::string_view rest = "  one two";
  EXPECT_EQ(take_word(rest), "one");
  EXPECT_EQ(rest, " two");
  EXPECT_EQ(take_word(rest), "two");
  EXPECT_EQ(take_word(rest), "");
  EXPECT_EQ(take_word(rest), "");
}

TEST(Text, SplitGivesOnePieceMoreThanThereAreSeparators) {
  EXPECT_EQ(split("a/b/c", '/'), (Views{"a", "b", "c"}));
  EXPECT_EQ(split("", '/'), (Views{""}));
  EXPECT_EQ(split("/", '/'), (Views{"", ""}));
  EXPECT_EQ(split("//a", '/'), (Views{"", "", "a"}));
  EXPECT_EQ(split("abc", '/'), (Views{"abc"}));
}

TEST(Text, IntegersAreReadToTheirLimitsAndNoFurther) {
  EXPECT_EQ(parse_integer<int>("2147483647"), std::numeric_limits<int>::max());
  EXPECT_EQ(parse_integer<int>("-2147483648"), std::numeric_limits<int>::min());
  EXPECT_FALSE(parse_integer<int>("2147483648"));
  EXPECT_FALSE(parse_integer<int>("-2147483649"));
  EXPECT_EQ(parse_integer<std::uint64_t>("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
  EXPECT_FALSE(parse_integer<std::uint64_t>("18446744073709551616"));
  EXPECT_FALSE(parse_integer<std::uint64_t>("-1"));
  EXPECT_EQ(parse_integer<std::uint8_t>("255"), 255);
  EXPECT_FALSE(parse_integer<std::uint8_t>("256"));
  EXPECT_EQ(parse_integer<int>("0"), 0);
  EXPECT_EQ(parse_integer<int>("007"), 7);
}

TEST(Text, ATextWithAnythingBesideDigitsIsNoInteger) {
  for (const auto* text : {"", "-", "+5", " 5", "5 ", "5x", "x5", "0x10", "1.5", "1e3", "--5", "5-"}) {
    EXPECT_FALSE(parse_integer<int>(text)) << '"' << text << '"';
  }
  EXPECT_FALSE(parse_integer<int>(std::string_view("5\0", 2)));
  EXPECT_FALSE(parse_integer<int>(std::string_view()));
  EXPECT_FALSE(parse_integer<int>(std::string(100000, '9')));
}

TEST(Text, QuotedShowsEveryByteAndCutsWhatIsLong) {
  EXPECT_EQ(base::quoted("e4"), "\"e4\"");
  EXPECT_EQ(base::quoted(""), "\"\"");
  EXPECT_EQ(base::quoted(std::string_view("a\0\n\x7f\xff", 5)), "\"a\\x00\\x0a\\x7f\\xff\"");
  EXPECT_EQ(base::quoted("abcdef", 3), "\"abc...\"");
  EXPECT_EQ(base::quoted("abc", 3), "\"abc\"");
  EXPECT_EQ(base::quoted(std::string(80, 'x')), "\"" + std::string(80, 'x') + "\"");
  EXPECT_EQ(base::quoted(std::string(81, 'x')), "\"" + std::string(80, 'x') + "...\"");
  EXPECT_LT(base::quoted(std::string(10'000'000, '\x01')).size(), 400u);
}

TEST(Text, ThousandsAreSeparatedForPeople) {
  EXPECT_EQ(with_thousands(0), "0");
  EXPECT_EQ(with_thousands(999), "999");
  EXPECT_EQ(with_thousands(1000), "1,000");
  EXPECT_EQ(with_thousands(12345678), "12,345,678");
  EXPECT_EQ(with_thousands(123456), "123,456");
  EXPECT_EQ(with_thousands(std::numeric_limits<std::uint64_t>::max()), "18,446,744,073,709,551,615");
}

TEST(Text, AMistypedWordFindsTheNearestCandidate) {
  const Views commands = {"perft", "fen", "uci", "help", "version"};
  EXPECT_EQ(nearest_word("pertf", commands), std::nullopt);  // two edits in five letters: not near enough
  EXPECT_EQ(nearest_word("perf", commands), "perft");
  EXPECT_EQ(nearest_word("peft", commands), "perft");
  EXPECT_EQ(nearest_word("fem", commands), "fen");
  EXPECT_EQ(nearest_word("vresion", commands), "version");
  EXPECT_EQ(nearest_word("help", commands), "help");
  EXPECT_EQ(nearest_word("banana", commands), std::nullopt);
  EXPECT_EQ(nearest_word("", commands), std::nullopt);
  EXPECT_EQ(nearest_word("perft", {}), std::nullopt);
  EXPECT_EQ(nearest_word(std::string(1'000'000, 'p'), commands), std::nullopt);
}

TEST(Text, CharacterClassesKnowAsciiOnly) {
  int spaces = 0;
  int digits = 0;
  int letters = 0;
  for (int c = -128; c < 128; ++c) {
    spaces += is_space(static_cast<char>(c));
    digits += is_digit(static_cast<char>(c));
    letters += is_alpha(static_cast<char>(c));
  }
  EXPECT_EQ(spaces, 6);
  EXPECT_EQ(digits, 10);
  EXPECT_EQ(letters, 52);
  EXPECT_EQ(to_lower('Q'), 'q');
  EXPECT_EQ(to_lower('q'), 'q');
  EXPECT_EQ(to_lower('['), '[');
  EXPECT_EQ(to_lower('\xC4'), '\xC4');
}

TEST(Text, CaseIsIgnoredInAsciiLettersAndNothingElse) {
  EXPECT_EQ(lowered("UCI_Elo [\xC4]"), "uci_elo [\xC4]");
  EXPECT_TRUE(equal_ignoring_case("Threads", "tHREADS"));
  EXPECT_FALSE(equal_ignoring_case("Threads", "Thread"));
  EXPECT_FALSE(equal_ignoring_case("[", "{"));
}

TEST(Text, PaddedTextIsAsWideAsAskedAndNeverTouchesTheNext) {
  EXPECT_EQ(padded("ab", 5), "ab   ");
  EXPECT_EQ(padded("abcde", 5), "abcde ");
}

TEST(Text, FixedNumbersHaveTheirDigitsHoweverLarge) {
  EXPECT_EQ(fixed(2.0 / 3, 3), "0.667");
  EXPECT_EQ(fixed(-0.5, 0), "-0");
  EXPECT_EQ(fixed(1e300, 1).size(), 303u);
}

}  // namespace
}  // namespace tabia::base
