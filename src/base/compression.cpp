#include "base/compression.h"

#include "base/text.h"

#if TABIA_HAS_ZSTD
#include <zstd.h>
#endif

namespace tabia::base {

#if TABIA_HAS_ZSTD

namespace {

constexpr int kWindowLog = 23;  // 8 MiB: bounds the memory that a hostile frame can ask for
// A block takes 3 bytes of header and 1 of content at least and yields at most 128 KiB.
constexpr std::size_t kMostFromOneByte = (std::size_t{128} << 10) / 4;

struct FreeCompressor {
  void operator()(ZSTD_CCtx* context) const noexcept { ZSTD_freeCCtx(context); }
};
struct FreeDecompressor {
  void operator()(ZSTD_DCtx* context) const noexcept { ZSTD_freeDCtx(context); }
};

}  // namespace

struct Decompressor::State {
  std::unique_ptr<ZSTD_DCtx, FreeDecompressor> context;
  ZSTD_inBuffer in{};
  std::size_t hint = 1;  // 0: the frame is complete
};

bool has_compression() noexcept { return true; }

Result<std::string> compressed(std::span<const std::span<const std::byte>> portions, int level) {
  std::size_t total = 0;
  for (const auto& portion : portions) total += portion.size();
  const std::unique_ptr<ZSTD_CCtx, FreeCompressor> context(ZSTD_createCCtx());
  if (!context) return Error{"zstd: out of memory"};
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_windowLog, kWindowLog);
  ZSTD_CCtx_setPledgedSrcSize(context.get(), total);
  std::string frame(ZSTD_compressBound(total), '\0');
  ZSTD_outBuffer out{frame.data(), frame.size(), 0};
  for (std::size_t i = 0; i <= portions.size(); ++i) {
    const bool end = i == portions.size();
    ZSTD_inBuffer in{end ? nullptr : portions[i].data(), end ? 0 : portions[i].size(), 0};
    // The output has room for everything, so each call takes all that it is given.
    const std::size_t left =
        ZSTD_compressStream2(context.get(), &out, &in, end ? ZSTD_e_end : ZSTD_e_continue);
    if (ZSTD_isError(left) != 0) return Error{concat("zstd: ", ZSTD_getErrorName(left))};
    TABIA_CHECK(in.pos == in.size && (!end || left == 0), "zstd needs more room than it promised");
  }
  frame.resize(out.pos);
  return frame;
}

Result<Decompressor> Decompressor::open(std::string_view frame, std::size_t content_bytes) {
  const unsigned long long announced = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (announced == ZSTD_CONTENTSIZE_ERROR) return Error{"found no zstd frame"};
  if (announced != content_bytes) {
    const std::string found = announced == ZSTD_CONTENTSIZE_UNKNOWN ? "no size" : concat(announced, " bytes");
    return Error{concat("found a zstd frame that announces ", found, ", expected ", content_bytes, " bytes")};
  }
  if (content_bytes / kMostFromOneByte > frame.size()) {
    return Error{concat("found a zstd frame of ", frame.size(), " bytes, which can't hold ", content_bytes)};
  }
  auto state = std::make_unique<State>();
  state->context.reset(ZSTD_createDCtx());
  if (!state->context) return Error{"zstd: out of memory"};
  ZSTD_DCtx_setParameter(state->context.get(), ZSTD_d_windowLogMax, kWindowLog);
  state->in = {frame.data(), frame.size(), 0};
  return Decompressor(std::move(state));
}

Result<void> Decompressor::read(std::span<std::byte> bytes) {
  ZSTD_outBuffer out{bytes.data(), bytes.size(), 0};
  while (out.pos < out.size) {
    const std::size_t taken_before = state_->in.pos;
    const std::size_t given_before = out.pos;
    if (state_->hint != 0) state_->hint = ZSTD_decompressStream(state_->context.get(), &out, &state_->in);
    if (ZSTD_isError(state_->hint) != 0) {
      return Error{
          concat("at byte ", state_->in.pos, " of the zstd frame: ", ZSTD_getErrorName(state_->hint))};
    }
    if (state_->in.pos == taken_before && out.pos == given_before) {
      return Error{concat("the zstd frame ends after ", state_->in.pos, " bytes, expected more content")};
    }
  }
  return {};
}

Result<void> Decompressor::finish() {
  // The frame may have an end mark that has not been looked at.
  std::byte none{};
  ZSTD_outBuffer out{&none, 0, 0};
  if (state_->hint != 0) state_->hint = ZSTD_decompressStream(state_->context.get(), &out, &state_->in);
  if (state_->hint != 0) return Error{"the zstd frame goes on, expected its end"};
  if (state_->in.pos != state_->in.size)
    return Error{
        concat("found ", state_->in.size - state_->in.pos, " bytes behind the zstd frame, expected none")};
  return {};
}

#else

struct Decompressor::State {};

namespace {

Error without_zstd() {
  return Error{"this build has no zstd; expected an uncompressed file (or a build with libzstd)"};
}

}  // namespace

bool has_compression() noexcept { return false; }
Result<std::string> compressed(std::span<const std::span<const std::byte>>, int) { return without_zstd(); }
Result<Decompressor> Decompressor::open(std::string_view, std::size_t) { return without_zstd(); }
Result<void> Decompressor::read(std::span<std::byte>) { return without_zstd(); }
Result<void> Decompressor::finish() { return without_zstd(); }

#endif

Decompressor::Decompressor(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
Decompressor::~Decompressor() = default;
Decompressor::Decompressor(Decompressor&& other) noexcept = default;
Decompressor& Decompressor::operator=(Decompressor&& other) noexcept = default;

}  // namespace tabia::base
