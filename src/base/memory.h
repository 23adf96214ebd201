// base/memory.h: how much memory this program may use.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tabia::base {

// In bytes: the machine's memory, or less if a control group (a container, a systemd unit) has a limit.
// Nothing if unknown.
[[nodiscard]] std::optional<std::uint64_t> usable_memory();

// May this program use this many MiB? The system would promise more than there is, and then kill the program
// when it uses it.
[[nodiscard]] Result<void> check_memory(std::uint64_t mib);

// The smallest limit, in bytes, of the groups named in `groups` (the text of /proc/self/cgroup) and of all
// groups around them; nothing if there is none. `mount` is the folder of the groups' files: memory.max for
// version 2, also in unified/; memory/**/memory.limit_in_bytes for version 1.
[[nodiscard]] std::optional<std::uint64_t> group_memory_limit(std::string_view groups,
                                                              const std::string& mount);

}  // namespace tabia::base
