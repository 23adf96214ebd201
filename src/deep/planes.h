// deep/planes.h: a position and its history as the input planes of a network.
//
// Two kinds (deep/spec.h): our own, and the 112 planes of lc0 exactly (docs/formats/network.md). Each plane
// is a set of squares and one value, so that sparse first layers and dense tensors are both made from it.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "chess/position.h"
#include "deep/spec.h"

namespace tabia::deep {

// The squares of the network (0..63) where the plane has `value`; 0 elsewhere.
struct Plane {
  std::uint64_t squares = 0;
  float value = 1;
  friend bool operator==(const Plane&, const Plane&) = default;
};

inline constexpr std::size_t kMostPlanes = 112;

// The planes of one position.
struct Planes {
  std::array<Plane, kMostPlanes> planes{};
  int count = 0;
  // How lc0's canonical formats turned the board: 1 files flipped, then 2 ranks flipped, then 4 mirrored on
  // the diagonal a8-h1. Moves must be turned alike (deep/policy.h).
  int transform = 0;
};

// What to show as the positions before the first known one.
enum class HistoryFill {
  No,       // nothing
  FenOnly,  // nothing if the first position is the usual start, else that position again
  Always,   // the first position again
};

struct EncodeOptions {
  HistoryFill fill = HistoryFill::FenOnly;
  double rating = 1500;  // for networks with a rating plane
};

// The planes of the last position of `game`, which is not empty: its positions from the first known one on. A
// single position is a game without moves.
[[nodiscard]] Planes encode(const InputSpec& spec, std::span<const chess::Position> game,
                            const EncodeOptions& options = {});

// A number for the planes and how they were turned: equal ones have the same, others differ (but for an
// accident in 2^64).
[[nodiscard]] std::uint64_t key_of(const Planes& planes);

// Writes the numbers, [64 squares][stride]: the planes and zeros after them. Requires stride >= planes.count.
void expand(const Planes& planes, float* out, std::size_t stride) noexcept;

// A square as a canonical format turned it.
[[nodiscard]] int transformed(int square, int transform) noexcept;

}  // namespace tabia::deep
