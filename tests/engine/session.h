// tests/engine/session.h: a UCI session without a process: lines in, lines out.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "engine/uci_loop.h"

namespace tabia::engine::test {

class Session {
 public:
  explicit Session(eval::ServiceOpener open_service = nullptr)
      : engine_(1, std::move(open_service)),
        loop_(engine_, "Tabia test", [this](std::string_view text) { take(text); }) {}

  // Returns while something is still running.
  bool send(const std::string& line) { return loop_.handle(line); }
  // Waits for whatever ends by itself and stops the rest.
  std::vector<std::string> ask(const std::string& line) {
    const std::size_t before = size();
    loop_.handle(line);
    loop_.finish();
    const auto all = lines();
    return {all.begin() + static_cast<std::ptrdiff_t>(before), all.end()};
  }
  // Waits for a line that begins like this, from line number `from` on. Returns it, or "" after 30 seconds.
  std::string wait_for(std::string_view beginning, std::size_t from = 0) {
    std::unique_lock lock(mutex_);
    std::string found;
    changed_.wait_for(lock, std::chrono::seconds(30), [&] {
      for (std::size_t i = from; i < lines_.size(); ++i) {
        if (!lines_[i].starts_with(beginning)) continue;
        found = lines_[i];
        return true;
      }
      return false;
    });
    return found;
  }
  std::size_t count(std::string_view beginning) {
    std::size_t found = 0;
    for (const std::string& line : lines()) found += line.starts_with(beginning) ? 1u : 0u;
    return found;
  }
  std::vector<std::string> lines() {
    const std::lock_guard lock(mutex_);
    return lines_;
  }
  std::size_t size() { return lines().size(); }
  UciLoop& loop() { return loop_; }
  Engine& engine() { return engine_; }

 private:
  void take(std::string_view text) {
    const std::lock_guard lock(mutex_);
    EXPECT_TRUE(text.ends_with('\n')) << text;
    text.remove_suffix(text.empty() ? 0 : 1);
    for (const auto line : base::split(text, '\n')) lines_.emplace_back(line);
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> lines_;
  Engine engine_;
  UciLoop loop_;
};

inline std::string last(const std::vector<std::string>& lines) { return lines.empty() ? "" : lines.back(); }

}  // namespace tabia::engine::test
