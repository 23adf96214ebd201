#include "service/jobs.h"

#include <algorithm>
#include <chrono>
#include <exception>

#include "base/json.h"
#include "base/text.h"
#include "base/threads.h"

namespace tabia::service {
namespace {

using base::concat;
using base::JsonWriter;

constexpr std::size_t kMostRemarks = 100;  // per job; older ones are dropped

std::int64_t unix_now() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

std::string_view name_of(JobState state) noexcept {
  switch (state) {
    case JobState::Running:
      return "running";
    case JobState::Done:
      return "done";
    case JobState::Stopped:
      return "stopped";
    case JobState::Failed:
      break;
  }
  return "failed";
}

// A job and its thread.
class Jobs::Entry final : public base::Watch {
 public:
  Entry(std::uint64_t id, std::string_view name) : id_(std::to_string(id)), name_(name) {}
  ~Entry() override {
    stop();
    if (thread_.joinable()) thread_.join();
  }
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;

  // The error says that the system has no more threads.
  [[nodiscard]] base::Result<void> start(jobs::PreparedJob job) {
    TABIA_TRY(thread_, base::start_thread([this, work = std::move(job)] { finish(run(work)); }));
    return {};
  }
  void stop() { stopped_ = true; }
  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  [[nodiscard]] bool is_running() const {
    const std::lock_guard lock(mutex_);
    return state_ == JobState::Running;
  }

  void add_to(JsonWriter& json, bool whole) const {
    const std::lock_guard lock(mutex_);
    json.begin_object().field("id", id_).field("job", name_).field("state", name_of(state_));
    if (state_ == JobState::Running && stopped_) json.field("stopping", true);
    json.field("started", started_);
    if (ended_ > 0) json.field("ended", ended_);
    json.key("progress").begin_object().field("done", done_).field("total", total_).end_object();
    if (!error_.empty()) json.field("error", error_);
    if (whole) {
      json.key("remarks").begin_array();
      for (const std::string& remark : remarks_) json.value(remark);
      json.end_array();
      if (!report_.empty()) json.key("report").json(report_);
    }
    json.end_object();
  }

  // --- Watch
  void progress(std::uint64_t done, std::uint64_t total) override {
    const std::lock_guard lock(mutex_);
    done_ = done;
    total_ = total;
  }
  void remark(const std::string& text) override {
    const std::lock_guard lock(mutex_);
    if (remarks_.size() == kMostRemarks) remarks_.pop_front();
    remarks_.push_back(text);
  }
  [[nodiscard]] bool interrupted() const override { return stopped_; }

 private:
  base::Result<jobs::JobReport> run(const jobs::PreparedJob& work) {
    try {
      return work(*this);
    } catch (const std::exception& failure) {
      return base::Error{failure.what(), base::ErrorKind::Failed};
    }
  }
  void finish(const base::Result<jobs::JobReport>& outcome) {
    const std::lock_guard lock(mutex_);
    ended_ = unix_now();
    if (outcome) {
      state_ = outcome->complete ? JobState::Done : JobState::Stopped;
      report_ = outcome->json;
    } else if (outcome.error().kind == base::ErrorKind::Interrupted) {
      state_ = JobState::Stopped;
    } else {
      state_ = JobState::Failed;
      error_ = outcome.error().message;
    }
  }

  const std::string id_;
  const std::string name_;
  const std::int64_t started_ = unix_now();
  std::atomic<bool> stopped_{false};
  mutable std::mutex mutex_;
  JobState state_ = JobState::Running;
  std::int64_t ended_ = 0;  // 0: not yet
  std::uint64_t done_ = 0;
  std::uint64_t total_ = 0;
  std::deque<std::string> remarks_;
  std::string report_;
  std::string error_;
  std::thread thread_;
};

Jobs::Jobs(jobs::OnlyInside files, std::size_t most_running, std::string program)
    : files_(std::move(files)), most_running_(most_running), program_(std::move(program)) {}

Jobs::~Jobs() { stop_all(); }

Checked<std::string> Jobs::start(std::string_view name, const base::JsonValue& settings) {
  auto prepared = jobs::prepare(name, settings, {.program = program_, .files = &files_});
  if (!prepared)
    return Problem{.status = 422,
                   .detail = prepared.error().message,
                   .field = jobs::find_job(name) ? "settings" : "job"};
  const std::lock_guard lock(mutex_);
  const auto running =
      std::count_if(entries_.begin(), entries_.end(), [](const auto& entry) { return entry->is_running(); });
  if (static_cast<std::size_t>(running) >= most_running_)
    return Problem{.status = 503,
                   .detail = concat("found ", running,
                                    " running jobs, the most that are allowed; wait for "
                                    "one, or stop it with DELETE /jobs/ID"),
                   .retry_after_s = 5};
  forget_old();
  const auto entry = std::make_shared<Entry>(++started_, name);
  if (const auto begun = entry->start(std::move(*prepared)); !begun)
    return Problem{.status = 503, .detail = begun.error().message, .retry_after_s = 5};
  entries_.push_back(entry);
  JsonWriter json;
  entry->add_to(json, true);
  return json.text();
}

// Requires the lock.
void Jobs::forget_old() {
  for (auto entry = entries_.begin(); entries_.size() >= kMostRemembered && entry != entries_.end();)
    entry = (*entry)->is_running() ? std::next(entry) : entries_.erase(entry);
}

std::shared_ptr<Jobs::Entry> Jobs::find(std::string_view id) const {
  const std::lock_guard lock(mutex_);
  for (const auto& entry : entries_)
    if (entry->id() == id) return entry;
  return nullptr;
}

std::string Jobs::list_json() const {
  JsonWriter json;
  json.begin_object().key("jobs").begin_array();
  {
    const std::lock_guard lock(mutex_);
    for (const auto& entry : entries_) entry->add_to(json, false);
  }
  json.end_array().key("kinds");
  jobs::write_jobs(json);
  return json.end_object().text();
}

std::optional<std::string> Jobs::job_json(std::string_view id) const {
  const auto entry = find(id);
  if (!entry) return std::nullopt;
  JsonWriter json;
  entry->add_to(json, true);
  return json.text();
}

std::optional<std::string> Jobs::stop(std::string_view id) {
  if (const auto entry = find(id)) entry->stop();
  return job_json(id);
}

void Jobs::stop_all() {
  const std::lock_guard lock(mutex_);
  for (const auto& entry : entries_) entry->stop();
}

}  // namespace tabia::service
