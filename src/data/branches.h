// data/branches.h: positions beside the games: what a search looks at is mostly not what was played, so a network that
// has to judge it should have seen such positions, and a dataset has thirty of them for each of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "base/random.h"
#include "data/stream.h"

namespace tabia::data {

struct BranchOptions {
  int least_plies = 1;  // so many random moves
  int most_plies = 1;
  std::uint64_t seed = 1;
};

// In the settings of the step (manifest, `history`) that made branches, or took positions from a search
// (play/searched_positions.h).
inline constexpr std::string_view kBranchMark = "branch_least";
inline constexpr std::string_view kSearchedMark = "searched_nodes";
// Was the data, or part of it, made by one of them? Its records no longer know from which game they are: a choice of games
// (data/select.h) tells them apart from their siblings by chance only.
[[nodiscard]] bool holds_branches(const DataInfo& info);

// Turns every position of a reader into one beside the game: after a few random moves that lose no material at once.
// Each is a record of its own without a score, move or result. Positions where no such move is left give none. The same
// options and the same input give the same records.
class BranchReader final : public RecordReader {
 public:
  // Requires 1 <= least_plies <= most_plies.
  BranchReader(std::unique_ptr<RecordReader> reader, const BranchOptions& options);

  [[nodiscard]] base::Result<bool> next(GameRecord& record) override;
  [[nodiscard]] const DataInfo& info() const noexcept override { return reader_->info(); }
  [[nodiscard]] std::uint64_t bytes_read() const noexcept override { return reader_->bytes_read(); }
  [[nodiscard]] std::uint64_t bytes_total() const noexcept override { return reader_->bytes_total(); }

 private:
  // A branch of the position; false if there is none.
  [[nodiscard]] bool branch(const chess::Position& position, std::uint16_t ply, GameRecord& record);

  std::unique_ptr<RecordReader> reader_;
  BranchOptions options_;
  base::Random random_;
  GameRecord game_;           // the one that is being walked through
  std::size_t next_ply_ = 0;  // in it; at its end when another must be read
  chess::Position position_;  // before that ply
};

}  // namespace tabia::data
