// deep/spec.h: the shape of a network over planes, as data with a text form: input planes, a body of blocks,
// and heads for value, policy and moves left.
//
// It is the second half of nn::ModelSpec (nn/spec.h), which reads it from the same text.
// Only tensors_of() knows which tensors a spec has, and their order and shapes; blocks_of()
// says which of them belong to which block.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/toml_reader.h"
#include "chess/types.h"
#include "kernels/planes.h"

namespace tabia::deep {

using chess::Color;

using Activation = kernels::PlaneActivation;
[[nodiscard]] std::string_view name_of(Activation activation) noexcept;

// How weights are stored. Biases and norms are always f32. With I8, some weights stay f32 too: the first
// block (its inputs are sparse anyway), and squeeze-and-excitation, smolgen and the last layers of heads,
// which are small and would lose the most precision.
enum class Storage { F32, F16, I8 };
[[nodiscard]] std::string_view name_of(Storage storage) noexcept;

// Which planes a position is turned into; deep/planes.h makes them.
struct InputSpec {
  enum class Kind { Pieces, Lc0 };
  enum class View { White, Mover };
  Kind kind = Kind::Pieces;
  // For Lc0: the input format, 1 to 5 (112 planes always).
  int format = 1;
  // For Pieces: twelve planes for each position of the history, the newest first.
  std::string order = "PNBRQK";  // of the pieces, first one color, then the other
  Color first = Color::White;    // the color whose planes come first; with View::Mover: White is the mover
  bool a8_first = false;         // square 0 is a8, not a1
  View view = View::White;       // or ranks mirrored and colors exchanged when Black is to move
  int history = 1;               // positions, 1 to 8
  bool side_to_move = false;     // a plane of ones if White is to move
  bool castling = false;         // four planes: first color's king side, its queen side, then the other's
  bool clock = false;            // a plane of halfmove clock / 100
  bool rating = false;           // a plane of (rating - 1500) / 1000

  [[nodiscard]] int planes() const noexcept;
  // Are the outputs for the side to move, not for White?
  [[nodiscard]] bool is_movers() const noexcept { return kind == Kind::Lc0 || view == View::Mover; }
  // Do the planes show earlier positions too?
  [[nodiscard]] bool sees_history() const noexcept { return kind == Kind::Lc0 || history > 1; }
  friend bool operator==(const InputSpec&, const InputSpec&) = default;
};

// Multi-head attention and a feed-forward part, each followed by a layer norm.
struct EncoderSpec {
  int heads = 4;
  int attention = 0;                    // width of queries, keys and values; 0: that of the tokens
  int ffn = 0;                          // width of the feed-forward part; 0: that of the tokens
  std::array<int, 3> smolgen{0, 0, 0};  // compressed numbers per square, hidden width, numbers per head
  [[nodiscard]] bool has_smolgen() const noexcept { return smolgen[0] > 0; }
  friend bool operator==(const EncoderSpec&, const EncoderSpec&) = default;
};

struct BlockSpec {
  enum class Kind { Conv, Residual, Embed, Encoder };
  enum class Positions { None, Map, Dense };  // what an embedding adds to the channels of a square
  Kind kind = Kind::Conv;
  int repeat = 1;  // Residual and Encoder: this many in a row
  // Conv: kernel x kernel, then the activation. Residual: two convolutions of the same width.
  int filters = 0;
  int kernel = 3;
  int se = 0;  // Residual: width of squeeze-and-excitation; 0: none
  // Embed: a dense layer on every square.
  int width = 0;
  Positions positions = Positions::None;
  int position_width = 0;  // Dense: numbers for each square, made from the first 12 planes of all squares
  bool gates = false;      // a factor and an addend for each channel and square
  int ffn = 0;             // Dense: width of the feed-forward part
  EncoderSpec encoder;
  friend bool operator==(const BlockSpec&, const BlockSpec&) = default;
};

struct PolicySpec {
  enum class Kind { Classical, Convolution, Attention };
  Kind kind = Kind::Convolution;
  int planes = 32;    // Classical: filters of the 1x1 convolution
  int filters = 0;    // Convolution: of the first 3x3 convolution; 0: as many as the body gives
  int width = 0;      // Attention: width of the tokens; 0: that of the body
  int attention = 0;  // Attention: width of queries and keys; 0: `width`
  std::vector<EncoderSpec> encoders;  // Attention: before queries and keys
  friend bool operator==(const PolicySpec&, const PolicySpec&) = default;
};

struct ValueSpec {
  enum class Kind { Centipawns, Tanh, Wdl };
  Kind kind = Kind::Wdl;
  int planes = 0;           // filters of a 1x1 convolution; 0: the body's output as it is
  std::vector<int> widths;  // of hidden dense layers
  double scale = 400;       // Centipawns: evaluation units of an output of 1.0
  [[nodiscard]] int outputs() const noexcept { return kind == Kind::Wdl ? 3 : 1; }
  friend bool operator==(const ValueSpec&, const ValueSpec&) = default;
};

struct MovesLeftSpec {
  int planes = 8;
  std::vector<int> widths;
  friend bool operator==(const MovesLeftSpec&, const MovesLeftSpec&) = default;
};

struct PlanesSpec {
  InputSpec input;
  std::vector<BlockSpec> body;
  Activation activation = Activation::Relu;  // of every layer that doesn't name its own
  std::optional<Activation> ffn_activation;
  std::optional<Activation> smolgen_activation;
  bool batch_norm = false;  // in training, after every convolution of the body; files hold folded numbers
  Storage storage = Storage::F32;
  ValueSpec value;
  std::optional<PolicySpec> policy;
  std::optional<MovesLeftSpec> moves_left;

