// Every derivative of train/reference.h and train/loss.h against what happens when a number is nudged.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

#include "base/random.h"
#include "base/text.h"
#include "train/loss.h"
#include "train/reference.h"

namespace tabia::train {
namespace {

using base::concat;
using base::Random;

// How far a number is nudged, in double precision: the error of a central difference is of the order of its
// square, the error of rounding of the order of the precision divided by it.
constexpr double kNudge = 1e-5;
// Largest difference of a derivative from the nudged one, relative to the largest derivative of its tensor.
template <class T>
constexpr double kTolerance = std::is_same_v<T, double> ? 1e-6 : 1e-4;

nn::ModelSpec spec_of(const std::string& text) {
  auto spec = nn::parse_spec(text);
  EXPECT_TRUE(spec) << text << (spec ? "" : spec.error().message);
  return *spec;
}

std::string with_layers(std::string_view first, std::string_view second, std::string_view more = "") {
  return concat(more, "features = \"dense-3\"\naccumulator = { width = 6, activation = \"", first,
                "\", storage = \"f32\" }\nlayers = [ { width = 4, activation = \"", second,
                "\", storage = \"f32\" }, { width = 1, storage = \"f32\" } ]\n");
}

// Small numbers everywhere and biases that keep sums of inputs from 0.2 to 0.8 between the corners of clipped
// activations, at 0 and 1.
template <class T>
void fill(ReferenceModel<T>& model, std::uint64_t seed) {
  Random random(seed);
  const auto tensors = nn::tensors_of(model.spec());
  for (std::size_t t = 0; t < tensors.size(); ++t) {
    const bool bias = tensors[t].name.ends_with(".bias");
    for (T& number : model.weights()[t])
      number = static_cast<T>((bias ? 0.5 : 0.0) + 0.2 * (random.below(2001) / 1000.0 - 1));
  }
}

template <class T>
NetworkInput<T> random_input(const nn::ModelSpec& spec, std::uint64_t seed) {
  Random random(seed);
  NetworkInput<T> input;
  const std::uint32_t rows = spec.features.make().value().rows();
  for (int view = 0; view < (spec.perspective ? 2 : 1); ++view) {
    input.views.emplace_back();
    if (spec.features.relations.any())
      input.views.back().push_back(
          {rows + static_cast<std::uint32_t>(seed) * 11 + static_cast<std::uint32_t>(view) * 3,
           static_cast<T>(0.7)});
    for (std::uint32_t i = 0; i < 3; ++i) {
      const auto row = static_cast<std::uint32_t>(seed) * 7 + static_cast<std::uint32_t>(view) * 5 + i;
      input.views.back().push_back({row % rows, static_cast<T>(0.2 + random.below(601) / 1000.0)});
    }
  }
  input.head = seed % static_cast<std::uint64_t>(spec.output.heads);
  return input;
}

template <class To, class From>
NetworkInput<To> converted(const NetworkInput<From>& input) {
  NetworkInput<To> result;
  result.head = input.head;
  for (const auto& view : input.views) {
    result.views.emplace_back();
    for (const auto& [row, value] : view) result.views.back().push_back({row, static_cast<To>(value)});
  }
  return result;
}

// A derivative as it is found by nudging: (f(nudge) - f(-nudge)) / (2 nudge).
template <class Function>
double nudged(const Function& function) {
  return (function(kNudge) - function(-kNudge)) / (2 * kNudge);
}

// The largest relative difference between the gradient in precision T and the nudged one, over the numbers that the
// input touches.
template <class T>
double worst_difference(const nn::ModelSpec& spec, const Loss& loss, const Target<double>& target,
                        std::uint64_t seed, double activation_cost = 0) {
  ReferenceModel<T> model(spec);
  fill(model, seed);
  const NetworkInput<T> input = random_input<T>(spec, seed);
  Numbers<T> gradient = zeros_for<T>(spec);
  const Target<T> rounded{static_cast<T>(target.expected), static_cast<T>(target.score)};
  model.backward(loss_of<T>(loss, model.forward(input), rounded).slope, gradient,
                 static_cast<T>(activation_cost));

  ReferenceModel<double> exact(spec);
  for (std::size_t t = 0; t < gradient.size(); ++t)
    std::copy(model.weights()[t].begin(), model.weights()[t].end(), exact.weights()[t].begin());
  const NetworkInput<double> exact_input = converted<double>(input);
  double worst = 0;
  for (std::size_t t = 0; t < gradient.size(); ++t) {
    double largest = 0;
    double apart = 0;
    for (std::size_t i = 0; i < gradient[t].size(); ++i) {
      if (gradient[t][i] == 0 && gradient[t].size() > 1000) continue;  // a row that is off, of very many
      const double before = exact.weights()[t][i];
      const double slope = nudged([&](double nudge) {
        exact.weights()[t][i] = before + nudge;
        const double raw = exact.forward(exact_input);
        return loss_of<double>(loss, raw, target).loss + activation_cost * exact.activation();
      });
      exact.weights()[t][i] = before;
      largest = std::max(largest, std::abs(slope));
      apart = std::max(apart, std::abs(slope - static_cast<double>(gradient[t][i])));
    }
    EXPECT_GT(largest, 0) << "tensor " << t << " has no influence";
    worst = std::max(worst, apart / std::max(largest, 1e-12));
  }
  return worst;
}

Loss loss_for(const nn::ModelSpec& spec, LossKind kind, double power = 2) {
  Loss loss;
  loss.kind = kind;
  loss.power = power;
  loss.eval_scale = spec.output.eval_scale;
  loss.tanh_output = spec.output.activation == nn::Activation::Tanh;
  return loss;
}

template <class T>
void expect_right(const std::string& text, LossKind kind = LossKind::CrossEntropy, double power = 2) {
  const nn::ModelSpec spec = spec_of(text);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    // Far from what these networks say: losses near their minimum have nothing but rounding for a slope.
    const Target<double> target{0.1, -1.2};
    const double difference = worst_difference<T>(spec, loss_for(spec, kind, power), target, seed);
    EXPECT_LT(difference, kTolerance<T>) << text << "seed " << seed;
  }
}

template <class T>
class FiniteDifference : public testing::Test {};
using Precisions = testing::Types<double, float>;
class PrecisionName {
 public:
  template <class T>
  static std::string GetName(int) {
    return std::is_same_v<T, double> ? "Double" : "Float";
  }
};
TYPED_TEST_SUITE(FiniteDifference, Precisions, PrecisionName);

constexpr std::array<const char*, 6> kActivations = {"linear", "relu", "sigmoid", "tanh", "crelu", "screlu"};

TYPED_TEST(FiniteDifference, AgreesForEveryActivationOfTheFirstLayer) {
  for (const char* activation : kActivations) expect_right<TypeParam>(with_layers(activation, "sigmoid"));
}

TYPED_TEST(FiniteDifference, AgreesForEveryActivationOfALaterLayer) {
  for (const char* activation : kActivations) expect_right<TypeParam>(with_layers("sigmoid", activation));
}

TYPED_TEST(FiniteDifference, AgreesForPairwiseProducts) {
  expect_right<TypeParam>(with_layers("pairwise", "tanh"));
}

TYPED_TEST(FiniteDifference, AgreesForDualLayersAndWhatTheySendStraightToTheOutput) {
  expect_right<TypeParam>(
      "features = \"dense-3\"\naccumulator = { width = 6, activation = \"crelu\", storage = \"f32\" }\n"
      "layers = [ { width = 5, activation = \"dual\", storage = \"f32\" }, { width = 4, activation = "
      "\"crelu\", "
      "storage = \"f32\" }, { width = 1, storage = \"f32\" } ]\n");
}

TYPED_TEST(FiniteDifference, AgreesForALastLayerThatTakesTheValuesOfAllOthers) {
  for (const char* hidden : {"{ width = 5, activation = \"dual-all\", storage = \"f32\" }",
                             "{ width = 5, activation = \"dual-all\", storage = \"f32\" }, "
                             "{ width = 4, activation = \"dual-all\", storage = \"f32\" }",
                             "{ width = 2, activation = \"dual-all\", storage = \"f32\" }, "
                             "{ width = 4, activation = \"dual-all\", storage = \"f32\" }, "
                             "{ width = 3, activation = \"dual-all\", storage = \"f32\" }"})
    expect_right<TypeParam>(
        std::string("features = \"dense-3\"\n"
                    "accumulator = { width = 6, activation = \"crelu\", storage = \"f32\" }\nlayers = [ ") +
        hidden + ", { width = 1, storage = \"f32\" } ]\n");
}

TYPED_TEST(FiniteDifference, AgreesForTheSkipFromInputsToOutput) {
  expect_right<TypeParam>(with_layers("relu", "relu", "piece_square = true\n"));
}

TYPED_TEST(FiniteDifference, AgreesForTwoViewsWithHeadsAndPieceSquares) {
  expect_right<TypeParam>(
      "features = \"768\"\npiece_square = true\n"
      "accumulator = { width = 4, activation = \"screlu\", storage = \"f32\" }\n"
      "layers = [ { width = 3, activation = \"crelu\", storage = \"f32\" }, { width = 1, storage = \"f32\" } "
      "]\n"
      "output = { buckets = \"pieces\", heads = 4 }\n");
}

TYPED_TEST(FiniteDifference, AgreesForThreatsAndPawnPairs) {
  for (const std::string piece_square : {"", "piece_square = true\n"})
    expect_right<TypeParam>("features = \"768-mirrored\"\npawn_pairs = true\n" + piece_square +
                            "accumulator = { width = 4, activation = \"pairwise\", storage = \"f32\" }\n"
                            "layers = [ { width = 3, activation = \"crelu\", storage = \"f32\" }, { width = "
                            "1, storage = \"f32\" } "
                            "]\n");
}

TYPED_TEST(FiniteDifference, AgreesForASingleOutputLayer) {
  expect_right<TypeParam>(
      "features = \"dense-3\"\naccumulator = { width = 6, activation = \"screlu\", storage = \"f32\" }\n"
      "layers = [ { width = 1, storage = \"f32\" } ]\n");
}

TYPED_TEST(FiniteDifference, AgreesForEveryLossThroughLinearAndTanhOutputs) {
  for (const char* output : {"linear", "tanh"}) {
    const std::string text =
        with_layers("tanh", "sigmoid", concat("output = { activation = \"", output, "\" }\n"));
    expect_right<TypeParam>(text, LossKind::Power, 2);
    expect_right<TypeParam>(text, LossKind::Power, 2.5);
    expect_right<TypeParam>(text, LossKind::CrossEntropy);
    expect_right<TypeParam>(text, LossKind::Tanh);
    expect_right<TypeParam>(text, LossKind::Centipawns);
    expect_right<TypeParam>(text, LossKind::Stockfish, 2.5);
  }
}

TYPED_TEST(FiniteDifference, AgreesForTheCostOfActivatedValuesOfEitherSign) {
  for (const char* activation : {"linear", "relu", "sigmoid", "tanh", "crelu", "screlu", "pairwise"}) {
    const nn::ModelSpec spec = spec_of(with_layers(activation, "sigmoid"));
    for (std::uint64_t seed = 1; seed <= 5; ++seed)
      EXPECT_LT(
          worst_difference<TypeParam>(spec, loss_for(spec, LossKind::CrossEntropy), {0.1, -1.2}, seed, 0.3),
          kTolerance<TypeParam>)
          << activation << " seed " << seed;
  }
}

// The loss alone, over the outputs and targets that occur, on both sides of the target.
TYPED_TEST(FiniteDifference, AgreesForEveryLossAtManyOutputs) {
  using T = TypeParam;
  for (const bool tanh_output : {false, true}) {
    for (const LossKind kind : {LossKind::Power, LossKind::CrossEntropy, LossKind::Tanh, LossKind::Centipawns,
                                LossKind::Stockfish}) {
      for (const double power : {2.0, 2.5}) {
        Loss loss;
        loss.kind = kind;
        loss.power = power;
        loss.tanh_output = tanh_output;
        for (double raw = -2.05; raw <= 2.05; raw += 0.41) {
          for (const double expected : {0.0, 0.31, 1.0}) {
            const Target<double> target{expected, 4 * expected - 2};
            const double slope =
                nudged([&](double nudge) { return loss_of<double>(loss, raw + nudge, target).loss; });
            const Target<T> rounded{static_cast<T>(expected), static_cast<T>(4 * expected - 2)};
            const auto written = static_cast<double>(loss_of<T>(loss, static_cast<T>(raw), rounded).slope);
            EXPECT_NEAR(slope, written, kTolerance<T> * std::max(1.0, std::abs(slope)))
                << name_of(kind) << " power " << power << " at " << raw << ", target " << expected;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace tabia::train
