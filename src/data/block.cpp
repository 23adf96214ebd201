#include "data/block.h"

#include <array>
#include <span>

#include "base/hash.h"
#include "base/text.h"
#include "data/bytes.h"

namespace tabia::data {

using base::concat;
using base::Error;
using base::Result;

namespace {

constexpr std::size_t kHashAt = 40;

}  // namespace

Block make_block(const BlockContent& content, int level) {
  TABIA_CHECK(content.bytes.size() <= kMostBlockBytes, "a block is too large");
  Block block;
  block.header.kind = content.kind;
  block.header.records = content.records;
  block.header.positions = content.positions;
  block.header.content_bytes = static_cast<std::uint32_t>(content.bytes.size());
  if (base::has_compression()) {
    const std::array portions = {std::as_bytes(std::span(content.bytes))};
    auto frame = base::compressed(portions, level);
    if (frame && frame->size() < content.bytes.size()) {
      block.payload = std::move(*frame);
      block.header.compressed = true;
    }
  }
  if (!block.header.compressed) block.payload = content.bytes;
  block.header.payload_bytes = static_cast<std::uint32_t>(block.payload.size());
  block.header.payload_hash = base::hash64(block.payload);
  return block;
}

std::string to_bytes(const BlockHeader& header) {
  std::string bytes(kBlockMagic);
  bytes += static_cast<char>(kBlockVersion);
  bytes += static_cast<char>(header.kind);
  bytes += static_cast<char>(header.compressed ? 1 : 0);
  bytes += '\0';
  for (const std::uint32_t number :
       {header.number, header.payload_bytes, header.content_bytes, header.records, header.positions}) {
    append_little_endian(bytes, number);
  }
  append_little_endian(bytes, header.payload_hash);
  append_little_endian(bytes, base::hash64(bytes));
  return bytes;
}

Result<BlockHeader> parse_block_header(std::string_view bytes) {
  if (bytes.size() < kBlockHeaderBytes)
    return Error{concat("found ", bytes.size(), " bytes, expected a block header of ", kBlockHeaderBytes)};
  if (!bytes.starts_with(kBlockMagic)) return Error{"found no block here"};
  if (load_little_endian<std::uint64_t>(bytes.data() + kHashAt) != base::hash64(bytes.substr(0, kHashAt)))
    return Error{"the header of the block is damaged (its checksum differs)"};
  const auto byte_at = [&](std::size_t at) { return static_cast<std::uint8_t>(bytes[at]); };
  const auto number_at = [&](std::size_t at) { return load_little_endian<std::uint32_t>(bytes.data() + at); };
  if (byte_at(8) != kBlockVersion)
    return Error{concat("found a block of version ", unsigned{byte_at(8)}, ", expected ",
                        unsigned{kBlockVersion}, " (made by a newer program?)")};
  if (byte_at(9) > static_cast<unsigned>(BlockKind::Index) || byte_at(10) > 1 || byte_at(11) != 0)
    return Error{"found a block of an unknown kind (made by a newer program?)"};
  BlockHeader header;
  header.kind = static_cast<BlockKind>(byte_at(9));
  header.compressed = byte_at(10) == 1;
  header.number = number_at(12);
  header.payload_bytes = number_at(16);
  header.content_bytes = number_at(20);
  header.records = number_at(24);
  header.positions = number_at(28);
  header.payload_hash = load_little_endian<std::uint64_t>(bytes.data() + 32);
  if (header.content_bytes > kMostBlockBytes)
    return Error{
        concat("found a block of ", header.content_bytes, " bytes, expected at most ", kMostBlockBytes)};
  return header;
}

Result<void> read_block(const BlockHeader& header, std::string_view payload, BlockContent& content) {
  if (base::hash64(payload) != header.payload_hash)
    return Error{"the block is damaged (its checksum differs)"};
  content.kind = header.kind;
  content.records = header.records;
  content.positions = header.positions;
  if (!header.compressed) {
    content.bytes = payload;
    return {};
  }
  auto decompressor = base::Decompressor::open(payload, header.content_bytes);
  if (!decompressor) return decompressor.error();
  content.bytes.resize(header.content_bytes);
  if (auto read = decompressor->read(std::as_writable_bytes(std::span(content.bytes))); !read) return read;
  return decompressor->finish();
}

}  // namespace tabia::data
