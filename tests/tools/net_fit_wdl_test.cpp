// `tabia net fit-wdl` as users and scripts run it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "program.h"
#include "sanitized.h"

namespace {

namespace fs = std::filesystem;

using tabia::test::content_of;
using tabia::test::mentions;
using tabia::test::net;
using tabia::test::Outcome;

// The number after the text.
double number_after(const std::string& output, const std::string& text) {
  const std::size_t at = output.find(text);
  return at == std::string::npos ? std::nan("") : std::atof(output.c_str() + at + text.size());
}

enum class Form { MatchProgram, Analysis };

// A comment with White's score in centipawns; "stranger" writes nonsense as Black.
std::string comment(int white_cp, bool white_moved, Form form) {
  char text[64];
  if (form == Form::Analysis) {
    std::snprintf(text, sizeof text, "{ [%%eval %.2f] }", white_cp / 100.0);
  } else {
    std::snprintf(text, sizeof text, "{%+.2f/12 0.5s}", (white_moved ? white_cp : -white_cp) / 100.0);
  }
  return text;
}

// Games in which nothing happens, except that the players report scores; White wins from about +1.00 on.
std::string games(Form form, bool with_stranger) {
  std::string pgn;
  for (int game = 0; game < 205; ++game) {
    const int white_cp = 15 * (game % 41 - 20);
    const int luck_cp = 60 * (game / 41 % 3 - 1);
    const char* result = white_cp + luck_cp > 100 ? "1-0" : white_cp + luck_cp < -100 ? "0-1" : "1/2-1/2";
    pgn += std::string("[White \"Tabia\"]\n[Black \"") + (with_stranger ? "stranger" : "Tabia") +
           "\"]\n[Result \"" + result + "\"]\n\n";
    for (int ply = 0; ply < 40; ++ply) {
      const char* moves[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
      const bool white = ply % 2 == 0;
      const int said_cp = with_stranger && !white ? 500 - white_cp : white_cp;
      if (white) pgn += std::to_string(ply / 2 + 1) + ". ";
      pgn += std::string(moves[ply % 4]) + " " + comment(said_cp, white, form) + "\n";
    }
    pgn += std::string(result) + "\n\n";
  }
  return pgn;
}

class NetFitWdl : public testing::Test {
 protected:
  NetFitWdl() : folder_(fs::path(testing::TempDir()) / ("tabia_fit_wdl_" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
    EXPECT_EQ(net("seed " + path("a.net")).code, 0);
  }
  ~NetFitWdl() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] std::string file(const std::string& name, const std::string& content) const {
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }

 private:
  fs::path folder_;
};

const std::string kNodes = tabia::test::kSanitized ? "8" : "50";

TEST_F(NetFitWdl, SelfPlayWritesANetworkThatDiffersInItsModelOnly) {
  const std::string words =
      "fit-wdl " + path("a.net") + " --games 100 --nodes " + kNodes + " --seed 3 --output ";
  const Outcome fitted = net(words + path("b.net") + " --threads 2");
  ASSERT_EQ(fitted.code, 0) << fitted.output;
  for (const char* text : {"games:      ", "positions:", "log-loss:", "17-26", "67-78", "b.net: tabia"})
    EXPECT_TRUE(mentions(fitted, text)) << text << "\n" << fitted.output;
  const auto lines_but_model = [&](const std::string& name) {
    const std::string info = net("info " + path(name)).output;
    const std::size_t at = info.find("wdl:");
    const std::size_t bytes = info.find("bytes:");
    return info.substr(info.find("name:"), bytes - info.find("name:")) +
           info.substr(info.find("description:"), at - info.find("description:")) +
           info.substr(info.find('\n', at));
  };
  EXPECT_EQ(lines_but_model("a.net"), lines_but_model("b.net"));
  EXPECT_FALSE(mentions(net("info " + path("b.net")), "wdl:         a 0 0 0"));
  // It plays as before, unless the margins follow.
  const auto nodes = [&](const std::string& name) {
    const std::string output = tabia::test::run("bench 5 --net " + path(name)).output;
    const std::size_t end = output.rfind(" nodes ");
    return output.substr(output.rfind('\n', end) + 1, end - output.rfind('\n', end));
  };
  EXPECT_EQ(nodes("a.net"), nodes("b.net"));
  ASSERT_EQ(net(words + path("d.net") + " --margins").code, 0);
  EXPECT_NE(nodes("a.net"), nodes("d.net"));
  // The same games with another number of threads.
  ASSERT_EQ(net(words + path("c.net") + " --threads 1").code, 0);
  EXPECT_EQ(content_of(path("b.net")), content_of(path("c.net")));
}

TEST_F(NetFitWdl, PlaysFromGivenOpeningsAndAnswersInJson) {
  const std::string openings = file("o.epd",
                                    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\n"
                                    "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - id \"d4\";\n"
                                    "8/4k3/4p3/4r3/8/4K3/3PP3/4R3 w - -\n");
  const Outcome fitted = tabia::test::run("net fit-wdl " + path("a.net") + " --games 100 --nodes " + kNodes +
                                          " --json --openings " + openings + " --output " + path("b.net"));
  ASSERT_EQ(fitted.code, 0) << fitted.output;
  for (const char* text : {R"({"network":")", R"("wdl_model":{"a":[)", R"("log_loss":)",
                           R"("wdl_model_before":{"a":[)", R"("table":[{"from_material":17)"})
    EXPECT_TRUE(mentions(fitted, text)) << text << "\n" << fitted.output;
  EXPECT_EQ(fitted.output.find('\n'), fitted.output.size() - 1) << "more than one line";
  EXPECT_TRUE(fs::exists(path("b.net")));
}

TEST_F(NetFitWdl, GamesOfAFileGiveTheScoreOfAnEvenChanceInBothFormsOfComments) {
  for (const Form form : {Form::MatchProgram, Form::Analysis}) {
    const std::string pgn = file("g.pgn", games(form, false));
    const Outcome fitted = net("fit-wdl " + path("a.net") + " --json --pgn " + pgn);
    ASSERT_EQ(fitted.code, 0) << fitted.output;
    EXPECT_TRUE(mentions(fitted, R"("games":205)")) << fitted.output;
    // 100 centipawns by the model that the network has: an even chance to win.
    const double before =
        number_after(net("info --json " + path("a.net")).output, R"("wdl_model":{"a":[0,0,0,)");
    const std::string last_row = fitted.output.substr(fitted.output.find(R"("from_material":67)"));
    EXPECT_NEAR(number_after(last_row, R"("a":)"), before, 0.15 * before) << fitted.output;
    EXPECT_LT(number_after(fitted.output, R"("log_loss":)"),
              number_after(fitted.output, R"("log_loss_before":)"));
  }
}

TEST_F(NetFitWdl, OnlyTheScoresOfTheNamedPlayerCount) {
  const std::string pgn = file("g.pgn", games(Form::MatchProgram, true));
  const std::string alone = file("h.pgn", games(Form::MatchProgram, false));
  const auto positions = [&](const std::string& words) {
    return number_after(net("fit-wdl " + path("a.net") + " --json --pgn " + words).output, R"("positions":)");
  };
  EXPECT_EQ(2 * positions(pgn + " --player Tabia"), positions(alone));
  const Outcome nobody = net("fit-wdl " + path("a.net") + " --pgn " + pgn + " --player tabia");
  EXPECT_EQ(nobody.code, 1);
  EXPECT_TRUE(mentions(nobody, "found 0 positions")) << nobody.output;
}

TEST_F(NetFitWdl, TooLittleDataIsAnErrorAndNothingIsWritten) {
  const std::string pgn = file("g.pgn", "1. e4 {+0.35/12 0.5s} e5 {-0.30/12 0.5s} 1-0\n");
  const Outcome outcome = net("fit-wdl " + path("a.net") + " --pgn " + pgn + " --output " + path("b.net"));
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(mentions(outcome, "can't be fitted: found 0 positions, expected at least 200"))
      << outcome.output;
  EXPECT_FALSE(fs::exists(path("b.net")));
  const Outcome broken = net("fit-wdl " + path("a.net") + " --openings " + file("o.epd", "no position\n") +
                             " --output " + path("b.net"));
  EXPECT_EQ(broken.code, 1);
  EXPECT_TRUE(mentions(broken, "o.epd:1: ")) << broken.output;
}

TEST_F(NetFitWdl, AnInterruptEndsItSoonAndNothingIsWritten) {
  const Outcome outcome = tabia::test::interrupted(
      "net fit-wdl " + path("a.net") + " --games 100000 --nodes 1000000 --output " + path("b.net") + " 2>&1",
      [](const Outcome& so_far) { return mentions(so_far, "interrupted"); });
  EXPECT_EQ(outcome.code, 130) << outcome.output;
  EXPECT_TRUE(mentions(outcome, "interrupted")) << outcome.output;
  EXPECT_FALSE(fs::exists(path("b.net")));
}

TEST_F(NetFitWdl, WrongUsageIsExplainedAndEndsWithCodeTwo) {
  const std::string a = path("a.net");
  for (const std::string& words :
       {std::string("fit-wdl"), "fit-wdl " + a + " " + a, "fit-wdl " + a + " --games 0",
        "fit-wdl " + a + " --nodes x", "fit-wdl " + a + " --pgn g.pgn --games 3",
        "fit-wdl " + a + " --player me", "fit-wdl " + a + " --compress", "fit-wdl " + a + " --to text",
        "fit-wdl " + a + " --output ''", "info " + a + " --games 3"}) {
    const Outcome outcome = net(words);
    EXPECT_EQ(outcome.code, 2) << words << "\n" << outcome.output;
    EXPECT_TRUE(mentions(outcome, "--help")) << words;
  }
  EXPECT_TRUE(mentions(net("fit-wld " + a), "did you mean fit-wdl?"));
}

}  // namespace
