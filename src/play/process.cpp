#include "play/process.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#ifdef __linux__
#include <sched.h>
#include <sys/prctl.h>
#endif

#include "base/file.h"
#include "base/hash.h"
#include "base/text.h"

namespace tabia::play {
namespace {

using base::concat;
using base::Error;
using std::chrono::duration_cast;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t kLongestLine = std::size_t{1} << 20;
constexpr std::size_t kPortion = std::size_t{1} << 16;
constexpr int kStopCheckMs = 20;  // how often to check for a requested stop
// How long after the deadline a program that never stops talking is read. Not 0: on a busy machine an answer
// that came in time may be read late.
constexpr milliseconds kFloodSlack{250};

// The two ends of a pipe; closes those that were not taken.
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
  void close_read_end() {
    ::close(read_end);
    read_end = -1;
  }
  void close_write_end() {
    ::close(write_end);
    write_end = -1;
  }
};

// Between fork and exec, only calls that are safe in a forked copy of a program with threads.
[[noreturn]] void become_program(const char* path, char* const* arguments, const char* folder, int input,
                                 int output, int errors, int report, int parent) {
  ::setpgid(0, 0);
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // the parent died before
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

// At least 0, and rounded up so that poll doesn't spin.
int ms_until(Process::Time deadline) {
  const auto left = duration_cast<milliseconds>(deadline - steady_clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left + 1, 0, 1'000'000));
}

bool is_program(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

// Adds the processes that this one has started; none if the system doesn't tell.
void add_children(int id, std::vector<int>& out) {
  const std::string folder = concat("/proc/", id, "/task");
  DIR* tasks = ::opendir(folder.c_str());
  if (!tasks) return;
  while (const dirent* task = ::readdir(tasks)) {
    if (task->d_name[0] == '.') continue;
    std::ifstream in(concat(folder, '/', task->d_name, "/children"));
    for (int child = 0; in >> child;) out.push_back(child);
  }
  ::closedir(tasks);
}

std::string describe_status(int status) {
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    return concat("was killed by signal ", number, " (", ::strsignal(number), ")");
  }
  return concat("exited with status ", WEXITSTATUS(status));
}

}  // namespace

base::Result<std::string> find_program(const std::string& name) {
  const auto absolute = [](const std::string& path) {
    std::error_code fault;
    const auto full = std::filesystem::absolute(path, fault);
    return fault ? path : full.lexically_normal().string();
  };
  if (name.empty()) return Error{"no program name given"};
  if (name.find('/') != std::string::npos) {
    if (is_program(name)) return absolute(name);
    return Error{concat(name, ": no such program, or it isn't executable")};
  }
  const char* path = std::getenv("PATH");
  const std::string folders = concat(path ? path : "/usr/bin:/bin", ":/usr/games:/usr/local/games");
  for (const auto folder : base::split(folders, ':')) {
    if (folder.empty()) continue;
    const std::string candidate = concat(folder, '/', name);
    if (is_program(candidate)) return absolute(candidate);
  }
  return Error{
      concat(name, ": no such program in PATH or /usr/games (for one in this folder, write ./", name, ")")};
}

base::Result<std::unique_ptr<Process>> Process::start(const Launch& launch) {
  Pipe input;
  Pipe output;
  Pipe report;
  if (!input.open() || !output.open() || !report.open()) return base::system_error("can't create a pipe");
  const std::string log = launch.error_log.empty() ? "/dev/null" : launch.error_log;
  const int errors = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (errors < 0) return base::system_error(concat(log, ": can't open"));
  std::vector<char*> arguments = {const_cast<char*>(launch.program.c_str())};
  for (const std::string& argument : launch.arguments)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  const int parent = ::getpid();
  const int id = ::fork();
  if (id == 0) {
    become_program(launch.program.c_str(), arguments.data(), launch.folder.c_str(), input.read_end,
                   output.write_end, errors, report.write_end, parent);
  }
  const int fork_fault = errno;
  ::close(errors);
  if (id < 0) {
    errno = fork_fault;
    return base::system_error("can't start a process");
  }
  ::setpgid(id, id);  // in both processes, because either may get here first
  input.close_read_end();
  output.close_write_end();
  report.close_write_end();
  std::unique_ptr<Process> process(new Process(id, input.write_end, output.read_end));
  input.write_end = -1;
  output.read_end = -1;
  int fault = 0;
  ssize_t got = 0;
  while ((got = ::read(report.read_end, &fault, sizeof fault)) < 0 && errno == EINTR) {
  }
  if (got > 0) {
    errno = fault;
    return base::system_error(concat(launch.program, ": can't start"));
  }
  for (const int end : {process->input_, process->output_})
    ::fcntl(end, F_SETFL, ::fcntl(end, F_GETFL) | O_NONBLOCK);
  return process;
}

Process::~Process() {
  kill_and_reap();
  ::close(input_);
  ::close(output_);
}

