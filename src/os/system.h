// os/system.h: processors, memory, priority, libraries, the console and Ctrl-C.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tabia::os {

// The processors that this thread may run on; none if the system doesn't tell.
[[nodiscard]] std::vector<int> usable_processors();
// Pins the calling thread, and the programs it starts from now on, to these processors. Does nothing if the
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
// Asks for large pages for that memory, if the system has them.
void prefer_huge_pages(void* block, std::size_t bytes) noexcept;

// From now on, the memory of large blocks is returned when they are freed, and threads don't hoard it. Some
// systems would keep it for the next block: replaced networks and caches would stay in memory.
void return_memory_when_freed() noexcept;
// Returns what is free between smaller blocks. Worth the time only if much was freed.
void return_free_memory() noexcept;

// Raises this process's limit of open files and connections to the maximum.
void raise_descriptor_limit() noexcept;

// Does this ARM processor compute dot products of bytes? False if the system doesn't tell.
[[nodiscard]] bool has_arm_dot_products() noexcept;

// Lowers the priority, so that other programs go first: 0 to 19. If false, errno says why.
[[nodiscard]] bool lower_priority(int nice) noexcept;

// Of this machine; empty if the system doesn't tell.
[[nodiscard]] std::string machine_name();
[[nodiscard]] int process_number() noexcept;
// The path of this program's file; empty if the system doesn't tell.
[[nodiscard]] std::string path_of_this_program();
// A path to read the program that a process is running, even if its file has been replaced
// since; empty if the system doesn't tell.
[[nodiscard]] std::string program_of(int process);

[[nodiscard]] std::tm utc(std::time_t time) noexcept;

#if defined(_WIN32)
inline constexpr std::string_view kOpenClLibrary = "OpenCL.dll";
#else
inline constexpr std::string_view kOpenClLibrary = "libOpenCL.so.1";
#endif
// Loads a library, which stays loaded. Null on failure; `reason` then says why.
[[nodiscard]] void* load_library(const std::string& path, std::string& reason);
[[nodiscard]] void* find_symbol(void* library, const char* name) noexcept;

// Call it first in main(): it makes text on standard input and output UTF-8, untranslated. Returns the words
// of the command line in UTF-8, without the program's name.
[[nodiscard]] std::vector<std::string> start_program(int argument_count, char** arguments);
// If whatever reads our output is gone, writing fails instead of ending the program.
void ignore_broken_pipes() noexcept;

// Calls the function on Ctrl-C or SIGTERM. It may use only lock-free atomics and on_interrupt()
// itself. Null: those end the program again.
void on_interrupt(void (*function)()) noexcept;

// What the operator of a service asks for: to stop (Ctrl-C, SIGTERM), or to read its files again (SIGHUP,
// which Windows doesn't have).
enum class OperatorRequest { Stop, Reload };
// Waits for requests in place of on_interrupt(). Make it before there are other threads: those started later
// leave these signals to it.
class OperatorRequests {
 public:
  OperatorRequests() noexcept;
  OperatorRequests(const OperatorRequests&) = delete;
  OperatorRequests& operator=(const OperatorRequests&) = delete;

  // After Stop, the next Ctrl-C or SIGTERM ends the program immediately.
  [[nodiscard]] OperatorRequest wait() noexcept;
};

}  // namespace tabia::os
