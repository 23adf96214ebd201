// deep/device_layers.h: the family of layers that computes on a device (deep/blocks.h). The numbers stay on
// the device, work is queued in a session (device/opencl.h), and only the outputs of heads are read back.
//
// Each function has the contract of its namesake in deep/layers.h, with places on the device instead of
// pointers.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "deep/layers.h"
#include "device/opencl.h"

namespace tabia::deep {

// Memory for one pass.
struct DeviceScratch {
  explicit DeviceScratch(device::Session& session) : planes(session), ends(session) {
    for (device::Array& array : values) array = device::Array(session);
  }
  device::Array planes;
  std::array<device::Array, 9> values;
  device::Array ends;
  std::array<Numbers, 2> host;
  std::vector<std::uint32_t> words;  // of the planes, before upload
};

class DeviceDense {
 public:
  DeviceDense() = default;
  DeviceDense(device::Session& session, const LayerData& data, std::size_t outputs, std::size_t inputs,
              Activation activation);

  [[nodiscard]] std::size_t inputs() const noexcept { return inputs_; }
  [[nodiscard]] std::size_t outputs() const noexcept { return outputs_; }
  [[nodiscard]] std::size_t padded_outputs() const noexcept { return padded_channels(outputs_); }
  void run(device::Place in, std::size_t in_stride, std::size_t rows, device::Place out,
           DeviceScratch& scratch, device::Place residual = {}) const;
  void run_groups(device::Place in, std::size_t in_stride, const RowGroups& groups, device::Place out,
                  DeviceScratch& scratch, device::Place residual = {}) const;

 private:
  device::Session* session_ = nullptr;
  device::Array weights_;  // [input][padded output]
  device::Array bias_;
  std::size_t inputs_ = 0;
  std::size_t outputs_ = 0;
  Activation activation_ = Activation::Linear;
};

class DeviceConvolution {
 public:
  DeviceConvolution() = default;
  // `sparse` is ignored.
  DeviceConvolution(device::Session& session, const LayerData& data, std::size_t outputs, std::size_t inputs,
                    int kernel, Activation activation, bool sparse = false);

  [[nodiscard]] std::size_t outputs() const noexcept { return outputs_; }
  [[nodiscard]] std::size_t padded_outputs() const noexcept { return padded_channels(outputs_); }
  void run(device::Place in, std::size_t boards, device::Place out, DeviceScratch& scratch,
           device::Place residual = {}) const;
  [[nodiscard]] bool run_sparse(std::span<const Planes> /*boards*/, device::Array& /*values*/,
                                DeviceScratch& /*scratch*/) const {
    return false;
  }

 private:
  device::Session* session_ = nullptr;
  DeviceDense dense_;      // for a kernel of 1x1
  device::Array weights_;  // [tap][input][padded output]
  device::Array bias_;
  std::size_t inputs_ = 0;
  std::size_t outputs_ = 0;
  int kernel_ = 3;
  Activation activation_ = Activation::Linear;
};

class DeviceLayerNorm {
 public:
  DeviceLayerNorm() = default;
  DeviceLayerNorm(device::Session& session, std::span<const float> scale, std::span<const float> bias,
                  float epsilon);
  void run(device::Place x, float factor, device::Place y, std::size_t rows) const;
  void run(device::Place x, std::size_t rows) const { run(x, 0, {}, rows); }

 private:
  device::Session* session_ = nullptr;
  device::Array scale_;
  device::Array bias_;
  std::size_t width_ = 0;
  float epsilon_ = 0;
};

class DeviceLayers {
 public:
  using Dense = DeviceDense;
  using Convolution = DeviceConvolution;
  using LayerNorm = DeviceLayerNorm;
  using Numbers = device::Array;
  using Constant = device::Array;
  using Scratch = DeviceScratch;
  using Input = device::Place;
  using Output = device::Place;
  static constexpr std::size_t kBodyBoards = 256;
  static constexpr bool kIsDevice = true;

  explicit DeviceLayers(std::shared_ptr<const device::Device> device)
      : session_(std::make_unique<device::Session>(std::move(device))), scratch_(*session_) {}

  // After a pass of one board: makes room for as many as fit, at most kBodyBoards. Fails if not even one
  // does.
  [[nodiscard]] base::Result<void> reserve();

  [[nodiscard]] device::Session& machine() const noexcept { return *session_; }
  [[nodiscard]] std::string name() const { return session_->device().name(); }
  [[nodiscard]] std::size_t most_boards() const noexcept { return most_boards_; }
  // One pass at a time.
  template <class Use>
  void with_scratch(const Use& use) const {
    const std::lock_guard lock(mutex_);
    use(scratch_);
    if (const auto failure = session_->failure()) throw std::runtime_error(failure->message);
  }
  [[nodiscard]] Constant constant(std::span<const float> numbers) const;
  [[nodiscard]] const float* on_host(device::Place numbers, std::size_t count, deep::Numbers& room) const;

  void expand(device::Place out, std::span<const Planes> boards, std::size_t padded, Scratch& scratch) const;
  void copy(device::Place to, device::Place from, std::size_t count) const {
    session_->copy(to, from, count);
  }
  void average(device::Place means, device::Place in, std::size_t boards, std::size_t channels) const;
  void excite(device::Place values, device::Place after, device::Place gates, std::size_t gate_stride,
              std::size_t boards, std::size_t channels, Activation activation) const;
  void join(device::Place out, device::Place in, const JoinShape& shape, device::Place table,
            std::size_t rows) const;
  void gate_squares(device::Place values, const Constant& factors, const Constant& addends,
                    std::size_t boards) const;
  void attend(device::Place out, device::Place queries, device::Place keys, device::Place values,
              device::Place added, const AttentionShape& shape, Scratch& scratch) const;
  void products(device::Place out, device::Place queries, device::Place keys, const AttentionShape& shape,
                Scratch& scratch) const;

 private:
  std::unique_ptr<device::Session> session_;
  mutable std::mutex mutex_;
  mutable DeviceScratch scratch_;
  std::size_t most_boards_ = 1;
};

}  // namespace tabia::deep
