// `tabia match` as users run it: the real binary, its output and its exit code.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "paths.h"
#include "program.h"

namespace {

using tabia::test::mentions;
using tabia::test::Outcome;
using tabia::test::run;
using tabia::test::shell;
using tabia::test::TemporaryFile;

std::string fake(const std::string& mode, const std::string& more = "") {
  return " --engine 'cmd=" + tabia::test::fake_engine() + ",args=" + mode + more + "'";
}

TEST(CliMatch, FixedGamesEndWithTheFamiliarLines) {
  const Outcome outcome = run("match" + fake("random", ",name=A") + fake("random", ",name=B") +
                              " --nodes 100 --games 4 --maxmoves 5");
  EXPECT_EQ(outcome.code, 0);
  for (const char* text : {"Results of A vs B (nodes=100):\n", "Elo: ", "nElo: ", "LOS: ", "DrawRatio: ",
                           "Games: 4, Wins: 0, Losses: 0, Draws: 4, Points: 2.0 (50.00 %)\n",
                           "Ptnml(0-2): [0, 0, 2, 0, 0]\n", "Ends: 4 move limit\n"}) {
    EXPECT_TRUE(mentions(outcome, text)) << text << outcome.output;
  }
}

TEST(CliMatch, ATestThatRefusesEndsWithCodeThreeAndOneThatAcceptsWithZero) {
  const std::string end = " --nodes 100 --sprt 0,50,logistic";
  const Outcome refused = run("match" + fake("forfeit") + fake("random") + end);
  EXPECT_EQ(refused.code, 3) << refused.output;
  EXPECT_TRUE(mentions(refused, "(-2.94, 2.94) [0.00, 50.00]\n")) << refused.output;
  EXPECT_TRUE(mentions(refused, "SPRT: H0 accepted")) << refused.output;
  const Outcome accepted = run("match" + fake("random") + fake("forfeit") + end + " --json");
  EXPECT_EQ(accepted.code, 0) << accepted.output;
  EXPECT_TRUE(mentions(accepted, "\"verdict\":\"accepted\"")) << accepted.output;
}

TEST(CliMatch, ATestWithoutAVerdictIsNotAccepted) {
  const Outcome outcome =
      run("match" + fake("random") + fake("random") + " --nodes 1 --maxmoves 2 --sprt 0,5 --games 2");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_TRUE(mentions(outcome, "SPRT: inconclusive")) << outcome.output;
}

TEST(CliMatch, AnEngineThatNeverStartsLosesItsGamesAndTheResultCountsForNothing) {
  const Outcome outcome = run(
      "match" + fake("random", ",name=A") + fake("crash-start", ",name=B") + " --nodes 1 --games 2", true);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(mentions(outcome, "game 1 (A - B, 1-0): Black exited with status 5\n")) << outcome.output;
  EXPECT_TRUE(mentions(outcome, "start failure 2\n")) << outcome.output;
  EXPECT_TRUE(mentions(outcome, "B never started; the result is meaningless")) << outcome.output;
}

TEST(CliMatch, AnOptionThatAnEngineDoesNotTakeEndsTheCommandBeforeTheFirstGame) {
  const TemporaryFile record("options.jsonl");
  const std::string end = " --nodes 1 --games 2 --record " + record.path();
  const Outcome too_large =
      run("match" + fake("ok", ",name=A,option.Hash=99999999") + fake("ok") + end, true);
  EXPECT_EQ(too_large.code, 1);
  EXPECT_TRUE(mentions(too_large, "A: can't take the option Hash: found \"99999999\"")) << too_large.output;
  const Outcome no_net = run("match --engine 'cmd=" + tabia::test::tabia_program() +
                                 ",name=B,option.EvalFile=nope.net'" + fake("ok") + end,
                             true);
  EXPECT_EQ(no_net.code, 1);
  EXPECT_TRUE(mentions(no_net, "B: answered \"setoption name EvalFile value nope.net\"")) << no_net.output;
  EXPECT_EQ(record.content(), "") << "there was no match";
}

TEST(CliMatch, KeysMayBeWordsOfTheirOwn) {
  const std::string engine = " --engine cmd=" + tabia::test::fake_engine() + " args=random ";
  const Outcome outcome =
      run("match" + engine + "name=A" + engine + "name=B option.Hash=2 --each nodes=100 depth=3" +
          " --games 2 --maxmoves 5 --draw movenumber=1 movecount=1 score=20");
  EXPECT_EQ(outcome.code, 0) << outcome.output;
  EXPECT_TRUE(mentions(outcome, "Results of A vs B (nodes=100 depth=3)")) << outcome.output;
  EXPECT_TRUE(mentions(outcome, "draw adjudication")) << outcome.output;
  EXPECT_EQ(run("match" + engine + engine + "loose", true).code, 2);
}

TEST(CliMatch, WhatRunsBehindAScriptAndTheFilesOfOptionsArePartOfTheMatch) {
  std::string folder = testing::TempDir() + "/tabia_identity.XXXXXX";
  ASSERT_TRUE(::mkdtemp(folder.data()));
  const auto write = [&](const std::string& name, const std::string& text) {
    std::ofstream(folder + "/" + name) << text;
    std::filesystem::permissions(folder + "/" + name, std::filesystem::perms::owner_all);
  };
  const std::string engine = "exec " + tabia::test::fake_engine() + " random\n";
  write("engine", std::string("#!/bin/sh\n. ") + folder + "/which\n");
  write("which", engine);
  write("weights", "one");
  const std::string words = "match --engine cmd=" + folder + "/engine,name=A,option.EvalFile=" + folder +
                            "/weights" + fake("random", ",name=B") +
                            " --nodes 1 --games 2 --maxmoves 2 --record " + folder + "/new/record.jsonl" +
                            " --pgn " + folder + "/other/games.pgn";
  const Outcome first = run(words + " --json", true);
  EXPECT_EQ(first.code, 0) << first.output;
  EXPECT_TRUE(mentions(first, "\"identity\":{\"engines\":[{\"name\":\"A\"")) << first.output;
  EXPECT_TRUE(std::filesystem::exists(folder + "/other/games.pgn"));
  EXPECT_EQ(run(words).code, 0);
  write("weights", "two");
  const Outcome other_weights = run(words, true);
  EXPECT_EQ(other_weights.code, 1);
  EXPECT_TRUE(mentions(other_weights, "EvalFile")) << other_weights.output;
  write("weights", "one");
  // The same program with a byte more is another one.
  shell("cp '" + tabia::test::fake_engine() + "' " + folder + "/other_engine && printf x >> " + folder +
        "/other_engine");
  write("which", "exec " + folder + "/other_engine random\n");
  const Outcome other_program = run(words, true);
  EXPECT_EQ(other_program.code, 1);
  EXPECT_TRUE(mentions(other_program, "runs")) << other_program.output;
  std::filesystem::remove_all(folder);
}

TEST(CliMatch, NetworksOfThisProgramPlayWithoutAnotherProcess) {
  const Outcome outcome =
      run("match --engine net=default,name=net,option.Hash=1 --engine "
          "evaluation=classical,name=old,option.Hash=1 "
          "--nodes 50 --games 2 --maxmoves 20 --concurrency 2");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(mentions(outcome, "Results of net vs old (nodes=50):\n")) << outcome.output;
  EXPECT_TRUE(mentions(outcome, "no faults")) << outcome.output;
}

TEST(CliMatch, OurOwnEnginePlaysAsAProgramOnEveryClock) {
  const std::string own = " --engine cmd='" + tabia::test::tabia_program() + "'";
  for (const char* limit : {"--nodes 50", "--depth 1", "--movetime 1", "--tc 1+0.01", "--tc 5/1 --clock cpu",
                            "--tc 0.1+0.001 --clock nodes=100"}) {
    const Outcome outcome = run(
        "match" + own + own + " --each option.Hash=1 --games 1 --maxmoves 4 --margin 5000 " + limit, true);
    EXPECT_EQ(outcome.code, 0) << limit << outcome.output;
    EXPECT_TRUE(mentions(outcome, "Ends: 1 move limit\n")) << limit << outcome.output;
  }
}

TEST(CliMatch, FaultsAreTold) {
  const Outcome outcome =
      run("match" + fake("random", ",name=A") + fake("exit-go", ",name=B") + " --nodes 1 --games 2", true);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(mentions(outcome, "game 1 (A - B, 1-0): Black exited with status 3\n")) << outcome.output;
  EXPECT_TRUE(mentions(outcome, "crash 2\n")) << outcome.output;
}

TEST(CliMatch, AnInterruptedMatchGoesOn) {
  const TemporaryFile record("record.jsonl");
  const TemporaryFile pgn("games.pgn");
  const std::string words = "match" + fake("late 20", ",name=A") + fake("late 20", ",name=B") +
                            " --nodes 1 --games 12 --maxmoves 2 --record " + record.path() + " --pgn " +
                            pgn.path();
  // Interrupted when the header and two games are there.
  const Outcome interrupted =
      shell("'" + tabia::test::tabia_program() + "' " + words + " 2>/dev/null & n=0; while [ $(wc -l < " +
            record.path() +
            ") -lt 3 ] && [ $n -lt 1000 ]; do sleep 0.02; n=$((n + 1)); done; kill -INT $!; wait $!");
  EXPECT_EQ(interrupted.code, 130) << interrupted.output;
  EXPECT_TRUE(mentions(interrupted, "Interrupted; run the same command again")) << interrupted.output;
  const Outcome changed = run(words + " --seed 5", true);
  EXPECT_EQ(changed.code, 1);
  EXPECT_TRUE(mentions(changed, "seed")) << changed.output;
  // A default value may be given or left out.
  const Outcome finished = run(words + " --clock wall --margin 100 --order random", true);
  EXPECT_EQ(finished.code, 0) << finished.output;
  EXPECT_TRUE(mentions(finished, "resuming after ")) << finished.output;
  EXPECT_TRUE(mentions(finished, "Games: 12,")) << finished.output;
  EXPECT_TRUE(mentions(run("pgn " + pgn.path()), "12 games")) << run("pgn " + pgn.path()).output;
}

TEST(CliMatch, WrongUsageIsExplained) {
  const std::string two = fake("ok") + fake("ok");
  for (const std::string& words :
       {std::string(""), fake("ok"), two + " --engine cmd", two + " --engine color=red", two + " --tc fast",
        two + " --nodes 0", two + " --sprt 5,0", two + " --sprt 3", two + " --sprt elo1=3",
        two + " --sprt 0,logistic", two + " --sprt five,6", two + " --sprt 0,5,0.7,0.05",
        two + " --clock sun", two + " --draw score", two + " --resign moves=3", two + " --tournament cup",
        two + fake("ok") + " --sprt 0,5", two + " --games 0"}) {
    const Outcome outcome = run("match" + words, true);
    EXPECT_EQ(outcome.code, 2) << words << outcome.output;
    EXPECT_TRUE(mentions(outcome, "--help")) << words;
  }
  const Outcome missing =
      run("match --engine cmd=no_such_engine_anywhere --engine net=default --games 2", true);
  EXPECT_EQ(missing.code, 1);
  EXPECT_TRUE(mentions(missing, "no such program in PATH or /usr/games")) << missing.output;
  const Outcome zipped = run("match" + two + " --openings book.zip", true);
  EXPECT_EQ(zipped.code, 1);
  EXPECT_TRUE(mentions(zipped, "unzip book.zip")) << zipped.output;
}

}  // namespace
