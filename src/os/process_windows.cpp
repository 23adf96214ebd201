#if defined(_WIN32)

#include "os/windows_names.h"
// After it: it knows less without.
#include <io.h>

#include <atomic>
#include <bit>
#include <utility>

#include "os/process.h"

namespace tabia::os {
namespace {

constexpr DWORD kPipeBytes = 1 << 16;

// A handle; closes it.
class Handle {
 public:
  explicit Handle(HANDLE handle = nullptr) noexcept
      : handle_(handle == INVALID_HANDLE_VALUE ? nullptr : handle) {}
  Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Handle() {
    if (handle_ != nullptr) ::CloseHandle(handle_);
  }
  [[nodiscard]] HANDLE get() const noexcept { return handle_; }
  explicit operator bool() const noexcept { return handle_ != nullptr; }

 private:
  HANDLE handle_;
};

// A pipe whose end on our side can be waited on, unlike those of CreatePipe.
struct Pipe {
  Handle ours;
  Handle theirs;

  [[nodiscard]] bool open(bool we_read) {
    static std::atomic<unsigned> count = 0;
    const std::wstring name =
        L"\\\\.\\pipe\\tabia-" + std::to_wstring(::GetCurrentProcessId()) + L'-' + std::to_wstring(count++);
    const DWORD direction = we_read ? PIPE_ACCESS_INBOUND : PIPE_ACCESS_OUTBOUND;
    ours = Handle(::CreateNamedPipeW(name.c_str(), direction | FILE_FLAG_OVERLAPPED,
                                     PIPE_TYPE_BYTE | PIPE_WAIT, 1, kPipeBytes, kPipeBytes, 0, nullptr));
    if (!ours) return set_errno();
    SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
    theirs = Handle(::CreateFileW(name.c_str(), we_read ? GENERIC_WRITE : GENERIC_READ, 0, &inherited,
                                  OPEN_EXISTING, 0, nullptr));
    return static_cast<bool>(theirs) || set_errno();
  }
};

// Quotes the word so that the other program's C library reads it back unchanged.
void append_quoted(std::wstring& line, const std::wstring& word) {
  if (!line.empty()) line += L' ';
  if (!word.empty() && word.find_first_of(L" \t\n\v\"") == std::wstring::npos) {
    line += word;
    return;
  }
  line += L'"';
  std::size_t backslashes = 0;
  for (const wchar_t letter : word) {
    if (letter == L'"') line.append(backslashes + 1, L'\\');
    backslashes = letter == L'\\' ? backslashes + 1 : 0;
    line += letter;
  }
  line.append(backslashes, L'\\');
  line += L'"';
}

Handle error_output(int descriptor) {
  if (descriptor >= 0) {
    HANDLE copy = nullptr;
    const auto file = reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor));
    ::DuplicateHandle(::GetCurrentProcess(), file, ::GetCurrentProcess(), &copy, 0, TRUE,
                      DUPLICATE_SAME_ACCESS);
    return Handle(copy);
  }
  SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
  return Handle(::CreateFileW(L"NUL", GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                              OPEN_EXISTING, 0, nullptr));
}

// A group of processes that ends when the handle is closed, so also when we end.
Handle make_group() {
  Handle job(::CreateJobObjectW(nullptr, nullptr));
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
  if (job) ::SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &limits, sizeof limits);
  return job;
}

// Starts it, suspended, with just these handles.
bool create_process(const ChildStart& start, HANDLE input, HANDLE output, HANDLE errors,
                    PROCESS_INFORMATION& made) {
  std::wstring line;
  append_quoted(line, wide(start.program));
  for (const std::string& argument : start.arguments) append_quoted(line, wide(argument));
  HANDLE handles[] = {input, output, errors};
  SIZE_T size = 0;
  ::InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
  std::string memory(size, '\0');
  STARTUPINFOEXW info{};
  info.StartupInfo.cb = sizeof info;
  info.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
  info.StartupInfo.hStdInput = input;
  info.StartupInfo.hStdOutput = output;
  info.StartupInfo.hStdError = errors;
  info.lpAttributeList = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(memory.data());
  if (!::InitializeProcThreadAttributeList(info.lpAttributeList, 1, 0, &size)) return set_errno();
  const bool listed = ::UpdateProcThreadAttribute(info.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST,
                                                  handles, sizeof handles, nullptr, nullptr);
  constexpr DWORD kFlags =
      CREATE_SUSPENDED | CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW | EXTENDED_STARTUPINFO_PRESENT;
  const std::wstring folder = wide(start.folder);
  const bool done =
      listed &&
      ::CreateProcessW(wide(start.program).c_str(), line.data(), nullptr, nullptr, TRUE, kFlags, nullptr,
                       folder.empty() ? nullptr : folder.c_str(), &info.StartupInfo, &made);
  if (!done) set_errno();
  ::DeleteProcThreadAttributeList(info.lpAttributeList);
  return done;
}

// The processors that this thread may run on, which programs don't inherit; 0 if Windows doesn't tell.
DWORD_PTR processors_of_this_thread() {
  DWORD_PTR ours = 0;
  DWORD_PTR all = 0;
  if (!::GetProcessAffinityMask(::GetCurrentProcess(), &ours, &all)) return 0;
  // The only function that tells also sets them.
  const DWORD_PTR allowed = ::SetThreadAffinityMask(::GetCurrentThread(), ours);
  if (allowed != 0) ::SetThreadAffinityMask(::GetCurrentThread(), allowed);
  return allowed;
}

}  // namespace

