// data/foreign_stream.h: what readers and writers of foreign formats have in common: an input or output with
// its place, and the count of what was lost.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/input.h"
#include "base/result.h"
#include "data/options.h"
#include "data/stream.h"

namespace tabia::data {

using base::Compression;
using base::Input;
using base::StreamDecoder;

// What most programs claim their scores are.
[[nodiscard]] inline ScoreScale centipawns() { return {.unit = "centipawns", .units_per_pawn = 100}; }

// The part of a reader that doesn't depend on the format.
class ForeignReader : public RecordReader {
 public:
  [[nodiscard]] const DataInfo& info() const noexcept final { return info_; }
  [[nodiscard]] std::uint64_t bytes_read() const noexcept final { return input_->bytes_read(); }
  [[nodiscard]] std::uint64_t bytes_total() const noexcept final { return input_->bytes_total(); }

 protected:
  // `scale` is what the format says; the options override it.
  ForeignReader(std::unique_ptr<Input> input, const ReadOptions& options, const ScoreScale& scale);

  [[nodiscard]] Input& input() noexcept { return *input_; }
  // To be returned at the end of the content: false, or, once, the error that kept the rest from being read.
  [[nodiscard]] base::Result<bool> end_of_input();
  // "FILE: byte 12: message".
  [[nodiscard]] base::Error error_at(std::string_view unit, std::uint64_t number,
                                     std::string_view message) const;

 private:
  std::unique_ptr<Input> input_;
  DataInfo info_;
  bool fault_told_ = false;
};

// Where the bytes go.
class Sink {
 public:
  virtual ~Sink() = default;
  // The error says why nothing more can be written.
  [[nodiscard]] virtual base::Result<void> write(std::string_view bytes) = 0;
  // Flushes everything to disk and gives the file its name.
  [[nodiscard]] virtual base::Result<void> sync() = 0;
  [[nodiscard]] virtual base::Result<void> finish() = 0;
};

// A file that gets its name when it is finished.
class FileSink final : public Sink {
 public:
  explicit FileSink(base::OutputFile file) : file_(std::move(file)) {}
  base::Result<void> write(std::string_view bytes) override { return file_.write(bytes); }
  base::Result<void> sync() override { return file_.sync(); }
  base::Result<void> finish() override { return file_.finish(); }

 private:
  base::OutputFile file_;
};

// Appends to a string, which must outlive it.
class MemorySink final : public Sink {
 public:
  explicit MemorySink(std::string& bytes) : bytes_(bytes) {}
  base::Result<void> write(std::string_view bytes) override {
    bytes_ += bytes;
    return {};
  }
  base::Result<void> sync() override { return {}; }
  base::Result<void> finish() override { return {}; }

 private:
  std::string& bytes_;
};

// Counts by reason what a format could not hold.
class Losses {
 public:
  // `what` must have static storage: "positions without a score left out".
  void add(std::string_view what, std::uint64_t number = 1);
  // "12 positions without a score left out; 3 ..."; empty if nothing was lost.
  [[nodiscard]] std::string text() const;

 private:
  std::vector<std::pair<std::string_view, std::uint64_t>> counts_;
};

// The part of a writer that doesn't depend on the format.
class ForeignWriter : public RecordWriter {
 public:
  [[nodiscard]] base::Result<void> write(const GameRecord& record) final {
    if (record.has_ratings())
      lose("games whose ratings are left out");  // no foreign format has a place for them
    return write_record(record);
  }
  [[nodiscard]] base::Result<void> complete() override { return sink_->sync(); }
  [[nodiscard]] base::Result<void> publish() final { return sink_->finish(); }
  [[nodiscard]] std::string losses() const final { return losses_.text(); }

 protected:
  ForeignWriter(std::unique_ptr<Sink> sink, const WriteOptions& options)
      : sink_(std::move(sink)), options_(options) {}

  [[nodiscard]] Sink& sink() noexcept { return *sink_; }
  void lose(std::string_view what, std::uint64_t number = 1) { losses_.add(what, number); }
  // For formats that require a result: the one to write, which may be a draw in place of an unknown one, or
  // Unknown if the record must be left out. Counts what is lost.
  [[nodiscard]] chess::GameResult known_result(const GameRecord& record);

 private:
  // What write() promises, for everything but the ratings.
  [[nodiscard]] virtual base::Result<void> write_record(const GameRecord& record) = 0;

  std::unique_ptr<Sink> sink_;
  WriteOptions options_;
  Losses losses_;
};

}  // namespace tabia::data
