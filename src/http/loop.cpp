#include "http/loop.h"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <thread>
#include <unordered_map>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "base/threads.h"

namespace tabia::http {
namespace {

using base::concat;

constexpr std::size_t kLeastBodyRate = 16 << 10;  // bytes per second
constexpr std::chrono::seconds kBetweenTroubles{10};
constexpr Milliseconds kLinger{2'000};         // for a client to read why it was refused
constexpr std::string_view kRetryAfter = "1";  // seconds
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

class EpollLoop : public Loop {
 public:
  EpollLoop(ServerState& server, bool accepts)
      : server_(server),
        accepts_(accepts),
        epoll_(::epoll_create1(EPOLL_CLOEXEC)),
        wake_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
    TABIA_CHECK(epoll_.get() >= 0 && wake_.get() >= 0, "no descriptors left for a loop");
    watch(wake_.get(), EPOLLIN, nullptr);
    if (accepts_) {
      watch(server_.listener.get(), EPOLLIN, this);
      spare_ = spare_descriptor();
    }
  }
  ~EpollLoop() override {
    if (thread_.joinable()) thread_.join();
  }

  base::Result<void> start() override {
    auto thread = base::start_thread([this] { run(); });
    if (!thread) return thread.error();
    thread_ = std::move(*thread);
    return {};
  }

  void give(ConnectionPointer connection) override {
    {
      const std::lock_guard lock(mutex_);
      inbox_.push_back(std::move(connection));
    }
    wake();
  }
  void wake() const override {
    const std::uint64_t one = 1;
    static_cast<void>(!::write(wake_.get(), &one, sizeof one));
  }

 private:
  void watch(int descriptor, std::uint32_t events, void* data) const {
    epoll_event event{};
    event.events = events;
    event.data.ptr = data;
    TABIA_CHECK(::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, descriptor, &event) == 0, "epoll refuses");
  }

  void run() {
    std::array<epoll_event, 256> events;
    auto next_sweep = Clock::now() + kSweep;
    while (!done()) {
      const int count = ::epoll_wait(epoll_.get(), events.data(), static_cast<int>(events.size()),
                                     static_cast<int>(kSweep.count()));
      for (int i = 0; i < count; ++i) {
        void* const data = events[static_cast<std::size_t>(i)].data.ptr;
        if (data == this) {
          accept_all();
        } else if (data == nullptr) {
          empty_inbox();
        } else if (const auto found = connections_.find(static_cast<Connection*>(data));
                   found != connections_.end()) {
          on_event(ConnectionPointer(found->second), events[static_cast<std::size_t>(i)].events);
        }
      }
      if (Clock::now() >= next_sweep || server_.stopping.load(std::memory_order_relaxed)) {
        sweep();
        next_sweep = Clock::now() + kSweep;
      }
    }
    while (!connections_.empty()) close(ConnectionPointer(connections_.begin()->second));
    const std::lock_guard lock(server_.mutex);
    --server_.running_loops;
    server_.loop_ended.notify_all();
  }

  [[nodiscard]] bool done() {
    if (!server_.stopping.load(std::memory_order_relaxed)) return false;
    if (accepts_ && server_.listener.get() >= 0) {
      // No other thread reads it.
      ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, server_.listener.get(), nullptr);
      server_.listener.reset();
    }
    if (server_.ending.load(std::memory_order_relaxed)) return true;
    const std::lock_guard lock(mutex_);
    return connections_.empty() && inbox_.empty();
  }

  // --- accepting and closing connections

  void accept_all() {
    for (int i = 0; i < 64; ++i) {
      if (server_.listener.get() < 0) return;
      auto accepted = accept_from(server_.listener.get());
      if (!accepted) {
        if (errno != EMFILE && errno != ENFILE) return;
        if (!turn_away_by_spare_descriptor()) return;
        continue;
      }
      server_.accepted.fetch_add(1, std::memory_order_relaxed);
      if (server_.connections.load(std::memory_order_relaxed) >= server_.options.max_connections) {
        turn_away(accepted->socket.get());
        continue;
      }
      server_.connections.fetch_add(1, std::memory_order_relaxed);
      auto connection =
          std::make_shared<Connection>(std::move(accepted->socket), std::move(accepted->address));
      Loop& other = *server_.loops[next_loop_++ % server_.loops.size()];
      if (&other == this) {
        adopt(std::move(connection));
      } else {
        other.give(std::move(connection));
      }
    }
  }

