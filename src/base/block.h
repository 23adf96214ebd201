// base/block.h: memory in one piece, at an address that suits it: for SIMD, and on huge pages where it is large enough for them,
// because tables that are read here and there are slow when every read misses the address cache.
#pragma once

#include <cstddef>

namespace tabia::base {

// Zeroed, up to the next multiple of 64 bytes. At a multiple of 64 bytes, from 2 MiB on of 2 MiB, with the wish for huge pages.
// Throws std::bad_alloc.
[[nodiscard]] void* allocate_zeroed_block(std::size_t bytes);
// The same without the zeros.
[[nodiscard]] void* allocate_block(std::size_t bytes);
// Null is nothing.
void free_block(void* block) noexcept;

// For std::unique_ptr to what was put into a block and needs no destructor.
struct FreeBlock {
  void operator()(void* block) const noexcept { free_block(block); }
};

}  // namespace tabia::base
