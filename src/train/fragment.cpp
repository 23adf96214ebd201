#include "train/fragment.h"

#include <algorithm>

namespace tabia::train {
namespace {

std::uint16_t side_bit(const chess::Position& position) noexcept {
  return position.side_to_move() == chess::Color::Black ? 0x8000 : 0;
}

}  // namespace

void FragmentWriter::keep(const chess::Position& position, const Label& label) {
  std::vector<std::uint16_t>& words = out_.words;
  ++out_.positions;
  if (open_ && words[out_.starts.back()] == kLongestFragment) open_ = false;
  if (open_) {
    ++words[out_.starts.back()];
    words.push_back(static_cast<std::uint16_t>(added_.size() | removed_.size() << 7 | side_bit(position)));
    words.insert(words.end(), added_.begin(), added_.end());
    words.insert(words.end(), removed_.begin(), removed_.end());
  } else {
    open_ = true;
    const std::size_t at = words.size();
    const auto count = static_cast<std::size_t>(chess::count(position.occupied()));
    out_.starts.push_back(at);
    words.resize(at + 2 + count);
    std::uint16_t* out = words.data() + at;
    *out++ = 1;
    *out++ = static_cast<std::uint16_t>(count | side_bit(position));
    for (chess::Bitboard rest = position.occupied(); rest;) {
      const chess::Square square = chess::pop_first(rest);
      *out++ = placed_word(position.piece_on(square), square);
    }
  }
  append_label(words, label);
  added_.clear();
  removed_.clear();
}

// A piece that appears and disappears between two kept positions leaves no trace.
void FragmentWriter::change(std::vector<std::uint16_t>& list, std::vector<std::uint16_t>& opposite,
                            std::uint16_t word) {
  if (const auto found = std::find(opposite.begin(), opposite.end(), word); found != opposite.end())
    opposite.erase(found);
  else
    list.push_back(word);
}

void FragmentWriter::step(const chess::PieceDelta& delta) {
  if (!open_) return;
  for (int i = 0; i < delta.removed_count; ++i) {
    const chess::PlacedPiece& placed = delta.removed[static_cast<std::size_t>(i)];
    change(removed_, added_, placed_word(placed.piece, placed.square));
  }
  for (int i = 0; i < delta.added_count; ++i) {
    const chess::PlacedPiece& placed = delta.added[static_cast<std::size_t>(i)];
    change(added_, removed_, placed_word(placed.piece, placed.square));
  }
  if (added_.size() + removed_.size() <= kMostChanges) return;
  close();
  added_.clear();
  removed_.clear();
}

}  // namespace tabia::train
