// base/watch.h: the observer of a job: it is told how far the work is, and may stop it.
#pragma once

#include <cstdint>
#include <string>

namespace tabia::base {

// A job calls progress(), remark() and log_line() from one thread at a time, and interrupted() now and then
// from any thread; when that returns true, the job ends with interruption(). The default functions do
// nothing.
class Watch {
 public:
  virtual ~Watch() = default;
  // How much of the work is done, in the job's own unit, and how much there is (0: unknown). A second pass
  // starts at 0 again.
  virtual void progress(std::uint64_t /*done*/, std::uint64_t /*total*/) {}
  // Something that the user should know, as a sentence without a period.
  virtual void remark(const std::string& /*text*/) {}
  // A line of the job's log, one JSON object: what training and learning runs measure.
  virtual void log_line(const std::string& /*json*/) {}
  [[nodiscard]] virtual bool interrupted() const { return false; }
};

}  // namespace tabia::base
