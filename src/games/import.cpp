#include "games/import.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <tuple>

#include "base/enum_array.h"
#include "base/hash.h"
#include "base/input.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/pgn_reader.h"
#include "chess/polyglot.h"
#include "games/database.h"

namespace tabia::games {
namespace {

using base::concat;
using base::Error;
using base::Result;
using chess::Color;
using chess::PgnGame;

constexpr std::size_t kMostRows = 1 << 20;  // kept in memory before they are added: 32 MiB
constexpr int kMostRemarks = 20;            // about bad games of a file
constexpr int kHighestRating = 5000;        // anything higher is a mistake

// A row of the table `moves`.
struct Row {
  std::int64_t position;
  std::int64_t game;
  std::uint16_t move;
  std::int16_t rating;  // -1: unknown
  std::int8_t result;   // as stored; kNoResult: unknown

  static constexpr std::int8_t kNoResult = 2;
};

std::string_view tag_of(const PgnGame& game, std::string_view name) {
  const std::string* value = game.tag(name);
  return value && *value != "?" ? std::string_view(*value) : std::string_view();
}

std::optional<std::int64_t> rating_of(const PgnGame& game, std::string_view tag) {
  const auto rating = base::parse_integer<int>(base::trimmed(tag_of(game, tag)));
  return rating && *rating > 0 && *rating <= kHighestRating ? std::optional<std::int64_t>(*rating)
                                                            : std::nullopt;
}

std::string bytes_of_moves(const PgnGame& game) {
  std::string bytes;
  for (const chess::PgnMove& move : game.line.moves) {
    bytes += static_cast<char>(move.move.bits() & 255);
    bytes += static_cast<char>(move.move.bits() >> 8);
  }
  return bytes;
}

// Games with the same players, date, round, start and moves count as the same game, even from two files.
std::int64_t identity_of_game(const PgnGame& game, std::string_view start, std::string_view moves) {
  std::string all;
  for (const char* tag : {"White", "Black", "Date", "Round"})
    all += concat(base::lowered(tag_of(game, tag)), '\n');
  return static_cast<std::int64_t>(base::hash64(concat(all, start, '\n', moves)));
}

// Adds games to an open database, in groups.
class Adder {
 public:
  static Result<Adder> open(const ImportJob& job) {
    TABIA_TRY(Connection connection, Connection::open(job.database, Connection::Mode::Write));
    // Readers can continue while a group is written.
    TABIA_TRY_VOID(
        connection.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; "
                       "PRAGMA cache_size = -65536"));
    TABIA_TRY_VOID(make_tables(connection, job.database));
    TABIA_TRY(Statement add_player, connection.prepare("INSERT OR IGNORE INTO players (name) VALUES (?1)"));
    TABIA_TRY(Statement find_player, connection.prepare("SELECT id FROM players WHERE name = ?1"));
    TABIA_TRY(Statement add_game,
              connection.prepare("INSERT OR IGNORE INTO games (white, black, white_rating, black_rating, "
                                 "result, date, event, site, round, start, moves, identity) "
                                 "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"));
    TABIA_TRY(Statement add_row,
              connection.prepare("INSERT OR IGNORE INTO moves (position, move, game, result, rating) "
                                 "VALUES (?1, ?2, ?3, ?4, ?5)"));
    return Adder(std::move(connection), job.plies, std::move(add_player), std::move(find_player),
                 std::move(add_game), std::move(add_row));
  }

  // Adds the game to the current group.
  Result<void> add(const PgnGame& game, ImportTotals& totals) {
    if (!gathering_) {
      TABIA_TRY_VOID(connection_.run("BEGIN IMMEDIATE"));
      gathering_ = true;
    }
    TABIA_TRY(const std::int64_t white, player(tag_of(game, "White")));
    TABIA_TRY(const std::int64_t black, player(tag_of(game, "Black")));
    const base::EnumArray<Color, std::optional<std::int64_t>> ratings{
        {rating_of(game, "WhiteElo"), rating_of(game, "BlackElo")}};
    const std::string start = game.start == chess::Position() ? "" : chess::to_fen(game.start);
    const std::string moves = bytes_of_moves(game);
    add_game_.bind(1, white).bind(2, black).bind(3, ratings[Color::White]).bind(4, ratings[Color::Black]);
    add_game_.bind(5, stored_result(game.result)).bind(6, tag_of(game, "Date"));
    add_game_.bind(7, tag_of(game, "Event")).bind(8, tag_of(game, "Site")).bind(9, tag_of(game, "Round"));
    start.empty() ? add_game_.bind(10, std::nullopt) : add_game_.bind(10, std::string_view(start));
    add_game_.bind_bytes(11, moves).bind(12, identity_of_game(game, start, moves));
    TABIA_TRY_VOID(add_game_.run());
    if (connection_.changes() == 0) {
      ++totals.known;
      return {};
    }
    ++totals.added;
    gather_rows(game, connection_.last_row(), ratings);
    return rows_.size() >= kMostRows ? finish_group(totals) : Result<void>();
  }

