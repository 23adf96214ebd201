#include "device/opencl.h"

#include <algorithm>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "os/system.h"

namespace tabia::device {
namespace {

using base::concat;
using base::Error;
using base::ErrorKind;
using base::Result;

// What the library's header calls cl_int, cl_uint and cl_bitfield.
using Status = std::int32_t;
using Unsigned = std::uint32_t;
using Bits = std::uint64_t;

// Constants of the standard.
constexpr Bits kAllDevices = 0xFFFFFFFF;
constexpr Bits kGpu = 1 << 2;
constexpr Bits kReadWrite = 1 << 0;
constexpr Unsigned kDeviceType = 0x1000;
constexpr Unsigned kFloatConfig = 0x101B;
constexpr Unsigned kDeviceName = 0x102B;
constexpr Unsigned kDeviceVersion = 0x102F;
constexpr Unsigned kNativeFloats = 0x103A;
constexpr Unsigned kBuildLog = 0x1183;
constexpr Bits kFusedProducts = 1 << 5;

// The functions that we use. Names are the library's, without "cl".
struct Functions {
  Status (*GetPlatformIDs)(Unsigned, Handle*, Unsigned*);
  Status (*GetDeviceIDs)(Handle, Bits, Unsigned, Handle*, Unsigned*);
  Status (*GetDeviceInfo)(Handle, Unsigned, std::size_t, void*, std::size_t*);
  Handle (*CreateContext)(const std::intptr_t*, Unsigned, const Handle*, void (*)(), void*, Status*);
  Handle (*CreateCommandQueue)(Handle, Handle, Bits, Status*);
  Handle (*CreateProgramWithSource)(Handle, Unsigned, const char**, const std::size_t*, Status*);
  Status (*BuildProgram)(Handle, Unsigned, const Handle*, const char*, void (*)(), void*);
  Status (*GetProgramBuildInfo)(Handle, Handle, Unsigned, std::size_t, void*, std::size_t*);
  Handle (*CreateKernel)(Handle, const char*, Status*);
  Status (*SetKernelArg)(Handle, Unsigned, std::size_t, const void*);
  Status (*EnqueueNDRangeKernel)(Handle, Handle, Unsigned, const std::size_t*, const std::size_t*,
                                 const std::size_t*, Unsigned, const Handle*, Handle*);
  Handle (*CreateBuffer)(Handle, Bits, std::size_t, void*, Status*);
  Status (*EnqueueWriteBuffer)(Handle, Handle, Unsigned, std::size_t, std::size_t, const void*, Unsigned,
                               const Handle*, Handle*);
  Status (*EnqueueReadBuffer)(Handle, Handle, Unsigned, std::size_t, std::size_t, void*, Unsigned,
                              const Handle*, Handle*);
  Status (*EnqueueCopyBuffer)(Handle, Handle, Handle, std::size_t, std::size_t, std::size_t, Unsigned,
                              const Handle*, Handle*);
  Status (*EnqueueFillBuffer)(Handle, Handle, const void*, std::size_t, std::size_t, std::size_t, Unsigned,
                              const Handle*, Handle*);
  Status (*Finish)(Handle);
  Status (*ReleaseMemObject)(Handle);
  Status (*ReleaseKernel)(Handle);
  Status (*ReleaseProgram)(Handle);
  Status (*ReleaseCommandQueue)(Handle);
  Status (*ReleaseContext)(Handle);
};

// Names for the errors that users run into; others show only their number.
std::string status_text(Status status) {
  constexpr std::pair<Status, std::string_view> kNames[] = {
      {-1, "CL_DEVICE_NOT_FOUND"},
      {-2, "CL_DEVICE_NOT_AVAILABLE"},
      {-3, "CL_COMPILER_NOT_AVAILABLE"},
      {-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE: out of memory"},
      {-5, "CL_OUT_OF_RESOURCES"},
      {-6, "CL_OUT_OF_HOST_MEMORY"},
      {-11, "CL_BUILD_PROGRAM_FAILURE"},
      {-54, "CL_INVALID_WORK_GROUP_SIZE"},
      {-61, "CL_INVALID_BUFFER_SIZE: more than the device allocates at a time"},
  };
  for (const auto& [number, name] : kNames)
    if (number == status) return concat(name, " (", status, ")");
  return concat("OpenCL error ", status);
}

// The library stays loaded: it has its own threads and static data.
Result<Functions> load_functions(const std::string& path) {
  std::string reason;
  void* library = os::load_library(path, reason);
  if (library == nullptr) {
    return Error{
        concat("can't load OpenCL: ", reason,
               "; install a driver and its loader (Debian: ocl-icd-libopencl1 and, for the processor, "
               "pocl-opencl-icd)"),
        ErrorKind::Failed};
  }
  Functions functions{};
  std::string missing;
  const auto load = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(os::find_symbol(library, name));
    if (function == nullptr && missing.empty()) missing = name;
  };
#define TABIA_LOAD(name) load(functions.name, "cl" #name)
  TABIA_LOAD(GetPlatformIDs);
  TABIA_LOAD(GetDeviceIDs);
  TABIA_LOAD(GetDeviceInfo);
  TABIA_LOAD(CreateContext);
  TABIA_LOAD(CreateCommandQueue);
  TABIA_LOAD(CreateProgramWithSource);
  TABIA_LOAD(BuildProgram);
  TABIA_LOAD(GetProgramBuildInfo);
  TABIA_LOAD(CreateKernel);
  TABIA_LOAD(SetKernelArg);
  TABIA_LOAD(EnqueueNDRangeKernel);
  TABIA_LOAD(CreateBuffer);
  TABIA_LOAD(EnqueueWriteBuffer);
  TABIA_LOAD(EnqueueReadBuffer);
  TABIA_LOAD(EnqueueCopyBuffer);
  TABIA_LOAD(EnqueueFillBuffer);
  TABIA_LOAD(Finish);
  TABIA_LOAD(ReleaseMemObject);
  TABIA_LOAD(ReleaseKernel);
  TABIA_LOAD(ReleaseProgram);
  TABIA_LOAD(ReleaseCommandQueue);
  TABIA_LOAD(ReleaseContext);
#undef TABIA_LOAD
  if (!missing.empty())
    return Error{concat(path, " isn't a library of OpenCL 1.2 or later: it has no ", missing),
                 ErrorKind::Failed};
  return functions;
}

std::string text_of(const Functions& cl, Handle device, Unsigned what) {
  std::size_t size = 0;
  if (cl.GetDeviceInfo(device, what, 0, nullptr, &size) != 0 || size == 0) return "?";
  std::string text(size, '\0');
  if (cl.GetDeviceInfo(device, what, size, text.data(), nullptr) != 0) return "?";
  text.resize(text.find_last_not_of(std::string_view(" \0", 2)) + 1);
  return text;
}

// 0 if the device doesn't say.
template <class Number>
Number number_of(const Functions& cl, Handle device, Unsigned what) {
  Number number = 0;
  return cl.GetDeviceInfo(device, what, sizeof number, &number, nullptr) == 0 ? number : 0;
}

// The version is "OpenCL 3.0" followed by what the driver adds, which we drop.
std::string full_name(const Functions& cl, Handle device) {
  const std::string version = text_of(cl, device, kDeviceVersion);
  return concat(text_of(cl, device, kDeviceName), ", ",
                version.substr(0, version.find(' ', version.find(' ') + 1)));
}

// The devices of all platforms, in the library's order.
std::vector<Handle> devices_of(const Functions& cl) {
  Unsigned count = 0;
  if (cl.GetPlatformIDs(0, nullptr, &count) != 0) return {};  // finding none is an error in OpenCL
  std::vector<Handle> platforms(count);
  if (count == 0 || cl.GetPlatformIDs(count, platforms.data(), nullptr) != 0) return {};
  std::vector<Handle> devices;
  for (const Handle platform : platforms) {
    Unsigned found = 0;
    if (cl.GetDeviceIDs(platform, kAllDevices, 0, nullptr, &found) != 0 || found == 0) continue;
    std::vector<Handle> some(found);
    if (cl.GetDeviceIDs(platform, kAllDevices, found, some.data(), nullptr) == 0)
      devices.insert(devices.end(), some.begin(), some.end());
  }
  return devices;
}

Result<Handle> picked_device(const Functions& cl, int number) {
  const std::vector<Handle> devices = devices_of(cl);
  if (devices.empty())
    return Error{
        "OpenCL has no device here; install a driver for your GPU, or pocl-opencl-icd (Debian) to use "
        "the processor",
        ErrorKind::Failed};
  if (number >= 1 && static_cast<std::size_t>(number) <= devices.size())
    return devices[static_cast<std::size_t>(number) - 1];
  if (number == 0) {
    const auto is_gpu = [&](Handle device) { return (number_of<Bits>(cl, device, kDeviceType) & kGpu) != 0; };
    const auto gpu = std::find_if(devices.begin(), devices.end(), is_gpu);
    return gpu != devices.end() ? *gpu : devices.front();
  }
  std::string list;
  for (std::size_t i = 0; i < devices.size(); ++i)
    list += concat(i == 0 ? "" : "; ", i + 1, " ", full_name(cl, devices[i]));
  return Error{concat("found OpenCL device ", number, ", expected 1 to ", devices.size(), ": ", list),
               ErrorKind::Usage};
}

}  // namespace

std::string_view planes_source() noexcept {
  static constexpr std::string_view kSource =
#include "device/planes_source.inc"
      ;
  return kSource;
}

struct Device::Parts {
  Functions cl{};
  Handle device = nullptr;
  Handle context = nullptr;
  Handle queue = nullptr;
  Handle program = nullptr;
  std::string name;
  std::size_t vector = 4;

