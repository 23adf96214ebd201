// Clients that are slow, rude, gone or too many.
#include "http/server.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <fstream>

#include "folder.h"
#include "no_more_threads.h"
#include "sanitized.h"
#include "service/running_service.h"

namespace {

using namespace tabia;
using namespace tabia::service;
using namespace tabia::http::test;
using namespace tabia::service::test;

ServiceOptions impatient() {
  ServiceOptions options = test_options();
  options.server.head_timeout = options.server.body_timeout = options.server.write_timeout =
      http::Milliseconds(300);
  options.server.idle_timeout =
      http::Milliseconds(2500);  // long enough for a client that a busy machine holds up
  return options;
}

TEST(Server, ManyRequestsOnOneConnectionAlsoAllAtOnce) {
  RunningService service;
  Client client(service.port());
  for (int i = 0; i < 20; ++i) {
    const auto reply = client.ask("POST", "/evaluate", fen_body(kStart));
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->status, 200);
  }
  std::string text;
  for (int i = 0; i < 50; ++i)
    text += i % 10 == 5 ? Client::request("POST", "/analyze", R"({"nodes":50})")
                        : Client::request("GET", "/healthz");
  ASSERT_TRUE(client.send(text));
  for (int i = 0; i < 50; ++i) {
    const auto reply = client.receive();
    ASSERT_TRUE(reply) << i;
    EXPECT_EQ(reply->status, 200);
    EXPECT_EQ(reply->body.find("bestmove") != std::string::npos, i % 10 == 5) << i;
  }
}

TEST(Server, WithoutDescriptorsClientsAreTurnedAwayAndNotKeptWaiting) {
  // With every virtual call clang's looks by a pipe whether the object is one, and takes having none for a no.
  if (tabia::test::kSanitized) GTEST_SKIP() << "sanitizers need descriptors themselves";
  RunningService service;  // that nobody has asked anything: an old connection would leave a descriptor
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &limit), 0);
  const rlimit before = limit;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_cur, 256);
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
  std::vector<int> taken;
  for (int next = 0; (next = ::open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0;) taken.push_back(next);
  ASSERT_FALSE(taken.empty());
  for (int i = 0; i < 3; ++i) {
    ::close(taken.back());  // for the client; the server has none
    taken.pop_back();
    Client client(service.port());
    EXPECT_TRUE(client.connected());
    expect_problem(client.receive().value_or(Reply{}), 503);
    client.close();
    taken.push_back(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  }
  for (const int each : taken) ::close(each);
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_TRUE(eventually([&] { return service.ask("GET", "/healthz").status == 200; }));
  EXPECT_EQ(service.metric("tabia_http_turned_away_total"), 3);
}

TEST(ServerThreads, WithoutThreadsARequestIsTurnedAwayAndTheServerGoesOn) {
  if (!tabia::test::NoMoreThreads::kWorks) GTEST_SKIP() << "no way to refuse threads here";
  const RunningService service;
  const std::string search = R"({"nodes": 100})";
  {
    const tabia::test::NoMoreThreads none;
    EXPECT_EQ(service.post("/analyze", search).status, 503);
    EXPECT_EQ(service.ask("GET", "/healthz").status, 200);
  }
  EXPECT_EQ(service.post("/analyze", search).status, 200);
}

TEST(ServerThreads, AServerWithoutAThreadOfItsOwnIsAnError) {
  if (!tabia::test::NoMoreThreads::kWorks) GTEST_SKIP() << "no way to refuse threads here";
  auto service = Service::open(test_options(), "test");
  ASSERT_TRUE(service.ok());
  const tabia::test::NoMoreThreads none;
  const auto started = (*service)->start();
  ASSERT_FALSE(started.ok());
  EXPECT_TRUE(started.error().message.starts_with("can't start a thread: ")) << started.error().message;
}

TEST(Server, AFifoAsNetworkOrLogIsRefusedAndNotWaitedFor) {
  const tabia::test::Folder folder;
  const std::string fifo = folder / "fifo";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  ServiceOptions network = test_options();
  network.models = {{"main", fifo}};
  ServiceOptions log = test_options();
  log.access_log = fifo;
  for (const ServiceOptions& options : {network, log}) {
    const auto service = Service::open(options, "test");
    ASSERT_FALSE(service.ok());
    EXPECT_NE(service.error().message.find("is a pipe (FIFO)"), std::string::npos) << service.error().message;
  }
}

TEST(Server, ABodyMayComeInChunksOfAnySize) {
  RunningService service;
  const std::string expected = service.post("/evaluate", fen_body(kStart)).body;
  for (const std::size_t step : {std::size_t{1}, std::size_t{7}, std::size_t{1000}}) {
    Client client(service.port());
    std::string text = "POST /evaluate HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
    const std::string body = fen_body(kStart);
    for (std::size_t at = 0; at < body.size(); at += step) http::append_chunk(text, body.substr(at, step));
    text += http::kLastChunk;
    for (std::size_t at = 0; at < text.size(); at += 13) ASSERT_TRUE(client.send(text.substr(at, 13)));
    const auto reply = client.receive();
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->body, expected);
  }
  Client client(service.port());
  ASSERT_TRUE(client.send(
      "POST /evaluate HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n"));
  const auto reply = client.receive();
  ASSERT_TRUE(reply);
  expect_problem(*reply, 400);
  EXPECT_TRUE(client.is_closed());
}

