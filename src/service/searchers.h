// service/searchers.h: a pool of searchers shared by requests.
//
// If none is free, a request waits in a queue that is fair among clients: each client's oldest request comes
// before any client's second one. A request gets a searcher without memory of earlier requests, so the same
// request always has the same answer. Thread-safe.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "puct/choice.h"
#include "service/models.h"
#include "service/problem.h"

namespace tabia::service {

struct SearcherPoolOptions {
  int searchers = 0;  // 0: the service decides
  int threads = 1;    // per search, unless the request says otherwise
  std::size_t hash_mib = 16;
  // The most a request may ask for; 0: the service decides.
  int max_threads = 0;
  std::size_t max_hash_mib = 0;
  std::size_t max_waiting = 256;    // for all clients together
  std::size_t max_of_client = 256;  // waiting or searching
};

// The size of searcher that a request asks for; the pool chooses whatever is left open.
struct SearcherSize {
  std::optional<int> threads{};
  std::optional<std::size_t> hash_mib{};
};

class SearcherPool {
  struct Place;

 public:
  explicit SearcherPool(const SearcherPoolOptions& options);
  ~SearcherPool();

  // A searcher that the holder owns until the lease ends.
  class Lease {
   public:
    Lease(SearcherPool& pool, Place& place, std::string client)
        : pool_(&pool), place_(&place), client_(std::move(client)) {}
    ~Lease() {
      if (pool_) pool_->give_back(*place_, client_);
    }
    Lease(Lease&& other) noexcept
        : pool_(std::exchange(other.pool_, nullptr)),
          place_(other.place_),
          client_(std::move(other.client_)) {}
    Lease& operator=(Lease&&) = delete;

    // An empty searcher of this kind with the model's evaluation, these options and this size (within the
    // pool's limits), for a search of at most this many nodes. `human` plays if the kind is Human.
    [[nodiscard]] search::MoveSearch& prepare(const ModelPointer& model, puct::SearchKind kind,
                                              const std::shared_ptr<const nn::Network>& human,
                                              search::SearcherOptions options, const SearcherSize& size,
                                              std::uint64_t most_nodes);
    // Was stop_all() called? Then the owner must stop a search that it starts now.
    [[nodiscard]] bool stopped() const;

   private:
    SearcherPool* pool_;
    Place* place_;
    std::string client_;
  };

  // Waits for a searcher, unless there are already too many (429 for this client, 503 for all) or `given_up`
  // returns true; it is called now and then.
  [[nodiscard]] Checked<Lease> acquire(const std::string& client, const std::function<bool()>& given_up);

  // Stops all running searches, and all that start later.
  void stop_all();

  [[nodiscard]] std::size_t waiting() const;
  [[nodiscard]] std::size_t searching() const;

 private:
  struct Ticket {
    Place* place = nullptr;
  };

  void give_back(Place& place, const std::string& client);
  void leave(const std::string& client, const Ticket& ticket);
  void forget(const std::string& client);
  void hand_out();

  const SearcherPoolOptions options_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::unique_ptr<Place>> places_;
  std::vector<Place*> free_;
  std::map<std::string, std::deque<Ticket*>> queues_;  // by client; no queue is empty
  std::deque<std::string> turns_;                      // the clients of queues_, next one first
  std::map<std::string, std::size_t> of_client_;
  std::size_t waiting_ = 0;
  bool stopped_ = false;
};

}  // namespace tabia::service
