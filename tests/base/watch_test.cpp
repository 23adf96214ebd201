#include "base/watch.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "base/stop_on_interrupt.h"

namespace tabia::base {
namespace {

class SwitchedWatch final : public Watch {
 public:
  [[nodiscard]] bool interrupted() const override { return on; }
  std::atomic<bool> on = false;
};

TEST(Watch, ByDefaultNothingIsWatchedAndNothingInterrupts) {
  Watch watch;
  watch.progress(1, 2);
  watch.remark("nobody hears this");
  EXPECT_FALSE(watch.interrupted());
}

TEST(WatchThread, AnInterruptedWatchRequestsAStop) {
  SwitchedWatch watch;
  const StopOnInterrupt stop(watch);
  EXPECT_FALSE(stop.token().stop_requested());
  watch.on = true;
  while (!stop.token().stop_requested()) std::this_thread::yield();  // or the test never ends
}

TEST(WatchThread, AWatchThatIsNeverInterruptedCanBeLeft) {
  SwitchedWatch watch;
  std::stop_token token;
  {
    const StopOnInterrupt stop(watch);
    token = stop.token();
  }
  EXPECT_FALSE(token.stop_requested());
}

TEST(WatchThread, ARestEndsWhenAStopIsRequested) {
  std::stop_source stop;
  stop.request_stop();
  rest(std::chrono::hours(1), stop.get_token());  // or the test never ends
  EXPECT_TRUE(stop.stop_requested());
}

}  // namespace
}  // namespace tabia::base
