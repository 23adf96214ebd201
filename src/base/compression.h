// base/compression.h: zstd and gzip, the only place that knows them. A build without the libraries (the bare Makefile)
// refuses compressed files with a message that says so.
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

// zstd levels, from its 1 (fast) to 19 (small).
inline constexpr int kFastCompression = 3;
inline constexpr int kSmallCompression = 12;

// One zstd frame that holds the portions one after another. The error says that this build has no zstd.
[[nodiscard]] Result<std::string> compressed(std::span<const std::span<const std::byte>> portions,
                                             int level = kSmallCompression);

// Takes the content of a zstd frame portion by portion, in bounded memory.
class Decompressor {
 public:
  // The error says that this build has no zstd, or why the frame can't hold exactly `content_bytes`; then
  // nothing needs to be allocated for them. `frame` must outlive the object.
  [[nodiscard]] static Result<Decompressor> open(std::string_view frame, std::size_t content_bytes);
  ~Decompressor();
  Decompressor(Decompressor&& other) noexcept;
  Decompressor& operator=(Decompressor&& other) noexcept;

  // Fills `out`. The error says where the frame is damaged.
  [[nodiscard]] Result<void> read(std::span<std::byte> out);
  // Was the frame read to its end, with nothing behind it?
  [[nodiscard]] Result<void> finish();

 private:
  struct State;
  explicit Decompressor(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

// --- whole files of others

enum class Compression { None, Gzip, Zstd };

// By the first bytes of the content. None also if they are too few to tell.
[[nodiscard]] Compression compression_in(std::string_view beginning) noexcept;
// Could a compressed content begin so? Of the empty text anything can come.
[[nodiscard]] bool may_be_compressed(std::string_view beginning) noexcept;
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
  [[nodiscard]] virtual Result<Step> step(std::string_view in, char* out, std::size_t room) = 0;
  // May the input end here?
  [[nodiscard]] virtual bool is_complete() const noexcept = 0;

  // The error says that this build can't read it. Null for Compression::None.
  [[nodiscard]] static Result<std::unique_ptr<StreamDecoder>> make(Compression compression);
};

}  // namespace tabia::base
