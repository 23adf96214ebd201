// play/batches.h: a folder of training data that is made record by record, over days if necessary, and
// survives any interruption.
//
// Records are divided into batches by their number. A worker takes a batch, appends each record to
// FOLDER/batch-N.part as it is made, and turns the complete batch into FOLDER/games-N.tabia at its end.
// Because a record depends on its number alone, the files are the same byte for byte, whatever the number of
// workers and no matter how often the work was killed; the same call resumes it. A description of the data is
// written first (FOLDER/KIND.json); a folder with other data is refused. Workers share nothing but the list
// of batches.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.h"
#include "base/result.h"
#include "base/watch.h"
#include "data/game_record.h"
#include "data/info.h"
#include "team/team.h"

namespace tabia::play {

struct RecordPlace {
  std::uint64_t batch = 0;
  std::uint64_t index = 0;   // in its batch
  std::uint64_t number = 0;  // overall, if every batch has the usual size
};

// Makes records; belongs to one thread.
class RecordMaker {
 public:
  virtual ~RecordMaker() = default;
  // Makes the record of this place; nothing if `stop` was requested. An error ends the work of all workers.
  [[nodiscard]] virtual base::Result<std::optional<data::GameRecord>> make(const RecordPlace& place,
                                                                           const std::stop_token& stop) = 0;
};

// The plan: the batches to make.
class RecordPlan {
 public:
  virtual ~RecordPlan() = default;
  // The number of records in the batch; 0: there are no more batches. Called for every batch in order, one
  // call at a time, from the first on. `finished`: its records won't be requested.
  [[nodiscard]] virtual base::Result<std::uint64_t> batch_size(std::uint64_t batch, std::uint64_t usual_size,
                                                               bool finished) {
    static_cast<void>(batch);
    static_cast<void>(finished);
    return usual_size;
  }
  // The batch is on disk.
  virtual void forget_batch(std::uint64_t batch) { static_cast<void>(batch); }
  // One for each worker; called by the thread that will use it.
  [[nodiscard]] virtual std::unique_ptr<RecordMaker> maker() = 0;
};

// When the data is complete. Set at most one of the two; none: when the plan has no more batches.
struct BatchTarget {
  std::optional<std::uint64_t> records{};
  // The records 0 ... n - 1, where n is the smallest number with this many positions.
  std::optional<std::uint64_t> positions{};
};

// One of several processes, on machines that share the folder, that each make some of its batches: those
// whose number is `index` modulo `count`. The data does not depend on how it was shared.
struct BatchShare {
  std::uint64_t index = 0;
  std::uint64_t count = 1;

  [[nodiscard]] bool has(std::uint64_t batch) const noexcept { return batch % count == index; }
  [[nodiscard]] bool is_all() const noexcept { return count == 1; }
};
// "3/8", where 8/8 is the same as 0/8: task numbers may begin with 0 or 1.
[[nodiscard]] base::Result<BatchShare> read_share(std::string_view text);
// Nothing if the share is all batches.
[[nodiscard]] std::optional<std::string> share_text(const BatchShare& share);
// The field of a job that can be shared. `access` as in base/fields.h.
template <class Settings, class Access>
[[nodiscard]] base::Field<Settings> share_field(
    Access access,
    std::string meaning = "make only every Nth batch, from batch I: for N tasks in one folder") {
  return base::value<Settings>("share", "I/N", access, read_share, share_text, std::move(meaning))
      .not_identity();
}

struct BatchJob {
  std::string kind;      // "gen" for the file gen.json
  std::string program;   // name and version of the program: recorded, never compared
  std::string settings;  // a JSON object: everything that the records depend on
  data::DataInfo info;
  BatchTarget target;
  BatchShare share{};  // not combined with a target of positions, which needs to see all batches
  // The team that makes the batches together; null: this process alone. The folder must be visible to all
  // members, which ask the leader for one batch after another. Can't be combined with a share.
  team::Team* team = nullptr;
  std::string metrics = {};  // a file for Prometheus (runs/live.h); empty: none
  // For a new folder; an existing one keeps its own.
  std::uint64_t batch_records = 128;
  // A kill may lose what was made within this time; 0: only the records being made.
  std::chrono::milliseconds hand_over_after{0};
};

struct BatchProgress {
  std::uint64_t records = 0;  // in the folder
  std::uint64_t positions = 0;
  std::uint64_t new_records = 0;  // of these, made by this run
  std::uint64_t new_positions = 0;
  std::array<std::uint64_t, 4> new_results{};  // by chess::GameResult
};

// Called by one thread at a time.
class BatchObserver : public base::Watch {
 public:
  virtual void on_record(const BatchProgress&) {}
};

struct BatchOutcome {
  bool complete = false;     // the share is complete; otherwise the work was stopped
  BatchProgress progress{};  // if complete, what the folder holds after surplus records were cut off
};

// As one JSON object; `elapsed_s` is the time that it took.
[[nodiscard]] std::string outcome_json(const BatchOutcome& outcome, double elapsed_s);

// Makes the batches that are missing in the folder with `workers` threads, until the target is reached or
// `stop` is requested. The error says that the folder holds other data and what is different, that another
// process is working in it, that it can't be written, or what a maker reported.
[[nodiscard]] base::Result<BatchOutcome> make_batches(const std::string& folder, const BatchJob& job,
                                                      RecordPlan& plan, int workers, BatchObserver& observer,
                                                      const std::stop_token& stop);

// The same, but `job.team` may have several members, which make the batches together. At the end the leader
// makes a new plan to check that nothing is missing.
using PlanMaker = std::function<base::Result<std::unique_ptr<RecordPlan>>()>;
[[nodiscard]] base::Result<BatchOutcome> make_batches(const std::string& folder, const BatchJob& job,
                                                      const PlanMaker& make_plan, int workers,
                                                      BatchObserver& observer, const std::stop_token& stop);

// A batch size, a power of two from 16 to 1024 records, that gives 64 to 128 batches (fewer if there is
// little data): few files, and a short wait for the last ones at the end.
[[nodiscard]] std::uint64_t batch_size_for(const BatchTarget& target);

}  // namespace tabia::play
