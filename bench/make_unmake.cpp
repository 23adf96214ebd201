// bench/make_unmake.cpp: compares the speed of two ways to walk the move tree (docs/decisions/002).
//
//   copy-make      copy the position, make the move on the copy, drop the copy (what the engine does)
//   make/unmake    make the move on the one position, then take it back: pieces by reversing the move, the rest
//                  (keys, rights, counters, checkers) from a saved block
//
// Both do the full work of Position::make. Run alternately, best of several rounds, one thread:
//   cmake --preset release -DTABIA_BENCH=ON && cmake --build --preset release --target make_unmake
#include <chrono>
#include <cinttypes>
#include <cstdio>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/perft.h"

namespace tabia::chess {

struct MakeUnmake {
  // Everything that can't be derived from the move: 96 bytes.
  struct Saved {
    PositionKeys keys;
    Bitboard castling_rooks, checkers, pinned;
    std::uint16_t halfmove_clock, fullmove_number;
    Square double_step;
    bool en_passant_is_legal;
    Piece captured;
  };

  static Saved make(Position& position, Move move) noexcept {
    const Saved saved = {position.keys_,        position.castling_rooks_,      position.checkers_,
                         position.pinned_,      position.halfmove_clock_,      position.fullmove_number_,
                         position.double_step_, position.en_passant_is_legal_, position.captured_piece(move)};
    position.make(move);
    return saved;
  }

  static void unmake(Position& position, Move move, const Saved& saved) noexcept {
    const Color us = ~position.side_to_move_;
    const Square from = move.from();
    const Square to = move.to();
    if (move.is_castling()) {
      const auto [king_to, rook_to] = castling_squares(from, to);
      position.board_[king_to] = Piece::None;
      position.board_[rook_to] = Piece::None;
      position.board_[from] = make_piece(us, PieceType::King);
      position.board_[to] = make_piece(us, PieceType::Rook);
      position.by_type_[PieceType::King] ^= bit(from) ^ bit(king_to);
      position.by_type_[PieceType::Rook] ^= bit(to) ^ bit(rook_to);
      position.by_color_[us] ^= bit(from) ^ bit(to) ^ bit(king_to) ^ bit(rook_to);
    } else {
      const PieceType arrived = type_of(position.board_[to]);
      const PieceType left = move.is_promotion() ? PieceType::Pawn : arrived;
      position.board_[from] = make_piece(us, left);
      position.board_[to] = Piece::None;
      position.by_type_[arrived] ^= bit(to);
      position.by_type_[left] ^= bit(from);
      position.by_color_[us] ^= bit(from) | bit(to);
      if (saved.captured != Piece::None) {
        const Square victim = move.is_en_passant() ? to - forward(us) : to;
        position.board_[victim] = saved.captured;
        position.by_type_[type_of(saved.captured)] |= bit(victim);
        position.by_color_[~us] |= bit(victim);
      }
    }
    position.side_to_move_ = us;
    position.keys_ = saved.keys;
    position.castling_rooks_ = saved.castling_rooks;
    position.checkers_ = saved.checkers;
    position.pinned_ = saved.pinned;
    position.halfmove_clock_ = saved.halfmove_clock;
    position.fullmove_number_ = saved.fullmove_number;
    position.double_step_ = saved.double_step;
    position.en_passant_is_legal_ = saved.en_passant_is_legal;
  }

  static std::uint64_t perft(Position& position, int depth) noexcept {
    if (depth == 1) return static_cast<std::uint64_t>(count_legal_moves(position));
    std::uint64_t nodes = 0;
    for (const Move move : legal_moves(position)) {
      const Saved saved = make(position, move);
      nodes += perft(position, depth - 1);
      unmake(position, move, saved);
    }
    return nodes;
  }
};

}  // namespace tabia::chess

int main() {
  using namespace tabia::chess;
  struct Test {
    const char* name;
    std::string_view fen;
    int depth;
  };
  constexpr Test kTests[] = {
      {"start", kStartFen, 6},
      {"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5},
      {"endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7},
  };
  constexpr int kRounds = 9;
  const auto timed = [](auto&& work) {
    const auto start = std::chrono::steady_clock::now();
    const std::uint64_t nodes = work();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::pair(nodes, seconds);
  };
  std::printf(
      "| position | depth | nodes | copy-make, million/s | make/unmake, million/s | ratio "
      "|\n|---|---|---|---|---|---|\n");
  for (const Test& test : kTests) {
    Position position = parse_fen(test.fen).value();
    double best_copy = 1e9;
    double best_unmake = 1e9;
    std::uint64_t nodes = 0;
    for (int round = 0; round < kRounds; ++round) {
      const auto copy = timed([&] { return perft(position, test.depth); });
      const auto unmake = timed([&] { return MakeUnmake::perft(position, test.depth); });
      if (copy.first != unmake.first) {
        std::printf("counts differ: %" PRIu64 " and %" PRIu64 "\n", copy.first, unmake.first);
        return 1;
      }
      nodes = copy.first;
      best_copy = std::min(best_copy, copy.second);
      best_unmake = std::min(best_unmake, unmake.second);
    }
    const auto rate = [&](double seconds) { return static_cast<double>(nodes) / seconds / 1e6; };
    std::printf("| %s | %d | %" PRIu64 " | %.0f | %.0f | %.2f |\n", test.name, test.depth, nodes,
                rate(best_copy), rate(best_unmake), best_unmake / best_copy);
  }
}
