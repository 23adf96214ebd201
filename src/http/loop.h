// http/loop.h: what the parts of a server share, and its loops and jobs.
//
// Private to the server: the public interface is http/server.h.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "http/connection.h"
#include "http/server.h"
#include "http/workers.h"

namespace tabia::http {

// One thread with its connections.
class Loop {
 public:
  virtual ~Loop() = default;
  // The error: the system can't create a thread.
  [[nodiscard]] virtual base::Result<void> start() = 0;
  // From any thread: adds a new connection, or one whose job is done.
  virtual void give(ConnectionPointer connection) = 0;
  // Makes the thread check the flags of the server.
  virtual void wake() const = 0;
};

struct ServerState {
  ServerState(const ServerOptions& server_options, Application& served, Descriptor socket)
      : options(server_options),
        application(served),
        listener(std::move(socket)),
        port(port_of(listener.get())),
        workers(server_options.max_jobs) {}

  const ServerOptions options;
  Application& application;
  Descriptor listener;  // of the accepting loop
  const int port;
  std::atomic<bool> stopping{false};  // no more requests
  std::atomic<bool> ending{false};    // abort what is left
  std::atomic<std::uint64_t> connections{0};
  std::atomic<std::uint64_t> accepted{0};
  std::atomic<std::uint64_t> turned_away{0};
  std::atomic<std::size_t> buffered{0};
  std::vector<std::unique_ptr<Loop>> loops;
  std::size_t running_loops = 0;  // guarded by the mutex
  std::mutex mutex;
  std::condition_variable loop_ended;
  Workers workers;
};

// The accepting loop takes new connections and distributes them among all.
[[nodiscard]] std::unique_ptr<Loop> make_loop(ServerState& server, bool accepts);

// Serves one request on this thread, then returns the connection to its loop.
void run_job(ServerState& server, ConnectionPointer connection, Loop& loop);

}  // namespace tabia::http
