#if defined(_WIN32)

#include "os/windows_names.h"
// After it: these know less without it.
#include <fcntl.h>
#include <io.h>

#include <algorithm>

#include "os/file.h"
#include "os/folder_lock.h"

namespace tabia::os {
namespace {

constexpr DWORD kEveryone = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
constexpr std::size_t kPortion = std::size_t{1} << 30;

HANDLE handle_of(int descriptor) { return reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor)); }

// The files of others may be replaced and removed while they are open, as on other systems.
int open_named(const std::string& path, DWORD access, DWORD creation, DWORD attributes, int flags) {
  const HANDLE handle =
      ::CreateFileW(wide(path).c_str(), access, kEveryone, nullptr, creation, attributes, nullptr);
  if (handle == INVALID_HANDLE_VALUE) {
    set_errno();
    return -1;
  }
  return ::_open_osfhandle(reinterpret_cast<intptr_t>(handle), flags | _O_BINARY | _O_NOINHERIT);
}

// An explicit offset, so that reading and writing don't share a file position.
OVERLAPPED place_at(std::uint64_t offset) {
  OVERLAPPED place{};
  place.Offset = static_cast<DWORD>(offset);
  place.OffsetHigh = static_cast<DWORD>(offset >> 32);
  return place;
}

std::uint64_t joined(DWORD high, DWORD low) { return (std::uint64_t{high} << 32) | low; }

std::optional<FileStatus> status_from(HANDLE handle) {
  BY_HANDLE_FILE_INFORMATION found{};
  if (::GetFileType(handle) != FILE_TYPE_DISK) return FileStatus{};
  if (!::GetFileInformationByHandle(handle, &found)) {
    set_errno();
    return std::nullopt;
  }
  constexpr std::int64_t kFrom1601 = 116'444'736'000'000'000;  // to 1970, in units of 100 ns
  const auto modified = joined(found.ftLastWriteTime.dwHighDateTime, found.ftLastWriteTime.dwLowDateTime);
  const bool folder = (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
  return FileStatus{.kind = folder ? FileStatus::Kind::Folder : FileStatus::Kind::File,
                    .size = joined(found.nFileSizeHigh, found.nFileSizeLow),
                    .modified_ns = (static_cast<std::int64_t>(modified) - kFrom1601) * 100,
                    .device = found.dwVolumeSerialNumber,
                    .number = joined(found.nFileIndexHigh, found.nFileIndexLow),
                    .permissions = 0666};
}

}  // namespace

int open_file(const std::string& path, Access access) {
  constexpr DWORD kUsual = FILE_ATTRIBUTE_NORMAL;
  constexpr DWORD kBoth = GENERIC_READ | GENERIC_WRITE;
  switch (access) {
    case Access::Read:  // with the flag, folders open too, so that the caller can report that it is a folder
      return open_named(path, GENERIC_READ, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, _O_RDONLY);
    case Access::Write:
      return open_named(path, GENERIC_WRITE, OPEN_EXISTING, kUsual, _O_WRONLY);
    case Access::CreateNew:
      return open_named(path, GENERIC_WRITE | DELETE, CREATE_NEW, kUsual, _O_WRONLY);
    case Access::Append:
    case Access::AppendAndRead:
      return open_named(path, kBoth, OPEN_ALWAYS, kUsual, _O_RDWR | _O_APPEND);
    case Access::Lock:
      return open_named(path, kBoth, OPEN_ALWAYS, kUsual, _O_RDWR);
  }
  return -1;
}

