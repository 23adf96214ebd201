// remote/remote_evaluation.h: evaluations through an HTTP service, with a cache and a fallback.
//
// The request is what `tabia serve` understands: {"fens": [...]} at /evaluate, answered by {"results":
// [{"cp": ...}]} or {"score": ...} (White's point of view). All children of a position are requested with it,
// because a search needs them next; so one request of some thirty positions serves many nodes. While a
// request is under way, what other threads need is gathered for the next one. If the service
// is late or answers nonsense, the local network takes over for a few seconds, and a remark says so. After
// the deadline of a search no requests are made. Thread-safe.
//
// This costs far more than a network in the same process; docs/service.md has the figures.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "eval/cache.h"
#include "eval/external.h"
#include "http/client.h"

namespace tabia::remote {

struct RemoteOptions {
  std::chrono::milliseconds timeout{1000};  // per request
  std::chrono::milliseconds pause{5000};    // after a failed request, no requests for this long
  std::size_t cache_bytes = 64 << 20;
};

class RemoteEvaluation : public eval::EvaluationService {
 public:
  // Makes no request yet. The error says what is wrong with the address.
  [[nodiscard]] static base::Result<std::shared_ptr<RemoteEvaluation>> open(
      std::string_view url, const RemoteOptions& options = {});

  std::string address() const override { return client_.address(); }
  base::Result<void> probe() override;

  std::optional<int> centipawns(const chess::Position& position) override;
  void set_deadline(std::chrono::steady_clock::time_point deadline) noexcept override {
    client_.set_latest(deadline);
  }

  std::vector<std::string> take_remarks() override;

  struct Counts {
    std::uint64_t requests = 0;
    std::uint64_t positions = 0;  // positions in the requests
    std::uint64_t failures = 0;
    std::uint64_t gathered = 0;  // positions that wait for the next request
  };
  [[nodiscard]] Counts counts() const;

 private:
  RemoteEvaluation(http::Address address, const RemoteOptions& options)
      : options_(options), cache_(options.cache_bytes), client_(std::move(address), options.timeout) {}
  // What one request asks for: the positions of all threads that came while the one before was under way.
  struct Batch {
    std::vector<chess::Position> positions;
    std::unordered_map<chess::Key, std::optional<int>> centipawns;  // nothing: not answered yet
    bool done = false;                                              // answered, or failed
  };

  // Sends a request and stores the answers in the batch and in the cache. One thread at a time.
  [[nodiscard]] base::Result<void> ask(Batch& batch);
  // The rest requires the lock.
  [[nodiscard]] bool is_silent() const;
  void add_with_children(const chess::Position& position);
  // Sends what has been gathered; releases the lock meanwhile.
  void send_gathered(std::unique_lock<std::mutex>& lock);
  void note_failure(const base::Error& error);

  const RemoteOptions options_;
  eval::EvaluationCache cache_;  // of centipawns for the side to move
  mutable std::mutex mutex_;     // guards everything below, but the client
  http::Client client_;          // of the thread that asks
  std::condition_variable answered_;
  std::shared_ptr<Batch> gathered_ = std::make_shared<Batch>();  // the next request
  bool asking_ = false;                                          // is a request under way?
  std::chrono::steady_clock::time_point silent_until_{};
  bool gone_ = false;
  bool late_ = false;  // the last answer was cut off by the deadline
  std::vector<std::string> remarks_;
  Counts counts_;
};

// RemoteEvaluation::open() with the usual options, as an engine wants it.
[[nodiscard]] base::Result<std::shared_ptr<eval::EvaluationService>> open_service(const std::string& url);

}  // namespace tabia::remote
