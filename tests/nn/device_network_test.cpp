// Whole networks on an OpenCL device against the specification: the forward pass with the scalar table.
#include <cmath>
#include <filesystem>

#include "chess/random_moves.h"
#include "deep/device_forward.h"
#include "deep/golden.h"
#include "device/device_support.h"
#include "nn/net_support.h"
#include "paths.h"

namespace tabia::nn {
namespace {

// The numbers of a network as its forward pass takes them.
struct PlaneTensors {
  std::vector<std::vector<float>> numbers;
  std::vector<deep::TensorData> data;

  explicit PlaneTensors(const Network& network) {
    for (const Tensor& tensor : network.tensors()) {
      auto& list = numbers.emplace_back(tensor.spec().size());
      for (std::size_t i = 0; i < list.size(); ++i) list[i] = static_cast<float>(tensor.stored(i));
    }
    for (const auto& list : numbers) data.push_back({list, {}});
  }
};

std::vector<deep::Planes> some_boards(const deep::InputSpec& input, std::size_t count) {
  std::vector<deep::Planes> boards;
  base::Random random(7);
  while (boards.size() < count) {
    chess::Game game;
    for (std::size_t ply = 0; ply < 3 + 5 * boards.size(); ++ply) {
      const auto moves = chess::legal_moves(game.position());
      if (moves.empty()) break;
      game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    boards.push_back(deep::encode(input, game.positions()));
  }
  return boards;
}

class NetworkOnDeviceFull : public device::WithDevice {
 protected:
  void expect_specification(const Network& network, const std::string& name) const {
    SCOPED_TRACE(name);
    const deep::PlanesSpec& spec = *network.spec().planes;
    const PlaneTensors tensors(network);
    const auto forward = deep::device_forward(spec, tensors.data, device_);
    ASSERT_TRUE(forward.ok()) << forward.error().message;
    const deep::Forward scalar(spec, tensors.data, *kernels::runnable_planes_kernels().front());
    const std::vector<deep::Planes> boards = some_boards(spec.input, 6);
    std::vector<deep::Outputs> expected(boards.size());
    scalar.run(boards, expected);
    const bool probability = spec.value.kind != deep::ValueSpec::Kind::Centipawns;
    const double unit = probability ? 1 : spec.value.scale;
    for (const std::size_t batch : {1, 2, 6, 300}) {
      std::vector<deep::Planes> many;
      while (many.size() < batch) many.push_back(boards[many.size() % boards.size()]);
      std::vector<deep::Outputs> found(batch);
      (*forward)->run(many, found);
      for (std::size_t i = 0; i < batch; ++i) {
        const deep::Outputs& right = expected[i % boards.size()];
        ASSERT_NEAR(found[i].value, right.value, 1e-4 * unit) << "batch " << batch << " board " << i;
        ASSERT_NEAR(found[i].moves_left, right.moves_left, 1e-2);
        ASSERT_EQ(found[i].policy.size(), right.policy.size());
        for (std::size_t k = 0; k < 3; ++k) ASSERT_NEAR(found[i].wdl[k], right.wdl[k], 1e-4);
        for (std::size_t k = 0; k < right.policy.size(); ++k)
          ASSERT_NEAR(found[i].policy[k], right.policy[k], 1e-3) << "batch " << batch << " move " << k;
        // The batch makes no difference at all.
        ASSERT_EQ(found[i].value, found[i % boards.size()].value);
        ASSERT_EQ(found[i].policy, found[i % boards.size()].policy);
      }
    }
    EXPECT_NE(expected[0].value, expected[1].value);
  }
};

TEST_F(NetworkOnDeviceFull, EveryModelOverPlanesGivesTheSpecificationsOutputs) {
  int count = 0;
  for (const ModelSpec& spec : testing::all_models()) {
    if (!spec.planes) continue;
    expect_specification(*random_network(spec, 3), spec.name);
    ++count;
  }
  EXPECT_GE(count, 4);
}

TEST_F(NetworkOnDeviceFull, FilesOfLc0GiveTheSpecificationsOutputs) {
  for (const std::string name : {"toy-a-classic", "toy-b-se-conv-wdl-mlh", "toy-c-se-attention-policy",
                                 "toy-d-attention-body", "toy-e-multihead", "meangirl-8", "maia-1500"}) {
    const std::string here = tabia::test::test_data() + "/deep/" + name + ".pb.gz";
    const auto network =
        load_network(std::filesystem::exists(here) ? here : deep::shared_deep(name + ".pb.gz"));
    if (network) expect_specification(**network, name);
    EXPECT_TRUE(network.ok() || !name.starts_with("toy")) << "the toys are in the tree";
  }
}

TEST_F(NetworkOnDeviceFull, BytesAreRefusedWithAReason) {
  deep::PlanesSpec spec = *testing::model("resnet-2x32").planes;
  spec.storage = deep::Storage::I8;
  const auto forward = deep::device_forward(spec, {}, device_);
  ASSERT_FALSE(forward.ok());
  EXPECT_NE(forward.error().message.find("storage i8"), std::string::npos);
  EXPECT_NE(forward.error().message.find("TABIA_DEVICE"), std::string::npos);
}

}  // namespace
}  // namespace tabia::nn
