#include "train/trainer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "base/file.h"
#include "base/random.h"
#include "chess/movegen.h"
#include "data/formats.h"
#include "folder.h"
#include "nn/load.h"
#include "nn/quantise.h"
#include "sanitized.h"
#include "train/experiments.h"
#include "train/report_page.h"
#include "train/scale_check.h"
#include "train/shipped.h"
#include "train/small_run.h"

namespace tabia::train {
namespace {

using tabia::test::Folder;

Recipe small_recipe(const std::string& data, const std::string& more = "") {
  const std::string text = R"(name = "small"
model = "small"
validation = { share = 0.1 }
rate = { kind = "cosine", rate = 0.003, warm_up = 0.1 }
batch = 500
positions = 40_000
report_every = 8_000
pool = 3_000
watched = [ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" ]
)" + more;
  auto recipe = parse_recipe(text, [](const std::string&) -> base::Result<std::string> {
    return std::string(R"(features = "768"
accumulator = { width = 32, activation = "screlu", storage = "i16", scale = 255 }
layers = [ { width = 1 } ]
output = { buckets = "pieces", heads = 2 })");
  });
  EXPECT_TRUE(recipe) << (recipe ? "" : recipe.error().message);
  recipe->data = {{.path = data}};
  return *recipe;
}

TEST(Trainer, LearnsAndItsNetworkLoads) {
  const Folder folder;
  write_games(folder / "games.tabia", 400);
  Recipe recipe = small_recipe(folder / "games.tabia");
  recipe.positions = 160'000;
  recipe.rate.rate = 0.02;
  const Finished run = finish(recipe, folder / "run", 1, 1 << 30);
  ASSERT_EQ(run.reports.size(), 20u);
  EXPECT_LT(run.reports.back().validation, 0.6 * run.reports.front().validation);
  EXPECT_GT(run.reports.back().correlation, 0.6);
  EXPECT_GT(run.reports.back().noise_scale, 0);
  EXPECT_EQ(run.reports.back().watched.size(), 1u);
  EXPECT_TRUE(std::filesystem::exists(folder / "run/best.net"));
  EXPECT_TRUE(std::filesystem::exists(folder / "run/log.csv"));
}

TEST(Trainer, TellsWhatItIsDoingWhileItRunsAndLeavesNothingOfThat) {
  const Folder folder;
  write_games(folder / "games.tabia", 60);
  class Looker final : public TrainWatch {
   public:
    explicit Looker(std::string file) : file_(std::move(file)) {}
    void begun(std::uint64_t, std::uint64_t) override { prepared = content(); }
    void report(const data::TrainReport&) override { told = content(); }
    std::string prepared;
    std::string told;

   private:
    [[nodiscard]] std::string content() const {
      const auto text = base::read_file(file_, 1 << 20);
      return text ? *text : "";
    }
    const std::string file_;
  };
  const Recipe recipe = small_recipe(folder / "games.tabia");
  TrainOptions options;
  options.folder = folder / "run";
  options.recipe_text = "x";
  const std::string live = runs::TrainFolder(options.folder).live();
  Looker looker(live);
  {
    auto trainer = Trainer::open(recipe, options, looker);
    ASSERT_TRUE(trainer) << trainer.error().message;
    ASSERT_TRUE((*trainer)->run());
  }
  EXPECT_NE(looker.prepared.find("\"step\":\"prepare\""), std::string::npos) << looker.prepared;
  EXPECT_NE(looker.told.find("\"step\":\"train\""), std::string::npos) << looker.told;
  EXPECT_NE(looker.told.find("\"total\":40000"), std::string::npos) << looker.told;
  EXPECT_FALSE(std::filesystem::exists(live));

  // A run that can't start leaves no folder.
  options.folder = folder / "none";
  EXPECT_FALSE(Trainer::open(small_recipe(folder / "missing.tabia"), options, looker));
  EXPECT_FALSE(std::filesystem::exists(options.folder));
}

TEST(Trainer, AnInterruptedRunGivesTheLossesAndTheNetworkOfAnUninterruptedOne) {
  const Folder folder;
  write_games(folder / "games.tabia", 60);
  const std::string stages =
      "stages = [ { share = 0.5, fragment = 8 }, { share = 0.5, fragment = 1, keep = 0.5 } ]\n";
  for (const std::string& more : {std::string(), stages}) {
    const Recipe recipe =
        small_recipe(folder / "games.tabia", more + "optimiser = { kind = \"ranger\", average = 0.9 }\n");
    const Finished whole = finish(recipe, folder / ("whole" + std::to_string(more.size())), 1, 1 << 30);
    const Finished parts = finish(recipe, folder / ("parts" + std::to_string(more.size())), 1, 7);
    EXPECT_EQ(whole.losses, parts.losses);
    EXPECT_EQ(whole.hash, parts.hash);
    ASSERT_EQ(whole.reports.size(), parts.reports.size());
    for (std::size_t i = 0; i < whole.reports.size(); ++i) {
      EXPECT_EQ(whole.reports[i].loss, parts.reports[i].loss);
      EXPECT_EQ(whole.reports[i].validation, parts.reports[i].validation);
      EXPECT_EQ(whole.reports[i].noise_scale, parts.reports[i].noise_scale);
    }
  }
}

TEST(Trainer, TheSameThreadCountGivesTheSameBitsAndAnotherTheSameWithinRounding) {
  const Folder folder;
  write_games(folder / "games.tabia", 60);
  const Recipe recipe = small_recipe(folder / "games.tabia");
  const Finished one = finish(recipe, folder / "one", 1, 1 << 30);
  const Finished two = finish(recipe, folder / "two", 2, 1 << 30);
  const Finished again = finish(recipe, folder / "again", 2, 1 << 30);
  EXPECT_EQ(two.losses, again.losses);
  EXPECT_EQ(two.hash, again.hash);
  ASSERT_EQ(one.losses.size(), two.losses.size());
  for (std::size_t i = 0; i < 20; ++i) EXPECT_NEAR(one.losses[i], two.losses[i], 1e-5 * one.losses[i]);
}

TEST(Trainer, ARunThreadedOverALoaderCanBeDroppedAtAnyTime) {
  const Folder folder;
  write_games(folder / "games.tabia", 20);
  const Recipe recipe = small_recipe(folder / "games.tabia");
  for (int batches = 1; batches < 6; ++batches) {
    Stopper stopper(batches);
    auto trainer = Trainer::open(recipe, {.folder = folder / std::to_string(batches), .threads = 2}, stopper);
    ASSERT_TRUE(trainer);
    ASSERT_TRUE((*trainer)->run());
  }
}

TEST(Trainer, AnotherRecipeOrOtherDataInTheSameFolderIsRefused) {
  const Folder folder;
  write_games(folder / "games.tabia", 20);
  const Recipe recipe = small_recipe(folder / "games.tabia");
  Stopper stopper(3);
  {
    auto trainer = Trainer::open(recipe, {.folder = folder / "run", .recipe_text = "one"}, stopper);
    ASSERT_TRUE(trainer);
    ASSERT_TRUE((*trainer)->run());
  }
  const auto other = Trainer::open(recipe, {.folder = folder / "run", .recipe_text = "two"}, stopper);
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("another recipe"), std::string::npos);
  std::filesystem::remove(folder / "games.tabia");
  write_games(folder / "games.tabia", 21);
  const auto changed = Trainer::open(recipe, {.folder = folder / "run", .recipe_text = "one"}, stopper);
  ASSERT_FALSE(changed);
  EXPECT_NE(changed.error().message.find("the data has changed"), std::string::npos);
}

TEST(Trainer, TheSameDataUnderAnotherNameGoesOn) {
  const Folder folder;
  write_games(folder / "games.tabia", 20);
  std::filesystem::create_symlink("games.tabia", folder / "link.tabia");
  Stopper stopper(3);
  const auto open = [&](const std::string& data, const std::string& options = "") {
    const std::string text = "name = 1\n# --data " + data + options + "\n# --seed 1\n";
    return Trainer::open(small_recipe(data), {.folder = folder / "run", .recipe_text = text}, stopper);
  };
  {
    auto trainer = open(folder / "games.tabia");
    ASSERT_TRUE(trainer) << trainer.error().message;
    ASSERT_TRUE((*trainer)->run());
  }
  for (const std::string name : {"games.tabia", "./games.tabia", "run/../games.tabia", "link.tabia"}) {
    const auto again = open(folder / name);
    EXPECT_TRUE(again) << name << ": " << again.error().message;
  }
  const auto other = open(folder / "games.tabia", ",weight=2");
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("another recipe"), std::string::npos);
}

