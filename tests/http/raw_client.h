// tests/http/raw_client.h: a client that does exactly what a test says, even what no good client would do.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "http/http.h"

namespace tabia::http::test {

// Nothing here depends on how fast the machine is: this is only when a test gives up.
inline constexpr std::chrono::seconds kPatience{60};

// Waits until the condition is true; false: it never was.
inline bool eventually(const std::function<bool()>& condition) {
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

struct Reply {
  int status = 0;
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;

  [[nodiscard]] std::string header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? "" : found->second;
  }
};

class Client {
 public:
  explicit Client(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  ~Client() { close(); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  [[nodiscard]] bool connected() const { return connected_; }
  void close() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }
  void half_close() const { ::shutdown(socket_, SHUT_WR); }

  bool send(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t count = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
      if (count <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
  }

  // The next response; nothing if the connection ends before it is complete.
  std::optional<Reply> receive(bool to_head = false) {
    Reply reply;
    do {
      std::optional<std::size_t> end;
      while (!(end = end_of_head(in_))) {
        if (!more()) return std::nullopt;
      }
      reply = {};
      read_head(in_.substr(0, *end), reply);
      in_.erase(0, *end);
    } while (reply.status == 100);
    if (to_head || reply.status == 204 || reply.status == 304) return reply;
    if (reply.header("transfer-encoding") == "chunked") {
      ChunkReader chunks;
      for (;;) {
        in_.erase(0, chunks.take(in_, reply.body));
        if (chunks.complete()) return reply;
        if (chunks.wrong() || !more()) return std::nullopt;
      }
    }
    if (reply.headers.contains("content-length")) {
      const auto length = static_cast<std::size_t>(std::stoull(reply.header("content-length")));
      while (in_.size() < length) {
        if (!more()) return std::nullopt;
      }
      reply.body = in_.substr(0, length);
      in_.erase(0, length);
      return reply;
    }
    while (more()) {
    }
    reply.body = std::exchange(in_, "");
    return reply;
  }

  std::optional<Reply> ask(const std::string& method, const std::string& path, const std::string& body = "",
                           const std::string& headers = "") {
    if (!send(request(method, path, body, headers))) return std::nullopt;
    return receive(method == "HEAD");
  }

  static std::string request(const std::string& method, const std::string& path, const std::string& body = "",
                             const std::string& headers = "") {
    std::string text = method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers;
    if (method == "POST") text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
    return text + "\r\n" + body;
  }

  // Reads until the text has come; false: the connection ended before.
  bool wait_for(std::string_view text) {
    while (in_.find(text) == std::string::npos) {
      if (!more()) return false;
    }
    return true;
  }
  // Has the server closed the connection? Waits for it; what comes before is dropped.
  bool is_closed() {
    while (more()) in_.clear();
    return ended_;
  }
  [[nodiscard]] const std::string& pending() const { return in_; }

 private:
  static void read_head(const std::string& text, Reply& reply) {
    reply.status = std::stoi(text.substr(9, 3));
    std::size_t at = text.find("\r\n") + 2;
    while (at < text.size()) {
      const std::size_t end = text.find("\r\n", at);
      const std::size_t colon = text.find(": ", at);
      if (end == at) break;
      std::string name = text.substr(at, colon - at);
      for (char& c : name) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
      reply.headers[name] = text.substr(colon + 2, end - colon - 2);
      at = end + 2;
    }
  }

  bool more() {
    pollfd entry{.fd = socket_, .events = POLLIN, .revents = 0};
    if (::poll(&entry, 1, static_cast<int>(std::chrono::milliseconds(kPatience).count())) <= 0) return false;
    char buffer[1 << 16];
    const ssize_t count = ::recv(socket_, buffer, sizeof buffer, 0);
    if (count <= 0) {
      ended_ = true;
      return false;
    }
    in_.append(buffer, static_cast<std::size_t>(count));
    return true;
  }

  int socket_;
  bool connected_ = false;
  bool ended_ = false;
  std::string in_;
};

}  // namespace tabia::http::test
