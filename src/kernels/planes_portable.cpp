// kernels/planes_portable.cpp: the kernels for networks over planes with the vectors of GNU C++, which become
// SSE2, NEON or WebAssembly's; and the choice among the tables.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "kernels/tables.h"

namespace tabia::kernels {
namespace {

struct Float128 {
  using Floats [[gnu::vector_size(16)]] = float;
  using Ints [[gnu::vector_size(16)]] = std::int32_t;
  static constexpr std::size_t kWidth = 4;
  static constexpr std::size_t kTileRows = 3;
  static constexpr std::size_t kTilePanels = 1;
  static constexpr std::size_t kBoards = 6;

  Floats v;

  static Float128 load(const float* from) {
    Float128 x;
    __builtin_memcpy(&x.v, from, sizeof x.v);
    return x;
  }
  void store(float* to) const { __builtin_memcpy(to, &v, sizeof v); }
  static Float128 zero() { return {Floats{}}; }
  static Float128 all(float x) { return {Floats{x, x, x, x}}; }
  [[nodiscard]] float sum() const { return (v[0] + v[2]) + (v[1] + v[3]); }
  [[nodiscard]] float largest() const {
    float most = v[0];
    for (std::size_t i = 1; i < kWidth; ++i) most = most > v[i] ? most : v[i];
    return most;
  }
  static Float128 floats_of(const std::int32_t* from) {
    Ints ints;
    __builtin_memcpy(&ints, from, sizeof ints);
    return {__builtin_convertvector(ints, Floats)};
  }
  void store_bytes(std::uint8_t* to) const {
    for (std::size_t i = 0; i < kWidth; ++i) to[i] = static_cast<std::uint8_t>(v[i]);
  }
};
inline Float128 add(Float128 x, Float128 y) { return {x.v + y.v}; }
inline Float128 sub(Float128 x, Float128 y) { return {x.v - y.v}; }
inline Float128 mul(Float128 x, Float128 y) { return {x.v * y.v}; }
inline Float128 divide(Float128 x, Float128 y) { return {x.v / y.v}; }
inline Float128 muladd(Float128 x, Float128 y, Float128 z) { return {x.v * y.v + z.v}; }
inline Float128 negmuladd(Float128 x, Float128 y, Float128 z) { return {z.v - x.v * y.v}; }
inline Float128 larger(Float128 x, Float128 y) { return {x.v > y.v ? x.v : y.v}; }
inline Float128 lesser(Float128 x, Float128 y) { return {x.v < y.v ? x.v : y.v}; }
// Adding 1.5 * 2^23 leaves no room for a fraction; numbers beyond 2^22 have none to speak of.
inline Float128 nearest(Float128 x) {
  const Float128 limit = Float128::all(4194304.0f);
  const Float128 clipped = lesser(larger(x, sub(Float128::zero(), limit)), limit);
  const Float128 room = Float128::all(12582912.0f);
  return sub(add(clipped, room), room);
}
inline Float128 times_power_of_two(Float128 x, Float128 n) {
  const Float128::Ints exponent = __builtin_convertvector(n.v, Float128::Ints) * (1 << 23);
  return {reinterpret_cast<Float128::Floats>(reinterpret_cast<Float128::Ints>(x.v) + exponent)};
}
inline Float128 if_positive(Float128 x, Float128 a, Float128 b) {
  return {x.v > Float128::zero().v ? a.v : b.v};
}

struct Bytes128 {
  using Int = Float128::Ints;
  static constexpr std::size_t kWidth = 4;
  static constexpr std::size_t kTileRows = 4;
  static constexpr std::size_t kTilePanels = 1;
  using Bytes [[gnu::vector_size(16)]] = std::int8_t;

  static Int zero() { return Int{}; }
  static Int load(const std::int8_t* from) {
    Int ints;
    __builtin_memcpy(&ints, from, sizeof ints);
    return ints;
  }
  static Int all(const std::uint8_t* four) {
    std::int32_t bits = 0;
    __builtin_memcpy(&bits, four, sizeof bits);
    return Int{bits, bits, bits, bits};
  }
  // Byte j of every sum: shifted to the top and down again, so that the sign comes along. (Bytes of inputs
  // are 127 at most, so their sign is never set.)
  template <int j>
  static Int byte(Int v) {
    using Unsigned [[gnu::vector_size(16)]] = std::uint32_t;
    return reinterpret_cast<Int>(reinterpret_cast<Unsigned>(v) << (24 - 8 * j)) >> 24;
  }
  static Int add_dot4(Int sums, Int bytes, Int weights) {
    return sums + byte<0>(bytes) * byte<0>(weights) + byte<1>(bytes) * byte<1>(weights) +
           byte<2>(bytes) * byte<2>(weights) + byte<3>(bytes) * byte<3>(weights);
  }
  static void store(std::int32_t* to, Int v) { __builtin_memcpy(to, &v, sizeof v); }
};

}  // namespace
}  // namespace tabia::kernels

#include "kernels/planes_kernels.h"

namespace tabia::kernels {

constinit const PlanesKernels kPlanesPortable = planes_kernels_of<Float128, Bytes128>("portable");

namespace {

constexpr const PlanesKernels* kTables[] = {
    &kPlanesScalar, &kPlanesPortable,
#if TABIA_X86_KERNELS
    &kPlanesAvx2,   &kPlanesAvxVnni,  &kPlanesAvx512, &kPlanesAvx512Vnni,
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
  return false;
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
