#include "chess/perft.h"

#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <numeric>

#include "base/interrupt.h"
#include "base/json.h"
#include "base/text.h"
#include "base/threads.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "chess/perft_check.h"
#include "cli/commands.h"
#include "cli/console_watch.h"

namespace tabia::cli {
namespace {

using base::concat;
using base::InterruptGuard;
using namespace tabia::chess;

constexpr int kMaxDepth = 30;
constexpr int kMaxThreads = 1024;

class Stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

int interrupted() {
  std::fprintf(stderr, "tabia perft: interrupted\n");
  return base::kExitInterrupted;
}

// --- one position

struct Count {
  std::vector<PerftMove> moves;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

void print_json(const Position& position, int depth, const Count& count, bool divide,
                CastlingNotation castling) {
  base::JsonWriter json;
  json.begin_object().field("fen", to_fen(position)).field("depth", depth).field("nodes", count.nodes);
  json.field("seconds", count.seconds)
      .field("nps", static_cast<double>(count.nodes) / std::max(count.seconds, 1e-9));
  if (divide) {
    json.key("divide").begin_object();
    for (const PerftMove& entry : count.moves) json.field(to_uci(entry.move, castling), entry.nodes);
    json.end_object();
  }
  json.end_object();
  std::printf("%s\n", json.text().c_str());
}

void print_text(int depth, const Count& count, bool divide, CastlingNotation castling) {
  if (divide) {
    for (const PerftMove& entry : count.moves) {
      std::printf("%s: %" PRIu64 "\n", to_uci(entry.move, castling).c_str(), entry.nodes);
    }
    std::printf("\n");
  }
  std::printf("%" PRIu64 "\n", count.nodes);
  std::fflush(stdout);
  std::fprintf(stderr, "perft %d: %s nodes in %.3f s, %.1f million/s\n", depth,
               base::with_thousands(count.nodes).c_str(), count.seconds,
               static_cast<double>(count.nodes) / std::max(count.seconds, 1e-9) / 1e6);
}

int run_position(const Arguments& arguments) {
  const auto depth = parse_number("DEPTH", arguments.positionals()[0], 0, kMaxDepth);
  const auto threads = arguments.number("--threads", 1, 1, kMaxThreads);
  if (!depth) return usage_error("perft", depth.error());
  if (!threads) return usage_error("perft", threads.error());
  const auto position = parse_fen(arguments.text("--fen", kStartFen));
  if (!position) return failure(position.error());

  const InterruptGuard guard;
  const Stopwatch stopwatch;
  Count count{.moves = {}, .nodes = 1, .seconds = 0};
  if (*depth > 0) {
    count.moves = perft_divide(*position, static_cast<int>(*depth),
                               {.threads = static_cast<int>(*threads), .stop = &InterruptGuard::interrupted});
    if (InterruptGuard::interrupted()) return interrupted();
    count.nodes =
        std::accumulate(count.moves.begin(), count.moves.end(), std::uint64_t{0},
                        [](std::uint64_t sum, const PerftMove& entry) { return sum + entry.nodes; });
  }
  count.seconds = stopwatch.seconds();
  const bool divide = arguments.has("--divide");
  const auto castling =
      arguments.has("--chess960") ? CastlingNotation::KingTakesRook : CastlingNotation::KingTarget;
  if (arguments.has("--json")) {
    print_json(*position, static_cast<int>(*depth), count, divide, castling);
  } else {
    print_text(static_cast<int>(*depth), count, divide, castling);
  }
  return kExitDone;
}

// --- a suite

int run_suite(const Arguments& arguments) {
  PerftCheckJob job;
  job.suite = arguments.text("--suite", "");
  const auto max_nodes = arguments.number("--max-nodes", static_cast<long long>(job.max_nodes), 1, INT64_MAX);
  const auto threads = arguments.number("--threads", base::usable_cores(), 1, kMaxThreads);
  if (!max_nodes) return usage_error("perft", max_nodes.error());
  if (!threads) return usage_error("perft", threads.error());
  job.max_nodes = static_cast<std::uint64_t>(*max_nodes);
  job.threads = static_cast<int>(*threads);
  const Stopwatch stopwatch;
  ConsoleWatch<> watch("perft suite", "nodes", stdout);
  const auto totals = chess::run(job, watch);
  if (watch.interrupted()) return interrupted();
  if (!totals) return failure(totals.error());
  std::fprintf(stderr, "perft suite: %zu positions, %s nodes in %.3f s\n", totals->positions,
               base::with_thousands(totals->nodes).c_str(), stopwatch.seconds());
  std::printf("%" PRIu64 " passed, %" PRIu64 " failed\n", totals->passed, totals->failed);
  return totals->failed == 0 ? kExitDone : kExitTestSaidNo;
}

int run_perft(const Arguments& arguments) {
  const bool suite = arguments.has("--suite");
  if (suite != arguments.positionals().empty()) {
    return usage_error("perft", {"give either a DEPTH or --suite FILE"});
  }
  const std::vector<std::string_view> unused =
      suite ? std::vector<std::string_view>{"--fen", "--divide", "--chess960", "--json"}
            : std::vector<std::string_view>{"--max-nodes"};
  for (const auto option : unused) {
    if (arguments.has(option)) {
      return usage_error("perft",
                         {concat(option, suite ? " can't be combined with --suite" : " needs --suite")});
    }
  }
  return suite ? run_suite(arguments) : run_position(arguments);
}

}  // namespace

Command perft_command() {
  return {.name = "perft",
          .summary = "count the leaf nodes of the move tree, or check a suite of such counts",
          .description =
              "Counts the positions after DEPTH plies: the standard test and benchmark of move generation. "
              "Moves of the last ply are counted without being made. The count goes to standard output, "
              "time and speed to standard error. With --suite, checks every count in an EPD file (`FEN ;D1 "
              "20 ;D2 400`) or in a file with `epd` and `perft` lines, skipping counts above --max-nodes, "
              "and ends with `N passed, M failed`; the exit code is 3 if any failed.",
          .positionals = {{"DEPTH", "plies, 0 or more", false}},
          .options = {{"--fen", "FEN", "the position to start from (default: the starting position)"},
                      {"--divide", "", "also print the count below each move"},
                      {"--threads", "N", "threads (default: 1; with --suite: all cores)"},
                      {"--chess960", "", "write castling as king takes rook in --divide"},
                      {"--suite", "FILE", "check the counts in this file, - for standard input"},
                      {"--max-nodes", "N", "with --suite: skip counts larger than this (default: 10000000)"},
                      {"--json", "", "one JSON object instead of text"}},
          .examples =
              {"perft 6",
               "perft 5 --divide --fen \"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -\"",
               "perft --suite suite.epd --max-nodes 200000"},
          .run = run_perft};
}

}  // namespace tabia::cli
