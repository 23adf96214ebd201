#include "base/hash.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "base/random.h"

namespace {

using namespace tabia::base;

// From the published test vectors of XXH64 with seed 0.
TEST(Hash, IsTheXxh64ThatOtherToolsCompute) {
  EXPECT_EQ(hash64(""), 0xEF46DB3751D8E999u);
  EXPECT_EQ(hash64("a"), 0xD24EC4F1A98C6E5Bu);
  EXPECT_EQ(hash64("abc"), 0x44BC2CF5AD770999u);
  EXPECT_EQ(hash64("Nobody inspects the spammish repetition"), 0xFBCEA83C8A378BF1u);
}

std::string random_bytes(std::size_t size) {
  Random random(size + 1);
  std::string bytes;
  while (bytes.size() < size) bytes += static_cast<char>(random.next());
  return bytes;
}

TEST(Hash, IsTheSameInWhateverPortionsTheBytesCome) {
  for (std::size_t size = 0; size < 150; ++size) {
    const std::string bytes = random_bytes(size);
    for (std::size_t portion = 1; portion < 70; portion += 3) {
      Hash64 hash;
      for (std::size_t at = 0; at < size; at += portion)
        hash.update(std::string_view(bytes).substr(at, portion));
      ASSERT_EQ(hash.value(), hash64(bytes)) << size << " bytes in portions of " << portion;
    }
  }
}

TEST(Hash, AskingForTheValueDoesNotDisturbWhatFollows) {
  Hash64 hash;
  hash.update("abc");
  EXPECT_EQ(hash.value(), hash64("abc"));
  hash.update("def");
  EXPECT_EQ(hash.value(), hash64("abcdef"));
}

TEST(Hash, EveryFlippedBitAndEveryLengthGivesAnotherValue) {
  std::string bytes = random_bytes(100);
  std::set<std::uint64_t> seen = {hash64(bytes)};
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
    EXPECT_TRUE(seen.insert(hash64(bytes)).second) << "bit " << bit;
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
  }
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_TRUE(seen.insert(hash64(bytes.substr(0, size))).second) << "length " << size;
  }
}

TEST(Hash, IsWrittenWithSixteenDigits) {
  EXPECT_EQ(hex64(0), "0000000000000000");
  EXPECT_EQ(hex64(0x0123456789ABCDEFu), "0123456789abcdef");
}

}  // namespace
