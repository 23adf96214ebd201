#include "games/database.h"

#include <array>
#include <cmath>
#include <filesystem>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/polyglot.h"

namespace tabia::games {
namespace {

using base::concat;
using base::Error;
using base::Result;
using chess::Color;
using chess::GameResult;

constexpr std::int64_t kApplication = 0x54616261;  // "Taba"
constexpr std::int64_t kVersion = 1;

// clang-format off
constexpr const char* kTables = R"(
CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE COLLATE NOCASE);
CREATE TABLE games (
  id INTEGER PRIMARY KEY,
  white INTEGER NOT NULL REFERENCES players, black INTEGER NOT NULL REFERENCES players,
  white_rating INTEGER, black_rating INTEGER,
  result INTEGER,             -- 1 White won, 0 draw, -1 Black won, null unknown
  date TEXT, event TEXT, site TEXT, round TEXT,
  start TEXT,                 -- FEN; null is the usual one
  moves BLOB NOT NULL,        -- two bytes each, little-endian (src/chess/move.h)
  identity INTEGER NOT NULL UNIQUE);
CREATE INDEX games_of_white ON games (white);
CREATE INDEX games_of_black ON games (black);
CREATE TABLE moves (
  position INTEGER NOT NULL,  -- PolyGlot's key
  move INTEGER NOT NULL,      -- 0: the last position of a game
  game INTEGER NOT NULL,
  result INTEGER,             -- of the game
  rating INTEGER,             -- of the side to move
  PRIMARY KEY (position, move, game)) WITHOUT ROWID;
)";
// clang-format on
// The columns that header_in() reads, and the tables they come from.
constexpr std::string_view kHeaderColumns =
    "SELECT g.id, w.name, b.name, g.white_rating, g.black_rating, g.result, g.date, g.event";
constexpr std::string_view kHeaderTables =
    " FROM games g JOIN players w ON w.id = g.white JOIN players b ON b.id = g.black ";

Result<std::int64_t> number_from(const Connection& connection, std::string_view sql) {
  TABIA_TRY(Statement statement, connection.prepare(sql));
  TABIA_TRY(const bool found, statement.step());
  return found ? statement.integer(0) : 0;
}

Result<std::int64_t> count_games(const Connection& connection) {
  return number_from(connection, "SELECT COUNT(*) FROM games");
}

Error not_ours(const std::string& path) {
  return Error{concat(path, ": is a database of another program; expected one made by tabia games import")};
}

Result<void> check_version(const Connection& connection, const std::string& path) {
  const auto application = number_from(connection, "PRAGMA application_id");
  if (!application) return application.error();
  if (*application != kApplication) return not_ours(path);
  TABIA_TRY(const std::int64_t version, number_from(connection, "PRAGMA user_version"));
  if (version != kVersion)
    return Error{concat(path, ": found version ", version, " of the tables, expected ", kVersion,
                        "; import the games again")};
  return {};
}

GameResult result_in(const Statement& row, int column) {
  const auto stored = row.optional_integer(column);
  if (!stored) return GameResult::Unknown;
  return *stored > 0 ? GameResult::WhiteWins : *stored < 0 ? GameResult::BlackWins : GameResult::Draw;
}

std::optional<int> rating_in(const Statement& row, int column) {
  const auto stored = row.optional_integer(column);
  return stored ? std::optional(static_cast<int>(*stored)) : std::nullopt;
}

GameHeader header_in(const Statement& row) {
  return {.id = row.integer(0),
          .white = row.text(1),
          .black = row.text(2),
          .white_rating = rating_in(row, 3),
          .black_rating = rating_in(row, 4),
          .result = result_in(row, 5),
          .date = row.text(6),
          .event = row.text(7)};
}

Result<std::vector<GameHeader>> headers_of(Statement& statement) {
  std::vector<GameHeader> headers;
  for (;;) {
    TABIA_TRY(const bool found, statement.step());
    if (!found) return headers;
    headers.push_back(header_in(statement));
  }
}

// A condition on `g`, the games, with the player as its only parameter.
std::string condition_of(const GameFilter& filter, std::string_view parameter) {
  const std::string player = concat("(SELECT id FROM players WHERE name = ", parameter, ")");
  if (filter.color == Color::White) return concat("g.white = ", player);
  if (filter.color == Color::Black) return concat("g.black = ", player);
  return concat("(g.white = ", player, " OR g.black = ", player, ")");
}

