#include "play/quiet.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "chess/movegen.h"
#include "chess/see.h"

namespace tabia::play {
namespace {

using base::Score;
using chess::Move;
using chess::Position;

constexpr int kDeepest = 32;         // plies
constexpr int kEvasionsDeepest = 4;  // deeper down, checks are not searched: the search must end soon

// Captures of big pieces first, by small pieces.
int order(const Position& position, Move move) {
  const int gain = chess::kExchangeValues[chess::type_of(position.captured_piece(move))];
  return 16 * gain + (move.is_promotion() ? 16 * chess::kExchangeValues[chess::PieceType::Queen] : 0) -
         chess::kExchangeValues[chess::type_of(position.piece_on(move.from()))];
}

}  // namespace

base::Fields<QuietRule> quiet_fields(std::string meaning) {
  return {base::flag<QuietRule>("quiet", TABIA_MEMBER(wanted), std::move(meaning)),
          base::integer<QuietRule>("quiet-margin", "CP", 0, 10'000, TABIA_MEMBER(given_margin_cp),
                                   "a position counts as quiet if captures gain at most this much")
              .shown_as(base::concat(QuietRule::kMarginCp))};
}

QuietJudge::QuietJudge(std::shared_ptr<const nn::Network> network, const eval::EvaluatorOptions& options,
                       int margin_cp)
    : evaluator_(std::move(network), options), margin_cp_(margin_cp) {}

bool QuietJudge::is_quiet(const Position& position) {
  if (position.in_check()) return false;
  evaluator_.reset(position);
  const Score standing = evaluator_.evaluate(position);
  const double unit = evaluator_.win_model().units_per_pawn(position) / 100;
  const Score limit = standing + static_cast<Score>(std::lround(margin_cp_ * unit));
  return search(position, limit, limit + 1, 0) <= limit;
}

Score QuietJudge::search(const Position& position, Score alpha, Score beta, int ply) {
  const bool evading = position.in_check() && ply < kEvasionsDeepest;
  Score best = -base::kMate + ply;
  if (!evading) {
    best = evaluator_.evaluate(position);
    if (best >= beta || ply >= kDeepest) return best;
    alpha = std::max(alpha, best);
  }
  chess::MoveList moves;
  if (evading) {
    chess::generate<chess::MoveSet::Evasions>(position, moves);
  } else {
    chess::generate<chess::MoveSet::Captures>(position, moves);
  }
  std::stable_sort(moves.begin(), moves.end(),
                   [&](Move a, Move b) { return order(position, a) > order(position, b); });
  for (const Move move : moves) {
    if (!evading && !chess::see_at_least(position, move, 0)) continue;
    Position child = position;
    evaluator_.push(position, position.delta(move));
    child.make(move);
    const Score value = -search(child, -beta, -alpha, ply + 1);
    evaluator_.pop();
    best = std::max(best, value);
    alpha = std::max(alpha, value);
    if (alpha >= beta) break;
  }
  return best;
}

}  // namespace tabia::play
