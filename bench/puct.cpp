// How much of its time PUCT spends in the network: visits per second of processor time of a search, next to
// evaluations per second of the network alone in batches of 16, of the same positions. One thread; the rounds
// alternate, so that other programs have little effect.
//
//   cmake --preset release -DTABIA_BENCH=ON && cmake --build build/release --target bench_puct
//   build/release/bench_puct NETWORK [nodes, default 10000] [rounds, default 5]
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "engine/bench.h"
#include "nn/load.h"
#include "puct/judge.h"
#include "puct/searcher.h"

namespace {

using namespace tabia;

constexpr std::size_t kBatch = 16;

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The planes of positions that are one or two moves from the root.
std::vector<deep::Planes> planes_near(const chess::Game& root, const puct::Judge& judge, std::size_t count) {
  std::vector<deep::Planes> planes;
  std::vector<chess::Position> line = root.positions();
  for (const chess::Move move : chess::legal_moves(root.position())) {
    line.push_back(root.position());
    line.back().make(move);
    for (const chess::Move reply : chess::legal_moves(line.back())) {
      line.push_back(line.back());
      line.back().make(reply);
      planes.push_back(judge.planes_of(line));
      line.pop_back();
      if (planes.size() == count) return planes;
    }
    line.pop_back();
  }
  return planes;
}

struct Times {
  double search = 0;
  double bare = 0;
  std::uint64_t visits = 0;
  std::uint64_t evaluations = 0;
  std::uint64_t batches = 0;
};

// A part of a search that continues with its tree, and the same number of evaluations.
void alternate(puct::Searcher& searcher, const nn::Network& network, const chess::Game& game,
               const std::vector<deep::Planes>& planes, std::uint64_t nodes, Times& times) {
  search::Limits limits;
  limits.nodes = nodes;
  double before = processor_seconds();
  times.visits += searcher.search(game, limits).counters.nodes;
  times.search += processor_seconds() - before;
  times.batches += searcher.batches();
  std::vector<deep::Outputs> outputs(kBatch);
  before = processor_seconds();
  std::uint64_t done = 0;
  while (done < nodes) {
    for (std::size_t i = 0; i + kBatch <= planes.size() && done < nodes; i += kBatch, done += kBatch)
      network.forward()->run(std::span(planes).subspan(i, kBatch), outputs);
  }
  times.evaluations += done;
  times.bare += processor_seconds() - before;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fprintf(stderr, "usage: bench_puct NETWORK [nodes] [rounds]\n"), 2;
  const auto network = nn::load_network(argv[1]);
  if (!network.ok() || !puct::has_policy(network->get()))
    return std::fprintf(stderr, "%s: expected a network with a policy head\n", argv[1]), 1;
  const std::uint64_t nodes = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 10'000;
  const int rounds = argc > 3 ? std::atoi(argv[3]) : 5;
  const puct::Judge judge(*network, 1.0);
  constexpr std::uint64_t kPart = 512;
  std::vector<double> shares;
  for (int round = 0; round < rounds; ++round) {
    const auto entry = engine::bench_positions()[static_cast<std::size_t>(4 + 3 * round) % 24];
    const chess::Game game(*chess::parse_fen(entry.fen));
    const std::vector<deep::Planes> planes = planes_near(game, judge, 512);
    search::SearcherOptions options;
    options.hash_mib = 256;
    puct::Searcher searcher(*network, options);
    Times times;
    for (std::uint64_t done = 0; done < nodes; done += kPart)
      alternate(searcher, **network, game, planes, kPart, times);
    const double search = static_cast<double>(times.visits) / times.search;
    const double bare = static_cast<double>(times.evaluations) / times.bare;
    shares.push_back(search / bare);
    std::printf("%.0f visits/s in batches of %.1f, %.0f evaluations/s: %.3f\n", search,
                static_cast<double>(times.visits) / static_cast<double>(times.batches), bare, shares.back());
  }
  std::sort(shares.begin(), shares.end());
  std::printf("median share: %.3f\n", shares[shares.size() / 2]);
}
