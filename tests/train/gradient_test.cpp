#include "train/gradient.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "chess/movegen.h"
#include "nn/quantise.h"
#include "train/reference.h"

namespace tabia::train {
namespace {

using base::Random;

// A random game with random labels: positions, and what happened between them.
struct Walk {
  std::vector<chess::Position> positions;
  std::vector<Label> labels;
  std::vector<chess::PieceDelta> deltas;  // from each position to the next
};

Walk random_walk(Random& random, int plies) {
  Walk walk;
  chess::Position position;
  for (int ply = 0; ply < plies; ++ply) {
    const chess::MoveList moves = chess::legal_moves(position);
    if (moves.size() == 0) break;
    const chess::Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    walk.positions.push_back(position);
    walk.labels.push_back({static_cast<float>(base::bell(random)),
                           static_cast<data::Outcome>(static_cast<int>(random.below(3)) - 1)});
    walk.deltas.push_back(position.delta(move));
    position.make(move);
  }
  return walk;
}

// Fragments of up to `length` plies of the walk, of which those are kept that `keeps` says.
template <class Keeps>
void cut(const Walk& walk, std::size_t length, Keeps&& keeps, Fragments& out,
         std::vector<std::pair<chess::Position, Label>>& kept) {
  FragmentWriter writer(out);
  for (std::size_t i = 0; i < walk.positions.size(); ++i) {
    if (i % length == 0) writer.close();
    if (keeps(i)) {
      writer.keep(walk.positions[i], walk.labels[i]);
      kept.emplace_back(walk.positions[i], walk.labels[i]);
    }
    writer.step(walk.deltas[i]);
  }
  writer.close();
}

nn::ModelSpec read_spec(std::string_view text) {
  auto spec = nn::parse_spec(text);
  EXPECT_TRUE(spec) << (spec ? "" : spec.error().message);
  return *spec;
}

const std::vector<std::string>& spec_texts() {
  static const std::vector<std::string> texts = {
      // one output on each activation
      R"(features = "768"
accumulator = { width = 32, activation = "screlu", storage = "i16", scale = 255 }
layers = [ { width = 1 } ]
output = { buckets = "pieces", heads = 8 })",
      R"(features = "768"
accumulator = { width = 48, activation = "crelu", storage = "i16", scale = 255 }
layers = [ { width = 1 } ])",
      R"(features = "768"
accumulator = { width = 16, activation = "relu", storage = "f32" }
layers = [ { width = 1, storage = "f32" } ])",
      R"(features = "768"
accumulator = { width = 20, activation = "linear", storage = "f32" }
layers = [ { width = 1, storage = "f32" } ])",
      R"(features = "768"
accumulator = { width = 20, activation = "tanh", storage = "f32" }
layers = [ { width = 1, storage = "f32" } ])",
      // several layers, buckets, a piece-square part
      R"(features = "king-buckets-4-mirrored"
piece_square = true
accumulator = { width = 64, activation = "pairwise", storage = "i16", scale = 255 }
layers = [ { width = 8, activation = "crelu", storage = "i8" }, { width = 16, activation = "crelu", storage = "i8" }, { width = 1, storage = "i8" } ]
output = { buckets = "pieces", heads = 4 })",
      R"(features = "halfka-hm"
piece_square = true
arithmetic = "stockfish-halfka"
accumulator = { width = 128, activation = "pairwise", storage = "i16", scale = 127 }
layers = [ { width = 16, activation = "dual", storage = "i8" }, { width = 32, activation = "crelu", storage = "i8" }, { width = 1, storage = "i8" } ]
output = { buckets = "stockfish", heads = 8, eval_scale = 600 })",
      R"(features = "halfkp"
accumulator = { width = 32, activation = "screlu", storage = "f32" }
layers = [ { width = 5, activation = "sigmoid", storage = "f32" }, { width = 1, storage = "f32" } ])",
      // from White's side
      R"(features = "planes"
planes = { side_to_move = true }
perspective = false
accumulator = { width = 20, activation = "sigmoid", storage = "f32" }
layers = [ { width = 6, activation = "tanh", storage = "f32" }, { width = 1, storage = "f32" } ]
output = { activation = "tanh", eval_scale = 1000 })",
      R"(features = "planes"
perspective = false
piece_square = true
accumulator = { width = 40, activation = "relu", storage = "f32" }
layers = [ { width = 9, activation = "screlu", storage = "f32" }, { width = 1, storage = "f32" } ]
output = { activation = "tanh", eval_scale = 600 })",
      // the last layer takes the values of all others
      R"(features = "768-mirrored"
