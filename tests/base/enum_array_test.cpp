#include "base/enum_array.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>

namespace tabia::base {
namespace {
enum class Suit : std::uint8_t { Clubs, Diamonds, Hearts, Spades };
enum class Other : std::uint8_t { One };
}  // namespace

template <>
inline constexpr std::size_t kEnumCount<Suit> = 4;

namespace {

template <class Array, class Index>
concept IndexableBy = requires(Array array, Index index) {
  array[index];
};

TEST(EnumArray, IsIndexedByItsEnumAndByNothingElse) {
  EnumArray<Suit, int> points{};
  points[Suit::Hearts] = 20;
  EXPECT_EQ(points[Suit::Hearts], 20);
  EXPECT_EQ(points[Suit::Clubs], 0);
  static_assert(IndexableBy<EnumArray<Suit, int>, Suit>);
  static_assert(!IndexableBy<EnumArray<Suit, int>, Other>);
  static_assert(!IndexableBy<EnumArray<Suit, int>, int>);
  static_assert(!IndexableBy<EnumArray<Suit, int>, std::size_t>);
}

TEST(EnumArray, IsAPlainValueOfKnownSize) {
  static_assert(sizeof(EnumArray<Suit, std::uint16_t>) == 8);
  static_assert(std::is_trivially_copyable_v<EnumArray<Suit, int>>);
  constexpr EnumArray<Suit, int> kPoints = {{{1, 2, 3, 4}}};
  static_assert(kPoints[Suit::Spades] == 4);
  int sum = 0;
  for (const int number : kPoints) sum += number;
  EXPECT_EQ(sum, 10);
  EXPECT_EQ(kPoints, kPoints);
}

}  // namespace
}  // namespace tabia::base
