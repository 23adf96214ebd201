// Operators that treat all elements alike: arithmetic, activations, comparisons, casts, Where.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "onnx/operators.h"

namespace tabia::onnx {
namespace {

using base::concat;
using base::Result;

// --- broadcasting

// The shape that both are stretched to, as in numpy.
Result<Shape> joint_shape(const Call& call, const Shape& a, const Shape& b) {
  Shape joint(std::max(a.size(), b.size()), 1);
  for (std::size_t i = 0; i < joint.size(); ++i) {
    const auto from_end = [&](const Shape& shape) {
      const std::size_t back = joint.size() - i;
      return back <= shape.size() ? shape[shape.size() - back] : 1;
    };
    const std::int64_t x = from_end(a);
    const std::int64_t y = from_end(b);
    if (x != y && x != 1 && y != 1)
      return call.fault(concat("shapes ", text_of(a), " and ", text_of(b), " don't fit together"));
    joint[i] = x == 1 ? y : x;
  }
  return joint;
}

// Steps through a tensor as if it had the joint shape.
class Stretched {
 public:
  Stretched(const Shape& own, const Shape& joint)
      : joint_(joint), at_(joint.size(), 0), step_(joint.size(), 0) {
    std::size_t stride = 1;
    for (std::size_t i = own.size(); i-- > 0;) {
      const std::size_t axis = joint.size() - own.size() + i;
      step_[axis] = own[i] == 1 ? 0 : stride;
      stride *= static_cast<std::size_t>(own[i]);
    }
  }
  [[nodiscard]] std::size_t index() const noexcept { return index_; }
  void advance() noexcept {
    for (std::size_t axis = joint_.size(); axis-- > 0;) {
      index_ += step_[axis];
      if (++at_[axis] < joint_[axis]) return;
      index_ -= step_[axis] * static_cast<std::size_t>(joint_[axis]);
      at_[axis] = 0;
    }
  }

 private:
  const Shape& joint_;
  Shape at_;
  std::vector<std::size_t> step_;
  std::size_t index_ = 0;
};

template <class In, class Out, class Work>
Result<Tensor> combined(const Call& call, const Tensor& a, const Tensor& b, ElementType type,
                        const Work& work) {
  TABIA_TRY(const Shape joint, joint_shape(call, a.shape(), b.shape()));
  TABIA_TRY(Tensor result, call.make(type, joint));
  Out* out = result.template data<Out>();
  const In* x = a.template data<In>();
  const In* y = b.template data<In>();
  if (a.shape() == b.shape()) {
    for (std::size_t i = 0; i < result.size(); ++i) out[i] = static_cast<Out>(work(x[i], y[i]));
  } else if (b.size() == 1 && a.shape() == joint) {
    for (std::size_t i = 0; i < result.size(); ++i) out[i] = static_cast<Out>(work(x[i], y[0]));
  } else {
    Stretched left(a.shape(), result.shape());
    Stretched right(b.shape(), result.shape());
    for (std::size_t i = 0; i < result.size(); ++i, left.advance(), right.advance())
      out[i] = static_cast<Out>(work(x[left.index()], y[right.index()]));
  }
  return result;
}

// Calls work with a value of the type to compute in: float, double, int32 or int64.
template <class Work>
Result<Tensors> for_number(const Call& call, ElementType type, const Work& work) {
  switch (type) {
    case ElementType::Float:
      return work(float{});
    case ElementType::Double:
      return work(double{});
    case ElementType::Int32:
      return work(std::int32_t{});
    case ElementType::Int64:
      return work(std::int64_t{});
    default:
      return call.fault(
          concat("can't compute with ", name_of(type), "; expected float, double, int32 or int64"));
  }
}

Result<void> require_equal_types(const Call& call) {
  for (std::size_t i = 1; i < call.count(); ++i) {
    if (call.has(i)) TABIA_TRY_VOID(call.require_type(i, call[0].type()));
  }
  return {};
}

// Integers wrap around, as they do elsewhere.
template <class T>
using Wrapping = std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>, std::type_identity<T>>;
template <class T>
T wrapped(typename Wrapping<T>::type value) {
  return static_cast<T>(value);
}

struct Adding {
  template <class T>
  T operator()(T a, T b) const {
    using U = typename Wrapping<T>::type;
    return wrapped<T>(static_cast<U>(a) + static_cast<U>(b));
  }
};
struct Subtracting {
  template <class T>
  T operator()(T a, T b) const {
    using U = typename Wrapping<T>::type;
    return wrapped<T>(static_cast<U>(a) - static_cast<U>(b));
  }
};
struct Multiplying {
  template <class T>
  T operator()(T a, T b) const {
    using U = typename Wrapping<T>::type;
    return wrapped<T>(static_cast<U>(a) * static_cast<U>(b));
  }
};
// Integer division rounds toward zero; dividing by zero gives zero, since ONNX leaves that open.
struct Dividing {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) {
      if (b == 0) return 0;
      return b == -1 ? Subtracting{}(T{0}, a) : static_cast<T>(a / b);
    } else {
      return a / b;
    }
  }
};
struct Smaller {
  template <class T>
  T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};
