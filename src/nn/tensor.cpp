#include "nn/tensor.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace tabia::nn {
namespace {

constexpr std::size_t kCacheLine = 64;
constexpr std::size_t kHugePage = std::size_t{2} << 20;

std::size_t alignment_for(std::size_t bytes) { return bytes >= kHugePage ? kHugePage : kCacheLine; }

}  // namespace

AlignedBuffer::AlignedBuffer(std::size_t bytes) : size_(bytes) {
  if (bytes == 0) return;
  const std::size_t alignment = alignment_for(bytes);
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  data_ = static_cast<std::byte*>(::operator new (rounded, std::align_val_t{alignment}));
#if defined(__linux__)
  if (alignment == kHugePage) ::madvise(data_, rounded, MADV_HUGEPAGE);
#endif
  std::memset(data_, 0, rounded);
}

AlignedBuffer::~AlignedBuffer() {
  if (data_) ::operator delete (data_, std::align_val_t{alignment_for(size_)});
}

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
