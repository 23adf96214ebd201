#include "games/text.h"

#include <array>
#include <cinttypes>
#include <cstdio>

#include "base/json.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "games/json.h"

namespace tabia::games {
namespace {

std::string rated(const std::string& name, std::optional<int> rating) {
  return rating ? base::concat(name, " (", *rating, ")") : name;
}

std::string percent(std::uint64_t part, const Counts& counts) {
  const double share =
      counts.games == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(counts.games);
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), " %3.0f%%", share);
  return text.data();
}

std::string line_of(const std::string& name, const Counts& counts, std::optional<int> rating) {
  std::array<char, 64> start{};
  std::snprintf(start.data(), start.size(), "%-8s %10s ", name.c_str(),
                base::with_thousands(counts.games).c_str());
  std::array<char, 32> end{};
  std::snprintf(end.data(), end.size(), "  %6s\n", rating ? base::concat(*rating).c_str() : "");
  return base::concat(start.data(), percent(counts.white_wins, counts), percent(counts.draws, counts),
                      percent(counts.black_wins, counts), end.data());
}

std::string line_of(const GameHeader& header) {
  std::array<char, 64> start{};
  std::snprintf(start.data(), start.size(), "%8" PRId64 "  %-10s  %-7s  ", header.id,
                header.date.substr(0, 10).c_str(), std::string(to_string(header.result)).c_str());
  return base::concat(start.data(), rated(header.white, header.white_rating), " - ",
                      rated(header.black, header.black_rating), "\n");
}

}  // namespace

std::string table_of(const chess::Position& position, const PositionGames& found) {
  std::string table = "move          games  White draw Black  rating\n";
  for (const PlayedMove& played : found.moves)
    table += line_of(chess::to_san(position, played.move), played.counts, played.rating);
  table += line_of("all", found.counts, std::nullopt);
  for (const GameHeader& header : found.games) table += line_of(header);
  return table;
}

std::string table_of(const std::vector<PlayerRecord>& players) {
  std::string table = "   games    wins   draws  losses  player\n";
  for (const PlayerRecord& player : players) {
    std::array<char, 96> numbers{};
    std::snprintf(numbers.data(), numbers.size(), "%8" PRIu64 " %7" PRIu64 " %7" PRIu64 " %7" PRIu64 "  ",
                  player.games, player.wins, player.draws, player.losses);
    table += base::concat(numbers.data(), player.name, "\n");
  }
  return table;
}

std::string text_of(const ImportTotals& totals) {
  using base::with_thousands;
  return base::concat(with_thousands(totals.added), " games added, ", with_thousands(totals.known),
                      " were there already, ", with_thousands(totals.bad), " bad; ",
                      with_thousands(totals.positions), " positions");
}

std::string json_of(const ImportTotals& totals) {
  base::JsonWriter json;
  json.begin_object().field("added", totals.added).field("known", totals.known);
  return json.field("bad", totals.bad).field("positions", totals.positions).end_object().text();
}

std::string json_of(const chess::Position& position, const PositionGames& found) {
  base::JsonWriter json;
  json.begin_object().field("fen", std::string_view(chess::to_fen(position)));
  add_position_games(json, position, found);
  return json.end_object().text();
}

std::string json_of(const std::vector<PlayerRecord>& players) {
  base::JsonWriter json;
  json.begin_object().key("players");
  add_players(json, players);
  return json.end_object().text();
}

}  // namespace tabia::games
