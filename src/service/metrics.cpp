#include "service/metrics.h"

#include <algorithm>

#include "base/text.h"

namespace tabia::service {
namespace {

using base::concat;

void head(std::string& out, std::string_view name, std::string_view type, std::string_view help) {
  out += concat("# HELP ", name, ' ', help, "\n# TYPE ", name, ' ', type, '\n');
}

// Names of models come from the command line: escape quotes and the like.
std::string label(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

}  // namespace

Metrics::Metrics(std::vector<std::string_view> routes)
    : names_([&] {
        routes.push_back("none");
        return std::move(routes);
      }()),
      routes_(std::make_unique<Route[]>(names_.size())) {}

void Metrics::count_request(int route, int status, double seconds) {
  Route& entry = routes_[route < 0 ? names_.size() - 1 : static_cast<std::size_t>(route)];
  const auto found = std::find(kStatuses.begin(), kStatuses.end() - 1, status);
  entry.by_status[static_cast<std::size_t>(found - kStatuses.begin())].fetch_add(1,
                                                                                 std::memory_order_relaxed);
  const auto bound = std::lower_bound(kBounds.begin(), kBounds.end(), seconds);
  entry.by_duration[static_cast<std::size_t>(bound - kBounds.begin())].fetch_add(1,
                                                                                 std::memory_order_relaxed);
  entry.microseconds.fetch_add(static_cast<std::uint64_t>(seconds * 1e6), std::memory_order_relaxed);
}

void Metrics::count_evaluations(const std::string& model, const Tally& tally) {
  const std::lock_guard lock(mutex_);
  Tally& sum = evaluations_[model];
  sum.evaluations += tally.evaluations;
  sum.cache_hits += tally.cache_hits;
}

std::string Metrics::text(std::string_view version, const std::vector<Gauge>& gauges) const {
  std::string out;
  head(out, "tabia_build_info", "gauge", "Version of the program.");
  out += concat("tabia_build_info{version=\"", version, "\"} 1\n");

  head(out, "tabia_http_requests_total", "counter", "Requests by route and status.");
  for (std::size_t i = 0; i < names_.size(); ++i) {
    for (std::size_t k = 0; k < kStatuses.size(); ++k) {
      const std::uint64_t count = routes_[i].by_status[k].load(std::memory_order_relaxed);
      if (count == 0) continue;
      const std::string code = kStatuses[k] == 0 ? "other" : std::to_string(kStatuses[k]);
      out += concat("tabia_http_requests_total{route=\"", names_[i], "\",code=\"", code, "\"} ", count, '\n');
    }
  }
  head(out, "tabia_http_request_duration_seconds", "histogram",
       "Time from the head of the request to its response.");
  for (std::size_t i = 0; i < names_.size(); ++i) {
    std::uint64_t sum = 0;
    std::string lines;
    for (std::size_t k = 0; k <= kBounds.size(); ++k) {
      sum += routes_[i].by_duration[k].load(std::memory_order_relaxed);
      const std::string bound = k == kBounds.size() ? "+Inf" : concat(kBounds[k]);
      lines += concat("tabia_http_request_duration_seconds_bucket{route=\"", names_[i], "\",le=\"", bound,
                      "\"} ", sum, '\n');
    }
    if (sum == 0) continue;
    const double seconds = static_cast<double>(routes_[i].microseconds.load(std::memory_order_relaxed)) / 1e6;
    out += lines;
    out += concat("tabia_http_request_duration_seconds_sum{route=\"", names_[i], "\"} ", seconds, '\n');
    out += concat("tabia_http_request_duration_seconds_count{route=\"", names_[i], "\"} ", sum, '\n');
  }
  {
    const std::lock_guard lock(mutex_);
    head(out, "tabia_evaluations_total", "counter", "Positions evaluated, by model.");
    for (const auto& [model, tally] : evaluations_)
      out += concat("tabia_evaluations_total{model=\"", label(model), "\"} ", tally.evaluations, '\n');
    head(out, "tabia_evaluation_cache_hits_total", "counter",
         "Evaluations answered from the cache, by "
         "model.");
    for (const auto& [model, tally] : evaluations_)
      out +=
          concat("tabia_evaluation_cache_hits_total{model=\"", label(model), "\"} ", tally.cache_hits, '\n');
  }
  const auto counter = [&](std::string_view name, std::string_view help,
                           const std::atomic<std::uint64_t>& value) {
    head(out, name, "counter", help);
    out += concat(name, ' ', value.load(std::memory_order_relaxed), '\n');
  };
  counter("tabia_searches_total", "Searches run.", searches_);
  counter("tabia_search_nodes_total", "Nodes of all searches.", nodes_);
  counter("tabia_model_swaps_total", "Networks loaded at run time.", swaps_);
  counter("tabia_model_swap_failures_total", "Networks that could not be loaded at run time.", failed_swaps_);
  for (const Gauge& gauge : gauges) {
    head(out, gauge.name, gauge.counter ? "counter" : "gauge", gauge.help);
    out += concat(gauge.name, ' ', gauge.value, '\n');
  }
  return out;
}

}  // namespace tabia::service
