// bench/kernels.cpp: every kernel of every table that runs here, in the sizes of real networks.
//
//   cmake --preset release -DTABIA_BENCH=ON && cmake --build --preset release --target bench_kernels
//   build/release/bench_kernels --benchmark_filter=dense
//
// Next to the time of a call is `bound_ns`: the bytes that the call reads, at the bandwidth with which the
// best table reads an array in this process, from the first-level cache or, if the arrays of the call don't
// fit in it, from the second (a table that fits in neither is slower than that). `rate` is bytes read per
// second.
#include "kernels/kernels.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <new>
#include <string>
#include <type_traits>
#include <vector>

#include "base/random.h"

namespace tabia::kernels {
namespace {

template <class T>
class Array {
 public:
  explicit Array(std::size_t size)
      : size_(size), data_(static_cast<T*>(::operator new (size * sizeof(T), std::align_val_t{kAlignment}))) {
    std::memset(data_, 0, size * sizeof(T));
  }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  ~Array() { ::operator delete (data_, std::align_val_t{kAlignment}); }

  // Numbers of [low, high].
  Array& fill(std::int64_t low, std::int64_t high) {
    base::Random random(size_);
    for (std::size_t i = 0; i < size_; ++i)
      data_[i] = static_cast<T>(
          low + static_cast<std::int64_t>(random.below(static_cast<std::uint32_t>(high - low + 1))));
    return *this;
  }

  T* data() { return data_; }
  T& operator[](std::size_t i) { return data_[i]; }

