// base/file.h: whole files and long files line by line, with errors as values.
#pragma once

#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tabia::base {

// Writes the whole content as an OutputFile does.
[[nodiscard]] Result<void> write_file_atomically(const std::string& path, std::string_view content);

// Does an output of this name go to standard output? "-", "/dev/stdout" and its other names do.
[[nodiscard]] bool names_standard_output(std::string_view path) noexcept;

// Keeps standard output for an OutputFile of that name: whatever else the program prints goes to standard error from
// now on. For the start of a command, before other threads run. The error says why it can't be done.
[[nodiscard]] Result<void> reserve_standard_output();

// Is an output of this name written as it comes, because it is no regular file?
[[nodiscard]] bool is_written_straight(const std::string& path);

// Something that is written portion by portion. A regular file appears under its name only when it is complete: until
// finish() it has a temporary name in the same folder, and without finish() nothing of it remains. Symbolic links
// are followed and stay. What exists and is no regular file (a device, a FIFO), an open descriptor (/dev/fd/N) and
// standard output are written straight.
class OutputFile {
 public:
  // The error says why nothing can be written there. Waits for the reader of a FIFO.
  [[nodiscard]] static Result<OutputFile> create(const std::string& path);
  ~OutputFile();
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;

  // Appends. After an error nothing more can be written.
  [[nodiscard]] Result<void> write(std::string_view portion);
  // Hands on what was written so far; of a regular file nobody sees anything before finish().
  [[nodiscard]] Result<void> flush();
  // Brings everything written so far to the disk, still under the temporary name: what can fail for want of room
  // has then happened. For several files of which all or none are to appear.
  [[nodiscard]] Result<void> sync();
  // Syncs and renames. Nothing may be written afterwards.
  [[nodiscard]] Result<void> finish();

 private:
  OutputFile() = default;
  [[nodiscard]] Error fault(const std::string& path, std::string_view action);
  [[nodiscard]] bool is_straight() const noexcept { return temporary_.empty(); }
  void give_up() noexcept;

  std::string path_;       // where it is to appear: links are resolved
  std::string temporary_;  // empty: written straight
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

class Input;

// Text to read: a named file, or standard input for "-"; what is compressed is decompressed on the way (base/input.h).
class InputFile {
 public:
  // The error says why the file can't be read.
  [[nodiscard]] static Result<InputFile> open(const std::string& path);
  ~InputFile();
  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&& other) noexcept;

  // The content. At its end look for a fault().
  [[nodiscard]] std::istream& stream() noexcept;
  // The path, or "standard input"; for messages.
  [[nodiscard]] const std::string& name() const noexcept;
  // What kept the content from being read to its end: damaged compression.
  [[nodiscard]] const std::optional<Error>& fault() const noexcept;

 private:
  explicit InputFile(std::unique_ptr<Input> input) noexcept;
  std::unique_ptr<Input> input_;
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
