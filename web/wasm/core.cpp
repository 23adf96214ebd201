// web/wasm/core.cpp: the engine for JavaScript: JSON in, JSON out.
//
// One call, tabia_call(), takes a request {"op": ..., ...} and answers with an object; {"error": {"detail": ...}} says
// what was wrong with the request. The fields are those of the HTTP service (docs and /openapi.json), so that the page
// doesn't care who answers. While a search runs, host_info() gets the lines of every depth. Networks are handed over as
// the bytes of their file, by name; the first becomes the default. One instance is one engine, for one thread; several
// may share a table (table.cpp). Only a search with a limit of time can be interrupted (tabia_stop()).
#include <algorithm>
#include <cstdlib>
#include <istream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/json_value.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/perft.h"
#include "chess/pgn.h"
#include "chess/pgn_annotation.h"
#include "chess/pgn_reader.h"
#include "engine/bench.h"
#include "engine/json.h"
#include "eval/explain.h"
#include "eval/game_review.h"
#include "games/moves_json.h"
#include "nn/load.h"
#include "nn/passport.h"
#include "search/searcher.h"
#include "search/strength.h"

// Of the host, imported: an event of the request that is being answered, as JSON.
extern "C" __attribute__((import_module("tabia"), import_name("info"))) void host_info(const char* text,
                                                                                       std::size_t size);

namespace tabia {
namespace {

using base::concat;
using base::Error;
using base::JsonValue;
using base::JsonWriter;
using base::Result;
using chess::Color;
using chess::Game;
using chess::Move;
using chess::Position;

constexpr std::int64_t kMostHashMib = 128;  // of a search in the browser

// ---- requests -------------------------------------------------------------------------------------------

std::optional<std::string> text_of(const JsonValue& request, std::string_view key) {
  const JsonValue* value = request.find(key);
  return value ? value->text() : std::nullopt;
}

std::optional<std::int64_t> integer_of(const JsonValue& request, std::string_view key) {
  const JsonValue* value = request.find(key);
  return value ? value->integer() : std::nullopt;
}

// A move as UCI or SAN.
Result<Move> read_move(const Position& position, const std::string& text) {
  if (const auto move = chess::parse_uci_move(position, text)) return *move;
  return chess::parse_san(position, text);
}

struct ReadGame {
  Game game;
  std::vector<std::string> repairs;
};

// "fen" (the start if absent) and "moves".
Result<ReadGame> read_game(const JsonValue& request) {
  const std::string fen = text_of(request, "fen").value_or(std::string(chess::kStartFen));
  auto read = chess::parse_fen_lenient(fen);
  if (!read) return read.error();
  ReadGame result{Game(read->position), read->repairs};
  if (const JsonValue* moves = request.find("moves")) {
    for (const JsonValue& element : moves->elements()) {
      const auto move = read_move(result.game.position(), element.text().value_or(""));
      if (!move) return move.error();
      result.game.play(*move);
    }
  }
  return result;
}

// ---- answers --------------------------------------------------------------------------------------------

std::string error_text(const Error& error) {
  JsonWriter json;
  json.begin_object().key("error").begin_object().field("detail", error.message).end_object().end_object();
  return json.text();
}

void add_line(JsonWriter& json, const search::Line& line, const Position& root, const eval::WinModel& model) {
  json.begin_object();
  engine::add_line(json, line, {.win_model = model, .root = root});
  json.end_object();
}

std::string_view end_name(const Game& game) {
  const chess::GameEnd end = game.end();
  return end == chess::GameEnd::None ? std::string_view() : chess::name_of(end);
}

void add_move(JsonWriter& json, const Position& before, Move move) {
  json.field("uci", chess::to_uci(move)).field("san", chess::to_san(before, move));
}

// ---- the engine -----------------------------------------------------------------------------------------

// Tells the host about every change, all lines of the present depth together.
class Reporter final : public search::Observer {
 public:
  Reporter(const Position& root, const eval::WinModel& model) : root_(root), model_(model) {}

