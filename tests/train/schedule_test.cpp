// Learning rates at a few places of a run, computed by hand.
#include "train/schedule.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tabia::train {
namespace {

RateSchedule schedule(RateKind kind, double warm_up = 0) {
  return {.kind = kind, .rate = 0.8, .final_rate = 0.2, .warm_up = warm_up, .every = 0.3, .factor = 0.5};
}

TEST(RateSchedule, ConstantStaysTheSame) {
  for (const double done : {0.0, 0.3, 1.0}) EXPECT_EQ(schedule(RateKind::Constant).at(done), 0.8);
}

TEST(RateSchedule, StepFallsByTheFactorAfterEveryShare) {
  const RateSchedule steps = schedule(RateKind::Step);
  EXPECT_DOUBLE_EQ(steps.at(0), 0.8);
  EXPECT_DOUBLE_EQ(steps.at(0.29), 0.8);
  EXPECT_DOUBLE_EQ(steps.at(0.3), 0.4);
  EXPECT_DOUBLE_EQ(steps.at(0.61), 0.2);
  EXPECT_DOUBLE_EQ(steps.at(1), 0.1);
}

TEST(RateSchedule, ExponentialGoesThroughTheGeometricMean) {
  const RateSchedule exponential = schedule(RateKind::Exponential);
  EXPECT_DOUBLE_EQ(exponential.at(0), 0.8);
  EXPECT_DOUBLE_EQ(exponential.at(0.5), 0.4);  // sqrt(0.8 * 0.2)
  EXPECT_DOUBLE_EQ(exponential.at(1), 0.2);
}

TEST(RateSchedule, CosineGoesDownHalfAWave) {
  const RateSchedule cosine = schedule(RateKind::Cosine);
  EXPECT_DOUBLE_EQ(cosine.at(0), 0.8);
  EXPECT_NEAR(cosine.at(1.0 / 3), 0.65, 1e-12);  // 0.2 + 0.6 * (1 + cos 60 degrees) / 2
  EXPECT_NEAR(cosine.at(0.5), 0.5, 1e-12);
  EXPECT_NEAR(cosine.at(1), 0.2, 1e-12);
}

TEST(RateSchedule, OneCycleGoesUpAndThenDownHalfAWave) {
  const RateSchedule cycle = schedule(RateKind::OneCycle, 0.2);
  EXPECT_DOUBLE_EQ(cycle.at(0), 0);
  EXPECT_DOUBLE_EQ(cycle.at(0.1), 0.4);
  EXPECT_DOUBLE_EQ(cycle.at(0.2), 0.8);
  EXPECT_NEAR(cycle.at(0.6), 0.5, 1e-12);
  EXPECT_NEAR(cycle.at(1), 0.2, 1e-12);
}

TEST(RateSchedule, AWarmUpShortensWhatComesAfterIt) {
  for (const RateKind kind : {RateKind::Constant, RateKind::Step, RateKind::Exponential, RateKind::Cosine}) {
    const RateSchedule warm = schedule(kind, 0.5);
    EXPECT_DOUBLE_EQ(warm.at(0.25), 0.4) << name_of(kind);
    EXPECT_DOUBLE_EQ(warm.at(0.75), schedule(kind).at(0.5)) << name_of(kind);
  }
}

TEST(RateSchedule, BeyondTheEndItStaysAtTheEnd) {
  EXPECT_NEAR(schedule(RateKind::Cosine).at(1.5), 0.2, 1e-12);
  EXPECT_NEAR(schedule(RateKind::Exponential).at(7), 0.2, 1e-12);
}

TEST(LinearSchedule, GoesInAStraightLine) {
  const LinearSchedule line{0.2, 0.6};
  EXPECT_DOUBLE_EQ(line.at(0), 0.2);
  EXPECT_DOUBLE_EQ(line.at(0.25), 0.3);
  EXPECT_DOUBLE_EQ(line.at(1), 0.6);
}

}  // namespace
}  // namespace tabia::train
