#include "base/interrupt.h"

#include <gtest/gtest.h>

#include <csignal>

namespace tabia::base {
namespace {

TEST(Interrupt, ASignalSetsTheFlagInsteadOfEndingTheProgram) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const InterruptGuard guard;
    EXPECT_FALSE(InterruptGuard::interrupted());
    std::raise(signal);
    EXPECT_TRUE(InterruptGuard::interrupted());
  }
}

TEST(Interrupt, ANewGuardStartsWithoutAFlag) {
  {
    const InterruptGuard guard;
    std::raise(SIGINT);
  }
  const InterruptGuard guard;
  EXPECT_FALSE(InterruptGuard::interrupted());
}

TEST(InterruptDeathTest, ASecondSignalOrOneWithoutAGuardEndsTheProgram) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto twice = [](int first, int second) {
    const InterruptGuard guard;
    std::raise(first);
    std::raise(second);
  };
  EXPECT_EXIT(twice(SIGINT, SIGINT), testing::KilledBySignal(SIGINT), "");
  EXPECT_EXIT(twice(SIGTERM, SIGTERM), testing::KilledBySignal(SIGTERM), "");
  EXPECT_EXIT(twice(SIGINT, SIGTERM), testing::KilledBySignal(SIGTERM), "");
  EXPECT_EXIT(
      {
        { const InterruptGuard guard; }
        std::raise(SIGTERM);
      },
      testing::KilledBySignal(SIGTERM), "");
}

}  // namespace
}  // namespace tabia::base
