#include "data/compressed_input.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <climits>
#include <sstream>
#include <utility>

#include "base/check.h"
#include "base/text.h"

#if TABIA_HAS_ZLIB
#include <zlib.h>
#endif
#if TABIA_HAS_ZSTD
#include <zstd.h>
#endif

namespace tabia::data {
namespace {

using base::concat;
using base::Error;
using base::Result;

constexpr std::size_t kBlockBytes = std::size_t{1} << 17;

struct Ending {
  std::string_view text;
  Compression compression;
};
constexpr std::array kEndings = {Ending{".gz", Compression::Gzip}, Ending{".zst", Compression::Zstd}};

#if TABIA_HAS_ZLIB

// One gzip member or several one after another.
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

// One zstd frame or several one after another.
class ZstdDecoder final : public StreamDecoder {
 public:
  ZstdDecoder() : context_(ZSTD_createDCtx()) {
    TABIA_CHECK(context_ != nullptr, "zstd: out of memory");
    constexpr int kWindowLog = 27;  // 128 MiB: what zstd itself allows unless asked for more
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, kWindowLog);
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

std::uint64_t size_of_file(const std::string& path) {
  struct stat status {};
  if (path == "-" || ::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return 0;
  return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace

Compression compression_of(std::string_view path) noexcept {
  for (const Ending& ending : kEndings) {
    if (path.ends_with(ending.text)) return ending.compression;
  }
  return Compression::None;
}

std::string_view without_compression(std::string_view path) noexcept {
  for (const Ending& ending : kEndings) {
    if (path.ends_with(ending.text)) return path.substr(0, path.size() - ending.text.size());
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
      return Error{"this build has no zlib; expected an uncompressed file (or a build with zlib1g-dev)"};
#endif
    case Compression::Zstd:
      break;
  }
#if TABIA_HAS_ZSTD
  return std::unique_ptr<StreamDecoder>(std::make_unique<ZstdDecoder>());
#else
  return Error{"this build has no zstd; expected an uncompressed file (or a build with libzstd-dev)"};
#endif
}

Input::Input(std::string name, std::unique_ptr<std::istream> owned, std::istream* raw,
             std::unique_ptr<StreamDecoder> decoder, std::uint64_t total)
    : name_(std::move(name)),
      owned_(std::move(owned)),
      raw_(raw),
      decoder_(std::move(decoder)),
      bytes_total_(total),
      block_(kBlockBytes),
      stream_(this) {}

Result<std::unique_ptr<Input>> Input::open(const std::string& path) {
  auto decoder = StreamDecoder::make(compression_of(path));
  if (!decoder) return decoder.error().inside(path);
  auto file = base::InputFile::open(path);
  if (!file) return file.error();
  std::unique_ptr<Input> input(
      new Input(file->name(), nullptr, nullptr, std::move(*decoder), size_of_file(path)));
  input->file_ = std::move(*file);
  input->raw_ = &input->file_->stream();
  return input;
}

Result<std::unique_ptr<Input>> Input::of_bytes(std::string bytes, const std::string& name,
                                               Compression compression) {
  auto decoder = StreamDecoder::make(compression);
  if (!decoder) return decoder.error().inside(name);
  const std::uint64_t total = bytes.size();
  auto stream = std::make_unique<std::istringstream>(std::move(bytes));
  std::istream* const raw = stream.get();
  return std::unique_ptr<Input>(new Input(name, std::move(stream), raw, std::move(*decoder), total));
}

std::size_t Input::read(char* out, std::size_t size) {
  std::size_t taken = 0;
  while (taken < size) {
    const std::streamsize portion = sgetn(out + taken, static_cast<std::streamsize>(size - taken));
    if (portion <= 0) break;
    taken += static_cast<std::size_t>(portion);
  }
  return taken;
}

std::uint64_t Input::bytes_read() const noexcept {
  const auto waiting = decoder_ ? raw_block_.size() - raw_at_ : static_cast<std::size_t>(egptr() - gptr());
  return raw_bytes_ - waiting;
}

// Takes in compressed bytes. False at the end.
bool Input::refill_raw() {
  raw_block_.resize(kBlockBytes);
  const std::streamsize taken =
      raw_->rdbuf()->sgetn(raw_block_.data(), static_cast<std::streamsize>(raw_block_.size()));
  raw_block_.resize(static_cast<std::size_t>(std::max<std::streamsize>(taken, 0)));
  raw_at_ = 0;
  raw_bytes_ += raw_block_.size();
  return !raw_block_.empty();
}

// Fills block_ from the decoder. 0 at the end and at a fault.
std::size_t Input::decode() {
  while (!fault_) {
    const bool ended = raw_at_ == raw_block_.size() && !refill_raw();
    // The decoder may hold back content that it had no room for, so it is asked once more at the end.
    const auto step =
        decoder_->step(std::string_view(raw_block_).substr(raw_at_), block_.data(), block_.size());
    if (!step) {
      fault_ =
          Error{concat(name_, ": at byte ", bytes_read(), " of the compressed file: ", step.error().message)};
      return 0;
    }
    raw_at_ += step->taken;
    if (step->given > 0) return step->given;
    if (!ended) continue;
    if (raw_bytes_ == 0) {
      fault_ = Error{concat(name_, ": is empty, expected compressed data")};
    } else if (!decoder_->is_complete()) {
      fault_ =
          Error{concat(name_, ": ends after ", raw_bytes_, " bytes in the middle of its compressed data")};
    }
    return 0;
  }
  return 0;
}

Input::int_type Input::underflow() {
  if (gptr() < egptr()) return traits_type::to_int_type(*gptr());
  std::size_t filled = 0;
  if (decoder_) {
    filled = decode();
  } else {
    std::streambuf& source = *raw_->rdbuf();
    // No more than is ready: standard input may be slow.
    if (source.sgetc() != traits_type::eof()) {
      const auto ready =
          std::clamp<std::streamsize>(source.in_avail(), 1, static_cast<std::streamsize>(kBlockBytes));
      filled = static_cast<std::size_t>(std::max<std::streamsize>(source.sgetn(block_.data(), ready), 0));
    }
    raw_bytes_ += filled;
  }
  setg(block_.data(), block_.data(), block_.data() + filled);
  return filled == 0 ? traits_type::eof() : traits_type::to_int_type(*gptr());
}

}  // namespace tabia::data
