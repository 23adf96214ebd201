#include "service/searchers.h"

#include <algorithm>
#include <chrono>

namespace tabia::service {

struct SearcherPool::Place {
  std::unique_ptr<search::MoveSearch> searcher;  // created on first use, and when the kind changes
  puct::SearchKind kind = puct::SearchKind::AlphaBeta;
  ModelPointer model;
};

SearcherPool::SearcherPool(const SearcherPoolOptions& options) : options_(options) {
  for (int i = 0; i < std::max(options_.searchers, 1); ++i) {
    places_.push_back(std::make_unique<Place>());
    free_.push_back(places_.back().get());
  }
}

SearcherPool::~SearcherPool() = default;

search::MoveSearch& SearcherPool::Lease::prepare(const ModelPointer& model, puct::SearchKind kind,
                                                 const std::shared_ptr<const nn::Network>& human,
                                                 search::SearcherOptions options, const SearcherSize& size,
                                                 std::uint64_t most_nodes) {
  const SearcherPoolOptions& own = pool_->options_;
  options.threads = std::min(size.threads.value_or(own.threads), std::max(own.max_threads, own.threads));
  options.hash_mib = std::min(size.hash_mib.value_or(own.hash_mib), std::max(own.max_hash_mib, own.hash_mib));
  Place& place = *place_;
  const bool keeps_model = place.kind != puct::SearchKind::Human || place.model == model;
  if (!place.searcher || place.kind != kind || !keeps_model) {
    // stop_all() reads it.
    const std::lock_guard lock(pool_->mutex_);
    place.searcher.reset();  // free its memory first
    place.searcher = puct::make_search(kind, model->network(), {}, options, human);
    place.kind = kind;
  } else {
    place.searcher->set_options(options);
    if (place.model != model) place.searcher->set_evaluation(model->network(), {});
  }
  place.searcher->clear(most_nodes);
  place.model = model;
  return *place.searcher;
}

bool SearcherPool::Lease::stopped() const {
  const std::lock_guard lock(pool_->mutex_);
  return pool_->stopped_;
}

Checked<SearcherPool::Lease> SearcherPool::acquire(const std::string& client,
                                                   const std::function<bool()>& given_up) {
  std::unique_lock lock(mutex_);
  if (stopped_) return Problem{.status = 503, .detail = "the server is shutting down", .retry_after_s = 1};
  std::size_t& of_this = of_client_[client];
  if (of_this >= options_.max_of_client)
    return Problem{
        .status = 429, .detail = "too many searches by this client at the same time", .retry_after_s = 1};
  if (free_.empty() && waiting_ >= options_.max_waiting) {
    if (of_this == 0) of_client_.erase(client);
    return Problem{.status = 503, .detail = "too many searches are waiting", .retry_after_s = 1};
  }
  ++of_this;
  Ticket ticket;
  auto& queue = queues_[client];
  if (queue.empty()) turns_.push_back(client);
  queue.push_back(&ticket);
  ++waiting_;
  hand_out();
  constexpr std::chrono::milliseconds kLook{100};
  while (!ticket.place) {
    changed_.wait_for(lock, kLook, [&] { return ticket.place != nullptr || stopped_; });
    if (ticket.place) break;
    if (stopped_ || given_up()) {
      leave(client, ticket);
      return Problem{.status = 503, .detail = "gave up waiting for a searcher", .retry_after_s = 1};
    }
  }
  return Lease(*this, *ticket.place, client);
}

// Gives free searchers to the clients whose turn it is.
void SearcherPool::hand_out() {
  bool any = false;
  while (!free_.empty() && !turns_.empty()) {
    const std::string client = std::move(turns_.front());
    turns_.pop_front();
    auto& queue = queues_[client];
    queue.front()->place = free_.back();
    free_.pop_back();
    queue.pop_front();
    --waiting_;
    if (queue.empty()) {
      queues_.erase(client);
    } else {
      turns_.push_back(client);
    }
    any = true;
  }
  if (any) changed_.notify_all();
}

void SearcherPool::leave(const std::string& client, const Ticket& ticket) {
  auto& queue = queues_[client];
  std::erase(queue, &ticket);
  if (queue.empty()) {
    queues_.erase(client);
    std::erase(turns_, client);
  }
  --waiting_;
  forget(client);
}

void SearcherPool::forget(const std::string& client) {
  const auto found = of_client_.find(client);
  if (--found->second == 0) of_client_.erase(found);
}

void SearcherPool::give_back(Place& place, const std::string& client) {
  const std::lock_guard lock(mutex_);
  free_.push_back(&place);
  forget(client);
  hand_out();
}

void SearcherPool::stop_all() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  for (const auto& place : places_) {
    if (place->searcher) place->searcher->stop();
  }
  changed_.notify_all();
}

std::size_t SearcherPool::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_;
}

std::size_t SearcherPool::searching() const {
  const std::lock_guard lock(mutex_);
  return places_.size() - free_.size();
}

}  // namespace tabia::service
