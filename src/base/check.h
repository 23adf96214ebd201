// base/check.h: a check that stays on in every build, for our own bugs.
//
// TABIA_CHECK(condition, "why") prints file, line, condition and reason, then aborts. Hot code uses assert()
// instead; bad input from outside is reported as a Result (base/result.h).
#pragma once

namespace tabia::base {

[[noreturn]] void check_failed(const char* file, int line, const char* condition, const char* why) noexcept;

}  // namespace tabia::base

#define TABIA_CHECK(condition, why) \
  ((condition) ? static_cast<void>(0) : ::tabia::base::check_failed(__FILE__, __LINE__, #condition, why))