bool Process::write_line(std::string_view line, Time deadline) {
  const NoBrokenPipeSignal guard;
  const std::string text = concat(line, '\n');
  std::string_view rest = text;
  while (!rest.empty()) {
    const auto written = ::write(input_, rest.data(), rest.size());
    if (written > 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
    if (steady_clock::now() >= deadline) return false;
    pollfd waiting{.fd = input_, .events = POLLOUT, .revents = 0};
    ::poll(&waiting, 1, ms_until(deadline));
  }
  return true;
}

bool Process::take_line(std::string& line) {
  const std::size_t end = buffer_.find('\n', at_);
  if (end == std::string::npos) {
    buffer_.erase(0, at_);
    at_ = 0;
    if (buffer_.size() <= kLongestLine) return false;
    line = buffer_;
    buffer_.clear();
    if (skipping_line_) return false;
    skipping_line_ = true;
    return true;
  }
  const bool was_skipping = std::exchange(skipping_line_, false);
  line.assign(buffer_, at_, end - at_);
  at_ = end + 1;
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return was_skipping ? take_line(line) : true;
}

Process::Read Process::read_line(std::string& line, Time deadline, const std::stop_token& stop) {
  for (;;) {
    if (take_line(line)) return Read::Line;
    if (stop.stop_requested() || steady_clock::now() > deadline + kFloodSlack) return Read::Timeout;
    pollfd waiting{.fd = output_, .events = POLLIN, .revents = 0};
    const int left_ms = ms_until(deadline);
    const int ready = ::poll(&waiting, 1, stop.stop_possible() ? std::min(left_ms, kStopCheckMs) : left_ms);
    if (ready == 0 && steady_clock::now() >= deadline) return Read::Timeout;
    if (ready <= 0) continue;
    const std::size_t before = buffer_.size();
    buffer_.resize(before + kPortion);
    const auto got = ::read(output_, buffer_.data() + before, kPortion);
    const int fault = errno;
    buffer_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got == 0 || (got < 0 && fault != EINTR && fault != EAGAIN && fault != EWOULDBLOCK))
      return Read::Closed;
  }
}

std::int64_t Process::cpu_us() const {
  // The program itself first, then what it has started, and so on: a script may have started the engine.
  std::vector<int> tree = {id_};
  std::int64_t total_us = 0;
  for (std::size_t i = 0; i < tree.size() && !ended_; ++i) {
    clockid_t clock{};
    timespec time{};
    if (::clock_getcpuclockid(tree[i], &clock) == 0 && ::clock_gettime(clock, &time) == 0)
      total_us += std::int64_t{time.tv_sec} * 1'000'000 + time.tv_nsec / 1'000;
    add_children(tree[i], tree);
  }
  return total_us;
}

std::vector<std::string> Process::program_hashes() const {
  std::vector<int> tree = {id_};
  std::vector<std::string> hashes;
  for (std::size_t i = 0; i < tree.size() && !ended_; ++i) {
    // Read through this link: the file may have been replaced since.
    const auto content = base::read_file(concat("/proc/", tree[i], "/exe"), kLargestProgram);
    if (content) hashes.push_back(base::hex64(base::hash64(*content)));
    add_children(tree[i], tree);
  }
  std::sort(hashes.begin(), hashes.end());
  hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
  return hashes;
}

std::int64_t Process::waited_us() const {
  const std::string folder = concat("/proc/", id_, "/task");
  DIR* tasks = ::opendir(folder.c_str());
  if (!tasks) return 0;
  std::int64_t total_ns = 0;
  while (const dirent* task = ::readdir(tasks)) {
    if (task->d_name[0] == '.') continue;
    // Time on a processor, time waiting for one (both in nanoseconds), and how often.
    std::ifstream in(concat(folder, '/', task->d_name, "/schedstat"));
    std::int64_t ran_ns = 0;
    std::int64_t waited_ns = 0;
    if (in >> ran_ns >> waited_ns) total_ns += waited_ns;
  }
  ::closedir(tasks);
  return total_ns / 1'000;
}

std::map<int, std::int64_t> parse_stolen_us(std::istream& stat, std::int64_t ticks_per_second) {
  constexpr std::string_view kName = "cpu";  // then the number, or nothing for the total
  constexpr int kStolen = 7;                 // after user nice system idle iowait irq softirq
  std::map<int, std::int64_t> stolen;
  for (std::string line; std::getline(stat, line) && line.starts_with(kName);) {
    if (line.size() <= kName.size() || line[kName.size()] == ' ') continue;
    std::istringstream words(line.substr(kName.size()));
    int processor = 0;
    std::int64_t ticks = 0;
    words >> processor;
    for (int column = 0; column <= kStolen; ++column) words >> ticks;
    if (words) stolen[processor] = ticks * 1'000'000 / ticks_per_second;
  }
  return stolen;
}

std::map<int, std::int64_t> Process::stolen_us() const {
  std::map<int, std::int64_t> stolen;
#ifdef __linux__
  std::ifstream stat("/proc/stat");
  stolen = parse_stolen_us(stat, std::max(1L, ::sysconf(_SC_CLK_TCK)));
  cpu_set_t processors;
  if (::sched_getaffinity(id_, sizeof(processors), &processors) == 0)
    std::erase_if(stolen, [&](const auto& one) {
      return !CPU_ISSET(static_cast<std::size_t>(one.first), &processors);
    });
#endif
  return stolen;
}

bool Process::reap(bool wait) {
  if (ended_) return true;
  int got = 0;
  while ((got = ::waitpid(id_, &status_, wait ? 0 : WNOHANG)) < 0 && errno == EINTR) {
  }
  ended_ = got != 0;
  return ended_;
}

void Process::kill_and_reap() {
  if (ended_) return;
  // We haven't reaped the leader of the group yet, so its number can't have been reused.
  ::kill(-id_, SIGKILL);
  ::kill(id_, SIGKILL);
  static_cast<void>(reap(true));
}

void Process::finish(Time deadline) {
  while (!reap(false) && steady_clock::now() < deadline) std::this_thread::sleep_for(milliseconds(1));
  kill_and_reap();
}

std::string Process::end() {
  // A program that has just closed its pipe needs a moment to exit.
  const Time deadline = steady_clock::now() + milliseconds(200);
  while (!reap(false) && steady_clock::now() < deadline) std::this_thread::sleep_for(milliseconds(1));
  if (ended_) return describe_status(status_);
  kill_and_reap();
  return "closed its output";
}

}  // namespace tabia::play
