// cli/console_watch.h: a job's watch for people at a console.
#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <utility>

#include "base/interrupt.h"
#include "base/progress.h"
#include "base/watch.h"

namespace tabia::cli {

// Progress goes to standard error, and so do remarks, unless another file is given; Ctrl-C and kill interrupt
// the job. `Base` is the watch that the job requires.
template <class Base = base::Watch>
class ConsoleWatch : public Base {
 public:
  // "self-play", "games": what the progress line says. Without a name there is no progress line.
  ConsoleWatch(std::string what, std::string unit, std::FILE* remarks = stderr)
      : what_(std::move(what)), unit_(std::move(unit)), remarks_(remarks) {}

  void progress(std::uint64_t done, std::uint64_t total) override {
    if (what_.empty()) return;
    if (!progress_) progress_.emplace(what_, total, unit_);
    progress_->advance(done - progress_->done());
  }
  void remark(const std::string& text) override { std::fprintf(remarks_, "%s\n", text.c_str()); }
  [[nodiscard]] bool interrupted() const override { return base::InterruptGuard::interrupted(); }

 protected:
  // The next progress() is about something else.
  void restart_progress(std::string what) {
    progress_.reset();
    what_ = std::move(what);
  }

 private:
  std::string what_;
  std::string unit_;
  std::FILE* remarks_;
  std::optional<base::Progress> progress_;
  base::InterruptGuard guard_;
};

}  // namespace tabia::cli
