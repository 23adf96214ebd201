#include "onnx/program.h"

#include <algorithm>
#include <unordered_map>

#include "base/text.h"

namespace tabia::onnx {
namespace {

using base::concat;
using base::Error;
using base::Result;

constexpr std::int64_t kLeastOpset = 7;
constexpr std::int64_t kMostOpset = 21;
constexpr std::size_t kMostNodes = 100'000;

}  // namespace

Result<std::shared_ptr<const Program>> Program::make(const Model& model, const ProgramOptions& options) {
  std::shared_ptr<Program> program(new Program);
  program->options_ = options;
  TABIA_TRY_VOID(program->build(model));
  TABIA_TRY_VOID(program->try_out());
  return std::shared_ptr<const Program>(std::move(program));
}

Result<void> Program::build(const Model& model) {
  if (model.opset < kLeastOpset || model.opset > kMostOpset)
    return Error{concat("found operator set ", model.opset, ", expected ", kLeastOpset, " to ", kMostOpset)};
  if (model.nodes.size() > kMostNodes)
    return Error{concat("found ", model.nodes.size(), " nodes, expected at most ", kMostNodes)};
  opset_ = model.opset;
  inputs_ = model.inputs;
  outputs_ = model.outputs;
  std::unordered_map<std::string, std::size_t> slots;
  const auto define = [&](const std::string& name) -> Result<std::size_t> {
    const auto [place, is_new] = slots.emplace(name, constants_.size());
    if (name.empty() || !is_new)
      return Error{concat("the name ", base::quoted(name), " is defined twice or empty")};
    constants_.emplace_back();
    is_constant_.push_back(false);
    return place->second;
  };
  const auto find = [&](const std::string& name, std::string_view reader) -> Result<std::size_t> {
    const auto place = slots.find(name);
    if (place == slots.end())
      return Error{concat(reader, " reads ", base::quoted(name), ", which nothing before it defines")};
    return place->second;
  };
  for (const ValueInfo& input : inputs_) {
    TABIA_TRY(inputs_at_.emplace_back(), define(input.name));
  }
  for (const Constant& constant : model.constants) {
    TABIA_TRY(const std::size_t slot, define(constant.name));
    TABIA_TRY_VOID(keep(slot, tensor_of(constant)));
  }
  for (const Node& node : model.nodes) {
    Step step;
    step.action = find_operator(node.operation);
    if (!step.action)
      return Error{concat("node ", base::quoted(node.name), ": the operator ", base::quoted(node.operation),
                          " isn't supported; supported are ", operator_names())};
    for (const std::string& input : node.inputs) {
      if (input.empty()) {
        step.inputs.push_back(kNone);
        continue;
      }
      TABIA_TRY(step.inputs.emplace_back(),
                find(input, concat("node ", base::quoted(node.name), " (", node.operation, ")")));
    }
    for (const std::string& output : node.outputs) {
      if (output.empty()) {
        step.outputs.push_back(kNone);
        continue;
      }
      TABIA_TRY(step.outputs.emplace_back(), define(output));
    }
    step.node = node;
    step.node.inputs.clear();
    TABIA_TRY(const bool is_done, fold(step));
    if (is_done) continue;
    transpose_constants(step);
    steps_.push_back(std::move(step));
  }
  for (const ValueInfo& output : outputs_) {
    TABIA_TRY(outputs_at_.emplace_back(), find(output.name, "the list of outputs"));
  }
  find_last_uses();
  return {};
}

// All constants share one limit, however they are made.
Result<void> Program::keep(std::size_t slot, const Tensor& constant) {
  const std::size_t bytes = constant.size() * bytes_of(constant.type());
  if (bytes > options_.memory - constant_bytes_)
    return Error{concat("the constants take at least ", (constant_bytes_ + bytes) >> 20,
                        " MiB, which exceeds the memory limit of ", options_.memory >> 20, " MiB")};
  constant_bytes_ += bytes;
  constants_[slot] = constant.copied();
  is_constant_[slot] = true;
  return {};
}

Result<bool> Program::fold(const Step& step) {
  for (const std::size_t input : step.inputs) {
    if (input != kNone && !is_constant_[input]) return false;
  }
  Budget budget(options_.memory);
  TABIA_TRY(Tensors results, apply(step, constants_, budget));
  for (std::size_t i = 0; i < step.outputs.size(); ++i) {
    if (step.outputs[i] == kNone) continue;
    TABIA_TRY_VOID(keep(step.outputs[i], results[i]));
  }
  return true;
}

// The kernels multiply rows: transpose a constant matrix once instead of in every run.
void Program::transpose_constants(Step& step) {
  const bool is_product = step.node.operation == "MatMul";
  const Attribute* turn = step.node.find("transB");
  const bool is_general = step.node.operation == "Gemm" && (!turn || turn->integer == 0);
  if ((!is_product && !is_general) || step.inputs.size() < 2 || step.inputs[1] == kNone) return;
  if (!is_constant_[step.inputs[1]]) return;
  const Tensor& matrix = constants_[step.inputs[1]];
  if (matrix.rank() != 2 || !matrix.is(ElementType::Float)) return;
  const auto rows = as_size(matrix.shape()[0]);
  const auto columns = as_size(matrix.shape()[1]);
  Tensor turned(ElementType::Float, {matrix.shape()[1], matrix.shape()[0]});
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < columns; ++c)
      turned.data<float>()[c * rows + r] = matrix.data<float>()[r * columns + c];
  step.inputs[1] = constants_.size();
  constants_.push_back(std::move(turned));
  is_constant_.push_back(true);
  if (is_product) {
    step.action = &transposed_product();
    return;
  }
  std::erase_if(step.node.attributes, [](const Attribute& attribute) { return attribute.name == "transB"; });
  step.node.attributes.push_back({.name = "transB",
                                  .kind = AttributeKind::Int,
                                  .real = 0,
                                  .integer = 1,
                                  .text = {},
                                  .tensor = {},
                                  .reals = {},
                                  .integers = {}});
}

