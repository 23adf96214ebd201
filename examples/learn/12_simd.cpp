// examples/learn/12_simd.cpp: the three inner loops of a network, one number at a time and eight at a time.
// Page: docs/learn/12-simd.md
//
// Vectors of 16 bytes are enough to show the idea; GCC and clang compile them for any processor. The one loop
// that needs a special instruction has it where there is one (SSE2, which every x86-64 has).
#include <algorithm>
#include <cstring>

#include "learn.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace {

constexpr std::size_t kLength = 512;
constexpr int kOne = 255;
using Words = std::array<std::int16_t, kLength>;
using Floats = std::array<float, kLength>;

using Words8 = std::int16_t __attribute__((vector_size(16)));  // 8 x 16 bits
using Floats4 = float __attribute__((vector_size(16)));        // 4 x 32 bits

template <class Vector, class Number>
Vector load(const Number* from) {
  Vector v;
  std::memcpy(&v, from, sizeof v);
  return v;
}

// Keeps the compiler from using vectors on its own where we show what it is like without.
#if defined(__clang__)
#define ONE_BY_ONE _Pragma("clang loop vectorize(disable) interleave(disable)")
#define NO_VECTORS
#else
#define ONE_BY_ONE
#define NO_VECTORS __attribute__((optimize("no-tree-vectorize")))
#endif

// ---- update of an accumulator: out = in + added - removed; wraps around like the vector instruction

NO_VECTORS void update_scalar(Words& out, const Words& in, const Words& added, const Words& removed) {
  ONE_BY_ONE
  for (std::size_t i = 0; i < kLength; ++i) out[i] = static_cast<std::int16_t>(in[i] + added[i] - removed[i]);
}

void update_vector(Words& out, const Words& in, const Words& added, const Words& removed) {
  using Unsigned8 = std::uint16_t __attribute__((vector_size(16)));  // unsigned numbers may wrap around
  for (std::size_t i = 0; i < kLength; i += 8) {
    const Unsigned8 sum = load<Unsigned8>(&in[i]) + load<Unsigned8>(&added[i]) - load<Unsigned8>(&removed[i]);
    std::memcpy(&out[i], &sum, sizeof sum);
  }
}

// ---- dot product of floats. The order of additions is part of the definition: 16 lanes, then halves.

NO_VECTORS float dot_in_a_row(const Floats& a, const Floats& b) {
  float sum = 0;
  ONE_BY_ONE
  for (std::size_t i = 0; i < kLength; ++i) sum += a[i] * b[i];
  return sum;
}

float sum_of_lanes(std::array<float, 16> lanes) {
  for (std::size_t half = 8; half > 0; half /= 2)
    for (std::size_t lane = 0; lane < half; ++lane) lanes[lane] += lanes[lane + half];
  return lanes[0];
}

NO_VECTORS float dot_in_lanes(const Floats& a, const Floats& b) {
  std::array<float, 16> lanes{};
  ONE_BY_ONE
  for (std::size_t i = 0; i < kLength; ++i) lanes[i % 16] += a[i] * b[i];
  return sum_of_lanes(lanes);
}

float dot_vector(const Floats& a, const Floats& b) {
  Floats4 s0{}, s1{}, s2{}, s3{};
  for (std::size_t i = 0; i < kLength; i += 16) {
    s0 += load<Floats4>(&a[i]) * load<Floats4>(&b[i]);
    s1 += load<Floats4>(&a[i + 4]) * load<Floats4>(&b[i + 4]);
    s2 += load<Floats4>(&a[i + 8]) * load<Floats4>(&b[i + 8]);
    s3 += load<Floats4>(&a[i + 12]) * load<Floats4>(&b[i + 12]);
  }
  std::array<float, 16> lanes;
  const Floats4 sums[4] = {s0, s1, s2, s3};
  std::memcpy(lanes.data(), sums, sizeof sums);
  return sum_of_lanes(lanes);
}

// ---- squared clipped relu times weight, summed: sum of clamp(x, 0, 255)^2 * w. Requires |w| <= 128.

NO_VECTORS std::int64_t screlu_scalar(const Words& x, const Words& w) {
  std::int64_t sum = 0;
  ONE_BY_ONE
  for (std::size_t i = 0; i < kLength; ++i) {
    const int v = std::clamp<int>(x[i], 0, kOne);
    sum += v * v * w[i];
  }
  return sum;
}

std::int64_t screlu_vector(const Words& x, const Words& w) {
#if defined(__SSE2__)
  const __m128i zero = _mm_setzero_si128(), one = _mm_set1_epi16(kOne);
  __m128i sums = zero;  // 4 x 32 bits
  for (std::size_t i = 0; i < kLength; i += 8) {
    const __m128i v = _mm_min_epi16(_mm_max_epi16(load<__m128i>(&x[i]), zero), one);
    const __m128i product =
        _mm_mullo_epi16(v, load<__m128i>(&w[i]));            // v * w: at most 255 * 128, fits 16 bits
    sums = _mm_add_epi32(sums, _mm_madd_epi16(product, v));  // times v again, pairs added in 32 bits
  }
  std::array<std::int32_t, 4> lanes;
  std::memcpy(lanes.data(), &sums, sizeof sums);
  return std::int64_t{lanes[0]} + lanes[1] + lanes[2] + lanes[3];
#else
  return screlu_scalar(x, w);
#endif
}

}  // namespace

int main() {
  learn::Random random(1);
  bool equal = true;
  float order = 0;
  Words x, added, removed, w, by_one, by_eight;
  Floats a, b;
  for (int trial = 0; trial < 1000; ++trial) {
    for (std::size_t i = 0; i < kLength; ++i) {
      x[i] =
          static_cast<std::int16_t>(trial % 2 == 0 ? random.below(65536) - 32768 : random.below(512) - 128);
      added[i] = static_cast<std::int16_t>(random.below(65536) - 32768);
      removed[i] = static_cast<std::int16_t>(random.below(65536) - 32768);
      w[i] = static_cast<std::int16_t>(random.below(257) - 128);
      a[i] = static_cast<float>(random.uniform(-1, 1));
      b[i] = static_cast<float>(random.uniform(-1, 1));
    }
    update_scalar(by_one, x, added, removed);
    update_vector(by_eight, x, added, removed);
    equal = equal && by_one == by_eight && dot_in_lanes(a, b) == dot_vector(a, b) &&
            screlu_scalar(x, w) == screlu_vector(x, w);
    order = std::max(order, std::abs(dot_in_a_row(a, b) - dot_vector(a, b)));
  }
  const auto print = [](const char* name, double scalar, double vector) {
    std::printf("%-24s one by one %5.0f ns, vectors %4.0f ns (%.1f x)\n", name, scalar, vector,
                scalar / vector);
  };
  std::printf("%zu numbers, vectors of 16 bytes, 1000 trials\n", kLength);
  print("i16 in + added - removed",
        learn::nanoseconds([&] { return update_scalar(by_one, x, added, removed), by_one[5]; }),
        learn::nanoseconds([&] { return update_vector(by_eight, x, added, removed), by_eight[5]; }));
  print("f32 dot product", learn::nanoseconds([&] { return dot_in_a_row(a, b); }),
        learn::nanoseconds([&] { return dot_vector(a, b); }));
  print("i16 screlu dot product", learn::nanoseconds([&] { return screlu_scalar(x, w); }),
        learn::nanoseconds([&] { return screlu_vector(x, w); }));
  std::printf("floats added in another order differ by up to %.0e; in the same lanes by nothing\n",
              double(order));
  return learn::verdict(equal, "vector code gives the same numbers as scalar code, bit for bit");
}
