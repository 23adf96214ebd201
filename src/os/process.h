// os/process.h: a program that we start and talk to through pipes.
//
// The program gets its own process group: Ctrl-C in the terminal doesn't reach it, and killing it also kills
// what it has started. It dies with us (on Linux: with the thread that started it). Failures set errno.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tabia::os {

struct ChildStart {
  std::string program;  // a path
  std::vector<std::string> arguments;
  std::string folder;  // working directory; empty: the current one
  int errors = -1;     // descriptor for its standard error; -1: discarded
};

// Not thread-safe.
class Child {
 public:
  // Null on failure; `failed` says what couldn't be done ("can't create a pipe").
  [[nodiscard]] static std::unique_ptr<Child> start(const ChildStart& start, std::string& failed);
  // Kills the program if it is still running.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  [[nodiscard]] int number() const noexcept;  // of the process

  // Writes the whole text to its standard input. False if the program has closed it, or reads nothing for
  // `most_ms`.
  [[nodiscard]] bool write(std::string_view text, int most_ms);
  enum class Ready { Data, Closed, Nothing };
  // Waits for output, at most `most_ms`, and appends what has arrived to `out`, up to `size` bytes.
  [[nodiscard]] Ready read(std::string& out, std::size_t size, int most_ms);

  // Has it ended? With `wait`, waits until it has.
  [[nodiscard]] bool has_ended(bool wait);
  // How it ended, once it has: "exited with status 1", "was killed by signal 11 (...)".
  [[nodiscard]] std::string how_it_ended() const;
  void kill() noexcept;

 private:
  struct State;
  explicit Child(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// The processor time that a process has used, in microseconds; 0 if the system doesn't tell.
[[nodiscard]] std::int64_t processor_time_us(int process) noexcept;
// The processors that a process may run on; none if the system doesn't tell.
[[nodiscard]] std::vector<int> processors_of(int process);
// The unit of times in /proc.
[[nodiscard]] long clock_ticks_per_second() noexcept;

}  // namespace tabia::os