TEST(Server, WhoExpectsToBeToldToGoOnIsTold) {
  RunningService service;
  Client client(service.port());
  const std::string body = fen_body(kStart);
  ASSERT_TRUE(
      client.send("POST /evaluate HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: " +
                  std::to_string(body.size()) + "\r\n\r\n"));
  ASSERT_TRUE(client.wait_for("HTTP/1.1 100 Continue\r\n\r\n"));
  ASSERT_TRUE(client.send(body));
  const auto reply = client.receive();
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, 200);
  // And not if it is in vain.
  Client refused(service.port());
  ASSERT_TRUE(
      refused.send("POST /evaluate HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: "
                   "999999999\r\n\r\n"));
  const auto too_large = refused.receive();
  ASSERT_TRUE(too_large);
  expect_problem(*too_large, 413);
}

TEST(Server, AnOldClientGetsItsAnswerAndTheEndOfTheConnection) {
  RunningService service;
  Client client(service.port());
  ASSERT_TRUE(client.send("GET /healthz HTTP/1.0\r\n\r\n"));
  const auto reply = client.receive();
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, 200);
  EXPECT_TRUE(client.is_closed());
  // Events without chunks end with the connection.
  Client events(service.port());
  const std::string body = R"({"depth":3})";
  ASSERT_TRUE(events.send("POST /analyze HTTP/1.0\r\nAccept: text/event-stream\r\nContent-Length: " +
                          std::to_string(body.size()) + "\r\n\r\n" + body));
  const auto all = events.receive();
  ASSERT_TRUE(all);
  EXPECT_NE(all->body.find("event: done"), std::string::npos);
}

TEST(Server, AHeadThatComesTooSlowlyIsRefusedAndOthersAreServedMeanwhile) {
  RunningService service(impatient());
  std::vector<std::unique_ptr<Client>> slow;
  for (int i = 0; i < 50; ++i) {
    slow.push_back(std::make_unique<Client>(service.port()));
    ASSERT_TRUE(slow.back()->send("POST /evaluate HTTP/1.1\r\nHo"));
  }
  EXPECT_EQ(service.post("/evaluate", fen_body(kStart)).status, 200);
  // A byte now and then doesn't help.
  Client dripping(service.port());
  ASSERT_TRUE(dripping.send("GET / HTTP/1.1\r\n"));
  std::thread drip([&] {
    while (dripping.send("X")) std::this_thread::sleep_for(http::Milliseconds(20));
  });
  for (const auto& client : slow) {
    const auto reply = client->receive();
    ASSERT_TRUE(reply);
    expect_problem(*reply, 408);
    EXPECT_TRUE(client->is_closed());
  }
  const auto reply = dripping.receive();
  EXPECT_TRUE(reply && reply->status == 408);
  drip.join();
}

