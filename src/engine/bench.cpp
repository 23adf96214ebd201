#include "engine/bench.h"

#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cstdio>

#include "base/check.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/game.h"
#include "search/searcher.h"

namespace tabia::engine {
namespace {

using base::concat;

// clang-format off
constexpr BenchPosition kPositions[] = {
    // Four positions with known results (docs/strength.md).
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "the starting position"},
    {"K1B5/P2r4/1p1r1n2/4k3/8/3PPP2/8/8 w - - 0 1", "two rooks and a knight against bishop and pawns"},
    {"Q7/8/2K5/8/4N2R/3P4/3Pk3/8 w - - 0 1", "mate in 3"},
    {"7B/3B1p2/rP1p2R1/n2k1Pb1/N2Pp3/4P3/K2nN1r1/2R5 w - - 0 1", "mate in 2, a problem"},
    // Openings.
    {"r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", "Italian game"},
    {"rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6", "Sicilian, Najdorf"},
    {"rnbq1rk1/ppp2pbp/3p1np1/4p3/2PPP3/2N2N2/PP2BPPP/R1BQK2R w KQ - 0 7", "King's Indian"},
    {"rnbqk2r/pp2nppp/4p3/2ppP3/3P4/P1P5/2P2PPP/R1BQKBNR w KQkq - 1 7", "French, Winawer: closed center"},
    {"r1bq1rk1/2p1bppp/p1n2n2/1p1pp3/4P3/1BP2N2/PP1P1PPP/RNBQR1K1 w - d6 0 9", "Ruy Lopez, Marshall gambit"},
    {"rnbqk2r/ppp1ppbp/6p1/8/3PP3/2P5/P4PPP/R1BQKBNR w KQkq - 1 7", "Grünfeld, exchange"},
    {"r3kb1r/pp1b1ppp/1qn1p3/3pPn2/3P4/2N2N2/PP2BPPP/R1BQK2R w KQkq - 3 10", "French, advance"},
    {"rnbqk1nr/p4ppp/4p3/8/2pPP3/p4N2/5PPP/RN1QKB1R w KQkq - 0 10", "a gambit of two pawns for the center"},
    {"r2qkb1r/pp1n1ppp/8/1Q2n3/8/2P5/PP1P2PP/RNB1K1NR w KQkq - 1 10", "behind in development"},
    // Middlegames.
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
     "many captures and both castlings"},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", "symmetry"},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", "promotions of both sides"},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", "a pawn one step from promotion"},
    {"r2q1rk1/p2b1ppp/4pn2/N7/3PP3/Q2n1N2/5PPP/R4RK1 w - - 0 18", "passed pawn against the center"},
    {"r2q1rk1/p2bb1pp/1pn2p2/3pPp2/N2P4/1P3N2/PB3PPP/R2Q1RK1 w - - 0 18", "pawn chains"},
    {"2rq1rk1/p6p/1pn5/4P1p1/5pbP/1P1p1P2/PB2N1P1/2RQR1K1 w - - 0 27", "hanging pieces on both sides"},
    {"4r1k1/p6p/1p1Qb3/4P3/5p1p/1P3Pq1/PB4P1/6KR w - - 8 36", "queens near an open king"},
    {"2kr3r/1pp1b2p/p1n1p3/1N4p1/P1n1P3/3N1P2/1PP1KBPP/R6R w - - 0 18", "no queens, kings in the center"},
    {"2r3k1/1p1r1ppp/p1b1p3/4P3/q1P2Q2/1RB5/2n2PPP/4RBK1 w - - 0 27", "heavy pieces"},
    {"5rk1/pp1n1pp1/3b2np/8/3P3q/2P2Q1N/PP1N2PP/R1B1rRK1 w - - 2 18", "a rook on the back rank"},
    {"2br2k1/1p3R1p/p2r2q1/2p3Np/3p3P/2P1Q1P1/PP6/R5K1 w - - 0 27", "attack on the king"},
    {"1r2r1k1/p2b1pb1/2p2np1/q2pp2p/N7/QPP1BPP1/P3P1BP/3R1RK1 w - - 0 18", "maneuvering"},
    {"r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 b - - 1 15", "Black to move, opposite plans"},
    {"3r1rk1/1pp1q1pp/p1nn1p2/4p3/2P1P1b1/P1N1BN2/1P2QPPP/3R1RK1 b - - 0 17", "Black to move, level"},
    {"r1bqr1k1/pp1n1ppp/2p2n2/3p4/1b1P4/2NBPN2/PPQ2PPP/R1B2RK1 b - - 3 10", "minority attack"},
    // Endings.
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "rooks, en passant and pins"},
    {"5k2/6p1/7p/2P5/6P1/p1R5/P3r2K/8 w - - 3 46", "rook ending with passed pawns"},
    {"2k5/5R2/8/6p1/8/8/P4K2/r7 w - - 10 61", "rook ending, few pawns"},
    {"5k2/8/2p1p2b/1p5P/1P2P1R1/2P2P2/8/3K4 w - - 1 46", "rook against bishop"},
    {"8/8/1p1k4/p1p2p2/P1P2P2/1P1K4/8/8 w - - 0 1", "pawns only: zugzwang"},
    {"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", "pawns only: Lasker and Reichhelm, corresponding squares"},
    {"4k3/p7/1p6/4Pb2/5P2/1P2K3/1r5p/8 w - - 0 61", "a pawn that can't be stopped"},
    {"8/5p1p/p3pQpk/1p2P3/7P/8/2q2PPK/5r2 w - - 14 61", "queen ending, a rook down: perpetual check?"},
    {"8/4kp2/4b1p1/3pP1P1/1p1P1K2/1P2B3/8/8 b - - 8 50", "bishops of opposite colors"},
    {"8/8/8/2k5/4n3/3KN3/5P2/8 b - - 2 60", "knights and a pawn"},
    {"8/8/8/8/8/4k3/8/4K2R w K - 0 1", "rook against king, with castling"},
    {"8/8/8/3k4/8/8/2BN4/4K3 w - - 0 1", "bishop and knight mate"},
    {"1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1", "Lucena's position"},
    {"8/8/8/p7/1p6/kP6/P7/K7 w - - 0 1", "blocked pawns: a draw no matter what"},
    // Mates and other ends.
    {"r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", "mate in 3, a king in the open"},
    {"6k1/3b3r/1p1p4/p1n2p2/1PPNpP1q/P3Q1p1/1R1RB1P1/5K2 b - - 0 1", "an attack with sacrifices"},
    {"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "checkmated"},
    {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemated"},
    {"7k/8/8/8/8/8/1q6/K7 w - - 0 1", "one legal move"},
    // Rare things.
    {"6k1/5pp1/7p/2pPr3/2P5/1P3B2/5PPP/3R2K1 w - - 92 80", "few moves left before the fifty-move rule"},
    {"8/8/4k3/8/3R4/4K3/8/7r w - - 98 120", "a draw by the fifty-move rule at the next move"},
    {"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", "more legal moves than in any game"},
    {"qqqqkqqq/8/8/8/8/8/8/QQQQKQQQ w - - 0 1", "many queens"},
    // Chess960.
    {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", "Chess960: rooks next to the king"},
    {"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
     "Chess960: castling through the own rook"},
    {"rkbbnnqr/ppp2ppp/8/3pp3/3PP3/8/PPP2PPP/RKBBNNQR w HAha - 0 4", "Chess960: king on the b-file"},
};
// clang-format on

std::string score_text(const uci::InfoScore& score) {
  if (score.unit == uci::InfoScore::Unit::Mate) return concat("mate ", score.value);
  return concat(score.value > 0 ? "+" : "", score.value);
}

}  // namespace

std::span<const BenchPosition> bench_positions() noexcept { return kPositions; }

BenchTotal run_bench(const BenchOptions& options, const std::function<void(const BenchLine&)>& report,
                     const std::stop_token& stop) {
  // Not the user's settings: the signature is that of one thread with this table.
  search::SearcherOptions searcher_options;
  searcher_options.threads = 1;
  searcher_options.hash_mib = 16;
  search::Searcher searcher(options.network, options.evaluation, searcher_options);
  searcher.set_parameters(options.parameters);
  search::Limits limits;
  limits.depth = options.depth;

  BenchTotal total;
  int number = 0;
  for (const BenchPosition& entry : kPositions) {
    const auto position = chess::parse_fen(entry.fen);
    TABIA_CHECK(position.ok(), "a bench position can't be read");
    const auto before = std::chrono::steady_clock::now();
    limits.start = before;
    searcher.arm(limits);
    // After arm(): a stop requested earlier counts too.
    const std::stop_callback on_stop(stop, [&] { searcher.stop(); });
    const auto result = searcher.run(chess::Game(*position), limits);
    const auto elapsed_us =
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - before)
            .count();
    total.nodes += result.counters.nodes;
    total.elapsed_us += elapsed_us;
    total.stopped = stop.stop_requested();
    if (total.stopped) return total;

    const Presentation presentation{.win_model = searcher.win_model(), .root = *position};
    BenchLine line{.number = ++number,
                   .elapsed_ms = elapsed_us / 1000,
                   .nodes = result.counters.nodes,
                   .score = {},
                   .best_move = result.best ? move_text(result.best, presentation) : "(none)",
                   .fen = entry.fen};
    if (!result.lines.empty())
      line.score = to_score(result.lines.front().score, result.lines.front().bound, presentation);
    report(line);
  }
  return total;
}

std::string to_text(const BenchLine& line) {
  char text[128];
  std::snprintf(text, sizeof text, "%3d %6" PRId64 " ms %9" PRIu64 " nodes  %-8s %-6s ", line.number,
                line.elapsed_ms, line.nodes, score_text(line.score).c_str(), line.best_move.c_str());
  return concat(text, line.fen);
}

std::string to_text(const BenchTotal& total) {
  const auto per_second =
      total.nodes * 1'000'000 / static_cast<std::uint64_t>(std::max<std::int64_t>(total.elapsed_us, 1));
  if (total.stopped) return "bench stopped";
  return concat(total.nodes, " nodes ", per_second, " nps");
}

}  // namespace tabia::engine
