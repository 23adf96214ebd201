#include "learn/report_page.h"

#include <gtest/gtest.h>

namespace tabia::learn {
namespace {

data::LearnReport round_report(std::uint64_t round, bool promoted, double total) {
  data::LearnReport report;
  report.round = round;
  report.promoted = promoted;
  report.games = 100;
  report.draws = 25;
  report.positions = 12345;
  report.window_positions = 23456;
  report.match_wins = 30;
  report.match_losses = 11;
  report.elo = 151;
  report.elo_error = 42;
  report.total_elo = total;
  report.total_error = 77;
  report.play_seconds = 125;
  report.validation = 0.125;
  report.note = promoted ? "" : "refused: <not> better";
  return report;
}

LearnState two_rounds() {
  LearnState state;
  state.recipe = "name = \"<x>\"\n";
  state.best = 1;
  state.rounds = {round_report(1, true, 151), round_report(2, false, 140)};
  return state;
}

bool holds(const std::string& page, const std::string& text) { return page.find(text) != std::string::npos; }

TEST(LearnPage, ShowsEloWithErrorBarsCurvesDataTimesAndGames) {
  LearnPage content;
  content.name = "a & b";
  content.curves.resize(2);
  content.curves[0].resize(2);
  content.curves[0][0].positions = 100;
  content.curves[0][0].validation = 0.5;
  content.curves[0][1].positions = 200;
  content.curves[0][1].validation = 0.25;
  content.games = {
      "[Event \"one\"]\n[White \"round 2\"]\n[Black \"best <1>\"]\n\n1. e4 { <comment> } e5 2. Nf3 1-0"};
  const std::string page = report_page(two_rounds(), content);
  for (const char* text :
       {"<title>a &amp; b</title>", "Elo over the network of round 0", "class=\"error\"", "151 ± 77",
        "30-0-11", "Validation loss in training", "Training loss", "200 positions", "Time by step", "12,345",
        "25%", "2 min 5 s", "refused", "refused: &lt;not&gt; better", "Games of the last match",
        "<summary>round 2 – best &lt;1&gt;: 1-0, 2 moves</summary><p>1. e4 e5 2. Nf3</p>",
        "1. e4 { &lt;comment&gt; } e5", "<td data-name=\"match W-D-L\">30-0-11</td>", "&lt;x&gt;"})
    EXPECT_TRUE(holds(page, text)) << text;
  // Nothing from elsewhere.
  for (const char* text : {"<script", "http:", "https:", "<link", "src="})
    EXPECT_FALSE(holds(page, text)) << text;
  EXPECT_TRUE(page.ends_with("</html>\n"));
}

TEST(LearnPage, ARunThatHasJustBegunHasAPageToo) {
  const std::string page = report_page(LearnState{}, LearnPage{.name = "new", .curves = {}, .games = {}});
  EXPECT_TRUE(holds(page, "No round has finished yet"));
}

TEST(LearnPage, ARoundWithoutAMatchIsShownWithoutElo) {
  LearnState state;
  state.rounds = {round_report(1, false, 0)};
  state.rounds[0].match_wins = state.rounds[0].match_losses = 0;
  EXPECT_TRUE(holds(report_page(state, LearnPage{.name = "x", .curves = {}, .games = {}}),
                    "<td data-name=\"match W-D-L\">-</td>"));
}

TEST(LearnPage, AGameThatCantBeReadIsShownAsItIs) {
  const std::string page =
      report_page(two_rounds(), LearnPage{.name = "x", .curves = {}, .games = {"[Event \"1\"]\n\n1. e9 *"}});
  EXPECT_TRUE(
      holds(page, "<summary>PGN with evaluations</summary><pre>[Event &quot;1&quot;]\n\n1. e9 *</pre>"));
}

TEST(LearnPage, TheLastGamesOfAFileAreFound) {
  const std::string pgn =
      "[Event \"1\"]\n[Round \"1\"]\n\n1. e4 { [Event \"no\"] } *\n\n[Event \"2\"]\n\n1. d4 *\n\n[Event "
      "\"3\"]\n\n1. c4 *\n";
  EXPECT_EQ(last_games(pgn, 2),
            (std::vector<std::string>{"[Event \"2\"]\n\n1. d4 *", "[Event \"3\"]\n\n1. c4 *"}));
  EXPECT_EQ(last_games(pgn, 9).size(), 3u);
  EXPECT_TRUE(last_games("", 2).empty());
}

}  // namespace
}  // namespace tabia::learn
