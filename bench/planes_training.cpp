// Training positions per processor second of networks over planes, one thread: forward, backward and step.
//
//   bench_planes_training [--benchmark_filter=cnn]
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "base/random.h"
#include "base/text.h"
#include "chess/movegen.h"
#include "nn/load.h"
#include "train/optimiser.h"
#include "train/planes_fragment.h"
#include "train/planes_model.h"

namespace {

using namespace tabia;

// Positions of random games, with random labels.
train::Fragments positions_for(const deep::InputSpec& input, std::size_t count) {
  base::Random random(7);
  train::Fragments fragments;
  while (fragments.size() < count) {
    train::PlanesFragmentWriter writer(fragments, input);
    chess::Position position;
    for (int ply = 0; ply < 80 && fragments.size() < count; ++ply) {
      const auto moves = chess::legal_moves(position);
      if (moves.empty()) break;
      const chess::Move move =
          moves[static_cast<int>(random.below(static_cast<std::uint64_t>(moves.size())))];
      writer.reach(position);
      writer.keep(move, {static_cast<float>(base::bell(random)), data::Outcome::Draw}, 0);
      writer.step(move);
      position.make(move);
    }
    writer.finish();
  }
  return fragments;
}

void train_model(benchmark::State& state, const std::string& name) {
  const auto batch = static_cast<std::size_t>(state.range(0));
  const nn::ModelSpec spec = nn::load_spec(base::concat("models/", name, ".toml")).value();
  const auto model = train::PlanesModel::make(spec, 1).value();
  train::Optimiser optimiser(*model, {});
  train::GradientList gradients;
  gradients.push_back(model->make_gradient());
  const train::Fragments fragments = positions_for(spec.planes->input, batch);
  std::vector<train::FragmentView> views;
  for (std::size_t i = 0; i < batch; ++i) views.push_back(fragments[i]);
  train::Objective objective;
  objective.loss.kind = train::LossKind::CrossEntropy;
  objective.result_weight = 0.5;
  for (auto _ : state) {
    benchmark::DoNotOptimize(gradients[0]->add(views, objective));
    optimiser.step(train::pointers_to(gradients), static_cast<double>(batch), 1e-4, 1);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * batch));
}

}  // namespace

int main(int argc, char** argv) {
  for (const char* name : {"cnn-12x8x8", "resnet-6x64", "resnet-2x32", "encoder-2x64"})
    benchmark::RegisterBenchmark(name, [name](benchmark::State& state) {
      train_model(state, name);
    })->Arg(512);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
