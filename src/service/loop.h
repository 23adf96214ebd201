// service/loop.h: what the parts of a server share, and the loops and jobs that it is made of.
//
// Private to the server: service/server.h is the door.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "service/connection.h"
#include "service/server.h"
#include "service/workers.h"

namespace tabia::service {

// One thread with its connections.
class Loop {
 public:
  virtual ~Loop() = default;
  // An error: the system gives no thread.
  [[nodiscard]] virtual base::Result<void> start() = 0;
  // From any thread: a new connection, or one whose job is done.
  virtual void give(ConnectionPointer connection) = 0;
  // Has the thread look at the flags of the server.
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
  Descriptor listener;  // of the loop that accepts
  const int port;
  std::atomic<bool> stopping{false};  // no more requests
  std::atomic<bool> ending{false};    // no more patience
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

// The loop that accepts takes new connections and deals them out to all.
[[nodiscard]] std::unique_ptr<Loop> make_loop(ServerState& server, bool accepts);

// Serves one request on this thread, then gives the connection back to its loop.
void run_job(ServerState& server, ConnectionPointer connection, Loop& loop);

}  // namespace tabia::service
