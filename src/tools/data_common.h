// tools/data_common.h: shared by the `tabia data ...` commands: how they run a job and report on it.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/interrupt.h"
#include "base/progress.h"
#include "cli/settings.h"
#include "cluster/jobs.h"
#include "play/batches.h"
#include "tools/commands.h"

namespace tabia::tools {

using Steady = std::chrono::steady_clock;

// The inputs of most of these commands.
inline const Positional kDataInputs{"IN", "files of any format, or folders of .tabia files", true, true};

// data_command() lists them all.
[[nodiscard]] Command data_gen_command();
[[nodiscard]] Command data_rescore_command();
// convert, merge, shuffle, filter, split, sample, dedup
[[nodiscard]] std::vector<Command> data_copy_commands();
// info, check, show
[[nodiscard]] std::vector<Command> data_report_commands();

// Shows remarks and progress (bytes of an input, or records made) on standard error; Ctrl-C interrupts the
// job. Create it before an output is opened, so that Ctrl-C leaves no trace of the output, and keep it while
// the job runs.
class DataWatch final : public play::BatchObserver {
 public:
  // `what` names the job; `target` is for jobs that make records.
  explicit DataWatch(std::string what, const play::BatchTarget& target = {})
      : what_(std::move(what)), target_(target) {}

  void progress(std::uint64_t done, std::uint64_t total) override;
  void on_record(const play::BatchProgress& progress) override;
  void remark(const std::string& text) override;
  [[nodiscard]] bool interrupted() const override { return base::InterruptGuard::interrupted(); }

 private:
  const std::string what_;
  const play::BatchTarget target_;
  const base::InterruptGuard guard_;
  base::LiveLine line_{base::LiveLine::AtEnd::Erase};
  Steady::time_point start_ = Steady::now();
  std::uint64_t shown_ = 0;
};

// The inputs and the output of a command: its last positional is the output.
[[nodiscard]] base::FileUse files_of_copy(const Arguments& arguments);

// Prints the number of problems on standard error, unless it is 0.
void tell_problems(std::uint64_t problems);

// Prints the error; returns the exit code of its kind. `command` is "data filter".
[[nodiscard]] int data_failure(std::string_view command, const base::Error& error);

// The options of the command itself and those of its job.
template <class Job>
[[nodiscard]] std::vector<Option> data_options(const base::Fields<Job>& fields, std::vector<Option> own) {
  for (Option& option : options_of(fields)) own.push_back(std::move(option));
  return own;
}

// --- for the commands that make records: gen, rescore

// Adds --nice and --json after the options of the job.
[[nodiscard]] std::vector<Option> with_making_options(std::vector<Option> options);
// Lowers the priority of this process if --nice asks for it. The error is for the user.
[[nodiscard]] base::Result<void> apply_niceness(const Arguments& arguments);
// "tabia 0.1.0", to record what made the data.
[[nodiscard]] std::string program_name();
// Prints what is in `place` now and what was added since `start`; returns the exit code.
[[nodiscard]] int report_making(const Arguments& arguments, const std::string& place,
                                const play::BatchOutcome& outcome, Steady::time_point start);

template <class Job>
[[nodiscard]] play::BatchTarget target_of(const Job& job) {
  if constexpr (requires { job.target; })
    return job.target;
  else
    return {};
}

// Reads the settings of the job from the command line and runs it. print(job, report) returns the exit code.
template <class Job, class Print>
[[nodiscard]] int run_data_job(std::string_view command, const base::Fields<Job>& fields,
                               const Arguments& arguments, Job job, Print&& print) {
  if (const auto read = read_settings(fields, arguments, job); !read)
    return data_failure(command, read.error());
  if (const auto nice = apply_niceness(arguments); !nice) return data_failure(command, nice.error());
  const auto report = [&] {
    DataWatch watch(std::string(command.substr(command.find(' ') + 1)), target_of(job));
    if constexpr (requires { cluster::run(job, watch); })
      return cluster::run(job, watch);
    else
      return run(job, watch);
  }();
  return report ? print(job, *report) : data_failure(command, report.error());
}

}  // namespace tabia::tools