  void on_line(const search::Line& line, const search::Counters& counters) override {
    const auto rank = static_cast<std::size_t>(std::max(line.rank, 1));
    if (lines_.size() < rank) lines_.resize(rank);
    lines_[rank - 1] = line;
    JsonWriter json;
    json.begin_object().field("depth", line.depth).field("seldepth", line.selective_depth);
    engine::add_counters(json, counters);
    json.key("lines").begin_array();
    for (const search::Line& known : lines_) {
      if (!known.moves.empty()) add_line(json, known, root_, model_);
    }
    json.end_array().end_object();
    host_info(json.text().data(), json.text().size());
  }

 private:
  const Position& root_;
  const eval::WinModel& model_;
  std::vector<search::Line> lines_;
};

class Core {
 public:
  std::string answer(std::string_view text);

  void stop() {
    if (searcher_) searcher_->stop();
  }

  std::string add_openings(std::string_view file) {
    auto table = games::OpeningTable::read(file);
    if (!table) return error_text(table.error());
    openings_ = std::move(*table);
    JsonWriter json;
    return json.begin_object().field("openings", openings_->games()).end_object().text();
  }

  std::string add_network(std::string_view name, std::string_view file) {
    auto network = nn::read_network(file);
    if (!network) return error_text(network.error());
    if (!(*network)->evaluates_positions())
      return error_text(Error{"a network of plain numbers says nothing about positions"});
    const std::string key(name);
    if (networks_.empty()) default_ = key;
    networks_[key] = *network;
    if (searched_ == key) searcher_.reset();
    JsonWriter json;
    json.begin_object();
    describe(json, key);
    json.end_object();
    return json.text();
  }

 private:
  struct Operation {
    std::string_view name;
    Result<void> (Core::*run)(const JsonValue&, JsonWriter&);
  };
  static const Operation kOperations[];

  void describe(JsonWriter& json, const std::string& name) const {
    const nn::Network& network = *networks_.at(name);
    json.field("name", name)
        .field("default", name == default_)
        .field("hash", nn::network_hash(network))
        .key("passport")
        .begin_object()
        .field("spec", network.spec().name);
    for (const nn::LineageField& field : nn::kLineageFields)
      json.field(field.name, network.lineage().*field.member);
    json.end_object();
  }

  // "model": the name of a network, "classical", or the default.
  Result<std::string> model_of(const JsonValue& request) const {
    const std::string name = text_of(request, "model").value_or(default_);
    if (name == "classical" || name.empty() || networks_.contains(name)) return name;
    return Error{concat("model: no network ", base::quoted(name), " is loaded")};
  }
  std::shared_ptr<const nn::Network> network(const std::string& name) const {
    const auto found = networks_.find(name);
    return found == networks_.end() ? nullptr : found->second;
  }
  static std::string_view shown_name(const std::string& name) {
    return name.empty() ? std::string_view("classical") : name;
  }

  // --- the rules

  // The position after the moves: who is to move, what is legal, whether the game is over.
  Result<void> position(const JsonValue& request, JsonWriter& json) {
    const auto read = read_game(request);
    if (!read) return read.error();
    const Position& here = read->game.position();
    json.field("fen", chess::to_fen(here))
        .field("turn", here.side_to_move() == Color::White ? "w" : "b")
        .field("check", here.in_check());
    if (const auto end = end_name(read->game); !end.empty()) json.field("end", end);
    json.key("legal").begin_array();
    for (const Move move : chess::legal_moves(here)) {
      json.begin_object();
      add_move(json, here, move);
      json.end_object();
    }
    json.end_array().key("repaired").begin_array();
    for (const std::string& repair : read->repairs) json.value(repair);
    json.end_array();
    return {};
  }

