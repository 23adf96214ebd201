#include "service/runs.h"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "base/file_lock.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/json_value.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "data/run_log.h"
#include "eval/win_model.h"
#include "learn/recipe.h"
#include "learn/state.h"
#include "nn/spec.h"
#include "os/file.h"
#include "play/match.h"
#include "play/match_record.h"
#include "runs/layout.h"
#include "train/checkpoint.h"
#include "train/recipe.h"
#include "train/shipped.h"

namespace tabia::service {
namespace {

namespace fs = std::filesystem;
using base::concat;
using base::JsonValue;
using base::JsonWriter;
using runs::LearnFolder;
using runs::TrainFolder;

constexpr std::size_t kLargestFile = std::size_t{512} << 20;
constexpr std::size_t kMostPoints = 1000;  // per curve; more are thinned out
constexpr std::size_t kShownGames = 20;
constexpr std::int64_t kRunningSeconds = 150;  // checkpoints are written every minute

// The modification time and size of the file; nothing if it doesn't exist.
struct FileState {
  std::int64_t seconds = 0;
  std::uint64_t stamp = 0;
};
std::optional<FileState> state_of(const std::string& path) {
  const auto state = os::status_of(path);
  if (!state || state->kind != os::FileStatus::Kind::File) return std::nullopt;
  const std::string identity = concat(path, ' ', state->size, ' ', state->modified_ns);
  return FileState{state->modified_ns / 1'000'000'000, base::hash64(identity)};
}

// The contents of the file; empty if it can't be read.
std::string content_of(const std::string& path) {
  auto content = base::read_file(path, kLargestFile);
  return content ? std::move(*content) : std::string();
}

bool is_match_file(const std::string& path) {
  std::ifstream in(fs::path(path), std::ios::binary);
  char beginning[32] = {};
  in.read(beginning, sizeof beginning);
  return play::is_match_record(std::string_view(beginning, static_cast<std::size_t>(in.gcount())));
}

// The match record in a folder, if there is one.
std::string match_in(const std::string& folder) {
  std::error_code ignored;
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.path().extension() == ".jsonl" && is_match_file(entry.path().string()))
      found.push_back(entry.path().string());
  }
  std::sort(found.begin(), found.end());
  return found.empty() ? "" : found.front();
}

// Checks the files that change during a run.
void look(Run& run, const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    if (const auto state = state_of(file)) {
      run.updated = std::max(run.updated, state->seconds);
      run.stamp = run.stamp * 31 + state->stamp;
    }
  }
  run.running = static_cast<std::int64_t>(std::time(nullptr)) - run.updated < kRunningSeconds;
}

std::vector<std::string> files_of_training(const TrainFolder& folder) {
  return {folder.recipe(), folder.log(), folder.checkpoint()};
}

// The files of a folder that is being filled.
void look_into(Run& run, const std::string& folder) {
  std::vector<std::string> files;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  look(run, files);
}

// Reads what the run is doing. A run that was killed leaves its live file behind, but not its lock.
void look_at_live(Run& run, const std::string& file, std::optional<bool> locked) {
  const auto state = state_of(file);
  if (!state || !locked.value_or(run.running)) return;
  const std::string text = content_of(file);
  if (!JsonValue::parse(text)) return;
  run.live = base::trimmed(text);
  run.updated = std::max(run.updated, state->seconds);
}

// The run at this path.
std::optional<Run> run_at(const std::string& path, const std::string& name) {
  Run run{.name = name, .kind = RunKind::Train, .path = path};
  if (state_of(path)) {
    if (!path.ends_with(".jsonl") || !is_match_file(path)) return std::nullopt;
    run.kind = RunKind::Match;
    look(run, {path});
    return run;
  }
  if (const LearnFolder learning(path); state_of(learning.state())) {
    run.kind = RunKind::Learn;
    look(run, {learning.state()});
    // The unfinished round.
    if (const std::uint64_t last = learning.last_round(); last > 0) {
      look_into(run, learning.games(last));
      look(run, files_of_training(learning.training(last)));
      look(run, {learning.match_record(last)});
    }
    // `tabia learn` keeps its folder locked while it runs.
    const auto locked = base::FolderLock::is_taken(path);
    run.running = locked.value_or(run.running);
    look_at_live(run, learning.live(), locked);
    return run;
  }
  // The live file exists from the start, the recipe once the data has been read, the log after the first
  // report.
  if (const TrainFolder training(path);
      (state_of(training.recipe()) || state_of(training.log()) || state_of(training.live())) &&
      !is_match_file(training.log())) {
    look(run, files_of_training(training));
    const auto locked = base::FolderLock::is_taken(path);
    run.running = run.running || locked.value_or(false);
    look_at_live(run, training.live(), locked);
    return run;
  }
  const std::string match = match_in(path);
  if (match.empty()) return std::nullopt;
  run.kind = RunKind::Match;
  run.path = match;
  look(run, {match});
  return run;
}

