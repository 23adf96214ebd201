// kernels/dispatch.cpp: selects the table for this machine. The only place that queries the CPU.
#include <cstdio>
#include <cstdlib>

#include "kernels/kernels.h"
#include "kernels/tables.h"

#if TABIA_X86_KERNELS
#include <cpuid.h>
#endif
#if TABIA_NEON_DOT_KERNELS
#include "os/system.h"
#endif

namespace tabia::kernels {
namespace {

struct Candidate {
  const Kernels* kernels;
  bool (*is_runnable)();
};

bool always() { return true; }

#if TABIA_X86_KERNELS
// __builtin_cpu_supports also checks that the operating system saves the registers.
bool has_sse41() { return __builtin_cpu_supports("sse4.1") != 0 && __builtin_cpu_supports("popcnt") != 0; }

bool has_avx2() { return has_sse41() && __builtin_cpu_supports("avx2") != 0; }

// Some compilers don't know the name "avxvnni": leaf 7, subleaf 1, bit 4 of eax.
bool has_avx_vnni() {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  if (!has_avx2() || __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) == 0 || eax < 1) return false;
  __cpuid_count(7, 1, eax, ebx, ecx, edx);
  return (eax >> 4 & 1) != 0;
}

bool has_avx512() {
  return has_avx2() && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
         __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512dq") != 0;
}

bool has_avx512_vnni() { return has_avx512() && __builtin_cpu_supports("avx512vnni") != 0; }
#endif

#if TABIA_NEON_DOT_KERNELS
bool has_neon_dot() {
#if defined(__ARM_FEATURE_DOTPROD)
  return true;  // the compiler may use it anywhere
#else
  return os::has_arm_dot_products();
#endif
}
#endif

// Each is better than the ones before it.
constexpr Candidate kCandidates[] = {
    {&kScalarKernels, always},
#if TABIA_X86_KERNELS
    {&kSse41Kernels, has_sse41},
    {&kAvx2Kernels, has_avx2},
    {&kAvxVnniKernels, has_avx_vnni},
    {&kAvx512Kernels, has_avx512},
    {&kAvx512VnniKernels, has_avx512_vnni},
#endif
#if TABIA_WASM_KERNELS
    {&kWasmKernels, always},
#endif
#if TABIA_NEON_KERNELS
    {&kNeonKernels, always},
#endif
#if TABIA_NEON_DOT_KERNELS
    {&kNeonDotKernels, has_neon_dot},
#endif
};

}  // namespace

std::vector<const Kernels*> runnable_kernels() {
#if TABIA_X86_KERNELS
  __builtin_cpu_init();  // we may be called before constructors have run
#endif
  std::vector<const Kernels*> tables;
  for (const Candidate& candidate : kCandidates)
    if (candidate.is_runnable()) tables.push_back(candidate.kernels);
  return tables;
}

std::vector<std::string_view> compiled_kernel_names() {
  std::vector<std::string_view> names;
  for (const Candidate& candidate : kCandidates) names.push_back(candidate.kernels->name);
  return names;
}

const Kernels& choose_kernels(const char* forced) {
  const std::vector<const Kernels*> tables = runnable_kernels();
  const Kernels& best = *tables.back();
  if (forced == nullptr || *forced == '\0') return best;
  for (const Kernels* table : tables)
    if (table->name == forced) return *table;

  std::fprintf(stderr, "TABIA_KERNELS=%s: no such kernels on this machine; choose from", forced);
  for (const Kernels* table : tables)
    std::fprintf(stderr, "%s %s", table == tables.front() ? "" : ",", table->name.data());
  std::fprintf(stderr, "; using %s\n", best.name.data());
  return best;
}

const Kernels& active_kernels() {
  static const Kernels& active = choose_kernels(std::getenv("TABIA_KERNELS"));
  return active;
}

}  // namespace tabia::kernels
