// UCI sessions with a network that has a policy: PUCT, and playing by policy.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <stdexcept>
#include <thread>

#include "chess/notation.h"
#include "deep/forward.h"
#include "engine/session.h"
#include "folder.h"
#include "human_toy.h"
#include "paths.h"
#include "uci/output.h"

namespace tabia::engine::test {
namespace {

namespace fs = std::filesystem;

std::string toy_path() { return tabia::test::test_data() + "/deep/toy-b-se-conv-wdl-mlh.pb.gz"; }

// A session that searches with the toy network, with the search that "auto" chooses.
class PuctSession : public testing::Test {
 protected:
  void SetUp() override {
    answer_ = session_.ask("setoption name EvalFile value " + toy_path());
    ASSERT_EQ(last(answer_), "info string searching by puct");
  }
  static uci::Info info_before_best(const std::vector<std::string>& lines) {
    for (std::size_t i = lines.size(); i-- > 0;) {
      const auto output = uci::parse_output(lines[i]);
      if (output.ok() && std::holds_alternative<uci::Info>(*output) &&
          !std::get<uci::Info>(*output).moves.empty())
        return std::get<uci::Info>(*output);
    }
    ADD_FAILURE() << "no line";
    return {};
  }
  static std::string best_in(const std::vector<std::string>& lines) {
    return last(lines).starts_with("bestmove ") ? last(lines).substr(9) : "";
  }

