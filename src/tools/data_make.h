// tools/data_make.h: shared by `tabia data gen` and `tabia data rescore`: their progress, and how they
// end.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "eval/evaluator.h"
#include "play/batches.h"
#include "tools/commands.h"
#include "tools/game_setup.h"

namespace tabia::tools {

[[nodiscard]] Command data_gen_command();
[[nodiscard]] Command data_rescore_command();

// --workers, --nice, --json.
[[nodiscard]] std::vector<Option> with_making_options(std::vector<Option> options);
// "8-9" or "8": both ends. The numbers must be from `low` to `high`.
[[nodiscard]] base::Result<std::pair<int, int>> read_span(std::string_view what, std::string_view text,
                                                          int low, int high);
// Lowers the priority of this process if asked to; returns the number of workers.
[[nodiscard]] base::Result<int> read_workers(const Arguments& arguments);

// The live line while records are made.
class MakingLine final : public play::BatchObserver {
 public:
  explicit MakingLine(const play::BatchTarget& target) : target_(target) {}
  void on_record(const play::BatchProgress& progress) override;

 private:
  const play::BatchTarget target_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  LiveLine line_;
};

// How positions are evaluated, as fields of the data's identity.
void write_evaluation(const eval::EvaluatorOptions& options, base::JsonWriter& json);

// "tabia 0.1.0", so that one can tell later what made the data.
[[nodiscard]] std::string program_name();

// Runs the job with the live line and Ctrl-C handling, reports how it ended, and returns the exit code.
[[nodiscard]] int run_making(const Arguments& arguments, const std::string& folder, const play::BatchJob& job,
                             play::RecordPlan& plan, int workers);

}  // namespace tabia::tools
