#include "puct/choice.h"

#include "base/text.h"
#include "puct/judge.h"
#include "puct/policy_player.h"
#include "puct/searcher.h"
#include "search/searcher.h"

namespace tabia::puct {
namespace {

bool is_named_maia(std::string_view name) { return base::lowered(name.substr(0, 4)) == "maia"; }

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
  }
  return "?";
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

SearchKind search_kind_for(const SearchRequest& request) {
  if (!has_policy(request.network)) return SearchKind::AlphaBeta;
  if (request.wanted != SearchKind::Auto) return request.wanted;
  if (request.evaluation.mode != eval::EvaluationMode::Network || request.evaluation.external)
    return SearchKind::AlphaBeta;
  if (is_player(*request.network, request.file)) return SearchKind::Policy;
  return request.limits_strength ? SearchKind::AlphaBeta : SearchKind::Puct;
}

std::unique_ptr<search::MoveSearch> make_search(SearchKind kind, std::shared_ptr<const nn::Network> network,
                                                const eval::EvaluatorOptions& evaluation,
                                                const search::SearcherOptions& options) {
  if (kind == SearchKind::Puct) return std::make_unique<Searcher>(std::move(network), options);
  if (kind == SearchKind::Policy) return std::make_unique<PolicyPlayer>(std::move(network), options);
  return std::make_unique<search::Searcher>(std::move(network), evaluation, options);
}

}  // namespace tabia::puct
