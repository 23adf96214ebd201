#include "onnx/runtime.h"

#include "base/text.h"
#include "os/system.h"

namespace tabia::onnx {

namespace {

using base::concat;
using base::Error;
using base::Result;

// What the library's own header calls OrtApiBase; the other types stay opaque.
struct ApiBase {
  const void* const* (*table)(std::uint32_t version);
  const char* (*version)();
};
using Handle = void*;
using Status = void*;  // null: it worked

constexpr std::uint32_t kApiVersion = 8;

// Entries of the table that we use, by number.
enum class Entry : std::size_t {
  GetErrorMessage = 2,
  CreateEnv = 3,
  CreateSessionFromArray = 8,
  Run = 9,
  CreateSessionOptions = 10,
  SetIntraOpNumThreads = 24,
  SetInterOpNumThreads = 25,
  SessionGetInputCount = 30,
  SessionGetOutputCount = 31,
  SessionGetInputTypeInfo = 33,
  SessionGetOutputTypeInfo = 34,
  SessionGetInputName = 36,
  SessionGetOutputName = 37,
  CreateTensorWithDataAsOrtValue = 49,
  GetTensorMutableData = 51,
  CastTypeInfoToTensorInfo = 55,
  GetTensorElementType = 60,
  GetDimensionsCount = 61,
  GetDimensions = 62,
  GetTensorTypeAndShape = 65,
  CreateCpuMemoryInfo = 69,
  AllocatorFree = 76,
  GetAllocatorWithDefaultOptions = 78,
  ReleaseEnv = 92,
  ReleaseStatus = 93,
  ReleaseMemoryInfo = 94,
  ReleaseSession = 95,
  ReleaseValue = 96,
  ReleaseTypeInfo = 98,
  ReleaseTensorTypeAndShapeInfo = 99,
  ReleaseSessionOptions = 100,
};

// The loaded library.
class Library {
 public:
  [[nodiscard]] static Result<std::shared_ptr<const Library>> open(const std::string& path) {
    std::string reason;
    void* handle = os::load_library(path, reason);
    if (handle == nullptr) return Error{concat("can't load ", path, ": ", reason), base::ErrorKind::Failed};
    std::shared_ptr<Library> library(new Library(handle));
    using GetBase = const ApiBase* (*)();
    const auto base = reinterpret_cast<GetBase>(os::find_symbol(handle, "OrtGetApiBase"));
    if (base == nullptr) return Error{concat(path, " is not onnxruntime: it has no OrtGetApiBase")};
    library->table_ = base()->table(kApiVersion);
    if (library->table_ == nullptr)
      return Error{concat(path, ": onnxruntime ", base()->version(), " doesn't know API ", kApiVersion)};
    return std::shared_ptr<const Library>(std::move(library));
  }
  ~Library() = default;  // stays loaded: the library has its own threads and static data
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  // Calls an entry; the error is the library's own message.
  template <class... Arguments>
  [[nodiscard]] Result<void> call(Entry entry, Arguments... arguments) const {
    return checked(reinterpret_cast<Status (*)(Arguments...)>(const_cast<void*>(at(entry)))(arguments...));
  }
  void release(Entry entry, Handle handle) const {
    if (handle != nullptr) reinterpret_cast<void (*)(Handle)>(const_cast<void*>(at(entry)))(handle);
  }
  [[nodiscard]] Result<void> checked(Status status) const {
    if (status == nullptr) return {};
    using Message = const char* (*)(Status);
    Error error{concat("onnxruntime: ",
                       reinterpret_cast<Message>(const_cast<void*>(at(Entry::GetErrorMessage)))(status))};
    release(Entry::ReleaseStatus, status);
    return error;
  }
  [[nodiscard]] void* symbol(const char* name) const { return os::find_symbol(handle_, name); }

 private:
  explicit Library(void* handle) : handle_(handle) {}
  [[nodiscard]] const void* at(Entry entry) const { return table_[static_cast<std::size_t>(entry)]; }
  void* handle_;
  const void* const* table_ = nullptr;
};

// An object of the library, released at the end.
class Owned {
 public:
  Owned(std::shared_ptr<const Library> library, Entry release)
      : library_(std::move(library)), release_(release) {}
  ~Owned() { library_->release(release_, handle_); }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  [[nodiscard]] Handle* place() { return &handle_; }
  [[nodiscard]] Handle get() const { return handle_; }