struct Larger {
  template <class T>
  T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};

// With two inputs, or any number of them (Min, Max).
template <class Work>
Result<Tensors> arithmetic(const Call& call) {
  TABIA_TRY_VOID(require_equal_types(call));
  return for_number(call, call[0].type(), [&](auto zero) -> Result<Tensors> {
    using T = decltype(zero);
    Tensor result = call[0];
    for (std::size_t i = 1; i < call.count(); ++i) {
      TABIA_TRY(result, combined<T, T>(call, result, call[i], call[0].type(), Work{}));
    }
    return Tensors{result};
  });
}

Result<Tensors> power(const Call& call) {
  if (!call[0].is(ElementType::Float) || !call[1].is(ElementType::Float))
    return call.fault("expected two inputs of float");
  TABIA_TRY(Tensor result, combined<float, float>(call, call[0], call[1], ElementType::Float,
                                                  [](float a, float b) { return std::pow(a, b); }));
  return Tensors{result};
}

// The remainder has the sign of the divisor, or with fmod = 1 that of the dividend.
Result<Tensors> modulo(const Call& call) {
  TABIA_TRY_VOID(require_equal_types(call));
  const bool of_dividend = call.integer("fmod", 0) == 1;
  return for_number(call, call[0].type(), [&](auto zero) -> Result<Tensors> {
    using T = decltype(zero);
    TABIA_TRY(Tensor result, combined<T, T>(call, call[0], call[1], call[0].type(), [&](T a, T b) -> T {
                if constexpr (std::is_integral_v<T>) {
                  if (b == 0 || b == -1) return 0;
                  const T rest = static_cast<T>(a % b);
                  const bool moves = !of_dividend && rest != 0 && (rest < 0) != (b < 0);
                  return static_cast<T>(moves ? rest + b : rest);
                } else {
                  return std::fmod(a, b);
                }
              }));
    return Tensors{result};
  });
}

template <class Work>
Result<Tensors> comparison(const Call& call) {
  TABIA_TRY_VOID(require_equal_types(call));
  return for_number(call, call[0].type(), [&](auto zero) -> Result<Tensors> {
    using T = decltype(zero);
    TABIA_TRY(Tensor result, (combined<T, bool>(call, call[0], call[1], ElementType::Bool, Work{})));
    return Tensors{result};
  });
}
struct IsEqual {
  template <class T>
  bool operator()(T a, T b) const {
    return !(a < b) && !(b < a);
  }
};
struct IsLess {
  template <class T>
  bool operator()(T a, T b) const {
    return a < b;
  }
};
struct IsGreater {
  template <class T>
  bool operator()(T a, T b) const {
    return b < a;
  }
};

template <bool kAnd>
Result<Tensors> logic(const Call& call) {
  TABIA_TRY_VOID(call.require_type(0, ElementType::Bool));
  TABIA_TRY_VOID(call.require_type(1, ElementType::Bool));
  TABIA_TRY(Tensor result, (combined<bool, bool>(call, call[0], call[1], ElementType::Bool,
                                                 [](bool a, bool b) { return kAnd ? a && b : a || b; })));
  return Tensors{result};
}

