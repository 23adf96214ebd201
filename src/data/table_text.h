// data/table_text.h: tables of positions: CSV, TSV and EPD, one position a line.
//
// A CSV or TSV file begins with a line of names (unless ReadOptions gives them). The columns may be in any
// order; unknown ones are ignored:
//   fen, fen_board, position                                 a FEN; the only one that is required
//   score, cp, eval, evaluation, value, cp_score, score_cp   a number, or moves to mate: #3, #-3
//   result, outcome, wdl                                     1-0, 0-1, 1/2-1/2, *, or a number
//   move, move_uci, best_move, bestmove                      UCI or SAN
//   ply                                                      from the start of the game
// The name of a score or result may end in _white or _stm, which says whose view it is. Everything else about
// the numbers has to be declared in ReadOptions: if something is missing, an error says what; nothing is
// guessed.
//
// EPD: ce (centipawns for the side to move), dm (moves to mate), bm or pm (the move), c9 or res (the result).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/foreign_stream.h"
#include "data/text_records.h"

namespace tabia::data {

class TableReader final : public LineRecords {
 public:
  // Reads the names of the columns. The error says what is missing in the file or in the options.
  [[nodiscard]] static base::Result<std::unique_ptr<RecordReader>> open(std::unique_ptr<Input> input,
                                                                        const ReadOptions& options,
                                                                        char separator);
  [[nodiscard]] base::Result<bool> next(GameRecord& record) override;

 private:
  TableReader(std::unique_ptr<Input> input, const ReadOptions& options, char separator);
  [[nodiscard]] base::Result<void> take_names(const std::vector<std::string>& names);
  [[nodiscard]] base::Result<Sample> sample_of(const std::vector<std::string>& cells) const;
  [[nodiscard]] base::Result<std::int16_t> score_of(const std::string& cell, chess::Color side) const;

  ReadOptions options_;
  char separator_;
  std::size_t column_count_ = 0;
  std::optional<std::size_t> fen_, score_, result_, move_, ply_;
  std::optional<ScoreView> score_view_, result_view_;
};

// Columns fen, move, score_stm, ply, result; a mate as #n. A missing score or move is an empty cell.
class TableWriter final : public ForeignWriter {
 public:
  TableWriter(std::unique_ptr<Sink> sink, const WriteOptions& options, char separator);
  [[nodiscard]] base::Result<void> complete() override;

 private:
  [[nodiscard]] base::Result<void> write_record(const GameRecord& record) override;
  // Writes the line of names. Call it first.
  [[nodiscard]] base::Result<void> begin();

  char separator_;
  bool begun_ = false;
};

class EpdRecordReader final : public LineRecords {
 public:
  EpdRecordReader(std::unique_ptr<Input> input, const ReadOptions& options);
  [[nodiscard]] base::Result<bool> next(GameRecord& record) override;

 private:
  ReadOptions options_;
};

class EpdRecordWriter final : public ForeignWriter {
 public:
  EpdRecordWriter(std::unique_ptr<Sink> sink, const WriteOptions& options);

 private:
  [[nodiscard]] base::Result<void> write_record(const GameRecord& record) override;
};

}  // namespace tabia::data
