// kernels/planes_neon.cpp: the kernels for networks over planes for ARM64.
#include "kernels/tables.h"

#if TABIA_NEON_KERNELS
#include "kernels/planes_neon128.h"
// After the registers: the loops are templates over them.
#include "kernels/planes_kernels.h"

namespace tabia::kernels {

constinit const PlanesKernels kPlanesNeon = planes_kernels_of<FloatNeon, BytesNeon>("neon");
#if TABIA_NEON_DOT_KERNELS
constinit const PlanesKernels kPlanesNeonDot =
    with_bytes(planes_kernels_of<FloatNeon, BytesNeon>("neon-dot"), "neon-dot", byte_conv3x3_neondot,
               byte_dense_neondot);
#endif

}  // namespace tabia::kernels
#endif  // TABIA_NEON_KERNELS
