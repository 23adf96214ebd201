// data/plain.h: Stockfish's .plain: a position in six lines of text, the readable form of .binpack.
//
//   fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//   move g1f3
//   score 73           for the side to move, in Stockfish's internal units
//   ply 0
//   result 0           1, 0 or -1 for the side to move
//   e
#pragma once

#include "data/foreign_stream.h"
#include "data/text_records.h"

namespace tabia::data {

// Lines may come in any order; all except fen may be missing. Every position is a record.
class PlainReader final : public LineRecords {
 public:
  PlainReader(std::unique_ptr<Input> input, const ReadOptions& options);
  [[nodiscard]] base::Result<bool> next(GameRecord& record) override;
};

class PlainWriter final : public ForeignWriter {
 public:
  PlainWriter(std::unique_ptr<Sink> sink, const WriteOptions& options);

 private:
  [[nodiscard]] base::Result<void> write_record(const GameRecord& record) override;
};

}  // namespace tabia::data
