// service/jobs.h: jobs that clients start and stop over HTTP (jobs/job.h), if the operator allows it with
// --jobs.
//
// A job can only use files inside one folder, and only a few jobs run at a time. Finished jobs are remembered
// until there are too many.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/json_value.h"
#include "base/watch.h"
#include "jobs/job.h"
#include "service/problem.h"

namespace tabia::service {

enum class JobState {
  Running,
  Done,
  Stopped,  // by a client, or because the service ended; the same job resumes if its kind can
  Failed,
};
[[nodiscard]] std::string_view name_of(JobState state) noexcept;

// Thread-safe.
class Jobs {
 public:
  // `program` is recorded in the files that jobs make.
  Jobs(jobs::OnlyInside files, std::size_t most_running, std::string program);
  // Stops all jobs and waits for them.
  ~Jobs();
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;

  // Starts a job on its own thread; returns it as JSON. Problem 422: the settings are wrong; 503: too many
  // are running.
  [[nodiscard]] Checked<std::string> start(std::string_view name, const base::JsonValue& settings);
  // {"jobs": [...], "kinds": [...]}: the jobs that were started (without their reports), and the kinds of
  // jobs that can be started.
  [[nodiscard]] std::string list_json() const;
  // Nothing if there is no such job.
  [[nodiscard]] std::optional<std::string> job_json(std::string_view id) const;
  // Asks the job to stop; returns it as JSON. The job may run a little longer: it is over when its state says
  // so.
  [[nodiscard]] std::optional<std::string> stop(std::string_view id);
  void stop_all();

 private:
  class Entry;
  static constexpr std::size_t kMostRemembered = 100;

  [[nodiscard]] std::shared_ptr<Entry> find(std::string_view id) const;
  void forget_old();

  const jobs::OnlyInside files_;
  const std::size_t most_running_;
  const std::string program_;
  mutable std::mutex mutex_;
  std::uint64_t started_ = 0;
  std::deque<std::shared_ptr<Entry>> entries_;  // the oldest first
};

}  // namespace tabia::service
