// `tabia serve` as users and init systems run it.
#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "folder.h"
#include "http/raw_client.h"
#include "paths.h"
#include "program.h"
#include "sanitized.h"

namespace {

using namespace tabia::test;
using tabia::http::test::Client;
using tabia::http::test::eventually;
using tabia::test::Folder;

constexpr const char* kBody = R"({"fen":"4k3/8/8/8/8/8/8/Q3K3 b - - 0 1"})";

// The program, with its standard output read up to the line that has the port.
class Serving {
 public:
  explicit Serving(const std::string& words) {
    int ends[2];
    if (::pipe(ends) != 0) return;
    process_ = ::fork();
    if (process_ == 0) {
      ::dup2(ends[1], 1);
      ::close(ends[0]);
      ::close(ends[1]);
      const std::string command = "exec '" + tabia::test::tabia_program() + "' serve --port 0 " + words;
      ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
      ::_exit(127);
    }
    ::close(ends[1]);
    output_ = ::fdopen(ends[0], "r");
    char line[256];
    if (std::fgets(line, sizeof line, output_)) {
      line_ = line;
      port_ = std::atoi(line_.substr(line_.rfind(':') + 1).c_str());
    }
  }
  ~Serving() {
    if (process_ > 0) {
      ::kill(process_, SIGKILL);
      wait();
    }
    if (output_) std::fclose(output_);
  }
  Serving(const Serving&) = delete;
  Serving& operator=(const Serving&) = delete;