// --- training

void add_point(JsonWriter& json, const data::TrainReport& report) {
  json.begin_object()
      .field("positions", report.positions)
      .field("loss", report.loss)
      .field("validation", report.validation)
      .field("rate", report.rate)
      .field("positions_per_s", report.positions_per_s)
      .field("accuracy", report.accuracy)
      .field("seconds", report.seconds)
      .end_object();
}

// The watched positions with their evaluations: the latest, and those at all points (null if there is none).
void add_samples(JsonWriter& json, const train::Recipe& recipe,
                 const std::vector<const data::TrainReport*>& points) {
  json.key("samples").begin_array();
  for (std::size_t i = 0; i < std::min(recipe.watched.size(), points.back()->watched.size()); ++i) {
    const auto position = chess::parse_fen(recipe.watched[i]);
    if (!position) continue;
    const auto cp_white = [&](const data::TrainReport& report) {
      const int cp = eval::WinModel().centipawns(base::clamped_evaluation(report.watched[i]), *position);
      return position->side_to_move() == chess::Color::White ? cp : -cp;
    };
    json.begin_object().field("fen", std::string_view(recipe.watched[i]));
    json.field("cp_white", cp_white(*points.back())).key("course").begin_array();
    for (const data::TrainReport* point : points) {
      if (i < point->watched.size()) {
        json.value(cp_white(*point));
      } else {
        json.null();
      }
    }
    json.end_array().end_object();
  }
  json.end_array();
}

// Applies the length of the run if the command line set it: the program records it after the recipe, as a
// comment.
void apply_length(std::string_view text, train::Recipe& recipe) {
  constexpr std::string_view kLength = "# --positions ";
  for (const std::string_view line : base::split(text, '\n')) {
    if (!line.starts_with(kLength)) continue;
    const auto positions = base::parse_integer<std::uint64_t>(base::trimmed(line.substr(kLength.size())));
    if (positions) recipe.positions = static_cast<decltype(recipe.positions)>(*positions);
  }
}

void add_training(JsonWriter& json, const TrainFolder& folder, const train::Recipe* recipe) {
  std::vector<data::TrainReport> reports;
  const std::string log = content_of(folder.log());
  for (const std::string_view line : base::split(log, '\n')) {
    if (auto report = data::parse_train_report(line)) reports.push_back(std::move(*report));
  }
  std::vector<const data::TrainReport*> points;
  const std::size_t step = reports.size() / kMostPoints + 1;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (i % step == 0 || i + 1 == reports.size()) points.push_back(&reports[i]);
  }
  json.key("train").begin_object().key("points").begin_array();
  for (const data::TrainReport* point : points) add_point(json, *point);
  json.end_array();
  if (recipe) json.field("target", recipe->positions);
  if (recipe && !points.empty()) add_samples(json, *recipe, points);
  json.end_object();
}

// --- where a network comes from

void add_texts(JsonWriter& json, std::string_view name,
               const std::vector<std::pair<std::string_view, std::string>>& texts) {
  json.key(name).begin_object();
  for (const auto& [key, text] : texts) {
    if (!text.empty()) json.field(key, std::string_view(text));
  }
  json.end_object();
}

void add_lineage(JsonWriter& json, const TrainFolder& folder, const train::Recipe* recipe) {
  const auto progress = train::read_progress(folder.checkpoint());
  add_texts(json, "lineage",
            {{"model", progress ? progress->model
                       : recipe ? nn::to_text(recipe->model)
                                : ""},
             {"parent", recipe ? recipe->parent : ""},
             {"data", progress ? progress->data : ""},
             {"validation_data", progress ? progress->validation_data : ""},
             {"date", progress ? progress->date : ""}});
}

// --- matches

std::vector<std::string> engine_names(const JsonValue& header) {
  std::vector<std::string> names;
  const JsonValue* settings = header.find("settings");
  if (const JsonValue* engines = settings ? settings->find("engines") : nullptr) {
    for (const JsonValue& engine : engines->elements()) {
      const JsonValue* name = engine.find("name");
      names.push_back(name && name->text() ? *name->text() : std::to_string(names.size() + 1));
    }
  }
  while (names.size() < 2) names.push_back(std::to_string(names.size() + 1));
  return names;
}

