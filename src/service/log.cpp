#include "service/log.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "base/file.h"
#include "base/file_kind.h"
#include "base/json.h"
#include "base/text.h"
#include "base/threads.h"
#include "os/file.h"
#include "os/system.h"

namespace tabia::service {
namespace {

using base::concat;

constexpr std::array<std::pair<std::string_view, LogLevel>, 5> kLevels = {{{"off", LogLevel::Off},
                                                                           {"error", LogLevel::Error},
                                                                           {"warning", LogLevel::Warning},
                                                                           {"info", LogLevel::Info},
                                                                           {"debug", LogLevel::Debug}}};
constexpr std::chrono::milliseconds kFlush{200};

// "2026-11-16T14:20:20.123Z"
std::string time_text() {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto ms =
      std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  const std::tm parts = os::utc(seconds);
  char text[40];
  const std::size_t length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
  std::snprintf(text + length, sizeof text - length, ".%03dZ", static_cast<int>(ms));
  return text;
}

}  // namespace

std::string_view name_of(LogLevel level) noexcept {
  for (const auto& [name, value] : kLevels) {
    if (value == level) return name;
  }
  return "?";
}

std::optional<LogLevel> parse_log_level(std::string_view name) noexcept {
  for (const auto& [known, value] : kLevels) {
    if (known == name) return value;
  }
  return std::nullopt;
}

base::Result<std::unique_ptr<Log>> Log::open(LogLevel level, const std::string& access) {
  int descriptor = -1;
  if (access == "-") {
    descriptor = os::kStandardError;
  } else if (!access.empty()) {
    if (const auto opens = base::check_opens_at_once(access, base::Devices::Allowed); !opens)
      return opens.error().inside("--access-log");
    descriptor = os::open_file(access, os::Access::Append);
    if (descriptor < 0)
      return base::Error{concat("--access-log ", base::quoted(access), ": ", std::strerror(errno))};
  }
  std::unique_ptr<Log> log(new Log(level, descriptor, descriptor >= 0 && access != "-"));
  if (descriptor >= 0) {
    auto writer = base::start_thread([log = log.get()] { log->run(); });
    if (!writer) return writer.error().inside("--access-log");
    log->writer_ = std::move(*writer);
  }
  return log;
}

Log::~Log() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    changed_.notify_all();
  }
  if (writer_.joinable()) writer_.join();
  if (owns_access_) os::close_file(access_);
}

void Log::say(LogLevel level, std::string_view message) {
  if (level > level_) return;
  const std::string line = concat(time_text(), ' ', name_of(level), ' ', message, '\n');
  static_cast<void>(base::write_all(os::kStandardError, line));
}

void Log::request(const http::Finished& finished) {
  if (access_ < 0) return;
  base::JsonWriter json;
  json.begin_object().field("time", std::string_view(time_text())).field("peer", finished.peer);
  if (finished.head) {
    json.field("method", name_of(finished.head->method)).field("path", std::string_view(finished.head->path));
  }
  json.field("status", finished.status).field("bytes", finished.bytes);
  json.field("ms", std::round(finished.seconds * 1e6) / 1e3).end_object();
  const std::lock_guard lock(mutex_);
  if (pending_.size() > kMostPending) {
    ++lost_;
    return;
  }
  pending_ += json.text();
  pending_ += '\n';
}

void Log::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait_for(lock, kFlush, [&] { return ending_; });
    if (pending_.empty() && ending_) return;
    std::string lines;
    lines.swap(pending_);
    const std::uint64_t lost = std::exchange(lost_, 0);
    lock.unlock();
    if (!lines.empty()) static_cast<void>(base::write_all(access_, lines));
    if (lost > 0) say(LogLevel::Warning, concat(lost, " lines of the access log were dropped"));
    lock.lock();
  }
}

}  // namespace tabia::service