TEST(Trainer, ADamagedCheckpointIsAnErrorAndNeverAnotherRun) {
  const Folder folder;
  write_games(folder / "games.tabia", 20);
  const Recipe recipe = small_recipe(folder / "games.tabia");
  Stopper stopper(3);
  {
    auto trainer = Trainer::open(recipe, {.folder = folder / "run"}, stopper);
    ASSERT_TRUE(trainer);
    ASSERT_TRUE((*trainer)->run());
  }
  const std::string good = *base::read_file(folder / "run/checkpoint", 1 << 28);
  for (std::size_t at = 0; at < good.size(); at += good.size() / 40 + 1) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    ASSERT_TRUE(base::write_file_atomically(folder / "run/checkpoint", bad));
    EXPECT_FALSE(Trainer::open(recipe, {.folder = folder / "run"}, stopper)) << "byte " << at;
  }
  for (const std::size_t size : {std::size_t{0}, std::size_t{20}, good.size() / 2, good.size() - 1}) {
    ASSERT_TRUE(base::write_file_atomically(folder / "run/checkpoint", good.substr(0, size)));
    EXPECT_FALSE(Trainer::open(recipe, {.folder = folder / "run"}, stopper)) << size << " bytes";
  }
}

TEST(Trainer, DataWithoutAScaleOrWithoutPositionsIsAnErrorBeforeTheRun) {
  const Folder folder;
  write_games(folder / "games.tabia", 20);
  Stopper watch(1);
  Recipe recipe = small_recipe(folder / "missing.tabia");
  const auto missing = Trainer::open(recipe, {.folder = folder / "run"}, watch);
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("missing.tabia"), std::string::npos);
  recipe = small_recipe(folder / "games.tabia", "filter = { ply = [5000, 6000] }\n");
  const auto empty = Trainer::open(recipe, {.folder = folder / "run"}, watch);
  ASSERT_FALSE(empty);
  EXPECT_FALSE(std::filesystem::exists(folder / "run/checkpoint"));
}

