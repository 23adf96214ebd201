// os/socket.h: TCP connections to servers, and what Asio, which serves, doesn't do for us.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tabia::os {

// An address of a host, as the system writes it.
struct SocketAddress {
  int family = 0;
  std::string bytes;
};
// Looks up the host, which may take seconds. None on failure; `reason` then says why.
[[nodiscard]] std::vector<SocketAddress> addresses_of(const std::string& host, const std::string& port,
                                                      std::string& reason);

// A connection that never waits unless told to. Programs that we start don't inherit it. Not thread-safe.
class Socket {
 public:
  Socket() = default;
  ~Socket() { close(); }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  // Closes the old connection and starts a new one. It is made, or has failed, when the socket is ready to
  // write: then is_connected() tells.
  [[nodiscard]] bool start_connecting(const SocketAddress& address);
  [[nodiscard]] bool is_connected();
  [[nodiscard]] bool is_open() const noexcept { return number_ != kNone; }
  void close() noexcept;

  enum class Progress { Done, Later, Failed };
  // Sends what it can of the text and removes that from it. Later: nothing yet.
  [[nodiscard]] Progress send(std::string_view& text);
  // Appends what has arrived. Done without anything: the other side has ended.
  [[nodiscard]] Progress receive(std::string& to);
  enum class Ready { Read, Write };
  // Waits at most that long. Later: not ready yet.
  [[nodiscard]] Progress wait(Ready what, int most_ms);

  // Why the last call failed.
  [[nodiscard]] const std::string& reason() const noexcept { return reason_; }

 private:
  static constexpr std::intptr_t kNone = -1;

  bool fail();  // records the system's reason; always false

  std::intptr_t number_ = kNone;
  std::string reason_;
};

// Programs that we start must not keep this socket open.
void keep_from_children(std::intptr_t socket) noexcept;

}  // namespace tabia::os
