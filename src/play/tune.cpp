#include "play/tune.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "base/threads.h"
#include "search/parameters.h"

namespace tabia::play {
namespace {

using base::concat;
using base::Error;
using base::quoted;
using base::Result;
using search::ParameterInfo;

// Does the pattern, with * for any letters and ? for one, describe the whole name?
bool matches(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern[0] == '*')
    return matches(pattern.substr(1), name) || (!name.empty() && matches(pattern, name.substr(1)));
  return !name.empty() && (pattern[0] == '?' || pattern[0] == name[0]) &&
         matches(pattern.substr(1), name.substr(1));
}

const ParameterInfo* find_row(std::string_view name) {
  const auto* row = std::find_if(std::begin(search::kParameterInfos), std::end(search::kParameterInfos),
                                 [&](const ParameterInfo& candidate) { return candidate.name == name; });
  return row == std::end(search::kParameterInfos) ? nullptr : row;
}

Error unknown_name(std::string_view name) {
  std::vector<std::string_view> names;
  for (const ParameterInfo& row : search::kParameterInfos) names.emplace_back(row.name);
  const auto near = base::nearest_word(name, names);
  return Error{concat("found ", quoted(name), ", expected a name of src/search/parameters.h",
                      near ? concat("; did you mean ", *near, "?") : "")};
}

// One line of a file, checked against the table.
Result<SpsaParameter> parse_known_line(std::string_view line) {
  auto parameter = parse_openbench_line(line);
  if (!parameter) return parameter;
  const ParameterInfo* row = find_row(parameter->name);
  if (!row) return unknown_name(parameter->name);
  if (parameter->min < row->min || parameter->max > row->max)
    return Error{concat(parameter->name, ": the range exceeds that of the table, expected it within ",
                        row->min, " to ", row->max)};
  return parameter;
}

// Plays the games; one lock protects everything that the threads share.
class Tuner {
 public:
  Tuner(const TuneSettings& settings, TuneWatch& watch)
      : settings_(settings),
        watch_(watch),
        games_(2 * static_cast<std::size_t>(settings.pairs)),
        state_(start_of(settings.spsa, games_)) {}

  Result<TuneOutcome> run(const std::stop_token& stop) {
    auto record = TuneRecord::open(settings_.record_path);
    if (!record) return record.error();
    record_.emplace(std::move(*record));
    watch_.on_begin(settings_);
    if (const auto resumed = resume(); !resumed) return resumed.error();
    const std::stop_callback pass_on(stop, [this] { stop_.request_stop(); });
    while (!complete() && !stop_.stop_requested()) run_iteration();
    if (!error_) save();
    if (error_) return *error_;
    return TuneOutcome{state_, complete()};
  }

 private:
  [[nodiscard]] bool complete() const { return state_.iterations >= settings_.spsa.schedule.iterations; }

  Result<void> resume() {
    const auto content = record_->read();
    if (!content) return content.error();
    if (!*content) {
      save();  // find out before the first game whether the record can be written
      return error_ ? Result<void>(*error_) : Result<void>();
    }
    auto state = parse_tune_state(**content, settings_.spsa, settings_.identity, games_);
    if (!state) return state.error().inside(settings_.record_path);
    state_ = std::move(*state);
    watch_.on_resume(state_);
    return {};
  }

  void run_iteration() {
    const SpsaTrial trial = settings_.spsa.trial(state_.iterations + 1, state_.values);
    base::parallel_for(games_, settings_.concurrency, [&](std::size_t game) { play(trial, game); });
    const auto& results = state_.running;
    if (!std::all_of(results.begin(), results.end(), [](const auto& result) { return result.has_value(); }))
      return;
    std::int64_t wins_less_losses = 0;
    for (const auto& result : results) wins_less_losses += *result;
    settings_.spsa.learn(trial, wins_less_losses, state_.values);
    ++state_.iterations;
    state_.running.assign(games_, std::nullopt);
  }

