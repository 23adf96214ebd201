#include "nn/quantise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/text.h"
#include "chess/test_support.h"
#include "nn/net_support.h"
#include "sanitized.h"

namespace tabia::nn {
namespace {

using testing::mentions;

std::vector<Position> positions_of_play(std::size_t count) {
  std::vector<Position> positions;
  for (chess::test::RandomPlay play(77); positions.size() < count; play.step())
    positions.push_back(play.position());
  return positions;
}

// Output::raw of an output of 1.0.
double raw_one(const Network& network) {
  const ModelSpec& spec = network.spec();
  if (!spec.is_quantised()) return 1e6;
  return spec.arithmetic == Arithmetic::Stockfish19 ? 16 * spec.output.eval_scale
                                                    : network.tensors().back().spec().scale;
}

// The output before any rounding to whole scores, in evaluation units.
double units(const Network& network, const Position& position) {
  const double one = raw_one(network);
  return static_cast<double>(network.fresh_output(position).raw) / one * network.spec().output.eval_scale;
}

// How far the integer network may stray from its float twin.
//
// Each number that is rounded carries an error that is evenly spread over one step of its grid, so its mean
// square is step^2 / 12 where rounding is to nearest and step^2 / 3 where it is down. Errors of different numbers
// are taken as independent: mean squares add, each times the square of what the number is multiplied by. So from
// layer to layer, with x <= 1 the activations and w the weights:
//
//   sums        E[s^2] = (pieces + 1) * (1 / scale)^2 / 12            if the weights were rounded
//   activation  E[x^2] = slope^2 * E[s^2] + (1 / 127)^2 / 3           slope 1 (crelu) or 2 (screlu, pairwise, the
//                                                                     squares of dual); rounded down to bytes, if
//                                                                     they become bytes; never more than 1
//   next layer  E[y^2] = sum of w^2 * E[x^2] + inputs * (1 / scale)^2 / 12 + (1 / bias scale)^2 / 12
//
// The last sum, in evaluation units, is the expected error of a head; no position strays more than six times
// that of the worst head. Stockfish's arithmetic moreover divides by 128 where 127 is 1.0, once for products and
// once for squares: a factor of 127/128 on what passes there, hence 1/128 of each value at most. That of Stockfish 19
// clips at 127 where 128 is 1.0, which costs as much.
struct Expected {
  double mean = 0;   // over the heads
  double worst = 0;  // head
};

double square(double x) { return x * x; }

// Mean squares of the errors of a layer's outputs, from those of its inputs.
std::vector<double> through_layer(const Tensor& weights, const Tensor& bias, std::size_t head,
                                  std::size_t outputs, const std::vector<double>& inputs, double rounding) {
  std::vector<double> errors;
  const double scale = weights.spec().scale;
  for (std::size_t row = head * outputs; row < (head + 1) * outputs; ++row) {
    double error = static_cast<double>(inputs.size()) * square(1 / scale) * rounding +
                   square(1 / bias.spec().scale) * rounding;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      error += square(weights.stored(row * inputs.size() + i) / scale) * inputs[i];
    }
    errors.push_back(error);
  }
  return errors;
}

// The expected error of one head, in evaluation units.
double expected_error_of_head(const Network& network, std::size_t head, double rounding) {
  const double inputs_on = network.relations() ? 32 + 64 : 32;  // pieces, threats and pawn pairs
  constexpr double kRoundedDown = 1.0 / 127 / 127 / 3;
  constexpr double kDividedBy128 = 1.0 / 128 / 128;
  const ModelSpec& spec = network.spec();
  const auto& tensors = network.tensors();
  const bool bytes = spec.layers.front().storage == Storage::I8;
  const double slope = spec.accumulator.activation == Activation::Clipped ? 1 : 2;
  double first = square(slope) * (inputs_on + 1) * square(1.0 / spec.accumulator.scale) * rounding;
  if (bytes) first += kRoundedDown;
  if (bytes && slope == 2 && spec.accumulator.scale != 255) first += kDividedBy128;
  // With 128 for 1.0, values that are clipped at 127 lose as much.
  const double clipped = spec.arithmetic == Arithmetic::Stockfish19 ? kDividedBy128 : 0;
  std::vector<double> errors(static_cast<std::size_t>(spec.inputs_of_layer(0)), first);
  const double one = raw_one(network);
  double beside = 3 * square(1 / one);  // divisions of the result, and ways past the layers
  if (spec.piece_square) beside += inputs_on / 2 * square(1 / one) * rounding;
  std::size_t at = spec.first_layer_tensor();
  std::vector<double> collected;
  for (std::size_t k = 0; k < spec.layers.size(); ++k, at += 2) {
    errors = through_layer(tensors[at], tensors[at + 1], head, static_cast<std::size_t>(spec.layers[k].width),
                           errors, rounding);
    if (k + 1 == spec.layers.size()) break;
    std::vector<double> squares;
    const bool all = spec.layers[k].activation == Activation::DualAll;
    if (all && k == 0) beside += errors.back() + errors[errors.size() - 2];
    if (spec.layers[k].activation == Activation::Dual) {
      beside += errors.back();
      errors.pop_back();
    }
    if (all || spec.layers[k].activation == Activation::Dual) {
      for (const double error : errors)
        squares.push_back(std::min(1.0, 4 * error + kRoundedDown + kDividedBy128));
    }
    for (double& error : errors) error = std::min(1.0, error + kRoundedDown + clipped);
    errors.insert(errors.begin(), squares.begin(), squares.end());
    collected.insert(collected.end(), errors.begin(), errors.end());
    if (all && k + 2 == spec.layers.size()) errors = collected;
  }
  return std::sqrt(errors[0] + beside) * spec.output.eval_scale;
}

Expected expected_error(const Network& network, bool weights_rounded) {
  Expected expected;
  const auto heads = static_cast<std::size_t>(network.spec().output.heads);
  for (std::size_t head = 0; head < heads; ++head) {
    const double error = expected_error_of_head(network, head, weights_rounded ? 1.0 / 12 : 0);
    expected.mean += error / static_cast<double>(heads);
    expected.worst = std::max(expected.worst, error);
  }
  return expected;
}

struct Measured {
  double mean = 0;
  double largest = 0;
};

Measured measured_error(const Network& one, const Network& other, const std::vector<Position>& positions) {
  Measured measured;
  for (const Position& position : positions) {
    const double error = std::abs(units(one, position) - units(other, position));
    measured.mean += error / static_cast<double>(positions.size());
    measured.largest = std::max(measured.largest, error);
  }
  return measured;
}

void report(const std::string& name, std::string_view what, const Measured& measured,
            const Expected& expected) {
  std::printf("%-28s %-18s mean %7.3f  max %8.3f  bounds %7.3f, %8.3f (units)\n", name.c_str(),
              std::string(what).c_str(), measured.mean, measured.largest, expected.mean, 6 * expected.worst);
}

void expect_within(const Measured& measured, const Expected& expected, const std::string& name) {
  EXPECT_LE(measured.mean, expected.mean) << name;
  EXPECT_LE(measured.largest, 6 * expected.worst) << name;
}

std::vector<ModelSpec> quantised_models() {
  std::vector<ModelSpec> specs;
  for (const ModelSpec& spec : testing::all_models()) {
    if (spec.is_quantised()) specs.push_back(spec);
  }
  return specs;
}

// The same numbers, so only the arithmetic differs.
TEST(QuantiseSlow, IntegerArithmeticStaysNearFloatArithmeticForEveryModel) {
  const auto positions = positions_of_play(tabia::test::rounds(10'000, 200));
  for (const ModelSpec& spec : quantised_models()) {
    const auto network = random_network(spec, 21);
    const auto twin = dequantised(*network);
    ASSERT_TRUE(twin) << twin.error().message;
    const Expected expected = expected_error(*network, false);
    const Measured measured = measured_error(*network, **twin, positions);
    report(spec.name, "arithmetic", measured, expected);
    expect_within(measured, expected, spec.name);
  }
}

// From numbers as training makes them.
TEST(QuantiseSlow, AQuantisedNetworkStaysNearItsFloatModelForEveryModel) {
  const auto positions = positions_of_play(tabia::test::rounds(10'000, 200));
  for (const ModelSpec& spec : quantised_models()) {
    const auto model = random_network(float_twin(spec), 22);
    const auto result = quantised(*model, spec);
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ(result->clamped(), 0u) << spec.name;
    for (const QuantisedTensor& tensor : result->tensors) {
      const double scale = result->network->tensor(tensor.name).spec().scale;
      EXPECT_LE(tensor.largest_error, 0.5001 / scale) << spec.name << " " << tensor.name;
    }
    const Expected expected = expected_error(*result->network, true);
    const Measured measured = measured_error(*result->network, *model, positions);
    report(spec.name, "weights too", measured, expected);
    expect_within(measured, expected, spec.name);
  }
}

TEST(QuantiseSlow, RealNetworksStayNearTheirFloatTwins) {
  const auto positions = positions_of_play(tabia::test::rounds(10'000, 200));
  std::vector<std::pair<std::string, std::string>> files = {
      {"Stockfish 15.1", testing::stockfish_151_network()}};
  for (const char* name : {"nn-37f18f62d772.nnue", "nn-82215d0fd0df.nnue"})
    files.emplace_back(name, testing::file_content(testing::shared_network(name)));
  int done = 0;
  for (const auto& [name, file] : files) {
    if (file.empty()) continue;
    ++done;
    const auto network = testing::stockfish_network(file);
    ASSERT_TRUE(network);
    const auto twin = dequantised(*network);
    ASSERT_TRUE(twin) << twin.error().message;
    const Expected expected = expected_error(*network, false);
    const Measured measured = measured_error(*network, **twin, positions);
    report(name, "arithmetic", measured, expected);
    expect_within(measured, expected, name);
    // Trained networks are far better than their bound; what was measured, with some room.
    EXPECT_LE(measured.mean, 30) << name;
    EXPECT_LE(measured.largest, 200) << name;
  }
  if (done == 0) GTEST_SKIP() << "needs Debian's stockfish or the networks of ../shared/data/nets";
}

TEST(Quantise, GoingToFloatAndBackGivesTheSameNumbers) {
  for (const ModelSpec& spec : testing::incremental_specs()) {
    const auto network = random_network(spec, 3);
    const auto again = quantised(**dequantised(*network), spec);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->clamped(), 0u);
    EXPECT_EQ(network_hash(*again->network), network_hash(*network)) << spec.name;
  }
}

TEST(Quantise, ANetworkInFloatIsItsOwnTwin) {
  const auto network = random_network(testing::model("mlp-769"), 3);
  EXPECT_EQ(network_hash(**dequantised(*network)), network_hash(*network));
}

TEST(Quantise, NumbersThatDoNotFitAreClampedAndCountedByTensor) {
  const ModelSpec spec = testing::model("perspective-layers");
  const ModelSpec twin = float_twin(spec);
  NetworkParts parts{twin, empty_tensors(twin), {}, {}};
  parts.tensors[0].set(5, 129);       // 129 x 255 > 32767
  parts.tensors[3].set(1, -2.5);      // -2.5 x 64 < -128
  parts.tensors[3].set(2, 1.984375);  // 127
  const auto result = quantised(*std::move(parts).assemble().value(), spec);
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->clamped(), 2u);
  EXPECT_EQ(result->tensors[0].clamped, 1u);
  EXPECT_EQ(result->tensors[3].clamped, 1u);
  EXPECT_EQ(result->network->tensors()[0].stored(5), 32767);
  EXPECT_EQ(result->network->tensors()[3].stored(1), -128);
  EXPECT_EQ(result->network->tensors()[3].stored(2), 127);
  EXPECT_NEAR(result->tensors[3].largest_error, 0.5, 1e-9);
}

TEST(Quantise, ANumberBetweenTwoStepsMayBeRoundedEitherWay) {
  const ModelSpec spec = testing::model("perspective-256");
  const ModelSpec twin = float_twin(spec);
  // Times 255 it is 46.500001 in double precision, and 46.5 when training with rounded floats.
  NetworkParts floats{twin, empty_tensors(twin), {}, {}};
  floats.tensors[0].set(5, 0.182352945f);
  const auto original = std::move(floats).assemble();
  ASSERT_TRUE(original);
  for (const int stored : {45, 46, 47, 48}) {
    NetworkParts parts{spec, empty_tensors(spec), {}, {}};
    parts.tensors[0].set(5, stored);
    const auto rounded = std::move(parts).assemble();
    ASSERT_TRUE(rounded);
    const auto found = compare(**original, **rounded, 0, 1);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->first_difference.empty(), stored == 46 || stored == 47) << stored;
  }
}

// Its squares and clipped sums are more bytes than two views of the widest accumulator.
TEST(Quantise, TheWidestDualLayerSaysWhatItsFloatModelSays) {
  ModelSpec spec = testing::model("grown");
  spec.accumulator.width = 32;
  spec.layers[0].width = 4096;
  const auto network = random_network(spec, 3);
  const auto twin = dequantised(*network);
  ASSERT_TRUE(twin) << twin.error().message;
  const auto found = compare(**twin, *network, 20, 1);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_TRUE(found->kernels.empty()) << found->kernels;
  EXPECT_EQ(found->positions, 20u);
}

TEST(Quantise, AnotherShapeIsRefusedAndBothAreShown) {
  const auto network = random_network(testing::model("mlp-769"), 3);
  const auto result = quantised(*network, testing::model("perspective-256"));
  ASSERT_FALSE(result);
  EXPECT_TRUE(mentions(result.error(), "width = 128")) << result.error().message;
  EXPECT_TRUE(mentions(result.error(), "width = 256")) << result.error().message;
}

}  // namespace
}  // namespace tabia::nn
