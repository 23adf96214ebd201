// The scalar table equals formulas in 64-bit arithmetic; every other table that runs here equals the scalar one.
#include "kernels/kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <string>

#include "base/random.h"
#include "kernels/tables.h"

namespace tabia::kernels {
namespace {

// An array that starts at a multiple of kAlignment and ends exactly where it says, so that the address sanitizer
// sees every access beyond it.
template <class T>
class Array {
 public:
  explicit Array(std::size_t size)
      : size_(size),
        data_(static_cast<T*>(::operator new(std::max<std::size_t>(1, size) * sizeof(T), kAlign))) {
    std::fill(begin(), end(), T{});
  }
  Array(const Array& other) : Array(other.size_) { std::copy(other.begin(), other.end(), begin()); }
  Array& operator=(const Array&) = delete;
  ~Array() { ::operator delete(data_, kAlign); }

  T* data() { return data_; }
  const T* data() const { return data_; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }

  // Bit for bit: floats too.
  bool operator==(const Array& other) const {
    return size_ == other.size_ && std::memcmp(data_, other.data_, size_ * sizeof(T)) == 0;
  }

 private:
  static constexpr std::align_val_t kAlign{kAlignment};
  std::size_t size_;
  T* data_;
};

using I8 = Array<std::int8_t>;
using U8 = Array<std::uint8_t>;
using I16 = Array<std::int16_t>;
using I32 = Array<std::int32_t>;
using F32 = Array<float>;
using Rows = std::vector<std::uint32_t>;
using base::Random;

// How arrays are filled: at random, or with numbers that break careless arithmetic.
enum class Fill { Any, Extremes, Small, Zero, Highest, Lowest };
constexpr Fill kFills[] = {Fill::Any, Fill::Extremes, Fill::Small, Fill::Zero, Fill::Highest, Fill::Lowest};

// A number of [low, high].
std::int64_t filled(Fill fill, Random& random, std::int64_t low, std::int64_t high) {
  const auto between = [&](std::int64_t from, std::int64_t to) {
    return from + static_cast<std::int64_t>(random.next() % static_cast<std::uint64_t>(to - from + 1));
  };
  switch (fill) {
    case Fill::Any:
      return between(low, high);
    case Fill::Extremes: {
      const std::int64_t choices[] = {low, low + 1, -1, 0, 1, 126, 127, 128, 254, 255, 256, high - 1, high};
      return std::clamp(choices[random.below(std::size(choices))], low, high);
    }
    case Fill::Small:
      return between(std::max<std::int64_t>(low, -300), std::min<std::int64_t>(high, 300));
    case Fill::Zero:
      return std::clamp<std::int64_t>(0, low, high);
    case Fill::Highest:
      return high;
    case Fill::Lowest:
      return low;
  }
  return 0;
}

template <class T>
Array<T> filled_array(std::size_t size, Fill fill, Random& random,
                      std::int64_t low = std::numeric_limits<T>::min(),
                      std::int64_t high = std::numeric_limits<T>::max()) {
  Array<T> array(size);
  for (T& value : array) value = static_cast<T>(filled(fill, random, low, high));
  return array;
}

// Of very different sizes and both signs, so that the order of additions shows.
F32 floats(std::size_t size, Random& random) {
  F32 array(size);
  for (float& value : array) {
    const auto sign_and_fraction = static_cast<std::uint32_t>(random.next()) & 0x807FFFFFu;
    value = std::bit_cast<float>(sign_and_fraction | (127u - 12u + random.below(24)) << 23);
    if (random.below(16) == 0) value = random.below(2) == 0 ? 0.0f : -0.0f;
  }
  return array;
}

Rows rows(std::size_t count, std::size_t table_rows, Random& random) {
  Rows list(count);
  for (std::uint32_t& row : list) row = random.below(static_cast<std::uint32_t>(table_rows));
  return list;
}

// Every width that a network may have.
std::vector<std::size_t> all_lengths() {
  std::vector<std::size_t> lengths;
  for (std::size_t length = 0; length <= 3072; length += kLengthStep) lengths.push_back(length);
  return lengths;
}
constexpr std::size_t kSomeLengths[] = {16,  32,  48,  64,  80,  96,   112,  128,
                                        144, 240, 256, 496, 512, 1008, 1024, 3072};

const Kernels& scalar() { return *runnable_kernels().front(); }

std::vector<const Kernels*> fast_kernels() {
  std::vector<const Kernels*> tables = runnable_kernels();
  tables.erase(tables.begin());
  return tables;
}

// Says in a failure which table and case it was.
std::string described(const Kernels& table, std::size_t length, Fill fill, int limit = -1, int shift = -1) {
  return std::string(table.name) + ", length " + std::to_string(length) + ", fill " +
         std::to_string(static_cast<int>(fill)) + ", limit " + std::to_string(limit) + ", shift " +
         std::to_string(shift);
}

std::int16_t wrapped(std::int64_t value) { return static_cast<std::int16_t>(value); }

std::int64_t clamped(std::int64_t value, std::int64_t limit) {
  return std::clamp<std::int64_t>(value, 0, limit);
}

// ---- accumulators ----------------------------------------------------------------------------------------

struct UpdateCase {
  UpdateCase(std::size_t length, Fill fill, std::uint64_t seed) : UpdateCase(length, fill, Random(seed)) {}
  UpdateCase(std::size_t length, Fill fill, Random&& random)
      : in(filled_array<std::int16_t>(length, fill, random)),
        added0(filled_array<std::int16_t>(length, fill, random)),
        added1(filled_array<std::int16_t>(length, fill, random)),
        removed0(filled_array<std::int16_t>(length, fill, random)),
        removed1(filled_array<std::int16_t>(length, fill, random)) {}

