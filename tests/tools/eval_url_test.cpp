// The engine with evaluations from a service stays within its time, no matter how slow the service is.
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "engine/session.h"
#include "remote/remote_evaluation.h"
#include "remote/stub.h"

namespace {

using namespace tabia;
using namespace std::chrono_literals;
using engine::test::Session;
using remote::test::counted;
using remote::test::ok;
using remote::test::Stub;

// A service that answers nothing until the gate is opened.
class Gate {
 public:
  ~Gate() { open(); }
  void open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  std::string answer(const std::string& body) {
    std::unique_lock lock(mutex_);
    asked_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return open_; });
    return ok(counted(body, "cp"));
  }
  void wait_until_asked() {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(changed_.wait_for(lock, 5min, [this] { return asked_; }));
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool asked_ = false;
  bool open_ = false;
};

void expect_a_move(Session& session, const std::string& command) {
  const auto said = session.ask(command);
  ASSERT_FALSE(said.empty()) << command;
  EXPECT_TRUE(said.back().starts_with("bestmove ")) << said.back();
  EXPECT_EQ(said.back().find("0000"), std::string::npos) << said.back();
}

TEST(EvalUrl, AMoveIsMadeThoughTheServiceIsSlow) {
  Stub stub([](const std::string& body) {
    std::this_thread::sleep_for(30ms);
    return ok(counted(body, "cp"));
  });
  Session session(remote::open_service);
  session.ask("setoption name EvalUrl value " + stub.url());
  expect_a_move(session, "go movetime 100");
  session.ask("position startpos moves e2e4");
  expect_a_move(session, "go wtime 1000 btime 1000");
}

// The gate is closed when the move comes, so nobody waited for the answer, however long that took.
TEST(EvalUrl, AMoveIsMadeBeforeAServiceThatDoesNotAnswerDoes) {
  Gate gate;
  Stub stub([&gate](const std::string& body) { return gate.answer(body); });
  Session session(remote::open_service);
  session.ask("setoption name EvalUrl value " + stub.url());
  expect_a_move(session, "go movetime 100");
  session.ask("position startpos moves e2e4");
  expect_a_move(session, "go wtime 1000 btime 1000");
  gate.open();
}

TEST(EvalUrl, StopIsHeardWhileAnAnswerIsWaitedFor) {
  Gate gate;
  Stub stub([&gate](const std::string& body) { return gate.answer(body); });
  Session session(remote::open_service);
  session.ask("setoption name EvalUrl value " + stub.url());
  session.send("go infinite");
  gate.wait_until_asked();
  session.send("stop");
  EXPECT_NE(session.wait_for("bestmove "), "");
  gate.open();
}

}  // namespace
