// Well-known test suites, and games, at limits that a test run can afford; docs/strength.md has the long
// ones.

#include <gtest/gtest.h>

#include "base/threads.h"
#include "chess/test_support.h"
#include "nn/embedded.h"
#include "nn/load.h"
#include "sanitized.h"
#include "search/searcher.h"

namespace tabia::search {
namespace {

using namespace tabia::base;
using namespace tabia::chess;
using chess::test::lines_of;
using chess::test::shared_path;

// Under the sanitizers, ten times slower, a part is enough.
constexpr std::size_t kMatePositions = tabia::test::rounds(400, 80);
constexpr std::size_t kGames = tabia::test::rounds(200, 30);

std::shared_ptr<const nn::Network> suite_network() {
  return nn::read_network(nn::embedded_network()).value();
}

Limits suite_limit(std::uint64_t nodes) {
  Limits limits;
  limits.nodes = nodes;
  return limits;
}

struct MateCounts {
  int short_mates = 0;  // mates in 8 or fewer that are there
  int found = 0;        // of those, a mate was claimed
  int false_claims = 0;
};

// Every claimed mate in a suite of `bm #n` is compared with n and played out.
MateCounts mates_of(const std::string& path, std::size_t count, std::uint64_t nodes) {
  const std::vector<std::string> lines = lines_of(path);
  count = std::min(count, lines.size());
  std::vector<MateCounts> each(count);
  const auto network = suite_network();
  parallel_for(count, usable_cores(), [&](std::size_t i) {
    // "FEN of four fields bm #n;"
    const std::size_t mark = lines[i].find("bm #");
    ASSERT_NE(mark, std::string::npos) << lines[i];
    const int mate = std::stoi(lines[i].substr(mark + 4));
    Searcher searcher(network);
    Game game(chess::test::position_of(lines[i].substr(0, mark) + "0 1"));
    const SearchResult result = searcher.search(game, suite_limit(nodes));
    const Line& line = result.lines.front();
    const bool claims = std::abs(line.score) >= kMateInMaxPly;
    const int plies = kMate - std::abs(line.score);
    each[i].short_mates = std::abs(mate) <= 8 ? 1 : 0;
    each[i].found = each[i].short_mates && claims ? 1 : 0;
    if (!claims || line.bound != Bound::Exact) return;
    for (const Move move : line.moves) game.play(move);
    const bool is_short = (plies + 1) / 2 < std::abs(mate) || (line.score > 0) != (mate > 0);
    const bool ends_in_mate =
        static_cast<int>(line.moves.size()) == plies && game.end() == GameEnd::Checkmate;
    each[i].false_claims = is_short || (line.score > 0 && !ends_in_mate) ? 1 : 0;
    EXPECT_EQ(each[i].false_claims, 0) << lines[i] << ": claims mate in " << plies << " plies";
  });
  MateCounts total;
  for (const MateCounts& counts : each) {
    total.short_mates += counts.short_mates;
    total.found += counts.found;
    total.false_claims += counts.false_claims;
  }
  return total;
}

TEST(SuitesSlow, NoMateIsClaimedThatIsNotThere) {
  TABIA_NEEDS_SHARED_FILE("tactics/mates400.epd");
  const MateCounts counts = mates_of(shared_path("tactics/mates400.epd"), kMatePositions, 5'000);
  EXPECT_EQ(counts.false_claims, 0);
  EXPECT_GT(counts.found, 0);
}

TEST(SuitesFull, HalfOfTheMatesInEightAreFoundWithinAMillionNodes) {
  TABIA_NEEDS_SHARED_FILE("tactics/mates400.epd");
  const MateCounts counts = mates_of(shared_path("tactics/mates400.epd"), 400, 1'000'000);
  EXPECT_EQ(counts.false_claims, 0);
  EXPECT_GE(2 * counts.found, counts.short_mates);
}

TEST(SuitesSlow, TwoHundredGamesAgainstItselfEndByTheRules) {
  const auto network = suite_network();
  std::array<GameEnd, kGames> ends{};
  parallel_for(kGames, usable_cores(), [&](std::size_t i) {
    SearcherOptions options;
    options.hash_mib = 1;
    Searcher white(network, {}, options);
    Searcher black(network, {}, options);
    Game game(i % 4 == 3 ? chess::test::position_of(
                               "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9")
                         : Position());
    Random random(i);
    for (int ply = 0; ply < 8; ++ply) {
      const MoveList moves = legal_moves(game.position());
      if (moves.empty()) break;
      game.play(moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))]);
    }
    while (game.end() == GameEnd::None && game.moves().size() < 600) {
      Searcher& mover = game.position().side_to_move() == Color::White ? white : black;
      const SearchResult result = mover.search(game, suite_limit(60));
      ASSERT_TRUE(game.position().is_legal(result.best)) << to_fen(game.position());
      game.play(result.best);
    }
    ends[i] = game.end();
  });
  int mates = 0;
  for (const GameEnd end : ends) {
    EXPECT_NE(end, GameEnd::None);
    mates += end == GameEnd::Checkmate ? 1 : 0;
  }
  EXPECT_GT(4 * mates, static_cast<int>(kGames));
}

}  // namespace
}  // namespace tabia::search
