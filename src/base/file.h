// base/file.h: reads whole files, or long files line by line, with errors as values.
#pragma once

#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tabia::base {

// A system error: what was tried, and the reason, from errno.
[[nodiscard]] Error system_error(std::string_view what);
// The same as "PATH: can't ACTION: reason".
[[nodiscard]] Error system_error(std::string_view path, std::string_view action);

// Writes the whole content through an OutputFile.
[[nodiscard]] Result<void> write_file_atomically(const std::string& path, std::string_view content);

// Does an output with this name go to standard output? True for "-", "/dev/stdout" and its aliases.
[[nodiscard]] bool names_standard_output(std::string_view path) noexcept;

// Reserves standard output for an OutputFile with that name: from now on everything else the program prints
// goes to standard error. Call it at the start of a command, before other threads run. The error says why it
// can't be done.
[[nodiscard]] Result<void> reserve_standard_output();

// Is an output with this name written directly, because it isn't a regular file?
[[nodiscard]] bool is_written_straight(const std::string& path);

// A file written portion by portion. A regular file appears under its name only when it is complete: until
// finish() it has a temporary name in the same folder, and without finish() it is removed. Symbolic links are
// followed and kept. Anything that exists and isn't a regular file (a device, a FIFO), an open descriptor
// (/dev/fd/N) and standard output are written directly.
class OutputFile {
 public:
  // The error says why nothing can be written there. Blocks until a FIFO has a reader.
  [[nodiscard]] static Result<OutputFile> create(const std::string& path);
  ~OutputFile();
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;

  // Appends. After an error nothing more can be written.
  [[nodiscard]] Result<void> write(std::string_view portion);
  // Flushes what was written so far; a regular file stays invisible until finish().
  [[nodiscard]] Result<void> flush();
  // Syncs everything written so far to disk, still under the temporary name, so that running out of space
  // shows up here. For several files that must appear all together or not at all.
  [[nodiscard]] Result<void> sync();
  // Syncs and renames. Nothing may be written after that.
  [[nodiscard]] Result<void> finish();

 private:
  OutputFile() = default;
  [[nodiscard]] Error fault(const std::string& path, std::string_view action);
  [[nodiscard]] bool is_straight() const noexcept { return temporary_.empty(); }
  void give_up() noexcept;

  std::string path_;       // final path with links resolved
  std::string temporary_;  // empty: written directly
  std::string buffer_;
  int descriptor_ = -1;  // -1: finished or abandoned
};

// Writes all of it to an open file, in as many calls as it takes. On false, errno says why.
[[nodiscard]] bool write_all(int descriptor, std::string_view content);

// Makes a new name in the folder of `path` durable. Failure is harmless: the file itself is complete.
void sync_folder_of(const std::string& path);

// The whole file. The error says why it can't be read, or that it is larger than `most_bytes`; an endless
// file is read only up to that limit.
[[nodiscard]] Result<std::string> read_file(const std::string& path, std::size_t most_bytes);

class Input;

// Text to read: a named file, or standard input for "-"; decompressed on the fly (base/input.h).
class InputFile {
 public:
  // The error says why the file can't be read.
  [[nodiscard]] static Result<InputFile> open(const std::string& path);
  ~InputFile();
  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&& other) noexcept;

  // The content. Check fault() at its end.
  [[nodiscard]] std::istream& stream() noexcept;
  // The path, or "standard input"; for messages.
  [[nodiscard]] const std::string& name() const noexcept;
  // Why the content could not be read to its end: damaged compression.
  [[nodiscard]] const std::optional<Error>& fault() const noexcept;

 private:
  explicit InputFile(std::unique_ptr<Input> input) noexcept;
  std::unique_ptr<Input> input_;
};

// Reads lines of any length in bounded memory: only the beginning of an overlong line is kept. Reads ahead,
// so nothing else can use the stream meanwhile.
class LineReader {
 public:
  static constexpr std::size_t kLongestLine = 1 << 20;  // bytes

  explicit LineReader(std::istream& in, std::size_t longest = kLongestLine) : in_(in), longest_(longest) {}

  // Moves to the next line, without its line end (LF or CRLF). False at the end of the input.
  [[nodiscard]] bool next();
  [[nodiscard]] const std::string& line() const noexcept { return line_; }
  // Counts from 1.
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
  // Was the line too long? Then line() holds its beginning.
  [[nodiscard]] bool is_cut() const noexcept { return cut_; }

 private:
  [[nodiscard]] bool refill();

  std::istream& in_;
  std::size_t longest_;
  std::string chunk_;   // what was read ahead
  std::size_t at_ = 0;  // where in chunk_ the next line begins
  std::string line_;
  std::uint64_t number_ = 0;
  bool cut_ = false;
};

}  // namespace tabia::base
