// Networks over planes: evaluations per second of processor time of two networks with random weights, at three
// sizes of batch, one thread, our kernels next to oneDNN's (Debian: libdnnl-dev; left out if it isn't installed).
//
//   cmake --preset native -DTABIA_BENCH=ON && cmake --build build/native --target bench_planes
//   OMP_NUM_THREADS=1 build/native/bench_planes [seconds per measurement, default 1]
//
// The rounds alternate, and the time is the thread's own, so that other programs have little effect. "peak"
// is what a loop of fused products alone reaches in the same round; "of peak" counts the products of direct
// convolution, so Winograd may exceed 100%.
#include "kernels/planes.h"

#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "base/random.h"

#if defined(TABIA_HAS_DNNL)
#include <map>
#include <oneapi/dnnl/dnnl.hpp>
#include <unordered_map>
#if DNNL_VERSION_MAJOR != 2  // 3 has other types, and no Winograd for x86
#undef TABIA_HAS_DNNL
#endif
#endif

namespace {

using namespace tabia::kernels;
using std::size_t;
using Floats = std::vector<float>;

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Floats numbers(size_t count, double scale) {
  tabia::base::Random random(count + 1);
  Floats values(count);
  for (float& value : values) value = static_cast<float>(scale * tabia::base::bell(random));
  return values;
}

// A layer's scale that keeps the size of the numbers.
double scale_of(size_t inputs) { return 1.4 / __builtin_sqrt(static_cast<double>(inputs)); }

// 32 pieces on 12 planes, or eight times that and some full planes on 112.
struct Boards {
  std::vector<std::uint16_t> ones;
  std::vector<FullPlane> full;
  std::vector<SparseBoard> boards;
};
Boards random_boards(size_t count, size_t planes) {
  tabia::base::Random random(7);
  Boards result;
  const size_t history = planes == 12 ? 1 : 8;
  const size_t pieces = 24 * history;
  for (size_t i = 0; i < count * pieces; ++i)
    result.ones.push_back(static_cast<std::uint16_t>(i % pieces / 24 * 13 * 64 + random.below(12 * 64)));
  if (planes == 112) result.full = {{104, 1}, {105, 1}, {106, 1}, {107, 1}, {109, 3}, {111, 1}};
  for (size_t b = 0; b < count; ++b)
    result.boards.push_back(
        {result.ones.data() + b * pieces, pieces, result.full.data(), result.full.size()});
  return result;
}

// A network evaluates the first `batch` of its boards.
struct Network {
  virtual ~Network() = default;
  virtual void evaluate(size_t batch) = 0;
};

constexpr size_t kMostBoards = 256;
constexpr size_t kChunk = 16;  // boards that go through all convolutions together

// ---- our kernels ----

struct Convolution {
  size_t outputs, inputs;
  Floats packed, bias;

  Convolution(const PlanesKernels& k, size_t out, size_t in, bool sparse = false)
      : outputs(out), inputs(in), packed(sparse ? k.sparse_conv3x3_size(out, in) : k.conv3x3_size(out, in)) {
    bias = numbers(padded_channels(out), 0.1);
    const Floats weights = numbers(out * in * kTaps, scale_of(in * kTaps));
    (sparse ? k.pack_sparse_conv3x3 : k.pack_conv3x3)(packed.data(), weights.data(), out, in);
  }
};

struct Dense {
  size_t outputs, inputs;
  Floats packed, bias;

