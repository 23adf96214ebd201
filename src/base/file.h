// base/file.h: whole files and long files line by line, with errors as values.
#pragma once

#include <cstdint>
#include <fstream>
#include <istream>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tabia::base {

// Writes the file so that it is either the old one or the whole new one, whatever happens meanwhile: to a
// temporary name in the same folder, synced, then renamed.
[[nodiscard]] Result<void> write_file_atomically(const std::string& path, std::string_view content);

// A file that is written portion by portion and appears under its name only when it is complete: until finish() it
// has a temporary name in the same folder, and without finish() nothing of it remains.
class OutputFile {
 public:
  // The error says why nothing can be written there.
  [[nodiscard]] static Result<OutputFile> create(const std::string& path);
  ~OutputFile();
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;

  // Appends. After an error nothing more can be written.
  [[nodiscard]] Result<void> write(std::string_view portion);
  // Syncs and renames. Nothing may be written afterwards.
  [[nodiscard]] Result<void> finish();

 private:
  OutputFile() = default;
  [[nodiscard]] Result<void> flush();
  void give_up() noexcept;

  std::string path_;
  std::string temporary_;
  std::string buffer_;
  int descriptor_ = -1;  // -1: finished or given up
};

// Writes all of it to an open file, however many calls that takes. False: errno says why not.
[[nodiscard]] bool write_all(int descriptor, std::string_view content);

// Makes a new name in the folder of `path` lasting. Failure is harmless: the file itself is complete.
void sync_folder_of(const std::string& path);

// The whole file. The error says why it can't be read, or that it is larger than `most_bytes`; of a file that
// never ends no more than that is read.
[[nodiscard]] Result<std::string> read_file(const std::string& path, std::size_t most_bytes);

// Something to read from: a named file, or standard input for "-".
class InputFile {
 public:
  // The error says why the file can't be read.
  [[nodiscard]] static Result<InputFile> open(const std::string& path);

  [[nodiscard]] std::istream& stream() noexcept;
  // The path, or "standard input"; for messages.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }

 private:
  std::string name_;
  std::unique_ptr<std::ifstream> file_;  // null: standard input
};

// Reads lines of any length in bounded memory: of an overlong line only the beginning is kept. Reads ahead, so the
// stream is of no use to anyone else meanwhile.
class LineReader {
 public:
  static constexpr std::size_t kLongestLine = 1 << 20;  // bytes

  explicit LineReader(std::istream& in, std::size_t longest = kLongestLine) : in_(in), longest_(longest) {}

  // Moves to the next line, without its line end (LF or CRLF). False at the end of the input.
  [[nodiscard]] bool next();
  [[nodiscard]] const std::string& line() const noexcept { return line_; }
  // Counts from 1.
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
  // The line was longer than allowed; line() holds its beginning.
  [[nodiscard]] bool is_cut() const noexcept { return cut_; }

 private:
  [[nodiscard]] bool refill();

  std::istream& in_;
  std::size_t longest_;
  std::string chunk_;   // what was read ahead
  std::size_t at_ = 0;  // where in it the next line begins
  std::string line_;
  std::uint64_t number_ = 0;
  bool cut_ = false;
};

}  // namespace tabia::base