  // The moves as UCI, as SAN, and the position after each.
  Result<void> line(const JsonValue& request, JsonWriter& json) {
    const auto read = read_game(request);
    if (!read) return read.error();
    json.field("start", chess::to_fen(read->game.start())).key("moves").begin_array();
    for (std::size_t i = 0; i < read->game.moves().size(); ++i) {
      json.begin_object();
      add_move(json, read->game.positions()[i], read->game.moves()[i]);
      json.field("fen", chess::to_fen(read->game.positions()[i + 1])).end_object();
    }
    json.end_array();
    if (const auto end = end_name(read->game); !end.empty()) json.field("end", end);
    return {};
  }

  // What the table of openings has of the position.
  Result<void> lookup(const JsonValue& request, JsonWriter& json) {
    const auto read = read_game(request);
    if (!read) return read.error();
    json.field("fen", chess::to_fen(read->game.position()));
    if (openings_) games::add_openings(json, read->game.position(), *openings_);
    return {};
  }

  Result<void> perft(const JsonValue& request, JsonWriter& json) {
    const auto read = read_game(request);
    if (!read) return read.error();
    json.field("nodes", chess::perft(read->game.position(),
                                     static_cast<int>(integer_of(request, "depth").value_or(1))));
    return {};
  }

  // --- PGN

  static void add_pgn_line(JsonWriter& json, const chess::PgnLine& pgn, Position position) {
    json.begin_object();
    if (!pgn.comment.empty()) json.field("comment", pgn.comment);
    json.key("moves").begin_array();
    for (const chess::PgnMove& move : pgn.moves) {
      const Position before = position;
      if (!move.move) break;  // a null move: what follows has no place in a game
      json.begin_object();
      add_move(json, before, move.move);
      position.make(move.move);
      json.field("fen", chess::to_fen(position));
      if (!move.nags.empty()) {
        json.key("nags").begin_array();
        for (const int nag : move.nags) json.value(nag);
        json.end_array();
      }
      if (!move.comment.empty()) {
        json.field("comment", move.comment);
        const auto found = chess::annotation_in(move.comment, before.side_to_move());
        if (found.score && found.score->mate) {
          json.field("mate_white", *found.score->mate);
        } else if (found.score) {
          json.field("cp_white", found.score->cp);
        }
      }
      if (!move.variations.empty()) {
        json.key("variations").begin_array();
        for (const chess::PgnLine& variation : move.variations) add_pgn_line(json, variation, before);
        json.end_array();
      }
      json.end_object();
    }
    json.end_array().end_object();
  }

  // "text": up to "limit" games, the bad ones as {"error"}.
  Result<void> pgn_read(const JsonValue& request, JsonWriter& json) {
    const std::string text = text_of(request, "text").value_or("");
    std::istream in{std::string_view(text)};
    chess::PgnReader reader(in);
    const std::int64_t limit = integer_of(request, "limit").value_or(200);
    json.key("games").begin_array();
    for (std::int64_t count = 0; count < limit; ++count) {
      const auto record = reader.next();
      if (!record) break;
      json.begin_object();
      if (*record) {
        const chess::PgnGame& game = (*record)->game;
        json.key("tags").begin_object();
        for (const chess::PgnTag& tag : game.tags) json.field(tag.name, tag.value);
        json.end_object()
            .field("start", chess::to_fen(game.start))
            .field("result", chess::to_string(game.result))
            .key("line");
        add_pgn_line(json, game.line, game.start);
      } else {
        json.field("error", record->error().message);
      }
      json.end_object();
    }
    json.end_array();
    return {};
  }

