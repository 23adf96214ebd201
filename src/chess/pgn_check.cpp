#include "chess/pgn_check.h"

#include "base/file.h"
#include "base/text.h"
#include "chess/pgn_annotation.h"
#include "chess/pgn_reader.h"

namespace tabia::chess {
namespace {

using base::concat;

void count_game(const PgnGame& game, PgnTotals& totals) {
  ++totals.games;
  if (game.result == GameResult::WhiteWins) ++totals.wins[Color::White];
  if (game.result == GameResult::BlackWins) ++totals.wins[Color::Black];
  if (game.result == GameResult::Draw) ++totals.draws;
  Color mover = game.start.side_to_move();
  for (const PgnMove& move : game.line.moves) {
    ++totals.moves;
    if (annotation_in(move.comment, mover).score) ++totals.scored_moves;
    mover = ~mover;
  }
}

}  // namespace

base::Result<PgnTotals> check_pgn(const std::string& path, base::Watch& watch) {
  TABIA_TRY(base::InputFile file, base::InputFile::open(path));
  PgnReader reader(file.stream());
  PgnTotals totals{.file = file.name()};
  while (auto next = reader.next()) {
    if (watch.interrupted()) return base::interruption();
    if (!*next) {
      ++totals.bad;
      watch.remark(concat(file.name(), ": ", next->error().message));
      continue;
    }
    count_game((*next)->game, totals);
    totals.warnings += (*next)->warnings.size();
    for (const std::string& warning : (*next)->warnings)
      watch.remark(concat(file.name(), ": warning: ", warning));
  }
  if (file.fault()) {
    ++totals.bad;
    watch.remark(file.fault()->message);
  }
  return totals;
}

}  // namespace tabia::chess
