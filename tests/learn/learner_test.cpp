#include "learn/learner.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <atomic>
#include <fstream>
#include <functional>
#include <thread>

#include "data/formats.h"
#include "learn/disk.h"
#include "learn/gate.h"
#include "learn/learn_support.h"
#include "nn/load.h"
#include "nn/net_file.h"
#include "nn/random_network.h"
#include "play/self_play.h"
#include "sanitized.h"
#include "team/local_team.h"

namespace tabia::learn {
namespace {

namespace fs = std::filesystem;
using test::content_of;
using test::Folder;
using test::small_options;
using test::small_recipe;
using test::small_text;

// Opens and runs; an error is a test failure.
std::unique_ptr<Learner> learn(const LearnRecipe& recipe, const LearnOptions& options) {
  LearnWatch watch;
  auto learner = Learner::open(recipe, options, watch);
  EXPECT_TRUE(learner) << (learner ? "" : learner.error().message);
  if (!learner) return nullptr;
  const auto end = (*learner)->run({});
  EXPECT_TRUE(end) << (end ? "" : end.error().message);
  if (end) {
    EXPECT_EQ(*end, LearnEnd::Done);
  }
  return std::move(*learner);
}

std::string error_of(const LearnRecipe& recipe, const LearnOptions& options) {
  LearnWatch watch;
  auto learner = Learner::open(recipe, options, watch);
  if (!learner) return learner.error().message;
  const auto end = (*learner)->run({});
  return end ? "" : end.error().message;
}

TEST(Learner, TwoRoundsMakeNetworksALogRecordsOfTheMatchesAndAReport) {
  const Folder folder;
  const std::string text = small_text();
  const auto learner = learn(small_recipe(text), small_options(folder / "run", text));
  ASSERT_TRUE(learner);
  const LearnState& state = learner->state();
  ASSERT_EQ(state.rounds.size(), 2u);
  for (const data::LearnReport& report : state.rounds) {
    EXPECT_GE(report.positions, test::kPlayed);
    EXPECT_EQ(report.games, report.white_wins + report.draws + report.black_wins);
    EXPECT_GE(report.match_games(), 4u);
    EXPECT_GE(report.trained_positions, test::kTrained);
    EXPECT_GT(report.validation, 0);
    EXPECT_GT(report.play_seconds, 0);
    EXPECT_GT(report.disk_bytes, 0u);
    EXPECT_TRUE(std::isfinite(report.total_elo));
  }
  EXPECT_EQ(state.rounds[1].window_positions, state.rounds[0].positions + state.rounds[1].positions);
  for (const char* name : {"nets/round-000.net", "nets/round-001.net", "nets/round-002.net", "learn.json",
                           "learn.jsonl", "best.net", "report.html", "round-002/match.pgn",
                           "round-002/match.jsonl", "round-002/train/log.jsonl"})
    EXPECT_TRUE(fs::exists(folder / "run" + "/" + name)) << name;
  EXPECT_FALSE(fs::exists(folder / "run/round-002/train/checkpoint")) << "of no more use";
  const std::string best = state.best == 2   ? "run/nets/round-002.net"
                           : state.best == 1 ? "run/nets/round-001.net"
                                             : "run/nets/round-000.net";
  EXPECT_EQ(content_of(folder / "run/best.net"), content_of(folder / best));
  const auto network = nn::load_network(folder / "run/nets/round-002.net");
  ASSERT_TRUE(network) << network.error().message;
  EXPECT_EQ(nn::network_hash(**network), state.rounds[1].network);
  EXPECT_NE((*network)->lineage().recipe.find("# round 2"), std::string::npos);
  const std::string page = content_of(folder / "run/report.html");
  EXPECT_NE(page.find("Elo over the network of round 0"), std::string::npos);
  EXPECT_NE(page.find("[White &quot;round 2&quot;]"), std::string::npos) << "games of the last match";
  const std::string record = content_of(folder / "run/round-002/match.jsonl");
  EXPECT_NE(record.find("\"name\":\"round 2\""), std::string::npos) << record.substr(0, 300);
  EXPECT_NE(record.find(base::concat("\"name\":\"best (round ", state.rounds[1].opponent, ")\"")),
            std::string::npos)
      << record.substr(0, 300);
  std::string log;
  for (const data::LearnReport& report : state.rounds) log += data::to_json(report) + "\n";
  EXPECT_EQ(content_of(folder / "run/learn.jsonl"), log);
}

TEST(Learner, AFinishedRunStaysAsItIsAndMoreRoundsGoOn) {
  const Folder folder;
  const std::string text = small_text();
  LearnOptions options = small_options(folder / "run", text);
  options.last_round = 1;
  ASSERT_TRUE(learn(small_recipe(text), options));
  const std::string state = content_of(folder / "run/learn.json");
  ASSERT_TRUE(learn(small_recipe(text), options));
  EXPECT_EQ(content_of(folder / "run/learn.json"), state);
  options.last_round = 2;
  const auto learner = learn(small_recipe(text), options);
  ASSERT_TRUE(learner);
  EXPECT_EQ(learner->state().rounds.size(), 2u);
}

// --- interruptions

// Calls `event` at every event, with its number.
class Counting final : public LearnWatch {
 public:
  explicit Counting(std::function<void(int)> event) : event_(std::move(event)) {}
  void step(std::uint64_t, Step, const std::string&) override { event_(++count_); }
  void playing(const play::BatchProgress&, std::uint64_t) override { event_(++count_); }
  void training(const train::Progress&, double, std::uint64_t) override { event_(++count_); }
  void matching(const play::Standings&, std::uint64_t) override { event_(++count_); }
  void round_ended(const data::LearnReport&) override { event_(++count_); }

