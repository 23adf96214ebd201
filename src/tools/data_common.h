// tools/data_common.h: shared by the `tabia data …` commands: options of inputs and outputs, and how they
// report damage and progress.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/interrupt.h"
#include "base/progress.h"
#include "data/inputs.h"
#include "tools/commands.h"

namespace tabia::tools {

inline constexpr long long kQuietMarginCp =
    50;  // a position counts as quiet if captures gain at most this much

// One for each file of commands; data_command() lists them all.
[[nodiscard]] std::vector<Command>
data_copy_commands();  // convert, merge, shuffle, filter, split, sample, dedup
[[nodiscard]] std::vector<Command> data_report_commands();  // info, check, show
[[nodiscard]] std::vector<Command> data_make_commands();    // gen, rescore

// Prints the first problems on standard error and counts the rest; shows a progress line; handles Ctrl-C.
// Lives as long as a command.
class DataWatch final : public data::Watch {
 public:
  static constexpr std::uint64_t kMostTold = 20;

  DataWatch(std::string what, bool strict) : what_(std::move(what)), strict_(strict) {}

  // Another pass over the data starts: problem and progress counts restart, but an interruption persists.
  void begin_pass(std::string what);

  [[nodiscard]] bool go_on_after(const base::Error& problem) override;
  void progress(std::uint64_t done, std::uint64_t total) override;
  [[nodiscard]] bool interrupted() const override { return base::InterruptGuard::interrupted(); }

  [[nodiscard]] std::uint64_t problems() const noexcept { return problems_; }
  // Ends the progress line and reports the number of problems, if any.
  void finish();

 private:
  std::string what_;
  const bool strict_;
  const base::InterruptGuard guard_;
  std::unique_ptr<base::Progress> line_;
  std::uint64_t shown_ = 0;
  std::uint64_t problems_ = 0;
};

// Options that every command has, options that declare what a foreign input is, and output options.
[[nodiscard]] std::vector<Option> with_reading_options(std::vector<Option> options);
[[nodiscard]] std::vector<Option> with_writing_options(std::vector<Option> options);

// Parses these options. The error is for the user.
[[nodiscard]] base::Result<data::ReadOptions> reading_of(const Arguments& arguments);
[[nodiscard]] data::WriteOptions writing_of(const Arguments& arguments);

// "64M", "2G", "500000": bytes.
[[nodiscard]] base::Result<std::uint64_t> parse_bytes(std::string_view what, std::string_view text);
[[nodiscard]] base::Result<double> parse_real(std::string_view what, std::string_view text, double low,
                                              double high);
[[nodiscard]] base::Result<std::uint64_t> seed_of(const Arguments& arguments);

// The folder of the output, for temporary files.
[[nodiscard]] std::string folder_of(const std::string& path);

// Prints the error and returns the exit code for it; 130 for an interruption.
[[nodiscard]] int data_failure(const base::Error& error);

}  // namespace tabia::tools
