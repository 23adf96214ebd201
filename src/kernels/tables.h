// kernels/tables.h: the tables themselves and the choice among them, only for this folder and its tests.
//
// Everyone else uses active_kernels() of kernels/kernels.h.
#pragma once

#include "kernels/kernels.h"
#include "kernels/planes.h"
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
// And for ARM64. Dot products are chosen at run time; clang has their intrinsics only if it may use them
// everywhere (-mcpu=native on most machines).
#if defined(__aarch64__) && !defined(TABIA_ONLY_SCALAR_KERNELS)
#define TABIA_NEON_KERNELS 1
#else
#define TABIA_NEON_KERNELS 0
#endif
#if TABIA_NEON_KERNELS && (!defined(__clang__) || defined(__ARM_FEATURE_DOTPROD))
#define TABIA_NEON_DOT_KERNELS 1
#else
#define TABIA_NEON_DOT_KERNELS 0
#endif

namespace tabia::kernels {

extern const Kernels kScalarKernels;
extern const TrainingKernels kTrainingPortable;
extern const PlanesKernels kPlanesScalar;
extern const PlanesKernels kPlanesPortable;

// The two functions of kernels/planes.h that have special instructions (VNNI, asimddp); in all other
// functions the tables with and without them are the same.
using ByteConvolution = void(std::int32_t* sums, const std::uint8_t* in, const std::int8_t* packed,
                             std::uint8_t outside, std::size_t boards, std::size_t outputs,
                             std::size_t inputs, std::uint8_t* scratch);
using ByteDense = void(std::int32_t* sums, const std::uint8_t* in, std::size_t in_stride,
                       const std::int8_t* packed, std::size_t rows, std::size_t outputs, std::size_t inputs);

#if TABIA_X86_KERNELS
extern const Kernels kSse41Kernels;
extern const Kernels kAvx2Kernels;
extern const Kernels kAvxVnniKernels;
extern const Kernels kAvx512Kernels;
extern const Kernels kAvx512VnniKernels;
extern const TrainingKernels kTrainingAvx2;
extern const TrainingKernels kTrainingAvx512;
extern const PlanesKernels kPlanesAvx2;
extern const PlanesKernels kPlanesAvxVnni;
extern const PlanesKernels kPlanesAvx512;
extern const PlanesKernels kPlanesAvx512Vnni;
ByteConvolution byte_conv3x3_avxvnni;
ByteConvolution byte_conv3x3_avx512vnni;
ByteDense byte_dense_avxvnni;
ByteDense byte_dense_avx512vnni;
#endif
#if TABIA_WASM_KERNELS
extern const Kernels kWasmKernels;
#endif
#if TABIA_NEON_KERNELS
extern const Kernels kNeonKernels;
extern const TrainingKernels kTrainingNeon;
extern const PlanesKernels kPlanesNeon;
#endif
#if TABIA_NEON_DOT_KERNELS
extern const Kernels kNeonDotKernels;
extern const PlanesKernels kPlanesNeonDot;
ByteConvolution byte_conv3x3_neondot;
ByteDense byte_dense_neondot;
#endif

// The runnable table named `forced`, or the best one if `forced` is null or empty, or (with a line on
// standard error) if there is no such table.
[[nodiscard]] const Kernels& choose_kernels(const char* forced);
// The best planes kernels that are not above `limit`; the specification only if `forced` names it.
[[nodiscard]] const PlanesKernels& choose_planes_kernels(const Kernels& limit, const char* forced);

}  // namespace tabia::kernels
