#include "train/trainer.h"

#include <gtest/gtest.h>

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
#include "train/shipped.h"

namespace tabia::train {
namespace {

using tabia::test::Folder;

// Random games whose scores are material, so that there is something to learn.
void write_games(const std::string& path, int games) {
  data::DataInfo info;
  info.scale = {"centipawns", 100};
  auto writer = data::open_writer(path, {}, info);
  ASSERT_TRUE(writer);
  base::Random random(5);
  constexpr int kValues[] = {100, 300, 300, 500, 900, 0};
  for (int game = 0; game < games; ++game) {
    data::GameRecord record;
    chess::Position position;
    int white = 0;
    for (int ply = 0; ply < 80; ++ply) {
      const auto moves = chess::legal_moves(position);
      if (moves.size() == 0) break;
      white = 0;
      for (const chess::PieceType type : chess::kPieceTypes)
        white += kValues[static_cast<std::size_t>(type)] *
                 (chess::count(position.pieces(chess::Color::White, type)) -
                  chess::count(position.pieces(chess::Color::Black, type)));
      const chess::Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      const int own = position.side_to_move() == chess::Color::White ? white : -white;
      record.plies.push_back({move, static_cast<std::int16_t>(own)});
      position.make(move);
    }
    record.result = white > 200    ? chess::GameResult::WhiteWins
                    : white < -200 ? chess::GameResult::BlackWins
                                   : chess::GameResult::Draw;
    ASSERT_TRUE((*writer)->write(record));
  }
  ASSERT_TRUE((*writer)->finish());
}

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

// Lets a run go on for a number of batches, then interrupts it.
class Stopper final : public TrainWatch {
 public:
  explicit Stopper(int batches) : left_(batches) {}
  void step(const Progress&, double loss, double, double) override {
    losses.push_back(loss);
    --left_;
  }
  [[nodiscard]] bool interrupted() const override { return left_ <= 0; }

  std::vector<double> losses;

 private:
  int left_;
};

struct Finished {
  std::vector<double> losses;
  std::string hash;  // of the network
  std::vector<data::TrainReport> reports;
};

// Runs to the end, interrupted after every `batches` batches.
Finished finish(const Recipe& recipe, const std::string& folder, int threads, int batches) {
  Finished finished;
  for (int round = 0; round < 1000; ++round) {
    Stopper stopper(batches);
    auto trainer =
        Trainer::open(recipe, {.folder = folder, .threads = threads, .recipe_text = "text"}, stopper);
    EXPECT_TRUE(trainer) << (trainer ? "" : trainer.error().message);
    if (!trainer) break;
    const auto end = (*trainer)->run();
    EXPECT_TRUE(end) << (end ? "" : end.error().message);
    finished.losses.insert(finished.losses.end(), stopper.losses.begin(), stopper.losses.end());
    finished.reports = (*trainer)->progress().reports;
    if (!end || *end != TrainEnd::Interrupted) break;
  }
  const auto network = nn::load_network(folder + "/last.net");
  EXPECT_TRUE(network) << (network ? "" : network.error().message);
  if (network) finished.hash = nn::network_hash(**network);
  return finished;
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

TEST(CheckGradients, EveryShippedModelPasses) {
  for (const ShippedText& shipped : shipped_models()) {
    auto spec = nn::parse_spec(shipped.text);
    ASSERT_TRUE(spec) << shipped.name;
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
  EXPECT_EQ(fault("model = \"perspective-256\"\nbatsh = 3\n").substr(0, 26), "line 2: unknown key batsh,");
  EXPECT_NE(fault("model = \"perspective-256\"\nloss = { kind = \"mse\" }\n")
                .find("line 2: loss.kind: expected one of power"),
            std::string::npos);
  EXPECT_NE(
      fault("model = \"perspective-256\"\nbatch = 0\n").find("line 2: batch: expected a whole number from 1"),
      std::string::npos);
  EXPECT_NE(fault("model = \"nothing\"\n").find("expected one of"), std::string::npos);
  EXPECT_NE(fault("model = \"perspective-256\"\nstages = [ { share = 0.4 } ]\n").find("add up to 0.4"),
            std::string::npos);
  EXPECT_NE(fault("model = \"perspective-256\"\nrate = { rate = \"fast\" }\n")
                .find("line 2: rate.rate: expected a number"),
            std::string::npos);
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
}

// Ten losses on a small dataset: what a change of the numbers of training shows in.
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
