// service/analysis.h: searches on request: /analyze (one answer, or events while it searches) and /play.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "http/server.h"
#include "service/fields.h"
#include "service/models.h"
#include "service/problem.h"
#include "service/searchers.h"

namespace tabia::service {

// The most that one request may ask for; larger values are reduced to it.
struct SearchCaps {
  std::uint64_t nodes = 100'000'000;
  std::int64_t time_ms = 60'000;
  std::int64_t default_time_ms = 1'000;  // if no limit is given
};

struct SearchOrder {
  ReadGame start;
  std::string model_name;  // must exist; empty: the default
  ModelPointer
      model;  // chosen when the search starts: waiting requests must not keep replaced networks alive
  search::Limits limits;  // time limits count from the start of the search
  search::SearcherOptions options;
  SearcherSize size;
  std::shared_ptr<const nn::Network> human_network;  // null: none
  bool plays_human = true;                           // it plays if a rating is given (Style human)
  std::vector<int> human;                            // ratings: what would such people play?
  eval::WinModel win_model;                          // of the search, once it has started
};

// The most lines that a request may ask for.
inline constexpr int kMostLines = 64;

// Reads the body of /analyze and /play: fen, moves, model, depth, nodes, movetime,
// multipv, searchmoves, threads, hash, elo, style, seed, human. The last is a problem if the network `human`
// is null.
[[nodiscard]] Checked<SearchOrder> read_search_order(std::string_view body, const Models& models,
                                                     const SearchCaps& caps,
                                                     std::shared_ptr<const nn::Network> human = nullptr);

// Searches and sends one response. Ends early, with the result so far, if the client is gone. Returns the
// nodes searched.
std::optional<std::uint64_t> serve_analysis(http::Exchange& exchange, SearchOrder order, const Models& models,
                                            SearcherPool& pool);
// The same, but with an event (SSE) for every line.
std::optional<std::uint64_t> serve_analysis_events(http::Exchange& exchange, SearchOrder order,
                                                   const Models& models, SearcherPool& pool);
// Chooses and makes a move.
std::optional<std::uint64_t> serve_play(http::Exchange& exchange, SearchOrder order, const Models& models,
                                        SearcherPool& pool);

// One server-sent event.
[[nodiscard]] std::string event_text(std::string_view name, std::string_view data);

}  // namespace tabia::service
