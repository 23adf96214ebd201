#include "nn/tensor.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/block.h"
#include "base/half.h"

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
    case Storage::F16:
      return static_cast<double>(base::float_of_half(values<std::uint16_t>()[index]));
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
    case Storage::F16: {
      const std::uint16_t half = base::half_of(static_cast<float>(value));
      values<std::uint16_t>()[index] = half;
      return !base::is_finite_half(half);
    }
  }
  return false;
}

namespace {

double largest_stored(Storage storage) {
  switch (storage) {
    case Storage::I8:
      return std::numeric_limits<std::int8_t>::max();
    case Storage::I16:
      return std::numeric_limits<std::int16_t>::max();
    case Storage::I32:
      return std::numeric_limits<std::int32_t>::max();
    case Storage::F16:
      return base::kLargestHalf;
    case Storage::F32:
      break;
  }
  return std::numeric_limits<float>::max();
}

}  // namespace

TensorStatistics statistics_of(const Tensor& tensor) {
  const double limit = largest_stored(tensor.spec().storage);
  TensorStatistics statistics{tensor.stored(0), tensor.stored(0)};
  std::size_t saturated = 0;
  std::size_t zeros = 0;
  for (std::size_t i = 0; i < tensor.spec().size(); ++i) {
    const double value = tensor.stored(i);
    statistics.lowest = std::min(statistics.lowest, value);
    statistics.highest = std::max(statistics.highest, value);
    statistics.mean_magnitude += std::abs(value);
    saturated += std::abs(value) >= limit ? 1 : 0;
    zeros += value == 0 ? 1 : 0;
  }
  const auto count = static_cast<double>(tensor.spec().size());
  statistics.mean_magnitude /= count;
  statistics.saturated = static_cast<double>(saturated) / count;
  statistics.zero = static_cast<double>(zeros) / count;
  return statistics;
}

}  // namespace tabia::nn
