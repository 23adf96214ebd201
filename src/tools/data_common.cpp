#include "tools/data_common.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/text.h"
#include "chess/pgn.h"
#include "os/system.h"

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

}  // namespace

void DataWatch::progress(std::uint64_t done, std::uint64_t total) {
  constexpr std::uint64_t kUnit = 1024;       // bytes
  if (done < shown_) start_ = Steady::now();  // another pass
  shown_ = done;
  if (line_.is_due())
    line_.show(base::progress_line(what_, done / kUnit, total / kUnit, "KiB", base::seconds_since(start_)));
}

void DataWatch::on_record(const play::BatchProgress& progress) {
  if (!line_.is_due()) return;
  const double elapsed = base::seconds_since(start_);
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

void DataWatch::remark(const std::string& text) { line_.print(concat("tabia: ", text)); }

base::FileUse files_of_copy(const Arguments& arguments) {
  base::FileUse use{.read = arguments.positionals(), .written = {}, .folders = {}};
  use.written.push_back(use.read.back());
  use.read.pop_back();
  return use;
}

void tell_problems(std::uint64_t problems) {
  if (problems > 0)
    std::fprintf(stderr, "tabia: %s problems; damaged records were skipped\n",
                 base::with_thousands(problems).c_str());
}

int data_failure(std::string_view command, const Error& error) {
  if (error.kind == base::ErrorKind::Usage) return usage_error(command, error);
  if (error.kind != base::ErrorKind::Interrupted) return failure(error);
  std::fprintf(stderr, "tabia: interrupted, nothing was written\n");
  return base::kExitInterrupted;
}

std::vector<Option> with_making_options(std::vector<Option> options) {
  options.push_back({"--nice", "N", "yield the CPU to other programs: 0 to 19 (default: 0)"});
  options.push_back({"--json", "", "print the result as JSON"});
  return options;
}

Result<void> apply_niceness(const Arguments& arguments) {
  const auto nice = arguments.number("--nice", 0, 0, 19);
  if (!nice) return nice.error().as_usage();
  if (*nice > 0 && !os::lower_priority(static_cast<int>(*nice)))
    return Error{concat("--nice: ", std::strerror(errno))};
  return {};
}

std::string program_name() { return concat("tabia ", version_number()); }

int report_making(const Arguments& arguments, const std::string& place, const play::BatchOutcome& outcome,
                  Steady::time_point start) {
  const play::BatchProgress& progress = outcome.progress;
  const double elapsed_s = base::seconds_since(start);
  if (arguments.has("--json")) {
    std::printf("%s\n", play::outcome_json(outcome, elapsed_s).c_str());
  } else {
    std::printf("%s: %s positions in %s games%s\n", place.c_str(),
                base::with_thousands(progress.positions).c_str(),
                base::with_thousands(progress.records).c_str(),
                !outcome.complete           ? "; interrupted, run the same command again to resume"
                : arguments.has("--share")  ? "; this share is complete"
                : progress.new_records == 0 ? "; it was already complete"
                                            : "; complete");
    if (progress.new_records > 0)
      std::printf("new: %s positions, W/D/L %llu/%llu/%llu, %s positions/s, %s per game\n",
                  base::with_thousands(progress.new_positions).c_str(),
                  static_cast<unsigned long long>(results(progress, chess::GameResult::WhiteWins)),
                  static_cast<unsigned long long>(results(progress, chess::GameResult::Draw)),
                  static_cast<unsigned long long>(results(progress, chess::GameResult::BlackWins)),
                  rate_text(static_cast<double>(progress.new_positions) / elapsed_s).c_str(),
                  average_text(progress.new_positions, progress.new_records).c_str());
  }
  return outcome.complete ? kExitDone : base::kExitInterrupted;
}

}  // namespace tabia::tools