  Dense(const PlanesKernels& k, size_t out, size_t in)
      : outputs(out), inputs(in), packed(k.dense_size(out, in)) {
    bias = numbers(padded_channels(out), 0.1);
    k.pack_dense(packed.data(), numbers(out * in, scale_of(in)).data(), out, in);
  }
  void operator()(const PlanesKernels& k, float* out, const float* in, size_t stride, size_t rows,
                  PlaneActivation activation) const {
    k.dense(out, padded_channels(outputs), in, stride, packed.data(), {bias.data(), nullptr, activation},
            rows, outputs, inputs);
  }
};

constexpr size_t board_floats(size_t channels) { return kSquares * padded_channels(channels); }

class OwnCnn : public Network {
 public:
  explicit OwnCnn(const PlanesKernels& k)
      : k_(k),
        boards_(random_boards(kMostBoards, 12)),
        first_(k, 64, 12, true),
        second_(k, 128, 64),
        third_(k, 128, 128),
        dense_{{k, 256, 8192}, {k, 256, 256}, {k, 1, 256}},
        scratch_(std::max(k.conv3x3_scratch(128, 128), k.sparse_conv3x3_scratch(64, 12))),
        a_(kChunk * board_floats(64)),
        b_(kChunk * board_floats(128)),
        flat_(kMostBoards * 8192),
        h1_(kMostBoards * 256),
        h2_(kMostBoards * 256),
        out_(kMostBoards * 16) {}

  void evaluate(size_t batch) override {
    constexpr auto kRelu = PlaneActivation::Relu;
    for (size_t b = 0; b < batch; b += kChunk) {
      const size_t count = std::min(kChunk, batch - b);
      k_.sparse_conv3x3(a_.data(), boards_.boards.data() + b, first_.packed.data(),
                        {first_.bias.data(), nullptr, kRelu}, count, 64, 12, scratch_.data());
      k_.conv3x3(b_.data(), a_.data(), second_.packed.data(), {second_.bias.data(), nullptr, kRelu}, count,
                 128, 64, scratch_.data());
      k_.conv3x3(flat_.data() + b * 8192, b_.data(), third_.packed.data(),
                 {third_.bias.data(), nullptr, kRelu}, count, 128, 128, scratch_.data());
    }
    dense_[0](k_, h1_.data(), flat_.data(), 8192, batch, kRelu);
    dense_[1](k_, h2_.data(), h1_.data(), 256, batch, kRelu);
    dense_[2](k_, out_.data(), h2_.data(), 256, batch, PlaneActivation::Linear);
  }

 private:
  const PlanesKernels& k_;
  Boards boards_;
  Convolution first_, second_, third_;
  std::vector<Dense> dense_;
  Floats scratch_, a_, b_, flat_, h1_, h2_, out_;
};

// 6x64 with squeeze and excitation as Maia's: policy by convolution, value with three outputs.
class OwnResnet : public Network {
 public:
  explicit OwnResnet(const PlanesKernels& k)
      : k_(k),
        boards_(random_boards(kMostBoards, 112)),
        first_(k, 64, 112, true),
        policy1_(k, 64, 64),
        policy2_(k, 80, 64),
        value_planes_(k, 32, 64),
        value1_(k, 128, 2048),
        value2_(k, 3, 128),
        scratch_(std::max(k.conv3x3_scratch(80, 64), k.sparse_conv3x3_scratch(64, 112))),
        x_(kChunk * board_floats(64)),
        y_(kChunk * board_floats(64)),
        z_(kChunk * board_floats(64)),
        policy_(kChunk * board_floats(80)),
        averages_(kChunk * 64),
        squeezed_(kChunk * 16),
        factors_(kChunk * 128),
        planes_(kChunk * board_floats(32)),
        h_(kChunk * 128),
        value_out_(kChunk * 16) {
    for (int i = 0; i < 6; ++i) {
      blocks_.emplace_back(k, 64, 64);
      blocks_.emplace_back(k, 64, 64);
      squeeze_.emplace_back(k, 8, 64);
      squeeze_.emplace_back(k, 128, 8);
    }
  }

  void evaluate(size_t batch) override {
    for (size_t b = 0; b < batch; b += kChunk) evaluate_chunk(b, std::min(kChunk, batch - b));
  }

