// Dense layers in training: our matrix kernel compared with oneDNN's (Debian: libdnnl-dev), one thread, the
// three products of a layer 1024 -> 32 and of a layer 256 -> 32, for 1024 positions.
//
//   cmake --preset native -DTABIA_BENCH=ON && cmake --build build/native --target bench_dense_vs_onednn
//   OMP_NUM_THREADS=1 build/native/bench_dense_vs_onednn
#include <benchmark/benchmark.h>
#include <oneapi/dnnl/dnnl.h>

#include <vector>

#include "base/random.h"
#include "kernels/training.h"

namespace {

constexpr std::size_t kPositions = 1024;

std::vector<float> numbers(std::size_t count) {
  tabia::base::Random random(count);
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(tabia::base::bell(random));
  return values;
}

enum Product { Forward, InputGradient, WeightGradient };

// c (m x n) += a (m x k) b (k x n), where the product says which of them is transposed.
struct Shape {
  std::size_t m, n, k;
  bool turned;  // a is stored as k x m
};
Shape shape_of(benchmark::State& state) {
  const auto inputs = static_cast<std::size_t>(state.range(1));
  const auto outputs = static_cast<std::size_t>(state.range(2));
  switch (state.range(0)) {
    case Forward:
      return {kPositions, outputs, inputs, false};
    case InputGradient:
      return {kPositions, inputs, outputs, false};
    default:
      return {inputs, outputs, kPositions, true};
  }
}

template <class Multiply>
void measure(benchmark::State& state, Multiply&& multiply) {
  const Shape shape = shape_of(state);
  const std::vector<float> a = numbers(shape.m * shape.k);
  const std::vector<float> b = numbers(shape.k * shape.n);
  std::vector<float> c(shape.m * shape.n);
  for (auto unused : state) {
    static_cast<void>(unused);
    multiply(shape, a.data(), b.data(), c.data());
    benchmark::DoNotOptimize(c.data());
  }
  state.counters["GFLOP/s"] = benchmark::Counter(2e-9 * static_cast<double>(shape.m * shape.n * shape.k),
                                                 benchmark::Counter::kIsIterationInvariantRate);
}

void own(benchmark::State& state) {
  const auto& kernels = tabia::kernels::active_training_kernels();
  measure(state, [&](const Shape& s, const float* a, const float* b, float* c) {
    kernels.multiply_add(c, s.n, a, s.turned ? 1 : s.k, s.turned ? s.m : 1, b, s.n, s.m, s.n, s.k);
  });
}

void onednn(benchmark::State& state) {
  measure(state, [](const Shape& s, const float* a, const float* b, float* c) {
    const auto signed_size = [](std::size_t size) { return static_cast<dnnl_dim_t>(size); };
    dnnl_sgemm(s.turned ? 'T' : 'N', 'N', signed_size(s.m), signed_size(s.n), signed_size(s.k), 1.0f, a,
               signed_size(s.turned ? s.m : s.k), b, signed_size(s.n), 1.0f, c, signed_size(s.n));
  });
}

void shapes(benchmark::internal::Benchmark* benchmark) {
  for (const int inputs : {1024, 256})
    for (const int product : {Forward, InputGradient, WeightGradient}) benchmark->Args({product, inputs, 32});
}
BENCHMARK(own)->Apply(shapes);
BENCHMARK(onednn)->Apply(shapes);

}  // namespace
