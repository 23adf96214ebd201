// tools/games.cpp: `tabia games`: a database of games.
#include <cstdio>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "cli/console_watch.h"
#include "cli/settings.h"
#include "games/import.h"
#include "games/table_job.h"
#include "games/text.h"
#include "tools/commands.h"

namespace tabia::tools {
namespace {

using base::concat;
using base::Result;
using games::Database;

constexpr long long kMostShown = 1000;

// --- import

Result<int> import_games(const Arguments& arguments) {
  games::ImportJob job{.files = arguments.positionals()};
  TABIA_TRY_VOID(read_settings(games::import_fields(), arguments, job));
  ConsoleWatch<> watch("games import", "bytes");
  TABIA_TRY(const games::ImportTotals totals, games::run(job, watch));
  std::printf("%s\n",
              arguments.has("--json") ? games::json_of(totals).c_str() : games::text_of(totals).c_str());
  return kExitDone;
}

base::FileUse files_of_games_import(const Arguments& arguments) {
  return {
      .read = arguments.positionals(), .written = {arguments.text("--db", "games.sqlite")}, .folders = {}};
}

// --- shared by the other commands

Result<std::unique_ptr<Database>> open_database(const Arguments& arguments) {
  return Database::open(arguments.text("--db", games::ImportJob{}.database));
}

Result<games::GameFilter> read_filter(const Arguments& arguments) {
  games::GameFilter filter{.player = arguments.text("--player", ""), .color = {}};
  const std::string color = arguments.text("--color", "");
  if (color == "white") filter.color = chess::Color::White;
  if (color == "black") filter.color = chess::Color::Black;
  if (!color.empty() && !filter.color)
    return base::usage_fault(concat("--color: found ", base::quoted(color), ", expected white or black"));
  return filter;
}

std::vector<Option> with_database(std::vector<Option> options) {
  options.insert(options.begin(), {"--db", "FILE", "the database (default: games.sqlite)"});
  options.push_back({"--json", "", "one JSON object"});
  return options;
}

// --- moves

Result<chess::Position> read_line(const Arguments& arguments) {
  chess::Position position;
  if (arguments.has("--fen")) {
    TABIA_TRY(position, chess::parse_fen(arguments.text("--fen", ""), chess::FenReading::Lenient));
  }
  for (const std::string& word : arguments.positionals()) {
    auto move = chess::parse_uci_move(position, word);
    if (!move) move = chess::parse_san(position, word);
    if (!move) return move.error().as_usage();
    position.make(*move);
  }
  return position;
}

Result<int> show_moves(const Arguments& arguments) {
  TABIA_TRY(const chess::Position position, read_line(arguments));
  TABIA_TRY(const games::GameFilter filter, read_filter(arguments));
  const auto most = arguments.number("--games", 5, 0, kMostShown);
  if (!most) return most.error().as_usage();
  TABIA_TRY(const auto database, open_database(arguments));
  TABIA_TRY(const games::PositionGames found, database->find(position, filter, static_cast<int>(*most)));
  std::printf("%s", arguments.has("--json") ? (games::json_of(position, found) + "\n").c_str()
                                            : games::table_of(position, found).c_str());
  return kExitDone;
}

// --- players, show

Result<int> show_players(const Arguments& arguments) {
  const auto most = arguments.number("--most", 20, 1, kMostShown);
  if (!most) return most.error().as_usage();
  TABIA_TRY(const auto database, open_database(arguments));
  const std::string text = arguments.positionals().empty() ? "" : arguments.positionals()[0];
  TABIA_TRY(const auto players, database->players(text, static_cast<int>(*most)));
  std::printf("%s", arguments.has("--json") ? (games::json_of(players) + "\n").c_str()
                                            : games::table_of(players).c_str());
  return kExitDone;
}

Result<int> show_game(const Arguments& arguments) {
  const auto id = parse_number("ID", arguments.positionals()[0], 1, INT64_MAX);
  if (!id) return id.error().as_usage();
  TABIA_TRY(const auto database, open_database(arguments));
  TABIA_TRY(const auto game, database->game(*id));
  if (!game) return base::Error{concat("there is no game ", *id, "; tabia games moves lists some")};
  std::printf("%s", chess::to_pgn(*game).c_str());
  return kExitDone;
}

// --- table

Result<int> make_table(const Arguments& arguments) {
  games::TableJob job;
  job.file = arguments.positionals()[0];
  TABIA_TRY_VOID(read_settings(games::table_fields(), arguments, job));
  TABIA_TRY(const std::string made, games::run(job));
  std::printf("%s\n", made.c_str());
  return kExitDone;
}

base::FileUse files_of_games_table(const Arguments& arguments) {
  return {.read = {arguments.text("--db", games::TableJob{}.database)},
          .written = {arguments.positionals()[0]},
          .folders = {}};
}

Command games_table_command() {
  return {.name = "games table",
          .summary = "the openings of a database as a small file",
          .description =
              "Writes the moves of the first half-moves of all games with their results into a file of some "
              "hundred kilobytes, which `tabia serve --openings FILE` and a static page show to everyone "
              "(docs/formats/openings.md). Games without a result aren't counted.",
          .positionals = {{"FILE", "the table", true}},
          .options = options_with(games::table_fields(), {}),
          .examples = {"games table openings.table --db games.sqlite --plies 24"},
          .run = [](const Arguments& given) { return exit_code_of("games table", make_table(given)); },
          .files = files_of_games_table};
}

Command games_import_command() {
  return {.name = "games import",
          .summary = "add the games of PGN files to a database",
          .description =
              "Adds the games of PGN files, plain or compressed, to a database; creates it if there is none. "
              "A game that is already in the database is skipped, so to resume after an interruption, run "
              "the same command again. Bad games are reported and skipped. Variations and comments aren't "
              "kept.",
          .positionals = {{"FILE", "PGN files, - for standard input", true, true}},
          .options = options_with(games::import_fields(), {{"--json", "", "the totals as one JSON object"}}),
          .examples = {"games import my.pgn", "games import *.pgn.zst --db games.sqlite --plies 60"},
          .run = [](const Arguments& given) { return exit_code_of("games import", import_games(given)); },
          .files = files_of_games_import};
}

Command games_moves_command() {
  return {
      .name = "games moves",
      .summary = "the moves that were played in a position",
      .description =
          "Counts the moves of the database's games in a position, with results (in percent of the "
          "games, for White) and the mean rating of those who played them, and lists some of the games.",
      .positionals = {{"MOVE", "moves that lead to the position, in UCI or SAN", false, true}},
      .options = with_database({{"--fen", "FEN", "the position before the moves (default: the usual start)"},
                                {"--player", "NAME", "only games of this player"},
                                {"--color", "COLOR", "white or black: the side that this player had"},
                                {"--games", "N", "list at most this many games (default: 5)"}}),
      .examples = {"games moves e4 c5", "games moves --player 'Carlsen, Magnus' --color black --json"},
      .run = [](const Arguments& given) { return exit_code_of("games moves", show_moves(given)); }};
}

}  // namespace

Command games_command() {
  return {
      .name = "games",
      .summary = "a database of games: import, moves of a position, players",
      .description =
          "Works on a database of games, an SQLite file (docs/formats/games.md). `tabia serve --games "
          "FILE` shows it in the page, as an opening explorer.",
      .positionals = {},
      .options = {},
      .examples = {"games import my.pgn --db games.sqlite", "games moves e4 e5 --db games.sqlite"},
      .run = nullptr,
      .subcommands = {
          games_import_command(),
          games_moves_command(),
          {.name = "games players",
           .summary = "players whose names contain a text",
           .description = "Lists players and their results, those with the most games first.",
           .positionals = {{"TEXT", "part of the name (default: all)", false}},
           .options = with_database({{"--most", "N", "at most this many (default: 20)"}}),
           .examples = {"games players carlsen"},
           .run = [](const Arguments& given) { return exit_code_of("games players", show_players(given)); }},
          {.name = "games show",
           .summary = "one game as PGN",
           .description = "Prints the game with this number in lists of games.",
           .positionals = {{"ID", "the number", true}},
           .options = {{"--db", "FILE", "the database (default: games.sqlite)"}},
           .examples = {"games show 17"},
           .run = [](const Arguments& given) { return exit_code_of("games show", show_game(given)); }},
          games_table_command()}};
}

}  // namespace tabia::tools
