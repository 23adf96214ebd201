#include "data/tar.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <istream>
#include <optional>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <vector>

#include "base/text.h"

namespace tabia::data {
namespace {

using base::concat;
using base::Input;

constexpr std::size_t kRecord = 512;  // size of a header; contents are padded to a multiple of it
constexpr std::uint64_t kLargestFile = std::uint64_t{4} << 30;
constexpr std::size_t kBuffer = std::size_t{1} << 16;

// The header of a file, as in POSIX ustar and older archives; numbers are octal digits.
struct Header {
  char name[100];
  char owner[24];
  char size[12];
  char time[12];
  char checksum[8];
  char type;  // '0' or 0: a file
  char link[100];
  char rest[255];
};
static_assert(sizeof(Header) == kRecord);

std::string_view text_of(const char* field, std::size_t size) {
  const auto* end = std::find(field, field + size, '\0');
  return base::trimmed(std::string_view(field, static_cast<std::size_t>(end - field)));
}

std::optional<std::uint64_t> octal(const char* field, std::size_t size) {
  const std::string_view text = text_of(field, size);
  std::uint64_t number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number, 8);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// The sum of all bytes of the header, with blanks where it is stored itself.
bool has_right_checksum(const Header& header) {
  std::array<unsigned char, kRecord> bytes{};
  std::memcpy(bytes.data(), &header, kRecord);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < kRecord; ++i) {
    const bool is_own = i >= offsetof(Header, checksum) && i < offsetof(Header, type);
    sum += is_own ? ' ' : bytes[i];
  }
  return octal(header.checksum, sizeof header.checksum) == sum;
}

// Reads one file after another into memory and gives its content.
class TarBuffer final : public std::streambuf {
 public:
  explicit TarBuffer(std::unique_ptr<Input> archive) : archive_(std::move(archive)), block_(kBuffer) {}

 protected:
  int_type underflow() override {
    while (!ended_) {
      if (!file_ && !next_file()) break;
      const std::size_t size = file_->read(block_.data(), block_.size());
      if (size > 0) {
        setg(block_.data(), block_.data(), block_.data() + size);
        return traits_type::to_int_type(block_[0]);
      }
      if (file_->fault()) throw_fault(file_->fault()->message);
      file_.reset();
      // Games are divided by empty lines.
      std::copy_n("\n\n", 2, block_.data());
      setg(block_.data(), block_.data(), block_.data() + 2);
      return traits_type::to_int_type(block_[0]);
    }
    return traits_type::eof();
  }

 private:
  // base::Input turns it into a fault.
  [[noreturn]] static void throw_fault(const std::string& what) { throw std::runtime_error(what); }

  bool next_file() {
    for (Header header{};;) {
      const std::size_t size = archive_->read(reinterpret_cast<char*>(&header), kRecord);
      // The archive ends with empty records, or at the end of the input.
      if (size == 0 || (size == kRecord && header.name[0] == '\0')) {
        if (archive_->fault()) throw_fault(archive_->fault()->message);
        ended_ = true;
        return false;
      }
      const auto content = octal(header.size, sizeof header.size);
      if (size < kRecord || !content || *content > kLargestFile || !has_right_checksum(header))
        throw_fault(concat(archive_->name(), ": isn't a tar archive, or is damaged"));
      std::string bytes(static_cast<std::size_t>((*content + kRecord - 1) / kRecord * kRecord), '\0');
      if (archive_->read(bytes.data(), bytes.size()) < *content)
        throw_fault(concat(archive_->name(), ": ends in the middle of a file"));
      if (header.type != '0' && header.type != '\0') continue;
      bytes.resize(static_cast<std::size_t>(*content));
      const std::string name = concat(archive_->name(), '/', text_of(header.name, sizeof header.name));
      auto file = Input::of_bytes(std::move(bytes), name, base::compression_of(name));
      if (!file) throw_fault(file.error().message);
      file_ = std::move(*file);
      return true;
    }
  }

  std::unique_ptr<Input> archive_;
  std::unique_ptr<Input> file_;  // null: between two files
  std::vector<char> block_;
  bool ended_ = false;
};

class TarStream final : public std::istream {
 public:
  explicit TarStream(std::unique_ptr<Input> archive) : std::istream(nullptr), buffer_(std::move(archive)) {
    rdbuf(&buffer_);
  }

 private:
  TarBuffer buffer_;
};

}  // namespace

std::unique_ptr<Input> files_of_tar(std::unique_ptr<Input> archive) {
  const std::string name = archive->name();
  return Input::of_stream(std::make_unique<TarStream>(std::move(archive)), name, 0);
}

}  // namespace tabia::data
