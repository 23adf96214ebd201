// kernels/planes_gnu.h: registers of floats and of sums of bytes with the vectors of GNU C++ (g++ and clang++
// know them), which become SSE2, NEON or WebAssembly's. See planes_kernels.h.
//
// The sizes are parameters, so that tests can run the loops with the sizes of machines that they don't have.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tabia::kernels {
namespace {

// g++ 12 knows vectors of a size that depends on a parameter only halfway, so the sizes are written out.
template <std::size_t kBytes>
struct GnuVector;
template <>
struct GnuVector<16> {
  using Floats [[gnu::vector_size(16)]] = float;
  using Ints [[gnu::vector_size(16)]] = std::int32_t;
  using Unsigned [[gnu::vector_size(16)]] = std::uint32_t;
};
template <>
struct GnuVector<64> {
  using Floats [[gnu::vector_size(64)]] = float;
  using Ints [[gnu::vector_size(64)]] = std::int32_t;
  using Unsigned [[gnu::vector_size(64)]] = std::uint32_t;
};

template <std::size_t kBytes, std::size_t kRows, std::size_t kPanels, std::size_t kBlock>
struct GnuFloats {
  static constexpr std::size_t kWidth = kBytes / sizeof(float);
  static constexpr std::size_t kTileRows = kRows;
  static constexpr std::size_t kTilePanels = kPanels;
  static constexpr std::size_t kBoards = kBlock;
  using Floats = typename GnuVector<kBytes>::Floats;
  using Ints = typename GnuVector<kBytes>::Ints;

  Floats v;

  static GnuFloats load(const float* from) {
    GnuFloats x;
    __builtin_memcpy(&x.v, from, sizeof x.v);
    return x;
  }
  void store(float* to) const { __builtin_memcpy(to, &v, sizeof v); }
  static GnuFloats zero() { return {Floats{}}; }
  static GnuFloats all(float x) { return {x - Floats{}}; }  // not +, which would turn -0 into 0
  [[nodiscard]] float sum() const {
    float total = 0;
    for (std::size_t i = 0; i < kWidth; ++i) total += v[i];
    return total;
  }
  [[nodiscard]] float largest() const {
    float most = v[0];
    for (std::size_t i = 1; i < kWidth; ++i) most = most > v[i] ? most : v[i];
    return most;
  }
  static GnuFloats floats_of(const std::int32_t* from) {
    Ints ints;
    __builtin_memcpy(&ints, from, sizeof ints);
    return {__builtin_convertvector(ints, Floats)};
  }
  // Whole numbers 0..255.
  void store_bytes(std::uint8_t* to) const {
    for (std::size_t i = 0; i < kWidth; ++i) to[i] = static_cast<std::uint8_t>(v[i]);
  }

  friend GnuFloats add(GnuFloats x, GnuFloats y) { return {x.v + y.v}; }
  friend GnuFloats sub(GnuFloats x, GnuFloats y) { return {x.v - y.v}; }
  friend GnuFloats mul(GnuFloats x, GnuFloats y) { return {x.v * y.v}; }
  friend GnuFloats divide(GnuFloats x, GnuFloats y) { return {x.v / y.v}; }
  friend GnuFloats muladd(GnuFloats x, GnuFloats y, GnuFloats z) { return {x.v * y.v + z.v}; }
  friend GnuFloats negmuladd(GnuFloats x, GnuFloats y, GnuFloats z) { return {z.v - x.v * y.v}; }
  friend GnuFloats larger(GnuFloats x, GnuFloats y) { return {x.v > y.v ? x.v : y.v}; }
  friend GnuFloats lesser(GnuFloats x, GnuFloats y) { return {x.v < y.v ? x.v : y.v}; }
  // Adding 1.5 * 2^23 leaves no room for a fraction. Numbers beyond 2^22 are clipped, since none are needed.
  friend GnuFloats nearest(GnuFloats x) {
    const GnuFloats clipped = lesser(larger(x, all(-4194304.0f)), all(4194304.0f));
    const GnuFloats room = all(12582912.0f);
    return sub(add(clipped, room), room);
  }
  friend GnuFloats times_power_of_two(GnuFloats x, GnuFloats n) {
    const Ints exponent = __builtin_convertvector(n.v, Ints) * (1 << 23);
    return {reinterpret_cast<Floats>(reinterpret_cast<Ints>(x.v) + exponent)};
  }
  friend GnuFloats if_positive(GnuFloats x, GnuFloats a, GnuFloats b) { return {x.v > zero().v ? a.v : b.v}; }
};

template <std::size_t kBytes, std::size_t kRows, std::size_t kPanels>
struct GnuBytes {
  static constexpr std::size_t kWidth = kBytes / sizeof(std::int32_t);
  static constexpr std::size_t kTileRows = kRows;
  static constexpr std::size_t kTilePanels = kPanels;
  using Int = typename GnuVector<kBytes>::Ints;
  using Unsigned = typename GnuVector<kBytes>::Unsigned;

  static Int zero() { return Int{}; }
  static Int load(const std::int8_t* from) {
    Int ints;
    __builtin_memcpy(&ints, from, sizeof ints);
    return ints;
  }
  // The same four bytes for every sum.
  static Int all(const std::uint8_t* four) {
    std::int32_t bits = 0;
    __builtin_memcpy(&bits, four, sizeof bits);
    return bits + Int{};
  }
  // Byte j of every number: shifted to the top and down again, so that the sign comes along. (Bytes of inputs
  // are 127 at most, so their sign is never set.)
  template <int j>
  static Int byte(Int v) {
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
