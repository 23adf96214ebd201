// play/cores.h: cores that the games of a match have to themselves, also when another match runs on the same machine.
//
// Every core has a lock file in the folder for temporary files; whoever holds the lock has the core. The system gives a
// lock back when its holder ends, however it ends. Programs that know nothing of these locks may still use the cores.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tabia::play {

class CoreClaim {
 public:
  // No cores.
  CoreClaim() = default;
  // So many of the cores that this thread may run on and that nobody else has claimed, or none: then refusal() says why.
  // `folder` holds the locks; empty: the one for temporary files.
  [[nodiscard]] static CoreClaim take(std::size_t wanted, const std::string& folder = "");
  // Gives them back.
  ~CoreClaim();
  CoreClaim(CoreClaim&& other) noexcept;
  CoreClaim& operator=(CoreClaim&& other) noexcept;

  [[nodiscard]] const std::vector<int>& cores() const noexcept { return cores_; }
  // Why there are none, for people; empty if there is nothing to say.
  [[nodiscard]] const std::string& refusal() const noexcept { return refusal_; }
  // Of shares of `size` cores, the one with this number.
  [[nodiscard]] std::vector<int> share(std::size_t number, std::size_t size) const;

 private:
  void release() noexcept;

  std::vector<int> cores_;
  std::vector<int> locks_;  // open files
  std::string refusal_;
};

// Keeps the calling thread, and the programs that it starts from now on, on these cores. Does nothing where the system
// can't.
void pin_thread(const std::vector<int>& cores);

}  // namespace tabia::play
