#include "kernels/training.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/random.h"

namespace tabia::kernels {
namespace {

// Sums of a first layer as quantization-aware training has them: multiples of 1 / scale, some beyond the ends.
std::vector<int> random_sums(base::Random& random, std::size_t count) {
  std::vector<int> sums;
  for (std::size_t i = 0; i < count; ++i) sums.push_back(static_cast<int>(random.below(500)) - 120);
  return sums;
}

std::vector<float> divided(const std::vector<int>& values, int scale) {
  std::vector<float> result;
  for (const int value : values) result.push_back(static_cast<float>(value) / static_cast<float>(scale));
  return result;
}

// The integers of play are the specification: clip to 0..255, multiply, shift by 9.
TEST(TrainingKernels, ProductsAsBytesAreThoseOfPlay) {
  constexpr std::size_t kCount = 40 * kLanes;
  base::Random random(3);
  const std::vector<int> a = random_sums(random, kCount);
  const std::vector<int> b = random_sums(random, kCount);
  for (const TrainingKernels* table : runnable_training_kernels()) {
    const ByteRounding rounding{255.0f / 256, 128, 128};
    std::vector<float> out(kCount, -1);
    table->pairwise_bytes(out.data(), divided(a, 256).data(), divided(b, 256).data(), kCount, rounding);
    for (std::size_t i = 0; i < kCount; ++i) {
      const int byte = (std::clamp(a[i], 0, 255) * std::clamp(b[i], 0, 255)) >> 9;
      ASSERT_EQ(out[i] * 128, static_cast<float>(byte)) << table->name << " " << a[i] << " " << b[i];
    }
  }
}

TEST(TrainingKernels, ValuesAreRoundedDownToBytesOfAtMost127) {
  constexpr std::size_t kCount = 20 * kLanes;
  base::Random random(4);
  std::vector<float> in;
  for (std::size_t i = 0; i < kCount; ++i) in.push_back(static_cast<float>(random.below(1100)) / 1000);
  for (const TrainingKernels* table : runnable_training_kernels()) {
    std::vector<float> values = in;
    table->round_to_bytes(values.data(), kCount, {1, 128, 128});
    for (std::size_t i = 0; i < kCount; ++i)
      ASSERT_EQ(values[i], std::min(std::floor(in[i] * 128), 127.0f) / 128) << table->name << " " << in[i];
  }
}

}  // namespace
}  // namespace tabia::kernels
