#include "search/picker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>

#include "chess/see.h"
#include "chess/test_support.h"

namespace tabia::search {
namespace {

using namespace tabia::chess;
using chess::test::position_of;
using chess::test::RandomPlay;

// Histories with arbitrary contents: the order may be anything, the set of moves may not.
class Ordering {
 public:
  explicit Ordering(std::uint64_t seed)
      : histories_(std::make_unique<Histories>()), tables_(std::make_unique<PieceTo>()) {
    histories_->clear();
    base::Random random(seed);
    for (auto& row : *tables_) {
      for (auto& value : row) value.set(static_cast<int>(random.below(60'000)) - 30'000);
    }
    for (auto& color : histories_->main) {
      for (auto& attacked : color) {
        for (auto& table : attacked) {
          for (auto& from : table) {
            for (auto& value : from) value.set(static_cast<int>(random.below(14'000)) - 7'000);
          }
        }
      }
    }
    continuations_.fill(tables_.get());
  }
  OrderingContext context(const Position& position) {
    threats_ = threats_against_mover(position);
    return {*histories_, continuations_, threats_, parameters_, 3};
  }

 private:
  std::unique_ptr<Histories> histories_;
  std::unique_ptr<PieceTo> tables_;
  ContinuationTables continuations_{};
  Threats threats_;
  Parameters parameters_;
};

std::vector<Move> all_of(MovePicker& picker) {
  std::vector<Move> moves;
  while (const Move move = picker.next()) moves.push_back(move);
  return moves;
}

void expect_same_set(std::vector<Move> found, std::vector<Move> expected) {
  const auto by_bits = [](Move a, Move b) { return a.bits() < b.bits(); };
  std::sort(found.begin(), found.end(), by_bits);
  std::sort(expected.begin(), expected.end(), by_bits);
  EXPECT_EQ(found, expected);
}

template <class Check>
void over_random_games(Check check) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    base::Random random(seed);
    Ordering ordering(seed);
    Position position =
        seed % 2 == 0 ? Position()
                      : position_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    for (int ply = 0; ply < 120; ++ply) {
      const MoveList moves = legal_moves(position);
      if (moves.empty()) break;
      check(position, moves, random, ordering);
      position.make(moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))]);
    }
  }
}

TEST(Picker, EveryLegalMoveComesExactlyOnceWhateverTheHistoriesAndTheTablesMove) {
  over_random_games(
      [](const Position& position, const MoveList& moves, base::Random& random, Ordering& ordering) {
        const bool with_move = random.below(2) == 0;
        const Move table_move =
            with_move ? moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))]
                      : Move::none();
        const auto context = ordering.context(position);
        MovePicker picker(position, table_move, static_cast<int>(random.below(20)) + 1, context);
        const std::vector<Move> found = all_of(picker);
        if (with_move) {
          EXPECT_EQ(found.front(), table_move);
        }
        expect_same_set(found, {moves.begin(), moves.end()});
      });
}

TEST(Picker, SkippingQuietsLeavesEveryCaptureAndPromotion) {
  over_random_games([](const Position& position, const MoveList& moves, base::Random&, Ordering& ordering) {
    const auto context = ordering.context(position);
    MovePicker picker(position, Move::none(), 5, context);
    picker.skip_quiets();
    std::vector<Move> noisy;
    for (const Move move : moves) {
      if (position.is_noisy(move)) noisy.push_back(move);
    }
    expect_same_set(all_of(picker), noisy);
  });
}

TEST(Picker, QuiescenceGetsTheNoisyMovesAndInCheckAllOfThem) {
  over_random_games([](const Position& position, const MoveList& moves, base::Random& random,
                       Ordering& ordering) {
    const auto context = ordering.context(position);
    const Move table_move = moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))];
    MovePicker picker = MovePicker::quiescence(position, table_move, false, context);
    std::vector<Move> expected;
    for (const Move move : moves) {
      if (position.in_check() || position.is_noisy(move)) expected.push_back(move);
    }
    expect_same_set(all_of(picker), expected);
  });
}

TEST(Picker, QuiescenceWithChecksGetsTheQuietOnesThatGiveCheckAsWell) {
  over_random_games([](const Position& position, const MoveList& moves, base::Random& random,
                       Ordering& ordering) {
    const auto context = ordering.context(position);
    const Move table_move = moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))];
    MovePicker picker = MovePicker::quiescence(position, table_move, true, context);
    std::vector<Move> expected;
    for (const Move move : moves) {
      if (position.in_check() || position.is_noisy(move) || position.gives_check(move))
        expected.push_back(move);
    }
    expect_same_set(all_of(picker), expected);
  });
}

TEST(Picker, GainingMovesAreThoseWhoseExchangeReachesTheThreshold) {
  over_random_games([](const Position& position, const MoveList& moves, base::Random& random,
                       Ordering& ordering) {
    if (position.in_check()) return;
    const auto context = ordering.context(position);
    const int threshold = static_cast<int>(random.below(600)) - 100;
    const Move table_move = moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))];
    MovePicker picker = MovePicker::gaining(position, table_move, threshold, context);
    std::vector<Move> expected;
    for (const Move move : moves) {
      if (position.is_noisy(move) && see_at_least(position, move, threshold)) expected.push_back(move);
    }
    expect_same_set(all_of(picker), expected);
  });
}

TEST(Picker, WinningCapturesComeBeforeQuietMovesAndLosingOnesAfter) {
  // exd5 wins a pawn; Qxd5 would lose the queen for it.
  const Position position = position_of("4k3/2p5/3pp3/3p4/2Q1P3/8/8/4K3 w - - 0 1");
  Ordering ordering(1);
  const auto context = ordering.context(position);
  MovePicker picker(position, Move::none(), 20, context);
  const std::vector<Move> found = all_of(picker);
  const auto place = [&](Square from, Square to) {
    return std::find(found.begin(), found.end(), Move(from, to)) - found.begin();
  };
  EXPECT_LT(place(Square::E4, Square::D5), place(Square::E1, Square::E2));
  EXPECT_GT(place(Square::C4, Square::D5), place(Square::E4, Square::D5));
}

}  // namespace
}  // namespace tabia::search
