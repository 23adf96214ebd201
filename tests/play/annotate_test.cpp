// The annotation of games as a job.
#include "play/annotate.h"

#include <gtest/gtest.h>

#include <fstream>

#include "folder.h"
#include "human_toy.h"

namespace tabia::play {
namespace {

using chess::Color;
using eval::Judgement;

class AnnotateCollector : public AnnotateWatch {
 public:
  void begins(std::uint64_t number) override { begun.push_back(number); }
  void annotated(std::uint64_t number, const chess::PgnGame& game, const GameSummary& summary) override {
    EXPECT_EQ(number, begun.back());
    games.push_back(game);
    summaries.push_back(summary);
    stop = stop_after != 0 && games.size() == stop_after;
  }
  void remark(const std::string& text) override { remarks.push_back(text); }
  [[nodiscard]] bool interrupted() const override { return stop; }

  std::vector<std::uint64_t> begun;
  std::vector<chess::PgnGame> games;
  std::vector<GameSummary> summaries;
  std::vector<std::string> remarks;
  std::size_t stop_after = 0;
  bool stop = false;
};

AnnotateJob annotate_job(const tabia::test::Folder& folder) {
  const std::string path = folder / "games.pgn";
  std::ofstream(path) << "[White \"Fool\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n"
                         "1. e4 e4 *\n\n"
                         "[White \"Slow\"]\n\n1. e4 e5 2. Nf3 *\n";
  AnnotateJob job;
  job.games = path;
  job.search.evaluation.mode = eval::EvaluationMode::Classical;
  job.search.nodes = 2000;
  job.search.hash_mib = 1;
  return job;
}

TEST(Annotate, MarksTheMoveThatAllowsMateAndSumsUpBothPlayers) {
  const tabia::test::Folder folder;
  AnnotateCollector watch;
  const auto totals = run(annotate_job(folder), watch);
  ASSERT_TRUE(totals.ok()) << totals.error().message;
  EXPECT_EQ(totals->games, 2u);
  EXPECT_EQ(totals->bad, 1u);
  EXPECT_EQ(watch.begun, (std::vector<std::uint64_t>{1, 3}));
  ASSERT_EQ(watch.games.size(), 2u);
  const chess::PgnMove& fools = watch.games[0].line.moves[2];
  EXPECT_NE(fools.comment.find("Allows mate in 1."), std::string::npos) << fools.comment;
  EXPECT_EQ(watch.summaries[0][Color::White].moves, 2u);
  EXPECT_EQ(watch.summaries[0][Color::White].marks[Judgement::Blunder], 1);
  EXPECT_EQ(watch.summaries[0][Color::Black].marks[Judgement::Blunder], 0);
  EXPECT_TRUE(watch.summaries[0][Color::Black].accuracy);
  EXPECT_EQ(*watch.games[0].tag("Annotator"), "Tabia");
  ASSERT_EQ(watch.remarks.size(), 1u);
  EXPECT_NE(watch.remarks[0].find("games.pgn: line "), std::string::npos) << watch.remarks[0];
}

// The first choice of a search with ten times the nodes, without memory of others.
chess::Move choice_of_a_large_search(const AnnotateJob& job, const chess::PgnGame& game, std::size_t index) {
  PositionSearch large = job.search;
  large.nodes = 10 * *job.search.nodes;
  const auto searcher = PositionSearcher::open(large);
  chess::Game before(game.start);
  for (std::size_t i = 0; i < index; ++i) before.play(game.line.moves[i].move);
  chess::Move choice;
  searcher->for_each(1, {}, [&](std::size_t, search::MoveSearch& search) {
    choice = search.search(before, searcher->limits_from_now()).best;
  });
  return choice;
}

TEST(Annotate, NoMoveThatTenTimesTheNodesWouldPlayIsCalledAMistake) {
  const tabia::test::Folder folder;
  AnnotateJob job = annotate_job(folder);
  // Morphy's sacrifices look like blunders to a short search.
  std::ofstream(job.games) << "[White \"Morphy\"]\n\n1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 "
                              "6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 "
                              "12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 "
                              "17. Rd8# 1-0\n";
  int marked = 0;
  for (const std::uint64_t nodes : {30, 50, 70, 100, 150, 200, 300}) {
    job.search.nodes = nodes;
    AnnotateCollector watch;
    ASSERT_TRUE(run(job, watch));
    const chess::PgnGame& game = watch.games.at(0);
    for (std::size_t i = 0; i < game.line.moves.size(); ++i) {
      const chess::PgnMove& move = game.line.moves[i];
      if (move.nags.empty() || (move.nags[0] != 2 && move.nags[0] != 4)) continue;
      ++marked;
      EXPECT_NE(choice_of_a_large_search(job, game, i), move.move) << nodes << " nodes, half-move " << i;
    }
  }
  EXPECT_GT(marked, 0);
}

TEST(Annotate, TellsWhatPeoplePlayInPlaceOfAMistake) {
  const tabia::test::Folder folder;
  AnnotateCollector watch;
  AnnotateJob job = annotate_job(folder);
  job.only_game = 1;
  job.human = {1500, 2500};
  job.human_net = tabia::test::saved_human_toy(folder / "human.net");
  const auto totals = run(job, watch);
  ASSERT_TRUE(totals.ok()) << totals.error().message;
  const std::string& comment = watch.games.at(0).line.moves[2].comment;
  for (const char* const part : {"At 1500: g4 ", "At 2500: g4 ", ", difficulty ", "ypical"})
    EXPECT_NE(comment.find(part), std::string::npos) << comment;
  EXPECT_EQ(watch.games[0].line.moves[3].comment.find("At 1500"), std::string::npos) << "Qh4# is no mistake";
  EXPECT_EQ(watch.summaries[0][Color::White].typical.size(), 2u);

  job.human_net = folder / "missing.net";
  const auto missing = run(job, watch);
  ASSERT_FALSE(missing.ok());
  EXPECT_TRUE(missing.error().message.starts_with("--human: ")) << missing.error().message;
}

TEST(Annotate, APolicyNetworkAnalyzesByPuct) {
  const tabia::test::Folder folder;
  AnnotateCollector watch;
  AnnotateJob job = annotate_job(folder);
  job.search.evaluation = {};
  job.search.net = tabia::test::saved_human_toy(folder / "human.net");
  job.search.nodes = 60;
  job.search.threads = 2;
  const auto totals = run(job, watch);
  ASSERT_TRUE(totals.ok()) << totals.error().message;
  // The network knows nothing, but a mate in one is seen.
  EXPECT_NE(watch.games.at(0).line.moves[2].comment.find("Allows mate in 1."), std::string::npos);
}

TEST(Annotate, AnInterruptKeepsTheGamesThatAreDone) {
  const tabia::test::Folder folder;
  AnnotateCollector watch;
  watch.stop_after = 1;
  const auto totals = run(annotate_job(folder), watch);
  ASSERT_TRUE(totals.ok());
  EXPECT_EQ(totals->games, 1u);
}

TEST(Annotate, AGameThatIsNotThereIsAnError) {
  const tabia::test::Folder folder;
  AnnotateCollector watch;
  AnnotateJob job = annotate_job(folder);
  job.only_game = 4;
  const auto totals = run(job, watch);
  ASSERT_FALSE(totals.ok());
  EXPECT_NE(totals.error().message.find("there is no game 4"), std::string::npos);
}

}  // namespace
}  // namespace tabia::play
