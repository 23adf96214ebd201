#include "base/file_use.h"

#include <algorithm>
#include <filesystem>

#include "base/file.h"
#include "base/text.h"

namespace tabia::base {
namespace {

namespace fs = std::filesystem;

// Neither a file nor a folder: a device, a FIFO, a descriptor.
bool is_other(const std::string& path) {
  std::error_code fault;
  return fs::is_other(path, fault);
}

// Compares by device and inode if both exist (which covers hard links), else by path.
bool is_same(const std::string& a, const std::string& b) {
  std::error_code fault;
  if (fs::exists(a, fault) && fs::exists(b, fault)) return fs::equivalent(a, b, fault);
  return place_of(a) == place_of(b);
}

bool lies_directly_in(const std::string& path, const std::string& folder) {
  std::error_code fault;
  return fs::is_directory(folder, fault) && fs::path(place_of(path)).parent_path() == place_of(folder);
}

Result<void> check_not_read(const std::string& output, const std::vector<std::string>& read) {
  for (const std::string& input : read) {
    if (input.empty() || input == "-" || is_other(input)) continue;
    if (is_same(input, output)) return Error{concat(output, ": is also an input; write to another file")};
  }
  return {};
}

}  // namespace

std::string place_of(const std::string& path) {
  std::error_code fault;
  // Otherwise a relative path whose first folder is missing would stay as it is.
  const fs::path absolute = fs::absolute(path, fault);
  fs::path place = fs::weakly_canonical(absolute, fault);
  if (fault) place = absolute.lexically_normal();
  for (int links = 0; links < 40 && fs::is_symlink(place, fault); ++links) {
    const fs::path target = fs::read_symlink(place, fault);
    if (fault) break;
    const fs::path next = fs::weakly_canonical(place.parent_path() / target, fault);
    if (fault) break;
    place = next;
  }
  return place.generic_string();
}

bool writes_standard_output(const FileUse& use) {
  return std::any_of(use.written.begin(), use.written.end(), names_standard_output);
}

Result<void> check_file_use(const FileUse& use) {
  for (std::size_t i = 0; i < use.written.size(); ++i) {
    const std::string& output = use.written[i];
    if (output.empty()) continue;
    const bool standard = names_standard_output(output);
    if (!standard && is_other(output)) continue;
    for (std::size_t j = 0; j < i; ++j) {
      const std::string& other = use.written[j];
      if (other.empty() || standard != names_standard_output(other)) continue;
      if (standard) return Error{"standard output: two outputs would go there; send one of them to a file"};
      if (is_same(output, other))
        return Error{concat(output, ": two outputs have this name; use two different files")};
    }
    if (standard) continue;
    if (auto good = check_not_read(output, use.read); !good) return good;
    for (const std::string& input : use.read) {
      if (!input.empty() && input != "-" && lies_directly_in(output, input))
        return Error{concat(output, ": is inside a folder that is read; write it somewhere else")};
    }
  }
  for (const std::string& folder : use.folders) {
    if (folder.empty()) continue;
    if (auto good = check_not_read(folder, use.read); !good) return good;
    if (auto good = check_not_read(folder, use.written); !good) return good;
  }
  return {};
}

}  // namespace tabia::base
