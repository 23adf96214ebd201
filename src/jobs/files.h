// jobs/files.h: the files that a job uses: checked, and confined to a folder if the caller wants that.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/file_use.h"
#include "base/result.h"
#include "eval/evaluation_choice.h"

namespace tabia::jobs {

// Which files and programs a job may use. This class allows everything; paths are relative to the working
// directory.
class FileRule {
 public:
  virtual ~FileRule() = default;
  // Replaces a nonempty path with the one to use. The error is of kind Usage.
  [[nodiscard]] virtual base::Result<void> admit(std::string& /*path*/) const { return {}; }
  // May the admitted file refer to this other one, by a path relative to its own folder? The error is of kind
  // Usage.
  [[nodiscard]] virtual base::Result<void> admit_named(const std::string& /*file*/,
                                                       const std::string& /*path*/) const {
    return {};
  }
  [[nodiscard]] virtual base::Result<void> admit_program(const std::string& /*program*/) const { return {}; }
};

// Allows only what is inside a folder: paths are relative to it, and neither .. nor links may lead out of it.
// No devices, no standard input or output, no programs.
class OnlyInside final : public FileRule {
 public:
  // Fails if there is no such folder.
  [[nodiscard]] static base::Result<OnlyInside> folder(const std::string& path);

  [[nodiscard]] base::Result<void> admit(std::string& path) const override;
  [[nodiscard]] base::Result<void> admit_named(const std::string& file,
                                               const std::string& path) const override;
  [[nodiscard]] base::Result<void> admit_program(const std::string& program) const override;

 private:
  explicit OnlyInside(std::string place) : place_(std::move(place)) {}
  // The place of a path relative to `folder`, which is inside.
  [[nodiscard]] base::Result<std::string> place_inside(const std::string& folder,
                                                       const std::string& path) const;

  std::string place_;  // of the folder, with all links resolved
};

// Visits every path in the settings of a job, applies the rule, and remembers how the file is used. The rule
// also covers the networks listed in an evaluation file (nn/ensemble.h), whichever setting names that file.
class JobFiles {
 public:
  explicit JobFiles(const FileRule& rule) : rule_(rule) {}

  // Empty paths are settings that were not given.
  void read(std::string& path) { take(path, use_.read); }
  void written(std::string& path) { take(path, use_.written); }
  void folder(std::string& path) { take(path, use_.folders); }
  // A list of folders to read, separated by ':'.
  void read_list(std::string& paths);
  void program(const std::string& program);
  // The network, and the library that runs it; a library is code, so the rule treats it like a program.
  void read(eval::EvaluationChoice& evaluation);
  // Only applies the rule, without remembering the use: several settings may share the file.
  void admit(std::string& path);

  // The first error: a broken rule, or files that conflict (base/file_use.h).
  [[nodiscard]] base::Result<void> check() const;

 private:
  void note(const base::Result<void>& admitted) {
    if (!admitted && !error_) error_ = admitted.error();
  }
  void take(std::string& path, std::vector<std::string>& list);

  const FileRule& rule_;
  base::FileUse use_;
  std::optional<base::Error> error_;
};

}  // namespace tabia::jobs
