// bench/evaluation.cpp: evaluations a second, for every family of networks, one thread, and batches on all cores.
//
//   cmake --preset release -DTABIA_BENCH=ON && cmake --build build/release --target bench_evaluation
//   build/release/bench_evaluation [--benchmark_filter=...]
//   build/release/bench_evaluation --sequence FILE   writes the walk of make/evaluate/unmake for another engine
//   build/release/bench_evaluation --walk NETWORK    times that walk with a network file, moves included
//   build/release/bench_evaluation --explain NETWORK times what Stockfish's `eval` computes (bench/eval_vs_stockfish)
//
// Next to each figure is the machine's bound for it (`bound`) and the share of the bound that is reached
// (`share`). The bound is the bytes of rows, sums and weights that must pass through the caches for one
// evaluation, at the bandwidths that the same run measures with the same kernels on plain arrays
// (docs/performance.md).
#include <benchmark/benchmark.h>

#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>

#include "base/random.h"
#include "base/text.h"
#include "base/threads.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "eval/explain.h"
#include "nn/accumulator.h"
#include "nn/load.h"
#include "nn/random_network.h"
#include "nn/stockfish_file.h"

namespace {

using namespace tabia;
using namespace tabia::chess;

// --- the walk

struct Step {
  enum class Kind { Reset, Make, Unmake } kind;
  Move move;
  PieceDelta delta;
  Position position;  // after the step
};

// Every legal move of some positions with three replies each, from openings to endgames, as a search would visit
// them: make, evaluate, make, evaluate, unmake ... The same on every machine.
std::vector<Step> walk() {
  constexpr std::string_view kRoots[] = {
      kStartFen,
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10",
      "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
      "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7",
      "2rq1rk1/1p1bbppp/p1np1n2/4p3/4P3/1NN1BP2/PPPQB1PP/2KR3R w - - 4 12",
      "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 11",
      "6k1/5p1p/4p1p1/3pP3/1p1P2P1/1P3P2/r4RKP/8 b - - 0 31",
      "3r1rk1/p5pp/bpp1pp2/8/q1PP1P2/b3P3/P2NQRPP/1R2B1K1 b - - 6 22",
  };
  std::vector<Step> steps;
  base::Random random(1);
  for (const auto fen : kRoots) {
    const Position root = parse_fen(fen).value();
    steps.push_back({Step::Kind::Reset, {}, {}, root});
    for (const Move move : legal_moves(root)) {
      Position child = root;
      child.make(move);
      steps.push_back({Step::Kind::Make, move, root.delta(move), child});
      const MoveList replies = legal_moves(child);
      for (int i = 0; i < 3 && !replies.empty(); ++i) {
        const Move reply =
            replies[static_cast<int>(random.below(static_cast<std::uint32_t>(replies.size())))];
        Position grandchild = child;
        grandchild.make(reply);
        steps.push_back({Step::Kind::Make, reply, child.delta(reply), grandchild});
        steps.push_back({Step::Kind::Unmake, {}, {}, child});
      }
      steps.push_back({Step::Kind::Unmake, {}, {}, root});
    }
  }
  return steps;
}

// --- what the machine can do

// Bytes a second that sums of rows read from a table of that many bytes.
double measured_bandwidth(std::size_t table_bytes) {
  constexpr std::size_t kLength = 512;
  const std::size_t rows = table_bytes / (kLength * sizeof(std::int16_t));
  nn::AlignedBuffer table(table_bytes);
  nn::AlignedBuffer sums(kLength * sizeof(std::int16_t));
  auto* out = reinterpret_cast<std::int16_t*>(sums.data());
  const kernels::Kernels& kernels = kernels::active_kernels();
  base::Random random(2);
  std::vector<std::uint32_t> order(32);
  double best = 0;
  for (int round = 0; round < 7; ++round) {
    constexpr int kCalls = 4000;
    const auto start = std::chrono::steady_clock::now();
    for (int call = 0; call < kCalls; ++call) {
      for (auto& row : order) row = random.below(static_cast<std::uint32_t>(rows));
      kernels.add_rows(out, out, reinterpret_cast<const std::int16_t*>(table.data()), order.data(),
                       order.size(), nullptr, 0, kLength);
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    best = std::max(best, kCalls * 32.0 * kLength * sizeof(std::int16_t) / seconds);
  }
  return best;
}

// The rows that one game touches fit in the second-level cache, no matter how large the whole table is.
struct Machine {
  double near_bandwidth = measured_bandwidth(16 << 10);  // first level
  double row_bandwidth = measured_bandwidth(1 << 20);    // second level
};

const Machine& machine() {
  static const Machine one;
  return one;
}

// The least seconds that one evaluation takes: `rows` rows of the first layer and `pairs` rows of bytes from the second
// level, and the near traffic of sums, activations and the layers of one head.
double least_seconds(const nn::Network& network, double rows, double pairs, double sums_read_or_written) {
  const double row_bytes = network.spec().accumulator.width * 2.0;
  double near_bytes =
      sums_read_or_written * row_bytes + 2 * row_bytes;  // the last: activation reads both sides
  for (const nn::TensorSpec& tensor : nn::tensors_of(network.spec())) {
    if (tensor.name.starts_with("layer"))
      near_bytes += static_cast<double>(tensor.bytes()) / network.spec().output.heads;
  }
  return (rows + pairs / 2) * row_bytes / machine().row_bandwidth + near_bytes / machine().near_bandwidth;
}

void add_counters(benchmark::State& state, double seconds_bound) {
  const auto iterations = static_cast<double>(state.iterations());
  state.counters["evals/s"] = benchmark::Counter(iterations, benchmark::Counter::kIsRate);
  if (seconds_bound <= 0) return;
  state.counters["bound/s"] = 1 / seconds_bound;
  state.counters["share"] = benchmark::Counter(iterations * seconds_bound, benchmark::Counter::kIsRate);
}

// --- the benchmarks

std::shared_ptr<const nn::Network> network_of(const nn::ModelSpec& spec) {
  return nn::random_network(spec, 1);
}

void fresh(benchmark::State& state, const nn::ModelSpec& spec) {
  const auto network = network_of(spec);
  const auto steps = walk();
  std::size_t at = 0;
  double pieces = 0;
  for (const Step& step : steps) pieces += chess::count(step.position.occupied());
  pieces /= static_cast<double>(steps.size());
  double pairs = 0;
  std::uint32_t active[nn::RelationSet::kMaxActive];
  for (const Step& step : steps) {
    for (const Color color : {Color::White, Color::Black})
      if (network->relations())
        pairs += static_cast<double>(network->relations()->active(step.position, color, active));
  }
  pairs /= static_cast<double>(steps.size());
  for (auto _ : state) {
    benchmark::DoNotOptimize(network->fresh_output(steps[at].position).score);
    if (++at == steps.size()) at = 0;
  }
  add_counters(state, spec.is_quantised() ? least_seconds(*network, 2 * pieces, pairs, 2) : 0);
}

// One quiet move and an evaluation, again and again: the common case of a search.
void quiet_move(benchmark::State& state, const nn::ModelSpec& spec) {
  nn::AccumulatorStack stack(network_of(spec));
  std::vector<Step> quiet;
  const Position root =
      parse_fen("r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7").value();
  for (const Move move : legal_moves(root)) {
    const bool king = type_of(root.piece_on(move.from())) == PieceType::King;
    if (root.is_noisy(move) || move.is_castling() || king) continue;
    Position child = root;
    child.make(move);
    quiet.push_back({Step::Kind::Make, move, root.delta(move), child});
  }
  stack.reset(root);
  benchmark::DoNotOptimize(stack.output(root).score);
  std::size_t at = 0;
  for (auto _ : state) {
    stack.push(quiet[at].delta);
    benchmark::DoNotOptimize(stack.output(quiet[at].position).score);
    stack.pop();
    if (++at == quiet.size()) at = 0;
  }
  double pairs = 0;  // that change, in both views
  if (const nn::RelationSet* relations = stack.network().relations()) {
    nn::RelationChanges changes;
    std::uint32_t inputs[nn::RelationChanges::kMost];
    for (const Step& step : quiet) {
      nn::PieceBoard board(root);
      relations->changed(board, step.delta, changes);
      for (const Color color : {Color::White, Color::Black}) {
        const std::uint8_t flip = nn::RelationSet::flip(color, root.king_square(color));
        for (const auto* list : {&changes.added, &changes.removed})
          pairs += static_cast<double>(relations->indices(*list, color, flip, inputs));
      }
    }
    pairs /= static_cast<double>(quiet.size());
  }
  add_counters(state, least_seconds(stack.network(), 4, pairs, 4));
}

void walk_tree(benchmark::State& state, const nn::ModelSpec& spec) {
  nn::AccumulatorStack stack(network_of(spec));
  const auto steps = walk();
  std::size_t evaluations = 0;
  for (auto _ : state) {
    for (const Step& step : steps) {
      switch (step.kind) {
        case Step::Kind::Reset:
          stack.reset(step.position);
          break;
        case Step::Kind::Make:
          stack.push(step.delta);
          break;
        case Step::Kind::Unmake:
          stack.pop();
          continue;
      }
      benchmark::DoNotOptimize(stack.output(step.position).score);
      ++evaluations;
    }
  }
  state.counters["evals/s"] =
      benchmark::Counter(static_cast<double>(evaluations), benchmark::Counter::kIsRate);
}

// What every tutorial starts from: all 768 inputs of both sides through a dense float layer.
void naive_dense_float(benchmark::State& state, int width) {
  const auto columns = static_cast<std::size_t>(width);
  std::vector<float> weights(768 * columns, 0.01f);
  std::vector<float> output_weights(2 * columns, 0.02f);
  std::vector<float> hidden(2 * columns);
  const auto steps = walk();
  std::size_t at = 0;
  for (auto _ : state) {
    const Position& position = steps[at].position;
    if (++at == steps.size()) at = 0;
    float sum = 0;
    for (int side = 0; side < 2; ++side) {
      float inputs[768] = {};
      for (Bitboard rest = position.occupied(); rest;) {
        const Square square = pop_first(rest);
        const Piece piece = position.piece_on(square);
        const bool own = static_cast<int>(color_of(piece)) == side;
        inputs[(own ? 0 : 384) + 64 * static_cast<int>(type_of(piece)) +
               (index_of(square) ^ (side ? 56 : 0))] = 1;
      }
      for (std::size_t n = 0; n < columns; ++n) {
        float value = 0;
        for (std::size_t i = 0; i < 768; ++i) value += inputs[i] * weights[n * 768 + i];
        hidden[n] = std::min(std::max(value, 0.0f), 1.0f);
        sum += hidden[n] * hidden[n] * output_weights[static_cast<std::size_t>(side) * columns + n];
      }
    }
    benchmark::DoNotOptimize(sum);
  }
  add_counters(state, 0);
}

// FENs to scores, parsing included, on all cores.
void batch(benchmark::State& state, const nn::ModelSpec& spec) {
  const auto network = network_of(spec);
  std::vector<std::string> fens;
  for (const Step& step : walk()) fens.push_back(to_fen(step.position));
  constexpr std::size_t kBlock = 512;
  constexpr std::size_t kTotal = 128 * kBlock;
  std::vector<base::Score> scores(kTotal);
  std::size_t evaluations = 0;
  for (auto _ : state) {
    base::parallel_for(kTotal / kBlock, base::usable_cores(), [&](std::size_t block) {
      for (std::size_t i = block * kBlock; i < (block + 1) * kBlock; ++i) {
        scores[i] = network->fresh_output(*parse_fen(fens[i % fens.size()])).score;
      }
    });
    evaluations += kTotal;
  }
  state.counters["evals/s"] =
      benchmark::Counter(static_cast<double>(evaluations), benchmark::Counter::kIsRate);
}

nn::ModelSpec perspective(int width, int heads, std::string_view activation = "screlu",
                          std::string_view features = "768") {
  return nn::parse_spec(base::concat("name = \"p\"\nfeatures = \"", features,
                                     "\"\naccumulator = { width = ", width, ", activation = \"", activation,
                                     "\", storage = \"i16\", scale = 255 }\nlayers = [ { width = 1, storage "
                                     "= \"i16\", scale = 64 } ]\n"
                                     "output = { buckets = \"",
                                     heads > 1 ? "pieces" : "one", "\", heads = ", heads,
                                     ", eval_scale = 400 }"))
      .value();
}

void register_all() {
  const nn::ModelSpec mlp =
      nn::parse_spec(
          "name = \"mlp-769\"\nfeatures = \"planes\"\nplanes = { side_to_move = true }\n"
          "accumulator = { width = 128, activation = \"relu\", storage = \"f32\" }\n"
          "layers = [ { width = 64, activation = \"relu\", storage = \"f32\" }, { width = 1, storage = "
          "\"f32\" } ]\n"
          "output = { activation = \"tanh\", eval_scale = 1000 }")
          .value();
  const nn::ModelSpec layers =
      nn::parse_spec(
          "name = \"layers\"\nfeatures = \"king-buckets-10-mirrored\"\n"
          "accumulator = { width = 1024, activation = \"pairwise\", storage = \"i16\", scale = 255 }\n"
          "layers = [ { width = 16, activation = \"crelu\", storage = \"i8\", scale = 64 }, { width = 32, "
          "activation = \"crelu\", storage = \"i8\", scale = 64 }, { width = 1, storage = \"i8\", scale = 64 "
          "} ]\n"
          "output = { buckets = \"pieces\", heads = 8, eval_scale = 400 }")
          .value();
  const std::vector<std::pair<std::string, nn::ModelSpec>> families = {
      {"768-256x2-1", perspective(256, 1)},
      {"768-512x2-1", perspective(512, 1)},
      {"768-512x2-1x8", perspective(512, 8)},
      {"buckets8-768x2-1x8", perspective(768, 8, "screlu", "king-buckets-8-mirrored")},
      {"buckets10-1024pw-16-32-1x8", layers},
      {"halfkp-256x2-32-32-1", nn::stockfish_halfkp_spec()},
      {"halfka-128 (sf small)", nn::stockfish_halfka_spec(128)},
      {"halfka-1024 (sf 15.1)", nn::stockfish_halfka_spec(1024)},
      {"halfka-threats-1024 (sf 18)", nn::stockfish_18_spec(1024)},
      {"halfka-threats-pairs-1024 (sf 19)", nn::stockfish_19_spec(1024)},
      {"mirrored-dual-1024 (sf 19 lite)", nn::stockfish_19_lite_spec(1024)},
  };
  benchmark::RegisterBenchmark("naive dense float/768-512x2-1", naive_dense_float, 512);
  benchmark::RegisterBenchmark("fresh/mlp-769-128-64-1", fresh, mlp);
  for (const auto& [name, spec] : families) {
    benchmark::RegisterBenchmark(("fresh/" + name).c_str(), fresh, spec);
    benchmark::RegisterBenchmark(("quiet move/" + name).c_str(), quiet_move, spec);
    benchmark::RegisterBenchmark(("walk/" + name).c_str(), walk_tree, spec);
  }
  benchmark::RegisterBenchmark("batch of FENs, all cores/768-512x2-1x8", batch, perspective(512, 8))
      ->UseRealTime();
  benchmark::RegisterBenchmark("batch of FENs, all cores/buckets8-768x2-1x8", batch,
                               perspective(768, 8, "screlu", "king-buckets-8-mirrored"))
      ->UseRealTime();
}

// --- the same walk for another engine

int write_sequence(const char* path) {
  std::ofstream out(path);
  for (const Step& step : walk()) {
    switch (step.kind) {
      case Step::Kind::Reset:
        out << "position " << to_fen(step.position) << "\n";
        break;
      case Step::Kind::Make:
        out << "make " << to_uci(step.move) << "\n";
        break;
      case Step::Kind::Unmake:
        out << "unmake\n";
        break;
    }
  }
  return out ? 0 : 1;
}

// Also makes the moves, as the other engine has to.
int time_walk(const char* path) {
  const auto network = nn::load_network(path);
  if (!network) {
    std::fprintf(stderr, "%s\n", network.error().message.c_str());
    return 1;
  }
  nn::AccumulatorStack stack(*network);
  const auto steps = walk();
  double best = 0;
  std::int64_t sum = 0;
  for (int round = 0; round < 15; ++round) {
    constexpr int kRepeats = 40;
    std::size_t evaluations = 0;
    sum = 0;
    std::vector<Position> line(8);
    std::size_t top = 0;
    const auto start = std::chrono::steady_clock::now();
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
      for (const Step& step : steps) {
        switch (step.kind) {
          case Step::Kind::Reset:
            line[top = 0] = step.position;
            stack.reset(line[0]);
            break;
          case Step::Kind::Make:
            stack.push(line[top].delta(step.move));
            line[top + 1] = line[top];
            line[++top].make(step.move);
            break;
          case Step::Kind::Unmake:
            --top;
            stack.pop();
            continue;
        }
        sum += stack.output(line[top]).raw;
        ++evaluations;
      }
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    best = std::max(best, static_cast<double>(evaluations) / seconds);
  }
  std::printf("%s kernels: %.0f evaluations/s, sum of outputs of the last round %" PRId64 "\n",
              std::string(kernels::active_kernels().name).c_str(), best, sum);
  return 0;
}

// Everything that Stockfish 15.1's `eval` computes for a position: each piece lifted, all heads, classical terms.
int time_explanations(const char* path) {
  const auto network = nn::load_network(path);
  if (!network) {
    std::fprintf(stderr, "%s\n", network.error().message.c_str());
    return 1;
  }
  eval::Evaluator evaluator(*network);
  std::vector<Position> positions;
  for (std::string line; std::getline(std::cin, line);) positions.push_back(parse_fen(line).value());
  double best = 1e9;
  std::int64_t sum = 0;
  for (int round = 0; round < 5; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (const Position& position : positions) sum += eval::explain(position, evaluator).score;
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::printf("%.6f %s %" PRId64 "\n", best, std::string(kernels::active_kernels().name).c_str(), sum);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], "--explain") == 0) return time_explanations(argv[2]);
  if (argc == 3 && std::strcmp(argv[1], "--sequence") == 0) return write_sequence(argv[2]);
  if (argc == 3 && std::strcmp(argv[1], "--walk") == 0) return time_walk(argv[2]);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  std::printf("kernels: %s\n", std::string(kernels::active_kernels().name).c_str());
  register_all();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
