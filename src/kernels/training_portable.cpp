// kernels/training_portable.cpp: the training kernels in plain C++, and the choice among the tables.
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "kernels/tables.h"

namespace tabia::kernels {
namespace {

struct PlainLanes {
  static constexpr std::size_t kTileRows = 2;
  static constexpr std::size_t kTileWide = 1;

  float v[kLanes];

  static PlainLanes load(const float* from) {
    PlainLanes lanes;
    std::memcpy(lanes.v, from, sizeof lanes.v);
    return lanes;
  }
  void store(float* to) const { std::memcpy(to, v, sizeof v); }
  static PlainLanes zero() { return all(0); }
  static PlainLanes all(float x) {
    PlainLanes lanes;
    for (float& value : lanes.v) value = x;
    return lanes;
  }
  [[nodiscard]] float sum() const {
    float total = 0;
    for (const float value : v) total += value;
    return total;
  }
};

template <class Function>
inline PlainLanes each(Function&& value) {
  PlainLanes result;
  for (std::size_t i = 0; i < kLanes; ++i) result.v[i] = value(i);
  return result;
}
inline PlainLanes add(const PlainLanes& a, const PlainLanes& b) {
  return each([&](std::size_t i) { return a.v[i] + b.v[i]; });
}
inline PlainLanes sub(const PlainLanes& a, const PlainLanes& b) {
  return each([&](std::size_t i) { return a.v[i] - b.v[i]; });
}
inline PlainLanes mul(const PlainLanes& a, const PlainLanes& b) {
  return each([&](std::size_t i) { return a.v[i] * b.v[i]; });
}
inline PlainLanes divide(const PlainLanes& a, const PlainLanes& b) {
  return each([&](std::size_t i) { return a.v[i] / b.v[i]; });
}
inline PlainLanes muladd(const PlainLanes& a, const PlainLanes& b, const PlainLanes& c) {
  return each([&](std::size_t i) { return a.v[i] * b.v[i] + c.v[i]; });
}
inline PlainLanes larger(const PlainLanes& a, const PlainLanes& b) {
  return each([&](std::size_t i) { return a.v[i] > b.v[i] ? a.v[i] : b.v[i]; });
}
inline PlainLanes lesser(const PlainLanes& a, const PlainLanes& b) {
  return each([&](std::size_t i) { return a.v[i] < b.v[i] ? a.v[i] : b.v[i]; });
}
inline PlainLanes square_root(const PlainLanes& a) {
  return each([&](std::size_t i) { return std::sqrt(a.v[i]); });
}
inline PlainLanes whole_part(const PlainLanes& a) {
  return each([&](std::size_t i) { return std::floor(a.v[i]); });
}
inline PlainLanes where_between(const PlainLanes& x, float low, float high, const PlainLanes& y) {
  return each([&](std::size_t i) { return x.v[i] > low && x.v[i] < high ? y.v[i] : 0.0f; });
}

}  // namespace
}  // namespace tabia::kernels

#include "kernels/training_kernels.h"

namespace tabia::kernels {

constinit const TrainingKernels kTrainingPortable = training_kernels_of<PlainLanes>("portable");

std::vector<const TrainingKernels*> runnable_training_kernels() {
  std::vector<const TrainingKernels*> tables = {&kTrainingPortable};
#if TABIA_NEON_KERNELS
  tables.push_back(&kTrainingNeon);
#endif
#if TABIA_X86_KERNELS
  __builtin_cpu_init();
  bool avx2 = false;
  bool avx512 = false;
  for (const Kernels* table : runnable_kernels()) {
    avx2 = avx2 || (table->name == "avx2" && __builtin_cpu_supports("fma") != 0);
    avx512 = avx512 || table->name == "avx512";
  }
  if (avx2) tables.push_back(&kTrainingAvx2);
  if (avx2 && avx512) tables.push_back(&kTrainingAvx512);
#endif
  return tables;
}

const TrainingKernels& active_training_kernels() {
  // The kernels of play are chosen first, by the same name; they have more levels than these.
  static const TrainingKernels& active = []() -> const TrainingKernels& {
    const std::string_view chosen = active_kernels().name;
    const TrainingKernels* best = &kTrainingPortable;
    for (const TrainingKernels* table : runnable_training_kernels()) {
      const bool wide = chosen.starts_with("avx512");
      const bool allowed =
          table->name == "portable" || (table->name == "avx2" && chosen.starts_with("avx")) ||
          (table->name == "avx512" && wide) || (table->name == "neon" && chosen.starts_with("neon"));
      if (allowed) best = table;
    }
    return *best;
  }();
  return active;
}

}  // namespace tabia::kernels
