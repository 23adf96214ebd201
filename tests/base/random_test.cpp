#include "base/random.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>

namespace tabia::base {
namespace {

TEST(Random, GivesThePublishedNumbersOfSplitMix64SoThatKeysNeverChange) {
  Random zero(0);
  EXPECT_EQ(zero.next(), 0xE220A8397B1DCDAFu);
  EXPECT_EQ(zero.next(), 0x6E789E6AA1B965F4u);
  EXPECT_EQ(zero.next(), 0x06C45D188009454Fu);
  Random other(1234567);
  EXPECT_EQ(other.next(), 6457827717110365317u);
  EXPECT_EQ(other.next(), 3203168211198807973u);
  EXPECT_EQ(other.next(), 9817491932198370423u);
  EXPECT_EQ(other.next(), 4593380528125082431u);
  EXPECT_EQ(other.next(), 16408922859458223821u);
}

TEST(Random, WorksAtCompileTime) {
  static_assert(Random(0).next() == 0xE220A8397B1DCDAFu);
  static_assert(Random(5).below(1) == 0);
}

TEST(Random, BelowStaysBelowAndReachesEveryNumber) {
  Random random(3);
  for (const std::uint32_t bound : {1u, 2u, 3u, 7u, 64u, 960u}) {
    std::array<int, 960> seen{};
    for (std::uint32_t i = 0; i < 40 * bound; ++i) {
      const std::uint32_t number = random.below(bound);
      ASSERT_LT(number, bound);
      ++seen[number];
    }
    for (std::uint32_t number = 0; number < bound; ++number)
      EXPECT_GT(seen[number], 0) << number << " of " << bound;
  }
  for (int i = 0; i < 1000; ++i) ASSERT_LT(random.below(0xFFFFFFFFu), 0xFFFFFFFFu);
}

TEST(Random, BelowIsEven) {
  Random random(4);
  std::array<int, 6> seen{};
  for (int i = 0; i < 60000; ++i) ++seen[random.below(6)];
  for (const int times : seen) {
    EXPECT_GT(times, 9600);
    EXPECT_LT(times, 10400);
  }
}

TEST(Random, UniformNumbersAreTheUpperBitsBelowOne) {
  Random bits(5);
  Random numbers(5);
  double sum = 0;
  for (int i = 0; i < 10'000; ++i) {
    const double number = numbers.uniform();
    ASSERT_EQ(number * 0x1p53, static_cast<double>(bits.next() >> 11)) << i;
    ASSERT_LT(number, 1);
    sum += number;
  }
  EXPECT_NEAR(sum / 10'000, 0.5, 0.01);
}

TEST(Random, UniformIsEvenInTheHalfOpenUnitInterval) {
  Random random(5);
  std::array<int, 10> seen{};
  for (int i = 0; i < 100'000; ++i) {
    const double number = random.uniform();
    ASSERT_GE(number, 0.0);
    ASSERT_LT(number, 1.0);
    ++seen[static_cast<std::size_t>(number * 10)];
  }
  for (const int times : seen) EXPECT_NEAR(times, 10'000, 500);
}

}  // namespace
}  // namespace tabia::base