piece_square = true
arithmetic = "stockfish-19"
accumulator = { width = 64, activation = "pairwise", storage = "i16", scale = 256 }
layers = [ { width = 8, activation = "dual-all", storage = "i8", scale = 128 }, { width = 12, activation = "dual-all", storage = "i8", scale = 64 }, { width = 1, storage = "i8", scale = 128 } ]
output = { buckets = "pieces", heads = 4 })",
      R"(features = "768"
accumulator = { width = 32, activation = "screlu", storage = "f32" }
layers = [ { width = 5, activation = "dual-all", storage = "f32" }, { width = 1, storage = "f32" } ])",
      // threats and pawn pairs
      R"(features = "768-mirrored"
threats = "stockfish-19"
pawn_pairs = true
piece_square = true
arithmetic = "stockfish-19"
accumulator = { width = 32, activation = "pairwise", storage = "i16", scale = 256 }
layers = [ { width = 8, activation = "dual-all", storage = "i8", scale = 128 }, { width = 12, activation = "dual-all", storage = "i8", scale = 64 }, { width = 1, storage = "i8", scale = 128 } ]
output = { buckets = "pieces", heads = 4 })",
      R"(features = "king-buckets-4-mirrored"
threats = "stockfish-19"
accumulator = { width = 16, activation = "screlu", storage = "i16", scale = 255 }
layers = [ { width = 1 } ])",
  };
  return texts;
}

std::unique_ptr<Model> random_model(const nn::ModelSpec& spec, bool factoriser = false) {
  // Wide at the beginning, so that activations reach their ends.
  auto model = Model::make(spec, {.factoriser = factoriser, .first = Initialisation::He, .seed = 7});
  EXPECT_TRUE(model) << (model ? "" : model.error().message);
  // Biases and the piece-square part begin at fixed values: move everything a little.
  Random random(11);
  std::vector<FloatArray>& arrays = (*model)->trained();
  for_each_number(spec, (*model)->shape(),
                  [&](std::size_t, std::size_t, std::size_t array, std::size_t place) {
                    arrays[array][place] += static_cast<float>(0.1 * base::bell(random));
                  });
  if (factoriser)
    for (std::size_t i = 0; i < (*model)->shape().bucket_rows * (*model)->shape().width / 16 * 16; ++i)
      arrays.back()[i] = static_cast<float>(0.1 * base::bell(random));
  (*model)->refresh(1);
  return std::move(*model);
}

ReferenceModel<double> reference_of(const Model& model) {
  ReferenceModel<double> reference(model.spec());
  reference.set_rounding(model.rounding());
  for_each_number(model.spec(), model.shape(),
                  [&](std::size_t tensor, std::size_t number, std::size_t array, std::size_t place) {
                    reference.weights()[tensor][number] = static_cast<double>(model.used(array)[place]);
                  });
  return reference;
}

Objective objective_for(const nn::ModelSpec& spec) {
  Objective objective;
  objective.loss.kind = LossKind::Power;
  objective.loss.power = 2.5;
  objective.loss.eval_scale = spec.output.eval_scale;
  objective.loss.tanh_output = spec.output.activation == nn::Activation::Tanh;
  objective.result_weight = 0.3;
  if (!Shape::of(spec).is_direct()) objective.activation_cost = 0.003;
  return objective;
}

struct Difference {
  double loss = 0;  // relative
  double gradient =
      0;  // largest difference of a tensor's numbers, relative to the largest number of the tensor
};

struct Expected {
  double loss = 0;
  Numbers<double> gradient;
};

Expected expected_of(const Model& model, const std::vector<std::pair<chess::Position, Label>>& kept) {
  const Objective objective = objective_for(model.spec());
  ReferenceModel<double> reference = reference_of(model);
  Expected expected{0, zeros_for<double>(model.spec())};
  for (const auto& [position, label] : kept) {
    const auto input = input_of<double>(model.spec(), model.features(), position);
    Target<double> target = target_of<double>(label, objective.result_weight, objective.loss);
    if (!model.spec().perspective && position.side_to_move() == chess::Color::Black)
      target = {1 - target.expected, -target.score};
    const auto value = loss_of<double>(objective.loss, reference.forward(input), target);
    expected.loss += value.loss;
    reference.backward(value.slope, expected.gradient, objective.activation_cost);
  }
  return expected;
}

std::vector<FragmentView> views_of(const Fragments& fragments) {
  std::vector<FragmentView> views;
  for (std::size_t i = 0; i < fragments.size(); ++i) views.push_back(fragments[i]);
  return views;
}

