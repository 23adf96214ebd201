// data/pgn_import.h: games with or without evaluations in their comments, as records.
//
// There are two conventions for which position the score in a comment on a move belongs to:
//   [%eval 0.35]                 Lichess, Chess.com, GUIs: the position *after* the move
//   +0.35/18 1.2s or wv=0.35     engines (cutechess, fastchess, TCEC): the search that chose the move,
//                                so the position *before* it
// A position that has both keeps the engine's. Positions without a score are kept, so that networks can learn
// from results alone. The position after the last move is included only if it has a score. Only the main line
// counts.
#pragma once

#include "chess/pgn_reader.h"
#include "data/foreign_stream.h"

namespace tabia::data {

// The main line of the game as a record; without plies if it is empty.
[[nodiscard]] GameRecord record_of(const chess::PgnGame& game);

class PgnImport final : public ForeignReader {
 public:
  PgnImport(std::unique_ptr<Input> input, const ReadOptions& options);
  // A game is a record; games without positions are skipped.
  [[nodiscard]] base::Result<bool> next(GameRecord& record) override;

 private:
  chess::PgnReader games_;
};

}  // namespace tabia::data
