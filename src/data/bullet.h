// data/bullet.h: the two formats of the bullet trainer: bulletformat, 32 bytes a position, and its text form.
//
// bulletformat stores every position from the view of the side to move. The color of that side is lost, and
// so are moves, castling, en passant and counters. Positions are read with White to move. The text form, one
// position a line, is from White's view:
//   FEN | score in centipawns | 1.0, 0.5 or 0.0
#pragma once

#include "data/foreign_stream.h"
#include "data/text_records.h"

namespace tabia::data {

class BulletReader final : public ForeignReader {
 public:
  BulletReader(std::unique_ptr<Input> input, const ReadOptions& options);
  [[nodiscard]] base::Result<bool> next(GameRecord& record) override;

 private:
  std::uint64_t number_ = 0;  // of the next record, from 0
};

class BulletWriter final : public ForeignWriter {
 public:
  BulletWriter(std::unique_ptr<Sink> sink, const WriteOptions& options);

 private:
  [[nodiscard]] base::Result<void> write_record(const GameRecord& record) override;
};

class BulletTextReader final : public LineRecords {
 public:
  BulletTextReader(std::unique_ptr<Input> input, const ReadOptions& options);
  [[nodiscard]] base::Result<bool> next(GameRecord& record) override;
};

class BulletTextWriter final : public ForeignWriter {
 public:
  BulletTextWriter(std::unique_ptr<Sink> sink, const WriteOptions& options);

 private:
  [[nodiscard]] base::Result<void> write_record(const GameRecord& record) override;
};

}  // namespace tabia::data
