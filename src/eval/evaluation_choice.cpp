#include "eval/evaluation_choice.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "nn/embedded.h"
#include "nn/load.h"

namespace tabia::eval {
namespace {

using base::concat;
using base::Result;

constexpr std::array<std::pair<std::string_view, bool HybridRules::*>, 5> kRules = {
    {{"drawn-material", &HybridRules::drawn_material},
     {"known-wins", &HybridRules::known_wins},
     {"opposite-bishops", &HybridRules::opposite_bishops},
     {"drawish-endings", &HybridRules::drawish_endings},
     {"fifty-moves", &HybridRules::fifty_moves}}};

// "all", "none", or the names of the enabled rules, separated by commas.
Result<HybridRules> read_rules(std::string_view text) {
  if (text == "all") return HybridRules{};
  HybridRules rules = HybridRules::none();
  if (text == "none") return rules;
  for (const auto name : base::split(text, ',')) {
    const auto found =
        std::find_if(kRules.begin(), kRules.end(), [&](const auto& rule) { return rule.first == name; });
    if (found == kRules.end()) {
      std::string names;
      for (const auto& rule : kRules) names += concat(", ", rule.first);
      return base::unexpected(name, concat("all, none", names));
    }
    rules.*found->second = true;
  }
  return rules;
}

std::optional<std::string> rules_text(const HybridRules& rules) {
  std::string names;
  std::size_t count = 0;
  for (const auto& [name, member] : kRules) {
    if (!(rules.*member)) continue;
    names += concat(names.empty() ? "" : ",", name);
    ++count;
  }
  return count == kRules.size() ? "all" : count == 0 ? "none" : names;
}

}  // namespace

const base::Fields<EvaluationChoice>& evaluation_fields() {
  using S = EvaluationChoice;
  static const base::Fields<S> fields = {
      base::text<S>("net", "FILE", TABIA_MEMBER(net),
                    "the network: Tabia's own format, Stockfish's .nnue, or text")
          .shown_as("the embedded one")
          .not_identity(),
      base::choice<S, EvaluationMode>("evaluation", "MODE",
                                      {{"network", EvaluationMode::Network},
                                       {"classical", EvaluationMode::Classical},
                                       {"hybrid", EvaluationMode::Hybrid}},
                                      TABIA_MEMBER(options.mode), "network, classical or hybrid"),
      base::integer<S>("network-weight", "N", 0, 100, TABIA_MEMBER(options.network_weight),
                       "the network's share in hybrid evaluation, in percent"),
      base::value<S>("rules", "LIST", TABIA_MEMBER(options.rules), read_rules, rules_text,
                     "endgame rules of classical and hybrid evaluation: all, none, or a comma-separated list "
                     "of drawn-material, known-wins, opposite-bishops, drawish-endings, fifty-moves")};
  return fields;
}

Result<EvaluationSetup> load(const EvaluationChoice& choice) {
  TABIA_TRY(auto network,
            choice.net.empty() ? nn::read_network(nn::embedded_network()) : nn::load_network(choice.net));
  std::string name = network_name(network.get());
  return EvaluationSetup{std::move(network), std::move(name), choice.options};
}

std::string network_name(const nn::Network* network) {
  if (network == nullptr) return "none";
  return network->spec().name.empty() ? nn::network_hash(*network) : network->spec().name;
}

}  // namespace tabia::eval
