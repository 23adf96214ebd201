// The scalar table equals formulas in double precision; every other table that runs here equals the scalar one:
// floats nearly, integers exactly.
#include "kernels/planes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "kernels/planes_support.h"
#include "kernels/tables.h"
#pragma GCC diagnostic ignored "-Wpsabi"  // passing registers of 64 bytes: here it never happens
#include "kernels/planes_gnu.h"
#include "kernels/planes_kernels.h"

namespace tabia::kernels {
namespace {

// The loops with the sizes of AVX-512, which few machines have: this tests everything of that table except
// its instructions. (Not with clang: with its sanitizers it needs half a minute for them.)
#if !defined(__clang__)
constexpr PlanesKernels kWide =
    planes_kernels_of<GnuFloats<64, 12, 2, 16>, GnuBytes<64, 8, 2>>("as wide as AVX-512");
#endif

using Floats = std::vector<float>;
using Doubles = std::vector<double>;
using std::size_t;

constexpr size_t kChannels[] = {1, 3, 12, 17, 64, 112, 128};
constexpr size_t kBatches[] = {1, 2, 5, 16, 33};
constexpr PlaneActivation kActivations[] = {
    PlaneActivation::Linear,  PlaneActivation::Relu, PlaneActivation::Mish,  PlaneActivation::Tanh,
    PlaneActivation::Sigmoid, PlaneActivation::Selu, PlaneActivation::Swish, PlaneActivation::ReluSquared};

struct Shape {
  size_t outputs, inputs;
};

// Numbers per channel: the padding is 0.
Floats random_channels(size_t channels, std::uint64_t seed) {
  Floats values = random_floats(channels, seed);
  values.resize(padded_channels(channels));
  return values;
}

// The largest difference of the first `channels` of each `stride` numbers, relative to the largest number.
double difference(const Floats& found, const Floats& expected, size_t channels, size_t stride) {
  double most = 0;
  double largest = 1e-30;
  for (size_t i = 0; i < expected.size(); ++i) {
    if (i % stride >= channels) continue;
    const double delta = std::abs(static_cast<double>(found[i]) - static_cast<double>(expected[i]));
    if (!(delta <= most)) most = delta;  // NaN as well
    largest = std::max(largest, std::abs(static_cast<double>(expected[i])));
  }
  return most / largest;
}
double difference(const Floats& found, const Floats& expected) { return difference(found, expected, 1, 1); }

bool same_bits(const float* a, const float* b, size_t count) {
  return std::memcmp(a, b, count * sizeof(float)) == 0;
}

template <class Test>
void with_every_table(Test&& test) {
  std::vector<const PlanesKernels*> tables = runnable_planes_kernels();
#if !defined(__clang__)
  tables.push_back(&kWide);
#endif
  for (const PlanesKernels* table : tables) {
    SCOPED_TRACE(std::string(table->name));
    test(*table);
  }
}

// ---- convolution, as a caller uses it ----

Floats convolved(const PlanesKernels& table, const Floats& in, const Floats& weights, const Finish& finish,
                 size_t boards, size_t outputs, size_t inputs) {
  Floats packed(table.conv3x3_size(outputs, inputs));
  table.pack_conv3x3(packed.data(), weights.data(), outputs, inputs);
  Floats scratch(table.conv3x3_scratch(outputs, inputs), NAN);
  Floats out(boards * kSquares * padded_channels(outputs), NAN);
  table.conv3x3(out.data(), in.data(), packed.data(), finish, boards, outputs, inputs, scratch.data());
  return out;
}

// in[row + dr][column + dc] of a board, 0 outside.
double input_at(const Floats& in, size_t board, int row, int column, size_t channel, size_t channels) {
  if (row < 0 || row > 7 || column < 0 || column > 7) return 0;
  const size_t square = static_cast<size_t>(8 * row + column);
  return static_cast<double>(in[(board * kSquares + square) * padded_channels(channels) + channel]);
}

// The definition, in double precision.
Floats convolution(const Floats& in, const Floats& weights, size_t boards, size_t outputs, size_t inputs) {
  Floats out(boards * kSquares * padded_channels(outputs));
  for (size_t b = 0; b < boards; ++b)
    for (int row = 0; row < 8; ++row)
      for (int column = 0; column < 8; ++column)
        for (size_t o = 0; o < outputs; ++o) {
          double sum = 0;
          for (size_t i = 0; i < inputs; ++i)
            for (int dr = -1; dr <= 1; ++dr)
              for (int dc = -1; dc <= 1; ++dc)
                sum += input_at(in, b, row + dr, column + dc, i, inputs) *
                       static_cast<double>(
                           weights[(o * inputs + i) * kTaps + static_cast<size_t>(3 * (dr + 1) + dc + 1)]);
          const size_t square = static_cast<size_t>(8 * row + column);
          out[(b * kSquares + square) * padded_channels(outputs) + o] = static_cast<float>(sum);
        }
  return out;
}

TEST(PlanesKernels, ConvolutionIsItsDefinitionForEveryNumberOfChannels) {
  for (const size_t outputs : kChannels)
    for (const size_t inputs : kChannels) {
      if (outputs * inputs > 8000) continue;  // the next test
      const size_t boards = 2;
      const Floats in = random_rows(boards * kSquares, inputs, 1);
      const Floats weights = random_floats(outputs * inputs * kTaps, 2);
      const Floats expected = convolution(in, weights, boards, outputs, inputs);
      with_every_table([&](const PlanesKernels& table) {
        const Floats out = convolved(table, in, weights, {}, boards, outputs, inputs);
        EXPECT_LT(difference(out, expected, outputs, padded_channels(outputs)), 1e-5)
            << inputs << " to " << outputs;
      });
    }
}

TEST(PlanesKernels, ConvolutionsAreWithinATenThousandthOfTheSpecification) {
  constexpr Shape kShapes[] = {{64, 12}, {64, 112}, {128, 128}};
  for (const Shape& shape : kShapes)
    for (const size_t boards : {1u, 7u}) {
      const size_t outputs = shape.outputs;
      const size_t inputs = shape.inputs;
      const Floats in = random_rows(boards * kSquares, inputs, 3);
      const Floats weights = random_floats(outputs * inputs * kTaps, 4);
      const Floats expected = convolved(kPlanesScalar, in, weights, {}, boards, outputs, inputs);
      with_every_table([&](const PlanesKernels& table) {
        const Floats out = convolved(table, in, weights, {}, boards, outputs, inputs);
        EXPECT_LT(difference(out, expected, outputs, padded_channels(outputs)), 1e-4)
            << inputs << " to " << outputs;
      });
    }
}

TEST(PlanesKernels, AConvolutionAddsBiasAndResidualAndActivates) {
  constexpr size_t kBoards = 3;
  constexpr size_t kInputs = 17;
  constexpr size_t kOutputs = 36;
  const Floats in = random_rows(kBoards * kSquares, kInputs, 5);
  Floats weights = random_floats(kOutputs * kInputs * kTaps, 6);
  for (float& weight : weights) weight *= 0.1f;
  const Floats bias = random_channels(kOutputs, 7);
  const Floats residual = random_rows(kBoards * kSquares, kOutputs, 8);
  for (const PlaneActivation activation : kActivations) {
    const Finish finish{bias.data(), residual.data(), activation};
    const Floats expected = convolved(kPlanesScalar, in, weights, finish, kBoards, kOutputs, kInputs);
    with_every_table([&](const PlanesKernels& table) {
      const Floats out = convolved(table, in, weights, finish, kBoards, kOutputs, kInputs);
      EXPECT_LT(difference(out, expected, kOutputs, padded_channels(kOutputs)), 1e-4)
          << static_cast<int>(activation);
    });
  }
}

TEST(PlanesKernels, TheResidualMayBeTheOutput) {
  constexpr size_t kBoards = 2;
  constexpr size_t kOutputs = 32;
  constexpr size_t kInputs = 300;  // more than one block of depth
  const Floats in = random_rows(kBoards * kSquares, kInputs, 9);
  const Floats weights = random_floats(kOutputs * kInputs * kTaps, 10);
  const Floats residual = random_rows(kBoards * kSquares, kOutputs, 11);
  const std::uint16_t one = 64 + 27;
  const std::vector<SparseBoard> sparse(kBoards, SparseBoard{&one, 1, nullptr, 0});
  with_every_table([&](const PlanesKernels& table) {
    Floats packed(table.conv3x3_size(kOutputs, kInputs));
    table.pack_conv3x3(packed.data(), weights.data(), kOutputs, kInputs);
    Floats scratch(table.conv3x3_scratch(kOutputs, kInputs));
    Floats apart(residual.size());
    Floats same = residual;
    table.conv3x3(apart.data(), in.data(), packed.data(), {nullptr, residual.data()}, kBoards, kOutputs,
                  kInputs, scratch.data());
    table.conv3x3(same.data(), in.data(), packed.data(), {nullptr, same.data()}, kBoards, kOutputs, kInputs,
                  scratch.data());
    EXPECT_EQ(same, apart);

    packed.resize(table.dense_size(kOutputs, kInputs));
    table.pack_dense(packed.data(), weights.data(), kOutputs, kInputs);
    same = residual;
    const size_t stride = padded_channels(kInputs);
    table.dense(apart.data(), kOutputs, in.data(), stride, packed.data(), {nullptr, residual.data()},
                kBoards * kSquares, kOutputs, kInputs);
    table.dense(same.data(), kOutputs, in.data(), stride, packed.data(), {nullptr, same.data()},
                kBoards * kSquares, kOutputs, kInputs);
    EXPECT_EQ(same, apart);

    packed.resize(table.sparse_conv3x3_size(kOutputs, 2));
    table.pack_sparse_conv3x3(packed.data(), weights.data(), kOutputs, 2);
    scratch.resize(table.sparse_conv3x3_scratch(kOutputs, 2));
    same = residual;
    table.sparse_conv3x3(apart.data(), sparse.data(), packed.data(), {nullptr, residual.data()}, kBoards,
                         kOutputs, 2, scratch.data());
    table.sparse_conv3x3(same.data(), sparse.data(), packed.data(), {nullptr, same.data()}, kBoards, kOutputs,
                         2, scratch.data());
    EXPECT_EQ(same, apart);
  });
}

TEST(PlanesKernels, ABoardGetsTheSameBitsInEveryBatch) {
  constexpr size_t kMost = 33;
  constexpr Shape kShapes[] = {{17, 12}, {64, 17}, {48, 64}};
  for (const Shape& shape : kShapes) {
    const size_t outputs = shape.outputs;
    const size_t inputs = shape.inputs;
    const Floats in = random_rows(kMost * kSquares, inputs, 12);
    const Floats weights = random_floats(outputs * inputs * kTaps, 13);
    const Floats bias = random_channels(outputs, 14);
    const Finish finish{bias.data(), nullptr, PlaneActivation::Mish};
    const size_t in_board = kSquares * padded_channels(inputs);
    const size_t out_board = kSquares * padded_channels(outputs);
    with_every_table([&](const PlanesKernels& table) {
      if (&table == &kPlanesScalar) return;  // one number at a time
      const Floats all = convolved(table, in, weights, finish, kMost, outputs, inputs);
      for (const size_t batch : kBatches)
        for (size_t b = 0; b < kMost; b += batch) {
          const size_t count = std::min(batch, kMost - b);
          const Floats part(in.begin() + static_cast<std::ptrdiff_t>(b * in_board),
                            in.begin() + static_cast<std::ptrdiff_t>((b + count) * in_board));
          const Floats out = convolved(table, part, weights, finish, count, outputs, inputs);
          ASSERT_TRUE(same_bits(out.data(), all.data() + b * out_board, count * out_board))
              << batch << " " << b;
        }
    });
  }
}

TEST(PlanesKernels, ConvolvingBackIsTheTransposedConvolution) {
  constexpr Shape kShapes[] = {{17, 12}, {3, 64}, {64, 1}};
  constexpr size_t kBoards = 5;
  for (const Shape& shape : kShapes) {
    const size_t outputs = shape.outputs;
    const size_t inputs = shape.inputs;
    const Floats weights = random_floats(outputs * inputs * kTaps, 15);
    const Floats gradient = random_rows(kBoards * kSquares, outputs, 16);
    // The definition: turned by half a turn, inputs and outputs exchanged.
    Floats turned(weights.size());
    for (size_t o = 0; o < outputs; ++o)
      for (size_t i = 0; i < inputs; ++i)
        for (size_t tap = 0; tap < kTaps; ++tap)
          turned[(i * outputs + o) * kTaps + tap] = weights[(o * inputs + i) * kTaps + 8 - tap];
    const Floats expected = convolution(gradient, turned, kBoards, inputs, outputs);
    with_every_table([&](const PlanesKernels& table) {
      Floats packed(table.conv3x3_size(inputs, outputs));
      table.pack_conv3x3_backward(packed.data(), weights.data(), outputs, inputs);
      Floats scratch(table.conv3x3_scratch(inputs, outputs));
      Floats out(expected.size());
      table.conv3x3(out.data(), gradient.data(), packed.data(), {}, kBoards, inputs, outputs, scratch.data());
      EXPECT_LT(difference(out, expected, inputs, padded_channels(inputs)), 1e-5);
    });
  }
}

TEST(PlanesKernels, GradientsOfConvolutionsAreTheSumsOfTheirDefinition) {
  for (const size_t outputs : {1u, 17u, 64u})
    for (const size_t inputs : {3u, 12u, 40u})
      for (const size_t boards : kBatches) {
        if (outputs * inputs * boards > 10000) continue;
        const Floats in = random_rows(boards * kSquares, inputs, 17);
        const Floats gradient = random_rows(boards * kSquares, outputs, 18);
        const Floats before = random_floats(outputs * inputs * kTaps, 19);
        Floats expected = before;
        for (size_t o = 0; o < outputs; ++o)
          for (size_t i = 0; i < inputs; ++i)
            for (int tap = 0; tap < 9; ++tap) {
              double sum = 0;
              for (size_t b = 0; b < boards; ++b)
                for (int square = 0; square < 64; ++square)
                  sum += input_at(in, b, square / 8 + tap / 3 - 1, square % 8 + tap % 3 - 1, i, inputs) *
                         input_at(gradient, b, square / 8, square % 8, o, outputs);
              expected[(o * inputs + i) * kTaps + static_cast<size_t>(tap)] += static_cast<float>(sum);
            }
        with_every_table([&](const PlanesKernels& table) {
          Floats scratch(table.conv3x3_scratch(outputs, inputs), NAN);
          Floats found = before;
          table.conv3x3_weight_gradient(found.data(), in.data(), gradient.data(), boards, outputs, inputs,
                                        scratch.data());
          EXPECT_LT(difference(found, expected), 2e-5) << inputs << " to " << outputs << ", " << boards;
        });
      }
}

// ---- sparse convolution ----

struct SparseBatch {
  std::vector<std::vector<std::uint16_t>> ones;
  std::vector<std::vector<FullPlane>> full;
  std::vector<SparseBoard> boards;
  Floats written_out;  // the same planes as floats
};

SparseBatch random_sparse(size_t boards, size_t planes, std::uint64_t seed) {
  base::Random random(seed);
  SparseBatch batch;
  batch.ones.resize(boards);
  batch.full.resize(boards);
  batch.written_out.resize(boards * kSquares * padded_channels(planes));
  for (size_t b = 0; b < boards; ++b) {
    for (size_t plane = 0; plane < planes; ++plane) {
      const bool is_full = plane > 0 && random.below(5) == 0;
      if (is_full)
        batch.full[b].push_back({static_cast<std::uint16_t>(plane), static_cast<float>(base::bell(random))});
      for (size_t square = 0; square < kSquares; ++square) {
        const bool one = !is_full && random.below(8) == 0;
        if (one) batch.ones[b].push_back(static_cast<std::uint16_t>(plane * kSquares + square));
        batch.written_out[(b * kSquares + square) * padded_channels(planes) + plane] =
            is_full ? batch.full[b].back().value
            : one   ? 1.0f
                    : 0.0f;
      }
    }
    batch.boards.push_back(
        {batch.ones[b].data(), batch.ones[b].size(), batch.full[b].data(), batch.full[b].size()});
  }
  return batch;
}

TEST(PlanesKernels, ASparseConvolutionIsTheConvolutionOfThePlanesWrittenOut) {
  for (const size_t planes : {1u, 12u, 112u})
    for (const size_t outputs : {1u, 17u, 64u})
      for (const size_t boards : {1u, 5u}) {
        const SparseBatch batch = random_sparse(boards, planes, 20 + planes);
        const Floats weights = random_floats(outputs * planes * kTaps, 21);
        const Floats bias = random_channels(outputs, 22);
        const Floats residual = random_rows(boards * kSquares, outputs, 23);
        const Finish finish{bias.data(), residual.data(), PlaneActivation::Relu};
        const Floats expected =
            convolved(kPlanesScalar, batch.written_out, weights, finish, boards, outputs, planes);
        with_every_table([&](const PlanesKernels& table) {
          Floats packed(table.sparse_conv3x3_size(outputs, planes));
          table.pack_sparse_conv3x3(packed.data(), weights.data(), outputs, planes);
          Floats scratch(table.sparse_conv3x3_scratch(outputs, planes), NAN);
          Floats out(expected.size());
          table.sparse_conv3x3(out.data(), batch.boards.data(), packed.data(), finish, boards, outputs,
                               planes, scratch.data());
          EXPECT_LT(difference(out, expected, outputs, padded_channels(outputs)), 1e-5)
              << planes << " to " << outputs;
        });
      }
}

TEST(PlanesKernels, GradientsOfASparseConvolutionAreThoseOfThePlanesWrittenOut) {
  constexpr size_t kBoards = 6;
  for (const size_t planes : {1u, 12u, 40u})
    for (const size_t outputs : {3u, 64u}) {
      const SparseBatch batch = random_sparse(kBoards, planes, 24);
      const Floats gradient = random_rows(kBoards * kSquares, outputs, 25);
      const Floats before = random_floats(outputs * planes * kTaps, 26);
      Floats expected = before;
      kPlanesScalar.conv3x3_weight_gradient(expected.data(), batch.written_out.data(), gradient.data(),
                                            kBoards, outputs, planes, nullptr);
      with_every_table([&](const PlanesKernels& table) {
        Floats found = before;
        Floats scratch(table.sparse_conv3x3_scratch(outputs, planes), NAN);
        table.sparse_conv3x3_weight_gradient(found.data(), batch.boards.data(), gradient.data(), kBoards,
                                             outputs, planes, scratch.data());
        EXPECT_LT(difference(found, expected), 1e-5);
      });
    }
}

// ---- dense layers and products ----

TEST(PlanesKernels, DenseLayersAreProductsWithTheTransposedWeights) {
  for (const size_t outputs : {1u, 17u, 64u, 130u})
    for (const size_t inputs : {1u, 3u, 112u, 257u, 700u})
      for (const size_t rows : {1u, 2u, 5u, 16u, 33u, 200u}) {
        if (outputs * inputs * rows > 3000000) continue;
        const Floats in = random_floats(rows * (inputs + 3), 30);
        const Floats weights = random_floats(outputs * inputs, 31);
        const Floats bias = random_channels(outputs, 32);
        const size_t stride = padded_channels(outputs) + 16;
        const Floats residual = random_floats(rows * stride, 33);
        Floats expected(rows * stride);
        for (size_t r = 0; r < rows; ++r)
          for (size_t o = 0; o < outputs; ++o) {
            double sum = static_cast<double>(bias[o]) + static_cast<double>(residual[r * stride + o]);
            for (size_t i = 0; i < inputs; ++i)
              sum += static_cast<double>(in[r * (inputs + 3) + i]) *
                     static_cast<double>(weights[o * inputs + i]);
            expected[r * stride + o] = static_cast<float>(std::max(sum, 0.0));
          }
        with_every_table([&](const PlanesKernels& table) {
          Floats packed(table.dense_size(outputs, inputs));
          table.pack_dense(packed.data(), weights.data(), outputs, inputs);
          Floats out(rows * stride, -5.0f);
          table.dense(out.data(), stride, in.data(), inputs + 3, packed.data(),
                      {bias.data(), residual.data(), PlaneActivation::Relu}, rows, outputs, inputs);
          EXPECT_LT(difference(out, expected, outputs, stride), 1e-5)
              << inputs << " to " << outputs << ", " << rows;
          for (size_t i = 0; i < out.size(); ++i)
            ASSERT_TRUE(i % stride < padded_channels(outputs) || out[i] == -5.0f) << "written after the row";
        });
      }
}

TEST(PlanesKernels, ARowGetsTheSameBitsInEveryDenseBatch) {
  constexpr size_t kRows = 200;
  constexpr size_t kInputs = 700;
  for (const size_t outputs : {1u, 40u, 130u}) {
    const Floats in = random_floats(kRows * kInputs, 34);
    const Floats weights = random_floats(outputs * kInputs, 35);
    with_every_table([&](const PlanesKernels& table) {
      Floats packed(table.dense_size(outputs, kInputs));
      table.pack_dense(packed.data(), weights.data(), outputs, kInputs);
      const size_t stride = padded_channels(outputs);
      Floats all(kRows * stride);
      Floats part(kRows * stride);
      const Finish finish{nullptr, nullptr, PlaneActivation::Tanh};
      table.dense(all.data(), stride, in.data(), kInputs, packed.data(), finish, kRows, outputs, kInputs);
      for (const size_t batch : kBatches) {
        for (size_t r = 0; r < kRows; r += batch)
          table.dense(part.data() + r * stride, stride, in.data() + r * kInputs, kInputs, packed.data(),
                      finish, std::min(batch, kRows - r), outputs, kInputs);
        EXPECT_TRUE(same_bits(part.data(), all.data(), all.size())) << batch;
      }
    });
  }
}

TEST(PlanesKernels, DenseBackwardIsTheTransposedMatrix) {
  constexpr size_t kOutputs = 19;
  constexpr size_t kInputs = 37;
  constexpr size_t kRows = 7;
  const Floats weights = random_floats(kOutputs * kInputs, 36);
  const Floats gradient = random_floats(kRows * kOutputs, 37);
  Floats expected(kRows * padded_channels(kInputs));
  for (size_t r = 0; r < kRows; ++r)
    for (size_t i = 0; i < kInputs; ++i)
      for (size_t o = 0; o < kOutputs; ++o)
        expected[r * padded_channels(kInputs) + i] += gradient[r * kOutputs + o] * weights[o * kInputs + i];
  with_every_table([&](const PlanesKernels& table) {
    Floats packed(table.dense_size(kInputs, kOutputs));
    table.pack_dense_backward(packed.data(), weights.data(), kOutputs, kInputs);
    Floats out(expected.size());
    table.dense(out.data(), padded_channels(kInputs), gradient.data(), kOutputs, packed.data(), {}, kRows,
                kInputs, kOutputs);
    EXPECT_LT(difference(out, expected, kInputs, padded_channels(kInputs)), 1e-5);
  });
}

TEST(PlanesKernels, ProductsOfMatricesHaveAnySizeAndAnyStrides) {
  for (const size_t m : {1u, 5u, 64u, 199u})
    for (const size_t n : {1u, 15u, 16u, 50u})
      for (const size_t k : {0u, 1u, 32u, 300u})
        for (int turned = 0; turned < 8; ++turned) {
          const bool a_turned = (turned & 1) != 0;
          const bool b_turned = (turned & 2) != 0;
          const bool add = (turned & 4) != 0;
          const Floats a = random_floats((m + 1) * (k + 1), 40);
          const Floats b = random_floats((n + 2) * (k + 2), 41);
          const MatrixView left{a.data(), a_turned ? 1 : k + 1, a_turned ? m + 1 : 1};
          const MatrixView right{b.data(), b_turned ? 1 : n + 2, b_turned ? k + 2 : 1};
          const size_t stride = n + 3;
          const Floats before = random_floats(m * stride, 42);
          Floats expected = before;
          for (size_t i = 0; i < m; ++i)
            for (size_t j = 0; j < n; ++j) {
              double sum = add ? static_cast<double>(before[i * stride + j]) : 0;
              for (size_t l = 0; l < k; ++l)
                sum += static_cast<double>(left.data[i * left.row + l * left.column]) *
                       static_cast<double>(right.data[l * right.row + j * right.column]);
              expected[i * stride + j] = static_cast<float>(sum);
            }
          with_every_table([&](const PlanesKernels& table) {
            Floats scratch(table.multiply_scratch(), NAN);
            Floats found = before;
            table.multiply(found.data(), stride, left, right, m, n, k, add, scratch.data());
            ASSERT_LT(difference(found, expected), 1e-5) << m << " " << n << " " << k << " " << turned;
          });
        }
}

// ---- rows ----

TEST(PlanesKernels, RowsOfSoftmaxAndTheirGradientsAreTheSpecification) {
  for (const size_t length : {1u, 7u, 64u, 1858u}) {
    constexpr size_t kRows = 3;
    const size_t stride = length + 2;
    const Floats values = random_floats(kRows * stride, 50);
    const Floats added = random_floats(kRows * length, 51);
    const Floats slopes = random_floats(kRows * stride, 52);
    Floats expected = values;
    kPlanesScalar.softmax(expected.data(), stride, 3.0f, added.data(), kRows, length);
    Floats expected_slopes = slopes;
    kPlanesScalar.softmax_gradient(expected_slopes.data(), expected.data(), stride, kRows, length);
    float total = 0;
    for (size_t j = 0; j < length; ++j) total += expected[j];
    EXPECT_NEAR(total, 1, 1e-5);
    with_every_table([&](const PlanesKernels& table) {
      Floats found = values;
      table.softmax(found.data(), stride, 3.0f, added.data(), kRows, length);
      EXPECT_LT(difference(found, expected), 1e-6) << length;
      Floats gradient = slopes;
      table.softmax_gradient(gradient.data(), found.data(), stride, kRows, length);
      EXPECT_LT(difference(gradient, expected_slopes), 1e-5) << length;
    });
  }
}

TEST(PlanesKernels, LayerNormAndItsGradientAreTheSpecification) {
  for (const size_t length : {3u, 17u, 64u, 130u}) {
    constexpr size_t kRows = 5;
    const size_t stride = padded_channels(length);
    const Floats x = random_rows(kRows, length, 60);
    const Floats y = random_rows(kRows, length, 61);
    const Floats gamma = random_channels(length, 62);
    const Floats beta = random_channels(length, 63);
    const Floats slopes = random_rows(kRows, length, 64);
    const auto run = [&](const PlanesKernels& table) {
      Floats out(x.size());
      Floats z(x.size());
      table.layer_norm(out.data(), z.data(), x.data(), y.data(), 0.7f, gamma.data(), beta.data(), 1e-3f,
                       stride, kRows, length);
      Floats gradient = slopes;
      Floats gamma_gradient(stride, 0.5f);
      Floats beta_gradient(stride, -0.5f);
      table.layer_norm_gradient(gradient.data(), z.data(), gamma.data(), 1e-3f, gamma_gradient.data(),
                                beta_gradient.data(), stride, kRows, length);
      Floats in_place = x;
      table.layer_norm(in_place.data(), nullptr, in_place.data(), y.data(), 0.7f, gamma.data(), beta.data(),
                       1e-3f, stride, kRows, length);
      EXPECT_EQ(in_place, out);
      return std::vector<Floats>{out, z, gradient, gamma_gradient, beta_gradient};
    };
    const std::vector<Floats> expected = run(kPlanesScalar);
    with_every_table([&](const PlanesKernels& table) {
      const std::vector<Floats> found = run(table);
      for (size_t i = 0; i < found.size(); ++i)
        EXPECT_LT(difference(found[i], expected[i], length, stride), 2e-5) << length << " " << i;
    });
  }
}

TEST(PlanesKernels, TheGradientOfLayerNormIsThatOfDifferences) {
  constexpr size_t kLength = 5;
  const Floats z = random_rows(1, kLength, 65);
  const Floats gamma = random_channels(kLength, 66);
  const Floats beta = random_channels(kLength, 67);
  const Floats slopes = random_rows(1, kLength, 68);
  const auto loss = [&](const Floats& row) {
    Floats out(row.size());
    kPlanesScalar.layer_norm(out.data(), nullptr, row.data(), nullptr, 0, gamma.data(), beta.data(), 1e-3f,
                             16, 1, kLength);
    double sum = 0;
    for (size_t j = 0; j < kLength; ++j) sum += static_cast<double>(out[j]) * static_cast<double>(slopes[j]);
    return sum;
  };
  Floats gradient = slopes;
  Floats unused(16);
  kPlanesScalar.layer_norm_gradient(gradient.data(), z.data(), gamma.data(), 1e-3f, unused.data(),
                                    unused.data(), 16, 1, kLength);
  for (size_t j = 0; j < kLength; ++j) {
    constexpr float kStep = 1e-2f;
    Floats up = z;
    Floats down = z;
    up[j] += kStep;
    down[j] -= kStep;
    const double expected = (loss(up) - loss(down)) / (2 * static_cast<double>(kStep));
    EXPECT_NEAR(static_cast<double>(gradient[j]), expected, 2e-3) << j;
  }
}

TEST(PlanesKernels, ActivationsAndTheirSlopesAreTheSpecification) {
  Floats in;
  for (int i = -3000; i <= 3001; ++i) in.push_back(static_cast<float>(i) * 0.01f);
  for (const float far : {-200.0f, 200.0f, 1e6f, -1e6f}) in.push_back(far);
  const Floats slopes = random_floats(in.size(), 70);
  for (const PlaneActivation activation : kActivations) {
    Floats expected(in.size());
    kPlanesScalar.activate(expected.data(), in.data(), in.size(), activation);
    Floats expected_slopes = slopes;
    kPlanesScalar.activate_gradient(expected_slopes.data(), in.data(), in.size(), activation);
    with_every_table([&](const PlanesKernels& table) {
      Floats out(in.size());
      table.activate(out.data(), in.data(), in.size(), activation);
      Floats gradient = slopes;
      table.activate_gradient(gradient.data(), in.data(), in.size(), activation);
      for (size_t i = 0; i < in.size(); ++i) {
        ASSERT_NEAR(out[i], expected[i], 1e-6f + 2e-6f * std::abs(expected[i]))
            << static_cast<int>(activation) << " of " << in[i];
        ASSERT_NEAR(gradient[i], expected_slopes[i], 1e-5f + 2e-6f * std::abs(expected_slopes[i]))
            << static_cast<int>(activation) << "' of " << in[i];
      }
    });
  }
}

TEST(PlanesKernels, SlopesOfActivationsAreThoseOfDifferences) {
  for (const PlaneActivation activation : kActivations)
    for (const float x : {-3.0f, -1.0f, -0.3f, 0.2f, 1.0f, 4.0f}) {
      const auto value = [&](float at) {
        float out = 0;
        kPlanesScalar.activate(&out, &at, 1, activation);
        return static_cast<double>(out);
      };
      float slope = 1;
      kPlanesScalar.activate_gradient(&slope, &x, 1, activation);
      EXPECT_NEAR(static_cast<double>(slope), (value(x + 0.01f) - value(x - 0.01f)) / 0.02, 1e-3)
          << static_cast<int>(activation) << " at " << x;
    }
}

TEST(PlanesKernels, NotANumberStaysNotANumber) {
  with_every_table([&](const PlanesKernels& table) {
    for (const PlaneActivation activation : {PlaneActivation::Linear, PlaneActivation::Relu}) {
      Floats values(5, NAN);
      table.activate(values.data(), values.data(), values.size(), activation);
      for (const float value : values) EXPECT_TRUE(std::isnan(value));
    }
    Floats in(kSquares * 16, NAN);
    const Floats out =
        convolved(table, in, Floats(kTaps, 1.0f), {nullptr, nullptr, PlaneActivation::Relu}, 1, 1, 1);
    EXPECT_TRUE(std::isnan(out[0]));
  });
}

// ---- channels ----

TEST(PlanesKernels, ChannelsAreAveragedScaledAndSummed) {
  for (const size_t channels : kChannels) {
    constexpr size_t kBoards = 3;
    constexpr size_t kRows = kBoards * kSquares;
    const size_t width = padded_channels(channels);
    const Floats a = random_rows(kRows, channels, 80);
    const Floats b = random_rows(kRows, channels, 81);
    const Floats a_scale = random_channels(channels, 82);
    const Floats b_scale = random_channels(channels, 83);
    const Floats shift = random_channels(channels, 84);
    const auto run = [&](const PlanesKernels& table) {
      std::vector<Floats> results;
      Floats averages(kBoards * width);
      table.average(averages.data(), a.data(), kBoards, channels);
      results.push_back(averages);
      for (const PlaneActivation activation :
           {PlaneActivation::Linear, PlaneActivation::Relu, PlaneActivation::Mish}) {
        Floats out(a.size());
        table.scale_channels(out.data(), a.data(), a_scale.data(), b.data(), b_scale.data(), shift.data(),
                             kRows, channels, activation);
        results.push_back(out);
        table.scale_channels(out.data(), a.data(), a_scale.data(), b.data(), nullptr, nullptr, kRows,
                             channels, activation);
        results.push_back(out);
        out = a;
        table.scale_channels(out.data(), out.data(), a_scale.data(), nullptr, nullptr, shift.data(), kRows,
                             channels, activation);
        results.push_back(out);
      }
      Doubles sums(channels, 1);
      Doubles products(channels, 2);
      table.channel_sums(sums.data(), products.data(), a.data(), b.data(), kRows - 1, channels);
      table.channel_sums(sums.data(), nullptr, a.data(), nullptr, kRows, channels);
      Floats both(2 * width);
      for (size_t c = 0; c < channels; ++c) {
        both[c] = static_cast<float>(sums[c]);
        both[width + c] = static_cast<float>(products[c]);
      }
      results.push_back(both);
      Floats added = a;
      table.add_scaled(added.data(), b.data(), -0.3f, added.size() - 3);
      results.push_back(added);
      return results;
    };
    const std::vector<Floats> expected = run(kPlanesScalar);
    with_every_table([&](const PlanesKernels& table) {
      const std::vector<Floats> found = run(table);
      for (size_t i = 0; i < found.size(); ++i)
        EXPECT_LT(difference(found[i], expected[i], channels, width), 1e-5) << channels << " " << i;
    });
  }
}

// ---- bytes ----

std::vector<std::uint8_t> random_bytes(size_t rows, size_t channels, std::uint64_t seed) {
  base::Random random(seed);
  std::vector<std::uint8_t> bytes(rows * padded_channels(channels));
  for (size_t i = 0; i < bytes.size(); ++i)
    if (i % padded_channels(channels) < channels)  // often the largest, which is where 16 bits might overflow
      bytes[i] = static_cast<std::uint8_t>(std::min<std::uint32_t>(random.below(200), kMostPlaneByte));
  return bytes;
}

std::vector<std::int8_t> random_byte_weights(size_t count, std::uint64_t seed) {
  base::Random random(seed);
  std::vector<std::int8_t> weights(count);
  for (std::int8_t& weight : weights)
    weight = static_cast<std::int8_t>(std::clamp(static_cast<int>(random.below(400)) - 200, -127, 127));
  return weights;
}

TEST(PlanesKernels, ConvolutionsOfBytesAreExact) {
  for (const size_t outputs : {1u, 17u, 48u, 64u})
    for (const size_t inputs : {1u, 12u, 17u, 64u})
      for (const size_t boards : {1u, 3u})
        for (const std::uint8_t outside : {std::uint8_t{0}, std::uint8_t{19}}) {
          const std::vector<std::uint8_t> in = random_bytes(boards * kSquares, inputs, 90);
          const std::vector<std::int8_t> weights = random_byte_weights(outputs * inputs * kTaps, 91);
          const auto run = [&](const PlanesKernels& table) {
            std::vector<std::int8_t> packed(table.byte_conv3x3_size(outputs, inputs));
            table.pack_byte_conv3x3(packed.data(), weights.data(), outputs, inputs);
            std::vector<std::uint8_t> scratch(table.byte_scratch(inputs), 99);
            std::vector<std::int32_t> sums(boards * kSquares * padded_channels(outputs), -1);
            table.byte_conv3x3(sums.data(), in.data(), packed.data(), outside, boards, outputs, inputs,
                               scratch.data());
            return sums;
          };
          const std::vector<std::int32_t> expected = run(kPlanesScalar);
          with_every_table([&](const PlanesKernels& table) { EXPECT_EQ(run(table), expected); });
        }
}

TEST(PlanesKernels, DenseLayersOfBytesAreExact) {
  for (const size_t outputs : {1u, 17u, 64u, 100u})
    for (const size_t inputs : {1u, 17u, 700u})
      for (const size_t rows : kBatches) {
        const std::vector<std::uint8_t> in = random_bytes(rows, inputs, 92);
        const std::vector<std::int8_t> weights = random_byte_weights(outputs * inputs, 93);
        const auto run = [&](const PlanesKernels& table) {
          std::vector<std::int8_t> packed(table.byte_dense_size(outputs, inputs));
          table.pack_byte_dense(packed.data(), weights.data(), outputs, inputs);
          std::vector<std::int32_t> sums(rows * padded_channels(outputs), -1);
          table.byte_dense(sums.data(), in.data(), padded_channels(inputs), packed.data(), rows, outputs,
                           inputs);
          return sums;
        };
        std::vector<std::int32_t> expected(rows * padded_channels(outputs));
        for (size_t r = 0; r < rows; ++r)
          for (size_t o = 0; o < outputs; ++o)
            for (size_t i = 0; i < inputs; ++i)
              expected[r * padded_channels(outputs) + o] +=
                  in[r * padded_channels(inputs) + i] * weights[o * inputs + i];
        with_every_table([&](const PlanesKernels& table) { EXPECT_EQ(run(table), expected); });
      }
}

TEST(PlanesKernels, SumsOfBytesBecomeTheSameBytesInEveryTable) {
  constexpr size_t kRows = 70;
  constexpr size_t kOutputs = 17;
  const size_t width = padded_channels(kOutputs);
  base::Random random(94);
  std::vector<std::int32_t> sums(kRows * width);
  for (std::int32_t& sum : sums) sum = static_cast<std::int32_t>(random.below(200000)) - 100000;
  Floats scale = random_channels(kOutputs, 95);
  for (float& value : scale) value *= 1e-4f;
  const Floats bias = random_channels(kOutputs, 96);
  const Floats residual = random_rows(kRows, kOutputs, 97);
  for (const PlaneActivation activation : kActivations)
    for (const float* added : {static_cast<const float*>(nullptr), residual.data()}) {
      const ByteFinish finish{scale.data(), bias.data(), added, activation, 20.0f, 30};
      std::vector<std::uint8_t> expected(sums.size());
      Floats expected_floats(sums.size());
      kPlanesScalar.finish_sums(expected_floats.data(), expected.data(), sums.data(), finish, kRows,
                                kOutputs);
      const bool exact = activation == PlaneActivation::Linear || activation == PlaneActivation::Relu;
      with_every_table([&](const PlanesKernels& table) {
        std::vector<std::uint8_t> bytes(sums.size());
        Floats floats(sums.size());
        table.finish_sums(floats.data(), nullptr, sums.data(), finish, kRows, kOutputs);
        table.finish_sums(nullptr, bytes.data(), sums.data(), finish, kRows, kOutputs);
        for (size_t i = 0; i < bytes.size(); ++i) {
          if (i % width >= kOutputs) continue;
          ASSERT_LE(std::abs(bytes[i] - expected[i]), exact ? 0 : 1) << i;
          ASSERT_NEAR(floats[i], expected_floats[i], exact ? 0 : 1e-4) << i;
        }
      });
    }
}

TEST(PlanesKernels, FloatsAreRoundedToTheNearestByteAndClipped) {
  const Floats values = {0.0f,  0.5f,   1.5f,  2.5f,   2.4f,   2.6f,  -1.0f,
                         -0.4f, 200.0f, 1e20f, -1e20f, 126.5f, 127.5f};
  const std::vector<std::uint8_t> expected = {0, 0, 2, 2, 2, 3, 0, 0, 127, 127, 0, 126, 127};
  with_every_table([&](const PlanesKernels& table) {
    std::vector<std::uint8_t> bytes(values.size());
    table.to_bytes(bytes.data(), values.data(), 1.0f, 0, values.size());
    EXPECT_EQ(bytes, expected);
    table.to_bytes(bytes.data(), values.data(), 2.0f, 1, values.size());
    EXPECT_EQ(bytes[1], 2);
    EXPECT_EQ(bytes[7], 0);
  });
}

// ---- the choice ----

TEST(PlanesKernels, TheTableIsNotAboveTheKernelsOfPlayAndScalarMeansTheSpecification) {
  EXPECT_EQ(runnable_planes_kernels().front()->name, "scalar");
  for (const Kernels* limit : runnable_kernels()) {
    const PlanesKernels& chosen = choose_planes_kernels(*limit, nullptr);
    const bool has_own = (limit->name.starts_with("avx") || limit->name.starts_with("neon")) &&
                         runnable_planes_kernels().size() > 2;
    EXPECT_EQ(chosen.name, has_own ? limit->name : "portable");
  }
  EXPECT_EQ(choose_planes_kernels(kScalarKernels, "scalar").name, "scalar");
}

}  // namespace
}  // namespace tabia::kernels
