#include "jobs/job.h"

#include "base/json.h"
#include "base/text.h"
#include "jobs/rows.h"

namespace tabia::jobs {
namespace {

using base::concat;
using base::Result;

std::string_view kind_name(const JobSetting& setting) {
  switch (setting.about.kind) {
    case base::FieldKind::Flag:
      return "boolean";
    case base::FieldKind::Integer:
      return "integer";
    case base::FieldKind::Real:
      return "number";
    case base::FieldKind::Text:
      break;
  }
  return setting.about.pairs ? "object or string" : "string";
}

void add_setting(base::JsonWriter& json, const JobSetting& setting) {
  json.begin_object().field("name", base::key_of(setting.about)).field("kind", kind_name(setting));
  if (setting.about.repeats) json.field("list", true);
  if (setting.required) json.field("required", true);
  if (!setting.about.allowed.empty()) json.field("allowed", setting.about.allowed);
  if (!setting.default_text.empty()) json.field("default", setting.default_text);
  json.field("meaning", setting.about.meaning).end_object();
}

}  // namespace

const std::vector<Job>& all_jobs() {
  static const std::vector<Job> jobs = [] {
    std::vector<Job> all = data_jobs();
    for (std::vector<Job>& list : std::array{play_jobs(), training_jobs()})
      for (Job& job : list) all.push_back(std::move(job));
    return all;
  }();
  return jobs;
}

const Job* find_job(std::string_view name) {
  for (const Job& job : all_jobs())
    if (job.name == name) return &job;
  return nullptr;
}

Result<PreparedJob> prepare(std::string_view name, const base::JsonValue& settings,
                            const JobContext& context) {
  if (const Job* job = find_job(name)) return job->prepare(settings, context);
  std::vector<std::string_view> names;
  std::string list;
  for (const Job& job : all_jobs()) {
    names.push_back(job.name);
    list += concat(list.empty() ? "" : ", ", job.name);
  }
  if (const auto near = base::nearest_word(name, names))
    return base::usage_fault(concat("unknown job ", base::quoted(name), ", did you mean ", *near, "?"));
  return base::usage_fault(concat("unknown job ", base::quoted(name), ", expected one of ", list));
}

Result<PreparedJob> prepare(std::string_view name, std::string_view settings, const JobContext& context) {
  const auto object = base::JsonValue::parse(settings);
  if (!object) return object.error().inside("settings").as_usage();
  return prepare(name, *object, context);
}

void write_jobs(base::JsonWriter& json) {
  json.begin_array();
  for (const Job& job : all_jobs()) {
    json.begin_object().field("name", job.name).field("summary", job.summary);
    json.key("settings").begin_array();
    for (const JobSetting& setting : job.settings) add_setting(json, setting);
    json.end_array().end_object();
  }
  json.end_array();
}

}  // namespace tabia::jobs
