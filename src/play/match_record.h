// play/match_record.h: every finished game of a match, on disk as soon as it ends.
//
// JSON lines (docs/matches.md lists the fields): first a header with the settings, then a line for every
// game. A line is written and synced before the game counts. After a crash the file has all finished games; a
// torn last line is cut off when it is opened again. The file is locked while it is open, so two matches
// can't write to the same record. Not thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/append_file.h"
#include "base/result.h"
#include "chess/pgn.h"
#include "play/game_loop.h"

namespace tabia::play {

// A player's totals over its moves in a game.
struct Effort {
  std::int64_t moves = 0;
  std::int64_t nodes = 0;
  std::int64_t depth = 0;
  std::int64_t wall_us = 0;
  std::int64_t cpu_us = 0;

  Effort& operator+=(const Effort& other) noexcept;
  friend bool operator==(const Effort&, const Effort&) = default;
};

// Where this record's game ends in the PGN file, which is written first; an empty path: no PGN file.
struct PgnPlace {
  std::string path;
  std::int64_t end = 0;  // bytes
  friend bool operator==(const PgnPlace&, const PgnPlace&) = default;
};

// A game as it is stored.
struct RecordedGame {
  std::uint64_t index = 0;  // in the schedule of the match
  int white = 0;            // numbers of the players
  int black = 0;
  chess::Position start;
  std::vector<chess::Move> moves;  // including those of the opening
  chess::GameResult result = chess::GameResult::Unknown;
  EndReason reason = EndReason::Interrupted;
  std::string detail;
  Effort white_effort;
  Effort black_effort;
  PgnPlace pgn;

  friend bool operator==(const RecordedGame&, const RecordedGame&) = default;
};

// The game in this form, without its place in a PGN file.
[[nodiscard]] RecordedGame recorded(const FinishedGame& finished, std::uint64_t index, int white, int black);

[[nodiscard]] std::string to_json(const RecordedGame& game);
// The error says which field is wrong.
[[nodiscard]] base::Result<RecordedGame> parse_recorded_game(std::string_view line);
// Reads only who played and how it ended; many times faster, because it ignores start and moves.
[[nodiscard]] base::Result<RecordedGame> parse_recorded_outcome(std::string_view line);
// Is this the beginning of a match record?
[[nodiscard]] bool is_match_record(std::string_view beginning) noexcept;

class MatchRecord {
 public:
  // Opens or creates the file. `settings` is a JSON object; if the file already has a header, its settings
  // must be the same, and the error names the first that differs. An empty path keeps the games in memory
  // only. `pgn` is written into a new header: the end of the PGN file before the match.
  [[nodiscard]] static base::Result<MatchRecord> open(const std::string& path, const std::string& settings,
                                                      const PgnPlace& pgn = {});
  // What was in the file when it was opened; no game occurs twice.
  [[nodiscard]] const std::vector<RecordedGame>& games() const noexcept { return games_; }
  // What was in the PGN file before the match.
  [[nodiscard]] const PgnPlace& pgn_begin() const noexcept { return pgn_begin_; }
  // Where the last recorded game ends in its PGN file, or where the first one begins.
  [[nodiscard]] const PgnPlace& pgn_end() const noexcept {
    return games_.empty() ? pgn_begin_ : games_.back().pgn;
  }

  // Returns once the game is on disk.
  [[nodiscard]] base::Result<void> append(const RecordedGame& game) { return append_line(to_json(game)); }

 private:
  explicit MatchRecord(std::optional<base::AppendFile> file) : file_(std::move(file)) {}
  [[nodiscard]] base::Result<void> read(const std::string& settings, const PgnPlace& pgn);
  [[nodiscard]] base::Result<void> check_header(std::string_view line, const std::string& settings);
  [[nodiscard]] base::Result<void> append_line(const std::string& json);

  std::optional<base::AppendFile> file_;  // nothing: games are kept in memory only
  std::vector<RecordedGame> games_;
  PgnPlace pgn_begin_;
};

}  // namespace tabia::play
