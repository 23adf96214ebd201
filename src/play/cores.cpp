#include "play/cores.h"

#include <filesystem>
#include <utility>

#include "base/text.h"
#include "os/file.h"
#include "os/system.h"

namespace tabia::play {
namespace {

using base::concat;

// The open file with its lock, or -1: another process has the core, or locks don't work here.
int lock_of(const std::string& path) {
  int file = os::open_file(path, os::Access::Lock);
  if (file < 0) file = os::open_file(path, os::Access::Read);  // a lock file that another user made
  if (file >= 0 && os::try_lock(file, false)) return file;
  if (file >= 0) os::close_file(file);
  return -1;
}

}  // namespace

CoreClaim CoreClaim::take(std::size_t wanted, const std::string& folder) {
  CoreClaim claim;
  const std::vector<int> allowed = os::usable_processors();
  std::error_code fault;
  const std::filesystem::path place =
      folder.empty() ? std::filesystem::temp_directory_path(fault) : std::filesystem::path(folder);
  for (const int core : allowed) {
    if (claim.cores_.size() == wanted || allowed.size() < wanted) break;
    const int lock = lock_of((place / concat("tabia-core-", core, ".lock")).string());
    if (lock < 0) continue;
    claim.cores_.push_back(core);
    claim.locks_.push_back(lock);
  }
  if (claim.cores_.size() == wanted) return claim;
  const std::size_t free = claim.cores_.size();
  claim.release();
  if (allowed.empty()) return claim;  // this system can't pin threads
  claim.refusal_ = concat("games don't get their own cores: they need ", wanted, ", and ",
                          allowed.size() < wanted ? concat("there are ", allowed.size())
                                                  : concat(free, " of ", allowed.size(),
                                                           " are free; the others belong to another match"));
  return claim;
}

CoreClaim::~CoreClaim() { release(); }

CoreClaim::CoreClaim(CoreClaim&& other) noexcept
    : cores_(std::exchange(other.cores_, {})),
      locks_(std::exchange(other.locks_, {})),
      refusal_(std::exchange(other.refusal_, {})) {}

CoreClaim& CoreClaim::operator=(CoreClaim&& other) noexcept {
  std::swap(cores_, other.cores_);
  std::swap(locks_, other.locks_);
  std::swap(refusal_, other.refusal_);
  return *this;
}

void CoreClaim::release() noexcept {
  for (const int lock : locks_) os::close_file(lock);
  locks_.clear();
  cores_.clear();
}

std::vector<int> CoreClaim::share(std::size_t number, std::size_t size) const {
  const auto first = cores_.begin() + static_cast<std::ptrdiff_t>(number * size);
  return {first, first + static_cast<std::ptrdiff_t>(size)};
}

void pin_thread(const std::vector<int>& cores) { os::use_processors(cores); }

}  // namespace tabia::play
