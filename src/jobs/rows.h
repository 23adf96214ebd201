// jobs/rows.h: makes the rows of the job table; only for this room.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/fields.h"
#include "base/json.h"
#include "base/text.h"
#include "jobs/job.h"

namespace tabia::jobs {

[[nodiscard]] std::vector<Job> data_jobs();
[[nodiscard]] std::vector<Job> play_jobs();
[[nodiscard]] std::vector<Job> training_jobs();

// A list of paths: a setting that may be repeated.
template <class S, class Access>
[[nodiscard]] base::Field<S> paths(std::string name, Access access, std::string meaning) {
  return base::Field<S>{{.name = std::move(name), .unit = "FILE", .meaning = std::move(meaning)},
                        [access](S& s, std::string_view text) -> base::Result<void> {
                          access(s).emplace_back(text);
                          return {};
                        },
                        [access](const S& s) -> std::optional<std::string> {
                          return access(s).empty() ? std::nullopt : std::optional(access(s).front());
                        }}
      .repeating();
}

// What a job needs, besides its fields.
struct JobName {
  std::string_view name;
  std::string_view summary;
  std::vector<std::string_view> required;  // keys
};

template <class S>
[[nodiscard]] std::vector<JobSetting> settings_of(const base::Fields<S>& fields,
                                                  const std::vector<std::string_view>& required) {
  S fresh;
  std::vector<JobSetting> settings;
  for (const base::Field<S>& field : fields) {
    const std::string key = base::key_of(field.about);
    const bool needed = std::find(required.begin(), required.end(), key) != required.end();
    settings.push_back({field.about, base::default_text(field, fresh), needed});
  }
  return settings;
}

// Fails if a required setting is missing; the error names the first one.
[[nodiscard]] inline base::Result<void> check_required(const std::vector<JobSetting>& settings,
                                                       const base::JsonValue& given) {
  if (!given.is_object()) return base::unexpected(given.shown(), "an object with the settings of the job");
  for (const JobSetting& setting : settings) {
    const std::string key = base::key_of(setting.about);
    const base::JsonValue* value = given.find(key);
    if (setting.required && (!value || value->is_null()))
      return base::usage_fault(base::concat(key, " is missing: ", setting.about.meaning));
  }
  return {};
}

// A row. start(given, context) returns the struct that the settings are read into, as Result<S>; files(s,
// JobFiles&) visits its paths; run(s, watch) returns Result<JobReport>.
template <class S, class Start, class Files, class Run>
[[nodiscard]] Job make_job(const JobName& name, const base::Fields<S>& fields, Start start, Files files,
                           Run run) {
  Job job{name.name, name.summary, settings_of(fields, name.required), {}};
  job.prepare = [fields, start, files, run, settings = job.settings](
                    const base::JsonValue& given, const JobContext& context) -> base::Result<PreparedJob> {
    TABIA_TRY_VOID(check_required(settings, given));
    TABIA_TRY(S s, start(given, context));
    if (const auto read = base::read_json(fields, given, s); !read) return read.error().as_usage();
    static const FileRule everything;
    JobFiles used(context.files ? *context.files : everything);
    files(s, used);
    TABIA_TRY_VOID(used.check());
    return PreparedJob([s = std::move(s), run](base::Watch& watch) { return run(s, watch); });
  };
  return job;
}

// For jobs that start with a default-made struct.
template <class S, class Files, class Run>
[[nodiscard]] Job make_job(const JobName& name, const base::Fields<S>& fields, Files files, Run run) {
  const auto start = [](const base::JsonValue&, const JobContext&) -> base::Result<S> {
    S fresh;
    return fresh;
  };
  return make_job<S>(name, fields, start, files, run);
}

// Forwards what a job reports to its own kind of watch to the general one.
template <class Base>
class Relay : public Base {
 public:
  explicit Relay(base::Watch& to) : to_(to) {}

  void progress(std::uint64_t done, std::uint64_t total) override { to_.progress(done, total); }
  void remark(const std::string& text) override { to_.remark(text); }
  void log_line(const std::string& json) override { to_.log_line(json); }
  [[nodiscard]] bool interrupted() const override { return to_.interrupted(); }

 protected:
  base::Watch& to_;
};

}  // namespace tabia::jobs
