#include "nn/accumulator.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "chess/test_support.h"
#include "nn/random_network.h"
#include "nn/test_networks.h"

namespace tabia::nn {
namespace {

using namespace tabia::chess;
using chess::test::position_of;
using chess::test::RandomPlay;

class IncrementalSpecs : public ::testing::TestWithParam<ModelSpec> {
 protected:
  std::shared_ptr<const Network> network_ = random_network(GetParam(), 42);
};

INSTANTIATE_TEST_SUITE_P(Accumulator, IncrementalSpecs, ::testing::ValuesIn(testing::incremental_specs()),
                         [](const auto& parameter) {
                           std::string name = parameter.param.name;
                           for (char& c : name) c = base::is_alpha(c) || base::is_digit(c) ? c : '_';
                           return name;
                         });

// Our own perft positions, and those of the shared files where they are.
std::vector<Position> perft_positions() {
  std::vector<Position> positions;
  for (const std::string& path :
       {chess::test::own_path("perft.epd"), chess::test::shared_path("perft/ethereal_standard.epd"),
        chess::test::shared_path("perft/ethereal_fischer.epd")}) {
    for (const std::string& line : chess::test::lines_of(path)) {
      const auto position = parse_fen(line.substr(0, line.find(';')), FenReading::Lenient);
      if (!line.empty() && line[0] != '#' && position) positions.push_back(*position);
    }
  }
  return positions;
}

void expect_same(AccumulatorStack& stack, const Position& position) {
  const Output incremental = stack.output(position);
  const Output fresh = stack.network().fresh_output(position);
  ASSERT_EQ(incremental.raw, fresh.raw) << to_fen(position);
  ASSERT_EQ(incremental, fresh) << to_fen(position);
}

TEST_P(IncrementalSpecs, IncrementalEqualsFreshForEveryLegalMoveOfThePerftPositions) {
  ASSERT_TRUE(network_);
  AccumulatorStack stack(network_);
  for (const Position& perft_position : perft_positions()) {
    const Position* position = &perft_position;
    for (const bool evaluated_before : {true, false}) {
      stack.reset(*position);
      if (evaluated_before) expect_same(stack, *position);
      for (const Move move : legal_moves(*position)) {
        stack.push(position->delta(move));
        expect_same(stack, chess::test::after(*position, move));
        stack.pop();
      }
      expect_same(stack, *position);
    }
  }
}

TEST_P(IncrementalSpecs, IncrementalEqualsFreshAlongRandomGamesWithRandomTakingBackAndNullMoves) {
  ASSERT_TRUE(network_);
  AccumulatorStack stack(network_);
  base::Random random(99);
  constexpr int kGames = 1000;  // for each of the specs; standard, Chess960 and double Chess960 in turn
  RandomPlay play(5);
  for (int game = 0; game < kGames; ++game) {
    std::vector<Position> line = {play.position()};
    stack.reset(line.front());
    const int steps = 40 + static_cast<int>(random.below(60));
    for (int step = 0; step < steps; ++step) {
      const std::uint32_t choice = random.below(10);
      const Position& here = line.back();
      if (choice < 3 && line.size() > 1) {
        line.pop_back();
        stack.pop();
      } else if (choice == 3 && !here.in_check()) {
        Position passed = here;
        passed.make_null();
        line.push_back(passed);
        stack.push({});
      } else {
        const MoveList moves = legal_moves(here);
        if (moves.empty()) break;
        const Move move = moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))];
        stack.push(here.delta(move));
        line.push_back(chess::test::after(here, move));
      }
      if (random.below(3) == 0) expect_same(stack, line.back());
    }
    expect_same(stack, line.back());
    for (int skip = 0; skip < 37; ++skip) play.step();
  }
}

TEST(Accumulator, AStackGrowsBeyondItsFirstSize) {
  for (const ModelSpec& spec : testing::incremental_specs()) {
    if (spec.arithmetic != Arithmetic::Tabia) continue;  // large
    AccumulatorStack stack(random_network(spec, 1));
    Position position;
    stack.reset(position);
    for (int ply = 0; ply < 1000; ++ply) {
      const Move move = chess::test::move_of(position, ply % 4 == 0   ? "g1f3"
                                                       : ply % 4 == 1 ? "g8f6"
                                                       : ply % 4 == 2 ? "f3g1"
                                                                      : "f6g8");
      stack.push(position.delta(move));
      position.make(move);
    }
    expect_same(stack, position);
  }
}

TEST(Accumulator, RealNetworksAreIncrementalToo) {
  int done = 0;
  for (const char* name :
       {"nn-37f18f62d772.nnue", "nn-61e7af4bb97d.nnue", "nn-c288c895ea92.nnue", "nn-1a298aa575a0.nnue"}) {
    const std::string path = testing::published_network(name);
    if (path.empty()) continue;
    ++done;
    AccumulatorStack stack(testing::stockfish_network(testing::file_content(path)));
    RandomPlay play(3);
    for (int game = 0; game < 30; ++game) {
      Position position = play.position();
      stack.reset(position);
      for (int ply = 0; ply < 60; ++ply) {
        const MoveList moves = legal_moves(position);
        if (moves.empty()) break;
        const Move move =
            moves[static_cast<int>(play.random().below(static_cast<std::uint32_t>(moves.size())))];
        stack.push(position.delta(move));
        position.make(move);
        expect_same(stack, position);
      }
      play.step();
    }
  }
  if (done == 0) GTEST_SKIP() << "needs published networks, see docs/testing.md";
}

}  // namespace
}  // namespace tabia::nn