  I16 add_sub(const Kernels& k) const {
    I16 out(in.size());
    k.add_sub(out.data(), in.data(), added0.data(), removed0.data(), in.size());
    return out;
  }
  I16 add_sub_in_place(const Kernels& k) const {
    I16 out(in);
    k.add_sub(out.data(), out.data(), added0.data(), removed0.data(), in.size());
    return out;
  }
  I16 add_sub_sub(const Kernels& k) const {
    I16 out(in.size());
    k.add_sub_sub(out.data(), in.data(), added0.data(), removed0.data(), removed1.data(), in.size());
    return out;
  }
  I16 add_add_sub_sub(const Kernels& k) const {
    I16 out(in.size());
    k.add_add_sub_sub(out.data(), in.data(), added0.data(), added1.data(), removed0.data(), removed1.data(),
                      in.size());
    return out;
  }

  I16 in, added0, added1, removed0, removed1;
};

TEST(Kernels, ScalarUpdatesAreSumsThatWrapAround) {
  for (const Fill fill : kFills) {
    const UpdateCase c(1008, fill, 1);
    const I16 one = c.add_sub(scalar());
    const I16 two = c.add_sub_sub(scalar());
    const I16 three = c.add_add_sub_sub(scalar());
    for (std::size_t i = 0; i < c.in.size(); ++i) {
      ASSERT_EQ(one[i], wrapped(std::int64_t{c.in[i]} + c.added0[i] - c.removed0[i]));
      ASSERT_EQ(two[i], wrapped(std::int64_t{c.in[i]} + c.added0[i] - c.removed0[i] - c.removed1[i]));
      ASSERT_EQ(three[i],
                wrapped(std::int64_t{c.in[i]} + c.added0[i] + c.added1[i] - c.removed0[i] - c.removed1[i]));
    }
  }
}

void expect_same_updates(std::size_t length, Fill fill, std::uint64_t seed) {
  const UpdateCase c(length, fill, seed);
  const I16 one = c.add_sub(scalar());
  const I16 two = c.add_sub_sub(scalar());
  const I16 three = c.add_add_sub_sub(scalar());
  for (const Kernels* k : runnable_kernels()) {
    SCOPED_TRACE(described(*k, length, fill));
    ASSERT_TRUE(c.add_sub(*k) == one);
    ASSERT_TRUE(c.add_sub_in_place(*k) == one);
    ASSERT_TRUE(c.add_sub_sub(*k) == two);
    ASSERT_TRUE(c.add_add_sub_sub(*k) == three);
  }
}

TEST(Kernels, UpdatesOfEveryTableEqualScalarAtEveryLength) {
  for (const std::size_t length : all_lengths()) expect_same_updates(length, Fill::Any, length);
}

TEST(Kernels, UpdatesOfEveryTableEqualScalarOnExtremeValues) {
  for (const std::size_t length : kSomeLengths)
    for (const Fill fill : kFills)
      for (std::uint64_t seed = 0; seed < 4; ++seed) expect_same_updates(length, fill, seed);
}

TEST(Kernels, RowsThatAreNotAlignedGiveTheSameSums) {
  constexpr std::size_t kLength = 80;
  Random random(5);
  const I16 table = filled_array<std::int16_t>(kLength * 8 + 1, Fill::Any, random);
  I16 expected(kLength);
  scalar().add_sub(expected.data(), table.data() + 1, table.data() + kLength + 1,
                   table.data() + 3 * kLength + 1, kLength);
  for (const Kernels* k : fast_kernels()) {
    I16 out(kLength);
    k->add_sub(out.data(), table.data() + 1, table.data() + kLength + 1, table.data() + 3 * kLength + 1,
               kLength);
    EXPECT_TRUE(out == expected) << k->name;
  }
}

TEST(Kernels, ScalarRowSumsAreTheSumsOfTheNamedRows) {
  Random random(7);
  constexpr std::size_t kLength = 48, kTableRows = 50;
  const I16 in = filled_array<std::int16_t>(kLength, Fill::Any, random);
  const I16 table = filled_array<std::int16_t>(kLength * kTableRows, Fill::Any, random);
  const Rows added = rows(32, kTableRows, random), removed = rows(9, kTableRows, random);
  I16 out(kLength);
  scalar().add_rows(out.data(), in.data(), table.data(), added.data(), added.size(), removed.data(),
                    removed.size(), kLength);
  for (std::size_t i = 0; i < kLength; ++i) {
    std::int64_t sum = in[i];
    for (const std::uint32_t row : added) sum += table[row * kLength + i];
    for (const std::uint32_t row : removed) sum -= table[row * kLength + i];
    EXPECT_EQ(out[i], wrapped(sum));
  }
}

template <class T>
using AddRows = void (*Kernels::*)(T*, const T*, const T*, const std::uint32_t*, std::size_t,
                                   const std::uint32_t*, std::size_t, std::size_t);

// Into a second array and in place.
template <class T>
void expect_same_row_sums(AddRows<T> add_rows, std::size_t length, std::size_t added_count,
                          std::size_t removed_count, Fill fill, std::uint64_t seed) {
  Random random(seed);
  constexpr std::size_t kTableRows = 40;
  const Array<T> in = filled_array<T>(length, fill, random);
  const Array<T> table = filled_array<T>(length * kTableRows, fill, random);
  const Rows added = rows(added_count, kTableRows, random);
  const Rows removed = rows(removed_count, kTableRows, random);
  const auto sums = [&](const Kernels& k, Array<T>& out, const T* from) {
    (k.*add_rows)(out.data(), from, table.data(), added.data(), added.size(), removed.data(), removed.size(),
                  length);
  };
  Array<T> expected(length);
  sums(scalar(), expected, in.data());
  for (const Kernels* k : runnable_kernels()) {
    SCOPED_TRACE(described(*k, length, fill) + ", rows " + std::to_string(added_count) + " and " +
                 std::to_string(removed_count));
    Array<T> out(length);
    sums(*k, out, in.data());
    ASSERT_TRUE(out == expected);
    Array<T> in_place(in);
    sums(*k, in_place, in_place.data());
    ASSERT_TRUE(in_place == expected);
  }
}

TEST(Kernels, RowSumsOfEveryTableEqualScalarAtEveryLength) {
  for (const std::size_t length : all_lengths())
    expect_same_row_sums<std::int16_t>(&Kernels::add_rows, length, length % 5, length % 3, Fill::Any, length);
}

TEST(Kernels, RowSumsOfEveryTableEqualScalarForAnyNumberOfRows) {
  for (std::size_t added = 0; added <= 33; ++added)
    for (const std::size_t removed : {0u, 1u, 2u, 3u, 32u})
      expect_same_row_sums<std::int16_t>(&Kernels::add_rows, 112, added, removed, Fill::Extremes, added);
  for (const Fill fill : kFills)
    expect_same_row_sums<std::int16_t>(&Kernels::add_rows, 1008, 32, 5, fill, 11);
}

TEST(Kernels, ScalarSumsOfMixedRowsAreTheSumsOfTheNamedRowsOfBothTables) {
  Random random(13);
  constexpr std::size_t kLength = 16, kTableRows = 20;
  const I16 in = filled_array<std::int16_t>(kLength, Fill::Any, random);
  const I16 words = filled_array<std::int16_t>(kLength * kTableRows, Fill::Any, random);
  const auto bytes = filled_array<std::int8_t>(kLength * kTableRows, Fill::Extremes, random);
  const Rows added = rows(3, kTableRows, random), removed = rows(2, kTableRows, random);
  I16 out(kLength);
  scalar().add_mixed_rows(out.data(), in.data(), words.data(), {added.data(), 3, nullptr, 0}, bytes.data(),
                          {removed.data(), 1, added.data(), 2}, kLength);
  for (std::size_t i = 0; i < kLength; ++i) {
    std::int64_t sum = in[i] + bytes[removed[0] * kLength + i];
    for (std::size_t k = 0; k < 3; ++k) sum += words[added[k] * kLength + i];
    for (std::size_t k = 0; k < 2; ++k) sum -= bytes[added[k] * kLength + i];
    EXPECT_EQ(out[i], wrapped(sum));
  }
}

TEST(Kernels, SumsOfMixedRowsEqualScalarAtEveryLengthAndForAnyNumberOfRows) {
  constexpr std::size_t kTableRows = 40;
  for (const std::size_t length : all_lengths()) {
    for (const Fill fill : {Fill::Any, Fill::Extremes}) {
      Random random(length);
      const I16 in = filled_array<std::int16_t>(length, fill, random);
      const I16 words = filled_array<std::int16_t>(length * kTableRows, fill, random);
      const auto bytes = filled_array<std::int8_t>(length * kTableRows, fill, random);
      const Rows added = rows(length % 3, kTableRows, random), removed = rows(length % 4, kTableRows, random);
      const Rows more = rows(length % 37, kTableRows, random), less = rows(length % 7, kTableRows, random);
      const auto sums = [&](const Kernels& k, I16& out, const std::int16_t* from) {
        k.add_mixed_rows(out.data(), from, words.data(),
                         {added.data(), added.size(), removed.data(), removed.size()}, bytes.data(),
                         {more.data(), more.size(), less.data(), less.size()}, length);
      };
      I16 expected(length);
      sums(scalar(), expected, in.data());
      for (const Kernels* k : runnable_kernels()) {
        SCOPED_TRACE(described(*k, length, fill));
        I16 out(length);
        sums(*k, out, in.data());
        ASSERT_TRUE(out == expected);
        I16 in_place(in);
        sums(*k, in_place, in_place.data());
        ASSERT_TRUE(in_place == expected);
      }
    }
  }
}

TEST(Kernels, RowSumsOf32BitsWrapAroundAndEqualScalarAtAnyLength) {
  for (std::size_t length = 0; length <= 70; ++length)
    for (const Fill fill : kFills)
      for (const std::size_t added : {0u, 1u, 7u, 32u})
        expect_same_row_sums<std::int32_t>(&Kernels::add_rows_i32, length, added, length % 4, fill, length);
}

// ---- to bytes --------------------------------------------------------------------------------------------

struct ClippedCase {
  int limit, shift;
};
// Those of Stockfish's files, of bullet's, and the ends of what is allowed.
constexpr ClippedCase kClippedCases[] = {{127, 0},  {255, 0},   {0, 0},     {1, 0},      {255, 1},
                                         {8160, 6}, {32640, 7}, {32767, 8}, {32767, 15}, {16256, 7}};
constexpr ClippedCase kProductCases[] = {{127, 7}, {255, 9}, {255, 8},  {254, 9},  {181, 8}, {15, 0},
                                         {0, 0},   {1, 0},   {255, 12}, {255, 16}, {22, 1},  {127, 6}};

using ToBytes = void (*Kernels::*)(std::uint8_t*, const std::int16_t*, std::size_t, int, int);

U8 bytes(const Kernels& k, ToBytes kernel, const I16& in, std::size_t length, ClippedCase c) {
  U8 out(length);
  (k.*kernel)(out.data(), in.data(), length, c.limit, c.shift);
  return out;
}

TEST(Kernels, ScalarBytesAreTheClippedAndShiftedNumbers) {
  Random random(3);
  constexpr std::size_t kLength = 1008;
  for (const Fill fill : kFills) {
    const I16 in = filled_array<std::int16_t>(2 * kLength, fill, random);
    for (const ClippedCase c : kClippedCases) {
      const U8 out = bytes(scalar(), &Kernels::clipped, in, kLength, c);
      for (std::size_t i = 0; i < kLength; ++i) ASSERT_EQ(out[i], clamped(in[i], c.limit) / (1LL << c.shift));
    }
    for (const ClippedCase c : kProductCases) {
      const U8 squares = bytes(scalar(), &Kernels::clipped_squared, in, kLength, c);
      const U8 products = bytes(scalar(), &Kernels::clipped_product, in, kLength, c);
      for (std::size_t i = 0; i < kLength; ++i) {
        const std::int64_t value = clamped(in[i], c.limit);
        ASSERT_EQ(squares[i], value * value / (1LL << c.shift));
        ASSERT_EQ(products[i], value * clamped(in[i + kLength], c.limit) / (1LL << c.shift));
      }
    }
  }
}

void expect_same_bytes(ToBytes kernel, const I16& in, std::size_t length, ClippedCase c, Fill fill) {
  const U8 expected = bytes(scalar(), kernel, in, length, c);
  for (const Kernels* k : fast_kernels())
    ASSERT_TRUE(bytes(*k, kernel, in, length, c) == expected)
        << described(*k, length, fill, c.limit, c.shift);
}

void expect_same_bytes_of_all(std::size_t length, Fill fill, std::uint64_t seed) {
  Random random(seed);
  const I16 in = filled_array<std::int16_t>(2 * length, fill, random);
  for (const ClippedCase c : kClippedCases) expect_same_bytes(&Kernels::clipped, in, length, c, fill);
  for (const ClippedCase c : kProductCases) {
    expect_same_bytes(&Kernels::clipped_squared, in, length, c, fill);
    expect_same_bytes(&Kernels::clipped_product, in, length, c, fill);
  }
}

TEST(Kernels, BytesOfEveryTableEqualScalarAtEveryLength) {
  Random random(9);
  for (const std::size_t length : all_lengths()) {
    const I16 in = filled_array<std::int16_t>(2 * length, Fill::Small, random);
    expect_same_bytes(&Kernels::clipped, in, length, {127, 0}, Fill::Small);
    expect_same_bytes(&Kernels::clipped_squared, in, length, {255, 8}, Fill::Small);
    expect_same_bytes(&Kernels::clipped_product, in, length, {255, 9}, Fill::Small);
    expect_same_bytes(&Kernels::clipped_product, in, length, {127, 7}, Fill::Small);
  }
}

TEST(Kernels, BytesOfEveryTableEqualScalarOnExtremeValuesAndLimits) {
  for (const std::size_t length : {16u, 48u, 80u, 1008u})
    for (const Fill fill : kFills) expect_same_bytes_of_all(length, fill, length);
}

TEST(Kernels, ProductsOfAllPairsOfSmallNumbersEqualScalar) {
  constexpr std::size_t kLength = 272;
  I16 in(2 * kLength);
  for (int left = -8; left < 264; ++left) {
    for (std::size_t i = 0; i < kLength; ++i) {
      in[i] = static_cast<std::int16_t>(left);
      in[i + kLength] = static_cast<std::int16_t>(static_cast<int>(i) - 8);
    }
    for (const ClippedCase c : {ClippedCase{255, 9}, ClippedCase{127, 7}})
      expect_same_bytes(&Kernels::clipped_product, in, kLength, c, Fill::Small);
  }
}

// ---- to one output ---------------------------------------------------------------------------------------

TEST(Kernels, ScalarDotProductsAreExactIn64Bits) {
  Random random(13);
  constexpr std::size_t kLength = 3072;
  for (const Fill fill : kFills)
    for (const int limit : {0, 1, 127, 181, 255}) {
      const I16 in = filled_array<std::int16_t>(2 * kLength, fill, random);
      const I16 weights = filled_array<std::int16_t>(kLength, fill, random);
      std::int64_t plain = 0, squared = 0, product = 0;
      for (std::size_t i = 0; i < kLength; ++i) {
        const std::int64_t value = clamped(in[i], limit);
        plain += value * weights[i];
        squared += value * value * weights[i];
        product += value * clamped(in[i + kLength], limit) * weights[i];
      }
      EXPECT_EQ(scalar().dot_clipped(in.data(), weights.data(), kLength, limit), plain);
      EXPECT_EQ(scalar().dot_clipped_squared(in.data(), weights.data(), kLength, limit, false), squared);
      EXPECT_EQ(scalar().dot_clipped_product(in.data(), weights.data(), kLength, limit, false), product);
    }
}

// With weights in [-weight_limit - 1, weight_limit].
void expect_same_dots(std::size_t length, Fill fill, Fill weight_fill, int limit, int weight_limit,
                      std::uint64_t seed) {
  Random random(seed);
  const I16 in = filled_array<std::int16_t>(2 * length, fill, random);
  const I16 weights =
      filled_array<std::int16_t>(length, weight_fill, random, -weight_limit - 1, weight_limit);
  const std::int64_t plain = scalar().dot_clipped(in.data(), weights.data(), length, limit);
  for (const Kernels* k : fast_kernels())
    ASSERT_EQ(k->dot_clipped(in.data(), weights.data(), length, limit), plain)
        << described(*k, length, fill, limit, weight_limit);
  if (limit > 255) return;
  const std::int64_t squared = scalar().dot_clipped_squared(in.data(), weights.data(), length, limit, false);
  const std::int64_t product = scalar().dot_clipped_product(in.data(), weights.data(), length, limit, false);
  const bool weights_are_small = (weight_limit + 1) * limit <= 32768;
  for (const Kernels* k : fast_kernels())
    for (const bool small : {false, true}) {
      if (small && !weights_are_small) continue;
      ASSERT_EQ(k->dot_clipped_squared(in.data(), weights.data(), length, limit, small), squared)
          << described(*k, length, fill, limit, weight_limit) << small;
      ASSERT_EQ(k->dot_clipped_product(in.data(), weights.data(), length, limit, small), product)
          << described(*k, length, fill, limit, weight_limit) << small;
    }
}

TEST(Kernels, DotProductsOfEveryTableEqualScalarAtEveryLength) {
  for (const std::size_t length : all_lengths()) {
    expect_same_dots(length, Fill::Any, Fill::Any, 255, 127, length);
    expect_same_dots(length, Fill::Small, Fill::Any, 255, 32767, length);
  }
}

TEST(Kernels, DotProductsOfEveryTableEqualScalarWhereLanesOf32BitsWouldOverflow) {
  for (const std::size_t length :
       {std::size_t{16}, std::size_t{48}, std::size_t{1024}, std::size_t{3072}, std::size_t{3072 * 16}})
    for (const Fill fill : kFills)
      for (const Fill weight_fill : {Fill::Any, Fill::Extremes, Fill::Highest, Fill::Lowest})
        for (const int limit : {0, 1, 127, 181, 255, 256, 8160, 32767})
          for (const int weight_limit : {127, 32767})
            expect_same_dots(length, fill, weight_fill, limit, weight_limit, length);
}

// ---- dense layer of bytes --------------------------------------------------------------------------------

struct DenseCase {
  // `zero_groups` of 100 groups of inputs are all zero, so are `zero_inputs` of 100 inputs of the others.
  DenseCase(std::size_t inputs, std::size_t outputs, Fill fill, std::uint32_t zero_groups,
            std::uint32_t zero_inputs, Random& random)
      : in(filled_array<std::uint8_t>(inputs, fill, random, 0, 127)),
        weights(
            filled_array<std::int8_t>(inputs * outputs, fill == Fill::Small ? Fill::Extremes : fill, random)),
        bias(filled_array<std::int32_t>(outputs, Fill::Any, random, -1'000'000, 1'000'000)) {
    for (std::size_t i = 0; i < inputs; i += kInputGroup) {
      const bool zero_group = random.below(100) < zero_groups;
      for (std::size_t j = i; j < std::min(inputs, i + kInputGroup); ++j)
        if (zero_group || random.below(100) < zero_inputs) in[j] = 0;
    }
  }

