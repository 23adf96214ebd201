#include "train/planes_fragment.h"

#include <algorithm>
#include <cstring>

#include "data/packed_position.h"

namespace tabia::train {
namespace {

constexpr std::size_t kPackedWords = data::kPackedPositionBytes / sizeof(std::uint16_t);
constexpr std::uint16_t kUnknownPlies = 0xFFFF;
constexpr std::size_t kMostPliesBack = 120;

}  // namespace

void PlanesExample::walk(std::vector<chess::Position>& game) const {
  game.assign(1, start);
  for (const chess::Move move : moves) {
    game.push_back(game.back());
    game.back().make(move);
  }
}

void append_planes_fragment(Fragments& out, const PlanesExample& example) {
  std::vector<std::uint16_t>& words = out.words;
  out.starts.push_back(words.size());
  ++out.positions;
  words.push_back(1);
  words.push_back(static_cast<std::uint16_t>(example.moves.size()));
  const data::PackedPosition packed = data::packed(example.start);
  const std::size_t at = words.size();
  words.resize(at + kPackedWords);
  std::memcpy(words.data() + at, packed.data(), packed.size());
  for (const chess::Move move : example.moves) words.push_back(move.bits());
  append_label(words, example.label);
  words.push_back(example.played.bits());
  words.push_back(example.rating);
  words.push_back(example.plies_left ? static_cast<std::uint16_t>(std::min(*example.plies_left, 65534))
                                     : kUnknownPlies);
}

void read_planes_fragment(FragmentView fragment, PlanesExample& example) {
  const std::uint16_t* words = fragment.words() + 1;
  const std::size_t count = *words++;
  std::array<char, data::kPackedPositionBytes> packed;
  std::memcpy(packed.data(), words, packed.size());
  words += kPackedWords;
  example.start = data::unpack_position({packed.data(), packed.size()}).value();
  example.moves.clear();
  for (std::size_t i = 0; i < count; ++i) example.moves.push_back(chess::Move::from_bits(*words++));
  example.label = label_at(words);
  words += kLabelWords;
  example.played = chess::Move::from_bits(*words++);
  example.rating = *words++;
  example.plies_left = *words == kUnknownPlies ? std::nullopt : std::optional<int>(*words);
}

std::size_t PlanesFragmentWriter::plies_seen() const noexcept {
  const std::size_t last = game_.size() - 1;
  if (input_.kind == deep::InputSpec::Kind::Pieces) return std::min(last, deep::size_of(input_.history) - 1);
  // Whether the oldest position shown is a repetition depends on what came before it.
  constexpr std::size_t kLc0History = 8;
  const std::size_t shown = std::min(last, kLc0History - 1);
  const auto clock = static_cast<std::size_t>(game_[last - shown].halfmove_clock());
  return std::min({last, shown + clock, kMostPliesBack});
}

void PlanesFragmentWriter::keep(chess::Move played, const Label& label, std::uint16_t rating) {
  const std::size_t last = game_.size() - 1;
  const std::size_t first = last - plies_seen();
  PlanesExample example{game_[first], {}, played, label, rating};
  example.moves.assign(moves_.begin() + static_cast<std::ptrdiff_t>(first), moves_.end());
  append_planes_fragment(out_, example);
  kept_.push_back({out_.words.size() - 1, last});
}

void PlanesFragmentWriter::finish() {
  const std::size_t plies = moves_.size();
  const bool is_game = game_.size() > 1;
  for (const Kept& kept : kept_)
    if (is_game)
      out_.words[kept.ends] = static_cast<std::uint16_t>(std::min<std::size_t>(plies - kept.ply, 65534));
  kept_.clear();
}

}  // namespace tabia::train
