// http/loop.h: what the parts of a server share, and its loops and jobs.
//
// Private to the server: the public interface is http/server.h. A connection belongs to one loop, whose thread
// alone uses its socket; a job (a request with its own thread) exchanges bytes with the loop through the
// connection's buffers, so that reading, working and sending overlap.
#pragma once

#include <asio/ip/udp.hpp>
#include <asio/steady_timer.hpp>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_map>
#include <vector>

#include "http/connection.h"
#include "http/gatherer.h"
#include "http/server.h"
#include "http/thread_pool.h"

namespace tabia::http {

struct ServerState;

// One thread with its connections.
class Loop {
 public:
  explicit Loop(ServerState& server);
  ~Loop();

  // Takes new connections and distributes them among all loops. The error says why it can't listen. Call it
  // before start().
  [[nodiscard]] base::Result<void> listen(const std::string& host, int port);
  [[nodiscard]] int port() const;
  // The error: the system can't create a thread.
  [[nodiscard]] base::Result<void> start();

  // --- from any thread
  // Makes the thread check the flags of the server.
  void wake();
  // The job of this connection has added to `out`.
  void send(const ConnectionPointer& connection);
  // The job has taken what was read: read on.
  void resume(const ConnectionPointer& connection);
  // The job is done.
  void give_back(const ConnectionPointer& connection);
  // The responses to requests that were answered together.
  struct Answered {
    ConnectionPointer connection;
    Response response;
  };
  void answered(std::vector<Answered> answers);

 private:
  enum class Step { Moved, Waits, Detached };

  void run();
  void sweep_later();
  void check_flags();
  void stop_if_done();

  void accept_next();
  void on_accepted(Loop& other, Tcp::socket socket);
  void on_accept_fault();
  void keep_spare_descriptor();
  void turn_away(Tcp::socket& socket);
  void adopt(const ConnectionPointer& connection);
  void close(const ConnectionPointer& connection);
  [[nodiscard]] bool account(Connection& connection, std::size_t bytes) const;

  void read_more(const ConnectionPointer& connection);
  void on_read(const ConnectionPointer& connection, const Fault& fault, std::size_t count);
  void on_read_while_serving(const ConnectionPointer& connection);
  void take_portion(Connection& connection, std::string_view portion);
  [[nodiscard]] bool pump(const ConnectionPointer& connection);
  void write_later(const ConnectionPointer& connection);
  void linger(const ConnectionPointer& connection);
  void advance(const ConnectionPointer& connection);
  void take_back(const ConnectionPointer& connection);

  [[nodiscard]] Step take_head(const ConnectionPointer& connection);
  [[nodiscard]] Step begin_body(const ConnectionPointer& connection);
  [[nodiscard]] Step take_body(const ConnectionPointer& connection);
  [[nodiscard]] Step detach(const ConnectionPointer& connection);
  [[nodiscard]] Step gather(const ConnectionPointer& connection);
  [[nodiscard]] bool leave_loop(const ConnectionPointer& connection);
  Step too_large(Connection& connection);
  Step refuse(Connection& connection, const RequestHead* head, int status, const std::string& detail);
  Step reply(Connection& connection, const Response& response, bool head_known = true);
  [[nodiscard]] Response busy() const;

  void sweep();
  [[nodiscard]] bool is_late(const Connection& connection, Clock::time_point now) const;

  ServerState& server_;
  asio::io_context context_{1};  // one thread runs it
  asio::steady_timer sweep_timer_{context_};
  std::thread thread_;
  std::atomic<std::size_t> arriving_{0};  // connections given to this loop that it hasn't adopted yet
  std::unordered_map<Connection*, ConnectionPointer> connections_;
  DateText date_;
  std::string portion_;

  // --- used by the loop that listens
  std::optional<Tcp::acceptor> listener_;
  std::optional<asio::ip::udp::socket>
      spare_;  // a descriptor to refuse a client with when there are no others
  asio::steady_timer retry_timer_{context_};
  Tcp::endpoint peer_;
  std::size_t next_loop_ = 0;
  Clock::time_point next_trouble_{};
};

struct ServerState {
  ServerState(const ServerOptions& server_options, Application& served, std::unique_ptr<TlsContext> context)
      : options(server_options),
        application(served),
        tls(std::move(context)),
        threads(server_options.max_jobs) {}

  const ServerOptions options;
  Application& application;
  const std::unique_ptr<TlsContext> tls;  // null: plain HTTP
  std::atomic<bool> stopping{false};      // no more requests
  std::atomic<bool> ending{false};        // abort what is left
  std::atomic<std::uint64_t> connections{0};
  std::atomic<std::uint64_t> accepted{0};
  std::atomic<std::uint64_t> turned_away{0};
  std::atomic<std::size_t> buffered{0};
  std::vector<std::unique_ptr<Loop>> loops;
  std::size_t running_loops = 0;  // guarded by the mutex
  std::mutex mutex;
  std::condition_variable loop_ended;
  Gatherer gatherer{*this};
  ThreadPool threads;  // the last: its jobs use the others
};

// Serves one request on this thread, then returns the connection to its loop.
void run_job(ServerState& server, const ConnectionPointer& connection, Loop& loop);

}  // namespace tabia::http
