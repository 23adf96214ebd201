// data/block.h: the building block of our training data files (docs/formats/training-data.md): a header of 48
// bytes with two checksums, and a payload that is compressed if the build has zstd.
//
// A block is self-contained: it can be read without any other, and a reader that hits damage finds the next
// one by the magic bytes.
//
//    0  8  magic "TABIABLK"
//    8  1  version, 1
//    9  1  kind, see BlockKind
//   10  1  0 the payload is the content, 1 it is one zstd frame
//   11  1  0
//   12  4  number of the block in its file; the manifest is 0
//   16  4  bytes of payload, which follows the header
//   20  4  bytes of content
//   24  4  records in it
//   28  4  positions in them
//   32  8  XXH64 of the payload
//   40  8  XXH64 of bytes 0 to 39
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/compression.h"
#include "base/result.h"

namespace tabia::data {

enum class BlockKind : std::uint8_t {
  Manifest,   // JSON text
  Games,      // data/game_coding.h
  Positions,  // data/packed_position.h, one after another
  Index,      // where the blocks are; see data/container.h
};

inline constexpr std::string_view kBlockMagic = "TABIABLK";
inline constexpr std::size_t kBlockHeaderBytes = 48;
inline constexpr std::uint8_t kBlockVersion = 1;
// The reader refuses larger blocks, so no file can make it use more memory.
inline constexpr std::uint32_t kMostBlockBytes = 64u << 20;

struct BlockHeader {
  BlockKind kind = BlockKind::Manifest;
  bool compressed = false;
  std::uint32_t number = 0;
  std::uint32_t payload_bytes = 0;
  std::uint32_t content_bytes = 0;
  std::uint32_t records = 0;
  std::uint32_t positions = 0;
  std::uint64_t payload_hash = 0;

  [[nodiscard]] std::uint64_t total_bytes() const noexcept { return kBlockHeaderBytes + payload_bytes; }
  friend bool operator==(const BlockHeader&, const BlockHeader&) = default;
};

struct Block {
  BlockHeader header;
  std::string payload;
};

// What a block holds and how much.
struct BlockContent {
  BlockKind kind = BlockKind::Games;
  std::uint32_t records = 0;
  std::uint32_t positions = 0;
  std::string bytes;
};

// The block, with number 0. The content is stored as is if the build has no zstd or if compression doesn't
// make it smaller. Requires at most kMostBlockBytes.
[[nodiscard]] Block make_block(const BlockContent& content, int level = base::kFastCompression);

// The 48 bytes.
[[nodiscard]] std::string to_bytes(const BlockHeader& header);
// Parses the front of `bytes`, which may have any size. The error says what is wrong with the header.
[[nodiscard]] base::Result<BlockHeader> parse_block_header(std::string_view bytes);

// Puts what the block holds into `content`, reusing its memory. The error says that the checksum differs, or
// why the payload can't be decompressed. Requires payload.size() == header.payload_bytes.
[[nodiscard]] base::Result<void> read_block(const BlockHeader& header, std::string_view payload,
                                            BlockContent& content);

}  // namespace tabia::data
