// service/log.h: messages for the operator on standard error, and a JSON line per request.
//
// No request waits for the disk: lines are collected and written by the log's own thread. If they come faster
// than they can be written, some are dropped and their number is logged. Thread-safe.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "base/result.h"
#include "http/server.h"

namespace tabia::service {

enum class LogLevel { Off, Error, Warning, Info, Debug };
[[nodiscard]] std::string_view name_of(LogLevel level) noexcept;
[[nodiscard]] std::optional<LogLevel> parse_log_level(std::string_view name) noexcept;

class Log {
 public:
  // `access` is the file for requests: "-" is standard error; empty: none.
  [[nodiscard]] static base::Result<std::unique_ptr<Log>> open(LogLevel level, const std::string& access);
  ~Log();

  void say(LogLevel level, std::string_view message);
  void request(const http::Finished& finished);

 private:
  Log(LogLevel level, int access, bool owns) : level_(level), access_(access), owns_access_(owns) {}
  void run();

  static constexpr std::size_t kMostPending = 4 << 20;  // bytes

  const LogLevel level_;
  const int access_;  // -1: none
  const bool owns_access_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string pending_;  // lines of requests
  std::uint64_t lost_ = 0;
  bool ending_ = false;
  std::thread writer_;
};

}  // namespace tabia::service
