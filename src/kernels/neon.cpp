// kernels/neon.cpp: the table for ARM64: every such processor.
#include "kernels/tables.h"

#if TABIA_NEON_KERNELS
#include "kernels/vec128.h"
#include "kernels/vector_kernels.h"

namespace tabia::kernels {

constinit const Kernels kNeonKernels = kernels_of<Vec128>("neon");

}  // namespace tabia::kernels
#endif  // TABIA_NEON_KERNELS