std::optional<play::Sprt> sprt_of(const JsonValue& header) {
  const JsonValue* settings = header.find("settings");
  const JsonValue* found = settings ? settings->find("sprt") : nullptr;
  if (!found) return std::nullopt;
  play::Sprt sprt;
  for (const auto& [name, member] :
       {std::pair("elo0", &play::Sprt::elo0), std::pair("elo1", &play::Sprt::elo1),
        std::pair("alpha", &play::Sprt::alpha), std::pair("beta", &play::Sprt::beta)}) {
    const JsonValue* value = found->find(name);
    if (value && value->number()) sprt.*member = *value->number();
  }
  const JsonValue* model = found->find("model");
  if (model && model->text()) sprt.model = play::parse_elo_model(*model->text()).value_or(sprt.model);
  return sprt;
}

void add_game(JsonWriter& json, const play::RecordedGame& game, const std::vector<std::string>& names) {
  const auto name = [&](int player) {
    const auto index = static_cast<std::size_t>(player);
    return std::string_view(index < names.size() ? names[index] : names.front());
  };
  json.begin_object().field("white", name(game.white)).field("black", name(game.black));
  json.field("result", chess::to_string(game.result)).field("reason", play::name_of(game.reason));
  json.field("opening_fen", std::string_view(chess::to_fen(game.start))).key("moves").begin_array();
  for (const chess::Move move : game.moves) json.value(std::string_view(chess::to_uci(move)));
  json.end_array().end_object();
}

void add_match(JsonWriter& json, const std::string& path, std::optional<play::Sprt> sprt) {
  const std::string content = content_of(path);
  const auto lines = base::split(content, '\n');
  const auto header = JsonValue::parse(lines.front());
  if (!header) return;
  const std::vector<std::string> names = engine_names(*header);
  if (const auto own = sprt_of(*header)) sprt = own;
  const JsonValue* settings = header->find("settings");
  const JsonValue* tournament = settings ? settings->find("tournament") : nullptr;
  const bool gauntlet = tournament && tournament->text() == std::string(name_of(play::Tournament::Gauntlet));
  const play::Schedule schedule(static_cast<int>(names.size()),
                                gauntlet ? play::Tournament::Gauntlet : play::Tournament::RoundRobin, 0);
  play::Standings standings(schedule);
  std::vector<std::string_view> good;  // lines that contain games
  std::vector<double> ratios;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto game = play::parse_recorded_outcome(lines[i]);
    if (!game || game->white < 0 || game->black < 0 || game->white == game->black ||
        static_cast<std::size_t>(std::max(game->white, game->black)) >= names.size())
      continue;
    standings.add(*game, schedule.at(game->index));
    good.push_back(lines[i]);
    if (sprt) ratios.push_back(standings.pairings().front().log_likelihood_ratio(*sprt));
  }
  const play::PairingResult& result = standings.pairings().front();
  const play::Estimate elo = play::elo(result.moments());
  json.key("match").begin_object().key("engines").begin_array();
  for (const std::string& name : names) json.value(std::string_view(name));
  json.end_array();
  json.field("won", result.games.wins).field("drawn", result.games.draws).field("lost", result.games.losses);
  json.field("elo", elo.value).field("error", elo.error);
  if (sprt) {
    json.key("llr").begin_array();
    const std::size_t step = ratios.size() / kMostPoints + 1;
    for (std::size_t i = 0; i < ratios.size(); ++i) {
      if (i % step == 0 || i + 1 == ratios.size()) json.value(ratios[i]);
    }
    json.end_array();
    json.key("bounds").begin_array().value(sprt->lower_bound()).value(sprt->upper_bound()).end_array();
  }
  json.key("games").begin_array();
  for (std::size_t i = good.size() - std::min(good.size(), kShownGames); i < good.size(); ++i) {
    if (const auto game = play::parse_recorded_game(good[i])) add_game(json, *game, names);
  }
  json.end_array().end_object();
}

// --- learning

// "round 3: play", or how it ended.
std::string state_text(const learn::LearnState& state, const LearnFolder& folder, bool running) {
  const std::uint64_t round = state.current.round;
  const std::string where = concat("round ", round, ": ", learn::name_of(state.step));
  if (running) return where;
  // A run that ends by itself stops between two rounds, before anything of the next one was started.
  std::error_code ignored;
  const bool finished =
      state.step == learn::Step::Play && !state.rounds.empty() && !fs::exists(folder.games(round), ignored);
  return finished ? concat("finished after round ", state.rounds.back().round) : concat("stopped in ", where);
}

