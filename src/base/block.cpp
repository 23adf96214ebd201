#include "base/block.h"

#include <cstdlib>
#include <cstring>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace tabia::base {
namespace {

constexpr std::size_t kCacheLine = 64;
constexpr std::size_t kHugePage = std::size_t{2} << 20;

std::size_t round_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

}  // namespace

void* allocate_block(std::size_t bytes) {
  const std::size_t alignment = bytes >= kHugePage ? kHugePage : kCacheLine;
  const std::size_t rounded = round_up(bytes, alignment);
  if (rounded < bytes) throw std::bad_alloc();
  void* const block = std::aligned_alloc(alignment, rounded);
  if (!block) throw std::bad_alloc();
#if defined(__linux__)
  if (alignment == kHugePage) ::madvise(block, rounded, MADV_HUGEPAGE);
#endif
  return block;
}

void* allocate_zeroed_block(std::size_t bytes) {
  return std::memset(allocate_block(bytes), 0, round_up(bytes, kCacheLine));
}

void free_block(void* block) noexcept { std::free(block); }

}  // namespace tabia::base
