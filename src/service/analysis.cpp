#include "service/analysis.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <random>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "engine/json.h"
#include "puct/human_moves.h"
#include "search/strength.h"

namespace tabia::service {
namespace {

using base::concat;
using base::JsonWriter;

constexpr std::int64_t kMostThreads = 1024;  // larger than any server's limit, so anything more is a mistake
constexpr std::int64_t kMostHashMib = 1 << 20;

engine::Presentation presentation_of(const SearchOrder& order) {
  return {.win_model = order.win_model, .root = order.start.game.position()};
}

// Passes on what the search finds. A client that leaves before there is a result still gets the first depth,
// because a client that has only closed its sending side looks the same and still reads.
class LeavingObserver : public search::Observer {
 public:
  LeavingObserver(search::MoveSearch& searcher, search::Observer* inner)
      : searcher_(searcher), inner_(inner) {}

  void leave() {
    left_ = true;
    if (found_) searcher_.stop();
  }
  void on_line(const search::Line& line, const search::Counters& counters) override {
    if (inner_) inner_->on_line(line, counters);
    found_ = true;
    if (left_) searcher_.stop();
  }
  void on_root_move(int depth, search::Move move, int number) override {
    if (inner_) inner_->on_root_move(depth, move, number);
  }

 private:
  search::MoveSearch& searcher_;
  search::Observer* const inner_;
  std::atomic<bool> left_{false};
  std::atomic<bool> found_{false};
};

enum class Purpose { Analyze, Play };

puct::SearchKind kind_of(const SearchOrder& order, Purpose purpose) {
  const nn::Network* const network = order.model->network().get();
  if (purpose == Purpose::Analyze && !order.options.elo) return puct::analysis_kind_for(network, {});
  return puct::search_kind_for({.network = network,
                                .file = order.model->source().path,
                                .evaluation = {},
                                .elo = order.options.elo,
                                .human = order.plays_human ? order.human_network.get() : nullptr});
}

// The searcher for the order, whose model must be chosen.
search::MoveSearch& prepare(SearchOrder& order, SearcherPool::Lease& lease, Purpose purpose) {
  search::MoveSearch& searcher = lease.prepare(order.model, kind_of(order, purpose), order.human_network,
                                               order.options, order.size, order.limits.nodes.value_or(0));
  order.win_model = searcher.win_model();
  return searcher;
}

// Searches while the client is connected.
search::SearchResult run_search(http::Exchange& exchange, const SearchOrder& order,
                                const SearcherPool::Lease& lease, search::MoveSearch& searcher,
                                search::Observer* observer) {
  search::Limits limits = order.limits;
  limits.start = std::chrono::steady_clock::now();
  searcher.arm(limits);
  if (lease.stopped()) searcher.stop();
  LeavingObserver leaving(searcher, observer);
  exchange.on_gone([&leaving] { leaving.leave(); });
  search::SearchResult result = searcher.run(order.start.game, limits, &leaving);
  exchange.on_gone(nullptr);
  return result;
}

Checked<SearcherPool::Lease> wait_for_searcher(http::Exchange& exchange, SearchOrder& order,
                                               const Models& models, SearcherPool& pool) {
  auto lease = pool.acquire(std::string(exchange.request().peer), [&] { return exchange.gone(); });
  if (lease) order.model = models.find(order.model_name);
  return lease;
}

void add_depths(JsonWriter& json, const std::vector<search::Line>& lines) {
  const search::Line none;
  const search::Line& first = lines.empty() ? none : lines.front();
  json.field("depth", first.depth).field("seldepth", first.selective_depth);
}

void add_lines(JsonWriter& json, const std::vector<search::Line>& lines,
               const engine::Presentation& presentation) {
  json.key("lines").begin_array();
  for (const search::Line& line : lines) {
    json.begin_object();
    engine::add_line(json, line, presentation);
    json.end_object();
  }
  json.end_array();
}

// A move and its SAN, or null for both if there is none.
void add_move(JsonWriter& json, std::string_view name, std::string_view san_name, chess::Move move,
              const engine::Presentation& presentation) {
  if (move == chess::Move::none()) {
    json.key(name).null().key(san_name).null();
    return;
  }
  json.field(name, std::string_view(engine::move_text(move, presentation)));
  json.field(san_name, std::string_view(chess::to_san(presentation.root, move)));
}

void add_end(JsonWriter& json, const chess::Game& game) {
  if (const chess::GameEnd end = game.end(); end != chess::GameEnd::None)
    json.field("game_over", chess::name_of(end));
}

// What people of a rating would play: moves with a probability of at least kLikely, and how likely they are
// to make a mistake.
void add_people(JsonWriter& json, const puct::HumanMoves& people, std::span<const puct::JudgedMove> judged,
                const engine::Presentation& presentation) {
  json.begin_object().field("rating", people.rating);
  if (const auto hard = puct::difficulty(people, judged)) json.field("difficulty", *hard);
  json.key("moves").begin_array();
  for (const deep::MoveProbability& known : people.moves) {
    const auto probability = static_cast<double>(known.probability);
    if (probability < puct::kLikely) break;
    json.begin_object();
    add_move(json, "move", "san", known.move, presentation);
    json.field("probability", probability);
    if (const auto loss = puct::loss_of(known.move, judged)) json.field("loss", *loss / 100);
    json.end_object();
  }
  json.end_array().end_object();
}

// The same for every rating of the order. Judges the likely moves with another short search, unless the
// client has left.
void add_human(JsonWriter& json, const SearchOrder& order, const search::SearchResult& result,
               search::MoveSearch& searcher, bool judges) {
  const auto people = puct::human_moves(order.human_network, order.start.game, order.human);
  std::vector<puct::JudgedMove> judged;
  // A player of limited strength doesn't judge moves.
  if (judges && !order.options.elo)
    judged = puct::judge_moves(searcher, order.start.game, puct::likely_moves(people, result.best),
                               puct::nodes_for_judging(kind_of(order, Purpose::Analyze)));
  json.key("human").begin_array();
  for (const puct::HumanMoves& group : people) add_people(json, group, judged, presentation_of(order));
  json.end_array();
}

std::string analysis_json(const SearchOrder& order, const search::SearchResult& result,
                          search::MoveSearch& searcher, bool judges) {
  const engine::Presentation presentation = presentation_of(order);
  JsonWriter json;
  json.begin_object().field("fen", std::string_view(chess::to_fen(presentation.root)));
  json.field("network", std::string_view(order.model->network_name()));
  json.field("model", std::string_view(order.model->source().name));
  add_depths(json, result.lines);
  engine::add_counters(json, result.counters);
  add_move(json, "bestmove", "bestmove_san", result.best, presentation);
  if (result.ponder != chess::Move::none())
    json.field("ponder", std::string_view(engine::move_text(result.ponder, presentation)));
  add_end(json, order.start.game);
  if (!order.start.repaired.empty()) json.field("repaired", std::string_view(order.start.repaired));
  add_lines(json, result.lines, presentation);
  if (!order.human.empty()) add_human(json, order, result, searcher, judges);
  return json.end_object().text();
}

std::string play_json(const SearchOrder& order, const search::SearchResult& result) {
  const engine::Presentation presentation = presentation_of(order);
  JsonWriter json;
  json.begin_object();
  add_move(json, "bestmove", "san", result.best, presentation);
  chess::Game after = order.start.game;
  if (result.best != chess::Move::none()) after.play(result.best);
  json.field("fen", std::string_view(chess::to_fen(after.position())));
  if (!result.lines.empty())
    engine::add_score(json, result.lines.front().score, presentation.root, presentation.win_model);
  json.field("depth", result.lines.empty() ? 0 : result.lines.front().depth)
      .field("nodes", result.counters.nodes);
  json.field("network", std::string_view(order.model->network_name()));
  json.field("model", std::string_view(order.model->source().name));
  add_end(json, after);
  return json.end_object().text();
}

// Sends every line as an event.
class EventObserver : public search::Observer {
 public:
  EventObserver(http::Exchange& exchange, const SearchOrder& order)
      : exchange_(exchange), presentation_(presentation_of(order)) {}

