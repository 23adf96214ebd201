// The server with a small test application: how its threads work together, and TLS. What clients can
// do to it is tested with the whole service (tests/service/server_test.cpp).
#include "http/server.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "folder.h"
#include "http/gatherer.h"
#include "http/raw_client.h"

namespace {

using namespace tabia;
using namespace tabia::http;
using namespace std::chrono_literals;
using http::test::Client;
using http::test::eventually;

// GET /answer and POST /serve return the path and the body, POST /stream the body as it comes, GET /events
// sends a line again and again until the client has gone.
class Echo : public Application {
 public:
  std::atomic<int> left{0};      // clients of /events that have gone
  std::atomic<int> finished{0};  // requests
  std::atomic<bool> hurried{false};

  Plan plan(const RequestHead& head) override {
    Plan plan;
    plan.way = head.path == "/answer"     ? Plan::Way::Answer
               : head.path == "/stream"   ? Plan::Way::Stream
               : head.path == "/together" ? Plan::Way::Together
                                          : Plan::Way::Serve;
    return plan;
  }
  Response answer(const Request& request, int) override { return echo(request); }
  std::vector<Response> answer_together(std::span<const Gathered> requests) override {
    {
      std::unique_lock lock(together_mutex_);
      together_.push_back(requests.size());
      may_answer_.wait(lock, [&] { return !held_; });
    }
    for (const Gathered& gathered : requests)
      if (gathered.request.body == "fault") throw std::runtime_error("fault");
    return Application::answer_together(requests);
  }
  // While it is held, nothing is answered together.
  void hold(bool held) {
    const std::lock_guard lock(together_mutex_);
    held_ = held;
    may_answer_.notify_all();
  }
  // The numbers of requests that were answered together.
  std::vector<std::size_t> together() {
    const std::lock_guard lock(together_mutex_);
    return together_;
  }
  void serve(Exchange& exchange) override {
    const std::string path = exchange.request().head.path;
    if (path == "/serve") return exchange.respond(echo(exchange.request()));
    if (!exchange.begin(json_response(""))) return;
    if (path == "/events") return events(exchange);
    for (;;) {
      std::string portion;
      const auto read = exchange.read(portion);
      if (read == Exchange::Read::Failed) return exchange.abandon();
      if (read == Exchange::Read::End) break;
      if (!exchange.write(portion)) return;
    }
    static_cast<void>(exchange.end());
  }
  Response refusal(int status, const std::string& detail) override {
    Response response = json_response(detail);
    response.status = status;
    return response;
  }
  void on_finished(const Finished&) override { ++finished; }
  void hurry() override { hurried = true; }

 private:
  std::mutex together_mutex_;
  std::condition_variable may_answer_;
  std::vector<std::size_t> together_;
  bool held_ = false;