bool is_plain_name(std::string_view name) {
  const auto is_forbidden = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 ||
           std::string_view("<>:\"/\\|?*").find(c) != std::string_view::npos;
  };
  // Windows drops these at the end, so they could make two names of one file, or a device.
  if (name.empty() || name.ends_with('.') || name.ends_with(' ') ||
      std::any_of(name.begin(), name.end(), is_forbidden))
    return false;
  std::string stem(name.substr(0, name.find('.')));  // "nul.net" is a device, too
  stem.erase(stem.find_last_not_of(' ') + 1);
  for (char& c : stem) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  for (const std::string_view device : {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"})
    if (stem == device) return false;
  if (!stem.starts_with("COM") && !stem.starts_with("LPT")) return true;
  const std::string_view number = std::string_view(stem).substr(3);
  const bool superscript = number == "\xC2\xB9" || number == "\xC2\xB2" || number == "\xC2\xB3";
  return !superscript && (number.size() != 1 || number[0] < '0' || number[0] > '9');
}

std::string temporary_folder() {
  wchar_t folder[MAX_PATH + 1] = {};
  const DWORD length = ::GetTempPathW(MAX_PATH + 1, folder);
  return length > 1 ? narrow({folder, length - 1}) : ".";  // without the \ at its end
}

int open_temporary(const std::string& folder) {
  static std::uint64_t number = ::GetTickCount64();
  for (int tries = 0; tries < 100; ++tries) {
    const std::string name =
        folder + "/tabia.tmp." + std::to_string(::GetCurrentProcessId()) + '.' + std::to_string(number++);
    const int descriptor = open_named(name, GENERIC_READ | GENERIC_WRITE | DELETE, CREATE_NEW,
                                      FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, _O_RDWR);
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
  return -1;
}

// Windows can't lock folders, so we lock a hidden file inside, which stays there.
int open_folder_lock(const std::string& folder) {
  return open_named(folder + '/' + std::string(kFolderLockFile), GENERIC_READ | GENERIC_WRITE, OPEN_ALWAYS,
                    FILE_ATTRIBUTE_HIDDEN, _O_RDWR);
}

bool close_file(int descriptor) noexcept { return ::_close(descriptor) == 0; }

std::ptrdiff_t read_some(int descriptor, void* to, std::size_t size) {
  return ::_read(descriptor, to, static_cast<unsigned>(std::min(size, kPortion)));
}

std::ptrdiff_t read_at(int descriptor, void* to, std::size_t size, std::uint64_t offset) {
  OVERLAPPED place = place_at(offset);
  DWORD done = 0;
  if (::ReadFile(handle_of(descriptor), to, static_cast<DWORD>(std::min(size, kPortion)), &done, &place))
    return static_cast<std::ptrdiff_t>(done);
  if (::GetLastError() == ERROR_HANDLE_EOF) return 0;
  set_errno();
  return -1;
}

bool write_all(int descriptor, const void* from, std::size_t size) {
  for (std::size_t done = 0; done < size;) {
    const int written = ::_write(descriptor, static_cast<const char*>(from) + done,
                                 static_cast<unsigned>(std::min(size - done, kPortion)));
    if (written < 0) return false;
    done += static_cast<std::size_t>(written);
  }
  return true;
}

bool write_at(int descriptor, const void* from, std::size_t size, std::uint64_t offset) {
  for (std::size_t done = 0; done < size;) {
    OVERLAPPED place = place_at(offset + done);
    DWORD written = 0;
    if (!::WriteFile(handle_of(descriptor), static_cast<const char*>(from) + done,
                     static_cast<DWORD>(std::min(size - done, kPortion)), &written, &place))
      return set_errno();
    done += written;
  }
  return true;
}

bool cut_file(int descriptor, std::uint64_t size) {
  LARGE_INTEGER place{};
  place.QuadPart = static_cast<LONGLONG>(size);
  const HANDLE handle = handle_of(descriptor);
  return (::SetFilePointerEx(handle, place, nullptr, FILE_BEGIN) && ::SetEndOfFile(handle)) || set_errno();
}

bool sync_file(int descriptor) { return ::FlushFileBuffers(handle_of(descriptor)) || set_errno(); }
bool sync_content(int descriptor) { return sync_file(descriptor); }
void sync_folder(const std::string&) noexcept {}  // the file system's journal makes names durable

std::optional<FileStatus> status_of(const std::string& path) {
  const HANDLE handle = ::CreateFileW(wide(path).c_str(), FILE_READ_ATTRIBUTES, kEveryone, nullptr,
                                      OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
  if (handle == INVALID_HANDLE_VALUE) {
    set_errno();
    return std::nullopt;
  }
  const auto status = status_from(handle);
  ::CloseHandle(handle);
  return status;
}

std::optional<FileStatus> status_of(int descriptor) { return status_from(handle_of(descriptor)); }

bool is_program(const std::string& path) {
  const auto status = status_of(path);
  return status && status->kind == FileStatus::Kind::File;
}

bool set_permissions(int, unsigned) noexcept { return false; }

// Virus scanners and indexers open what is new for a moment, and then it can't be replaced: try for a second.
bool replace_file(const std::string& from, const std::string& to) {
  constexpr int kTries = 50;
  constexpr DWORD kPauseMs = 20;
  const std::wstring old_name = wide(from);
  const std::wstring new_name = wide(to);
  for (int tries = 1;; ++tries) {
    if (::MoveFileExW(old_name.c_str(), new_name.c_str(), MOVEFILE_REPLACE_EXISTING)) return true;
    const DWORD error = ::GetLastError();
    if (tries == kTries || (error != ERROR_ACCESS_DENIED && error != ERROR_SHARING_VIOLATION))
      return set_errno();
    ::Sleep(kPauseMs);
  }
}

bool remove_file(const std::string& path) noexcept {
  return ::DeleteFileW(wide(path).c_str()) || set_errno();
}

bool try_lock(int descriptor, bool shared) {
  // Locks a byte past all content: Windows keeps others from reading locked bytes.
  OVERLAPPED place = place_at(std::uint64_t{1} << 62);
  const DWORD kind = LOCKFILE_FAIL_IMMEDIATELY | (shared ? 0 : LOCKFILE_EXCLUSIVE_LOCK);
  return ::LockFileEx(handle_of(descriptor), kind, 0, 1, 0, &place) || set_errno();
}

const char* map_file(int descriptor, std::size_t) {
  const HANDLE mapping = ::CreateFileMappingW(handle_of(descriptor), nullptr, PAGE_READONLY, 0, 0, nullptr);
  void* const data = mapping == nullptr ? nullptr : ::MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
  if (data == nullptr) set_errno();
  if (mapping != nullptr) ::CloseHandle(mapping);  // the view keeps it alive
  return static_cast<const char*>(data);
}

void unmap_file(const char* data, std::size_t) noexcept { ::UnmapViewOfFile(data); }

int duplicate(int descriptor, int least) {
  const int copy = ::_dup(descriptor);
  if (copy < 0 || copy >= least) return copy;
  const int higher = duplicate(descriptor, least);
  ::_close(copy);
  return higher;
}

bool redirect(int descriptor, int to) { return ::_dup2(to, descriptor) == 0; }

bool is_terminal(int descriptor) noexcept { return ::_isatty(descriptor) != 0; }

int open_nothing() noexcept { return ::_wopen(L"NUL", _O_WRONLY | _O_NOINHERIT); }

QuietStandardError::QuietStandardError() noexcept {
  const int nothing = open_nothing();
  if (nothing < 0) return;
  kept_ = ::_dup(kStandardError);
  if (kept_ >= 0) ::_dup2(nothing, kStandardError);
  ::_close(nothing);
}

QuietStandardError::~QuietStandardError() {
  if (kept_ < 0) return;
  ::_dup2(kept_, kStandardError);
  ::_close(kept_);
}

}  // namespace tabia::os

#endif  // _WIN32
