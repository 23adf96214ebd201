// os/file.h: files as the operating system sees them. os/ is the only room that talks to it.
//
// A descriptor is the small number of an open file; programs that we start don't inherit it. Functions that
// fail return -1, false or nothing and leave the reason in errno; the rooms above turn that into an Error.
// Names are UTF-8 on every system. Text is never translated: line endings stay as they were written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tabia::os {

#if defined(_WIN32)
inline constexpr char kPathListSeparator = ';';               // between the folders of PATH
inline constexpr std::string_view kFolderSeparators = "/\\";  // any of them, in a path
inline constexpr std::string_view kProgramSuffix = ".exe";
#else
inline constexpr char kPathListSeparator = ':';
inline constexpr std::string_view kFolderSeparators = "/";
inline constexpr std::string_view kProgramSuffix;
#endif

inline constexpr int kStandardOutput = 1;
inline constexpr int kStandardError = 2;

enum class Access {
  Read,
  Write,      // to something that exists: a device, a FIFO
  CreateNew,  // to a new file, which must not exist yet
  Append,     // at the end of a file, created if it doesn't exist
  AppendAndRead,
  Lock,  // a file used only for locking, created if it doesn't exist
};
[[nodiscard]] int open_file(const std::string& path, Access access);
// Can a file of any folder have this name? False for names that lead elsewhere, and for devices, which on
// Windows are in every folder.
[[nodiscard]] bool is_plain_name(std::string_view name);
// Where every program may put files that nobody needs for long.
[[nodiscard]] std::string temporary_folder();
// A file without a name in that folder; the system removes it when it is closed.
[[nodiscard]] int open_temporary(const std::string& folder);
// What is to be locked for the whole folder.
[[nodiscard]] int open_folder_lock(const std::string& folder);
// False: the content may be lost.
bool close_file(int descriptor) noexcept;

// Up to `size` bytes; 0 at the end.
[[nodiscard]] std::ptrdiff_t read_some(int descriptor, void* to, std::size_t size);
[[nodiscard]] std::ptrdiff_t read_at(int descriptor, void* to, std::size_t size, std::uint64_t offset);
[[nodiscard]] bool write_all(int descriptor, const void* from, std::size_t size);
[[nodiscard]] bool write_at(int descriptor, const void* from, std::size_t size, std::uint64_t offset);
[[nodiscard]] bool cut_file(int descriptor, std::uint64_t size);
// On disk when this returns; `sync_content` without the times of the file.
[[nodiscard]] bool sync_file(int descriptor);
[[nodiscard]] bool sync_content(int descriptor);
// Makes new names in the folder durable. Failure is harmless: the files themselves are complete.
void sync_folder(const std::string& folder) noexcept;

struct FileStatus {
  enum class Kind { File, Folder, Other };
  Kind kind = Kind::Other;
  std::uint64_t size = 0;
  std::int64_t modified_ns = 0;  // since 1970
  std::uint64_t device = 0;      // device and number together identify a file, whatever its names
  std::uint64_t number = 0;
  unsigned permissions = 0;
};
[[nodiscard]] std::optional<FileStatus> status_of(const std::string& path);
[[nodiscard]] std::optional<FileStatus> status_of(int descriptor);
// May this user run the file as a program?
[[nodiscard]] bool is_program(const std::string& path);
// Fails on file systems that have none.
bool set_permissions(int descriptor, unsigned permissions) noexcept;
// Renames the file in one step, replacing whatever had the new name.
[[nodiscard]] bool replace_file(const std::string& from, const std::string& to);
bool remove_file(const std::string& path) noexcept;

// Locks without waiting: EWOULDBLOCK if another process has the lock. Closing releases it.
[[nodiscard]] bool try_lock(int descriptor, bool shared);

// Maps the file into memory, read-only. Null on failure; requires size > 0.
[[nodiscard]] const char* map_file(int descriptor, std::size_t size);
void unmap_file(const char* data, std::size_t size) noexcept;

// A descriptor that discards what is written to it.
[[nodiscard]] int open_nothing() noexcept;
// A second descriptor for the same file, numbered `least` or higher.
[[nodiscard]] int duplicate(int descriptor, int least = 0);
// Makes `descriptor` refer to the same file as `to`.
[[nodiscard]] bool redirect(int descriptor, int to);
[[nodiscard]] bool is_terminal(int descriptor) noexcept;

// Discards what is written to standard error while this object lives.
class QuietStandardError {
 public:
  QuietStandardError() noexcept;
  ~QuietStandardError();
  QuietStandardError(const QuietStandardError&) = delete;
  QuietStandardError& operator=(const QuietStandardError&) = delete;

 private:
  int kept_ = -1;
};

}  // namespace tabia::os