 private:
  std::function<void(int)> event_;
  int count_ = 0;
};

// All that must not depend on interruptions: everything but times and what is counted in them.
void expect_same_run(const std::string& found, const std::string& expected) {
  for (const char* net : {"round-000", "round-001", "round-002"})
    EXPECT_EQ(content_of(found + "/nets/" + net + ".net"), content_of(expected + "/nets/" + net + ".net"))
        << net;
  EXPECT_EQ(content_of(found + "/best.net"), content_of(expected + "/best.net"));
  const auto of = [](const std::string& folder) {
    auto state = parse_learn_state(content_of(folder + "/learn.json"));
    EXPECT_TRUE(state);
    for (data::LearnReport& report : state->rounds) {
      report.play_seconds = report.train_seconds = report.match_seconds = 0;
      report.disk_bytes = 0;
    }
    return *state;
  };
  EXPECT_EQ(of(found), of(expected));
}

TEST(Learner, ARunThatIsStoppedAgainAndAgainGivesTheSameNetworksBitForBit) {
  const Folder folder;
  const std::string text = small_text();
  const LearnRecipe recipe = small_recipe(text);
  ASSERT_TRUE(learn(recipe, small_options(folder / "whole", text)));
  const LearnOptions options = small_options(folder / "parts", text);
  int stops = 0;
  for (;; ++stops) {
    ASSERT_LT(stops, 200);
    std::stop_source source;
    Counting watch([&](int count) {
      if (count >= 9 + 7 * stops) source.request_stop();
    });
    auto learner = Learner::open(recipe, options, watch);
    ASSERT_TRUE(learner) << learner.error().message;
    const auto end = (*learner)->run(source.get_token());
    ASSERT_TRUE(end) << end.error().message;
    if (*end == LearnEnd::Done) break;
  }
  EXPECT_GE(stops, 3);
  expect_same_run(folder / "parts", folder / "whole");
}

TEST(Learner, ARunThatIsKilledAnywhereGivesTheSameNetworksBitForBit) {
  const Folder folder;
  const std::string text = small_text();
  const LearnRecipe recipe = small_recipe(text);
  LearnOptions options = small_options(folder / "whole", text);
  ASSERT_TRUE(learn(recipe, options));
  options.folder = folder / "killed";
  options.checkpoint_seconds = 0;
  int kills = 0;
  for (;; ++kills) {
    ASSERT_LT(kills, 200);
    const pid_t child = ::fork();
    if (child == 0) {
      Counting watch([&](int count) {
        if (count == 5 + 11 * kills) ::_exit(77);  // as abrupt as a kill: nothing is flushed or closed by us
      });
      auto learner = Learner::open(recipe, options, watch);
      const auto end = learner ? (*learner)->run({}) : base::Result<LearnEnd>(learner.error());
      if (!end) std::fprintf(stderr, "%s\n", end.error().message.c_str());
      ::_exit(end ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status));
    if (WEXITSTATUS(status) == 0) break;
    ASSERT_EQ(WEXITSTATUS(status), 77);
  }
  EXPECT_GE(kills, 3);
  expect_same_run(folder / "killed", folder / "whole");
}

// Two members of a team; the first one is stopped after this many events. Did they get to the end?
bool learn_as_team(const std::string& path, const std::string& text, int stop_after) {
  const LearnRecipe recipe = small_recipe(text);
  auto team = team::make_local_team(2);
  std::vector<std::thread> members;
  std::atomic<int> done = 0;
  for (auto& member : team)
    members.emplace_back([&, own = std::move(member)] {
      LearnOptions options = small_options(path, text);
      options.team = own.get();
      std::stop_source source;
      Counting watch([&](int count) {
        if (own->leads() && count >= stop_after) source.request_stop();
      });
      auto learner = Learner::open(recipe, options, watch);
      ASSERT_TRUE(learner) << learner.error().message;
      const auto end = (*learner)->run(source.get_token());
      ASSERT_TRUE(end) << end.error().message;
      if (*end == LearnEnd::Done) ++done;
    });
  for (std::thread& member : members) member.join();
  EXPECT_TRUE(done == 0 || done == 2);
  return done == 2;
}

TEST(Learner, ATeamThatIsStoppedAgainAndAgainGivesTheSameNetworksBitForBit) {
  const Folder folder;
  const std::string text = small_text();
  ASSERT_TRUE(learn_as_team(folder / "whole", text, 1 << 30));
  int stops = 0;
  while (!learn_as_team(folder / "parts", text, 9 + 20 * stops)) ASSERT_LT(++stops, 100);
  EXPECT_GE(stops, 2);
  expect_same_run(folder / "parts", folder / "whole");
}

// --- promotion

TEST(Learner, ANetworkThatIsNotClearlyBetterIsRefusedAndTheNextRoundHasMoreData) {
  const Folder folder;
  const std::string text = small_text("", "elo0 = 800, elo1 = 900");
  const auto learner = learn(small_recipe(text), small_options(folder / "run", text));
  ASSERT_TRUE(learner);
  const LearnState& state = learner->state();
  EXPECT_EQ(state.best, 0u);
  for (const data::LearnReport& report : state.rounds) {
    EXPECT_FALSE(report.promoted);
    EXPECT_EQ(report.opponent, 0u);
    EXPECT_NE(report.note.find("refused"), std::string::npos);
  }
  EXPECT_GT(state.rounds[1].window_positions, state.rounds[0].window_positions);
  EXPECT_EQ(content_of(folder / "run/best.net"), content_of(folder / "run/nets/round-000.net"));
}

TEST(Learner, ANetworkWhoseIntegersSaySomethingElseIsRefusedWithoutAMatch) {
  const Folder folder;
  std::string text = small_text();
  text.replace(text.find("model = \"small\""), 15, "model = \"coarse\"");
  const auto learner = learn(small_recipe(text), small_options(folder / "run", text));
  ASSERT_TRUE(learner);
  const LearnState& state = learner->state();
  ASSERT_EQ(state.rounds.size(), 2u);
  for (const data::LearnReport& report : state.rounds) {
    EXPECT_FALSE(report.promoted);
    EXPECT_EQ(report.match_games(), 0u);
    EXPECT_NE(report.note.find("integers and floats differ"), std::string::npos) << report.note;
    EXPECT_GT(report.train_seconds, 0);
  }
  EXPECT_EQ(state.best, 0u);
}

// Elo of the best network over that of the first round, by a match between the two.
play::PairingResult best_against_first_round(const Learner& learner, std::uint64_t games) {
  GateMatch match;
  match.settings.nodes = 100;
  match.settings.least_games = match.settings.most_games = games;
  match.settings.max_moves = 150;
  match.record = learner.folder().path() + "/best-against-round-001.jsonl";
  match.pgn = learner.folder().path() + "/best-against-round-001.pgn";
  match.event = "test";
  match.players[0] = {"best", nn::load_network(learner.folder().best_net()).value()};
  match.players[1] = {"round 1", nn::load_network(learner.folder().net(1)).value()};
  LearnWatch watch;
  StepContext context;
  context.threads = 2;
  const auto result = play_gate(match, context, watch, {});
  EXPECT_TRUE(result && *result) << (result ? "stopped" : result.error().message);
  return result && *result ? (**result).result : play::PairingResult{};
}

TEST(LearnerFull, TheDemonstrationEndsFarAboveItsFirstRound) {
  const Folder folder;
  const std::string text = find_learn_recipe("tiny").value();
  const auto recipe = parse_learn_recipe(text, train::find_model);
  ASSERT_TRUE(recipe);
  LearnOptions options = small_options(folder / "run", text);
  options.threads = 2;
  options.last_round = recipe->rounds;
  const auto learner = learn(*recipe, options);
  ASSERT_TRUE(learner);
  EXPECT_GE(bounded_elo(best_against_first_round(*learner, 200)).value, 200);
}

TEST(Learner, AShortFormOfTheDemonstrationLearnsFromNothing) {
  // Half a minute of games; under a sanitizer a single round, too short to learn much from.
  using tabia::test::rounds;
  const Folder folder;
  const std::string text = find_learn_recipe("tiny").value();
  auto recipe = parse_learn_recipe(text, train::find_model);
  ASSERT_TRUE(recipe);
  recipe->play.positions = rounds(15'000, 1'000);
  recipe->train.validation_share = 0.1;  // of few games
  recipe->train.positions = rounds(400'000, 20'000);
  recipe->gate.least_games = recipe->gate.most_games = rounds(40, 4);
  LearnOptions options = small_options(folder / "run", text);
  options.threads = 2;
  if (tabia::test::kSanitized) options.last_round = 1;
  const auto learner = learn(*recipe, options);
  ASSERT_TRUE(learner);
  if (tabia::test::kSanitized) {
    ASSERT_EQ(learner->state().rounds.size(), 1u);
    EXPECT_EQ(learner->state().rounds[0].match_games(), 4u) << learner->state().rounds[0].note;
    return;
  }
  EXPECT_GT(learner->state().best, 0u);
  EXPECT_GT(total_elo(learner->state(), learner->state().best).value, 50);
  // The first round learns what pieces are worth, and the second continues from there.
  ASSERT_GT(learner->state().best, 1u);
  EXPECT_GT(bounded_elo(best_against_first_round(*learner, 40)).value, 0);
}

// --- where it begins, and what it learns from

TEST(Learner, BeginsWithTheClassicalEvaluationATeacherOrANetwork) {
  const Folder folder;
  const auto spec = small_recipe(small_text()).train.model;
  const std::string net = folder / "first.net";
  std::ofstream(net, std::ios::binary) << nn::write_net(*nn::random_network(spec, 3), {}).value();
  for (const std::string& start :
       {std::string("start = \"classical\"\n"), "teacher = \"" + net + "\"\n", "start = \"" + net + "\"\n"}) {
    SCOPED_TRACE(start);
    const std::string text = small_text(start);
    LearnOptions options = small_options(folder / "run", text);
    options.last_round = 1;
    const auto learner = learn(small_recipe(text), options);
    ASSERT_TRUE(learner);
    const auto reader = data::open_reader(folder / "run/round-001/games", {});
    ASSERT_TRUE(reader) << reader.error().message;
    const std::string expected = start.starts_with("start = \"cl")
                                     ? "classical evaluation"
                                     : nn::network_hash(*nn::load_network(net).value());
    EXPECT_EQ((*reader)->info().network, expected);
    fs::remove_all(folder / "run");
  }
}

TEST(Learner, DataFromElsewhereAreMixedIn) {
  const Folder folder;
  const std::string first = small_text();
  LearnOptions options = small_options(folder / "first", first);
  options.last_round = 1;
  ASSERT_TRUE(learn(small_recipe(first), options));
  const std::string text = small_text("external = [ { file = \"" + folder / "first/round-001/games" +
                                      "\", scale = 400, weight = 0.5 } ]\n");
  options = small_options(folder / "second", text);
  options.last_round = 1;
  ASSERT_TRUE(learn(small_recipe(text), options));
  const auto network = nn::load_network(folder / "second/nets/round-001.net");
  ASSERT_TRUE(network);
  EXPECT_NE((*network)->lineage().data.find("weight 0.5"), std::string::npos) << (*network)->lineage().data;
}

TEST(Learner, TheScaleOfTheRecipeHoldsForItsTeacherOnlyIfItNamesOne) {
  const Folder folder;
  const auto spec = small_recipe(small_text()).train.model;
  const std::string net = folder / "teacher.net";
  const auto teacher = nn::random_network(spec, 3);
  std::ofstream(net, std::ios::binary) << nn::write_net(*teacher, {}).value();
  const double declared = play::label_of_one(*teacher);
  for (const auto& [hash, expected] : {std::pair(std::string(), 450.0),
                                       {nn::network_hash(*teacher), 450.0},
                                       {"0123456789abcdef", declared}}) {
    const std::string text =
        small_text("teacher = \"" + net + "\"\nteacher_scale = 450\nteacher_hash = \"" + hash + "\"\n");
    LearnOptions options = small_options(folder / "run", text);
    options.last_round = 1;
    const auto learner = learn(small_recipe(text), options);
    ASSERT_TRUE(learner);
    EXPECT_EQ(learner->state().data.at(0).scale, expected) << hash;
    fs::remove_all(folder / "run");
  }
}

// --- what is refused

TEST(Learner, AFolderOfAnotherRecipeOfOtherThingsOrInUseIsRefused) {
  const Folder folder;
  const std::string text = small_text();
  LearnOptions options = small_options(folder / "run", text);
  options.last_round = 1;
  LearnWatch watch;
  {
    auto first = Learner::open(small_recipe(text), options, watch);
    ASSERT_TRUE(first) << first.error().message;
    EXPECT_NE(error_of(small_recipe(text), options).find("another run"), std::string::npos);
  }
  const std::string other = small_text("seed = 2\n");
  const std::string refused = error_of(small_recipe(other), small_options(folder / "run", other));
  EXPECT_NE(refused.find("another recipe"), std::string::npos) << refused;
  EXPECT_NE(refused.find("seed is 2, but it was not given"), std::string::npos) << refused;
  // A comment doesn't make it a different run.
  const std::string commented = "# a better explanation\n" + text + "# --teacher\n";
  LearnOptions same = options;
  same.recipe_text = commented;
  {
    const auto resumed = Learner::open(small_recipe(commented), same, watch);
    EXPECT_TRUE(resumed) << resumed.error().message;
  }
  fs::create_directories(folder / "full");
  std::ofstream(folder / "full/thesis.txt") << "not ours";
  EXPECT_NE(error_of(small_recipe(text), small_options(folder / "full", text)).find("thesis.txt"),
            std::string::npos);
  std::ofstream(folder / "run/learn.json") << "{";
  EXPECT_NE(error_of(small_recipe(text), options).find("learn.json"), std::string::npos);
}

TEST(Learner, WhatTheRecipeNamesMustBeThere) {
  const Folder folder;
  for (const auto& [line, part] :
       {std::pair<std::string, std::string>("teacher = \"absent.nnue\"\n", "teacher"),
        {"start = \"absent.net\"\n", "start"},
        {"external = [ { file = \"absent.tabia\" } ]\n", "external"}}) {
    const std::string text = small_text(line);
    const std::string error = error_of(small_recipe(text), small_options(folder / "run", text));
    EXPECT_NE(error.find(part), std::string::npos) << error;
    EXPECT_NE(error.find("absent"), std::string::npos) << error;
  }
}

TEST(Learner, DataThatCanNotBeReadAreRefusedBeforeTheFirstGame) {
  const Folder folder;
  std::ofstream(folder / "notes.doc") << "these are no games\n";
  const std::string source = "[ { file = \"" + folder / "notes.doc" + "\" } ]";
  std::string with_validation = small_text();
  with_validation.replace(with_validation.find("validation = {"), 0, "validation_data = " + source + ", ");
  for (const auto& [text, place] : {std::pair(small_text("external = " + source + "\n"), "external"),
                                    {with_validation, "train.validation_data"}}) {
    LearnWatch watch;
    const auto learner = Learner::open(small_recipe(text), small_options(folder / "run", text), watch);
    ASSERT_FALSE(learner);
    EXPECT_NE(learner.error().message.find("notes.doc"), std::string::npos) << learner.error().message;
    EXPECT_NE(learner.error().message.find(place), std::string::npos) << learner.error().message;
  }
}

// --- disk

void write_filler(const std::string& path, std::size_t bytes) {
  std::ofstream(path, std::ios::binary) << std::string(bytes, 'x');
}

TEST(Learner, TheOldestGamesGoWhenTheDiskBudgetIsUsedUp) {
  const Folder folder;
  const std::string text = small_text("disk_mib = 1\n");
  LearnOptions options = small_options(folder / "run", text);
  options.last_round = 2;
  ASSERT_TRUE(learn(small_recipe(text), options));
  write_filler(folder / "run/round-001/games/filler", 600u << 10);
  options.last_round = 3;
  const auto learner = learn(small_recipe(text), options);
  ASSERT_TRUE(learner);
  EXPECT_FALSE(fs::exists(folder / "run/round-001/games"));
  const auto& rounds = learner->state().rounds;
  EXPECT_EQ(rounds[2].window_positions, rounds[1].positions + rounds[2].positions);
  EXPECT_LT(folder_bytes(folder / "run"), 1u << 20);
}

TEST(Learner, TheFolderNeverOutgrowsItsBudgetAndWhatNobodyLearnsFromGoesBeforeGames) {
  const Folder folder;
  const std::string text = small_text("disk_mib = 1\n");
  const LearnRecipe recipe = small_recipe(text);
  LearnOptions options = small_options(folder / "run", text);
  std::uint64_t largest = 0;
  Counting watch([&](int) { largest = std::max(largest, folder_bytes(folder / "run")); });
  for (const std::uint64_t last : {2u, 4u}) {
    options.last_round = last;
    const auto learner = Learner::open(recipe, options, watch);
    ASSERT_TRUE(learner) << learner.error().message;
    const auto end = (*learner)->run({});
    ASSERT_TRUE(end) << end.error().message;
    EXPECT_LE(largest, 1u << 20);
    EXPECT_LE(folder_bytes(folder / "run"), 1u << 20);
    if (last == 2) write_filler(folder / "run/round-001/match.pgn", 500u << 10);
  }
  EXPECT_FALSE(fs::exists(folder / "run/round-001/match.pgn"));
  EXPECT_TRUE(fs::exists(folder / "run/round-001/games")) << "they are in the window";
}

TEST(Learner, TheBudgetHoldsWhenTheLastRoundIsOver) {
  const Folder folder;
  const std::string text = small_text("disk_mib = 1\n");
  LearnOptions options = small_options(folder / "run", text);
  options.last_round = 1;
  // More than expected, and too late for this round.
  class Grow final : public LearnWatch {
   public:
    explicit Grow(std::string path) : path_(std::move(path)) {}
    void matching(const play::Standings&, std::uint64_t) override { write_filler(path_, 1u << 20); }

   private:
    std::string path_;
  } watch(folder / "run/round-001/games/filler");
  const auto learner = Learner::open(small_recipe(text), options, watch);
  ASSERT_TRUE(learner) << learner.error().message;
  ASSERT_TRUE((*learner)->run({}));
  EXPECT_LE(folder_bytes(folder / "run"), 1u << 20);
}

TEST(Learner, ABudgetBelowWhatARoundNeedsIsRefusedBeforeTheFirstGame) {
  const Folder folder;
  std::string text = small_text("disk_mib = 1\n");
  text.replace(text.find("model = \"small\""), 15, "model = \"perspective-256\"");
  const std::string error = error_of(small_recipe(text), small_options(folder / "run", text));
  EXPECT_NE(error.find("disk: the budget is 1 MiB, but the run needs at least "), std::string::npos) << error;
  EXPECT_FALSE(fs::exists(folder / "run/round-001"));
}

TEST(Learner, ABudgetThatCanNotBeKeptEndsTheRunWithAMessage) {
  const Folder folder;
  const std::string text = small_text("disk_mib = 1\n");
  LearnOptions options = small_options(folder / "run", text);
  options.last_round = 1;
  ASSERT_TRUE(learn(small_recipe(text), options));
  write_filler(folder / "run/mine", 2u << 20);
  options.last_round = 2;
  EXPECT_NE(error_of(small_recipe(text), options).find("disk"), std::string::npos);
}

TEST(Learner, RoundsThatAreOutOfTheWindowAreRemoved) {
  const Folder folder;
  const std::string text = small_text("window = 1\n");
  const auto learner = learn(small_recipe(text), small_options(folder / "run", text));
  ASSERT_TRUE(learner);
  EXPECT_FALSE(fs::exists(folder / "run/round-001/games"));
  EXPECT_TRUE(fs::exists(folder / "run/round-002/games"));
  EXPECT_EQ(learner->state().rounds[1].window_positions, learner->state().rounds[1].positions);
}

}  // namespace
}  // namespace tabia::learn
