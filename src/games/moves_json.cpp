#include "games/moves_json.h"

#include "chess/notation.h"

namespace tabia::games {

using base::JsonWriter;

void add_counts(JsonWriter& json, const Counts& counts) {
  json.field("games", counts.games).field("white", counts.white_wins);
  json.field("draws", counts.draws).field("black", counts.black_wins);
}

void add_moves(JsonWriter& json, const chess::Position& position, const Counts& counts,
               const std::vector<PlayedMove>& moves) {
  json.key("counts").begin_object();
  add_counts(json, counts);
  json.end_object().key("moves").begin_array();
  for (const PlayedMove& played : moves) {
    json.begin_object().field("uci", std::string_view(chess::to_uci(played.move)));
    json.field("san", std::string_view(chess::to_san(position, played.move)));
    add_counts(json, played.counts);
    if (played.rating) json.field("rating", *played.rating);
    json.end_object();
  }
  json.end_array();
}

void add_openings(JsonWriter& json, const chess::Position& position, const OpeningTable& table) {
  const PlayedPosition* const found = table.find(position);
  if (!found) return;
  json.key("openings").begin_object().field("about", std::string_view(table.about()));
  add_moves(json, position, found->counts, found->moves);
  json.end_object();
}

}  // namespace tabia::games