// The worst of all tables of kernels that this machine can run.
Difference difference_from_reference(const Model& model, const Fragments& fragments,
                                     const std::vector<std::pair<chess::Position, Label>>& kept) {
  const Expected expected = expected_of(model, kept);
  Difference worst;
  for (const kernels::TrainingKernels* table : kernels::runnable_training_kernels()) {
    Gradient gradient(model, *table);
    const double loss = gradient.add(views_of(fragments), objective_for(model.spec()));
    const std::vector<nn::Tensor> found = model.tensors_from(gradient.arrays());
    Difference difference{std::abs(loss - expected.loss) / expected.loss, 0};
    for (std::size_t t = 0; t < expected.gradient.size(); ++t) {
      double largest = 1e-12;
      double apart = 0;
      for (std::size_t i = 0; i < expected.gradient[t].size(); ++i) {
        const double wanted = expected.gradient[t][i];
        largest = std::max(largest, std::abs(wanted));
        apart = std::max(apart, std::abs(wanted - static_cast<double>(found[t].values<float>()[i])));
      }
      EXPECT_GT(largest, 1e-6) << "tensor " << t << " has no gradient";
      difference.gradient = std::max(difference.gradient, apart / largest);
    }
    EXPECT_LT(difference.gradient, 2e-5) << table->name;
    worst.loss = std::max(worst.loss, difference.loss);
    worst.gradient = std::max(worst.gradient, difference.gradient);
  }
  return worst;
}

class GradientOfSpec : public testing::TestWithParam<std::size_t> {};

TEST_P(GradientOfSpec, ShuffledEqualsTheReference) {
  Random random(1);
  Fragments fragments;
  std::vector<std::pair<chess::Position, Label>> kept;
  for (int game = 0; game < 4; ++game)
    cut(
        random_walk(random, 120), 1, [](std::size_t) { return true; }, fragments, kept);
  const auto difference =
      difference_from_reference(*random_model(read_spec(spec_texts()[GetParam()])), fragments, kept);
  EXPECT_LT(difference.loss, 1e-5);
  EXPECT_LT(difference.gradient, 2e-5);
}

TEST_P(GradientOfSpec, AlongTheGameEqualsTheReference) {
  Random random(2);
  for (const std::size_t length : {8, 1000}) {
    Fragments fragments;
    std::vector<std::pair<chess::Position, Label>> kept;
    for (int game = 0; game < 3; ++game)
      cut(
          random_walk(random, 150), length, [&](std::size_t) { return random.below(3) > 0; }, fragments,
          kept);
    const auto difference =
        difference_from_reference(*random_model(read_spec(spec_texts()[GetParam()])), fragments, kept);
    EXPECT_LT(difference.loss, 1e-5);
    EXPECT_LT(difference.gradient, 2e-5);
  }
}

// ---- quantization-aware training

// Positions of random games, as fragments and one by one.
struct Sampled {
  Fragments fragments;
  std::vector<std::pair<chess::Position, Label>> kept;
};
Sampled sampled(std::uint64_t seed, int games) {
  Random random(seed);
  Sampled sample;
  for (int game = 0; game < games; ++game)
    cut(
        random_walk(random, 120), 1, [](std::size_t) { return true; }, sample.fragments, sample.kept);
  return sample;
}

// A value just below a whole byte, within the error of single precision, is rounded down in one and not in
// the other: a whole step of that value. So the loss may differ a little more.
TEST_P(GradientOfSpec, WithRoundingAsInPlayTheLossEqualsTheReference) {
  const nn::ModelSpec spec = read_spec(spec_texts()[GetParam()]);
  if (!play_rounding(spec)) return;
  const Sampled sample = sampled(5, 3);
  const auto model = random_model(spec);
  model->set_quantisation_aware(true);
  ASSERT_TRUE(model->rounding());
  const Expected rounded = expected_of(*model, sample.kept);
  for (const kernels::TrainingKernels* table : kernels::runnable_training_kernels()) {
    Gradient gradient(*model, *table);
    const double loss = gradient.add(views_of(sample.fragments), objective_for(spec));
    EXPECT_NEAR(loss, rounded.loss, 1e-3 * rounded.loss) << table->name;
  }
  model->set_quantisation_aware(false);
  EXPECT_FALSE(model->rounding());
}

