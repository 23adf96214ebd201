// jobs/files.h: the files that a job uses: checked, and kept inside a folder if its owner wants that.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/file_use.h"
#include "base/result.h"
#include "eval/evaluation_choice.h"

namespace tabia::jobs {

// Which files and programs a job may use. This one allows everything; paths are relative to the working
// directory.
class FileRule {
 public:
  virtual ~FileRule() = default;
  // Replaces a path that is not empty by the one to use. The error is of kind Usage.
  [[nodiscard]] virtual base::Result<void> admit(std::string& /*path*/) const { return {}; }
  // May the admitted file name this other one, by a path relative to its own folder? The error is of kind
  // Usage.
  [[nodiscard]] virtual base::Result<void> admit_named(const std::string& /*file*/,
                                                       const std::string& /*path*/) const {
    return {};
  }
  [[nodiscard]] virtual base::Result<void> admit_program(const std::string& /*program*/) const { return {}; }
};

// Only what is inside a folder: paths are relative to it, and neither .. nor links lead out of it. No devices,
// no standard input and output, no programs.
class OnlyInside final : public FileRule {
 public:
  // The error says that there is no such folder.
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

// Visits every path in the settings of a job, applies the rule, and remembers how it is used. The rule also
// holds for the networks that an evaluation file (nn/ensemble.h) names, whichever setting names the file.
class JobFiles {
 public:
  explicit JobFiles(const FileRule& rule) : rule_(rule) {}

  // Empty paths are settings that were not given.
  void read(std::string& path) { take(path, use_.read); }
  void written(std::string& path) { take(path, use_.written); }
  void folder(std::string& path) { take(path, use_.folders); }
  // A list of folders that are read, with ':' between them.
  void read_list(std::string& paths);
  void program(const std::string& program);
  // The network, and the library that runs it: code, like a program.
  void read(eval::EvaluationChoice& evaluation);
  // Only applies the rule: a file that several settings may share.
  void admit(std::string& path);

  // The first error: of the rule, or of files that conflict (base/file_use.h).
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
