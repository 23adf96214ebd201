// data/game_coding.h: games as four columns of bytes, the content of a block of games
// (docs/formats/training-data.md).
//
//   heads    one for each game: result, start (one bit if it is the usual one), first ply, ratings if known,
//            number of plies
//   movers   one byte for each move: which of the mover's pieces
//   targets  one byte for each move: which of the squares that this piece reaches
//   scores   one number of variable length for each ply: difference from what the previous score suggests
//
// Each column alone is narrow and skewed, which suits zstd's entropy coder. The bytes of a move are indices
// among pseudo-legal moves; the decoder checks that a move is legal before it makes it, so bytes that no
// encoder wrote give an error and never an impossible position.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "data/bytes.h"
#include "data/game_record.h"
#include "data/stream.h"

namespace tabia::data {

// Games are cut at this length; the rules of chess don't allow longer ones.
inline constexpr std::size_t kMostPlies = 20'000;

// A move as the two bytes of the columns.
struct MoveCode {
  std::uint8_t mover = 0;
  std::uint8_t target = 0;
};
// Requires a legal move.
[[nodiscard]] MoveCode code_of(const chess::Position& position, chess::Move move) noexcept;
// none() if the code means no legal move.
[[nodiscard]] chess::Move move_of(const chess::Position& position, MoveCode code) noexcept;

// The prediction for the score of a ply: the previous score from the other side's view, or "none" after
// "none".
[[nodiscard]] constexpr int expected_score(int previous) noexcept {
  return previous == base::kNoScore ? previous : -previous;
}

// Collects games.
class GameEncoder {
 public:
  // Requires a record as described in game_record.h, with a packable start and at most kMostPlies plies.
  void add(const GameRecord& record);

  [[nodiscard]] std::uint32_t games() const noexcept { return games_; }
  [[nodiscard]] std::uint32_t positions() const noexcept { return positions_; }
  // Size of content() so far, in bytes.
  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] std::string content() const;
  void clear() noexcept;

 private:
  void add_head(const GameRecord& record);

  std::string heads_;
  std::string movers_;
  std::string targets_;
  std::string scores_;
  std::uint32_t games_ = 0;
  std::uint32_t positions_ = 0;
};

// Takes games out of the content of a block, which must outlive it. After an error the rest can't be read.
class GameDecoder {
 public:
  // The error says that the columns don't fit the content.
  [[nodiscard]] static base::Result<GameDecoder> open(std::string_view content);

  // Reads the next game; false at the end. Shows its samples to the visitor, if there is one. The error says
  // what is wrong with the game.
  [[nodiscard]] base::Result<bool> next(GameRecord& record, SampleVisitor* visitor = nullptr);

  // Calls visit(const Sample&) for each position of the next game, in one pass over it: faster than next()
  // and for_each_sample(). False at the end. On an error some samples of the game may have been visited.
  template <class Visitor>
  [[nodiscard]] base::Result<bool> next_samples(Visitor&& visit) {
    const auto more = next_head();
    if (!more || !*more) return more;
    Sample sample{.position = start_, .move = {}, .ply = head_.first_ply};
    const Outcome white_outcome = outcome_for(chess::Color::White, head_.result);
    int previous = 0;
    for (std::uint32_t left = head_.plies; left > 0; --left) {
      const int score = next_score(previous);
      if (score == kBadScore) return bad_ply("score", head_.plies - left);
      previous = score;
      sample.score = static_cast<std::int16_t>(score);
      const bool white = sample.position.side_to_move() == chess::Color::White;
      sample.outcome = white ? white_outcome : -white_outcome;
      sample.rating = head_.ratings[white ? 0 : 1];
      const bool has_move = left > 1 || head_.last_has_move;
      sample.move = has_move ? next_move(sample.position) : chess::Move::none();
      if (has_move && !sample.move) return bad_ply("move", head_.plies - left);
      visit(static_cast<const Sample&>(sample));
      if (left > 1) sample.position.make(sample.move);
      ++sample.ply;
    }
    return true;
  }

 private:
  static constexpr int kBadScore = 1 << 20;

  struct Head {
    chess::GameResult result = chess::GameResult::Unknown;
    std::uint16_t first_ply = 0;
    std::uint32_t plies = 0;
    bool last_has_move = false;
    Ratings ratings{};
  };

  GameDecoder() = default;
  // Reads the next head into head_ and start_. False at the end.
  [[nodiscard]] base::Result<bool> next_head();
  [[nodiscard]] base::Error bad_ply(std::string_view what, std::uint32_t ply) const;

  // kBadScore if there is no valid one.
  [[nodiscard]] int next_score(int previous) noexcept {
    const auto code = scores_.take_varint();
    if (!code) return kBadScore;
    const int score = expected_score(previous) + unzigzag(*code);
    return score == static_cast<std::int16_t>(score) ? score : kBadScore;
  }
  // none() if there is no valid one.
  [[nodiscard]] chess::Move next_move(const chess::Position& position) noexcept {
    if (movers_.left() == 0 || targets_.left() == 0) return chess::Move::none();
    const std::uint8_t mover = movers_.take_byte();
    return move_of(position, {mover, targets_.take_byte()});
  }

  ByteCursor heads_;
  ByteCursor movers_;
  ByteCursor targets_;
  ByteCursor scores_;
  Head head_;
  chess::Position start_;
  chess::Position usual_start_;
  std::uint32_t games_ = 0;  // heads read
};

}  // namespace tabia::data
