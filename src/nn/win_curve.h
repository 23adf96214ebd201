// nn/win_curve.h: a network's win model at one amount of material: from a score to chances and back.
#pragma once

#include "chess/position.h"
#include "nn/network.h"

namespace tabia::nn {

// The range to which the model clamps material, and its divisor.
inline constexpr int kLeastWdlMaterial = 17;
inline constexpr int kMostWdlMaterial = 78;
inline constexpr double kWdlMaterialUnit = 58;

// The material of both sides at 1, 3, 3, 5, 9, clamped to that range.
[[nodiscard]] int wdl_material(const chess::Position& position) noexcept;

// Chances for the side that the score is for; they add up to 1.
struct WdlChances {
  double win = 0;
  double draw = 0;
  double loss = 0;
};

// a and b of the model at this material.
struct WdlCurve {
  double a = 0;  // score at which the chance to win is even
  double b = 0;  // how many units the chance takes to rise
  [[nodiscard]] WdlChances chances(double score) const noexcept;
  // The score with the same difference of win and loss; large but finite for a certain win.
  [[nodiscard]] double score_of(const WdlChances& chances) const noexcept;
};
[[nodiscard]] WdlCurve curve_of(const WdlModel& model, int material) noexcept;

}  // namespace tabia::nn