 private:
  std::size_t size_;
  T* data_;
};

constexpr std::size_t kFirstLevel = 16 << 10, kSecondLevel = 1 << 20;

// Bytes a nanosecond of the best table, reading an array of the given size over and over.
double read_bandwidth(std::size_t bytes) {
  using Clock = std::chrono::steady_clock;
  const Kernels& kernels = *runnable_kernels().back();
  constexpr std::size_t kLength = 512;
  const std::size_t table_rows = bytes / (kLength * sizeof(std::int16_t));
  Array<std::int16_t> table(table_rows * kLength), sums(kLength);
  std::vector<std::uint32_t> rows(std::max<std::size_t>(table_rows, 256));
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<std::uint32_t>(i % table_rows);
  double best = 0;
  for (int round = 0; round < 500; ++round) {
    const auto begin = Clock::now();
    kernels.add_rows(sums.data(), sums.data(), table.data(), rows.data(), rows.size(), nullptr, 0, kLength);
    const std::chrono::duration<double, std::nano> elapsed = Clock::now() - begin;
    best =
        std::max(best, static_cast<double>(rows.size() * kLength * sizeof(std::int16_t)) / elapsed.count());
  }
  return best;
}

double bound_ns(std::size_t read, std::size_t resident) {
  static const double first = read_bandwidth(kFirstLevel), second = read_bandwidth(kSecondLevel);
  return static_cast<double>(read) / (resident <= 32 << 10 ? first : second);
}

// `read` bytes a call, of arrays that take `resident` bytes in all.
void report(benchmark::State& state, std::size_t read, std::size_t resident) {
  state.counters["bound_ns"] = bound_ns(read, resident);
  state.counters["rate"] =
      benchmark::Counter(static_cast<double>(read), benchmark::Counter::kIsIterationInvariantRate);
}

// Rows change from call to call, as moves do.
void add_sub(benchmark::State& state, const Kernels& k, std::size_t length, std::size_t table_rows) {
  Array<std::int16_t> table(table_rows * length), stack(8 * length);
  base::Random random(1);
  std::vector<std::size_t> rows(4096);
  for (std::size_t& row : rows) row = random.below(static_cast<std::uint32_t>(table_rows));
  std::size_t ply = 0, turn = 0;
  for (auto _ : state) {
    const std::size_t next = (ply + 1) % 8;
    k.add_sub(stack.data() + next * length, stack.data() + ply * length, table.data() + rows[turn] * length,
              table.data() + rows[turn + 1] * length, length);
    ply = next;
    turn = (turn + 2) % rows.size();
    benchmark::ClobberMemory();
  }
  const std::size_t row = length * sizeof(std::int16_t);
  report(state, 3 * row, (8 + table_rows) * row);
}

void add_rows(benchmark::State& state, const Kernels& k, std::size_t length, std::size_t table_rows) {
  constexpr std::size_t kAdded = 32;
  Array<std::int16_t> table(table_rows * length), bias(length), out(length);
  base::Random random(1);
  std::vector<std::uint32_t> rows(512 * kAdded);
  for (std::uint32_t& row : rows) row = random.below(static_cast<std::uint32_t>(table_rows));
  std::size_t turn = 0;
  for (auto _ : state) {
    k.add_rows(out.data(), bias.data(), table.data(), rows.data() + turn, kAdded, nullptr, 0, length);
    turn = (turn + kAdded) % rows.size();
    benchmark::ClobberMemory();
  }
  const std::size_t row = length * sizeof(std::int16_t);
  report(state, (kAdded + 1) * row, (2 + table_rows) * row);
}

void add_rows_i32(benchmark::State& state, const Kernels& k, std::size_t length) {
  Array<std::int32_t> table(768 * length), out(length);
  const std::uint32_t added = 5, removed = 700;
  for (auto _ : state) {
    k.add_rows_i32(out.data(), out.data(), table.data(), &added, 1, &removed, 1, length);
    benchmark::ClobberMemory();
  }
  report(state, 3 * length * sizeof(std::int32_t), 0);
}

void to_bytes(benchmark::State& state, const Kernels& k,
              void (*Kernels::*kernel)(std::uint8_t*, const std::int16_t*, std::size_t, int, int),
              std::size_t length, std::size_t inputs_per_output, int limit, int shift) {
  Array<std::int16_t> in(inputs_per_output * length);
  Array<std::uint8_t> out(length);
  in.fill(-300, 300);
  for (auto _ : state) {
    (k.*kernel)(out.data(), in.data(), length, limit, shift);
    benchmark::ClobberMemory();
  }
  report(state, 2 * inputs_per_output * length, 0);
}

void dot_clipped(benchmark::State& state, const Kernels& k, std::size_t length) {
  Array<std::int16_t> in(length), weights(length);
  in.fill(-300, 300);
  weights.fill(-127, 127);
  for (auto _ : state) {
    benchmark::DoNotOptimize(k.dot_clipped(in.data(), weights.data(), length, 255));
    benchmark::ClobberMemory();
  }
  report(state, 4 * length, 0);
}

void dot_clipped_squared(benchmark::State& state, const Kernels& k, std::size_t length, bool small_weights) {
  Array<std::int16_t> in(length), weights(length);
  in.fill(-300, 300);
  weights.fill(-127, 127);
  for (auto _ : state) {
    benchmark::DoNotOptimize(k.dot_clipped_squared(in.data(), weights.data(), length, 255, small_weights));
    benchmark::ClobberMemory();
  }
  report(state, 4 * length, 0);
}

void dot_clipped_product(benchmark::State& state, const Kernels& k, std::size_t length) {
  Array<std::int16_t> in(2 * length), weights(length);
  in.fill(-300, 300);
  weights.fill(-127, 127);
  for (auto _ : state) {
    benchmark::DoNotOptimize(k.dot_clipped_product(in.data(), weights.data(), length, 255, true));
    benchmark::ClobberMemory();
  }
  report(state, 6 * length, 0);
}

// `density` of 100 groups of inputs hold something. Inputs differ from call to call, so that no branch is learned.
void dense(benchmark::State& state, const Kernels& k, std::size_t inputs, std::size_t outputs,
           std::uint32_t density) {
  constexpr std::size_t kVariants = 64;
  Array<std::int8_t> packed(packed_dense_size(inputs, outputs));
  packed.fill(-127, 127);
  Array<std::int32_t> bias(outputs), out(outputs);
  Array<std::uint8_t> in(kVariants * inputs);
  base::Random random(3);
  std::size_t groups = 0;
  for (std::size_t i = 0; i < kVariants * inputs; i += kInputGroup) {
    if (random.below(100) >= density) continue;
    ++groups;
    in[i + random.below(kInputGroup)] = static_cast<std::uint8_t>(1 + random.below(127));
  }
  std::size_t turn = 0;
  for (auto _ : state) {
    k.dense(out.data(), bias.data(), packed.data(), in.data() + turn++ % kVariants * inputs, inputs, outputs);
    benchmark::ClobberMemory();
  }
  report(state, inputs + groups / kVariants * kInputGroup * outputs, packed_dense_size(inputs, outputs));
}

void dot_f32(benchmark::State& state, const Kernels& k, std::size_t length) {
  Array<float> a(length), b(length);
  a.fill(-9, 9);
  b.fill(-9, 9);
  for (auto _ : state) {
    benchmark::DoNotOptimize(k.dot_f32(a.data(), b.data(), length));
    benchmark::ClobberMemory();
  }
  report(state, 8 * length, 0);
}

void add_rows_f32(benchmark::State& state, const Kernels& k, std::size_t length) {
  Array<float> table(64 * length), out(length);
  std::uint32_t rows[30];
  for (std::uint32_t i = 0; i < 30; ++i) rows[i] = i * 2;
  for (auto _ : state) {
    k.add_rows_f32(out.data(), out.data(), table.data(), rows, 30, length);
    benchmark::ClobberMemory();
  }
  report(state, 31 * 4 * length, 32 * 4 * length);
}

template <class... Parameters>
void add(const Kernels& k, const std::string& name,
         void (*function)(benchmark::State&, const Kernels&, Parameters...),
         std::type_identity_t<Parameters>... arguments) {
  benchmark::RegisterBenchmark((name + "/" + std::string(k.name)).c_str(),
                               [=, &k](benchmark::State& state) { function(state, k, arguments...); });
}

const bool kRegistered = [] {
  for (const Kernels* table : runnable_kernels()) {
    const Kernels& k = *table;
    // Tables of 8 rows stay in the first level cache, 768 is a network without king buckets, 22528 is Stockfish's.
    for (const std::size_t length : {256u, 512u, 1024u, 3072u}) {
      for (const std::size_t table_rows : {8u, 768u})
        add(k, "add_sub/" + std::to_string(length) + "/of_" + std::to_string(table_rows), add_sub, length,
            table_rows);
    }
    add(k, "add_sub/1024/of_22528", add_sub, 1024, 22528);
    for (const std::size_t length : {512u, 1024u}) {
      for (const std::size_t table_rows : {32u, 768u, 22528u})
        add(k, "add_rows/32x" + std::to_string(length) + "/of_" + std::to_string(table_rows), add_rows,
            length, table_rows);
      add(k, "dot_clipped/" + std::to_string(length), dot_clipped, length);
      add(k, "dot_clipped_squared/" + std::to_string(length), dot_clipped_squared, length, true);
      add(k, "dot_clipped_squared/any_weights/" + std::to_string(length), dot_clipped_squared, length, false);
      add(k, "dot_clipped_product/" + std::to_string(length / 2), dot_clipped_product, length / 2);
      add(k, "dot_f32/" + std::to_string(length), dot_f32, length);
    }
    add(k, "add_rows_i32/8", add_rows_i32, 8);
    add(k, "clipped/512", to_bytes, &Kernels::clipped, 512, 1, 127, 0);
    add(k, "clipped_squared/512", to_bytes, &Kernels::clipped_squared, 512, 1, 255, 8);
    add(k, "clipped_product/512_limit_255", to_bytes, &Kernels::clipped_product, 512, 2, 255, 9);
    add(k, "clipped_product/512_limit_127", to_bytes, &Kernels::clipped_product, 512, 2, 127, 7);
    add(k, "clipped_product/1024_limit_127", to_bytes, &Kernels::clipped_product, 1024, 2, 127, 7);
    for (const std::uint32_t density : {15u, 48u, 100u}) {
      add(k, "dense/1024_to_16/density_" + std::to_string(density), dense, 1024, 16, density);
      add(k, "dense/512_to_32/density_" + std::to_string(density), dense, 512, 32, density);
    }
    add(k, "dense/32_to_32", dense, 32, 32, 80);
    add(k, "dense/32_to_16", dense, 32, 16, 80);
    add(k, "add_rows_f32/30_rows/256", add_rows_f32, 256);
  }
  return true;
}();

}  // namespace
}  // namespace tabia::kernels
