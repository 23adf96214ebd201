#include "cli/net_info.h"

#include <array>
#include <cstdio>
#include <string>

#include "base/json.h"
#include "base/text.h"
#include "eval/win_model.h"
#include "nn/ensemble.h"
#include "nn/load.h"
#include "nn/passport.h"

namespace tabia::cli {
namespace {

using base::concat;
using base::quoted;
using namespace tabia::nn;

struct Totals {
  std::uint64_t parameters = 0;
  std::uint64_t bytes = 0;
};
Totals totals_of(const Network& network) {
  Totals totals;
  for (const Tensor& tensor : network.tensors()) {
    totals.parameters += tensor.spec().size();
    totals.bytes += tensor.spec().bytes();
  }
  return totals;
}

std::string polynomial(const std::array<double, 4>& coefficients) {
  std::string text;
  for (const double coefficient : coefficients) {
    char number[32];
    std::snprintf(number, sizeof number, "%g", coefficient);
    text += concat(text.empty() ? "" : " ", number);
  }
  return text;
}

void print_info(const std::string& path, const NetworkFile& loaded) {
  const Network& network = *loaded.network;
  const Totals totals = totals_of(network);
  const auto row = [](std::string_view name, const std::string& value) {
    std::printf("%-12s %s\n", concat(name, ":").c_str(), value.c_str());
  };
  row("file", path);
  row("format", std::string(name_of(loaded.format)));
  row("name", network.spec().name);
  row("hash", network_hash(network));
  if (!network.foreign()) row("parameters", base::with_thousands(totals.parameters));
  row("bytes", concat(base::with_thousands(totals.bytes), " in memory, ", base::with_thousands(loaded.bytes),
                      " in the file"));
  for (const LineageField& field : kLineageFields) {
    const std::string& text = network.lineage().*field.member;
    if (!text.empty()) row(field.name, quoted(text, 400));
  }
  if (network.foreign()) {
    std::fputs(network.foreign()->description().c_str(), stdout);
    return;
  }
  if (network.forward()) row("runs on", network.forward()->machine().name());
  row("wdl", concat("a ", polynomial(network.wdl().a), ", b ", polynomial(network.wdl().b)));
  row("margin pawn", concat(eval::WinModel(network.wdl()).margin_pawn(), " units"));
  if (const Ensemble* ensemble = network.ensemble()) {
    for (const EnsembleMember& member : ensemble->members())
      row("member", concat(network_hash(*member.network), " ", member.network->spec().name, ", weight ",
                           member.weight, ", ", member.fewest, " to ", member.most, " pieces"));
    return;
  }
  std::printf("\n%s\n", to_text(network.spec()).c_str());
  std::printf("%-22s %14s %4s %8s %11s %11s %11s %9s %8s\n", "tensor", "shape", "type", "1.0 is", "lowest",
              "highest", "mean |x|", "saturated", "zero");
  for (const Tensor& tensor : network.tensors()) {
    const TensorSpec& spec = tensor.spec();
    const TensorStatistics s = statistics_of(tensor);
    std::printf("%-22s %14s %4s %8.6g %11.5g %11.5g %11.5g %8.3f%% %7.2f%%\n", spec.name.c_str(),
                concat(spec.rows, " x ", spec.columns).c_str(), std::string(name_of(spec.storage)).c_str(),
                spec.scale, s.lowest, s.highest, s.mean_magnitude, 100 * s.saturated, 100 * s.zero);
  }
}

void print_info_json(const std::string& path, const NetworkFile& loaded) {
  const Network& network = *loaded.network;
  const Totals totals = totals_of(network);
  base::JsonWriter json;
  json.begin_object()
      .field("file", path)
      .field("format", name_of(loaded.format))
      .field("name", network.spec().name);
  json.field("network", network_hash(network))
      .field("parameters", totals.parameters)
      .field("bytes", totals.bytes);
  json.field("file_bytes", loaded.bytes);
  if (network.foreign()) json.field("model", network.foreign()->description());
  if (network.forward()) json.field("runs_on", network.forward()->machine().name());
  json.field("spec", network.foreign() ? std::string() : to_text(network.spec()));
  json.key("lineage").begin_object();
  for (const LineageField& field : kLineageFields) json.field(field.name, network.lineage().*field.member);
  json.end_object().key("wdl_model").begin_object().key("a").begin_array();
  for (const double coefficient : network.wdl().a) json.value(coefficient);
  json.end_array().key("b").begin_array();
  for (const double coefficient : network.wdl().b) json.value(coefficient);
  json.end_array().field("margin_pawn", eval::WinModel(network.wdl()).margin_pawn());
  json.end_object().key("tensors").begin_array();
  for (const Tensor& tensor : network.tensors()) {
    const TensorSpec& spec = tensor.spec();
    const TensorStatistics s = statistics_of(tensor);
    json.begin_object().field("name", spec.name).field("rows", spec.rows).field("columns", spec.columns);
    json.field("storage", name_of(spec.storage))
        .field("scale", spec.scale)
        .field("min", s.lowest)
        .field("max", s.highest);
    json.field("mean_abs", s.mean_magnitude)
        .field("saturated", s.saturated)
        .field("zero", s.zero)
        .end_object();
  }
  json.end_array().end_object();
  std::printf("%s\n", json.text().c_str());
}

int run_info(const Arguments& arguments) {
  const std::string& path = arguments.positionals()[0];
  const auto loaded = load_network_file(path);
  if (!loaded) return failure(loaded.error());
  if (arguments.has("--json"))
    print_info_json(path, *loaded);
  else
    print_info(path, *loaded);
  return kExitDone;
}

}  // namespace

Command net_info_command() {
  return {.name = "net info",
          .summary = "describe a network",
          .description =
              "Prints what a network file holds: format, where the network came from, its win "
              "probability model and model spec, and for each tensor its range and the share of "
              "values that are zero or at the limit of the storage type.",
          .positionals = {{"FILE", "the network", true}},
          .options = {{"--json", "", "one JSON object"}},
          .examples = {"net info nets/default.net"},
          .run = run_info};
}

Command engine_net_command() {
  return {
      .name = "net",
      .summary = "network files",
      .description = "Works on network files. The full program (CMake, ./run) can do more than show them.",
      .positionals = {},
      .options = {},
      .examples = {"net info nets/default.net"},
      .run = nullptr,
      .subcommands = {net_info_command()}};
}

}  // namespace tabia::cli
