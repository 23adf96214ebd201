#include "base/file_kind.h"

#include <filesystem>

#include "base/text.h"

namespace tabia::base {

Result<void> check_opens_at_once(const std::string& path, Devices devices) {
  using std::filesystem::file_type;
  std::error_code ignored;
  switch (std::filesystem::status(path, ignored).type()) {
    case file_type::fifo:
      return Error{concat(path, ": is a pipe (FIFO), not a regular file")};
    case file_type::socket:
      return Error{concat(path, ": is a socket, not a regular file")};
    case file_type::character:
    case file_type::block:
      if (devices == Devices::Refused) return Error{concat(path, ": is a device, not a regular file")};
      return {};
    default:
      return {};
  }
}

}  // namespace tabia::base