 private:
  void evaluate_chunk(size_t b, size_t count) {
    constexpr auto kRelu = PlaneActivation::Relu;
    constexpr auto kLinear = PlaneActivation::Linear;
    k_.sparse_conv3x3(x_.data(), boards_.boards.data() + b, first_.packed.data(),
                      {first_.bias.data(), nullptr, kRelu}, count, 64, 112, scratch_.data());
    for (size_t i = 0; i < 6; ++i) {
      convolve(blocks_[2 * i], y_, x_, kRelu, count);
      convolve(blocks_[2 * i + 1], z_, y_, kLinear, count);
      k_.average(averages_.data(), z_.data(), count, 64);
      squeeze_[2 * i](k_, squeezed_.data(), averages_.data(), 64, count, kRelu);
      squeeze_[2 * i + 1](k_, factors_.data(), squeezed_.data(), 16, count, kLinear);
      for (size_t board = 0; board < count; ++board) {
        float* factors = factors_.data() + board * 128;
        float* x = x_.data() + board * board_floats(64);
        k_.activate(factors, factors, 64, PlaneActivation::Sigmoid);
        k_.scale_channels(x, z_.data() + board * board_floats(64), factors, x, nullptr, factors + 64,
                          kSquares, 64, kRelu);
      }
    }
    convolve(policy1_, y_, x_, kRelu, count);
    convolve(policy2_, policy_, y_, kLinear, count);
    value_planes_(k_, planes_.data(), x_.data(), 64, count * kSquares, kRelu);
    value1_(k_, h_.data(), planes_.data(), 2048, count, kRelu);
    value2_(k_, value_out_.data(), h_.data(), 128, count, kLinear);
  }
  void convolve(const Convolution& c, Floats& out, const Floats& in, PlaneActivation activation,
                size_t count) {
    k_.conv3x3(out.data(), in.data(), c.packed.data(), {c.bias.data(), nullptr, activation}, count, c.outputs,
               c.inputs, scratch_.data());
  }

  const PlanesKernels& k_;
  Boards boards_;
  Convolution first_, policy1_, policy2_;
  Dense value_planes_, value1_, value2_;
  std::vector<Convolution> blocks_;
  std::vector<Dense> squeeze_;
  Floats scratch_, x_, y_, z_, policy_, averages_, squeezed_, factors_, planes_, h_, value_out_;
};

// The CNN in bytes, except for the first layer and the last two.
class OwnByteCnn : public Network {
 public:
  explicit OwnByteCnn(const PlanesKernels& k)
      : k_(k),
        boards_(random_boards(kMostBoards, 12)),
        first_(k, 64, 12, true),
        second_(k.byte_conv3x3_size(128, 64)),
        third_(k.byte_conv3x3_size(128, 128)),
        flat_weights_(k.byte_dense_size(256, 8192)),
        dense_{{k, 256, 256}, {k, 1, 256}},
        scale_(256, 1e-3f),
        scratch_(k.sparse_conv3x3_scratch(64, 12)),
        byte_scratch_(k.byte_scratch(128)),
        a_(board_floats(64)),
        a_bytes_(board_floats(64)),
        b_bytes_(board_floats(128)),
        sums_(std::max(board_floats(128), kMostBoards * 256)),
        flat_(kMostBoards * 8192),
        h1_(kMostBoards * 256),
        h2_(kMostBoards * 256),
        out_(kMostBoards * 16) {
    k.pack_byte_conv3x3(second_.data(), weights(128 * 64 * kTaps).data(), 128, 64);
    k.pack_byte_conv3x3(third_.data(), weights(128 * 128 * kTaps).data(), 128, 128);
    k.pack_byte_dense(flat_weights_.data(), weights(256 * 8192).data(), 256, 8192);
  }

