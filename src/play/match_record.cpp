#include "play/match_record.h"

#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "base/file.h"
#include "base/json.h"
#include "base/json_fields.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/notation.h"

namespace tabia::play {
namespace {

using base::concat;
using base::Error;
using base::JsonFields;
using base::JsonWriter;

constexpr int kMatchRecordVersion = 1;
constexpr std::string_view kBeginning = R"({"type":"match")";  // of every record
constexpr std::string_view kGameType = "game";
constexpr int kMostContestants = 1'000'000;  // more than there can be

void write_effort(JsonWriter& json, std::string_view key, const Effort& effort) {
  json.key(key)
      .begin_object()
      .field("moves", effort.moves)
      .field("nodes", effort.nodes)
      .field("depth", effort.depth)
      .field("time_us", effort.wall_us)
      .field("cpu_us", effort.cpu_us)
      .end_object();
}

Effort read_effort(JsonFields& fields, std::string_view key) {
  JsonFields inside(fields.object(key));
  const Effort effort{.moves = inside.integer("moves"),
                      .nodes = inside.integer("nodes"),
                      .depth = inside.integer("depth"),
                      .wall_us = inside.integer("time_us"),
                      .cpu_us = inside.integer("cpu_us")};
  fields.note_inside(key, inside);
  return effort;
}

}  // namespace

Effort& Effort::operator+=(const Effort& other) noexcept {
  moves += other.moves;
  nodes += other.nodes;
  depth += other.depth;
  wall_us += other.wall_us;
  cpu_us += other.cpu_us;
  return *this;
}

RecordedGame recorded(const FinishedGame& finished, std::uint64_t index, int white, int black) {
  RecordedGame game;
  game.index = index;
  game.white = white;
  game.black = black;
  game.start = finished.game.start();
  game.moves = finished.game.moves();
  game.result = finished.result;
  game.reason = finished.reason;
  game.detail = finished.detail;
  for (std::size_t i = 0; i < finished.choices.size(); ++i) {
    const ChosenMove& choice = finished.choices[i];
    const chess::Position& before = finished.game.positions()[finished.opening_moves + i];
    (before.side_to_move() == chess::Color::White ? game.white_effort : game.black_effort) +=
        Effort{.moves = 1,
               .nodes = static_cast<std::int64_t>(choice.nodes),
               .depth = choice.depth,
               .wall_us = choice.wall_us,
               .cpu_us = choice.cpu_us};
  }
  return game;
}

std::string to_json(const RecordedGame& game) {
  JsonWriter json;
  json.begin_object()
      .field("type", kGameType)
      .field("index", game.index)
      .field("white", game.white)
      .field("black", game.black)
      .field("result", chess::to_string(game.result))
      .field("reason", name_of(game.reason))
      .field("detail", std::string_view(game.detail))
      .field("fen", std::string_view(chess::to_fen(game.start)));
  std::string moves;
  for (const chess::Move move : game.moves)
    moves += concat(moves.empty() ? "" : " ", chess::to_uci(move, chess::CastlingNotation::KingTakesRook));
  json.field("moves", std::string_view(moves));
  write_effort(json, "white_effort", game.white_effort);
  write_effort(json, "black_effort", game.black_effort);
  if (!game.pgn.path.empty())
    json.field("pgn", std::string_view(game.pgn.path)).field("pgn_end", game.pgn.end);
  return json.end_object().text();
}

namespace {

// Everything but start and moves.
RecordedGame read_outcome(JsonFields& fields) {
  RecordedGame game;
  if (fields.text("type") != kGameType) fields.note(JsonFields::Fault::Range, "type", "game");
  game.index = fields.count("index");
  game.white = static_cast<int>(fields.integer("white", 0, kMostContestants));
  game.black = static_cast<int>(fields.integer("black", 0, kMostContestants));
  game.detail = fields.text("detail");
  if (const auto result = chess::parse_game_result(fields.text("result"))) {
    game.result = *result;
  } else {
    fields.note(JsonFields::Fault::Range, "result", "1-0, 0-1, 1/2-1/2 or *");
  }
  if (const auto reason = parse_end_reason(fields.text("reason"))) {
    game.reason = *reason;
  } else {
    fields.note(JsonFields::Fault::Range, "reason", "a known one");
  }
  game.white_effort = read_effort(fields, "white_effort");
  game.black_effort = read_effort(fields, "black_effort");
  if (fields.has("pgn")) game.pgn = {.path = fields.text("pgn"), .end = fields.integer("pgn_end")};
  return game;
}

}  // namespace

base::Result<RecordedGame> parse_recorded_outcome(std::string_view line) {
  TABIA_TRY(const base::JsonValue value, base::JsonValue::parse(line));
  JsonFields fields(value);
  RecordedGame game = read_outcome(fields);
  TABIA_TRY_VOID(fields.finish());
  return game;
}

base::Result<RecordedGame> parse_recorded_game(std::string_view line) {
  TABIA_TRY(const base::JsonValue value, base::JsonValue::parse(line));
  JsonFields fields(value);
  RecordedGame game = read_outcome(fields);
  const std::string fen = fields.text("fen");
  const std::string moves = fields.text("moves");
  TABIA_TRY_VOID(fields.finish());
  const auto start = chess::parse_fen(fen);
  if (!start) return start.error().inside("fen");
  game.start = *start;
  chess::Position position = *start;
  for (const auto word : base::words(moves)) {
    const auto move = chess::parse_uci_move(position, word);
    if (!move) return move.error().inside("moves");
    game.moves.push_back(*move);
    position.make(*move);
  }
  return game;
}

bool is_match_record(std::string_view beginning) noexcept { return beginning.starts_with(kBeginning); }

base::Result<MatchRecord> MatchRecord::open(const std::string& path, const std::string& settings,
                                            const PgnPlace& pgn) {
  if (path.empty()) return MatchRecord(std::nullopt);
  if (base::is_written_straight(path))
    return Error{concat(path, ": isn't a regular file; a match can be resumed only from one")};
  TABIA_TRY(base::AppendFile file, base::AppendFile::open(path));
  if (!file.lock()) return Error{concat(path, ": another match is writing to this record")};
  MatchRecord record(std::move(file));
  TABIA_TRY_VOID(record.read(settings, pgn));
  return record;
}

base::Result<void> MatchRecord::read(const std::string& settings, const PgnPlace& pgn) {
  const std::string& path = file_->path();
  auto content = file_->content();
  if (!content) return content.error();
  // Only complete lines count; the rest was left by a crash.
  const std::size_t last_break = content->rfind('\n');
  const std::size_t whole = last_break == std::string::npos ? 0 : last_break + 1;
  // Never touch a file that isn't ours.
  if (!content->empty() && !content->starts_with(kBeginning.substr(0, content->size())))
    return Error{concat(path, ": isn't a match record; choose another --record")};
  if (whole < content->size()) {
    TABIA_TRY_VOID(file_->cut(whole));
    content->resize(whole);
  }
  if (content->empty()) {
    pgn_begin_ = pgn;
    base::JsonWriter place;
    place.begin_object().field("path", std::string_view(pgn.path)).field("end", pgn.end).end_object();
    const std::string with_pgn = pgn.path.empty() ? "" : concat(",\"pgn\":", place.text());
    return append_line(
        concat(kBeginning, ",\"version\":", kMatchRecordVersion, ",\"settings\":", settings, with_pgn, '}'));
  }

  std::set<std::uint64_t> seen;
  std::size_t number = 0;
  for (const std::string_view line : base::split(std::string_view(*content).substr(0, whole - 1), '\n')) {
    ++number;
    const std::string place = concat(path, ':', number);
    if (number == 1) {
      if (const auto header = check_header(line, settings); !header) return header.error();
      continue;
    }
    auto game = parse_recorded_game(line);
    if (!game) return game.error().inside(place);
    if (!seen.insert(game->index).second)
      return Error{concat(place, ": game ", game->index, " occurs twice")};
    games_.push_back(std::move(*game));
  }
  return {};
}

base::Result<void> MatchRecord::check_header(std::string_view line, const std::string& settings) {
  const std::string& path = file_->path();
  const auto header = base::JsonValue::parse(line);
  if (!header) return header.error().inside(concat(path, ":1"));
  JsonFields fields(*header);
  const std::int64_t version = fields.integer("version");
  const base::JsonValue& old_settings = fields.object("settings");
  if (fields.has("pgn")) {
    JsonFields pgn(fields.object("pgn"));
    pgn_begin_ = {.path = pgn.text("path"),
                  .end = pgn.integer("end", 0, std::numeric_limits<std::int64_t>::max())};
    fields.note_inside("pgn", pgn);
  }
  if (const auto read = fields.finish(); !read) return read.error().inside(concat(path, ":1"));
  if (version != kMatchRecordVersion)
    return Error{concat(path, ":1: version ", version, " of the record, expected ", kMatchRecordVersion)};
  const auto new_settings = base::JsonValue::parse(settings);
  if (!new_settings) return new_settings.error().inside("settings of the match");
  const std::string changed = difference(old_settings, *new_settings);
  if (changed.empty()) return {};
  return Error{concat(path, " is the record of another match: ", changed,
                      ". Use the old settings to resume it, or choose another --record")};
}

base::Result<void> MatchRecord::append_line(const std::string& json) {
  if (!file_) return {};
  TABIA_TRY_VOID(file_->append(json + '\n'));
  return file_->sync();
}

}  // namespace tabia::play
