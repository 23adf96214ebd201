// service/metrics.h: counters and gauges in the text format of Prometheus. Thread-safe.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "service/models.h"

namespace tabia::service {

class Metrics {
 public:
  // The names of the routes, by number; requests without a route count as "none".
  explicit Metrics(std::vector<std::string_view> routes);

  void count_request(int route, int status, double seconds);
  void count_evaluations(const std::string& model, const Tally& tally);
  void count_search(std::uint64_t nodes) {
    searches_.fetch_add(1, std::memory_order_relaxed);
    nodes_.fetch_add(nodes, std::memory_order_relaxed);
  }
  void count_swap(bool good) { (good ? swaps_ : failed_swaps_).fetch_add(1, std::memory_order_relaxed); }

  // A current value.
  struct Gauge {
    std::string_view name;
    std::string_view help;
    double value = 0;
    bool counter = false;
  };
  [[nodiscard]] std::string text(std::string_view version, const std::vector<Gauge>& gauges) const;

 private:
  static constexpr std::array<double, 14> kBounds = {0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01,
                                                     0.025,  0.05,    0.1,    0.25,  1,      5,     30};
  static constexpr std::array<int, 20> kStatuses = {200, 204, 304, 400, 401, 403, 404, 405, 408, 413, 415,
                                                    417, 422, 429, 431, 500, 501, 503, 505, 0};  // 0: others

  struct Route {
    std::array<std::atomic<std::uint64_t>, kStatuses.size()> by_status{};
    std::array<std::atomic<std::uint64_t>, kBounds.size() + 1> by_duration{};
    std::atomic<std::uint64_t> microseconds{0};
  };

  const std::vector<std::string_view> names_;
  std::unique_ptr<Route[]> routes_;
  std::atomic<std::uint64_t> searches_{0};
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<std::uint64_t> swaps_{0};
  std::atomic<std::uint64_t> failed_swaps_{0};
  mutable std::mutex mutex_;
  std::map<std::string, Tally> evaluations_;  // by model
};

}  // namespace tabia::service
