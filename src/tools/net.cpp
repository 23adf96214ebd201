#include "tools/net.h"

#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "cli/net_info.h"
#include "cli/settings.h"
#include "data/formats.h"
#include "eval/seed_network.h"
#include "nn/arrange.h"
#include "nn/plane_storage.h"
#include "nn/quantise.h"
#include "nn/random_network.h"
#include "train/load.h"

namespace tabia::tools {
namespace {

using base::concat;
using base::Error;
using base::Fields;
using base::Result;
using base::usage_fault;
using nn::NetFormat;
using SharedNetwork = std::shared_ptr<const nn::Network>;

// --- the output file

struct Target {
  std::optional<NetFormat> format;  // nothing: chosen by the file name
  bool compress = false;
  nn::OnnxOptions onnx;
};

const Fields<Target> kCompressField = {
    base::flag<Target>("compress", TABIA_MEMBER(compress),
                       "tabia: compress with zstd; stockfish: with LEB128 whatever the width")};
const Fields<Target> kTargetFields = base::joined<Target>(
    {{base::choice<Target, NetFormat>("to", "FORMAT",
                                      {{"tabia", NetFormat::Tabia},
                                       {"text", NetFormat::Text},
                                       {"stockfish", NetFormat::Stockfish},
                                       {"bullet", NetFormat::Bullet},
                                       {"onnx", NetFormat::Onnx}},
                                      TABIA_MEMBER(format), "tabia, text, stockfish, bullet or onnx")
          .shown_as("from the name of OUT")},
     kCompressField});
// Options for formats that have several forms.
const Fields<Target> kConvertFields = base::joined<Target>(
    {kTargetFields,
     {base::choice<Target, nn::OnnxInputs>(
          "inputs", "KIND",
          {{"planes", nn::OnnxInputs::Planes},
           {"indices", nn::OnnxInputs::Indices},
           {"pieces", nn::OnnxInputs::Pieces}},
          TABIA_MEMBER(onnx.inputs),
          "onnx: planes (12 x 8 x 8 and the side to move), indices (numbers of the active inputs) or pieces "
          "(the planes alone; the score is White's)"),
      base::flag<Target>("exact", TABIA_MEMBER(onnx.exact),
                         "onnx: the integers of a quantized network, bit for bit, instead of floats")}});

// Reads --to, --compress and the name of the file.
Result<nn::SaveOptions> read_target(const Arguments& arguments, const std::string& path,
                                    const Fields<Target>& fields = kTargetFields) {
  Target target;
  TABIA_TRY_VOID(read_settings(fields, arguments, target));
  if (!target.format) target.format = nn::format_for_path(path);
  if (!target.format)
    return usage_fault(concat(base::quoted(path),
                              ": can't tell the format from the name; name it .net, .txt, .nnue, .bin or "
                              ".onnx, "
                              "or give --to FORMAT"));
  const bool compressible = *target.format == NetFormat::Tabia || *target.format == NetFormat::Stockfish;
  if (target.compress && !compressible)
    return usage_fault(
        concat("--compress: ", name_of(*target.format), " has no compressed form; use tabia or stockfish"));
  const bool is_onnx = *target.format == NetFormat::Onnx;
  if (!is_onnx && (target.onnx.exact || target.onnx.inputs != nn::OnnxInputs::Planes))
    return usage_fault("--inputs and --exact are for onnx; name the output .onnx or give --to onnx");
  return nn::SaveOptions{*target.format, target.compress, target.onnx};
}

// --- convert

Result<int> convert(const Arguments& arguments) {
  const std::string& from = arguments.positionals()[0];
  const std::string& to = arguments.positionals()[1];
  const bool bullet = arguments.has("--from");
  if (bullet && arguments.text("--from", "") != "bullet")
    return usage_fault(concat("--from: found ", base::quoted(arguments.text("--from", "")),
                              ", expected bullet; all other formats are recognized automatically"));
  if (bullet != arguments.has("--spec"))
    return usage_fault("--from bullet and --spec FILE.toml must be given together");
  TABIA_TRY(const nn::SaveOptions target, read_target(arguments, to, kConvertFields));
  nn::ModelSpec spec;
  if (bullet) {
    TABIA_TRY(spec, nn::load_spec(arguments.text("--spec", "")));
  }
  TABIA_TRY(const nn::NetworkFile file, nn::load_network_file(from, bullet ? &spec : nullptr));
  return write_network(*file.network, to, target);
}

// --- random and seed

Result<int> make_random(const Arguments& arguments) {
  const std::string& to = arguments.positionals()[1];
  TABIA_TRY(const nn::SaveOptions target, read_target(arguments, to));
  const auto seed = arguments.number("--seed", 1, 0, std::numeric_limits<long long>::max());
  if (!seed) return seed.error().as_usage();
  TABIA_TRY(const nn::ModelSpec spec, nn::load_spec(arguments.positionals()[0]));
  return write_network(*nn::random_network(spec, static_cast<std::uint64_t>(*seed)), to, target);
}

Result<int> make_seed(const Arguments& arguments) {
  const std::string& to = arguments.positionals()[0];
  TABIA_TRY(const nn::SaveOptions target, read_target(arguments, to));
  TABIA_TRY(const SharedNetwork network, eval::seed_network().assemble());
  return write_network(*network, to, target);
}

// --- quantize

Result<std::vector<chess::Position>> first_positions(const std::string& path, std::size_t most);

struct StorageSettings {
  std::optional<deep::Storage> storage;
  std::string data;
  std::size_t positions = 2000;
};
const Fields<StorageSettings> kStorageFields = {
    base::choice<StorageSettings, deep::Storage>("storage", "TYPE",
                                                 {{"f16", deep::Storage::F16}, {"i8", deep::Storage::I8}},
                                                 TABIA_MEMBER(storage), "for networks over planes: f16 or i8")
        .shown_as("the run's own"),
    base::text<StorageSettings>(
        "data", "FILE", TABIA_MEMBER(data),
        "training data of any format: i8 is calibrated with its first positions, and the "
        "loss is measured on the next"),
    base::integer<StorageSettings>("positions", "N", 1, 1'000'000, TABIA_MEMBER(positions),
                                   "how many positions for each of the two")};

// A network over planes in fewer bits.
Result<int> store_smaller(const std::string& from, const std::string& to, const nn::SaveOptions& target,
                          const StorageSettings& settings) {
  TABIA_TRY(const SharedNetwork network, train::load_network_or_checkpoint(from));
  if (settings.data.empty() && *settings.storage == deep::Storage::I8)
    return usage_fault("--storage i8 needs --data FILE: positions to calibrate with");
  std::vector<chess::Position> positions;
  if (!settings.data.empty()) {
    TABIA_TRY(positions, first_positions(settings.data, 2 * settings.positions));
  }
  const std::size_t half = std::min(settings.positions, (positions.size() + 1) / 2);
  const auto all = std::span<const chess::Position>(positions);
  TABIA_TRY(const SharedNetwork rounded, nn::in_storage(*network, *settings.storage, all.first(half)));
  if (const auto rest = all.subspan(half); !rest.empty()) {
    const nn::StorageLoss loss = nn::storage_loss(*network, *rounded, rest);
    std::printf("%zu positions: value differs by %.4f on average, at most %.4f\n", loss.positions,
                loss.mean_value, loss.largest_value);
    if (network->spec().planes->policy)
      std::printf("likeliest move the same in %.1f%%, divergence of the policy %.4f nats\n",
                  100 * loss.same_first_move, loss.divergence);
  }
  return write_network(*rounded, to, target);
}

Result<int> quantize(const Arguments& arguments) {
  const std::string& to = arguments.positionals()[1];
  TABIA_TRY(const nn::SaveOptions target, read_target(arguments, to));
  StorageSettings storage;
  TABIA_TRY_VOID(read_settings(kStorageFields, arguments, storage));
  if (storage.storage) return store_smaller(arguments.positionals()[0], to, target, storage);
  TABIA_TRY(const train::TrainedNetwork from,
            train::load_unrounded(arguments.positionals()[0], arguments.text("--spec", "")));
  if (!from.target.is_quantised()) return write_network(*from.network, to, target);  // floats stay floats
  TABIA_TRY(const nn::Quantised rounded, nn::quantised(*from.network, from.target));
  std::printf("%-24s %12s %10s %14s\n", "tensor", "numbers", "clamped", "largest error");
  for (const nn::QuantisedTensor& tensor : rounded.tensors)
    std::printf("%-24s %12zu %10zu %14.3g\n", tensor.name.c_str(), tensor.numbers, tensor.clamped,
                tensor.largest_error);
  TABIA_TRY(const nn::Comparison comparison, nn::compare(*from.network, *rounded.network, 1000, 1));
  std::printf("scores of %zu positions differ by %.2f on average, at most %d\n", comparison.positions,
              comparison.mean_difference, comparison.largest_difference);
  return write_network(*rounded.network, to, target);
}

// --- arrange

struct ArrangeSettings {
  std::string data;
  std::size_t positions = 20'000;
};
const Fields<ArrangeSettings> kArrangeFields = {
    base::text<ArrangeSettings>(
        "data", "FILE", TABIA_MEMBER(data),
        "training data of any format, used to see which neurons are active; required"),
    base::integer<ArrangeSettings>("positions", "N", 1, 1'000'000, TABIA_MEMBER(positions),
                                   "how many positions to look at")};

Result<std::vector<chess::Position>> first_positions(const std::string& path, std::size_t most) {
  TABIA_TRY(const auto reader, data::open_reader(path, {}));
  std::vector<chess::Position> positions;
  data::GameRecord record;
  while (positions.size() < most) {
    TABIA_TRY(const bool more, reader->next(record));
    if (!more) break;
    data::for_each_sample(record, [&](const data::Sample& sample) { positions.push_back(sample.position); });
  }
  if (positions.empty()) return Error{concat(path, ": contains no position")};
  return positions;
}

Result<int> arrange(const Arguments& arguments) {
  ArrangeSettings settings;
  TABIA_TRY_VOID(read_settings(kArrangeFields, arguments, settings));
  if (settings.data.empty()) return usage_fault("missing --data FILE");
  TABIA_TRY(const SharedNetwork network, nn::load_own_network(arguments.positionals()[0]));
  TABIA_TRY(const auto positions, first_positions(settings.data, settings.positions));
  TABIA_TRY(const nn::Arranged arranged, nn::arranged(*network, positions));
  std::printf("%s positions: %.1f of %zu input groups were active, now %.1f\n",
              base::with_thousands(positions.size()).c_str(), arranged.active_before, arranged.groups,
              arranged.active_after);
  return write_network(*arranged.network, arguments.positionals()[1],
                       {.compress = arguments.has("--compress")});
}

// --- verify

struct VerifySettings {
  std::size_t positions = 1000;
  std::optional<int> tolerance;
  bool json = false;
};
const Fields<VerifySettings> kVerifyFields = {
    base::integer<VerifySettings>("positions", "N", 1, 10'000'000, TABIA_MEMBER(positions),
                                  "how many positions to compare"),
    base::integer<VerifySettings>(
        "tolerance", "N", 0, 100'000, TABIA_MEMBER(tolerance),
        "mean difference allowed between networks of different storage types, in evaluation units")
        .shown_as("5% of the score of an output of 1.0"),
    base::flag<VerifySettings>("json", TABIA_MEMBER(json), "one JSON object")};

void print_comparison(const nn::Comparison& found, double allowed, bool json) {
  const bool same = found.agrees(allowed);
  if (json) {
    base::JsonWriter writer;
    writer.begin_object().field("same", same).field("first_difference", found.first_difference);
    writer.field("kernels", found.kernels).field("positions", found.positions);
    writer.field("mean_difference", found.mean_difference);
    writer.field("largest_difference", found.largest_difference).field("fen", found.largest_fen);
    std::puts(writer.end_object().text().c_str());
    return;
  }
  if (!found.first_difference.empty()) std::printf("first difference: %s\n", found.first_difference.c_str());
  if (!found.kernels.empty()) std::printf("the kernels %s give different scores\n", found.kernels.c_str());
  std::printf("scores of %zu positions differ by %.2f on average (allowed: %.0f), at most %d: %s\n",
              found.positions, found.mean_difference, allowed, found.largest_difference,
              found.largest_fen.c_str());
  std::puts(same ? "the networks agree" : "the networks differ");
}

Result<int> verify(const Arguments& arguments) {
  VerifySettings settings;
  TABIA_TRY_VOID(read_settings(kVerifyFields, arguments, settings));
  TABIA_TRY(const SharedNetwork a, train::load_network_or_checkpoint(arguments.positionals()[0]));
  TABIA_TRY(const SharedNetwork b, train::load_network_or_checkpoint(arguments.positionals()[1]));
  TABIA_TRY(const nn::Comparison found, nn::compare(*a, *b, settings.positions, 1));
  const double allowed = nn::allowed_difference(*a, *b, settings.tolerance);
  print_comparison(found, allowed, settings.json);
  return found.agrees(allowed) ? kExitDone : kExitTestSaidNo;
}

// --- the commands

// Reads the first file, writes the second, and may read the files of some options.
base::FileUse files_in_and_out(const Arguments& arguments) {
  const auto& words = arguments.positionals();
  return {.read = {words[0], arguments.text("--spec", ""), arguments.text("--data", "")},
          .written = {words[1]},
          .folders = {}};
}

base::FileUse file_out(const Arguments& arguments) {
  return {.read = {}, .written = {arguments.positionals()[0]}, .folders = {}};
}

const std::vector<Positional> kInAndOut = {{"IN", "the network", true}, {"OUT", "the output file", true}};

Command convert_command() {
  return {.name = "net convert",
          .summary = "write a network in another format",
          .description =
              "Writes a network as tabia (.net), text (.txt), stockfish (.nnue), bullet (.bin, bare "
              "numbers) or onnx (.onnx, a graph that onnxruntime and others run; docs/formats/onnx.md). The "
              "output is read back and compared first; if it differs, nothing is "
              "written and the exit code is 3. A file of bare numbers doesn't contain its shape, so "
              "reading one takes --from bullet and a model spec.",
          .positionals = kInAndOut,
          .options = options_with(kConvertFields,
                                  {{"--from", "bullet", "IN is a file of bare numbers written by bullet"},
                                   {"--spec", "FILE", "the model spec of such a file"}}),
          .examples = {"net convert nn-37f18f62d772.nnue small.net --compress",
                       "net convert nets/default.net default.onnx",
                       "net convert nets/default.net default.onnx --inputs indices --exact",
                       "net convert quantised.bin mine.net --from bullet --spec models/perspective-512.toml"},
          .run = [](const Arguments& arguments) { return exit_code_of("net convert", convert(arguments)); },
          .files = files_in_and_out};
}

Command quantize_command() {
  return {.name = "net quantize",
          .summary = "round the network of a training run to integers",
          .description =
              "Writes the network of a checkpoint in the form used for play, and shows the effect of "
              "rounding. IN may also be a network in floats, with --spec; or a network over planes, with "
              "--storage.",
          .positionals = {{"IN", "the checkpoint", true}, {"OUT", "the output file", true}},
          .options = options_with(
              kTargetFields,
              options_with(kStorageFields,
                           {{"--spec", "MODEL", "a target other than the run's own: a name or a file"}})),
          .examples = {"net quantize runs/mine/best.checkpoint mine.net",
                       "net quantize maia.net small.net --storage i8 --data games.tabia"},
          .run = [](const Arguments& arguments) { return exit_code_of("net quantize", quantize(arguments)); },
          .files = files_in_and_out};
}

Command arrange_command() {
  return {.name = "net arrange",
          .summary = "sort the neurons of a network for speed",
          .description =
              "Writes the same network with its neurons in an order that is faster in play: neurons "
              "that are active together are placed together. It is for networks with 8-bit layers "
              "and doesn't change their output.",
          .positionals = kInAndOut,
          .options = options_with(kArrangeFields, options_of(kCompressField)),
          .examples = {"net arrange mine.net faster.net --data games.tabia"},
          .run = [](const Arguments& arguments) { return exit_code_of("net arrange", arrange(arguments)); },
          .files = files_in_and_out};
}

Command verify_command() {
  return {.name = "net verify",
          .summary = "check whether two networks are equivalent",
          .description =
              "Compares two networks or checkpoints: spec, weights, scores of many positions, and "
              "every instruction set of this machine. The exit code is 3 if they are not equivalent.",
          .positionals = {{"A", "a network or checkpoint", true}, {"B", "the other one", true}},
          .options = options_of(kVerifyFields),
          .examples = {"net verify runs/mine/best.checkpoint mine.net"},
          .run = [](const Arguments& arguments) { return exit_code_of("net verify", verify(arguments)); }};
}

Command random_command() {
  return {
      .name = "net random",
      .summary = "make a network of random weights",
      .description = "Makes a network with random weights of realistic size, for tests and benchmarks.",
      .positionals = {{"SPEC", "the model spec, a file like models/*.toml", true},
                      {"OUT", "the output file", true}},
      .options = options_with(kTargetFields, {{"--seed", "N", "seed of the weights (default: 1)"}}),
      .examples = {"net random models/perspective-256.toml random.net --seed 7"},
      .run = [](const Arguments& arguments) { return exit_code_of("net random", make_random(arguments)); },
      .files = files_in_and_out};
}

Command seed_command() {
  return {.name = "net seed",
          .summary = "make a network without training",
          .description =
              "Makes a network that knows the material and piece-square values of the classical "
              "evaluation and nothing else.",
          .positionals = {{"OUT", "the output file", true}},
          .options = options_of(kTargetFields),
          .examples = {"net seed seed.net"},
          .run = [](const Arguments& arguments) { return exit_code_of("net seed", make_seed(arguments)); },
          .files = file_out};
}

}  // namespace

Result<int> write_network(const nn::Network& network, const std::string& path, const nn::SaveOptions& options,
                          std::FILE* report) {
  TABIA_TRY(const nn::SavedNetwork saved, nn::save_network(network, path, options));
  if (!saved.difference.empty()) {
    std::fprintf(stderr, "tabia: %s: %s; nothing was written\n", path.c_str(), saved.difference.c_str());
    return kExitTestSaidNo;
  }
  std::fprintf(report, "%s: %s, %s bytes, network %s\n",
               base::names_standard_output(path) ? "standard output" : path.c_str(),
               std::string(name_of(options.format)).c_str(), base::with_thousands(saved.bytes).c_str(),
               nn::network_hash(network).c_str());
  return kExitDone;
}

Command net_command() {
  return {
      .name = "net",
      .summary = "network files: inspect, convert, compare, quantize, fit",
      .description =
          "Works on network files. Every command reads Tabia's own format, its text form and "
          "Stockfish's .nnue. Outputs are read back and compared before they get their name.",
      .positionals = {},
      .options = {},
      .examples = {"net info nn-37f18f62d772.nnue", "net convert nn-37f18f62d772.nnue small.net --compress",
                   "net fit-wdl mine.net --games 2000 --output fitted.net"},
      .run = nullptr,
      .subcommands = {cli::net_info_command(), convert_command(), quantize_command(), arrange_command(),
                      verify_command(), random_command(), seed_command(), net_fit_wdl_command(),
                      net_predict_command()}};
}

}  // namespace tabia::tools
