// kernels/tables.h: the tables themselves and the choice among them, only for this room and its tests.
//
// Everyone else uses active_kernels() of kernels/kernels.h.
#pragma once

#include "kernels/kernels.h"
#include "kernels/training.h"

// The files of the x86 tables are empty on other machines. TABIA_ONLY_SCALAR_KERNELS disables them on x86
// too.
#if defined(__x86_64__) && !defined(TABIA_ONLY_SCALAR_KERNELS)
#define TABIA_X86_KERNELS 1
#else
#define TABIA_X86_KERNELS 0
#endif
// The same for WebAssembly.
#if defined(__wasm_simd128__) && !defined(TABIA_ONLY_SCALAR_KERNELS)
#define TABIA_WASM_KERNELS 1
#else
#define TABIA_WASM_KERNELS 0
#endif

namespace tabia::kernels {

extern const Kernels kScalarKernels;
extern const TrainingKernels kTrainingPortable;
#if TABIA_X86_KERNELS
extern const Kernels kSse41Kernels;
extern const Kernels kAvx2Kernels;
extern const Kernels kAvxVnniKernels;
extern const Kernels kAvx512Kernels;
extern const Kernels kAvx512VnniKernels;
extern const TrainingKernels kTrainingAvx2;
extern const TrainingKernels kTrainingAvx512;
#endif
#if TABIA_WASM_KERNELS
extern const Kernels kWasmKernels;
#endif

// The runnable table named `forced`, or the best one if `forced` is null or empty, or (with a line on
// standard error) if there is no such table.
[[nodiscard]] const Kernels& choose_kernels(const char* forced);

}  // namespace tabia::kernels