TEST(Trainer, TheNetworkOfACheckpointIsTheOneThatTheRunShips) {
  for (const std::string& more : {std::string(), std::string("optimiser = { average = 0.9 }\n"),
                                  std::string("optimiser = { kind = \"ranger\", average = 0.9 }\n")}) {
    Folder folder;
    write_games(folder / "games.tabia", 60);
    const Recipe recipe = small_recipe(folder / "games.tabia", more);
    finish(recipe, folder / "run", 1, 1 << 30);
    const auto shipped = nn::load_network(folder / "run/last.net");
    const auto trained = read_trained_network(folder / "run/checkpoint");
    ASSERT_TRUE(shipped && trained) << more;
    const auto quantised = nn::quantised(*trained->network, trained->target);
    ASSERT_TRUE(quantised) << more;
    const auto& expected = (*shipped)->tensors();
    const auto& found = quantised->network->tensors();
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t t = 0; t < found.size(); ++t)
      for (std::size_t i = 0; i < found[t].spec().size(); ++i)
        ASSERT_EQ(found[t].stored(i), expected[t].stored(i)) << more << t << " " << i;
  }
}

TEST(Trainer, QuantisationAwareTrainingEndsWithNumbersNearTheGrid) {
  const Folder folder;
  write_games(folder / "games.tabia", 200);
  const Recipe recipe = small_recipe(folder / "games.tabia", "quantisation_aware_from = 0.5\n");
  const Finished run = finish(recipe, folder / "run", 1, 9);
  EXPECT_LT(run.reports.back().loss, 0.8 * run.reports.front().loss);
}

TEST(Overfit, SixtyFourPositionsAreLearntByHeart) {
  const Folder folder;
  write_games(folder / "games.tabia", 20);
  Recipe recipe = small_recipe(folder / "games.tabia");
  recipe.rate.rate = 0.005;
  const auto losses = overfit(recipe, 64, 800);
  ASSERT_TRUE(losses);
  EXPECT_LT(losses->back(), 0.002 * losses->front());
}

TEST(CheckGradients, EveryShippedModelThatIsNotWidePasses) {
  for (const ShippedText& shipped : shipped_models()) {
    auto spec = nn::parse_spec(shipped.text);
    ASSERT_TRUE(spec) << shipped.name;
    if (spec->planes) continue;  // planes_test.cpp
    // Wide ones take long, and their kind is here with fewer numbers.
    const bool wide =
        spec->accumulator.width > tabia::test::rounds(300, 64) || spec->features.make()->rows() > 10'000;
    if (wide || spec->features.make()->rows() < 100) continue;
    Recipe recipe;
    recipe.model = *spec;
    recipe.objective.loss.eval_scale = spec->output.eval_scale;
    recipe.objective.loss.tanh_output = spec->output.activation == nn::Activation::Tanh;
    const auto checks = check_gradients(recipe);
    ASSERT_TRUE(checks) << shipped.name;
    for (const GradientCheck& check : *checks) {
      EXPECT_LT(check.finite_difference, 1e-6) << shipped.name << " " << check.tensor;
      EXPECT_LT(check.fast, 1e-4) << shipped.name << " " << check.tensor;
    }
  }
}

// The error that a run with this recipe ends with before or while it runs; "none" if there is none.
std::string fault_of(const Recipe& recipe, const std::string& folder) {
  Stopper stopper(1 << 30);
  auto trainer = Trainer::open(recipe, {.folder = folder, .recipe_text = "text"}, stopper);
  if (!trainer) return trainer.error().message;
  const auto end = (*trainer)->run();
  return end ? "none" : end.error().message;
}

// Begins a run and interrupts it after a few batches.
void begin(const Recipe& recipe, const std::string& folder) {
  Stopper stopper(3);
  auto trainer = Trainer::open(recipe, {.folder = folder, .recipe_text = "text"}, stopper);
  ASSERT_TRUE(trainer) << trainer.error().message;
  ASSERT_TRUE((*trainer)->run());
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Trainer, AModelThatHasChangedIsRefusedWhateverItsSizes) {
  const Folder folder;
  write_games(folder / "games.tabia", 20);
  const Recipe recipe = small_recipe(folder / "games.tabia");
  begin(recipe, folder / "run");
  Recipe other = recipe;
  other.model.accumulator.activation = nn::Activation::Clipped;
  EXPECT_TRUE(has(fault_of(other, folder / "run"), "the model has changed since the run started"));
  other = recipe;
  other.model.accumulator.width = 64;
  EXPECT_TRUE(has(fault_of(other, folder / "run"), "the model has changed since the run started"));
  EXPECT_EQ(fault_of(recipe, folder / "run"), "none");
}

TEST(Trainer, OtherValidationDataInTheSameFolderIsRefused) {
  const Folder folder;
  write_games(folder / "games.tabia", 20);
  write_games(folder / "other.tabia", 3);
  Recipe recipe = small_recipe(folder / "games.tabia");
  recipe.validation_data = {{.path = folder / "other.tabia"}};
  begin(recipe, folder / "run");
  std::filesystem::remove(folder / "other.tabia");
  write_games(folder / "other.tabia", 4);
  EXPECT_TRUE(has(fault_of(recipe, folder / "run"), "validation_data has changed"));
}

