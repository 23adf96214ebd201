// device/opencl.h: a device that computes (a GPU, or the processor through PoCL), used through OpenCL.
//
// libOpenCL.so.1 (Windows: OpenCL.dll) is loaded at run time: no header, no link-time dependency. This room
// deals with arrays of floats and the kernels of planes_source.inc, which compute what kernels/planes.h
// specifies; it knows nothing about networks.
//
// Open a Device once and share it. A Session is a stream of work for it: uploads, kernels and copies,
// computed in the order in which they are given. A session keeps its first failure and skips everything after
// it, so a whole pass needs no check at each step; call failure() at the end.
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
#include "os/system.h"

namespace tabia::device {

using Handle = void*;  // to any object of the library

// The kernels of planes_source.inc.
enum class Kernel { Expand, Conv3x3, Dense, LayerNorm, Average, Excite, Join, GateSquares, Attend, Products };
inline constexpr std::size_t kKernels = 10;
[[nodiscard]] std::string_view planes_source() noexcept;

struct DeviceOptions {
  int number = 0;  // 1 is the first one; 0: the first GPU, or the first device if there is none
  // The rest is for tests.
  std::string library = std::string(os::kOpenClLibrary);
  std::string_view source = planes_source();
  int vector = 0;  // floats that a work item computes together: 4 or 8; 0: whatever suits the device
};

// Shared and immutable; safe from any thread.
class Device {
 public:
  // The error says whether the library, the device or its compiler is missing, and lists the devices.
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

// A place in an array; null means that there is no array.
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
  // Makes room for at least `size` floats. If the array must grow, it is replaced by a new one, filled with
  // zeros.
  void reserve(std::size_t size);
  // Replaces the content with these numbers: 32 bits each, whatever their meaning.
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

// A kernel argument. A place becomes two: the array and the offset.
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

// The number of work items in each dimension, and how many of them form a group. The numbers are rounded up
// to whole groups; kernels skip the surplus. Group sizes don't depend on the batch size, because some drivers
// (PoCL) compile a kernel for each group size.
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
  // Waits for everything queued before it.
  void read(Place from, std::span<float> to);
  // Waits, and returns what has gone wrong since the last call.
  [[nodiscard]] std::optional<base::Error> failure();

 private:
  friend class Array;
  [[nodiscard]] Handle kernel_of(Kernel kernel);
  // Records the failure, if it is one: "can't WHAT on DEVICE: CL_OUT_OF_RESOURCES (-5)".
  bool done(std::int32_t status, std::string_view what);

  std::shared_ptr<const Device> device_;
  std::array<Handle, kKernels> kernels_{};
  std::optional<base::Error> failure_;
};

}  // namespace tabia::device
