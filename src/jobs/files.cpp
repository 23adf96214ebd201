#include "jobs/files.h"

#include <algorithm>
#include <filesystem>

#include "base/file.h"
#include "base/text.h"
#include "nn/ensemble.h"
#include "os/file.h"

namespace tabia::jobs {
namespace {

namespace fs = std::filesystem;
using base::concat;
using base::Result;
using base::usage_fault;

bool has_control_characters(const std::string& text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

bool goes_up(const fs::path& path) {
  return std::any_of(path.begin(), path.end(), [](const fs::path& part) { return part == ".."; });
}

// On Windows: devices and the like.
bool has_special_name(const fs::path& path) {
  return std::any_of(path.begin(), path.end(), [](const fs::path& part) {
    return !part.empty() && part != "." && !os::is_plain_name(part.string());
  });
}

}  // namespace

Result<OnlyInside> OnlyInside::folder(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) return base::Error{concat("there is no folder ", base::quoted(path))};
  return OnlyInside(base::place_of(path));
}

Result<std::string> OnlyInside::place_inside(const std::string& folder, const std::string& path) const {
  const auto refused = [&](std::string_view why) {
    return usage_fault(concat(base::quoted(path), ' ', why));
  };
  if (path == "-" || base::names_standard_output(path))
    return refused("is standard input or output, which a job can't use here; give the name of a file");
  if (has_control_characters(path)) return refused("has control characters; give the name of a file");
  if (fs::path(path).has_root_path() || goes_up(path))
    return refused("is not inside the folder of the jobs; give a relative path without ..");
  if (has_special_name(path)) return refused("is not the name of a file on this system");
  const std::string place = base::place_of(concat(folder, '/', path));
  const bool inside = place == place_ ||
                      (place.starts_with(place_) && (place_.ends_with('/') || place[place_.size()] == '/'));
  if (!inside) return refused("leads out of the folder of the jobs through a link");
  std::error_code ignored;
  if (fs::is_other(place, ignored)) return refused("is a device or a pipe; give the name of a file");
  return place;
}

Result<void> OnlyInside::admit(std::string& path) const {
  TABIA_TRY(path, place_inside(place_, path));
  return {};
}

Result<void> OnlyInside::admit_named(const std::string& file, const std::string& path) const {
  const auto place = place_inside(fs::path(file).parent_path().string(), path);
  if (!place) return place.error().inside(fs::path(file).filename().string());
  return {};
}

Result<void> OnlyInside::admit_program(const std::string& program) const {
  return usage_fault(
      concat(base::quoted(program), ": jobs can't start programs here; use a network (net=FILE) instead"));
}

void JobFiles::read(eval::EvaluationChoice& evaluation) {
  read(evaluation.net);
  program(evaluation.runtime.library);
}

void JobFiles::admit(std::string& path) {
  if (path.empty()) return;
  note(rule_.admit(path));
  std::error_code ignored;
  if (error_ || !nn::is_ensemble_path(path) || !fs::is_regular_file(path, ignored)) return;
  for (const std::string& named : nn::networks_named_in(path)) note(rule_.admit_named(path, named));
}

void JobFiles::take(std::string& path, std::vector<std::string>& list) {
  admit(path);
  if (!path.empty()) list.push_back(path);
}

void JobFiles::read_list(std::string& paths) {
  if (paths.empty()) return;
  std::string admitted;
  for (const std::string_view part : base::split(paths, os::kPathListSeparator)) {
    std::string path(part);
    read(path);
    if (!admitted.empty()) admitted += os::kPathListSeparator;
    admitted += path;
  }
  paths = admitted;
}

void JobFiles::program(const std::string& program) {
  if (!program.empty()) note(rule_.admit_program(program));
}

Result<void> JobFiles::check() const {
  if (error_) return *error_;
  if (const auto good = base::check_file_use(use_); !good) return good.error().as_usage();
  return {};
}

}  // namespace tabia::jobs