  void evaluate(size_t batch) override {
    constexpr auto kRelu = PlaneActivation::Relu;
    const ByteFinish finish{scale_.data(), nullptr, nullptr, kRelu, 30.0f, 0};
    for (size_t b = 0; b < batch; ++b) {
      k_.sparse_conv3x3(a_.data(), boards_.boards.data() + b, first_.packed.data(),
                        {first_.bias.data(), nullptr, kRelu}, 1, 64, 12, scratch_.data());
      k_.to_bytes(a_bytes_.data(), a_.data(), 30.0f, 0, a_.size());
      k_.byte_conv3x3(sums_.data(), a_bytes_.data(), second_.data(), 0, 1, 128, 64, byte_scratch_.data());
      k_.finish_sums(nullptr, b_bytes_.data(), sums_.data(), finish, kSquares, 128);
      k_.byte_conv3x3(sums_.data(), b_bytes_.data(), third_.data(), 0, 1, 128, 128, byte_scratch_.data());
      k_.finish_sums(nullptr, flat_.data() + b * 8192, sums_.data(), finish, kSquares, 128);
    }
    k_.byte_dense(sums_.data(), flat_.data(), 8192, flat_weights_.data(), batch, 256, 8192);
    k_.finish_sums(h1_.data(), nullptr, sums_.data(), finish, batch, 256);
    dense_[0](k_, h2_.data(), h1_.data(), 256, batch, kRelu);
    dense_[1](k_, out_.data(), h2_.data(), 256, batch, PlaneActivation::Linear);
  }

 private:
  static std::vector<std::int8_t> weights(size_t count) {
    tabia::base::Random random(count);
    std::vector<std::int8_t> values(count);
    for (std::int8_t& value : values)
      value = static_cast<std::int8_t>(static_cast<int>(random.below(255)) - 127);
    return values;
  }

  const PlanesKernels& k_;
  Boards boards_;
  Convolution first_;
  std::vector<std::int8_t> second_, third_, flat_weights_;
  std::vector<Dense> dense_;
  Floats scale_, scratch_;
  std::vector<std::uint8_t> byte_scratch_;
  Floats a_;
  std::vector<std::uint8_t> a_bytes_, b_bytes_;
  std::vector<std::int32_t> sums_;
  std::vector<std::uint8_t> flat_;
  Floats h1_, h2_, out_;
};

// ---- oneDNN ----

#if defined(TABIA_HAS_DNNL)

// A sequence of layers for one size of batch. Winograd convolutions are requested first; the library
// decides about the layouts, and we convert between layers only if they differ.
class DnnlGraph {
 public:
  DnnlGraph(size_t batch, size_t channels)
      : batch_(static_cast<dnnl_dim_t>(batch)),
        current_(filled({batch_, static_cast<dnnl_dim_t>(channels), 8, 8}, tag::nchw)) {}

  // `residual`: an earlier result that is added.
  dnnl::memory convolution(size_t outputs, size_t kernel, bool relu, dnnl::memory* residual = nullptr) {
    const auto out = static_cast<dnnl_dim_t>(outputs);
    const auto side = static_cast<dnnl_dim_t>(kernel);
    const dnnl_dim_t in = current_.get_desc().dims()[1];
    const auto descriptor = [&](dnnl::algorithm algorithm) {
      return dnnl::convolution_forward::desc(
          dnnl::prop_kind::forward_inference, algorithm, any({batch_, in, 8, 8}), any({out, in, side, side}),
          any({out}), any({batch_, out, 8, 8}), {1, 1}, {side / 2, side / 2}, {side / 2, side / 2});
    };
    const dnnl::primitive_attr attributes = finish(relu, residual != nullptr);
    dnnl::convolution_forward::primitive_desc layer;
    try {
      layer = {descriptor(dnnl::algorithm::convolution_winograd), attributes, engine_};
      ++winograd_;
    } catch (const dnnl::error&) {
      layer = {descriptor(dnnl::algorithm::convolution_auto), attributes, engine_};
      ++direct_;
    }
    const dnnl::memory result =
        residual ? as(*residual, layer.dst_desc()) : dnnl::memory(layer.dst_desc(), engine_);
    append(dnnl::convolution_forward(layer), layer, result,
           converted(filled({out, in, side, side}, tag::oihw), layer.weights_desc()));
    return result;
  }

  void dense(size_t outputs, bool relu) {
    const auto out = static_cast<dnnl_dim_t>(outputs);
    const dnnl::memory::dims in = current_.get_desc().dims();
    dnnl::memory::dims shape = in;
    shape[0] = out;
    const dnnl::inner_product_forward::primitive_desc layer(
        dnnl::inner_product_forward::desc(dnnl::prop_kind::forward_inference, any(in), any(shape), any({out}),
                                          any({batch_, out})),
        finish(relu, false), engine_);
    append(dnnl::inner_product_forward(layer), layer, dnnl::memory(layer.dst_desc(), engine_),
           converted(filled(shape, shape.size() == 4 ? tag::oihw : tag::ab), layer.weights_desc()));
  }

