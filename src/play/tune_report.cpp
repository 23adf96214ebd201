#include "play/tune_report.h"

#include <array>
#include <cmath>
#include <cstdio>

#include "base/json.h"
#include "base/progress.h"
#include "base/text.h"
#include "play/engine_text.h"

namespace tabia::play {
namespace {

using base::concat;

std::string decimal(double value, int digits) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.*f", digits, value);
  return buffer.data();
}

// The parameter that has moved farthest from its start, relative to its step.
std::string farthest(const Spsa& spsa, const TuneState& state) {
  std::size_t best = 0;
  const auto distance = [&](std::size_t i) {
    return std::abs(state.values[i] - spsa.parameters[i].value) / spsa.parameters[i].c_end;
  };
  for (std::size_t i = 1; i < state.values.size(); ++i) {
    if (distance(i) > distance(best)) best = i;
  }
  const SpsaParameter& parameter = spsa.parameters[best];
  return concat(parameter.name, ' ', decimal(parameter.value, 0), " -> ", decimal(state.values[best], 1));
}

// The parameters with their tuned values as whole numbers.
std::vector<SpsaParameter> tuned(const PlayedTune& tune) {
  std::vector<SpsaParameter> parameters = tune.settings.spsa.parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    parameters[i].value = final_value(tune.outcome.state.values[i]);
  return parameters;
}

// The parameters as UCI options of an engine.
base::KeyValues options_with(const std::vector<SpsaParameter>& parameters) {
  base::KeyValues options;
  for (const SpsaParameter& parameter : parameters)
    options.emplace_back(parameter.name, decimal(parameter.value, 0));
  return options;
}

// The match that shows whether the new numbers are better than the initial ones.
std::string confirmation(const TuneJob& job, const PlayedTune& tune) {
  EngineText old;
  old.net = job.net.empty() ? "default" : job.net;
  if (job.evaluation != TuneJob{}.evaluation) old.evaluation = eval::name_of(job.evaluation);
  EngineText better = old;
  better.name = "tuned";
  better.options = options_with(tuned(tune));
  old.name = "old";
  // Lines of a file may start from values other than those in the table.
  if (job.names_a_file()) old.options = options_with(tune.settings.spsa.parameters);
  std::string command = concat("tabia match --engine ", to_string(better), " --engine ", to_string(old),
                               " --nodes ", job.nodes, " --sprt 0,5");
  if (!job.openings.empty()) command += concat(" --openings ", job.openings);
  if (job.concurrency != TuneJob{}.concurrency) command += concat(" --concurrency ", job.concurrency);
  if (job.hash_mib != TuneJob{}.hash_mib) command += concat(" --each option.Hash=", job.hash_mib);
  return command;
}

}  // namespace

std::string live_line(const TuneSettings& settings, const TuneState& state, double games_per_s) {
  const std::uint64_t iterations = settings.spsa.schedule.iterations;
  const auto all = static_cast<std::int64_t>(iterations) * 2 * settings.pairs;
  const double left_s = static_cast<double>(all - state.games.games()) / games_per_s;
  return concat("iteration ", state.iterations, '/', iterations, "  games ", state.games.games(), '/', all,
                " (", decimal(games_per_s, 1), "/s, ", base::duration_text(left_s),
                " left)  plus - minus: ", state.games.wins, '-', state.games.draws, '-', state.games.losses,
                "  farthest: ", farthest(settings.spsa, state));
}

std::string report_text(const TuneJob& job, const PlayedTune& tune) {
  const TuneState& state = tune.outcome.state;
  const Spsa& spsa = tune.settings.spsa;
  const auto parameters = tuned(tune);
  std::string text = concat("Iterations: ", state.iterations, " of ", spsa.schedule.iterations,
                            ", games: ", state.games.games(), ", plus - minus: ", state.games.wins, '-',
                            state.games.draws, '-', state.games.losses, "\n\n");
  for (std::size_t i = 0; i < parameters.size(); ++i)
    text += concat(parameters[i].name, ": ", decimal(spsa.parameters[i].value, 0), " -> ",
                   decimal(parameters[i].value, 0), " (", decimal(state.values[i], 2), ")\n");
  text += "\nFor OpenBench, or for --parameters FILE:\n";
  for (const SpsaParameter& parameter : parameters) text += concat(to_openbench_line(parameter), '\n');
  text += concat("\nTo confirm it with games:\n", confirmation(job, tune), '\n');
  if (!tune.outcome.complete)
    text += concat("Interrupted", job.record.empty() ? "" : "; run the same command again to resume the tune",
                   '\n');
  return text;
}

std::string report_json(const TuneJob& job, const PlayedTune& tune) {
  const TuneState& state = tune.outcome.state;
  const auto parameters = tuned(tune);
  base::JsonWriter json;
  json.begin_object().field("complete", tune.outcome.complete).field("iterations", state.iterations);
  json.field("games", state.games.games()).field("wins", state.games.wins);
  json.field("draws", state.games.draws).field("losses", state.games.losses);
  json.key("parameters").begin_array();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    json.begin_object().field("name", std::string_view(parameters[i].name));
    json.field("old", tune.settings.spsa.parameters[i].value).field("new", final_value(state.values[i]));
    json.field("exact", state.values[i]);
    json.field("openbench", std::string_view(to_openbench_line(parameters[i]))).end_object();
  }
  json.end_array();
  EngineText options;
  options.options = options_with(parameters);
  json.field("options", std::string_view(to_string(options)));
  json.field("confirm", std::string_view(confirmation(job, tune))).end_object();
  return json.text();
}

}  // namespace tabia::play
