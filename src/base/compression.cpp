#include "base/compression.h"

#include <array>
#include <climits>

#include "base/check.h"
#include "base/text.h"

#if TABIA_HAS_ZLIB
#include <zlib.h>
#endif
#if TABIA_HAS_ZSTD
#include <zstd.h>
#endif
#if TABIA_HAS_BZIP2
#include <bzlib.h>
#endif

namespace tabia::base {

#if TABIA_HAS_ZSTD

namespace {

constexpr int kWindowLog = 23;  // 8 MiB: bounds the memory that a hostile frame can ask for
// A block takes at least 3 bytes of header and 1 of content, and yields at most 128 KiB.
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
    // The output has room for everything, so each call consumes all its input.
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
  if (announced == ZSTD_CONTENTSIZE_ERROR) return Error{"not a zstd frame"};
  if (announced != content_bytes) {
    const std::string found = announced == ZSTD_CONTENTSIZE_UNKNOWN ? "no size" : concat(announced, " bytes");
    return Error{concat("the zstd frame announces ", found, ", expected ", content_bytes, " bytes")};
  }
  if (content_bytes / kMostFromOneByte > frame.size()) {
    return Error{concat("the zstd frame has ", frame.size(), " bytes, too few to hold ", content_bytes)};
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
      return Error{
          concat("the zstd frame ends after ", state_->in.pos, " bytes before its content is complete")};
    }
  }
  return {};
}

Result<void> Decompressor::finish() {
  // The frame may have an end mark that has not been read yet.
  std::byte none{};
  ZSTD_outBuffer out{&none, 0, 0};
  if (state_->hint != 0) state_->hint = ZSTD_decompressStream(state_->context.get(), &out, &state_->in);
  if (state_->hint != 0) return Error{"the zstd frame continues after its announced content"};
  if (state_->in.pos != state_->in.size)
    return Error{
        concat("found ", state_->in.size - state_->in.pos, " bytes after the end of the zstd frame")};
  return {};
}

#else

struct Decompressor::State {};

