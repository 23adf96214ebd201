#include "eval/game_review.h"

#include "base/check.h"

namespace tabia::eval {
namespace {

using chess::Color;
using chess::Move;

// From the other side's point of view. A side that is mated on the board has mate in 0, which has no sign.
Standing opponents(const Standing& standing) {
  Standing other{.win_percent = 100 - standing.win_percent, .mate = standing.mate};
  if (other.mate) other.mate = *other.mate == 0 ? 1 : -*other.mate;
  return other;
}

// Nothing if the game isn't over.
std::optional<ReviewVerdict> verdict_of_end(const chess::Game& game) {
  const chess::GameEnd end = game.end();
  if (end == chess::GameEnd::None) return std::nullopt;
  ReviewVerdict verdict;  // a draw
  if (end == chess::GameEnd::Checkmate) verdict.standing = {.win_percent = 0, .mate = 0};
  return verdict;
}

}  // namespace

std::string_view name_of(ReviewKind kind) noexcept {
  constexpr std::string_view kNames[] = {"usual", "large", "alone"};
  return kNames[static_cast<std::size_t>(kind)];
}

GameReview::GameReview(const chess::Position& start, const std::vector<Move>& moves)
    : first_mover_(start.side_to_move()), played_(moves), verdicts_(moves.size() + 1) {
  chess::Game game(start);
  for (const Move move : moves) game.play(move);
  end_ = verdict_of_end(game);
  verdicts_.back()[0] = end_;
}

const std::optional<ReviewVerdict>& GameReview::verdict(std::size_t index, ReviewKind kind) const {
  return verdicts_[index][static_cast<std::size_t>(kind)];
}

void GameReview::tell(const ReviewSearch& search, const ReviewVerdict& verdict) {
  TABIA_CHECK(search.index < verdicts_.size(), "a search of this game");
  verdicts_[search.index][static_cast<std::size_t>(search.kind)] = verdict;
}

ReviewedMove GameReview::by_usual_searches(std::size_t index) const {
  const ReviewVerdict& before = *verdict(index, ReviewKind::Usual);
  const ReviewVerdict& after = *verdict(index + 1, ReviewKind::Usual);
  ReviewedMove out;
  out.best = before.best ? before.best : played_[index];
  // A mate on the board is as good as any other move.
  const bool mates = index + 1 == played_.size() && end_ && end_->standing.mate;
  out.review = review(before.standing, opponents(after.standing), mates || out.best == played_[index]);
  return out;
}

ReviewedMove GameReview::reviewed(std::size_t index) const {
  const auto& large = verdict(index, ReviewKind::Large);
  if (!large || !large->best) return by_usual_searches(index);
  ReviewedMove out{.best = large->best, .review = {}, .is_checked = true};
  if (large->best == played_[index]) return out;
  const auto& alone = verdict(index, ReviewKind::Alone);
  TABIA_CHECK(alone, "the review is incomplete");
  out.review = review(large->standing, alone->standing, false);
  return out;
}

std::optional<ReviewSearch> GameReview::wanted_check(std::size_t index) const {
  if (by_usual_searches(index).review.judgement == Judgement::Good) return std::nullopt;
  const auto& large = verdict(index, ReviewKind::Large);
  if (!large) return ReviewSearch{index, ReviewKind::Large};
  const bool is_good = !large->best || large->best == played_[index];
  if (is_good || verdict(index, ReviewKind::Alone)) return std::nullopt;
  return ReviewSearch{index, ReviewKind::Alone};
}

std::vector<ReviewSearch> GameReview::wanted() const {
  std::vector<ReviewSearch> searches;
  for (std::size_t i = 0; i < verdicts_.size(); ++i)
    if (!verdict(i, ReviewKind::Usual)) searches.push_back({i, ReviewKind::Usual});
  if (!searches.empty()) return searches;
  for (std::size_t i = 0; i < played_.size(); ++i)
    if (const auto check = wanted_check(i)) searches.push_back(*check);
  return searches;
}

std::vector<ReviewedMove> GameReview::moves() const {
  std::vector<ReviewedMove> moves;
  for (std::size_t i = 0; i < played_.size(); ++i) moves.push_back(reviewed(i));
  return moves;
}

std::vector<double> GameReview::white_percent() const {
  std::vector<double> percents;
  Color side = first_mover_;
  for (std::size_t i = 0; i < verdicts_.size(); ++i, side = ~side) {
    const double percent = verdict(i, ReviewKind::Usual)->standing.win_percent;
    percents.push_back(side == Color::White ? percent : 100 - percent);
  }
  return percents;
}

chess::EnumArray<Color, std::optional<double>> GameReview::accuracy() const {
  std::vector<double> losses;
  for (const ReviewedMove& move : moves()) losses.push_back(move.review.loss);
  return game_accuracy(first_mover_, losses, white_percent());
}

}  // namespace tabia::eval
