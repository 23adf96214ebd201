#include <cinttypes>
#include <cstdio>

#include "base/file.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/text.h"
#include "chess/pgn_annotation.h"
#include "chess/pgn_reader.h"
#include "tools/commands.h"

namespace tabia::tools {
namespace {

using namespace tabia::chess;

// Totals of a PGN file.
struct Totals {
  std::uint64_t games = 0;
  std::uint64_t bad = 0;
  std::uint64_t warnings = 0;
  std::uint64_t moves = 0;         // in the main lines
  std::uint64_t scored_moves = 0;  // with an evaluation in their comment
  EnumArray<Color, std::uint64_t> wins{};
  std::uint64_t draws = 0;
};

void count(const PgnGame& game, Totals& totals) {
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

void print_json(const std::string& name, const Totals& totals) {
  base::JsonWriter json;
  json.begin_object().field("file", name).field("games", totals.games).field("bad", totals.bad);
  json.field("warnings", totals.warnings)
      .field("moves", totals.moves)
      .field("scored_moves", totals.scored_moves);
  json.field("white_wins", totals.wins[Color::White]).field("black_wins", totals.wins[Color::Black]);
  json.field("draws", totals.draws).end_object();
  std::printf("%s\n", json.text().c_str());
}

void print_text(const Totals& totals) {
  std::printf("%" PRIu64 " moves, %" PRIu64 " of them with an evaluation; White won %" PRIu64
              ", Black %" PRIu64 ", %" PRIu64 " draws, %" PRIu64 " warnings\n",
              totals.moves, totals.scored_moves, totals.wins[Color::White], totals.wins[Color::Black],
              totals.draws, totals.warnings);
  std::printf("%" PRIu64 " games, %" PRIu64 " bad\n", totals.games, totals.bad);
}

int run_pgn(const Arguments& arguments) {
  auto file = base::InputFile::open(arguments.positionals()[0]);
  if (!file) return failure(file.error());
  const bool json = arguments.has("--json");
  std::FILE* const complaints = json ? stderr : stdout;
  const base::InterruptGuard guard;
  PgnReader reader(file->stream());
  Totals totals;
  while (auto next = reader.next()) {
    if (base::InterruptGuard::interrupted()) return base::kExitInterrupted;
    if (!*next) {
      ++totals.bad;
      std::fprintf(complaints, "%s: %s\n", file->name().c_str(), next->error().message.c_str());
      continue;
    }
    const PgnRecord& record = **next;
    count(record.game, totals);
    totals.warnings += record.warnings.size();
    for (const std::string& warning : record.warnings) {
      std::fprintf(complaints, "%s: warning: %s\n", file->name().c_str(), warning.c_str());
    }
  }
  if (file->fault()) {
    ++totals.bad;
    std::fprintf(complaints, "%s\n", file->fault()->message.c_str());
  }
  if (json) {
    print_json(file->name(), totals);
  } else {
    print_text(totals);
  }
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
          .run = run_pgn};
}

}  // namespace tabia::tools
