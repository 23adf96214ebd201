// base/date.h: today's date, for records and reports.
#pragma once

#include <cstddef>
#include <ctime>
#include <string>

#include "os/system.h"

namespace tabia::base {

// Year, month and day in UTC with a character between them: "2026-11-17".
[[nodiscard]] inline std::string today(char between = '-') {
  const std::time_t now = std::time(nullptr);
  const std::tm utc = os::utc(now);
  char text[16];
  const char format[] = {'%', 'Y', between, '%', 'm', between, '%', 'd', '\0'};
  const std::size_t length = std::strftime(text, sizeof text, format, &utc);
  return {text, length};
}

}  // namespace tabia::base
