#include "base/progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "base/text.h"
#include "os/file.h"

namespace tabia::base {
namespace {

constexpr std::chrono::milliseconds kFirstLiveLine{1'000};
constexpr std::chrono::milliseconds kFirstPlainLine{5'000};
constexpr std::chrono::milliseconds kLiveInterval{250};
constexpr std::chrono::milliseconds kPlainInterval{10'000};

// In one piece: a console of Windows takes milliseconds for each, and printf writes single characters there.
void write_error(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

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

LiveLine::LiveLine(AtEnd at_end)
    : at_end_(at_end),
      live_(os::is_terminal(os::kStandardError)),
      next_(std::chrono::steady_clock::now() + (live_ ? kFirstLiveLine : kFirstPlainLine)) {}

LiveLine::~LiveLine() {
  if (open_) std::fputs(at_end_ == AtEnd::Keep ? "\n" : "\r\033[K", stderr);
}

bool LiveLine::is_due() const { return std::chrono::steady_clock::now() >= next_; }

void LiveLine::show(const std::string& line) {
  next_ = std::chrono::steady_clock::now() + (live_ ? kLiveInterval : kPlainInterval);
  write_error(live_ ? concat("\r\033[K", line) : concat(line, '\n'));
  open_ = live_;
}

void LiveLine::print(const std::string& text) {
  write_error(concat(open_ ? "\r\033[K" : "", text, '\n'));
  open_ = false;
}

Progress::Progress(std::string what, std::uint64_t total, std::string unit)
    : what_(std::move(what)), total_(total), unit_(std::move(unit)) {}

void Progress::advance(std::uint64_t count) {
  const std::scoped_lock lock(mutex_);
  done_ += count;
  if (!line_.is_due()) return;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  line_.show(progress_line(what_, done_, total_, unit_, elapsed.count()));
}

}  // namespace tabia::base
