// The engine with evaluations from elsewhere keeps its time, however slow they are.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "engine/session.h"
#include "remote/stub.h"

namespace {

using namespace tabia;
using namespace std::chrono_literals;
using engine::test::Session;
using remote::test::counted;
using remote::test::ok;
using remote::test::Stub;

// Long enough for a busy machine, far shorter than the search would take if it waited for its answers.
constexpr auto kLate = 1500ms;

std::chrono::steady_clock::duration time_of(Session& session, const std::string& command) {
  const auto begin = std::chrono::steady_clock::now();
  const auto said = session.ask(command);
  EXPECT_FALSE(said.empty());
  EXPECT_TRUE(said.back().starts_with("bestmove ")) << said.back();
  EXPECT_EQ(said.back().find("0000"), std::string::npos) << said.back();
  return std::chrono::steady_clock::now() - begin;
}

TEST(EvalUrl, AMoveIsMadeInTimeHoweverSlowTheServiceIs) {
  for (const auto delay : {30ms, 900ms}) {
    Stub stub([delay](const std::string& body) {
      std::this_thread::sleep_for(delay);
      return ok(counted(body, "cp"));
    });
    Session session;
    session.ask("setoption name EvalUrl value " + stub.url());
    EXPECT_LT(time_of(session, "go movetime 100"), kLate) << delay.count();
    session.ask("position startpos moves e2e4");
    EXPECT_LT(time_of(session, "go wtime 1000 btime 1000"), kLate) << delay.count();
  }
}

TEST(EvalUrl, StopIsHeardWhileAnAnswerIsWaitedFor) {
  Stub stub([](const std::string& body) {
    std::this_thread::sleep_for(900ms);
    return ok(counted(body, "cp"));
  });
  Session session;
  session.ask("setoption name EvalUrl value " + stub.url());
  session.send("go infinite");
  std::this_thread::sleep_for(100ms);
  const auto begin = std::chrono::steady_clock::now();
  session.send("stop");
  EXPECT_NE(session.wait_for("bestmove "), "");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 600ms);
}

}  // namespace