// The position's key, but signed: SQLite has no unsigned integers.
std::int64_t stored_key(const chess::Position& position) {
  return static_cast<std::int64_t>(chess::polyglot_key(position));
}

Result<void> add_moves(const Connection& connection, const chess::Position& position,
                       const GameFilter& filter, PositionGames& found) {
  const bool all = filter.player.empty();
  TABIA_TRY(Statement statement,
            connection.prepare(concat(
                "SELECT m.move, COUNT(*), SUM(m.result = 1), SUM(m.result = 0), SUM(m.result = -1), "
                "AVG(m.rating), COUNT(m.rating) FROM moves m ",
                all ? "" : "JOIN games g ON g.id = m.game ", "WHERE m.position = ?1 ",
                all ? "" : concat("AND ", condition_of(filter, "?2")), " GROUP BY m.move ORDER BY 2 DESC")));
  statement.bind(1, stored_key(position));
  if (!all) statement.bind(2, filter.player);
  for (;;) {
    TABIA_TRY(const bool more, statement.step());
    if (!more) return {};
    const auto count = [&](int column) { return static_cast<std::uint64_t>(statement.integer(column)); };
    const Counts counts{count(1), count(2), count(3), count(4)};
    found.counts.games += counts.games;
    found.counts.white_wins += counts.white_wins;
    found.counts.draws += counts.draws;
    found.counts.black_wins += counts.black_wins;
    const auto move = chess::Move::from_bits(static_cast<std::uint16_t>(statement.integer(0)));
    // In theory two positions can have the same key.
    if (!move || !position.is_legal(move)) continue;
    found.moves.push_back({move, counts, std::nullopt});
    if (count(6) > 0) found.moves.back().rating = static_cast<int>(std::lround(statement.real(5)));
  }
}

Result<std::vector<GameHeader>> games_with(const Connection& connection, const chess::Position& position,
                                           const GameFilter& filter, int most) {
  const bool all = filter.player.empty();
  TABIA_TRY(Statement statement,
            connection.prepare(concat(kHeaderColumns, kHeaderTables,
                                      "JOIN (SELECT DISTINCT m.game AS id, m.rating FROM moves m ",
                                      all ? "" : "JOIN games g ON g.id = m.game ", "WHERE m.position = ?1 ",
                                      all ? "" : concat("AND ", condition_of(filter, "?2")),
                                      " ORDER BY m.rating DESC, m.game DESC LIMIT ?3) f ON f.id = g.id "
                                      "ORDER BY f.rating DESC, g.id DESC")));
  statement.bind(1, stored_key(position)).bind(3, std::int64_t{most});
  if (!all) statement.bind(2, filter.player);
  return headers_of(statement);
}

std::vector<chess::PgnTag> tags_in(const Statement& row) {
  std::vector<chess::PgnTag> tags;
  // Their columns in Database::game().
  constexpr std::array<std::pair<std::string_view, int>, 8> kTags = {{{"Event", 7},
                                                                      {"Site", 8},
                                                                      {"Date", 6},
                                                                      {"Round", 9},
                                                                      {"White", 1},
                                                                      {"Black", 2},
                                                                      {"WhiteElo", 3},
                                                                      {"BlackElo", 4}}};
  for (const auto& [name, column] : kTags)
    if (std::string value = row.text(column); !value.empty())
      tags.push_back({std::string(name), std::move(value)});
  return tags;
}

}  // namespace

std::optional<std::int64_t> stored_result(GameResult result) noexcept {
  switch (result) {
    case GameResult::WhiteWins:
      return 1;
    case GameResult::Draw:
      return 0;
    case GameResult::BlackWins:
      return -1;
    case GameResult::Unknown:
      break;
  }
  return std::nullopt;
}

Result<void> make_tables(const Connection& connection, const std::string& path) {
  // If the file isn't a database at all, the first read fails.
  const auto tables = number_from(connection, "SELECT COUNT(*) FROM sqlite_master");
  if (!tables) return tables.error();
  if (*tables > 0) return check_version(connection, path);
  TABIA_TRY_VOID(connection.run("BEGIN IMMEDIATE"));
  TABIA_TRY_VOID(connection.run(kTables));
  const std::string marks =
      concat("PRAGMA application_id = ", kApplication, "; PRAGMA user_version = ", kVersion, "; COMMIT");
  return connection.run(marks.c_str());
}

