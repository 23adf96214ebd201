#include "deep/blocks.h"

#include <algorithm>

namespace tabia::deep {
namespace {

void softmax_of(std::array<float, 3>& values) {
  const float highest = std::max({values[0], values[1], values[2]});
  float sum = 0;
  for (float& value : values) sum += value = std::exp(value - highest);
  for (float& value : values) value /= sum;
}

}  // namespace

std::span<const float> position_map() {
  static const auto map = [] {
    std::array<float, kSquares * kMapNumbers> numbers{};
    for (std::size_t square = 0; square < kSquares; ++square) numbers[square * (kMapNumbers + 1)] = -1;
    for (const PolicyMove& move : policy_moves()) numbers[move.from * kMapNumbers + move.to] = 1;
    return numbers;
  }();
  return map;
}

BodySettings settings_of(const PlanesSpec& spec) {
  const bool dense = std::any_of(spec.body.begin(), spec.body.end(), [](const BlockSpec& block) {
    return block.positions == BlockSpec::Positions::Dense;
  });
  const int encoders = std::max(1, spec.encoder_count());
  return {spec.activation, spec.ffn_activation.value_or(spec.activation),
          spec.smolgen_activation.value_or(spec.activation),
          static_cast<float>(std::pow(2.0 * encoders, -0.25)), dense ? 1e-3f : 1e-6f};
}

void write_value(const ValueSpec& spec, const float* from, Outputs& output) {
  switch (spec.kind) {
    case ValueSpec::Kind::Centipawns:
      output.value = *from * static_cast<float>(spec.scale);
      return;
    case ValueSpec::Kind::Tanh:
      output.value = std::tanh(*from);
      return;
    case ValueSpec::Kind::Wdl:
      output.wdl = {from[0], from[1], from[2]};
      softmax_of(output.wdl);
      output.value = output.wdl[0] - output.wdl[2];
      return;
  }
}

}  // namespace tabia::deep
