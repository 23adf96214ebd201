// data/stream.h: reading and writing records in any format.
//
// Readers stream in bounded memory. A bad record gives an Error that says where and why, and the next call
// continues after it, so everything undamaged in a file can be read; at the end the reader says how much it
// read and skipped.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "data/game_record.h"
#include "data/info.h"

namespace tabia::data {

// Receives the samples of a record, one after another.
class SampleVisitor {
 public:
  virtual ~SampleVisitor() = default;
  virtual void visit(const Sample& sample) = 0;
};

class RecordReader {
 public:
  virtual ~RecordReader() = default;

  // Puts the next record into `record`, reusing its memory. False at the end. After an Error, call it again:
  // it continues with the next record that can be found, and always reaches the end, whatever the input is.
  [[nodiscard]] virtual base::Result<bool> next(GameRecord& record) = 0;
  // The same, and shows every sample on the way: formats that store moves then walk over the game only once.
  // Before an Error some samples may have been shown.
  [[nodiscard]] virtual base::Result<bool> next_visited(GameRecord& record, SampleVisitor& visitor) {
    auto more = next(record);
    if (more && *more) for_each_sample(record, [&](const Sample& sample) { visitor.visit(sample); });
    return more;
  }

  [[nodiscard]] virtual const DataInfo& info() const noexcept = 0;
  // Progress in bytes of the input as stored on disk. A total of 0: unknown (a pipe).
  [[nodiscard]] virtual std::uint64_t bytes_read() const noexcept = 0;
  [[nodiscard]] virtual std::uint64_t bytes_total() const noexcept = 0;
};

class RecordWriter {
 public:
  virtual ~RecordWriter() = default;

  // Appends the record, or as much of it as the format can hold: losses() says what is lost. The error says
  // that the output can't be written, never that a record is odd.
  [[nodiscard]] virtual base::Result<void> write(const GameRecord& record) = 0;
  // Completes the file under its temporary name and flushes it to disk; nothing may be written after that. A
  // lack of disk space shows up here, so that of several files either all or none get their names.
  [[nodiscard]] virtual base::Result<void> complete() = 0;
  // Gives the complete file its name. Without this call there is no file.
  [[nodiscard]] virtual base::Result<void> publish() = 0;
  // complete(), then publish().
  [[nodiscard]] base::Result<void> finish() {
    if (auto completed = complete(); !completed) return completed;
    return publish();
  }
  // What the format could not hold so far, in words, with counts: "12 scores clipped to +-2000; ..."; empty
  // if nothing was lost.
  [[nodiscard]] virtual std::string losses() const = 0;
};

}  // namespace tabia::data
