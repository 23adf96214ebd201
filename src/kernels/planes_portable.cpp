// kernels/planes_portable.cpp: the kernels for networks over planes for any machine, and the choice among the
// tables.
#include <cstddef>
#include <cstdlib>
#include <optional>

#include "kernels/planes_gnu.h"
#include "kernels/planes_kernels.h"
#include "kernels/tables.h"

namespace tabia::kernels {

constinit const PlanesKernels kPlanesPortable =
    planes_kernels_of<GnuFloats<16, 3, 1, 6>, GnuBytes<16, 4, 1>>("portable");

namespace {

constexpr const PlanesKernels* kTables[] = {
    &kPlanesScalar,  &kPlanesPortable,
#if TABIA_X86_KERNELS
    &kPlanesAvx2,    &kPlanesAvxVnni,  &kPlanesAvx512, &kPlanesAvx512Vnni,
#endif
#if TABIA_NEON_KERNELS
    &kPlanesNeon,
#endif
#if TABIA_NEON_DOT_KERNELS
    &kPlanesNeonDot,
#endif
};

// How far up the list of the kernels of play (kernels/kernels.h) that this machine can run the name is;
// nothing if it isn't there.
std::optional<std::size_t> level_of(std::string_view name) {
  const std::vector<const Kernels*> tables = runnable_kernels();
  for (std::size_t i = 0; i < tables.size(); ++i)
    if (tables[i]->name == name) return i;
  return std::nullopt;
}

bool has_fused_products() {
#if TABIA_X86_KERNELS
  __builtin_cpu_init();
  return __builtin_cpu_supports("fma") != 0;
#else
  return TABIA_NEON_KERNELS != 0;
#endif
}

}  // namespace

std::vector<const PlanesKernels*> runnable_planes_kernels() {
  std::vector<const PlanesKernels*> tables;
  for (const PlanesKernels* table : kTables) {
    const bool everywhere = table == &kPlanesScalar || table == &kPlanesPortable;
    if (everywhere || (has_fused_products() && level_of(table->name))) tables.push_back(table);
  }
  return tables;
}

const PlanesKernels& choose_planes_kernels(const Kernels& limit, const char* forced) {
  if (forced != nullptr && kPlanesScalar.name == forced) return kPlanesScalar;
  const PlanesKernels* best = &kPlanesPortable;
  for (const PlanesKernels* table : runnable_planes_kernels())
    if (table != &kPlanesScalar && table != &kPlanesPortable && level_of(table->name) <= level_of(limit.name))
      best = table;
  return *best;
}

const PlanesKernels& active_planes_kernels() {
  static const PlanesKernels& active = choose_planes_kernels(active_kernels(), std::getenv("TABIA_KERNELS"));
  return active;
}

}  // namespace tabia::kernels
