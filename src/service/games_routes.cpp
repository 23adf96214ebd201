// What the service knows about positions without a search: /lookup and /games.
#include "base/file.h"
#include "base/text.h"
#include "service/address.h"
#include "service/lookup.h"
#include "service/service.h"

namespace tabia::service {

using base::concat;

std::optional<base::Error> Service::open_openings() {
  constexpr std::size_t kMostBytes = std::size_t{64} << 20;
  const std::string& path = options_.openings_file;
  if (path == "none") return std::nullopt;
  std::string file(games::embedded_openings());
  if (!path.empty()) {
    auto read = base::read_file(path, kMostBytes);
    if (!read) return read.error().inside("--openings");
    file = std::move(*read);
  }
  auto table = games::OpeningTable::read(file);
  if (!table) return base::Error{concat("--openings: ", path, ": ", table.error().message)};
  openings_ = std::move(*table);
  return std::nullopt;
}

Known Service::known() const {
  return {.games = games_.get(), .tables = tablebase_.get(), .openings = openings_ ? &*openings_ : nullptr};
}

http::Response Service::look_up(const http::Request& request) {
  const auto answer = lookup_json(request.body, known());
  return answer ? fresh_response(*answer) : to_response(answer.error());
}

http::Response Service::list_games(const http::Request& request) {
  const auto player = query_value(request.head.query, "player");
  if (!player) return to_response(player.error());
  const auto answer = games_json(*player, games_.get());
  return answer ? fresh_response(*answer) : to_response(answer.error());
}

http::Response Service::import_games(const http::Request& request) {
  const auto line = query_value(request.head.query, "line");
  if (!line) return to_response(line.error());
  const auto first_line =
      line->empty() ? std::optional<std::uint64_t>(1) : base::parse_integer<std::uint64_t>(*line);
  if (!first_line || *first_line == 0)
    return to_response({.status = 422, .detail = "line: expected the number of a line", .field = "line"});
  const std::scoped_lock lock(import_mutex_);
  const games::PgnText text{.pgn = request.body, .name = "pgn", .first_line = *first_line};
  const auto answer = imported_json(text, options_.games_file, games_.get());
  has_imported_ = has_imported_ || answer;
  if (!answer) {
    if (answer.error().status != 500) return to_response(answer.error());
    // The reason may contain paths: it is only for the operator.
    log_->say(LogLevel::Error, concat("can't add games: ", answer.error().detail));
    return refusal(500, "the games can't be added to the database; the server's log says why");
  }
  log_->say(LogLevel::Info, concat("games added by ", request.peer));
  return fresh_response(*answer);
}

http::Response Service::show_game(const http::Request& request) {
  const auto pgn = game_pgn(name_in(request.head.path), games_.get());
  return pgn ? fresh_response(*pgn, "application/x-chess-pgn") : to_response(pgn.error());
}

}  // namespace tabia::service
