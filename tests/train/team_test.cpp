// Training by several members of a team, here threads of one process (team/local_team.h): what MPI does too.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <thread>

#include "base/file.h"
#include "folder.h"
#include "team/local_team.h"
#include "train/small_run.h"

namespace tabia::train {
namespace {

using tabia::test::Folder;

constexpr const char* kModel = R"(features = "768"
accumulator = { width = 32, activation = "screlu", storage = "i16", scale = 255 }
layers = [ { width = 1 } ]
output = { buckets = "pieces", heads = 2 })";

Recipe team_recipe(const std::string& data, const std::string& more = "", std::string model = {}) {
  const std::string text = R"(name = "team"
model = "small"
validation = { share = 0.1 }
rate = { kind = "cosine", rate = 0.003, warm_up = 0.1 }
batch = 500
positions = 20_000
report_every = 5_000
pool = 3_000
)" + more;
  if (model.empty()) model = kModel;
  auto recipe = parse_recipe(text, [&](const std::string&) -> base::Result<std::string> { return model; });
  EXPECT_TRUE(recipe) << (recipe ? "" : recipe.error().message);
  recipe->data = {{.path = data}};
  return *recipe;
}

// The outcome of a member.
struct Member {
  std::vector<double> losses;
  std::vector<data::TrainReport> reports;
  std::string error;
  std::optional<TrainEnd> end;
  Exchange::Traffic traffic;
};

// Leaves in the middle of a run, as if its machine had been switched off.
class Vanishing final : public TrainWatch {
 public:
  explicit Vanishing(int batches) : left_(batches) {}
  void step(const Progress&, double, double, double) override {
    if (--left_ <= 0) throw std::runtime_error("vanished");
  }

 private:
  int left_;
};

using Recipes = std::vector<Recipe>;

// One run by a team: a recipe for each member. Interrupted after `batches` batches.
std::vector<Member> run_team(const Recipes& recipes, const std::string& folder, int threads = 1,
                             int batches = 1 << 30, int vanishes_after = 0) {
  auto team = team::make_local_team(static_cast<int>(recipes.size()));
  std::vector<Member> members(recipes.size());
  std::vector<std::thread> running;
  for (std::size_t rank = 0; rank < recipes.size(); ++rank)
    running.emplace_back([&, rank, own = std::move(team[rank])]() mutable {
      Member& member = members[rank];
      Stopper stopper(batches);
      Vanishing vanishing(vanishes_after);
      const bool vanishes = vanishes_after > 0 && rank == 1;
      TrainWatch& watch = vanishes ? static_cast<TrainWatch&>(vanishing) : stopper;
      const TrainOptions options{
          .folder = folder, .threads = threads, .recipe_text = "text", .team = own.get()};
      try {
        auto trainer = Trainer::open(recipes[rank], options, watch);
        if (trainer) {
          const auto end = (*trainer)->run();
          if (end)
            member.end = *end;
          else
            member.error = end.error().message;
          member.reports = (*trainer)->progress().reports;
          member.traffic = (*trainer)->traffic();
        } else {
          member.error = trainer.error().message;
        }
      } catch (const std::runtime_error&) {
        own.reset();
      }
      member.losses = stopper.losses;
    });
  for (std::thread& thread : running) thread.join();
  return members;
}

// To the end, interrupted after every `batches` batches.
std::vector<Member> finish_team(const Recipe& recipe, const std::string& folder, int ranks, int threads = 1,
                                int batches = 1 << 30) {
  for (int round = 0; round < 100; ++round) {
    auto members = run_team(Recipes(static_cast<std::size_t>(ranks), recipe), folder, threads, batches);
    for (const Member& member : members) EXPECT_EQ(member.error, "");
    if (!members[0].end || *members[0].end != TrainEnd::Interrupted) return members;
  }
  ADD_FAILURE() << "no end";
  return {};
}

std::string hash_of(const std::string& folder) {
  const auto network = nn::load_network(folder + "/last.net");
  EXPECT_TRUE(network) << (network ? "" : network.error().message);
  return network ? nn::network_hash(**network) : "";
}

TEST(TrainerTeamThread, ThreeRanksLearnWhatOneProcessLearnsUpToRounding) {
  const Folder folder;
  write_games(folder / "games.tabia", 30);
  const Recipe recipe = team_recipe(folder / "games.tabia");
  const Finished alone = finish(recipe, folder / "alone", 1, 1 << 30);
  const auto members = finish_team(recipe, folder / "team", 3);
  ASSERT_EQ(members[0].losses.size(), alone.losses.size());
  for (std::size_t i = 0; i < alone.losses.size(); ++i)
    EXPECT_NEAR(members[0].losses[i], alone.losses[i], 1e-3 * alone.losses[i]) << i;
  EXPECT_EQ(members[0].losses, members[1].losses);
  EXPECT_EQ(members[0].losses, members[2].losses);
  ASSERT_EQ(members[0].reports.size(), alone.reports.size());
  for (std::size_t i = 0; i < alone.reports.size(); ++i) {
    EXPECT_EQ(members[0].reports[i].ranks, 3u);
    EXPECT_EQ(alone.reports[i].ranks, 1u);
    EXPECT_NEAR(members[0].reports[i].validation, alone.reports[i].validation,
                1e-3 * alone.reports[i].validation);
    EXPECT_NEAR(members[0].reports[i].noise_scale, alone.reports[i].noise_scale,
                0.01 * alone.reports[i].noise_scale);
  }
}

