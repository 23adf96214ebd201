#include "http/loop.h"

#include <algorithm>
#include <asio/post.hpp>
#include <utility>

#include "base/text.h"
#include "base/threads.h"
#include "os/socket.h"

namespace tabia::http {

using base::concat;

namespace {

constexpr std::size_t kLeastBodyRate = 16 << 10;  // bytes per second
constexpr std::chrono::seconds kBetweenTroubles{10};
constexpr Milliseconds kAcceptPause{20};       // after a failed attempt
constexpr Milliseconds kLinger{2'000};         // for a client to read why it was refused
constexpr std::string_view kRetryAfter = "1";  // seconds
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
constexpr int kBacklog = 1024;

// Programs that we start must not keep connections open.
template <class AnySocket>
void keep_from_children(AnySocket& socket) {
  os::keep_from_children(static_cast<std::intptr_t>(socket.native_handle()));
}

void report_gone(Connection& connection) {
  const std::lock_guard lock(connection.gone_mutex);
  connection.gone = true;
  if (connection.gone_action) connection.gone_action();
}

}  // namespace

Loop::Loop(ServerState& server) : server_(server), portion_(kPortion, '\0') {}

Loop::~Loop() {
  if (thread_.joinable()) thread_.join();
}

base::Result<void> Loop::start() {
  auto thread = base::start_thread([this] { run(); });
  if (!thread) return thread.error();
  thread_ = std::move(*thread);
  return {};
}

void Loop::run() {
  sweep_later();
  if (listener_) accept_next();
  context_.run();
  while (!connections_.empty()) close(ConnectionPointer(connections_.begin()->second));
  const std::lock_guard lock(server_.mutex);
  --server_.running_loops;
  server_.loop_ended.notify_all();
}

void Loop::wake() {
  asio::post(context_, [this] { check_flags(); });
}

void Loop::sweep_later() {
  sweep_timer_.expires_after(kSweep);
  sweep_timer_.async_wait([this](const Fault&) {
    check_flags();
    sweep_later();
  });
}

void Loop::check_flags() {
  if (server_.stopping && listener_) {
    listener_.reset();
    retry_timer_.cancel();
  }
  sweep();
  stop_if_done();
}

void Loop::stop_if_done() {
  if (!server_.stopping.load(std::memory_order_relaxed)) return;
  if (server_.ending || (connections_.empty() && arriving_ == 0)) context_.stop();
}

// --- accepting and closing connections

base::Result<void> Loop::listen(const std::string& host, int port) {
  Fault fault;
  const auto found =
      Tcp::resolver(context_).resolve(host, std::to_string(port), Tcp::resolver::passive, fault);
  if (fault) return base::Error{concat("--host ", base::quoted(host), ": ", fault.message())};
  for (const auto& entry : found) {
    Tcp::acceptor listener(context_);
    listener.open(entry.endpoint().protocol(), fault);
    if (!fault) listener.set_option(Tcp::acceptor::reuse_address(true), fault);
    if (!fault) listener.bind(entry.endpoint(), fault);
    if (!fault) listener.listen(kBacklog, fault);
    if (!fault) listener.non_blocking(true, fault);
    if (fault) continue;
    keep_from_children(listener);
    listener_.emplace(std::move(listener));
    keep_spare_descriptor();
    return {};
  }
  return base::Error{concat("can't listen on ", host, " port ", port, ": ", fault.message(),
                            ". Is another server running? Give another --port; 0 picks any free port")};
}

int Loop::port() const { return listener_ ? listener_->local_endpoint().port() : 0; }

void Loop::accept_next() {
  Loop& other = *server_.loops[next_loop_++ % server_.loops.size()];
  listener_->async_accept(other.context_, peer_, [this, &other](const Fault& fault, Tcp::socket socket) {
    if (!listener_) return;  // stopping
    if (fault) return on_accept_fault();
    on_accepted(other, std::move(socket));
    accept_next();
  });
}

void Loop::on_accepted(Loop& other, Tcp::socket socket) {
  server_.accepted.fetch_add(1, std::memory_order_relaxed);
  if (server_.connections.load(std::memory_order_relaxed) >= server_.options.max_connections)
    return turn_away(socket);
  server_.connections.fetch_add(1, std::memory_order_relaxed);
  Fault ignored;
  keep_from_children(socket);
  socket.set_option(Tcp::no_delay(true), ignored);
  socket.non_blocking(true, ignored);
  auto connection =
      std::make_shared<Connection>(std::move(socket), server_.tls.get(), peer_.address().to_string());
  ++other.arriving_;
  if (&other == this) return adopt(connection);
  asio::post(other.context_, [&other, connection = std::move(connection)] { other.adopt(connection); });
}

// Usually only the spare descriptor is left: use it to refuse the waiting clients. Finding out whether there
// are any takes a descriptor, so we can't simply wait for the listener.
void Loop::on_accept_fault() {
  spare_.reset();
  for (int i = 0; i < 64; ++i) {
    Tcp::socket socket(context_);
    Fault fault;
    listener_->accept(socket, fault);
    if (fault) break;
    if (const auto now = Clock::now(); now >= next_trouble_) {
      next_trouble_ = now + kBetweenTroubles;
      server_.application.on_trouble("out of file descriptors: connections are refused (ulimit -n)");
    }
    server_.accepted.fetch_add(1, std::memory_order_relaxed);
    turn_away(socket);
  }
  keep_spare_descriptor();
  retry_timer_.expires_after(kAcceptPause);
  retry_timer_.async_wait([this](const Fault&) {
    if (listener_) accept_next();
  });
}

void Loop::keep_spare_descriptor() {
  Fault ignored;
  spare_.emplace(context_);
  spare_->open(asio::ip::udp::v4(), ignored);
}

void Loop::turn_away(Tcp::socket& socket) {
  server_.turned_away.fetch_add(1, std::memory_order_relaxed);
  if (server_.tls) return;  // not worth a handshake
  std::string text;
  append_response(text, busy(),
                  {.keep_alive = false, .date = date_.now(), .headers = server_.options.headers});
  Fault fault;
  socket.non_blocking(true, fault);
  socket.write_some(asio::buffer(text), fault);
  socket.shutdown(Tcp::socket::shutdown_send, fault);
  // Read what the client has already sent: otherwise closing would discard our response.
  while (socket.read_some(asio::buffer(portion_), fault) > 0) {
  }
}

void Loop::adopt(const ConnectionPointer& connection) {
  --arriving_;
  connections_.emplace(connection.get(), connection);
  if (!connection->stream.encrypted()) return read_more(connection);
  connection->stage = Stage::Handshake;
  connection->stream.async_handshake([this, connection](const Fault& fault) {
    if (connection->closed) return;
    if (fault) return close(connection);
    connection->begin_request();
    read_more(connection);
  });
}

void Loop::close(const ConnectionPointer& connection) {
  if (std::exchange(connection->closed, true)) return;
  static_cast<void>(account(*connection, 0));
  connection->stream.close();
  if (connection->stage == Stage::Serving) {
    {
      const std::lock_guard lock(connection->mutex);
      connection->broken = true;
      connection->changed.notify_all();
    }
    report_gone(*connection);
  }
  server_.connections.fetch_sub(1, std::memory_order_relaxed);
  connections_.erase(connection.get());
  stop_if_done();
}

// Adds the bytes of a body to the total. False: there are too many.
bool Loop::account(Connection& connection, std::size_t bytes) const {
  if (bytes <= kUnaccounted) bytes = 0;
  if (bytes == connection.accounted) return true;
  const std::size_t sum =
      server_.buffered.fetch_add(bytes - connection.accounted) + bytes - connection.accounted;
  const bool grew = bytes > connection.accounted;
  connection.accounted = bytes;
  return !grew || sum <= server_.options.max_buffered;
}

// --- reading

void Loop::read_more(const ConnectionPointer& connection) {
  Connection& it = *connection;
  if (it.reading || it.closed || it.ended) return;
  it.reading = true;
  it.stream.async_read_some(asio::buffer(it.first),
                            [this, connection](const Fault& fault, std::size_t count) {
                              connection->reading = false;
                              if (!connection->closed) on_read(connection, fault, count);
                            });
}

void Loop::on_read(const ConnectionPointer& connection, const Fault& fault, std::size_t count) {
  Connection& it = *connection;
  if (fault && !Stream::is_end(fault)) return close(connection);
  {
    const std::lock_guard lock(it.mutex);
    it.ended = static_cast<bool>(fault);
    take_portion(it, std::string_view(it.first).substr(0, count));
    if (!fault && count == it.first.size() && !it.stream.encrypted()) {
      // There is probably more to read, and trying is cheaper than waiting.
      Fault rest;
      const std::size_t more = it.stream.socket().read_some(asio::buffer(portion_), rest);
      if (rest == asio::error::eof) it.ended = true;
      take_portion(it, std::string_view(portion_).substr(0, more));
    }
  }
  if (it.stage == Stage::Serving) return on_read_while_serving(connection);
  advance(connection);
}

void Loop::take_portion(Connection& connection, std::string_view portion) {
  if (portion.empty() || connection.stage == Stage::Lingering) return;  // then it is discarded
  const auto now = Clock::now();
  if (connection.stage == Stage::Head && connection.in.empty()) connection.began = now;
  connection.progressed = now;
  connection.in.append(portion);
}

// What was read is part of the body that the job streams; otherwise it is the next request (which waits), or
// the client has ended its side.
void Loop::on_read_while_serving(const ConnectionPointer& connection) {
  Connection& it = *connection;
  const bool streams = it.plan.way == Plan::Way::Stream;
  if (it.ended && !streams) report_gone(it);
  {
    const std::lock_guard lock(it.mutex);
    it.changed.notify_all();
    it.paused = it.in.size() >= (streams ? kMostAhead : server_.options.max_head);
    if (it.paused) return;
  }
  read_more(connection);
}

void Loop::resume(const ConnectionPointer& connection) {
  asio::post(context_, [this, connection] { read_more(connection); });
}

// --- sending

// Sends what it can now, and the rest when the client is ready for it. False: the connection is broken.
bool Loop::pump(const ConnectionPointer& connection) {
  Connection& it = *connection;
  while (!it.writing && !it.closed) {
    {
      const std::lock_guard lock(it.mutex);
      it.send_posted = false;
      if (it.sent == it.sending.size()) {
        it.sent = 0;
        it.sending.clear();
        if (it.sending.capacity() > kMostUnsent) it.sending.shrink_to_fit();
        it.sending.swap(it.out);
      }
      if (it.sending.empty()) return true;
    }
    if (it.stream.encrypted()) {
      write_later(connection);
      return true;
    }
    Fault fault;
    const std::size_t count = it.stream.socket().write_some(
        asio::buffer(it.sending.data() + it.sent, it.sending.size() - it.sent), fault);
    if (fault == asio::error::would_block || fault == asio::error::try_again) {
      write_later(connection);
      return true;
    }
    if (fault) return false;
    const std::lock_guard lock(it.mutex);
    it.sent += count;
    it.progressed = Clock::now();
    it.changed.notify_all();
  }
  return true;
}

void Loop::write_later(const ConnectionPointer& connection) {
  Connection& it = *connection;
  it.writing = true;
  it.stream.async_write_some(asio::buffer(it.sending.data() + it.sent, it.sending.size() - it.sent),
                             [this, connection](const Fault& fault, std::size_t count) {
                               Connection& written = *connection;
                               written.writing = false;
                               if (written.closed) return;
                               if (fault) return close(connection);
                               {
                                 const std::lock_guard lock(written.mutex);
                                 written.sent += count;
                                 written.progressed = Clock::now();
                                 written.changed.notify_all();
                               }
                               if (written.stage != Stage::Serving) return advance(connection);
                               if (!pump(connection)) close(connection);
                             });
}

void Loop::send(const ConnectionPointer& connection) {
  asio::post(context_, [this, connection] {
    if (!pump(connection)) close(connection);
  });
}

// Does everything that can be done now: parses, answers, sends.
void Loop::advance(const ConnectionPointer& connection) {
  Connection& it = *connection;
  while (it.stage != Stage::Lingering && !it.close_after && it.unsent() < kMostUnsent) {
    const Step step = it.stage == Stage::Head ? take_head(connection) : take_body(connection);
    if (step == Step::Detached) return;
    if (step == Step::Waits) break;
  }
  if (!pump(connection)) return close(connection);
  if (it.unsent() == 0 && it.stage != Stage::Lingering) {
    const bool no_more = it.ended || (server_.stopping && it.stage == Stage::Head && it.in.empty());
    if (it.close_after && !it.ended) {
      linger(connection);
    } else if (it.close_after || no_more) {
      return close(connection);
    }
  }
  if (it.stage == Stage::Lingering && it.ended) return close(connection);
  if (it.unsent() < kMostUnsent) read_more(connection);
}

// Sends nothing more, but keeps reading for a while, so that the response arrives.
void Loop::linger(const ConnectionPointer& connection) {
  connection->stream.end_sending(connection);
  connection->stage = Stage::Lingering;
  connection->began = Clock::now();
}

// --- a request

Loop::Step Loop::take_head(const ConnectionPointer& connection) {
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

Loop::Step Loop::begin_body(const ConnectionPointer& connection) {
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

Loop::Step Loop::too_large(Connection& connection) {
  return refuse(connection, &connection.head, 413,
                concat("the body is longer than ", server_.options.max_body,
                       " bytes; stream newline-delimited JSON instead, which has no limit"));
}

Loop::Step Loop::take_body(const ConnectionPointer& connection) {
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
  if (it.plan.way == Plan::Way::Together && it.body.size() <= it.plan.longest_answered)
    return gather(connection);
  return detach(connection);
}

// A refusal by the server itself; closes the connection.
Loop::Step Loop::refuse(Connection& connection, const RequestHead* head, int status,
                        const std::string& detail) {
  Response response = server_.application.refusal(status, detail);
  response.close = true;
  if (!head) {
    connection.head = {};
    connection.plan.route = -1;
  }
  if (status == 503) response.headers.emplace_back("Retry-After", kRetryAfter);
  return reply(connection, response, head != nullptr);
}

Response Loop::busy() const {
  Response response = server_.application.refusal(503, "the server is full");
  response.headers.emplace_back("Retry-After", kRetryAfter);
  return response;
}

Loop::Step Loop::reply(Connection& connection, const Response& response, bool head_known) {
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
  static_cast<void>(account(connection, 0));
  connection.begin_request();
  return Step::Moved;
}

// From now on the connection belongs to another thread. False: it is broken, and closed.
bool Loop::leave_loop(const ConnectionPointer& connection) {
  Connection& it = *connection;
  // Answers to earlier requests that wait to be sent go first.
  if (!pump(connection)) {
    close(connection);
    return false;
  }
  {
    const std::lock_guard lock(it.gone_mutex);
    it.gone = it.ended;
    it.gone_action = nullptr;
  }
  it.paused = false;
  it.stage = Stage::Serving;
  return true;
}

// Lets the request wait for others. Until it is answered nothing is read from this client.
Loop::Step Loop::gather(const ConnectionPointer& connection) {
  if (!leave_loop(connection) || server_.gatherer.add({connection, this})) return Step::Detached;
  connection->stage = Stage::Head;
  return reply(*connection, busy());
}

void Loop::answered(std::vector<Answered> answers) {
  asio::post(context_, [this, answers = std::move(answers)] {
    for (const Answered& answer : answers) {
      if (answer.connection->closed) continue;
      static_cast<void>(reply(*answer.connection, answer.response));
      advance(answer.connection);
    }
  });
}

// Hands the connection to a job.
Loop::Step Loop::detach(const ConnectionPointer& connection) {
  Connection& it = *connection;
  if (!leave_loop(connection)) return Step::Detached;
  if (server_.threads.submit([&server = server_, connection, this] { run_job(server, connection, *this); })) {
    read_more(connection);
    return Step::Detached;
  }
  it.stage = Stage::Head;
  Response response = busy();
  response.close = it.plan.way == Plan::Way::Stream;
  return reply(it, response);
}

void Loop::give_back(const ConnectionPointer& connection) {
  asio::post(context_, [this, connection] { take_back(connection); });
}

void Loop::take_back(const ConnectionPointer& connection) {
  if (connection->closed) return;
  if (connection->broken) return close(connection);
  static_cast<void>(account(*connection, 0));
  connection->begin_request();
  advance(connection);
}

// --- time

void Loop::sweep() {
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

bool Loop::is_late(const Connection& connection, Clock::time_point now) const {
  const ServerOptions& options = server_.options;
  if (connection.stage == Stage::Serving) return false;
  if (connection.stage == Stage::Handshake)
    return server_.stopping || now - connection.began > options.head_timeout;
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

}  // namespace tabia::http
