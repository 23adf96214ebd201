// remote/http_client.h: asks a web server, with one connection that is kept and never waited for longer than agreed.
//
// Plain HTTP/1.1 over POSIX sockets, for servers that we trust as little as any other: answers are bounded in size and
// time, and whatever is not as expected is an error. Not thread-safe.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tabia::remote {

struct Address {
  std::string host;
  std::string port = "80";
  std::string path = "/";

  friend bool operator==(const Address&, const Address&) = default;
};

// "http://host:8080/evaluate". The error says what is wrong with it.
[[nodiscard]] base::Result<Address> parse_address(std::string_view url);

class HttpClient {
 public:
  HttpClient(Address address, std::chrono::milliseconds timeout);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  // Sends JSON and returns the body of the answer, all within the time-out. Anything but status 200 is an error.
  [[nodiscard]] base::Result<std::string> post(std::string_view body);

 private:
  using Time = std::chrono::steady_clock::time_point;
  enum class Ready { Read, Write };

  [[nodiscard]] base::Result<void> connect(Time deadline);
  [[nodiscard]] base::Result<void> send(std::string_view text, Time deadline);
  [[nodiscard]] base::Result<void> receive(Time deadline);
  [[nodiscard]] base::Result<std::string> read_answer(Time deadline);
  [[nodiscard]] base::Result<std::string> read_chunks(Time deadline);
  [[nodiscard]] base::Result<void> wait(Ready what, Time deadline) const;
  void close() noexcept;

  const Address address_;
  const std::chrono::milliseconds timeout_;
  int socket_ = -1;
  std::string in_;             // read, not yet used
  bool closes_after_ = false;  // the server ends the connection with this answer
};

}  // namespace tabia::remote
