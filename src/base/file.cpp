#include "base/file.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <streambuf>
#include <utility>

#include "base/input.h"
#include "base/text.h"
#include "os/file.h"
#include "os/system.h"

namespace tabia::base {
namespace {

// Closes the descriptor at the end of the scope.
class Descriptor {
 public:
  explicit Descriptor(int number) noexcept : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) os::close_file(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int number() const noexcept { return number_; }

 private:
  int number_;
};

}  // namespace

Error system_error(std::string_view what) { return Error{concat(what, ": ", std::strerror(errno))}; }
Error system_error(std::string_view path, std::string_view action) {
  return Error{concat(path, ": can't ", action, ": ", std::strerror(errno))};
}

bool write_all(int descriptor, std::string_view content) {
  return os::write_all(descriptor, content.data(), content.size());
}

void sync_folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  os::sync_folder(folder.empty() ? "." : folder);
}

namespace {

// The descriptor that standard output was saved as; -1 before that. Global because descriptors belong to the
// process.
std::atomic<int> reserved_output = -1;

// The number in a name like /dev/fd/5; /dev/stdout counts even if it isn't a symbolic link, as it should be.
std::optional<int> number_of_descriptor(std::string_view path) {
  if (path == "/dev/stdout") return os::kStandardOutput;
  if (path == "/dev/stderr") return os::kStandardError;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (path.starts_with(folder)) return parse_integer<int>(path.substr(folder.size()));
  }
  return std::nullopt;
}

// The end of a chain of symbolic links, whether or not anything exists there; a descriptor is an end.
std::string behind_links(std::string path) {
  constexpr int kMostLinks = 40;  // the system's own limit
  std::error_code fault;
  for (int i = 0; i < kMostLinks && !number_of_descriptor(path); ++i) {
    if (!std::filesystem::is_symlink(path, fault)) break;
    const auto link = std::filesystem::read_symlink(path, fault);
    if (fault) break;
    path = (std::filesystem::path(path).parent_path() / link).string();
  }
  return path;
}

// The open descriptor that the name refers to, perhaps through links.
std::optional<int> descriptor_named(const std::string& path) {
  const auto number =
      path == "-" ? std::optional<int>(os::kStandardOutput) : number_of_descriptor(behind_links(path));
  const int reserved = reserved_output;
  return number == os::kStandardOutput && reserved >= 0 ? reserved : number;
}

}  // namespace

bool names_standard_output(std::string_view path) noexcept {
  return path == "-" || number_of_descriptor(behind_links(std::string(path))) == os::kStandardOutput;
}

bool is_written_straight(const std::string& path) {
  if (descriptor_named(path)) return true;
  const auto status = os::status_of(path);
  return status && status->kind == os::FileStatus::Kind::Other;
}

Result<void> reserve_standard_output() {
  if (reserved_output >= 0) return {};
  std::fflush(stdout);
  const int kept = os::duplicate(os::kStandardOutput, os::kStandardError + 1);
  if (kept < 0) return system_error("standard output", "write");
  if (!os::redirect(os::kStandardOutput, os::kStandardError)) {
    const Error error = system_error("standard error", "write");
    os::close_file(kept);
    return error;
  }
  reserved_output = kept;
  return {};
}

Result<OutputFile> OutputFile::create(const std::string& path) {
  OutputFile file;
  if (const auto descriptor = descriptor_named(path)) {
    file.path_ = names_standard_output(path) ? "standard output" : path;
    std::fflush(stdout);  // what was printed so far comes first
    file.descriptor_ = os::duplicate(*descriptor);
    if (file.descriptor_ < 0) return system_error(file.path_, "write");
    return file;
  }
  file.path_ = behind_links(path);
  using Kind = os::FileStatus::Kind;
  const auto status = os::status_of(file.path_);
  if (status && status->kind == Kind::Folder)
    return Error{concat(path, ": is a folder; name a file to write")};
  if (status && status->kind != Kind::File) {
    file.descriptor_ = os::open_file(file.path_, os::Access::Write);
    if (file.descriptor_ < 0) return system_error(path, "write");
    return file;
  }
  file.temporary_ = concat(file.path_, ".tmp.", os::process_number());
  os::remove_file(file.temporary_);  // left behind by a process with the same id
  file.descriptor_ = os::open_file(file.temporary_, os::Access::CreateNew);
  if (file.descriptor_ < 0) return system_error(file.temporary_, "create");
  // Keep the permissions; this only fails on file systems that have none.
  if (status) os::set_permissions(file.descriptor_, status->permissions);
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
  os::close_file(std::exchange(descriptor_, -1));
  if (!is_straight()) os::remove_file(temporary_);
}

