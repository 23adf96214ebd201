#include "http/server.h"

#include <sys/resource.h>

#include <algorithm>
#include <utility>

#include "http/loop.h"

namespace tabia::http {

class Server::Body {
 public:
  Body(const ServerOptions& options, Application& application, Descriptor listener)
      : state_(options, application, std::move(listener)) {
    for (int i = 0; i < std::max(options.loops, 1); ++i) state_.loops.push_back(make_loop(state_, i == 0));
  }
  ~Body() { stop(Milliseconds(0)); }

  base::Result<void> start();
  void stop(Milliseconds patience);
  [[nodiscard]] const ServerState& state() const noexcept { return state_; }

 private:
  void wake_all() const {
    for (const auto& loop : state_.loops) loop->wake();
  }

  ServerState state_;
};

// The accepting loop is first in the list and starts last: by then it is known which loops there are.
base::Result<void> Server::Body::start() {
  const auto begin = [this](Loop& loop) {
    const std::lock_guard lock(state_.mutex);
    auto started = loop.start();
    if (started) ++state_.running_loops;
    return started;
  };
  std::size_t begun = 1;
  while (begun < state_.loops.size() && begin(*state_.loops[begun])) ++begun;
  state_.loops.resize(begun);
  return begin(*state_.loops.front());
}

void Server::Body::stop(Milliseconds patience) {
  constexpr Milliseconds kForLastAnswers{2000};
  state_.stopping = true;
  wake_all();
  std::unique_lock lock(state_.mutex);
  const auto all_ended = [&] { return state_.running_loops == 0; };
  if (!state_.loop_ended.wait_for(lock, patience, all_ended)) {
    lock.unlock();
    state_.application.hurry();
    lock.lock();
    state_.loop_ended.wait_for(lock, patience.count() > 0 ? kForLastAnswers : patience, all_ended);
  }
  state_.ending = true;
  wake_all();
  state_.loop_ended.wait(lock, all_ended);
  lock.unlock();
  state_.workers.join();
  state_.loops.clear();
}

void raise_descriptor_limit() noexcept {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= limit.rlim_max) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

Server::Server(std::unique_ptr<Body> body) : body_(std::move(body)) {}
Server::~Server() = default;

base::Result<std::unique_ptr<Server>> Server::open(const ServerOptions& options, Application& application) {
  auto listener = listen_at(options.host, options.port);
  if (!listener) return listener.error();
  return std::unique_ptr<Server>(
      new Server(std::make_unique<Body>(options, application, std::move(*listener))));
}

int Server::port() const noexcept { return body_->state().port; }
base::Result<void> Server::start() { return body_->start(); }
void Server::stop(Milliseconds patience) { body_->stop(patience); }

ServerCounts Server::counts() const noexcept {
  const ServerState& state = body_->state();
  return {.connections = state.connections,
          .accepted_total = state.accepted,
          .turned_away_total = state.turned_away,
          .jobs = state.workers.busy(),
          .buffered_bytes = state.buffered};
}

}  // namespace tabia::http