  [[nodiscard]] const dnnl::memory& current() const { return current_; }
  void back_to(const dnnl::memory& memory) { current_ = memory; }
  [[nodiscard]] std::string algorithms() const {
    return std::to_string(winograd_) + " by Winograd, " + std::to_string(direct_) + " not";
  }

  void run() {
    for (Step& step : steps_) step.primitive.execute(stream_, step.arguments);
    stream_.wait();
  }

 private:
  using tag = dnnl::memory::format_tag;
  struct Step {
    dnnl::primitive primitive;
    std::unordered_map<int, dnnl::memory> arguments;
  };

  static dnnl::memory::desc any(const dnnl::memory::dims& dims) {
    return {dims, dnnl::memory::data_type::f32, tag::any};
  }
  dnnl::memory filled(const dnnl::memory::dims& dims, tag layout) {
    dnnl::memory memory({dims, dnnl::memory::data_type::f32, layout}, engine_);
    const size_t count = memory.get_desc().get_size() / sizeof(float);
    std::copy_n(numbers(count, 0.05).data(), count, static_cast<float*>(memory.get_data_handle()));
    return memory;
  }
  static dnnl::primitive_attr finish(bool relu, bool sum) {
    dnnl::post_ops operations;
    if (sum) operations.append_sum(1);
    if (relu) operations.append_eltwise(1, dnnl::algorithm::eltwise_relu, 0, 0);
    dnnl::primitive_attr attributes;
    attributes.set_post_ops(operations);
    return attributes;
  }
  // In the requested layout, converted once.
  dnnl::memory converted(dnnl::memory from, const dnnl::memory::desc& wanted) {
    if (from.get_desc() == wanted) return from;
    dnnl::memory to(wanted, engine_);
    dnnl::reorder(from, to).execute(stream_, from, to);
    stream_.wait();
    return to;
  }
  // In the requested layout, converted in every run.
  dnnl::memory as(dnnl::memory from, const dnnl::memory::desc& wanted) {
    if (from.get_desc() == wanted) return from;
    dnnl::memory to(wanted, engine_);
    steps_.push_back({dnnl::reorder(from, to), {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}}});
    return to;
  }
  template <class Layer>
  void append(const dnnl::primitive& primitive, const Layer& layer, const dnnl::memory& out,
              const dnnl::memory& weights) {
    const dnnl::memory in = as(current_, layer.src_desc());
    const dnnl::memory bias = filled(layer.bias_desc().dims(), tag::a);
    steps_.push_back(
        {primitive,
         {{DNNL_ARG_SRC, in}, {DNNL_ARG_WEIGHTS, weights}, {DNNL_ARG_BIAS, bias}, {DNNL_ARG_DST, out}}});
    current_ = out;
  }

  dnnl::engine engine_{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream_{engine_};
  dnnl_dim_t batch_;
  dnnl::memory current_;
  std::vector<Step> steps_;
  int winograd_ = 0;
  int direct_ = 0;
};

class DnnlNetwork : public Network {
 public:
  explicit DnnlNetwork(void (*build)(DnnlGraph&), size_t planes) : build_(build), planes_(planes) {}
  void evaluate(size_t batch) override {
    std::unique_ptr<DnnlGraph>& graph = graphs_[batch];
    if (!graph) {
      graph = std::make_unique<DnnlGraph>(batch, planes_);
      build_(*graph);
      std::printf("oneDNN: convolutions %s\n", graph->algorithms().c_str());
    }
    graph->run();
  }

