// onnx/tensor.h: the values that flow through a graph while it runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "base/check.h"
#include "onnx/model.h"

namespace tabia::onnx {

template <class T>
inline constexpr ElementType kElementType = ElementType::Float;
template <>
inline constexpr ElementType kElementType<std::uint8_t> = ElementType::UInt8;
template <>
inline constexpr ElementType kElementType<std::int8_t> = ElementType::Int8;
template <>
inline constexpr ElementType kElementType<std::int16_t> = ElementType::Int16;
template <>
inline constexpr ElementType kElementType<std::int32_t> = ElementType::Int32;
template <>
inline constexpr ElementType kElementType<std::int64_t> = ElementType::Int64;
template <>
inline constexpr ElementType kElementType<bool> = ElementType::Bool;
template <>
inline constexpr ElementType kElementType<double> = ElementType::Double;

// The memory that the values of a run may take.
class Budget {
 public:
  explicit Budget(std::size_t limit) noexcept : limit_(limit) {}
  // Returns false and takes nothing if that would exceed the limit.
  [[nodiscard]] bool take(std::size_t bytes) noexcept {
    if (bytes > limit_ - used_) return false;
    used_ += bytes;
    return true;
  }
  void give_back(std::size_t bytes) noexcept { used_ -= bytes; }
  [[nodiscard]] std::size_t limit() const noexcept { return limit_; }

 private:
  std::size_t limit_;
  std::size_t used_ = 0;
};

// Numbers in row-major order. Copies share the numbers; only the code that made a tensor writes them.
class Tensor {
 public:
  Tensor() = default;
  // Zeroed. Requires that elements_of(shape) has a value. Its memory is charged to `budget`, which must
  // outlive it.
  Tensor(ElementType type, Shape shape, Budget* budget = nullptr);
  template <class T>
  [[nodiscard]] static Tensor of(Shape shape, std::span<const T> numbers) {
    Tensor tensor(kElementType<T>, std::move(shape));
    TABIA_CHECK(tensor.size() == numbers.size(), "as many numbers as the shape says");
    std::memcpy(tensor.bytes(), numbers.data(), numbers.size_bytes());
    return tensor;
  }

  [[nodiscard]] ElementType type() const noexcept { return type_; }
  [[nodiscard]] const Shape& shape() const noexcept { return shape_; }
  [[nodiscard]] std::size_t rank() const noexcept { return shape_.size(); }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool is(ElementType type) const noexcept { return type_ == type; }

  // Requires T to be the element type.
  template <class T>
  [[nodiscard]] const T* data() const noexcept {
    return reinterpret_cast<const T*>(memory_ ? memory_->bytes.get() : nullptr);
  }
  template <class T>
  [[nodiscard]] T* data() noexcept {
    return reinterpret_cast<T*>(memory_ ? memory_->bytes.get() : nullptr);
  }
  template <class T>
  [[nodiscard]] std::span<const T> values() const noexcept {
    return {data<T>(), size_};
  }
  [[nodiscard]] std::byte* bytes() noexcept { return data<std::byte>(); }
  [[nodiscard]] const std::byte* bytes() const noexcept { return data<std::byte>(); }

  // The same numbers in another shape of the same size.
  [[nodiscard]] Tensor reshaped(Shape shape) const;
  // The same numbers in its own memory, without a budget.
  [[nodiscard]] Tensor copied() const;

 private:
  struct Memory {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size = 0;
    Budget* budget = nullptr;
    ~Memory() {
      if (budget) budget->give_back(size);
    }
  };
  ElementType type_ = ElementType::Float;
  Shape shape_;
  std::size_t size_ = 0;
  std::shared_ptr<Memory> memory_;
};

}  // namespace tabia::onnx
