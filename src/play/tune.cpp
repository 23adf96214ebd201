#include "play/tune.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <span>
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

// Plays the games; one lock protects everything that the threads share. In a team, the leader has the record
// and the state; the others get the state before every iteration and ask it for games.
class Tuner {
 public:
  Tuner(const TuneSettings& settings, TuneWatch& watch)
      : settings_(settings),
        watch_(watch),
        team_(settings.team ? *settings.team : alone_),
        games_(2 * static_cast<std::size_t>(settings.pairs)),
        state_(start_of(settings.spsa, games_)) {}

  Result<TuneOutcome> run(const std::stop_token& stop) {
    TABIA_TRY_VOID(team::expect_same(team_, "the tune", settings_.identity));
    TABIA_TRY_VOID(team::agree(team_, team_.leads() ? begin() : Result<void>()));
    if (!team_.leads()) watch_.on_begin(settings_);
    const std::stop_callback pass_on(stop, [this] { stop_.request_stop(); });
    for (;;) {
      TABIA_TRY_VOID(share_state());
      TABIA_TRY(const bool stopped, is_anyone_stopped());
      if (complete() || stopped) break;
      TABIA_TRY_VOID(run_iteration());
    }
    if (team_.leads()) save();
    TABIA_TRY_VOID(team::agree(team_, mine()));
    return TuneOutcome{state_, complete()};
  }

 private:
  [[nodiscard]] bool complete() const { return state_.iterations >= settings_.spsa.schedule.iterations; }
  [[nodiscard]] Result<void> mine() const { return error_ ? Result<void>(*error_) : Result<void>(); }

  Result<void> begin() {
    TABIA_TRY(auto record, TuneRecord::open(settings_.record_path));
    record_.emplace(std::move(record));
    watch_.on_begin(settings_);
    return resume();
  }

  Result<void> share_state() {
    if (team_.is_alone()) return {};
    TABIA_TRY(const std::string text,
              team::shared_text(team_, to_json(state_, settings_.spsa, settings_.identity)));
    TABIA_TRY(state_, parse_tune_state(text, settings_.spsa, settings_.identity, games_));
    return {};
  }

  Result<bool> is_anyone_stopped() {
    std::uint64_t stopped = stop_.stop_requested() ? 1 : 0;
    TABIA_TRY_VOID(team_.unite(std::span(&stopped, 1)));
    return stopped != 0;
  }

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

  Result<void> run_iteration() {
    const SpsaTrial trial = settings_.spsa.trial(state_.iterations + 1, state_.values);
    next_ = 0;
    TABIA_TRY(const auto desk,
              team_.open_desk([this](std::string_view played) -> Result<std::optional<std::uint64_t>> {
                const std::scoped_lock lock(mutex_);
                take_in(played);
                return next_game();
              }));
    const auto threads = static_cast<std::size_t>(settings_.concurrency);
    base::parallel_for(threads, settings_.concurrency, [&](std::size_t) { play_all(trial, *desk); });
    TABIA_TRY_VOID(desk->close());
    TABIA_TRY_VOID(team::agree(team_, mine()));
    if (team_.leads()) learn(trial);
    return {};
  }

  // If all games of the iteration have been played.
  void learn(const SpsaTrial& trial) {
    const auto& results = state_.running;
    if (!std::all_of(results.begin(), results.end(), [](const auto& result) { return result.has_value(); }))
      return;
    std::int64_t wins_less_losses = 0;
    for (const auto& result : results) wins_less_losses += *result;
    settings_.spsa.learn(trial, wins_less_losses, state_.values);
    ++state_.iterations;
    state_.running.assign(games_, std::nullopt);
  }

  // --- at the leader, with the lock

  // A game that was handed in: its number times three, plus the result plus one.
  void take_in(std::string_view played) {
    const auto code = base::parse_integer<std::uint64_t>(played);
    if (!code || *code / 3 >= games_) return;
    const std::size_t number = *code / 3;
    if (!state_.running[number]) finish(number, static_cast<int>(*code % 3) - 1);
  }

  // The next game of the iteration that wasn't played before an interruption.
  std::optional<std::uint64_t> next_game() {
    while (next_ < games_ && state_.running[next_]) ++next_;
    if (next_ >= games_ || stop_.stop_requested()) return std::nullopt;
    return next_++;
  }

  // --- in the threads of all members

  void play_all(const SpsaTrial& trial, team::Desk& desk) {
    std::string played;
    while (!stop_.stop_requested()) {
      const auto number = desk.ask(played);
      if (!number) {
        const std::scoped_lock lock(mutex_);
        fail(number.error());
      }
      if (!number || !*number) return;
      played.clear();
      if (const auto result = play(trial, **number))
        played = concat(**number * 3 + static_cast<std::uint64_t>(*result + 1));
    }
    // The last game counts, even if no more are wanted.
    if (!played.empty()) static_cast<void>(desk.ask(played));
  }

  // Nothing if it was stopped or failed.
  std::optional<int> play(const SpsaTrial& trial, std::uint64_t number) {
    auto player = take_player();
    const std::uint64_t pair =
        (trial.iteration - 1) * static_cast<std::uint64_t>(settings_.pairs) + number / 2;
    const auto result = player->play(
        TrialGame{.trial = trial, .opening = pair, .plus_is_white = number % 2 == 0}, stop_.get_token());
    const std::scoped_lock lock(mutex_);
    idle_.push_back(std::move(player));
    if (result) return *result;
    fail(result.error());
    return std::nullopt;
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
  team::Alone alone_;
  team::Team& team_;
  const std::size_t games_;  // of an iteration
  std::stop_source stop_;
  std::optional<TuneRecord> record_;  // the leader's, once run() has opened it

  std::mutex mutex_;  // guards everything below while there are threads
  TuneState state_;
  std::size_t next_ = 0;  // the leader's: games of the iteration before this one are played or being played
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
