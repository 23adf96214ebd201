#include "puct/choice.h"

#include "base/check.h"
#include "base/text.h"
#include "nn/embedded.h"
#include "nn/load.h"
#include "puct/human_player.h"
#include "puct/judge.h"
#include "puct/policy_player.h"
#include "puct/searcher.h"
#include "search/searcher.h"

namespace tabia::puct {
namespace {

bool is_named_maia(std::string_view name) { return base::lowered(name.substr(0, 4)) == "maia"; }

// A network with a policy is too slow for checking moves, so the embedded one does it instead.
std::shared_ptr<const nn::Network> adviser_for(std::shared_ptr<const nn::Network> network) {
  if (!has_policy(network.get())) return network;
  auto embedded = nn::read_network(nn::embedded_network());
  TABIA_CHECK(embedded.ok(), "the embedded network can't be read");
  return *embedded;
}

bool plays_human(const SearchRequest& request) {
  if (request.wanted != SearchKind::Auto || !request.elo || !is_human(request.human)) return false;
  if (*request.elo < kLowestHumanElo || *request.elo > kHighestHumanElo) return false;
  // Maia plays at its own rating.
  return request.network == nullptr || is_human(request.network) ||
         !is_player(*request.network, request.file);
}

}  // namespace

std::string_view name_of(SearchKind kind) noexcept {
  switch (kind) {
    case SearchKind::Auto:
      return "auto";
    case SearchKind::AlphaBeta:
      return "alphabeta";
    case SearchKind::Puct:
      return "puct";
    case SearchKind::Policy:
      return "policy";
    case SearchKind::Human:
      return "human";
  }
  return "?";
}

std::string_view name_of(Style style) noexcept { return style == Style::Human ? "human" : "engine"; }

std::optional<Style> parse_style(std::string_view name) noexcept {
  for (const Style style : kStyles)
    if (name_of(style) == name) return style;
  return std::nullopt;
}

std::optional<SearchKind> parse_search_kind(std::string_view name) noexcept {
  for (const SearchKind kind : kSearchKinds)
    if (name_of(kind) == name) return kind;
  return std::nullopt;
}

bool is_player(const nn::Network& network, std::string_view file) {
  if (!has_policy(&network)) return false;
  if (network.spec().planes->input.rating) return true;
  const std::size_t folder = file.find_last_of("/\\");
  return is_named_maia(file.substr(folder == std::string_view::npos ? 0 : folder + 1)) ||
         is_named_maia(network.spec().name);
}

SearchKind analysis_kind_for(const nn::Network* network, const eval::EvaluatorOptions& evaluation) noexcept {
  const bool decides = evaluation.mode == eval::EvaluationMode::Network && !evaluation.external;
  return has_policy(network) && decides ? SearchKind::Puct : SearchKind::AlphaBeta;
}

SearchKind search_kind_for(const SearchRequest& request) {
  if (plays_human(request)) return SearchKind::Human;
  if (!has_policy(request.network)) return SearchKind::AlphaBeta;
  if (request.wanted != SearchKind::Auto) return request.wanted;
  if (analysis_kind_for(request.network, request.evaluation) == SearchKind::AlphaBeta)
    return SearchKind::AlphaBeta;
  if (is_player(*request.network, request.file)) return SearchKind::Policy;
  return request.elo ? SearchKind::AlphaBeta : SearchKind::Puct;
}

std::unique_ptr<search::MoveSearch> make_search(SearchKind kind, std::shared_ptr<const nn::Network> network,
                                                const eval::EvaluatorOptions& evaluation,
                                                const search::SearcherOptions& options,
                                                std::shared_ptr<const nn::Network> human) {
  if (kind == SearchKind::Human)
    return std::make_unique<HumanPlayer>(std::move(human), adviser_for(std::move(network)), evaluation,
                                         options);
  if (kind == SearchKind::Puct) return std::make_unique<Searcher>(std::move(network), options);
  if (kind == SearchKind::Policy) return std::make_unique<PolicyPlayer>(std::move(network), options);
  return std::make_unique<search::Searcher>(std::move(network), evaluation, options);
}

}  // namespace tabia::puct
