#include "search/picker.h"

#include <limits>
#include <utility>

#include "chess/see.h"
#include "search/scale.h"

namespace tabia::search {

using namespace tabia::chess;

namespace {

// "Depths" of the quiescence search.
constexpr int kWithChecks = 0;
constexpr int kWithoutChecks = -1;
constexpr int kCaptureEvasion = 1 << 28;  // captures come before quiet evasions

}  // namespace

MovePicker::MovePicker(const Position& position, Move table_move, int depth, const OrderingContext& context,
                       Stage stage, int threshold) noexcept
    : position_(position),
      context_(context),
      table_move_(table_move),
      depth_(depth),
      threshold_(threshold),
      stage_(stage),
      current_(moves_),
      end_(moves_),
      bad_end_(moves_) {
  if (!table_move_) stage_ = static_cast<Stage>(static_cast<int>(stage_) + 1);
}

MovePicker::MovePicker(const Position& position, Move table_move, int depth,
                       const OrderingContext& context) noexcept
    : MovePicker(position, table_move, depth, context,
                 position.in_check() ? Stage::EvasionTableMove : Stage::TableMove, 0) {}

MovePicker MovePicker::quiescence(const Position& position, Move table_move, bool with_checks,
                                  const OrderingContext& context) noexcept {
  const bool in_check = position.in_check();
  const bool usable = table_move && (in_check || position.is_noisy(table_move));
  return MovePicker(position, usable ? table_move : Move::none(), with_checks ? kWithChecks : kWithoutChecks,
                    context, in_check ? Stage::EvasionTableMove : Stage::QuiescenceTableMove, 0);
}

MovePicker MovePicker::gaining(const Position& position, Move table_move, int threshold,
                               const OrderingContext& context) noexcept {
  const bool usable =
      table_move && position.is_noisy(table_move) && see_at_least(position, table_move, threshold);
  return MovePicker(position, usable ? table_move : Move::none(), 0, context, Stage::GainingTableMove,
                    threshold);
}

int MovePicker::capture_score(Move move) const noexcept {
  const PieceType victim = type_of(position_.captured_piece(move));
  const Piece mover = position_.piece_on(move.from());
  int score = context_.histories.capture[mover][move.to()][victim] +
              context_.parameters.capture_victim * kPieceValues[victim];
  if (move.is_promotion()) {
    // Usually a queen is wanted; the other promotions are rarely useful and come last.
    score += move.promotion() == PieceType::Queen
                 ? context_.parameters.capture_victim * kPieceValues[PieceType::Queen]
                 : -100'000;
  }
  return score;
}

int MovePicker::quiet_score(Move move) noexcept {
  const Parameters& parameters = context_.parameters;
  const Histories& histories = context_.histories;
  const Piece mover = position_.piece_on(move.from());
  const PieceType type = type_of(mover);
  const Square to = move.to();

  int score = 2 * histories.main_of(position_.side_to_move(), move, context_.threats);
  score += 2 * histories.pawn_row(position_)[mover][to];
  const auto& continuations = context_.continuations;
  score += (*continuations[0])[mover][to];
  score += (*continuations[1])[mover][to];
  score += (*continuations[2])[mover][to];
  score += (*continuations[3])[mover][to];
  score += (*continuations[5])[mover][to];

  if (gives_check(move) && see_at_least(position_, move, -exchange_units(parameters.check_see))) {
    score += parameters.check_bonus;
  }
  if (type != PieceType::Pawn && type != PieceType::King) {
    const Bitboard danger = context_.threats.by_lesser(type);
    const int factor = (contains(danger, to) ? -parameters.threat_enter : 0) +
                       (contains(danger, move.from()) ? parameters.threat_leave : 0);
    score += factor * kPieceValues[type];
  }
  if (context_.ply < Histories::kLowPlies) {
    score += parameters.low_ply_order *
             histories.low_ply[static_cast<std::size_t>(context_.ply)][move.from()][to] / (1 + context_.ply);
  }
  return score;
}

int MovePicker::evasion_score(Move move) const noexcept {
  if (position_.is_noisy(move)) {
    const PieceType victim = type_of(position_.captured_piece(move));
    return kCaptureEvasion + kPieceValues[victim] +
           (move.is_promotion() ? kPieceValues[move.promotion()] : 0);
  }
  const Piece mover = position_.piece_on(move.from());
  return context_.histories.main_of(position_.side_to_move(), move, context_.threats) +
         (*context_.continuations[0])[mover][move.to()];
}

void MovePicker::append_captures() noexcept {
  MoveList list;
  generate<MoveSet::Captures>(position_, list);
  for (const Move move : list) {
    if (move != table_move_) *end_++ = {move, capture_score(move)};
  }
}

void MovePicker::append_quiets() noexcept {
  MoveList list;
  generate<MoveSet::Quiets>(position_, list);
  for (const Move move : list) {
    if (move != table_move_) *end_++ = {move, quiet_score(move)};
  }
}

void MovePicker::append_checks() noexcept {
  MoveList list;
  generate<MoveSet::Quiets>(position_, list);
  for (const Move move : list) {
    if (move != table_move_ && gives_check(move)) *end_++ = {move, 0};
  }
}

void MovePicker::append_evasions() noexcept {
  MoveList list;
  generate<MoveSet::Evasions>(position_, list);
  for (const Move move : list) {
    if (move != table_move_) *end_++ = {move, evasion_score(move)};
  }
}

bool MovePicker::is_good_capture(const Scored& capture) const noexcept {
  return see_at_least(position_, capture.move,
                      -exchange_units(capture.score / context_.parameters.good_capture_divisor));
}

// Moves at or above the limit come first, in descending order; the rest stay as they are. Stable, so that the
// order is the same on every machine.
void MovePicker::sort(Scored* begin, Scored* end, int limit) noexcept {
  Scored* sorted_end = begin;
  for (Scored* next = begin; next < end; ++next) {
    if (next->score < limit) continue;
    const Scored inserted = *next;
    *next = *sorted_end;
    Scored* hole = sorted_end++;
    for (; hole > begin && (hole - 1)->score < inserted.score; --hole) *hole = *(hole - 1);
    *hole = inserted;
  }
}

void MovePicker::make_moves() noexcept {
  constexpr int kSortAll = std::numeric_limits<int>::min();
  switch (stage_) {
    case Stage::MakeQuiets:
      // The losing captures stay at the beginning; the quiet moves follow them.
      current_ = end_ = quiets_begin_ = bad_end_;
      if (skip_quiets_) break;
      append_quiets();
      sort(current_, end_, -context_.parameters.quiet_sort_limit * depth_);
      break;
    case Stage::MakeEvasions:
      append_evasions();
      sort(current_, end_, kSortAll);
      break;
    case Stage::MakeChecks:
      if (depth_ == kWithChecks) append_checks();
      break;
    default:
      append_captures();
      sort(current_, end_, kSortAll);
      break;
  }
}

Move MovePicker::next() noexcept {
  const auto advance = [this] { stage_ = static_cast<Stage>(static_cast<int>(stage_) + 1); };
  while (true) {
    switch (stage_) {
      case Stage::TableMove:
      case Stage::EvasionTableMove:
      case Stage::QuiescenceTableMove:
      case Stage::GainingTableMove:
        advance();
        return table_move_;

      case Stage::MakeCaptures:
      case Stage::MakeQuiets:
      case Stage::MakeEvasions:
      case Stage::MakeQuiescence:
      case Stage::MakeChecks:
      case Stage::MakeGaining:
        make_moves();
        advance();
        break;

      case Stage::GoodCaptures:
        while (current_ < end_) {
          const Scored candidate = *current_++;
          if (is_good_capture(candidate)) return candidate.move;
          *bad_end_++ = candidate;  // never overtakes current_
        }
        advance();
        break;

      case Stage::GoodQuiets:
        if (!skip_quiets_ && current_ < end_ && current_->score > context_.parameters.good_quiet)
          return (current_++)->move;
        quiets_begin_ = current_;
        current_ = moves_;
        advance();
        break;

      case Stage::BadCaptures:
        if (current_ < bad_end_) return (current_++)->move;
        current_ = quiets_begin_;
        advance();
        break;

      case Stage::BadQuiets:
        if (!skip_quiets_ && current_ < end_) return (current_++)->move;
        stage_ = Stage::End;
        break;

      case Stage::Evasions:
        while (current_ < end_) {
          const Move move = (current_++)->move;
          if (!skip_quiets_ || position_.is_noisy(move)) return move;
        }
        stage_ = Stage::End;
        break;

      case Stage::Quiescence:
        if (current_ < end_) return (current_++)->move;
        advance();
        break;

      case Stage::Checks:
        if (current_ < end_) return (current_++)->move;
        stage_ = Stage::End;
        break;

      case Stage::Gaining:
        while (current_ < end_) {
          const Move move = (current_++)->move;
          if (see_at_least(position_, move, threshold_)) return move;
        }
        stage_ = Stage::End;
        break;

      case Stage::End:
        return Move::none();
    }
  }
}

}  // namespace tabia::search
