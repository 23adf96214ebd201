// The public library (include/tabia): jobs.
#include <tabia/tabia.h>

#include <cstdlib>
#include <string>

#include "api/text_buffer.h"
#include "base/json.h"
#include "base/watch.h"
#include "jobs/job.h"

namespace {

using namespace tabia;

// Passes everything on to the caller's functions.
class CallerWatch final : public base::Watch {
 public:
  explicit CallerWatch(const tabia_watch* to) : to_(to ? *to : tabia_watch{}) {}

  void progress(std::uint64_t done, std::uint64_t total) override {
    if (to_.progress) to_.progress(to_.context, done, total);
  }
  void remark(const std::string& text) override {
    if (to_.remark) to_.remark(to_.context, text.c_str());
  }
  void log_line(const std::string& json) override {
    if (to_.report) to_.report(to_.context, json.c_str());
  }
  [[nodiscard]] bool interrupted() const override { return to_.stopped && to_.stopped(to_.context) != 0; }

 private:
  const tabia_watch to_;
};

tabia_outcome outcome_of(base::ErrorKind kind) {
  switch (kind) {
    case base::ErrorKind::Usage:
      return TABIA_WRONG_SETTINGS;
    case base::ErrorKind::Input:
      return TABIA_WRONG_INPUT;
    case base::ErrorKind::Interrupted:
      return TABIA_STOPPED;
    case base::ErrorKind::Failed:
      break;
  }
  return TABIA_FAILED;
}

base::Result<jobs::JobReport> run_job(const char* name, const char* settings, base::Watch& watch) {
  const jobs::JobContext context{.program = base::concat("libtabia ", tabia_version())};
  TABIA_TRY(const jobs::PreparedJob job, jobs::prepare(name, settings, context));
  return job(watch);
}

}  // namespace

char* tabia_job_list(void) {
  try {
    base::JsonWriter json;
    jobs::write_jobs(json);
    return api::owned_text(json.text());
  } catch (const std::exception&) {
    return nullptr;
  }
}

tabia_outcome tabia_job_run(const char* name, const char* settings, const tabia_watch* watch, char** report,
                            char* error, size_t error_size) {
  if (report) *report = nullptr;
  try {
    CallerWatch caller(watch);
    const auto done = run_job(name, settings, caller);
    if (!done) {
      api::copy_text(done.error().message, error, error_size);
      return outcome_of(done.error().kind);
    }
    if (report) *report = api::owned_text(done->json);
    if (done->complete) return TABIA_DONE;
    api::copy_text("stopped", error, error_size);
    return TABIA_STOPPED;
  } catch (const std::exception& failure) {
    api::copy_text(failure.what(), error, error_size);
    return TABIA_FAILED;
  }
}

void tabia_text_free(char* text) { std::free(text); }