  void on_line(const search::Line& line, const search::Counters& counters) override {
    const auto rank = static_cast<std::size_t>(line.rank);
    // A new depth starts with the first line; lines of the previous one are no longer sent.
    lines_.resize(std::min(lines_.size(), rank - 1));
    if (lines_.size() + 1 != rank) return;
    lines_.push_back(line);
    JsonWriter json;
    json.begin_object();
    add_depths(json, lines_);
    engine::add_counters(json, counters);
    add_lines(json, lines_, presentation_);
    json.end_object();
    // A slow reader misses some events; the search continues.
    exchange_.offer(event_text("info", json.text()));
    told_ = std::chrono::steady_clock::now();
  }

  // Keep-alive for proxies between us and the client.
  void on_root_move(int /*depth*/, search::Move /*move*/, int /*number*/) override {
    const auto now = std::chrono::steady_clock::now();
    if (now - told_ < std::chrono::seconds(10)) return;
    exchange_.offer(":\n\n");
    told_ = now;
  }

 private:
  http::Exchange& exchange_;
  const engine::Presentation presentation_;
  std::vector<search::Line> lines_;
  std::chrono::steady_clock::time_point told_ = std::chrono::steady_clock::now();
};

}  // namespace

std::string event_text(std::string_view name, std::string_view data) {
  return concat("event: ", name, "\ndata: ", data, "\n\n");
}

namespace {

// The moves of "searchmoves"; each must be legal.
Checked<std::vector<chess::Move>> read_search_moves(Fields& fields, const chess::Position& position) {
  std::vector<chess::Move> moves;
  for (const std::string& text : fields.texts("searchmoves")) {
    const auto move = read_move(position, text, concat("searchmoves[", moves.size(), "]"));
    if (!move) return move.error();
    moves.push_back(*move);
  }
  return moves;
}

// The ratings in the list "human".
std::vector<int> read_ratings(Fields& fields) {
  const base::JsonValue* const list = fields.find("human");
  if (!list || list->is_null()) return {};
  if (!list->is_array()) {
    fields.note(400, "human", concat("human: found ", list->shown(), ", expected a list of ratings"));
    return {};
  }
  std::vector<int> ratings;
  for (const base::JsonValue& element : list->elements()) {
    const auto rating = element.integer();
    if (!rating || *rating < puct::kLowestRating || *rating > puct::kHighestRating ||
        ratings.size() == puct::kMostRatings) {
      fields.note(422, "human",
                  concat("human: found ", element.shown(), ", expected at most ", puct::kMostRatings,
                         " ratings from ", puct::kLowestRating, " to ", puct::kHighestRating));
      return {};
    }
    ratings.push_back(static_cast<int>(*rating));
  }
  return ratings;
}

// The member "style": does a human network play?
bool read_style(Fields& fields) {
  const auto text = fields.text("style");
  const auto style = text ? puct::parse_style(*text) : puct::Style::Human;
  if (!style)
    fields.note(422, "style", concat("style: found ", base::quoted(*text), ", expected human or engine"));
  return style == puct::Style::Human;
}

}  // namespace

Checked<SearchOrder> read_search_order(std::string_view body, const Models& models, const SearchCaps& caps,
                                       std::shared_ptr<const nn::Network> human) {
  const auto object = read_object(body);
  if (!object) return object.error();
  Fields fields(*object);
  SearchOrder order;
  auto start = read_game(fields);
  if (!start) return start.error();
  order.start = std::move(*start);
  const auto model = fields.text("model");
  const auto depth = fields.number("depth", 1, base::kMaxPly);
  const auto nodes = fields.number("nodes", 1, INT64_MAX);
  const auto time = fields.number("movetime", 1, INT64_MAX);
  const auto lines = fields.number("multipv", 1, kMostLines);
  auto moves = read_search_moves(fields, order.start.game.position());
  const auto threads = fields.number("threads", 1, kMostThreads);
  const auto hash = fields.number("hash", 1, kMostHashMib);
  const auto elo = fields.number("elo", search::kMinElo, search::kMaxElo);
  const auto seed = fields.number("seed", 0, INT64_MAX);
  order.plays_human = read_style(fields);
  order.human = read_ratings(fields);
  order.human_network = std::move(human);
  if (!order.human.empty() && !order.human_network)
    fields.note(422, "human", "human: this service has no human network; start it with --human FILE");
  fields.refuse_others();
  if (fields.problem()) return *fields.problem();
  if (!moves) return moves.error();
  order.limits.moves = std::move(*moves);
  if (threads) order.size.threads = static_cast<int>(*threads);
  if (hash) order.size.hash_mib = static_cast<std::size_t>(*hash);
  order.model_name = model.value_or("");
  if (!models.find(order.model_name)) return unknown_model(order.model_name, models);
  if (depth) order.limits.depth = static_cast<int>(*depth);
  order.limits.nodes = std::min(caps.nodes, static_cast<std::uint64_t>(nodes.value_or(INT64_MAX)));
  const bool limited = depth || nodes || time;
  order.limits.move_time_ms =
      std::min(caps.time_ms, time.value_or(limited ? caps.time_ms : caps.default_time_ms));
  order.options.lines = static_cast<int>(lines.value_or(1));
  order.options.move_overhead_ms = 0;
  if (elo) order.options.elo = static_cast<int>(*elo);
  // Mistakes differ from game to game, unless a seed asks for the same ones.
  order.options.seed = seed ? static_cast<std::uint64_t>(*seed) : std::random_device()();
  return order;
}

std::optional<std::uint64_t> serve_analysis(http::Exchange& exchange, SearchOrder order, const Models& models,
                                            SearcherPool& pool) {
  auto lease = wait_for_searcher(exchange, order, models, pool);
  if (!lease) {
    exchange.respond(to_response(lease.error()));
    return std::nullopt;
  }
  search::MoveSearch& searcher = prepare(order, *lease, Purpose::Analyze);
  const search::SearchResult result = run_search(exchange, order, *lease, searcher, nullptr);
  const bool judges = !exchange.gone() && !lease->stopped();
  exchange.respond(http::json_response(analysis_json(order, result, searcher, judges)));
  return result.counters.nodes;
}

std::optional<std::uint64_t> serve_analysis_events(http::Exchange& exchange, SearchOrder order,
                                                   const Models& models, SearcherPool& pool) {
  auto lease = wait_for_searcher(exchange, order, models, pool);
  if (!lease) {
    exchange.respond(to_response(lease.error()));
    return std::nullopt;
  }
  http::Response head;
  head.content_type = "text/event-stream";
  head.headers.emplace_back("Cache-Control", "no-store");
  head.headers.emplace_back("X-Accel-Buffering", "no");
  if (!exchange.begin(head)) return std::nullopt;
  search::MoveSearch& searcher = prepare(order, *lease, Purpose::Analyze);
  EventObserver observer(exchange, order);
  const search::SearchResult result = run_search(exchange, order, *lease, searcher, &observer);
  const bool judges = !exchange.gone() && !lease->stopped();
  exchange.write(event_text("done", analysis_json(order, result, searcher, judges)));
  exchange.end();
  return result.counters.nodes;
}

std::optional<std::uint64_t> serve_play(http::Exchange& exchange, SearchOrder order, const Models& models,
                                        SearcherPool& pool) {
  auto lease = wait_for_searcher(exchange, order, models, pool);
  if (!lease) {
    exchange.respond(to_response(lease.error()));
    return std::nullopt;
  }
  search::MoveSearch& searcher = prepare(order, *lease, Purpose::Play);
  const search::SearchResult result = run_search(exchange, order, *lease, searcher, nullptr);
  exchange.respond(http::json_response(play_json(order, result)));
  return result.counters.nodes;
}

}  // namespace tabia::service
