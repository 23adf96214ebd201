// play/batches.h: a folder of training data that is made record by record, for days if need be, and survives everything.
//
// Records are cut into batches by their number. A worker takes a batch, appends each record to FOLDER/batch-N.part as it
// is made, and turns the whole batch into FOLDER/games-N.tabia at its end. Because a record depends on its number alone,
// the files are the same byte for byte whatever the number of workers and however often the work was killed: the same
// call goes on where it was. What is being made is written down first (FOLDER/KIND.json); a folder of something else is
// refused. Workers share nothing but the list of batches.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "data/game_record.h"
#include "data/info.h"

namespace tabia::play {

struct RecordPlace {
  std::uint64_t batch = 0;
  std::uint64_t index = 0;   // in its batch
  std::uint64_t number = 0;  // of all, where every batch has the usual size
};

// Makes records; belongs to one thread.
class RecordMaker {
 public:
  virtual ~RecordMaker() = default;
  // The record of this place; nothing if `stop` was requested. An error ends the work of all.
  [[nodiscard]] virtual base::Result<std::optional<data::GameRecord>> make(const RecordPlace& place,
                                                                           const std::stop_token& stop) = 0;
};

// What there is to make.
class RecordPlan {
 public:
  virtual ~RecordPlan() = default;
  // How many records the batch has; 0: there are no more batches. Called for every batch in order, one call at a time.
  // `finished`: nobody will ask for its records.
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

// When the data are complete. At most one of the two; none: when the plan has no more batches.
struct BatchTarget {
  std::optional<std::uint64_t> records{};
  // The records 0 ... n - 1, n the least number with so many positions.
  std::optional<std::uint64_t> positions{};
};

struct BatchJob {
  std::string kind;      // "gen": of the file gen.json
  std::string program;   // who makes it, with version: written down, never compared
  std::string settings;  // a JSON object: everything that the records depend on
  data::DataInfo info;
  BatchTarget target;
  // Of a new folder; one that was begun keeps what it began with.
  std::uint64_t batch_records = 128;
  // What is made within this time may be lost by a kill; 0: nothing but the records in the making.
  std::chrono::milliseconds hand_over_after{0};
};

struct BatchProgress {
  std::uint64_t records = 0;  // that are in the folder
  std::uint64_t positions = 0;
  std::uint64_t new_records = 0;  // of them, made by this run
  std::uint64_t new_positions = 0;
  std::array<std::uint64_t, 4> new_results{};  // by chess::GameResult
};

// Called by one thread at a time.
class BatchObserver {
 public:
  virtual ~BatchObserver() = default;
  virtual void on_record(const BatchProgress&) {}
};

struct BatchOutcome {
  bool complete = false;     // else it was stopped
  BatchProgress progress{};  // when complete, what the folder holds after surplus records were cut off
};

// Makes the batches that are missing in the folder with `workers` threads, until the target is reached or `stop`
// requested. The error says that the folder holds something else and what is different, that somebody else is working
// in it, that it can't be written, or what a maker said.
[[nodiscard]] base::Result<BatchOutcome> make_batches(const std::string& folder, const BatchJob& job,
                                                      RecordPlan& plan, int workers, BatchObserver& observer,
                                                      const std::stop_token& stop);

// A size of batches, a power of two from 16 to 1024 records, that gives 64 to 128 of them (fewer of little data): few
// files, and none is waited for long at the end.
[[nodiscard]] std::uint64_t batch_size_for(const BatchTarget& target);

}  // namespace tabia::play