  Parts() = default;
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;
  ~Parts() {
    if (program) cl.ReleaseProgram(program);
    if (queue) cl.ReleaseCommandQueue(queue);
    if (context) cl.ReleaseContext(context);
  }

  [[nodiscard]] Result<void> open(const DeviceOptions& options) {
    TABIA_TRY(cl, load_functions(options.library));
    TABIA_TRY(device, picked_device(cl, options.number));
    name = full_name(cl, device);
    if (options.vector != 0)
      vector = static_cast<std::size_t>(options.vector);
    else if (number_of<Unsigned>(cl, device, kNativeFloats) >= 8)
      vector = 8;
    Status status = 0;
    context = cl.CreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
    if (status != 0) return fault("open", status);
    queue = cl.CreateCommandQueue(context, device, 0, &status);
    if (status != 0) return fault("make a queue for", status);
    return build(options.source);
  }

 private:
  [[nodiscard]] Error fault(std::string_view what, Status status) const {
    return Error{concat("can't ", what, " the OpenCL device ", name, ": ", status_text(status)),
                 ErrorKind::Failed};
  }

  [[nodiscard]] Result<void> build(std::string_view source) {
    const char* text = source.data();
    const std::size_t size = source.size();
    Status status = 0;
    program = cl.CreateProgramWithSource(context, 1, &text, &size, &status);
    if (status != 0) return fault("give a program to", status);
    const bool fused = (number_of<Bits>(cl, device, kFloatConfig) & kFusedProducts) != 0;
    const std::string flags = concat("-cl-std=CL1.2 -DVECTOR=", vector, fused ? " -DFUSED" : "");
    status = cl.BuildProgram(program, 1, &device, flags.c_str(), nullptr, nullptr);
    if (status == 0) return {};
    std::size_t length = 0;
    cl.GetProgramBuildInfo(program, device, kBuildLog, 0, nullptr, &length);
    std::string log(length, '\0');
    if (length > 0) cl.GetProgramBuildInfo(program, device, kBuildLog, length, log.data(), nullptr);
    return Error{concat(fault("compile the kernels for", status).message, "\n", log.c_str()),
                 ErrorKind::Failed};
  }
};

Device::Device(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Device::~Device() = default;

Result<std::shared_ptr<const Device>> Device::open(const DeviceOptions& options) {
  auto parts = std::make_unique<Parts>();
  TABIA_TRY_VOID(parts->open(options));
  return std::shared_ptr<const Device>(new Device(std::move(parts)));
}

const std::string& Device::name() const noexcept { return parts_->name; }
std::size_t Device::vector() const noexcept { return parts_->vector; }

// --- arrays

Array& Array::operator=(Array&& other) noexcept {
  if (this == &other) return *this;
  release();
  session_ = other.session_;
  handle_ = std::exchange(other.handle_, nullptr);
  size_ = std::exchange(other.size_, 0);
  return *this;
}

void Array::release() noexcept {
  if (handle_ != nullptr) session_->device_->parts_->cl.ReleaseMemObject(handle_);
  handle_ = nullptr;
  size_ = 0;
}

void Array::reserve(std::size_t size) {
  TABIA_CHECK(session_ != nullptr, "an array without a session");
  if (size <= size_ || session_->failure_) return;
  release();
  const Device::Parts& device = *session_->device_->parts_;
  Status status = 0;
  handle_ = device.cl.CreateBuffer(device.context, kReadWrite, size * sizeof(float), nullptr, &status);
  const std::string what = concat("allocate ", size * sizeof(float) / 1024, " KiB");
  if (!session_->done(status, what)) {
    handle_ = nullptr;
    return;
  }
  size_ = size;
  // Most drivers allocate on first use: force it now.
  const float zero = 0;
  session_->done(device.cl.EnqueueFillBuffer(device.queue, handle_, &zero, sizeof zero, 0,
                                             size * sizeof(float), 0, nullptr, nullptr),
                 what);
}

void Array::upload(const void* numbers, std::size_t count) {
  if (count == 0) return;
  reserve(count);
  if (session_->failure_) return;
  const Device::Parts& device = *session_->device_->parts_;
  constexpr Unsigned kWait = 1;
  session_->done(device.cl.EnqueueWriteBuffer(device.queue, handle_, kWait, 0, count * sizeof(float), numbers,
                                              0, nullptr, nullptr),
                 "send numbers");
}

// --- sessions

Session::~Session() {
  const Functions& cl = device_->parts_->cl;
  cl.Finish(device_->parts_->queue);
  for (const Handle kernel : kernels_)
    if (kernel != nullptr) cl.ReleaseKernel(kernel);
}

bool Session::done(std::int32_t status, std::string_view what) {
  if (status == 0) return true;
  if (!failure_)
    failure_ =
        Error{concat("can't ", what, " on ", device_->name(), ": ", status_text(status)), ErrorKind::Failed};
  return false;
}

Handle Session::kernel_of(Kernel kernel) {
  constexpr std::array<const char*, kKernels> kNames = {"expand",  "conv3x3", "dense",     "layer_norm",
                                                        "average", "excite",  "join_rows", "gate_squares",
                                                        "attend",  "products"};
  Handle& made = kernels_[static_cast<std::size_t>(kernel)];
  if (made == nullptr) {
    Status status = 0;
    const char* name = kNames[static_cast<std::size_t>(kernel)];
    made = device_->parts_->cl.CreateKernel(device_->parts_->program, name, &status);
    if (!done(status, concat("make the kernel ", name))) made = nullptr;
  }
  return made;
}

void Session::run(Kernel kernel, const Grid& grid, std::initializer_list<Argument> arguments) {
  if (failure_) return;
  const Handle made = kernel_of(kernel);
  if (made == nullptr) return;
  const Functions& cl = device_->parts_->cl;
  Unsigned index = 0;
  const auto set = [&](const auto& value) {
    done(cl.SetKernelArg(made, index++, sizeof value, &value), "set an argument");
  };
  for (const Argument& argument : arguments) {
    if (const auto* place = std::get_if<Place>(&argument.value_)) {
      set(place->array);
      set(static_cast<Unsigned>(place->offset));
    } else if (const auto* number = std::get_if<std::uint32_t>(&argument.value_)) {
      set(*number);
    } else {
      set(std::get<float>(argument.value_));
    }
  }
  if (failure_) return;
  std::array<std::size_t, 3> items{};
  for (std::size_t i = 0; i < 3; ++i) {
    if (grid.items[i] == 0) return;
    items[i] = (grid.items[i] + grid.group[i] - 1) / grid.group[i] * grid.group[i];
  }
  done(cl.EnqueueNDRangeKernel(device_->parts_->queue, made, 3, nullptr, items.data(), grid.group.data(), 0,
                               nullptr, nullptr),
       "start a kernel");
}

void Session::copy(Place to, Place from, std::size_t floats) {
  if (failure_ || floats == 0) return;
  constexpr std::size_t kSize = sizeof(float);
  done(
      device_->parts_->cl.EnqueueCopyBuffer(device_->parts_->queue, from.array, to.array, from.offset * kSize,
                                            to.offset * kSize, floats * kSize, 0, nullptr, nullptr),
      "copy numbers");
}

void Session::read(Place from, std::span<float> to) {
  if (failure_ || to.empty()) return;
  constexpr Unsigned kWait = 1;
  done(device_->parts_->cl.EnqueueReadBuffer(device_->parts_->queue, from.array, kWait,
                                             from.offset * sizeof(float), to.size_bytes(), to.data(), 0,
                                             nullptr, nullptr),
       "read numbers");
}

std::optional<Error> Session::failure() {
  done(device_->parts_->cl.Finish(device_->parts_->queue), "finish the work");
  return std::exchange(failure_, std::nullopt);
}

}  // namespace tabia::device
