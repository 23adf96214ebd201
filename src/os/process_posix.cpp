#if !defined(_WIN32)

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>
#include <utility>

#ifdef __linux__
#include <sched.h>
#include <sys/prctl.h>
#endif

#include "os/process.h"

namespace tabia::os {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// The two ends of a pipe; closes those that weren't taken.
struct Pipe {
  int read_end = -1;
  int write_end = -1;

  Pipe() = default;
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    if (read_end >= 0) ::close(read_end);
    if (write_end >= 0) ::close(write_end);
  }
  [[nodiscard]] bool open() {
    std::array<int, 2> ends{};
#ifdef __linux__
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
#else
    if (::pipe(ends.data()) != 0) return false;
    for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
#endif
    read_end = ends[0];
    write_end = ends[1];
    return true;
  }
  void close_read_end() { ::close(std::exchange(read_end, -1)); }
  void close_write_end() { ::close(std::exchange(write_end, -1)); }
};

// Between fork and exec: only calls that are safe in the forked copy of a multithreaded program.
[[noreturn]] void become_program(const char* path, char* const* arguments, const char* folder, int input,
                                 int output, int errors, int report, int parent) {
  ::setpgid(0, 0);
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // the parent died in between
#else
  static_cast<void>(parent);
#endif
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int number : {SIGPIPE, SIGINT, SIGTERM}) ::signal(number, SIG_DFL);
  const bool connected = ::dup2(input, STDIN_FILENO) >= 0 && ::dup2(output, STDOUT_FILENO) >= 0 &&
                         ::dup2(errors, STDERR_FILENO) >= 0;
  if (connected && (*folder == '\0' || ::chdir(folder) == 0)) ::execv(path, arguments);
  const int fault = errno;
  [[maybe_unused]] const auto written = ::write(report, &fault, sizeof fault);
  ::_exit(127);
}

// Blocks SIGPIPE in this thread while it writes: a program that has ended must not end ours.
class NoBrokenPipeSignal {
 public:
  NoBrokenPipeSignal() {
    ::sigemptyset(&set_);
    ::sigaddset(&set_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &set_, &before_);
  }
  ~NoBrokenPipeSignal() {
    const int fault = errno;
    const timespec no_time{};
    if (!::sigismember(&before_, SIGPIPE)) {
      while (::sigtimedwait(&set_, nullptr, &no_time) > 0) {
      }
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = fault;
  }
  NoBrokenPipeSignal(const NoBrokenPipeSignal&) = delete;
  NoBrokenPipeSignal& operator=(const NoBrokenPipeSignal&) = delete;

 private:
  sigset_t set_{};
  sigset_t before_{};
};

}  // namespace

struct Child::State {
  int id = -1;
  int input = -1;   // we write here
  int output = -1;  // and read here
  bool ended = false;
  int status = 0;  // of waitpid
};

Child::Child(std::unique_ptr<State> state) : state_(std::move(state)) {}

std::unique_ptr<Child> Child::start(const ChildStart& start, std::string& failed) {
  Pipe input;
  Pipe output;
  Pipe report;
  failed = "can't create a pipe";
  if (!input.open() || !output.open() || !report.open()) return nullptr;
  const int nowhere = start.errors < 0 ? ::open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
  std::vector<char*> arguments = {const_cast<char*>(start.program.c_str())};
  for (const std::string& argument : start.arguments)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  const int parent = ::getpid();
  const int id = ::fork();
  if (id == 0) {
    become_program(start.program.c_str(), arguments.data(), start.folder.c_str(), input.read_end,
                   output.write_end, start.errors < 0 ? nowhere : start.errors, report.write_end, parent);
  }
  const int fork_fault = errno;
  if (nowhere >= 0) ::close(nowhere);
  if (id < 0) {
    errno = fork_fault;
    failed = "can't start a process";
    return nullptr;
  }
  ::setpgid(id, id);  // in both processes, because either may get here first
  input.close_read_end();
  output.close_write_end();
  report.close_write_end();
  auto state = std::make_unique<State>();
  state->id = id;
  state->input = std::exchange(input.write_end, -1);
  state->output = std::exchange(output.read_end, -1);
  for (const int end : {state->input, state->output})
    ::fcntl(end, F_SETFL, ::fcntl(end, F_GETFL) | O_NONBLOCK);
  std::unique_ptr<Child> child(new Child(std::move(state)));
  int fault = 0;
  ssize_t got = 0;
  while ((got = ::read(report.read_end, &fault, sizeof fault)) < 0 && errno == EINTR) {
  }
  if (got <= 0) return child;
  child.reset();
  errno = fault;
  failed = start.program + ": can't start";
  return nullptr;
}

