// games/database.h: games in an SQLite file: what was played in a position, by whom, and how the games ended.
//
//   auto database = Database::open("games.sqlite");
//   const auto found = (*database)->find(position, {.player = "Carlsen"}, 8);
//
// games/import.h fills it; docs/formats/games.md describes its tables. A database can be read while games are
// being added.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/pgn.h"
#include "games/openings.h"
#include "games/played.h"
#include "games/sqlite.h"

namespace tabia::games {

struct PlayerRecord {
  std::string name;
  std::uint64_t games = 0;
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
};

// Selects games. Empty: all of them.
struct GameFilter {
  std::string player;                 // the full name; case doesn't matter
  std::optional<chess::Color> color;  // which side that player had; nothing: either
};

// Thread-safe.
class Database {
 public:
  // The error says that the file is missing, isn't a database of ours, or has another version.
  [[nodiscard]] static base::Result<std::unique_ptr<Database>> open(const std::string& path);

  // The number of games when the database was opened or last counted.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  // Counts the games again. Call it after games were added.
  [[nodiscard]] base::Result<void> recount();
  // The games that reached the position, and what was played there. A game counts once for each move, no
  // matter how often the position occurred. An unknown player has no games.
  [[nodiscard]] base::Result<PositionGames> find(const chess::Position& position, const GameFilter& filter,
                                                 int most_games) const;
  // Players whose names contain the text (case doesn't matter), those with the most games first.
  [[nodiscard]] base::Result<std::vector<PlayerRecord>> players(std::string_view text, int most) const;
  // The player's games, latest first.
  [[nodiscard]] base::Result<std::vector<GameHeader>> games_of(const GameFilter& filter, int most) const;
  // Nothing if there is no such game.
  [[nodiscard]] base::Result<std::optional<chess::PgnGame>> game(std::int64_t id) const;

 private:
  Database(Connection connection, std::uint64_t size) : connection_(std::move(connection)), size_(size) {}

  const Connection connection_;
  std::atomic<std::uint64_t> size_;
  mutable std::mutex mutex_;
};

// The games of the database, for opening_table().
class DatabaseOpenings final : public OpeningSource {
 public:
  explicit DatabaseOpenings(const Database& database) : database_(database) {}
  [[nodiscard]] base::Result<std::vector<PlayedMove>> moves_of(const chess::Position& position) override;

 private:
  const Database& database_;
};

// The tables of a new database; a database that already has them stays as it is. Fails if the file isn't a
// database of ours.
[[nodiscard]] base::Result<void> make_tables(const Connection& connection, const std::string& path);

// How the tables store a result: 1, 0 or -1 for White; nothing if it is unknown.
[[nodiscard]] std::optional<std::int64_t> stored_result(chess::GameResult result) noexcept;

}  // namespace tabia::games
