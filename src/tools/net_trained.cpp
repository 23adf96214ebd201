#include "tools/net_trained.h"

#include <cstdio>
#include <vector>

#include "base/json.h"
#include "base/text.h"
#include "data/formats.h"
#include "nn/arrange.h"
#include "nn/load.h"
#include "nn/quantise.h"
#include "train/shipped.h"
#include "train/trainer.h"

namespace tabia::tools {
namespace {

using base::concat;
using base::Error;
using base::Result;
using SharedNetwork = std::shared_ptr<const nn::Network>;

// A network file, or the network of a checkpoint.
Result<SharedNetwork> load_any(const std::string& path) {
  if (!train::is_checkpoint(path)) return nn::load_network(path);
  auto trained = train::read_trained_network(path);
  if (!trained) return trained.error();
  return trained->network;
}

}  // namespace

int run_quantize(const Arguments& arguments, const NetworkWriter& write) {
  if (arguments.positionals().size() != 3)
    return usage_error("net", {"quantize takes two files: CHECKPOINT OUT"});
  const std::string& from = arguments.positionals()[1];
  SharedNetwork network;
  nn::ModelSpec target;
  if (train::is_checkpoint(from)) {
    auto trained = train::read_trained_network(from);
    if (!trained) return failure(trained.error());
    network = trained->network;
    target = trained->target;
  } else {
    auto loaded = nn::load_network(from);
    if (!loaded) return failure(loaded.error());
    network = *loaded;
    if (!arguments.has("--spec"))
      return usage_error(
          "net", {"quantize: a network in floats does not say which integer types to use; give --spec "
                  "MODEL"});
  }
  if (arguments.has("--spec")) {
    const auto text = train::find_model(arguments.text("--spec", ""));
    if (!text) return failure(text.error());
    auto spec = nn::parse_spec(*text);
    if (!spec) return failure(spec.error().inside("--spec"));
    target = std::move(*spec);
  }
  if (!target.is_quantised())
    return write(*network, arguments.positionals()[2], stdout);  // floats stay floats
  const auto quantised = nn::quantised(*network, target);
  if (!quantised) return failure(quantised.error());
  std::printf("%-24s %12s %10s %14s\n", "tensor", "numbers", "clamped", "largest error");
  for (const nn::QuantisedTensor& tensor : quantised->tensors)
    std::printf("%-24s %12zu %10zu %14.3g\n", tensor.name.c_str(), tensor.numbers, tensor.clamped,
                tensor.largest_error);
  const auto comparison = nn::compare(*network, *quantised->network, 1000, 1);
  if (!comparison) return failure(comparison.error());
  std::printf("scores of %zu positions differ by %.2f on average, at most %d\n", comparison->positions,
              comparison->mean_difference, comparison->largest_difference);
  return write(*quantised->network, arguments.positionals()[2], stdout);
}

int run_arrange(const Arguments& arguments, const NetworkWriter& write) {
  if (arguments.positionals().size() != 3 || !arguments.has("--data"))
    return usage_error("net", {"arrange takes two files, IN OUT, and --data FILE"});
  const auto count = arguments.number("--positions", 20'000, 1, 1'000'000);
  if (!count) return usage_error("net", count.error());
  const auto network = nn::load_network(arguments.positionals()[1]);
  if (!network) return failure(network.error());
  const std::string path = arguments.text("--data", "");
  auto reader = data::open_reader(path, {});
  if (!reader) return failure(reader.error());
  std::vector<chess::Position> positions;
  data::GameRecord record;
  while (positions.size() < static_cast<std::size_t>(*count)) {
    const auto more = (*reader)->next(record);
    if (!more) return failure(more.error());
    if (!*more) break;
    data::for_each_sample(record, [&](const data::Sample& sample) { positions.push_back(sample.position); });
  }
  if (positions.empty()) return failure(Error{concat(path, ": contains no position")});
  const auto arranged = nn::arranged(**network, positions);
  if (!arranged) return failure(arranged.error());
  std::printf("%s positions: %.1f of %zu input groups were active, now %.1f\n",
              base::with_thousands(positions.size()).c_str(), arranged->active_before, arranged->groups,
              arranged->active_after);
  return write(*arranged->network, arguments.positionals()[2], stdout);
}

int run_verify(const Arguments& arguments) {
  if (arguments.positionals().size() != 3) return usage_error("net", {"verify takes two networks: A B"});
  const auto positions = arguments.number("--positions", 1000, 1, 10'000'000);
  if (!positions) return usage_error("net", positions.error());
  const auto tolerance = arguments.number("--tolerance", 0, 0, 100'000);
  if (!tolerance) return usage_error("net", tolerance.error());
  SharedNetwork networks[2];
  for (std::size_t i = 0; i < 2; ++i) {
    auto loaded = load_any(arguments.positionals()[1 + i]);
    if (!loaded) return failure(loaded.error());
    networks[i] = *loaded;
  }
  const auto found = nn::compare(*networks[0], *networks[1], static_cast<std::size_t>(*positions), 1);
  if (!found) return failure(found.error());
  // Two networks with the same weights must agree exactly.
  const bool same_kind = networks[0]->spec() == networks[1]->spec();
  constexpr double kToleratedShare = 0.05;  // relative to an output of 1.0
  const double tolerated = arguments.has("--tolerance")
                               ? static_cast<double>(*tolerance)
                               : kToleratedShare * networks[0]->spec().output.eval_scale;
  const double allowed = same_kind ? 0 : tolerated;
  const bool good =
      found->first_difference.empty() && found->kernels.empty() && found->mean_difference <= allowed;
  if (arguments.has("--json")) {
    base::JsonWriter json;
    json.begin_object()
        .field("same", good)
        .field("first_difference", found->first_difference)
        .field("kernels", found->kernels)
        .field("positions", found->positions)
        .field("mean_difference", found->mean_difference)
        .field("largest_difference", found->largest_difference)
        .field("fen", found->largest_fen)
        .end_object();
    std::puts(json.text().c_str());
    return good ? kExitDone : kExitTestSaidNo;
  }
  if (!found->first_difference.empty())
    std::printf("first difference: %s\n", found->first_difference.c_str());
  if (!found->kernels.empty()) std::printf("the kernels %s give different scores\n", found->kernels.c_str());
  std::printf("scores of %zu positions differ by %.2f on average (allowed: %.0f), at most %d: %s\n",
              found->positions, found->mean_difference, allowed, found->largest_difference,
              found->largest_fen.c_str());
  std::puts(good ? "the networks agree" : "the networks differ");
  return good ? kExitDone : kExitTestSaidNo;
}

}  // namespace tabia::tools
