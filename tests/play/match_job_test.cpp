#include "play/match_job.h"

#include <gtest/gtest.h>

#include <map>

namespace tabia::play {
namespace {

MatchJob small_job() {
  MatchJob job;
  job.engines = {parse_engine("evaluation=classical,name=A,option.Hash=1").value(),
                 parse_engine("net=default,name=B,option.Hash=1").value()};
  job.limit.nodes = 20;
  job.games = 2;
  job.game.max_moves = 4;
  job.no_pin = true;
  return job;
}

TEST(MatchJob, RunsWithoutACommandLine) {
  struct Counter : MatchWatch {
    void progress(std::uint64_t done, std::uint64_t total) override { seen.emplace_back(done, total); }
    std::vector<std::pair<std::uint64_t, std::uint64_t>> seen;
  } watch;
  const auto match = run(small_job(), watch);
  ASSERT_TRUE(match) << match.error().message;
  EXPECT_TRUE(match->outcome.complete);
  EXPECT_EQ(match->settings.contestants[0].name, "A");
  EXPECT_EQ(match->outcome.standings.ends_by(EndReason::MaxMoves), 2u);
  EXPECT_EQ(match->never_started(), "");
  using Pair = std::pair<std::uint64_t, std::uint64_t>;
  EXPECT_EQ(watch.seen, (std::vector<Pair>{{1, 2}, {2, 2}}));
}

TEST(MatchJob, AnInterruptionEndsItEarly) {
  struct Impatient : MatchWatch {
    [[nodiscard]] bool interrupted() const override { return true; }
  } watch;
  MatchJob job = small_job();
  job.games = 1'000'000'000;
  const auto match = run(job, watch);
  ASSERT_TRUE(match) << match.error().message;
  EXPECT_FALSE(match->outcome.complete);
}

// Another value for each row that is part of the identity.
const std::map<std::string, std::string> kOther = {{"sprt", "0,5"},
                                                   {"clock", "cpu"},
                                                   {"margin", "50"},
                                                   {"stall", "5"},
                                                   {"order", "sequential"},
                                                   {"plies", "3"},
                                                   {"seed", "7"},
                                                   {"chess960", "true"},
                                                   {"tournament", "gauntlet"},
                                                   {"draw", "score=5"},
                                                   {"resign", "twosided=false"},
                                                   {"maxmoves", "9"},
                                                   {"tb", "tables"}};

TEST(MatchJob, TheIdentityChangesWithEveryFieldThatTheResultDependsOn) {
  const std::string before = base::identity_of(match_fields(), small_job());
  for (const base::Field<MatchJob>& field : match_fields()) {
    if (!field.about.identity) continue;
    SCOPED_TRACE(field.about.name);
    ASSERT_TRUE(kOther.contains(field.about.name)) << "add another value of the new row to this test";
    MatchJob job = small_job();
    ASSERT_TRUE(field.read(job, kOther.at(field.about.name)));
    EXPECT_NE(base::identity_of(match_fields(), job), before);
  }
}

TEST(MatchJob, WhatOnlyChangesHowItIsRunIsNotPartOfTheIdentity) {
  const std::string before = prepared(small_job()).value().identity;
  MatchJob job = small_job();
  job.games.reset();
  job.rounds = 50;
  job.concurrency = 3;
  job.no_pin = false;
  job.pgn = "games.pgn";
  job.record = "record.jsonl";
  job.event = "another";
  EXPECT_EQ(prepared(job).value().identity, before);
}

TEST(MatchJob, TheIdentityHasWhatTheEnginesAre) {
  const std::string before = prepared(small_job()).value().identity;
  EXPECT_TRUE(before.starts_with(R"({"engines":[{"name":"A","nodes":20,"net":")")) << before;
  MatchJob job = small_job();
  job.limit.nodes = 21;
  EXPECT_NE(prepared(job).value().identity, before);
  job = small_job();
  job.each = parse_engine("option.Ponder=true").value();
  EXPECT_NE(prepared(job).value().identity, before);
  job = small_job();
  job.engines[0].evaluation = "hybrid";
  EXPECT_NE(prepared(job).value().identity, before);
}

TEST(MatchJob, WrongJobsAreUsageErrors) {
  const auto kind_of = [](const MatchJob& job) { return prepared(job).error().kind; };
  EXPECT_EQ(kind_of(MatchJob{}), base::ErrorKind::Usage);
  MatchJob job = small_job();
  job.rounds = 1;
  EXPECT_EQ(kind_of(job), base::ErrorKind::Usage);
  job = small_job();
  job.engines.push_back(job.engines[0]);
  job.sprt = Sprt{};
  EXPECT_EQ(kind_of(job), base::ErrorKind::Usage);
}

TEST(MatchJob, ATestIsReadWithAndWithoutKeys) {
  const Sprt plain = parse_sprt("-1.5,3,0.1,0.2,logistic").value();
  const Sprt keyed = parse_sprt("beta=0.2,model=logistic,elo1=3,elo0=-1.5,alpha=0.1").value();
  for (const Sprt& sprt : {plain, keyed}) {
    EXPECT_EQ(sprt.elo0, -1.5);
    EXPECT_EQ(sprt.elo1, 3);
    EXPECT_EQ(sprt.alpha, 0.1);
    EXPECT_EQ(sprt.beta, 0.2);
    EXPECT_EQ(sprt.model, EloModel::Logistic);
  }
  for (const char* wrong : {"", "3", "5,0", "0,5,0.7,0.05", "0,5,0.05,0.05,7", "0,logistic", "elo1=3", "a,b",
                            "0,5,elo0=1", "0,5,gamma=1"})
    EXPECT_FALSE(parse_sprt(wrong)) << wrong;
}

TEST(EngineText, ReadsBackWhatItWrites) {
  const std::string text = R"(name=x,cmd=./e,args=a b\,c,nodes=5,depth=3,option.Hash=16)";
  const EngineText engine = parse_engine(text).value();
  EXPECT_EQ(engine.args, "a b,c");
  EXPECT_EQ(engine.allowance.nodes, 5u);
  EXPECT_EQ(engine.options, (base::KeyValues{{"Hash", "16"}}));
  EXPECT_EQ(to_string(engine), text);
  EXPECT_EQ(parse_engine("color=red").error().message.find("unknown key \"color\""), 0u);
  EXPECT_EQ(parse_engine("nodes=0").error().message,
            "nodes: found \"0\", expected a whole number from 1 to 1000000000000");
}

TEST(EngineText, TakesOnlyWhatItLacksFromTheSharedSettings) {
  EngineText engine = parse_engine("net=a.net,nodes=5,option.Hash=1").value();
  engine.complete(parse_engine("dir=d,depth=9,option.Hash=2,option.Threads=3").value());
  EXPECT_EQ(to_string(engine), "net=a.net,dir=d,nodes=5,option.Hash=1,option.Threads=3");
  EXPECT_EQ(engine.shown_name(), "a.net");
}

TEST(EngineText, OptionsThatAreNotOfTheSearchAreRefusedForEnginesOfThisProgram) {
  for (const char* option :
       {"EvalFile", "EvalUrl", "SyzygyPath", "OwnBook", "UCI_Chess960", "Debug Log File"}) {
    base::JsonWriter identity;
    EngineText engine;
    engine.net = "default";
    engine.options = {{option, "x"}};
    const auto made = make_contestant(engine, {}, identity);
    ASSERT_FALSE(made) << option;
    EXPECT_NE(made.error().message.find("is not for engines of this program"), std::string::npos) << option;
  }
}

}  // namespace
}  // namespace tabia::play
