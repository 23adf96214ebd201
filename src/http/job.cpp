#include <algorithm>
#include <utility>

#include "http/loop.h"

namespace tabia::http {
namespace {

// A stream that has lasted this many body timeouts must have sent at least at this rate; otherwise it is
// ended to make room for others.
constexpr int kSlowAfter = 10;
constexpr std::uint64_t kLeastStreamRate = 16;  // bytes per second: a position every four seconds

// While more than this waits for a slow reader, offers are dropped.
constexpr std::size_t kMostOffered = 64 << 10;

// A request on its own thread.
class Job : public Exchange {
 public:
  Job(ServerState& server, const ConnectionPointer& connection, Loop& loop)
      : server_(server), connection_(connection), loop_(loop) {
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
    {
      const std::lock_guard lock(it.mutex);
      it.in.insert(0, raw_);  // the next request
      if (broken_) it.broken = true;
    }
    server_.application.on_finished(
        {.head = &it.head,
         .route = it.plan.route,
         .status = status_,
         .bytes = bytes_,
         .seconds = std::chrono::duration<double>(Clock::now() - it.began).count(),
         .peer = it.peer});
    loop_.give_back(connection_);
  }

  Request request() const override { return {connection_->head, connection_->body, connection_->peer}; }
  int route() const override { return connection_->plan.route; }

  Read read(std::string& body) override {
    Connection& it = *connection_;
    for (;;) {
      if (body_ended()) return Read::End;
      const std::size_t before = body.size();
      if (!raw_.empty()) {
        if (it.head.chunked) {
          raw_.erase(0, it.chunks.take(raw_, body));
          if (it.chunks.wrong()) return Read::Failed;
        } else {
          const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(left_, raw_.size()));
          body.append(raw_, 0, size);
          raw_.erase(0, size);
          left_ -= size;
        }
        if (body.size() > before) return Read::Data;
        continue;
      }
      if (broken_ || !receive()) return Read::Failed;
    }
  }

  bool has_more() override {
    if (body_ended()) return false;
    if (!raw_.empty()) return true;
    const std::lock_guard lock(connection_->mutex);
    return !connection_->in.empty();
  }

  void abandon() override { broken_ = true; }

  void respond(const Response& response) override {
    if (answered_) return;
    std::string text;
    start(text, response, false);
    bytes_ = response.content().size();
    send(std::move(text));
  }

  bool begin(const Response& head) override {
    std::string text;
    start(text, head, true);
    send(std::move(text));
    return wait_for_reader();
  }

  bool write(std::string_view data) override {
    send(framed(data));
    return wait_for_reader();
  }

  bool end() override {
    if (!streaming_) return !broken_;
    streaming_ = false;
    if (chunked_ && connection_->head.method != Method::Head) send(std::string(kLastChunk));
    return !broken_;
  }

  void offer(std::string_view data) override {
    {
      const std::lock_guard lock(connection_->mutex);
      if (connection_->broken) broken_ = true;
      if (broken_ || connection_->unsent() > kMostOffered) return;
    }
    send(framed(data));
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

  void start(std::string& out, const Response& response, bool streams) {
    Connection& it = *connection_;
    answered_ = true;
    status_ = response.status;
    streaming_ = streams;
    chunked_ = streams && it.head.http_1_1;
    // Read a body that is still arriving to its end, or the connection can't be reused.
    const bool keep = it.head.keep_alive && !response.close && !server_.stopping && (!streams || chunked_) &&
                      (streams || body_ended());
    it.close_after = !keep;
    append_response(out, response,
                    {.keep_alive = keep,
                     .head_only = it.head.method == Method::Head,
                     .chunked = chunked_,
                     .until_close = streams && !chunked_,
                     .date = DateText().now(),
                     .headers = server_.options.headers});
  }

  // As part of the response's body.
  [[nodiscard]] std::string framed(std::string_view data) {
    std::string text;
    if (connection_->head.method == Method::Head) return text;
    bytes_ += data.size();
    if (chunked_) {
      append_chunk(text, data);
    } else {
      text = data;
    }
    return text;
  }

  // Leaves the sending to the loop, without waiting.
  void send(std::string text) {
    Connection& it = *connection_;
    {
      const std::lock_guard lock(it.mutex);
      if (it.out.empty()) {
        it.out = std::move(text);
      } else {
        it.out += text;
      }
      if (std::exchange(it.send_posted, true)) return;
    }
    loop_.send(connection_);
  }

  // Waits until a slow reader has taken most of it. False: the client is gone or does not read at all.
  bool wait_for_reader() {
    Connection& it = *connection_;
    std::unique_lock lock(it.mutex);
    const auto began = Clock::now();
    while (!broken_ && !it.broken && it.unsent() > kMostAhead) {
      const auto deadline = std::max(began, it.progressed) + server_.options.write_timeout;
      if (Clock::now() > deadline) broken_ = true;
      if (!broken_) it.changed.wait_until(lock, deadline);
    }
    if (it.broken) broken_ = true;
    return !broken_;
  }

  [[nodiscard]] bool is_slow() const {
    const auto lasted = Clock::now() - connection_->began;
    return lasted > kSlowAfter * server_.options.body_timeout &&
           received_ < kLeastStreamRate * static_cast<std::uint64_t>(lasted / std::chrono::seconds(1));
  }

  // Takes what the loop has read, waiting for it. False: there is no more, or it takes too long.
  bool receive() {
    Connection& it = *connection_;
    if (is_slow()) return false;
    bool resumes = false;
    {
      std::unique_lock lock(it.mutex);
      it.changed.wait_for(lock, server_.options.body_timeout,
                          [&] { return !it.in.empty() || it.ended || it.broken; });
      if (it.in.empty() || it.broken) return false;
      raw_.clear();
      raw_.swap(it.in);
      received_ += raw_.size();
      resumes = std::exchange(it.paused, false);
    }
    if (resumes) loop_.resume(connection_);
    return true;
  }

  ServerState& server_;
  const ConnectionPointer connection_;
  Loop& loop_;
  std::string raw_;         // read, not yet taken apart
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

void run_job(ServerState& server, const ConnectionPointer& connection, Loop& loop) {
  Job(server, connection, loop).run();
}

}  // namespace tabia::http
