#include <cinttypes>
#include <cstdio>

#include "base/json.h"
#include "chess/pgn_check.h"
#include "cli/console_watch.h"
#include "tools/commands.h"

namespace tabia::tools {
namespace {

using chess::Color;

void print_totals(const chess::PgnTotals& totals, bool json) {
  if (json) {
    base::JsonWriter writer;
    writer.begin_object().field("file", totals.file).field("games", totals.games).field("bad", totals.bad);
    writer.field("warnings", totals.warnings).field("moves", totals.moves);
    writer.field("scored_moves", totals.scored_moves).field("white_wins", totals.wins[Color::White]);
    writer.field("black_wins", totals.wins[Color::Black]).field("draws", totals.draws).end_object();
    std::printf("%s\n", writer.text().c_str());
    return;
  }
  std::printf("%" PRIu64 " moves, %" PRIu64 " of them with an evaluation; White won %" PRIu64
              ", Black %" PRIu64 ", %" PRIu64 " draws, %" PRIu64 " warnings\n",
              totals.moves, totals.scored_moves, totals.wins[Color::White], totals.wins[Color::Black],
              totals.draws, totals.warnings);
  std::printf("%" PRIu64 " games, %" PRIu64 " bad\n", totals.games, totals.bad);
}

base::Result<int> check(const Arguments& arguments) {
  const bool json = arguments.has("--json");
  ConsoleWatch<> watch("", "", json ? stderr : stdout);  // problems are part of the text
  TABIA_TRY(const chess::PgnTotals totals, chess::check_pgn(arguments.positionals()[0], watch));
  print_totals(totals, json);
  return totals.bad == 0 ? kExitDone : kExitFailed;
}

}  // namespace

Command pgn_command() {
  return {.name = "pgn",
          .summary = "check a file of games",
          .description =
              "Reads a PGN file of any size as a stream and checks every move of every game, "
              "variations included. Prints each bad game with its line number and continues with the "
              "next; ends with `N games, M bad`, and with exit code 1 if any is bad. Reads files "
              "compressed with gzip or zstd directly.",
          .positionals = {{"FILE", "the PGN file, - for standard input", true}},
          .options = {{"--json", "", "the totals as one JSON object; problems go to standard error"}},
          .examples = {"pgn games.pgn", "pgn games.pgn.zst", "pgn - < games.pgn"},
          .run = [](const Arguments& given) { return exit_code_of("pgn", check(given)); }};
}

}  // namespace tabia::tools