TEST(Trainer, ValidationDataIsAllThatIsValidatedOnAndNothingIsHeldBack) {
  class Counter final : public TrainWatch {
   public:
    void begun(std::uint64_t validation_positions, std::uint64_t) override { found = validation_positions; }
    std::uint64_t found = 0;
  };
  const Folder folder;
  write_games(folder / "games.tabia", 20);
  write_games(folder / "other.tabia", 3);
  Recipe recipe = small_recipe(folder / "games.tabia");
  recipe.validation_data = {{.path = folder / "other.tabia"}};
  Counter counter;
  ASSERT_TRUE(Trainer::open(recipe, {.folder = folder / "run"}, counter));
  EXPECT_EQ(counter.found, 3u * 80);
}

TEST(Trainer, PositionsBesideTheGamesAreNotHeldBackByTheirGameAndThatIsSaid) {
  class Listener final : public TrainWatch {
   public:
    void remark(const std::string& text) override { heard += text; }
    std::string heard;
  };
  const Folder folder;
  write_games(folder / "games.tabia", 20, {{"rescore", "{\"branch_least\":1}"}});
  Recipe recipe = small_recipe(folder / "games.tabia");
  Listener listener;
  ASSERT_TRUE(Trainer::open(recipe, {.folder = folder / "run"}, listener));
  EXPECT_TRUE(has(listener.heard, "games.tabia: off-game positions"));
  write_games(folder / "other.tabia", 3);
  recipe.validation_data = {{.path = folder / "other.tabia"}};
  listener.heard.clear();
  ASSERT_TRUE(Trainer::open(recipe, {.folder = folder / "other"}, listener));
  EXPECT_EQ(listener.heard, "");
}

TEST(Trainer, ASecondRunInAFolderThatIsInUseIsRefused) {
  const Folder folder;
  write_games(folder / "games.tabia", 20);
  const Recipe recipe = small_recipe(folder / "games.tabia");
  Stopper stopper(3);
  auto first = Trainer::open(recipe, {.folder = folder / "run", .recipe_text = "text"}, stopper);
  ASSERT_TRUE(first);
  EXPECT_TRUE(has(fault_of(recipe, folder / "run"), "another run is working in this folder"));
  first->reset();
  EXPECT_EQ(fault_of(recipe, folder / "run"), "none");
}

TEST(Trainer, AFolderWithTheNetworkOfAnotherKindOfRunIsRefused) {
  const Folder folder;
  write_games(folder / "games.tabia", 20);
  const Recipe recipe = small_recipe(folder / "games.tabia");
  std::filesystem::create_directories(folder / "run");
  ASSERT_TRUE(base::write_file_atomically(folder / "run/last.net", std::string("network")));
  ASSERT_TRUE(base::write_file_atomically(folder / "run/recipe.toml", std::string("another")));
  EXPECT_TRUE(has(fault_of(recipe, folder / "run"), "contains the network of another run"));
  EXPECT_EQ(*base::read_file(folder / "run/recipe.toml", 100), "another");
  // What a kill in the first report leaves is the same run.
  ASSERT_TRUE(base::write_file_atomically(folder / "run/recipe.toml", std::string("text")));
  EXPECT_EQ(fault_of(recipe, folder / "run"), "none");
}

TEST(Trainer, NumbersThatAreNoneEndTheRunAndAreNotWritten) {
  const Folder folder;
  write_games(folder / "games.tabia", 20);
  Recipe recipe = small_recipe(folder / "games.tabia");
  begin(recipe, folder / "run");
  auto model = Model::make(recipe.model, recipe.initial);
  ASSERT_TRUE(model);
  Optimiser optimiser(**model, recipe.optimiser);
  std::vector<FloatArray*> arrays;
  for (FloatArray& array : (*model)->trained()) arrays.push_back(&array);
  for (FloatArray* array : optimiser.state()) arrays.push_back(array);
  const auto progress = read_checkpoint(folder / "run/checkpoint", arrays);
  ASSERT_TRUE(progress);
  (*optimiser.state().front())[0] = INFINITY;
  ASSERT_TRUE(write_checkpoint(folder / "run/checkpoint", *progress, {arrays.begin(), arrays.end()}));
  EXPECT_TRUE(has(fault_of(recipe, folder / "run"), "became NaN or infinite"));
  EXPECT_FALSE(std::filesystem::exists(folder / "run/last.net"));
  recipe.rate.rate = NAN;
  EXPECT_TRUE(has(fault_of(recipe, folder / "other"), "the learning rate became NaN"));
}

TEST(Trainer, TheValidationLossIsTheSameLossAllTheTimeWhenTheWeightOfTheResultChanges) {
  const Folder folder;
  write_games(folder / "games.tabia", 40);
  Recipe recipe =
      small_recipe(folder / "games.tabia", "loss = { result_weight = 0.0, final_result_weight = 1.0 }\n");
  recipe.rate.rate = 0;  // the same network in every report
  recipe.rate.final_rate = 0;
  recipe.optimiser.weight_decay = 0;
  const Finished run = finish(recipe, folder / "run", 1, 1 << 30);
  ASSERT_EQ(run.reports.size(), 5u);
  for (const data::TrainReport& report : run.reports)
    EXPECT_DOUBLE_EQ(report.validation, run.reports[0].validation);
  EXPECT_LT(run.reports[0].result_weight, 0.25);
  EXPECT_GT(run.reports[4].result_weight, 0.95);
}