  static Result<chess::PgnLine> read_pgn_line(const JsonValue& value, Position position, int depth) {
    chess::PgnLine pgn;
    if (depth > chess::PgnOptions().max_depth) return Error{"line: too many variations within variations"};
    pgn.comment = comment_of(value);
    const JsonValue* moves = value.find("moves");
    if (!moves) return pgn;
    for (const JsonValue& element : moves->elements()) {
      chess::PgnMove entry;
      const auto move = read_move(position, text_of(element, "uci").value_or(""));
      if (!move) return move.error();
      entry.move = *move;
      entry.comment = comment_of(element);
      if (const JsonValue* nags = element.find("nags")) {
        for (const JsonValue& nag : nags->elements())
          entry.nags.push_back(static_cast<std::uint8_t>(nag.integer().value_or(0)));
      }
      if (const JsonValue* variations = element.find("variations")) {
        for (const JsonValue& variation : variations->elements()) {
          auto read = read_pgn_line(variation, position, depth + 1);
          if (!read) return read.error();
          if (!read->moves.empty()) entry.variations.push_back(std::move(*read));
        }
      }
      pgn.moves.push_back(std::move(entry));
      position.make(*move);
    }
    return pgn;
  }

  // As PgnMove wants them: single spaces, none at the ends, no brace that would end the comment.
  static std::string comment_of(const JsonValue& value) {
    std::string clean;
    for (const char c : text_of(value, "comment").value_or("")) {
      const bool is_blank = static_cast<unsigned char>(c) <= ' ';
      if (is_blank && (clean.empty() || clean.back() == ' ')) continue;
      clean += is_blank ? ' ' : c == '}' ? ')' : c == '{' ? '(' : c;
    }
    while (!clean.empty() && clean.back() == ' ') clean.pop_back();
    return clean;
  }

  // The counterpart of a game of pgn_read: "tags", "start", "line", "result".
  Result<void> pgn_write(const JsonValue& request, JsonWriter& json) {
    chess::PgnGame game;
    const auto start =
        chess::parse_fen_lenient(text_of(request, "start").value_or(std::string(chess::kStartFen)));
    if (!start) return start.error();
    game.start = start->position;
    if (const JsonValue* tags = request.find("tags")) {
      for (const auto& [name, value] : tags->members()) {
        std::string clean = value.text().value_or("");
        for (char& c : clean) {
          if (static_cast<unsigned char>(c) < ' ') c = ' ';
        }
        game.tags.push_back({name, clean});
      }
    }
    if (const JsonValue* root = request.find("line")) {
      auto read = read_pgn_line(*root, game.start, 0);
      if (!read) return read.error();
      game.line = std::move(*read);
    }
    game.result = chess::parse_game_result(text_of(request, "result").value_or("*"))
                      .value_or(chess::GameResult::Unknown);
    json.field("pgn", chess::to_pgn(game));
    return {};
  }

  // --- evaluation

  Result<void> evaluate(const JsonValue& request, JsonWriter& json) {
    const auto read = read_game(request);
    if (!read) return read.error();
    const auto model = model_of(request);
    if (!model) return model.error();
    const Position& here = read->game.position();
    eval::Evaluator evaluator(network(*model));
    evaluator.reset(here);
    const base::Score score = evaluator.evaluate(here);
    const int cp = evaluator.win_model().centipawns(score, here);
    json.field("score", here.side_to_move() == Color::White ? cp : -cp);
    engine::add_evaluation(json, here, score, evaluator.win_model(), shown_name(*model));
    return {};
  }

  Result<void> explain(const JsonValue& request, JsonWriter& json) {
    const auto read = read_game(request);
    if (!read) return read.error();
    const auto model = model_of(request);
    if (!model) return model.error();
    const Position& here = read->game.position();
    eval::Evaluator evaluator(network(*model));
    const eval::Explanation found = eval::explain(here, evaluator);
    engine::add_evaluation(json, here, found.score, evaluator.win_model(), shown_name(*model));
    json.field("model", *model);
    engine::add_explanation(json, here, found, evaluator);
    return {};
  }

  Result<void> models(const JsonValue&, JsonWriter& json) {
    json.key("models").begin_array();
    for (const auto& [name, loaded] : networks_) {
      json.begin_object();
      describe(json, name);
      json.end_object();
    }
    json.end_array();
    return {};
  }

