#include "service/server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <ctime>
#include <deque>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/text.h"

namespace tabia::service {
namespace {

using base::concat;
using base::Error;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kPortion = 64 << 10;        // bytes read at once
constexpr std::size_t kMostUnsent = 1 << 20;      // while more waits to be sent, nothing is read
constexpr std::size_t kUnaccounted = 64 << 10;    // bodies up to here are not counted
constexpr std::size_t kLeastBodyRate = 16 << 10;  // bytes a second
constexpr Milliseconds kSweep{200};               // between looks at the deadlines
constexpr Milliseconds kLinger{2'000};            // for a client to read why it was refused
constexpr std::string_view kRetryAfter = "1";     // seconds
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

// "Mon, 16 Nov 2026 14:20:20 GMT", made once a second.
class DateText {
 public:
  std::string_view now() {
    const std::time_t time = std::time(nullptr);
    if (time != time_) {
      time_ = time;
      std::tm parts{};
      ::gmtime_r(&time, &parts);
      length_ = std::strftime(text_.data(), text_.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
    }
    return {text_.data(), length_};
  }

 private:
  std::time_t time_ = -1;
  std::array<char, 40> text_{};
  std::size_t length_ = 0;
};

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
  void reset() noexcept {
    if (value_ >= 0) ::close(value_);
    value_ = -1;
  }

 private:
  int value_;
};

std::string address_text(const sockaddr_storage& address) {
  char text[INET6_ADDRSTRLEN] = "?";
  if (address.ss_family == AF_INET) {
    ::inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in&>(address).sin_addr, text, sizeof text);
  } else if (address.ss_family == AF_INET6) {
    ::inet_ntop(AF_INET6, &reinterpret_cast<const sockaddr_in6&>(address).sin6_addr, text, sizeof text);
  }
  return text;
}

base::Result<Descriptor> listen_at(const std::string& host, int port) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE;
  addrinfo* found = nullptr;
  const std::string service = std::to_string(port);
  const int failed = ::getaddrinfo(host.c_str(), service.c_str(), &hints, &found);
  if (failed != 0) return Error{concat("--host ", base::quoted(host), ": ", ::gai_strerror(failed))};
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner(found, ::freeaddrinfo);
  std::string reason = "no address";
  for (const addrinfo* entry = found; entry; entry = entry->ai_next) {
    Descriptor listener(::socket(entry->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    const int on = 1;
    if (listener.get() >= 0 && ::setsockopt(listener.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
        ::bind(listener.get(), entry->ai_addr, entry->ai_addrlen) == 0 && ::listen(listener.get(), 1024) == 0)
      return listener;
    reason = std::strerror(errno);
  }
  return Error{concat("can't listen on ", host, " port ", port, ": ", reason,
                      ". Is another server running? Give another --port; 0 takes any that is free")};
}

int port_of(int socket) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0) return 0;
  return ntohs(address.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6&>(address).sin6_port
                                             : reinterpret_cast<sockaddr_in&>(address).sin_port);
}

// Threads that are made when there is work for them, up to a number.
class Workers {
 public:
  explicit Workers(std::size_t most) : most_(most) {}
  ~Workers() { join(); }

  // False: all are busy and there may be no more.
  bool submit(std::function<void()> job) {
    const std::lock_guard lock(mutex_);
    if (ending_ || busy_ >= most_) return false;
    ++busy_;
    jobs_.push_back(std::move(job));
    if (busy_ > threads_.size()) threads_.emplace_back([this] { run(); });
    changed_.notify_one();
    return true;
  }
  [[nodiscard]] std::size_t busy() const {
    const std::lock_guard lock(mutex_);
    return busy_;
  }
  // Waits until all jobs are done. No more are taken.
  void join() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
      changed_.notify_all();
    }
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

 private:
  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] { return ending_ || !jobs_.empty(); });
      if (jobs_.empty()) return;
      const std::function<void()> job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      job();
      lock.lock();
      --busy_;
    }
  }

  const std::size_t most_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> jobs_;
  std::vector<std::thread> threads_;
  std::size_t busy_ = 0;  // jobs that run or wait
  bool ending_ = false;
};

