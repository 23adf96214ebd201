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
  Human,      // puct/human_player.h: can't be requested by name; it takes Style and a rating
};
// The kinds that can be requested.
inline constexpr std::array kSearchKinds = {SearchKind::Auto, SearchKind::AlphaBeta, SearchKind::Puct,
                                            SearchKind::Policy};
[[nodiscard]] std::string_view name_of(SearchKind kind) noexcept;
[[nodiscard]] std::optional<SearchKind> parse_search_kind(std::string_view name) noexcept;

// Who plays if a strength is requested.
enum class Style {
  Human,   // a human network, which plays like a person of that rating
  Engine,  // a search that is weakened (search/strength.h)
};
inline constexpr std::array kStyles = {Style::Human, Style::Engine};
[[nodiscard]] std::string_view name_of(Style style) noexcept;
[[nodiscard]] std::optional<Style> parse_style(std::string_view name) noexcept;

// Does the network imitate people? Then it plays without a search. A network with a rating among its inputs
// does. Maia's files don't say what they are, so those are recognized by name: the file or the network is
// called "maia...". `file` may be empty.
[[nodiscard]] bool is_player(const nn::Network& network, std::string_view file);

struct SearchRequest {
  SearchKind wanted = SearchKind::Auto;
  const nn::Network* network = nullptr;  // null: classical evaluation
  std::string_view file = {};            // where the network is from
  const eval::EvaluatorOptions& evaluation;
  std::optional<int> elo = {};         // the requested strength
  const nn::Network* human = nullptr;  // plays if the strength is in its range; null: none, or not requested
};
// Resolves Auto. A network without a policy gets alpha-beta, whatever was requested. Otherwise Auto means:
// alpha-beta if something besides the network evaluates (Evaluation, EvalUrl), the policy if the network
// imitates people, else PUCT. If a strength is requested, Auto means the human network (but a Maia network,
// which has no rating input, plays as it is); without a human network, alpha-beta of limited strength instead
// of PUCT.
[[nodiscard]] SearchKind search_kind_for(const SearchRequest& request);

// For analysis, where networks that imitate people have to search, too: PUCT for networks with a policy,
// unless something besides the network evaluates; else alpha-beta.
[[nodiscard]] SearchKind analysis_kind_for(const nn::Network* network,
                                           const eval::EvaluatorOptions& evaluation) noexcept;

// `kind` must be one that search_kind_for() returns for these networks. `human` is only used by Human, whose
// adviser searches with `network`, or with the embedded network if `network` has a policy.
[[nodiscard]] std::unique_ptr<search::MoveSearch> make_search(
    SearchKind kind, std::shared_ptr<const nn::Network> network, const eval::EvaluatorOptions& evaluation,
    const search::SearcherOptions& options, std::shared_ptr<const nn::Network> human = nullptr);

}  // namespace tabia::puct
