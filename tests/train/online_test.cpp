#include "train/online.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "nn/quantise.h"
#include "sanitized.h"
#include "train/shipped.h"

namespace tabia::train {
namespace {

nn::ModelSpec model(const std::string& name) { return nn::parse_spec(*find_model(name)).value(); }

std::vector<Lesson> lessons(std::uint64_t seed, std::size_t count) {
  base::Random random(seed);
  std::vector<Lesson> list;
  chess::Position position;
  while (list.size() < count) {
    const chess::MoveList moves = chess::legal_moves(position);
    if (moves.size() == 0) {
      position = chess::Position();
      continue;
    }
    position.make(moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))]);
    list.push_back({position, random.below(101) / 100.0});
  }
  return list;
}

// Two models from each side and from both, with layers, heads, piece squares and integers.
const std::vector<std::string>& names() {
  static const std::vector<std::string> list = {"mlp-769", "mlp-768-skip", "perspective-256",
                                                "perspective-512"};
  return list;
}

TEST(Online, LearnsAFewPositionsByHeart) {
  for (const char* name : {"mlp-769", "perspective-256"}) {
    auto trainer = OnlineTrainer::make(model(name), 1).value();
    const std::vector<Lesson> few = lessons(3, 8);
    const double before = trainer->train(few, 0);
    for (int round = 0; round < tabia::test::rounds(500, 150); ++round)
      for (const Lesson& lesson : few) trainer->train({&lesson, 1}, 0.05);
    EXPECT_LT(trainer->train(few, 0), 0.01 * before) << name;
    for (const Lesson& lesson : few)
      EXPECT_NEAR(trainer->opinion(lesson.position).expected, lesson.target, 0.1) << name;
  }
}

// A step must be that of the whole gradient, though only some rows are looked at.
TEST(Online, AStepEqualsOneOverAllNumbers) {
  for (const std::string& name : names()) {
    auto trainer = OnlineTrainer::make(model(name), 2).value();
    const nn::ModelSpec& spec = trainer->spec();
    const std::vector<Lesson> batch = lessons(5, 40);
    const auto before = trainer->network({}).value();
    ReferenceModel<double> reference(spec);
    for (std::size_t t = 0; t < reference.weights().size(); ++t)
      for (std::size_t i = 0; i < reference.weights()[t].size(); ++i)
        reference.weights()[t][i] = before->tensors()[t].stored(i);
    Numbers<double> gradient = zeros_for<double>(spec);
    Loss loss;
    loss.tanh_output = spec.output.activation == nn::Activation::Tanh;
    const nn::FeatureSet features = spec.features.make().value();
    for (const Lesson& lesson : batch) {
      const auto input = input_of<double>(spec, features, lesson.position);
      const bool turned = !spec.perspective && lesson.position.side_to_move() == chess::Color::Black;
      const Target<double> target{turned ? 1 - lesson.target : lesson.target, 0};
      reference.backward(loss_of<double>(loss, reference.forward(input), target).slope, gradient);
    }
    trainer->train(batch, 0.5);
    const auto after = trainer->network({}).value();
    for (std::size_t t = 0; t < gradient.size(); ++t) {
      for (std::size_t i = 0; i < gradient[t].size(); ++i) {
        const double expected = before->tensors()[t].stored(i) - 0.5 / 40 * gradient[t][i];
        if (std::abs(expected) > 0.4) continue;  // may have been clipped to what the integers hold
        ASSERT_NEAR(after->tensors()[t].stored(i), expected, 2e-6) << name << ", tensor " << t;
      }
    }
  }
}

TEST(Online, SaysWhatTheSavedNetworkSays) {
  for (const std::string& name : names()) {
    auto trainer = OnlineTrainer::make(model(name), 4).value();
    trainer->train(lessons(7, 10), 0.1);
    const auto network = trainer->network({}).value();
    for (const Lesson& lesson : lessons(8, 50))
      EXPECT_NEAR(trainer->opinion(lesson.position).score,
                  static_cast<double>(network->fresh_output(lesson.position).score), 1.01)
          << name;
    auto other = OnlineTrainer::make(model(name), 5).value();
    ASSERT_TRUE(other->load(*network));
    for (const Lesson& lesson : lessons(9, 50))
      EXPECT_EQ(trainer->opinion(lesson.position).score, other->opinion(lesson.position).score) << name;
  }
}

TEST(Online, NumbersStayWithinWhatTheIntegersHold) {
  auto trainer = OnlineTrainer::make(model("perspective-256"), 1).value();
  const std::vector<Lesson> few = lessons(3, 4);
  for (int i = 0; i < 50; ++i) trainer->train(few, 1000);
  const auto rounded = nn::quantised(*trainer->network({}).value(), trainer->spec());
  ASSERT_TRUE(rounded) << rounded.error().message;
  EXPECT_EQ(rounded->clamped(), 0u);
}

TEST(Online, OtherShapesAndPlainNumbersAreRefused) {
  auto trainer = OnlineTrainer::make(model("mlp-769"), 1).value();
  const auto network = OnlineTrainer::make(model("mlp-768-256"), 1).value()->network({}).value();
  EXPECT_FALSE(trainer->load(*network));
  EXPECT_FALSE(OnlineTrainer::make(model("xor"), 1));
}

}  // namespace
}  // namespace tabia::train
