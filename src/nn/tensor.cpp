#include "nn/tensor.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/block.h"

namespace tabia::nn {

AlignedBuffer::AlignedBuffer(std::size_t bytes) : size_(bytes) {
  if (bytes == 0) return;
  data_ = static_cast<std::byte*>(base::allocate_zeroed_block(bytes));
}

AlignedBuffer::~AlignedBuffer() { base::free_block(data_); }

double Tensor::stored(std::size_t index) const noexcept {
  switch (spec_.storage) {
    case Storage::F32:
      return static_cast<double>(values<float>()[index]);
    case Storage::I32:
      return values<std::int32_t>()[index];
    case Storage::I16:
      return values<std::int16_t>()[index];
    case Storage::I8:
      return values<std::int8_t>()[index];
  }
  return 0;
}

namespace {

template <class Integer>
bool set_rounded(Integer& target, double value) noexcept {
  constexpr double kLow = std::numeric_limits<Integer>::min();
  constexpr double kHigh = std::numeric_limits<Integer>::max();
  const double rounded = std::nearbyint(value);
  target = static_cast<Integer>(std::clamp(rounded, kLow, kHigh));
  return !(rounded >= kLow && rounded <= kHigh);
}

}  // namespace

bool Tensor::set(std::size_t index, double value) noexcept {
  if (std::isnan(value)) value = 0;
  switch (spec_.storage) {
    case Storage::F32:
      values<float>()[index] = static_cast<float>(value);
      return false;
    case Storage::I32:
      return set_rounded(values<std::int32_t>()[index], value);
    case Storage::I16:
      return set_rounded(values<std::int16_t>()[index], value);
    case Storage::I8:
      return set_rounded(values<std::int8_t>()[index], value);
  }
  return false;
}

}  // namespace tabia::nn
