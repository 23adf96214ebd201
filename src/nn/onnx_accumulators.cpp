// Networks with accumulators and plain MLPs as ONNX graphs.
//
// The graph has three parts: from planes to indices of active inputs (if the inputs are planes), from
// indices to the raw output, and from there to scores. The middle part computes either with integers, or with
// floats that hold whole numbers wherever the engine has integers.
#include "nn/onnx_accumulators.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "base/text.h"
#include "nn/network_parts.h"
#include "onnx/builder.h"

namespace tabia::nn {
namespace {

using base::concat;
using base::Error;
using base::Result;
using onnx::Builder;
using onnx::ElementType;
using onnx::Shape;
using onnx::Value;
using onnx::whole;

constexpr std::int64_t kPieceSlots = 32;
constexpr std::int64_t kPlaneInputs = 768;

std::int64_t signed_of(std::size_t number) { return static_cast<std::int64_t>(number); }

// A piece on a square for each of the 768 numbers of the planes: P N B R Q K of White, then of Black, a8
// first.
struct PlanePlace {
  Piece piece;
  Square square;
};
PlanePlace place_of(std::int64_t plane_input) {
  const Color color = plane_input < kPlaneInputs / 2 ? Color::White : Color::Black;
  const auto type = chess::kPieceTypes[static_cast<std::size_t>(plane_input / 64 % 6)];
  return {chess::make_piece(color, type), chess::square_at(static_cast<int>(plane_input % 64) ^ 56)};
}

class AccumulatorGraph {
 public:
  AccumulatorGraph(const Network& network, const OnnxOptions& options)
      : network_(network), spec_(network.spec()), options_(options), graph_(spec_.name) {}

  [[nodiscard]] Result<onnx::Model> build();

 private:
  [[nodiscard]] bool is_exact() const { return options_.exact; }
  // Are the sums whole numbers, in floats or not? Then the work after the layers is done in 64 bits, with the
  // engine's rounding.
  [[nodiscard]] bool ends_in_integers() const {
    return is_exact() || (spec_.is_quantised() && spec_.layers.front().storage == Storage::I8);
  }
  // The type that sums are computed in.
  [[nodiscard]] ElementType sum_type() const { return is_exact() ? ElementType::Int32 : ElementType::Float; }
  template <class T = double>
  Value number(T value) {
    return is_exact() ? graph_.number(static_cast<std::int32_t>(value))
                      : graph_.number(static_cast<float>(value));
  }

  // --- inputs
  void take_planes();
  void take_indices();
  [[nodiscard]] Value indices_of(Color perspective, const Value& slots);
  void build_plain_numbers();
  void build_one_sided();

  // --- the layers
  [[nodiscard]] Value accumulated(const Value& indices, const Value& relations);
  [[nodiscard]] Value accumulator_bias();
  [[nodiscard]] Value wrapped(const Value& sums);
  [[nodiscard]] bool may_wrap() const;
  [[nodiscard]] Value summed_rows(std::string_view tensor, const Value& indices, ElementType type);
  [[nodiscard]] Value activated(const Value& sums, Activation activation, int limit, int shift);
  [[nodiscard]] Value float_activated(const Value& sums, Activation activation);
  [[nodiscard]] Value joined_sides(const Value& own, const Value& other);
  [[nodiscard]] Value dense(std::size_t layer, const Value& in, ElementType type);
  [[nodiscard]] Value of_head(const Value& all, std::size_t width);
  [[nodiscard]] Value column(const Value& matrix, std::int64_t index);
  [[nodiscard]] Value direct_output(const Value& own, const Value& other);
  [[nodiscard]] Value layered_output(const Value& own, const Value& other);
  [[nodiscard]] Value float_output(Value values);
  [[nodiscard]] Value clipped(const Value& sums, int shift);
  [[nodiscard]] Value squared(const Value& sums, int shift);
  [[nodiscard]] Value straight(const Value& sum, int shift);
  [[nodiscard]] Value scaled(const Value& sum, std::int64_t factor, std::int64_t divisor);
  [[nodiscard]] Value piece_square_part();

  // --- outputs
  void give_scores(const Value& raw);
  void give_exact_scores(const Value& raw);
  void give_centipawns(const Value& score);

