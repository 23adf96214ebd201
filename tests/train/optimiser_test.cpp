// Ten steps of every optimizer from 0.1, against the formulas of the papers worked out in double precision elsewhere.
#include "train/optimiser.h"

#include <gtest/gtest.h>

#include <cmath>

#include "nn/spec.h"

namespace tabia::train {
namespace {

constexpr double kGradients[] = {0.5, -0.3, 0.2, 0.1, -0.4, 0.25, 0.3, -0.1, 0.05, 0.6};
constexpr double kRate = 0.01;

std::unique_ptr<Model> small_model() {
  const auto spec = nn::parse_spec(
      "features = \"dense-2\"\naccumulator = { width = 4, activation = \"sigmoid\", storage = \"f32\" }\n"
      "layers = [ { width = 1, storage = \"f32\" } ]\n");
  EXPECT_TRUE(spec) << (spec ? "" : spec.error().message);
  auto model = Model::make(*spec, {});
  EXPECT_TRUE(model) << (model ? "" : model.error().message);
  for (FloatArray& array : (*model)->trained())
    for (std::size_t i = 0; i < array.size(); ++i) array[i] = 0.1f;
  return std::move(*model);
}

void set_all(Gradient& gradient, double value) {
  for (FloatArray& array : gradient.arrays())
    for (std::size_t i = 0; i < array.size(); ++i) array[i] = static_cast<float>(value);
}

// Where a weight is after the ten steps; the gradients come in two parts, as the sum over four positions.
double after_ten_steps(OptimiserOptions options, bool averaged = false) {
  options.beta2 = 0.99;
  const auto model = small_model();
  Optimiser optimiser(*model, options);
  std::vector<Gradient> gradients;
  gradients.emplace_back(*model);
  gradients.emplace_back(*model);
  for (const double g : kGradients) {
    set_all(gradients[0], 3 * g);
    set_all(gradients[1], g);
    optimiser.step(gradients, 4, kRate, 1);
    EXPECT_EQ(gradients[0].arrays()[0][0], 0) << "the gradients are not cleared";
  }
  EXPECT_EQ(optimiser.steps(), 10u);
  if (averaged) optimiser.swap_average();
  const double found = static_cast<double>(model->trained()[layer_weights(0)][0]);
  EXPECT_EQ(model->trained()[kFirstWeights][0], model->trained()[layer_weights(0)][0]);
  if (averaged) {
    optimiser.swap_average();
    EXPECT_NE(static_cast<double>(model->trained()[layer_weights(0)][0]), found);
  }
  return found;
}

constexpr double kStepTolerance = 1e-6;

TEST(Optimiser, SgdGoesAgainstTheGradient) {
  EXPECT_NEAR(after_ten_steps({.kind = OptimiserKind::Sgd, .beta1 = 0}), 0.088, kStepTolerance);
}

TEST(Optimiser, SgdWithMomentumAddsUpWhatItDid) {
  EXPECT_NEAR(after_ten_steps({.kind = OptimiserKind::Sgd, .beta1 = 0.9}), 0.0631512305, kStepTolerance);
}

TEST(Optimiser, AdamIsAsPublishedWithAndWithoutItsCorrection) {
  EXPECT_NEAR(after_ten_steps({.kind = OptimiserKind::Adam}), 0.0682309114, kStepTolerance);
  EXPECT_NEAR(after_ten_steps({.kind = OptimiserKind::Adam, .correct_bias = false}), 0.0495177244,
              kStepTolerance);
}

TEST(Optimiser, AdamWDecaysApartFromTheGradient) {
  EXPECT_NEAR(after_ten_steps({.kind = OptimiserKind::AdamW, .weight_decay = 0.5}), 0.0641868944,
              kStepTolerance);
}

TEST(Optimiser, RAdamTrustsItsVarianceOnlyAfterAFewSteps) {
  EXPECT_NEAR(after_ten_steps({.kind = OptimiserKind::RAdam}), 0.0902587891, kStepTolerance);
}

TEST(Optimiser, RangerGoesHalfTheWayBackEverySixSteps) {
  EXPECT_NEAR(after_ten_steps({.kind = OptimiserKind::Ranger, .weight_decay = 0.5}), 0.0911030308,
              kStepTolerance);
}

TEST(Optimiser, TheAverageFollowsTheWeights) {
  EXPECT_NEAR(after_ten_steps({.kind = OptimiserKind::Sgd, .beta1 = 0, .average = 0.8}, true), 0.0942869012,
              kStepTolerance);
}

TEST(Optimiser, ALongGradientIsShortenedToTheClipAndAShortOneIsNot) {
  const auto model = small_model();
  Optimiser optimiser(*model, {.kind = OptimiserKind::Sgd, .beta1 = 0, .gradient_clip = 0.5});
  std::vector<Gradient> gradients;
  gradients.emplace_back(*model);
  gradients[0].arrays()[kFirstBias][0] = 6;  // of two positions: (3, 4) is 5 long
  gradients[0].arrays()[layer_bias(0)][0] = 8;
  EXPECT_NEAR(optimiser.step(gradients, 2, 0.1, 1).gradient_norm, 5, 1e-6);
  EXPECT_NEAR(model->trained()[kFirstBias][0], 0.1 - 0.1 * 0.3, 1e-6);
  EXPECT_NEAR(model->trained()[layer_bias(0)][0], 0.1 - 0.1 * 0.4, 1e-6);
  gradients[0].arrays()[kFirstBias][0] = 0.8f;
  EXPECT_NEAR(optimiser.step(gradients, 2, 0.1, 1).gradient_norm, 0.4, 1e-6);
  EXPECT_NEAR(model->trained()[kFirstBias][0], 0.07 - 0.1 * 0.4, 1e-6);
}

TEST(Optimiser, TheClipMeasuresTheRowsOfTheFactoriserToo) {
  const auto spec = nn::parse_spec(
      "features = \"king-buckets-4-mirrored\"\n"
      "accumulator = { width = 16, activation = \"crelu\", storage = \"f32\" }\n"
      "layers = [ { width = 1, storage = \"f32\" } ]\n");
  ASSERT_TRUE(spec) << spec.error().message;
  auto model = Model::make(*spec, {.factoriser = true});
  ASSERT_TRUE(model) << model.error().message;
  Optimiser optimiser(**model, {.kind = OptimiserKind::Sgd, .beta1 = 0, .gradient_clip = 1e5});
  std::vector<Gradient> gradients;
  gradients.emplace_back(**model);
  gradients[0].arrays()[kFirstWeights][0] = 3;
  // The shared row has the same gradient as the one row.
  EXPECT_NEAR(optimiser.step(gradients, 1, 0.1, 1).gradient_norm, 3 * std::sqrt(2.0), 1e-5);
}

// The rows of the factorizer and the buckets' own rows have half the limit each: a parent's weights must be
// split between them, or the first step clips them.
TEST(Optimiser, ALargeWeightOfAParentOutlivesTheFirstStepWithAFactoriser) {
  const auto spec = nn::parse_spec(
      "features = \"king-buckets-4-mirrored\"\nperspective = true\npiece_square = true\n"
      "accumulator = { width = 32, activation = \"screlu\", storage = \"i16\", scale = 255 }\n"
      "layers = [ { width = 1, activation = \"linear\", storage = \"i16\", scale = 64 } ]\n"
      "output = { buckets = \"pieces\", heads = 8, eval_scale = 400 }\n");
  ASSERT_TRUE(spec) << spec.error().message;
  auto parent = Model::make(*spec, {.first = Initialisation::Constant, .constant = 0.01});
  ASSERT_TRUE(parent) << parent.error().message;
  // From the lower limit to the upper one, but no row's buckets further apart than the two parts can be.
  FloatArray& weights = (*parent)->trained()[kFirstWeights];
  const std::size_t rows = (*parent)->shape().rows;
  const std::size_t bucket_rows = (*parent)->shape().bucket_rows;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < 32; ++column) {
      const double middle = -1.5 + 3.0 * static_cast<double>((row % bucket_rows + column) % 31) / 30;
      const double apart = -0.45 + 0.3 * static_cast<double>(row / bucket_rows);
      weights[(*parent)->shape().place_of(row, column)] = static_cast<float>(middle + apart);
    }
  }
  (*parent)->refresh(1);
  const auto before = (*parent)->network();
  ASSERT_TRUE(before) << before.error().message;

  auto child = Model::make(*spec, {.factoriser = true});
  ASSERT_TRUE(child) << child.error().message;
  ASSERT_TRUE((*child)->load(**before));
  Optimiser optimiser(**child, {.weight_decay = 0});
  std::vector<Gradient> gradients;
  gradients.emplace_back(**child);
  optimiser.step(gradients, 1, 1e-9, 1);
  const auto after = (*child)->network();
  ASSERT_TRUE(after) << after.error().message;
  double largest = 0;
  for (std::size_t t = 0; t < (*before)->tensors().size(); ++t) {
    const nn::Tensor& old = (*before)->tensors()[t];
    for (std::size_t i = 0; i < old.spec().size(); ++i) {
      ASSERT_NEAR((*after)->tensors()[t].stored(i), old.stored(i), 1e-5)
          << old.spec().name << ", number " << i;
      largest = std::max(largest, std::abs(old.stored(i)));
    }
  }
  EXPECT_GT(largest, 1.9);
}

}  // namespace
}  // namespace tabia::train
