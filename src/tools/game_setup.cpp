#include "tools/game_setup.h"

#include "os/system.h"

namespace tabia::tools {

Option nice_option() { return {"--nice", "N", "yield the CPU to other programs: 0 to 19 (default: 0)"}; }

base::Result<void> apply_nice(const Arguments& arguments) {
  TABIA_TRY(const long long nice, arguments.number("--nice", 0, 0, 19));
  if (nice > 0) static_cast<void>(os::lower_priority(static_cast<int>(nice)));
  return {};
}

}  // namespace tabia::tools
