// data/inputs.h: several files of training data read as one, and the loop that every command runs over them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "data/formats.h"
#include "data/stream.h"

namespace tabia::data {

// An observer of a pass over records: it is told about damage and progress, and may stop the work.
class Watch {
 public:
  virtual ~Watch() = default;
  // Something could not be read and was skipped. False: stop here, and the error becomes the result.
  [[nodiscard]] virtual bool go_on_after(const base::Error& problem) = 0;
  // Bytes of the input done, and their total (0: unknown).
  virtual void progress(std::uint64_t done, std::uint64_t total) = 0;
  // Called now and then, from any thread.
  [[nodiscard]] virtual bool interrupted() const = 0;
};

// The inputs, one after another.
class Inputs final : public RecordReader {
 public:
  // The error says which input can't be read, or that two have different units of scores.
  [[nodiscard]] static base::Result<Inputs> open(const std::vector<std::string>& paths,
                                                 const ReadOptions& options);

  [[nodiscard]] base::Result<bool> next(GameRecord& record) override;
  // That of the first input; if it has no source, the source names all inputs.
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
// the pass. The error is that one, a problem that the watch refuses to skip, or base::interruption().
template <class Visitor>
[[nodiscard]] base::Result<void> for_each_record(RecordReader& reader, Watch& watch, Visitor&& visit) {
  constexpr unsigned kRecordsBetweenLooks = 256;
  GameRecord record;
  for (unsigned count = 1;; ++count) {
    if (count % kRecordsBetweenLooks == 0) {
      if (watch.interrupted()) return base::interruption();
      watch.progress(reader.bytes_read(), reader.bytes_total());
    }
    const auto more = reader.next(record);
    if (!more) {
      if (!watch.go_on_after(more.error())) return more.error();
      continue;
    }
    if (!*more) return watch.interrupted() ? base::Result<void>(base::interruption()) : base::Result<void>();
    if (auto visited = visit(record); !visited) return visited.error();
  }
}

}  // namespace tabia::data
