#include "engine/uci_loop.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "base/compression.h"
#include "base/file.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "engine/session.h"
#include "no_more_threads.h"
#include "paths.h"

namespace tabia::engine::test {
namespace {

namespace fs = std::filesystem;

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

// --- transcripts

// Removes what changes from run to run or with every change of the search: the lines of a search become one.
std::vector<std::string> masked(const std::vector<std::string>& lines) {
  std::vector<std::string> out;
  for (std::string line : lines) {
    if (line.starts_with("info depth") && line.find(" pv ") != std::string::npos)
      line = "info depth ... pv ...";
    if (line.starts_with("bestmove ") && line != "bestmove (none)") line = "bestmove ...";
    // Which network is in the program doesn't matter to the protocol.
    for (const std::string_view before : {"info string network ", "; the network stays "}) {
      if (const auto at = line.find(before); at != std::string::npos)
        line = line.substr(0, at + before.size()) + "...";
    }
    if (out.empty() || out.back() != line || !line.starts_with("info depth ...")) out.push_back(line);
  }
  return out;
}

class UciTranscript : public testing::TestWithParam<std::string> {};

// A transcript has "> command" lines, each followed by the answer. TABIA_UPDATE_GOLDEN=1 rewrites the
// answers.
TEST_P(UciTranscript, IsAnsweredAsBefore) {
  const fs::path path = fs::path(tabia::test::test_data()) / ".." / "golden" / "uci" / GetParam();
  std::ifstream in(path);
  ASSERT_TRUE(in.good()) << path;
  std::string expected;
  std::string found;
  Session session(
      [](const std::string&) { return base::Error{"there is none in this test"}; });  // has EvalUrl
  for (std::string line; std::getline(in, line);) {
    expected += line + "\n";
    if (line.starts_with("#")) found += line + "\n";
    if (!line.starts_with("> ")) continue;
    found += line + "\n" + joined(masked(session.ask(line.substr(2))));
  }
  if (std::getenv("TABIA_UPDATE_GOLDEN") != nullptr) {
    in.close();
    std::ofstream(path) << found;
  } else {
    EXPECT_EQ(found, expected) << path;
  }
}

INSTANTIATE_TEST_SUITE_P(Golden, UciTranscript,
                         testing::Values("hello.txt", "broken_input.txt", "positions.txt", "options.txt",
                                         "searches.txt", "tools.txt"),
                         [](const auto& file) { return file.param.substr(0, file.param.find('.')); });

// --- an evaluation that fails

// A service that counts the pieces, this many times; then it throws, as a failing device does.
class FailingService : public eval::EvaluationService {
 public:
  explicit FailingService(int answers) : left_(answers) {}
  std::optional<int> centipawns(const chess::Position& position) override {
    if (--left_ < 0) throw std::runtime_error("the device is on fire");
    const chess::Color us = position.side_to_move();
    return 100 * (chess::count(position.pieces(us)) - chess::count(position.pieces(~us)));
  }
  std::string address() const override { return "here"; }
  base::Result<void> probe() override { return {}; }
  std::vector<std::string> take_remarks() override { return {}; }

