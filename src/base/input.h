// base/input.h: where readers get their bytes: a file, plain or compressed, or memory.
//
// gzip, bzip2 and zstd are recognized by their first bytes, whatever the file's name, and decompressed on the
// fly in bounded memory. A build without their libraries rejects such files and says so.
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

// One input, read once from beginning to end. Not copied or moved: the stream points into it.
class Input final : private std::streambuf {
 public:
  // A file, or standard input for "-". Reads the first bytes. The error says why it can't be read.
  [[nodiscard]] static Result<std::unique_ptr<Input>> open(const std::string& path);
  // Bytes in memory, compressed or not.
  [[nodiscard]] static Result<std::unique_ptr<Input>> of_bytes(std::string bytes, const std::string& name,
                                                               Compression compression = Compression::None);
  // The content of another stream, `total` bytes (0: unknown). A std::runtime_error thrown by its buffer is a
  // fault.
  [[nodiscard]] static std::unique_ptr<Input> of_stream(std::unique_ptr<std::istream> stream,
                                                        const std::string& name, std::uint64_t total);
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  // The content. Check fault() at its end.
  [[nodiscard]] std::istream& stream() noexcept { return stream_; }
  // Reads up to `size` bytes of the content; fewer only at the end.
  [[nodiscard]] std::size_t read(char* out, std::size_t size);

  // For messages.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  // Bytes as stored on disk: how many were read, and how many there are (0: unknown).
  [[nodiscard]] std::uint64_t bytes_read() const noexcept;
  [[nodiscard]] std::uint64_t bytes_total() const noexcept { return bytes_total_; }
  // Why the content could not be read to its end: damaged compression, a failing disk.
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
  std::uint64_t raw_bytes_ = 0;  // read from raw_, including raw_block_
  std::string raw_block_;        // compressed bytes that were read
  std::size_t raw_at_ = 0;       // the decoder's place in them
  std::vector<char> block_;      // what stream_ reads
  std::optional<Error> fault_;
  std::istream stream_;
};

}  // namespace tabia::base