  // The game with that number in the iteration, unless it was played before an interruption.
  void play(const SpsaTrial& trial, std::size_t number) {
    if (stop_.stop_requested() || is_played(number)) return;
    auto player = take_player();
    const std::uint64_t pair =
        (trial.iteration - 1) * static_cast<std::uint64_t>(settings_.pairs) + number / 2;
    const auto result = player->play(
        TrialGame{.trial = trial, .opening = pair, .plus_is_white = number % 2 == 0}, stop_.get_token());
    const std::scoped_lock lock(mutex_);
    idle_.push_back(std::move(player));
    if (!result) return fail(result.error());
    if (*result) finish(number, **result);
  }

  [[nodiscard]] bool is_played(std::size_t number) {
    const std::scoped_lock lock(mutex_);
    return state_.running[number].has_value();
  }

  std::unique_ptr<TrialPlayer> take_player() {
    {
      const std::scoped_lock lock(mutex_);
      if (!idle_.empty()) {
        auto player = std::move(idle_.back());
        idle_.pop_back();
        return player;
      }
    }
    return settings_.make_player();
  }

  // Here and below, the lock is held while there are threads.
  void finish(std::size_t number, int result) {
    state_.running[number] = result;
    GameCounts& games = state_.games;
    ++(result > 0 ? games.wins : result == 0 ? games.draws : games.losses);
    watch_.on_game(state_);
    watch_.progress(static_cast<std::uint64_t>(games.games()), settings_.spsa.schedule.iterations * games_);
    if (std::chrono::steady_clock::now() >= next_save_) save();
  }

  void save() {
    const auto saved = record_->save(to_json(state_, settings_.spsa, settings_.identity));
    if (!saved) fail(saved.error());
    next_save_ = std::chrono::steady_clock::now() + settings_.save_interval;
  }

  void fail(const Error& error) {
    if (!error_) error_ = error;
    stop_.request_stop();
  }

  const TuneSettings& settings_;
  TuneWatch& watch_;
  const std::size_t games_;  // of an iteration
  std::stop_source stop_;
  std::optional<TuneRecord> record_;  // once run() has opened it

  std::mutex mutex_;  // guards everything below while there are threads
  TuneState state_;
  std::vector<std::unique_ptr<TrialPlayer>> idle_;
  std::chrono::steady_clock::time_point next_save_;
  std::optional<Error> error_;
};

}  // namespace

Result<std::vector<SpsaParameter>> select_parameters(std::string_view list, double r_end) {
  std::vector<std::string> patterns;
  for (const std::string_view word : base::split(list, ',')) patterns.emplace_back(base::trimmed(word));
  std::vector<bool> used(patterns.size());
  std::vector<SpsaParameter> parameters;
  for (const ParameterInfo& row : search::kParameterInfos) {
    bool wanted = false;
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      if (!matches(patterns[i], row.name)) continue;
      wanted = true;
      used[i] = true;
    }
    if (wanted)
      parameters.push_back({.name = row.name,
                            .value = static_cast<double>(row.value),
                            .min = static_cast<double>(row.min),
                            .max = static_cast<double>(row.max),
                            .c_end = static_cast<double>(row.step),
                            .r_end = r_end});
  }
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    if (!used[i]) return unknown_name(patterns[i]);
  }
  return parameters;
}

Result<std::vector<SpsaParameter>> parse_parameter_lines(std::string_view content, const std::string& name) {
  std::vector<SpsaParameter> parameters;
  std::set<std::string> names;
  std::size_t number = 0;
  for (const std::string_view raw : base::split(content, '\n')) {
    const std::string place = concat(name, ':', ++number);
    const std::string_view line = base::trimmed(raw);
    if (line.empty() || line.front() == '#') continue;
    auto parameter = parse_known_line(line);
    if (!parameter) return parameter.error().inside(place);
    if (!names.insert(parameter->name).second)
      return Error{concat(place, ": ", parameter->name, " occurs twice")};
    parameters.push_back(std::move(*parameter));
  }
  if (parameters.empty())
    return Error{
        concat(name, ": found no parameters, expected lines \"name, int, value, min, max, c_end, r_end\"")};
  return parameters;
}

Result<TuneOutcome> run_tune(const TuneSettings& settings, TuneWatch& watch, const std::stop_token& stop) {
  TABIA_CHECK(!settings.spsa.parameters.empty(), "a tune has parameters");
  TABIA_CHECK(settings.pairs > 0 && settings.concurrency > 0, "a tune has games");
  return Tuner(settings, watch).run(stop);
}

}  // namespace tabia::play