  I32 expected() const {
    I32 out(bias.size());
    for (std::size_t o = 0; o < bias.size(); ++o) {
      std::int64_t sum = bias[o];
      for (std::size_t i = 0; i < in.size(); ++i) sum += std::int64_t{in[i]} * weights[o * in.size() + i];
      out[o] = static_cast<std::int32_t>(sum);
    }
    return out;
  }

  void expect_same_in_every_table() const {
    I8 packed(packed_dense_size(in.size(), bias.size()));
    pack_dense(packed.data(), weights.data(), in.size(), bias.size());
    const I32 right = expected();
    for (const Kernels* k : runnable_kernels()) {
      I32 out(bias.size());
      k->dense(out.data(), bias.data(), packed.data(), in.data(), in.size(), bias.size());
      ASSERT_TRUE(out == right) << k->name << ", " << in.size() << " to " << bias.size();
    }
  }

  U8 in;
  I8 weights;
  I32 bias;
};

TEST(Kernels, DenseLayersOfEveryTableAreExactForShapesOfRealNetworks) {
  Random random(17);
  constexpr std::array<std::size_t, 2> kShapes[] = {{1024, 16}, {2048, 16}, {512, 32}, {32, 32},
                                                    {32, 16},   {16, 32},   {128, 16}, {3072, 16},
                                                    {1536, 32}, {64, 16},   {256, 32}};
  for (const auto& [inputs, outputs] : kShapes)
    for (const Fill fill : kFills)
      for (const std::uint32_t zero_groups : {0u, 52u, 90u, 100u})
        DenseCase(inputs, outputs, fill, zero_groups, 60, random).expect_same_in_every_table();
}

TEST(Kernels, DenseLayersOfEveryTableAreExactForEveryNumberOfInputsAndOutputs) {
  Random random(19);
  for (std::size_t inputs = 0; inputs <= 400; inputs += kInputGroup)
    for (std::size_t outputs = kOutputStep; outputs <= 64; outputs += kOutputStep)
      DenseCase(inputs, outputs, Fill::Any, 50, 50, random).expect_same_in_every_table();
  for (const std::size_t outputs : {80u, 96u, 112u, 128u, 256u, 272u})
    DenseCase(260, outputs, Fill::Extremes, 50, 50, random).expect_same_in_every_table();
}

TEST(Kernels, DenseLayersOfEveryTableAreExactForVeryManyInputs) {
  Random random(23);
  for (const std::size_t inputs : {4092u, 4096u, 4100u, 8192u, 10004u})
    for (const std::uint32_t zero_groups : {0u, 50u})
      DenseCase(inputs, 16, Fill::Highest, zero_groups, 0, random).expect_same_in_every_table();
}

TEST(Kernels, DenseLayersTakeInputsUpTo255IfWeightsAreSmall) {
  Random random(29);
  DenseCase c(512, 32, Fill::Any, 20, 20, random);
  for (std::uint8_t& value : c.in) value = static_cast<std::uint8_t>(random.below(256));
  for (std::int8_t& value : c.weights)
    value = static_cast<std::int8_t>(static_cast<int>(random.below(129)) - 64);
  c.expect_same_in_every_table();
}

TEST(Kernels, DenseLayersWrapAroundBeyond32Bits) {
  Random random(31);
  DenseCase c(1024, 16, Fill::Highest, 0, 0, random);
  for (std::int32_t& value : c.bias) value = std::numeric_limits<std::int32_t>::max() - 1000;
  c.expect_same_in_every_table();
}

TEST(Kernels, PackingPadsInputsAndOutputsWithZeros) {
  constexpr std::size_t kInputs = 6, kOutputs = 3;
  I8 weights(kInputs * kOutputs);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<std::int8_t>(i + 1);
  ASSERT_EQ(packed_dense_size(kInputs, kOutputs), 8u * 16u);
  I8 packed(8 * 16);
  std::fill(packed.begin(), packed.end(), std::int8_t{99});
  pack_dense(packed.data(), weights.data(), kInputs, kOutputs);
  for (std::size_t o = 0; o < 16; ++o)
    for (std::size_t i = 0; i < 8; ++i) {
      const bool padding = o >= kOutputs || i >= kInputs;
      EXPECT_EQ(packed[i / 4 * 16 * 4 + o * 4 + i % 4], padding ? 0 : weights[o * kInputs + i]);
    }
}

// ---- single precision ------------------------------------------------------------------------------------

TEST(Kernels, FloatRowSumsAreBitForBitTheSumsInOrderAtAnyLength) {
  Random random(37);
  constexpr std::size_t kTableRows = 20;
  for (std::size_t length = 0; length <= 300; ++length) {
    const F32 in = floats(length, random);
    const F32 table = floats(length * kTableRows, random);
    const Rows added = rows(random.below(12), kTableRows, random);
    F32 expected(in);
    for (const std::uint32_t row : added)
      for (std::size_t i = 0; i < length; ++i) expected[i] = expected[i] + table[row * length + i];
    for (const Kernels* k : runnable_kernels()) {
      F32 out(length);
      k->add_rows_f32(out.data(), in.data(), table.data(), added.data(), added.size(), length);
      ASSERT_TRUE(out == expected) << k->name << ", length " << length;
      F32 in_place(in);
      k->add_rows_f32(in_place.data(), in_place.data(), table.data(), added.data(), added.size(), length);
      ASSERT_TRUE(in_place == expected) << k->name << ", length " << length;
    }
  }
}

// The specification once more, with volatile so that no compiler option fuses or reorders.
float dot_in_sixteen_lanes(const float* a, const float* b, std::size_t length) {
  volatile float lanes[16] = {};
  for (std::size_t i = 0; i < length; ++i) {
    const volatile float product = a[i] * b[i];
    lanes[i % 16] = lanes[i % 16] + product;
  }
  for (const std::size_t half : {8u, 4u, 2u, 1u})
    for (std::size_t l = 0; l < half; ++l) lanes[l] = lanes[l] + lanes[l + half];
  return lanes[0];
}

TEST(Kernels, FloatDotProductsAreBitForBitTheSameAtAnyLengthAndAlignment) {
  Random random(41);
  const F32 a = floats(1100, random);
  const F32 b = floats(1100, random);
  for (std::size_t length = 0; length <= 1024; length += length < 300 ? 1 : 37)
    for (std::size_t offset = 0; offset < 3; ++offset) {
      const float expected = dot_in_sixteen_lanes(a.data() + offset, b.data() + 2 * offset, length);
      for (const Kernels* k : runnable_kernels()) {
        const float dot = k->dot_f32(a.data() + offset, b.data() + 2 * offset, length);
        ASSERT_EQ(std::bit_cast<std::uint32_t>(dot), std::bit_cast<std::uint32_t>(expected))
            << k->name << ", length " << length;
      }
    }
}

TEST(Kernels, FloatDotProductsReadNothingBeyondTheEnd) {
  Random random(43);
  for (std::size_t length = 0; length <= 70; ++length) {
    const F32 a = floats(length, random);
    const F32 b = floats(length, random);
    for (const Kernels* k : fast_kernels())
      ASSERT_EQ(k->dot_f32(a.data(), b.data(), length), scalar().dot_f32(a.data(), b.data(), length))
          << k->name;
  }
}

// ---- the choice ------------------------------------------------------------------------------------------

TEST(KernelChoice, EveryTableIsComplete) {
  for (const Kernels* k : runnable_kernels()) {
    EXPECT_FALSE(k->name.empty());
    EXPECT_TRUE(k->add_sub && k->add_sub_sub && k->add_add_sub_sub && k->add_rows && k->add_mixed_rows &&
                k->add_rows_i32 && k->clipped && k->clipped_squared && k->clipped_product && k->dot_clipped &&
                k->dot_clipped_squared && k->dot_clipped_product && k->dense && k->add_rows_f32 && k->dot_f32)
        << k->name;
  }
}

TEST(KernelChoice, ScalarIsListedFirstAndEveryRunnableTableIsCompiledIn) {
  const std::vector<std::string_view> names = compiled_kernel_names();
  ASSERT_FALSE(names.empty());
  EXPECT_EQ(names.front(), "scalar");
  EXPECT_EQ(runnable_kernels().front()->name, "scalar");
  for (const Kernels* k : runnable_kernels())
    EXPECT_EQ(std::count(names.begin(), names.end(), k->name), 1) << k->name;
}

TEST(KernelChoice, WithoutANameTheBestTableIsChosen) {
  EXPECT_EQ(&choose_kernels(nullptr), runnable_kernels().back());
  EXPECT_EQ(&choose_kernels(""), runnable_kernels().back());
}

TEST(KernelChoice, EveryRunnableTableCanBeForcedByName) {
  for (const Kernels* k : runnable_kernels())
    EXPECT_EQ(&choose_kernels(std::string(k->name).c_str()), k) << k->name;
}

TEST(KernelChoice, AnUnknownNameIsIgnoredAndTheMessageListsTheKnownOnes) {
  testing::internal::CaptureStderr();
  const Kernels& chosen = choose_kernels("mmx");
  const std::string message = testing::internal::GetCapturedStderr();
  EXPECT_EQ(&chosen, runnable_kernels().back());
  EXPECT_NE(message.find("TABIA_KERNELS=mmx"), std::string::npos) << message;
  for (const Kernels* k : runnable_kernels()) EXPECT_NE(message.find(k->name), std::string::npos) << message;
  EXPECT_EQ(std::count(message.begin(), message.end(), '\n'), 1);
}

TEST(KernelChoice, TheEnvironmentVariableForcesTheActiveTable) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // a fresh process, where nothing has been chosen yet
  for (const Kernels* k : runnable_kernels()) {
    const std::string name(k->name);
    EXPECT_EXIT(
        {
          setenv("TABIA_KERNELS", name.c_str(), 1);
          std::exit(active_kernels().name == name ? 0 : 1);
        },
        testing::ExitedWithCode(0), "")
        << name;
  }
}

}  // namespace
}  // namespace tabia::kernels
