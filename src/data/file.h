// data/file.h: large files: appended to durably, or mapped into memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tabia::data {

// A file for durable records: once append() has returned, the data survives a crash of the program; once
// sync() has returned, also one of the machine.
class AppendFile {
 public:
  // Opens or creates the file and first truncates it to `keep_bytes`. The error says why that failed.
  [[nodiscard]] static base::Result<AppendFile> open(const std::string& path, std::uint64_t keep_bytes);
  ~AppendFile();
  AppendFile(AppendFile&& other) noexcept;
  AppendFile& operator=(AppendFile&& other) noexcept;

  [[nodiscard]] base::Result<void> append(std::string_view bytes);
  [[nodiscard]] base::Result<void> sync();
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

 private:
  AppendFile(std::string path, int descriptor, std::uint64_t size) noexcept;

  std::string path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

// A file as a range of memory, for reading. Empty files are fine. The file must not shrink meanwhile.
class MappedFile {
 public:
  // The error says why the file can't be read.
  [[nodiscard]] static base::Result<MappedFile> open(const std::string& path);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;

  // Valid as long as the object lives, even after it was moved.
  [[nodiscard]] std::string_view bytes() const noexcept { return {data_, size_}; }

 private:
  MappedFile(const char* data, std::size_t size) noexcept : data_(data), size_(size) {}

  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace tabia::data