  void signal(int number) const { ::kill(process_, number); }
  // The exit code, or 128 and the signal.
  int wait() {
    int status = 0;
    ::waitpid(process_, &status, 0);
    process_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  [[nodiscard]] int port() const { return port_; }
  [[nodiscard]] const std::string& line() const { return line_; }
  [[nodiscard]] std::string ask(const std::string& method, const std::string& path,
                                const std::string& body = "") const {
    const auto reply = Client(port_).ask(method, path, body);
    return reply ? std::to_string(reply->status) + " " + reply->body : "no answer";
  }
  [[nodiscard]] std::int64_t resident_kib() const {
    std::ifstream in("/proc/" + std::to_string(process_) + "/status");
    for (std::string line; std::getline(in, line);) {
      if (line.starts_with("VmRSS:")) return std::stoll(line.substr(6));
    }
    return 0;
  }

 private:
  pid_t process_ = -1;
  std::FILE* output_ = nullptr;
  std::string line_;
  int port_ = 0;
};

TEST(ServeCommand, PrintsItsAddressAnswersAndEndsWhenItIsToldTo) {
  for (const int number : {SIGTERM, SIGINT}) {
    Serving server("--log-level off");
    EXPECT_TRUE(server.line().starts_with("listening on http://127.0.0.1:")) << server.line();
    EXPECT_TRUE(server.ask("POST", "/evaluate", kBody).starts_with("200 {\"score\":"));
    EXPECT_TRUE(server.ask("GET", "/").starts_with("200 <!doctype html>"));
    server.signal(number);
    EXPECT_EQ(server.wait(), 0);
  }
}

TEST(ServeCommand, SighupLoadsTheNetworksAgainAndABadOneIsNotTaken) {
  const Folder folder;
  const std::string net = folder / "main.net";
  ASSERT_EQ(run("net seed " + net).code, 0);
  Serving server("--log-level off --net main=" + net);
  const std::string before = server.ask("GET", "/models");
  EXPECT_NE(before.find("\"name\":\"main\""), std::string::npos);
  ASSERT_EQ(shell("cp '" + tabia::test::test_data() + "/../../nets/default.net' " + net).code, 0);
  server.signal(SIGHUP);
  EXPECT_TRUE(eventually([&] { return server.ask("GET", "/models") != before; }));
  const std::string after = server.ask("GET", "/models");
  std::ofstream(net) << "broken";
  server.signal(SIGHUP);
  EXPECT_TRUE(eventually([&] {
    return server.ask("GET", "/metrics").find("tabia_model_swap_failures_total 1") != std::string::npos;
  }));
  EXPECT_EQ(server.ask("GET", "/models"), after);
}

TEST(ServeCommand, WhatIsWrongIsSaidBeforeAnybodyIsServed) {
  const TemporaryFile broken("serve_broken.net", "this is no network");
  const Outcome network = run("serve --port 0 --net a=" + broken.path(), true);
  EXPECT_EQ(network.code, 1);
  EXPECT_TRUE(mentions(network, "serve_broken.net")) << network.output;
  EXPECT_EQ(run("serve --port 70000").code, 2);
  EXPECT_EQ(run("serve --log-level loud").code, 2);
  EXPECT_EQ(run("serve --net a=x --net a=y").code, 2);
  EXPECT_EQ(run("serve --token-for-all").code, 2);
  const TemporaryFile weak("serve_token", "short\n");
  const Outcome token = run("serve --port 0 --token-file " + weak.path(), true);
  EXPECT_EQ(token.code, 1);
  EXPECT_TRUE(mentions(token, "at least 16"));
  Serving server("--log-level off");
  const Outcome busy = run("serve --port " + std::to_string(server.port()), true);
  EXPECT_EQ(busy.code, 1);
  EXPECT_TRUE(mentions(busy, "--port")) << busy.output;
}

TEST(ServeCommand, TheAccessLogHasALineOfJsonForEveryRequest) {
  const Folder folder;
  Serving server("--log-level off --access-log " + (folder / "access.jsonl"));
  static_cast<void>(server.ask("POST", "/evaluate", kBody));
  static_cast<void>(server.ask("GET", "/nothing\"here"));
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0);
  std::ifstream in(folder / "access.jsonl");
  std::string first;
  std::string second;
  std::getline(in, first);
  std::getline(in, second);
  EXPECT_NE(first.find(R"("peer":"127.0.0.1","method":"POST","path":"/evaluate","status":200)"),
            std::string::npos)
      << first;
  EXPECT_NE(second.find(R"("path":"/nothing\"here","status":404)"), std::string::npos) << second;
}

// What the engine answers to these lines.
std::string engine_says(const std::string& lines) {
  return shell("printf '" + lines + "' | '" + tabia::test::tabia_program() + "' 2>&1").output;
}

TEST(EvalUrl, TheEngineEvaluatesThroughTheServiceAndFindsTheSame) {
  Serving server("--log-level off");
  const std::string search = "position startpos moves e2e4 e7e5\\ngo depth 4\\n";
  const std::string local = engine_says(search);
  const std::string remote = engine_says(
      "setoption name EvalUrl value http://127.0.0.1:" + std::to_string(server.port()) + "\\n" + search);
  EXPECT_NE(remote.find("info string evaluations come from http://127.0.0.1:"), std::string::npos) << remote;
  EXPECT_NE(remote.find("bestmove "), std::string::npos) << remote;
  // The same network, up to the rounding to centipawns.
  const auto score_in = [](const std::string& text) {
    const std::size_t at = text.rfind(" score cp ");
    return at == std::string::npos ? -9999 : std::atoi(text.c_str() + at + 10);
  };
  EXPECT_NEAR(score_in(remote), score_in(local), 25) << remote << local;
  const std::string metrics = server.ask("GET", "/metrics");
  const std::size_t at = metrics.find("tabia_http_requests_total{route=\"/evaluate\",code=\"200\"} ");
  ASSERT_NE(at, std::string::npos) << metrics;
}

TEST(EvalUrl, WithoutTheServiceTheEnginePlaysOnAndSaysSo) {
  int port = 0;
  {
    const Serving server("--log-level off");
    port = server.port();
  }
  const std::string address = "http://127.0.0.1:" + std::to_string(port);
  const std::string search = "position startpos moves e2e4 e7e5\\ngo depth 6\\n";
  const std::string gone = engine_says("setoption name EvalUrl value " + address + "\\n" + search);
  EXPECT_NE(gone.find("info string EvalUrl: can"), std::string::npos) << gone;
  EXPECT_NE(gone.find("the local network evaluates"), std::string::npos) << gone;
  const auto last_move = [](const std::string& text) { return text.substr(text.rfind("bestmove ")); };
  EXPECT_EQ(last_move(gone), last_move(engine_says(search)));
  const std::string wrong = engine_says("setoption name EvalUrl value https://example.org\\n");
  EXPECT_NE(wrong.find("expected http://"), std::string::npos) << wrong;
}

// wrk with 256 connections and requests of all kinds, while networks are swapped.
void stress(int seconds) {
  if (shell("command -v wrk >/dev/null").code != 0) GTEST_SKIP() << "wrk is not installed";
  const Folder folder;
  const std::string net = folder / "main.net";
  ASSERT_EQ(shell("cp '" + tabia::test::test_data() + "/../../nets/default.net' " + net).code, 0);
  Serving server("--log-level off --timeout 60000 --net main=" + net);
  const std::string script = tabia::test::test_data() + "/../../bench/serve_mixed.lua";
  const std::string address = "http://127.0.0.1:" + std::to_string(server.port());
  const auto load = [&](int duration) {
    return shell("wrk -t2 -c256 --timeout 60s -d" + std::to_string(duration) + " -s '" + script + "' " +
                 address)
        .output;
  };
  static_cast<void>(load(1));  // every thread and searcher that there will be
  const std::int64_t before = server.resident_kib();
  std::atomic<bool> done{false};
  std::thread swapper([&] {
    while (!done) {
      server.signal(SIGHUP);
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  });
  const std::string output = load(seconds);
  done = true;
  swapper.join();
  EXPECT_NE(output.find("errors=0 "), std::string::npos) << output;
  EXPECT_EQ(output.find("starved=1"), std::string::npos) << output;
  // Sanitizers keep memory for themselves, more with every request; what is lost they tell at the end.
  if (!tabia::test::kSanitized) {
    EXPECT_LT(server.resident_kib() - before, 100'000) << "KiB more than before";
  }
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0);
}

TEST(ServeCommand, MixedLoadOf256ConnectionsWhileNetworksAreSwappedSlow) {
  stress(tabia::test::rounds(8, 3));
}
TEST(ServeCommand, MixedLoadOf256ConnectionsWhileNetworksAreSwappedFull) { stress(600); }

}  // namespace