TEST(Server, ABodyThatDoesNotArriveIsRefusedAndAnIdleConnectionEnds) {
  RunningService service(impatient());
  Client half(service.port());
  ASSERT_TRUE(half.send("POST /evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{\"fen\""));
  const auto reply = half.receive();
  ASSERT_TRUE(reply);
  expect_problem(*reply, 408);
  Client silent(service.port());
  Client idle(service.port());
  ASSERT_TRUE(idle.ask("GET", "/healthz"));
  EXPECT_TRUE(idle.is_closed());
  EXPECT_TRUE(silent.is_closed());
  Client stream(service.port());
  ASSERT_TRUE(
      stream.send("POST /evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
                  "Content-Length: 1000\r\n\r\nhalf a line"));
  EXPECT_TRUE(stream.is_closed()) << "a stream that has stopped ends without the end of its answer";
}

TEST(Server, WhoHasSentEverythingAndClosesItsSideStillGetsTheAnswer) {
  RunningService service;
  for (const std::string& request : {Client::request("POST", "/evaluate", fen_body(kStart)),
                                     Client::request("POST", "/analyze", R"({"nodes":100})"),
                                     Client::request("POST", "/evaluate", std::string(kStart) + "\n",
                                                     "Content-Type: application/x-ndjson\r\n")}) {
    Client client(service.port());
    ASSERT_TRUE(client.send(request));
    client.half_close();
    const auto reply = client.receive();
    ASSERT_TRUE(reply) << request;
    EXPECT_EQ(reply->status, 200);
    EXPECT_TRUE(client.is_closed());
  }
  // In the middle of a request there is nothing to answer.
  Client client(service.port());
  ASSERT_TRUE(client.send("POST /evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Le"));
  client.half_close();
  EXPECT_TRUE(client.is_closed());
}

