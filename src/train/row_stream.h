// train/row_stream.h: from fragments to the input of the kernels: rows of the first layer, places and labels.
//
// Boards become rows only through nn/features.h and nn/relations.h, which play uses too. Rows of threats and
// pawn pairs follow those of the pieces.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels/training.h"
#include "nn/features.h"
#include "nn/relations.h"
#include "nn/spec.h"
#include "train/fragment.h"

namespace tabia::train {

// A part of a batch that is processed together. Its positions are ordered by output head: those of head h are
// head_begin[h] to head_begin[h + 1].
struct Chunk {
  std::vector<std::uint16_t> stream;  // kernels::RowStream
  std::vector<Label> labels;          // by position
  std::vector<std::uint8_t> pieces;   // on the board, by position
  std::vector<bool> turned;  // by position: the view is White's but Black is to move (networks of one view)
  std::vector<std::size_t> head_begin;

  [[nodiscard]] std::size_t size() const noexcept { return labels.size(); }
};

// The sort key of a fragment in a batch, from its first position: fragments with the same king buckets are
// adjacent, so that their rows stay in the cache, and among them those with the same number of pieces, which
// makes loops equally long and keeps heads together.
[[nodiscard]] std::uint64_t place_in_batch(const nn::FeatureSet& features, FragmentView fragment) noexcept;

class RowStreamMaker {
 public:
  // The features must be those of the spec; pieces and relations together have fewer than 65536 rows.
  RowStreamMaker(const nn::ModelSpec& spec, const nn::FeatureSet& features);

  [[nodiscard]] int views() const noexcept { return views_; }
  // Fills the chunk from fragments.
  void make(std::span<const FragmentView> fragments, Chunk& chunk);

 private:
  // The board at the current position of the walk over a fragment.
  struct Board {
    nn::PieceBoard men;
    chess::EnumArray<chess::Color, chess::Square> king{};
    bool black_to_move = false;

    void put(std::uint16_t placed) noexcept;
    void take(std::uint16_t placed) noexcept;
  };
  using Contexts = chess::EnumArray<chess::Color, nn::FeatureContext>;

  [[nodiscard]] std::size_t head_of(std::size_t pieces) const noexcept;
  [[nodiscard]] Contexts contexts_of(const Board& board) const noexcept;
  [[nodiscard]] bool has_side_row(bool black_to_move) const noexcept;
  void count_heads(std::span<const FragmentView> fragments, Chunk& chunk);
  void walk(FragmentView fragment, Chunk& chunk);
  // May the rows of this board follow from those of the last one? Threats change with nearly every move, so
  // with them every position is listed in full.
  [[nodiscard]] bool continues(bool same_kings, const Board& board, const Contexts& contexts) const noexcept;
  // The number of active rows, then the rows of each view.
  void append_board(const Board& board, const Contexts& contexts, std::vector<std::uint16_t>& stream) const;
  // The rows of these pieces in each view, and the row of the side to move if `with_side`.
  void append_placed(std::span<const std::uint16_t> placed, const Contexts& contexts, bool with_side,
                     std::vector<std::uint16_t>& stream) const;
  // The same for one view.
  void append_view(std::span<const std::uint16_t> placed, chess::Color view, nn::FeatureContext context,
                   bool with_side, std::vector<std::uint16_t>& stream) const;
  void append_relations(const Board& board, chess::Color view, std::vector<std::uint16_t>& stream) const;
  void place(const Board& board, const std::uint16_t* label, Chunk& chunk);

  nn::OutputSpec output_;
  const nn::FeatureSet* features_;
  std::optional<nn::RelationSet> relations_;  // if the spec has any
  int views_;
  std::vector<std::size_t> next_;  // place of the next position of each head
};

}  // namespace tabia::train