 private:
  void (*build_)(DnnlGraph&);
  size_t planes_;
  std::map<size_t, std::unique_ptr<DnnlGraph>> graphs_;
};

void build_cnn(DnnlGraph& graph) {
  for (const size_t outputs : {64u, 128u, 128u}) graph.convolution(outputs, 3, true);
  graph.dense(256, true);
  graph.dense(256, true);
  graph.dense(1, false);
}

// Without squeeze and excitation, to the library's advantage.
void build_resnet(DnnlGraph& graph) {
  dnnl::memory x = graph.convolution(64, 3, true);
  for (int i = 0; i < 6; ++i) {
    graph.convolution(64, 3, true);
    x = graph.convolution(64, 3, true, &x);
  }
  graph.convolution(64, 3, true);
  graph.convolution(80, 3, false);
  graph.back_to(x);
  graph.convolution(32, 1, true);
  graph.dense(128, true);
  graph.dense(3, false);
}

#endif  // TABIA_HAS_DNNL

// ---- measuring ----

// Products per second of a product of matrices that fits the nearest cache.
class Peak : public Network {
 public:
  explicit Peak(const PlanesKernels& k)
      : k_(k), layer_(k, 16, 256), in_(numbers(12 * 256, 1)), out_(12 * 16) {}
  void evaluate(size_t batch) override {
    for (size_t i = 0; i < batch; ++i) layer_(k_, out_.data(), in_.data(), 256, 12, PlaneActivation::Linear);
  }
  static constexpr double kProducts = 12 * 16 * 256;

 private:
  const PlanesKernels& k_;
  Dense layer_;
  Floats in_, out_;
};

// Evaluations per second of processor time.
double rate_of(Network& network, size_t batch, double seconds) {
  network.evaluate(batch);
  const double start = processor_seconds();
  size_t done = 0;
  double elapsed = 0;
  while (elapsed < seconds) {
    network.evaluate(batch);
    done += batch;
    elapsed = processor_seconds() - start;
  }
  return static_cast<double>(done) / elapsed;
}

struct Entry {
  std::string name;
  double products;  // of one evaluation, by direct convolution
  std::unique_ptr<Network> network;
};

double middle(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void measure(std::vector<Entry>& entries, Network& peak, double seconds) {
  constexpr int kRounds = 3;
  for (const size_t batch : {1u, 16u, 256u}) {
    std::vector<std::vector<double>> rates(entries.size());
    std::vector<double> peaks;
    for (int round = 0; round < kRounds; ++round) {
      peaks.push_back(rate_of(peak, 1000, seconds / 10) * Peak::kProducts);
      for (size_t i = 0; i < entries.size(); ++i)
        rates[i].push_back(rate_of(*entries[i].network, batch, seconds));
    }
    std::printf("batch %zu (peak %.1f G products/s)\n", batch, middle(peaks) * 1e-9);
    for (size_t i = 0; i < entries.size(); ++i) {
      const double rate = middle(rates[i]);
      std::printf("  %-28s %8.0f/s  %4.0f%% of peak\n", entries[i].name.c_str(), rate,
                  100 * rate * entries[i].products / middle(peaks));
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 1;
  const char* threads = std::getenv("OMP_NUM_THREADS");
  if (threads == nullptr || std::string(threads) != "1") {
    std::fprintf(stderr, "bench_planes: oneDNN must use one thread; run OMP_NUM_THREADS=1 bench_planes\n");
    return 2;
  }
  const PlanesKernels& k = active_planes_kernels();
  std::printf("kernels: %s\n", k.name.data());
  constexpr double kCnn = 16.7e6;
  constexpr double kResnet = 38e6;
  std::vector<Entry> entries;
  entries.push_back({"CNN", kCnn, std::make_unique<OwnCnn>(k)});
  entries.push_back({"CNN, bytes", kCnn, std::make_unique<OwnByteCnn>(k)});
  entries.push_back({"6x64 SE", kResnet, std::make_unique<OwnResnet>(k)});
#if defined(TABIA_HAS_DNNL)
  entries.push_back({"CNN, oneDNN", kCnn, std::make_unique<DnnlNetwork>(build_cnn, 12)});
  entries.push_back({"6x64 without SE, oneDNN", kResnet, std::make_unique<DnnlNetwork>(build_resnet, 112)});
#endif
  Peak peak(k);
  measure(entries, peak, seconds);
}
