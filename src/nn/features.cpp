#include "nn/features.h"

#include <algorithm>

#include "base/text.h"

namespace tabia::nn {
namespace {

using base::concat;
using base::Error;
using namespace tabia::chess;

constexpr int kVerticalFlip = 56;
constexpr int kHorizontalFlip = 7;
constexpr int kHalfTurn = 63;

constexpr std::uint8_t as_byte(int value) { return static_cast<std::uint8_t>(value); }

// A bucket layout: ranks 1 to 8 by files a to d.
struct HalfLayout {
  std::string_view name;
  std::array<std::uint8_t, 32> buckets;
};
constexpr std::array<HalfLayout, 5> kLayouts = {{
    {"768-mirrored", {}},
    {"king-buckets-4-mirrored",
     {0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3}},
    {"king-buckets-8-mirrored",
     {0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7}},
    {"king-buckets-10-mirrored",
     {0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9}},
    {"king-buckets-16-mirrored", {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 8,  9,  10, 11,
                                  12, 12, 13, 13, 12, 12, 13, 13, 14, 14, 15, 15, 14, 14, 15, 15}},
}};

// Buckets by square from ranks 1-8 x files a-d; mirrored sets never use files e-h.
std::array<std::uint8_t, 64> by_square(const std::array<std::uint8_t, 32>& half) {
  std::array<std::uint8_t, 64> buckets{};
  for (std::size_t square = 0; square < 64; ++square) {
    const std::size_t file = square % 8;
    buckets[square] = half[square / 8 * 4 + (file < 4 ? file : 7 - file)];
  }
  return buckets;
}

// Calls work(perspective, king square, king square as the perspective sees it).
template <class Work>
void for_each_king(const Work& work) {
  for (const Color perspective : {Color::White, Color::Black}) {
    for (int square = 0; square < kSquareCount; ++square) {
      work(perspective, square_at(square), perspective == Color::White ? square : square ^ kVerticalFlip);
    }
  }
}

// Calls work(perspective, piece, whether the piece is the perspective's own).
template <class Work>
void for_each_piece(const Work& work) {
  for (const Color perspective : {Color::White, Color::Black}) {
    for (const Color color : {Color::White, Color::Black}) {
      for (const PieceType type : kPieceTypes)
        work(perspective, make_piece(color, type), color == perspective);
    }
  }
}

}  // namespace

const std::vector<BucketLayout>& bucket_layouts() {
  static const std::vector<BucketLayout> all = [] {
    std::vector<BucketLayout> layouts;
    layouts.reserve(std::size(kLayouts));
    for (const HalfLayout& half : kLayouts) layouts.push_back({half.name, by_square(half.buckets)});
    return layouts;
  }();
  return all;
}

base::Result<FeatureSet> FeatureSet::planes(const PlaneOrder& order) {
  std::string sorted = order.pieces;
  std::sort(sorted.begin(), sorted.end());
  if (sorted != "BKNPQR") {
    return Error{concat("piece order: found ", base::quoted(order.pieces),
                        ", expected the letters PNBRQK in any order")};
  }
  FeatureSet set;
  set.stride_ = 768;
  set.extra_rows_ = order.side_to_move ? 1 : 0;
  set.rows_ = set.stride_ + set.extra_rows_;
  for_each_king([&](Color perspective, Square king, int) {
    set.first_row_[perspective][king] = 0;
    set.flip_[perspective][king] = as_byte(order.a8_first ? kVerticalFlip : 0);
  });
  for (auto& plane : set.plane_) plane.fill(kNoInput);
  for_each_piece([&](Color perspective, Piece piece, bool) {
    const auto position = order.pieces.find(kPieceLetters[static_cast<std::size_t>(type_of(piece))]);
    const std::size_t color_block = color_of(piece) == order.first_color ? 0 : 6;
    set.plane_[perspective][piece] = static_cast<std::uint32_t>(64 * (color_block + position));
  });
  return set;
}

base::Result<FeatureSet> FeatureSet::king_buckets(const std::array<std::uint8_t, 64>& buckets,
                                                  bool mirrored) {
  // The bucket of a king square, after mirroring has put the king on files a-d.
  const auto bucket_of = [&](int king) {
    const int seen = mirrored && (king & 7) > 3 ? king ^ kHorizontalFlip : king;
    return buckets[static_cast<std::size_t>(seen)];
  };
  int highest = 0;
  std::array<bool, 256> used{};
  for (int king = 0; king < kSquareCount; ++king) {
    highest = std::max<int>(highest, bucket_of(king));
    used[bucket_of(king)] = true;
  }
  for (int bucket = 0; bucket <= highest; ++bucket) {
    if (!used[static_cast<std::size_t>(bucket)] || bucket >= 64) {
      return Error{concat("king buckets: no square has bucket ", bucket, " of 0 to ", highest,
                          ", expected numbers without gaps, at most 64 buckets")};
    }
  }
  FeatureSet set;
  set.stride_ = 768;
  set.rows_ = set.stride_ * static_cast<std::uint32_t>(highest + 1);
  for_each_king([&](Color perspective, Square king, int seen) {
    const int mirror = mirrored && file_of(king) > 3 ? kHorizontalFlip : 0;
    set.first_row_[perspective][king] = set.stride_ * bucket_of(seen);
    set.flip_[perspective][king] = as_byte((perspective == Color::Black ? kVerticalFlip : 0) ^ mirror);
  });
  for (auto& plane : set.plane_) plane.fill(kNoInput);
  for_each_piece([&](Color perspective, Piece piece, bool own) {
    set.plane_[perspective][piece] =
        static_cast<std::uint32_t>((own ? 0 : 384) + 64 * static_cast<int>(type_of(piece)));
  });
  return set;
}

FeatureSet FeatureSet::halfkp() {
  FeatureSet set;
  set.stride_ = 641;
  set.rows_ = 64 * set.stride_;
  for_each_king([&](Color perspective, Square king, int) {
    const int turn = perspective == Color::Black ? kHalfTurn : 0;
    set.first_row_[perspective][king] = set.stride_ * static_cast<std::uint32_t>(index_of(king) ^ turn);
    set.flip_[perspective][king] = as_byte(turn);
  });
  for (auto& plane : set.plane_) plane.fill(kNoInput);
  for_each_piece([&](Color perspective, Piece piece, bool own) {
    if (type_of(piece) == PieceType::King) return;
    set.plane_[perspective][piece] =
        static_cast<std::uint32_t>(1 + 64 * (2 * static_cast<int>(type_of(piece)) + (own ? 0 : 1)));
  });
  return set;
}

FeatureSet FeatureSet::halfka_hm() {
  FeatureSet set;
  set.stride_ = 704;
  set.rows_ = 32 * set.stride_;
  for_each_king([&](Color perspective, Square king, int) {
    const int flip =
        (perspective == Color::Black ? kVerticalFlip : 0) ^ (file_of(king) < 4 ? kHorizontalFlip : 0);
    const int seen = index_of(king) ^ flip;
    const int bucket = (7 - (seen >> 3)) * 4 + (7 - (seen & 7));
    set.first_row_[perspective][king] = set.stride_ * static_cast<std::uint32_t>(bucket);
    set.flip_[perspective][king] = as_byte(flip);
  });
  for (auto& plane : set.plane_) plane.fill(kNoInput);
  for_each_piece([&](Color perspective, Piece piece, bool own) {
    const int type = static_cast<int>(type_of(piece));
    const int plane = type_of(piece) == PieceType::King ? 10 : 2 * type + (own ? 0 : 1);
    set.plane_[perspective][piece] = static_cast<std::uint32_t>(64 * plane);
  });
  return set;
}

base::Result<FeatureSet> FeatureSet::dense(int inputs) {
  constexpr int kMostInputs = 65535;  // the largest number that training can index
  if (inputs < 1 || inputs > kMostInputs)
    return Error{concat("dense: found ", inputs, " inputs, expected 1 to ", kMostInputs)};
  FeatureSet set;
  set.stride_ = static_cast<std::uint32_t>(inputs);
  set.rows_ = set.stride_;
  for (auto& plane : set.plane_) plane.fill(kNoInput);
  return set;
}

int FeatureSet::active(const Position& position, Color perspective, std::uint32_t* inputs) const noexcept {
  const FeatureContext here = context(perspective, position.king_square(perspective));
  int count = 0;
  for (Bitboard rest = position.occupied(); rest;) {
    const Square square = pop_first(rest);
    const Piece piece = position.piece_on(square);
    if (has_input(piece)) inputs[count++] = index(perspective, here, piece, square);
  }
  if (extra_rows_ > 0 && position.side_to_move() == Color::White) inputs[count++] = side_to_move_input();
  return count;
}

void FeatureSet::changed(const PieceDelta& delta, Color perspective, FeatureContext context,
                         Changes& changes) const noexcept {
  for (int i = 0; i < delta.added_count; ++i) {
    const auto& [piece, square] = delta.added[static_cast<std::size_t>(i)];
    if (has_input(piece)) changes.added[changes.added_count++] = index(perspective, context, piece, square);
  }
  for (int i = 0; i < delta.removed_count; ++i) {
    const auto& [piece, square] = delta.removed[static_cast<std::size_t>(i)];
    if (has_input(piece))
      changes.removed[changes.removed_count++] = index(perspective, context, piece, square);
  }
}

int output_bucket(OutputBuckets kind, int heads, int piece_count) noexcept {
  switch (kind) {
    case OutputBuckets::One:
      return 0;
    case OutputBuckets::PieceCount:
      return (piece_count - 2) / ((32 + heads - 1) / heads);
    case OutputBuckets::Stockfish:
      return (piece_count - 1) / 4;
  }
  return 0;
}

}  // namespace tabia::nn
