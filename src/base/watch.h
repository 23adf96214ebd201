// base/watch.h: what a long job tells while it runs, and how it learns that it should stop.
#pragma once

#include <cstdint>
#include <string>

namespace tabia::base {

// The observer of a job. A job calls progress() and remark() from one thread at a time; interrupted() may be
// called by any thread. The defaults ignore everything and never interrupt.
class Watch {
 public:
  virtual ~Watch() = default;
  // `done` of `total` units of work (records, games, positions: the job says which); a total of 0 means that
  // it isn't known.
  virtual void progress(std::uint64_t /*done*/, std::uint64_t /*total*/) {}
  // Something the user should know; the job goes on.
  virtual void remark(const std::string& /*text*/) {}
  // Should the job stop? Once true, it stays true.
  [[nodiscard]] virtual bool interrupted() const { return false; }
};

}  // namespace tabia::base