// --- of one input

template <class In, class Out, class Work>
Result<Tensors> mapped(const Call& call, ElementType type, const Work& work) {
  TABIA_TRY(Tensor result, call.make(type, call[0].shape()));
  const In* in = call[0].data<In>();
  Out* out = result.template data<Out>();
  for (std::size_t i = 0; i < result.size(); ++i) out[i] = work(in[i]);
  return Tensors{result};
}

template <class Work>
Result<Tensors> of_floats(const Call& call, const Work& work) {
  if (call[0].is(ElementType::Double))
    return mapped<double, double>(call, ElementType::Double,
                                  [&](double x) { return static_cast<double>(work(x)); });
  TABIA_TRY_VOID(call.require_type(0, ElementType::Float));
  return mapped<float, float>(call, ElementType::Float, [&](float x) { return static_cast<float>(work(x)); });
}

Result<Tensors> relu(const Call& call) {
  return for_number(call, call[0].type(), [&](auto zero) {
    using T = decltype(zero);
    return mapped<T, T>(call, call[0].type(), [](T x) { return x < 0 ? T{0} : x; });
  });
}
Result<Tensors> absolute(const Call& call) {
  return for_number(call, call[0].type(), [&](auto zero) {
    using T = decltype(zero);
    return mapped<T, T>(call, call[0].type(), [](T x) { return x < 0 ? Subtracting{}(T{0}, x) : x; });
  });
}
Result<Tensors> negative(const Call& call) {
  return for_number(call, call[0].type(), [&](auto zero) {
    using T = decltype(zero);
    return mapped<T, T>(call, call[0].type(), [](T x) { return Subtracting{}(T{0}, x); });
  });
}
Result<Tensors> leaky_relu(const Call& call) {
  const float alpha = call.real("alpha", 0.01f);
  return of_floats(call, [alpha](auto x) { return x < 0 ? x * alpha : x; });
}
Result<Tensors> elu(const Call& call) {
  const float alpha = call.real("alpha", 1.0f);
  return of_floats(call, [alpha](auto x) { return x < 0 ? alpha * std::expm1(x) : x; });
}
Result<Tensors> selu(const Call& call) {
  const float alpha = call.real("alpha", 1.67326319217681884765625f);
  const float gamma = call.real("gamma", 1.05070102214813232421875f);
  return of_floats(call, [=](auto x) { return gamma * (x > 0 ? x : alpha * std::expm1(x)); });
}
Result<Tensors> sigmoid(const Call& call) {
  return of_floats(call, [](auto x) { return 1 / (1 + std::exp(-x)); });
}
Result<Tensors> hyperbolic_tangent(const Call& call) {
  return of_floats(call, [](auto x) { return std::tanh(x); });
}
Result<Tensors> softplus(const Call& call) {
  return of_floats(call,
                   [](auto x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); });
}
Result<Tensors> mish(const Call& call) {
  return of_floats(call, [](auto x) {
    return x * std::tanh(x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)));
  });
}
Result<Tensors> square_root(const Call& call) {
  return of_floats(call, [](auto x) { return std::sqrt(x); });
}
Result<Tensors> exponential(const Call& call) {
  return of_floats(call, [](auto x) { return std::exp(x); });
}
Result<Tensors> logarithm(const Call& call) {
  return of_floats(call, [](auto x) { return std::log(x); });
}
Result<Tensors> error_function(const Call& call) {
  return of_floats(call, [](auto x) { return std::erf(x); });
}
Result<Tensors> rounded_down(const Call& call) {
  return of_floats(call, [](auto x) { return std::floor(x); });
}
Result<Tensors> reciprocal(const Call& call) {
  return of_floats(call, [](auto x) { return 1 / x; });
}
Result<Tensors> negation(const Call& call) {
  TABIA_TRY_VOID(call.require_type(0, ElementType::Bool));
  return mapped<bool, bool>(call, ElementType::Bool, [](bool x) { return !x; });
}

