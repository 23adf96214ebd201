#include "learn/learner.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <span>

#include "base/file.h"
#include "base/random.h"
#include "base/stop_on_interrupt.h"
#include "base/text.h"
#include "data/formats.h"
#include "learn/disk.h"
#include "learn/games.h"
#include "learn/report_page.h"
#include "nn/load.h"
#include "nn/net_file.h"
#include "nn/quantise.h"
#include "play/self_play.h"
#include "train/model.h"
#include "train/optimiser.h"
#include "train/trainer.h"

namespace tabia::learn {
namespace {

namespace fs = std::filesystem;
using base::concat;
using base::Error;
using base::Result;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kLargestState = std::size_t{1} << 30;
constexpr std::size_t kVerifiedPositions = 1000;
constexpr double kToleratedShare =
    0.05;  // relative to an output of 1.0: mean difference between floats and integers
constexpr std::size_t kShownGames = 2;

std::uint64_t seed_of(std::uint64_t seed, std::uint64_t round) {
  return base::Random(base::Random(seed).next() ^ round).next() >> 1;  // JSON readers handle 63 bits
}

Result<void> make_folder(const std::string& path) {
  std::error_code fault;
  fs::create_directories(path, fault);
  if (fault) return Error{concat(path, ": can't be created: ", fault.message())};
  return {};
}

Result<void> write_network(const nn::Network& network, const std::string& path) {
  const auto bytes = nn::write_net(network, {});
  if (!bytes) return bytes.error();
  return base::write_file_atomically(path, *bytes);
}

Result<void> copy_file(const std::string& from, const std::string& to) {
  const auto bytes = base::read_file(from, nn::kLargestNetFile);
  if (!bytes) return bytes.error();
  return base::write_file_atomically(to, *bytes);
}

}  // namespace

// Adds its lifetime to a sum.
class Learner::Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(seconds) {}
  ~Stopwatch() { seconds_ += std::chrono::duration<double>(Clock::now() - start_).count(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& seconds_;
  const Clock::time_point start_ = Clock::now();
};

class Learner::TrainingWatch final : public train::TrainWatch {
 public:
  TrainingWatch(LearnWatch& watch, std::uint64_t positions, const std::stop_token& stop)
      : watch_(watch), positions_(positions), stop_(stop) {}
  void step(const train::Progress& progress, double loss, double, double) override {
    watch_.training(progress, loss, positions_);
  }
  bool problem(const Error& error) override {
    watch_.remark(concat("skipped: ", error.message));
    return true;
  }
  [[nodiscard]] bool interrupted() const override { return stop_.stop_requested(); }

 private:
  LearnWatch& watch_;
  const std::uint64_t positions_;
  const std::stop_token stop_;
};

// --- beginning

Learner::Learner(const LearnRecipe& recipe, const LearnOptions& options, LearnWatch& watch)
    : recipe_(recipe),
      options_(options),
      team_(options_.team ? *options_.team : alone_),
      folder_(options.folder),
      watch_(team_.leads() ? folder_.live() : std::string(), team_.leads() ? options_.metrics : std::string(),
             watch) {}

template <class Work>
Result<void> Learner::as_leader(Work&& work) {
  return team::agree(team_, team_.leads() ? Result<void>(work()) : Result<void>());
}

Result<void> Learner::share_state() {
  TABIA_TRY(const std::string text, team::shared_text(team_, team_.is_alone() ? "" : to_json(state_)));
  if (team_.leads()) return {};
  TABIA_TRY(state_, parse_learn_state(text));
  return {};
}

Result<bool> Learner::stops(const std::stop_token& stop) {
  double wanted = stop.stop_requested() ? 1 : 0;
  TABIA_TRY_VOID(team_.sum(std::span(&wanted, 1)));
  return wanted > 0;
}

Result<std::unique_ptr<Learner>> Learner::open(const LearnRecipe& recipe, const LearnOptions& options,
                                               LearnWatch& watch) {
  std::unique_ptr<Learner> learner(new Learner(recipe, options, watch));
  if (auto ready = learner->prepare(); !ready) return ready.error();
  return learner;
}

Result<void> Learner::prepare() {
  if (auto good = check_files(); !good) return good;
  if (!recipe_.teacher.empty()) {
    auto teacher = nn::load_network(recipe_.teacher);
    if (!teacher) return teacher.error().inside("teacher (--teacher NET names another)");
    teacher_ = std::move(*teacher);
  }
  TABIA_TRY_VOID(team::expect_same(
      team_, "the run",
      concat("program: ", options_.program, "\nthreads: ", options_.threads, "\n", options_.recipe_text)));
  TABIA_TRY_VOID(as_leader([&]() -> Result<void> {
    if (auto made = make_folder(options_.folder); !made) return made;
    auto lock = base::FolderLock::take(options_.folder);
    if (!lock) return lock.error();
    lock_.emplace(std::move(*lock));
    if (auto ready = fs::exists(folder_.state()) ? resume() : begin(); !ready) return ready;
    return write_outputs();
  }));
  return share_state();
}

// Everything the recipe names must exist before anything starts.
Result<void> Learner::check_files() const {
  for (const auto& source : recipe_.external) {
    if (!fs::exists(source.path)) return Error{concat("external: ", source.path, ": there is no such file")};
  }
  // The files of `train` and of each round are opened only after games have been played; better to know now.
  for (const auto& [what, sources] : {std::pair("external", &recipe_.external),
                                      {"train.validation_data", &recipe_.train.validation_data}}) {
    for (const train::Source& source : *sources) {
      const auto reader = data::open_reader(source.path, source.reading);
      if (!reader) return reader.error().inside(what);
    }
  }
  for (const std::string& book : {recipe_.play.book, recipe_.gate.book}) {
    if (!book.empty() && !fs::exists(book)) return Error{concat("book: ", book, ": there is no such file")};
  }
  return {};
}

Result<Learner::SharedNetwork> Learner::first_network() const {
  if (recipe_.start == Start::Network) {
    auto network = nn::load_own_network(recipe_.start_network);
    if (!network) return network.error().inside("start");
    if (recipe_.warm_start && !(nn::float_twin((*network)->spec()) == nn::float_twin(recipe_.train.model)))
      return Error{concat("start: ", recipe_.start_network,
                          ": is not a network of the model in `train`; give one that is, or set "
                          "warm_start = false")};
    return network;
  }
  train::ModelOptions initial = recipe_.train.initial;
  initial.seed = recipe_.seed;
  const auto model = train::make_trainable(recipe_.train.model, initial);
  if (!model) return model.error().inside("model");
  nn::Lineage lineage;
  lineage.description = concat("random weights, seed ", recipe_.seed);
  lineage.trainer = options_.program;
  auto network = (*model)->network(lineage);
  if (!network || !recipe_.train.model.is_quantised()) return network;
  auto quantised = nn::quantised(**network, recipe_.train.model);
  if (!quantised) return quantised.error();
  return quantised->network;
}

Result<void> Learner::begin() {
  // A kill may have left the first network but no state.
  for (const auto& entry : fs::directory_iterator(options_.folder)) {
    const std::string name = entry.path().filename().string();
    if (runs::LearnFolder::is_of_start(name)) continue;
    return Error{concat(options_.folder, ": contains ", name,
                        " but no learning run; use an empty folder or that of a run")};
  }
  const auto network = first_network();
  if (!network) return network.error();
  if (auto made = make_folder(folder_.nets()); !made) return made;
  if (auto written = write_network(**network, folder_.net(0)); !written) return written;
  state_.recipe = options_.recipe_text;
  state_.teacher = teacher_ ? nn::network_hash(*teacher_) : "";
  begin_round(1);
  return save();
}

Result<void> Learner::resume() {
  const std::string file = folder_.state();
  const auto text = base::read_file(file, kLargestState);
  if (!text) return text.error();
  auto state = parse_learn_state(*text);
  if (!state) return state.error().inside(file);
  if (const std::string changed = recipe_difference(state->recipe, options_.recipe_text); !changed.empty())
    return Error{concat(options_.folder, ": contains a run of another recipe (see its learn.json): ", changed,
                        "; use the same recipe, or another folder (--out)")};
  if (state->teacher != (teacher_ ? nn::network_hash(*teacher_) : ""))
    return Error{
        concat(options_.folder, ": the run has another teacher; found ",
               teacher_ ? nn::network_hash(*teacher_) : "none", ", expected ",
               state->teacher.empty() ? "none" : concat("the network ", state->teacher, " (--teacher)"))};
  state_ = std::move(*state);
  // Removes what an earlier kill left behind.
  for (const data::LearnReport& report : state_.rounds) {
    const bool kept = std::any_of(state_.data.begin(), state_.data.end(),
                                  [&](const RoundData& data) { return data.round == report.round; });
    if (kept) continue;
    if (auto removed = remove_all(folder_.games(report.round)); !removed) return removed;
  }
  return {};
}

void Learner::begin_round(std::uint64_t round) {
  state_.current = {};
  state_.current.round = round;
  state_.current.opponent = state_.best;
  state_.current.result_weight = recipe_.result_weight(round).first;
  state_.window.clear();
  state_.step = Step::Play;
}

StepContext Learner::context() const {
  return {options_.threads, std::chrono::milliseconds(options_.pause_ms), options_.program, options_.team};
}

// --- the loop

Result<LearnEnd> Learner::run(const std::stop_token& stop) {
  while (round() <= options_.last_round) {
    const auto went_on = run_step(stop);
    if (!went_on) return went_on.error();
    if (!*went_on) {
      TABIA_TRY_VOID(as_leader([&] { return save(); }));
      return LearnEnd::Interrupted;
    }
    TABIA_TRY_VOID(share_state());
  }
  return LearnEnd::Done;
}

Result<LearnEnd> Learner::run() {
  const base::StopOnInterrupt stop(watch_);
  return run(stop.token());
}

Result<bool> Learner::run_step(const std::stop_token& stop) {
  TABIA_TRY(const bool stopped, stops(stop));
  if (stopped) return false;
  switch (state_.step) {
    case Step::Play:
      return play(stop);
    case Step::Train:
      return train(stop);
    case Step::Match:
      break;
  }
  return match(stop);
}

// --- games

Result<Learner::SharedNetwork> Learner::player() const {
  if (teacher_) return teacher_;
  if (recipe_.start == Start::Classical && state_.best == 0) return SharedNetwork();
  return network_of(state_.best);
}

Result<bool> Learner::play(const std::stop_token& stop) {
  const Stopwatch stopwatch(state_.current.play_seconds);
  const auto network = player();
  if (!network) return network.error();
  watch_.step(round(), Step::Play,
              teacher_   ? "games of the teacher"
              : *network ? concat("games of the network of round ", state_.best)
                         : "games of the classical evaluation");
  RoundGames games;
  games.folder = folder_.games(round());
  games.round = round();
  games.settings = recipe_.play;
  games.network = *network;
  games.seed = seed_of(recipe_.seed, round());
  games.adjudicate = round() >= static_cast<std::uint64_t>(recipe_.play.adjudicate_from);
  const auto ready = as_leader([&]() -> Result<void> {
    if (fs::exists(games.folder)) return {};
    TABIA_TRY_VOID(make_room_for_round());
    return make_folder(games.folder);
  });
  if (!ready) return ready.error();
  const auto complete = play_games(games, context(), watch_, stop);
  if (!complete || !*complete) return complete;
  TABIA_TRY_VOID(as_leader([&] { return note_games(*network); }));
  return true;
}

// Records the finished games of the round.
Result<void> Learner::note_games(const SharedNetwork& network) {
  const auto totals = count_games(folder_.games(round()));
  if (!totals) return totals.error();
  state_.current.games = totals->games;
  state_.current.white_wins = totals->white_wins;
  state_.current.draws = totals->draws;
  state_.current.black_wins = totals->black_wins;
  state_.current.positions = totals->positions;

  double scale = network ? play::label_of_one(*network) : 0;
  const bool scale_holds =
      teacher_ && (recipe_.teacher_hash.empty() || recipe_.teacher_hash == nn::network_hash(*teacher_));
  if (scale_holds && recipe_.teacher_scale > 0) scale = recipe_.teacher_scale;
  state_.data.push_back({round(), state_.current.positions, scale});
  state_.window.clear();
  for (const RoundData& data : state_.data) {
    if (data.round + recipe_.window <= round()) continue;
    state_.window.push_back(data.round);
    state_.current.window_positions += data.positions;
  }
  state_.step = Step::Train;
  return save();
}

// --- training

bool Learner::warm() const noexcept {
  return recipe_.warm_start && (state_.best > 0 || recipe_.start == Start::Network);
}

train::Recipe Learner::training_recipe() const {
  train::Recipe recipe = recipe_.train;
  recipe.name = concat(recipe_.name, " round ", round());
  recipe.seed = recipe.initial.seed = recipe_.seed;
  recipe.parent = warm() ? folder_.net(state_.best) : "";
  recipe.result_weight = recipe_.result_weight(round());
  recipe.objective.result_weight = recipe.result_weight.first;
  recipe.data = recipe_.external;
  for (const RoundData& data : state_.data) {
    if (std::find(state_.window.begin(), state_.window.end(), data.round) == state_.window.end()) continue;
    train::Source source;
    source.path = folder_.games(data.round);
    source.scale = data.scale;
    recipe.data.push_back(std::move(source));
  }
  return recipe;
}

std::string Learner::training_text() const {
  std::string rounds;
  for (const std::uint64_t round : state_.window) rounds += concat(" ", round);
  return concat(state_.recipe, "# round ", round(), ", learnt from the games of the rounds", rounds,
                warm() ? concat(", beginning with the network of round ", state_.best) : "", "\n");
}

Result<bool> Learner::train(const std::stop_token& stop) {
  {
    const Stopwatch stopwatch(state_.current.train_seconds);
    const auto trained = run_training(stop);
    if (!trained || !*trained) return trained;
  }
  TABIA_TRY_VOID(as_leader([&] { return note_network(); }));
  return true;
}

// Records the trained network of the round.
Result<void> Learner::note_network() {
  {
    const Stopwatch stopwatch(state_.current.train_seconds);
    const std::string trained_net = folder_.training(round()).last_net();
    const auto network = nn::load_network(trained_net);
    if (!network) return network.error();
    state_.current.network = nn::network_hash(**network);
    if (auto copied = copy_file(trained_net, folder_.net(round())); !copied) return copied.error();
    auto fault = fault_of(**network);
    if (!fault) return fault.error();
    state_.current.note = std::move(*fault);
  }
  if (!state_.current.note.empty()) return finish_round();
  state_.step = Step::Match;
  return save();
}

Result<bool> Learner::run_training(const std::stop_token& stop) {
  data::LearnReport& report = state_.current;
  const train::Recipe recipe = training_recipe();
  watch_.step(round(), Step::Train,
              concat(base::with_thousands(report.window_positions), " positions of ", state_.window.size(),
                     state_.window.size() == 1 ? " round" : " rounds"));
  train::TrainOptions options;
  options.folder = folder_.training(round()).path();
  options.threads = options_.threads;
  options.pause_ms = options_.pause_ms;
  options.checkpoint_seconds = options_.checkpoint_seconds;
  options.program = options_.program;
  options.recipe_text = training_text();
  options.team = options_.team;
  TrainingWatch watch(watch_, recipe.positions, stop);
  auto trainer = train::Trainer::open(recipe, options, watch);
  if (!trainer && team_.is_alone() && stop.stop_requested()) return false;
  if (!trainer) return trainer.error();
  const auto end = (*trainer)->run();
  if (!end) return end.error();
  if (*end == train::TrainEnd::Interrupted) return false;
  const train::Progress& progress = (*trainer)->progress();
  report.trained_positions = progress.positions;
  if (!progress.reports.empty()) {
    report.loss = progress.reports.back().loss;
    report.validation = progress.reports.back().validation;
  }
  return true;
}

Result<std::string> Learner::fault_of(const nn::Network& network) const {
  auto own = nn::dequantised(network);
  if (!own) return own.error();
  SharedNetwork floats = std::move(*own);
  // If training averages its weights, those in the checkpoint differ from the network's.
  const bool averaged = recipe_.train.optimiser.average > 0;
  if (!averaged) {
    const auto trained = train::read_trained_network(folder_.training(round()).checkpoint());
    if (!trained) return trained.error();
    const auto rounded = nn::compare(*trained->network, network, 0, recipe_.seed);
    if (!rounded) return rounded.error();
    if (!rounded->first_difference.empty())
      return concat("refused: rounding changed ", rounded->first_difference);
    // Quantization-aware training finally used the rounded numbers; otherwise these were used.
    if (recipe_.train.quantisation_aware_from >= 1) floats = trained->network;
  }
  const auto found = nn::compare(*floats, network, kVerifiedPositions, recipe_.seed);
  if (!found) return found.error();
  if (!found->kernels.empty())
    return concat("refused: the kernels ", found->kernels,
                  " give different "
                  "scores");
  const double allowed = kToleratedShare * network.spec().output.eval_scale;
  if (found->mean_difference > allowed)
    return concat("refused: integers and floats differ by ", found->mean_difference,
                  " on average, allowed is ", allowed,
                  "; set quantisation_aware_from in `train` to train with rounded weights");
  return std::string();
}

// --- the match

Result<bool> Learner::match(const std::stop_token& stop) {
  {
    const Stopwatch stopwatch(state_.current.match_seconds);
    watch_.step(round(), Step::Match, concat("against the network of round ", state_.best));
    GateMatch match;
    match.settings = recipe_.gate;
    match.seed = seed_of(~recipe_.seed, round());
    match.record = folder_.match_record(round());
    match.pgn = folder_.match_pgn(round());
    match.event = concat("tabia learn ", recipe_.name, ", round ", round());
    const std::array<std::uint64_t, 2> numbers = {round(), state_.best};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      auto network = network_of(numbers[i]);
      if (!network) return network.error();
      const std::string name = concat("round ", numbers[i]);
      match.players[i] = {i == 0 ? name : concat("best (", name, ")"), std::move(*network)};
    }
    const auto result = play_gate(match, context(), watch_, stop);
    if (!result) return result.error();
    if (!*result) return false;
    if (team_.leads()) judge(**result);
  }
  TABIA_TRY_VOID(as_leader([&] { return finish_round(); }));
  return true;
}

void Learner::judge(const GateResult& gate) {
  data::LearnReport& report = state_.current;
  const play::GameCounts& games = gate.result.games;
  report.match_wins = static_cast<std::uint64_t>(games.wins);
  report.match_draws = static_cast<std::uint64_t>(games.draws);
  report.match_losses = static_cast<std::uint64_t>(games.losses);
  report.llr = gate.llr;
  const play::Estimate elo = bounded_elo(gate.result);
  report.elo = elo.value;
  report.elo_error = elo.error;
  const TotalElo before = total_elo(state_, state_.best);
  report.total_elo = before.value + elo.value;
  report.total_error = std::hypot(before.error, elo.error);
  report.promoted = gate.is_better();
  if (!report.promoted)
    report.note = concat("refused: not clearly better than round ", state_.best);
  else if (gate.verdict == play::SprtVerdict::Open)
    report.note = concat("no verdict after ", report.match_games(), " games; the likelier hypothesis wins");
}

// --- the end of a round

Result<void> Learner::finish_round() {
  // The checkpoints are the largest files and no longer needed.
  const runs::TrainFolder training = folder_.training(round());
  for (const std::string& file :
       {training.checkpoint(), training.best_checkpoint(), training.best_net(), training.last_net()}) {
    if (auto removed = remove_all(file); !removed) return removed;
  }
  if (state_.current.promoted) state_.best = round();
  state_.current.disk_bytes = folder_bytes(options_.folder);
  state_.rounds.push_back(state_.current);
  watch_.progress(round(), options_.last_round == UINT64_MAX ? 0 : options_.last_round);
  begin_round(round() + 1);
  if (auto saved = save(); !saved) return saved;
  if (auto written = write_outputs(); !written) return written;
  if (const auto kept = make_room(0); !kept) return kept.error();
  watch_.round_ended(state_.rounds.back());
  return {};
}

Result<void> Learner::forget_data(std::uint64_t round) {
  std::erase_if(state_.data, [&](const RoundData& data) { return data.round == round; });
  if (auto saved = save(); !saved) return saved;
  return remove_all(folder_.games(round));
}

// What can be removed if space is needed, least useful first: no training uses it.
std::vector<std::string> Learner::dispensable() const {
  std::vector<std::string> paths;
  for (const data::LearnReport& report : state_.rounds) {
    if (report.round + 1 == round()) continue;  // the report shows the last games
    paths.push_back(folder_.match_pgn(report.round));
    paths.push_back(folder_.match_record(report.round));
  }
  for (const data::LearnReport& report : state_.rounds) {
    if (!report.promoted) paths.push_back(folder_.net(report.round));
  }
  return paths;
}

Result<std::uint64_t> Learner::bytes_of_round() const {
  // Estimates for the first round, on the high side.
  constexpr std::uint64_t kBytesOfPosition = 8;
  constexpr std::uint64_t kBytesOfMatchGame = 8 << 10;
  // Two checkpoints and two networks of the training, the network of the round and the best one. Files are
  // replaced by new ones, so each kind briefly exists once more.
  constexpr std::uint64_t kCheckpoints = 3;
  constexpr std::uint64_t kNetworks = 5;
  const auto model = train::make_trainable(recipe_.train.model, recipe_.train.initial);
  if (!model) return model.error().inside("model");
  train::Optimiser optimiser(**model, recipe_.train.optimiser);
  std::uint64_t floats = 0;
  for (const train::FloatArray& array : (*model)->trained()) floats += array.size();
  for (const train::FloatArray* array : optimiser.state()) floats += array->size();
  std::uint64_t bytes = kCheckpoints * floats * sizeof(float) + kNetworks * file_bytes(folder_.net(0));

  const std::uint64_t games = state_.data.empty() ? 0 : folder_bytes(folder_.games(state_.data.back().round));
  bytes += games > 0 ? games : kBytesOfPosition * recipe_.play.positions;
  std::uint64_t match_game = kBytesOfMatchGame;
  if (!state_.rounds.empty() && state_.rounds.back().match_games() > 0) {
    const data::LearnReport& last = state_.rounds.back();
    const std::uint64_t match =
        file_bytes(folder_.match_pgn(last.round)) + file_bytes(folder_.match_record(last.round));
    if (match > 0) match_game = match / last.match_games() + 1;
  }
  bytes += match_game * recipe_.gate.most_games;
  return bytes + bytes / 8;  // rounds vary
}

Result<bool> Learner::make_room(std::uint64_t bytes) {
  if (recipe_.disk_mib == 0) return true;
  const std::uint64_t budget = recipe_.disk_mib << 20;
  const auto fits = [&] { return folder_bytes(options_.folder) + bytes <= budget; };
  for (const std::string& file : dispensable()) {
    if (fits()) break;
    if (auto removed = remove_all(file); !removed) return removed.error();
  }
  while (!fits() && !state_.data.empty()) {
    watch_.remark(concat("the games of round ", state_.data.front().round, " were removed to stay within ",
                         recipe_.disk_mib, " MiB"));
    if (auto forgotten = forget_data(state_.data.front().round); !forgotten) return forgotten.error();
  }
  return fits();
}

Result<void> Learner::make_room_for_round() {
  // The next round trains on its own games and those of the previous rounds in the window.
  std::vector<std::uint64_t> old;
  for (const RoundData& data : state_.data) {
    if (data.round + recipe_.window <= round()) old.push_back(data.round);
  }
  for (const std::uint64_t number : old) {
    if (auto forgotten = forget_data(number); !forgotten) return forgotten;
  }
  if (recipe_.disk_mib == 0) return {};
  const auto coming = bytes_of_round();
  if (!coming) return coming.error();
  const auto fits = make_room(*coming);
  if (!fits) return fits.error();
  if (*fits) return {};
  const auto mib = [](std::uint64_t bytes) { return (bytes >> 20) + 1; };
  const std::uint64_t staying = folder_bytes(options_.folder);
  return Error{concat("disk: the budget is ", recipe_.disk_mib, " MiB, but the run needs at least ",
                      mib(staying + *coming), " MiB (--disk): ", mib(staying),
                      " MiB must be kept, and a round needs ", mib(*coming),
                      " MiB for games, checkpoints and its match")};
}

// --- files

Result<Learner::SharedNetwork> Learner::network_of(std::uint64_t round) const {
  return nn::load_network(folder_.net(round));
}

Result<void> Learner::save() const { return base::write_file_atomically(folder_.state(), to_json(state_)); }

Result<void> Learner::write_outputs() const {
  std::string lines;
  for (const data::LearnReport& report : state_.rounds) lines += data::to_json(report) + "\n";
  if (auto written = base::write_file_atomically(folder_.log(), lines); !written) return written;
  if (auto copied = copy_file(folder_.net(state_.best), folder_.best_net()); !copied) return copied;
  return base::write_file_atomically(folder_.report(), page());
}

std::string Learner::page() const {
  LearnPage content;
  content.name = recipe_.name.empty() ? "learning" : recipe_.name;
  for (const data::LearnReport& report : state_.rounds) {
    // The page leaves out what was removed or is damaged.
    const auto log = base::read_file(folder_.training(report.round).log(), kLargestState);
    auto reports = log ? data::parse_train_log(*log) : Result<std::vector<data::TrainReport>>(log.error());
    content.curves.push_back(reports ? std::move(*reports) : std::vector<data::TrainReport>());
  }
  if (!state_.rounds.empty()) {
    const auto games = base::read_file(folder_.match_pgn(state_.rounds.back().round), kLargestState);
    if (games) content.games = last_games(*games, kShownGames);
  }
  return report_page(state_, content);
}

}  // namespace tabia::learn
