// eval/game_review.h: which moves of a game were bad, and which searches it takes to say so.
//
// The one definition for the library, the command and the page. It doesn't search: the caller makes the
// searches that it asks for, until it asks for none.
//
//   GameReview review(start, moves);
//   for (auto wanted = review.wanted(); !wanted.empty(); wanted = review.wanted())
//     for (const ReviewSearch& search : wanted) review.tell(search, ...);
//   review.moves()[0].review.judgement
//
// A move isn't called bad (not even an inaccuracy) before a search of kReviewFactor times the usual size has
// looked at the position. If that search would have played the move itself, the move is good; otherwise a
// second one of the same size, of this move alone, says what it loses. Verdicts of searches that start
// without memory are always the same: with a node limit, the command and the page agree.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "chess/game.h"
#include "eval/accuracy.h"

namespace tabia::eval {

inline constexpr int kReviewFactor = 10;

enum class ReviewKind {
  Usual,  // all moves
  Large,  // all moves, kReviewFactor times the size
  Alone,  // the move that was played, kReviewFactor times the size
};
[[nodiscard]] std::string_view name_of(ReviewKind kind) noexcept;

// Of the position before the move with this index; before no move: of the last position.
struct ReviewSearch {
  std::size_t index = 0;
  ReviewKind kind = ReviewKind::Usual;

  friend bool operator==(const ReviewSearch&, const ReviewSearch&) = default;
};

// What a search says, for the side to move.
struct ReviewVerdict {
  Standing standing;
  chess::Move best;  // none if the search found none
};

struct ReviewedMove {
  chess::Move best;  // the move itself if no search found one
  MoveReview review;
  bool is_checked = false;  // by a large search
};

class GameReview {
 public:
  // The moves must be legal.
  GameReview(const chess::Position& start, const std::vector<chess::Move>& moves);

  // The searches it needs next, in any order; empty if the review is complete.
  [[nodiscard]] std::vector<ReviewSearch> wanted() const;
  // Requires a search of this game.
  void tell(const ReviewSearch& search, const ReviewVerdict& verdict);

  // The verdict on the last position if the game is over there; it needs no search.
  [[nodiscard]] const std::optional<ReviewVerdict>& end() const noexcept { return end_; }

  // The rest requires a complete review.
  [[nodiscard]] std::vector<ReviewedMove> moves() const;
  // Before each move, and in the last position.
  [[nodiscard]] std::vector<double> white_percent() const;
  // In percent; nothing for a player who never moved.
  [[nodiscard]] chess::EnumArray<chess::Color, std::optional<double>> accuracy() const;

 private:
  // The verdicts of a position.
  using Verdicts = std::array<std::optional<ReviewVerdict>, 3>;

  [[nodiscard]] const std::optional<ReviewVerdict>& verdict(std::size_t index, ReviewKind kind) const;
  [[nodiscard]] ReviewedMove by_usual_searches(std::size_t index) const;
  [[nodiscard]] ReviewedMove reviewed(std::size_t index) const;
  [[nodiscard]] std::optional<ReviewSearch> wanted_check(std::size_t index) const;

  chess::Color first_mover_;
  std::vector<chess::Move> played_;
  std::vector<Verdicts> verdicts_;  // one more than moves
  std::optional<ReviewVerdict> end_;
};

}  // namespace tabia::eval
