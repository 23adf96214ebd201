// nn/tensor.h: the numbers of a network: one block of memory for each TensorSpec.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include "nn/spec.h"

namespace tabia::nn {

// Zeroed memory, aligned for the kernels; large blocks ask for huge pages. Move-only.
class AlignedBuffer {
 public:
  AlignedBuffer() noexcept = default;
  explicit AlignedBuffer(std::size_t bytes);
  ~AlignedBuffer();
  AlignedBuffer(AlignedBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  AlignedBuffer& operator=(AlignedBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }

  [[nodiscard]] std::byte* data() noexcept { return data_; }
  [[nodiscard]] const std::byte* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

 private:
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

// Values in row-major order, as tensors_of() describes them.
class Tensor {
 public:
  explicit Tensor(TensorSpec spec) : spec_(std::move(spec)), buffer_(spec_.bytes()) {}

  [[nodiscard]] const TensorSpec& spec() const noexcept { return spec_; }
  // The values; T must be the type of the storage.
  template <class T>
  [[nodiscard]] std::span<T> values() noexcept {
    return {reinterpret_cast<T*>(buffer_.data()), spec_.size()};
  }
  template <class T>
  [[nodiscard]] std::span<const T> values() const noexcept {
    return {reinterpret_cast<const T*>(buffer_.data()), spec_.size()};
  }
  [[nodiscard]] std::span<std::byte> bytes() noexcept { return {buffer_.data(), buffer_.size()}; }
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return {buffer_.data(), buffer_.size()}; }

  // One value as stored, whatever the storage.
  [[nodiscard]] double stored(std::size_t index) const noexcept;
  // Sets one value, rounded to nearest and clamped to what the storage holds; true if it had to be clamped.
  bool set(std::size_t index, double value) noexcept;

 private:
  TensorSpec spec_;
  AlignedBuffer buffer_;
};

// What the stored values of a tensor are like.
struct TensorStatistics {
  double lowest = 0;
  double highest = 0;
  double mean_magnitude = 0;
  double saturated = 0;  // share of values at the limits of the storage
  double zero = 0;       // share
};
// Requires at least one value.
[[nodiscard]] TensorStatistics statistics_of(const Tensor& tensor);

}  // namespace tabia::nn
