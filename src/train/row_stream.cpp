#include "train/row_stream.h"

#include <algorithm>

#include "base/check.h"

namespace tabia::train {

using chess::Color;
using chess::Piece;
using chess::Square;

void RowStreamMaker::Board::put(std::uint16_t placed) noexcept {
  const Piece piece = piece_of_word(placed);
  const Square square = square_of_word(placed);
  men.put(piece, square);
  if (chess::type_of(piece) == chess::PieceType::King) king[chess::color_of(piece)] = square;
}

// Another piece may have moved to the square: remove the leaving pieces before placing the arriving ones.
void RowStreamMaker::Board::take(std::uint16_t placed) noexcept {
  men.remove(piece_of_word(placed), square_of_word(placed));
}

std::uint64_t place_in_batch(const nn::FeatureSet& features, FragmentView fragment) noexcept {
  const std::span<const std::uint16_t> pieces = fragment.first_pieces();
  std::uint64_t key = pieces.size();
  if (features.bucket_count() == 1) return key;
  for (const std::uint16_t placed : pieces) {
    const Piece piece = piece_of_word(placed);
    if (chess::type_of(piece) != chess::PieceType::King) continue;
    const Color color = chess::color_of(piece);
    const std::uint64_t rows = features.context(color, square_of_word(placed)).first_row;
    key |= rows << (color == Color::White ? 32 : 8);
  }
  return key;
}

RowStreamMaker::RowStreamMaker(const nn::ModelSpec& spec, const nn::FeatureSet& features)
    : output_(spec.output),
      features_(&features),
      views_(spec.perspective ? 2 : 1),
      next_(static_cast<std::size_t>(spec.output.heads)) {
  if (spec.features.relations.any()) relations_.emplace(spec.features.relations);
  const std::uint32_t rows = features.rows() + (relations_ ? relations_->rows() : 0);
  TABIA_CHECK(rows < 65536, "rows are 16-bit numbers here");
}

std::size_t RowStreamMaker::head_of(std::size_t pieces) const noexcept {
  return static_cast<std::size_t>(
      nn::output_bucket(output_.buckets, output_.heads, static_cast<int>(pieces)));
}

RowStreamMaker::Contexts RowStreamMaker::contexts_of(const Board& board) const noexcept {
  Contexts contexts;
  contexts[Color::White] = features_->context(Color::White, board.king[Color::White]);
  if (views_ == 2) contexts[Color::Black] = features_->context(Color::Black, board.king[Color::Black]);
  return contexts;
}

bool RowStreamMaker::has_side_row(bool black_to_move) const noexcept {
  return !black_to_move && features_->side_to_move_input() != nn::FeatureSet::kNoInput;
}

// Finds the positions, and where those of each head go.
void RowStreamMaker::count_heads(std::span<const FragmentView> fragments, Chunk& chunk) {
  std::fill(next_.begin(), next_.end(), 0);
  std::size_t total = 0;
  for (const FragmentView fragment : fragments) {
    const std::size_t kept = fragment.positions();
    std::size_t pieces = fragment.first_pieces().size();
    const std::uint16_t* at = fragment.first_label() + kLabelWords;
    ++next_[head_of(pieces)];
    for (std::size_t i = 1; i < kept; ++i) {
      const std::size_t added = *at & 127;
      const std::size_t removed = *at >> 7 & 255;
      pieces += added - removed;
      at += 1 + added + removed + kLabelWords;
      ++next_[head_of(pieces)];
    }
    total += kept;
  }
  chunk.head_begin.assign(1, 0);
  for (std::size_t& count : next_) {
    chunk.head_begin.push_back(chunk.head_begin.back() + count);
    count = chunk.head_begin[chunk.head_begin.size() - 2];
  }
  chunk.labels.resize(total);
  chunk.pieces.resize(total);
  chunk.turned.assign(total, false);
}

void RowStreamMaker::append_placed(std::span<const std::uint16_t> placed, const Contexts& contexts,
                                   bool with_side, std::vector<std::uint16_t>& stream) const {
  for (int view = 0; view < views_; ++view) {
    const auto color = static_cast<Color>(view);
    append_view(placed, color, contexts[color], with_side, stream);
  }
}

void RowStreamMaker::append_view(std::span<const std::uint16_t> placed, Color view,
                                 nn::FeatureContext context, bool with_side,
                                 std::vector<std::uint16_t>& stream) const {
  const std::size_t begin = stream.size();
  stream.resize(begin + placed.size() + 1);
  std::uint16_t* out = stream.data() + begin;
  for (const std::uint16_t word : placed) {
    const Piece piece = piece_of_word(word);
    if (features_->has_input(piece))
      *out++ = static_cast<std::uint16_t>(features_->index(view, context, piece, square_of_word(word)));
  }
  if (with_side) *out++ = static_cast<std::uint16_t>(features_->side_to_move_input());
  stream.resize(static_cast<std::size_t>(out - stream.data()));
}

void RowStreamMaker::append_relations(const Board& board, Color view,
                                      std::vector<std::uint16_t>& stream) const {
  std::uint32_t inputs[nn::RelationSet::kMaxActive];
  const std::size_t count = relations_->active(board.men, view, board.king[view], inputs);
  for (std::size_t i = 0; i < count; ++i)
    stream.push_back(static_cast<std::uint16_t>(features_->rows() + inputs[i]));
}

void RowStreamMaker::append_board(const Board& board, const Contexts& contexts,
                                  std::vector<std::uint16_t>& stream) const {
  std::uint16_t placed[64];
  std::size_t count = 0;
  for (chess::Bitboard rest = board.men.occupied(); rest;) {
    const Square square = chess::pop_first(rest);
    placed[count++] = placed_word(board.men.piece_on(square), square);
  }
  const std::size_t at = stream.size();
  stream.push_back(0);
  for (int view = 0; view < views_; ++view) {
    const auto color = static_cast<Color>(view);
    append_view({placed, count}, color, contexts[color], has_side_row(board.black_to_move), stream);
    if (relations_) append_relations(board, color, stream);
    const std::size_t rows = stream.size() - at - 1;
    if (view == 0) stream[at] = static_cast<std::uint16_t>(rows);
    TABIA_CHECK(rows == stream[at] * (static_cast<std::size_t>(view) + 1), "the views have as many rows");
  }
}

bool RowStreamMaker::continues(bool same_kings, const Board& board, const Contexts& contexts) const noexcept {
  return !relations_ && (same_kings || contexts_of(board) == contexts);
}

void RowStreamMaker::place(const Board& board, const std::uint16_t* label, Chunk& chunk) {
  const auto pieces = static_cast<std::size_t>(chess::count(board.men.occupied()));
  const std::size_t position = next_[head_of(pieces)]++;
  const bool second = views_ == 2 && board.black_to_move;
  chunk.stream.push_back(static_cast<std::uint16_t>(2 * position + (second ? 1 : 0)));
  chunk.labels[position] = label_at(label);
  chunk.pieces[position] = static_cast<std::uint8_t>(pieces);
  chunk.turned[position] = views_ == 1 && board.black_to_move;
}

void RowStreamMaker::walk(FragmentView fragment, Chunk& chunk) {
  std::vector<std::uint16_t>& stream = chunk.stream;
  Board board;
  const std::size_t kept = fragment.positions();
  board.black_to_move = fragment.starts_with_black();
  for (const std::uint16_t placed : fragment.first_pieces()) board.put(placed);
  Contexts contexts = contexts_of(board);
  append_board(board, contexts, stream);
  std::size_t count_at = stream.size();  // of the positions of the run
  stream.push_back(1);
  const std::uint16_t* at = fragment.first_label();
  place(board, at, chunk);
  at += kLabelWords;

  for (std::size_t i = 1; i < kept; ++i) {
    const std::size_t added = *at & 127;
    const std::size_t removed = *at >> 7 & 255;
    const bool was_black = board.black_to_move;
    const bool is_black = *at++ >> 15 != 0;
    // The kings determine which rows a view uses.
    const auto kings = board.king;
    for (std::size_t k = 0; k < added; ++k) {
      const Piece piece = piece_of_word(at[k]);
      if (chess::type_of(piece) == chess::PieceType::King)
        board.king[chess::color_of(piece)] = square_of_word(at[k]);
    }
    const bool same = continues(board.king == kings, board, contexts);
    if (same) {
      const bool side_on = has_side_row(is_black) && !has_side_row(was_black);
      const bool side_off = has_side_row(was_black) && !has_side_row(is_black);
      const std::size_t counts_at = stream.size();
      const auto views = static_cast<std::size_t>(views_);
      stream.push_back(0);
      stream.push_back(0);
      append_placed({at, added}, contexts, side_on, stream);
      const std::size_t middle = stream.size();
      append_placed({at + added, removed}, contexts, side_off, stream);
      stream[counts_at] = static_cast<std::uint16_t>((middle - counts_at - 2) / views);
      stream[counts_at + 1] = static_cast<std::uint16_t>((stream.size() - middle) / views);
      ++stream[count_at];
    } else if (stream[count_at] > 1) {
      append_board(board, contexts, stream);
    }
    board.black_to_move = is_black;
    for (std::size_t k = 0; k < removed; ++k) board.take(at[added + k]);
    for (std::size_t k = 0; k < added; ++k) board.put(at[k]);
    if (!same) {
      // All rows of a view have changed: start a new run.
      contexts = contexts_of(board);
      append_board(board, contexts, stream);
      count_at = stream.size();
      stream.push_back(1);
    }
    at += added + removed;
    place(board, at, chunk);
    at += kLabelWords;
  }
  if (stream[count_at] > 1) append_board(board, contexts, stream);
}

void RowStreamMaker::make(std::span<const FragmentView> fragments, Chunk& chunk) {
  chunk.stream.clear();
  count_heads(fragments, chunk);
  for (const FragmentView fragment : fragments) walk(fragment, chunk);
}

}  // namespace tabia::train
