// play/process.h: another program, talked to line by line through pipes, with time limits on everything.
//
// os/process.h starts it and documents its behavior; this adds lines, deadlines, and the processor time it
// has used. Not thread-safe.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "os/process.h"

namespace tabia::play {

// Bytes of a program file that are read at most, to tell programs apart by their content.
inline constexpr std::size_t kLargestProgram = std::size_t{1} << 30;

struct Launch {
  std::string program;  // a path; see find_program()
  std::vector<std::string> arguments;
  std::string folder;     // working directory; empty: the current one
  std::string error_log;  // a file to which its standard error is appended; empty: nowhere
};

// The absolute path of a program: the name itself if it has a slash; otherwise looked up in PATH and the
// folders for games (/usr/games, where Debian keeps engines). The error says where it looked.
[[nodiscard]] base::Result<std::string> find_program(const std::string& name);

// The time that the host took from each processor according to the text of /proc/stat, in microseconds, by
// processor number; `ticks_per_second` is the unit of the text.
[[nodiscard]] std::map<int, std::int64_t> parse_stolen_us(std::istream& stat, std::int64_t ticks_per_second);

class Process {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // The error says why the program could not be started.
  [[nodiscard]] static base::Result<std::unique_ptr<Process>> start(const Launch& launch);
  // Kills the program if it is still running.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Sends the line. False if the program has closed its input, or doesn't read it before the deadline.
  [[nodiscard]] bool write_line(std::string_view line, Time deadline);

  enum class Read { Line, Closed, Timeout };
  // The next line of its output without the line end; only the beginning of a very long line. Timeout after
  // the deadline or when a stop is requested.
  [[nodiscard]] Read read_line(std::string& line, Time deadline, const std::stop_token& stop);

  // Processor time used by all of its threads and by the programs that it started and that still run, in
  // microseconds.
  [[nodiscard]] std::int64_t cpu_us() const;
  // How long its threads were ready to run but had no processor, in microseconds; 0 if the system doesn't
  // report it.
  [[nodiscard]] std::int64_t waited_us() const;
  // For each processor that it may run on: how long the host of this virtual machine gave it to others, in
  // microseconds. Our system doesn't see the pause and charges it to the process that was running. Empty if
  // the system doesn't tell.
  [[nodiscard]] std::map<int, std::int64_t> stolen_us() const;

  // Hashes of the executables that it and the programs it started are running, sorted and unique: a script
  // stays the same when the engine it starts changes. Empty if the system doesn't report it.
  [[nodiscard]] std::vector<std::string> program_hashes() const;

  // Waits until the deadline for the program to end, then kills it.
  void finish(Time deadline);
  // Kills the program and says how it ended if it already had: "exited with status 1", "was killed by signal
  // 11 (...)", "closed its output".
  [[nodiscard]] std::string end();

 private:
  explicit Process(std::unique_ptr<os::Child> child);
  [[nodiscard]] bool reap();
  void kill_and_reap();
  // Takes the first line from the buffer.
  [[nodiscard]] bool take_line(std::string& line);

  std::unique_ptr<os::Child> child_;
  bool is_over_ = false;
  std::string buffer_;
  std::size_t at_ = 0;          // where the next line begins in it
  bool skipping_line_ = false;  // in the rest of a line that was too long
};

}  // namespace tabia::play