Result<std::unique_ptr<Database>> Database::open(const std::string& path) {
  std::error_code ignored;
  if (has_sqlite() && !std::filesystem::exists(path, ignored))
    return Error{concat(path, ": there is no such file; tabia games import makes one from a PGN file")};
  TABIA_TRY(Connection connection, Connection::open(path, Connection::Mode::Read));
  TABIA_TRY_VOID(check_version(connection, path));
  TABIA_TRY(const std::int64_t games, count_games(connection));
  return std::unique_ptr<Database>(new Database(std::move(connection), static_cast<std::uint64_t>(games)));
}

Result<void> Database::recount() {
  const std::scoped_lock lock(mutex_);
  TABIA_TRY(const std::int64_t games, count_games(connection_));
  size_ = static_cast<std::uint64_t>(games);
  return {};
}

Result<PositionGames> Database::find(const chess::Position& position, const GameFilter& filter,
                                     int most_games) const {
  const std::scoped_lock lock(mutex_);
  PositionGames found;
  TABIA_TRY_VOID(add_moves(connection_, position, filter, found));
  if (most_games > 0) {
    TABIA_TRY(found.games, games_with(connection_, position, filter, most_games));
  }
  return found;
}

Result<std::vector<PlayerRecord>> Database::players(std::string_view text, int most) const {
  const std::scoped_lock lock(mutex_);
  TABIA_TRY(Statement statement,
            connection_.prepare("SELECT p.name, COUNT(*), SUM(g.result = 1 - 2 * (g.black = p.id)), "
                                "SUM(g.result = 0), SUM(g.result = 2 * (g.black = p.id) - 1) "
                                "FROM players p JOIN games g ON g.white = p.id OR g.black = p.id "
                                "WHERE instr(lower(p.name), lower(?1)) GROUP BY p.id "
                                "ORDER BY 2 DESC, p.name LIMIT ?2"));
  statement.bind(1, text).bind(2, std::int64_t{most});
  std::vector<PlayerRecord> players;
  for (;;) {
    TABIA_TRY(const bool found, statement.step());
    if (!found) return players;
    const auto count = [&](int column) { return static_cast<std::uint64_t>(statement.integer(column)); };
    players.push_back({statement.text(0), count(1), count(2), count(3), count(4)});
  }
}

Result<std::vector<GameHeader>> Database::games_of(const GameFilter& filter, int most) const {
  const std::scoped_lock lock(mutex_);
  TABIA_TRY(Statement statement,
            connection_.prepare(concat(kHeaderColumns, kHeaderTables, "WHERE ", condition_of(filter, "?1"),
                                       " ORDER BY g.date DESC, g.id DESC LIMIT ?2")));
  statement.bind(1, filter.player).bind(2, std::int64_t{most});
  return headers_of(statement);
}

Result<std::optional<chess::PgnGame>> Database::game(std::int64_t id) const {
  const std::scoped_lock lock(mutex_);
  TABIA_TRY(Statement statement,
            connection_.prepare(concat(kHeaderColumns, ", g.site, g.round, g.start, g.moves", kHeaderTables,
                                       "WHERE g.id = ?1")));
  TABIA_TRY(const bool found, statement.bind(1, id).step());
  if (!found) return std::optional<chess::PgnGame>();
  chess::PgnGame game;
  game.tags = tags_in(statement);
  game.result = result_in(statement, 5);
  if (const std::string start = statement.text(10); !start.empty()) {
    TABIA_TRY(game.start, chess::parse_fen(start));
  }
  const std::string moves = statement.text(11);
  chess::Position position = game.start;
  for (std::size_t i = 0; i + 1 < moves.size(); i += 2) {
    const auto low = static_cast<unsigned char>(moves[i]);
    const auto high = static_cast<unsigned char>(moves[i + 1]);
    const auto move = chess::Move::from_bits(static_cast<std::uint16_t>(low | high << 8));
    if (!position.is_legal(move))
      return Error{concat("game ", id, " has an illegal move: the database is damaged")};
    game.line.moves.push_back(
        {.move = move, .nags = {}, .comment = {}, .variations = {}, .comment_after_variations = {}});
    position.make(move);
  }
  return std::optional(std::move(game));
}

Result<std::vector<PlayedMove>> DatabaseOpenings::moves_of(const chess::Position& position) {
  TABIA_TRY(PositionGames found, database_.find(position, {}, 0));
  return std::move(found.moves);
}

}  // namespace tabia::games
