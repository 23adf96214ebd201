#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <streambuf>
#include <utility>

#include "base/text.h"

namespace tabia::base {
namespace {

Error system_error(const std::string& path, std::string_view action) {
  return Error{concat(path, ": can't ", action, ": ", std::strerror(errno))};
}

// Closes the descriptor at the end of the scope.
class Descriptor {
 public:
  explicit Descriptor(int number) noexcept : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int number() const noexcept { return number_; }

 private:
  int number_;
};

}  // namespace

bool write_all(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const auto written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

void sync_folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
  const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.number() >= 0) ::fsync(descriptor.number());
}

Result<OutputFile> OutputFile::create(const std::string& path) {
  OutputFile file;
  file.path_ = path;
  file.temporary_ = concat(path, ".tmp.", ::getpid());
  file.descriptor_ = ::open(file.temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file.descriptor_ < 0) return system_error(file.temporary_, "create");
  return file;
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::move(other.temporary_)),
      buffer_(std::move(other.buffer_)),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  if (this == &other) return *this;
  give_up();
  path_ = std::move(other.path_);
  temporary_ = std::move(other.temporary_);
  buffer_ = std::move(other.buffer_);
  descriptor_ = std::exchange(other.descriptor_, -1);
  return *this;
}

OutputFile::~OutputFile() { give_up(); }

void OutputFile::give_up() noexcept {
  if (descriptor_ < 0) return;
  ::close(std::exchange(descriptor_, -1));
  ::unlink(temporary_.c_str());
}

Result<void> OutputFile::flush() {
  if (descriptor_ < 0) return Error{concat(path_, ": can't be written any more")};
  if (!write_all(descriptor_, buffer_)) {
    const Error error = system_error(temporary_, "write");
    give_up();
    return error;
  }
  buffer_.clear();
  return {};
}

Result<void> OutputFile::write(std::string_view portion) {
  constexpr std::size_t kBuffered = std::size_t{1} << 16;
  buffer_ += portion;
  if (buffer_.size() < kBuffered) return {};
  return flush();
}

Result<void> OutputFile::finish() {
  if (auto flushed = flush(); !flushed) return flushed;
  if (::fsync(descriptor_) != 0) {
    const Error error = system_error(temporary_, "write");
    give_up();
    return error;
  }
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) {
    const Error error = system_error(path_, "replace");
    give_up();
    return error;
  }
  ::close(std::exchange(descriptor_, -1));
  sync_folder_of(path_);
  return {};
}

Result<void> write_file_atomically(const std::string& path, std::string_view content) {
  auto file = OutputFile::create(path);
  if (!file) return file.error();
  if (auto written = file->write(content); !written) return written;
  return file->finish();
}

Result<std::string> read_file(const std::string& path, std::size_t most_bytes) {
  const Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (descriptor.number() < 0 || ::fstat(descriptor.number(), &status) != 0)
    return system_error(path, "open");
  if (S_ISDIR(status.st_mode)) return Error{concat(path, ": is a folder, expected a file")};
  const auto too_large = [&] { return Error{concat(path, ": is larger than ", most_bytes, " bytes")}; };
  const std::size_t announced = S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 0;
  if (announced > most_bytes) return too_large();
  constexpr std::size_t kPortion = std::size_t{1} << 20;
  std::string content;
  content.reserve(announced + kPortion);
  for (;;) {
    const std::size_t before = content.size();
    content.resize(before + kPortion);
    const auto taken = ::read(descriptor.number(), content.data() + before, content.size() - before);
    if (taken < 0 && errno != EINTR) return system_error(path, "read");
    content.resize(before + static_cast<std::size_t>(std::max<decltype(taken)>(taken, 0)));
    if (content.size() > most_bytes) return too_large();
    if (taken == 0) return content;
  }
}

Result<InputFile> InputFile::open(const std::string& path) {
  InputFile file;
  if (path == "-") {
    file.name_ = "standard input";
    return file;
  }
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return system_error(path, "open");
  if (S_ISDIR(status.st_mode)) return Error{concat(path, ": is a folder, expected a file")};
  errno = 0;
  file.name_ = path;
  file.file_ = std::make_unique<std::ifstream>(path, std::ios::binary);
  if (!*file.file_) return system_error(path, "open");
  return file;
}

std::istream& InputFile::stream() noexcept {
  if (file_) return *file_;
  return std::cin;
}

// Takes in what the stream has ready, without waiting for more than there is: a pipe may be slow.
bool LineReader::refill() {
  constexpr std::streamsize kMost = 1 << 16;
  std::streambuf& source = *in_.rdbuf();
  if (source.sgetc() == std::streambuf::traits_type::eof()) return false;
  chunk_.resize(static_cast<std::size_t>(std::clamp<std::streamsize>(source.in_avail(), 1, kMost)));
  chunk_.resize(
      static_cast<std::size_t>(source.sgetn(chunk_.data(), static_cast<std::streamsize>(chunk_.size()))));
  at_ = 0;
  return !chunk_.empty();
}

bool LineReader::next() {
  line_.clear();
  bool anything = false;
  bool more = false;  // there was a byte beyond the one that a CR at the end may take
  for (bool ended = false; !ended && (at_ < chunk_.size() || refill());) {
    anything = true;
    const std::string_view rest = std::string_view(chunk_).substr(at_);
    const std::size_t end = rest.find('\n');
    ended = end != std::string_view::npos;
    const std::string_view part = rest.substr(0, end);
    const std::size_t room = longest_ + 1 - line_.size();
    line_ += part.substr(0, room);
    more |= part.size() > room;
    at_ += part.size() + (ended ? 1 : 0);
  }
  if (!anything) return false;
  if (!more && !line_.empty() && line_.back() == '\r') line_.pop_back();
  cut_ = line_.size() > longest_;
  if (cut_) line_.resize(longest_);
  ++number_;
  return true;
}

}  // namespace tabia::base
