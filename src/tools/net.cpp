#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "cli/net_info.h"
#include "eval/seed_network.h"
#include "eval/win_model.h"
#include "nn/bullet_file.h"
#include "nn/load.h"
#include "nn/net_file.h"
#include "nn/net_text.h"
#include "nn/passport.h"
#include "nn/random_network.h"
#include "nn/stockfish_file.h"
#include "tools/commands.h"
#include "tools/net_fit_wdl.h"
#include "tools/net_trained.h"

namespace tabia::tools {
namespace {

using base::concat;
using base::Error;
using base::quoted;
using namespace tabia::nn;
using SharedNetwork = std::shared_ptr<const Network>;

// --- reading and writing

// A network and the file it was loaded from.
struct Loaded {
  SharedNetwork network;
  NetFormat format = NetFormat::Tabia;
  std::size_t file_bytes = 0;
};

base::Result<ModelSpec> load_spec(const std::string& path) {
  constexpr std::size_t kLargestSpec = 1 << 20;
  const auto text = base::read_file(path, kLargestSpec);
  if (!text) return text.error();
  auto spec = parse_spec(*text);
  if (!spec) return spec.error().inside(path);
  return spec;
}

base::Result<SharedNetwork> network_from(const std::string& bytes, NetFormat format, const ModelSpec* spec) {
  if (format != NetFormat::Bullet) return read_network(bytes);
  auto parts = read_bullet(bytes, *spec);
  if (!parts) return parts.error();
  return std::move(*parts).assemble();
}

// `spec` is needed for bullet files and ignored otherwise.
base::Result<Loaded> load(const std::string& path, const ModelSpec* spec) {
  const auto bytes = base::read_file(path, kLargestNetFile);
  if (!bytes) return bytes.error();
  NetFormat format = NetFormat::Bullet;
  if (!spec) {
    const auto found = format_of(*bytes);
    if (!found) return found.error().inside(path);
    format = *found;
  }
  auto network = network_from(*bytes, format, spec);
  if (!network) return network.error().inside(path);
  return Loaded{std::move(*network), format, bytes->size()};
}

base::Result<std::string> bytes_of_network(const Network& network, NetFormat format, bool compress) {
  switch (format) {
    case NetFormat::Tabia:
      return write_net(network, {.compress = compress});
    case NetFormat::Text:
      return write_net_text(network);
    case NetFormat::Stockfish:
      return write_stockfish(network,
                             compress ? StockfishCompression::Leb128 : StockfishCompression::Automatic);
    case NetFormat::Bullet:
      return write_bullet(network);
  }
  return Error{"unknown format"};
}

// The requested format, or the one the file name suggests.
base::Result<NetFormat> target_format(const Arguments& arguments, const std::string& path) {
  if (arguments.has("--to")) {
    const std::string name = arguments.text("--to", "");
    if (const auto format = format_named(name)) return *format;
    return Error{concat("--to: found ", quoted(name), ", expected tabia, text, stockfish or bullet")};
  }
  if (const auto format = format_for_path(path)) return *format;
  return Error{
      concat(quoted(path),
             ": can't tell the format from the name; name it .net, .txt, .nnue or .bin, or give --to "
             "FORMAT")};
}

// Writes the network. The bytes are read back and compared before the file gets its name.
int write_verified(const Network& network, const std::string& path, NetFormat format, bool compress,
                   std::FILE* report = stdout) {
  const auto bytes = bytes_of_network(network, format, compress);
  if (!bytes) return failure(bytes.error());
  const auto again = network_from(*bytes, format, &network.spec());
  const bool full = format == NetFormat::Tabia || format == NetFormat::Text;
  const bool same = again.ok() && network_hash(**again) == network_hash(network) &&
                    (!full || ((*again)->lineage() == network.lineage() && (*again)->wdl() == network.wdl()));
  if (!same) {
    std::fprintf(stderr, "tabia: %s: the network would read back differently%s%s; nothing was written\n",
                 path.c_str(), again.ok() ? "" : ": ", again.ok() ? "" : again.error().message.c_str());
    return kExitTestSaidNo;
  }
  if (const auto written = base::write_file_atomically(path, *bytes); !written)
    return failure(written.error());
  std::fprintf(report, "%s: %s, %s bytes, network %s\n",
               base::names_standard_output(path) ? "standard output" : path.c_str(),
               std::string(name_of(format)).c_str(), base::with_thousands(bytes->size()).c_str(),
               network_hash(network).c_str());
  return kExitDone;
}

// --- the actions

// Options that belong to another action are mistakes and must not be ignored.
base::Result<void> only_options(const Arguments& arguments, std::string_view action,
                                std::initializer_list<std::string_view> allowed) {
  for (const std::string_view option :
       {"--json", "--to", "--from", "--spec", "--compress", "--data", "--seed", "--games", "--nodes",
        "--openings", "--threads", "--pgn", "--player", "--output", "--margins"}) {
    if (!arguments.has(option) || std::find(allowed.begin(), allowed.end(), option) != allowed.end())
      continue;
    return Error{concat("option ", option, " can't be used with ", action)};
  }
  return {};
}

int run_info(const Arguments& arguments) {
  if (auto good = only_options(arguments, "info", {"--json"}); !good) return usage_error("net", good.error());
  if (arguments.positionals().size() != 2) return usage_error("net", {"info takes one file"});
  return cli::print_network_info(arguments.positionals()[1], arguments.has("--json"));
}

int run_convert(const Arguments& arguments) {
  if (auto good = only_options(arguments, "convert", {"--to", "--from", "--spec", "--compress"}); !good)
    return usage_error("net", good.error());
  if (arguments.positionals().size() != 3) return usage_error("net", {"convert takes two files: IN OUT"});
  const std::string& from = arguments.positionals()[1];
  const std::string& to = arguments.positionals()[2];
  const bool bullet = arguments.has("--from");
  if (bullet && arguments.text("--from", "") != "bullet") {
    return usage_error("net", {concat("--from: found ", quoted(arguments.text("--from", "")),
                                      ", expected bullet; all other formats are recognized automatically")});
  }
  if (bullet != arguments.has("--spec"))
    return usage_error("net", {"--from bullet and --spec FILE.toml must be given together"});
  const auto format = target_format(arguments, to);
  if (!format) return usage_error("net", format.error());
  const bool compress = arguments.has("--compress");
  if (compress && *format != NetFormat::Tabia && *format != NetFormat::Stockfish) {
    return usage_error(
        "net", {concat("--compress: ", name_of(*format), " has no compressed form; use tabia or stockfish")});
  }
  base::Result<ModelSpec> spec = ModelSpec{};
  if (bullet) spec = load_spec(arguments.text("--spec", ""));
  if (!spec) return failure(spec.error());
  const auto loaded = load(from, bullet ? &*spec : nullptr);
  if (!loaded) return failure(loaded.error());
  return write_verified(*loaded->network, to, *format, compress);
}

int run_random(const Arguments& arguments) {
  if (auto good = only_options(arguments, "random", {"--to", "--seed", "--compress"}); !good)
    return usage_error("net", good.error());
  if (arguments.positionals().size() != 3)
    return usage_error("net", {"random takes two files: SPEC.toml OUT"});
  const std::string& to = arguments.positionals()[2];
  const auto format = target_format(arguments, to);
  if (!format) return usage_error("net", format.error());
  const auto seed = arguments.number("--seed", 1, 0, std::numeric_limits<long long>::max());
  if (!seed) return usage_error("net", seed.error());
  const auto spec = load_spec(arguments.positionals()[1]);
  if (!spec) return failure(spec.error());
  return write_verified(*random_network(*spec, static_cast<std::uint64_t>(*seed)), to, *format,
                        arguments.has("--compress"));
}

int run_seed(const Arguments& arguments) {
  if (auto good = only_options(arguments, "seed", {"--to", "--compress"}); !good)
    return usage_error("net", good.error());
  if (arguments.positionals().size() != 2) return usage_error("net", {"seed takes one file: OUT"});
  const std::string& to = arguments.positionals()[1];
  const auto format = target_format(arguments, to);
  if (!format) return usage_error("net", format.error());
  const auto network = eval::seed_network().assemble();
  if (!network) return failure(network.error());
  return write_verified(**network, to, *format, arguments.has("--compress"));
}

int run_fit(const Arguments& arguments) {
  const auto good = only_options(arguments, "fit-wdl",
                                 {"--json", "--seed", "--games", "--nodes", "--openings", "--threads",
                                  "--pgn", "--player", "--output", "--margins", "--compress"});
  if (!good) return usage_error("net", good.error());
  if (arguments.has("--compress") && !arguments.has("--output"))
    return usage_error("net", {"--compress: give --output FILE too; otherwise nothing is written"});
  return run_fit_wdl(arguments, [&](const Network& network, const std::string& path, std::FILE* report) {
    return write_verified(network, path, NetFormat::Tabia, arguments.has("--compress"), report);
  });
}

int run_quantize_action(const Arguments& arguments) {
  if (auto good = only_options(arguments, "quantize", {"--spec", "--compress", "--to"}); !good)
    return usage_error("net", good.error());
  return run_quantize(arguments, [&](const Network& network, const std::string& path, std::FILE* report) {
    const auto format = target_format(arguments, path);
    if (!format) return usage_error("net", format.error());
    return write_verified(network, path, *format, arguments.has("--compress"), report);
  });
}
int run_arrange_action(const Arguments& arguments) {
  if (auto good = only_options(arguments, "arrange", {"--data", "--positions", "--compress"}); !good)
    return usage_error("net", good.error());
  return run_arrange(arguments, [&](const Network& network, const std::string& path, std::FILE* report) {
    return write_verified(network, path, NetFormat::Tabia, arguments.has("--compress"), report);
  });
}
int run_verify_action(const Arguments& arguments) {
  if (auto good = only_options(arguments, "verify", {"--json", "--positions", "--tolerance"}); !good)
    return usage_error("net", good.error());
  return run_verify(arguments);
}

int run_net(const Arguments& arguments) {
  const std::string& action = arguments.positionals()[0];
  if (action == "quantize") return run_quantize_action(arguments);
  if (action == "arrange") return run_arrange_action(arguments);
  if (action == "verify") return run_verify_action(arguments);
  if (action == "info") return run_info(arguments);
  if (action == "convert") return run_convert(arguments);
  if (action == "random") return run_random(arguments);
  if (action == "seed") return run_seed(arguments);
  if (action == "fit-wdl") return run_fit(arguments);
  const auto near = base::nearest_word(
      action, {"info", "convert", "random", "seed", "fit-wdl", "quantize", "arrange", "verify"});
  return usage_error("net",
                     {concat("found ", quoted(action),
                             ", expected info, convert, quantize, arrange, verify, random, seed or fit-wdl",
                             near ? concat(", did you mean ", *near, "?") : "")});
}

base::FileUse files_of_net(const Arguments& arguments) {
  const auto& words = arguments.positionals();
  const auto word = [&](std::size_t i) { return i < words.size() ? words[i] : std::string(); };
  base::FileUse use{.read = {arguments.text("--spec", ""), arguments.text("--data", ""),
                             arguments.text("--pgn", ""), arguments.text("--openings", "")},
                    .written = {arguments.text("--output", "")},
                    .folders = {}};
  if (words[0] == "seed") {
    use.written.push_back(word(1));
  } else if (words[0] == "fit-wdl") {
    // The network file itself may be overwritten: it was read completely, and only its model changes.
  } else if (words[0] != "info" && words[0] != "verify") {
    use.read.push_back(word(1));
    use.written.push_back(word(2));
  }
  return use;
}

}  // namespace

Command net_command() {
  return {
      .name = "net",
      .summary = "inspect, convert and compare network files",
      .description =
          "`net info FILE` describes a network: format, spec, hash, lineage, win probability model, "
          "and for each tensor its range and the share of values that are zero or at the limit of the "
          "storage type. `net convert IN OUT` writes it in another format: tabia (.net), text (.txt), "
          "stockfish (.nnue) or bullet (.bin, bare numbers). The output is read back and compared "
          "first; the exit code is 3 if it differs. A file of bare numbers doesn't contain its shape, "
          "so reading one takes --from bullet and a model spec. `net random SPEC.toml OUT` makes a "
          "network of random weights, `net seed OUT` one without training: material and piece-square "
          "values. `net fit-wdl FILE` fits the network's win probability model, which turns scores "
          "into centipawns and winning chances: it plays games against itself with a node limit and "
          "fits the model to scores and results, or reads them from a PGN file with scores in the "
          "comments (+0.35/12 or [%eval 0.35]), which must come from this network with its current "
          "model. It prints the model, predicted and actual results by material, and the log-loss "
          "before and after; --output writes the network with the new model in Tabia's format and "
          "leaves everything else unchanged. `net quantize CHECKPOINT OUT` writes the network of a "
          "training run in the form used for play, and shows the effect of rounding. `net arrange IN "
          "OUT` writes the same network with its neurons in an order that is faster in play: neurons "
          "that are active together are placed together. It is for networks with 8-bit layers and "
          "doesn't change their output. `net verify A B` checks whether two networks or checkpoints "
          "are equivalent: spec, weights, scores of many positions, and every instruction set of this "
          "machine; the exit code is 3 if they are not.",
      .positionals =
          {{"ACTION", "info, convert, quantize, arrange, verify, random, seed or fit-wdl", true},
           {"FILE", "the network; for random the model spec (models/*.toml); for seed the output file", true},
           {"OUT", "for convert, quantize, arrange and random: the output file; for verify the other network",
            false}},
      .options = {{"--json", "", "info and fit-wdl: one JSON object"},
                  {"--to", "FORMAT", "tabia, text, stockfish or bullet (default: from the name of OUT)"},
                  {"--from", "bullet", "IN is a file of bare numbers written by bullet"},
                  {"--spec", "FILE",
                   "the model spec of such a file; for quantize: a target other than the "
                   "run's own"},
                  {"--data", "FILE",
                   "arrange: training data of any format, used to see which neurons are "
                   "active"},
                  {"--positions", "N",
                   "verify: how many positions to compare (default: 1000); arrange: how many to look at "
                   "(default: 20000)"},
                  {"--tolerance", "N",
                   "verify: mean difference allowed between networks of different storage types, in "
                   "evaluation units (default: 4)"},
                  {"--compress", "", "tabia: compress with zstd; stockfish: with LEB128 whatever the width"},
                  {"--seed", "N", "seed of random, and of the openings of fit-wdl (default: 1)"},
                  {"--games", "N", "fit-wdl: games to play (default: 400)"},
                  {"--nodes", "N", "fit-wdl: nodes per move (default: 1000)"},
                  {"--openings", "FILE",
                   "fit-wdl: EPD or FEN lines to play from (default: 8 or 9 random moves from the start)"},
                  {"--threads", "N", "fit-wdl: games to play in parallel (default: all cores)"},
                  {"--pgn", "FILE", "fit-wdl: read the games from this file instead, - for standard input"},
                  {"--player", "NAME", "fit-wdl: use only this player's scores"},
                  {"--output", "FILE", "fit-wdl: write the network with the new model; may be FILE itself"},
                  {"--margins", "",
                   "fit-wdl: also scale the search margins by the new model, which changes how the network "
                   "plays; by default only displayed scores change"}},
      .examples = {"net info nn-37f18f62d772.nnue", "net convert nn-37f18f62d772.nnue small.net --compress",
                   "net convert quantised.bin mine.net --from bullet --spec models/perspective-512.toml",
                   "net random models/perspective-256.toml random.net --seed 7",
                   "net fit-wdl mine.net --games 2000 --output fitted.net",
                   "net fit-wdl mine.net --pgn match.pgn --player Tabia --output fitted.net"},
      .run = run_net,
      .files = files_of_net};
}

}  // namespace tabia::tools