  Session session_;
  std::vector<std::string> answer_;
};

TEST_F(PuctSession, AnswersEveryKindOfGo) {
  for (const char* go : {"go nodes 100", "go nodes 1", "go depth 2", "go movetime 20",
                         "go wtime 2000 btime 2000 winc 10 binc 10", "go nodes 50 searchmoves a2a3 h2h4"}) {
    session_.ask("position startpos");
    const auto lines = session_.ask(go);
    const std::string best = best_in(lines);
    ASSERT_FALSE(best.empty()) << go;
    const uci::Info info = info_before_best(lines);
    EXPECT_EQ(info.moves.at(0), best.substr(0, best.find(' '))) << go;
    EXPECT_TRUE(info.depth && info.score && info.nodes && info.hash_permille) << go;
  }
  const auto restricted = session_.ask("go nodes 50 searchmoves a2a3 h2h4");
  EXPECT_TRUE(best_in(restricted).starts_with("a2a3") || best_in(restricted).starts_with("h2h4"));
}

TEST_F(PuctSession, StopEndsAnInfiniteSearchAndPonderingWaitsForTheHit) {
  session_.send("go infinite");
  session_.wait_for("info depth");
  EXPECT_EQ(session_.count("bestmove"), 0u);
  session_.send("stop");
  EXPECT_FALSE(session_.wait_for("bestmove").empty());

  const std::size_t before = session_.size();
  session_.send("position startpos moves e2e4 e7e5");
  session_.send("go ponder movetime 1");
  session_.wait_for("info depth", before);
  EXPECT_EQ(session_.count("bestmove"), 1u);
  session_.send("ponderhit");
  EXPECT_FALSE(session_.wait_for("bestmove", before).empty());
}

TEST_F(PuctSession, ShowsMatesAndChancesAndSeveralLines) {
  session_.ask("setoption name MultiPV value 3");
  session_.ask("setoption name UCI_ShowWDL value true");
  const auto lines = session_.ask("go nodes 100");
  EXPECT_EQ(info_before_best(lines).rank, 3);
  ASSERT_TRUE(info_before_best(lines).wdl);
  session_.ask("setoption name MultiPV value 1");
  session_.ask("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
  const auto mate = session_.ask("go mate 1 nodes 1000");
  EXPECT_EQ(best_in(mate), "a1a8");
  EXPECT_NE(mate.at(mate.size() - 2).find("score mate 1"), std::string::npos) << mate.at(mate.size() - 2);
  session_.ask("position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
  EXPECT_EQ(last(session_.ask("go nodes 10")), "bestmove (none)");
}

TEST_F(PuctSession, IsTheSameEveryTimeWithOneThreadAndNodes) {
  const auto run = [&] {
    session_.ask("ucinewgame");
    session_.ask("position startpos moves d2d4 d7d5 c2c4");
    const uci::Info info = info_before_best(session_.ask("go nodes 300"));
    return std::pair(info.moves, info.score->value);
  };
  EXPECT_EQ(run(), run());
}

TEST_F(PuctSession, OptionsMayChangeBetweenSearches) {
  session_.ask("go nodes 50");
  for (const char* option : {"Threads value 2", "Hash value 1", "BatchSize value 1", "Clear Hash",
                             "MultiPV value 256", "Threads value 1"}) {
    for (const std::string& line : session_.ask(std::string("setoption name ") + option))
      EXPECT_EQ(line.find("error"), std::string::npos) << line;
    EXPECT_FALSE(best_in(session_.ask("go nodes 50")).empty()) << option;
  }
}

TEST_F(PuctSession, TheOptionSearchDecides) {
  EXPECT_EQ(session_.engine().search_kind(), puct::SearchKind::Puct);
  session_.ask("setoption name Search value policy");
  EXPECT_EQ(session_.engine().search_kind(), puct::SearchKind::Policy);
  EXPECT_EQ(info_before_best(session_.ask("go infinite")).nodes, 1u);
  session_.ask("setoption name Search value alphabeta");
  EXPECT_EQ(session_.engine().search_kind(), puct::SearchKind::AlphaBeta);
  EXPECT_EQ(info_before_best(session_.ask("go depth 2")).depth, 2);
  session_.ask("setoption name Search value auto");
  session_.ask("setoption name Evaluation value classical");
  EXPECT_EQ(session_.engine().search_kind(), puct::SearchKind::AlphaBeta);
  session_.ask("setoption name Evaluation value network");
  EXPECT_EQ(session_.engine().search_kind(), puct::SearchKind::Puct);
  session_.ask("setoption name Style value engine");
  session_.ask("setoption name UCI_LimitStrength value true");
  EXPECT_EQ(session_.engine().search_kind(), puct::SearchKind::AlphaBeta);
  EXPECT_FALSE(best_in(session_.ask("go nodes 20")).empty());
  session_.ask("setoption name UCI_LimitStrength value false");
  EXPECT_EQ(session_.engine().search_kind(), puct::SearchKind::Puct);
  session_.ask("setoption name EvalFile value <embedded>");
  EXPECT_EQ(session_.engine().search_kind(), puct::SearchKind::AlphaBeta);
  EXPECT_FALSE(best_in(session_.ask("go nodes 100")).empty());
}

TEST(PolicySession, AFileNamedMaiaPlaysByPolicyUnderAnyGo) {
  const fs::path folder = fs::temp_directory_path() / "tabia-policy-session";
  fs::create_directories(folder);
  const fs::path file = folder / "maia-toy.pb.gz";
  fs::copy_file(toy_path(), file, fs::copy_options::overwrite_existing);
  Session session;
  EXPECT_EQ(last(session.ask("setoption name EvalFile value " + file.string())),
            "info string searching by policy");
  std::string move;
  for (const char* go : {"go nodes 1", "go wtime 600000 btime 600000", "go depth 30", "go movetime 100000"}) {
    const std::string best = last(session.ask(go));
    if (move.empty()) move = best;
    EXPECT_EQ(best, move) << go;
    EXPECT_TRUE(best.starts_with("bestmove ")) << best;
  }
  session.ask("setoption name MultiPV value 2");
  EXPECT_EQ(session.count("info string e"), 0u);
  session.ask("go nodes 1");
  std::size_t probabilities = 0;
  for (const std::string& line : session.lines())
    probabilities +=
        line.starts_with("info string ") && line.find(" probability ") != std::string::npos ? 1u : 0u;
  EXPECT_EQ(probabilities, 2u);
  fs::remove_all(folder);
}

TEST(PolicySession, WantingASearchThatTheNetworkCantDoIsARemark) {
  Session session;
  const auto lines = session.ask("setoption name Search value puct");
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NE(lines[0].find("needs a network with a policy head"), std::string::npos) << lines[0];
  EXPECT_EQ(lines[0].find("error"), std::string::npos);
  EXPECT_TRUE(last(session.ask("go nodes 100")).starts_with("bestmove "));
  // The next network gets it.
  session.ask("setoption name EvalFile value " + toy_path());
  EXPECT_EQ(session.engine().search_kind(), puct::SearchKind::Puct);
}

// --- a network whose evaluation fails

// Computes this many boards like the machine it replaces; then it throws, as a failing device does.
class FailingMachine final : public deep::Forward::Machine {
 public:
  FailingMachine(deep::Forward inner, int boards) : inner_(std::move(inner)), left_(boards) {}
  void run(std::span<const deep::Planes> boards, std::span<deep::Outputs> outputs) const override {
    left_ -= static_cast<int>(boards.size());
    if (left_ < 0) throw std::runtime_error("the device is on fire");
    inner_.run(boards, outputs);
  }
  [[nodiscard]] std::string name() const override { return "failing"; }
  [[nodiscard]] bool is_device() const noexcept override { return true; }

 private:
  const deep::Forward inner_;
  mutable std::atomic<int> left_;
};

// The engine's network fails after this many boards.
void make_fail(Session& session, int boards) {
  // Networks are immutable for all other code.
  auto& forward = const_cast<deep::Forward&>(*session.engine().network()->forward());
  deep::Forward inner = std::move(forward);
  forward = deep::Forward(std::make_unique<FailingMachine>(std::move(inner), boards));
}

constexpr const char* kPuctFailure = "info string error: the search failed: the device is on fire";

TEST_F(PuctSession, ANetworkThatFailsIsSaidAndAnsweredOnceAndTheSessionContinues) {
  for (const int threads : {1, 3}) {
    for (const int boards : {0, 40}) {
      Session session;
      session.ask("setoption name EvalFile value " + toy_path());
      session.ask("setoption name Threads value " + std::to_string(threads));
      make_fail(session, boards);
      session.ask("position startpos moves e2e4");
      const auto answer = session.ask("go nodes 5000");
      EXPECT_EQ(session.count(kPuctFailure), 1u) << threads << " " << boards;
      EXPECT_EQ(session.count("bestmove"), 1u) << threads << " " << boards;
      const std::string best = best_in(answer).substr(0, 4);
      EXPECT_TRUE(chess::parse_uci_move(session.engine().game().position(), best).ok()) << best;
      EXPECT_EQ(session.ask("isready"), std::vector<std::string>{"readyok"});
      // Still failing, and still answered.
      EXPECT_FALSE(best_in(session.ask("go nodes 5000")).empty());
      EXPECT_EQ(session.count("bestmove"), 2u);
      // Another network doesn't fail.
      session.ask("setoption name EvalFile value <empty>");
      EXPECT_FALSE(best_in(session.ask("go nodes 500")).empty());
      EXPECT_EQ(session.count(kPuctFailure), 2u);
    }
  }
}

TEST_F(PuctSession, AnEndlessSearchWhoseNetworkFailsAnswersOnlyWhenTold) {
  make_fail(session_, 40);
  session_.send("go infinite");
  EXPECT_EQ(session_.wait_for(kPuctFailure), kPuctFailure);
  EXPECT_EQ(session_.count("bestmove"), 0u);
  session_.send("stop");
  EXPECT_FALSE(session_.wait_for("bestmove").empty());
  session_.ask("setoption name Search value policy");
  EXPECT_FALSE(best_in(session_.ask("go nodes 1")).empty());
  EXPECT_EQ(session_.count("bestmove"), 2u);
}

// --- Style human

// A file with a network that has what a human network needs.
class HumanSession : public testing::Test {
 protected:
  HumanSession() : file_(tabia::test::saved_human_toy(folder_ / "human-toy.net")) {}
  void limit() { session_.ask("setoption name UCI_LimitStrength value true"); }
  [[nodiscard]] puct::SearchKind kind() { return session_.engine().search_kind(); }

  tabia::test::Folder folder_;
  const std::string file_;
  Session session_;
};

TEST_F(HumanSession, ThePlayerFollowsStyleRatingAndFileInAnyOrder) {
  limit();
  EXPECT_EQ(last(session_.ask("setoption name HumanFile value " + file_)),
            "info string playing like a person of UCI_Elo by network human-toy");
  EXPECT_EQ(kind(), puct::SearchKind::Human);
  EXPECT_TRUE(last(session_.ask("go wtime 60000 btime 60000")).starts_with("bestmove "));
  session_.ask("setoption name UCI_Elo value 2701");
  EXPECT_EQ(kind(), puct::SearchKind::AlphaBeta);
  session_.ask("setoption name UCI_Elo value 2700");
  EXPECT_EQ(kind(), puct::SearchKind::Human);
  session_.ask("setoption name Style value engine");
  EXPECT_EQ(kind(), puct::SearchKind::AlphaBeta);
  session_.ask("setoption name Style value human");
  EXPECT_EQ(kind(), puct::SearchKind::Human);
  session_.ask("setoption name Evaluation value classical");
  EXPECT_EQ(kind(), puct::SearchKind::Human);
  EXPECT_TRUE(last(session_.ask("go infinite")).starts_with("bestmove "));
  session_.ask("setoption name UCI_LimitStrength value false");
  EXPECT_EQ(kind(), puct::SearchKind::AlphaBeta);
}

TEST_F(HumanSession, AHumanNetworkAsEvalFilePlaysTheLevelsItself) {
  EXPECT_EQ(last(session_.ask("setoption name EvalFile value " + file_)), "info string searching by policy");
  limit();
  EXPECT_EQ(kind(), puct::SearchKind::Human);
  session_.ask("setoption name MultiPV value 2");
  session_.ask("go nodes 1");
  EXPECT_EQ(session_.count("bestmove"), 1u);
  session_.ask("setoption name EvalFile value <embedded>");
  EXPECT_TRUE(last(session_.ask("go nodes 1000")).starts_with("bestmove "));
}

TEST_F(HumanSession, AFileThatIsNoHumanNetworkIsAnErrorAndAMissingOneARemark) {
  const auto refused = session_.ask("setoption name HumanFile value " + toy_path());
  EXPECT_TRUE(last(refused).starts_with("info string error: option HumanFile: ")) << last(refused);
  limit();
  if (kind() == puct::SearchKind::Human) GTEST_SKIP() << "there is a human network in its usual place";
  EXPECT_EQ(session_.count("info string Style human needs a network: "), 1u);
  session_.ask("setoption name UCI_Elo value 1200");
  EXPECT_EQ(session_.count("info string Style human needs a network: "), 1u);
  EXPECT_TRUE(last(session_.ask("go nodes 1000")).starts_with("bestmove "));
}

TEST_F(HumanSession, NewGamesDifferAndTheSessionAsAWholeIsReproducible) {
  const auto games = [&] {
    Session session;
    session.ask("setoption name HumanFile value " + file_);
    session.ask("setoption name UCI_Elo value 1000");
    session.ask("setoption name UCI_LimitStrength value true");
    std::vector<std::string> played;
    for (int i = 0; i < 3; ++i) {
      session.ask("ucinewgame");
      std::string moves;
      for (int k = 0; k < 6; ++k) moves += last(session.ask("go nodes 10000")) + " ";
      played.push_back(moves);
    }
    return played;
  };
  const auto first = games();
  EXPECT_EQ(first, games());
  EXPECT_NE(first[0], first[1]);
  EXPECT_NE(first[1], first[2]);
}

}  // namespace
}  // namespace tabia::engine::test