// Bounds are inputs since opset 11, attributes before.
Result<Tensors> clip(const Call& call) {
  return for_number(call, call[0].type(), [&](auto zero) -> Result<Tensors> {
    using T = decltype(zero);
    T low = std::numeric_limits<T>::lowest();
    T high = std::numeric_limits<T>::max();
    if (call.opset() < 11) {
      low = static_cast<T>(call.real("min", std::numeric_limits<float>::lowest()));
      high = static_cast<T>(call.real("max", std::numeric_limits<float>::max()));
    }
    for (std::size_t i = 1; i < call.count(); ++i) {
      if (!call.has(i)) continue;
      TABIA_TRY_VOID(call.require_type(i, call[0].type()));
      if (call[i].size() != 1) return call.fault("a bound must be one number");
      (i == 1 ? low : high) = call[i].data<T>()[0];
    }
    return mapped<T, T>(call, call[0].type(), [&](T x) { return std::min(std::max(x, low), high); });
  });
}

// --- Where and Cast

template <class Bits>
Result<Tensors> chosen(const Call& call, const Shape& joint) {
  TABIA_TRY(Tensor result, call.make(call[1].type(), joint));
  Stretched which(call[0].shape(), result.shape());
  Stretched yes(call[1].shape(), result.shape());
  Stretched no(call[2].shape(), result.shape());
  const bool* condition = call[0].data<bool>();
  const Bits* a = call[1].data<Bits>();
  const Bits* b = call[2].data<Bits>();
  Bits* out = result.data<Bits>();
  for (std::size_t i = 0; i < result.size(); ++i, which.advance(), yes.advance(), no.advance())
    out[i] = condition[which.index()] ? a[yes.index()] : b[no.index()];
  return Tensors{result};
}

Result<Tensors> where(const Call& call) {
  TABIA_TRY_VOID(call.require_type(0, ElementType::Bool));
  TABIA_TRY_VOID(call.require_type(2, call[1].type()));
  TABIA_TRY(const Shape values, joint_shape(call, call[1].shape(), call[2].shape()));
  TABIA_TRY(const Shape joint, joint_shape(call, call[0].shape(), values));
  switch (bytes_of(call[1].type())) {
    case 1:
      return chosen<std::uint8_t>(call, joint);
    case 2:
      return chosen<std::uint16_t>(call, joint);
    case 4:
      return chosen<std::uint32_t>(call, joint);
    default:
      return chosen<std::uint64_t>(call, joint);
  }
}

float from_half(std::uint16_t bits) {
  const unsigned exponent = (bits >> 10) & 31;
  const unsigned mantissa = bits & 1023;
  const float sign = (bits & 0x8000) != 0 ? -1.0f : 1.0f;
  if (exponent == 31)
    return mantissa == 0 ? sign * std::numeric_limits<float>::infinity()
                         : std::numeric_limits<float>::quiet_NaN();
  if (exponent == 0) return sign * std::ldexp(static_cast<float>(mantissa), -24);
  return sign * std::ldexp(static_cast<float>(mantissa | 1024), static_cast<int>(exponent) - 25);
}

// Converts a number to another type: rounds toward zero, and what doesn't fit becomes the nearest value that
// does.
template <class Out, class In>
Out converted(In value) {
  if constexpr (std::is_same_v<Out, bool>) {
    return !(value == In{0});
  } else if constexpr (std::is_integral_v<Out> && std::is_floating_point_v<In>) {
    if (std::isnan(value)) return 0;
    const auto low = static_cast<double>(std::numeric_limits<Out>::lowest());
    const auto high = static_cast<double>(std::numeric_limits<Out>::max());
    const auto wide = static_cast<double>(value);
    if (wide <= low) return std::numeric_limits<Out>::lowest();
    if (wide >= high) return std::numeric_limits<Out>::max();
    return static_cast<Out>(wide);
  } else {
    return static_cast<Out>(value);
  }
}

