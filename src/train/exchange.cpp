#include "train/exchange.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>

#include "base/progress.h"
#include "base/text.h"
#include "base/threads.h"

namespace tabia::train {
namespace {

using base::Result;

constexpr std::size_t kBlockFloats = 64;      // floats
constexpr std::size_t kWordBlocks = 64;       // blocks
constexpr std::size_t kLine = 16;             // floats that are checked at a time
constexpr std::size_t kMergedPortion = 4096;  // floats a thread takes at a time
constexpr std::size_t kLargeArray = 1 << 14;  // floats; smaller ones share a message
constexpr double kDense = 0.75;               // if at least this share of the blocks is touched, all are sent

std::size_t blocks_of(const FloatArray& array) { return (array.size() + kBlockFloats - 1) / kBlockFloats; }
std::size_t words_of(const FloatArray& array) { return (blocks_of(array) + kWordBlocks - 1) / kWordBlocks; }

bool any(const float* numbers, std::size_t count) {
  for (std::size_t begin = 0; begin < count; begin += kLine) {
    bool found = false;
    for (std::size_t i = begin; i < std::min(begin + kLine, count); ++i) found |= numbers[i] != 0;
    if (found) return true;
  }
  return false;
}

// Calls work(begin, count) for every touched block of an array.
template <class Work>
void for_touched(const std::uint64_t* words, std::size_t size, Work&& work) {
  for (std::size_t word = 0; word * kWordBlocks * kBlockFloats < size; ++word) {
    for (std::uint64_t bits = words[word]; bits != 0; bits &= bits - 1) {
      const std::size_t begin =
          (word * kWordBlocks + static_cast<std::size_t>(std::countr_zero(bits))) * kBlockFloats;
      work(begin, std::min(kBlockFloats, size - begin));
    }
  }
}

}  // namespace

void merge(GradientList& gradients, int threads) {
  if (gradients.size() == 1) return;
  for (std::size_t a = 0; a < gradients[0]->arrays().size(); ++a) {
    const std::size_t size = gradients[0]->arrays()[a].size();
    const std::size_t portions = (size + kMergedPortion - 1) / kMergedPortion;
    base::parallel_for(portions, portions > 64 ? threads : 1, [&](std::size_t portion) {
      const std::size_t begin = portion * kMergedPortion;
      const std::size_t count = std::min(kMergedPortion, size - begin);
      float* const sum = gradients[0]->arrays()[a].data() + begin;
      for (std::size_t g = 1; g < gradients.size(); ++g) {
        float* const part = gradients[g]->arrays()[a].data() + begin;
        for (std::size_t i = 0; i < count; ++i) sum[i] += part[i];
        std::fill_n(part, count, 0.0f);
      }
    });
  }
}

std::string text_of(const Exchange::Traffic& traffic) {
  const auto count = static_cast<double>(std::max<std::uint64_t>(traffic.exchanges, 1));
  const auto rounded = [](double number) { return std::round(number * 100) / 100; };
  return base::concat(base::with_thousands(traffic.exchanges), " exchanges of ",
                      rounded(static_cast<double>(traffic.bytes) / count / 1e6), " MB, ",
                      rounded(traffic.seconds / count * 1e3), " ms each");
}

void Exchange::find_touched(const std::vector<FloatArray>& arrays, int threads) {
  std::size_t words = 0;
  for (const FloatArray& array : arrays) words += words_of(array);
  touched_.assign(words, 0);
  std::uint64_t* at = touched_.data();
  for (const FloatArray& array : arrays) {
    const std::size_t count = words_of(array);
    base::parallel_for(count, count > 64 ? threads : 1, [&](std::size_t word) {
      std::uint64_t bits = 0;
      for (std::size_t block = 0; block < kWordBlocks; ++block) {
        const std::size_t begin = (word * kWordBlocks + block) * kBlockFloats;
        if (begin >= array.size()) break;
        if (any(array.data() + begin, std::min(kBlockFloats, array.size() - begin)))
          bits |= std::uint64_t{1} << block;
      }
      at[word] = bits;
    });
    at += count;
  }
}

Result<void> Exchange::sum_touched(std::vector<FloatArray>& arrays) {
  packed_.clear();
  const std::uint64_t* words = touched_.data();
  std::vector<const std::uint64_t*> packed_words(arrays.size(), nullptr);
  for (std::size_t a = 0; a < arrays.size(); words += words_of(arrays[a]), ++a) {
    FloatArray& array = arrays[a];
    std::size_t blocks = 0;
    for (std::size_t word = 0; word < words_of(array); ++word)
      blocks += static_cast<std::size_t>(std::popcount(words[word]));
    if (array.size() >= kLargeArray &&
        static_cast<double>(blocks) >= kDense * static_cast<double>(blocks_of(array))) {
      TABIA_TRY_VOID(team_.sum(std::span(array.data(), array.size())));
      traffic_.bytes += array.size() * sizeof(float);
      continue;
    }
    packed_words[a] = words;
    for_touched(words, array.size(), [&](std::size_t begin, std::size_t count) {
      packed_.insert(packed_.end(), array.data() + begin, array.data() + begin + count);
    });
  }
  if (packed_.empty()) return {};
  TABIA_TRY_VOID(team_.sum(std::span(packed_)));
  traffic_.bytes += packed_.size() * sizeof(float);
  const float* from = packed_.data();
  for (std::size_t a = 0; a < arrays.size(); ++a) {
    if (!packed_words[a]) continue;
    for_touched(packed_words[a], arrays[a].size(), [&](std::size_t begin, std::size_t count) {
      std::copy_n(from, count, arrays[a].data() + begin);
      from += count;
    });
  }
  return {};
}

// Batch norm: what each part measured.
Result<void> Exchange::sum_measured(GradientList& gradients) {
  std::vector<double> sums = gradients[0]->take_sums();
  if (sums.empty()) return {};
  for (std::size_t g = 1; g < gradients.size(); ++g) {
    const std::vector<double> part = gradients[g]->take_sums();
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += part[i];
  }
  TABIA_TRY_VOID(team_.sum(std::span(sums)));
  gradients[0]->put_sums(sums);
  return {};
}

Result<void> Exchange::sum(GradientList& gradients, int threads) {
  merge(gradients, threads);
  std::vector<FloatArray>& arrays = gradients[0]->arrays();
  find_touched(arrays, threads);
  const auto start = std::chrono::steady_clock::now();
  TABIA_TRY_VOID(team_.unite(touched_));
  traffic_.bytes += touched_.size() * sizeof(touched_[0]);
  TABIA_TRY_VOID(sum_touched(arrays));
  TABIA_TRY_VOID(sum_measured(gradients));
  traffic_.seconds += base::seconds_since(start);
  ++traffic_.exchanges;
  return {};
}

Result<void> Exchange::average(const std::vector<FloatArray*>& arrays) {
  const auto start = std::chrono::steady_clock::now();
  const auto members = static_cast<float>(team_.size());
  for (FloatArray* array : arrays) {
    TABIA_TRY_VOID(team_.sum(std::span(array->data(), array->size())));
    for (std::size_t i = 0; i < array->size(); ++i) array->data()[i] /= members;
    traffic_.bytes += array->size() * sizeof(float);
  }
  traffic_.seconds += base::seconds_since(start);
  ++traffic_.exchanges;
  return {};
}

}  // namespace tabia::train
