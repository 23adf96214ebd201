// play/cores.h: reserves cores for the games of a match, even if another match runs on the same machine.
//
// Every core has a lock file in the folder for temporary files; the process that holds the lock has the core.
// The system releases a lock when its holder ends, however that happens. Programs that don't know these locks
// may still use the cores.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tabia::play {

class CoreClaim {
 public:
  // No cores.
  CoreClaim() = default;
  // Claims this many of the cores that this thread may run on and that no one else has claimed, or none: then
  // refusal() says why. `folder` holds the locks; empty: the one for temporary files.
  [[nodiscard]] static CoreClaim take(std::size_t wanted, const std::string& folder = "");
  // Releases them.
  ~CoreClaim();
  CoreClaim(CoreClaim&& other) noexcept;
  CoreClaim& operator=(CoreClaim&& other) noexcept;

  [[nodiscard]] const std::vector<int>& cores() const noexcept { return cores_; }
  // Why no cores were claimed, for the user; empty if there is nothing to say.
  [[nodiscard]] const std::string& refusal() const noexcept { return refusal_; }
  // The share with this number, if the cores are divided into shares of `size`.
  [[nodiscard]] std::vector<int> share(std::size_t number, std::size_t size) const;

 private:
  void release() noexcept;

  std::vector<int> cores_;
  std::vector<int> locks_;  // open files
  std::string refusal_;
};

// Keeps the calling thread, and the programs it starts from now on, on these cores. Does nothing if the
// system can't.
void pin_thread(const std::vector<int>& cores);

}  // namespace tabia::play