 private:
  std::atomic<int> left_;
};

// A session with that service and this many threads.
std::unique_ptr<Session> failing_session(int answers, int threads) {
  auto session = std::make_unique<Session>([answers](const std::string&) {
    return base::Result<std::shared_ptr<eval::EvaluationService>>(std::make_shared<FailingService>(answers));
  });
  session->ask("setoption name EvalUrl value here");
  session->ask("setoption name Threads value " + std::to_string(threads));
  return session;
}

constexpr const char* kFailure = "info string error: the search failed: the device is on fire";

TEST(UciLoopThread, ASearchWhoseEvaluationFailsSaysSoAndAnswersOnce) {
  for (const int threads : {1, 3}) {
    for (const int answers : {0, 300}) {
      const auto session = failing_session(answers, threads);
      session->ask("position startpos moves e2e4");
      const auto answer = session->ask("go depth 30");
      EXPECT_EQ(session->count(kFailure), 1u) << joined(answer);
      EXPECT_EQ(session->count("bestmove"), 1u) << joined(answer);
      ASSERT_TRUE(last(answer).starts_with("bestmove ")) << joined(answer);
      const auto best = uci::parse_output(last(answer));
      ASSERT_TRUE(best.ok());
      const std::string move = std::get<uci::BestMove>(*best).best;
      EXPECT_TRUE(chess::parse_uci_move(session->engine().game().position(), move).ok()) << move;
      EXPECT_EQ(session->ask("isready"), std::vector<std::string>{"readyok"});
    }
  }
}

TEST(UciLoopThread, AnEndlessSearchWhoseEvaluationFailsAnswersOnlyWhenTold) {
  for (const char* const go : {"go infinite", "go ponder wtime 1000 btime 1000"}) {
    const auto session = failing_session(300, 3);
    session->send(go);
    EXPECT_EQ(session->wait_for(kFailure), kFailure) << go;
    EXPECT_EQ(session->count("bestmove"), 0u) << go;
    session->send(std::string_view(go) == "go infinite" ? "stop" : "ponderhit");
    EXPECT_NE(session->wait_for("bestmove"), "") << go;
    EXPECT_EQ(session->count("bestmove"), 1u) << go;
  }
}

TEST(UciLoop, AfterAFailureTheBestMoveSoFarIsPlayedOrTheFirstThatMayBe) {
  const auto none_found = failing_session(0, 1);
  EXPECT_EQ(last(none_found->ask("go depth 5 searchmoves g1f3")), "bestmove g1f3");

  const auto some_found = failing_session(3000, 1);
  for (const char* const minimal : {"false", "true"}) {
    some_found->ask(std::string("setoption name Minimal value ") + minimal);
    some_found->ask("setoption name EvalUrl value again");  // answers again
    // The queen can be taken: every finished depth says so.
    some_found->ask("position fen 4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
    const auto answer = some_found->ask("go depth 60");
    EXPECT_EQ(last(answer), "bestmove e4d5") << joined(answer);
    EXPECT_NE(joined(answer).find(kFailure), std::string::npos) << joined(answer);
  }
}

// --- searching

TEST(UciLoop, BestMoveIsTheFirstMoveOfTheLastLine) {
  Session session;
  const std::vector<std::string> starts = {"position startpos", "position startpos moves e2e4",
                                           "position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"};
  for (const std::string& start : starts) {
    for (const char* go : {"go depth 5", "go nodes 1000", "go movetime 20", "go nodes 1"}) {
      session.ask(start);
      const auto answer = session.ask(go);
      ASSERT_GE(answer.size(), 2u) << go;
      const auto best = uci::parse_output(answer.back());
      ASSERT_TRUE(best.ok() && std::holds_alternative<uci::BestMove>(*best)) << answer.back();
      const auto info = uci::parse_output(answer[answer.size() - 2]);
      ASSERT_TRUE(info.ok() && std::holds_alternative<uci::Info>(*info)) << answer[answer.size() - 2];
      EXPECT_EQ(std::get<uci::Info>(*info).moves.at(0), std::get<uci::BestMove>(*best).best) << go;
    }
  }
}

TEST(UciLoop, AnInfoLineHasAllItsFields) {
  Session session;
  session.ask("setoption name UCI_ShowWDL value true");
  const auto answer = session.ask("go depth 4");
  const auto info = uci::parse_output(answer.at(answer.size() - 2));
  ASSERT_TRUE(info.ok());
  const auto& line = std::get<uci::Info>(*info);
  EXPECT_EQ(line.depth, 4);
  EXPECT_TRUE(line.selective_depth && line.score && line.nodes && line.nodes_per_second &&
              line.hash_permille && line.tablebase_hits && line.elapsed_ms);
  EXPECT_EQ(line.rank, 1);
  ASSERT_TRUE(line.wdl);
  EXPECT_EQ(line.wdl->win + line.wdl->draw + line.wdl->loss, 1000);
}

TEST(UciLoop, TheLinesOfSeveralBestMovesAreNumbered) {
  Session session;
  session.ask("setoption name MultiPV value 3");
  const auto answer = session.ask("go depth 4");
  for (const char* rank : {" multipv 1 ", " multipv 2 ", " multipv 3 "})
    EXPECT_NE(joined(answer).find(rank), std::string::npos) << rank;
}

TEST(UciLoop, MinimalPrintsOnlyTheLastLines) {
  Session session;
  session.ask("setoption name Minimal value true");
  const auto answer = session.ask("go depth 6");
  ASSERT_EQ(answer.size(), 2u) << joined(answer);
  EXPECT_TRUE(answer[0].starts_with("info depth ")) << answer[0];
  EXPECT_TRUE(answer[1].starts_with("bestmove "));
}

TEST(UciLoop, AMateIsShownInMoves) {
  Session session;
  session.ask("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
  const auto answer = session.ask("go depth 4");
  EXPECT_NE(answer.at(answer.size() - 2).find("score mate 1 "), std::string::npos) << joined(answer);
  EXPECT_TRUE(answer.back().starts_with("bestmove d1d8")) << answer.back();
}

TEST(UciLoop, CastlingIsWrittenAsTheOptionSays) {
  Session session;
  const std::string fen = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves ";
  for (const char* castling : {"e1g1", "e1h1"}) {
    session.ask(fen + castling);
    EXPECT_EQ(chess::to_fen(session.engine().game().position()), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
  }
  session.ask("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  EXPECT_NE(joined(session.ask("perft 1")).find("e1g1: 1\n"), std::string::npos);
  EXPECT_NE(last(session.ask("go depth 1 searchmoves e1h1")).find("bestmove e1g1"), std::string::npos);
  session.ask("setoption name UCI_Chess960 value true");
  EXPECT_NE(joined(session.ask("perft 1")).find("e1h1: 1\n"), std::string::npos);
  EXPECT_NE(last(session.ask("go depth 1 searchmoves e1g1")).find("bestmove e1h1"), std::string::npos);
}

TEST(UciLoop, OnlyTheSearchMovesArePlayed) {
  Session session;
  session.ask("position startpos");
  EXPECT_TRUE(last(session.ask("go depth 3 searchmoves a2a3 a2a3")).starts_with("bestmove a2a3"));
  const auto answer = session.ask("go depth 2 searchmoves e2e5");
  EXPECT_TRUE(answer.at(0).starts_with("info string error: go searchmoves: ignored ")) << answer[0];
  EXPECT_TRUE(answer.back().starts_with("bestmove "));
}

TEST(UciLoop, AClockOfTheOtherSideAloneStillGivesAMove) {
  Session session;
  EXPECT_TRUE(last(session.ask("go btime 100")).starts_with("bestmove "));
  EXPECT_TRUE(last(session.ask("go wtime -100 btime 5 winc 0")).starts_with("bestmove "));
  EXPECT_TRUE(last(session.ask("go wtime 0 movestogo 0")).starts_with("bestmove "));
}

TEST(UciLoop, TheSameSearchAfterANewGameGivesTheSameNodes) {
  Session session;
  const auto nodes = [&] {
    session.ask("ucinewgame");
    const auto answer = session.ask("go depth 7");
    return std::get<uci::Info>(*uci::parse_output(answer.at(answer.size() - 2))).nodes;
  };
  const auto first = nodes();
  EXPECT_EQ(nodes(), first);
}

// --- while something runs

TEST(UciLoopThreads, InfiniteAndPonderSearchesPrintNoBestMoveByThemselves) {
  for (const char* position : {"position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",    // stalemated
                               "position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",    // mated
                               "position fen 7k/8/8/8/8/8/1q6/K7 w - - 0 1"}) {  // one move
    for (const char* go : {"go infinite", "go ponder wtime 1000 btime 1000", "go infinite depth 2"}) {
      Session session;
      session.send(position);
      session.send(go);
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      EXPECT_EQ(session.count("bestmove"), 0u) << position << " " << go;
      session.send("isready");
      EXPECT_EQ(session.wait_for("readyok"), "readyok");
      session.send("stop");
      EXPECT_NE(session.wait_for("bestmove"), "") << position << " " << go;
      session.loop().finish();
      EXPECT_EQ(session.count("bestmove"), 1u);
    }
  }
}

TEST(UciLoopThreads, PonderHitStartsTheClock) {
  Session session;
  session.send("go ponder wtime 200 btime 200");
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  EXPECT_EQ(session.count("bestmove"), 0u);
  session.send("ponderhit");
  EXPECT_NE(session.wait_for("bestmove"), "");
}

TEST(UciLoopThreads, APonderHitAtOnceIsNotLost) {
  Session session;
  for (int i = 0; i < 20; ++i) {
    const std::size_t before = session.size();
    session.send("go ponder movetime 5");
    session.send("ponderhit");
    EXPECT_NE(session.wait_for("bestmove", before), "");
  }
}

TEST(UciLoopThreads, AStopAtOnceIsNotLost) {
  Session session;
  for (int i = 0; i < 50; ++i) {
    const std::size_t before = session.size();
    session.send("go infinite");
    session.send("stop");
    EXPECT_NE(session.wait_for("bestmove", before), "");
  }
  EXPECT_EQ(session.count("bestmove"), 50u);
}

TEST(UciLoopThreads, EveryGoHasOneBestMoveWhateverComesBetween) {
  Session session;
  session.send("setoption name Threads value 3");
  const std::vector<std::string> between = {"stop",
                                            "isready",
                                            "position startpos moves e2e4 e7e5",
                                            "ponderhit",
                                            "setoption name MultiPV value 2",
                                            "setoption name Hash value 2",
                                            "ucinewgame",
                                            "d",
                                            "position fen nonsense",
                                            "flip",
                                            "setoption name Threads value 2"};
  base::Random random(3);
  std::size_t started = 0;
  for (int i = 0; i < 60; ++i) {
    session.send(random.below(2) == 0 ? "go infinite" : "go depth 4");
    ++started;
    for (std::uint32_t more = random.below(4); more > 0; --more)
      session.send(between[random.below(static_cast<std::uint32_t>(between.size()))]);
  }
  session.send("stop");
  session.loop().finish();
  EXPECT_EQ(session.count("bestmove"), started);
}

TEST(UciLoopThreads, IsReadyIsAnsweredDuringASearch) {
  Session session;
  session.send("go infinite");
  for (int i = 0; i < 10; ++i) session.send("isready");
  EXPECT_EQ(session.count("readyok"), 10u);
  EXPECT_EQ(session.count("bestmove"), 0u);
}

TEST(UciLoopThreads, APositionDuringASearchIsForTheNextOne) {
  Session session;
  session.send("position startpos");
  session.send("go infinite searchmoves a2a3");
  session.send("position fen 7k/8/8/8/8/8/1q6/K7 w - - 0 1");
  session.send("stop");
  EXPECT_TRUE(session.wait_for("bestmove").starts_with("bestmove a2a3"));
  EXPECT_TRUE(last(session.ask("go depth 2")).starts_with("bestmove a1b2"));
}

TEST(UciLoopThreads, QuitAndTheEndOfTheLoopStopASearch) {
  for (int i = 0; i < 10; ++i) {
    Session session;
    session.send("go infinite");
    EXPECT_FALSE(session.send("quit"));
    EXPECT_EQ(session.count("bestmove"), 1u);
  }
  Session session;
  session.send("go infinite");  // ended by the destructor
}

TEST(UciLoopThreads, AStopEndsABenchAndAPerft) {
  Session session;
  session.send("bench 100");
  session.send("isready");
  EXPECT_EQ(session.wait_for("readyok"), "readyok");
  session.send("stop");
  EXPECT_EQ(session.wait_for("bench stopped"), "bench stopped");
  session.send("perft 20");
  session.send("stop");
  EXPECT_NE(session.wait_for("info string perft stopped"), "");
  session.send("genfens 100000000 seed 1 book None");
  session.send("stop");
  session.loop().finish();
}

TEST(UciLoopThreads, QuitEndsABenchAPerftAndGenfens) {
  for (const char* tool : {"bench 100", "go perft 20", "perft 20", "genfens 1000000000 seed 1 book None"}) {
    Session session;
    session.send(tool);
    EXPECT_FALSE(session.send("quit")) << tool;
  }
}

TEST(UciLoopThreads, WithoutASecondThreadCommandsAreCarriedOutAllTheSame) {
  if (!tabia::test::NoMoreThreads::kWorks) GTEST_SKIP() << "no way to refuse threads here";
  Session session;
  {
    const tabia::test::NoMoreThreads none;
    const auto finite = session.ask("go depth 4");
    EXPECT_TRUE(finite.front().starts_with("info string error: can't start a thread: ")) << finite.front();
    EXPECT_TRUE(last(finite).starts_with("bestmove "));
    EXPECT_TRUE(last(session.ask("go infinite")).starts_with("bestmove "));  // nobody could stop it
    EXPECT_EQ(last(session.ask("perft 3")), "Nodes searched: 8902");
  }
  const auto again = session.ask("go depth 4");
  EXPECT_TRUE(again.front().starts_with("info depth 1 ")) << again.front();
}

TEST(UciLoopThreads, ItSaysIfFewerThreadsSearchThanWanted) {
  if (!tabia::test::NoMoreThreads::kWorks) GTEST_SKIP() << "no way to refuse threads here";
  Session session;
  session.ask("go depth 1");  // starts the thread that searches
  session.ask("setoption name Threads value 4");
  const tabia::test::NoMoreThreads none;
  const auto answer = session.ask("go depth 4");
  EXPECT_EQ(answer.front(), "info string the system gives no more threads: 1 of 4 are searching");
  EXPECT_TRUE(last(answer).starts_with("bestmove "));
}

// --- the end of the input

std::string output_of(const std::string& input) {
  Engine engine(1);
  std::string text;
  UciLoop loop(engine, "Tabia test", [&](std::string_view lines) { text += lines; });
  std::istringstream in(input);
  loop.run(in);
  return text;
}

TEST(UciLoop, TheEndOfTheInputWaitsForASearchWithALimitAndStopsOthers) {
  const std::string finite = output_of("go depth 6\n");
  EXPECT_NE(finite.find("info depth 6 "), std::string::npos) << finite;
  EXPECT_NE(finite.find("bestmove "), std::string::npos);
  EXPECT_NE(output_of("go infinite").find("bestmove "), std::string::npos);
  EXPECT_NE(output_of("go").find("bestmove "), std::string::npos);
  EXPECT_EQ(output_of(""), "");
  EXPECT_EQ(output_of("\n\r\n  \n"), "");
}

TEST(UciLoop, TheEndOfTheInputEndsABenchAPerftAndGenfens) {
  for (const char* tool : {"bench 100", "go perft 20", "perft 20", "genfens 1000000000 seed 1 book None"})
    output_of(std::string(tool) + "\n");  // returns
}

TEST(UciLoop, AnOverlongLineIsRefusedAndTheNextOneServed) {
  const std::string text = output_of(std::string(3 << 20, 'x') + "\nisready\n");
  EXPECT_TRUE(text.starts_with("info string error: found a line of more than ")) << text.substr(0, 200);
  EXPECT_TRUE(text.ends_with("readyok\n"));
}

// --- options

TEST(UciLoop, ABadNetworkFileLeavesTheOldOneInPlace) {
  Session session;
  const auto before = session.engine().network();
  const auto answer = session.ask("setoption name EvalFile value /nowhere/at all.nnue");
  EXPECT_TRUE(last(answer).starts_with("info string error: option EvalFile: /nowhere/at all.nnue: "))
      << last(answer);
  EXPECT_NE(last(answer).find("; the network stays "), std::string::npos);
  EXPECT_EQ(session.engine().network(), before);
  EXPECT_TRUE(session.engine().settings().eval_file.empty());
  EXPECT_TRUE(last(session.ask("go depth 2")).starts_with("bestmove "));
}

TEST(UciLoop, EvaluationCanBeChangedAndBack) {
  Session session;
  const auto nodes = [&](const char* mode) {
    session.ask(std::string("setoption name Evaluation value ") + mode);
    const auto answer = session.ask("go depth 6");
    return std::get<uci::Info>(*uci::parse_output(answer.at(answer.size() - 2))).nodes;
  };
  const auto network = nodes("network");
  EXPECT_NE(nodes("classical"), network);
  nodes("hybrid");
  EXPECT_EQ(nodes("network"), network);
}

TEST(UciLoop, MoreMemoryThanThereIsIsRefused) {
  Session session;
  const auto answer = session.ask("setoption name Hash value 33554432");
  EXPECT_TRUE(last(answer).starts_with(
      "info string error: option Hash: found 33554432, but this program may use only "))
      << last(answer);
  EXPECT_EQ(session.engine().settings().searcher.hash_mib, 16u);
}

TEST(UciLoop, AFifoIsRefusedAndNotWaitedFor) {
  const fs::path path = fs::path(testing::TempDir()) / ("tabia_fifo_" + std::to_string(getpid()));
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  Session session;
  for (const char* option : {"EvalFile", "BookFile", "Debug Log File", "SyzygyPath"}) {
    const auto answer = session.ask(std::string("setoption name ") + option + " value " + path.string());
    EXPECT_TRUE(last(answer).starts_with(std::string("info string error: option ") + option)) << last(answer);
  }
  const auto openings = session.ask("genfens 1 seed 1 book " + path.string());
  EXPECT_TRUE(last(openings).ends_with("is a pipe (FIFO), not a regular file")) << last(openings);
  EXPECT_TRUE(last(session.ask("go depth 1")).starts_with("bestmove "));
  fs::remove(path);
}

TEST(UciLoop, LimitedStrengthReachesTheSearcher) {
  Session session;
  session.ask("setoption name Style value engine");
  EXPECT_TRUE(session.ask("setoption name UCI_LimitStrength value true").empty());
  session.ask("setoption name UCI_Elo value 1200");
  EXPECT_TRUE(last(session.ask("go nodes 3000")).starts_with("bestmove "));
}

TEST(UciLoop, TheLogHasWhatWasReadAndWritten) {
  const fs::path path = fs::path(testing::TempDir()) / ("tabia_log_" + std::to_string(getpid()));
  {
    Session session;
    session.ask("setoption name Debug Log File value " + path.string());
    session.ask("isready");
    session.ask("setoption name Debug Log File value <empty>");
    session.ask("isready");
    EXPECT_TRUE(last(session.ask("setoption name Debug Log File value /nowhere/log"))
                    .starts_with("info string error: "));
  }
  std::ifstream in(path);
  const std::string content{std::istreambuf_iterator<char>(in), {}};
  EXPECT_EQ(content, ">> isready\n<< readyok\n>> setoption name Debug Log File value <empty>\n");
  fs::remove(path);
}

TEST(UciLoop, OneMoveOfTheBookIsPlayedUnlessAskedForAnalysis) {
  // One entry: e2e4 in the starting position, in PolyGlot's format.
  const unsigned char entry[16] = {0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c,
                                   0x03, 0x1c, 0,    1,    0,    0,    0,    0};
  const fs::path path = fs::path(testing::TempDir()) / ("tabia_book_" + std::to_string(getpid()));
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(entry), sizeof entry);
  Session session;
  session.ask("setoption name BookFile value " + path.string());
  session.ask("setoption name OwnBook value true");
  const auto answer = session.ask("go depth 3");
  EXPECT_EQ(joined(answer), "info string book move e2e4\nbestmove e2e4\n");
  session.ask("setoption name UCI_AnalyseMode value true");
  EXPECT_EQ(joined(session.ask("go depth 3")).find("book"), std::string::npos);
  fs::remove(path);
}

TEST(UciLoop, FlipTwiceIsThePositionItself) {
  Session session;
  const std::string fen = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
  session.ask("position fen " + fen);
  session.ask("flip");
  EXPECT_EQ(chess::to_fen(session.engine().game().position()),
            "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1");
  session.ask("flip");
  EXPECT_EQ(chess::to_fen(session.engine().game().position()), fen);
}

TEST(UciLoop, OpeningsDependOnTheSeedOnly) {
  Session session;
  const auto first = session.ask("genfens 5 seed 42 book None");
  ASSERT_EQ(first.size(), 5u);
  EXPECT_EQ(session.ask("genfens 5 seed 42 book None"), first);
  EXPECT_NE(session.ask("genfens 5 seed 43 book None"), first);
  for (const std::string& line : first) {
    ASSERT_TRUE(line.starts_with("info string genfens ")) << line;
    EXPECT_TRUE(chess::parse_fen(line.substr(20)).ok()) << line;
  }
  EXPECT_TRUE(last(session.ask("genfens 1 seed 1 book /nowhere")).starts_with("info string error: "));
}

TEST(UciLoop, TheBookOfOpeningsMayBeCompressed) {
  const std::string text = std::string("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n");
  const auto portion = std::as_bytes(std::span(text));
  const auto packed = base::compressed(std::span(&portion, 1));
  if (!packed) GTEST_SKIP() << packed.error().message;
  const fs::path plain = fs::path(testing::TempDir()) / ("tabia_book_" + std::to_string(getpid()) + ".epd");
  const fs::path zstd = plain.string() + ".zst";
  ASSERT_TRUE(base::write_file_atomically(plain.string(), text));
  ASSERT_TRUE(base::write_file_atomically(zstd.string(), *packed));
  Session session;
  const auto openings = session.ask("genfens 2 seed 7 book " + plain.string());
  ASSERT_TRUE(last(openings).starts_with("info string genfens ")) << last(openings);
  EXPECT_EQ(session.ask("genfens 2 seed 7 book " + zstd.string()), openings);
  ASSERT_TRUE(base::write_file_atomically(zstd.string(), packed->substr(0, packed->size() / 2)));
  EXPECT_TRUE(last(session.ask("genfens 1 seed 7 book " + zstd.string())).starts_with("info string error: "));
  fs::remove(plain);
  fs::remove(zstd);
}

// --- anything at all

TEST(UciLoop, AnyLineIsAnsweredAndTheEngineGoesOn) {
  const std::vector<std::string> pieces = {
      "position", "fen",  "startpos", "moves",      "e2e4",  "e7e5",       "setoption", "name",
      "value",    "Hash", "MultiPV",  "go",         "depth", "2",          "-1",        "nodes",
      "perft",    "1",    "stop",     "d",          "flip",  "ucinewgame", "\xff",      "8/8/8/8/8/8/8/K6k",
      "w",        "-",    "isready",  "searchmoves"};
  Session session;
  base::Random random(5);
  for (int round = 0; round < 400; ++round) {
    std::string line = pieces[random.below(static_cast<std::uint32_t>(pieces.size()))];
    for (std::uint32_t more = random.below(7); more > 0; --more)
      line += " " + pieces[random.below(static_cast<std::uint32_t>(pieces.size()))];
    session.send(line);
  }
  session.send("stop");
  session.loop().finish();
  EXPECT_EQ(last(session.ask("isready")), "readyok");
}

}  // namespace
}  // namespace tabia::engine::test
