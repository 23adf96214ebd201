// data/file.h: large files, mapped into memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tabia::data {

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
