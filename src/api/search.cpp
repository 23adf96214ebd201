// The public library (include/tabia): searching.
#include <tabia/tabia.h>

#include <chrono>
#include <mutex>
#include <string>
#include <variant>

#include "api/guarded.h"
#include "api/position.h"
#include "base/json.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "engine/engine.h"
#include "engine/json.h"
#include "eval/evaluation_choice.h"

namespace {

using namespace tabia;
using base::concat;
using base::JsonWriter;
using base::Result;

enum class State { Idle, Busy, Searching };

}  // namespace

struct tabia_engine {
  explicit tabia_engine(std::uint64_t seed) : engine(seed) {}

  engine::Engine engine;
  std::mutex mutex;  // guards `state`; stop() may be called at any time
  State state = State::Idle;
};

namespace {

// The engine for one caller at a time.
class Turn {
 public:
  explicit Turn(tabia_engine& engine) : engine_(engine) {
    const std::lock_guard lock(engine.mutex);
    mine_ = engine.state == State::Idle;
    if (mine_) engine.state = State::Busy;
  }
  ~Turn() {
    if (mine_) set(State::Idle);
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

  [[nodiscard]] Result<void> granted() const {
    if (mine_) return {};
    return base::Error{"the engine is searching; wait for the end, stop it, or use another engine"};
  }
  // Determines whether stop() has an effect from now on.
  void set(State state) {
    const std::lock_guard lock(engine_.mutex);
    engine_.state = state;
  }

 private:
  tabia_engine& engine_;
  bool mine_ = false;
};

class CallerObserver final : public search::Observer {
 public:
  CallerObserver(engine::Engine& engine, const tabia_search_watch* to, engine::Presentation presentation)
      : engine_(engine), to_(to ? *to : tabia_search_watch{}), presentation_(std::move(presentation)) {}

  void stop_if_wanted() {
    if (to_.stopped && to_.stopped(to_.context)) engine_.stop();
  }
  void on_line(const search::Line& line, const search::Counters& counters) override {
    if (to_.line) {
      JsonWriter json;
      json.begin_object();
      engine::add_line(json, line, presentation_);
      engine::add_counters(json, counters);
      to_.line(to_.context, json.end_object().text().c_str());
    }
    stop_if_wanted();
  }

 private:
  engine::Engine& engine_;
  const tabia_search_watch to_;
  const engine::Presentation presentation_;
};

void add_move(JsonWriter& json, std::string_view name, chess::Move move,
              const engine::Presentation& presentation) {
  if (move == chess::Move::none()) {
    json.key(name).null();
  } else {
    json.field(name, std::string_view(engine::move_text(move, presentation)));
  }
}

std::string answer_json(const engine::Engine& engine, const engine::Request& request,
                        const engine::Answer& answer, const engine::Presentation& presentation) {
  const search::SearchResult& result = answer.result;
  JsonWriter json;
  json.begin_object().field("fen", std::string_view(chess::to_fen(presentation.root)));
  json.field("network", std::string_view(eval::network_name(engine.network().get())));
  json.field("depth", result.lines.empty() ? 0 : result.lines.front().depth);
  engine::add_counters(json, result.counters);
  add_move(json, "bestmove", result.best, presentation);
  if (result.best == chess::Move::none()) {
    json.key("bestmove_san").null();
  } else {
    json.field("bestmove_san", std::string_view(chess::to_san(presentation.root, result.best)));
  }
  if (result.ponder != chess::Move::none()) add_move(json, "ponder", result.ponder, presentation);
  if (answer.from_book) json.field("from_book", true);
  if (const chess::GameEnd end = request.game.end(); end != chess::GameEnd::None)
    json.field("game_over", chess::name_of(end));
  json.key("lines").begin_array();
  for (const search::Line& line : result.lines) {
    json.begin_object();
    engine::add_line(json, line, presentation);
    json.end_object();
  }
  return json.end_array().end_object().text();
}

// Parses the words of `go`. Unlike in UCI, unknown words are an error.
Result<uci::Go> parse_limits(const char* words) {
  TABIA_TRY(const uci::Command command, uci::parse_command(concat("go ", words ? words : "")));
  const auto* go = std::get_if<uci::Go>(&command);
  if (!go) return base::usage_fault("limits: give the words of UCI's go, such as depth 12");
  if (!go->ignored.empty())
    return base::usage_fault(concat("limits: unknown word ", base::quoted(go->ignored.front())));
  if (go->perft) return base::usage_fault("limits: perft is not a search");
  return *go;
}

// Gives the engine the same game.
Result<void> take_position(engine::Engine& engine, const chess::Game& game) {
  uci::SetPosition wanted{.fen = chess::to_fen(game.start()), .moves = {}};
  for (const chess::Move move : game.moves()) wanted.moves.push_back(chess::to_uci(move));
  TABIA_TRY_VOID(engine.set_position(wanted));
  return {};
}

Result<std::string> search_for(tabia_engine& owner, const chess::Game& game, const char* limits,
                               const tabia_search_watch* watch) {
  Turn turn(owner);
  TABIA_TRY_VOID(turn.granted());
  TABIA_TRY(const uci::Go go, parse_limits(limits));
  TABIA_TRY_VOID(take_position(owner.engine, game));
  engine::Engine& engine = owner.engine;
  const engine::Request request = engine.prepare(go, std::chrono::steady_clock::now());
  if (!request.remarks.empty()) return base::usage_fault(concat("limits: ", request.remarks.front()));
  const engine::Presentation presentation = engine.presentation(request.game.position());
  CallerObserver observer(engine, watch, presentation);
  turn.set(State::Searching);
  observer.stop_if_wanted();
  const engine::Answer answer = engine.run(request, &observer);
  turn.set(State::Busy);
  return answer_json(engine, request, answer, presentation);
}

}  // namespace

tabia_engine* tabia_engine_new(uint64_t seed, char* error, size_t error_size) {
  tabia_engine* made = nullptr;
  api::guarded(error, error_size, [&]() -> Result<void> {
    made = new tabia_engine(seed);
    return {};
  });
  return made;
}

void tabia_engine_free(tabia_engine* engine) { delete engine; }

int tabia_engine_set_option(tabia_engine* engine, const char* name, const char* value, char* error,
                            size_t error_size) {
  return api::guarded(error, error_size, [&]() -> Result<void> {
    const Turn turn(*engine);
    TABIA_TRY_VOID(turn.granted());
    TABIA_TRY_VOID(engine->engine.set_option(name, value));
    return {};
  });
}

char* tabia_engine_search(tabia_engine* engine, const tabia_position* position, const char* limits,
                          const tabia_search_watch* watch, char* error, size_t error_size) {
  char* answer = nullptr;
  api::guarded(error, error_size, [&]() -> Result<void> {
    TABIA_TRY(const std::string json, search_for(*engine, api::game_of(*position), limits, watch));
    answer = api::owned_text(json);
    return answer ? Result<void>() : base::Error{"not enough memory for the answer"};
  });
  return answer;
}

void tabia_engine_stop(tabia_engine* engine) {
  const std::lock_guard lock(engine->mutex);
  if (engine->state == State::Searching) engine->engine.stop();
}

int tabia_engine_new_game(tabia_engine* engine) {
  const Turn turn(*engine);
  if (!turn.granted()) return 0;
  engine->engine.new_game();
  return 1;
}
