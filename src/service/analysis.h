// service/analysis.h: searches on request: /analyze (one answer, or events while it searches) and /play.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "service/fields.h"
#include "service/models.h"
#include "service/problem.h"
#include "service/searchers.h"
#include "service/server.h"

namespace tabia::service {

// What one request may ask for at most; more is cut to it.
struct SearchCaps {
  std::uint64_t nodes = 100'000'000;
  std::int64_t time_ms = 60'000;
  std::int64_t default_time_ms = 1'000;  // where no limit is given
};

struct SearchOrder {
  ReadGame start;
  std::string model_name;  // of one that there is; empty: the default
  ModelPointer
      model;  // chosen when the search begins: who waits must not keep networks alive that were replaced
  search::Limits limits;  // of time: from when the search begins
  search::SearcherOptions options;
};

// Reads the body of /analyze and /play: fen, moves, model, depth, nodes, movetime, multipv, elo, seed.
[[nodiscard]] Checked<SearchOrder> read_search_order(std::string_view body, const Models& models,
                                                     const SearchCaps& caps);

// A search, answered as a whole. Ends early, with what there is, when the client is gone. Returns the nodes searched.
std::optional<std::uint64_t> serve_analysis(Exchange& exchange, SearchOrder order, const Models& models,
                                            SearcherPool& pool);
// The same with an event (SSE) for every line.
std::optional<std::uint64_t> serve_analysis_events(Exchange& exchange, SearchOrder order,
                                                   const Models& models, SearcherPool& pool);
// A move is chosen and made.
std::optional<std::uint64_t> serve_play(Exchange& exchange, SearchOrder order, const Models& models,
                                        SearcherPool& pool);

// One server-sent event.
[[nodiscard]] std::string event_text(std::string_view name, std::string_view data);

}  // namespace tabia::service
