#include "deep/policy.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/check.h"
#include "chess/movegen.h"
#include "deep/planes.h"

namespace tabia::deep {
namespace {

constexpr std::array<std::array<int, 2>, 8> kQueenSteps = {
    {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};
constexpr std::array<std::array<int, 2>, 8> kKnightSteps = {
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};
constexpr int kKnightPlane = 56;
constexpr int kPromotionPlane = 64;
// The convolution policy has rook, bishop, queen; moves are numbered queen, rook, bishop.
constexpr std::array<int, 3> kPromotionOrder = {2, 0, 1};

// The plane of the convolution policy for a queen or knight move, or -1.
int plane_of(int from, int to) {
  const int files = to % 8 - from % 8;
  const int ranks = to / 8 - from / 8;
  for (std::size_t i = 0; i < 8; ++i)
    if (kKnightSteps[i][0] == files && kKnightSteps[i][1] == ranks) return kKnightPlane + static_cast<int>(i);
  const int distance = std::max(std::abs(files), std::abs(ranks));
  if (distance == 0) return -1;
  for (std::size_t i = 0; i < 8; ++i)
    if (kQueenSteps[i][0] * distance == files && kQueenSteps[i][1] * distance == ranks)
      return 7 * static_cast<int>(i) + distance - 1;
  return -1;
}

struct Numbering {
  std::array<PolicyMove, kPolicyMoves> moves;
  std::array<std::int16_t, 64 * 64> plain;
  std::array<std::int16_t, 64 * 3> promotions;  // from file * 8 + to file, then q r b

  Numbering() {
    plain.fill(-1);
    promotions.fill(-1);
    std::size_t next = 0;
    for (int from = 0; from < 64; ++from) {
      for (int to = 0; to < 64; ++to) {
        const int plane = plane_of(from, to);
        if (plane < 0) continue;
        plain[static_cast<std::size_t>(from * 64 + to)] = static_cast<std::int16_t>(next);
        moves[next++] = {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), -1,
                         static_cast<std::uint16_t>(plane * 64 + from)};
      }
    }
    for (int from = 0; from < 8; ++from) {
      for (int to = std::max(0, from - 1); to <= std::min(7, from + 1); ++to) {
        for (int piece = 0; piece < 3; ++piece) {
          const int plane =
              kPromotionPlane + 3 * (to - from + 1) + (kPromotionOrder[static_cast<std::size_t>(piece)]);
          const int square = 48 + from;
          promotions[static_cast<std::size_t>((from * 8 + to) * 3 + piece)] = static_cast<std::int16_t>(next);
          moves[next++] = {static_cast<std::uint8_t>(square), static_cast<std::uint8_t>(56 + to),
                           static_cast<std::int8_t>(piece), static_cast<std::uint16_t>(plane * 64 + square)};
        }
      }
    }
    TABIA_CHECK(next == kPolicyMoves, "there are 1858 moves");
  }
};

// Sorts the highest first; equal ones keep their order. There are few moves, and a search does this for every
// node, so no stable_sort: it would allocate a buffer.
void sort_by_logit(std::vector<MoveProbability>& moves) {
  for (std::size_t i = 1; i < moves.size(); ++i) {
    const MoveProbability move = moves[i];
    std::size_t place = i;
    for (; place > 0 && moves[place - 1].logit < move.logit; --place) moves[place] = moves[place - 1];
    moves[place] = move;
  }
}

const Numbering& numbering() {
  static const Numbering numbering;
  return numbering;
}

}  // namespace

const std::array<PolicyMove, kPolicyMoves>& policy_moves() { return numbering().moves; }

int policy_index(chess::Move move, chess::Color mover, int transform) {
  const auto seen = [&](chess::Square square) {
    return transformed(chess::index_of(square) ^ (mover == chess::Color::Black ? 56 : 0), transform);
  };
  const int from = seen(move.from());
  const int to = seen(move.to());
  if (move.is_promotion() && move.promotion() != chess::PieceType::Knight) {
    const int piece = static_cast<int>(chess::PieceType::Queen) - static_cast<int>(move.promotion());
    return numbering().promotions[static_cast<std::size_t>((from % 8 * 8 + to % 8) * 3 + piece)];
  }
  return numbering().plain[static_cast<std::size_t>(from * 64 + to)];
}

std::vector<MoveProbability> move_probabilities(const chess::Position& position,
                                                std::span<const float> logits, int transform,
                                                double temperature) {
  std::vector<MoveProbability> moves;
  const chess::MoveList legal = chess::legal_moves(position);
  moves.reserve(static_cast<std::size_t>(legal.size()));
  for (const chess::Move move : legal) {
    const int index = policy_index(move, position.side_to_move(), transform);
    moves.push_back({move, index, logits[static_cast<std::size_t>(index)], 0});
  }
  if (moves.empty()) return moves;
  sort_by_logit(moves);
  const auto highest = static_cast<double>(moves.front().logit);
  std::array<double, chess::kMaxMoves> weights;
  double sum = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    weights[i] = std::exp((static_cast<double>(moves[i].logit) - highest) / temperature);
    sum += weights[i];
  }
  for (std::size_t i = 0; i < moves.size(); ++i) moves[i].probability = static_cast<float>(weights[i] / sum);
  return moves;
}

}  // namespace tabia::deep
