#include "nn/onnx_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "base/random.h"
#include "base/text.h"
#include "chess/test_support.h"
#include "nn/net_support.h"
#include "nn/random_network.h"
#include "onnx/runtime.h"
#include "paths.h"
#include "sanitized.h"

namespace tabia::nn {
namespace {

using chess::test::position_of;

std::vector<Position> positions_of_random_games(std::size_t count) {
  std::vector<Position> positions;
  chess::test::RandomPlay play(7);
  while (positions.size() < count) {
    play.play(play.choose());
    if (play.random().below(6) == 0) positions.push_back(play.position());
  }
  return positions;
}

std::vector<ModelSpec> exported_specs() {
  std::vector<ModelSpec> specs = testing::incremental_specs();
  for (const char* name : {"mlp-769", "mlp-768-skip", "mlp-768-256"}) specs.push_back(testing::model(name));
  auto heads = parse_spec(R"(name = "floats seen from both sides, dual"
features = "768-mirrored"
piece_square = true
accumulator = { width = 24, activation = "pairwise", storage = "f32" }
layers = [ { width = 6, activation = "dual", storage = "f32" }, { width = 4, activation = "crelu", storage = "f32" }, { width = 1, storage = "f32" } ]
output = { buckets = "pieces", heads = 4, eval_scale = 400, activation = "tanh" })");
  EXPECT_TRUE(heads) << (heads ? "" : heads.error().message);
  if (heads) specs.push_back(*heads);
  return specs;
}

struct Form {
  OnnxOptions options;
  std::string name;
};
// The forms that a network has.
std::vector<Form> forms_of(const ModelSpec& spec) {
  std::vector<Form> forms;
  const bool has_relations = spec.features.relations.any();
  for (const bool exact : {false, true}) {
    if (exact && !spec.is_quantised()) continue;
    if (!has_relations)
      forms.push_back({{OnnxInputs::Planes, exact}, exact ? "exact, planes" : "floats, planes"});
    if (!spec.perspective && !exact && spec.name != "mlp-769")
      forms.push_back({{OnnxInputs::Pieces, false}, "floats, pieces"});
    if (spec.perspective)
      forms.push_back({{OnnxInputs::Indices, exact}, exact ? "exact, indices" : "floats, indices"});
  }
  return forms;
}

// The score of the engine before it is made a whole number.
double unrounded(const Network& network, const Output& output) {
  const ModelSpec& spec = network.spec();
  const auto raw = static_cast<double>(output.raw);
  if (!spec.is_quantised() || spec.arithmetic == Arithmetic::Tabia) {
    const double one = spec.is_quantised() ? network.raw_scale() : 1e6;  // millionths
    const double value = spec.output.activation == Activation::Tanh ? std::tanh(raw / one) : raw / one;
    return value * spec.output.eval_scale;
  }
  return raw / 16;
}

void expect_like_the_engine(const Network& network, const Network& model, const Form& form,
                            const std::vector<Position>& positions) {
  const double units_per_cp = network.wdl().a[3] / 100;
  double largest = 0;
  for (const Position& position : positions) {
    const Output expected = network.fresh_output(position);
    const Output found = model.fresh_output(position);
    if (form.options.exact) {
      ASSERT_EQ(found.raw, expected.raw) << form.name << ": " << chess::to_fen(position);
      ASSERT_EQ(found.score, expected.score) << form.name << ": " << chess::to_fen(position);
      continue;
    }
    const double difference = std::abs(static_cast<double>(found.raw) / 1e6 - unrounded(network, expected));
    largest = std::max(largest, difference / units_per_cp);
    ASSERT_LE(difference / units_per_cp, 0.05) << form.name << ": " << chess::to_fen(position);
  }
  ::testing::Test::RecordProperty(network.spec().name + ", " + form.name, std::to_string(largest));
}

TEST(Onnx, EveryFamilyEvaluatesInOurInterpreterLikeTheEngine) {
  const auto positions = positions_of_random_games(tabia::test::rounds(12, 4));
  for (const ModelSpec& spec : exported_specs()) {
    SCOPED_TRACE(spec.name);
    const auto network = random_network(spec, 11);
    for (const Form& form : forms_of(spec)) {
      const auto bytes = write_onnx(*network, form.options);
      ASSERT_TRUE(bytes) << form.name << ": " << bytes.error().message;
      const auto model = read_onnx(*bytes);
      ASSERT_TRUE(model) << form.name << ": " << model.error().message;
      expect_like_the_engine(*network, **model, form, positions);
    }
  }
}

// Networks over planes: our own specs, small, and lc0's files of every kind.
std::vector<std::shared_ptr<const Network>> planes_networks() {
  std::vector<std::shared_ptr<const Network>> networks;
  for (const char* name : {"cnn-12x8x8", "resnet-2x32", "resnet-6x64", "encoder-2x64"})
    networks.push_back(random_network(testing::model(name), 5));
  for (const char* name : {"toy-a-classic", "toy-b-se-conv-wdl-mlh", "toy-c-se-attention-policy",
                           "toy-d-attention-body", "toy-e-multihead"}) {
    const auto network = load_network(tabia::test::test_data() + "/deep/" + name + ".pb.gz");
    EXPECT_TRUE(network) << (network ? "" : network.error().message);
    if (network) networks.push_back(*network);
  }
  return networks;
}

// Values are compared before they become scores: near 1, tan() turns small differences into large ones.
void expect_equal_values(const Network& network, const Network& model,
                         const std::vector<Position>& positions) {
  for (const Position& position : positions) {
    const base::Score expected = network.fresh_output(position).score;
    const base::Score found = model.fresh_output(position).score;
    EXPECT_LE(std::abs(expected - found), 1 + std::abs(expected) / 500) << chess::to_fen(position);
  }
}

TEST(Onnx, NetworksOverPlanesEvaluateInOurInterpreterLikeTheEngine) {
  const auto positions = positions_of_random_games(3);
  for (const auto& network : planes_networks()) {
    SCOPED_TRACE(network->spec().name);
    const auto bytes = write_onnx(*network, {});
    ASSERT_TRUE(bytes) << bytes.error().message;
    const auto model = read_onnx(*bytes);
    ASSERT_TRUE(model) << model.error().message;
    expect_equal_values(*network, **model, positions);
  }
}

// The outputs of a model for these positions, one after another, by name.
std::vector<float> policy_of(const onnx::Runner& runner, const Network& network, const Position& position) {
  const deep::Planes planes = deep::encode(network.spec().planes->input, {&position, 1});
  onnx::Tensor tensor(onnx::ElementType::Float, {1, planes.count, 8, 8});
  for (std::size_t plane = 0; plane < static_cast<std::size_t>(planes.count); ++plane) {
    for (std::size_t square = 0; square < 64; ++square) {
      if ((planes.planes[plane].squares >> square & 1) != 0)
        tensor.data<float>()[64 * plane + square] = planes.planes[plane].value;
    }
  }
  const auto outputs = runner.run(onnx::Tensors{tensor});
  EXPECT_TRUE(outputs) << (outputs ? "" : outputs.error().message);
  for (std::size_t i = 0; outputs && i < runner.outputs().size(); ++i) {
    if (runner.outputs()[i].name != "/output/policy") continue;
    const auto values = (*outputs)[i].values<float>();
    return {values.begin(), values.end()};
  }
  return {};
}

void expect_equal_policies(const Network& network, const onnx::Runner& runner,
                           const std::vector<Position>& positions) {
  for (const Position& position : positions) {
    const std::vector<float> found = policy_of(runner, network, position);
    const deep::Outputs expected = network.deep_outputs({&position, 1});
    ASSERT_EQ(found.size(), expected.policy.size());
    for (std::size_t i = 0; i < found.size(); ++i)
      ASSERT_NEAR(found[i], expected.policy[i], 1e-3 + 1e-4 * std::abs(expected.policy[i])) << i;
  }
}

TEST(Onnx, PoliciesOfEveryKindAreThoseOfTheEngine) {
  const auto positions = positions_of_random_games(2);
  for (const auto& network : planes_networks()) {
    if (!network->spec().planes->policy) continue;
    SCOPED_TRACE(network->spec().name);
    const auto model = onnx_model_of(*network, {});
    ASSERT_TRUE(model) << model.error().message;
    const auto program = onnx::Program::make(*model);
    ASSERT_TRUE(program) << program.error().message;
    expect_equal_policies(*network, **program, positions);
  }
}

// libonnxruntime.so of the npm package onnxruntime-node, or another one; ./test full fetches it.
std::string runtime_library() {
  const char* path = std::getenv("TABIA_ONNXRUNTIME");
  return path ? path : "";
}

TEST(OnnxFull, EveryFamilyEvaluatesInOnnxruntimeLikeTheEngine) {
  if (runtime_library().empty()) GTEST_SKIP() << "needs onnxruntime: TABIA_ONNXRUNTIME names no library";
  const auto positions = positions_of_random_games(300);
  std::vector<std::shared_ptr<const Network>> networks;
  for (const ModelSpec& spec : exported_specs()) networks.push_back(random_network(spec, 11));
  for (const ModelSpec& spec : testing::all_models()) {
    if (!spec.planes && spec.features.is_chess()) networks.push_back(random_network(spec, 12));
  }
  for (const char* name : {"default.net", "grown.net"}) {
    const auto network = load_network(tabia::test::test_data() + "/../../nets/" + name);
    ASSERT_TRUE(network) << network.error().message;
    networks.push_back(*network);
  }
  for (const auto& network : networks) {
    SCOPED_TRACE(network->spec().name);
    for (const Form& form : forms_of(network->spec())) {
      const auto bytes = write_onnx(*network, form.options);
      ASSERT_TRUE(bytes) << form.name << ": " << bytes.error().message;
      const auto runner = onnx::load_in_runtime(*bytes, {runtime_library()});
      ASSERT_TRUE(runner) << form.name << ": " << runner.error().message;
      const auto model = onnx::read_model(*bytes);
      ASSERT_TRUE(model) << model.error().message;
      const auto evaluated = onnx_network(*bytes, *model, *runner);
      ASSERT_TRUE(evaluated) << evaluated.error().message;
      expect_like_the_engine(*network, **evaluated, form, positions);
    }
  }
}

TEST(OnnxFull, NetworksOverPlanesEvaluateInOnnxruntimeLikeTheEngine) {
  if (runtime_library().empty()) GTEST_SKIP() << "needs onnxruntime: TABIA_ONNXRUNTIME names no library";
  const auto positions = positions_of_random_games(100);
  for (const auto& network : planes_networks()) {
    SCOPED_TRACE(network->spec().name);
    const auto bytes = write_onnx(*network, {});
    ASSERT_TRUE(bytes) << bytes.error().message;
    const auto runner = onnx::load_in_runtime(*bytes, {runtime_library()});
    ASSERT_TRUE(runner) << runner.error().message;
    const auto model = onnx::read_model(*bytes);
    ASSERT_TRUE(model) << model.error().message;
    const auto evaluated = onnx_network(*bytes, *model, *runner);
    ASSERT_TRUE(evaluated) << evaluated.error().message;
    expect_equal_values(*network, **evaluated, positions);
    if (network->spec().planes->policy) expect_equal_policies(*network, **runner, positions);
  }
}

// Numbers for every input of a model, for three boards: few ones among zeros, like planes.
onnx::Tensors sparse_inputs(const onnx::Runner& runner, base::Random& random) {
  onnx::Tensors inputs;
  for (const onnx::ValueInfo& input : runner.inputs()) {
    onnx::Shape shape;
    for (const onnx::Dimension& dimension : input.shape)
      shape.push_back(dimension.size < 0 ? 3 : dimension.size);
    onnx::Tensor& tensor = inputs.emplace_back(onnx::ElementType::Float, shape);
    for (std::size_t i = 0; i < tensor.size(); ++i)
      tensor.data<float>()[i] = random.below(8) == 0 ? 1.0f : 0.0f;
  }
  return inputs;
}

// All outputs, not only the score; logits and centipawns relative to their size.
TEST(OnnxFull, OurInterpreterGivesWhatOnnxruntimeGives) {
  if (runtime_library().empty()) GTEST_SKIP() << "needs onnxruntime: TABIA_ONNXRUNTIME names no library";
  std::vector<std::shared_ptr<const Network>> networks = planes_networks();
  for (const char* name : {"mlp-769", "mlp-768-skip", "mlp-768-512"})
    networks.push_back(random_network(testing::model(name), 5));
  const std::string maia = tabia::test::shared_data() + "/deep/maia-1100.pb.gz";
  if (std::filesystem::exists(maia)) networks.push_back(load_network(maia).value());
  base::Random random(3);
  for (const auto& network : networks) {
    SCOPED_TRACE(network->spec().name);
    const auto bytes = write_onnx(*network, {});
    ASSERT_TRUE(bytes) << bytes.error().message;
    const auto theirs = onnx::load_in_runtime(*bytes, {runtime_library()});
    ASSERT_TRUE(theirs) << theirs.error().message;
    const auto ours = onnx::Program::make(onnx::read_model(*bytes).value());
    ASSERT_TRUE(ours) << ours.error().message;
    const onnx::Tensors inputs = sparse_inputs(**ours, random);
    const auto expected = (*theirs)->run(inputs);
    const auto found = (*ours)->run(inputs);
    ASSERT_TRUE(expected && found);
    ASSERT_EQ(found->size(), expected->size());
    double largest = 0;
    for (std::size_t i = 0; i < found->size(); ++i) {
      ASSERT_EQ((*found)[i].shape(), (*expected)[i].shape());
      const auto a = (*found)[i].values<float>();
      const auto b = (*expected)[i].values<float>();
      for (std::size_t k = 0; k < a.size(); ++k)
        largest =
            std::max(largest, static_cast<double>(std::abs(a[k] - b[k]) / std::max(1.0f, std::abs(b[k]))));
    }
    EXPECT_LE(largest, 1e-4);
    RecordProperty(network->spec().name, std::to_string(largest));
  }
}

TEST(Onnx, ABatchGivesWhatSinglePositionsGive) {
  const auto lite = random_network(stockfish_19_lite_spec(64), 3);
  const auto model = onnx_model_of(*lite, {});
  ASSERT_TRUE(model) << model.error().message;
  const auto program = onnx::Program::make(*model);
  ASSERT_TRUE(program) << program.error().message;
  const auto positions = positions_of_random_games(5);
  const auto inputs_of = [](std::span<const Position> list) {
    const auto batch = static_cast<std::int64_t>(list.size());
    onnx::Tensor planes(onnx::ElementType::Float, {batch, 12, 8, 8});
    onnx::Tensor white(onnx::ElementType::Float, {batch, 1});
    for (std::size_t i = 0; i < list.size(); ++i) {
      white.data<float>()[i] = list[i].side_to_move() == Color::White ? 1.0f : 0.0f;
      for (int square = 0; square < 64; ++square) {
        const Piece piece = list[i].piece_on(chess::square_at(square));
        if (piece == Piece::None) continue;
        const std::size_t plane = (chess::color_of(piece) == Color::White ? 0U : 6U) +
                                  std::string_view("PNBRQK").find(
                                      chess::kPieceLetters[static_cast<std::size_t>(chess::type_of(piece))]);
        planes.data<float>()[i * 768 + plane * 64 +
                             static_cast<std::size_t>(8 * (7 - square / 8) + square % 8)] = 1;
      }
    }
    return onnx::Tensors{planes, white};
  };
  const auto together = (*program)->run(inputs_of(positions));
  ASSERT_TRUE(together) << together.error().message;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto alone = (*program)->run(inputs_of(std::span(positions).subspan(i, 1)));
    ASSERT_TRUE(alone) << alone.error().message;
    for (std::size_t k = 0; k < alone->size(); ++k)
      EXPECT_EQ((*together)[k].data<float>()[i], (*alone)[k].data<float>()[0])
          << (*program)->outputs()[k].name;
  }
}

TEST(Onnx, ANetworkWithThreatsIsRefusedAsPlanesAndTheMessageNamesTheOtherForm) {
  const auto bytes = write_onnx(*random_network(stockfish_18_spec(32), 1), {});
  ASSERT_FALSE(bytes);
  EXPECT_NE(bytes.error().message.find("--inputs indices"), std::string::npos) << bytes.error().message;
}

TEST(Onnx, EveryTruncatedModelIsRefused) {
  const auto bytes = write_onnx(*random_network(testing::tiny_spec(), 1), {});
  ASSERT_TRUE(bytes) << bytes.error().message;
  // Cuts in the metadata, at the end, leave a whole graph behind if they fall between two fields.
  std::size_t accepted = 0;
  for (std::size_t length = 0; length < bytes->size();
       length += 1 + length / tabia::test::rounds<std::size_t>(300, 30))
    accepted += read_onnx(std::string_view(*bytes).substr(0, length)) ? 1 : 0;
  EXPECT_LE(accepted, 3U);
}

TEST(Onnx, AnAlteredModelIsRefusedOrEvaluatesWithoutHarm) {
  const auto bytes = write_onnx(*random_network(stockfish_19_lite_spec(64), 1), {OnnxInputs::Planes, true});
  ASSERT_TRUE(bytes) << bytes.error().message;
  base::Random random(5);
  const Position position;
  for (int i = 0; i < tabia::test::rounds(400, 40); ++i) {
    std::string altered = *bytes;
    // Most of the bytes are weights: the graph's nodes come first.
    const auto at = random.below(static_cast<std::uint32_t>(std::min<std::size_t>(altered.size(), 6000)));
    altered[at] = static_cast<char>(random.below(256));
    const auto model = read_onnx(altered);
    if (model)
      static_cast<void>((*model)->fresh_output(position));
    else
      EXPECT_FALSE(model.error().message.empty());
  }
}

TEST(Onnx, AnUnknownOperatorIsRefusedByName) {
  auto model = onnx_model_of(*random_network(testing::tiny_spec(), 1), {});
  ASSERT_TRUE(model) << model.error().message;
  model->nodes[3].operation = "Einsum";
  const auto network = read_onnx(onnx::write_model(*model));
  ASSERT_FALSE(network);
  EXPECT_NE(network.error().message.find("\"Einsum\" isn't supported"), std::string::npos)
      << network.error().message;
}

TEST(Onnx, AModelCanBeLoadedFromAFileButNotConvertedOrTrained) {
  const auto network = random_network(testing::tiny_spec(), 1);
  const auto bytes = write_onnx(*network, {});
  ASSERT_TRUE(bytes) << bytes.error().message;
  const auto model = read_network(*bytes);
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ((*model)->spec().name, network->spec().name);
  EXPECT_EQ((*model)->wdl(), network->wdl());
  EXPECT_NE(network_hash(**model), network_hash(*network));
  EXPECT_FALSE(write_onnx(**model, {}));
  EXPECT_FALSE(require_tensors(**model));
}

}  // namespace
}  // namespace tabia::nn