enum class Stage { Head, Body, Serving, Lingering };

struct Connection {
  Connection(int descriptor, std::string address) : socket(descriptor), peer(std::move(address)) {}

  Descriptor socket;
  const std::string peer;
  // Everything here belongs to the loop, and while `stage` is Serving to the job.
  Stage stage = Stage::Head;
  std::string in;   // read, not yet understood
  std::string out;  // to be sent
  std::size_t sent = 0;
  RequestHead head;
  Plan plan;
  ChunkReader chunks;
  std::string body;
  std::size_t accounted = 0;               // bytes of the body, in the sum of all
  Clock::time_point began = Clock::now();  // the request, or the wait for it
  Clock::time_point body_began{};
  Clock::time_point progressed = Clock::now();  // when a byte was last read or sent
  std::uint32_t interest = 0;                   // of epoll
  bool close_after = false;
  bool ended = false;  // the client sends no more

  // Shared between loop and job.
  std::atomic<bool> gone{false};
  std::mutex gone_mutex;
  std::function<void()> gone_action;

  [[nodiscard]] std::size_t unsent() const noexcept { return out.size() - sent; }
  // False: the connection is broken.
  bool send_some() {
    while (sent < out.size()) {
      const ssize_t count = ::send(socket.get(), out.data() + sent, out.size() - sent, MSG_NOSIGNAL);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
      sent += static_cast<std::size_t>(count);
      progressed = Clock::now();
    }
    out.clear();
    sent = 0;
    if (out.capacity() > kMostUnsent) out.shrink_to_fit();
    return true;
  }
  void begin_request() {
    stage = Stage::Head;
    body.clear();
    if (body.capacity() > kUnaccounted) body.shrink_to_fit();
    chunks = {};
    began = progressed = Clock::now();
  }
};
using ConnectionPointer = std::shared_ptr<Connection>;

}  // namespace

class Server::Body {
 public:
  Body(const ServerOptions& options, Application& application, Descriptor listener);
  ~Body() { stop(Milliseconds(0)); }

  void start();
  void stop(Milliseconds patience);
  [[nodiscard]] int port() const noexcept { return port_; }
  [[nodiscard]] ServerCounts counts() const noexcept;

 private:
  class Loop;
  class Job;

  const ServerOptions options_;
  Application& application_;
  Descriptor listener_;
  const int port_;
  std::atomic<bool> stopping_{false};  // no more requests
  std::atomic<bool> ending_{false};    // no more patience
  std::atomic<std::uint64_t> connections_{0};
  std::atomic<std::uint64_t> accepted_{0};
  std::atomic<std::uint64_t> turned_away_{0};
  std::atomic<std::size_t> buffered_{0};
  std::vector<std::unique_ptr<Loop>> loops_;
  std::atomic<std::size_t> running_loops_{0};
  std::mutex stop_mutex_;
  std::condition_variable loop_ended_;
  Workers workers_;
};

