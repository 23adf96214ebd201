// train/fragment.h: a piece of a game as the trainer stores it: one position in full, then the changes.
//
// A fragment holds the training positions of a stretch of a game, in order. For skipped positions (filtered,
// or dropped to make batches less correlated) it stores only the changes of the board. A single position is a
// fragment of one. Fragments are 16-bit words in one array, so millions of them are cheap to store and to
// shuffle.
//
//   kept                    number of positions
//   pieces | side << 15     of the first position; side: 1 if Black is to move
//   pieces words            each piece << 6 | square
//   label                   three words: the score's float, then the outcome + 1
//   for each further position:
//     added | removed << 7 | side << 15, the added pieces, the removed ones, label
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "chess/position.h"
#include "data/sample.h"

namespace tabia::train {

// What is known about a position, for the side to move.
struct Label {
  // The logit of the expected result that the score means: a score of one `scale` of its dataset is 1.0. NaN:
  // there is no score.
  float score = std::nanf("");
  data::Outcome outcome = data::Outcome::Unknown;

  [[nodiscard]] bool has_score() const noexcept { return !std::isnan(score); }
};

inline constexpr std::size_t kLabelWords = 3;
// The most positions in a fragment: a fragment must fit in the cache. Longer games are cut.
inline constexpr std::size_t kLongestFragment = 128;
// A piece on a square as one word.
[[nodiscard]] constexpr std::uint16_t placed_word(chess::Piece piece, chess::Square square) noexcept {
  return static_cast<std::uint16_t>(static_cast<unsigned>(piece) << 6 | static_cast<unsigned>(square));
}
[[nodiscard]] constexpr chess::Piece piece_of_word(std::uint16_t word) noexcept {
  return static_cast<chess::Piece>(word >> 6);
}
[[nodiscard]] constexpr chess::Square square_of_word(std::uint16_t word) noexcept {
  return static_cast<chess::Square>(word & 63);
}

inline void append_label(std::vector<std::uint16_t>& words, const Label& label) {
  const auto bits = std::bit_cast<std::uint32_t>(label.score);
  words.push_back(static_cast<std::uint16_t>(bits));
  words.push_back(static_cast<std::uint16_t>(bits >> 16));
  words.push_back(static_cast<std::uint16_t>(static_cast<int>(label.outcome) + 1));
}
[[nodiscard]] inline Label label_at(const std::uint16_t* words) noexcept {
  return {
      std::bit_cast<float>(static_cast<std::uint32_t>(words[0]) | static_cast<std::uint32_t>(words[1]) << 16),
      static_cast<data::Outcome>(static_cast<int>(words[2]) - 1)};
}

// A view of a stored fragment: a pointer to its first word, so copying it is cheap. It must not outlive the
// words.
class FragmentView {
 public:
  explicit constexpr FragmentView(const std::uint16_t* words) noexcept : words_(words) {}

  [[nodiscard]] const std::uint16_t* words() const noexcept { return words_; }
  // Kept positions.
  [[nodiscard]] std::size_t positions() const noexcept { return words_[0]; }
  // Pieces of the first position, each as placed_word().
  [[nodiscard]] std::span<const std::uint16_t> first_pieces() const noexcept {
    return {words_ + 2, std::size_t{words_[1]} & 0x7FFF};
  }
  [[nodiscard]] bool starts_with_black() const noexcept { return words_[1] >> 15 != 0; }
  // The words from the first position's label on.
  [[nodiscard]] const std::uint16_t* first_label() const noexcept {
    return words_ + 2 + first_pieces().size();
  }

 private:
  const std::uint16_t* words_;
};

// Consecutive fragments.
struct Fragments {
  std::vector<std::uint16_t> words;
  std::vector<std::uint64_t> starts;  // the start of each
  std::uint64_t positions = 0;        // kept positions in all fragments

  [[nodiscard]] std::size_t size() const noexcept { return starts.size(); }
  // Valid until fragments are added.
  [[nodiscard]] FragmentView operator[](std::size_t i) const noexcept {
    return FragmentView(words.data() + starts[i]);
  }

  // Everything after a mark can be dropped again.
  struct Mark {
    std::size_t words = 0;
    std::size_t starts = 0;
    std::uint64_t positions = 0;
  };
  [[nodiscard]] Mark mark() const noexcept { return {words.size(), starts.size(), positions}; }
  void drop_behind(const Mark& mark) {
    words.resize(mark.words);
    starts.resize(mark.starts);
    positions = mark.positions;
  }

  void clear() noexcept {
    words.clear();
    starts.clear();
    positions = 0;
  }
};

// Cuts fragments out of games.
class FragmentWriter {
 public:
  explicit FragmentWriter(Fragments& out) : out_(out) {}

  // Adds a training position. The first one of a fragment is stored in full.
  void keep(const chess::Position& position, const Label& label);
  // A move was made. Does nothing while no fragment is open.
  void step(const chess::PieceDelta& delta);
  // Ends the fragment; the next kept position starts another.
  void close() noexcept { open_ = false; }

 private:
  // Longer lists of changes are not worth storing: the fragment ends.
  static constexpr std::size_t kMostChanges = 24;

  static void change(std::vector<std::uint16_t>& list, std::vector<std::uint16_t>& opposite,
                     std::uint16_t word);

  Fragments& out_;
  bool open_ = false;
  std::vector<std::uint16_t> added_;  // since the last kept position
  std::vector<std::uint16_t> removed_;
};

}  // namespace tabia::train
