#include "cli/net_info.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <string>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "eval/win_model.h"
#include "nn/load.h"
#include "nn/net_file.h"
#include "nn/passport.h"

namespace tabia::cli {
namespace {

using base::concat;
using base::quoted;
using namespace tabia::nn;
using SharedNetwork = std::shared_ptr<const Network>;

// Statistics of a tensor's values.
struct TensorStatistics {
  double lowest = 0;
  double highest = 0;
  double mean_magnitude = 0;
  double saturated = 0;  // share of values at the limits of the storage type
  double zero = 0;       // share
};

double storage_limit(Storage storage) {
  switch (storage) {
    case Storage::I8:
      return std::numeric_limits<std::int8_t>::max();
    case Storage::I16:
      return std::numeric_limits<std::int16_t>::max();
    case Storage::I32:
      return std::numeric_limits<std::int32_t>::max();
    case Storage::F32:
      break;
  }
  return std::numeric_limits<float>::max();
}

TensorStatistics statistics_of(const Tensor& tensor) {
  const double limit = storage_limit(tensor.spec().storage);
  TensorStatistics statistics{tensor.stored(0), tensor.stored(0)};
  std::size_t saturated = 0;
  std::size_t zeros = 0;
  for (std::size_t i = 0; i < tensor.spec().size(); ++i) {
    const double value = tensor.stored(i);
    statistics.lowest = std::min(statistics.lowest, value);
    statistics.highest = std::max(statistics.highest, value);
    statistics.mean_magnitude += std::abs(value);
    saturated += std::abs(value) >= limit ? 1 : 0;
    zeros += value == 0 ? 1 : 0;
  }
  const auto count = static_cast<double>(tensor.spec().size());
  statistics.mean_magnitude /= count;
  statistics.saturated = static_cast<double>(saturated) / count;
  statistics.zero = static_cast<double>(zeros) / count;
  return statistics;
}

// A network and the file it was loaded from.
struct Loaded {
  SharedNetwork network;
  NetFormat format = NetFormat::Tabia;
  std::size_t file_bytes = 0;
};

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

void print_info(const std::string& path, const Loaded& loaded) {
  const Network& network = *loaded.network;
  const Totals totals = totals_of(network);
  const auto row = [](std::string_view name, const std::string& value) {
    std::printf("%-12s %s\n", concat(name, ":").c_str(), value.c_str());
  };
  row("file", path);
  row("format", std::string(name_of(loaded.format)));
  row("name", network.spec().name);
  row("hash", network_hash(network));
  row("parameters", base::with_thousands(totals.parameters));
  row("bytes", concat(base::with_thousands(totals.bytes), " in memory, ",
                      base::with_thousands(loaded.file_bytes), " in the file"));
  for (const LineageField& field : kLineageFields) {
    const std::string& text = network.lineage().*field.member;
    if (!text.empty()) row(field.name, quoted(text, 400));
  }
  row("wdl", concat("a ", polynomial(network.wdl().a), ", b ", polynomial(network.wdl().b)));
  row("margin pawn", concat(eval::WinModel(network.wdl()).margin_pawn(), " units"));
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

void print_info_json(const std::string& path, const Loaded& loaded) {
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
  json.field("file_bytes", loaded.file_bytes).field("spec", to_text(network.spec()));
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

base::Result<Loaded> load(const std::string& path) {
  TABIA_TRY(const std::string bytes, base::read_file(path, kLargestNetFile));
  const auto format = format_of(bytes);
  if (!format) return format.error().inside(path);
  auto network = read_network(bytes);
  if (!network) return network.error().inside(path);
  return Loaded{std::move(*network), *format, bytes.size()};
}

int run_info(const Arguments& arguments) {
  return print_network_info(arguments.positionals()[0], arguments.has("--json"));
}

}  // namespace

int print_network_info(const std::string& path, bool as_json) {
  const auto loaded = load(path);
  if (!loaded) return failure(loaded.error());
  if (as_json)
    print_info_json(path, *loaded);
  else
    print_info(path, *loaded);
  return kExitDone;
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
      .subcommands = {{.name = "net info",
                       .summary = "describe a network",
                       .description = "Prints what a network file holds: format, where the network came "
                                      "from, model spec, and the range of every tensor.",
                       .positionals = {{"FILE", "the network", true}},
                       .options = {{"--json", "", "one JSON object"}},
                       .examples = {"net info nets/default.net"},
                       .run = run_info}}};
}

}  // namespace tabia::cli
