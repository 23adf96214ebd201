// deep/planes.h: a position and its history as the input planes of a network.
//
// There are two kinds (deep/spec.h): our own, and exactly the 112 planes of lc0 (docs/formats/network.md).
// Each plane is a set of squares and one value, which serves both sparse first layers and dense tensors.
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

// What the history shows before the first known position.
enum class HistoryFill {
  No,       // nothing
  FenOnly,  // nothing if the first position is the usual start, else that position again
  Always,   // the first position again
};

struct EncodeOptions {
  HistoryFill fill = HistoryFill::FenOnly;
  double rating = 1500;  // for networks with a rating plane
};

// The planes of the last position of `game`, which holds all known positions, oldest first, and is not empty.
// A single position is a game without moves.
[[nodiscard]] Planes encode(const InputSpec& spec, std::span<const chess::Position> game,
                            const EncodeOptions& options = {});

// A hash of the planes and how they were turned: equal for equal ones, different for
// others (except by a 1 in 2^64 chance).
[[nodiscard]] std::uint64_t key_of(const Planes& planes);

// Writes the numbers, [64 squares][stride]: the planes, followed by zeros. Requires stride >= planes.count.
void expand(const Planes& planes, float* out, std::size_t stride) noexcept;

// The square after a canonical format's transform.
[[nodiscard]] int transformed(int square, int transform) noexcept;

}  // namespace tabia::deep
