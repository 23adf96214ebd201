#include "base/input.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "base/text.h"
#include "os/file.h"

namespace tabia::base {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 17;

std::uint64_t size_of_file(const std::string& path) {
  const auto status = path == "-" ? std::nullopt : os::status_of(path);
  return status && status->kind == os::FileStatus::Kind::File ? status->size : 0;
}

// Reads just enough of the source to tell whether it is compressed: standard input may be slow.
std::string taken_beginning(std::streambuf& source) {
  std::string beginning;
  while (may_be_compressed(beginning) && compression_in(beginning) == Compression::None) {
    const auto next = source.sbumpc();
    if (next == std::streambuf::traits_type::eof()) break;
    beginning += std::streambuf::traits_type::to_char_type(next);
  }
  return beginning;
}

}  // namespace

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
  const bool standard = path == "-";
  std::unique_ptr<std::istream> file;
  if (!standard) {
    const auto fault = [&] { return Error{concat(path, ": can't open: ", std::strerror(errno))}; };
    const auto status = os::status_of(path);
    if (!status) return fault();
    if (status->kind == os::FileStatus::Kind::Folder) return Error{concat(path, ": is a folder, not a file")};
    errno = 0;
    file = std::make_unique<std::ifstream>(std::filesystem::path(path), std::ios::binary);
    if (!*file) return fault();
  }
  std::istream* const raw = standard ? &std::cin : file.get();
  std::string beginning = taken_beginning(*raw->rdbuf());
  auto decoder = StreamDecoder::make(compression_in(beginning));
  if (!decoder) return decoder.error().inside(path);
  std::unique_ptr<Input> input(new Input(standard ? "standard input" : path, std::move(file), raw,
                                         std::move(*decoder), size_of_file(path)));
  input->raw_bytes_ = beginning.size();
  input->raw_block_ = std::move(beginning);
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

std::unique_ptr<Input> Input::of_stream(std::unique_ptr<std::istream> stream, const std::string& name,
                                        std::uint64_t total) {
  std::istream* const raw = stream.get();
  return std::unique_ptr<Input>(new Input(name, std::move(stream), raw, nullptr, total));
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
  const std::size_t ahead = decoder_ ? 0 : static_cast<std::size_t>(egptr() - gptr());
  return raw_bytes_ - (raw_block_.size() - raw_at_) - ahead;
}

// Reads compressed bytes. False at the end.
bool Input::refill_raw() {
  raw_block_.resize(kBlockBytes);
  const std::streamsize taken =
      raw_->rdbuf()->sgetn(raw_block_.data(), static_cast<std::streamsize>(raw_block_.size()));
  raw_block_.resize(static_cast<std::size_t>(std::max<std::streamsize>(taken, 0)));
  raw_at_ = 0;
  raw_bytes_ += raw_block_.size();
  return !raw_block_.empty();
}

// Fills block_ from the decoder. Returns 0 at the end and on a fault.
std::size_t Input::decode() {
  while (!fault_) {
    const bool ended = raw_at_ == raw_block_.size() && !refill_raw();
    // The decoder may hold content that it had no room for, so ask it once more at the end.
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
      fault_ = Error{concat(name_, ": is empty; expected compressed data")};
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
  } else if (raw_at_ < raw_block_.size()) {  // read ahead to detect compression
    filled = raw_block_.copy(block_.data(), block_.size(), raw_at_);
    raw_at_ += filled;
  } else {
    std::streambuf& source = *raw_->rdbuf();
    // No more than is ready: standard input may be slow.
    try {
      if (source.sgetc() != traits_type::eof()) {
        const auto ready =
            std::clamp<std::streamsize>(source.in_avail(), 1, static_cast<std::streamsize>(kBlockBytes));
        filled = static_cast<std::size_t>(std::max<std::streamsize>(source.sgetn(block_.data(), ready), 0));
      }
    } catch (const std::runtime_error& failure) {
      fault_ = Error{failure.what()};
    }
    raw_bytes_ += filled;
  }
  setg(block_.data(), block_.data(), block_.data() + filled);
  return filled == 0 ? traits_type::eof() : traits_type::to_int_type(*gptr());
}

}  // namespace tabia::base
