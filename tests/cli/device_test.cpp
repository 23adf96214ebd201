// The program with a device (TABIA_DEVICE) that isn't there.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "paths.h"
#include "program.h"

namespace {

using tabia::test::mentions;
using tabia::test::Outcome;
using tabia::test::shell;

const std::string kPlanesNetwork = tabia::test::test_data() + "/deep/toy-b-se-conv-wdl-mlh.pb.gz";

// A value of TABIA_DEVICE, and a part of the error that explains it. No machine has 99 devices; one without
// OpenCL complains about its library instead.
struct Unavailable {
  std::string device;
  std::string reason;
};
const std::vector<Unavailable> kUnavailable = {
    {"opencl:99", "TABIA_DEVICE=opencl:99: "},
    {"nonsense", "TABIA_DEVICE: found \"nonsense\", expected cpu, opencl or opencl:N"}};

Outcome run_with(const Unavailable& choice, const std::string& words) {
  return shell("TABIA_DEVICE=" + choice.device + " '" + tabia::test::tabia_program() + "' " + words +
               " 2>&1");
}

TEST(CliDevice, ANetworkThatNeedsAMissingDeviceIsAnErrorThatNamesIt) {
  for (const Unavailable& choice : kUnavailable) {
    for (const std::string words :
         {"eval --net ", "bench 1 --net ", "net info ", "serve --port 0 --net toy="}) {
      const Outcome outcome = run_with(choice, words + "'" + kPlanesNetwork + "'");
      EXPECT_EQ(outcome.code, 1) << choice.device << " " << words << outcome.output;
      EXPECT_TRUE(mentions(outcome, choice.reason)) << words << outcome.output;
      EXPECT_TRUE(mentions(outcome, "toy-b-se-conv-wdl-mlh.pb.gz")) << words << outcome.output;
    }
  }
}

TEST(CliDevice, TheEngineKeepsItsNetworkIfTheNewOneNeedsAMissingDevice) {
  for (const Unavailable& choice : kUnavailable) {
    const Outcome outcome =
        run_with(choice, "'setoption name EvalFile value " + kPlanesNetwork + "' 'go depth 4' isready");
    EXPECT_TRUE(mentions(outcome, "info string error: ")) << outcome.output;
    EXPECT_TRUE(mentions(outcome, choice.reason)) << outcome.output;
    EXPECT_TRUE(mentions(outcome, "; the network stays ")) << outcome.output;
    EXPECT_TRUE(mentions(outcome, "\nbestmove ")) << outcome.output;
    EXPECT_EQ(outcome.code, 1) << "there was an error: " << outcome.output;
  }
}

TEST(CliDevice, WhatNeedsNoDeviceWorksAndTheVersionSaysWhyThereIsNone) {
  for (const Unavailable& choice : kUnavailable) {
    const Outcome version = run_with(choice, "version");
    EXPECT_EQ(version.code, 0);
    EXPECT_TRUE(mentions(version, "\ndevice: " + choice.reason)) << version.output;
    EXPECT_EQ(run_with(choice, "eval").code, 0) << "the default network computes on the processor";
    EXPECT_EQ(run_with(choice, "bench 1").code, 0);
  }
}

}  // namespace
