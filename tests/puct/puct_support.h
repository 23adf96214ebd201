// tests/puct/puct_support.h: networks with a policy, and opinions made by hand.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "chess/movegen.h"
#include "chess/test_support.h"
#include "human_toy.h"
#include "nn/load.h"
#include "puct/tree.h"

namespace tabia::puct::test {

using chess::Game;
using chess::test::move_of;
using chess::test::position_of;

// The smallest of the toys: random numbers, WDL head, and 8 positions of history.
inline std::shared_ptr<const nn::Network> toy_network() {
  static const auto network =
      nn::load_network(chess::test::own_path("deep/toy-b-se-conv-wdl-mlh.pb.gz")).value();
  return network;
}

using tabia::test::human_toy;

// Equal probabilities, in the order of the generator, and an even value.
inline Opinion even_opinion(const chess::Position& position, double value = 0) {
  Opinion opinion;
  opinion.value = value;
  const chess::MoveList moves = chess::legal_moves(position);
  for (const Move move : moves)
    opinion.moves.push_back({move, 0, 0, 1.0f / static_cast<float>(moves.size())});
  return opinion;
}

// The same with these moves first, at these probabilities; the others share the rest.
inline Opinion opinion_of(const chess::Position& position, double value,
                          const std::vector<std::pair<std::string, double>>& likely) {
  Opinion opinion;
  opinion.value = value;
  double rest = 1;
  for (const auto& [text, probability] : likely) {
    opinion.moves.push_back({move_of(position, text), 0, 0, static_cast<float>(probability)});
    rest -= probability;
  }
  const chess::MoveList moves = chess::legal_moves(position);
  const auto others = static_cast<double>(static_cast<std::size_t>(moves.size()) - likely.size());
  for (const Move move : moves) {
    bool is_known = false;
    for (const deep::MoveProbability& known : opinion.moves) is_known = is_known || known.move == move;
    if (!is_known) opinion.moves.push_back({move, 0, 0, static_cast<float>(rest / others)});
  }
  return opinion;
}

// The likeliest move if it is possible: with this probability, it gets nearly every visit.
inline std::vector<std::pair<std::string, double>> if_possible(const chess::Position& position,
                                                               const std::string& move, double probability) {
  if (!chess::parse_uci_move(position, move)) return {};
  return {{move, probability}};
}

// Visits with even opinions until the tree has this many, or says that it can't.
inline void grow(Tree& tree, std::uint64_t visits) {
  Walk walk;
  tree.prepare(walk);
  while (tree.statistics().visits < visits) {
    const Visit visit = tree.visit(walk);
    if (visit == Visit::NoMemory) return;
    if (visit == Visit::Waiting) tree.commit(walk.path, even_opinion(walk.positions.back()));
  }
}

inline Candidate candidate_of(const Tree& tree, const std::string& move) {
  for (const Candidate& candidate : tree.ranked_root())
    if (chess::to_uci(candidate.move) == move) return candidate;
  ADD_FAILURE() << "no move " << move;
  return {};
}

}  // namespace tabia::puct::test