template <class In, class Convert>
Result<Tensors> cast_from(const Call& call, ElementType to, const Convert& convert) {
  const auto into = [&](auto zero) {
    using Out = decltype(zero);
    return mapped<In, Out>(call, to, [&](In x) { return converted<Out>(convert(x)); });
  };
  switch (to) {
    case ElementType::Float:
      return into(float{});
    case ElementType::Double:
      return into(double{});
    case ElementType::Int64:
      return into(std::int64_t{});
    case ElementType::Int32:
      return into(std::int32_t{});
    case ElementType::Int16:
      return into(std::int16_t{});
    case ElementType::Int8:
      return into(std::int8_t{});
    case ElementType::UInt8:
      return into(std::uint8_t{});
    case ElementType::Bool:
      return into(bool{});
    case ElementType::Float16:
      break;
  }
  return call.fault("can't cast to float16");
}

Result<Tensors> cast(const Call& call) {
  const std::int64_t number = call.integer("to", 0);
  ElementType to{};
  bool is_known = false;
  for (const ElementType type :
       {ElementType::Float, ElementType::UInt8, ElementType::Int8, ElementType::Int16, ElementType::Int32,
        ElementType::Int64, ElementType::Bool, ElementType::Double}) {
    if (static_cast<std::int64_t>(type) == number) {
      to = type;
      is_known = true;
    }
  }
  if (!is_known) return call.fault(concat("can't cast to element type ", number));
  if (call[0].is(to)) return Tensors{call[0]};
  const auto same = [](auto x) { return x; };
  switch (call[0].type()) {
    case ElementType::Float:
      return cast_from<float>(call, to, same);
    case ElementType::Double:
      return cast_from<double>(call, to, same);
    case ElementType::Int64:
      return cast_from<std::int64_t>(call, to, same);
    case ElementType::Int32:
      return cast_from<std::int32_t>(call, to, same);
    case ElementType::Int16:
      return cast_from<std::int16_t>(call, to, same);
    case ElementType::Int8:
      return cast_from<std::int8_t>(call, to, same);
    case ElementType::UInt8:
      return cast_from<std::uint8_t>(call, to, same);
    case ElementType::Bool:
      return cast_from<std::uint8_t>(call, to, [](std::uint8_t x) { return std::uint8_t{x != 0}; });
    case ElementType::Float16:
      break;
  }
  return cast_from<std::uint16_t>(call, to, from_half);
}

Result<Tensors> identity(const Call& call) { return Tensors{call[0]}; }

}  // namespace

std::vector<Operator> elementwise_operators() {
  constexpr std::size_t kAny = 1024;
  return {{"Abs", 1, 1, absolute},
          {"Add", 2, 2, arithmetic<Adding>},
          {"And", 2, 2, logic<true>},
          {"Cast", 1, 1, cast},
          {"Clip", 1, 3, clip},
          {"Div", 2, 2, arithmetic<Dividing>},
          {"Dropout", 1, 3, identity},
          {"Elu", 1, 1, elu},
          {"Equal", 2, 2, comparison<IsEqual>},
          {"Erf", 1, 1, error_function},
          {"Exp", 1, 1, exponential},
          {"Floor", 1, 1, rounded_down},
          {"Greater", 2, 2, comparison<IsGreater>},
          {"Identity", 1, 1, identity},
          {"LeakyRelu", 1, 1, leaky_relu},
          {"Less", 2, 2, comparison<IsLess>},
          {"Log", 1, 1, logarithm},
          {"Max", 1, kAny, arithmetic<Larger>},
          {"Min", 1, kAny, arithmetic<Smaller>},
          {"Mish", 1, 1, mish},
          {"Mod", 2, 2, modulo},
          {"Mul", 2, 2, arithmetic<Multiplying>},
          {"Neg", 1, 1, negative},
          {"Not", 1, 1, negation},
          {"Or", 2, 2, logic<false>},
          {"Pow", 2, 2, power},
          {"Reciprocal", 1, 1, reciprocal},
          {"Relu", 1, 1, relu},
          {"Selu", 1, 1, selu},
          {"Sigmoid", 1, 1, sigmoid},
          {"Softplus", 1, 1, softplus},
          {"Sqrt", 1, 1, square_root},
          {"Sub", 2, 2, arithmetic<Subtracting>},
          {"Tanh", 1, 1, hyperbolic_tangent},
          {"Where", 3, 3, where}};
}

}  // namespace tabia::onnx
