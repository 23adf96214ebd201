// base/input.h: where readers take their bytes from: a file, plain or compressed, or bytes in memory.
//
// What is compressed by gzip or zstd is recognised by its first bytes, whatever its name, and decompressed on the way,
// in bounded memory. A build without zlib or zstd refuses it and says so.
#pragma once

#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

#include "base/compression.h"
#include "base/result.h"

namespace tabia::base {

// One input, read once from its beginning to its end. Not copied or moved: the stream points into it.
class Input final : private std::streambuf {
 public:
  // A file, or standard input for "-". Reads the first bytes. The error says why it can't be read.
  [[nodiscard]] static Result<std::unique_ptr<Input>> open(const std::string& path);
  // Bytes at hand, compressed or not.
  [[nodiscard]] static Result<std::unique_ptr<Input>> of_bytes(std::string bytes, const std::string& name,
                                                               Compression compression = Compression::None);
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  // The content. At its end look for a fault().
  [[nodiscard]] std::istream& stream() noexcept { return stream_; }
  // Takes up to `size` bytes of the content; fewer only at the end.
  [[nodiscard]] std::size_t read(char* out, std::size_t size);

  // For messages.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  // Bytes as they lie on disk: how many were taken in, and how many there are (0: unknown).
  [[nodiscard]] std::uint64_t bytes_read() const noexcept;
  [[nodiscard]] std::uint64_t bytes_total() const noexcept { return bytes_total_; }
  // What kept the content from being read to its end: damaged compression, a disk that fails.
  [[nodiscard]] const std::optional<Error>& fault() const noexcept { return fault_; }

 private:
  Input(std::string name, std::unique_ptr<std::istream> owned, std::istream* raw,
        std::unique_ptr<StreamDecoder> decoder, std::uint64_t total);

  int_type underflow() override;
  [[nodiscard]] bool refill_raw();
  [[nodiscard]] std::size_t decode();

  std::string name_;
  std::unique_ptr<std::istream> owned_;
  std::istream* raw_;
  std::unique_ptr<StreamDecoder> decoder_;  // null: not compressed
  std::uint64_t bytes_total_;
  std::uint64_t raw_bytes_ = 0;  // taken from raw_, with those of raw_block_
  std::string raw_block_;        // compressed bytes that were taken in
  std::size_t raw_at_ = 0;       // where in them the decoder is
  std::vector<char> block_;      // what stream_ reads
  std::optional<Error> fault_;
  std::istream stream_;
};

}  // namespace tabia::base
