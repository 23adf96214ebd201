#include "base/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "base/text.h"

namespace tabia::base {
namespace {

constexpr std::chrono::milliseconds kLiveInterval{200};
constexpr std::chrono::seconds kPlainInterval{5};

}  // namespace

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::llround(std::clamp(seconds, 0.0, 1e9)));
  if (whole < 100) return concat(whole, " s");
  if (whole < 6000) return concat(whole / 60, " min ", whole % 60, " s");
  return concat(whole / 3600, " h ", whole % 3600 / 60, " min");
}

std::string progress_line(const std::string& what, std::uint64_t done, std::uint64_t total,
                          const std::string& unit, double elapsed_s) {
  const double rate = elapsed_s > 0 ? static_cast<double>(done) / elapsed_s : 0;
  std::string line = concat(what, ": ", with_thousands(done));
  if (total > 0) line += concat("/", with_thousands(total));
  line += concat(" ", unit);
  if (total > 0) line += concat(" (", done * 100 / total, "%)");
  line += concat(", ", with_thousands(static_cast<std::uint64_t>(rate)), "/s");
  if (rate > 0 && total > done)
    line += concat(", ", duration_text(static_cast<double>(total - done) / rate), " left");
  return line;
}

Progress::Progress(std::string what, std::uint64_t total, std::string unit)
    : what_(std::move(what)),
      total_(total),
      unit_(std::move(unit)),
      live_(::isatty(STDERR_FILENO) != 0),
      start_(Clock::now()),
      next_print_(start_ + (live_ ? Clock::duration(kLiveInterval) : Clock::duration(kPlainInterval))) {}

Progress::~Progress() {
  if (line_open_) std::fputs("\r\033[K", stderr);
}

void Progress::advance(std::uint64_t count) {
  const std::scoped_lock lock(mutex_);
  done_ += count;
  const auto now = Clock::now();
  if (now >= next_print_) print(now);
}

void Progress::print(Clock::time_point now) {
  const double elapsed_s = std::chrono::duration<double>(now - start_).count();
  const std::string line = progress_line(what_, done_, total_, unit_, elapsed_s);
  if (live_) {
    std::fprintf(stderr, "\r%s\033[K", line.c_str());
    std::fflush(stderr);
    line_open_ = true;
    next_print_ = now + kLiveInterval;
  } else {
    std::fprintf(stderr, "%s\n", line.c_str());
    next_print_ = now + kPlainInterval;
  }
}

}  // namespace tabia::base
