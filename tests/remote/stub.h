// tests/remote/stub.h: a web server that answers as a test tells it.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "base/json_value.h"
#include "chess/fen.h"

namespace tabia::remote::test {

// A server that gives every request the answer that the test chose.
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
  // Of the last request that was answered.
  [[nodiscard]] std::string last_head() const {
    const std::lock_guard lock(mutex_);
    return head_;
  }

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
      {
        const std::lock_guard lock(mutex_);
        head_ = in.substr(0, end + 2);
      }
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
  mutable std::mutex mutex_;
  std::string head_;
  std::thread thread_;
};

inline std::string ok(const std::string& body) {
  return "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

// The number of pieces as the value of each position, as `cp` or as `score` for White.
inline std::string counted(const std::string& body, const std::string& member) {
  const auto request = base::JsonValue::parse(body);
  std::string results;
  for (const auto& fen : request->find("fens")->elements()) {
    const auto position = chess::parse_fen(*fen.text());
    results += (results.empty() ? "" : ",") +
               ("{\"" + member + "\":" + std::to_string(chess::count(position->occupied())) + "}");
  }
  return "{\"results\":[" + results + "]}";
}

}  // namespace tabia::remote::test