  // Sorted in the table's order, so that the table is written from one end to the other.
  Result<void> finish_group(ImportTotals& totals) {
    if (!gathering_) return {};
    std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) {
      return std::tie(a.position, a.move, a.game) < std::tie(b.position, b.move, b.game);
    });
    for (const Row& row : rows_) {
      add_row_.bind(1, row.position).bind(2, std::int64_t{row.move}).bind(3, row.game);
      add_row_.bind(4, row.result == Row::kNoResult ? std::nullopt : std::optional<std::int64_t>(row.result));
      add_row_.bind(5, row.rating < 0 ? std::nullopt : std::optional<std::int64_t>(row.rating));
      TABIA_TRY_VOID(add_row_.run());
    }
    totals.positions += rows_.size();
    rows_.clear();
    gathering_ = false;
    return connection_.run("COMMIT");
  }

  // Moves what was added from the journal to the file, as far as readers permit. Readers can't do this
  // themselves, and the journal of a large import is as large as the file.
  void empty_journal() {
    const auto ignored = connection_.run("PRAGMA wal_checkpoint(TRUNCATE)");
    static_cast<void>(ignored);
  }

  // Turns the database back into one plain file, unless someone is reading it.
  void close() {
    const auto ignored = connection_.run("PRAGMA journal_mode = DELETE");
    static_cast<void>(ignored);
  }

 private:
  Adder(Connection connection, int plies, Statement add_player, Statement find_player, Statement add_game,
        Statement add_row)
      : connection_(std::move(connection)),
        plies_(plies),
        add_player_(std::move(add_player)),
        find_player_(std::move(find_player)),
        add_game_(std::move(add_game)),
        add_row_(std::move(add_row)) {}

  Result<std::int64_t> player(std::string_view name) {
    TABIA_TRY_VOID(add_player_.bind(1, name).run());
    TABIA_TRY(const bool found, find_player_.bind(1, name).step());
    const std::int64_t id = found ? find_player_.integer(0) : 0;
    find_player_.reset();
    return id;
  }

  void gather_rows(const PgnGame& game, std::int64_t id,
                   const base::EnumArray<Color, std::optional<std::int64_t>>& ratings) {
    chess::Position position = game.start;
    const auto result = stored_result(game.result);
    const std::size_t last = std::min(game.line.moves.size(), static_cast<std::size_t>(plies_));
    for (std::size_t i = 0; i <= last; ++i) {
      const chess::Move move = i < game.line.moves.size() ? game.line.moves[i].move : chess::Move::none();
      rows_.push_back({static_cast<std::int64_t>(chess::polyglot_key(position)), id, move.bits(),
                       static_cast<std::int16_t>(ratings[position.side_to_move()].value_or(-1)),
                       static_cast<std::int8_t>(result.value_or(Row::kNoResult))});
      if (move) position.make(move);
    }
  }

  Connection connection_;
  const int plies_;
  Statement add_player_;
  Statement find_player_;
  Statement add_game_;
  Statement add_row_;
  std::vector<Row> rows_;
  bool gathering_ = false;
};

// All games of a stream; `tell_progress` is called before each. Bad games are reported as remarks under the
// text's name.
template <typename TellProgress>
Result<void> add_games(std::istream& stream, const PgnText& text, Adder& adder, ImportTotals& totals,
                       base::Watch& watch, TellProgress tell_progress) {
  chess::PgnReader reader(stream, {.read_variations = false, .first_line = text.first_line});
  const std::uint64_t bad_before = totals.bad;
  while (auto next = reader.next()) {
    if (watch.interrupted()) {
      TABIA_TRY_VOID(adder.finish_group(totals));
      return base::interruption();
    }
    tell_progress();
    if (!*next) {
      if (++totals.bad - bad_before <= kMostRemarks)
        watch.remark(concat(text.name, ": ", next->error().message));
      continue;
    }
    TABIA_TRY_VOID(adder.add((*next)->game, totals));
  }
  return adder.finish_group(totals);
}

Result<void> import_file(const std::string& path, Adder& adder, ImportTotals& totals, base::Watch& watch) {
  TABIA_TRY(const std::unique_ptr<base::Input> input, base::Input::open(path));
  TABIA_TRY_VOID(add_games(input->stream(), {.pgn = {}, .name = input->name()}, adder, totals, watch,
                           [&] { watch.progress(input->bytes_read(), input->bytes_total()); }));
  if (input->fault()) return *input->fault();
  return {};
}

}  // namespace

const base::Fields<ImportJob>& import_fields() {
  static const base::Fields<ImportJob> fields = {
      base::text<ImportJob>("db", "FILE", TABIA_MEMBER(database), "the database; created if there is none"),
      base::integer<ImportJob>("plies", "N", 1, 100'000, TABIA_MEMBER(plies),
                               "half-moves of each game that can be found by position; fewer make the file "
                               "smaller")};
  return fields;
}

Result<ImportTotals> run(const ImportJob& job, base::Watch& watch) {
  TABIA_TRY(Adder adder, Adder::open(job));
  ImportTotals totals;
  for (const std::string& file : job.files) {
    if (const auto imported = import_file(file, adder, totals, watch); !imported) {
      adder.close();
      return imported.error();
    }
  }
  adder.close();
  return totals;
}

Result<ImportTotals> import_text(const PgnText& text, const std::string& database, base::Watch& watch) {
  ImportJob job;
  job.database = database;
  TABIA_TRY(Adder adder, Adder::open(job));
  std::istringstream stream{std::string(text.pgn)};
  ImportTotals totals;
  TABIA_TRY_VOID(add_games(stream, text, adder, totals, watch, [] {}));
  adder.empty_journal();
  return totals;
}

void make_plain(const std::string& database) {
  // Opening a missing file would create it.
  std::error_code fault;
  if (!std::filesystem::exists(database, fault)) return;
  if (auto connection = Connection::open(database, Connection::Mode::Write)) {
    // This fails if someone is reading the database. It then stays as it is, which is just as good.
    const auto ignored = connection->run("PRAGMA journal_mode = DELETE");
    static_cast<void>(ignored);
  }
}

}  // namespace tabia::games
