#include "chess/perft.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "base/text.h"
#include "base/threads.h"
#include "chess/test_support.h"

namespace tabia::chess {
namespace {

using test::lines_of;
using test::own_path;
using test::position_of;
using test::shared_path;

struct Count {
  int depth;
  std::uint64_t nodes;
};

struct Entry {
  std::string name;  // file and line, for messages
  std::string fen;
  std::vector<Count> counts;
};

// "FEN ;D1 20 ;D2 400", with or without a space after the semicolon; lines with '#' and empty lines are
// skipped. Read here without the help of chess/perft_suite.h, which is itself under test.
std::vector<Entry> epd_entries(const std::string& path) {
  std::vector<Entry> entries;
  int number = 0;
  for (const std::string& line : lines_of(path)) {
    ++number;
    if (base::trimmed(line).empty() || line[0] == '#') continue;
    const auto parts = base::split(line, ';');
    Entry entry{base::concat(path, ":", number), std::string(base::trimmed(parts[0])), {}};
    for (std::size_t i = 1; i < parts.size(); ++i) {
      const auto words = base::words(parts[i]);
      if (words.size() != 2 || words[0][0] != 'D') {
        ADD_FAILURE() << entry.name << ": not a count: " << parts[i];
        continue;
      }
      entry.counts.push_back({base::parse_integer<int>(words[0].substr(1)).value(),
                              base::parse_integer<std::uint64_t>(words[1]).value()});
    }
    entries.push_back(entry);
  }
  return entries;
}

// Blocks of "id", "epd" and "perft DEPTH NODES" lines, as python-chess has them.
std::vector<Entry> block_entries(const std::string& path) {
  std::vector<Entry> entries;
  std::string id;
  for (const std::string& line : lines_of(path)) {
    const auto words = base::words(line);
    if (words.empty()) continue;
    if (words[0] == "id") id = words[1];
    if (words[0] == "epd") entries.push_back({base::concat(path, " id ", id), line.substr(4), {}});
    if (words[0] == "perft") {
      entries.back().counts.push_back(
          {base::parse_integer<int>(words[1]).value(), base::parse_integer<std::uint64_t>(words[2]).value()});
    }
  }
  return entries;
}

// Counts every entry as deep as its given counts stay within the limit.
void check(const std::vector<Entry>& entries, std::uint64_t most_nodes) {
  std::vector<std::string> failures(entries.size());
  std::atomic<int> checked = 0;
  base::parallel_for(
      entries.size(), most_nodes > 1'000'000 ? base::usable_cores() : 1, [&](std::size_t index) {
        const Entry& entry = entries[index];
        const auto read = parse_fen_lenient(entry.fen);  // one position is not quite possible, see below
        if (!read) {
          failures[index] = base::concat(entry.name, ": ", read.error().message);
          return;
        }
        for (const Count& count : entry.counts) {
          if (count.nodes > most_nodes) continue;
          ++checked;
          const std::uint64_t found = perft(read->position, count.depth);
          if (found != count.nodes) {
            failures[index] = base::concat(entry.name, ": ", entry.fen, ": ", found, " at depth ",
                                           count.depth, ", expected ", count.nodes);
            return;
          }
        }
      });
  for (const std::string& failure : failures) {
    if (!failure.empty()) ADD_FAILURE() << failure;
  }
  EXPECT_GE(checked, static_cast<int>(entries.size()));
}

constexpr std::uint64_t kQuickNodes = 200'000;
constexpr std::uint64_t kFullNodes = 10'000'000;

TEST(Perft, OurOwnCollectionCountsRight) {
  const auto entries = epd_entries(own_path("perft.epd"));
  EXPECT_GE(entries.size(), 54u);
  check(entries, kQuickNodes);
}

TEST(PerftFull, OurOwnCollectionCountsRightToTenMillion) {
  check(epd_entries(own_path("perft.epd")), kFullNodes + 2'000'000);
}

TEST(Perft, EveryPositionOfOurOwnCollectionIsReadStrictly) {
  for (const Entry& entry : epd_entries(own_path("perft.epd"))) {
    const auto position = parse_fen(entry.fen);
    EXPECT_TRUE(position) << entry.name << ": " << position.error().message;
  }
}

TEST(Perft, EtherealStandardCountsRight) {
  TABIA_NEEDS_SHARED_FILE("perft/ethereal_standard.epd");
  const auto entries = epd_entries(shared_path("perft/ethereal_standard.epd"));
  EXPECT_EQ(entries.size(), 128u);
  check(entries, kQuickNodes);
}

TEST(PerftFull, EtherealStandardCountsRightToTenMillion) {
  TABIA_NEEDS_SHARED_FILE("perft/ethereal_standard.epd");
  check(epd_entries(shared_path("perft/ethereal_standard.epd")), kFullNodes);
}

TEST(Perft, EtherealChess960CountsRight) {
  TABIA_NEEDS_SHARED_FILE("perft/ethereal_fischer.epd");
  const auto entries = epd_entries(shared_path("perft/ethereal_fischer.epd"));
  EXPECT_EQ(entries.size(), 960u);
  check(entries, kQuickNodes);
}

TEST(PerftFull, EtherealChess960CountsRightToTenMillion) {
  TABIA_NEEDS_SHARED_FILE("perft/ethereal_fischer.epd");
  check(epd_entries(shared_path("perft/ethereal_fischer.epd")), kFullNodes);
}

TEST(Perft, DoubleChecksCountRight) {
  TABIA_NEEDS_SHARED_FILE("perft/ferdy_perft_double_checks.epd");
  const auto entries = epd_entries(shared_path("perft/ferdy_perft_double_checks.epd"));
  EXPECT_EQ(entries.size(), 184u);
  // Most have one count only, and 22 of those are beyond the quick limit: these are counted in the full run.
  std::vector<Entry> small;
  for (const Entry& entry : entries) {
    if (entry.counts.at(0).nodes <= kQuickNodes) small.push_back(entry);
  }
  EXPECT_GE(small.size(), 150u);
  check(small, kQuickNodes);
}

TEST(PerftFull, DoubleChecksCountRightToTenMillion) {
  TABIA_NEEDS_SHARED_FILE("perft/ferdy_perft_double_checks.epd");
  check(epd_entries(shared_path("perft/ferdy_perft_double_checks.epd")), kFullNodes);
}

TEST(Perft, TrickyPositionsOfPythonChessCountRight) {
  TABIA_NEEDS_SHARED_FILE("perft/python-chess_tricky.perft");
  const auto entries = block_entries(shared_path("perft/python-chess_tricky.perft"));
  EXPECT_EQ(entries.size(), 19u);
  check(entries, kQuickNodes);
}

TEST(PerftFull, TrickyPositionsOfPythonChessCountRightToTenMillion) {
  TABIA_NEEDS_SHARED_FILE("perft/python-chess_tricky.perft");
  check(block_entries(shared_path("perft/python-chess_tricky.perft")), kFullNodes);
}

TEST(Perft, OfTheTrickyPositionsOnlyTheOneWithAnUnrelatedCheckIsRefusedByStrictReading) {
  TABIA_NEEDS_SHARED_FILE("perft/python-chess_tricky.perft");
  for (const Entry& entry : block_entries(shared_path("perft/python-chess_tricky.perft"))) {
    const bool unrelated_check = entry.name.ends_with(" ep-unrelated-check");
    EXPECT_EQ(parse_fen(entry.fen).ok(), !unrelated_check) << entry.name;
  }
}

TEST(Perft, DepthZeroIsThePositionItself) {
  EXPECT_EQ(perft(Position(), 0), 1u);
  EXPECT_EQ(perft(Position(), -1), 1u);
}

TEST(Perft, AFinishedGameHasNoLeaves) {
  const Position mate = position_of("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
  EXPECT_EQ(perft(mate, 1), 0u);
  EXPECT_EQ(perft(mate, 4), 0u);
  EXPECT_TRUE(perft_divide(mate, 3, {}).empty());
}

TEST(PerftThread, DivideListsEveryLegalMoveInOrderAndSumsToPerft) {
  const Position kiwipete =
      position_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  for (int depth = 1; depth <= 3; ++depth) {
    for (const int threads : {1, 2, 5}) {
      PerftOptions options;
      options.threads = threads;
      const auto divided = perft_divide(kiwipete, depth, options);
      const MoveList legal = legal_moves(kiwipete);
      ASSERT_EQ(divided.size(), static_cast<std::size_t>(legal.size()));
      std::uint64_t sum = 0;
      for (int i = 0; i < legal.size(); ++i) {
        const PerftMove& entry = divided[static_cast<std::size_t>(i)];
        EXPECT_EQ(entry.move, legal[i]);
        EXPECT_EQ(entry.nodes, perft(test::after(kiwipete, legal[i]), depth - 1)) << to_uci(legal[i]);
        sum += entry.nodes;
      }
      EXPECT_EQ(sum, perft(kiwipete, depth)) << "depth " << depth << ", " << threads << " threads";
    }
  }
}

TEST(PerftThread, DivideCountsSubtreesWithoutLegalMoves) {
  // Every second move mates or stalemates, so that many subtrees are empty.
  const Position position = position_of("8/k1P5/8/1K6/8/8/8/8 w - - 0 1");
  for (const int threads : {1, 3}) {
    std::uint64_t sum = 0;
    PerftOptions options;
    options.threads = threads;
    for (const auto& entry : perft_divide(position, 5, options)) sum += entry.nodes;
    EXPECT_EQ(sum, 10857u);
  }
}

TEST(PerftThread, AStopEndsTheCountAndLeavesNothing) {
  for (const int threads : {1, 3}) {
    PerftOptions options;
    options.threads = threads;
    options.stop = [] { return true; };
    EXPECT_TRUE(perft_divide(Position(), 3, options).empty());
    // Too much to be counted in any time: only the stop can end it.
    EXPECT_TRUE(perft_divide(position_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), 20, options).empty());
  }
}

TEST(PerftThread, AStopInTheMiddleIsHeededSoon) {
  std::atomic<int> asked = 0;
  PerftOptions options;
  options.threads = 2;
  options.stop = [&] { return ++asked > 10; };
  EXPECT_TRUE(perft_divide(position_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), 20, options).empty());
  EXPECT_LT(asked, 100);
}

TEST(PerftThread, AStopThatNeverComesChangesNothing) {
  PerftOptions options;
  options.threads = 2;
  options.stop = [] { return false; };
  std::uint64_t sum = 0;
  for (const auto& entry : perft_divide(Position(), 4, options)) sum += entry.nodes;
  EXPECT_EQ(sum, 197281u);
}

}  // namespace
}  // namespace tabia::chess
