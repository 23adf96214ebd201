#include "chess/perft_suite.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "chess/fen.h"
#include "chess/perft.h"
#include "test_support.h"

namespace tabia::chess {
namespace {

const std::string kStartText = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const std::string kKingsBoard = "4k3/8/8/8/8/8/8/4K2R w K -";

using Counts = std::vector<PerftCount>;

struct Suite {
  std::vector<PerftCase> cases;
  std::vector<std::string> errors;
};

Suite read_all(std::istream& in) {
  Suite suite;
  PerftSuiteReader reader(in);
  while (auto next = reader.next()) {
    if (next->ok()) {
      suite.cases.push_back(std::move(**next));
    } else {
      suite.errors.push_back(next->error().message);
    }
  }
  return suite;
}

Suite read_suite(const std::string& text) {
  std::istringstream in(text);
  return read_all(in);
}

TEST(PerftSuite, EpdLinesAreReadWithAndWithoutSpaceAfterTheSemicolon) {
  const Suite suite = read_suite("# suite\n" + kStartText + " 0 1 ;D1 20 ;D2 400\n\n" + kKingsBoard +
                                 " 0 1; D1 15; D2 66\r\n" + kKingsBoard + " D3 1197; id \"rook\";\n");
  EXPECT_TRUE(suite.errors.empty());
  ASSERT_EQ(suite.cases.size(), 3u);
  EXPECT_EQ(suite.cases[0].line, 2);
  EXPECT_EQ(suite.cases[0].name, kStartFen);
  EXPECT_EQ(suite.cases[0].position, Position());
  EXPECT_EQ(suite.cases[0].counts, (Counts{{1, 20}, {2, 400}}));
  EXPECT_EQ(suite.cases[1].line, 4);
  EXPECT_EQ(suite.cases[1].counts, (Counts{{1, 15}, {2, 66}}));
  EXPECT_EQ(suite.cases[2].name, "rook");
}

TEST(PerftSuite, BlocksAreReadWhetherEmptyLinesSeparateThemOrNot) {
  const Suite suite =
      read_suite("id one\nepd " + kStartText + "\nperft 1 20\nperft 2 400\n\n# next\nid two\nepd " +
                 kKingsBoard + "\nperft 1 15\nid three\nepd " + kKingsBoard + " 0 1\nperft 2 66\nepd " +
                 kStartText + "\nperft 3 8902");
  EXPECT_TRUE(suite.errors.empty());
  ASSERT_EQ(suite.cases.size(), 4u);
  EXPECT_EQ(suite.cases[0].line, 1);
  EXPECT_EQ(suite.cases[0].name, "one");
  EXPECT_EQ(suite.cases[0].counts, (Counts{{1, 20}, {2, 400}}));
  EXPECT_EQ(suite.cases[1].line, 7);
  EXPECT_EQ(suite.cases[1].name, "two");
  EXPECT_EQ(suite.cases[2].name, "three");
  EXPECT_EQ(suite.cases[2].counts, (Counts{{2, 66}}));
  EXPECT_EQ(suite.cases[3].name, kStartFen);
  EXPECT_EQ(suite.cases[3].counts, (Counts{{3, 8902}}));
}

TEST(PerftSuite, BothFormsMayStandInOneFile) {
  const Suite suite = read_suite("id block\nepd " + kStartText + "\nperft 1 20\n" + kKingsBoard +
                                 " ;D1 15\n" + kStartText + " ;D2 400\n");
  EXPECT_TRUE(suite.errors.empty());
  ASSERT_EQ(suite.cases.size(), 3u);
  EXPECT_EQ(suite.cases[1].counts, (Counts{{1, 15}}));
  EXPECT_EQ(suite.cases[2].line, 5);
}

TEST(PerftSuite, FaultsAreReportedWithTheirLineAndReadingGoesOn) {
  const Suite suite = read_suite(
      "nonsense ;D1 1\n" + kStartText + " ;D1 twenty\n" + kStartText +
      " id \"no counts\";\nid bad\nepd 8/8 w - -\nperft 1 2\nperft 2 3\n\nid empty\nperft 1 1\n\nid "
      "uncounted\nepd " +
      kStartText + "\n\nepd " + kStartText + "\nperft one 20\n\n" + kKingsBoard + " ;D1 15\n");
  const std::vector<std::string> beginnings = {"line 1: FEN field 1",
                                               "line 2: EPD operation \"D1\"",
                                               "line 3: found a position without counts",
                                               "line 5: FEN field 1",
                                               "line 9: found a block without position",
                                               "line 12: found a position without counts",
                                               "line 16: found \"perft one 20\""};
  ASSERT_EQ(suite.errors.size(), beginnings.size());
  for (std::size_t i = 0; i < beginnings.size(); ++i) {
    EXPECT_EQ(suite.errors[i].find(beginnings[i]), 0u) << suite.errors[i];
  }
  ASSERT_EQ(suite.cases.size(), 1u);
  EXPECT_EQ(suite.cases[0].line, 18);
}

TEST(PerftSuite, ACountThatIsNoOperationIsAFaultAndNotPassedOver) {
  const Suite suite = read_suite(kStartText + " 0 1 ;D1 20 ;2D 400 ;D3 8902\n");
  EXPECT_TRUE(suite.cases.empty());
  ASSERT_EQ(suite.errors.size(), 1u);
  EXPECT_NE(suite.errors[0].find("2D 400"), std::string::npos) << suite.errors[0];
}

TEST(PerftSuite, AnEmptyFileHasNoCases) {
  EXPECT_TRUE(read_suite("").cases.empty());
  EXPECT_TRUE(read_suite("\n# nothing\n").errors.empty());
}

TEST(PerftSuite, TheSharedFilesReadCompletelyAndTheirFirstCountsAreRight) {
  struct Expected {
    const char* name;
    std::size_t cases;
    std::size_t counts;
  };
  for (const auto& [name, cases, counts] :
       {Expected{"perft/ethereal_standard.epd", 128, 759}, Expected{"perft/ethereal_fischer.epd", 960, 5760},
        Expected{"perft/ferdy_perft_double_checks.epd", 184, 184},
        Expected{"perft/python-chess_tricky.perft", 19, 67}}) {
    TABIA_NEEDS_SHARED_FILE(name);
    std::ifstream file(test::shared_path(name), std::ios::binary);
    const Suite suite = read_all(file);
    EXPECT_TRUE(suite.errors.empty()) << name << ": " << suite.errors.front();
    EXPECT_EQ(suite.cases.size(), cases) << name;
    std::size_t found = 0;
    for (const PerftCase& entry : suite.cases) {
      found += entry.counts.size();
      for (const auto& [depth, nodes] : entry.counts) {
        if (depth > 2) continue;
        EXPECT_EQ(perft(entry.position, depth), nodes) << name << ":" << entry.line;
      }
    }
    EXPECT_EQ(found, counts) << name;
  }
}

}  // namespace
}  // namespace tabia::chess
