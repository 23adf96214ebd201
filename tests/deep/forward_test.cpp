// The forward pass with hand-made numbers; tests/nn/lc0_file_test.cpp compares it with lc0's.
#include "deep/forward.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "base/toml.h"
#include "chess/fen.h"

namespace tabia::deep {
namespace {

PlanesSpec spec_of(std::string_view text) {
  const auto table = base::parse_toml(text).value();
  base::TableReader reader(table, "");
  auto spec = read_planes_spec(reader);
  EXPECT_TRUE(spec.ok()) << (spec ? "" : spec.error().message);
  return *spec;
}

std::string error_of(std::string_view text) {
  const auto table = base::parse_toml(text).value();
  base::TableReader reader(table, "");
  const auto spec = read_planes_spec(reader);
  if (!spec) return spec.error().message;
  const auto good = reader.finish();
  return good ? "" : good.error().message;
}

constexpr std::string_view kEverything = R"(
input = { planes = "pieces", order = "KQRBNP", first = "black", squares = "a1", view = "mover", history = 3,
          side_to_move = true, castling = true, clock = true, rating = true }
activation = "mish"
ffn_activation = "relu2"
smolgen_activation = "swish"
norm = "batch"
storage = "f16"
body = [
  { block = "conv", filters = 8 },
  { block = "residual", repeat = 2, se = 4 },
  { block = "residual", kernel = 1 },
  { block = "embed", width = 16, positions = "map", gates = true },
  { block = "encoder", repeat = 2, heads = 2, attention = 8, ffn = 24, smolgen = [2, 6, 4] },
]
policy = { kind = "attention", width = 12, attention = 10, encoders = [{ heads = 3, ffn = 20 }] }
value = { kind = "wdl", planes = 4, widths = [16, 8] }
moves_left = { planes = 2, width = 6 }
)";

TEST(PlanesSpec, TextFormGivesTheSameSpecBack) {
  const PlanesSpec spec = spec_of(kEverything);
  EXPECT_EQ(spec_of(to_text(spec)), spec);
  EXPECT_EQ(spec.input.planes(), 12 * 3 + 7);
  EXPECT_EQ(blocks_of(spec).size(), 7u);
  EXPECT_EQ(blocks_of(spec)[4].name, "body5");
}

TEST(PlanesSpec, NamesAndShapesOfTensorsFollowTheBlocks) {
  const auto tensors = tensors_of(spec_of(R"(
input = { planes = "lc0" }
body = [ { block = "conv", filters = 64 }, { block = "residual", repeat = 6, se = 8 } ]
policy = { kind = "convolution" }
value = { kind = "wdl", planes = 32, width = 128 }
)"));
  const auto shape = [&](std::string_view name) -> std::pair<std::size_t, std::size_t> {
    for (const TensorShape& tensor : tensors)
      if (tensor.name == name) return {tensor.rows, tensor.columns};
    ADD_FAILURE() << "no tensor " << name;
    return {};
  };
  using Pair = std::pair<std::size_t, std::size_t>;
  EXPECT_EQ(shape("body1.conv.weights"), Pair(64, 112 * 9));
  EXPECT_EQ(shape("body3.conv1.weights"), Pair(64, 64 * 9));
  EXPECT_EQ(shape("body7.se2.weights"), Pair(128, 8));
  EXPECT_EQ(shape("policy.conv2.bias"), Pair(1, 73));
  EXPECT_EQ(shape("value.dense1.weights"), Pair(128, 32 * 64));
  EXPECT_EQ(shape("value.dense2.weights"), Pair(3, 128));
}

TEST(PlanesSpec, FaultsAreNamed) {
  const auto with = [](std::string_view body, std::string_view rest = "value = { kind = \"wdl\" }") {
    return error_of(
        base::concat("input = { planes = \"pieces\", view = \"mover\" }\nbody = [ ", body, " ]\n", rest));
  };
  EXPECT_EQ(with("{ block = \"conv\", filters = 4 }"), "");
  EXPECT_NE(with("").find("at least one"), std::string::npos);
  EXPECT_NE(with("{ block = \"conf\" }").find("conv, residual, embed, encoder"), std::string::npos);
  EXPECT_NE(with("{ block = \"conv\", filters = 4, kernel = 2 }").find("kernel"), std::string::npos);
  EXPECT_NE(with("{ block = \"encoder\", heads = 1 }").find("embed"), std::string::npos);
  EXPECT_NE(with("{ block = \"embed\", width = 4 }, { block = \"conv\", filters = 4 }").find("follow"),
            std::string::npos);
  EXPECT_NE(with("{ block = \"embed\", width = 4 }, { block = \"encoder\", heads = 3 }").find("divide"),
            std::string::npos);
  EXPECT_NE(with("{ block = \"conv\", filters = 4096 }, { block = \"residual\", repeat = 200 }")
                .find("the most allowed"),
            std::string::npos);
  EXPECT_NE(error_of("input = { planes = \"pieces\" }\nbody = [ { block = \"conv\", filters = 4 } ]\n"
                     "policy = { kind = \"convolution\" }")
                .find("mover"),
            std::string::npos);
}

// Random tensors of a spec.
std::vector<std::vector<float>> random_tensors(const PlanesSpec& spec, std::uint64_t seed) {
  base::Random random(seed);
  std::vector<std::vector<float>> tensors;
  for (const TensorShape& shape : tensors_of(spec)) {
    auto& numbers = tensors.emplace_back(shape.size());
    for (float& number : numbers)
      number =
          static_cast<float>(initial_mean(shape) + (initial_deviation(shape) + 0.05) * base::bell(random));
  }
  return tensors;
}

TEST(Forward, OutputsOfABoardDoNotDependOnTheBatch) {
  const PlanesSpec spec = spec_of(kEverything);
  const auto tensors = random_tensors(spec, 1);
  std::vector<TensorData> data;
  for (const auto& numbers : tensors) data.push_back({numbers, {}});
  const Forward forward(spec, data);
  std::vector<Planes> boards;
  for (const char* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                          "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 1",
                          "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"}) {
    const chess::Position position = chess::parse_fen(fen).value();
    boards.push_back(encode(spec.input, {&position, 1}));
  }
  for (std::size_t i = 0; i < 80; ++i) boards.push_back(boards[i % 3]);
  std::vector<Outputs> outputs(boards.size());
  forward.run(boards, outputs);
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const Outputs alone = forward.run(boards[i]);
    EXPECT_EQ(alone.value, outputs[i].value);
    EXPECT_EQ(alone.policy, outputs[i].policy);
    EXPECT_EQ(alone.moves_left, outputs[i].moves_left);
    EXPECT_NEAR(alone.wdl[0] + alone.wdl[1] + alone.wdl[2], 1, 1e-6);
    EXPECT_TRUE(std::isfinite(alone.value));
  }
  EXPECT_NE(outputs[0].value, outputs[1].value);
  EXPECT_EQ(outputs[0].policy.size(), std::size_t{kPolicyMoves});
}

