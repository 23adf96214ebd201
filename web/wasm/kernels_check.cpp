// web/wasm/kernels_check.cpp: do the kernels of WebAssembly give the numbers of the scalar ones? For the tests only.
//
// The counterpart of tests/kernels, which runs where GoogleTest does: every kernel of every table, random and extreme
// numbers, many lengths. web/test/unit/kernels.test.ts calls check().
#include <cstring>
#include <vector>

#include "base/random.h"
#include "kernels/kernels.h"

extern "C" __attribute__((import_module("tabia"), import_name("info"))) void host_info(const char* text,
                                                                                       std::size_t size);

namespace tabia::kernels {
namespace {

int compared = 0;

void report(const char* kernel) { host_info(kernel, std::strlen(kernel)); }

template <class T>
std::vector<T> numbers(base::Random& random, std::size_t count, std::int64_t low, std::int64_t high) {
  std::vector<T> made(count);
  for (T& value : made) {
    // One in four at the ends of the range.
    const std::uint64_t dice = random.below(8);
    const auto within =
        low + static_cast<std::int64_t>(random.next() % static_cast<std::uint64_t>(high - low + 1));
    value = static_cast<T>(dice == 0 ? low : dice == 1 ? high : within);
  }
  return made;
}

template <class T>
void expect_same(const std::vector<T>& a, const std::vector<T>& b, const char* kernel) {
  ++compared;
  if (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0) return;
  report(kernel);
}

void expect_same(std::int64_t a, std::int64_t b, const char* kernel) {
  ++compared;
  if (a != b) report(kernel);
}

void compare(const Kernels& spec, const Kernels& fast, std::size_t length, base::Random& random) {
  using Shorts = std::vector<std::int16_t>;
  const Shorts in = numbers<std::int16_t>(random, 2 * length, -32768, 32767);
  const Shorts table = numbers<std::int16_t>(random, 40 * length, -32768, 32767);
  const std::int16_t* row[4] = {table.data(), table.data() + length, table.data() + 2 * length,
                                table.data() + 3 * length};
  const auto updates = [&](auto&& act, const char* name) {
    Shorts a(length), b(length);
    act(spec, a.data());
    act(fast, b.data());
    expect_same(a, b, name);
  };
  updates([&](const Kernels& k, std::int16_t* out) { k.add_sub(out, in.data(), row[0], row[1], length); },
          "add_sub");
  updates([&](const Kernels& k,
              std::int16_t* out) { k.add_sub_sub(out, in.data(), row[0], row[1], row[2], length); },
          "add_sub_sub");
  updates(
      [&](const Kernels& k, std::int16_t* out) {
        k.add_add_sub_sub(out, in.data(), row[0], row[1], row[2], row[3], length);
      },
      "add_add_sub_sub");
  const auto added = numbers<std::uint32_t>(random, random.below(34), 0, 39);
  const auto removed = numbers<std::uint32_t>(random, random.below(34), 0, 39);
  updates(
      [&](const Kernels& k, std::int16_t* out) {
        k.add_rows(out, in.data(), table.data(), added.data(), added.size(), removed.data(), removed.size(),
                   length);
      },
      "add_rows");
  const auto bytes = numbers<std::int8_t>(random, 40 * length, -128, 127);
  updates(
      [&](const Kernels& k, std::int16_t* out) {
        k.add_mixed_rows(out, in.data(), table.data(), {added.data(), added.size(), nullptr, 0}, bytes.data(),
                         {removed.data(), removed.size(), added.data(), added.size()}, length);
      },
      "add_mixed_rows");

  // Any length.
  const std::size_t odd = length / 16 + random.below(4);
  const auto wide = numbers<std::int32_t>(random, 41 * odd, -2147483648LL, 2147483647LL);
  std::vector<std::int32_t> sums_a(odd), sums_b(odd);
  spec.add_rows_i32(sums_a.data(), wide.data(), wide.data() + odd, added.data(), added.size(), removed.data(),
                    removed.size(), odd);
  fast.add_rows_i32(sums_b.data(), wide.data(), wide.data() + odd, added.data(), added.size(), removed.data(),
                    removed.size(), odd);
  expect_same(sums_a, sums_b, "add_rows_i32");
  const auto whole = numbers<std::int32_t>(random, 41 * odd, -1000, 1000);
  std::vector<float> floats(whole.size());
  for (std::size_t i = 0; i < whole.size(); ++i) floats[i] = static_cast<float>(whole[i]) / 7.0f;
  std::vector<float> float_a(odd), float_b(odd);
  spec.add_rows_f32(float_a.data(), floats.data(), floats.data() + odd, added.data(), added.size(), odd);
  fast.add_rows_f32(float_b.data(), floats.data(), floats.data() + odd, added.data(), added.size(), odd);
  expect_same(float_a, float_b, "add_rows_f32");
  const float dot_a = spec.dot_f32(floats.data(), floats.data() + odd, odd);
  const float dot_b = fast.dot_f32(floats.data(), floats.data() + odd, odd);
  expect_same(std::vector<float>{dot_a}, std::vector<float>{dot_b}, "dot_f32");

  // Near the range where clipping decides.
  const Shorts near = numbers<std::int16_t>(random, 2 * length, -300, 600);
  for (const Shorts* source : {&in, &near}) {
    const auto bytes = [&](auto&& act, const char* name) {
      std::vector<std::uint8_t> a(length), b(length);
      act(spec, a.data());
      act(fast, b.data());
      expect_same(a, b, name);
    };
    bytes([&](const Kernels& k, std::uint8_t* out) { k.clipped(out, source->data(), length, 255, 1); },
          "clipped");
    bytes(
        [&](const Kernels& k, std::uint8_t* out) { k.clipped_squared(out, source->data(), length, 255, 9); },
        "clipped_squared");
    bytes(
        [&](const Kernels& k, std::uint8_t* out) { k.clipped_product(out, source->data(), length, 255, 9); },
        "clipped_product");
    const Shorts any = numbers<std::int16_t>(random, length, -32768, 32767);
    const Shorts small = numbers<std::int16_t>(random, length, -128, 128);
    expect_same(spec.dot_clipped(source->data(), any.data(), length, 32767),
                fast.dot_clipped(source->data(), any.data(), length, 32767), "dot_clipped");
    for (const bool is_small : {false, true}) {
      const std::int16_t* weights = is_small ? small.data() : any.data();
      expect_same(spec.dot_clipped_squared(source->data(), weights, length, 255, is_small),
                  fast.dot_clipped_squared(source->data(), weights, length, 255, is_small),
                  "dot_clipped_squared");
      expect_same(spec.dot_clipped_product(source->data(), weights, length, 255, is_small),
                  fast.dot_clipped_product(source->data(), weights, length, 255, is_small),
                  "dot_clipped_product");
    }
  }

  const std::size_t inputs = length + kInputGroup * random.below(4);
  const std::size_t outputs = kOutputStep * (1 + random.below(4));
  const auto weights = numbers<std::int8_t>(random, inputs * outputs, -128, 127);
  std::vector<std::int8_t> packed(packed_dense_size(inputs, outputs));
  pack_dense(packed.data(), weights.data(), inputs, outputs);
  auto activations = numbers<std::uint8_t>(random, inputs, 0, 127);
  // Whole groups of zeros, which are skipped.
  for (std::size_t group = 0; group + kInputGroup <= inputs; group += kInputGroup)
    if (random.below(2) == 0) std::memset(activations.data() + group, 0, kInputGroup);
  const auto bias = numbers<std::int32_t>(random, outputs, -1000000, 1000000);
  std::vector<std::int32_t> dense_a(outputs), dense_b(outputs);
  spec.dense(dense_a.data(), bias.data(), packed.data(), activations.data(), inputs, outputs);
  fast.dense(dense_b.data(), bias.data(), packed.data(), activations.data(), inputs, outputs);
  expect_same(dense_a, dense_b, "dense");
}

}  // namespace
}  // namespace tabia::kernels

// Names every kernel that differs through info(); returns how many comparisons were made.
extern "C" __attribute__((export_name("check"))) int check() {
  using namespace tabia::kernels;
  tabia::base::Random random(20261116);
  const auto tables = runnable_kernels();
  for (std::size_t i = 1; i < tables.size(); ++i)
    for (std::size_t length = 0; length <= 1600; length += kLengthStep)
      compare(*tables.front(), *tables[i], length, random);
  return compared;
}