  // Does the body end in tokens (embed, encoder)? If so, heads flatten square by square.
  [[nodiscard]] bool is_attention() const noexcept;
  [[nodiscard]] int encoder_count() const noexcept;
  // Channels at the end of the body.
  [[nodiscard]] int body_outputs() const noexcept;
  friend bool operator==(const PlanesSpec&, const PlanesSpec&) = default;
};

// Widths are ints in specs and sizes in loops.
[[nodiscard]] constexpr std::size_t size_of(int number) noexcept { return static_cast<std::size_t>(number); }

using kernels::kSquares;
inline constexpr int kPolicyMoves = 1858;
inline constexpr int kPolicyPlanes = 73;  // of the convolution policy

// One tensor. Convolutions: rows = out, columns = in * k * k ([out][in][k][k], rank before file); dense
// layers [out][in]. A dense layer after a convolution takes its inputs channel by channel, after tokens
// square by square.
struct TensorShape {
  enum class Role { Weights, Bias, Norm, Scales };
  std::string name;
  std::size_t rows = 0;
  std::size_t columns = 0;
  Storage storage = Storage::F32;
  Role role = Role::Weights;

  [[nodiscard]] std::size_t size() const noexcept { return rows * columns; }
  friend bool operator==(const TensorShape&, const TensorShape&) = default;
};

// A block of the body, after expanding `repeat`.
struct Block {
  BlockSpec spec;  // repeat is 1
  int inputs = 0;
  int outputs = 0;
  std::string name;  // "body3": the prefix of its tensors; numbered from 1
};
[[nodiscard]] std::vector<Block> blocks_of(const PlanesSpec& spec);

// The tensors in canonical order: body1.*, body2.* ..., smolgen.weights if any block has
// smolgen, then policy.*, value.*, moves_left.*. docs/formats/network.md lists the names.
// Requires a spec that check_planes accepts.
[[nodiscard]] std::vector<TensorShape> tensors_of(const PlanesSpec& spec);

// Fails if the spec can't be run; the error gives the reason.
[[nodiscard]] base::Result<void> check_planes(const PlanesSpec& spec);

// Reads the keys of a planes spec (`input`, `body`, heads ...) from a table; the caller must finish()
// it. The result has passed check_planes.
[[nodiscard]] base::Result<PlanesSpec> read_planes_spec(base::TableReader& reader);
// The text form; read_planes_spec turns it back into the same spec.
[[nodiscard]] std::string to_text(const PlanesSpec& spec);

// Initial numbers for an untrained network: weights by He's rule, norms of one, biases of zero.
// `bell` returns a standard normal number.
[[nodiscard]] double initial_deviation(const TensorShape& tensor) noexcept;
[[nodiscard]] double initial_mean(const TensorShape& tensor) noexcept;

}  // namespace tabia::deep
