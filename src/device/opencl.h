// device/opencl.h: a device that computes (a GPU, or the processor through PoCL), reached by OpenCL.
//
// libOpenCL.so.1 (Windows: OpenCL.dll) is loaded at run time: no header, no link-time dependency. This room knows arrays of floats
// and the kernels of planes_source.inc, which compute what kernels/planes.h specifies; it knows no networks.
//
// Open a Device once and share it. A Session is a stream of work for it: uploads, kernels and copies, computed
// in the order in which they are given. The first failure of a session is kept and what follows is skipped, so
// that a whole pass is written without a check at each step; ask failure() at its end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/result.h"

namespace tabia::device {

using Handle = void*;  // of anything that belongs to the library

// The kernels of planes_source.inc.
enum class Kernel { Expand, Conv3x3, Dense, LayerNorm, Average, Excite, Join, GateSquares, Attend, Products };
inline constexpr std::size_t kKernels = 10;
[[nodiscard]] std::string_view planes_source() noexcept;

struct DeviceOptions {
  int number = 0;  // 1 is the first one; 0: the first GPU, or the first device if there is none
  // The rest is for tests.
#if defined(_WIN32)
  std::string library = "OpenCL.dll";
#else
  std::string library = "libOpenCL.so.1";
#endif
  std::string_view source = planes_source();
  int vector = 0;  // floats that a work item computes together: 4 or 8; 0: what suits the device
};

// Shared and immutable; safe from any thread.
class Device {
 public:
  // The error says whether the library, a device or its compiler is missing, and which devices there are.
  [[nodiscard]] static base::Result<std::shared_ptr<const Device>> open(const DeviceOptions& options);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  // "NAME, OpenCL 3.0"
  [[nodiscard]] const std::string& name() const noexcept;
  [[nodiscard]] std::size_t vector() const noexcept;

 private:
  friend class Session;
  friend class Array;
  struct Parts;
  explicit Device(std::unique_ptr<Parts> parts);
  std::unique_ptr<const Parts> parts_;
};

class Session;

// Somewhere in an array; a null one stands for an array that isn't there.
struct Place {
  Handle array = nullptr;
  std::size_t offset = 0;  // floats
  friend Place operator+(Place place, std::size_t floats) { return {place.array, place.offset + floats}; }
};

// Floats on the device.
class Array {
 public:
  Array() = default;
  explicit Array(Session& session) : session_(&session) {}
  Array(Array&& other) noexcept { *this = std::move(other); }
  Array& operator=(Array&& other) noexcept;
  ~Array() { release(); }

  [[nodiscard]] Place data() const noexcept { return {handle_, 0}; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  // At least `size` floats. A larger array is a new one, of zeros.
  void reserve(std::size_t size);
  // Becomes these numbers; 32 bits each, whatever they mean.
  void upload(std::span<const float> numbers) { upload(numbers.data(), numbers.size()); }
  void upload(std::span<const std::uint32_t> numbers) { upload(numbers.data(), numbers.size()); }
  void release() noexcept;

 private:
  void upload(const void* numbers, std::size_t count);
  Session* session_ = nullptr;
  Handle handle_ = nullptr;
  std::size_t size_ = 0;
};

inline Place room_for(Array& array, std::size_t size) {
  array.reserve(size);
  return array.data();
}

// An argument of a kernel. A place becomes two: the array and the offset.
class Argument {
 public:
  Argument(Place place) : value_(place) {}
  Argument(std::size_t number) : value_(static_cast<std::uint32_t>(number)) {}
  Argument(int number) : value_(static_cast<std::uint32_t>(number)) {}
  Argument(float number) : value_(number) {}

 private:
  friend class Session;
  std::variant<Place, std::uint32_t, float> value_;
};

// How many work items there are in each direction, and how many of them are a group. The numbers are rounded
// up to whole groups; kernels skip the surplus. Groups don't depend on the size of a batch, because some
// drivers (PoCL) compile a kernel for each size of a group.
struct Grid {
  std::array<std::size_t, 3> items{1, 1, 1};
  std::array<std::size_t, 3> group{1, 1, 1};
};

// One caller at a time.
class Session {
 public:
  explicit Session(std::shared_ptr<const Device> device) : device_(std::move(device)) {}
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] const Device& device() const noexcept { return *device_; }
  void run(Kernel kernel, const Grid& grid, std::initializer_list<Argument> arguments);
  void copy(Place to, Place from, std::size_t floats);
  // Waits for everything before it.
  void read(Place from, std::span<float> to);
  // Waits, and gives what went wrong since the last call.
  [[nodiscard]] std::optional<base::Error> failure();

 private:
  friend class Array;
  [[nodiscard]] Handle kernel_of(Kernel kernel);
  // Keeps the failure, if it is one: "can't WHAT on DEVICE: CL_OUT_OF_RESOURCES (-5)".
  bool done(std::int32_t status, std::string_view what);

  std::shared_ptr<const Device> device_;
  std::array<Handle, kKernels> kernels_{};
  std::optional<base::Error> failure_;
};

}  // namespace tabia::device
