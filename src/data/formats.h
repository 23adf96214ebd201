// data/formats.h: every format of training data, in one table, and the two functions that open a file in any
// of them.
//
// docs/formats/foreign.md describes what each holds. To add a format, write a reader and a writer
// (data/stream.h) and add one row to formats.cpp.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/input.h"
#include "base/result.h"
#include "data/foreign_stream.h"
#include "data/info.h"
#include "data/options.h"
#include "data/stream.h"

namespace tabia::data {

struct Format {
  std::string_view name;
  std::span<const std::string_view> extensions;  // with the dot
  std::string_view description;
  std::string_view scores;       // unit and view of the scores
  std::string_view cannot_hold;  // what is lost in writing, or was never there; empty if nothing
  bool is_declared;              // ReadOptions::view, factor, results and columns apply to this format

  // Null if it can't be read or written.
  base::Result<std::unique_ptr<RecordReader>> (*open_reader)(const std::string& path,
                                                             const ReadOptions& options);
  base::Result<std::unique_ptr<RecordWriter>> (*open_writer)(const std::string& path,
                                                             const WriteOptions& options,
                                                             const DataInfo& info);
  // The same for bytes instead of a file, if the format can do that; for tests. Null otherwise.
  base::Result<std::unique_ptr<RecordReader>> (*reader_of)(std::unique_ptr<Input> input,
                                                           const ReadOptions& options);
  std::unique_ptr<RecordWriter> (*writer_of)(std::unique_ptr<Sink> sink, const WriteOptions& options);
};

[[nodiscard]] std::span<const Format> formats() noexcept;

// The error lists the names that exist.
[[nodiscard]] base::Result<const Format*> format_named(std::string_view name);
// By the extension, which may be followed by .gz or .zst. The error lists the known extensions.
[[nodiscard]] base::Result<const Format*> format_of_path(std::string_view path);

// Opens the file for reading: by options.format, or else by its extension. The error says why that fails, or
// what has to be declared first. The reader reports damage further inside.
[[nodiscard]] base::Result<std::unique_ptr<RecordReader>> open_reader(const std::string& path,
                                                                      const ReadOptions& options = {});

// Opens a file for writing. `info` is written if the format has a place for it.
[[nodiscard]] base::Result<std::unique_ptr<RecordWriter>> open_writer(const std::string& path,
                                                                      const WriteOptions& options = {},
                                                                      const DataInfo& info = {});

}  // namespace tabia::data