void Program::find_last_uses() {
  std::vector<bool> is_needed(constants_.size(), false);
  for (const std::size_t slot : outputs_at_) is_needed[slot] = true;
  for (std::size_t i = steps_.size(); i-- > 0;) {
    Step& step = steps_[i];
    for (const auto* list : {&step.inputs, &step.outputs}) {
      for (const std::size_t slot : *list) {
        if (slot == kNone || is_needed[slot] || is_constant_[slot]) continue;
        is_needed[slot] = true;
        step.frees.push_back(slot);
      }
    }
  }
}

Result<Tensors> Program::apply(const Step& step, const Tensors& slots, Budget& budget) const {
  std::vector<const Tensor*> inputs;
  for (const std::size_t slot : step.inputs) {
    inputs.push_back(slot == kNone ? nullptr : is_constant_[slot] ? &constants_[slot] : &slots[slot]);
  }
  const Call call(step.node, std::move(inputs), budget, opset_);
  TABIA_TRY_VOID(call.require(step.action->least_inputs, step.action->most_inputs));
  TABIA_TRY(Tensors results, step.action->run(call));
  for (std::size_t i = 0; i < step.outputs.size(); ++i) {
    if (step.outputs[i] != kNone && i >= results.size())
      return call.fault(concat("has ", results.size(), " outputs, but ", step.outputs.size(), " are used"));
  }
  return results;
}

Result<Tensors> Program::run(std::span<const Tensor> inputs) const {
  if (inputs.size() != inputs_.size())
    return Error{concat("found ", inputs.size(), " inputs, expected ", inputs_.size())};
  Budget budget(options_.memory);
  Tensors slots(constants_.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].is(inputs_[i].type) || !inputs_[i].accepts(inputs[i].shape()))
      return Error{concat("input ", base::quoted(inputs_[i].name), " is ", name_of(inputs[i].type()),
                          text_of(inputs[i].shape()), ", expected ", name_of(inputs_[i].type),
                          inputs_[i].shape_text())};
    slots[inputs_at_[i]] = inputs[i];
  }
  for (const Step& step : steps_) {
    TABIA_TRY(Tensors results, apply(step, slots, budget));
    for (std::size_t i = 0; i < step.outputs.size(); ++i) {
      if (step.outputs[i] != kNone) slots[step.outputs[i]] = std::move(results[i]);
    }
    for (const std::size_t slot : step.frees) slots[slot] = Tensor();
  }
  Tensors outputs;
  for (const std::size_t slot : outputs_at_) {
    const Tensor& found = is_constant_[slot] ? constants_[slot] : slots[slot];
    outputs.push_back(found.copied());  // the budget goes out of scope here
  }
  return outputs;
}

Result<void> Program::try_out() const {
  Tensors inputs;
  Budget budget(options_.memory);
  for (const ValueInfo& input : inputs_) {
    Shape shape;
    for (const Dimension& dimension : input.shape) shape.push_back(dimension.size < 0 ? 1 : dimension.size);
    const auto count = elements_of(shape);
    if (!count) return count.error().inside(concat("input ", base::quoted(input.name)));
    if (!budget.take(*count * bytes_of(input.type)))
      return Error{concat("input ", base::quoted(input.name), " of ", text_of(shape),
                          " exceeds the memory limit of ", options_.memory >> 20, " MiB")};
    inputs.emplace_back(input.type, shape);
  }
  TABIA_TRY(const Tensors outputs, run(inputs));
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const ValueInfo& output = outputs_[i];
    if (!outputs[i].is(output.type) || (!output.shape.empty() && !output.accepts(outputs[i].shape())))
      return Error{concat("output ", base::quoted(output.name), " is ", name_of(outputs[i].type()),
                          text_of(outputs[i].shape()), ", but the model says ", name_of(output.type),
                          output.shape_text())};
  }
  return {};
}

}  // namespace tabia::onnx
