// base/watch.h: how a long job tells its caller what it does, and learns that it should stop.
#pragma once

#include <cstdint>
#include <string>

namespace tabia::base {

// Every job takes a Watch. A job calls progress() and remark() from one thread at a time; interrupted() may
// be called from any thread. All do nothing by default.
class Watch {
 public:
  virtual ~Watch() = default;
  // `done` of `total` are finished; a total of 0 means unknown.
  virtual void progress(std::uint64_t /*done*/, std::uint64_t /*total*/) {}
  // Something that people should know but that doesn't stop the job: a line that was skipped, a warning.
  virtual void remark(const std::string& /*text*/) {}
  // True from the moment the job should stop: it then saves what it has and returns soon.
  [[nodiscard]] virtual bool interrupted() const { return false; }
};

}  // namespace tabia::base
