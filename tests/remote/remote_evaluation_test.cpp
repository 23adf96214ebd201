#include "remote/remote_evaluation.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "eval/evaluator.h"
#include "nn/embedded.h"
#include "nn/load.h"
#include "remote/stub.h"

namespace {

using namespace tabia;
using namespace tabia::remote;
using namespace tabia::remote::test;
using namespace std::chrono_literals;

std::shared_ptr<RemoteEvaluation> open(const std::string& url,
                                       RemoteOptions options = {.timeout = 10s, .pause = 0ms}) {
  options.cache_bytes = 1 << 20;
  auto opened = RemoteEvaluation::open(url, options);
  EXPECT_TRUE(opened) << opened.error().message;
  return *opened;
}

TEST(RemoteEvaluation, AsksForAPositionWithAllItsChildrenAtOnceAndRemembersThem) {
  Stub stub([](const std::string& body) { return ok(counted(body, "cp")); });
  const auto remote = open(stub.url());
  const chess::Position start;
  EXPECT_EQ(remote->centipawns(start), 32);
  EXPECT_EQ(stub.requests(), 1);
  EXPECT_EQ(remote->counts().positions, 21u);
  for (const chess::Move move : chess::legal_moves(start)) {
    chess::Position child = start;
    child.make(move);
    EXPECT_EQ(remote->centipawns(child), 32);
  }
  EXPECT_EQ(stub.requests(), 1);
  EXPECT_EQ(stub.connections(), 1);
  EXPECT_TRUE(remote->take_remarks().empty());
}

TEST(RemoteEvaluation, UnderstandsScoresFromWhitesView) {
  Stub stub([](const std::string& body) { return ok(counted(body, "score")); });
  const auto remote = open(stub.url());
  EXPECT_EQ(remote->centipawns(*chess::parse_fen("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1")), -3);
  EXPECT_EQ(remote->centipawns(*chess::parse_fen("4k3/8/8/8/8/8/Q7/4K3 w - - 0 1")), 3);
}

TEST(RemoteEvaluation, UnderstandsChunks) {
  Stub stub([](const std::string& body) {
    const std::string text = counted(body, "cp");
    char size[20];
    std::snprintf(size, sizeof size, "%zx", text.size() - 5);
    return "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n" + text.substr(0, 5) + "\r\n" + size +
           "\r\n" + text.substr(5) + "\r\n0\r\n\r\n";
  });
  EXPECT_EQ(open(stub.url())->centipawns(chess::Position()), 32);
}

TEST(RemoteEvaluation, AnAnswerThatIsWrongInAnyWayIsNoEvaluationAndIsToldOnce) {
  const std::vector<std::string> answers = {
      "",
      "nonsense\r\n\r\n",
      "HTTP/1.1 500 Oops\r\nContent-Length: 2\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      ok("not json"),
      ok("{}"),
      ok(R"({"results":[]})"),
      ok(R"({"results":[{"cp":1}]})"),
  };
  for (const std::string& answer : answers) {
    Stub stub([&](const std::string&) { return answer; });
    const auto remote = open(stub.url());
    EXPECT_FALSE(remote->centipawns(chess::Position())) << answer;
    EXPECT_FALSE(remote->centipawns(chess::Position())) << answer;
    EXPECT_GE(remote->counts().failures, 2u);
    const auto remarks = remote->take_remarks();
    ASSERT_EQ(remarks.size(), 1u) << answer;
    EXPECT_NE(remarks[0].find("local network"), std::string::npos);
  }
  for (const char* value : {"\"text\"", "1e300", "null", "{}"}) {
    Stub stub([&](const std::string& body) {
      std::string text = counted(body, "cp");
      text.replace(text.find("32"), 2, value);
      return ok(text);
    });
    EXPECT_FALSE(open(stub.url())->centipawns(chess::Position())) << value;
  }
}

TEST(RemoteEvaluation, AServiceThatSleepsIsWaitedForNoLongerThanAgreedAndThenLeftAlone) {
  std::atomic<bool> awake{false};
  Stub stub([&](const std::string& body) {
    while (!awake) std::this_thread::sleep_for(5ms);
    return ok(counted(body, "cp"));
  });
  const auto remote = open(stub.url(), {.timeout = 50ms, .pause = 1h});
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(remote->centipawns(chess::Position()));
  EXPECT_EQ(remote->counts().requests, 1u) << "only the first of a thousand waits";
  awake = true;
}

TEST(RemoteEvaluation, AfterTheDeadlineNobodyIsAskedAndWhoWaitsGivesUp) {
  std::atomic<bool> awake{false};
  Stub stub([&](const std::string& body) {
    while (!awake) std::this_thread::sleep_for(5ms);
    return ok(counted(body, "cp"));
  });
  const auto remote = open(stub.url(), {.timeout = 1h, .pause = 1h});
  const auto now = [] { return std::chrono::steady_clock::now(); };
  remote->set_deadline(now() + 50ms);
  EXPECT_FALSE(remote->centipawns(chess::Position()));
  EXPECT_FALSE(remote->centipawns(chess::Position()));
  EXPECT_EQ(remote->counts().requests, 1u);
  const auto remarks = remote->take_remarks();
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_NE(remarks[0].find("before the move was due"), std::string::npos) << remarks[0];
  // A thread that is told so while it is waiting gives up as well.
  remote->set_deadline(std::chrono::steady_clock::time_point::max());
  std::thread other([&] {
    std::this_thread::sleep_for(50ms);
    remote->set_deadline({});
  });
  EXPECT_FALSE(remote->centipawns(chess::Position()));
  other.join();
  EXPECT_TRUE(remote->take_remarks().empty());
  awake = true;
  remote->set_deadline(std::chrono::steady_clock::time_point::max());
  EXPECT_EQ(remote->centipawns(chess::Position()), 32) << "the service is not blamed";
}

// While the first request is under way, four threads come: the second request asks for all of them.
TEST(RemoteEvaluation, PositionsOfOtherThreadsAreGatheredIntoTheNextRequest) {
  std::atomic<bool> awake{false};
  Stub stub([&](const std::string& body) {
    while (!awake) std::this_thread::sleep_for(1ms);
    return ok(counted(body, "cp"));
  });
  const auto remote = open(stub.url());
  std::vector<std::thread> threads;
  threads.emplace_back([&] { EXPECT_EQ(remote->centipawns(chess::Position()), 32); });
  while (remote->counts().requests == 0) std::this_thread::sleep_for(1ms);
  std::size_t positions = 0;
  for (int i = 1; i <= 4; ++i) {
    const std::string pawns = std::to_string(i) + "P" + std::to_string(7 - i);
    const chess::Position other = chess::parse_fen("4k3/8/8/8/8/8/" + pawns + "/4K3 w - - 0 1").value();
    positions += 1 + static_cast<std::size_t>(chess::legal_moves(other).size());
    threads.emplace_back([&remote, other] { EXPECT_EQ(remote->centipawns(other), 3); });
  }
  while (remote->counts().gathered < positions) std::this_thread::sleep_for(1ms);
  awake = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(remote->counts().requests, 2u);
  EXPECT_EQ(remote->counts().positions, 21 + positions);
  EXPECT_EQ(remote->counts().failures, 0u);
}

// Positions gathered during a request that fails aren't requested: their threads use the local network.
TEST(RemoteEvaluation, ThreadsThatWaitBehindAFailedRequestGiveUpToo) {
  std::atomic<bool> awake{false};
  Stub stub([&](const std::string&) {
    while (!awake) std::this_thread::sleep_for(1ms);
    return std::string("nonsense\r\n\r\n");
  });
  const auto remote = open(stub.url(), {.timeout = 1h, .pause = 1h});
  std::thread first([&] { EXPECT_FALSE(remote->centipawns(chess::Position())); });
  while (remote->counts().requests == 0) std::this_thread::sleep_for(1ms);
  std::thread second(
      [&] { EXPECT_FALSE(remote->centipawns(chess::parse_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").value())); });
  awake = true;
  first.join();
  second.join();
  EXPECT_EQ(remote->counts().requests, 1u);
}

TEST(RemoteEvaluation, TheTokenOfTheAddressIsSent) {
  Stub stub([](const std::string& body) { return ok(counted(body, "cp")); });
  std::string url = stub.url();
  url.insert(std::string("http://").size(), "a%2Fb=@");
  EXPECT_EQ(open(url + "?model=old")->centipawns(chess::Position()), 32);
  EXPECT_NE(stub.last_head().find("\r\nAuthorization: Bearer a/b=\r\n"), std::string::npos);
  EXPECT_TRUE(stub.last_head().starts_with("POST /evaluate?model=old HTTP/1.1\r\n"));
}

TEST(RemoteEvaluation, AServiceThatComesBackIsUsedAgain) {
  std::atomic<bool> broken{true};
  Stub stub([&](const std::string& body) { return broken ? "" : ok(counted(body, "cp")); });
  const auto remote = open(stub.url());
  EXPECT_FALSE(remote->centipawns(chess::Position()));
  broken = false;
  EXPECT_EQ(remote->centipawns(chess::Position()), 32);
  const auto remarks = remote->take_remarks();
  ASSERT_EQ(remarks.size(), 2u);
  EXPECT_NE(remarks[1].find("again"), std::string::npos);
}

TEST(RemoteEvaluation, NobodyThereIsAnErrorThatSaysSo) {
  std::string url;
  {
    const Stub stub([](const std::string&) { return std::string(); });
    url = stub.url();
  }
  const auto remote = open(url);
  const auto answers = remote->probe();
  ASSERT_FALSE(answers);
  EXPECT_NE(answers.error().message.find("can't connect"), std::string::npos) << answers.error().message;
  EXPECT_FALSE(remote->centipawns(chess::Position()));
}

TEST(RemoteEvaluation, ThreadsShareOneConnectionAndOneCache) {
  Stub stub([](const std::string& body) { return ok(counted(body, "cp")); });
  const auto remote = open(stub.url());
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      chess::Position position;
      for (int ply = 0; ply < 20; ++ply) {
        EXPECT_EQ(remote->centipawns(position), chess::count(position.occupied()));
        position.make(chess::legal_moves(position)[0]);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(stub.requests(), 21);
  EXPECT_EQ(stub.connections(), 1);
}

TEST(ExternalEvaluation, TakesThePlaceOfTheNetworkAsLongAsItAnswers) {
  struct Fixed : eval::ExternalEvaluation {
    std::optional<int> centipawns(const chess::Position&) override { return value; }
    std::optional<int> value = 100;
  };
  const auto external = std::make_shared<Fixed>();
  eval::EvaluatorOptions options;
  options.external = external;
  const auto network = nn::read_network(nn::embedded_network());
  eval::Evaluator evaluator(*network, options);
  eval::Evaluator local(*network);
  const chess::Position start;
  evaluator.reset(start);
  local.reset(start);
  EXPECT_EQ(evaluator.win_model().centipawns(evaluator.evaluate(start), start), 100);
  external->value = std::nullopt;
  EXPECT_EQ(evaluator.evaluate(start), local.evaluate(start));
}

}  // namespace
