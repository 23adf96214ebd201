#include "cli/evaluation_setup.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "engine/describe.h"
#include "nn/embedded.h"
#include "nn/load.h"

namespace tabia::cli {
namespace {

using base::concat;

// "all", "none", or the names of the enabled rules, separated by commas.
base::Result<eval::HybridRules> parse_rules(const std::string& text) {
  if (text == "all") return eval::HybridRules{};
  eval::HybridRules rules = eval::HybridRules::none();
  if (text == "none") return rules;
  const std::array<std::pair<std::string_view, bool*>, 5> known = {
      {{"drawn-material", &rules.drawn_material},
       {"known-wins", &rules.known_wins},
       {"opposite-bishops", &rules.opposite_bishops},
       {"drawish-endings", &rules.drawish_endings},
       {"fifty-moves", &rules.fifty_moves}}};
  for (const auto name : base::split(text, ',')) {
    const auto found =
        std::find_if(known.begin(), known.end(), [&](const auto& rule) { return rule.first == name; });
    if (found == known.end()) {
      std::string names;
      for (const auto& rule : known) names += concat(", ", rule.first);
      return base::Error{concat("--rules: found ", base::quoted(name), ", expected all, none", names)};
    }
    *found->second = true;
  }
  return rules;
}

}  // namespace

std::vector<Option> evaluation_options() {
  return {{"--net", "FILE",
           "the network: Tabia's own format, Stockfish's .nnue, or text (default: the "
           "embedded one)"},
          {"--evaluation", "MODE", "network, classical or hybrid (default: network)"},
          {"--network-weight", "N", "the network's share in hybrid evaluation, in percent (default: 75)"},
          {"--rules", "LIST",
           "endgame rules of classical and hybrid evaluation: all, none, or a comma-separated list of "
           "drawn-material, known-wins, opposite-bishops, drawish-endings, fifty-moves (default: all)"}};
}

base::Result<EvaluationSetup> read_evaluation_setup(const Arguments& arguments) {
  EvaluationSetup setup;
  const std::string mode = arguments.text("--evaluation", "network");
  const auto parsed = eval::parse_evaluation_mode(mode);
  if (!parsed)
    return base::Error{
        concat("--evaluation: found ", base::quoted(mode), ", expected network, classical or hybrid")};
  setup.options.mode = *parsed;
  const auto weight = arguments.number("--network-weight", setup.options.network_weight, 0, 100);
  if (!weight) return weight.error();
  setup.options.network_weight = static_cast<int>(*weight);
  const auto rules = parse_rules(arguments.text("--rules", "all"));
  if (!rules) return rules.error();
  setup.options.rules = *rules;
  const bool own = arguments.has("--net");
  auto network =
      own ? nn::load_network(arguments.text("--net", "")) : nn::read_network(nn::embedded_network());
  if (!network) return network.error();
  setup.network = *network;
  setup.network_name = engine::network_name(network->get());
  return setup;
}

}  // namespace tabia::cli
