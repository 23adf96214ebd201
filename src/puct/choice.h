// puct/choice.h: which search a network gets.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string_view>

#include "eval/evaluator.h"
#include "nn/network.h"
#include "search/move_search.h"

namespace tabia::puct {

enum class SearchKind {
  Auto,       // whatever fits the network
  AlphaBeta,  // search/searcher.h
  Puct,       // puct/searcher.h
  Policy,     // puct/policy_player.h
};
inline constexpr std::array kSearchKinds = {SearchKind::Auto, SearchKind::AlphaBeta, SearchKind::Puct,
                                            SearchKind::Policy};
[[nodiscard]] std::string_view name_of(SearchKind kind) noexcept;
[[nodiscard]] std::optional<SearchKind> parse_search_kind(std::string_view name) noexcept;

// Does the network imitate people? Then it is a player by itself. So say networks with a rating among their
// inputs. Maia's files don't say what they are, so here the name of the file or the network decides: it
// begins with "maia". `file` may be empty.
[[nodiscard]] bool is_player(const nn::Network& network, std::string_view file);

struct SearchRequest {
  SearchKind wanted = SearchKind::Auto;
  const nn::Network* network = nullptr;  // null: classical evaluation
  std::string_view file = {};            // that the network is from
  const eval::EvaluatorOptions& evaluation;
  bool limits_strength = false;
};
// Never Auto. Without a policy it is alpha-beta, whatever is wanted. Auto means alpha-beta if something other
// than the network alone evaluates (Evaluation, EvalUrl), the policy for players, PUCT for other networks with
// a policy; and if a strength is wanted, the limited player of alpha-beta in place of PUCT.
[[nodiscard]] SearchKind search_kind_for(const SearchRequest& request);

// `kind` must be one that search_kind_for() gives for this network.
[[nodiscard]] std::unique_ptr<search::MoveSearch> make_search(SearchKind kind,
                                                              std::shared_ptr<const nn::Network> network,
                                                              const eval::EvaluatorOptions& evaluation,
                                                              const search::SearcherOptions& options);

}  // namespace tabia::puct
