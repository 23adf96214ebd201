#include "nn/accumulator.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/check.h"
#include "base/score.h"

namespace tabia::nn {
namespace {

using namespace tabia::chess;

constexpr std::size_t kInitialPlies = base::kMaxPly + 8;

std::size_t aligned_size(std::size_t bytes) { return (bytes + 63) / 64 * 64; }

}  // namespace

AccumulatorStack::AccumulatorStack(std::shared_ptr<const Network> network)
    : network_(std::move(network)), plies_(1) {
  const ModelSpec& spec = network_->spec();
  if (!spec.is_quantised()) return;
  width_ = static_cast<std::size_t>(spec.accumulator.width);
  heads_ = spec.piece_square ? static_cast<std::size_t>(spec.output.heads) : 0;
  bytes_per_side_ = aligned_size(width_ * sizeof(std::int16_t)) + aligned_size(heads_ * sizeof(std::int32_t));
  grow(kInitialPlies);

  // Number the contexts that can occur; many king squares share one.
  std::vector<std::pair<Color, FeatureContext>> contexts;
  for (const Color perspective : {Color::White, Color::Black}) {
    for (int square = 0; square < kSquareCount; ++square) {
      const std::pair here(perspective, network_->features().context(perspective, square_at(square)));
      auto found = std::find(contexts.begin(), contexts.end(), here);
      if (found == contexts.end()) found = contexts.insert(contexts.end(), here);
      context_ids_[perspective][square_at(square)] = static_cast<std::uint16_t>(found - contexts.begin());
    }
  }
  cached_.resize(contexts.size());
  cache_ = AlignedBuffer(contexts.size() * bytes_per_side_);
  for (std::size_t id = 0; id < contexts.size(); ++id) {
    std::memcpy(cache_.data() + id * bytes_per_side_, network_->bias(), width_ * sizeof(std::int16_t));
  }
}

void AccumulatorStack::grow(std::size_t plies) {
  AlignedBuffer larger(plies * 2 * bytes_per_side_);
  if (sums_.size() > 0) std::memcpy(larger.data(), sums_.data(), sums_.size());
  sums_ = std::move(larger);
  plies_.resize(plies);
}

std::int16_t* AccumulatorStack::accumulator_at(std::size_t ply, Color perspective) noexcept {
  return reinterpret_cast<std::int16_t*>(sums_.data() +
                                         (2 * ply + static_cast<std::size_t>(perspective)) * bytes_per_side_);
}

std::int32_t* AccumulatorStack::piece_square_at(std::size_t ply, Color perspective) noexcept {
  const std::size_t offset = aligned_size(width_ * sizeof(std::int16_t));
  return reinterpret_cast<std::int32_t*>(
      sums_.data() + (2 * ply + static_cast<std::size_t>(perspective)) * bytes_per_side_ + offset);
}

std::size_t AccumulatorStack::context_id(Color perspective, Square king) const noexcept {
  return context_ids_[perspective][king];
}

void AccumulatorStack::reset(const Position& position) {
  top_ = 0;
  Ply& ply = plies_[0];
  for (const Color color : {Color::White, Color::Black}) {
    ply.king[color] = position.king_square(color);
    ply.computed[color] = false;
  }
}

void AccumulatorStack::push(const PieceDelta& delta) {
  if (width_ == 0) return;
  if (top_ + 1 == plies_.size()) grow(plies_.size() * 2);
  const EnumArray<Color, Square> kings = plies_[top_].king;
  Ply& ply = plies_[++top_];
  ply.delta = delta;
  ply.king = kings;
  ply.computed = {};
  for (int i = 0; i < delta.added_count; ++i) {
    const PlacedPiece& arrived = delta.added[static_cast<std::size_t>(i)];
    if (type_of(arrived.piece) == PieceType::King) ply.king[color_of(arrived.piece)] = arrived.square;
  }
}

void AccumulatorStack::pop() noexcept {
  if (width_ == 0) return;
  TABIA_CHECK(top_ > 0, "AccumulatorStack::pop without push");
  --top_;
}

void AccumulatorStack::apply(std::int16_t* out, const std::int16_t* in, std::int32_t* piece_square_out,
                             const std::int32_t* piece_square_in, const Changes& changes) const {
  const kernels::Kernels& kernels = network_->kernels();
  const std::int16_t* weights = network_->weights();
  const auto row = [&](std::uint32_t index) { return weights + index * width_; };
  const auto& [added, removed, added_count, removed_count] = changes;
  if (added_count == 1 && removed_count == 1) {
    kernels.add_sub(out, in, row(added[0]), row(removed[0]), width_);
  } else if (added_count == 1 && removed_count == 2) {
    kernels.add_sub_sub(out, in, row(added[0]), row(removed[0]), row(removed[1]), width_);
  } else if (added_count == 2 && removed_count == 2) {
    kernels.add_add_sub_sub(out, in, row(added[0]), row(added[1]), row(removed[0]), row(removed[1]), width_);
  } else {
    kernels.add_rows(out, in, weights, added, added_count, removed, removed_count, width_);
  }
  if (heads_ > 0) {
    kernels.add_rows_i32(piece_square_out, piece_square_in, network_->piece_square_weights(), added,
                         added_count, removed, removed_count, heads_);
  }
}

// Computes the sums of a ply from those of the one before it, in the same context.
void AccumulatorStack::step(std::size_t ply, Color perspective) {
  const FeatureSet& features = network_->features();
  const PieceDelta& delta = plies_[ply].delta;
  const FeatureContext context = features.context(perspective, plies_[ply].king[perspective]);
  Changes changes;
  for (int i = 0; i < delta.added_count; ++i) {
    const auto& [piece, square] = delta.added[static_cast<std::size_t>(i)];
    if (features.has_input(piece))
      changes.added[changes.added_count++] = features.index(perspective, context, piece, square);
  }
  for (int i = 0; i < delta.removed_count; ++i) {
    const auto& [piece, square] = delta.removed[static_cast<std::size_t>(i)];
    if (features.has_input(piece))
      changes.removed[changes.removed_count++] = features.index(perspective, context, piece, square);
  }
  apply(accumulator_at(ply, perspective), accumulator_at(ply - 1, perspective),
        piece_square_at(ply, perspective), piece_square_at(ply - 1, perspective), changes);
  plies_[ply].computed[perspective] = true;
}

// Computes the sums of the top ply from the last position that was refreshed in this context.
void AccumulatorStack::refresh(const Position& position, Color perspective) {
  const FeatureSet& features = network_->features();
  const Square king = position.king_square(perspective);
  const FeatureContext context = features.context(perspective, king);
  const std::size_t id = context_id(perspective, king);
  CachedContext& cached = cached_[id];
  Changes changes;
  for (const Color color : {Color::White, Color::Black}) {
    for (const PieceType type : kPieceTypes) {
      const Piece piece = make_piece(color, type);
      if (!features.has_input(piece)) continue;
      const Bitboard now = position.pieces(color, type);
      for (Bitboard fresh = now & ~cached.pieces[piece]; fresh;) {
        changes.added[changes.added_count++] = features.index(perspective, context, piece, pop_first(fresh));
      }
      for (Bitboard gone = cached.pieces[piece] & ~now; gone;) {
        changes.removed[changes.removed_count++] =
            features.index(perspective, context, piece, pop_first(gone));
      }
      cached.pieces[piece] = now;
    }
  }
  std::byte* const sums = cache_.data() + id * bytes_per_side_;
  auto* const accumulator = reinterpret_cast<std::int16_t*>(sums);
  auto* const piece_square =
      reinterpret_cast<std::int32_t*>(sums + aligned_size(width_ * sizeof(std::int16_t)));
  network_->kernels().add_rows(accumulator, accumulator, network_->weights(), changes.added,
                               changes.added_count, changes.removed, changes.removed_count, width_);
  if (heads_ > 0) {
    network_->kernels().add_rows_i32(piece_square, piece_square, network_->piece_square_weights(),
                                     changes.added, changes.added_count, changes.removed,
                                     changes.removed_count, heads_);
  }
  std::memcpy(accumulator_at(top_, perspective), sums, bytes_per_side_);
  if (network_->relations())
    network_->add_relations(position, perspective, accumulator_at(top_, perspective),
                            piece_square_at(top_, perspective));
  plies_[top_].computed[perspective] = true;
}

// Brings the sums of the top ply up to date: from the nearest earlier ply that has them, unless the own king
// changed the context on the way.
void AccumulatorStack::update(const Position& position, Color perspective) {
  const std::size_t here = context_id(perspective, plies_[top_].king[perspective]);
  std::size_t known = top_;
  while (!plies_[known].computed[perspective]) {
    if (known == 0 || network_->relations() ||
        context_id(perspective, plies_[known - 1].king[perspective]) != here) {
      refresh(position, perspective);
      return;
    }
    --known;
  }
  for (std::size_t ply = known + 1; ply <= top_; ++ply) step(ply, perspective);
}

Output AccumulatorStack::output(const Position& position) {
  return output(position, network_->bucket_of(position));
}

Output AccumulatorStack::output(const Position& position, int bucket) {
  if (width_ == 0) return network_->fresh_output(position, bucket);
  Sums sums;
  for (const Color color : {Color::White, Color::Black}) {
    update(position, color);
    sums.accumulator[color] = accumulator_at(top_, color);
    if (heads_ > 0) sums.piece_square[color] = piece_square_at(top_, color);
  }
  return network_->output(sums, position.side_to_move(), bucket);
}

}  // namespace tabia::nn
