// data/game_record.h: a game or a part of one, as stored in training data: the unit in which everything is
// read, written, split and shuffled before single samples are taken out.
//
// A source without games gives records of one sample each.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "chess/pgn.h"
#include "data/sample.h"

namespace tabia::data {

// One sample of a game: the score of the position and the move played in it.
struct GamePly {
  chess::Move move;
  std::int16_t score = base::kNoScore;  // for the side to move, as in Sample

  friend bool operator==(const GamePly&, const GamePly&) = default;
};

// Of White and Black, in Elo; 0: unknown.
using Ratings = std::array<std::uint16_t, 2>;

struct GameRecord {
  chess::Position start;
  std::uint16_t first_ply = 0;  // of `start` in its game; may differ from its move number
  chess::GameResult result = chess::GameResult::Unknown;
  // Sample i is the position before plies[i].move. Every move is legal there; only the last may be none(), if
  // no move is known. Never empty in a file.
  std::vector<GamePly> plies;
  Ratings ratings{};

  [[nodiscard]] std::uint16_t rating_of(chess::Color side) const noexcept {
    return ratings[static_cast<std::size_t>(side)];
  }
  [[nodiscard]] bool has_ratings() const noexcept { return ratings != Ratings{}; }

  friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

// Calls visit(const Sample&) for every sample in order. Requires a record as described above.
template <class Visitor>
void for_each_sample(const GameRecord& record, Visitor&& visit) {
  Sample sample{.position = record.start, .move = {}, .ply = record.first_ply};
  for (const GamePly& ply : record.plies) {
    sample.move = ply.move;
    sample.score = ply.score;
    sample.outcome = outcome_for(sample.position.side_to_move(), record.result);
    sample.rating = record.rating_of(sample.position.side_to_move());
    visit(static_cast<const Sample&>(sample));
    if (!ply.move) break;
    sample.position.make(ply.move);
    ++sample.ply;
  }
}

// The sample as a record with one position.
[[nodiscard]] inline GameRecord record_of(const Sample& sample) {
  GameRecord record{.start = sample.position,
                    .first_ply = sample.ply,
                    .result = result_of(sample.position.side_to_move(), sample.outcome),
                    .plies = {{.move = sample.move, .score = sample.score}}};
  record.ratings[static_cast<std::size_t>(sample.position.side_to_move())] = sample.rating;
  return record;
}

}  // namespace tabia::data
