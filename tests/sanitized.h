// tests/sanitized.h: less work for tests where every step is checked and ten times slower. What must hold is the same;
// only how often it is tried differs, so the ordinary build keeps the full number.
#pragma once

namespace tabia::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)  // g++
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)  // clang
inline constexpr bool kSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif

// `all` rounds, positions, games; under a sanitizer `few`.
template <class T>
constexpr T rounds(T all, T few) noexcept {
  return kSanitized ? few : all;
}

}  // namespace tabia::test
