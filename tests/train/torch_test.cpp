#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>

#include "chess/fen.h"
#include "paths.h"
#include "train/gradient.h"
#include "train/reference.h"

namespace tabia::train {
namespace {

// What tests/train/torch_gradients.py prints: by tensor the sum, the sum of squares, and three of the nonzero
// numbers.
using Golden = std::map<std::string, std::vector<double>>;

Golden parse_golden(std::istream& in) {
  Golden golden;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string name;
    words >> name;
    for (double value = 0; words >> value;) golden[name].push_back(value);
  }
  return golden;
}

Golden committed() {
  std::ifstream in(tabia::test::test_data() + "/torch_gradients.txt");
  return parse_golden(in);
}

std::vector<double> summary_of(const std::vector<double>& gradient) {
  std::vector<double> on;
  double sum = 0;
  double squares = 0;
  for (const double g : gradient) {
    sum += g;
    squares += g * g;
    if (g != 0) on.push_back(g);
  }
  if (on.empty()) return {};
  return {sum, squares, on.front(), on[on.size() / 2], on.back()};
}

struct Case {
  const char* fen;
  float score;
  data::Outcome outcome;
};
constexpr Case kCases[] = {
    {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 0.3f, data::Outcome::Win},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", -0.5f, data::Outcome::Draw},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 1.2f, data::Outcome::Loss},
    {"8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47", 0.1f, data::Outcome::Win},
};

nn::ModelSpec torch_spec() {
  return nn::parse_spec(R"(features = "768"
accumulator = { width = 16, activation = "screlu", storage = "f32" }
layers = [ { width = 8, activation = "crelu", storage = "f32" }, { width = 1, storage = "f32" } ])")
      .value();
}

double number_of(std::size_t tensor, std::size_t i) {
  const double offset = tensor == 1 ? 0.3 : tensor == 3 ? 0.2 : 0;
  return offset + 0.3 * std::sin(0.7 * static_cast<double>(i) + static_cast<double>(tensor));
}

Objective torch_objective() {
  Objective objective;
  objective.loss.power = 2.5;
  objective.result_weight = 0.25;
  return objective;
}

TEST(TorchGradients, ThePlainGradientIsThatOfPytorch) {
  const Golden golden = committed();
  const nn::ModelSpec spec = torch_spec();
  const auto features = spec.features.make().value();
  ReferenceModel<double> model(spec);
  for (std::size_t t = 0; t < model.weights().size(); ++t)
    for (std::size_t i = 0; i < model.weights()[t].size(); ++i) model.weights()[t][i] = number_of(t, i);
  Numbers<double> gradient = zeros_for<double>(spec);
  double loss = 0;
  const Objective objective = torch_objective();
  for (const Case& one : kCases) {
    const auto input = input_of<double>(spec, features, chess::parse_fen(one.fen).value());
    // PyTorch has the score in double precision.
    auto target = target_of<double>({one.score, one.outcome}, 0, objective.loss);
    const double score = std::round(static_cast<double>(one.score) * 10) / 10;
    target.expected = 0.25 * (static_cast<int>(one.outcome) + 1) / 2.0 + 0.75 * logistic(score);
    const auto value = loss_of<double>(objective.loss, model.forward(input), target);
    loss += value.loss;
    model.backward(value.slope, gradient);
  }
  EXPECT_NEAR(loss, golden.at("loss")[0], 1e-12);
  const auto tensors = nn::tensors_of(spec);
  for (std::size_t t = 0; t < tensors.size(); ++t) {
    const std::vector<double> found = summary_of(gradient[t]);
    const std::vector<double>& expected = golden.at(tensors[t].name);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_NEAR(found[i], expected[i], 1e-10 * std::max(1.0, std::abs(expected[i])))
          << tensors[t].name << " " << i;
  }
}

TEST(TorchGradients, TheFastGradientIsThatOfPytorchWithinRounding) {
  const Golden golden = committed();
  const nn::ModelSpec spec = torch_spec();
  auto model = Model::make(spec, {}).value().release();
  const std::unique_ptr<Model> owner(model);
  for_each_number(spec, model->shape(),
                  [&](std::size_t tensor, std::size_t number, std::size_t array, std::size_t place) {
                    model->trained()[array][place] = static_cast<float>(number_of(tensor, number));
                  });
  model->refresh(1);
  Fragments fragments;
  FragmentWriter writer(fragments);
  for (const Case& one : kCases) {
    writer.keep(chess::parse_fen(one.fen).value(), {one.score, one.outcome});
    writer.close();
  }
  std::vector<FragmentView> starts;
  for (std::size_t i = 0; i < fragments.size(); ++i) starts.push_back(fragments[i]);
  Gradient gradient(*model);
  EXPECT_NEAR(gradient.add(starts, torch_objective()), golden.at("loss")[0], 1e-6);
  const std::vector<nn::Tensor> tensors = model->tensors_from(gradient.arrays());
  for (const nn::Tensor& tensor : tensors) {
    std::vector<double> numbers;
    for (const float g : tensor.values<float>()) numbers.push_back(static_cast<double>(g));
    const std::vector<double> found = summary_of(numbers);
    const std::vector<double>& expected = golden.at(tensor.spec().name);
    ASSERT_EQ(found.size(), expected.size());
    for (const std::size_t i : {0, 1})
      EXPECT_NEAR(found[i], expected[i], 2e-6) << tensor.spec().name << " " << i;
  }
}

TEST(TorchGradients, TheCommittedNumbersAreWhatPytorchSaysHere) {
  std::FILE* pipe = ::popen(
      ("/usr/bin/python3 " + tabia::test::test_data() + "/../train/torch_gradients.py 2>/dev/null").c_str(),
      "r");
  ASSERT_NE(pipe, nullptr);
  std::string output;
  for (int c = 0; (c = std::fgetc(pipe)) != EOF;) output += static_cast<char>(c);
  if (::pclose(pipe) != 0 || output.empty()) GTEST_SKIP() << "python3-torch is not installed";
  std::istringstream in(output);
  const Golden found = parse_golden(in);
  for (const auto& [name, expected] : committed()) {
    ASSERT_TRUE(found.contains(name)) << name;
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(found.at(name)[i], expected[i], 1e-12) << name << " " << i;
  }
}

}  // namespace
}  // namespace tabia::train
