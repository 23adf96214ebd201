// http/connection.h: one client's connection, and its sockets.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "http/http.h"
#include "http/server.h"

namespace tabia::http {

using Clock = std::chrono::steady_clock;

inline constexpr std::size_t kPortion = 64 << 10;      // bytes read at a time
inline constexpr std::size_t kMostUnsent = 1 << 20;    // while more is waiting to be sent, nothing is read
inline constexpr std::size_t kUnaccounted = 64 << 10;  // bodies up to this size are not counted
inline constexpr Milliseconds kSweep{200};             // between checks of the deadlines

// A descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int value = -1) : value_(value) {}
  ~Descriptor() { reset(); }
  Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    if (this != &other) {
      reset();
      value_ = std::exchange(other.value_, -1);
    }
    return *this;
  }
  [[nodiscard]] int get() const noexcept { return value_; }
  void reset() noexcept;

 private:
  int value_;
};

// A socket that listens there. The error says why it can't.
[[nodiscard]] base::Result<Descriptor> listen_at(const std::string& host, int port);
// The port that a socket is bound to.
[[nodiscard]] int port_of(int socket);
// The next client, or nothing (errno says why).
struct Accepted {
  Descriptor socket;
  std::string address;
};
[[nodiscard]] std::optional<Accepted> accept_from(int listener);

// "Mon, 16 Nov 2026 14:20:20 GMT", updated once a second.
class DateText {
 public:
  [[nodiscard]] std::string_view now();

 private:
  std::time_t time_ = -1;
  std::array<char, 40> text_{};
  std::size_t length_ = 0;
};

enum class Stage { Head, Body, Serving, Lingering };

struct Connection {
  Connection(Descriptor descriptor, std::string address)
      : socket(std::move(descriptor)), peer(std::move(address)) {}

  Descriptor socket;
  const std::string peer;
  // Everything here belongs to the loop; while `stage` is Serving, to the job.
  Stage stage = Stage::Head;
  std::string in;   // read, not yet parsed
  std::string out;  // to be sent
  std::size_t sent = 0;
  RequestHead head;
  Plan plan;
  ChunkReader chunks;
  std::string body;
  std::size_t accounted = 0;               // bytes of the body counted in the total
  Clock::time_point began = Clock::now();  // of the request, or of the wait for it
  Clock::time_point body_began{};
  Clock::time_point progressed = Clock::now();  // when a byte was last read or sent
  std::uint32_t interest = 0;                   // of epoll
  bool close_after = false;
  bool ended = false;  // the client sends no more

  // Shared by loop and job.
  std::atomic<bool> gone{false};
  std::mutex gone_mutex;
  std::function<void()> gone_action;

  [[nodiscard]] std::size_t unsent() const noexcept { return out.size() - sent; }
  // Sends as much as possible without blocking. False: the connection is broken.
  bool send_some();
  // Prepares for the next request.
  void begin_request();
};
using ConnectionPointer = std::shared_ptr<Connection>;

}  // namespace tabia::http