void add_learning(JsonWriter& json, const LearnFolder& folder, bool running) {
  const auto state = learn::parse_learn_state(content_of(folder.state()));
  if (!state) return;
  json.key("learn").begin_object().key("rounds").begin_array();
  for (const data::LearnReport& round : state->rounds) {
    json.begin_object()
        .field("round", round.round)
        .field("elo", round.total_elo)
        .field("error", round.total_error)
        .field("promoted", round.promoted)
        .field("games", round.match_games())
        .field("match_elo", round.elo)
        .field("match_error", round.elo_error)
        .field("positions", round.positions)
        .field("loss", round.loss)
        .field("validation", round.validation)
        .field("note", std::string_view(round.note))
        .end_object();
  }
  json.end_array();
  const std::uint64_t current = state->current.round;
  json.field("step", learn::name_of(state->step)).field("best", state->best);
  json.field("state", std::string_view(state_text(*state, folder, running)));
  json.end_object();
  json.field("recipe", std::string_view(state->recipe));
  add_texts(json, "lineage", {{"teacher", state->teacher}});
  // The last training and the last match that have any data.
  const auto recipe = learn::parse_learn_recipe(state->recipe, train::find_model);
  for (std::uint64_t round = current; round + 2 > current && round > 0; --round) {
    const TrainFolder training = folder.training(round);
    if (!state_of(training.log())) continue;
    add_training(json, training, recipe ? &recipe->train : nullptr);
    break;
  }
  for (std::uint64_t round = current; round + 2 > current && round > 0; --round) {
    const std::string path = folder.match_record(round);
    if (!state_of(path)) continue;
    add_match(json, path, recipe ? std::optional(recipe->gate.sprt) : std::nullopt);
    break;
  }
}

}  // namespace

std::string_view name_of(RunKind kind) noexcept {
  switch (kind) {
    case RunKind::Train:
      return "train";
    case RunKind::Learn:
      return "learn";
    case RunKind::Match:
      break;
  }
  return "match";
}

std::vector<Run> Runs::list() const {
  std::vector<Run> runs;
  const fs::path folder = fs::path(folder_).lexically_normal();
  const std::string own =
      folder.has_filename() ? folder.filename().string() : folder.parent_path().filename().string();
  // A folder whose only runs are records may contain several of them.
  auto itself = run_at(folder_, own.empty() || own == "." ? "run" : own);
  if (itself && itself->kind != RunKind::Match) return {*itself};
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder_, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with('.')) continue;
    if (auto run = run_at(entry.path().string(), name)) runs.push_back(std::move(*run));
  }
  if (runs.empty() && itself) runs.push_back(*itself);
  std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.name < b.name; });
  return runs;
}

std::optional<Run> Runs::find(std::string_view name) const {
  for (Run& run : list()) {
    if (run.name == name) return std::move(run);
  }
  return std::nullopt;
}

namespace {

void add_run(JsonWriter& json, const Run& run) {
  json.field("name", std::string_view(run.name))
      .field("kind", name_of(run.kind))
      .field("updated", run.updated);
  json.field("running", run.running);
}

// Adds what changes every second to what changes every minute.
std::string with_live(const std::string& object, const Run& run) {
  if (run.live.empty()) return object;
  return concat(std::string_view(object).substr(0, object.size() - 1), ",\"live\":", run.live, "}");
}

}  // namespace

std::string Runs::list_json() const {
  JsonWriter json;
  json.begin_object().key("runs").begin_array();
  for (const Run& run : list()) {
    json.begin_object();
    add_run(json, run);
    if (!run.live.empty()) json.key("live").json(run.live);
    json.end_object();
  }
  return json.end_array().end_object().text();
}

std::string Runs::run_json(const Run& run) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = made_.find(run.name);
    if (found != made_.end() && found->second.stamp == run.stamp && found->second.running == run.running)
      return with_live(found->second.json, run);
  }
  JsonWriter json;
  json.begin_object();
  add_run(json, run);
  switch (run.kind) {
    case RunKind::Train: {
      const TrainFolder folder(run.path);
      const std::string text = content_of(folder.recipe());
      auto recipe = train::parse_recipe(text, train::find_model);
      if (recipe) apply_length(text, *recipe);
      add_training(json, folder, recipe ? &*recipe : nullptr);
      if (!text.empty()) json.field("recipe", std::string_view(text));
      add_lineage(json, folder, recipe ? &*recipe : nullptr);
      break;
    }
    case RunKind::Learn:
      add_learning(json, LearnFolder(run.path), run.running);
      break;
    case RunKind::Match:
      add_match(json, run.path, std::nullopt);
      break;
  }
  json.end_object();
  const std::lock_guard lock(mutex_);
  if (made_.size() >= kMostMade) made_.clear();
  made_[run.name] = {run.stamp, run.running, json.text()};
  return with_live(json.text(), run);
}

}  // namespace tabia::service
