// http/connection.h: one client's connection.
//
// Private to the server: the public interface is http/server.h.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <ctime>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "http/http.h"
#include "http/server.h"
#include "http/stream.h"

namespace tabia::http {

using Clock = std::chrono::steady_clock;

inline constexpr std::size_t kPortion = 64 << 10;    // bytes read at a time
inline constexpr std::size_t kMostUnsent = 1 << 20;  // while more than this waits to be sent, nothing is read
inline constexpr std::size_t kMostAhead =
    256 << 10;  // bytes by which the socket and the job may be ahead of each other
inline constexpr std::size_t kUnaccounted = 64 << 10;  // bodies up to this size are not counted
inline constexpr Milliseconds kSweep{200};             // between checks of the deadlines

// "Mon, 16 Nov 2026 14:20:20 GMT", updated once a second.
class DateText {
 public:
  [[nodiscard]] std::string_view now();

 private:
  std::time_t time_ = -1;
  std::array<char, 40> text_{};
  std::size_t length_ = 0;
};

enum class Stage { Handshake, Head, Body, Serving, Lingering };

struct Connection {
  Connection(Tcp::socket socket, TlsContext* tls, std::string address)
      : stream(std::move(socket), tls),
        peer(std::move(address)),
        first(stream.encrypted() ? kTlsRecord : kFirstRead, '\0') {}

  // --- used by the loop
  Stream stream;
  const std::string peer;
  Stage stage = Stage::Head;
  std::string first;    // where a pending read starts to write: small, because most connections are idle
  std::string sending;  // what is being written to the socket
  std::size_t sent = 0;
  bool reading = false;
  bool writing = false;
  bool closed = false;
  std::size_t accounted = 0;  // bytes of the body counted in the total
  Clock::time_point body_began{};

  // --- used by the loop; while `stage` is Serving, by the job
  RequestHead head;
  Plan plan;
  ChunkReader chunks;
  std::string body;
  Clock::time_point began = Clock::now();  // of the request, or of the wait for it
  bool close_after = false;

  // --- used by the loop; while `stage` is Serving, by both, under the mutex
  std::mutex mutex;
  std::condition_variable changed;
  std::string in;                               // read, not yet parsed
  std::string out;                              // to be sent after `sending`
  Clock::time_point progressed = Clock::now();  // when a byte was last read or sent
  bool ended = false;                           // the client sends no more
  bool broken = false;                          // nothing can be sent any more
  bool paused = false;                          // the loop stops reading until the job has taken everything
  bool send_posted = false;                     // the loop knows that there is something to send

  // --- shared by loop and job
  std::atomic<bool> gone{false};
  std::mutex gone_mutex;
  std::function<void()> gone_action;

  [[nodiscard]] std::size_t unsent() const noexcept { return out.size() + sending.size() - sent; }
  // Prepares for the next request.
  void begin_request();

 private:
  static constexpr std::size_t kFirstRead = 4 << 10;
  static constexpr std::size_t kTlsRecord = 16 << 10;
};
using ConnectionPointer = std::shared_ptr<Connection>;

}  // namespace tabia::http
