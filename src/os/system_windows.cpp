#if defined(_WIN32)

#include "os/windows_names.h"
// After it: these know less without it.
#include <fcntl.h>
#include <io.h>
#include <malloc.h>
#include <shellapi.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdio>
#include <thread>

#include "os/system.h"

namespace tabia::os {
namespace {

// What on_interrupt() was given. Global because the console belongs to the process.
std::atomic<void (*)()> interrupt_function = nullptr;

// Windows calls it in a separate thread: on Ctrl-C, Ctrl-Break, closing the window, and logging off.
BOOL WINAPI call_interrupt_function(DWORD event) {
  void (*const function)() = interrupt_function.load();
  if (function == nullptr) return FALSE;
  function();
  // For the others, Windows ends the program when this returns: give it time to save its state first.
  if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT) ::Sleep(INFINITE);
  return TRUE;
}

DWORD_PTR allowed_processors() {
  DWORD_PTR ours = 0;
  DWORD_PTR all = 0;
  return ::GetProcessAffinityMask(::GetCurrentProcess(), &ours, &all) ? ours : 0;
}

}  // namespace

std::vector<int> usable_processors() {
  std::vector<int> processors;
  for (DWORD_PTR rest = allowed_processors(); rest != 0; rest &= rest - 1)
    processors.push_back(std::countr_zero(rest));
  return processors;
}

void use_processors(const std::vector<int>& processors) noexcept {
  DWORD_PTR mask = 0;
  for (const int processor : processors) mask |= DWORD_PTR{1} << processor;
  ::SetThreadAffinityMask(::GetCurrentThread(), mask);
}

int processor_count() noexcept {
  const int allowed = std::popcount(allowed_processors());
  return allowed > 0 ? allowed : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

std::optional<std::uint64_t> machine_memory() noexcept {
  MEMORYSTATUSEX memory{};
  memory.dwLength = sizeof memory;
  if (!::GlobalMemoryStatusEx(&memory)) return std::nullopt;
  return memory.ullTotalPhys;
}

std::optional<std::uint64_t> free_machine_memory() noexcept {
  MEMORYSTATUSEX memory{};
  memory.dwLength = sizeof memory;
  if (!::GlobalMemoryStatusEx(&memory)) return std::nullopt;
  return memory.ullAvailPhys;
}

std::optional<std::uint64_t> address_space_limit() noexcept { return std::nullopt; }

void* allocate_aligned(std::size_t alignment, std::size_t bytes) noexcept {
  return ::_aligned_malloc(bytes, alignment);
}

void free_aligned(void* block) noexcept { ::_aligned_free(block); }

void prefer_huge_pages(void*, std::size_t) noexcept {}  // they need a privilege that few users have

void return_memory_when_freed() noexcept {}  // as it is anyway
void return_free_memory() noexcept {}

void raise_descriptor_limit() noexcept {}  // there is none
bool has_arm_dot_products() noexcept { return false; }

bool lower_priority(int nice) noexcept {
  const DWORD priority = nice <= 0    ? NORMAL_PRIORITY_CLASS
                         : nice <= 10 ? BELOW_NORMAL_PRIORITY_CLASS
                                      : IDLE_PRIORITY_CLASS;
  return ::SetPriorityClass(::GetCurrentProcess(), priority) || set_errno();
}

std::string machine_name() {
  wchar_t name[MAX_COMPUTERNAME_LENGTH + 1] = {};
  DWORD length = MAX_COMPUTERNAME_LENGTH + 1;
  return ::GetComputerNameW(name, &length) ? narrow({name, length}) : "";
}

int process_number() noexcept { return static_cast<int>(::GetCurrentProcessId()); }

std::string path_of_this_program() {
  std::wstring path(32768, L'\0');  // as long as Windows allows
  path.resize(::GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size())));
  return narrow(path);
}

std::string program_of(int process) {
  const HANDLE handle = ::OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, static_cast<DWORD>(process));
  if (handle == nullptr) return {};
  std::wstring path(32768, L'\0');
  auto length = static_cast<DWORD>(path.size());
  if (!::QueryFullProcessImageNameW(handle, 0, path.data(), &length)) length = 0;
  ::CloseHandle(handle);
  path.resize(length);
  return narrow(path);
}

std::tm utc(std::time_t time) noexcept {
  std::tm parts{};
  ::gmtime_s(&parts, &time);
  return parts;
}

void* load_library(const std::string& path, std::string& reason) {
  const HMODULE library = ::LoadLibraryW(wide(path).c_str());
  if (library == nullptr) reason = "error " + std::to_string(::GetLastError()) + " of Windows";
  return reinterpret_cast<void*>(library);
}

void* find_symbol(void* library, const char* name) noexcept {
  return reinterpret_cast<void*>(::GetProcAddress(reinterpret_cast<HMODULE>(library), name));
}

namespace {

// A console then understands escape sequences, as other terminals do; it fails for a file or a pipe.
void understand_escapes(DWORD number) {
  const HANDLE output = ::GetStdHandle(number);
  DWORD mode = 0;
  if (::GetConsoleMode(output, &mode)) ::SetConsoleMode(output, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

}  // namespace

std::vector<std::string> start_program(int argument_count, char** arguments) {
  for (const int standard : {0, 1, 2}) ::_setmode(standard, _O_BINARY);
  ::SetConsoleOutputCP(CP_UTF8);
  ::SetConsoleCP(CP_UTF8);
  for (const DWORD number : {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE}) understand_escapes(number);
  int count = 0;
  LPWSTR* const words = ::CommandLineToArgvW(::GetCommandLineW(), &count);
  if (words == nullptr) return {arguments + (argument_count > 0 ? 1 : 0), arguments + argument_count};
  std::vector<std::string> result;
  for (int i = 1; i < count; ++i) result.push_back(narrow(words[i]));
  ::LocalFree(words);
  return result;
}

void ignore_broken_pipes() noexcept {}  // Windows has no such signal

void on_interrupt(void (*function)()) noexcept {
  interrupt_function = function;
  static const BOOL installed = ::SetConsoleCtrlHandler(call_interrupt_function, TRUE);
  static_cast<void>(installed);
}

namespace {

// Global because the console belongs to the process.
std::atomic<bool> stop_requested = false;

void request_stop() {
  stop_requested = true;
  stop_requested.notify_all();
  on_interrupt(nullptr);
}

}  // namespace

OperatorRequests::OperatorRequests() noexcept {
  stop_requested = false;
  on_interrupt(request_stop);
}

OperatorRequest OperatorRequests::wait() noexcept {
  stop_requested.wait(false);
  return OperatorRequest::Stop;
}

}  // namespace tabia::os

#endif  // _WIN32
