#include "device/opencl.h"

#include <cstdlib>
#include <vector>

#include "device/choice.h"
#include "device/device_support.h"

namespace tabia::device {
namespace {

using testing::Test;

std::string error_of(const DeviceOptions& options) {
  const auto device = Device::open(options);
  return device ? "" : device.error().message;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Device, TheChoiceIsTheProcessorAnyDeviceOrANumberedOne) {
  EXPECT_FALSE(parse_choice("").value().has_value());
  EXPECT_FALSE(parse_choice("cpu").value().has_value());
  EXPECT_EQ(parse_choice("opencl").value()->number, 0);
  EXPECT_EQ(parse_choice("opencl:3").value()->number, 3);
  for (const char* text : {"gpu", "opencl:", "opencl:0", "opencl:-1", "opencl:x", "OpenCL", "opencl:1 "}) {
    const auto choice = parse_choice(text);
    ASSERT_FALSE(choice) << text;
    EXPECT_TRUE(contains(choice.error().message, "expected cpu, opencl or opencl:N"))
        << choice.error().message;
  }
}

TEST(Device, AMissingOrForeignLibraryIsAnErrorThatNamesIt) {
  const std::string missing = error_of({.library = "libNoSuchOpenCL.so.1"});
  EXPECT_TRUE(contains(missing, "can't load OpenCL: libNoSuchOpenCL.so.1")) << missing;
  EXPECT_TRUE(contains(missing, "install")) << missing;
  const std::string foreign = error_of({.library = "libm.so.6"});
  EXPECT_TRUE(contains(foreign, "libm.so.6") && contains(foreign, "clGetPlatformIDs")) << foreign;
}

class DeviceFull : public WithDevice {};

TEST_F(DeviceFull, ANumberThatIsTooLargeListsTheDevices) {
  const std::string message = error_of({.number = 99});
  EXPECT_TRUE(contains(message, "found OpenCL device 99, expected 1 to")) << message;
  EXPECT_TRUE(contains(message, device_->name().substr(0, 8))) << message;
}

TEST_F(DeviceFull, KernelsThatDontCompileAreAnErrorWithTheLogOfTheCompiler) {
  const std::string message = error_of({.source = "__kernel void broken(void) { no_such_name; }"});
  EXPECT_TRUE(contains(message, "can't compile the kernels for the OpenCL device")) << message;
  EXPECT_TRUE(contains(message, "no_such_name")) << message;
}

TEST_F(DeviceFull, NumbersSurviveTheWayThereAndBack) {
  Session session(device_);
  Array array(session);
  Array other(session);
  array.upload(std::vector<float>{1, 2, 3, 4});
  other.reserve(6);
  session.copy(other.data() + 1, array.data() + 2, 2);
  std::vector<float> numbers(6, 9);
  session.read(other.data(), numbers);
  EXPECT_FALSE(session.failure());
  EXPECT_EQ(numbers, (std::vector<float>{0, 3, 4, 0, 0, 0}));
}

TEST_F(DeviceFull, MoreMemoryThanTheDeviceHasIsAFailureAndTheSessionGoesOn) {
  Session session(device_);
  Array array(session);
  array.reserve(std::size_t{1} << 44);
  const auto failure = session.failure();
  ASSERT_TRUE(failure);
  EXPECT_TRUE(contains(failure->message, "can't allocate")) << failure->message;
  array.upload(std::vector<float>{5});
  std::vector<float> number(1);
  session.read(array.data(), number);
  EXPECT_FALSE(session.failure());
  EXPECT_EQ(number[0], 5);
}

TEST_F(DeviceFull, AWrongCallIsAFailureWithItsReason) {
  Session session(device_);
  session.run(Kernel::Average, {{16, 1, 1}, {16, 4, 1}}, {std::size_t{1}});
  const auto failure = session.failure();
  ASSERT_TRUE(failure);
  EXPECT_TRUE(contains(failure->message, device_->name())) << failure->message;
}

}  // namespace
}  // namespace tabia::device
