#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace tabia::base {

void check_failed(const char* file, int line, const char* condition, const char* why) noexcept {
  std::fprintf(stderr, "%s:%d: internal check failed: %s (%s)\n", file, line, condition, why);
  std::abort();
}

}  // namespace tabia::base
