#include "data/branches.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "chess/movegen.h"
#include "chess/see.h"

namespace tabia::data {
namespace {

using chess::Move;
using chess::Position;

// A random legal move among those that don't immediately lose material; none() if there is none.
Move harmless_move(const Position& position, base::Random& random) {
  chess::MoveList moves = chess::legal_moves(position);
  int left = moves.size();
  while (left > 0) {
    const int chosen = static_cast<int>(random.below(static_cast<std::uint32_t>(left)));
    if (chess::see_at_least(position, moves[chosen], 0)) return moves[chosen];
    *(moves.begin() + chosen) = moves[--left];
  }
  return Move::none();
}

}  // namespace

bool holds_branches(const DataInfo& info) {
  return std::any_of(info.history.begin(), info.history.end(), [](const auto& entry) {
    const auto holds = [&](std::string_view mark) { return entry.second.find(mark) != std::string::npos; };
    return holds(kBranchMark) || holds(kSearchedMark);
  });
}

BranchReader::BranchReader(std::unique_ptr<RecordReader> reader, const BranchOptions& options)
    : reader_(std::move(reader)), options_(options), random_(options.seed) {
  TABIA_CHECK(1 <= options.least_plies && options.least_plies <= options.most_plies,
              "BranchOptions: requires 1 <= least_plies <= most_plies");
}

base::Result<bool> BranchReader::next(GameRecord& record) {
  for (;;) {
    while (next_ply_ < game_.plies.size()) {
      const Position from = position_;
      const auto ply = static_cast<std::uint16_t>(game_.first_ply + next_ply_);
      if (const Move played = game_.plies[next_ply_++].move) position_.make(played);
      if (branch(from, ply, record)) return true;
    }
    next_ply_ = 0;
    game_.plies.clear();
    const auto more = reader_->next(game_);
    if (!more) {
      game_.plies.clear();
      return more;
    }
    if (!*more) return false;
    position_ = game_.start;
  }
}

bool BranchReader::branch(const Position& position, std::uint16_t ply, GameRecord& record) {
  const auto choices = static_cast<std::uint32_t>(options_.most_plies - options_.least_plies + 1);
  const int plies = options_.least_plies + static_cast<int>(random_.below(choices));
  record.start = position;
  for (int i = 0; i < plies; ++i) {
    const Move move = harmless_move(record.start, random_);
    if (!move) return false;
    record.start.make(move);
  }
  record.first_ply = static_cast<std::uint16_t>(ply + plies);
  record.result = chess::GameResult::Unknown;
  record.plies.assign(1, GamePly{});
  return true;
}

}  // namespace tabia::data