// Turns errno into an error and removes the file.
Error OutputFile::fault(const std::string& path, std::string_view action) {
  const Error error = system_error(path, action);
  give_up();
  return error;
}

Result<void> OutputFile::flush() {
  if (descriptor_ < 0) return Error{concat(path_, ": can no longer be written")};
  if (!write_all(descriptor_, buffer_)) return fault(is_straight() ? path_ : temporary_, "write");
  buffer_.clear();
  return {};
}

Result<void> OutputFile::write(std::string_view portion) {
  constexpr std::size_t kBuffered = std::size_t{1} << 16;
  buffer_ += portion;
  if (buffer_.size() < kBuffered) return {};
  return flush();
}

Result<void> OutputFile::sync() {
  if (auto flushed = flush(); !flushed) return flushed;
  // Pipes and most devices can't be synced and don't need it.
  if (!is_straight() && !os::sync_file(descriptor_)) return fault(temporary_, "write");
  return {};
}

Result<void> OutputFile::finish() {
  if (auto synced = sync(); !synced) return synced;
  if (!is_straight() && !os::replace_file(temporary_, path_)) return fault(path_, "replace");
  const bool closed = os::close_file(std::exchange(descriptor_, -1));
  if (is_straight()) return closed ? Result<void>() : system_error(path_, "write");
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
  const Descriptor descriptor(os::open_file(path, os::Access::Read));
  if (descriptor.number() < 0) return system_error(path, "open");
  const auto status = os::status_of(descriptor.number());
  if (!status) return system_error(path, "open");
  if (status->kind == os::FileStatus::Kind::Folder) return Error{concat(path, ": is a folder, not a file")};
  const auto too_large = [&] { return Error{concat(path, ": is larger than ", most_bytes, " bytes")}; };
  const std::size_t announced =
      status->kind == os::FileStatus::Kind::File ? static_cast<std::size_t>(status->size) : 0;
  if (announced > most_bytes) return too_large();
  constexpr std::size_t kPortion = std::size_t{1} << 20;
  std::string content;
  content.reserve(announced + kPortion);
  for (;;) {
    const std::size_t before = content.size();
    content.resize(before + kPortion);
    const auto taken = os::read_some(descriptor.number(), content.data() + before, kPortion);
    if (taken < 0) return system_error(path, "read");
    content.resize(before + static_cast<std::size_t>(taken));
    if (content.size() > most_bytes) return too_large();
    if (taken == 0) return content;
  }
}

InputFile::InputFile(std::unique_ptr<Input> input) noexcept : input_(std::move(input)) {}
InputFile::InputFile(InputFile&& other) noexcept = default;
InputFile& InputFile::operator=(InputFile&& other) noexcept = default;
InputFile::~InputFile() = default;

Result<InputFile> InputFile::open(const std::string& path) {
  auto input = Input::open(path);
  if (!input) return input.error();
  return InputFile(std::move(*input));
}

std::istream& InputFile::stream() noexcept { return input_->stream(); }
const std::string& InputFile::name() const noexcept { return input_->name(); }
const std::optional<Error>& InputFile::fault() const noexcept { return input_->fault(); }

// Reads what the stream has ready without waiting for more: a pipe may be slow.
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
  bool more = false;  // there was a byte after the one that a trailing CR may need
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
