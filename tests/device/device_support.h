// tests/device/device_support.h: tests that need an OpenCL device. ./test full installs one (PoCL).
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "device/opencl.h"

namespace tabia::device {

// Skips its tests if there is no OpenCL here; any other failure to open a device fails them.
class WithDevice : public testing::Test {
 protected:
  void SetUp() override {
    auto opened = Device::open({});
    if (opened) {
      device_ = *opened;
      return;
    }
    const std::string& reason = opened.error().message;
    if (reason.starts_with("can't load OpenCL") || reason.starts_with("OpenCL has no device"))
      GTEST_SKIP() << reason;
    FAIL() << reason;
  }

  std::shared_ptr<const Device> device_;
};

}  // namespace tabia::device
