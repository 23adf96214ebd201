// bench/classical.cpp: how fast the classical evaluation is, alone and with its terms kept separate.
//
// Positions: ten from opening to ending, each with all positions that its legal moves lead to; reports
// evaluations per second on one core.
#include "eval/classical.h"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "eval/endgames.h"

namespace {

using namespace tabia;

// A mix of openings, middlegames and endings, each with the positions that its legal moves lead to.
const std::vector<chess::Position>& positions() {
  static const std::vector<chess::Position> list = [] {
    constexpr const char* kRoots[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r1bqkb1r/pp1n1ppp/2p1pn2/3p4/2PP4/2N1PN2/PP3PPP/R1BQKB1R w KQkq - 2 6",
        "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 3 8",
        "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
        "2r3k1/1p2q1pp/2b1pr2/p1pp4/6Q1/1P1PP1R1/P1PN2PP/5RK1 w - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/5pk1/4p1p1/3pP2p/3P1P1P/4K1P1/1r6/R7 w - - 0 1",
        "6k1/5ppp/4p3/3nP3/3B4/5P2/6PP/6K1 w - - 0 1",
        "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
    };
    std::vector<chess::Position> all;
    for (const char* fen : kRoots) {
      const chess::Position root = chess::parse_fen(fen).value();
      all.push_back(root);
      for (const chess::Move move : chess::legal_moves(root)) {
        all.push_back(root);
        all.back().make(move);
      }
    }
    return all;
  }();
  return list;
}

template <class Work>
void over_all(benchmark::State& state, Work&& work) {
  const auto& all = positions();
  for (auto _ : state) {
    for (const chess::Position& position : all) work(position);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(all.size()));
}

void classical_evaluation(benchmark::State& state) {
  over_all(state,
           [](const auto& position) { benchmark::DoNotOptimize(eval::classical_evaluation(position)); });
}
void classical_terms(benchmark::State& state) {
  over_all(state, [](const auto& position) { benchmark::DoNotOptimize(eval::classical_terms(position)); });
}
void hybrid_rules(benchmark::State& state) {
  const eval::HybridRules rules;
  over_all(state,
           [&](const auto& position) { benchmark::DoNotOptimize(eval::apply_rules(position, 50, rules)); });
}

BENCHMARK(classical_evaluation);
BENCHMARK(classical_terms);
BENCHMARK(hybrid_rules);

}  // namespace
