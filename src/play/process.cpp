#include "play/process.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "base/file.h"
#include "base/hash.h"
#include "base/text.h"
#include "os/file.h"
#include "os/process.h"
#include "os/system.h"

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

// At least 0, and rounded up so that poll doesn't spin.
int ms_until(Process::Time deadline) {
  const auto left = duration_cast<milliseconds>(deadline - steady_clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left + 1, 0, 1'000'000));
}

// The folders of the threads of a process; none if the system doesn't report them.
std::vector<std::string> folders_of_threads(int process) {
  std::vector<std::string> folders;
  std::error_code none;
  for (std::filesystem::directory_iterator at(concat("/proc/", process, "/task"), none), end;
       !none && at != end; at.increment(none))
    folders.push_back(at->path().string());
  return folders;
}

// Adds the processes that this one has started; none if the system doesn't report them.
void add_children(int id, std::vector<int>& out) {
  for (const std::string& folder : folders_of_threads(id)) {
    std::ifstream in(folder + "/children");
    for (int child = 0; in >> child;) out.push_back(child);
  }
}

// Where Debian keeps games, out of root's PATH.
constexpr std::string_view kUsualFolders[] = {"/usr/games", "/usr/local/games"};

// The file that runs under this name: on Windows `engine` may mean engine.exe. Empty if there is none.
std::string program_file(const std::string& name) {
  if (os::is_program(name)) return name;
  const std::string file = concat(name, os::kProgramSuffix);
  return os::is_program(file) ? file : "";
}

bool has_folder(const std::string& name) { return std::filesystem::path(name).has_parent_path(); }

}  // namespace

base::Result<std::string> find_program(const std::string& name) {
  const auto absolute = [](const std::string& path) {
    std::error_code fault;
    const auto full = std::filesystem::absolute(path, fault);
    return fault ? path : full.lexically_normal().string();
  };
  if (name.empty()) return Error{"no program name given"};
  if (has_folder(name)) {
    if (const std::string file = program_file(name); !file.empty()) return absolute(file);
    return Error{concat(name, ": no such program, or it isn't executable")};
  }
  const char* path = std::getenv("PATH");
  auto folders = base::split(path ? path : "/usr/bin:/bin", os::kPathListSeparator);
  folders.insert(folders.end(), std::begin(kUsualFolders), std::end(kUsualFolders));
  for (const std::string_view folder : folders) {
    if (folder.empty()) continue;
    if (const std::string file = program_file(concat(folder, '/', name)); !file.empty())
      return absolute(file);
  }
  return Error{
      concat(name, ": no such program in PATH or /usr/games (for one in this folder, write ./", name, ")")};
}

base::Result<std::unique_ptr<Process>> Process::start(const Launch& launch) {
  int errors = -1;
  if (!launch.error_log.empty()) {
    errors = os::open_file(launch.error_log, os::Access::Append);
    if (errors < 0) return base::system_error(concat(launch.error_log, ": can't open"));
  }
  std::string failed;
  auto child = os::Child::start({launch.program, launch.arguments, launch.folder, errors}, failed);
  const int fault = errno;
  if (errors >= 0) os::close_file(errors);
  errno = fault;
  if (!child) return base::system_error(failed);
  return std::unique_ptr<Process>(new Process(std::move(child)));
}

Process::Process(std::unique_ptr<os::Child> child) : child_(std::move(child)) {}
Process::~Process() = default;

bool Process::write_line(std::string_view line, Time deadline) {
  return child_->write(concat(line, '\n'), ms_until(deadline));
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
    const int left_ms = ms_until(deadline);
    switch (
        child_->read(buffer_, kPortion, stop.stop_possible() ? std::min(left_ms, kStopCheckMs) : left_ms)) {
      case os::Child::Ready::Closed:
        return Read::Closed;
      case os::Child::Ready::Nothing:
        if (steady_clock::now() >= deadline) return Read::Timeout;
        break;
      case os::Child::Ready::Data:
        break;
    }
  }
}

std::int64_t Process::cpu_us() const {
  // The program itself first, then what it has started, and so on: a script may have started the engine.
  std::vector<int> tree = {child_->number()};
  std::int64_t total_us = 0;
  for (std::size_t i = 0; i < tree.size() && !is_over_; ++i) {
    total_us += os::processor_time_us(tree[i]);
    add_children(tree[i], tree);
  }
  return total_us;
}

std::vector<std::string> Process::program_hashes() const {
  std::vector<int> tree = {child_->number()};
  std::vector<std::string> hashes;
  for (std::size_t i = 0; i < tree.size() && !is_over_; ++i) {
    const auto content = base::read_file(os::program_of(tree[i]), kLargestProgram);
    if (content) hashes.push_back(base::hex64(base::hash64(*content)));
    add_children(tree[i], tree);
  }
  std::sort(hashes.begin(), hashes.end());
  hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
  return hashes;
}

std::int64_t Process::waited_us() const {
  std::int64_t total_ns = 0;
  for (const std::string& folder : folders_of_threads(child_->number())) {
    // Time on a processor, time waiting for one (both in nanoseconds), and how often.
    std::ifstream in(folder + "/schedstat");
    std::int64_t ran_ns = 0;
    std::int64_t waited_ns = 0;
    if (in >> ran_ns >> waited_ns) total_ns += waited_ns;
  }
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
  std::ifstream stat("/proc/stat");
  std::map<int, std::int64_t> stolen = parse_stolen_us(stat, os::clock_ticks_per_second());
  const std::vector<int> own = os::processors_of(child_->number());
  if (!own.empty())
    std::erase_if(stolen,
                  [&](const auto& one) { return std::find(own.begin(), own.end(), one.first) == own.end(); });
  return stolen;
}

bool Process::reap() {
  is_over_ = is_over_ || child_->has_ended(false);
  return is_over_;
}

void Process::kill_and_reap() {
  child_->kill();
  is_over_ = true;
}

void Process::finish(Time deadline) {
  while (!reap() && steady_clock::now() < deadline) std::this_thread::sleep_for(milliseconds(1));
  kill_and_reap();
}

std::string Process::end() {
  // A program that has just closed its pipe needs a moment to exit.
  const Time deadline = steady_clock::now() + milliseconds(200);
  while (!reap() && steady_clock::now() < deadline) std::this_thread::sleep_for(milliseconds(1));
  if (is_over_) return child_->how_it_ended();
  kill_and_reap();
  return "closed its output";
}

}  // namespace tabia::play
