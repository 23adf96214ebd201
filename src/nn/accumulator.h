// nn/accumulator.h: the first layer of the network, kept up to date move by move.
//
// One AccumulatorStack belongs to one search worker. push() only records what changed; the sums are computed
// when output() needs them, so a node that is never evaluated costs nothing. After any sequence of push and
// pop the sums equal those of a fresh computation (tests/nn/accumulator_test.cpp). Not thread-safe.
//
// For networks in floating point (plain MLPs) nothing is kept: output() computes everything from scratch.
#pragma once

#include <memory>
#include <vector>

#include "chess/position.h"
#include "nn/network.h"

namespace tabia::nn {

class AccumulatorStack {
 public:
  explicit AccumulatorStack(std::shared_ptr<const Network> network);

  // Restarts at this position.
  void reset(const Position& position);
  // Records a move: `delta` is Position::delta(move) of the position before it. A null move has an empty
  // delta.
  void push(const chess::PieceDelta& delta);
  // Takes back the last push. Requires that there is one.
  void pop() noexcept;

  // The network's output for the current position, which the caller must pass in.
  [[nodiscard]] Output output(const Position& position);
  // The same for a given head.
  [[nodiscard]] Output output(const Position& position, int bucket);

  [[nodiscard]] const Network& network() const noexcept { return *network_; }

 private:
  // One ply: what the last move changed and, once they are needed, the sums after it.
  struct Ply {
    chess::PieceDelta delta;
    chess::EnumArray<Color, Square> king{};
    chess::EnumArray<Color, bool> computed{};
  };
  // The sums of the last position that needed a refresh in this context: the next refresh starts from there
  // and only adds the difference.
  struct CachedContext {
    chess::EnumArray<Piece, chess::Bitboard> pieces{};
  };
  // For networks with relation inputs (pairs of pieces): the board after a ply and what its move changed in
  // these inputs, computed when needed.
  struct Relations {
    PieceBoard board;
    RelationChanges changes;
    bool board_known = false;
    bool changes_known = false;
  };
  // The relation inputs of the position last refreshed with this perspective and flip, whose sums are kept:
  // the next refresh only adds the difference.
  struct CachedRelations {
    std::vector<std::uint32_t> inputs;
    std::vector<std::uint64_t> is_on;  // a bit for each row
  };
  using Changes = FeatureSet::Changes;
  using PairChanges = InputChanges<RelationSet::kMaxActive>;

  void update(const Position& position, Color perspective);
  void step(std::size_t ply, Color perspective);
  void refresh(const Position& position, Color perspective);
  // Brings the cached sums of single pieces, in the context of that king, to this board; returns where they
  // are.
  template <class Board>
  [[nodiscard]] const std::byte* refreshed_pieces(const Board& board, Color perspective, Square king);
  // The same for the relation inputs.
  [[nodiscard]] const std::byte* refreshed_relations(const Position& position, Color perspective);
  // Computes the sums of the top ply from those of the previous ply if they are available and the own king
  // only changed the inputs of single pieces, whose new sums are given; otherwise returns false.
  [[nodiscard]] bool exchange_pieces(const std::byte* pieces, Color perspective);
  void apply(std::int16_t* out, const std::int16_t* in, std::int32_t* piece_square_out,
             const std::int32_t* piece_square_in, const Changes& changes) const;
  // The same with relation inputs.
  void apply(std::int16_t* out, const std::int16_t* in, std::int32_t* piece_square_out,
             const std::int32_t* piece_square_in, const Changes& changes, const PairChanges& pairs) const;
  // What the move of a ply changed in the relation inputs.
  [[nodiscard]] const RelationChanges& relation_changes(std::size_t ply);
  [[nodiscard]] PairChanges pair_changes(std::size_t ply, Color perspective);
  [[nodiscard]] const PieceBoard& board_after(std::size_t ply);
  void grow(std::size_t plies);

  [[nodiscard]] std::int16_t* accumulator_at(std::size_t ply, Color perspective) noexcept;
  [[nodiscard]] std::int32_t* piece_square_at(std::size_t ply, Color perspective) noexcept;
  // The two parts of cached sums.
  [[nodiscard]] static const std::int16_t* accumulator_of(const std::byte* sums) noexcept;
  [[nodiscard]] const std::int32_t* piece_square_of(const std::byte* sums) const noexcept;
  [[nodiscard]] std::size_t context_id(Color perspective, Square king) const noexcept;

  std::shared_ptr<const Network> network_;
  std::size_t width_ = 0;
  std::size_t heads_ = 0;           // of the piece-square part; 0 without one
  std::size_t bytes_per_side_ = 0;  // sums of one perspective, aligned
  std::vector<Ply> plies_;
  std::size_t top_ = 0;
  AlignedBuffer sums_;   // by ply, then perspective
  AlignedBuffer cache_;  // by context, each with the sums of one perspective
  std::vector<CachedContext> cached_;
  // The rest is empty without relation inputs.
  std::vector<Relations> relations_;  // by ply
  AlignedBuffer relation_cache_;      // by perspective, then by the own king's half of the board
  std::vector<CachedRelations> cached_relations_;
  chess::EnumArray<Color, chess::EnumArray<Square, std::uint16_t>> context_ids_{};
};

}  // namespace tabia::nn
