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
  Human,      // puct/human_player.h: never wanted by itself, but by Style and a rating
};
// Those that can be wanted.
inline constexpr std::array kSearchKinds = {SearchKind::Auto, SearchKind::AlphaBeta, SearchKind::Puct,
                                            SearchKind::Policy};
[[nodiscard]] std::string_view name_of(SearchKind kind) noexcept;
[[nodiscard]] std::optional<SearchKind> parse_search_kind(std::string_view name) noexcept;

// Who plays if a strength is wanted.
enum class Style {
  Human,   // a human network: like a person of that rating
  Engine,  // a search that is weakened (search/strength.h)
};
inline constexpr std::array kStyles = {Style::Human, Style::Engine};
[[nodiscard]] std::string_view name_of(Style style) noexcept;
[[nodiscard]] std::optional<Style> parse_style(std::string_view name) noexcept;

// Does the network imitate people? Then it is a player by itself. So say networks with a rating among their
// inputs. Maia's files don't say what they are, so here the name of the file or the network decides: it
// begins with "maia". `file` may be empty.
[[nodiscard]] bool is_player(const nn::Network& network, std::string_view file);

struct SearchRequest {
  SearchKind wanted = SearchKind::Auto;
  const nn::Network* network = nullptr;  // null: classical evaluation
  std::string_view file = {};            // that the network is from
  const eval::EvaluatorOptions& evaluation;
  std::optional<int> elo = {};         // a strength is wanted
  const nn::Network* human = nullptr;  // plays then, if the rating is in its range; null: none, or not wanted
};
// Never Auto. Without a policy it is alpha-beta, whatever is wanted. Auto means alpha-beta if something other
// than the network alone evaluates (Evaluation, EvalUrl), the policy for players, PUCT for other networks with
// a policy. If a strength is wanted, Auto means the human network (a player without a rating stays what it is);
// without one, the limited player of alpha-beta in place of PUCT.
[[nodiscard]] SearchKind search_kind_for(const SearchRequest& request);

// For analysis: players have to search, too. PUCT for networks with a policy, unless something other than the
// network alone evaluates; else alpha-beta.
[[nodiscard]] SearchKind analysis_kind_for(const nn::Network* network,
                                           const eval::EvaluatorOptions& evaluation) noexcept;

// `kind` must be one that search_kind_for() gives for these networks; `human` is only used by Human, whose
// adviser searches with `network`, or with the embedded one if that has a policy.
[[nodiscard]] std::unique_ptr<search::MoveSearch> make_search(
    SearchKind kind, std::shared_ptr<const nn::Network> network, const eval::EvaluatorOptions& evaluation,
    const search::SearcherOptions& options, std::shared_ptr<const nn::Network> human = nullptr);

}  // namespace tabia::puct