// One thread with its connections. The first loop also takes new connections and deals them out.
class Server::Body::Loop {
 public:
  Loop(Body& server, bool accepts)
      : server_(server),
        accepts_(accepts),
        epoll_(::epoll_create1(EPOLL_CLOEXEC)),
        wake_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
    TABIA_CHECK(epoll_.get() >= 0 && wake_.get() >= 0, "no descriptors left for a loop");
    watch(wake_.get(), EPOLLIN, nullptr);
    if (accepts_) watch(server_.listener_.get(), EPOLLIN, this);
  }
  ~Loop() {
    if (thread_.joinable()) thread_.join();
  }

  void start() {
    thread_ = std::thread([this] { run(); });
  }

  // From any thread: a new connection, or one whose job is done.
  void give(ConnectionPointer connection) {
    {
      const std::lock_guard lock(mutex_);
      inbox_.push_back(std::move(connection));
    }
    wake();
  }
  void wake() const {
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
      if (Clock::now() >= next_sweep || server_.stopping_.load(std::memory_order_relaxed)) {
        sweep();
        next_sweep = Clock::now() + kSweep;
      }
    }
    while (!connections_.empty()) close(ConnectionPointer(connections_.begin()->second));
    server_.running_loops_.fetch_sub(1);
    const std::lock_guard lock(server_.stop_mutex_);
    server_.loop_ended_.notify_all();
  }

  [[nodiscard]] bool done() {
    if (!server_.stopping_.load(std::memory_order_relaxed)) return false;
    if (accepts_ && server_.listener_.get() >= 0) {
      // Not read by any other thread.
      ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, server_.listener_.get(), nullptr);
      server_.listener_.reset();
    }
    if (server_.ending_.load(std::memory_order_relaxed)) return true;
    const std::lock_guard lock(mutex_);
    return connections_.empty() && inbox_.empty();
  }

  // --- connections come and go

  void accept_all() {
    for (int i = 0; i < 64; ++i) {
      if (server_.listener_.get() < 0) return;
      sockaddr_storage address{};
      socklen_t size = sizeof address;
      const int socket = ::accept4(server_.listener_.get(), reinterpret_cast<sockaddr*>(&address), &size,
                                   SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (socket < 0) {
        // Without descriptors the listener would report again and again.
        if (errno == EMFILE || errno == ENFILE) std::this_thread::sleep_for(Milliseconds(20));
        return;
      }
      const int on = 1;
      ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      server_.accepted_.fetch_add(1, std::memory_order_relaxed);
      if (server_.connections_.load(std::memory_order_relaxed) >= server_.options_.max_connections) {
        turn_away(socket);
        continue;
      }
      server_.connections_.fetch_add(1, std::memory_order_relaxed);
      auto connection = std::make_shared<Connection>(socket, address_text(address));
      Loop& other = *server_.loops_[next_loop_++ % server_.loops_.size()];
      if (&other == this) {
        adopt(std::move(connection));
      } else {
        other.give(std::move(connection));
      }
    }
  }

  void turn_away(int socket) {
    const Descriptor owner(socket);
    server_.turned_away_.fetch_add(1, std::memory_order_relaxed);
    std::string text;
    append_response(text, busy(),
                    {.keep_alive = false, .date = date_.now(), .headers = server_.options_.headers});
    static_cast<void>(!::send(socket, text.data(), text.size(), MSG_NOSIGNAL));
    ::shutdown(socket, SHUT_WR);
    // What the client has sent already must be read: closing would otherwise take the answer away from it.
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
    connection->interest = 0;  // epoll reported once, or not at all, and is to be told anew
    advance(connection);
  }

  void close(const ConnectionPointer& connection) {
    account(*connection, 0);
    if (connection->stage == Stage::Serving) {
      // The job notices; the descriptor lives as long as the job has it.
      ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, connection->socket.get(), nullptr);
      ::shutdown(connection->socket.get(), SHUT_RDWR);
      report_gone(*connection);
    } else {
      connection->socket.reset();
    }
    server_.connections_.fetch_sub(1, std::memory_order_relaxed);
    connections_.erase(connection.get());
  }

  static void report_gone(Connection& connection) {
    const std::lock_guard lock(connection.gone_mutex);
    connection.gone = true;
    if (connection.gone_action) connection.gone_action();
  }

  // Counts the bytes of a body towards the sum of all. False: there are too many.
  bool account(Connection& connection, std::size_t bytes) {
    if (bytes <= kUnaccounted) bytes = 0;
    if (bytes == connection.accounted) return true;
    const std::size_t sum =
        server_.buffered_.fetch_add(bytes - connection.accounted) + bytes - connection.accounted;
    const bool grew = bytes > connection.accounted;
    connection.accounted = bytes;
    return !grew || sum <= server_.options_.max_buffered;
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

  // Takes what has arrived. False: the connection is broken.
  bool receive(Connection& connection) {
    const ssize_t count = ::recv(connection.socket.get(), portion_.data(), portion_.size(), 0);
    if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    if (count == 0) {
      connection.ended = true;
      return true;
    }
    if (connection.stage == Stage::Lingering) return true;  // nobody reads it
    const auto now = Clock::now();
    if (connection.stage == Stage::Head && connection.in.empty()) connection.began = now;
    connection.progressed = now;
    connection.in.append(portion_.data(), static_cast<std::size_t>(count));
    return true;
  }

  // Does whatever can be done now: understands, answers, sends.
  void advance(const ConnectionPointer& connection) {
    Connection& it = *connection;
    while (it.stage != Stage::Lingering && !it.close_after && it.unsent() < kMostUnsent) {
      const Step step = it.stage == Stage::Head ? take_head(connection) : take_body(connection);
      if (step == Step::Detached) return;
      if (step == Step::Waits) break;
    }
    if (!it.send_some()) return close(connection);
    if (it.unsent() == 0 && it.stage != Stage::Lingering) {
      const bool no_more = it.ended || (server_.stopping_ && it.stage == Stage::Head && it.in.empty());
      if (it.close_after && !it.ended) {
        linger(it);
      } else if (it.close_after || no_more) {
        return close(connection);
      }
    }
    if (it.stage == Stage::Lingering && it.ended) return close(connection);
    listen_for(it);
  }

  // Says no more, but reads on for a while, so that the answer arrives.
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
    if (!end || *end > server_.options_.max_head) {
      if (!end && it.in.size() <= server_.options_.max_head) return Step::Waits;
      return refuse(it, nullptr, 431,
                    concat("the head is longer than ", server_.options_.max_head, " bytes"));
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
    it.plan = server_.application_.plan(it.head);
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
    if (it.head.content_length.value_or(0) > server_.options_.max_body) return too_large(it);
    continues();
    it.stage = Stage::Body;
    it.body_began = Clock::now();
    return Step::Moved;
  }

  Step too_large(Connection& connection) {
    return refuse(connection, &connection.head, 413,
                  concat("the body is longer than ", server_.options_.max_body,
                         " bytes; send newline-delimited JSON to stream without a limit"));
  }

  Step take_body(const ConnectionPointer& connection) {
    Connection& it = *connection;
    bool complete = false;
    if (it.head.chunked) {
      it.in.erase(0, it.chunks.take(it.in, it.body));
      if (it.chunks.wrong()) return refuse(it, &it.head, 400, "the chunks of the body are wrong");
      if (it.body.size() > server_.options_.max_body) return too_large(it);
      complete = it.chunks.complete();
    } else {
      const auto length = static_cast<std::size_t>(it.head.content_length.value_or(0));
      const std::size_t size = std::min(length - it.body.size(), it.in.size());
      if (it.body.empty() && size == it.in.size()) {
        it.body.swap(it.in);  // the usual case: all there is
        it.in.clear();
      } else {
        it.body.append(it.in, 0, size);
        it.in.erase(0, size);
      }
      complete = it.body.size() == length;
    }
    if (!account(it, it.body.size())) return refuse(it, &it.head, 503, "too many large bodies at once");
    if (!complete) return Step::Waits;
    if (it.plan.way == Plan::Way::Answer && it.body.size() <= it.plan.longest_answered) {
      Response response;
      try {
        response = server_.application_.answer({it.head, it.body, it.peer}, it.plan.route);
      } catch (...) {
        response = server_.application_.refusal(500, "something went wrong here");
      }
      return reply(it, response);
    }
    return detach(connection);
  }

  // A refusal of the server itself; the connection ends with it.
  Step refuse(Connection& connection, const RequestHead* head, int status, const std::string& detail) {
    Response response = server_.application_.refusal(status, detail);
    response.close = true;
    if (!head) {
      connection.head = {};
      connection.plan.route = -1;
    }
    if (status == 503) response.headers.emplace_back("Retry-After", kRetryAfter);
    return reply(connection, response, head != nullptr);
  }

  Response busy() const {
    Response response = server_.application_.refusal(503, "the server is full");
    response.headers.emplace_back("Retry-After", kRetryAfter);
    return response;
  }

  Step reply(Connection& connection, const Response& response, bool head_known = true) {
    const bool keep = connection.head.keep_alive && !response.close && !server_.stopping_ && head_known;
    append_response(connection.out, response,
                    {.keep_alive = keep,
                     .head_only = connection.head.method == Method::Head,
                     .date = date_.now(),
                     .headers = server_.options_.headers});
    connection.close_after = !keep;
    server_.application_.on_finished(
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

  Step detach(const ConnectionPointer& connection);

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
      // Somebody sends a request a byte at a time, or has stopped in the middle of one.
      const bool head_known = it.stage == Stage::Body;
      static_cast<void>(
          refuse(it, head_known ? &it.head : nullptr, 408, "the request took too long to arrive"));
      it.in.clear();
      advance(connection);
    }
  }

  [[nodiscard]] bool is_late(const Connection& connection, Clock::time_point now) const {
    const ServerOptions& options = server_.options_;
    if (connection.stage == Stage::Serving) return false;
    if (connection.stage == Stage::Lingering)
      return now - connection.began > (server_.stopping_ ? kSweep : kLinger);
    if (connection.unsent() > 0) return now - connection.progressed > options.write_timeout;
    if (connection.stage == Stage::Body) {
      const auto earned = std::chrono::seconds(connection.body.size() / kLeastBodyRate);
      return now - connection.body_began > options.body_timeout + earned;
    }
    if (!connection.in.empty()) return now - connection.began > options.head_timeout;
    if (server_.stopping_) return true;
    return now - connection.progressed > options.idle_timeout;
  }

  Body& server_;
  const bool accepts_;
  Descriptor epoll_;
  Descriptor wake_;
  std::thread thread_;
  std::mutex mutex_;
  std::vector<ConnectionPointer> inbox_;
  std::unordered_map<Connection*, ConnectionPointer> connections_;
  std::size_t next_loop_ = 0;
  DateText date_;
  std::array<char, kPortion> portion_;
};