TEST(Trainer, StopsAfterAsManyReportsWithoutABetterOneAsThePatienceAllows) {
  const Folder folder;
  write_games(folder / "games.tabia", 40);
  Recipe recipe = small_recipe(folder / "games.tabia", "patience = 2\n");
  recipe.rate.rate = 0;
  recipe.rate.final_rate = 0;
  for (const int round : {1, 2}) {  // and stays stopped
    Stopper stopper(1 << 30);
    auto trainer = Trainer::open(recipe, {.folder = folder / "run", .recipe_text = "text"}, stopper);
    ASSERT_TRUE(trainer);
    const auto end = (*trainer)->run();
    ASSERT_TRUE(end);
    EXPECT_EQ(*end, TrainEnd::Stopped) << round;
    EXPECT_EQ((*trainer)->progress().reports.size(), 3u) << round;
    EXPECT_EQ((*trainer)->progress().positions, 24'000u) << round;
  }
}

TEST(Trainer, ABatchIsNotLargerThanTheRun) {
  const Folder folder;
  write_games(folder / "games.tabia", 40);
  Recipe recipe = small_recipe(folder / "games.tabia");
  recipe.batch = 1'000'000;
  recipe.positions = 2000;
  Stopper stopper(1 << 30);
  auto trainer = Trainer::open(recipe, {.folder = folder / "run"}, stopper);
  ASSERT_TRUE(trainer);
  ASSERT_TRUE((*trainer)->run());
  EXPECT_LT((*trainer)->progress().positions, 2200u);
}

TEST(Validation, TellsTheShareOfNeuronsThatAreNeverOnAndAlwaysFull) {
  const Folder folder;
  write_games(folder / "games.tabia", 10);
  const Recipe recipe = small_recipe(folder / "games.tabia");
  auto model = Model::make(recipe.model, recipe.initial);
  ASSERT_TRUE(model);
  for (std::size_t i = 0; i < 12; ++i) (*model)->trained()[kFirstBias][i] = i < 8 ? -100.0f : 100.0f;
  (*model)->refresh(1);
  SamplerOptions options;
  options.sources = recipe.data;
  auto sampler = Sampler::open(options);
  ASSERT_TRUE(sampler);
  Fragments fragments;
  ASSERT_TRUE((*sampler)->read_all(fragments));
  std::vector<Gradient> gradients;
  gradients.emplace_back(**model);
  team::Alone alone;
  const auto validated = validate(pointers_to(gradients), fragments, recipe.objective, 1, alone);
  ASSERT_TRUE(validated);
  const ValidationResult result = *validated;
  EXPECT_EQ(result.positions, 800u);
  EXPECT_DOUBLE_EQ(result.dead, 8.0 / 32);
  EXPECT_DOUBLE_EQ(result.saturated, 4.0 / 32);
}

// Pools may take minutes to fill: that is reported, and can be stopped.
TEST(Trainer, StopsWhileItReadsAndTheNextRunIsTheSame) {
  class Reader final : public TrainWatch {
   public:
    void reading(std::uint64_t positions, std::uint64_t wanted) override {
      EXPECT_LE(positions, wanted + 100);
      ++news;
    }
    void step(const Progress&, double, double, double) override { ++steps; }
    [[nodiscard]] bool interrupted() const override { return stops; }
    std::atomic<bool> stops = false;
    std::atomic<int> news = 0;
    int steps = 0;
  };
  const Folder folder;
  write_games(folder / "games.tabia", 2'100);
  Recipe recipe = small_recipe(folder / "games.tabia", "");
  recipe.pool = 1'000'000;
  recipe.positions = 2'000;
  for (const int threads : {1, 3}) {
    const std::string run = folder / ("run" + std::to_string(threads));
    const bool reads_ahead = threads > 2;  // the pool may be full before run() asks for it
    Reader hasty;
    auto stopped = Trainer::open(recipe, {.folder = run, .threads = threads, .recipe_text = "text"}, hasty);
    ASSERT_TRUE(stopped) << stopped.error().message;
    hasty.stops = true;
    const auto end = (*stopped)->run();
    ASSERT_TRUE(end) << end.error().message;
    EXPECT_EQ(*end, TrainEnd::Interrupted);
    EXPECT_LE(hasty.steps, reads_ahead ? 1 : 0);
    stopped->reset();
    Reader patient;
    auto again = Trainer::open(recipe, {.folder = run, .threads = threads, .recipe_text = "text"}, patient);
    ASSERT_TRUE(again) << again.error().message;
    const auto done = (*again)->run();
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_EQ(*done, TrainEnd::Done);
    EXPECT_EQ(hasty.steps + patient.steps, 4);
    if (!reads_ahead) {
      EXPECT_GE(hasty.news, 1);
      EXPECT_GE(patient.news, 1);
    }
  }
}

TEST(Sampler, AFileCountsAsOftenAsItsWeightSays) {
  const Folder folder;
  write_games(folder / "a.tabia", 30);
  write_games(folder / "b.tabia", 10);
  const auto positions = [&](double a, double b) {
    SamplerOptions options;
    options.sources = {{.path = folder / "a.tabia", .weight = a}, {.path = folder / "b.tabia", .weight = b}};
    auto sampler = Sampler::open(options);
    EXPECT_TRUE(sampler);
    Fragments fragments;
    EXPECT_TRUE((*sampler)->read_all(fragments));
    return fragments.positions;
  };
  EXPECT_EQ(positions(1, 1), 40u * 80);
  EXPECT_EQ(positions(1, 3), 60u * 80);
  EXPECT_EQ(positions(2, 0), 60u * 80);
  const std::uint64_t half = positions(0.5, 1);
  EXPECT_GT(half, 15u * 80);
  EXPECT_LT(half, 35u * 80);
  EXPECT_EQ(half % 80, 0u) << "games are taken whole";
}

TEST(Sampler, ATraceMixesTheScoreOfEveryPlyWithWhatCameAfterIt) {
  const Folder folder;
  data::DataInfo info;
  info.scale = {"centipawns", 100};
  auto writer = data::open_writer(folder / "game.tabia", {}, info);
  ASSERT_TRUE(writer);
  data::GameRecord record;
  chess::Position position;
  for (const int score : {100, -100, static_cast<int>(base::kNoScore)}) {
    record.plies.push_back({chess::legal_moves(position)[0], static_cast<std::int16_t>(score)});
    position.make(record.plies.back().move);
  }
  record.result = chess::GameResult::WhiteWins;
  ASSERT_TRUE((*writer)->write(record));
  ASSERT_TRUE((*writer)->finish());

  SamplerOptions options;
  options.sources = {{.path = folder / "game.tabia"}};
  options.dial = {1, 1};
  options.trace = 0.5;
  auto sampler = Sampler::open(options);
  ASSERT_TRUE(sampler);
  Fragments fragments;
  ASSERT_TRUE((*sampler)->read_all(fragments));
  ASSERT_EQ(fragments.starts.size(), 3u);
  const auto expected = [&](std::size_t i) {
    return logistic(static_cast<double>(label_at(fragments[i].first_label()).score));
  };
  // The last one has no score: the result. The one before: half its own -1, half a loss. The first: half its
  // own +1, half the value of the second for White.
  EXPECT_NEAR(expected(2), 1, 1e-5);
  const double second = 0.5 * logistic(-1.0) + 0.5 * 0;
  EXPECT_NEAR(expected(1), second, 1e-5);
  EXPECT_NEAR(expected(0), 0.5 * logistic(1.0) + 0.5 * (1 - second), 1e-5);
}

// Games of one position each whose results follow the score: 100 stands for 73%.
void write_results(const std::string& path, int games) {
  data::DataInfo info;
  info.scale = {"centipawns", 100};
  auto writer = data::open_writer(path, {}, info);
  ASSERT_TRUE(writer);
  base::Random random(9);
  const chess::Position start;
  for (int game = 0; game < games; ++game) {
    const int score = static_cast<int>(random.below(601)) - 300;
    const bool wins = random.below(10000) < 10000 * logistic(score / 100.0);
    data::GameRecord record;
    record.plies.push_back({chess::legal_moves(start)[0], static_cast<std::int16_t>(score)});
    record.result = wins ? chess::GameResult::WhiteWins : chess::GameResult::BlackWins;
    ASSERT_TRUE((*writer)->write(record));
  }
  ASSERT_TRUE((*writer)->finish());
}

TEST(ScaleCheck, ResultsTellWhatAScoreStandsFor) {
  const Folder folder;
  write_results(folder / "games.tabia", 5000);
  const auto judged = [&](double scale) {
    const auto fit = fit_scale({.path = folder / "games.tabia", .scale = scale}, {});
    EXPECT_TRUE(fit && *fit);
    EXPECT_NEAR((*fit)->fitted(), 100, 10) << scale;
    EXPECT_LT((*fit)->error, 0.1 * (*fit)->slope);
    const auto result = judge_scale("games", **fit);
    return !result ? "refused: " + result.error().message : *result ? "warned: " + **result : "good";
  };
  for (const double scale : {0.0, 100.0, 50.0, 200.0}) EXPECT_EQ(judged(scale), "good") << scale;
  for (const double scale : {20.0, 500.0})
    EXPECT_TRUE(has(judged(scale), "warned: games: by the results")) << scale;
  for (const double scale : {2.0, 5000.0})
    EXPECT_TRUE(has(judged(scale), "refused: games: by the results")) << scale;
}

TEST(ScaleCheck, ScoresThatSayNothingAreAWarningAndFewResultsAreNone) {
  const auto judged = judge_scale("games", {.positions = 5000, .scale = 100, .slope = 0.001, .error = 0.01});
  ASSERT_TRUE(judged && *judged);
  EXPECT_TRUE(has(**judged, "hardly predict"));
  const auto hardly = judge_scale(
      "games", {.positions = 5000, .scale = 100, .slope = 0.01, .error = 0.001, .correlation = 0.05});
  ASSERT_TRUE(hardly && *hardly);
  EXPECT_TRUE(has(**hardly, "hardly predict"));
  const Folder folder;
  write_results(folder / "games.tabia", 100);
  const auto few = fit_scale({.path = folder / "games.tabia"}, {});
  ASSERT_TRUE(few);
  EXPECT_FALSE(*few);
}

TEST(ScaleCheck, ARunWithAScaleThatIsFarOffIsRefusedBeforeItBegins) {
  const Folder folder;
  write_results(folder / "games.tabia", 5000);
  Recipe recipe = small_recipe(folder / "games.tabia");
  recipe.data[0].scale = 100000;
  recipe.validation_data = {{.path = folder / "games.tabia"}};
  Stopper stopper(1);
  const auto trainer = Trainer::open(recipe, {.folder = folder / "run", .check_scale = true}, stopper);
  ASSERT_FALSE(trainer);
  EXPECT_TRUE(has(trainer.error().message, "give scale="));
  EXPECT_FALSE(std::filesystem::exists(folder / "run/recipe.toml"));
}

TEST(Checkpoint, NegativeRunningMeansComeBackAndWhatIsNoNumberIsAnError) {
  const Folder folder;
  Progress progress;
  progress.small_norm = -1.25;
  progress.large_norm = -0x1p-1070;
  ASSERT_TRUE(write_checkpoint(folder / "checkpoint", progress, {}));
  const auto read = read_progress(folder / "checkpoint");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->small_norm, progress.small_norm);
  EXPECT_EQ(read->large_norm, progress.large_norm);
  std::string bytes = *base::read_file(folder / "checkpoint", 1 << 20);
  const std::size_t at = bytes.find("\"bits\":[") + 8;
  bytes[at] = '-';
  ASSERT_TRUE(base::write_file_atomically(folder / "checkpoint", bytes));
  EXPECT_FALSE(read_progress(folder / "checkpoint"));
}

TEST(Checkpoint, ANetworkIsNotTakenOutOfADamagedOne) {
  const Folder folder;
  write_games(folder / "games.tabia", 20);
  begin(small_recipe(folder / "games.tabia"), folder / "run");
  ASSERT_TRUE(read_trained_network(folder / "run/checkpoint"));
  const std::string good = *base::read_file(folder / "run/checkpoint", 1 << 28);
  for (const std::size_t back : {std::size_t{9}, good.size() / 4, good.size() / 2}) {
    std::string bad = good;
    bad[bad.size() - back] = static_cast<char>(bad[bad.size() - back] ^ 0x10);
    ASSERT_TRUE(base::write_file_atomically(folder / "run/checkpoint", bad));
    EXPECT_FALSE(read_trained_network(folder / "run/checkpoint")) << back;
  }
}

TEST(CheckGradients, PassesWithACostOfActivatedValues) {
  Recipe recipe = small_recipe("");
  for (const char* activation : {"crelu", "tanh", "linear"}) {
    const auto spec = nn::parse_spec(
        std::string("features = \"768\"\naccumulator = { width = 16, activation = \"") + activation +
        "\", storage = \"f32\" }\nlayers = [ { width = 4, activation = \"crelu\", storage = "
        "\"f32\" }, { width = 1, storage = \"f32\" } ]\n");
    ASSERT_TRUE(spec) << spec.error().message;
    recipe.model = *spec;
    recipe.objective.activation_cost = 0.01;
    const auto checks = check_gradients(recipe);
    ASSERT_TRUE(checks);
    for (const GradientCheck& check : *checks) {
      EXPECT_LT(check.finite_difference, 1e-6) << activation << " " << check.tensor;
      EXPECT_LT(check.fast, 1e-4) << activation << " " << check.tensor;
    }
  }
}

TEST(Recipe, EveryShippedOneIsRead) {
  for (const ShippedText& shipped : shipped_recipes()) {
    const auto recipe = parse_recipe(shipped.text, find_model);
    EXPECT_TRUE(recipe) << shipped.name << ": " << (recipe ? "" : recipe.error().message);
  }
}

TEST(Recipe, FaultsAreNamedByLineAndField) {
  const auto fault = [](const std::string& text) {
    const auto recipe = parse_recipe(text, find_model);
    return recipe ? std::string("none") : recipe.error().message;
  };
  EXPECT_EQ(fault("model = \"perspective-256\"\nbatsh = 3\n"),
            "line 2: unknown key \"batsh\", did you mean batch?");
  EXPECT_NE(fault("model = \"perspective-256\"\nloss = { kind = \"mse\" }\n")
                .find("line 2: loss.kind: found \"mse\", expected power, cross-entropy,"),
            std::string::npos);
  EXPECT_NE(fault("model = \"perspective-256\"\nbatch = 0\n")
                .find("line 2: batch: found \"0\", expected a whole number from 1"),
            std::string::npos);
  EXPECT_NE(fault("model = \"nothing\"\n").find("expected one of"), std::string::npos);
  EXPECT_NE(fault("model = \"perspective-256\"\nstages = [ { share = 0.4 } ]\n").find("add up to 0.4"),
            std::string::npos);
  EXPECT_NE(fault("model = \"perspective-256\"\nrate = { rate = \"fast\" }\n")
                .find("line 2: rate.rate: found \"fast\", expected a number"),
            std::string::npos);
}

TEST(Recipe, RatesAndEpsilonsThatMakeNoNumbersAreRefused) {
  const auto fault = [](const std::string& text) {
    const auto recipe = parse_recipe("model = \"perspective-256\"\n" + text, find_model);
    return recipe ? std::string("none") : recipe.error().message;
  };
  EXPECT_TRUE(has(fault("rate = { kind = \"exponential\", rate = 0 }\n"),
                  "line 2: rate.rate: found \"0\", expected a number from"));
  EXPECT_TRUE(
      has(fault("rate = { kind = \"exponential\", rate = 1, final_rate = 0 }\n"), "line 2: rate.final_rate"));
  EXPECT_TRUE(has(fault("optimiser = { epsilon = 0 }\n"),
                  "line 2: optimiser.epsilon: found \"0\", expected a number from"));
  EXPECT_EQ(fault("rate = { rate = 0.001, final_rate = 0 }\n"), "none");
}

TEST(Recipe, KeysThatWouldChangeNothingAreRefusedByLineAndName) {
  const auto fault = [](const std::string& text) {
    const auto recipe = parse_recipe("model = \"perspective-256\"\n" + text, find_model);
    return recipe ? std::string("none") : recipe.error().message;
  };
  for (const std::string text :
       {"optimiser = { kind = \"adam\", weight_decay = 0.1 }",
        "optimiser = { kind = \"sgd\", weight_decay = 0.1 }",
        "optimiser = { kind = \"radam\", weight_decay = 0.1 }",
        "optimiser = { kind = \"sgd\", variance = 0.9 }", "optimiser = { kind = \"sgd\", epsilon = 0.1 }",
        "optimiser = { kind = \"sgd\", lookahead_steps = 3 }",
        "optimiser = { kind = \"adamw\", lookahead_share = 0.3 }",
        "optimiser = { kind = \"radam\", correct_bias = false }", "loss = { kind = \"tanh\", power = 2 }",
        "loss = { kind = \"centipawns\", power = 2 }", "loss = { kind = \"power\", limit = 500 }",
        "rate = { kind = \"cosine\", every = 0.5 }", "initial = { material = true }"}) {
    EXPECT_TRUE(has(fault(text + "\n"), "line 2: ")) << text;
    EXPECT_TRUE(has(fault(text + "\n"), "has no effect")) << text;
  }
  EXPECT_EQ(fault("optimiser = { kind = \"ranger\", weight_decay = 0.1, lookahead_steps = 3 }\n"), "none");
  EXPECT_EQ(fault("loss = { kind = \"centipawns\", limit = 500 }\n"), "none");
}

TEST(FindRate, TheLossFallsAndThenGrowsAndTheSuggestionLiesBetween) {
  const Folder folder;
  write_games(folder / "games.tabia", 40);
  const auto finding = find_rate(small_recipe(folder / "games.tabia"), 1e-5, 1, 120, 1);
  ASSERT_TRUE(finding);
  EXPECT_GT(finding->suggested, 1e-5);
  EXPECT_LT(finding->suggested, 0.5);
}

TEST(ReportPage, HoldsTheCurvesAndTheRecipeWithNothingUnescaped) {
  Progress progress;
  progress.recipe = "name = \"<script>\"";
  progress.reports.resize(2);
  progress.reports[0].positions = 1000;
  progress.reports[0].loss = 0.1;
  progress.reports[1].positions = 2000;
  progress.reports[1].loss = 0.05;
  const std::string page = report_page("a <run>", progress, {});
  EXPECT_NE(page.find("<polyline"), std::string::npos);
  EXPECT_EQ(page.find("<script>"), std::string::npos);
  EXPECT_EQ(page.find("a <run>"), std::string::npos);
}

TEST(RunLog, AReportReadsBackTheSame) {
  data::TrainReport report;
  report.positions = 123456789;
  report.step = 17;
  report.loss = 0.1234567890123;
  report.validation_by_phase = {0.1, 0.2, 1.0 / 3};
  report.watched = {-5, 300};
  const auto read = data::parse_train_report(data::to_json(report));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, report);
  EXPECT_FALSE(has(data::to_json(report), "ranks"));
  report.ranks = 4;
  const auto joint = data::parse_train_report(data::to_json(report));
  ASSERT_TRUE(joint);
  EXPECT_EQ(*joint, report);
}

