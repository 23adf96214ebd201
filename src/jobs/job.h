// jobs/job.h: every job of the program by name, with settings in JSON, for the public library and the
// service.
//
//   const auto job = prepare("filter", R"({"in": ["a.tabia"], "out": "b.tabia", "quiet": true})", context);
//   const auto report = (*job)(watch);
//
// The settings are those of the command of the same name, described once in the job's room (base/fields.h).
// Positional arguments of the command have names here (in, out, recipe).
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.h"
#include "base/result.h"
#include "base/watch.h"
#include "jobs/files.h"

namespace tabia::jobs {

struct JobSetting {
  base::FieldText about;
  std::string default_text;  // empty: none
  bool required = false;
};

struct JobReport {
  std::string json;      // one object
  bool complete = true;  // false: interrupted; the work so far was saved, and the same job resumes it
};

// A job with its settings, ready to run once. An error of kind Interrupted means: stopped, and nothing was
// kept.
using PreparedJob = std::function<base::Result<JobReport>(base::Watch&)>;

struct JobContext {
  std::string program = "tabia";    // name and version, for manifests and lineages
  const FileRule* files = nullptr;  // null: every file
};

struct Job {
  std::string_view name;
  std::string_view summary;
  std::vector<JobSetting> settings;
  // Reads and checks the settings. An error of kind Usage means that the settings are wrong.
  std::function<base::Result<PreparedJob>(const base::JsonValue& settings, const JobContext&)> prepare;
};

// Sorted by topic: data, games, training.
[[nodiscard]] const std::vector<Job>& all_jobs();
// Null if there is none.
[[nodiscard]] const Job* find_job(std::string_view name);

// The same, from texts. If the name is unknown, the error lists the names.
[[nodiscard]] base::Result<PreparedJob> prepare(std::string_view name, std::string_view settings,
                                                const JobContext& context = {});
[[nodiscard]] base::Result<PreparedJob> prepare(std::string_view name, const base::JsonValue& settings,
                                                const JobContext& context = {});

// All jobs, as a list: [{"name", "summary", "settings": [{"name", "kind", "meaning", ...}]}].
void write_jobs(base::JsonWriter& json);

}  // namespace tabia::jobs
