// http/gatherer.h: requests that are answered together (Plan::Way::Together).
//
// Private to the server: the public interface is http/server.h. Such requests wait here without a thread. One
// of a few threads takes all waiting requests, has the application answer them in one call, and returns the
// answers to the loops. That takes two thread switches for many requests instead of two for each.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <vector>

#include "http/connection.h"

namespace tabia::http {

class Loop;
struct ServerState;

// How many of `waiting` requests a thread takes while other threads answer `answering` requests: an equal
// share. Clients that wait for their answers come back together, so without shares one thread would end up
// with all of them and the other threads with one each. At least 1 and at most `most`.
[[nodiscard]] std::size_t fair_share(std::size_t waiting, std::size_t answering, std::size_t threads,
                                     std::size_t most) noexcept;

// A request and the loop that its connection belongs to.
struct WaitingRequest {
  ConnectionPointer connection;
  Loop* loop = nullptr;
};

// Thread-safe.
class Gatherer {
 public:
  explicit Gatherer(ServerState& server) : server_(server) {}

  // The request of this connection is complete; the loop gets the response by Loop::answered(). False: there
  // is no thread for it.
  [[nodiscard]] bool add(const WaitingRequest& request);
  // The number of requests that no thread has taken yet.
  [[nodiscard]] std::size_t waiting() const;

 private:
  void work();
  [[nodiscard]] std::vector<WaitingRequest> next(std::size_t& last);
  void answer(const std::vector<WaitingRequest>& requests) const;

  ServerState& server_;
  mutable std::mutex mutex_;
  std::condition_variable more_;
  std::vector<WaitingRequest> waiting_;  // the oldest first
  std::size_t answering_ = 0;            // requests taken and not answered yet
  int working_ = 0;                      // threads
};

}  // namespace tabia::http