  static Response echo(const Request& request) {
    return json_response(request.head.path + ":" + std::string(request.body));
  }
  void events(Exchange& exchange) {
    std::mutex mutex;
    std::condition_variable changed;
    bool gone = false;
    exchange.on_gone([&] {
      const std::lock_guard lock(mutex);
      gone = true;
      changed.notify_all();
    });
    {
      std::unique_lock lock(mutex);
      while (!gone && !exchange.stopping()) {
        lock.unlock();
        exchange.offer("tick\n");
        lock.lock();
        changed.wait_for(lock, 1ms, [&] { return gone; });
      }
    }
    exchange.on_gone(nullptr);
    if (gone) ++left;
  }
};

ServerOptions any_port() {
  ServerOptions options;
  options.port = 0;
  options.loops = 3;
  return options;
}

std::unique_ptr<Server> running(const ServerOptions& options, Application& application) {
  auto server = Server::open(options, application);
  if (!server) {
    ADD_FAILURE() << server.error().message;
    std::abort();
  }
  if (const auto started = (*server)->start(); !started) ADD_FAILURE() << started.error().message;
  return std::move(*server);
}

TEST(ServerThreads, ManyClientsAtOnceGetWhatTheyAskedFor) {
  Echo echo;
  const auto server = running(any_port(), echo);
  const std::string large(300'000, 'x');
  std::vector<std::thread> clients;
  for (int i = 0; i < 6; ++i) {
    clients.emplace_back([&, i] {
      Client client(server->port());
      for (int round = 0; round < 10; ++round) {
        const std::string mark = std::to_string(i * 100 + round);
        const auto answer = client.ask("GET", "/answer");
        ASSERT_TRUE(answer);
        EXPECT_EQ(answer->body, "/answer:");
        const auto served = client.ask("POST", "/serve", mark);
        ASSERT_TRUE(served);
        EXPECT_EQ(served->body, "/serve:" + mark);
        const auto together = client.ask("POST", "/together", mark);
        ASSERT_TRUE(together);
        EXPECT_EQ(together->body, "/together:" + mark);
        const auto streamed = client.ask("POST", "/stream", mark + large);
        ASSERT_TRUE(streamed);
        EXPECT_EQ(streamed->body, mark + large);
      }
    });
  }
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(server->counts().accepted_total, 6u);
  EXPECT_TRUE(eventually([&] { return server->counts().connections == 0; }));
  EXPECT_EQ(echo.finished, 240);
}

TEST(Gatherer, EachThreadGetsAnEqualShare) {
  EXPECT_EQ(fair_share(64, 0, 1, 64), 64u);
  EXPECT_EQ(fair_share(65, 0, 1, 64), 64u);
  EXPECT_EQ(fair_share(63, 1, 2, 64), 32u) << "the thread that has one gets the others";
  EXPECT_EQ(fair_share(31, 32, 2, 64), 31u);
  EXPECT_EQ(fair_share(1, 63, 2, 64), 1u);
  EXPECT_EQ(fair_share(1, 0, 8, 1), 1u);
}

TEST(ServerThreads, RequestsThatWaitAreAnsweredTogether) {
  Echo echo;
  ServerOptions options = any_port();
  options.gather_wait = 1ms;
  const auto server = running(options, echo);
  echo.hold(true);
  std::vector<std::unique_ptr<Client>> clients;
  const auto send = [&](const std::string& body) {
    clients.push_back(std::make_unique<Client>(server->port()));
    ASSERT_TRUE(clients.back()->send(Client::request("POST", "/together", body)));
  };
  send("first");
  ASSERT_TRUE(eventually([&] { return echo.together().size() == 1; }));
  for (int i = 1; i <= 5; ++i) send(std::to_string(i));
  ASSERT_TRUE(eventually([&] { return server->counts().waiting == 5; }));
  EXPECT_EQ(server->counts().jobs, 1u) << "they have no thread";
  clients[5]->close();  // nobody is left to receive its answer
  echo.hold(false);
  for (int i = 0; i <= 4; ++i) {
    const auto answer = clients[static_cast<std::size_t>(i)]->receive();
    ASSERT_TRUE(answer) << i;
    EXPECT_EQ(answer->body, i == 0 ? "/together:first" : "/together:" + std::to_string(i));
  }
  EXPECT_EQ(echo.together(), (std::vector<std::size_t>{1, 5}));
  // One that fails takes the others with it, but not the server; and requests in a row come in order.
  const auto failed = clients[0]->ask("POST", "/together", "fault");
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->status, 500);
  ASSERT_TRUE(clients[1]->send(Client::request("POST", "/together", "a") + Client::request("GET", "/answer") +
                               Client::request("POST", "/together", "b")));
  for (const std::string expected : {"/together:a", "/answer:", "/together:b"}) {
    const auto answer = clients[1]->receive();
    ASSERT_TRUE(answer) << expected;
    EXPECT_EQ(answer->body, expected);
  }
  EXPECT_TRUE(eventually([&] { return server->counts().jobs == 0; }));
}

TEST(ServerThreads, AStreamFlowsBothWaysWhileItsBodyIsStillBeingSent) {
  Echo echo;
  const auto server = running(any_port(), echo);
  Client client(server->port());
  ASSERT_TRUE(client.send("POST /stream HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"));
  for (const std::string part : {"one;", "two;", "three;"}) {
    std::string chunk;
    append_chunk(chunk, part);
    ASSERT_TRUE(client.send(chunk));
    EXPECT_TRUE(client.wait_for(part)) << part;
  }
  ASSERT_TRUE(client.send(std::string(kLastChunk) + Client::request("GET", "/answer")));
  const auto streamed = client.receive();
  ASSERT_TRUE(streamed);
  EXPECT_EQ(streamed->body, "one;two;three;");
  const auto next = client.receive();  // it was in the same packet as the end of the stream
  ASSERT_TRUE(next);
  EXPECT_EQ(next->body, "/answer:");
}

TEST(ServerThreads, AJobLearnsThatItsClientHasGone) {
  Echo echo;
  const auto server = running(any_port(), echo);
  {
    std::vector<std::unique_ptr<Client>> clients;
    for (int i = 0; i < 4; ++i) {
      clients.push_back(std::make_unique<Client>(server->port()));
      ASSERT_TRUE(clients.back()->send(Client::request("GET", "/events")));
      EXPECT_TRUE(clients.back()->wait_for("tick"));
    }
    EXPECT_EQ(echo.left, 0);
  }
  EXPECT_TRUE(eventually([&] { return echo.left == 4; }));
  EXPECT_TRUE(eventually([&] { return server->counts().jobs == 0; }));
}

TEST(ServerThreads, StoppingEndsEverythingWhateverTheClientsDo) {
  for (const Milliseconds patience : {0ms, 5'000ms}) {
    Echo echo;
    const auto server = running(any_port(), echo);
    std::atomic<bool> stop{false};
    std::vector<std::thread> clients;
    for (const char* path : {"/answer", "/serve", "/events", "/stream", "/together"}) {
      clients.emplace_back([&, path] {
        while (!stop) {
          Client client(server->port());
          while (!stop && client.connected() && client.ask(path[1] == 's' ? "POST" : "GET", path)) {
          }
        }
      });
    }
    EXPECT_TRUE(eventually([&] { return echo.finished > 20 && server->counts().jobs > 0; }));
    server->stop(patience);
    EXPECT_EQ(server->counts().jobs, 0u);
    stop = true;
    for (std::thread& client : clients) client.join();
  }
}

// What a command prints; nothing if it fails.
std::optional<std::string> output_of(const std::string& command) {
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  if (!pipe) return std::nullopt;
  std::string text;
  std::array<char, 4096> buffer;
  for (std::size_t count = 0; (count = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    text.append(buffer.data(), count);
  return ::pclose(pipe) == 0 ? std::optional(text) : std::nullopt;
}

class Tls : public testing::Test {
 protected:
  void SetUp() override {
    if (!output_of("openssl version")) GTEST_SKIP() << "no openssl here to make a certificate with";
    ASSERT_TRUE(output_of("openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout " +
                          key_ + " -out " + certificate_ + " 2>/dev/null"));
    Echo echo;
    if (const auto opened = Server::open(options(), echo);
        !opened && opened.error().message.find("built without OpenSSL") != std::string::npos)
      GTEST_SKIP() << opened.error().message;
  }
  [[nodiscard]] ServerOptions options() const {
    ServerOptions options = any_port();
    options.certificate_file = certificate_;
    options.key_file = key_;
    return options;
  }
  // The raw responses to the text, over a connection whose certificate is checked.
  [[nodiscard]] std::optional<std::string> ask(int port, const std::string& text) const {
    std::FILE* const file = std::fopen(request_.c_str(), "w");
    std::fwrite(text.data(), 1, text.size(), file);
    std::fclose(file);
    return output_of(
        "openssl s_client -quiet -verify_quiet -verify_return_error -verify_hostname localhost -CAfile " +
        certificate_ + " -connect 127.0.0.1:" + std::to_string(port) + " <" + request_ + " 2>/dev/null");
  }

  const tabia::test::Folder folder_;
  const std::string key_ = folder_ / "key.pem";
  const std::string certificate_ = folder_ / "certificate.pem";
  const std::string request_ = folder_ / "request";
};

TEST_F(Tls, RequestsAreAnsweredOverAnEncryptedConnection) {
  Echo echo;
  const auto server = running(options(), echo);
  const std::string large(200'000, '#');
  const auto answers =
      ask(server->port(), Client::request("GET", "/answer") + Client::request("POST", "/serve", "abc") +
                              Client::request("POST", "/stream", large, "Connection: close\r\n"));
  ASSERT_TRUE(answers);
  EXPECT_NE(answers->find("/answer:"), std::string::npos);
  EXPECT_NE(answers->find("/serve:abc"), std::string::npos);
  std::size_t count = 0;
  for (const char c : answers->substr(answers->find("/serve:abc"))) count += c == '#' ? 1 : 0;
  EXPECT_EQ(count, large.size());
  EXPECT_EQ(echo.finished, 3);
}

TEST_F(Tls, AClientWithoutTlsIsNotServedAndHurtsNobody) {
  Echo echo;
  const auto server = running(options(), echo);
  Client plain(server->port());
  ASSERT_TRUE(plain.send(Client::request("GET", "/answer")));
  EXPECT_TRUE(plain.is_closed());
  EXPECT_EQ(echo.finished, 0);
  EXPECT_TRUE(ask(server->port(), Client::request("GET", "/answer", "", "Connection: close\r\n")));
}

TEST_F(Tls, WhatIsWrongWithTheFilesIsSaid) {
  Echo echo;
  ServerOptions wrong = options();
  wrong.certificate_file = folder_ / "none.pem";
  auto opened = Server::open(wrong, echo);
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().message.find("none.pem"), std::string::npos) << opened.error().message;
  wrong = options();
  wrong.key_file = certificate_;
  opened = Server::open(wrong, echo);
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().message.find("private key"), std::string::npos) << opened.error().message;
}

}  // namespace
