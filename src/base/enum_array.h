// base/enum_array.h: an array whose index is an enum class, so that a Color can't index squares.
#pragma once

#include <array>
#include <cstddef>

namespace tabia::base {

// How many values an enum used as an index has. Specialized next to each such enum.
template <class Enum>
inline constexpr std::size_t kEnumCount = 0;

template <class Enum, class T>
struct EnumArray : std::array<T, kEnumCount<Enum>> {
  static_assert(kEnumCount<Enum> > 0, "specialize kEnumCount for this enum");
  using Base = std::array<T, kEnumCount<Enum>>;

  constexpr T& operator[](Enum index) noexcept { return Base::operator[](static_cast<std::size_t>(index)); }
  constexpr const T& operator[](Enum index) const noexcept {
    return Base::operator[](static_cast<std::size_t>(index));
  }
};

}  // namespace tabia::base
