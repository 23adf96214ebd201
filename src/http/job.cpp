#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "http/loop.h"

namespace tabia::http {
namespace {

// A stream that has lasted this many body timeouts must have sent at least this much, or it must make room
// for others.
constexpr int kSlowAfter = 10;
constexpr std::uint64_t kLeastStreamRate = 16;  // bytes per second: a position every four seconds

// A request on its own thread.
class Job : public Exchange {
 public:
  Job(ServerState& server, ConnectionPointer connection, Loop& loop)
      : server_(server), connection_(std::move(connection)), loop_(loop) {
    left_ = connection_->head.content_length.value_or(0);
  }

  void run() {
    try {
      server_.application.serve(*this);
      if (!answered_) respond(server_.application.refusal(500, "no response was made"));
      if (streaming_ && !end()) broken_ = true;
    } catch (...) {
      if (!answered_) {
        respond(server_.application.refusal(500, "internal error"));
      } else {
        broken_ = true;  // half a response: the client must notice
      }
    }
    on_gone(nullptr);
    Connection& it = *connection_;
    if (!body_ended() || broken_) it.close_after = true;
    if (broken_) {
      ::shutdown(it.socket.get(), SHUT_RDWR);
      it.out.clear();
      it.sent = 0;
    }
    server_.application.on_finished(
        {.head = &it.head,
         .route = it.plan.route,
         .status = status_,
         .bytes = bytes_,
         .seconds = std::chrono::duration<double>(Clock::now() - it.began).count(),
         .peer = it.peer});
    loop_.give(connection_);
  }

  Request request() const override { return {connection_->head, connection_->body, connection_->peer}; }
  int route() const override { return connection_->plan.route; }

  Read read(std::string& body) override {
    Connection& it = *connection_;
    for (;;) {
      if (body_ended()) return Read::End;
      const std::size_t before = body.size();
      if (!it.in.empty()) {
        if (it.head.chunked) {
          it.in.erase(0, it.chunks.take(it.in, body));
          if (it.chunks.wrong()) return Read::Failed;
        } else {
          const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(left_, it.in.size()));
          body.append(it.in, 0, size);
          it.in.erase(0, size);
          left_ -= size;
        }
        if (body.size() > before) return Read::Data;
        continue;
      }
      if (!flush() || !receive()) return Read::Failed;
    }
  }

  bool has_more() override {
    if (body_ended()) return false;
    if (!connection_->in.empty()) return true;
    pollfd entry{.fd = connection_->socket.get(), .events = POLLIN, .revents = 0};
    return ::poll(&entry, 1, 0) > 0;
  }

  void abandon() override { broken_ = true; }

  void respond(const Response& response) override {
    if (answered_) return;
    start(response, false);
    bytes_ = response.content().size();
    flush();
  }

  bool begin(const Response& head) override {
    start(head, true);
    return flush();
  }

  bool write(std::string_view data) override {
    add(data);
    return flush();
  }

  bool end() override {
    if (!streaming_) return !broken_;
    streaming_ = false;
    if (chunked_ && connection_->head.method != Method::Head) connection_->out += kLastChunk;
    return flush();
  }

  void offer(std::string_view data) override {
    if (!broken_ && !connection_->send_some()) broken_ = true;
    if (broken_ || connection_->unsent() > 0) return;
    add(data);
    if (!connection_->send_some()) broken_ = true;
  }

  bool gone() const override { return broken_ || connection_->gone; }

  void on_gone(std::function<void()> action) override {
    const std::lock_guard lock(connection_->gone_mutex);
    connection_->gone_action = std::move(action);
    if (connection_->gone && connection_->gone_action) connection_->gone_action();
  }

  bool stopping() const override { return server_.stopping; }

 private:
  [[nodiscard]] bool body_ended() const {
    if (connection_->plan.way != Plan::Way::Stream) return true;
    return connection_->head.chunked ? connection_->chunks.complete() : left_ == 0;
  }

  void start(const Response& response, bool streams) {
    Connection& it = *connection_;
    answered_ = true;
    status_ = response.status;
    streaming_ = streams;
    chunked_ = streams && it.head.http_1_1;
    // Read a body that is still arriving to its end, or the connection can't be reused.
    const bool keep = it.head.keep_alive && !response.close && !server_.stopping && (!streams || chunked_) &&
                      (streams || body_ended());
    it.close_after = !keep;
    append_response(it.out, response,
                    {.keep_alive = keep,
                     .head_only = it.head.method == Method::Head,
                     .chunked = chunked_,
                     .until_close = streams && !chunked_,
                     .date = DateText().now(),
                     .headers = server_.options.headers});
  }

  void add(std::string_view data) {
    if (connection_->head.method == Method::Head) return;
    bytes_ += data.size();
    if (chunked_) {
      append_chunk(connection_->out, data);
    } else {
      connection_->out += data;
    }
  }

  // Sends everything, waiting for a slow reader. False: the client is gone or does not read at all.
  bool flush() {
    Connection& it = *connection_;
    while (!broken_) {
      if (!it.send_some()) {
        broken_ = true;
      } else if (it.unsent() == 0) {
        return true;
      } else if (!wait(POLLOUT, server_.options.write_timeout)) {
        broken_ = true;
      }
    }
    return false;
  }

  [[nodiscard]] bool is_slow() const {
    const auto lasted = Clock::now() - connection_->began;
    return lasted > kSlowAfter * server_.options.body_timeout &&
           received_ < kLeastStreamRate * static_cast<std::uint64_t>(lasted / std::chrono::seconds(1));
  }

  bool receive() {
    Connection& it = *connection_;
    for (;;) {
      if (is_slow()) return false;
      portion_.resize(kPortion);
      const ssize_t count = ::recv(it.socket.get(), portion_.data(), portion_.size(), 0);
      if (count > 0) {
        it.in.append(portion_, 0, static_cast<std::size_t>(count));
        received_ += static_cast<std::uint64_t>(count);
        return true;
      }
      if (count == 0) return false;  // in the middle of the body
      if (errno == EINTR) continue;
      if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
      if (!wait(POLLIN, server_.options.body_timeout)) return false;
    }
  }

  // False: the time is up, or the server is stopping.
  [[nodiscard]] bool wait(short events, Milliseconds most) const {
    const auto deadline = Clock::now() + most;
    for (;;) {
      pollfd entry{.fd = connection_->socket.get(), .events = events, .revents = 0};
      const int ready = ::poll(&entry, 1, static_cast<int>(kSweep.count()));
      if (ready > 0) return true;
      if (ready < 0 && errno != EINTR) return false;
      if (server_.ending || Clock::now() > deadline) return false;
    }
  }

  ServerState& server_;
  const ConnectionPointer connection_;
  Loop& loop_;
  std::string portion_;
  std::uint64_t left_ = 0;  // of a streamed body with a length
  std::uint64_t received_ = 0;
  int status_ = 0;
  std::uint64_t bytes_ = 0;
  bool answered_ = false;
  bool streaming_ = false;
  bool chunked_ = false;
  bool broken_ = false;
};

}  // namespace

void run_job(ServerState& server, ConnectionPointer connection, Loop& loop) {
  Job(server, std::move(connection), loop).run();
}

}  // namespace tabia::http