  const Network& network_;
  const ModelSpec& spec_;
  OnnxOptions options_;
  Builder graph_;
  Value flat_;         // the planes, [batch, 768]
  Value white_;        // [batch, 1]
  Value own_;          // [batch, slots]
  Value other_;        // the same
  Value own_pairs_;    // of relations
  Value other_pairs_;  // the same
  Value bias_;         // of the accumulator
  Value head_;         // [batch, 1]; empty: there is one head
};

const std::vector<onnx::Dimension> kBatchOfOne = {{-1, "batch"}, {1, ""}};

// --- inputs

Value AccumulatorGraph::indices_of(Color perspective, const Value& slots) {
  const FeatureSet& features = network_.features();
  // Contexts of the king's square, and one table of local indices for each flip.
  std::vector<std::int64_t> first_rows;
  std::vector<std::int64_t> tables;
  std::vector<std::uint8_t> flips;
  std::vector<std::int64_t> local;
  constexpr std::int64_t kNowhere = std::int64_t{1} << 40;
  for (std::int64_t place = 0; place < 64; ++place) {
    const FeatureContext context = features.context(perspective, place_of(place).square);
    first_rows.push_back(context.first_row);
    auto known = std::find(flips.begin(), flips.end(), context.flip);
    if (known == flips.end()) {
      const FeatureContext flipped{0, context.flip};
      for (std::int64_t input = 0; input < kPlaneInputs; ++input) {
        const auto [piece, square] = place_of(input);
        local.push_back(features.has_input(piece) ? features.index(perspective, flipped, piece, square)
                                                  : kNowhere);
      }
      local.push_back(kNowhere);  // no piece
      flips.push_back(context.flip);
      known = flips.end() - 1;
    }
    tables.push_back((known - flips.begin()) * (kPlaneInputs + 1));
  }
  const char* side = perspective == Color::White ? "white" : "black";
  const std::int64_t king_plane = perspective == Color::White ? 5 : 11;
  const Value king =
      graph_.node("ArgMax",
                  {graph_.node("Slice", {flat_, graph_.list({64 * king_plane}),
                                         graph_.list({64 * king_plane + 64}), graph_.list({1})})},
                  {whole("axis", 1), whole("keepdims", 1)});
  const Value first =
      graph_.node("Gather", {graph_.constant(concat(side, "/first_row"), {64}, first_rows), king});
  const Value table = graph_.node("Gather", {graph_.constant(concat(side, "/table"), {64}, tables), king});
  const Value inputs =
      graph_.node("Gather", {graph_.constant(concat(side, "/inputs"), {signed_of(local.size())}, local),
                             graph_.node("Add", {slots, table})});
  return graph_.node("Min",
                     {graph_.node("Add", {inputs, first}), graph_.number(std::int64_t{features.rows()})});
}

void AccumulatorGraph::take_planes() {
  const Value planes =
      graph_.input("planes", ElementType::Float, {{-1, "batch"}, {12, ""}, {8, ""}, {8, ""}},
                   "1 where a piece is: P N B R Q K of White, then of Black; rank 8 first, file a first");
  if (options_.inputs != OnnxInputs::Pieces)
    white_ = graph_.input("white_to_move", ElementType::Float, kBatchOfOne, "1 if White is to move, else 0");
  flat_ = graph_.node("Flatten", {planes}, {whole("axis", 1)});
  if (!spec_.perspective) return;
  const std::vector<Value> top =
      graph_.nodes("TopK", 2, {flat_, graph_.list({kPieceSlots})}, {whole("axis", 1)});
  const Value is_piece = graph_.node("Greater", {top[0], graph_.number(0.5f)});
  const Value slots = graph_.node("Where", {is_piece, top[1], graph_.number(kPlaneInputs)});
  const Value is_white = graph_.node("Greater", {white_, graph_.number(0.5f)});
  const Value of_white = indices_of(Color::White, slots);
  const Value of_black = indices_of(Color::Black, slots);
  own_ = graph_.node("Where", {is_white, of_white, of_black});
  other_ = graph_.node("Where", {is_white, of_black, of_white});
  if (spec_.output.heads == 1) return;
  std::vector<std::int64_t> heads(kPieceSlots + 1, 0);
  for (int count = 2; count <= kPieceSlots; ++count)
    heads[static_cast<std::size_t>(count)] = output_bucket(spec_.output.buckets, spec_.output.heads, count);
  const Value count = graph_.node("ReduceSum", {flat_, graph_.list({1})}, {whole("keepdims", 1)});
  const Value bounded =
      graph_.node("Clip", {count, graph_.number(0.0f), graph_.number(static_cast<float>(kPieceSlots))});
  head_ = graph_.node("Gather", {graph_.constant("heads", {signed_of(heads.size())}, heads),
                                 graph_.cast(bounded, ElementType::Int64)});
}

void AccumulatorGraph::take_indices() {
  const auto list = [&](const std::string& name, std::int64_t size, const std::string& meaning) {
    return graph_.input(name, ElementType::Int64, {{-1, "batch"}, {size, size < 0 ? "pairs" : ""}}, meaning);
  };
  const std::string padding = concat(", padded with ", network_.features().rows());
  own_ = list("own", kPieceSlots, concat("active inputs seen by the side to move", padding));
  other_ = list("other", kPieceSlots, concat("active inputs seen by the other side", padding));
  if (const RelationSet* relations = network_.relations()) {
    const std::string filler = concat(", padded with ", relations->rows());
    own_pairs_ = list("own_relations", -1, concat("active relation inputs seen by the side to move", filler));
    other_pairs_ =
        list("other_relations", -1, concat("active relation inputs seen by the other side", filler));
  }
  if (spec_.output.heads > 1)
    head_ = graph_.input("head", ElementType::Int64, kBatchOfOne, "which output head the position uses");
}

// --- the first layer

// The rows of a tensor as the graph keeps them, with a row of zeros at the end for padding.
template <class T>
Value padded_rows(Builder& graph, const Tensor& tensor) {
  const auto values = tensor.values<T>();
  std::vector<T> rows(values.begin(), values.end());
  rows.resize(rows.size() + tensor.spec().columns, T{0});
  return graph.constant<T>(tensor.spec().name,
                           {signed_of(tensor.spec().rows + 1), signed_of(tensor.spec().columns)}, rows);
}

Value AccumulatorGraph::summed_rows(std::string_view name, const Value& indices, ElementType type) {
  const Tensor& tensor = network_.tensor(name);
  const std::string key = std::string(name);
  Value table = concat("constant/", key);
  bool is_known = false;
  for (const onnx::Constant& constant : graph_.model().constants)
    is_known = is_known || constant.name == table;
  if (!is_known) {
    switch (tensor.spec().storage) {
      case Storage::I16:
        table = padded_rows<std::int16_t>(graph_, tensor);
        break;
      case Storage::I8:
        table = padded_rows<std::int8_t>(graph_, tensor);
        break;
      case Storage::I32:
        table = padded_rows<std::int32_t>(graph_, tensor);
        break;
      default:
        table = padded_rows<float>(graph_, tensor);
        break;
    }
  }
  Value rows = graph_.node("Gather", {table, indices});
  const bool same = (tensor.spec().storage == Storage::F32 && type == ElementType::Float) ||
                    (tensor.spec().storage == Storage::I32 && type == ElementType::Int32);
  if (!same) rows = graph_.cast(rows, type);
  return graph_.node("ReduceSum", {rows, graph_.list({1})}, {whole("keepdims", 0)});
}

// Can the 16-bit sums of the engine overflow with any 32 rows?
bool AccumulatorGraph::may_wrap() const {
  if (network_.relations()) return true;
  const auto width = static_cast<std::size_t>(spec_.accumulator.width);
  const auto weights = network_.tensor("accumulator.weights").values<std::int16_t>();
  const auto bias = network_.tensor("accumulator.bias").values<std::int16_t>();
  const std::size_t rows = weights.size() / width;
  std::vector<int> largest(rows);
  for (std::size_t column = 0; column < width; ++column) {
    for (std::size_t row = 0; row < rows; ++row) largest[row] = std::abs(weights[row * width + column]);
    const auto most = static_cast<std::ptrdiff_t>(std::min<std::size_t>(kPieceSlots, rows));
    std::nth_element(largest.begin(), largest.begin() + most - 1, largest.end(), std::greater<>());
    int sum = std::abs(bias[column]);
    for (std::ptrdiff_t i = 0; i < most; ++i) sum += largest[static_cast<std::size_t>(i)];
    if (sum > 32767) return true;
  }
  return false;
}

// As the engine's 16-bit sums do.
Value AccumulatorGraph::wrapped(const Value& sums) {
  const Value half = graph_.number(std::int32_t{32768});
  const Value rest =
      graph_.node("Mod", {graph_.node("Add", {sums, half}), graph_.number(std::int32_t{65536})});
  return graph_.node("Sub", {rest, half});
}

Value AccumulatorGraph::accumulator_bias() {
  const Tensor& bias = network_.tensor("accumulator.bias");
  std::vector<float> floats;
  std::vector<std::int32_t> integers;
  for (std::size_t i = 0; i < bias.spec().size(); ++i) {
    floats.push_back(static_cast<float>(bias.stored(i)));
    integers.push_back(static_cast<std::int32_t>(bias.stored(i)));
  }
  const Shape shape = {1, signed_of(floats.size())};
  return is_exact() ? graph_.constant("accumulator.bias", shape, integers)
                    : graph_.constant("accumulator.bias", shape, floats);
}

Value AccumulatorGraph::accumulated(const Value& indices, const Value& relations) {
  Value sums = summed_rows("accumulator.weights", indices, sum_type());
  if (!relations.empty())
    sums = graph_.node("Add", {sums, summed_rows("relations.weights", relations, sum_type())});
  if (bias_.empty()) bias_ = accumulator_bias();
  sums = graph_.node("Add", {sums, bias_});
  return is_exact() && may_wrap() ? wrapped(sums) : sums;
}

// Whole numbers: clipped, multiplied, and shifted to the right.
Value AccumulatorGraph::activated(const Value& sums, Activation activation, int limit, int shift) {
  const Value bounded = graph_.node("Clip", {sums, number(0), number(limit)});
  Value product = bounded;
  if (activation == Activation::Pairwise) {
    const std::vector<Value> halves = graph_.nodes("Split", 2, {bounded}, {whole("axis", 1)});
    product = graph_.node("Mul", {halves[0], halves[1]});
  } else if (activation != Activation::Clipped) {
    product = graph_.node("Mul", {bounded, bounded});
  }
  if (shift == 0) return product;
  const Value parts = graph_.node("Div", {product, number(1 << shift)});
  return is_exact() ? parts : graph_.node("Floor", {parts});
}

Value AccumulatorGraph::joined_sides(const Value& own, const Value& other) {
  return graph_.node("Concat", {own, other}, {whole("axis", 1)});
}

// --- the other layers

// From [batch, heads * width] to [batch, width]: the values of the position's head.
Value AccumulatorGraph::of_head(const Value& all, std::size_t width) {
  if (head_.empty()) return all;
  const Value by_head =
      graph_.node("Reshape", {all, graph_.list({-1, spec_.output.heads, signed_of(width)})});
  return graph_.node("GatherND", {by_head, head_}, {whole("batch_dims", 1)});
}

// Layer `layer` with its bias, [batch, width], in the given type; inputs must have it.
Value AccumulatorGraph::dense(std::size_t layer, const Value& in, ElementType type) {
  const std::string name = concat("layer", layer + 1);
  const Tensor& weights = network_.tensor(concat(name, ".weights"));
  const Tensor& bias = network_.tensor(concat(name, ".bias"));
  const std::size_t rows = weights.spec().rows;
  const std::size_t columns = weights.spec().columns;
  const auto width = static_cast<std::size_t>(spec_.layers[layer].width);
  const auto constants = [&](auto zero) {
    using T = decltype(zero);
    std::vector<T> turned(rows * columns);
    std::vector<T> addends(bias.spec().size());
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t c = 0; c < columns; ++c)
        turned[c * rows + r] = static_cast<T>(weights.stored(r * columns + c));
    for (std::size_t i = 0; i < addends.size(); ++i) addends[i] = static_cast<T>(bias.stored(i));
    return std::pair(graph_.constant(concat(name, ".weights"), {signed_of(columns), signed_of(rows)}, turned),
                     graph_.constant(concat(name, ".bias"), {1, signed_of(rows)}, addends));
  };
  const auto [matrix, addend] = type == ElementType::Float   ? constants(float{})
                                : type == ElementType::Int32 ? constants(std::int32_t{})
                                                             : constants(std::int64_t{});
  return of_head(graph_.node("Add", {graph_.node("MatMul", {in, matrix}), addend}), width);
}

Value AccumulatorGraph::column(const Value& matrix, std::int64_t index) {
  return graph_.node("Slice", {matrix, graph_.list({index}), graph_.list({index + 1}), graph_.list({1})});
}

// One layer of 16-bit weights. The bias isn't part of the division.
Value AccumulatorGraph::direct_output(const Value& own, const Value& other) {
  const Activation activation = spec_.accumulator.activation;
  const int limit = spec_.accumulator.scale;
  const Value values =
      joined_sides(activated(own, activation, limit, 0), activated(other, activation, limit, 0));
  const Tensor& weights = network_.tensor("layer1.weights");
  const Tensor& bias = network_.tensor("layer1.bias");
  const std::size_t heads = weights.spec().rows;
  const std::size_t columns = weights.spec().columns;
  const bool divides = activation != Activation::Clipped;  // else the engine multiplies by the limit first
  const auto output = [&](auto zero, const Value& in) {
    using T = decltype(zero);
    std::vector<T> turned(heads * columns);
    std::vector<T> addends(heads);
    for (std::size_t r = 0; r < heads; ++r) {
      for (std::size_t c = 0; c < columns; ++c)
        turned[c * heads + r] = static_cast<T>(weights.stored(r * columns + c));
      addends[r] = static_cast<T>(bias.stored(r));
    }
    Value sums = graph_.node(
        "MatMul", {in, graph_.constant("layer1.weights", {signed_of(columns), signed_of(heads)}, turned)});
    if (divides) sums = graph_.node("Div", {sums, graph_.number(static_cast<T>(limit))});
    return graph_.node("Add", {sums, graph_.constant("layer1.bias", {1, signed_of(heads)}, addends)});
  };
  const Value all =
      is_exact() ? output(std::int64_t{}, graph_.cast(values, ElementType::Int64)) : output(float{}, values);
  return of_head(all, 1);
}

// Sums of a layer to bytes.
Value AccumulatorGraph::clipped(const Value& sums, int shift) {
  if (is_exact()) {
    const Value bounded = graph_.node("Clip", {sums, number(0), number((128 << shift) - 1)});
    return graph_.node("Div", {bounded, number(1 << shift)});
  }
  const Value parts = graph_.node("Floor", {graph_.node("Div", {sums, number(1 << shift)})});
  return graph_.node("Clip", {parts, number(0), number(127)});
}

// Squares need more bits than a float or a 32-bit integer has.
Value AccumulatorGraph::squared(const Value& sums, int shift) {
  const auto most = static_cast<double>(128 << shift);
  const Value bounded =
      graph_.cast(graph_.node("Clip", {sums, number(-most), number(most)}), ElementType::Int64);
  const Value square = graph_.node("Mul", {bounded, bounded});
  const Value parts = graph_.node("Div", {square, graph_.number(std::int64_t{1} << (2 * shift + 7))});
  return graph_.cast(graph_.node("Min", {parts, graph_.number(std::int64_t{127})}), sum_type());
}

// What a sum of the first layer adds directly to the result (Network::straight), in 64 bits or floats.
Value AccumulatorGraph::straight(const Value& sum, int shift) {
  if (spec_.arithmetic == Arithmetic::Stockfish19) return sum;
  return scaled(sum, network_.raw_factor(), std::int64_t{byte_one(spec_.arithmetic)} << shift);
}

// sum * factor / divisor, truncated.
Value AccumulatorGraph::scaled(const Value& sum, std::int64_t factor, std::int64_t divisor) {
  return graph_.node("Div", {graph_.node("Mul", {sum, graph_.number(factor)}), graph_.number(divisor)});
}

Value AccumulatorGraph::layered_output(const Value& own, const Value& other) {
  const auto [limit, shift] = byte_transform(spec_.accumulator);
  const Activation activation = spec_.accumulator.activation;
  Value values =
      joined_sides(activated(own, activation, limit, shift), activated(other, activation, limit, shift));
  const auto wide = [&](const Value& value) { return graph_.cast(value, ElementType::Int64); };
  Value past_the_others;
  std::vector<Value> collected;
  for (std::size_t k = 0;; ++k) {
    const bool is_last = k + 1 == spec_.layers.size();
    if (is_last && !collected.empty()) values = graph_.node("Concat", collected, {whole("axis", 1)});
    const Value sums = dense(k, values, sum_type());
    if (is_last) {
      Value whole_sum = wide(sums);
      if (!past_the_others.empty()) whole_sum = graph_.node("Add", {whole_sum, past_the_others});
      if (spec_.arithmetic != Arithmetic::Stockfish19) return whole_sum;
      return scaled(whole_sum, network_.raw_factor(),
                    std::int64_t{byte_one(spec_.arithmetic)} * spec_.layers.back().scale);
    }
    const std::int64_t width = spec_.layers[k].width;
    const int layer_shift = std::countr_zero(static_cast<unsigned>(spec_.layers[k].scale));
    Value used = sums;
    switch (spec_.layers[k].activation) {
      case Activation::Dual:
        past_the_others = straight(wide(column(sums, width - 1)), layer_shift);
        used = graph_.node("Slice", {sums, graph_.list({0}), graph_.list({width - 1}), graph_.list({1})});
        values = joined_sides(squared(used, layer_shift), clipped(used, layer_shift));
        break;
      case Activation::DualAll:
        if (k == 0)
          past_the_others =
              straight(graph_.node("Sub", {wide(column(sums, width - 2)), wide(column(sums, width - 1))}),
                       layer_shift);
        values = joined_sides(squared(used, layer_shift), clipped(used, layer_shift));
        collected.push_back(values);
        break;
      default:
        values = clipped(sums, layer_shift);
        break;
    }
  }
}

Value AccumulatorGraph::piece_square_part() {
  const ElementType type = is_exact() ? ElementType::Int32 : ElementType::Float;
  const auto side = [&](const Value& indices, const Value& relations) {
    Value sums = summed_rows("piece_square", indices, type);
    if (!relations.empty())
      sums = graph_.node("Add", {sums, summed_rows("relations.piece_square", relations, type)});
    const Value of_this_head = of_head(sums, 1);
    return ends_in_integers() ? graph_.cast(of_this_head, ElementType::Int64) : of_this_head;
  };
  const Value difference = graph_.node("Sub", {side(own_, own_pairs_), side(other_, other_pairs_)});
  return ends_in_integers() ? graph_.node("Div", {difference, graph_.number(std::int64_t{2})})
                            : graph_.node("Mul", {difference, graph_.number(0.5f)});
}

// --- networks in floats

Value AccumulatorGraph::float_activated(const Value& sums, Activation activation) {
  const auto bounded = [&](const Value& value) {
    return graph_.node("Clip", {value, graph_.number(0.0f), graph_.number(1.0f)});
  };
  switch (activation) {
    case Activation::Relu:
      return graph_.node("Relu", {sums});
    case Activation::Sigmoid:
      return graph_.node("Sigmoid", {sums});
    case Activation::Tanh:
      return graph_.node("Tanh", {sums});
    case Activation::Clipped:
      return bounded(sums);
    case Activation::ClippedSquared: {
      const Value value = bounded(sums);
      return graph_.node("Mul", {value, value});
    }
    case Activation::Pairwise: {
      const std::vector<Value> halves = graph_.nodes("Split", 2, {bounded(sums)}, {whole("axis", 1)});
      return graph_.node("Mul", {halves[0], halves[1]});
    }
    default:
      return sums;
  }
}

// From the activated values of the first layer to the output.
Value AccumulatorGraph::float_output(Value values) {
  Value past_the_others;
  std::vector<Value> collected;
  const auto doubled = [&](const Value& sums) {
    const Value squares = graph_.node("Min", {graph_.node("Mul", {sums, sums}), graph_.number(1.0f)});
    return joined_sides(squares, float_activated(sums, Activation::Clipped));
  };
  for (std::size_t k = 0; k < spec_.layers.size(); ++k) {
    const std::int64_t width = spec_.layers[k].width;
    if (k + 1 == spec_.layers.size() && !collected.empty())
      values = graph_.node("Concat", collected, {whole("axis", 1)});
    const Value sums = dense(k, values, ElementType::Float);
    const Activation activation = spec_.layers[k].activation;
    if (activation == Activation::Dual) {
      past_the_others = column(sums, width - 1);
      values =
          doubled(graph_.node("Slice", {sums, graph_.list({0}), graph_.list({width - 1}), graph_.list({1})}));
    } else if (activation == Activation::DualAll) {
      if (k == 0) past_the_others = graph_.node("Sub", {column(sums, width - 2), column(sums, width - 1)});
      values = doubled(sums);
      collected.push_back(values);
    } else {
      values = float_activated(sums, activation);
    }
  }
  return past_the_others.empty() ? values : graph_.node("Add", {values, past_the_others});
}

// A matrix product with a bias, in the form that every runtime knows.
Value gemm(Builder& graph, const Value& in, const Value& weights, const Value& bias) {
  std::vector<Value> inputs = {in, weights};
  if (!bias.empty()) inputs.push_back(bias);
  return graph.node("Gemm", inputs, {whole("transB", 1)});
}

// MLPs see the board from White's side: the planes are the inputs, in another order.
void AccumulatorGraph::build_one_sided() {
  const FeatureSet& features = network_.features();
  const FeatureContext context = features.context(Color::White, chess::square_at(0));
  std::vector<std::size_t> order;  // of the network's inputs
  for (std::int64_t input = 0; input < kPlaneInputs; ++input) {
    const auto [piece, square] = place_of(input);
    order.push_back(features.index(Color::White, context, piece, square));
  }
  const bool has_side = features.side_to_move_input() != FeatureSet::kNoInput;
  TABIA_CHECK(order.size() + (has_side ? 1 : 0) == features.rows(), "the planes are all inputs but the side");
  // The rows of these inputs, one for each column of the tensor.
  const auto turned = [&](const std::string& constant, std::string_view name,
                          std::span<const std::size_t> inputs) {
    const Tensor& tensor = network_.tensor(name);
    const std::size_t columns = tensor.spec().columns;
    std::vector<float> rows(columns * inputs.size());
    for (std::size_t c = 0; c < columns; ++c)
      for (std::size_t i = 0; i < inputs.size(); ++i)
        rows[c * inputs.size() + i] = static_cast<float>(tensor.stored(inputs[i] * columns + c));
    return graph_.constant(constant, {signed_of(columns), signed_of(inputs.size())}, rows);
  };
  // The side to move has a separate product: OpenCV refuses to join it to the planes if the batch size is
  // free.
  const auto product = [&](const std::string& name, const Value& bias) {
    const Value planes = gemm(graph_, flat_, turned(name, name, order), bias);
    if (!has_side) return planes;
    const std::size_t side = features.side_to_move_input();
    const Value rows = turned(name + ".white_to_move", name, {&side, 1});
    return graph_.node("Add", {planes, gemm(graph_, white_, rows, {})});
  };
  const auto bias = network_.tensor("accumulator.bias").values<float>();
  const Value sums =
      product("accumulator.weights", graph_.constant("accumulator.bias", {signed_of(bias.size())}, bias));
  Value output = float_output(float_activated(sums, spec_.accumulator.activation));
  if (spec_.piece_square) output = graph_.node("Add", {output, of_head(product("piece_square", {}), 1)});
  if (spec_.output.activation == Activation::Tanh) output = graph_.node("Tanh", {output});
  const Value for_white =
      graph_.node("Mul", {output, graph_.number(static_cast<float>(spec_.output.eval_scale))});
  if (options_.inputs == OnnxInputs::Pieces) {
    graph_.output("white_score", for_white, ElementType::Float, kBatchOfOne, "evaluation units, for White");
    return;
  }
  // 1 for White, -1 for Black.
  const Value sign =
      graph_.node("Sub", {graph_.node("Mul", {white_, graph_.number(2.0f)}), graph_.number(1.0f)});
  const Value score = graph_.node("Mul", {for_white, sign});
  graph_.output("score", score, ElementType::Float, kBatchOfOne, "evaluation units, for the side to move");
  graph_.output("white_score", for_white, ElementType::Float, kBatchOfOne, "the same for White");
  give_centipawns(score);
}

// Networks that have nothing to do with chess.
void AccumulatorGraph::build_plain_numbers() {
  const auto inputs = static_cast<std::size_t>(network_.features().rows());
  const Value in =
      graph_.input("inputs", ElementType::Float, {{-1, "batch"}, {signed_of(inputs), ""}}, "the numbers");
  const auto matrix = [&](std::string_view name) {
    const Tensor& tensor = network_.tensor(name);
    return graph_.constant<float>(name, {signed_of(inputs), signed_of(tensor.spec().columns)},
                                  tensor.values<float>());
  };
  const auto bias = network_.tensor("accumulator.bias").values<float>();
  const Value sums =
      graph_.node("Add", {graph_.node("MatMul", {in, matrix("accumulator.weights")}),
                          graph_.constant("accumulator.bias", {1, signed_of(bias.size())}, bias)});
  Value output = float_output(float_activated(sums, spec_.accumulator.activation));
  if (spec_.piece_square)
    output = graph_.node("Add", {output, graph_.node("MatMul", {in, matrix("piece_square")})});
  output = float_activated(output, spec_.output.activation);
  graph_.output("output",
                graph_.node("Mul", {output, graph_.number(static_cast<float>(spec_.output.eval_scale))}),
                ElementType::Float, kBatchOfOne, "the output after its activation, times eval_scale");
}

// --- outputs

void AccumulatorGraph::give_exact_scores(const Value& raw) {
  graph_.output("raw", raw, ElementType::Int64, kBatchOfOne,
                "the engine's integer output, for the side to move");
  Value score;
  if (spec_.arithmetic != Arithmetic::Tabia) {
    score = graph_.node("Div", {raw, graph_.number(std::int64_t{16})});
  } else {
    Value output =
        graph_.node("Div", {graph_.cast(raw, ElementType::Double), graph_.number(network_.raw_scale())});
    if (spec_.output.activation == Activation::Tanh) output = graph_.node("Tanh", {output});
    const Value units = graph_.node("Mul", {output, graph_.number(spec_.output.eval_scale)});
    score = graph_.cast(graph_.node("Clip", {units, graph_.number(-1e9), graph_.number(1e9)}),
                        ElementType::Int64);
  }
  const auto most = static_cast<std::int64_t>(base::kMaxEvaluation);
  score = graph_.node("Clip", {score, graph_.number(-most), graph_.number(most)});
  graph_.output("score", score, ElementType::Int64, kBatchOfOne, "evaluation units, for the side to move");
}

void AccumulatorGraph::give_scores(const Value& output) {
  double factor = 1.0 / 16;
  if (spec_.arithmetic == Arithmetic::Tabia || !spec_.is_quantised())
    factor = spec_.output.eval_scale / network_.raw_scale();
  const Value raw = ends_in_integers() ? graph_.cast(output, ElementType::Float) : output;
  Value score = raw;
  if (spec_.output.activation == Activation::Tanh) {
    const Value bounded =
        graph_.node("Mul", {raw, graph_.number(static_cast<float>(1 / network_.raw_scale()))});
    score = graph_.node(
        "Mul", {graph_.node("Tanh", {bounded}), graph_.number(static_cast<float>(spec_.output.eval_scale))});
  } else {
    score = graph_.node("Mul", {raw, graph_.number(static_cast<float>(factor))});
  }
  graph_.output("score", score, ElementType::Float, kBatchOfOne, "evaluation units, for the side to move");
  if (options_.inputs == OnnxInputs::Planes) give_centipawns(score);
}

// By the win model: +100 is an even chance to win with this material (docs/units.md).
void AccumulatorGraph::give_centipawns(const Value& score) {
  constexpr std::array<float, 6> kMaterial = {1, 3, 3, 5, 9, 0};
  std::vector<float> values;
  for (std::size_t input = 0; input < static_cast<std::size_t>(kPlaneInputs); ++input)
    values.push_back(kMaterial[input / 64 % 6]);
  const Value counted = gemm(graph_, flat_, graph_.constant("material", {1, kPlaneInputs}, values), {});
  const Value bounded = graph_.node("Clip", {counted, graph_.number(17.0f), graph_.number(78.0f)});
  const Value material = graph_.node("Div", {bounded, graph_.number(58.0f)});
  Value pawn = graph_.node("Mul", {material, graph_.number(static_cast<float>(network_.wdl().a[0]))});
  for (std::size_t i = 1; i < network_.wdl().a.size(); ++i) {
    pawn = graph_.node("Add", {pawn, graph_.number(static_cast<float>(network_.wdl().a[i]))});
    if (i + 1 < network_.wdl().a.size()) pawn = graph_.node("Mul", {pawn, material});
  }
  const Value hundred = graph_.node("Mul", {score, graph_.number(100.0f)});
  graph_.output("cp", graph_.node("Div", {hundred, pawn}), ElementType::Float, kBatchOfOne,
                "centipawns, for the side to move");
}

Result<onnx::Model> AccumulatorGraph::build() {
  if (is_exact() && !spec_.is_quantised())
    return Error{"the exact form is for quantized networks; this one computes in floats (leave out --exact)"};
  if (!spec_.features.is_chess()) {
    if (options_.inputs == OnnxInputs::Indices)
      return Error{"this network has no inputs to list; use --inputs planes"};
    build_plain_numbers();
    return std::move(graph_).take();
  }
  if (options_.inputs == OnnxInputs::Pieces &&
      (spec_.perspective || network_.features().side_to_move_input() != FeatureSet::kNoInput))
    return Error{"this network has to know the side to move; use --inputs planes"};
  if (options_.inputs != OnnxInputs::Indices) {
    if (network_.relations())
      return Error{"threats and pawn pairs can't be computed from planes in a graph; use --inputs indices"};
    take_planes();
  } else {
    if (!spec_.perspective)
      return Error{"an MLP takes planes; --inputs indices is for networks with two perspectives"};
    take_indices();
  }
  if (!spec_.perspective) {
    build_one_sided();
    return std::move(graph_).take();
  }
  const Value own = accumulated(own_, own_pairs_);
  const Value other = accumulated(other_, other_pairs_);
  Value raw;
  if (!spec_.is_quantised()) {
    const Activation activation = spec_.accumulator.activation;
    raw = float_output(joined_sides(float_activated(own, activation), float_activated(other, activation)));
  } else if (spec_.layers.front().storage == Storage::I16) {
    raw = direct_output(own, other);
  } else {
    raw = layered_output(own, other);
  }
  if (spec_.piece_square) raw = graph_.node("Add", {piece_square_part(), raw});
  if (is_exact())
    give_exact_scores(raw);
  else
    give_scores(raw);
  return std::move(graph_).take();
}

}  // namespace

Result<onnx::Model> onnx_of_accumulators(const Network& network, const OnnxOptions& options) {
  return AccumulatorGraph(network, options).build();
}

}  // namespace tabia::nn
