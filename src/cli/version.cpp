#include "base/text.h"
#include "chess/attacks.h"
#include "cli/commands.h"
#include "device/choice.h"

#if __has_include("base/version_info.h")
#include "base/version_info.h"
#endif
#if !defined(TABIA_VERSION)
#define TABIA_VERSION "unknown"
#endif
#if !defined(TABIA_COMMIT)
#define TABIA_COMMIT "unknown"
#endif

namespace tabia::cli {

std::string_view version_number() noexcept { return TABIA_VERSION; }

std::string version_line() {
#if defined(__clang__)
  constexpr std::string_view kCompiler = "clang++ " __clang_version__;
#else
  constexpr std::string_view kCompiler = "g++ " __VERSION__;
#endif
  return base::concat("tabia ", TABIA_VERSION, " (", TABIA_COMMIT, "), ", kCompiler, ", ",
                      TABIA_PEXT_ATTACKS ? "PEXT" : "magic", " attacks");
}

std::string device_line() {
  const auto& device = device::chosen_device();
  if (!device) return base::concat("device: ", device.error().message, "\n");
  return *device ? base::concat("device: ", (*device)->name(), "\n") : std::string();
}

}  // namespace tabia::cli
