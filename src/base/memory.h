// base/memory.h: how much memory this program may use.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tabia::base {

// Bytes: the machine's memory, or less where a control group (a container, a systemd unit) has a limit. Nothing if it
// can't be found out.
[[nodiscard]] std::optional<std::uint64_t> usable_memory();

// The smallest limit of the groups that `groups` (the text of /proc/self/cgroup) names and of all groups around them, in
// bytes; nothing if there is none. `mount` is the folder of the groups' files: memory.max of version 2, also in unified/;
// memory/**/memory.limit_in_bytes of version 1.
[[nodiscard]] std::optional<std::uint64_t> group_memory_limit(std::string_view groups,
                                                              const std::string& mount);

}  // namespace tabia::base