// A request on its own thread.
class Server::Body::Job : public Exchange {
 public:
  Job(Body& server, ConnectionPointer connection, Loop& loop)
      : server_(server), connection_(std::move(connection)), loop_(loop) {
    left_ = connection_->head.content_length.value_or(0);
  }

  void run() {
    try {
      server_.application_.serve(*this);
      if (!answered_) respond(server_.application_.refusal(500, "nothing was answered"));
      if (streaming_ && !end()) broken_ = true;
    } catch (...) {
      if (!answered_) {
        respond(server_.application_.refusal(500, "something went wrong here"));
      } else {
        broken_ = true;  // half an answer: the client must notice
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
    server_.application_.on_finished(
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

  bool stopping() const override { return server_.stopping_; }

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
    // A body that is still arriving is read to its end, or the connection can't be used again.
    const bool keep = it.head.keep_alive && !response.close && !server_.stopping_ && (!streams || chunked_) &&
                      (streams || body_ended());
    it.close_after = !keep;
    append_response(it.out, response,
                    {.keep_alive = keep,
                     .head_only = it.head.method == Method::Head,
                     .chunked = chunked_,
                     .until_close = streams && !chunked_,
                     .date = DateText().now(),
                     .headers = server_.options_.headers});
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

  // Sends everything; waits for a client that reads slowly. False: it is gone or does not read at all.
  bool flush() {
    Connection& it = *connection_;
    while (!broken_) {
      if (!it.send_some()) {
        broken_ = true;
      } else if (it.unsent() == 0) {
        return true;
      } else if (!wait(POLLOUT, server_.options_.write_timeout)) {
        broken_ = true;
      }
    }
    return false;
  }

  bool receive() {
    Connection& it = *connection_;
    for (;;) {
      portion_.resize(kPortion);
      const ssize_t count = ::recv(it.socket.get(), portion_.data(), portion_.size(), 0);
      if (count > 0) {
        it.in.append(portion_, 0, static_cast<std::size_t>(count));
        return true;
      }
      if (count == 0) return false;  // in the middle of the body
      if (errno == EINTR) continue;
      if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
      if (!wait(POLLIN, server_.options_.body_timeout)) return false;
    }
  }

  // False: the time is over, or the server ends.
  [[nodiscard]] bool wait(short events, Milliseconds most) const {
    const auto deadline = Clock::now() + most;
    for (;;) {
      pollfd entry{.fd = connection_->socket.get(), .events = events, .revents = 0};
      const int ready = ::poll(&entry, 1, static_cast<int>(kSweep.count()));
      if (ready > 0) return true;
      if (ready < 0 && errno != EINTR) return false;
      if (server_.ending_ || Clock::now() > deadline) return false;
    }
  }

  Body& server_;
  const ConnectionPointer connection_;
  Loop& loop_;
  std::string portion_;
  std::uint64_t left_ = 0;  // of a streamed body with a length
  int status_ = 0;
  std::uint64_t bytes_ = 0;
  bool answered_ = false;
  bool streaming_ = false;
  bool chunked_ = false;
  bool broken_ = false;
};

Server::Body::Loop::Step Server::Body::Loop::detach(const ConnectionPointer& connection) {
  Connection& it = *connection;
  {
    const std::lock_guard lock(it.gone_mutex);
    it.gone = it.ended;
    it.gone_action = nullptr;
  }
  it.stage = Stage::Serving;
  // From here on the job may already have given it back: nothing of it may be touched but by epoll.
  const bool watches = it.plan.way != Plan::Way::Stream;
  set_interest(it, EPOLLONESHOT | (watches ? EPOLLRDHUP : 0u));
  if (server_.workers_.submit(
          [&server = server_, connection, this] { Job(server, connection, *this).run(); }))
    return Step::Detached;
  it.stage = Stage::Head;
  Response response = busy();
  response.close = it.plan.way == Plan::Way::Stream;
  return reply(it, response);
}

Server::Body::Body(const ServerOptions& options, Application& application, Descriptor listener)
    : options_(options),
      application_(application),
      listener_(std::move(listener)),
      port_(port_of(listener_.get())),
      workers_(options.max_jobs) {
  for (int i = 0; i < std::max(options_.loops, 1); ++i)
    loops_.push_back(std::make_unique<Loop>(*this, i == 0));
}

void Server::Body::start() {
  running_loops_ = loops_.size();
  for (const auto& loop : loops_) loop->start();
}

void Server::Body::stop(Milliseconds patience) {
  stopping_ = true;
  for (const auto& loop : loops_) loop->wake();
  {
    std::unique_lock lock(stop_mutex_);
    const auto all_ended = [&] { return running_loops_ == 0; };
    if (!loop_ended_.wait_for(lock, patience, all_ended)) {
      lock.unlock();
      application_.hurry();
      lock.lock();
      // Enough for an answer of what was found so far.
      loop_ended_.wait_for(lock, patience.count() == 0 ? Milliseconds(0) : Milliseconds(1000), all_ended);
    }
  }
  ending_ = true;
  for (const auto& loop : loops_) loop->wake();
  {
    std::unique_lock lock(stop_mutex_);
    loop_ended_.wait(lock, [&] { return running_loops_ == 0; });
  }
  workers_.join();
  loops_.clear();
}

ServerCounts Server::Body::counts() const noexcept {
  return {.connections = connections_,
          .accepted_total = accepted_,
          .turned_away_total = turned_away_,
          .jobs = workers_.busy(),
          .buffered_bytes = buffered_};
}

Server::Server(std::unique_ptr<Body> body) : body_(std::move(body)) {}
Server::~Server() = default;

base::Result<std::unique_ptr<Server>> Server::open(const ServerOptions& options, Application& application) {
  auto listener = listen_at(options.host, options.port);
  if (!listener) return listener.error();
  return std::unique_ptr<Server>(
      new Server(std::make_unique<Body>(options, application, std::move(*listener))));
}

int Server::port() const noexcept { return body_->port(); }
void Server::start() { body_->start(); }
void Server::stop(Milliseconds patience) { body_->stop(patience); }
ServerCounts Server::counts() const noexcept { return body_->counts(); }

}  // namespace tabia::service