 private:
  std::shared_ptr<const Library> library_;
  Entry release_;
  Handle handle_ = nullptr;
};

class Session final : public Runner {
 public:
  explicit Session(const std::shared_ptr<const Library>& library)
      : library_(library),
        environment_(library, Entry::ReleaseEnv),
        memory_(library, Entry::ReleaseMemoryInfo),
        session_(library, Entry::ReleaseSession) {}

  [[nodiscard]] Result<void> open(std::string_view file, const RuntimeOptions& options);
  [[nodiscard]] const std::vector<ValueInfo>& inputs() const noexcept override { return inputs_; }
  [[nodiscard]] const std::vector<ValueInfo>& outputs() const noexcept override { return outputs_; }
  [[nodiscard]] Result<Tensors> run(std::span<const Tensor> inputs) const override;

 private:
  [[nodiscard]] Result<void> append_provider(Handle options, Provider provider) const;
  [[nodiscard]] Result<std::vector<ValueInfo>> values(Entry count, Entry name, Entry type) const;
  [[nodiscard]] Result<void> read_shape(Handle shape, ElementType& type, Shape& sizes) const;
  [[nodiscard]] Result<Tensor> tensor_from(Handle value) const;

  std::shared_ptr<const Library> library_;
  Owned environment_;
  Owned memory_;
  Owned session_;
  std::vector<ValueInfo> inputs_;
  std::vector<ValueInfo> outputs_;
};

Result<void> Session::append_provider(Handle options, Provider provider) const {
  if (provider == Provider::Cpu) return {};
  const char* name = provider == Provider::Cuda ? "OrtSessionOptionsAppendExecutionProvider_CUDA"
                                                : "OrtSessionOptionsAppendExecutionProvider_Tensorrt";
  using Append = Status (*)(Handle, int device);
  const auto append = reinterpret_cast<Append>(library_->symbol(name));
  if (append == nullptr)
    return Error{concat("this onnxruntime was built without that provider (no ", name, ")")};
  return library_->checked(append(options, 0));
}

Result<void> Session::open(std::string_view file, const RuntimeOptions& options) {
  constexpr int kWarnings = 2;
  constexpr int kDeviceAllocator = 0;
  constexpr int kDefaultMemory = 0;
  TABIA_TRY_VOID(library_->call(Entry::CreateEnv, kWarnings, "tabia", environment_.place()));
  TABIA_TRY_VOID(
      library_->call(Entry::CreateCpuMemoryInfo, kDeviceAllocator, kDefaultMemory, memory_.place()));
  Owned settings(library_, Entry::ReleaseSessionOptions);
  TABIA_TRY_VOID(library_->call(Entry::CreateSessionOptions, settings.place()));
  TABIA_TRY_VOID(library_->call(Entry::SetIntraOpNumThreads, settings.get(), options.threads));
  TABIA_TRY_VOID(library_->call(Entry::SetInterOpNumThreads, settings.get(), 1));
  TABIA_TRY_VOID(append_provider(settings.get(), options.provider));
  TABIA_TRY_VOID(library_->call(Entry::CreateSessionFromArray, environment_.get(),
                                static_cast<const void*>(file.data()), file.size(), settings.get(),
                                session_.place()));
  TABIA_TRY(inputs_,
            values(Entry::SessionGetInputCount, Entry::SessionGetInputName, Entry::SessionGetInputTypeInfo));
  TABIA_TRY(outputs_, values(Entry::SessionGetOutputCount, Entry::SessionGetOutputName,
                             Entry::SessionGetOutputTypeInfo));
  return {};
}

Result<void> Session::read_shape(Handle shape, ElementType& type, Shape& sizes) const {
  std::int32_t number = 0;
  std::size_t rank = 0;
  TABIA_TRY_VOID(library_->call(Entry::GetTensorElementType, shape, &number));
  TABIA_TRY_VOID(library_->call(Entry::GetDimensionsCount, shape, &rank));
  sizes.resize(rank);
  TABIA_TRY_VOID(library_->call(Entry::GetDimensions, shape, sizes.data(), rank));
  type = static_cast<ElementType>(number);  // the same numbers
  if (name_of(type) == "?") return Error{concat("found element type ", number, ", which isn't supported")};
  return {};
}

Result<std::vector<ValueInfo>> Session::values(Entry count_entry, Entry name_entry, Entry type_entry) const {
  std::size_t count = 0;
  TABIA_TRY_VOID(library_->call(count_entry, session_.get(), &count));
  Handle allocator = nullptr;
  TABIA_TRY_VOID(library_->call(Entry::GetAllocatorWithDefaultOptions, &allocator));
  std::vector<ValueInfo> list;
  for (std::size_t i = 0; i < count; ++i) {
    ValueInfo value;
    char* name = nullptr;
    TABIA_TRY_VOID(library_->call(name_entry, session_.get(), i, allocator, &name));
    value.name = name;
    TABIA_TRY_VOID(library_->call(Entry::AllocatorFree, allocator, static_cast<void*>(name)));
    Owned type(library_, Entry::ReleaseTypeInfo);
    TABIA_TRY_VOID(library_->call(type_entry, session_.get(), i, type.place()));
    Handle shape = nullptr;  // belongs to the type
    TABIA_TRY_VOID(library_->call(Entry::CastTypeInfoToTensorInfo, type.get(), &shape));
    if (shape == nullptr) return Error{concat(base::quoted(value.name), " is not a tensor")};
    Shape sizes;
    TABIA_TRY_VOID(read_shape(shape, value.type, sizes));
    for (const std::int64_t size : sizes) value.shape.push_back({size, ""});
    list.push_back(std::move(value));
  }
  return list;
}

Result<Tensor> Session::tensor_from(Handle value) const {
  Owned shape(library_, Entry::ReleaseTensorTypeAndShapeInfo);
  TABIA_TRY_VOID(library_->call(Entry::GetTensorTypeAndShape, value, shape.place()));
  ElementType type{};
  Shape sizes;
  TABIA_TRY_VOID(read_shape(shape.get(), type, sizes));
  const auto count = elements_of(sizes);
  if (!count) return count.error();
  Tensor tensor(type, sizes);
  void* data = nullptr;
  TABIA_TRY_VOID(library_->call(Entry::GetTensorMutableData, value, &data));
  std::memcpy(tensor.bytes(), data, *count * bytes_of(type));
  return tensor;
}

Result<Tensors> Session::run(std::span<const Tensor> inputs) const {
  if (inputs.size() != inputs_.size())
    return Error{concat("found ", inputs.size(), " inputs, expected ", inputs_.size())};
  std::vector<std::unique_ptr<Owned>> owned;
  std::vector<const char*> input_names;
  std::vector<Handle> values;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    owned.push_back(std::make_unique<Owned>(library_, Entry::ReleaseValue));
    const Tensor& tensor = inputs[i];
    // The library reads the numbers but takes a plain pointer.
    void* data = const_cast<std::byte*>(tensor.bytes());
    TABIA_TRY_VOID(library_->call(Entry::CreateTensorWithDataAsOrtValue, memory_.get(), data,
                                  tensor.size() * bytes_of(tensor.type()), tensor.shape().data(),
                                  tensor.shape().size(), static_cast<std::int32_t>(tensor.type()),
                                  owned.back()->place()));
    values.push_back(owned.back()->get());
    input_names.push_back(inputs_[i].name.c_str());
  }
  std::vector<const char*> output_names;
  for (const ValueInfo& output : outputs_) output_names.push_back(output.name.c_str());
  std::vector<Handle> results(outputs_.size(), nullptr);
  const auto done = library_->call(Entry::Run, session_.get(), Handle{nullptr}, input_names.data(),
                                   static_cast<const Handle*>(values.data()), values.size(),
                                   output_names.data(), output_names.size(), results.data());
  Tensors tensors;
  Result<void> outcome = done;
  for (const Handle result : results) {
    if (outcome && result != nullptr) {
      auto tensor = tensor_from(result);
      if (tensor)
        tensors.push_back(std::move(*tensor));
      else
        outcome = tensor.error();
    }
    library_->release(Entry::ReleaseValue, result);
  }
  if (!outcome) return outcome.error();
  return tensors;
}

}  // namespace

Result<std::shared_ptr<const Runner>> load_in_runtime(std::string_view file, const RuntimeOptions& options) {
  TABIA_TRY(const auto library, Library::open(options.library));
  auto session = std::make_shared<Session>(library);
  TABIA_TRY_VOID(session->open(file, options));
  return std::shared_ptr<const Runner>(std::move(session));
}

}  // namespace tabia::onnx
