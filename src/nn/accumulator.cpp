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

// Two perspectives, each with the own king on files a-d or e-h.
constexpr std::size_t kRelationContexts = 4;

// Number of cached sums that are added as if they were rows.
constexpr std::uint32_t kOnlyRow = 0;

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
  struct Context {
    Color perspective;
    FeatureContext of_pieces;
    std::uint8_t of_relations;
    bool operator==(const Context&) const = default;
  };
  std::vector<Context> contexts;
  for (const Color perspective : {Color::White, Color::Black}) {
    for (int square = 0; square < kSquareCount; ++square) {
      const Square king = square_at(square);
      const Context here = {perspective, network_->features().context(perspective, king),
                            network_->relations() ? RelationSet::flip(perspective, king) : std::uint8_t{0}};
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
  if (!network_->relations()) return;
  cached_relations_.resize(kRelationContexts);
  for (CachedRelations& cached : cached_relations_)
    cached.is_on.resize(network_->relations()->rows() / 64 + 1);
  relation_cache_ = AlignedBuffer(kRelationContexts * bytes_per_side_);
}

void AccumulatorStack::grow(std::size_t plies) {
  AlignedBuffer larger(plies * 2 * bytes_per_side_);
  if (sums_.size() > 0) std::memcpy(larger.data(), sums_.data(), sums_.size());
  sums_ = std::move(larger);
  plies_.resize(plies);
  if (network_->relations()) relations_.resize(plies);
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

const std::int16_t* AccumulatorStack::accumulator_of(const std::byte* sums) noexcept {
  return reinterpret_cast<const std::int16_t*>(sums);
}

const std::int32_t* AccumulatorStack::piece_square_of(const std::byte* sums) const noexcept {
  return reinterpret_cast<const std::int32_t*>(sums + aligned_size(width_ * sizeof(std::int16_t)));
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
  if (!relations_.empty()) {
    relations_[0].board = PieceBoard(position);
    relations_[0].board_known = true;
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
  if (!relations_.empty()) relations_[top_].board_known = relations_[top_].changes_known = false;
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
  const std::uint32_t* const added = changes.added.data();
  const std::uint32_t* const removed = changes.removed.data();
  const std::size_t added_count = changes.added_count;
  const std::size_t removed_count = changes.removed_count;
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

void AccumulatorStack::apply(std::int16_t* out, const std::int16_t* in, std::int32_t* piece_square_out,
                             const std::int32_t* piece_square_in, const Changes& changes,
                             const PairChanges& pairs) const {
  const kernels::Kernels& kernels = network_->kernels();
  const auto rows_of = [](const auto& lists) {
    return kernels::RowLists{lists.added.data(), lists.added_count, lists.removed.data(),
                             lists.removed_count};
  };
  kernels.add_mixed_rows(out, in, network_->weights(), rows_of(changes), network_->relation_weights(),
                         rows_of(pairs), width_);
  if (heads_ == 0) return;
  kernels.add_rows_i32(piece_square_out, piece_square_in, network_->piece_square_weights(),
                       changes.added.data(), changes.added_count, changes.removed.data(),
                       changes.removed_count, heads_);
  kernels.add_rows_i32(piece_square_out, piece_square_out, network_->relation_piece_square_weights(),
                       pairs.added.data(), pairs.added_count, pairs.removed.data(), pairs.removed_count,
                       heads_);
}

const PieceBoard& AccumulatorStack::board_after(std::size_t ply) {
  std::size_t known = ply;
  while (!relations_[known].board_known) --known;
  for (; known < ply; ++known) {
    PieceBoard& board = relations_[known + 1].board;
    board = relations_[known].board;
    board.apply(plies_[known + 1].delta);
    relations_[known + 1].board_known = true;
  }
  return relations_[ply].board;
}

const RelationChanges& AccumulatorStack::relation_changes(std::size_t ply) {
  Relations& here = relations_[ply];
  if (!here.changes_known) {
    here.board = board_after(ply - 1);
    network_->relations()->changed(here.board, plies_[ply].delta, here.changes);
    here.board_known = here.changes_known = true;
  }
  return here.changes;
}

AccumulatorStack::PairChanges AccumulatorStack::pair_changes(std::size_t ply, Color perspective) {
  const RelationSet& relations = *network_->relations();
  const RelationChanges& changed = relation_changes(ply);
  const std::uint8_t flip = RelationSet::flip(perspective, plies_[ply].king[perspective]);
  PairChanges pairs;
  pairs.added_count = relations.indices(changed.added, perspective, flip, pairs.added.data());
  pairs.removed_count = relations.indices(changed.removed, perspective, flip, pairs.removed.data());
  return pairs;
}

// Computes the sums of a ply from those of the previous ply, in the same context.
void AccumulatorStack::step(std::size_t ply, Color perspective) {
  const FeatureSet& features = network_->features();
  const Square king = plies_[ply].king[perspective];
  Changes changes;
  features.changed(plies_[ply].delta, perspective, features.context(perspective, king), changes);
  std::int16_t* const out = accumulator_at(ply, perspective);
  const std::int16_t* const in = accumulator_at(ply - 1, perspective);
  std::int32_t* const piece_square_out = piece_square_at(ply, perspective);
  const std::int32_t* const piece_square_in = piece_square_at(ply - 1, perspective);
  if (network_->relations()) {
    apply(out, in, piece_square_out, piece_square_in, changes, pair_changes(ply, perspective));
  } else {
    apply(out, in, piece_square_out, piece_square_in, changes);
  }
  plies_[ply].computed[perspective] = true;
}

template <class Board>
const std::byte* AccumulatorStack::refreshed_pieces(const Board& board, Color perspective, Square king) {
  const FeatureSet& features = network_->features();
  const FeatureContext context = features.context(perspective, king);
  const std::size_t id = context_id(perspective, king);
  CachedContext& cached = cached_[id];
  Changes changes;
  for (const Color color : {Color::White, Color::Black}) {
    for (const PieceType type : kPieceTypes) {
      const Piece piece = make_piece(color, type);
      if (!features.has_input(piece)) continue;
      const Bitboard now = board.pieces(color, type);
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
  network_->kernels().add_rows(accumulator, accumulator, network_->weights(), changes.added.data(),
                               changes.added_count, changes.removed.data(), changes.removed_count, width_);
  if (heads_ > 0) {
    network_->kernels().add_rows_i32(piece_square, piece_square, network_->piece_square_weights(),
                                     changes.added.data(), changes.added_count, changes.removed.data(),
                                     changes.removed_count, heads_);
  }
  return sums;
}

// Computes the sums of the top ply from the last position that was refreshed in this context.
void AccumulatorStack::refresh(const Position& position, Color perspective) {
  const std::byte* const pieces = refreshed_pieces(position, perspective, position.king_square(perspective));
  plies_[top_].computed[perspective] = true;
  if (!network_->relations()) {
    std::memcpy(accumulator_at(top_, perspective), pieces, bytes_per_side_);
    return;
  }
  if (exchange_pieces(pieces, perspective)) return;
  const std::byte* const pairs = refreshed_relations(position, perspective);
  network_->kernels().add_rows(accumulator_at(top_, perspective), accumulator_of(pieces),
                               accumulator_of(pairs), &kOnlyRow, 1, nullptr, 0, width_);
  if (heads_ > 0) {
    network_->kernels().add_rows_i32(piece_square_at(top_, perspective), piece_square_of(pieces),
                                     piece_square_of(pairs), &kOnlyRow, 1, nullptr, 0, heads_);
  }
}

bool AccumulatorStack::exchange_pieces(const std::byte* pieces, Color perspective) {
  if (top_ == 0 || !plies_[top_ - 1].computed[perspective]) return false;
  const Square king_before = plies_[top_ - 1].king[perspective];
  if (RelationSet::flip(perspective, king_before) !=
      RelationSet::flip(perspective, plies_[top_].king[perspective]))
    return false;
  const kernels::Kernels& kernels = network_->kernels();
  const std::byte* const before = refreshed_pieces(board_after(top_ - 1), perspective, king_before);
  std::int16_t* const out = accumulator_at(top_, perspective);
  std::int32_t* const piece_square_out = piece_square_at(top_, perspective);
  kernels.add_sub(out, accumulator_at(top_ - 1, perspective), accumulator_of(pieces), accumulator_of(before),
                  width_);
  if (heads_ > 0) {
    kernels.add_rows_i32(piece_square_out, piece_square_at(top_ - 1, perspective), piece_square_of(pieces),
                         &kOnlyRow, 1, nullptr, 0, heads_);
    kernels.add_rows_i32(piece_square_out, piece_square_out, piece_square_of(before), nullptr, 0, &kOnlyRow,
                         1, heads_);
  }
  apply(out, out, piece_square_out, piece_square_out, {}, pair_changes(top_, perspective));
  return true;
}

const std::byte* AccumulatorStack::refreshed_relations(const Position& position, Color perspective) {
  const RelationSet& relations = *network_->relations();
  const bool right_half = file_of(position.king_square(perspective)) >= 4;
  const std::size_t id = 2 * static_cast<std::size_t>(perspective) + (right_half ? 1 : 0);
  CachedRelations& cached = cached_relations_[id];
  const auto flip_bit = [&](std::uint32_t input) {
    cached.is_on[input / 64] ^= std::uint64_t{1} << input % 64;
  };
  const auto is_on = [&](std::uint32_t input) { return (cached.is_on[input / 64] >> input % 64 & 1) != 0; };

  std::uint32_t now[RelationSet::kMaxActive];
  const std::size_t count = relations.active(position, perspective, now);
  PairChanges changes;
  // Inputs that are on in both positions lose their bit, so only cached ones that are now off keep it.
  for (std::size_t i = 0; i < count; ++i) {
    if (is_on(now[i])) {
      flip_bit(now[i]);
    } else {
      changes.added[changes.added_count++] = now[i];
    }
  }
  for (const std::uint32_t input : cached.inputs) {
    if (!is_on(input)) continue;
    changes.removed[changes.removed_count++] = input;
    flip_bit(input);
  }
  for (std::size_t i = 0; i < count; ++i) flip_bit(now[i]);
  cached.inputs.assign(now, now + count);

  std::byte* const sums = relation_cache_.data() + id * bytes_per_side_;
  auto* const accumulator = reinterpret_cast<std::int16_t*>(sums);
  auto* const piece_square =
      reinterpret_cast<std::int32_t*>(sums + aligned_size(width_ * sizeof(std::int16_t)));
  // If little is left of the last position, starting from nothing is less work.
  if (changes.added_count + changes.removed_count > count) {
    std::memset(sums, 0, bytes_per_side_);
    std::copy_n(now, count, changes.added.begin());
    changes.added_count = count;
    changes.removed_count = 0;
  }
  apply(accumulator, accumulator, piece_square, piece_square, {}, changes);
  return sums;
}

// Brings the sums of the top ply up to date: from the nearest earlier ply that has them, unless the own king
// changed the context on the way.
void AccumulatorStack::update(const Position& position, Color perspective) {
  const std::size_t here = context_id(perspective, plies_[top_].king[perspective]);
  std::size_t known = top_;
  while (!plies_[known].computed[perspective]) {
    if (known == 0 || context_id(perspective, plies_[known - 1].king[perspective]) != here) {
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
