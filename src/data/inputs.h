// data/inputs.h: several files of training data read as one, and the loop that every command runs over them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/fields.h"
#include "base/result.h"
#include "base/watch.h"
#include "data/formats.h"
#include "data/stream.h"

namespace tabia::data {

// Where records come from, as a setting of jobs.
struct Sources {
  std::vector<std::string> paths = {};  // files of any format, or folders of .tabia files
  ReadOptions reading = {};
  bool strict = false;  // stop at the first problem instead of skipping it
};
// Everything but the paths.
[[nodiscard]] const base::Fields<Sources>& source_fields();

// One pass over the records of a job: what can't be read is skipped, reported to the watch and counted, or
// ends the pass if it is strict. Only interrupted() may be called by several threads at a time.
class Pass {
 public:
  static constexpr std::uint64_t kMostTold = 20;  // further problems are only counted

  Pass(base::Watch& watch, bool strict) : watch_(watch), strict_(strict) {}

  // Something can't be read. False: stop here, and the error becomes the result.
  [[nodiscard]] bool go_on_after(const base::Error& problem);
  // Bytes of the input done, and their total (0: unknown).
  void progress(std::uint64_t done, std::uint64_t total) { watch_.progress(done, total); }
  [[nodiscard]] bool interrupted() const { return watch_.interrupted(); }
  [[nodiscard]] std::uint64_t problems() const noexcept { return problems_; }

 private:
  base::Watch& watch_;
  const bool strict_;
  std::uint64_t problems_ = 0;
};

// The inputs, one after another.
class Inputs final : public RecordReader {
 public:
  // The error says which input can't be read, or that two have different units of scores.
  [[nodiscard]] static base::Result<Inputs> open(const std::vector<std::string>& paths,
                                                 const ReadOptions& options);
  [[nodiscard]] static base::Result<Inputs> open(const Sources& sources) {
    return open(sources.paths, sources.reading);
  }

  [[nodiscard]] base::Result<bool> next(GameRecord& record) override;
  // The info of the first input; if it has no source, the source names all inputs.
  [[nodiscard]] const DataInfo& info() const noexcept override { return info_; }
  [[nodiscard]] std::uint64_t bytes_read() const noexcept override;
  [[nodiscard]] std::uint64_t bytes_total() const noexcept override;

 private:
  Inputs() = default;

  std::vector<std::unique_ptr<RecordReader>> readers_;
  std::size_t current_ = 0;
  DataInfo info_;
};

// Reads everything and calls visit(GameRecord&) for each record; visit returns Result<void>, whose error ends
// the pass. The error is that one, a problem that a strict pass does not skip, or base::interruption().
template <class Visitor>
[[nodiscard]] base::Result<void> for_each_record(RecordReader& reader, Pass& pass, Visitor&& visit) {
  constexpr unsigned kRecordsBetweenLooks = 256;
  GameRecord record;
  for (unsigned count = 1;; ++count) {
    if (count % kRecordsBetweenLooks == 0) {
      if (pass.interrupted()) return base::interruption();
      pass.progress(reader.bytes_read(), reader.bytes_total());
    }
    const auto more = reader.next(record);
    if (!more) {
      if (!pass.go_on_after(more.error())) return more.error();
      continue;
    }
    if (!*more) return pass.interrupted() ? base::Result<void>(base::interruption()) : base::Result<void>();
    if (auto visited = visit(record); !visited) return visited.error();
  }
}

}  // namespace tabia::data
