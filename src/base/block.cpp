#include "base/block.h"

#include <cstring>
#include <new>

#include "os/system.h"

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
  void* const block = os::allocate_aligned(alignment, rounded);
  if (!block) throw std::bad_alloc();
  if (alignment == kHugePage) os::prefer_huge_pages(block, rounded);
  return block;
}

void* allocate_zeroed_block(std::size_t bytes) {
  return std::memset(allocate_block(bytes), 0, round_up(bytes, kCacheLine));
}

void free_block(void* block) noexcept { os::free_aligned(block); }

}  // namespace tabia::base