  // --- review

  static std::string_view name_of(eval::Judgement judgement) {
    constexpr std::string_view kNames[] = {"good", "inaccuracy", "mistake", "blunder"};
    return kNames[static_cast<std::size_t>(judgement)];
  }

  // Tells the review what a search has said: "index" and "kind" as in "wanted", then what it thinks for the side to
  // move: "win_percent", "mate", "best".
  static Result<void> tell(eval::GameReview& review, const Game& game, const JsonValue& told) {
    const auto index = static_cast<std::size_t>(integer_of(told, "index").value_or(-1));
    const std::string kind = text_of(told, "kind").value_or("");
    eval::ReviewVerdict verdict;
    if (const JsonValue* percent = told.find("win_percent"))
      verdict.standing.win_percent = percent->number().value_or(50);
    if (const auto mate = integer_of(told, "mate")) verdict.standing.mate = static_cast<int>(*mate);
    if (index >= game.positions().size()) return Error{"review: found no index of a position of the game"};
    if (const auto best = text_of(told, "best")) {
      const auto move = read_move(game.positions()[index], *best);
      if (!move) return move.error();
      verdict.best = *move;
    }
    for (const auto known : {eval::ReviewKind::Usual, eval::ReviewKind::Large, eval::ReviewKind::Alone})
      if (eval::name_of(known) == kind) review.tell({index, known}, verdict);
    return {};
  }

