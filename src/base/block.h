// base/block.h: memory in one piece, aligned for SIMD; large blocks ask for huge pages, because random reads
// of a large table are slow when each one misses the TLB.
#pragma once

#include <cstddef>

namespace tabia::base {

// The smallest multiple of `step` that is at least `value`. Requires step > 0.
[[nodiscard]] constexpr std::size_t rounded_up(std::size_t value, std::size_t step) noexcept {
  return (value + step - 1) / step * step;
}

// Zeroed up to the next multiple of 64 bytes. Aligned to 64 bytes; blocks of 2 MiB or more to 2 MiB, with a
// request for huge pages. Throws std::bad_alloc.
[[nodiscard]] void* allocate_zeroed_block(std::size_t bytes);
// The same, but not zeroed.
[[nodiscard]] void* allocate_block(std::size_t bytes);
// Does nothing for null.
void free_block(void* block) noexcept;

// For a std::unique_ptr to something that lives in a block and needs no destructor.
struct FreeBlock {
  void operator()(void* block) const noexcept { free_block(block); }
};

}  // namespace tabia::base
