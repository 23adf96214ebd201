#include "chess/pgn.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "chess/fen.h"
#include "chess/notation.h"
#include "chess/pgn_annotation.h"
#include "chess/pgn_reader.h"
#include "test_support.h"

namespace tabia::chess {
namespace {

// The results of reading a text, in order: every game, and every error as its message.
struct Reading {
  std::vector<PgnRecord> games;
  std::vector<std::string> errors;
};

Reading read_stream(std::istream& in, const PgnOptions& options = {}) {
  Reading reading;
  PgnReader reader(in, options);
  while (auto next = reader.next()) {
    if (next->ok()) {
      reading.games.push_back(std::move(**next));
    } else {
      reading.errors.push_back(next->error().message);
    }
  }
  return reading;
}

Reading read_text(const std::string& text, const PgnOptions& options = {}) {
  std::istringstream in(text);
  return read_stream(in, options);
}

// The only game of the text, without fault.
PgnGame game_of(const std::string& text) {
  const Reading reading = read_text(text);
  EXPECT_EQ(reading.games.size(), 1u) << text;
  EXPECT_TRUE(reading.errors.empty()) << text << "\n"
                                      << (reading.errors.empty() ? "" : reading.errors.front());
  return reading.games.empty() ? PgnGame{} : reading.games.front().game;
}

// The only error of a text that has no game.
std::string error_of(const std::string& text, const PgnOptions& options = {}) {
  const Reading reading = read_text(text, options);
  EXPECT_TRUE(reading.games.empty()) << text;
  EXPECT_EQ(reading.errors.size(), 1u) << text;
  return reading.errors.empty() ? "" : reading.errors.front();
}

// The moves of the line from that position in SAN, with spaces between; null moves as "--".
std::string san_of(const PgnLine& line, Position position) {
  std::string text;
  for (const PgnMove& move : line.moves) {
    if (!text.empty()) text += ' ';
    text += move.move ? to_san(position, move.move) : "--";
    if (move.move) {
      position.make(move.move);
    } else {
      position.make_null();
    }
  }
  return text;
}

std::string san_of(const PgnGame& game) { return san_of(game.line, game.start); }

bool contains_text(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

bool any_contains(const std::vector<std::string>& texts, std::string_view part) {
  return std::any_of(texts.begin(), texts.end(),
                     [&](const std::string& text) { return contains_text(text, part); });
}

// Writing and reading again keeps everything except the tags that the writer makes itself.
void expect_round_trip(const PgnGame& game) {
  const std::string text = to_pgn(game);
  const Reading reading = read_text(text);
  ASSERT_EQ(reading.games.size(), 1u) << text;
  ASSERT_TRUE(reading.errors.empty()) << text << "\n" << reading.errors.front();
  EXPECT_TRUE(reading.games[0].warnings.empty() || any_contains(reading.games[0].warnings, "Variant"))
      << text;
  const PgnGame& again = reading.games[0].game;
  EXPECT_EQ(game.start, again.start) << text;
  EXPECT_EQ(game.line, again.line) << text;
  EXPECT_EQ(game.result, again.result) << text;
  for (const PgnTag& tag : game.tags) {
    if (tag.name == "Result" || tag.name == "SetUp" || tag.name == "FEN") continue;
    ASSERT_NE(again.tag(tag.name), nullptr) << tag.name;
    EXPECT_EQ(tag.value, *again.tag(tag.name));
  }
  EXPECT_EQ(text, to_pgn(again));
}

// --- moves

TEST(Pgn, AGameHasTagsMovesAndAResult) {
  const PgnGame game = game_of(
      "[Event \"Casual\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 "
      "4. Qxf7# 1-0\n");
  EXPECT_EQ(game.tags,
            (std::vector<PgnTag>{{"Event", "Casual"}, {"White", "A"}, {"Black", "B"}, {"Result", "1-0"}}));
  EXPECT_EQ(*game.tag("White"), "A");
  EXPECT_EQ(game.tag("Site"), nullptr);
  EXPECT_EQ(game.start, Position());
  EXPECT_EQ(san_of(game), "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#");
  EXPECT_EQ(game.result, GameResult::WhiteWins);
  EXPECT_EQ(game.main_line().end(), GameEnd::Checkmate);
  expect_round_trip(game);
}

TEST(Pgn, MoveNumbersMayBeMissingGluedOrInDots) {
  for (const std::string text :
       {"e4 e5 Nf3 Nc6 *", "1.e4 e5 2.Nf3 Nc6 *", "1. e4 1... e5 2. Nf3 2... Nc6 *", "1 e4 e5 2 Nf3 Nc6*",
        "1.e4 1...e5 2.Nf3 2. ... Nc6 *", "1.e4 1\xE2\x80\xA6 e5 2.Nf3 Nc6 *", "7. e4 e5 7. Nf3 Nc6 *"}) {
    EXPECT_EQ(san_of(game_of(text)), "e4 e5 Nf3 Nc6") << text;
  }
}

TEST(Pgn, CastlingMayBeWrittenWithZeros) {
  EXPECT_EQ(san_of(game_of("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 *")), "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O");
  EXPECT_EQ(san_of(game_of("[FEN \"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1\"]\n\n1...0-0-0 2.0-0 *")),
            "O-O-O O-O");
}

TEST(Pgn, PartsOfAMoveMayStandApartFromIt) {
  EXPECT_EQ(san_of(game_of("1. e4 f5 2. Qh5 + g6 3. e5 d5 4. exd6 e.p. *")), "e4 f5 Qh5+ g6 e5 d5 exd6");
}

TEST(Pgn, TheStartComesFromTheFenTag) {
  const PgnGame game =
      game_of("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 40\"]\n\n40... Kd7 41. e4 1/2-1/2");
  EXPECT_EQ(to_fen(game.start), "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40");
  EXPECT_EQ(san_of(game), "Kd7 e4");
  expect_round_trip(game);
}

TEST(Pgn, Chess960NeedsNothingButTheFenWhateverTheVariantIsCalled) {
  for (const std::string variant : {"Chess960", "fischerandom", "chess 960", "Fischer Random"}) {
    const Reading reading = read_text("[Variant \"" + variant +
                                      "\"]\n[SetUp \"1\"]\n[FEN \"nrkbbrqn/pppppppp/8/8/8/8/"
                                      "PPPPPPPP/NRKBBRQN w FBfb - 0 1\"]\n\n1. c4 c5 2. Ng3 Ng6 *");
    ASSERT_EQ(reading.games.size(), 1u) << variant << reading.errors.front();
    EXPECT_TRUE(reading.games[0].warnings.empty()) << reading.games[0].warnings.front();
    expect_round_trip(reading.games[0].game);
  }
  const PgnGame castling =
      game_of("[FEN \"1rk2r2/pppppppp/8/8/8/8/PPPPPPPP/1RK2R2 w FBfb - 0 1\"]\n\n1. O-O O-O-O *");
  EXPECT_EQ(san_of(castling), "O-O O-O-O");
  EXPECT_TRUE(contains_text(to_pgn(castling), "[Variant \"Chess960\"]"));
  expect_round_trip(castling);
}

TEST(Pgn, AnotherVariantIsAWarning) {
  const Reading reading = read_text("[Variant \"Atomic\"]\n\n1. e4 *");
  ASSERT_EQ(reading.games.size(), 1u);
  EXPECT_TRUE(any_contains(reading.games[0].warnings, "Atomic"));
}

TEST(Pgn, AFenTagWithHarmlessFaultsIsRepairedWithAWarning) {
  const Reading reading = read_text("[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w KQkq -\"]\n\n1. e4 *");
  ASSERT_EQ(reading.games.size(), 1u);
  EXPECT_EQ(reading.games[0].game.start.castling_rooks(), 0u);
  ASSERT_FALSE(reading.games[0].warnings.empty());
  EXPECT_EQ(reading.games[0].warnings[0].find("line 2: tag FEN: "), 0u) << reading.games[0].warnings[0];
}

TEST(Pgn, AnEmptyFenTagMeansTheUsualStart) { EXPECT_EQ(game_of("[FEN \"\"]\n\n1. e4 *").start, Position()); }

// --- comments, glyphs, variations

TEST(Pgn, CommentsBelongToTheMoveBeforeThemOrToTheLine) {
  const PgnGame game =
      game_of("{ before\n  all } 1. {still before} e4 {one} {two} e5 ; to the end {\n2. Nf3 {} *");
  EXPECT_EQ(game.line.comment, "before all still before");
  ASSERT_EQ(game.line.moves.size(), 3u);
  EXPECT_EQ(game.line.moves[0].comment, "one two");
  EXPECT_EQ(game.line.moves[1].comment, "to the end {");
  EXPECT_EQ(game.line.moves[2].comment, "");
  expect_round_trip(game);
}

TEST(Pgn, NumericGlyphsAndSignsBehindMovesAreNags) {
  const PgnGame game =
      game_of("1. e4! e5? 2. Nf3!! Nc6?? 3. Bb5!? a6?! 4. Ba4 $10 $146 Nf6 +/- 5. O-O !!! = *");
  const std::vector<std::vector<std::uint8_t>> expected = {{1}, {2},       {3},  {4},    {5},
                                                           {6}, {10, 146}, {16}, {3, 10}};
  ASSERT_EQ(game.line.moves.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(game.line.moves[i].nags, expected[i]) << i;
  expect_round_trip(game);
}

TEST(Pgn, VariationsAreLinesBesideTheirMoveAndMayBeNested) {
  const PgnGame game = game_of(
      "1. e4 e5 (1... c5 {Sicilian} 2. Nf3 (2. c3 d5 (2... Nf6)) 2... d6) (1... e6) {main} 2. Nf3 (2. f4) *");
  EXPECT_EQ(san_of(game), "e4 e5 Nf3");
  Position after_e4;
  after_e4.make(*parse_san(after_e4, "e4"));
  const PgnMove& reply = game.line.moves[1];
  ASSERT_EQ(reply.variations.size(), 2u);
  EXPECT_EQ(san_of(reply.variations[0], after_e4), "c5 Nf3 d6");
  EXPECT_EQ(san_of(reply.variations[1], after_e4), "e6");
  EXPECT_EQ(reply.comment, "");
  EXPECT_EQ(reply.comment_after_variations, "main");
  EXPECT_EQ(reply.variations[0].moves[0].comment, "Sicilian");
  Position after_c5 = after_e4;
  after_c5.make(*parse_san(after_c5, "c5"));
  ASSERT_EQ(reply.variations[0].moves[1].variations.size(), 1u);
  EXPECT_EQ(san_of(reply.variations[0].moves[1].variations[0], after_c5), "c3 d5");
  EXPECT_EQ(game.line.moves[2].variations.size(), 1u);
  expect_round_trip(game);
}

TEST(Pgn, VariationsMayBeginWithACommentAndHoldNothingElse) {
  const PgnGame game = game_of("1. e4 ({only this}) () e5 ({first} 1... c5 {last}) *");
  ASSERT_EQ(game.line.moves[0].variations.size(), 1u);
  EXPECT_EQ(game.line.moves[0].variations[0].comment, "only this");
  EXPECT_EQ(game.line.moves[1].variations[0].comment, "first");
  expect_round_trip(game);
}

TEST(Pgn, AResultInAVariationDoesNotEndTheGame) {
  const PgnGame game = game_of("1. e4 (1. d4 d5 1-0) e5 0-1");
  EXPECT_EQ(san_of(game), "e4 e5");
  EXPECT_EQ(game.result, GameResult::BlackWins);
}

TEST(Pgn, NullMovesAreReadInVariationsAndAnErrorInTheMainLine) {
  const PgnGame game = game_of("1. e4 e5 (1... -- 2. d4 Z0 3. c4) 2. Nf3 *");
  EXPECT_EQ(san_of(game.line.moves[1].variations[0], game.main_line().positions()[1]), "-- d4 -- c4");
  expect_round_trip(game);
  EXPECT_TRUE(contains_text(error_of("1. e4 --\n*"), "line 1: Black's move 1: found the null move \"--\""));
  EXPECT_TRUE(contains_text(error_of("1. e4 f5 2. Qh5+ g6 (2... --) *"), "in check"));
}

TEST(Pgn, VariationsAreVerifiedUnlessTheyAreNotWanted) {
  const std::string text = "1. e4 e5 (1... e6 2. Ke3 {(} (foo)) 2. Nf3 *";
  EXPECT_TRUE(contains_text(error_of(text), "White's move 2 in a variation: move \"Ke3\""));
  PgnOptions options;
  options.read_variations = false;
  const Reading reading = read_text(text, options);
  ASSERT_EQ(reading.games.size(), 1u) << reading.errors.front();
  EXPECT_EQ(san_of(reading.games[0].game), "e4 e5 Nf3");
  EXPECT_TRUE(contains_text(error_of("1. e4 (1. d4", options), "end of the file in a variation"));
}

// --- tags

TEST(Pgn, EscapedQuotesAndBackslashesInTagsAreUndone) {
  const PgnGame game = game_of(R"([Event "a \"b\" c:\\d"] [Site "e]f"])"
                               "\n*");
  EXPECT_EQ(*game.tag("Event"), R"(a "b" c:\d)");
  EXPECT_EQ(*game.tag("Site"), "e]f");
  expect_round_trip(game);
}

TEST(Pgn, QuotesThatNobodyEscapedBelongToTheTag) {
  const PgnGame game =
      game_of("[Event \"The \"Grand\" Final\"]\n[Site \"Club \"Victory\"\"]\n[Round \"\"]\n*");
  EXPECT_EQ(*game.tag("Event"), "The \"Grand\" Final");
  EXPECT_EQ(*game.tag("Site"), "Club \"Victory\"");
  EXPECT_EQ(*game.tag("Round"), "");
  expect_round_trip(game);
}

TEST(Pgn, ABackslashBeforeTheLastQuoteOfATagIsABackslash) {
  const PgnGame game = game_of("[Event \"Open \\\"]\n[Site \"x\\\"] y\"]\n\n1. e4 *");
  EXPECT_EQ(*game.tag("Event"), "Open \\");
  EXPECT_EQ(*game.tag("Site"), "x\"] y");
  expect_round_trip(game);
}

TEST(Pgn, ASecondTagOfOneNameIsIgnoredWithAWarning) {
  const Reading reading = read_text("[White \"A\"]\n[White \"B\"]\n\n1. e4 *");
  ASSERT_EQ(reading.games.size(), 1u);
  EXPECT_EQ(*reading.games[0].game.tag("White"), "A");
  EXPECT_TRUE(any_contains(reading.games[0].warnings, "line 2: tag White"));
}

TEST(Pgn, ATagWithoutItsEndIsAnErrorWithItsLine) {
  const Reading reading =
      read_text("[Event \"a\"]\n[Site \"b]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n[Event \"c\"]\n\n1. d4 0-1\n");
  ASSERT_EQ(reading.errors.size(), 1u);
  EXPECT_EQ(reading.errors[0].find("line 2: found \"[Site \"b]\""), 0u) << reading.errors[0];
  ASSERT_EQ(reading.games.size(), 1u);
  EXPECT_EQ(*reading.games[0].game.tag("Event"), "c");
  EXPECT_EQ(reading.games[0].line, 7u);
}

// --- results

TEST(Pgn, AllFourTerminationMarkersAreUnderstood) {
  EXPECT_EQ(game_of("1. e4 1-0").result, GameResult::WhiteWins);
  EXPECT_EQ(game_of("1. e4 0-1").result, GameResult::BlackWins);
  EXPECT_EQ(game_of("1. e4 1/2-1/2").result, GameResult::Draw);
  EXPECT_EQ(game_of("1. e4 1/2").result, GameResult::Draw);
  EXPECT_EQ(game_of("1. e4*").result, GameResult::Unknown);
}

TEST(Pgn, TheMarkerWinsOverTheResultTagWithAWarning) {
  const Reading reading = read_text("[Result \"1-0\"]\n\n1. e4 0-1");
  ASSERT_EQ(reading.games.size(), 1u);
  EXPECT_EQ(reading.games[0].game.result, GameResult::BlackWins);
  EXPECT_TRUE(any_contains(reading.games[0].warnings, "tag Result: found 1-0 but 0-1"));
}

TEST(Pgn, WithoutMarkerTheResultTagCountsWithAWarning) {
  const Reading reading = read_text("[Result \"1-0\"]\n\n1. e4 e5\n\n[Result \"maybe\"]\n\n1. d4\n");
  ASSERT_EQ(reading.games.size(), 2u);
  EXPECT_EQ(reading.games[0].game.result, GameResult::WhiteWins);
  EXPECT_TRUE(any_contains(reading.games[0].warnings, "no termination marker"));
  EXPECT_EQ(reading.games[1].game.result, GameResult::Unknown);
  EXPECT_TRUE(any_contains(reading.games[1].warnings, "\"maybe\""));
}

// --- files

TEST(Pgn, AnEmptyFileHasNoGames) {
  for (const std::string text :
       {"", "\n \n", "\xEF\xBB\xBF", "% escaped\n", "{ nothing but words }", "; words\n"}) {
    const Reading reading = read_text(text);
    EXPECT_TRUE(reading.games.empty() && reading.errors.empty()) << text;
  }
}

TEST(Pgn, GamesFollowEachOtherWithAndWithoutTagsMovesAndEmptyLines) {
  const Reading reading = read_text(
      "[Event \"1\"]\n\n*\n\n[Event \"2\"]\n\n[Event \"3\"]\n[Site \"s\"]\n \n1. e4 e5 1-0 1. d4 d5 0-1\n"
      "[Event \"5\"]\n1. c4\n[Event \"6\"]\n*\n");
  EXPECT_TRUE(reading.errors.empty());
  ASSERT_EQ(reading.games.size(), 6u);
  const std::vector<std::string> moves = {"", "", "e4 e5", "d4 d5", "c4", ""};
  const std::vector<std::uint64_t> lines = {1, 5, 7, 10, 11, 13};
  for (std::size_t i = 0; i < moves.size(); ++i) {
    EXPECT_EQ(san_of(reading.games[i].game), moves[i]) << i;
    EXPECT_EQ(reading.games[i].line, lines[i]) << i;
  }
}

TEST(Pgn, CommentsBetweenGamesBelongToNone) {
  const Reading reading =
      read_text("[Event \"1\"]\n\n1. e4 1-0 {Black resigned}\n\n[Event \"2\"]\n\n1. d4 *\n; bye\n");
  ASSERT_EQ(reading.games.size(), 2u);
  EXPECT_EQ(reading.games[1].game.line.comment, "");
  EXPECT_EQ(*reading.games[1].game.tag("Event"), "2");
}

TEST(Pgn, LineEndsOfAllSystemsAndAByteOrderMarkAreUnderstood) {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    const std::string text = "\xEF\xBB\xBF[Event \"1\"]" + end + "[Site \"x\"]" + end + end +
                             "1. e4 ; words" + end + "e5 2. Ke3" + end + "*" + end + end +
                             "\xEF\xBB\xBF[Event \"2\"]" + end + end + "1. d4 *";
    const Reading reading = read_text(text);
    ASSERT_EQ(reading.errors.size(), 1u);
    EXPECT_EQ(reading.errors[0].find("line 5: White's move 2: "), 0u) << reading.errors[0];
    ASSERT_EQ(reading.games.size(), 1u);
    EXPECT_EQ(reading.games[0].line, 8u);
  }
}

TEST(Pgn, EscapedLinesArePassedOver) {
  EXPECT_EQ(san_of(game_of("% [Event \"no\"]\n[Event \"x\"]\n%\n\n1. e4\n% 1-0 {\ne5 *")), "e4 e5");
}

TEST(Pgn, NulBytesAndBytesThatAreNoUtf8DoNoHarm) {
  using namespace std::string_literals;
  const PgnGame game = game_of("[White \"J\xF6rg\"]\n\n1. e4\0 {caf\xE9\0!} e5\0*"s);
  EXPECT_EQ(*game.tag("White"), "J\xF6rg");
  EXPECT_EQ(game.line.moves[0].comment, "caf\xE9 !");
  expect_round_trip(game);
}

TEST(Pgn, Utf16IsRefusedOnce) {
  using namespace std::string_literals;
  EXPECT_TRUE(contains_text(error_of("\xFF\xFE[\0E\0"s), "UTF-16"));
}

TEST(Pgn, WhatCrossesABlockOfTheStreamIsReadLikeTheRest) {
  // Anything may be at the end of the first 64 KiB: each text is placed there at every offset.
  const std::string text =
      "[Event \"x\"]\r\n[Site \"a \\\" b\"]\r\n\r\n1. e4 {some words} e5 (1... c5 ; rest\r\n) 2. Nf3 $1 "
      "Nc6!? 1/2-1/2\r\n\r\n";
  const Reading alone = read_text(text);
  ASSERT_EQ(alone.games.size(), 1u);
  for (std::size_t offset = 0; offset <= text.size(); ++offset) {
    const std::string filler(65536 - offset, ' ');
    const Reading reading = read_text(filler + text);
    ASSERT_EQ(reading.games.size(), 1u) << offset;
    EXPECT_EQ(reading.games[0].game, alone.games[0].game) << offset;
    EXPECT_TRUE(reading.errors.empty()) << offset;
  }
}

// --- bad games

TEST(Pgn, AnIllegalMoveIsReportedWithItsLineAndTheNextGameIsRead) {
  const Reading reading = read_text(
      "[Event \"1\"]\n\n1. e4 e5\n2. Ke2 Ke7 3. Kd4 {1-0} (1-0) Kf6 1-0\n\n[Event \"2\"]\n\n1. d4 1-0\n");
  ASSERT_EQ(reading.errors.size(), 1u);
  EXPECT_EQ(reading.errors[0].find("line 4: White's move 3: move \"Kd4\""), 0u) << reading.errors[0];
  ASSERT_EQ(reading.games.size(), 1u);
  EXPECT_EQ(*reading.games[0].game.tag("Event"), "2");
}

TEST(Pgn, AfterABadGameReadingGoesOnBehindItsMarkerEvenWithoutTags) {
  const Reading reading = read_text("1. e4 e4 2. d4 1-0\n\n1. d4 d5 0-1\n1. xx *\n1. c4 *");
  EXPECT_EQ(reading.errors.size(), 2u);
  ASSERT_EQ(reading.games.size(), 2u);
  EXPECT_EQ(san_of(reading.games[0].game), "d4 d5");
  EXPECT_EQ(san_of(reading.games[1].game), "c4");
}

TEST(Pgn, ABrokenFenTagIsReportedWithItsLineAndTheNextGameIsRead) {
  const Reading reading = read_text(
      "[Event \"1\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n[Site \"\"]\n\n1. e4 1-0\n\n[Event \"2\"]\n\n1. "
      "d4 *\n");
  ASSERT_EQ(reading.errors.size(), 1u);
  EXPECT_EQ(reading.errors[0].find("line 2: tag FEN: FEN field 1"), 0u) << reading.errors[0];
  ASSERT_EQ(reading.games.size(), 1u);
  EXPECT_EQ(*reading.games[0].game.tag("Event"), "2");
}

TEST(Pgn, TextThatEndsInsideACommentATagOrAVariationIsAnErrorThatSaysSo) {
  EXPECT_EQ(error_of("1. e4\n{open\n"),
            "line 3: found the end of the file in a comment that began in line 2, expected '}'");
  EXPECT_EQ(error_of("1. e4\n(1. d4\n"),
            "line 3: found the end of the file in a variation that began in line 2, expected ')'");
  EXPECT_EQ(error_of("[Event \"x\"]\n[Site \"y"),
            "line 2: found the end of the file in the tag \"[Site \"y\", expected [Name \"value\"]");
}

TEST(Pgn, AGameThatEndsInsideACommentOrVariationDoesNotSwallowTheNext) {
  const std::string next = "\n\n[Event \"2\"]\n\n1. d4 *\n";
  for (const std::string bad :
       {"[Event \"1\"]\n\n1. e4 {open", "[Event \"1\"]\n\n1. e4 (1. c4", "[Event \"1\"]\n\n1. e4 (1. c4 {"}) {
    const Reading reading = read_text(bad + next);
    ASSERT_EQ(reading.errors.size(), 1u) << bad;
    EXPECT_EQ(reading.errors[0].find("line 5: found the next game in a "), 0u) << reading.errors[0];
    ASSERT_EQ(reading.games.size(), 1u) << bad;
    EXPECT_EQ(*reading.games[0].game.tag("Event"), "2");
  }
}

TEST(Pgn, ATagInsideACommentIsPartOfTheComment) {
  EXPECT_EQ(game_of("1. e4 {see\n[Site \"x\"] and [Event \"y\"]} *").line.moves[0].comment,
            "see [Site \"x\"] and [Event \"y\"]");
}

TEST(Pgn, StrayCharactersAreErrors) {
  EXPECT_TRUE(contains_text(error_of("1. e4 ) *"), "')' without '('"));
  EXPECT_TRUE(contains_text(error_of("(1. e4) *"), "'(' before the first move"));
  EXPECT_TRUE(contains_text(error_of("1. e4 } *"), "found \"}\""));
  EXPECT_TRUE(contains_text(error_of("1. e4 [x] *"), "found \"[\""));
  EXPECT_TRUE(contains_text(error_of("1. e4 $x *"), "found \"$x\""));
  EXPECT_TRUE(contains_text(error_of("1. e4 1-9 *"), "1-9"));
  EXPECT_TRUE(contains_text(error_of("1. e4 " + std::string(100'000, 'a') + " *"), "expected a move"));
}

TEST(Pgn, AGameBeyondTheLimitsIsAnErrorAndTheNextIsRead) {
  PgnOptions options;
  options.max_game_bytes = 2000;
  options.max_moves = 20;
  options.max_depth = 2;
  const std::string next = "\n\n[Event \"2\"]\n\n1. d4 *\n";
  const std::string shuffle = " Nf3 Nf6 Ng1 Ng8";
  std::string many_variations = "1. e4";
  for (int i = 0; i < 30; ++i) many_variations += " ({x})";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"1. e4 {" + std::string(3000, 'x') + "} e5 *", "2000 bytes"},
      {"1. e4 ;" + std::string(3000, 'x') + "\ne5 *", "2000 bytes"},
      {"[A \"" + std::string(3000, 'x') + "\"]\n[B \"\"]\n\n1. e4 *", "2000 bytes"},
      {shuffle + shuffle + shuffle + shuffle + shuffle + " e4 *", "20 moves"},
      {many_variations + " *", "20 moves"},
      {"1. e4 (1. d4 (1. c4 (1. b4))) *", "2 deep"}};
  for (const auto& [text, expected] : cases) {
    const Reading reading = read_text("[Event \"1\"]\n\n" + text + next, options);
    ASSERT_EQ(reading.errors.size(), 1u) << text;
    EXPECT_TRUE(contains_text(reading.errors[0], expected)) << reading.errors[0];
    ASSERT_EQ(reading.games.size(), 1u) << text;
    EXPECT_EQ(*reading.games[0].game.tag("Event"), "2");
  }
}

TEST(Pgn, ATagLineLongerThanABlockIsAnError) {
  const Reading reading =
      read_text("[Event \"" + std::string(200'000, 'x') + "\"]\n\n*\n\n[Event \"2\"]\n\n1. d4 *\n");
  ASSERT_EQ(reading.errors.size(), 1u);
  EXPECT_TRUE(contains_text(reading.errors[0], "no end of the line")) << reading.errors[0];
  EXPECT_EQ(reading.games.size(), 1u);
}

TEST(Pgn, AThousandTagsAreEnough) {
  std::string text;
  for (int i = 0; i < 1001; ++i) text += "[T" + std::to_string(i) + " \"x\"]\n";
  const Reading reading = read_text(text + "\n*\n\n[Event \"2\"]\n\n1. d4 *\n");
  ASSERT_EQ(reading.errors.size(), 1u);
  EXPECT_EQ(reading.errors[0].find("line 1001: found more than 1000 tags"), 0u) << reading.errors[0];
  EXPECT_EQ(reading.games.size(), 1u);
}

TEST(Pgn, DeepNestingIsRefusedBeforeItHurts) {
  std::string text = "1. e4";
  for (int i = 0; i < 100'000; ++i) text += " (1. d4";
  EXPECT_TRUE(contains_text(error_of(text + " *"), "32 deep"));
}

// --- writing

TEST(PgnWriting, TheSevenTagsComeFirstAndMovesAreWrapped) {
  PgnGame game = game_of(
      "[Opening \"Ruy \\\"Lopez\\\"\"]\n[White \"A\"]\n[Result \"*\"]\n\n1. e4 e5 $1 (1... c5) 2. Nf3 {x} "
      "Nc6 1-0");
  EXPECT_EQ(
      to_pgn(game),
      "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"?\"]\n"
      "[Result \"1-0\"]\n[Opening \"Ruy \\\"Lopez\\\"\"]\n\n"
      "1. e4 e5 $1 (1... c5) 2. Nf3 {x} 2... Nc6 1-0\n");
}

TEST(PgnWriting, NoLineIsLongerThan79CharactersUnlessAWordIs) {
  std::string text =
      "1. e4 {" + std::string(200, 'w') + " and many more words of a comment that does not fit into a line}";
  for (int i = 0; i < 60; ++i) text += " Nf6 Nf3 Ng8 Ng1";
  const PgnGame game = game_of(text + " 1/2-1/2");
  std::istringstream lines(to_pgn(game));
  for (std::string line; std::getline(lines, line);) {
    EXPECT_TRUE(line.size() <= 79 || contains_text(line, std::string(200, 'w'))) << line;
  }
  expect_round_trip(game);
}

TEST(PgnWriting, ACommandInACommentIsNotBrokenApartUnlessItIsLong) {
  PgnGame game = game_of("1. e4 *");
  for (int words = 0; words < 40; ++words) {
    game.line.moves[0].comment = "";
    for (int i = 0; i < words; ++i) game.line.moves[0].comment += "xy ";
    game.line.moves[0].comment += "see [%eval 0.35] and([%clk 0:03:00]) [%cal Gd1d2 unclosed";
    const std::string text = to_pgn(game);
    EXPECT_TRUE(contains_text(text, "[%eval 0.35]")) << text;
    EXPECT_TRUE(contains_text(text, "[%clk 0:03:00]")) << text;
    expect_round_trip(game);
  }
  game.line.moves[0].comment = "[%csl";
  for (int i = 0; i < 40; ++i) game.line.moves[0].comment += " Gd4";
  game.line.moves[0].comment += "]";
  std::istringstream lines(to_pgn(game));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 79u) << line;
  expect_round_trip(game);
}

TEST(PgnWriting, CommentsThatBracesCanNotHoldAndWordsThatLookLikeTagsSurvive) {
  PgnGame game = game_of("1. e4 e5 2. Nf3 *");
  game.line.comment = "a } brace";
  game.line.moves[0].comment =
      "fifty characters of text so that the line is full [Event \"x\"] %y [%clk 0:00:01]";
  game.line.moves[1].comment = "; semicolon ( ) $1 1-0 }";
  game.line.moves[2].variations.push_back(PgnLine{"only } a comment", {}});
  expect_round_trip(game);
}

TEST(PgnWriting, RandomGamesInEveryVariantReadBackEqual) {
  test::RandomPlay play(2026);
  for (int i = 0; i < 3000; ++i) {
    play.step();
    if (i % 60 != 0) continue;
    PgnGame game;
    game.start = play.game_start();
    game.result = static_cast<GameResult>(i / 60 % 4);
    for (const Move move : play.moves()) game.line.moves.emplace_back().move = move;
    expect_round_trip(game);
  }
}

// --- annotations

TEST(PgnAnnotation, EvalCommandsAreInPawnsOrMovesToMateForWhite) {
  EXPECT_EQ(annotation_in("[%eval 0.53]", Color::Black).score, (WhiteScore{53, std::nullopt}));
  EXPECT_EQ(annotation_in("[%eval -1.2]", Color::White).score, (WhiteScore{-120, std::nullopt}));
  EXPECT_EQ(annotation_in("[%eval #-3]", Color::White).score, (WhiteScore{0, -3}));
  EXPECT_EQ(annotation_in("[%eval #4]", Color::Black).score, (WhiteScore{0, 4}));
  const PgnAnnotation deep = annotation_in("good move [%eval 0.2,18] really", Color::White);
  EXPECT_EQ(deep.score, (WhiteScore{20, std::nullopt}));
  EXPECT_EQ(deep.depth, 18);
  EXPECT_FALSE(deep.book);
}

TEST(PgnAnnotation, ClocksAreInMilliseconds) {
  const PgnAnnotation both = annotation_in("[%clk 1:02:03] [%emt 0:00:07.25]", Color::White);
  EXPECT_EQ(both.clock_ms, 3'723'000);
  EXPECT_EQ(both.elapsed_ms, 7'250);
  EXPECT_EQ(annotation_in("[%clk 3:05.5]", Color::White).clock_ms, 185'500);
  EXPECT_EQ(annotation_in("[%emt 12]", Color::White).elapsed_ms, 12'000);
}

TEST(PgnAnnotation, TcecCommentsGiveDepthTimesAndWhitesView) {
  const std::string comment =
      "d=26, sd=85, mt=102005, tl=1700995, s=137252, n=14000042, pv=Nc3 g6, tb=3, wv=0.87, R50=49, "
      "mb=+0+0+0+0+0,";
  for (const Color mover : {Color::White, Color::Black}) {
    const PgnAnnotation annotation = annotation_in(comment, mover);
    EXPECT_EQ(annotation.score, (WhiteScore{87, std::nullopt}));
    EXPECT_EQ(annotation.depth, 26);
    EXPECT_EQ(annotation.elapsed_ms, 102'005);
    EXPECT_EQ(annotation.clock_ms, 1'700'995);
  }
  // Plies: after White's last move but one Black is two plies from being mated, in one move.
  EXPECT_EQ(annotation_in("d=1, wv=M1,", Color::White).score, (WhiteScore{0, 1}));
  EXPECT_EQ(annotation_in("d=1, wv=M12,", Color::Black).score, (WhiteScore{0, 6}));
  EXPECT_EQ(annotation_in("d=1, wv=-M5,", Color::Black).score, (WhiteScore{0, -3}));
  EXPECT_TRUE(annotation_in("book, mb=+0+0+0+0+0,", Color::White).book);
}

TEST(PgnAnnotation, CutechessScoresAreTurnedToWhitesView) {
  const PgnAnnotation white = annotation_in("+1.55/16 0.70s", Color::White);
  EXPECT_EQ(white.score, (WhiteScore{155, std::nullopt}));
  EXPECT_EQ(white.depth, 16);
  EXPECT_EQ(white.elapsed_ms, 700);
  EXPECT_EQ(annotation_in("+1.55/16 0.70s", Color::Black).score, (WhiteScore{-155, std::nullopt}));
  EXPECT_EQ(annotation_in("+M5/20 0.033s", Color::Black).score, (WhiteScore{0, -3}));
  EXPECT_EQ(annotation_in("-M4/20 1.6s", Color::Black).score, (WhiteScore{0, 2}));
  const PgnAnnotation last = annotation_in("0.00/40 0.099s, Draw by repetition", Color::White);
  EXPECT_EQ(last.score, (WhiteScore{0, std::nullopt}));
  EXPECT_EQ(last.elapsed_ms, 99);
  EXPECT_TRUE(annotation_in("book", Color::White).book);
}

TEST(PgnAnnotation, OtherCommentsSayNothing) {
  for (const std::string comment :
       {"", "a good move", "1/2", "and/or", "[%eval]", "[%eval x]", "[%eval #]", "[%eval 1", "[%clk 1:2:3:4]",
        "[%clk -1]", "[%csl Ra1]", "wv=?", "+/16 1s", "1.5/x 1s", "booked", "[%eval 99999999999999999999]"}) {
    EXPECT_EQ(annotation_in(comment, Color::White), PgnAnnotation{}) << comment;
  }
}

// --- real files

struct FileFacts {
  std::size_t games = 0;
  std::size_t errors = 0;
  std::size_t warnings = 0;
  std::size_t moves = 0;
  std::size_t scores = 0;
  std::size_t book_moves = 0;
};

FileFacts facts_of(const Reading& reading) {
  FileFacts facts{reading.games.size(), reading.errors.size(), 0, 0, 0, 0};
  for (const PgnRecord& record : reading.games) {
    facts.warnings += record.warnings.size();
    Position position = record.game.start;
    for (const PgnMove& move : record.game.line.moves) {
      const PgnAnnotation annotation = annotation_in(move.comment, position.side_to_move());
      facts.scores += annotation.score.has_value();
      facts.book_moves += annotation.book;
      ++facts.moves;
      EXPECT_TRUE(position.is_legal(move.move));
      position.make(move.move);
    }
    expect_round_trip(record.game);
  }
  return facts;
}

Reading read_file(const std::string& name) {
  std::ifstream file(test::shared_path(name), std::ios::binary);
  return read_stream(file);
}

// Empty if zstd can't be run.
std::string decompressed(const std::string& name) {
  std::string text;
  FILE* pipe = popen(("zstd -dcq '" + test::shared_path(name) + "' 2>/dev/null").c_str(), "r");
  if (!pipe) return text;
  std::vector<char> block(1 << 16);
  for (std::size_t count = 0; (count = fread(block.data(), 1, block.size(), pipe)) > 0;) {
    text.append(block.data(), count);
  }
  pclose(pipe);
  return text;
}

TEST(PgnFiles, WorldChampionshipGamesAllRead) {
  TABIA_NEEDS_SHARED_FILE("pgn/frankygo_WorldChamps.pgn");
  const FileFacts facts = facts_of(read_file("pgn/frankygo_WorldChamps.pgn"));
  EXPECT_EQ(facts.games, 984u);
  EXPECT_EQ(facts.errors, 0u);
  EXPECT_EQ(facts.warnings, 0u);
  EXPECT_EQ(facts.moves, 84'131u);
}

TEST(PgnFiles, Chess960GamesAllRead) {
  TABIA_NEEDS_SHARED_FILE("pgn/pychess_chess960rwch.pgn");
  const FileFacts facts = facts_of(read_file("pgn/pychess_chess960rwch.pgn"));
  EXPECT_EQ(facts.games, 20u);
  EXPECT_EQ(facts.errors, 0u);
  EXPECT_EQ(facts.warnings, 0u);
}

TEST(PgnFiles, EveryEvaluationOfTheTcecGamesIsFound) {
  struct Expected {
    const char* name;
    std::size_t games;
    std::size_t moves;
    std::size_t scores;
    std::size_t book_moves;
  };
  for (const Expected& expected : {Expected{"pgn/TCEC_Cup_16_Final.pgn.zst", 22, 4012, 3806, 206},
                                   Expected{"pgn/TCEC_Season_29_-_Frd_5_Final.pgn.zst", 50, 8093, 8093, 0}}) {
    TABIA_NEEDS_SHARED_FILE(expected.name);
    const std::string text = decompressed(expected.name);
    if (text.empty()) GTEST_SKIP() << "needs the program zstd, which can't be run";
    const FileFacts facts = facts_of(read_text(text));
    EXPECT_EQ(facts.games, expected.games) << expected.name;
    EXPECT_EQ(facts.errors, 0u) << expected.name;
    EXPECT_EQ(facts.warnings, 0u) << expected.name;
    EXPECT_EQ(facts.moves, expected.moves) << expected.name;
    EXPECT_EQ(facts.scores, expected.scores) << expected.name;
    EXPECT_EQ(facts.book_moves, expected.book_moves) << expected.name;
  }
}

// The results of each of the odd files. Two are truly corrupt: corrupted.pgn ends in the middle of a move,
// and black2move.pgn castles through a queen.
TEST(PgnFiles, EachOddFileGivesItsGamesOrAnErrorWithTheLine) {
  struct Expected {
    const char* name;
    std::size_t games;
    std::size_t moves;
    const char* error;    // its beginning
    const char* warning;  // part of one
  };
  const std::vector<Expected> files = {
      {"backslash_header", 1, 95, nullptr, nullptr},
      {"basic", 1, 130, nullptr, nullptr},
      {"black2move", 0, 0, "line 4: Black's move 1: move \"0-0-0\"", nullptr},
      {"book", 1, 16, nullptr, nullptr},
      {"castling", 1, 6, nullptr, "no termination marker"},
      {"comment_before_moves", 1, 139, nullptr, nullptr},
      {"corrupted", 0, 0, "line 57: White's move 63: move \"Kx\"", nullptr},
      {"empty_body", 2, 252, nullptr, "no termination marker"},
      {"multiple", 4, 532, nullptr, nullptr},
      {"newline", 1, 6, nullptr, "no termination marker"},
      {"no_moves", 1, 0, nullptr, "no termination marker"},
      {"no_moves_but_comment_followed_by_termination_marker", 2, 0, nullptr, nullptr},
      {"no_moves_but_game_termination", 1, 0, nullptr, nullptr},
      {"no_moves_but_game_termination_2", 1, 0, nullptr, "tag Result: found 0-1 but 1/2-1/2"},
      {"no_moves_but_game_termination_3", 1, 0, nullptr, "tag Result: found 0-1 but *"},
      {"no_moves_but_game_termination_multiple", 2, 126, nullptr, nullptr},
      {"no_moves_but_game_termination_multiple_2", 3, 0, nullptr, nullptr},
      {"no_moves_two_games", 2, 0, nullptr, nullptr},
      {"no_result", 1, 0, nullptr, nullptr},
      {"non_ascii", 1, 20, nullptr, nullptr},
      {"skip", 2, 260, nullptr, "tag Result: found * but 1/2-1/2"},
      {"square_bracket_in_header", 1, 130, nullptr, "tag Result: found * but 1/2-1/2"},
      {"threefold_repetition", 1, 9, nullptr, "no termination marker"},
      {"unescaped_quote_header", 1, 20, nullptr, nullptr},
      {"variations", 1, 108, nullptr, nullptr},
  };
  for (const Expected& expected : files) {
    const std::string name = std::string("pgn/odd/") + expected.name + ".pgn";
    TABIA_NEEDS_SHARED_FILE(name);
    const Reading reading = read_file(name);
    const FileFacts facts = facts_of(reading);
    EXPECT_EQ(facts.games, expected.games) << name;
    EXPECT_EQ(facts.moves, expected.moves) << name;
    EXPECT_EQ(facts.errors, expected.error ? 1u : 0u) << name;
    if (expected.error && !reading.errors.empty()) {
      EXPECT_EQ(reading.errors[0].find(expected.error), 0u) << reading.errors[0];
    }
    EXPECT_EQ(facts.warnings > 0, expected.warning != nullptr) << name;
    if (expected.warning && !reading.games.empty()) {
      EXPECT_TRUE(any_contains(reading.games[0].warnings, expected.warning)) << name;
    }
  }
}

TEST(PgnFiles, OddTagsMeanWhatTheirWritersMeant) {
  TABIA_NEEDS_SHARED_FILE("pgn/odd/backslash_header.pgn");
  EXPECT_EQ(*read_file("pgn/odd/backslash_header.pgn").games.at(0).game.tag("Event"), "Tournament \\");
  const Reading quotes = read_file("pgn/odd/unescaped_quote_header.pgn");
  EXPECT_EQ(*quotes.games.at(0).game.tag("Event"), "Tournament \"Championship\" Finals");
  EXPECT_EQ(*quotes.games.at(0).game.tag("Site"), "Club \"Victory\"");
  EXPECT_EQ(*quotes.games.at(0).game.tag("White"), "Smith, John \"The King\"");
  const Reading brackets = read_file("pgn/odd/square_bracket_in_header.pgn");
  EXPECT_EQ(*brackets.games.at(0).game.tag("Variation"), "closing ] opening");
  EXPECT_EQ(*brackets.games.at(0).game.tag("White"), "New-cfe8\"dsadsa\"ce842c");
}

}  // namespace
}  // namespace tabia::chess