TEST(RunLog, ATableHasThePolicyWhereThereIsOne) {
  data::TrainReport report;
  report.policy_loss = 1.5;
  report.policy_accuracy = 0.5;
  EXPECT_TRUE(has(data::csv_head(), "policy_loss,policy_accuracy"));
  EXPECT_TRUE(has(data::to_csv(report), ",1.5,0.5"));
  const std::string none = data::to_csv({});
  EXPECT_EQ(std::count(none.begin(), none.end(), ','), std::ranges::count(data::csv_head(), ','));
}

TEST(RunLog, ANoiseScaleThatIsNotMeasuredIsNullAndEmpty) {
  data::TrainReport report;
  EXPECT_TRUE(has(data::to_json(report), "\"noise_scale\":null"));
  EXPECT_TRUE(has(data::to_csv(report), ",,"));
  const auto read = data::parse_train_report(data::to_json(report));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, report);
  report.noise_scale = 5;
  EXPECT_TRUE(has(data::to_json(report), "\"noise_scale\":5"));
}

// Ten losses on a small dataset, which show any change of the numbers in training.
TEST(Trainer, TenLossesOfASmallRunAreAsTheyWere) {
  const Folder folder;
  write_games(folder / "games.tabia", 60);
  Recipe recipe = small_recipe(folder / "games.tabia");
  recipe.positions = 5000;
  const Finished run = finish(recipe, folder / "run", 1, 1 << 30);
  constexpr double kExpected[] = {0.1727223, 0.1757576, 0.1620881, 0.1548433, 0.1597012,
                                  0.1525720, 0.1722717, 0.1622473, 0.1683910, 0.1420036};
  ASSERT_GE(run.losses.size(), 10u);
  for (std::size_t i = 0; i < std::size(kExpected); ++i) EXPECT_NEAR(run.losses[i], kExpected[i], 1e-5) << i;
}

}  // namespace
}  // namespace tabia::train
