#include "remote/remote_evaluation.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <thread>

#include "base/json_value.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "eval/evaluator.h"
#include "nn/embedded.h"
#include "nn/load.h"

namespace {

using namespace tabia;
using namespace tabia::remote;
using namespace std::chrono_literals;

// A server that says to every request what it is told to say.
class Stub {
 public:
  // From the body of a request to everything that is sent back; empty: the connection is closed.
  using Behaviour = std::function<std::string(const std::string& body)>;

  explicit Stub(Behaviour behaviour) : behaviour_(std::move(behaviour)) {
    listener_ = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(::listen(listener_, 16), 0);
    socklen_t size = sizeof address;
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { run(); });
  }
  ~Stub() {
    done_ = true;
    thread_.join();
    ::close(listener_);
  }
  [[nodiscard]] std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  [[nodiscard]] int requests() const { return requests_; }
  [[nodiscard]] int connections() const { return connections_; }

 private:
  [[nodiscard]] bool readable(int socket) const {
    while (!done_) {
      pollfd entry{.fd = socket, .events = POLLIN, .revents = 0};
      if (::poll(&entry, 1, 20) > 0) return true;
    }
    return false;
  }
  void run() {
    while (readable(listener_)) {
      const int socket = ::accept(listener_, nullptr, nullptr);
      ++connections_;
      serve(socket);
      ::close(socket);
    }
  }
  void serve(int socket) {
    std::string in;
    while (readable(socket)) {
      char buffer[65536];
      const ssize_t count = ::recv(socket, buffer, sizeof buffer, 0);
      if (count <= 0) return;
      in.append(buffer, static_cast<std::size_t>(count));
      const std::size_t end = in.find("\r\n\r\n");
      const std::size_t at = in.find("Content-Length: ");
      if (end == std::string::npos) continue;
      const std::size_t length = std::stoul(in.substr(at + 16));
      if (in.size() < end + 4 + length) continue;
      ++requests_;
      const std::string answer = behaviour_(in.substr(end + 4, length));
      in.clear();
      if (answer.empty()) return;
      static_cast<void>(!::send(socket, answer.data(), answer.size(), MSG_NOSIGNAL));
    }
  }

  const Behaviour behaviour_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<bool> done_{false};
  std::atomic<int> requests_{0};
  std::atomic<int> connections_{0};
  std::thread thread_;
};

std::string ok(const std::string& body) {
  return "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

// The number of pieces as the value of each position, as `cp` or as `score` for White.
std::string counted(const std::string& body, const std::string& member) {
  const auto request = base::JsonValue::parse(body);
  std::string results;
  for (const auto& fen : request->find("fens")->elements()) {
    const auto position = chess::parse_fen(*fen.text());
    results += (results.empty() ? "" : ",") +
               ("{\"" + member + "\":" + std::to_string(chess::count(position->occupied())) + "}");
  }
  return "{\"results\":[" + results + "]}";
}

std::shared_ptr<RemoteEvaluation> open(const std::string& url,
                                       RemoteOptions options = {.timeout = 10s, .pause = 0ms}) {
  options.cache_bytes = 1 << 20;
  auto opened = RemoteEvaluation::open(url, options);
  EXPECT_TRUE(opened) << opened.error().message;
  return *opened;
}

TEST(RemoteAddress, IsHostPortAndPath) {
  EXPECT_EQ(*parse_address("http://localhost:8080"), (Address{"localhost", "8080", "/evaluate"}));
  EXPECT_EQ(*parse_address("http://example.org/my/model"), (Address{"example.org", "80", "/my/model"}));
  EXPECT_EQ(*parse_address("http://[::1]:90/"), (Address{"::1", "90", "/evaluate"}));
  for (const char* wrong : {"", "localhost:8080", "https://localhost", "http://", "http://:80", "http://a:0",
                            "http://a:x", "http://a:99999", "http://a b", "http://[::1", "http://a\r\nX: 1"})
    EXPECT_FALSE(parse_address(wrong)) << wrong;
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
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(remote->centipawns(chess::Position()));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 30s) << "only the first of a thousand waits";
  EXPECT_EQ(remote->counts().requests, 1u);
  awake = true;
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
