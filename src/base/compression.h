// base/compression.h: zstd, gzip and bzip2; no other file uses these libraries. A build without them (the
// plain Makefile) rejects compressed files and says why.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tabia::base {

// Was this build made with zstd?
[[nodiscard]] bool has_compression() noexcept;

// zstd levels, from 1 (fast) to 19 (small).
inline constexpr int kFastCompression = 3;
inline constexpr int kSmallCompression = 12;

// One zstd frame that holds the portions one after another. Fails if this build has no zstd.
[[nodiscard]] Result<std::string> compressed(std::span<const std::span<const std::byte>> portions,
                                             int level = kSmallCompression);

// Decompresses a zstd frame portion by portion, in bounded memory.
class Decompressor {
 public:
  // Fails if this build has no zstd or the frame can't hold exactly `content_bytes`; check this before
  // allocating memory for them. `frame` must outlive the object.
  [[nodiscard]] static Result<Decompressor> open(std::string_view frame, std::size_t content_bytes);
  ~Decompressor();
  Decompressor(Decompressor&& other) noexcept;
  Decompressor& operator=(Decompressor&& other) noexcept;

  // Fills `out`. The error says where the frame is damaged.
  [[nodiscard]] Result<void> read(std::span<std::byte> out);
  // Checks that the frame was read to its end and nothing follows it.
  [[nodiscard]] Result<void> finish();

 private:
  struct State;
  explicit Decompressor(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

// --- whole files written by other programs

enum class Compression { None, Gzip, Zstd, Bzip2 };

// Judges by the first bytes of the content. None also if there are too few to tell.
[[nodiscard]] Compression compression_in(std::string_view beginning) noexcept;
// Could compressed content start like this? True for the empty text.
[[nodiscard]] bool may_be_compressed(std::string_view beginning) noexcept;
// Judges by the extension.
[[nodiscard]] Compression compression_of(std::string_view path) noexcept;
// The name without the extension of the compression.
[[nodiscard]] std::string_view without_compression(std::string_view path) noexcept;

// Turns compressed bytes into content. Any bytes may be fed.
class StreamDecoder {
 public:
  struct Step {
    std::size_t taken = 0;  // of `in`, consumed
    std::size_t given = 0;  // to `out`, written
  };
  virtual ~StreamDecoder() = default;
  // Processes as much of `in` as `out` has room for. The error says what is wrong with the bytes.
  [[nodiscard]] virtual Result<Step> step(std::string_view in, char* out, std::size_t room) = 0;
  // Is this a valid end of the input?
  [[nodiscard]] virtual bool is_complete() const noexcept = 0;

  // Fails if this build can't read the format. Null for Compression::None.
  [[nodiscard]] static Result<std::unique_ptr<StreamDecoder>> make(Compression compression);
};

}  // namespace tabia::base
