// http/client.h: sends requests to a web server, over one kept-alive connection and with bounded
// waits.
//
// Plain HTTP/1.1. No server is trusted: answers are bounded in size and time, and anything
// unexpected is an error. Not thread-safe.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "os/socket.h"

namespace tabia::http {

struct Address {
  std::string host;
  std::string port = "80";
  std::string path = "/";  // with its query
  std::string token = {};  // sent as Authorization: Bearer; empty: none

  friend bool operator==(const Address&, const Address&) = default;
};

// "http://host:8080/evaluate?model=old", with "TOKEN@" before the host if the server requires one (%2F for a
// / in it). The error says what is wrong with it.
[[nodiscard]] base::Result<Address> parse_address(std::string_view url);

class Client {
 public:
  Client(Address address, std::chrono::milliseconds timeout);
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  // For people: without the token.
  [[nodiscard]] std::string address() const {
    return "http://" + address_.host + ":" + address_.port + address_.path;
  }
  // Sends JSON and returns the body of the answer, all within the timeout. Any status but 200 is an error.
  [[nodiscard]] base::Result<std::string> post(std::string_view body);
  // No request waits beyond this time, whatever the timeout. From any thread.
  using Time = std::chrono::steady_clock::time_point;
  void set_latest(Time latest) noexcept { latest_.store(latest, std::memory_order_relaxed); }
  [[nodiscard]] Time latest() const noexcept { return latest_.load(std::memory_order_relaxed); }

 private:
  using Ready = os::Socket::Ready;

  [[nodiscard]] base::Result<void> connect(Time deadline);
  [[nodiscard]] base::Result<void> send(std::string_view text, Time deadline);
  [[nodiscard]] base::Result<void> receive(Time deadline);
  [[nodiscard]] base::Result<std::string> read_answer(Time deadline);
  [[nodiscard]] base::Result<std::string> read_chunks(Time deadline);
  [[nodiscard]] base::Result<void> wait(Ready what, Time deadline);
  void close() noexcept;

  const Address address_;
  const std::chrono::milliseconds timeout_;
  std::atomic<Time> latest_{Time::max()};
  os::Socket socket_;
  std::string in_;             // bytes read but not used yet
  bool closes_after_ = false;  // the server closes the connection after this answer
};

}  // namespace tabia::http
