// Evaluations per processor second of networks over planes, by batch size.
//
//   bench_planes_networks [--net FILE ...]     models/cnn-12x8x8 and models/resnet-6x64 with random numbers, else
//   TABIA_BENCH_NETS=a.net:b.pb.gz             the named networks
//   TABIA_DEVICE=opencl                        on a device: with PoCL the processor time of all its threads
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>

#include "base/random.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "nn/load.h"
#include "nn/random_network.h"

namespace {

using namespace tabia;

// Boards of random games.
std::vector<deep::Planes> boards_of(const deep::InputSpec& input, std::size_t count) {
  base::Random random(7);
  std::vector<deep::Planes> boards;
  while (boards.size() < count) {
    chess::Game game;
    for (int ply = 0; ply < 60 && boards.size() < count; ++ply) {
      const auto moves = chess::legal_moves(game.position());
      if (moves.empty()) break;
      game.play(moves[static_cast<int>(random.below(static_cast<std::uint64_t>(moves.size())))]);
      if (ply > 5) boards.push_back(deep::encode(input, game.positions()));
    }
  }
  return boards;
}

void evaluate(benchmark::State& state, const nn::Network& network) {
  const auto batch = static_cast<std::size_t>(state.range(0));
  const auto boards = boards_of(network.spec().planes->input, 512);
  std::vector<deep::Outputs> outputs(batch);
  std::size_t first = 0;
  for (auto _ : state) {
    network.forward()->run(std::span(boards).subspan(first, batch), outputs);
    first = (first + batch) % (boards.size() - batch + 1);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * batch));
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::pair<std::string, std::shared_ptr<const nn::Network>>> networks;
  if (const char* named = std::getenv("TABIA_BENCH_NETS")) {
    for (const std::string_view path : base::split(named, ':'))
      networks.emplace_back(path, nn::load_network(std::string(path)).value());
  } else {
    for (const char* model : {"cnn-12x8x8", "resnet-6x64", "resnet-2x32", "encoder-2x64"})
      networks.emplace_back(
          model, nn::random_network(nn::load_spec(base::concat("models/", model, ".toml")).value(), 1));
  }
  for (const auto& [name, network] : networks)
    benchmark::RegisterBenchmark(name.c_str(), [&](benchmark::State& state) { evaluate(state, *network); })
        ->Arg(1)
        ->Arg(16)
        ->Arg(32)
        ->Arg(256)
        ->MeasureProcessCPUTime()
        ->Unit(benchmark::kMicrosecond);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
