// data/compressed_input.h: where readers take their bytes from: a file, plain or compressed, or bytes in memory.
//
// Files whose name ends in .gz or .zst are decompressed on the way, in bounded memory. A build without zlib or zstd
// refuses them and says so.
#pragma once

#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/result.h"

namespace tabia::data {

enum class Compression { None, Gzip, Zstd };

// By the end of the name.
[[nodiscard]] Compression compression_of(std::string_view path) noexcept;
// The name without the ending that tells the compression.
[[nodiscard]] std::string_view without_compression(std::string_view path) noexcept;

// Takes compressed bytes and gives content. Any bytes may be fed.
class StreamDecoder {
 public:
  struct Step {
    std::size_t taken = 0;  // of `in`
    std::size_t given = 0;  // to `out`
  };
  virtual ~StreamDecoder() = default;
  // Works through some of `in`, as far as `out` has room. The error says what is wrong with the bytes.
  [[nodiscard]] virtual base::Result<Step> step(std::string_view in, char* out, std::size_t room) = 0;
  // May the input end here?
  [[nodiscard]] virtual bool is_complete() const noexcept = 0;

  // The error says that this build can't read it. Null for Compression::None.
  [[nodiscard]] static base::Result<std::unique_ptr<StreamDecoder>> make(Compression compression);
};

// One input, read once from its beginning to its end. Not copied or moved: the stream points into it.
class Input final : private std::streambuf {
 public:
  // A file, or standard input for "-". The error says why it can't be read.
  [[nodiscard]] static base::Result<std::unique_ptr<Input>> open(const std::string& path);
  // Bytes at hand, compressed or not.
  [[nodiscard]] static base::Result<std::unique_ptr<Input>> of_bytes(
      std::string bytes, const std::string& name, Compression compression = Compression::None);
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
  [[nodiscard]] const std::optional<base::Error>& fault() const noexcept { return fault_; }

 private:
  Input(std::string name, std::unique_ptr<std::istream> owned, std::istream* raw,
        std::unique_ptr<StreamDecoder> decoder, std::uint64_t total);

  int_type underflow() override;
  [[nodiscard]] bool refill_raw();
  [[nodiscard]] std::size_t decode();

  std::string name_;
  std::optional<base::InputFile> file_;
  std::unique_ptr<std::istream> owned_;
  std::istream* raw_;
  std::unique_ptr<StreamDecoder> decoder_;  // null: not compressed
  std::uint64_t bytes_total_;
  std::uint64_t raw_bytes_ = 0;  // taken from raw_
  std::string raw_block_;        // compressed bytes that were taken in
  std::size_t raw_at_ = 0;       // where in them the decoder is
  std::vector<char> block_;      // what stream_ reads
  std::optional<base::Error> fault_;
  std::istream stream_;
};

}  // namespace tabia::data
