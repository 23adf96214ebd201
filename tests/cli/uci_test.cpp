// The UCI engine as GUIs, scripts and OpenBench start it: a process with pipes or with lines as arguments.
#include <gtest/gtest.h>

#include <string>

#include "paths.h"
#include "program.h"
#include "sanitized.h"

namespace {

using tabia::test::mentions;
using tabia::test::Outcome;
using tabia::test::run;
using tabia::test::shell;
using tabia::test::TemporaryFile;

const std::string kTabia = "'" + tabia::test::tabia_program() + "'";

TEST(CliUci, WithoutArgumentsItSpeaksUci) {
  const Outcome outcome = shell("printf 'uci\\nisready\\nquit\\n' | " + kTabia);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(outcome.output.starts_with("id name Tabia ")) << outcome.output;
  EXPECT_TRUE(outcome.output.ends_with("\nuciok\nreadyok\n")) << outcome.output;
  EXPECT_EQ(run("</dev/null").code, 0);
  EXPECT_EQ(run("uci </dev/null").output, "");
}

TEST(CliUci, TheEndOfTheInputLosesNoOutput) {
  const Outcome outcome = shell("printf 'go depth 6\\n' | " + kTabia);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(mentions(outcome, "\ninfo depth 6 ")) << outcome.output;
  EXPECT_TRUE(mentions(outcome, "\nbestmove ")) << outcome.output;
}

TEST(CliUci, LinesMayBeArguments) {
  const Outcome openings = run("'genfens 3 seed 42 book None' quit");
  EXPECT_EQ(openings.code, 0);
  EXPECT_TRUE(openings.output.starts_with("info string genfens ")) << openings.output;
  EXPECT_EQ(run("'genfens 3 seed 42 book None' quit").output, openings.output);
  const Outcome search = run("'position startpos moves e2e4' 'go depth 3' d");
  EXPECT_TRUE(mentions(search, "bestmove ")) << search.output;
  EXPECT_TRUE(mentions(search, "4P3")) << search.output;
  EXPECT_TRUE(mentions(run("go perft 3"), "Nodes searched: 8902"));
  EXPECT_EQ(run("'foo bar'").code, 1);
  EXPECT_TRUE(mentions(run("'foo bar'"), "info string error: unknown command"));
}

TEST(CliUci, AReaderThatGoesAwayIsAnErrorAndNoSignal) {
  const TemporaryFile code("code");
  shell("(sleep 0.2; printf 'isready\\ngo depth 5\\n'; sleep 0.2; printf 'isready\\nquit\\n') | { " + kTabia +
        " 2>/dev/null; echo $? >" + code.path() + "; } | true");
  EXPECT_EQ(code.content(), "1\n");
}

TEST(CliBench, AnInterruptEndsItWithTheCodeForThat) {
  const TemporaryFile lines("lines");
  const Outcome outcome =
      shell(kTabia + " bench 18 >" + lines.path() + " & program=$!; until grep -q nodes " + lines.path() +
            "; do sleep 0.05; done; kill -TERM $program; wait $program; echo $?");
  EXPECT_EQ(outcome.output, "130\n");
  EXPECT_TRUE(lines.content().ends_with("\nbench stopped\n")) << lines.content();
}

TEST(CliBench, TheLastLineHasNodesAndSpeedAndTheCountIsTheSameTwice) {
  const auto nodes = [](const std::string& words) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, 0);
    EXPECT_TRUE(outcome.output.ends_with(" nps\n")) << outcome.output;
    const std::size_t begin = outcome.output.rfind('\n', outcome.output.size() - 2) + 1;
    return outcome.output.substr(begin, outcome.output.find(' ', begin) - begin);
  };
  const std::string bench = tabia::test::kSanitized ? "bench 3" : "bench 5";
  const std::string first = nodes(bench);
  EXPECT_EQ(nodes(bench), first);
  EXPECT_EQ(nodes("'" + bench + "'"), first);
  EXPECT_NE(nodes(bench + " --evaluation classical"), first);
}

TEST(CliBench, WrongUsageIsExplained) {
  EXPECT_EQ(run("bench 0").code, 2);
  EXPECT_EQ(run("bench deep").code, 2);
  EXPECT_EQ(run("bench --net /nowhere").code, 1);
}

}  // namespace
