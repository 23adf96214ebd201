#include "http/server.h"

#include <algorithm>
#include <utility>

#include "http/loop.h"

namespace tabia::http {

class Server::Body {
 public:
  Body(const ServerOptions& options, Application& application, std::unique_ptr<TlsContext> tls)
      : state_(options, application, std::move(tls)) {
    for (int i = 0; i < std::max(options.loops, 1); ++i)
      state_.loops.push_back(std::make_unique<Loop>(state_));
  }
  ~Body() { stop(Milliseconds(0)); }

  base::Result<void> listen() {
    Loop& first = *state_.loops.front();
    auto listens = first.listen(state_.options.host, state_.options.port);
    port_ = first.port();
    return listens;
  }
  base::Result<void> start();
  void stop(Milliseconds patience);
  [[nodiscard]] const ServerState& state() const noexcept { return state_; }
  [[nodiscard]] int port() const noexcept { return port_; }

 private:
  void wake_all() const {
    for (const auto& loop : state_.loops) loop->wake();
  }

  ServerState state_;
  int port_ = 0;
};

// The accepting loop is first in the list and starts last: by then it is known which loops exist.
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
  state_.threads.join();
  state_.loops.clear();
}

Server::Server(std::unique_ptr<Body> body) : body_(std::move(body)) {}
Server::~Server() = default;

base::Result<std::unique_ptr<Server>> Server::open(const ServerOptions& options, Application& application) {
  std::unique_ptr<TlsContext> tls;
  if (!options.certificate_file.empty()) {
    TABIA_TRY(tls, make_tls_context(options.certificate_file, options.key_file));
  }
  auto body = std::make_unique<Body>(options, application, std::move(tls));
  if (auto listens = body->listen(); !listens) return listens.error();
  return std::unique_ptr<Server>(new Server(std::move(body)));
}

int Server::port() const noexcept { return body_->port(); }
base::Result<void> Server::start() { return body_->start(); }
void Server::stop(Milliseconds patience) { body_->stop(patience); }

ServerCounts Server::counts() const noexcept {
  const ServerState& state = body_->state();
  return {.connections = state.connections,
          .accepted_total = state.accepted,
          .turned_away_total = state.turned_away,
          .jobs = state.threads.busy(),
          .waiting = state.gatherer.waiting(),
          .buffered_bytes = state.buffered};
}

}  // namespace tabia::http