// What quantization-aware training computes is what the network will play with. Scales that are powers of two
// make every number exact; only the result is truncated to 1/16 of an evaluation unit.
void expect_training_equals_play(const nn::ModelSpec& spec) {
  ASSERT_EQ(spec.arithmetic, nn::Arithmetic::Stockfish19);
  const Sampled sample = sampled(6, 4);
  const auto model = random_model(spec);
  model->set_quantisation_aware(true);
  const auto trained = model->network();
  ASSERT_TRUE(trained);
  const auto played = nn::quantised(**trained, spec);
  ASSERT_TRUE(played) << (played ? "" : played.error().message);
  ASSERT_EQ(played->clamped(), 0u);
  Gradient gradient(*model);
  std::size_t at = 0;
  int different = 0;
  double total = 0;
  for (const FragmentView fragment : views_of(sample.fragments)) {
    const FragmentView one[] = {fragment};
    gradient.evaluate(one, {}, [&](const Evaluated& found) {
      const nn::Output output = played->network->fresh_output(sample.kept[at].first);
      const double units = static_cast<double>(output.raw) / 16;
      const double apart = std::abs(static_cast<double>(found.raw) * spec.output.eval_scale - units);
      different += apart > 0.15 ? 1 : 0;
      total += std::abs(units);
      ++at;
    });
  }
  ASSERT_EQ(at, sample.kept.size());
  EXPECT_GT(at, 200u);
  EXPECT_GT(total / static_cast<double>(at), 5);  // the outputs are not all zero
  // A square just below a whole byte may round the other way in single precision.
  EXPECT_LE(different, static_cast<int>(at) / 50);
}

TEST(QuantisationAware, TheOutputInTrainingIsThatOfTheNetworkInPlay) {
  expect_training_equals_play(read_spec(spec_texts()[10]));
}

TEST(QuantisationAware, WithThreatsTooTheOutputInTrainingIsThatOfTheNetworkInPlay) {
  const nn::ModelSpec spec = read_spec(spec_texts()[12]);
  ASSERT_TRUE(spec.features.relations.any());
  expect_training_equals_play(spec);
}

// Where a number of the factorizer is stored: as in the first layer, with the rows of one bucket.
std::size_t factoriser_place(const Shape& shape, std::size_t row, std::size_t column) {
  return column / shape.slice * shape.slice * shape.bucket_rows + row % shape.bucket_rows * shape.slice +
         column % shape.slice;
}

TEST(Factoriser, TheNetworkUsesTheSumOfARowAndTheRowThatAllBucketsShare) {
  const auto model = random_model(read_spec(spec_texts()[5]), true);
  const Shape& shape = model->shape();
  ASSERT_TRUE(model->has_factoriser());
  ASSERT_GT(shape.rows, shape.bucket_rows);
  for (std::size_t row = 0; row < shape.rows; row += 7)
    for (std::size_t column = 0; column < shape.columns; ++column)
      ASSERT_EQ(model->used(kFirstWeights)[shape.place_of(row, column)],
                model->trained()[kFirstWeights][shape.place_of(row, column)] +
                    model->trained().back()[factoriser_place(shape, row, column)])
          << row << " " << column;
}

TEST(Factoriser, GradientsOfABucketedModelEqualTheReferenceAndAreFoldedOverTheBuckets) {
  for (const std::size_t text : {5, 6, 7}) {
    SCOPED_TRACE(spec_texts()[text]);
    Random random(3);
    Fragments fragments;
    std::vector<std::pair<chess::Position, Label>> kept;
    for (int game = 0; game < 3; ++game)
      cut(
          random_walk(random, 150), 8, [](std::size_t) { return true; }, fragments, kept);
    const auto model = random_model(read_spec(spec_texts()[text]), true);
    const auto difference = difference_from_reference(*model, fragments, kept);
    EXPECT_LT(difference.loss, 1e-5);
    EXPECT_LT(difference.gradient, 2e-5);

    const Shape& shape = model->shape();
    const Expected expected = expected_of(*model, kept);
    std::vector<double> wanted(shape.bucket_rows * shape.width);
    for (std::size_t row = 0; row < shape.rows; ++row)
      for (std::size_t column = 0; column < shape.width; ++column)
        wanted[row % shape.bucket_rows * shape.width + column] +=
            expected.gradient[0][row * shape.width + column];
    Gradient gradient(*model);
    gradient.add(views_of(fragments), objective_for(model->spec()));
    FloatArray folded(model->trained().back().size());
    model->fold_gradient(gradient.arrays()[kFirstWeights], folded);
    double largest = 0;
    double apart = 0;
    for (std::size_t row = 0; row < shape.bucket_rows; ++row)
      for (std::size_t column = 0; column < shape.width; ++column) {
        const double number = wanted[row * shape.width + column];
        largest = std::max(largest, std::abs(number));
        apart = std::max(
            apart, std::abs(number - static_cast<double>(folded[factoriser_place(shape, row, column)])));
      }
    EXPECT_GT(largest, 1e-6);
    EXPECT_LT(apart, 2e-5 * largest);
  }
}

INSTANTIATE_TEST_SUITE_P(AllShapes, GradientOfSpec, testing::Range<std::size_t>(0, spec_texts().size()));

}  // namespace
}  // namespace tabia::train