Child::~Child() {
  kill();
  ::close(state_->input);
  ::close(state_->output);
}

int Child::number() const noexcept { return state_->id; }

bool Child::write(std::string_view text, int most_ms) {
  const NoBrokenPipeSignal guard;
  const auto deadline = steady_clock::now() + milliseconds(most_ms);
  while (!text.empty()) {
    const auto written = ::write(state_->input, text.data(), text.size());
    if (written > 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
    const auto left = std::chrono::ceil<milliseconds>(deadline - steady_clock::now()).count();
    if (left <= 0) return false;
    pollfd waiting{.fd = state_->input, .events = POLLOUT, .revents = 0};
    ::poll(&waiting, 1, static_cast<int>(left));
  }
  return true;
}

Child::Ready Child::read(std::string& out, std::size_t size, int most_ms) {
  pollfd waiting{.fd = state_->output, .events = POLLIN, .revents = 0};
  if (::poll(&waiting, 1, most_ms) <= 0) return Ready::Nothing;
  const std::size_t before = out.size();
  out.resize(before + size);
  const auto got = ::read(state_->output, out.data() + before, size);
  const int fault = errno;
  out.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  if (got > 0) return Ready::Data;
  const bool later = got < 0 && (fault == EINTR || fault == EAGAIN || fault == EWOULDBLOCK);
  return later ? Ready::Nothing : Ready::Closed;
}

bool Child::has_ended(bool wait) {
  if (state_->ended) return true;
  int got = 0;
  while ((got = ::waitpid(state_->id, &state_->status, wait ? 0 : WNOHANG)) < 0 && errno == EINTR) {
  }
  state_->ended = got != 0;
  return state_->ended;
}

std::string Child::how_it_ended() const {
  if (!WIFSIGNALED(state_->status))
    return "exited with status " + std::to_string(WEXITSTATUS(state_->status));
  const int number = WTERMSIG(state_->status);
  return "was killed by signal " + std::to_string(number) + " (" + ::strsignal(number) + ")";
}

void Child::kill() noexcept {
  if (state_->ended) return;
  // We haven't reaped the leader of the group yet, so its number can't have been reused.
  ::kill(-state_->id, SIGKILL);
  ::kill(state_->id, SIGKILL);
  static_cast<void>(has_ended(true));
}

std::int64_t processor_time_us(int process) noexcept {
  clockid_t clock{};
  timespec time{};
  if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &time) != 0) return 0;
  return std::int64_t{time.tv_sec} * 1'000'000 + time.tv_nsec / 1'000;
}

std::vector<int> processors_of(int process) {
  std::vector<int> processors;
#ifdef __linux__
  cpu_set_t set;
  if (::sched_getaffinity(process, sizeof set, &set) != 0) return processors;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(static_cast<std::size_t>(core), &set)) processors.push_back(core);
  }
#else
  static_cast<void>(process);
#endif
  return processors;
}

long clock_ticks_per_second() noexcept { return std::max(1L, ::sysconf(_SC_CLK_TCK)); }

}  // namespace tabia::os

#endif  // !_WIN32
