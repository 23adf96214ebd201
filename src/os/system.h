// os/system.h: processors, memory, priority, libraries, the console and Ctrl-C.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

namespace tabia::os {

// The processors that this thread may run on; none if the system doesn't tell.
[[nodiscard]] std::vector<int> usable_processors();
// Keeps the calling thread, and the programs it starts from now on, on these processors. Does nothing if the
// system can't.
void use_processors(const std::vector<int>& processors) noexcept;
// How many there are, at least 1.
[[nodiscard]] int processor_count() noexcept;

// In bytes; nothing if the system doesn't tell.
[[nodiscard]] std::optional<std::uint64_t> machine_memory() noexcept;
[[nodiscard]] std::optional<std::uint64_t> free_machine_memory() noexcept;
[[nodiscard]] std::optional<std::uint64_t> address_space_limit() noexcept;

// Null if there is none. `bytes` is a multiple of `alignment`, which is a power of two.
[[nodiscard]] void* allocate_aligned(std::size_t alignment, std::size_t bytes) noexcept;
void free_aligned(void* block) noexcept;
// Large pages for that memory, if the system has them.
void prefer_huge_pages(void* block, std::size_t bytes) noexcept;

// Yields the processor to other programs: 0 to 19. On false errno says why not.
[[nodiscard]] bool lower_priority(int nice) noexcept;

// Of this machine; empty if the system doesn't tell.
[[nodiscard]] std::string machine_name();
[[nodiscard]] int process_number() noexcept;
// The file of this program; empty if the system doesn't tell.
[[nodiscard]] std::string path_of_this_program();
// The name under which to read the program that a process is running, even if its file was replaced since;
// empty if the system doesn't tell.
[[nodiscard]] std::string program_of(int process);

[[nodiscard]] std::tm utc(std::time_t time) noexcept;

// A library loaded at run time, which stays loaded; null, and `reason` says why, if it can't be.
[[nodiscard]] void* load_library(const std::string& path, std::string& reason);
[[nodiscard]] void* find_symbol(void* library, const char* name) noexcept;

// To be called first in main(): text on standard input and output is UTF-8 and is not translated. Returns the
// words of the command line, without the program's name, in UTF-8.
[[nodiscard]] std::vector<std::string> start_program(int argument_count, char** arguments);
// If the reader of what we write is gone, writing fails; it must not end the program.
void ignore_broken_pipes() noexcept;

// Calls the function, which may only use lock-free atomics and this one, when someone wants the program to
// end: Ctrl-C, or SIGTERM. Null: that ends the program.
void on_interrupt(void (*function)()) noexcept;

}  // namespace tabia::os
