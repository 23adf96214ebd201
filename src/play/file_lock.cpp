#include "play/file_lock.h"

#include <sys/file.h>

#include <chrono>
#include <thread>

namespace tabia::play {

bool lock_exclusively(int descriptor) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}

}  // namespace tabia::play
