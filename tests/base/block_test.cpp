// Blocks of memory: aligned for their size, writable from end to end.
#include "base/block.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <new>

namespace tabia::base {
namespace {

TEST(Block, IsAlignedForItsSizeAndWritable) {
  constexpr std::size_t kMib = std::size_t{1} << 20;
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{64}, kMib + 1, 2 * kMib, 5 * kMib + 3}) {
    const std::unique_ptr<void, FreeBlock> block(allocate_block(bytes));
    const std::uintptr_t alignment = bytes >= 2 * kMib ? 2 * kMib : 64;
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block.get()) % alignment, 0u) << bytes;
    std::memset(block.get(), 0xA5, bytes);
    EXPECT_EQ(static_cast<const unsigned char*>(block.get())[bytes - 1], 0xA5);
  }
}

TEST(Block, ZeroesReachToTheNextCacheLine) {
  { std::memset(std::unique_ptr<void, FreeBlock>(allocate_block(128)).get(), 0xA5, 128); }
  const std::unique_ptr<void, FreeBlock> block(allocate_zeroed_block(65));
  const auto* bytes = static_cast<const unsigned char*>(block.get());
  for (int i = 0; i < 128; ++i) EXPECT_EQ(bytes[i], 0) << i;
}

TEST(Block, WhatIsTooLargeIsRefused) {
  EXPECT_THROW(static_cast<void>(allocate_zeroed_block(std::numeric_limits<std::size_t>::max())),
               std::bad_alloc);
}

TEST(Block, FreeingNothingLeavesOtherBlocksAlone) {
  const std::unique_ptr<void, FreeBlock> block(allocate_block(256));
  std::memset(block.get(), 0x5A, 256);
  free_block(nullptr);
  const std::unique_ptr<void, FreeBlock> other(allocate_zeroed_block(256));
  EXPECT_NE(other.get(), block.get());
  for (int i = 0; i < 256; ++i) EXPECT_EQ(static_cast<const unsigned char*>(block.get())[i], 0x5A) << i;
}

TEST(Block, SizesAreRoundedUpToMultiples) {
  EXPECT_EQ(rounded_up(0, 16), 0u);
  EXPECT_EQ(rounded_up(1, 16), 16u);
  EXPECT_EQ(rounded_up(16, 16), 16u);
  EXPECT_EQ(rounded_up(17, 4), 20u);
}

}  // namespace
}  // namespace tabia::base
