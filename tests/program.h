// tests/program.h: the real program, run through the shell as users and scripts run it.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "paths.h"

namespace tabia::test {

struct Outcome {
  int code = -1;
  std::string output;  // standard output; with standard error if asked
};

// What the shell says about a command.
inline Outcome shell(const std::string& command) {
  Outcome outcome;
  FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) return outcome;
  std::array<char, 4096> buffer{};
  while (const std::size_t got = fread(buffer.data(), 1, buffer.size(), pipe))
    outcome.output.append(buffer.data(), got);
  const int status = pclose(pipe);
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}

// Runs tabia; `words` may hold quotes and redirections.
inline Outcome run(const std::string& words, bool with_errors = false) {
  return shell("'" + tabia::test::tabia_program() + "' " + words + (with_errors ? " 2>&1" : " 2>/dev/null"));
}

// `tabia data WORDS` and `tabia net WORDS`, with what they say about errors.
inline Outcome data(const std::string& words) { return run("data " + words, true); }
inline Outcome net(const std::string& words) { return run("net " + words, true); }

inline std::string content_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline bool mentions(const Outcome& outcome, const std::string& text) {
  return outcome.output.find(text) != std::string::npos;
}

// A file in the temporary folder that is gone after the test.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& name, const std::string& content = "")
      : path_(std::filesystem::path(testing::TempDir()) /
              ("tabia_" + std::to_string(getpid()) + "_" + name)) {
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  // In quotes, for the shell.
  [[nodiscard]] std::string path() const { return "'" + path_.string() + "'"; }
  [[nodiscard]] std::string content() const { return content_of(path_.string()); }

 private:
  std::filesystem::path path_;
};

// The program's output if it is interrupted (Ctrl-C) as soon as `is_enough` accepts its output: a busy
// machine gets more time, up to half a minute.
inline Outcome interrupted(const std::string& words, const std::function<bool(const Outcome&)>& is_enough) {
  Outcome outcome;
  for (const int seconds : {1, 4, 30}) {
    // Without --foreground the program would get the signal twice, and the second one ends it immediately.
    outcome = shell("timeout --foreground --preserve-status -s INT " + std::to_string(seconds) + " '" +
                    tabia::test::tabia_program() + "' " + words);
    if (is_enough(outcome)) break;
  }
  return outcome;
}

}  // namespace tabia::test