struct Child::State {
  Handle group;
  Handle process;
  int id = 0;
  Handle input;   // we write here
  Handle output;  // and read here
  Handle written{::CreateEventW(nullptr, TRUE, FALSE, nullptr)};
  Handle arrived{::CreateEventW(nullptr, TRUE, FALSE, nullptr)};
  OVERLAPPED reading{};
  bool is_reading = false;
  std::string block = std::string(kPipeBytes, '\0');  // where Windows puts what is being read
  bool ended = false;
  bool killed = false;
  DWORD status = 0;
};

Child::Child(std::unique_ptr<State> state) : state_(std::move(state)) {}

std::unique_ptr<Child> Child::start(const ChildStart& start, std::string& failed) {
  Pipe input;
  Pipe output;
  failed = "can't create a pipe";
  if (!input.open(false) || !output.open(true)) return nullptr;
  const Handle errors = error_output(start.errors);
  failed = start.program + ": can't start";
  PROCESS_INFORMATION made{};
  if (!create_process(start, input.theirs.get(), output.theirs.get(), errors.get(), made)) return nullptr;
  auto state = std::make_unique<State>();
  state->group = make_group();
  state->process = Handle(made.hProcess);
  state->id = static_cast<int>(made.dwProcessId);
  state->input = std::move(input.ours);
  state->output = std::move(output.ours);
  const Handle thread(made.hThread);
  if (state->group) ::AssignProcessToJobObject(state->group.get(), state->process.get());
  if (const DWORD_PTR processors = processors_of_this_thread())
    ::SetProcessAffinityMask(state->process.get(), processors);
  ::ResumeThread(thread.get());
  return std::unique_ptr<Child>(new Child(std::move(state)));
}

Child::~Child() {
  kill();
  if (state_->is_reading) {
    ::CancelIo(state_->output.get());
    DWORD got = 0;
    ::GetOverlappedResult(state_->output.get(), &state_->reading, &got, TRUE);
  }
}

int Child::number() const noexcept { return state_->id; }

bool Child::write(std::string_view text, int most_ms) {
  while (!text.empty()) {
    OVERLAPPED writing{};
    writing.hEvent = state_->written.get();
    DWORD done = 0;
    const bool ready =
        ::WriteFile(state_->input.get(), text.data(), static_cast<DWORD>(text.size()), nullptr, &writing);
    if (!ready && ::GetLastError() != ERROR_IO_PENDING) return set_errno();
    const bool in_time =
        ::WaitForSingleObject(state_->written.get(), static_cast<DWORD>(most_ms)) == WAIT_OBJECT_0;
    if (!in_time) ::CancelIo(state_->input.get());
    if (!::GetOverlappedResult(state_->input.get(), &writing, &done, TRUE) || !in_time) return set_errno();
    text.remove_prefix(done);
  }
  return true;
}

Child::Ready Child::read(std::string& out, std::size_t size, int most_ms) {
  State& state = *state_;
  if (!state.is_reading) {
    state.reading = {};
    state.reading.hEvent = state.arrived.get();
    const auto most = static_cast<DWORD>(size < state.block.size() ? size : state.block.size());
    const bool ready = ::ReadFile(state.output.get(), state.block.data(), most, nullptr, &state.reading);
    if (!ready && ::GetLastError() != ERROR_IO_PENDING) return Ready::Closed;
    state.is_reading = true;
  }
  if (::WaitForSingleObject(state.arrived.get(), static_cast<DWORD>(most_ms)) != WAIT_OBJECT_0)
    return Ready::Nothing;
  state.is_reading = false;
  DWORD got = 0;
  if (!::GetOverlappedResult(state.output.get(), &state.reading, &got, TRUE)) return Ready::Closed;
  out.append(state.block.data(), got);
  return got > 0 ? Ready::Data : Ready::Nothing;
}

bool Child::has_ended(bool wait) {
  if (state_->ended) return true;
  if (::WaitForSingleObject(state_->process.get(), wait ? INFINITE : 0) != WAIT_OBJECT_0) return false;
  ::GetExitCodeProcess(state_->process.get(), &state_->status);
  state_->ended = true;
  return true;
}

std::string Child::how_it_ended() const {
  return (state_->killed ? "was killed, with status " : "exited with status ") +
         std::to_string(state_->status);
}

void Child::kill() noexcept {
  if (state_->ended) return;
  state_->killed = true;
  if (state_->group) ::TerminateJobObject(state_->group.get(), 1);
  ::TerminateProcess(state_->process.get(), 1);
  static_cast<void>(has_ended(true));
}

std::int64_t processor_time_us(int process) noexcept {
  const Handle handle(::OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, static_cast<DWORD>(process)));
  FILETIME times[4] = {};  // made, ended, in the system, in the program; in units of 100 ns
  if (!handle || !::GetProcessTimes(handle.get(), &times[0], &times[1], &times[2], &times[3])) return 0;
  std::uint64_t total = 0;
  for (const FILETIME& time : {times[2], times[3]})
    total += (std::uint64_t{time.dwHighDateTime} << 32) | time.dwLowDateTime;
  return static_cast<std::int64_t>(total / 10);
}

std::vector<int> processors_of(int process) {
  const Handle handle(::OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, static_cast<DWORD>(process)));
  DWORD_PTR allowed = 0;
  DWORD_PTR all = 0;
  std::vector<int> processors;
  if (!handle || !::GetProcessAffinityMask(handle.get(), &allowed, &all)) return processors;
  for (; allowed != 0; allowed &= allowed - 1) processors.push_back(std::countr_zero(allowed));
  return processors;
}

long clock_ticks_per_second() noexcept { return 1000; }

}  // namespace tabia::os

#endif  // _WIN32
