// data/branches.h: off-game positions. Most positions that a search looks at are never played, so a network
// that has to evaluate them should have trained on such positions. There are some thirty of them around each
// position of a dataset.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "base/random.h"
#include "data/stream.h"

namespace tabia::data {

struct BranchOptions {
  int least_plies = 1;  // the least and the most random moves
  int most_plies = 1;
  std::uint64_t seed = 1;
};

// The name of the setting (in the manifest's `history`) that marks a step which made branches or took
// positions from a search (play/searched_positions.h).
inline constexpr std::string_view kBranchMark = "branch_least";
inline constexpr std::string_view kSearchedMark = "searched_nodes";
// Was the data, or part of it, made by one of these steps? Its records no longer know which game they are
// from, so a choice of games (data/select.h) may separate them from their siblings.
[[nodiscard]] bool holds_branches(const DataInfo& info);

// Turns every position of a reader into an off-game one: after a few random moves that don't immediately lose
// material. Each becomes a record with one position and without score, move or result. Positions without such
// a move are skipped. The same options and the same input give the same records.
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
  GameRecord game_;           // the game being walked through
  std::size_t next_ply_ = 0;  // in it; at its end the next game must be read
  chess::Position position_;  // before that ply
};

}  // namespace tabia::data
