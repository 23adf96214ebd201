#include "http/gatherer.h"

#include <algorithm>
#include <map>
#include <utility>

#include "http/loop.h"

namespace tabia::http {

std::size_t fair_share(std::size_t waiting, std::size_t answering, std::size_t threads,
                       std::size_t most) noexcept {
  const std::size_t share = (waiting + answering + threads - 1) / threads;
  return std::max<std::size_t>(1, std::min({waiting, share, most}));
}

bool Gatherer::add(const WaitingRequest& request) {
  const std::lock_guard lock(mutex_);
  waiting_.push_back(request);
  if (working_ < std::max(server_.options.gatherers, 1) && server_.threads.submit([this] { work(); }))
    ++working_;
  if (working_ == 0) {
    waiting_.pop_back();
    return false;
  }
  more_.notify_one();
  return true;
}

std::size_t Gatherer::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

// The requests that this thread answers next; empty if there are none left. `last` is how many it had last
// time: clients that send one request after another come back in about the same number, so it is worth
// waiting for them.
std::vector<WaitingRequest> Gatherer::next(std::size_t& last) {
  std::unique_lock lock(mutex_);
  answering_ -= last;
  const ServerOptions& options = server_.options;
  const auto threads = static_cast<std::size_t>(std::max(options.gatherers, 1));
  if (last > 1) {
    more_.wait_for(lock, options.gather_wait,
                   [&] { return waiting_.size() >= std::min(last, options.max_together); });
  }
  if (waiting_.empty()) {
    --working_;
    return {};
  }
  last = fair_share(waiting_.size(), answering_, threads, options.max_together);
  const auto end = waiting_.begin() + static_cast<std::ptrdiff_t>(last);
  std::vector<WaitingRequest> taken(std::make_move_iterator(waiting_.begin()), std::make_move_iterator(end));
  waiting_.erase(waiting_.begin(), end);
  answering_ += last;
  return taken;
}

void Gatherer::work() {
  std::size_t last = 0;
  for (auto requests = next(last); !requests.empty(); requests = next(last)) answer(requests);
}

void Gatherer::answer(const std::vector<WaitingRequest>& requests) const {
  std::vector<Gathered> gathered;
  gathered.reserve(requests.size());
  for (const WaitingRequest& request : requests) {
    const Connection& it = *request.connection;
    gathered.push_back({{it.head, it.body, it.peer}, it.plan.route});
  }
  std::vector<Response> responses;
  try {
    responses = server_.application.answer_together(gathered);
  } catch (...) {
    responses.clear();
  }
  while (responses.size() < requests.size())
    responses.push_back(server_.application.refusal(500, "internal error"));
  std::map<Loop*, std::vector<Loop::Answered>> answers;
  for (std::size_t i = 0; i < requests.size(); ++i)
    answers[requests[i].loop].push_back({requests[i].connection, std::move(responses[i])});
  for (auto& [loop, of_loop] : answers) loop->answered(std::move(of_loop));
}

}  // namespace tabia::http
