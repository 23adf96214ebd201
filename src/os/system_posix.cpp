#if !defined(_WIN32)

#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <thread>

#ifdef __linux__
#include <sched.h>
#include <sys/auxv.h>
#endif
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "os/system.h"

namespace tabia::os {
namespace {

// What on_interrupt() was given. Global because signals belong to the process.
std::atomic<void (*)()> interrupt_function = nullptr;
static_assert(std::atomic<void (*)()>::is_always_lock_free,
              "a signal handler may only use lock-free atomics");

extern "C" void call_interrupt_function(int) {
  if (void (*const function)() = interrupt_function.load()) function();
}

sigset_t set_of(std::initializer_list<int> numbers) noexcept {
  sigset_t signals;
  ::sigemptyset(&signals);
  for (const int number : numbers) ::sigaddset(&signals, number);
  return signals;
}
sigset_t operator_signals() noexcept { return set_of({SIGINT, SIGTERM, SIGHUP}); }

}  // namespace

std::vector<int> usable_processors() {
  std::vector<int> processors;
#ifdef __linux__
  cpu_set_t set;
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return processors;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(static_cast<std::size_t>(core), &set)) processors.push_back(core);
  }
#endif
  return processors;
}

void use_processors(const std::vector<int>& processors) noexcept {
#ifdef __linux__
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int core : processors) CPU_SET(static_cast<std::size_t>(core), &set);
  ::sched_setaffinity(0, sizeof set, &set);
#else
  static_cast<void>(processors);
#endif
}

int processor_count() noexcept {
#ifdef __linux__
  cpu_set_t set;
  if (::sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
#endif
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

std::optional<std::uint64_t> machine_memory() noexcept {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page_size = ::sysconf(_SC_PAGE_SIZE);
  if (pages <= 0 || page_size <= 0) return std::nullopt;
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_size);
}

std::optional<std::uint64_t> free_machine_memory() noexcept { return std::nullopt; }  // Linux: /proc/meminfo

std::optional<std::uint64_t> address_space_limit() noexcept {
  rlimit space{};
  if (::getrlimit(RLIMIT_AS, &space) != 0 || space.rlim_cur == RLIM_INFINITY) return std::nullopt;
  return space.rlim_cur;
}

void* allocate_aligned(std::size_t alignment, std::size_t bytes) noexcept {
  return std::aligned_alloc(alignment, bytes);
}

void free_aligned(void* block) noexcept { std::free(block); }

void prefer_huge_pages(void* block, std::size_t bytes) noexcept {
#ifdef __linux__
  ::madvise(block, bytes, MADV_HUGEPAGE);
#else
  static_cast<void>(block);
  static_cast<void>(bytes);
#endif
}

void return_memory_when_freed() noexcept {
#if defined(__GLIBC__)
  // When the first large block is freed, glibc starts to keep such blocks. And few arenas: hundreds of
  // threads must not each hoard their own.
  ::mallopt(M_MMAP_THRESHOLD, 128 << 10);
  ::mallopt(M_ARENA_MAX, 4);
#endif
}

void return_free_memory() noexcept {
#if defined(__GLIBC__)
  ::malloc_trim(0);
#endif
}

void raise_descriptor_limit() noexcept {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= limit.rlim_max) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

bool has_arm_dot_products() noexcept {
#if defined(__linux__) && defined(__aarch64__)
  constexpr unsigned long kDotProducts = 1ul << 20;  // HWCAP_ASIMDDP, which old headers lack
  return (::getauxval(AT_HWCAP) & kDotProducts) != 0;
#else
  return false;
#endif
}

bool lower_priority(int nice) noexcept { return ::setpriority(PRIO_PROCESS, 0, nice) == 0; }

std::string machine_name() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

int process_number() noexcept { return ::getpid(); }

std::string path_of_this_program() {
  std::error_code none;
  return std::filesystem::read_symlink("/proc/self/exe", none).string();
}

std::string program_of(int process) { return "/proc/" + std::to_string(process) + "/exe"; }

std::tm utc(std::time_t time) noexcept {
  std::tm parts{};
  ::gmtime_r(&time, &parts);
  return parts;
}

void* load_library(const std::string& path, std::string& reason) {
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* const text = ::dlerror();
    reason = text ? text : "no reason given";
  }
  return library;
}

void* find_symbol(void* library, const char* name) noexcept { return ::dlsym(library, name); }

std::vector<std::string> start_program(int argument_count, char** arguments) {
  return {arguments + (argument_count > 0 ? 1 : 0), arguments + argument_count};
}

void ignore_broken_pipes() noexcept { std::signal(SIGPIPE, SIG_IGN); }

void on_interrupt(void (*function)()) noexcept {
  interrupt_function = function;
  for (const int number : {SIGINT, SIGTERM})
    std::signal(number, function ? call_interrupt_function : SIG_DFL);
}

// Blocked signals stay pending until wait() takes them; threads inherit what is blocked.
OperatorRequests::OperatorRequests() noexcept {
  const sigset_t signals = operator_signals();
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

OperatorRequest OperatorRequests::wait() noexcept {
  const sigset_t signals = operator_signals();
  int number = 0;
  while (::sigwait(&signals, &number) != 0) {
  }
  if (number == SIGHUP) return OperatorRequest::Reload;
  const sigset_t ending = set_of({SIGINT, SIGTERM});
  ::pthread_sigmask(SIG_UNBLOCK, &ending, nullptr);
  return OperatorRequest::Stop;
}

}  // namespace tabia::os

#endif  // !_WIN32
