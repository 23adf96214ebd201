#include "eval/planes_answer.h"

#include <cmath>

namespace tabia::eval {

PlanesAnswer planes_answer(const nn::Network& network, const chess::Position& position,
                           const deep::Outputs& outputs) {
  const deep::PlanesSpec& spec = *network.spec().planes;
  PlanesAnswer answer;
  if (spec.value.kind == deep::ValueSpec::Kind::Wdl) {
    const auto permille = [](float chance) { return static_cast<int>(std::lround(1000.0f * chance)); };
    Wdl& wdl = answer.wdl.emplace();
    wdl.win = permille(outputs.wdl[0]);
    wdl.loss = permille(outputs.wdl[2]);
    wdl.draw = 1000 - wdl.win - wdl.loss;
  }
  if (spec.moves_left) answer.moves_left = static_cast<double>(outputs.moves_left);
  if (spec.policy) answer.policy = deep::move_probabilities(position, outputs.policy, outputs.transform);
  return answer;
}

}  // namespace tabia::eval