namespace {

Error without_zstd() {
  return Error{"this build has no zstd; use an uncompressed file, or build with libzstd"};
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

// --- whole files written by other programs

namespace {

struct Mark {
  std::string_view ending;     // of the name
  std::string_view beginning;  // of the content
  Compression compression;
};
constexpr std::array kMarks = {Mark{".gz", "\x1f\x8b\x08", Compression::Gzip},
                               Mark{".zst", "\x28\xb5\x2f\xfd", Compression::Zstd},
                               Mark{".bz2", "BZh", Compression::Bzip2}};

#if TABIA_HAS_ZLIB

// One gzip member, or several in a row.
class GzipDecoder final : public StreamDecoder {
 public:
  GzipDecoder() {
    constexpr int kGzipOnly = 16;
    TABIA_CHECK(inflateInit2(&stream_, MAX_WBITS + kGzipOnly) == Z_OK, "zlib can't start");
  }
  ~GzipDecoder() override { inflateEnd(&stream_); }
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;

  Result<Step> step(std::string_view in, char* out, std::size_t room) override {
    if (complete_) {
      if (in.empty()) return Step{};
      inflateReset(&stream_);
      complete_ = false;
    }
    // zlib doesn't write to its input.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream_.avail_in = static_cast<uInt>(in.size());
    stream_.next_out = reinterpret_cast<Bytef*>(out);
    stream_.avail_out = static_cast<uInt>(room);
    const int status = inflate(&stream_, Z_NO_FLUSH);
    const Step step{in.size() - stream_.avail_in, room - stream_.avail_out};
    if (status == Z_STREAM_END) {
      complete_ = true;
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      return Error{concat("gzip: ", stream_.msg ? stream_.msg : "damaged data")};
    }
    return step;
  }
  bool is_complete() const noexcept override { return complete_; }

 private:
  z_stream stream_{};
  bool complete_ = false;
};

#endif
#if TABIA_HAS_ZSTD

// One zstd frame, or several in a row.
class ZstdDecoder final : public StreamDecoder {
 public:
  ZstdDecoder() : context_(ZSTD_createDCtx()) {
    TABIA_CHECK(context_ != nullptr, "zstd: out of memory");
    constexpr int kStreamWindowLog = 27;  // 128 MiB: the limit that zstd itself uses by default
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, kStreamWindowLog);
  }

  Result<Step> step(std::string_view in, char* out, std::size_t room) override {
    if (complete_ && in.empty()) return Step{};
    ZSTD_inBuffer source{in.data(), in.size(), 0};
    ZSTD_outBuffer target{out, room, 0};
    const std::size_t hint = ZSTD_decompressStream(context_.get(), &target, &source);
    if (ZSTD_isError(hint) != 0) return Error{concat("zstd: ", ZSTD_getErrorName(hint))};
    complete_ = hint == 0;
    return Step{source.pos, target.pos};
  }
  bool is_complete() const noexcept override { return complete_; }

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const noexcept { ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ZSTD_DCtx, Free> context_;
  bool complete_ = false;
};

#endif
#if TABIA_HAS_BZIP2

// One bzip2 stream, or several in a row.
class Bzip2Decoder final : public StreamDecoder {
 public:
  Bzip2Decoder() { start(); }
  ~Bzip2Decoder() override { BZ2_bzDecompressEnd(&stream_); }
  Bzip2Decoder(const Bzip2Decoder&) = delete;
  Bzip2Decoder& operator=(const Bzip2Decoder&) = delete;

  Result<Step> step(std::string_view in, char* out, std::size_t room) override {
    if (complete_) {
      if (in.empty()) return Step{};
      BZ2_bzDecompressEnd(&stream_);
      start();
    }
    // bzip2 doesn't write to its input.
    stream_.next_in = const_cast<char*>(in.data());
    stream_.avail_in = static_cast<unsigned>(in.size());
    stream_.next_out = out;
    stream_.avail_out = static_cast<unsigned>(room);
    const int status = BZ2_bzDecompress(&stream_);
    const Step step{in.size() - stream_.avail_in, room - stream_.avail_out};
    if (status == BZ_STREAM_END) {
      complete_ = true;
    } else if (status != BZ_OK) {
      return Error{"bzip2: damaged data"};
    }
    return step;
  }
  bool is_complete() const noexcept override { return complete_; }

 private:
  void start() {
    stream_ = {};
    TABIA_CHECK(BZ2_bzDecompressInit(&stream_, 0, 0) == BZ_OK, "bzip2 can't start");
    complete_ = false;
  }

  bz_stream stream_{};
  bool complete_ = false;
};

#endif

}  // namespace

Compression compression_in(std::string_view beginning) noexcept {
  for (const Mark& mark : kMarks) {
    if (beginning.starts_with(mark.beginning)) return mark.compression;
  }
  return Compression::None;
}

bool may_be_compressed(std::string_view beginning) noexcept {
  for (const Mark& mark : kMarks) {
    if (beginning.substr(0, mark.beginning.size()) == mark.beginning.substr(0, beginning.size())) return true;
  }
  return false;
}

Compression compression_of(std::string_view path) noexcept {
  for (const Mark& mark : kMarks) {
    if (path.ends_with(mark.ending)) return mark.compression;
  }
  return Compression::None;
}

std::string_view without_compression(std::string_view path) noexcept {
  for (const Mark& mark : kMarks) {
    if (path.ends_with(mark.ending)) return path.substr(0, path.size() - mark.ending.size());
  }
  return path;
}

Result<std::unique_ptr<StreamDecoder>> StreamDecoder::make(Compression compression) {
  switch (compression) {
    case Compression::None:
      return std::unique_ptr<StreamDecoder>();
    case Compression::Gzip:
#if TABIA_HAS_ZLIB
      return std::unique_ptr<StreamDecoder>(std::make_unique<GzipDecoder>());
#else
      return Error{"this build has no zlib; use an uncompressed file, or build with zlib1g-dev"};
#endif
    case Compression::Bzip2:
#if TABIA_HAS_BZIP2
      return std::unique_ptr<StreamDecoder>(std::make_unique<Bzip2Decoder>());
#else
      return Error{"this build has no bzip2; use an uncompressed file, or build with libbz2-dev"};
#endif
    case Compression::Zstd:
      break;
  }
#if TABIA_HAS_ZSTD
  return std::unique_ptr<StreamDecoder>(std::make_unique<ZstdDecoder>());
#else
  return Error{"this build has no zstd; use an uncompressed file, or build with libzstd-dev"};
#endif
}

}  // namespace tabia::base
