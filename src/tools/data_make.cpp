#include "tools/data_make.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/progress.h"
#include "base/text.h"
#include "base/threads.h"
#include "chess/pgn.h"
#include "tools/commands.h"
#include "tools/data_common.h"

namespace tabia::tools {

using base::concat;
using base::Error;
using base::Result;

namespace {

// A rate per second, with few digits.
std::string rate_text(double rate) {
  char text[32];
  std::snprintf(text, sizeof text, rate < 10 ? "%.1f" : "%.0f", rate);
  return text;
}

std::string average_text(std::uint64_t positions, std::uint64_t records) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f",
                records > 0 ? static_cast<double>(positions) / static_cast<double>(records) : 0.0);
  return text;
}

std::uint64_t results(const play::BatchProgress& progress, chess::GameResult result) {
  return progress.new_results[static_cast<std::size_t>(result)];
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::string json_of(const play::BatchOutcome& outcome, double elapsed_s) {
  const play::BatchProgress& progress = outcome.progress;
  base::JsonWriter json;
  json.begin_object().field("complete", outcome.complete).field("games", progress.records);
  json.field("positions", progress.positions).field("new_games", progress.new_records);
  json.field("new_positions", progress.new_positions);
  json.field("white_wins", results(progress, chess::GameResult::WhiteWins));
  json.field("draws", results(progress, chess::GameResult::Draw));
  json.field("black_wins", results(progress, chess::GameResult::BlackWins));
  json.field("elapsed_s", elapsed_s);
  return json.end_object().text();
}

}  // namespace

std::vector<Option> with_making_options(std::vector<Option> options) {
  options.push_back({"--workers", "N",
                     "workers to run in parallel, each on one core (default: all "
                     "cores)"});
  options.push_back({"--nice", "N", "yield the CPU to other programs: 0 to 19 (default: 0)"});
  options.push_back({"--json", "", "print the result as JSON"});
  return options;
}

Result<std::pair<int, int>> read_span(std::string_view what, std::string_view text, int low, int high) {
  const std::size_t dash = std::min(text.find('-'), text.size());
  const auto first = parse_number(what, text.substr(0, dash), low, high);
  if (!first) return first.error();
  if (dash == text.size()) return std::pair(static_cast<int>(*first), static_cast<int>(*first));
  const auto last = parse_number(what, text.substr(dash + 1), *first, high);
  if (!last) return last.error();
  return std::pair(static_cast<int>(*first), static_cast<int>(*last));
}

Result<int> read_workers(const Arguments& arguments) {
  const auto workers = arguments.number("--workers", base::usable_cores(), 1, 1024);
  if (!workers) return workers.error();
  const auto nice = arguments.number("--nice", 0, 0, 19);
  if (!nice) return nice.error();
  if (*nice > 0 && ::setpriority(PRIO_PROCESS, 0, static_cast<int>(*nice)) != 0)
    return Error{concat("--nice: ", std::strerror(errno))};
  return static_cast<int>(*workers);
}

void write_evaluation(const eval::EvaluatorOptions& options, base::JsonWriter& json) {
  json.field("evaluation", eval::name_of(options.mode));
  if (options.mode == eval::EvaluationMode::Hybrid) json.field("network_weight", options.network_weight);
  if (options.mode == eval::EvaluationMode::Network) return;
  const eval::HybridRules& rules = options.rules;
  json.key("rules").begin_object().field("drawn_material", rules.drawn_material);
  json.field("known_wins", rules.known_wins).field("opposite_bishops", rules.opposite_bishops);
  json.field("drawish_endings", rules.drawish_endings).field("fifty_moves", rules.fifty_moves).end_object();
}

std::string program_name() { return concat("tabia ", version_number()); }

void MakingLine::on_record(const play::BatchProgress& progress) {
  if (!line_.is_due()) return;
  const double elapsed = seconds_since(start_);
  const double rate = static_cast<double>(progress.new_positions) / elapsed;
  std::string text = base::with_thousands(progress.positions);
  if (target_.positions) text += concat('/', base::with_thousands(*target_.positions));
  text += concat(" positions, ", base::with_thousands(progress.records));
  if (target_.records) text += concat('/', base::with_thousands(*target_.records));
  text += concat(" games, W/D/L ", results(progress, chess::GameResult::WhiteWins), '/',
                 results(progress, chess::GameResult::Draw), '/',
                 results(progress, chess::GameResult::BlackWins), ", ", rate_text(rate), " positions/s, ",
                 average_text(progress.new_positions, progress.new_records), " a game");
  double left = 0;
  if (target_.positions && *target_.positions > progress.positions)
    left = static_cast<double>(*target_.positions - progress.positions) / rate;
  if (target_.records && *target_.records > progress.records)
    left = static_cast<double>(*target_.records - progress.records) * elapsed /
           static_cast<double>(progress.new_records);
  if (left > 0) text += concat(", ", base::duration_text(left), " left");
  line_.show(text);
}

int run_making(const Arguments& arguments, const std::string& folder, const play::BatchJob& job,
               play::RecordPlan& plan, int workers) {
  const auto start = std::chrono::steady_clock::now();
  Result<play::BatchOutcome> outcome = Error{"not started"};
  {
    MakingLine line(job.target);
    const InterruptWatch watch;
    outcome = play::make_batches(folder, job, plan, workers, line, watch.token());
  }
  if (!outcome) return failure(outcome.error());
  const play::BatchProgress& progress = outcome->progress;
  const double elapsed = seconds_since(start);
  if (arguments.has("--json")) {
    std::printf("%s\n", json_of(*outcome, elapsed).c_str());
  } else {
    std::printf("%s: %s positions in %s games%s\n", folder.c_str(),
                base::with_thousands(progress.positions).c_str(),
                base::with_thousands(progress.records).c_str(),
                !outcome->complete          ? "; interrupted, run the same command again to resume"
                : progress.new_records == 0 ? "; it was already complete"
                                            : "; complete");
    if (progress.new_records > 0)
      std::printf("new: %s positions, W/D/L %llu/%llu/%llu, %s positions/s, %s per game\n",
                  base::with_thousands(progress.new_positions).c_str(),
                  static_cast<unsigned long long>(results(progress, chess::GameResult::WhiteWins)),
                  static_cast<unsigned long long>(results(progress, chess::GameResult::Draw)),
                  static_cast<unsigned long long>(results(progress, chess::GameResult::BlackWins)),
                  rate_text(static_cast<double>(progress.new_positions) / elapsed).c_str(),
                  average_text(progress.new_positions, progress.new_records).c_str());
  }
  return outcome->complete ? kExitDone : base::kExitInterrupted;
}

std::vector<Command> data_make_commands() { return {data_gen_command(), data_rescore_command()}; }

}  // namespace tabia::tools
