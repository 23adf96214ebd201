// play/file_lock.h: one writer at a time for a file that a match or a tune keeps its state in.
#pragma once

namespace tabia::play {

// Locks the open file against all others that ask the same, until it is closed. False if somebody else still has it
// after a little while: a process that was just killed, or an engine that it was about to start, needs a moment to go.
[[nodiscard]] bool lock_exclusively(int descriptor);

}  // namespace tabia::play
