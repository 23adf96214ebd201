// base/compression.h: zstd, the only place that knows it. A build without the library (the bare Makefile) refuses
// compressed files with a message that says so.
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

}  // namespace tabia::base
