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

// May this program use this many MiB? The system would grant more than there is, and then kill the program
// when it uses the memory.
[[nodiscard]] Result<void> check_memory(std::uint64_t mib);

// In bytes: what this program can still take without swapping or being killed: the machine's free memory and
// what it can free, or less if a control group or the limit on the address space (ulimit -v) leaves less.
// Nothing if unknown.
[[nodiscard]] std::optional<std::uint64_t> available_memory();

// How much memory something may take; set by tests.
struct MemoryLimit {
  std::optional<std::uint64_t> bytes = std::nullopt;  // nothing: available_memory() when it is needed
};

// Call it before allocating `bytes` for something that came from outside. The error says how much memory is
// needed, for what, and how much there is.
[[nodiscard]] Result<void> check_available(std::string_view what, std::uint64_t bytes,
                                           const MemoryLimit& limit = {});
// The same for the content of a file; files without a size of their own (pipes, missing files) pass.
[[nodiscard]] Result<void> check_file_fits(const std::string& path, const MemoryLimit& limit = {});

// The number of bytes after a name in the text of /proc/meminfo or /proc/self/status ("MemAvailable: 12 kB").
[[nodiscard]] std::optional<std::uint64_t> memory_entry(std::string_view text, std::string_view name);

// The smallest limit, in bytes, of the groups named in `groups` (the text of /proc/self/cgroup) and of all
// groups around them; nothing if there is none. `mount` is the folder of the groups' files: memory.max for
// version 2, also in unified/; memory/**/memory.limit_in_bytes for version 1.
[[nodiscard]] std::optional<std::uint64_t> group_memory_limit(std::string_view groups,
                                                              const std::string& mount);

}  // namespace tabia::base
