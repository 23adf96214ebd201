// nn/features.h: which inputs of a network a position switches on. The only definition of every feature set.
//
// All sets are the same formula over different tables: for a perspective (the side whose view it is) with its
// king on k, a piece on a square is the input
//
//     first_row(perspective, k) + plane(perspective, piece) + (square XOR flip(perspective, k))
//
// so a set is data (docs/decisions/005), and everything else is derived from index(): the active inputs of a
// position, what a move changes, whether it forces a refresh (the context changes), and the trainer's
// batches.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/position.h"

namespace tabia::nn {

using chess::Color;
using chess::Piece;
using chess::PieceType;
using chess::Position;
using chess::Square;

// Everything, besides the pieces, that determines a perspective's inputs. Two positions with the same context
// share the inputs of all pieces on the same squares.
struct FeatureContext {
  std::uint32_t first_row = 0;
  std::uint8_t flip = 0;  // XORed with squares
  friend bool operator==(const FeatureContext&, const FeatureContext&) = default;
};

// Inputs that a step removes and adds.
template <std::size_t kMost>
struct InputChanges {
  std::array<std::uint32_t, kMost> added;
  std::array<std::uint32_t, kMost> removed;
  std::size_t added_count = 0;
  std::size_t removed_count = 0;
};

// Order of the piece planes in networks that see the board only from White's side.
struct PlaneOrder {
  std::string pieces = "PNBRQK";     // a permutation of these letters
  Color first_color = Color::White;  // whose six planes come first
  bool a8_first = false;             // square 0 is a8 instead of a1
  bool side_to_move = false;         // one more input: 1 if White is to move
  friend bool operator==(const PlaneOrder&, const PlaneOrder&) = default;
};

// King buckets with a name, by the own king's square as its side sees it (a1 = 0), mirrored.
struct BucketLayout {
  std::string_view name;
  std::array<std::uint8_t, 64> buckets;
};
[[nodiscard]] const std::vector<BucketLayout>& bucket_layouts();

class FeatureSet {
 public:
  static constexpr std::uint32_t kNoInput = ~std::uint32_t{0};
  static constexpr int kMaxActive = 33;  // 32 pieces and the side to move

  // 12 x 64 planes from White's view, the same for both perspectives.
  [[nodiscard]] static base::Result<FeatureSet> planes(const PlaneOrder& order);
  // 12 x 64 planes, own pieces first, as seen by the perspective (vertical flip for Black), once for each
  // king bucket. `buckets` is indexed by the own king's square as its side sees it (a1 = 0). With `mirrored`
  // the board is flipped left to right while the king is on files e-h. An unmirrored single bucket is the
  // plain "768". Bucket numbers must be 0, 1, 2 ... without gaps, at most 64 of them.
  [[nodiscard]] static base::Result<FeatureSet> king_buckets(const std::array<std::uint8_t, 64>& buckets,
                                                             bool mirrored);
  // Stockfish 12 and 13: 64 x 641, kings aren't inputs, the board is rotated by 180 degrees for Black.
  [[nodiscard]] static FeatureSet halfkp();
  // Stockfish 14 to 18: 32 x 704, mirrored so that the own king is on files e-h, kings share a plane.
  [[nodiscard]] static FeatureSet halfka_hm();
  // This many plain numbers, for networks that have nothing to do with chess: no position switches any of
  // them on.
  [[nodiscard]] static base::Result<FeatureSet> dense(int inputs);

  // Number of inputs.
  [[nodiscard]] std::uint32_t rows() const noexcept { return rows_; }
  // Inputs of one king bucket.
  [[nodiscard]] std::uint32_t bucket_rows() const noexcept { return stride_; }
  // The input that is on while White is to move, or kNoInput.
  [[nodiscard]] std::uint32_t side_to_move_input() const noexcept {
    return extra_rows_ > 0 ? stride_ : kNoInput;
  }
  [[nodiscard]] int bucket_count() const noexcept {
    return static_cast<int>((rows_ - extra_rows_) / stride_);
  }

  [[nodiscard]] FeatureContext context(Color perspective, Square own_king) const noexcept {
    return {first_row_[perspective][own_king], flip_[perspective][own_king]};
  }
  // Requires a piece that is an input of this set (has_input).
  [[nodiscard]] std::uint32_t index(Color perspective, FeatureContext context, Piece piece,
                                    Square square) const noexcept {
    return context.first_row + plane_[perspective][piece] +
           static_cast<std::uint32_t>(chess::index_of(square) ^ context.flip);
  }
  [[nodiscard]] bool has_input(Piece piece) const noexcept { return plane_[Color::White][piece] != kNoInput; }

  // The active inputs of the position, at most kMaxActive, in ascending order of squares; returns how many.
  int active(const Position& position, Color perspective, std::uint32_t* inputs) const noexcept;
  // What a move does to the inputs of the pieces, in a context that it doesn't change.
  using Changes = InputChanges<64>;
  void changed(const chess::PieceDelta& delta, Color perspective, FeatureContext context,
               Changes& changes) const noexcept;

 private:
  std::uint32_t rows_ = 0;
  std::uint32_t stride_ = 0;      // inputs of one king bucket
  std::uint32_t extra_rows_ = 0;  // inputs other than a piece on a square: the side to move
  chess::EnumArray<Color, chess::EnumArray<Square, std::uint32_t>> first_row_{};
  chess::EnumArray<Color, chess::EnumArray<Square, std::uint8_t>> flip_{};
  chess::EnumArray<Color, chess::EnumArray<Piece, std::uint32_t>> plane_{};
};

// Which of a network's output heads a position uses.
enum class OutputBuckets {
  One,         // there is only one
  PieceCount,  // (pieces - 2) / ceil(32 / heads), like bullet
  Stockfish,   // (pieces - 1) / 4, eight heads
};
[[nodiscard]] int output_bucket(OutputBuckets kind, int heads, int piece_count) noexcept;

}  // namespace tabia::nn
