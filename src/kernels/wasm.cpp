// kernels/wasm.cpp: the table for WebAssembly with 128-bit SIMD, which every browser has had since 2023.
#include "kernels/tables.h"

#if TABIA_WASM_KERNELS
#include "kernels/vec128.h"
#include "kernels/vector_kernels.h"

namespace tabia::kernels {

constinit const Kernels kWasmKernels = kernels_of<Vec128>("wasm");

}  // namespace tabia::kernels
#endif  // TABIA_WASM_KERNELS