TEST(Server, AHeadOrBodyThatIsTooLongIsRefusedWithoutBeingRead) {
  RunningService service;
  Client head(service.port());
  static_cast<void>(head.send("GET / HTTP/1.1\r\nHost: localhost\r\nX: " + std::string(100'000, 'x')));
  const auto reply = head.receive();
  ASSERT_TRUE(reply);
  expect_problem(*reply, 431);
  Client body(service.port());
  ASSERT_TRUE(
      body.send("POST /evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000000000\r\n\r\n"));
  const auto refused = body.receive();
  ASSERT_TRUE(refused);
  expect_problem(*refused, 413);
  EXPECT_TRUE(body.is_closed());
  Client nonsense(service.port());
  ASSERT_TRUE(nonsense.send("\x16\x03\x01 this is not HTTP\r\n\r\n"));
  const auto told = nonsense.receive();
  ASSERT_TRUE(told);
  expect_problem(*told, 400);
}

TEST(Server, LargeBodiesOfAllTogetherHaveALimit) {
  ServiceOptions options = test_options();
  options.server.max_buffered = 300'000;
  RunningService service(options);
  const std::string part = "POST /evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 250001\r\n\r\n" +
                           std::string(250'000, ' ');
  Client first(service.port());
  ASSERT_TRUE(first.send(part));
  ASSERT_TRUE(eventually([&] { return service.metric("tabia_http_buffered_bytes") >= 200'000; }));
  Client second(service.port());
  static_cast<void>(second.send(part));
  const auto reply = second.receive();
  ASSERT_TRUE(reply);
  expect_problem(*reply, 503);
  first.close();
  EXPECT_TRUE(eventually([&] { return service.metric("tabia_http_buffered_bytes") == 0; }));
}

TEST(Server, TooManyConnectionsAreTurnedAwayWithATimeToComeBack) {
  ServiceOptions options = test_options();
  options.server.max_connections = 3;
  RunningService service(options);
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 3; ++i) {
    clients.push_back(std::make_unique<Client>(service.port()));
    ASSERT_TRUE(clients.back()->ask("GET", "/healthz"));
  }
  Client fourth(service.port());
  const auto reply = fourth.receive();
  ASSERT_TRUE(reply);
  expect_problem(*reply, 503);
  EXPECT_FALSE(reply->header("retry-after").empty());
  clients.pop_back();
  EXPECT_TRUE(eventually([&] {
    Client again(service.port());
    const auto answer = again.ask("GET", "/healthz");
    return answer && answer->status == 200;
  }));
}

TEST(Server, TooManyJobsAndStreamsAreTurnedAwayAndQuickRequestsAreNot) {
  ServiceOptions options = test_options();
  options.server.max_jobs = 1;
  options.max_streams = 1;
  options.caps.time_ms = 3'600'000;
  RunningService service(options);
  {
    Client search(service.port());
    ASSERT_TRUE(search.send(Client::request("POST", "/analyze", R"({"movetime":3600000})")));
    ASSERT_TRUE(eventually([&] { return service.metric("tabia_http_jobs") == 1; }));
    const Reply busy = service.post("/play", R"({"nodes":10})");
    expect_problem(busy, 503);
    EXPECT_FALSE(busy.header("retry-after").empty());
    EXPECT_EQ(service.post("/evaluate", fen_body(kStart)).status, 200);
  }
  ASSERT_TRUE(eventually([&] { return service.metric("tabia_http_jobs") == 0; }));
  Client stream(service.port());
  const std::string type = "Content-Type: application/x-ndjson\r\n";
  ASSERT_TRUE(
      stream.send("POST /evaluate HTTP/1.1\r\nHost: localhost\r\n" + type + "Content-Length: 1000\r\n\r\n"));
  ASSERT_TRUE(eventually([&] { return service.metric("tabia_http_streams") == 1; }));
  const Reply busy = service.post("/evaluate", kStart, type);
  expect_problem(busy, 503);
  EXPECT_FALSE(busy.header("retry-after").empty());
}

TEST(Server, AClientThatNeverReadsIsGivenUpAndTheOthersAreServed) {
  RunningService service(impatient());
  Client deaf(service.port());
  ASSERT_TRUE(
      deaf.send("POST /evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
                "Content-Length: 10000000000\r\n\r\n"));
  std::string block;
  for (int i = 0; i < 1000; ++i) block += std::string(kStart) + "\n";
  std::thread sender([&] {
    while (deaf.send(block)) {
    }
  });
  for (int i = 0; i < 20; ++i) EXPECT_EQ(service.post("/evaluate", fen_body(kStart)).status, 200);
  sender.join();  // it ends because the server has broken off
  EXPECT_TRUE(eventually([&] { return service.metric("tabia_http_streams") == 0; }));
}

std::int64_t resident_kib() {
  std::ifstream in("/proc/self/status");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("VmRSS:")) return std::stoll(line.substr(6));
  }
  return 0;
}

TEST(Server, AStreamOfAnyLengthIsEvaluatedInBoundedMemory) {
  RunningService service;
  constexpr int kBlocks = tabia::test::rounds(200, 5);
  constexpr int kLines = 1000;
  std::string block;
  for (int i = 0; i < kLines; ++i)
    block +=
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - " + std::to_string(i % 90) + " 1\n";
  Client client(service.port());
  ASSERT_TRUE(client.send(
      "POST /evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nContent-Length: " +
      std::to_string(block.size() * kBlocks) + "\r\n\r\n"));
  std::int64_t most = 0;
  const std::int64_t before = resident_kib();
  std::thread sender([&] {
    for (int i = 0; i < kBlocks; ++i) {
      ASSERT_TRUE(client.send(block));
      most = std::max(most, resident_kib());
    }
  });
  const auto reply = client.receive();  // all of it is kept here: about 30 MB
  sender.join();
  ASSERT_TRUE(reply);
  EXPECT_EQ(std::count(reply->body.begin(), reply->body.end(), '\n'), kBlocks * kLines);
  EXPECT_LT(most - before, static_cast<std::int64_t>(reply->body.capacity() / 1024) + 60'000) << "KiB";
}

TEST(Server, StopFinishesWhatHasBegun) {
  ServiceOptions options = test_options();
  options.caps.time_ms = 3'600'000;
  auto service = std::make_unique<RunningService>(options);
  Client idle(service->port());
  ASSERT_TRUE(idle.ask("GET", "/healthz"));
  Client client(service->port());
  ASSERT_TRUE(client.send(Client::request("POST", "/analyze", R"({"movetime":2500})")));
  ASSERT_TRUE(eventually([&] { return service->metric("tabia_searches_running") == 1; }));
  const int port = service->port();
  std::thread stopper([&] { (*service)->stop(); });
  const auto reply = client.receive();
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, 200);
  EXPECT_EQ(reply->header("connection"), "close");
  EXPECT_TRUE(client.is_closed());
  EXPECT_TRUE(idle.is_closed());
  stopper.join();
  EXPECT_FALSE(Client(port).connected());
}

TEST(Server, StopDoesNotWaitForEverAndSearchesAnswerWithWhatTheyHave) {
  ServiceOptions options = test_options();
  options.caps.time_ms = 3'600'000;
  options.patience = http::Milliseconds(100);
  RunningService service(options);
  Client search(service.port());
  Client stream(service.port());
  Client half(service.port());
  ASSERT_TRUE(search.send(Client::request("POST", "/analyze", R"({"movetime":3600000})")));
  ASSERT_TRUE(
      stream.send("POST /evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
                  "Content-Length: 1000\r\n\r\n"));
  ASSERT_TRUE(half.send("POST /evaluate HTTP/1.1\r\nHost: localhost\r\n"));
  ASSERT_TRUE(eventually([&] { return service.metric("tabia_http_jobs") == 2; }));
  service->stop();
  const auto reply = search.receive();
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, 200);
  EXPECT_TRUE(stream.is_closed());
  EXPECT_TRUE(half.is_closed());
}

// Run by the thread sanitizer.
TEST(ServerThreads, ManyClientsOfAllKindsAtOnce) {
  ServiceOptions options = test_options();
  options.server.max_connections = 64;
  RunningService service(options);
  std::vector<std::thread> clients;
  constexpr int kRounds = tabia::test::rounds(40, 8);
  for (int i = 0; i < 12; ++i) {
    clients.emplace_back([&, i] {
      for (int round = 0; round < kRounds; ++round) {
        Client client(service.port());
        switch (i % 6) {
          case 0:
            EXPECT_EQ(client.ask("POST", "/evaluate", fen_body(kKiwipete)).value_or(Reply{}).status, 200);
            break;
          case 1:
            EXPECT_EQ(client.ask("POST", "/analyze", R"({"nodes":100})").value_or(Reply{}).status, 200);
            break;
          case 2:  // leaves
            client.send(Client::request("POST", "/analyze", R"({"movetime":10000})",
                                        "Accept: text/event-stream\r\n"));
            client.wait_for("event: info");
            break;
          case 3:
            EXPECT_EQ(client.ask("GET", "/metrics").value_or(Reply{}).status, 200);
            break;
          case 4:
            service->reload();
            break;
          default:
            EXPECT_EQ(client
                          .ask("POST", "/evaluate", std::string(kStart) + "\n" + kStart + "\n",
                               "Content-Type: application/x-ndjson\r\n")
                          .value_or(Reply{})
                          .status,
                      200);
        }
      }
    });
  }
  for (std::thread& client : clients) client.join();
}

}  // namespace
