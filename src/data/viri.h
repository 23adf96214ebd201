// data/viri.h: viriformat: whole games as a packed board and four bytes a move.
//
// A game is a board of 32 bytes with the result, then for each move two bytes of move and two of score
// (White's view, of the position before the move), then four zero bytes. Castling rooks are part of the
// board, so it can hold Chess960. See docs/formats/foreign.md.
#pragma once

#include "data/foreign_stream.h"

namespace tabia::data {

class ViriReader final : public ForeignReader {
 public:
  static constexpr std::size_t kLongestGame = 65535;  // plies

  ViriReader(std::unique_ptr<Input> input, const ReadOptions& options);
  // A game is a record; games without moves are skipped.
  [[nodiscard]] base::Result<bool> next(GameRecord& record) override;

 private:
  struct Pair;
  // The next move and score; nothing at the end of the input.
  [[nodiscard]] bool read_pair(Pair& pair);
  // Skips the rest of the game, if there is any.
  void pass_over_game();

  std::uint64_t game_ = 0;  // the number of the next one, from 0
};

class ViriWriter final : public ForeignWriter {
 public:
  ViriWriter(std::unique_ptr<Sink> sink, const WriteOptions& options);

 private:
  [[nodiscard]] base::Result<void> write_record(const GameRecord& record) override;
};

}  // namespace tabia::data
