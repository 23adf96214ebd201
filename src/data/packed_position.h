// data/packed_position.h: positions and samples in a fixed number of bytes: the records of shuffled data and
// the starts of games in the container (docs/formats/training-data.md).
//
// A PackedPosition is 28 bytes, numbers least significant byte first:
//    0  8  the occupied squares, bit n for the square with index n (a1 = 0, b1 = 1, h8 = 63)
//    8 16  one code of 4 bits for each occupied square in that order, low half of a byte first; the rest is 0
//   24  2  bits 0-13 move number, bit 14 zero, bit 15 Black is to move
//   26  1  plies since the last capture or pawn move
//   27  1  free for the owner of the bytes
// Codes: 0-5 white pawn, knight, bishop, rook, queen, king; 6-11 the black ones; 12 and 13 a white and a
// black rook that may castle; 14 a pawn that has just made a double step (its rank says which side's).
//
// A PackedSample is 34 bytes: a PackedPosition whose byte 27 is the outcome (0 loss, 1 draw, 2 win, 3
// unknown, for the side to move), then score (2, signed), move (2, as chess/move.h) and ply (2).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "data/sample.h"

namespace tabia::data {

inline constexpr std::size_t kPackedPositionBytes = 28;
inline constexpr std::size_t kPackedSampleBytes = 34;

using PackedPosition = std::array<char, kPackedPositionBytes>;
using PackedSample = std::array<char, kPackedSampleBytes>;
static_assert(sizeof(PackedPosition) == kPackedPositionBytes && sizeof(PackedSample) == kPackedSampleBytes);

// Can the position be packed exactly? Its counters may have grown beyond what a newly set up position may
// have.
[[nodiscard]] bool is_packable(const chess::Position& position) noexcept;

// Byte 27 is 0. Counters that are too large are clipped to the maximum.
[[nodiscard]] PackedPosition packed(const chess::Position& position) noexcept;
// The error says what is wrong with the position. Ignores byte 27. Requires kPackedPositionBytes bytes.
[[nodiscard]] base::Result<chess::Position> unpack_position(std::string_view bytes);

// Requires a move that is legal in the position, or none().
[[nodiscard]] PackedSample packed(const Sample& sample) noexcept;
// The error says what is wrong with the sample: an impossible position, an illegal move, an unknown outcome.
// Requires kPackedSampleBytes bytes.
[[nodiscard]] base::Result<Sample> unpack_sample(std::string_view bytes);

}  // namespace tabia::data