  static Descriptor spare_descriptor() { return Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC)); }

  // The only descriptor left is the one reserved for this: use it to refuse a waiting client. False: no
  // client is waiting (which takes a descriptor to find out), or another thread has taken it.
  bool turn_away_by_spare_descriptor() {
    spare_.reset();
    auto accepted = accept_from(server_.listener.get());
    const bool taken = !accepted && (errno == EMFILE || errno == ENFILE);
    if (accepted) {
      const auto now = Clock::now();
      if (now >= next_trouble_) {
        next_trouble_ = now + kBetweenTroubles;
        server_.application.on_trouble("out of file descriptors: connections are refused (ulimit -n)");
      }
      server_.accepted.fetch_add(1, std::memory_order_relaxed);
      turn_away(accepted->socket.get());
    } else if (taken) {
      std::this_thread::sleep_for(Milliseconds(20));  // otherwise the listener would report again and again
    }
    const bool any = accepted.has_value();
    accepted.reset();
    spare_ = spare_descriptor();
    return any;
  }

  void turn_away(int socket) {
    server_.turned_away.fetch_add(1, std::memory_order_relaxed);
    std::string text;
    append_response(text, busy(),
                    {.keep_alive = false, .date = date_.now(), .headers = server_.options.headers});
    static_cast<void>(!::send(socket, text.data(), text.size(), MSG_NOSIGNAL));
    ::shutdown(socket, SHUT_WR);
    // Read what the client has already sent: otherwise closing would discard our response.
    char rest[4096];
    while (::recv(socket, rest, sizeof rest, MSG_DONTWAIT) > 0) {
    }
  }

  void adopt(ConnectionPointer connection) {
    Connection* const key = connection.get();
    key->interest = EPOLLIN;
    watch(key->socket.get(), EPOLLIN, key);
    connections_.emplace(key, std::move(connection));
  }

  void empty_inbox() {
    std::uint64_t ignored = 0;
    static_cast<void>(!::read(wake_.get(), &ignored, sizeof ignored));
    std::vector<ConnectionPointer> arrived;
    {
      const std::lock_guard lock(mutex_);
      arrived.swap(inbox_);
    }
    for (ConnectionPointer& connection : arrived) {
      if (connections_.contains(connection.get())) {
        take_back(connection);
      } else {
        adopt(std::move(connection));
      }
    }
  }

  // The job is done.
  void take_back(const ConnectionPointer& connection) {
    account(*connection, 0);
    connection->begin_request();
    connection->interest = 0;  // epoll reported once, or not at all, and must be set up again
    advance(connection);
  }

  void close(const ConnectionPointer& connection) {
    account(*connection, 0);
    if (connection->stage == Stage::Serving) {
      // The job will notice; the descriptor lives as long as the job holds it.
      ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, connection->socket.get(), nullptr);
      ::shutdown(connection->socket.get(), SHUT_RDWR);
      report_gone(*connection);
    } else {
      connection->socket.reset();
    }
    server_.connections.fetch_sub(1, std::memory_order_relaxed);
    connections_.erase(connection.get());
  }

  static void report_gone(Connection& connection) {
    const std::lock_guard lock(connection.gone_mutex);
    connection.gone = true;
    if (connection.gone_action) connection.gone_action();
  }

  // Adds the bytes of a body to the total. False: there are too many.
  bool account(Connection& connection, std::size_t bytes) {
    if (bytes <= kUnaccounted) bytes = 0;
    if (bytes == connection.accounted) return true;
    const std::size_t sum =
        server_.buffered.fetch_add(bytes - connection.accounted) + bytes - connection.accounted;
    const bool grew = bytes > connection.accounted;
    connection.accounted = bytes;
    return !grew || sum <= server_.options.max_buffered;
  }

  // --- events

  void on_event(const ConnectionPointer& connection, std::uint32_t events) {
    if (connection->stage == Stage::Serving) {
      if (connection->plan.way != Plan::Way::Stream) report_gone(*connection);
      return;
    }
    if (events & (EPOLLIN | EPOLLHUP | EPOLLERR | EPOLLRDHUP)) {
      if (!receive(*connection)) return close(connection);
    }
    advance(connection);
  }

  // Reads what has arrived. False: the connection is broken.
  bool receive(Connection& connection) {
    const ssize_t count = ::recv(connection.socket.get(), portion_.data(), portion_.size(), 0);
    if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    if (count == 0) {
      connection.ended = true;
      return true;
    }
    if (connection.stage == Stage::Lingering) return true;  // discarded
    const auto now = Clock::now();
    if (connection.stage == Stage::Head && connection.in.empty()) connection.began = now;
    connection.progressed = now;
    connection.in.append(portion_.data(), static_cast<std::size_t>(count));
    return true;
  }

  // Does everything that can be done now: parses, answers, sends.
  void advance(const ConnectionPointer& connection) {
    Connection& it = *connection;
    while (it.stage != Stage::Lingering && !it.close_after && it.unsent() < kMostUnsent) {
      const Step step = it.stage == Stage::Head ? take_head(connection) : take_body(connection);
      if (step == Step::Detached) return;
      if (step == Step::Waits) break;
    }
    if (!it.send_some()) return close(connection);
    if (it.unsent() == 0 && it.stage != Stage::Lingering) {
      const bool no_more = it.ended || (server_.stopping && it.stage == Stage::Head && it.in.empty());
      if (it.close_after && !it.ended) {
        linger(it);
      } else if (it.close_after || no_more) {
        return close(connection);
      }
    }
    if (it.stage == Stage::Lingering && it.ended) return close(connection);
    listen_for(it);
  }

  // Sends nothing more, but keeps reading for a while, so that the response arrives.
  static void linger(Connection& connection) {
    ::shutdown(connection.socket.get(), SHUT_WR);
    connection.stage = Stage::Lingering;
    connection.began = Clock::now();
  }

  void listen_for(Connection& connection) const {
    std::uint32_t wanted = 0;
    if (connection.unsent() > 0) wanted |= EPOLLOUT;
    if (!connection.ended && connection.unsent() < kMostUnsent) wanted |= EPOLLIN;
    set_interest(connection, wanted);
  }

  void set_interest(Connection& connection, std::uint32_t wanted) const {
    if (wanted == connection.interest) return;
    epoll_event event{};
    event.events = wanted;
    event.data.ptr = &connection;
    ::epoll_ctl(epoll_.get(), EPOLL_CTL_MOD, connection.socket.get(), &event);
    connection.interest = wanted;
  }

  enum class Step { Moved, Waits, Detached };

  // --- a request

  Step take_head(const ConnectionPointer& connection) {
    Connection& it = *connection;
    // Empty lines before a request are harmless.
    while (it.in.starts_with("\r\n")) it.in.erase(0, 2);
    const auto end = end_of_head(it.in);
    if (!end || *end > server_.options.max_head) {
      if (!end && it.in.size() <= server_.options.max_head) return Step::Waits;
      return refuse(it, nullptr, 431, concat("the head is longer than ", server_.options.max_head, " bytes"));
    }
    auto parsed = parse_head(std::string_view(it.in).substr(0, *end));
    it.began = Clock::now();
    it.plan = {};
    if (const auto* fault = std::get_if<MessageFault>(&parsed))
      return refuse(it, nullptr, fault->status, fault->detail);
    it.head = std::move(std::get<RequestHead>(parsed));
    it.in.erase(0, *end);
    return begin_body(connection);
  }

  Step begin_body(const ConnectionPointer& connection) {
    Connection& it = *connection;
    it.plan = server_.application.plan(it.head);
    if (it.plan.way == Plan::Way::Refuse) {
      it.plan.refusal.close = it.plan.refusal.close || it.head.has_body();
      return reply(it, it.plan.refusal);
    }
    const auto continues = [&] {
      if (it.head.expects_continue && it.in.empty()) it.out += kContinue;
    };
    if (it.plan.way == Plan::Way::Stream) {
      continues();
      return detach(connection);
    }
    if (it.head.content_length.value_or(0) > server_.options.max_body) return too_large(it);
    continues();
    it.stage = Stage::Body;
    it.body_began = Clock::now();
    return Step::Moved;
  }

  Step too_large(Connection& connection) {
    return refuse(connection, &connection.head, 413,
                  concat("the body is longer than ", server_.options.max_body,
                         " bytes; stream newline-delimited JSON instead, which has no limit"));
  }

  Step take_body(const ConnectionPointer& connection) {
    Connection& it = *connection;
    bool complete = false;
    if (it.head.chunked) {
      it.in.erase(0, it.chunks.take(it.in, it.body));
      if (it.chunks.wrong()) return refuse(it, &it.head, 400, "the chunks of the body are invalid");
      if (it.body.size() > server_.options.max_body) return too_large(it);
      complete = it.chunks.complete();
    } else {
      const auto length = static_cast<std::size_t>(it.head.content_length.value_or(0));
      const std::size_t size = std::min(length - it.body.size(), it.in.size());
      if (it.body.empty() && size == it.in.size()) {
        it.body.swap(it.in);  // the usual case: the whole body
        it.in.clear();
      } else {
        it.body.append(it.in, 0, size);
        it.in.erase(0, size);
      }
      complete = it.body.size() == length;
    }
    if (!account(it, it.body.size()))
      return refuse(it, &it.head, 503, "too many large bodies at the same time");
    if (!complete) return Step::Waits;
    if (it.plan.way == Plan::Way::Answer && it.body.size() <= it.plan.longest_answered) {
      Response response;
      try {
        response = server_.application.answer({it.head, it.body, it.peer}, it.plan.route);
      } catch (...) {
        response = server_.application.refusal(500, "internal error");
      }
      return reply(it, response);
    }
    return detach(connection);
  }

  // A refusal by the server itself; closes the connection.
  Step refuse(Connection& connection, const RequestHead* head, int status, const std::string& detail) {
    Response response = server_.application.refusal(status, detail);
    response.close = true;
    if (!head) {
      connection.head = {};
      connection.plan.route = -1;
    }
    if (status == 503) response.headers.emplace_back("Retry-After", kRetryAfter);
    return reply(connection, response, head != nullptr);
  }

  Response busy() const {
    Response response = server_.application.refusal(503, "the server is full");
    response.headers.emplace_back("Retry-After", kRetryAfter);
    return response;
  }

  Step reply(Connection& connection, const Response& response, bool head_known = true) {
    const bool keep = connection.head.keep_alive && !response.close && !server_.stopping && head_known;
    append_response(connection.out, response,
                    {.keep_alive = keep,
                     .head_only = connection.head.method == Method::Head,
                     .date = date_.now(),
                     .headers = server_.options.headers});
    connection.close_after = !keep;
    server_.application.on_finished(
        {.head = head_known ? &connection.head : nullptr,
         .route = connection.plan.route,
         .status = response.status,
         .bytes = response.content().size(),
         .seconds = std::chrono::duration<double>(Clock::now() - connection.began).count(),
         .peer = connection.peer});
    account(connection, 0);
    connection.begin_request();
    return Step::Moved;
  }

  // Hands the connection to a job.
  Step detach(const ConnectionPointer& connection) {
    Connection& it = *connection;
    {
      const std::lock_guard lock(it.gone_mutex);
      it.gone = it.ended;
      it.gone_action = nullptr;
    }
    it.stage = Stage::Serving;
    // From here on the job may already have returned it: only epoll may touch it.
    const bool watches = it.plan.way != Plan::Way::Stream;
    set_interest(it, EPOLLONESHOT | (watches ? EPOLLRDHUP : 0u));
    if (server_.workers.submit([&server = server_, connection, this] { run_job(server, connection, *this); }))
      return Step::Detached;
    it.stage = Stage::Head;
    Response response = busy();
    response.close = it.plan.way == Plan::Way::Stream;
    return reply(it, response);
  }

  // --- time

  void sweep() {
    const auto now = Clock::now();
    std::vector<ConnectionPointer> late;
    for (const auto& [key, connection] : connections_) {
      if (is_late(*connection, now)) late.push_back(connection);
    }
    for (const ConnectionPointer& connection : late) {
      Connection& it = *connection;
      const bool unanswered = it.unsent() == 0 && !it.ended &&
                              ((it.stage == Stage::Head && !it.in.empty()) || it.stage == Stage::Body);
      if (!unanswered) {
        close(connection);
        continue;
      }
      // The client sends a request a byte at a time, or has stopped in the middle of one.
      const bool head_known = it.stage == Stage::Body;
      static_cast<void>(
          refuse(it, head_known ? &it.head : nullptr, 408, "the request took too long to arrive"));
      it.in.clear();
      advance(connection);
    }
  }

  [[nodiscard]] bool is_late(const Connection& connection, Clock::time_point now) const {
    const ServerOptions& options = server_.options;
    if (connection.stage == Stage::Serving) return false;
    if (connection.stage == Stage::Lingering)
      return now - connection.began > (server_.stopping ? kSweep : kLinger);
    if (connection.unsent() > 0) return now - connection.progressed > options.write_timeout;
    if (connection.stage == Stage::Body) {
      const auto earned = std::chrono::seconds(connection.body.size() / kLeastBodyRate);
      return now - connection.body_began > options.body_timeout + earned;
    }
    if (!connection.in.empty()) return now - connection.began > options.head_timeout;
    if (server_.stopping) return true;
    return now - connection.progressed > options.idle_timeout;
  }

  ServerState& server_;
  const bool accepts_;
  Descriptor epoll_;
  Descriptor wake_;
  std::thread thread_;
  std::mutex mutex_;
  std::vector<ConnectionPointer> inbox_;
  std::unordered_map<Connection*, ConnectionPointer> connections_;
  std::size_t next_loop_ = 0;
  Descriptor spare_;  // of the accepting loop
  Clock::time_point next_trouble_{};
  DateText date_;
  std::array<char, kPortion> portion_;
};

}  // namespace

std::unique_ptr<Loop> make_loop(ServerState& server, bool accepts) {
  return std::make_unique<EpollLoop>(server, accepts);
}

}  // namespace tabia::http
