// engine/bench.h: the engine's signature: a fixed set of positions, searched to a fixed depth by one thread.
//
// The total number of nodes changes exactly when the behavior of the search or the evaluation changes, on any
// machine and with any compiler. Commit messages carry it (`Bench: N`); scripts/check_bench compares.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "engine/convert.h"
#include "eval/evaluator.h"
#include "search/parameters.h"

namespace tabia::engine {

struct BenchPosition {
  std::string_view fen;
  std::string_view what;  // why it is there
};
[[nodiscard]] std::span<const BenchPosition> bench_positions() noexcept;

struct BenchOptions {
  std::shared_ptr<const nn::Network> network;  // null: classical
  eval::EvaluatorOptions evaluation{};
  int depth = 13;
  search::Parameters parameters{};  // differ from the defaults only in a tune build
};

struct BenchLine {
  int number = 0;  // counts from 1
  std::int64_t elapsed_ms = 0;
  std::uint64_t nodes = 0;
  uci::InfoScore score;
  std::string best_move;
  std::string_view fen;
};

struct BenchTotal {
  std::uint64_t nodes = 0;
  std::int64_t elapsed_us = 0;
  bool stopped = false;  // early: the count means nothing
};

// Calls `report` after each position.
BenchTotal run_bench(const BenchOptions& options, const std::function<void(const BenchLine&)>& report,
                     const std::stop_token& stop = {});

// "  1     12 ms      3456 nodes      +31  e2e4   rnbqkbnr/..."
[[nodiscard]] std::string to_text(const BenchLine& line);
// "123456 nodes 789012 nps", the form that OpenBench looks for.
[[nodiscard]] std::string to_text(const BenchTotal& total);

}  // namespace tabia::engine