TEST(Forward, EveryInstructionSetIsCloseToTheSpecification) {
  for (const std::string_view text : {kEverything, std::string_view(R"(
input = { planes = "lc0", format = 1 }
body = [ { block = "conv", filters = 20 }, { block = "residual", se = 4 }, { block = "residual" },
         { block = "conv", filters = 24, kernel = 1 }, { block = "residual", kernel = 1 } ]
policy = { kind = "convolution" }
value = { kind = "tanh", planes = 3, widths = [9] }
)")}) {
    const PlanesSpec spec = spec_of(text);
    const auto tensors = random_tensors(spec, 2);
    std::vector<TensorData> data;
    for (const auto& numbers : tensors) data.push_back({numbers, {}});
    const chess::Position position =
        chess::parse_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 1").value();
    const Planes board = encode(spec.input, {&position, 1});
    const auto tables = kernels::runnable_planes_kernels();
    const Outputs expected = Forward(spec, data, *tables.front()).run(board);
    for (const kernels::PlanesKernels* table : tables) {
      const Outputs found = Forward(spec, data, *table).run(board);
      EXPECT_NEAR(found.value, expected.value, 1e-4) << table->name;
      EXPECT_NEAR(found.moves_left, expected.moves_left, 1e-3) << table->name;
      for (std::size_t i = 0; i < expected.policy.size(); ++i)
        ASSERT_NEAR(found.policy[i], expected.policy[i], 1e-3) << table->name << " move " << i;
    }
  }
}

}  // namespace
}  // namespace tabia::deep