TEST(TrainerTeamThread, TheSameNumbersOfRanksAndThreadsGiveTheSameBitsAlsoAfterBreaks) {
  const Folder folder;
  write_games(folder / "games.tabia", 30);
  int number = 0;
  for (const char* more : {"", "sum_every = 4\n", "optimiser = { kind = \"ranger\", average = 0.9 }\n"}) {
    const Recipe recipe = team_recipe(folder / "games.tabia", more);
    const std::string whole = folder / ("whole" + std::to_string(number));
    const std::string parts = folder / ("parts" + std::to_string(number++));
    finish_team(recipe, whole, 3, 2);
    finish_team(recipe, parts, 3, 2, 7);
    EXPECT_EQ(hash_of(whole), hash_of(parts)) << more;
  }
}

TEST(TrainerTeamThread, AnotherNumberOfRanksResumesTheRun) {
  const Folder folder;
  write_games(folder / "games.tabia", 30);
  const Recipe recipe = team_recipe(folder / "games.tabia");
  const Finished alone = finish(recipe, folder / "alone", 1, 1 << 30);
  run_team(Recipes(2, recipe), folder / "run", 1, 15);
  const auto members = finish_team(recipe, folder / "run", 3);
  ASSERT_EQ(members[0].reports.size(), alone.reports.size());
  EXPECT_NEAR(members[0].reports.back().validation, alone.reports.back().validation,
              1e-3 * alone.reports.back().validation);
}

TEST(TrainerTeamThread, ARankThatVanishesEndsTheRunWhichResumesToTheSameNetwork) {
  const Folder folder;
  write_games(folder / "games.tabia", 30);
  const Recipe recipe = team_recipe(folder / "games.tabia");
  finish_team(recipe, folder / "whole", 2);
  const auto broken = run_team(Recipes(2, recipe), folder / "broken", 1, 1 << 30, 13);
  EXPECT_NE(broken[0].error.find("rank 1 has ended"), std::string::npos) << broken[0].error;
  EXPECT_NE(broken[0].error.find("saved at 6"), std::string::npos) << broken[0].error;
  finish_team(recipe, folder / "broken", 2);
  EXPECT_EQ(hash_of(folder / "whole"), hash_of(folder / "broken"));
}

TEST(TrainerTeamThread, RanksWithOtherDataOrRecipesRefuseToStartAndSayWhatDiffers) {
  const Folder folder;
  write_games(folder / "games.tabia", 30);
  std::filesystem::create_directories(folder / "other");
  write_games(folder / "other/games.tabia", 29);
  const Recipe recipe = team_recipe(folder / "games.tabia");
  Recipe other = recipe;
  other.data[0].path = folder / "other/games.tabia";
  auto members = run_team({recipe, other}, folder / "run");
  for (const Member& member : members)
    EXPECT_NE(member.error.find("rank 1 differs from that of rank 0; found \"data: games.tabia"),
              std::string::npos)
        << member.error;
  other = recipe;
  other.initial.seed = 17;
  members = run_team({recipe, other}, folder / "run");
  EXPECT_NE(members[1].error.find("weights at the start"), std::string::npos) << members[1].error;
  other.data[0].path = folder / "missing.tabia";
  members = run_team({recipe, other}, folder / "run");
  EXPECT_NE(members[0].error.find("rank 1: "), std::string::npos) << members[0].error;
  EXPECT_FALSE(std::filesystem::exists(folder / "run"));
}

TEST(TrainerTeamThread, OnlyTheRowsOfABatchAreSent) {
  const Folder folder;
  write_games(folder / "games.tabia", 30);
  std::string model = kModel;
  model.replace(model.find("768"), 3, "halfkp");
  Recipe recipe = team_recipe(folder / "games.tabia", "", model);
  recipe.batch = 64;
  recipe.positions = 640;
  recipe.report_every = 640;
  const auto members = finish_team(recipe, folder / "run", 2);
  const std::uint64_t dense = 40'960 * 32 * sizeof(float);  // the first layer alone
  EXPECT_GT(members[0].traffic.exchanges, 0u);
  EXPECT_LT(members[0].traffic.bytes / members[0].traffic.exchanges, dense / 8);
}

TEST(TrainerTeamThread, BatchNormMeasuresThePositionsOfAllRanks) {
  const Folder folder;
  write_games(folder / "games.tabia", 30);
  const std::string model = R"(input = { planes = "pieces", view = "mover" }
norm = "batch"
body = [ { block = "conv", filters = 8 } ]
value = { kind = "tanh", planes = 2, width = 6 })";
  Recipe recipe = team_recipe(folder / "games.tabia", "", model);
  recipe.batch = 256;
  recipe.positions = 2'560;
  recipe.report_every = 1'280;
  const Finished alone = finish(recipe, folder / "alone", 2, 1 << 30);
  const auto members = finish_team(recipe, folder / "team", 2);
  ASSERT_EQ(members[0].reports.size(), alone.reports.size());
  EXPECT_NEAR(members[0].reports.back().validation, alone.reports.back().validation,
              1e-2 * alone.reports.back().validation);
}

}  // namespace
}  // namespace tabia::train