  // The game, "verdicts" (see tell()) and "nodes" of a usual search. "wanted" are the searches to make next, with
  // their "nodes" and "searchmoves"; if there are none, "moves" and "accuracy" are the review. "white_percent" has a
  // number for every position then, and "end" is there if the game was over: nobody has to search its last position.
  Result<void> review(const JsonValue& request, JsonWriter& json) {
    const auto read = read_game(request);
    if (!read) return read.error();
    const Game& game = read->game;
    eval::GameReview review(game.start(), {game.moves().begin(), game.moves().end()});
    if (const JsonValue* verdicts = request.find("verdicts")) {
      for (const JsonValue& told : verdicts->elements())
        if (const auto done = tell(review, game, told); !done) return done.error();
    }
    if (review.end()) json.field("end", review.end()->standing.mate ? "mate" : "draw");
    const auto wanted = review.wanted();
    const std::int64_t nodes = integer_of(request, "nodes").value_or(40'000);
    json.key("wanted").begin_array();
    for (const eval::ReviewSearch& search : wanted) {
      const bool is_usual = search.kind == eval::ReviewKind::Usual;
      json.begin_object().field("index", static_cast<std::int64_t>(search.index));
      json.field("kind", eval::name_of(search.kind))
          .field("nodes", is_usual ? nodes : eval::kReviewFactor * nodes);
      if (search.kind == eval::ReviewKind::Alone)
        json.key("searchmoves").begin_array().value(chess::to_uci(game.moves()[search.index])).end_array();
      json.end_object();
    }
    json.end_array();
    if (wanted.empty()) add_review(json, review);
    return {};
  }

  static void add_review(JsonWriter& json, const eval::GameReview& review) {
    json.key("moves").begin_array();
    for (const auto& [best, found, is_checked] : review.moves()) {
      json.begin_object().field("loss", found.loss).field("judgement", name_of(found.judgement));
      json.field("best", chess::to_uci(best)).field("checked", is_checked);
      if (found.missed_mate) json.field("missed_mate", *found.missed_mate);
      if (found.allowed_mate) json.field("allowed_mate", *found.allowed_mate);
      json.end_object();
    }
    json.end_array().key("white_percent").begin_array();
    for (const double percent : review.white_percent()) json.value(percent);
    json.end_array().key("accuracy").begin_object();
    const auto accuracy = review.accuracy();
    if (accuracy[Color::White]) json.field("white", *accuracy[Color::White]);
    if (accuracy[Color::Black]) json.field("black", *accuracy[Color::Black]);
    json.end_object();
  }

  // --- search

  search::Searcher& searcher_for(const std::string& model) {
    if (!searcher_ || searched_ != model) {
      searcher_ = std::make_unique<search::Searcher>(network(model));
      searched_ = model;
    }
    return *searcher_;
  }

  // "depth", "nodes", "movetime" (ms), "multipv", "searchmoves" (UCI or SAN), "hash" (MiB), "elo", "model"; the
  // first limit that is reached ends it.
  Result<void> analyze(const JsonValue& request, JsonWriter& json) {
    const auto read = read_game(request);
    if (!read) return read.error();
    const auto model = model_of(request);
    if (!model) return model.error();
    const Game& game = read->game;
    const Position& root = game.position();
    search::Searcher& searcher = searcher_for(*model);
    search::SearcherOptions options = searcher.options();
    options.lines = static_cast<int>(std::max<std::int64_t>(1, integer_of(request, "multipv").value_or(1)));
    options.elo = std::nullopt;
    if (const auto elo = integer_of(request, "elo")) options.elo = static_cast<int>(*elo);
    if (const auto hash = integer_of(request, "hash"))
      options.hash_mib = static_cast<std::size_t>(std::clamp<std::int64_t>(*hash, 1, kMostHashMib));
    if (const auto seed = integer_of(request, "seed")) options.seed = static_cast<std::uint64_t>(*seed);
    searcher.set_options(options);

    search::Limits limits;
    if (const auto depth = integer_of(request, "depth")) limits.depth = static_cast<int>(*depth);
    if (const auto nodes = integer_of(request, "nodes")) limits.nodes = static_cast<std::uint64_t>(*nodes);
    limits.move_time_ms = integer_of(request, "movetime");
    if (const JsonValue* moves = request.find("searchmoves")) {
      for (const JsonValue& each : moves->elements()) {
        const auto move = read_move(root, each.text().value_or(""));
        if (!move) return move.error().inside("searchmoves");
        limits.moves.push_back(*move);
      }
    }
    if (!limits.depth && !limits.nodes && !limits.move_time_ms) limits.move_time_ms = 1000;
    // As in the service: with such a limit the same request has the same answer every time.
    const bool forgets = limits.nodes || limits.depth;
    if (forgets || table_is_small_) searcher.clear(limits.nodes.value_or(0));
    table_is_small_ = limits.nodes.has_value();

    Reporter reporter(root, searcher.win_model());
    const search::SearchResult result = searcher.search(game, limits, &reporter);
    json.field("fen", chess::to_fen(root)).field("network", shown_name(*model));
    const search::Line& best = result.lines.front();
    json.field("depth", best.depth).field("seldepth", best.selective_depth);
    engine::add_counters(json, result.counters);
    if (result.best) {
      Game after = game;
      after.play(result.best);
      json.field("bestmove", chess::to_uci(result.best))
          .field("bestmove_san", chess::to_san(root, result.best))
          .field("fen_after", chess::to_fen(after.position()));
      if (result.ponder) json.field("ponder", chess::to_uci(result.ponder));
    }
    json.key("lines").begin_array();
    for (const search::Line& found : result.lines) {
      if (!found.moves.empty()) add_line(json, found, root, searcher.win_model());
    }
    json.end_array();
    return {};
  }

  Result<void> clear(const JsonValue&, JsonWriter&) {
    if (searcher_) searcher_->clear();
    return {};
  }

  Result<void> bench(const JsonValue& request, JsonWriter& json) {
    const auto model = model_of(request);
    if (!model) return model.error();
    engine::BenchOptions options{.network = network(*model)};
    if (const auto depth = integer_of(request, "depth")) options.depth = static_cast<int>(*depth);
    const auto total = engine::run_bench(options, [](const engine::BenchLine& line) {
      JsonWriter report;
      report.begin_object().field("line", engine::to_text(line)).end_object();
      host_info(report.text().data(), report.text().size());
    });
    json.field("nodes", total.nodes).field("elapsed_us", total.elapsed_us);
    json.field("network", shown_name(*model)).field("kernels", kernels::active_kernels().name);
    return {};
  }

  Result<void> about(const JsonValue&, JsonWriter& json) {
    json.field("min_elo", search::kMinElo).field("max_elo", search::kMaxElo);
    json.field("start", chess::kStartFen).field("kernels", kernels::active_kernels().name);
    return {};
  }

  std::map<std::string, std::shared_ptr<const nn::Network>> networks_;
  std::optional<games::OpeningTable> openings_;
  std::string default_;
  std::unique_ptr<search::Searcher> searcher_;
  std::string searched_;         // the model of searcher_
  bool table_is_small_ = false;  // for few nodes
};

const Core::Operation Core::kOperations[] = {
    {"position", &Core::position}, {"line", &Core::line},           {"perft", &Core::perft},
    {"pgn_read", &Core::pgn_read}, {"pgn_write", &Core::pgn_write}, {"evaluate", &Core::evaluate},
    {"explain", &Core::explain},   {"models", &Core::models},       {"review", &Core::review},
    {"analyze", &Core::analyze},   {"clear", &Core::clear},         {"bench", &Core::bench},
    {"about", &Core::about},       {"lookup", &Core::lookup},
};

std::string Core::answer(std::string_view text) {
  const auto request = JsonValue::parse(text);
  if (!request) return error_text(request.error().inside("request"));
  const std::string op = text_of(*request, "op").value_or("");
  for (const Operation& operation : kOperations) {
    if (operation.name != op) continue;
    JsonWriter json;
    json.begin_object();
    const Result<void> done = (this->*operation.run)(*request, json);
    if (!done) return error_text(done.error());
    json.end_object();
    return json.text();
  }
  return error_text(Error{concat("op: unknown ", base::quoted(op))});
}

// What the last call answered: the host reads it before the next call.
struct State {
  Core core;
  std::string answer;
};

State& state() {
  static State* const only = new State;  // never destroyed: the instance goes as a whole
  return *only;
}

}  // namespace
}  // namespace tabia

// ---- the exports ----------------------------------------------------------------------------------------

extern "C" {

// Room for what the host hands over; it is freed by the call that takes it.
__attribute__((export_name("tabia_alloc"))) char* tabia_alloc(std::size_t size) {
  return static_cast<char*>(std::malloc(size));
}

// Answers the request. The text is at tabia_answer(), this is its size.
__attribute__((export_name("tabia_call"))) std::size_t tabia_call(char* request, std::size_t size) {
  tabia::State& state = tabia::state();
  state.answer = state.core.answer({request, size});
  std::free(request);
  return state.answer.size();
}

// Takes a network file: name and bytes one after the other. The answer describes the network, as in `models`.
__attribute__((export_name("tabia_add_network"))) std::size_t tabia_add_network(char* data,
                                                                                std::size_t name_size,
                                                                                std::size_t file_size) {
  tabia::State& state = tabia::state();
  state.answer = state.core.add_network({data, name_size}, {data + name_size, file_size});
  std::free(data);
  return state.answer.size();
}

// Takes a table of openings. The answer is {"openings": games}.
__attribute__((export_name("tabia_add_openings"))) std::size_t tabia_add_openings(char* data,
                                                                                  std::size_t size) {
  tabia::State& state = tabia::state();
  state.answer = state.core.add_openings({data, size});
  std::free(data);
  return state.answer.size();
}

// Ends the search that is running. For the host, while the engine asks it for the time: a search with a limit of time
// does that all the while.
__attribute__((export_name("tabia_stop"))) void tabia_stop() { tabia::state().core.stop(); }

__attribute__((export_name("tabia_answer"))) const char* tabia_answer() {
  return tabia::state().answer.data();
}

}  // extern "C"
