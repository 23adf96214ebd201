#include "eval/evaluator_fields.h"

#include <array>

namespace tabia::eval {
namespace {

using base::concat;
using E = EvaluatorOptions;

struct RuleName {
  std::string_view name;
  bool HybridRules::*member;
};
constexpr std::array<RuleName, 5> kRuleNames = {{{"drawn-material", &HybridRules::drawn_material},
                                                 {"known-wins", &HybridRules::known_wins},
                                                 {"opposite-bishops", &HybridRules::opposite_bishops},
                                                 {"drawish-endings", &HybridRules::drawish_endings},
                                                 {"fifty-moves", &HybridRules::fifty_moves}}};

// ", drawn-material, known-wins, ...", those that are on in `rules`.
std::string rule_list(const HybridRules& rules) {
  std::string names;
  for (const RuleName& rule : kRuleNames)
    if (rules.*rule.member) names += concat(", ", rule.name);
  return names;
}

// "all", "none", or the names of the rules that are on, separated by commas.
base::Result<HybridRules> parse_rules(std::string_view text) {
  if (text == "all") return HybridRules{};
  HybridRules rules = HybridRules::none();
  if (text == "none") return rules;
  for (const auto name : base::split(text, ',')) {
    bool known = false;
    for (const RuleName& rule : kRuleNames) {
      if (rule.name != name) continue;
      rules.*rule.member = true;
      known = true;
    }
    if (!known) return base::unexpected(name, concat("all, none", rule_list(HybridRules{})));
  }
  return rules;
}

std::optional<std::string> rules_text(const HybridRules& rules) {
  if (rules == HybridRules{}) return "all";
  std::string list;
  for (const RuleName& rule : kRuleNames)
    if (rules.*rule.member) list += concat(list.empty() ? "" : ",", rule.name);
  return list.empty() ? "none" : list;
}

}  // namespace

const base::Fields<E>& evaluator_fields() {
  static const base::Fields<E> fields = {
      base::choice<E, EvaluationMode>("evaluation", "MODE",
                                      {{"network", EvaluationMode::Network},
                                       {"classical", EvaluationMode::Classical},
                                       {"hybrid", EvaluationMode::Hybrid}},
                                      TABIA_MEMBER(mode), "network, classical or hybrid"),
      base::integer<E>("network-weight", "N", 0, 100, TABIA_MEMBER(network_weight),
                       "the network's share in hybrid evaluation, in percent"),
      base::value<E>("rules", "LIST", TABIA_MEMBER(rules), parse_rules, rules_text,
                     concat("endgame rules of classical and hybrid evaluation: all, none, or a "
                            "comma-separated list of ",
                            rule_list(HybridRules{}).substr(2)))};
  return fields;
}

}  // namespace tabia::eval
