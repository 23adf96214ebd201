#include "base/memory.h"

#include <algorithm>
#include <filesystem>

#include "base/file.h"
#include "base/text.h"
#include "os/system.h"

namespace tabia::base {
namespace {

constexpr std::size_t kLargestFile = 1 << 16;

// The number in the file; nothing for "max" and for missing files.
std::optional<std::uint64_t> limit_in(const std::string& path) {
  const auto content = read_file(path, kLargestFile);
  return content ? parse_integer<std::uint64_t>(trimmed(*content)) : std::nullopt;
}

// The limits of the group and of all groups around it, up to the mount. Inside a container the group's own
// path is often not visible, and its file is at the mount.
std::optional<std::uint64_t> least_limit(const std::string& mount, std::string_view group,
                                         std::string_view file) {
  std::optional<std::uint64_t> least;
  for (;;) {
    while (group.ends_with('/')) group.remove_suffix(1);
    const auto limit = limit_in(concat(mount, group, '/', file));
    if (limit) least = std::min(*limit, least.value_or(*limit));
    if (group.empty()) return least;
    group = group.substr(0, group.rfind('/') == std::string_view::npos ? 0 : group.rfind('/'));
  }
}

std::optional<std::uint64_t> own_group_limit() {
  const auto groups = read_file("/proc/self/cgroup", kLargestFile);
  return groups ? group_memory_limit(*groups, "/sys/fs/cgroup") : std::nullopt;
}

std::uint64_t rounded_up_mib(std::uint64_t bytes) { return (bytes >> 20) + (bytes % (1 << 20) != 0 ? 1 : 0); }

}  // namespace

std::optional<std::uint64_t> group_memory_limit(std::string_view groups, const std::string& mount) {
  std::optional<std::uint64_t> least;
  const auto consider = [&](std::optional<std::uint64_t> limit) {
    if (limit) least = std::min(*limit, least.value_or(*limit));
  };
  for (const std::string_view line : split(groups, '\n')) {
    // HIERARCHY:CONTROLLERS:PATH; version 2 lists no controllers.
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string_view::npos ? first : line.find(':', first + 1);
    if (second == std::string_view::npos) continue;
    const std::string_view controllers = line.substr(first + 1, second - first - 1);
    const std::string_view path = line.substr(second + 1);
    if (controllers.empty()) {
      consider(least_limit(mount, path, "memory.max"));
      consider(least_limit(concat(mount, "/unified"), path, "memory.max"));
    }
    const auto names = split(controllers, ',');
    if (std::find(names.begin(), names.end(), "memory") != names.end())
      consider(least_limit(concat(mount, "/memory"), path, "memory.limit_in_bytes"));
  }
  return least;
}

std::optional<std::uint64_t> usable_memory() {
  std::optional<std::uint64_t> memory = os::machine_memory();
  const auto limit = own_group_limit();
  if (limit) memory = std::min(*limit, memory.value_or(*limit));
  return memory;
}

std::optional<std::uint64_t> memory_entry(std::string_view text, std::string_view name) {
  for (const std::string_view line : split(text, '\n')) {
    if (!line.starts_with(name) || !line.substr(name.size()).starts_with(':')) continue;
    std::string_view number = trimmed(line.substr(name.size() + 1));
    if (!number.ends_with("kB")) return std::nullopt;
    number.remove_suffix(2);
    const auto kib = parse_integer<std::uint64_t>(trimmed(number));
    return kib ? std::optional(*kib << 10) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> available_memory() {
  const auto machine = read_file("/proc/meminfo", kLargestFile);
  const auto own = read_file("/proc/self/status", kLargestFile);
  auto memory = machine ? memory_entry(*machine, "MemAvailable") : os::free_machine_memory();
  if (!memory && !machine) memory = usable_memory();
  // What a limit leaves, given how much of it this program has already used.
  const auto consider = [&](std::uint64_t limit, std::string_view taken) {
    const std::uint64_t used = own ? memory_entry(*own, taken).value_or(0) : 0;
    const std::uint64_t left = limit - std::min(limit, used);
    memory = std::min(left, memory.value_or(left));
  };
  if (const auto limit = own_group_limit()) consider(*limit, "VmRSS");
  if (const auto space = os::address_space_limit()) consider(*space, "VmSize");
  return memory;
}

Result<void> check_available(std::string_view what, std::uint64_t bytes, const MemoryLimit& limit) {
  const auto available = limit.bytes ? limit.bytes : available_memory();
  if (!available || bytes <= *available) return {};
  return Error{concat(what, " needs about ", rounded_up_mib(bytes), " MiB of memory, but only ",
                      *available >> 20, " MiB are available")};
}

Result<void> check_file_fits(const std::string& path, const MemoryLimit& limit) {
  std::error_code failed;
  const std::uintmax_t bytes = std::filesystem::file_size(path, failed);
  if (failed) return {};
  const auto good = check_available("the file", bytes, limit);
  if (!good) return good.error().inside(path);
  return {};
}

Result<void> check_memory(std::uint64_t mib) {
  const auto memory = usable_memory();
  if (!memory || mib <= *memory >> 20) return {};
  return usage_fault(concat("found ", mib, ", but this program may use only ", *memory >> 20, " MiB"));
}

}  // namespace tabia::base
