#include <gtest/gtest.h>

#include <cmath>

#include "base/file.h"
#include "chess/fen.h"
#include "deep/policy.h"
#include "folder.h"
#include "nn/load.h"
#include "sanitized.h"
#include "train/experiments.h"
#include "train/planes_check.h"
#include "train/planes_gradient.h"
#include "train/planes_reference.h"
#include "train/shipped.h"
#include "train/small_run.h"
#include "train/trainer.h"

namespace tabia::train {
namespace {

using tabia::test::Folder;

// Small networks that together have every block, every head and every way of writing the input.
struct SmallNet {
  std::string_view what;
  std::string_view text;
};
constexpr SmallNet kSmallNets[] = {
    {"convolutions and centipawns", R"(
input = { planes = "pieces", view = "white", squares = "a8" }
body = [ { block = "conv", filters = 6 }, { block = "conv", filters = 18 },
         { block = "conv", filters = 5, kernel = 1 } ]
value = { kind = "centipawns", widths = [7] })"},
    {"residual blocks with a norm, every head", R"(
input = { planes = "pieces", view = "mover", history = 2, castling = true, clock = true, side_to_move = true }
norm = "batch"
body = [ { block = "conv", filters = 8 }, { block = "residual", se = 3 }, { block = "residual" } ]
policy = { kind = "convolution", filters = 6 }
value = { kind = "wdl", planes = 3, width = 5 }
moves_left = { planes = 2, width = 4 })"},
    {"residual blocks, smooth, no norm, tanh", R"(
input = { planes = "pieces", view = "mover" }
activation = "mish"
body = [ { block = "conv", filters = 17, kernel = 1 }, { block = "residual", se = 4 } ]
policy = { kind = "classical", planes = 2 }
value = { kind = "tanh", planes = 2, width = 6 })"},
    {"norm and a smooth activation, lc0's planes, attention policy after convolutions", R"(
input = { planes = "lc0", format = 1 }
activation = "swish"
norm = "batch"
body = [ { block = "conv", filters = 6 }, { block = "residual", se = 2 } ]
policy = { kind = "attention", width = 8, attention = 6, encoders = [ { heads = 2, ffn = 5 } ] }
value = { kind = "wdl", planes = 2, width = 4 })"},
    {"tokens with a map, gates and smolgen", R"(
input = { planes = "pieces", view = "mover", castling = true }
activation = "mish"
ffn_activation = "relu2"
smolgen_activation = "swish"
body = [ { block = "embed", width = 10, positions = "map", gates = true },
         { block = "encoder", repeat = 2, heads = 2, ffn = 9, smolgen = [3, 6, 4] } ]
policy = { kind = "attention" }
value = { kind = "wdl", planes = 3, width = 5 })"},
    {"tokens with dense positions", R"(
input = { planes = "pieces", view = "mover", clock = true }
activation = "selu"
body = [ { block = "embed", width = 9, positions = "dense", position_width = 3, ffn = 6, gates = true },
         { block = "encoder", heads = 3, attention = 6 } ]
value = { kind = "centipawns", planes = 2, width = 5 }
moves_left = { planes = 2, width = 3 })"},
    {"tokens after convolutions", R"(
input = { planes = "pieces", view = "mover" }
body = [ { block = "conv", filters = 7 }, { block = "embed", width = 8 }, { block = "encoder", heads = 1 } ]
value = { kind = "tanh", width = 4 })"},
};

Recipe planes_recipe(std::string_view model, const std::string& more = "") {
  const std::string text = R"(name = "planes"
model = "planes"
validation = { share = 0.1 }
rate = { kind = "constant", rate = 0.003 }
batch = 128
positions = 2_560
report_every = 1_280
pool = 2_000
watched = [ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" ]
)" + more;
  auto recipe =
      parse_recipe(text, [&](const std::string&) -> base::Result<std::string> { return std::string(model); });
  EXPECT_TRUE(recipe) << (recipe ? "" : recipe.error().message);
  return *recipe;
}

constexpr std::string_view kTinyResnet = kSmallNets[1].text;
const std::string kHalfResult = "loss = { kind = \"cross-entropy\", result_weight = 0.5 }\n";

TEST(PlanesGradient, IsThatOfFiniteDifferencesForEveryBlockAndHead) {
  for (const SmallNet& net : kSmallNets) {
    const auto checks = check_planes_gradients(planes_recipe(net.text, kHalfResult),
                                               tabia::test::rounds<std::size_t>(kCheckedNumbers, 1));
    ASSERT_TRUE(checks) << net.what;
    std::size_t checked = 0;
    for (const GradientCheck& check : *checks) {
      EXPECT_LT(check.finite_difference, 1e-6) << net.what << " " << check.tensor;
      EXPECT_LT(check.fast, 1e-4) << net.what << " " << check.tensor;
      checked += check.checked;
    }
    EXPECT_GT(3 * checked, tabia::test::rounds<std::size_t>(6, 1) * checks->size()) << net.what;
  }
}

// Fragments of all positions of the file.
Fragments fragments_of(const std::string& path, const deep::InputSpec& input) {
  SamplerOptions options;
  options.sources = {{.path = path}};
  options.planes = input;
  auto sampler = Sampler::open(options);
  EXPECT_TRUE(sampler);
  Fragments fragments;
  EXPECT_TRUE((*sampler)->read_all(fragments));
  return fragments;
}

TEST(PlanesFragment, HoldsTheGameTheMoveAndHowLongItWentOn) {
  const Folder folder;
  write_games(folder / "games.tabia", 1);
  const Recipe recipe = planes_recipe(kTinyResnet);
  const Fragments fragments = fragments_of(folder / "games.tabia", recipe.model.planes->input);
  ASSERT_EQ(fragments.size(), 80u);
  EXPECT_EQ(fragments.positions, 80u);
  chess::Position position;
  std::vector<chess::Position> game;
  PlanesExample example;
  PlanesBoard board;
  for (std::size_t ply = 0; ply < fragments.size(); ++ply) {
    read_planes_fragment(fragments[ply], example);
    example.walk(game);
    EXPECT_EQ(game.size(), ply == 0 ? 1u : 2u);
    EXPECT_EQ(chess::to_fen(game.back()), chess::to_fen(position));
    EXPECT_EQ(example.plies_left, static_cast<int>(80 - ply));
    ASSERT_TRUE(position.is_legal(example.played));
    read_planes_board(*recipe.model.planes, fragments[ply], game, board);
    ASSERT_EQ(board.moves.size(), static_cast<std::size_t>(chess::legal_moves(position).size()));
    EXPECT_EQ(board.moves[static_cast<std::size_t>(board.targets.played)],
              deep::policy_index(example.played, position.side_to_move()));
    position.make(example.played);
  }
}

TEST(PlanesFragment, OfLc0sPlanesGoesBackToTheLastMoveThatCantBeTakenBack) {
  Fragments fragments;
  PlanesFragmentWriter writer(fragments, {.kind = deep::InputSpec::Kind::Lc0});
  chess::Position position;
  for (int ply = 0; ply < 20; ++ply) {
    const chess::Square from[] = {chess::Square::G1, chess::Square::G8, chess::Square::F3, chess::Square::F6};
    const chess::Square to[] = {chess::Square::F3, chess::Square::F6, chess::Square::G1, chess::Square::G8};
    const chess::Move move(from[ply % 4], to[ply % 4]);
    ASSERT_TRUE(position.is_legal(move));
    writer.reach(position);
    if (ply == 19) writer.keep(move, {}, 1850);
    writer.step(move);
    position.make(move);
  }
  PlanesExample example;
  read_planes_fragment(fragments[0], example);
  EXPECT_EQ(example.moves.size(), 19u);
  EXPECT_EQ(example.rating, 1850);
  EXPECT_FALSE(example.plies_left);  // not finished
}

// Copies games and gives them ratings: every tenth has players of 1550, the others of 2450; one is of programs.
void rate_games(const std::string& from, const std::string& to) {
  auto reader = data::open_reader(from, {});
  ASSERT_TRUE(reader);
  auto writer = data::open_writer(to, {}, (*reader)->info());
  ASSERT_TRUE(writer);
  data::GameRecord record;
  for (int game = 0; *(*reader)->next(record); ++game) {
    const std::uint16_t rating = game == 7 ? 3600 : game % 10 == 0 ? 1550 : 2450;
    record.ratings = {rating, rating};
    ASSERT_TRUE((*writer)->write(record));
  }
  ASSERT_TRUE((*writer)->finish());
}

TEST(PlanesFragment, RatingsAreKeptFilteredAndBalanced) {
  const Folder folder;
  write_games(folder / "games.tabia", 50);
  rate_games(folder / "games.tabia", folder / "rated.tabia");
  SamplerOptions options;
  options.sources = {{.path = folder / "rated.tabia"}};
  options.filter.rating = {600, 3000};
  options.rating_balance = 0.5;
  options.planes = planes_recipe(kTinyResnet).model.planes->input;
  std::map<int, int> kept;
  for (int sampler_number = 0; sampler_number < 2; ++sampler_number) {  // the same each time
    auto sampler = Sampler::open(options);
    ASSERT_TRUE(sampler);
    Fragments fragments;
    ASSERT_TRUE((*sampler)->read_all(fragments));
    PlanesExample example;
    std::map<int, int> found;
    for (std::size_t i = 0; i < fragments.size(); ++i) {
      read_planes_fragment(fragments[i], example);
      ++found[example.rating];
    }
    if (sampler_number == 0) kept = found;
    EXPECT_EQ(found, kept);
  }
  // 5 games of one band, 44 of the other: half the average of both is 12.25 games.
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_EQ(kept[1550], 5 * 80);
  EXPECT_NEAR(kept[2450], 12.25 * 80, 120);
}

TEST(PlanesFragment, TheRatingIsAPlane) {
  Recipe recipe = planes_recipe(kTinyResnet);
  deep::PlanesSpec spec = *recipe.model.planes;
  spec.input.rating = true;
  Fragments fragments;
  append_planes_fragment(fragments, {.start = {}, .moves = {}, .played = {}, .label = {}, .rating = 2250});
  append_planes_fragment(fragments, {.start = {}, .moves = {}, .played = {}, .label = {}});
  std::vector<chess::Position> game;
  PlanesBoard board;
  const auto last_plane = [&](std::size_t fragment) {
    read_planes_board(spec, fragments[fragment], game, board);
    const deep::Plane& plane = board.planes.planes[static_cast<std::size_t>(board.planes.count) - 1];
    return plane.squares == ~std::uint64_t{0} ? plane.value : 0;
  };
  EXPECT_FLOAT_EQ(last_plane(0), 0.75f);
  EXPECT_FLOAT_EQ(last_plane(1), 0.0f);  // unknown: as 1500
}

TEST(PlanesOverfit, ThirtyTwoPositionsAreLearntByHeart) {
  const Folder folder;
  write_games(folder / "games.tabia", 10);
  for (const std::size_t net : {std::size_t{0}, std::size_t{4}}) {
    Recipe recipe = planes_recipe(kSmallNets[net].text, "loss = { kind = \"power\", result_weight = 0 }\n");
    recipe.data = {{.path = folder / "games.tabia"}};
    recipe.rate.rate = 0.01;
    const auto losses = overfit(recipe, 32, tabia::test::rounds(120, 40));
    ASSERT_TRUE(losses) << losses.error().message;
    EXPECT_LT(losses->back(), tabia::test::rounds(0.3, 0.8) * losses->front()) << kSmallNets[net].what;
  }
}

TEST(PlanesTrainer, LearnsResumesAndGivesTheSameBitsForSeedAndThreads) {
  const Folder folder;
  write_games(folder / "games.tabia", 40);
  Recipe recipe =
      planes_recipe(kTinyResnet, kHalfResult + "optimiser = { kind = \"ranger\", average = 0.9 }\n");
  recipe.data = {{.path = folder / "games.tabia"}};
  if (tabia::test::kSanitized) {
    for (auto* number : {&recipe.positions, &recipe.report_every}) *number /= 4;
    recipe.batch /= 4;
  }
  const Finished whole = finish(recipe, folder / "whole", 2, 1 << 30);
  const Finished parts = finish(recipe, folder / "parts", 2, 7);
  EXPECT_EQ(whole.losses, parts.losses);
  EXPECT_EQ(whole.hash, parts.hash);
  ASSERT_EQ(whole.reports.size(), 2u);
  EXPECT_EQ(whole.reports.back().validation, parts.reports.back().validation);
  EXPECT_LT(whole.reports.back().loss, whole.reports.front().loss);
  EXPECT_GT(whole.reports.back().policy_loss, 1);
  EXPECT_EQ(whole.reports.back().watched.size(), 1u);
  recipe.seed = recipe.initial.seed = 2;
  EXPECT_NE(finish(recipe, folder / "other", 2, 1 << 30).hash, whole.hash);
}

TEST(PlanesTrainer, TheNetworkOfARunSaysWhatValidationSaw) {
  const Folder folder;
  write_games(folder / "games.tabia", 20);
  constexpr std::size_t kSome = tabia::test::rounds(150, 40);
  for (const SmallNet& net : kSmallNets) {
    const Recipe recipe = planes_recipe(net.text, kHalfResult);
    auto made = PlanesModel::make(recipe.model, 3);
    ASSERT_TRUE(made) << net.what;
    PlanesModel& model = **made;
    const Fragments fragments = fragments_of(folder / "games.tabia", recipe.model.planes->input);
    std::vector<FragmentView> some;
    for (std::size_t i = 0; i < kSome; ++i) some.push_back(fragments[i * 10]);
    GradientList gradients;
    gradients.push_back(model.make_gradient());
    Optimiser optimiser(model, recipe.optimiser);
    for (int step = 0; step < 3; ++step) {
      gradients[0]->add(some, recipe.objective);
      optimiser.step(pointers_to(gradients), static_cast<double>(some.size()), 0.01, 1);
    }
    const auto network = model.network();
    ASSERT_TRUE(network) << net.what;
    // The same through a file, and as the parent of another run.
    auto child = PlanesModel::make(recipe.model, 4);
    ASSERT_TRUE(child);
    ASSERT_TRUE((*child)->load(**network));
    const auto copied = (*child)->network();
    ASSERT_TRUE(copied);
    for (std::size_t i = 0; i < kSome; i += kSome / 5) {
      PlanesExample example;
      read_planes_fragment(some[i], example);
      std::vector<chess::Position> game;
      example.walk(game);
      const deep::Outputs outputs = (*network)->deep_outputs(game);
      double expected = static_cast<double>(outputs.value);
      if (recipe.model.planes->value.kind == deep::ValueSpec::Kind::Centipawns)
        expected /= recipe.model.planes->value.scale;
      gradients[0]->evaluate({&some[i], 1}, recipe.objective, [&](const Evaluated& found) {
        const auto raw = static_cast<double>(found.raw);
        const auto kind = recipe.model.planes->value.kind;
        const double seen = kind == deep::ValueSpec::Kind::Centipawns ? raw
                            : kind == deep::ValueSpec::Kind::Tanh     ? std::tanh(raw)
                                                                      : 2 * logistic(raw) - 1;
        EXPECT_NEAR(seen, expected, 1e-3 * std::max(1.0, std::abs(expected))) << net.what;
        if (!found.has_policy) return;
        const auto moves = deep::move_probabilities(game.back(), outputs.policy);
        for (const deep::MoveProbability& move : moves) {
          if (move.move != example.played) continue;
          EXPECT_NEAR(-std::log(static_cast<double>(move.probability)), found.policy_loss, 1e-3) << net.what;
        }
      });
      EXPECT_NEAR(static_cast<double>((*copied)->deep_outputs(game).value),
                  static_cast<double>(outputs.value),
                  1e-3 * std::max(1.0, std::abs(static_cast<double>(outputs.value))))
          << net.what;
    }
  }
}

TEST(PlanesReference, GivesTheLossThatTrainingAddsUp) {
  const Folder folder;
  write_games(folder / "games.tabia", 1);
  for (const SmallNet& net : kSmallNets) {
    const Recipe recipe = planes_recipe(net.text, kHalfResult);
    auto model = PlanesModel::make(recipe.model, 3);
    ASSERT_TRUE(model);
    const Fragments fragments = fragments_of(folder / "games.tabia", recipe.model.planes->input);
    std::vector<FragmentView> some;
    std::vector<PlanesBoard> boards;
    std::vector<chess::Position> game;
    for (std::size_t i = 1; i < 80; i += 13) {
      some.push_back(fragments[i]);
      read_planes_board(*recipe.model.planes, fragments[i], game, boards.emplace_back());
    }
    PlanesGradient gradient(**model);
    const double fast = gradient.add(some, recipe.objective);
    const double plain = PlanesReference(**model).loss(boards, recipe.objective);
    EXPECT_NEAR(fast, plain, 1e-4 * plain) << net.what;
  }
}

TEST(PlanesRecipe, WhatANetworkOverPlanesCantUseIsRefused) {
  const auto fault = [](std::string_view model, const std::string& more) -> std::string {
    const auto recipe =
        parse_recipe("model = \"x\"\ndata = [ { file = \"a\" } ]\n" + more,
                     [&](const std::string&) -> base::Result<std::string> { return std::string(model); });
    if (!recipe) return recipe.error().message;
    const auto good = check_recipe(*recipe);
    return good ? "none" : good.error().message;
  };
  EXPECT_EQ(fault(kTinyResnet, kHalfResult), "none");
  EXPECT_NE(fault(kTinyResnet, "loss = { kind = \"centipawns\" }").find("win, draw and loss"),
            std::string::npos);
  EXPECT_NE(fault(kTinyResnet, "stages = [ { share = 1, fragment = 8 } ]").find("single positions"),
            std::string::npos);
  EXPECT_NE(fault(kSmallNets[0].text, "loss = { policy_weight = 2 }").find("policy_weight"),
            std::string::npos);
  EXPECT_NE(fault(kSmallNets[0].text, "initial = { layers = \"he\" }").find("layers"), std::string::npos);
  EXPECT_NE(fault(kTinyResnet, "factoriser = true").find("factoriser"), std::string::npos);
}

}  // namespace
}  // namespace tabia::train
