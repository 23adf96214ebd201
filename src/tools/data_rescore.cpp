// tools/data_rescore.cpp: `tabia data rescore`: new scores for existing positions.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>

#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "cli/evaluation_setup.h"
#include "data/branches.h"
#include "data/container.h"
#include "data/inputs.h"
#include "nn/embedded.h"
#include "nn/load.h"
#include "play/rescore.h"
#include "play/search_player.h"
#include "play/searched_positions.h"
#include "play/self_play.h"
#include "play/uci_player.h"
#include "tools/data_common.h"
#include "tools/data_make.h"
#include "tools/game_setup.h"

namespace tabia::tools {
namespace {

namespace fs = std::filesystem;
using base::concat;
using base::Error;
using base::Result;
using namespace tabia::play;

constexpr std::size_t kLargestProgram = std::size_t{1} << 30;
constexpr std::chrono::milliseconds kHandOver{500};
constexpr long long kDefaultHashMib = 4;

// The teacher, and its identity.
struct TeacherSetup {
  RescorePlan::MakeTeacher make;
  data::ScoreScale scale;
  std::string name;           // for the manifest
  base::JsonWriter identity;  // an object that is still open
};

// What the command line says about the teacher; no files opened yet.
struct TeacherText {
  bool is_static = false;
  std::string program;  // empty: this program's own search
  std::string arguments;
  std::string folder;
  KeyValues options;  // UCI options
  MoveRequest request;
  std::string limit;
  std::size_t hash_mib = 0;
  bool chess960 = false;
  std::optional<int> quiet_margin_cp;  // for a static teacher
  // Not the positions themselves but others: off-game positions near them, or positions from the tree of a
  // search that starts from them.
  std::optional<data::BranchOptions> branching;
  std::optional<SearchedPositionsOptions> searched;
};

Result<void> read_engine(const Arguments& arguments, TeacherText& text) {
  const auto pairs = parse_pairs("--engine", arguments.text("--engine", ""));
  if (!pairs) return pairs.error();
  for (const auto& [key, value] : *pairs) {
    if (key.starts_with("option.") && key.size() > 7) {
      text.options.emplace_back(key.substr(7), value);
      continue;
    }
    std::string* field = key == "cmd"    ? &text.program
                         : key == "args" ? &text.arguments
                         : key == "dir"  ? &text.folder
                                         : nullptr;
    if (!field) return unknown_key("--engine", key, {"cmd", "args", "dir", "option.NAME"});
    *field = value;
  }
  if (text.program.empty()) return Error{"--engine: cmd=PROGRAM is missing"};
  return {};
}

Result<void> read_other_positions(const Arguments& arguments, TeacherText& text) {
  const auto seed = arguments.number("--seed", 1, 0, std::numeric_limits<long long>::max());
  if (!seed) return seed.error();
  const auto nodes = arguments.number("--searched", 0, 1, 1'000'000);
  if (!nodes) return nodes.error();
  SearchedPositionsOptions searched;
  const auto every = arguments.number("--searched-every", searched.every, 1, 1'000);
  if (!every) return every.error();
  const auto keep = arguments.number("--searched-keep", searched.keep, 1, 1'000'000);
  if (!keep) return keep.error();
  for (const char* option : {"--searched-every", "--searched-keep", "--searched-net"}) {
    if (arguments.has(option) && !arguments.has("--searched"))
      return Error{concat(option, " needs --searched NODES")};
  }
  if (arguments.has("--searched")) {
    if (arguments.has("--branch")) return Error{"--searched can't be combined with --branch"};
    searched.nodes = static_cast<std::uint64_t>(*nodes);
    searched.every = static_cast<int>(*every);
    searched.keep = static_cast<int>(*keep);
    searched.seed = static_cast<std::uint64_t>(*seed);
    text.searched = searched;
    return {};
  }
  if (!arguments.has("--branch")) {
    if (arguments.has("--seed")) return Error{"--seed needs --branch N[-M] or --searched NODES"};
    return {};
  }
  const auto plies = read_span("--branch", arguments.text("--branch", ""), 1, 100);
  if (!plies) return plies.error();
  text.branching = {
      .least_plies = plies->first, .most_plies = plies->second, .seed = static_cast<std::uint64_t>(*seed)};
  return {};
}

// The network of the search that provides the positions: the student, not the teacher.
Result<std::shared_ptr<const nn::Network>> searched_network(const Arguments& arguments) {
  auto network = arguments.has("--searched-net") ? nn::load_network(arguments.text("--searched-net", ""))
                                                 : nn::read_network(nn::embedded_network());
  if (!network) return network.error().inside("--searched-net");
  return network;
}

Result<TeacherText> read_teacher(const Arguments& arguments) {
  TeacherText text;
  text.is_static = arguments.has("--static");
  text.chess960 = arguments.has("--chess960");
  const auto nodes = arguments.number("--nodes", 0, 1, 1'000'000'000'000LL);
  if (!nodes) return nodes.error();
  const auto depth = arguments.number("--depth", 0, 1, base::kMaxPly - 1);
  if (!depth) return depth.error();
  const auto hash = arguments.number("--hash", kDefaultHashMib, 1, 1 << 16);
  if (!hash) return hash.error();
  text.hash_mib = static_cast<std::size_t>(*hash);
  const bool is_limited = arguments.has("--nodes") || arguments.has("--depth");
  if (is_limited == text.is_static)
    return Error{
        "give either --static, or a limit: --nodes N or "
        "--depth N"};
  if (text.is_static && arguments.has("--engine")) return Error{"--static can't be combined with --engine"};
  if (arguments.has("--nodes")) text.request.limits.nodes = static_cast<std::uint64_t>(*nodes);
  if (arguments.has("--depth")) text.request.limits.depth = static_cast<int>(*depth);
  if (arguments.has("--nodes")) text.limit = concat("nodes=", *nodes);
  if (arguments.has("--depth")) text.limit += concat(text.limit.empty() ? "" : " ", "depth=", *depth);
  if (arguments.has("--engine")) {
    if (const auto read = read_engine(arguments, text); !read) return read.error();
  }
  if (arguments.has("--quiet")) {
    if (!text.is_static) return Error{"--quiet needs --static"};
    const auto margin = arguments.number("--quiet-margin", kQuietMarginCp, 0, 10'000);
    if (!margin) return margin.error();
    text.quiet_margin_cp = static_cast<int>(*margin);
  } else if (arguments.has("--quiet-margin")) {
    return Error{"--quiet-margin needs --quiet"};
  }
  if (const auto read = read_other_positions(arguments, text); !read) return read.error();
  return text;
}

Result<TeacherSetup> engine_teacher(const TeacherText& text) {
  const auto program = find_program(text.program);
  if (!program) return program.error().inside("--engine cmd");
  const auto content = base::read_file(*program, kLargestProgram);
  if (!content) return content.error();
  UciEngine engine;
  engine.launch.program = *program;
  for (const auto word : base::words(text.arguments)) engine.launch.arguments.emplace_back(word);
  engine.launch.folder = text.folder;
  engine.options = text.options;
  engine.chess960 = text.chess960;
  TeacherSetup setup;
  setup.scale = {"centipawns", 100};
  const std::string hash = base::hex64(base::hash64(*content));
  setup.name = concat(fs::path(*program).filename().string(), ' ', hash);
  setup.identity.begin_object().field("program", std::string_view(hash));
  setup.identity.field("args", std::string_view(text.arguments)).field("chess960", text.chess960);
  for (const auto& [name, value] : text.options)
    setup.identity.field(concat("option.", name), std::string_view(value));
  setup.make = [engine, request = text.request] {
    return std::make_unique<PlayerTeacher>(std::make_unique<UciPlayer>(engine), request);
  };
  return setup;
}

Result<TeacherSetup> own_teacher(const Arguments& arguments, const TeacherText& text) {
  auto evaluation = read_evaluation_setup(arguments);
  if (!evaluation) return evaluation.error();
  TeacherSetup setup;
  setup.scale = self_play_scale();
  const std::string hash = nn::network_hash(*evaluation->network);
  setup.name = concat(evaluation->network_name, ' ', hash);
  setup.identity.begin_object().field("network_hash", std::string_view(hash));
  write_evaluation(evaluation->options, setup.identity);
  setup.identity.field("static", text.is_static);
  if (text.is_static) {
    if (text.quiet_margin_cp) setup.identity.field("quiet_margin", *text.quiet_margin_cp);
    setup.make = [evaluation = *evaluation, margin = text.quiet_margin_cp] {
      return std::make_unique<StaticTeacher>(evaluation.network, evaluation.options, margin);
    };
    return setup;
  }
  setup.identity.field("hash", text.hash_mib);
  search::SearcherOptions searcher;
  searcher.hash_mib = text.hash_mib;
  searcher.move_overhead_ms = 0;
  setup.make = [evaluation = *evaluation, searcher, request = text.request] {
    return std::make_unique<PlayerTeacher>(
        std::make_unique<SearchPlayer>(evaluation.network, evaluation.options, searcher), request);
  };
  return setup;
}

// About a hundred batches, for an input of this many bytes (0: unknown).
std::uint64_t batch_positions(std::uint64_t bytes) {
  constexpr std::uint64_t kBytesOfAPosition = 4;
  constexpr std::uint64_t kBatches = 128;
  constexpr std::uint64_t kUnknown = 8192;
  return bytes == 0 ? kUnknown : std::clamp<std::uint64_t>(bytes / kBytesOfAPosition / kBatches, 256, 65'536);
}

// Moves the folder's records into one file and removes the folder.
Result<void> merge(const std::string& folder, const std::string& path, const data::DataInfo& info) {
  auto reader = data::ContainerReader::open(folder);
  if (!reader) return reader.error();
  auto writer = data::ContainerWriter::create(path, info);
  if (!writer) return writer.error();
  DataWatch watch("merge", true);
  const auto copied = data::for_each_record(
      **reader, watch, [&](const data::GameRecord& record) { return (*writer)->write(record); });
  if (!copied) return copied;
  if (auto finished = (*writer)->finish(); !finished) return finished;
  reader->reset();
  std::error_code fault;
  fs::remove_all(folder, fault);
  if (fault) return Error{concat(folder, ": can't remove: ", fault.message())};
  return {};
}

int run_rescore(const Arguments& arguments) {
  constexpr std::string_view kName = "data rescore";
  const auto text = read_teacher(arguments);
  if (!text) return usage_error(kName, text.error());
  const std::string out = arguments.text("--out", "");
  if (out.empty()) return usage_error(kName, {"--out FOLDER or --out FILE.tabia is missing"});
  const auto workers = read_workers(arguments);
  if (!workers) return usage_error(kName, workers.error());
  const auto reading = reading_of(arguments);
  if (!reading) return usage_error(kName, reading.error());
  auto teacher = text->program.empty() ? own_teacher(arguments, *text) : engine_teacher(*text);
  if (!teacher) return failure(teacher.error());
  std::shared_ptr<const nn::Network> student;
  if (text->searched) {
    auto network = searched_network(arguments);
    if (!network) return failure(network.error());
    student = std::move(*network);
  }
  auto inputs = data::Inputs::open(arguments.positionals(), *reading);
  if (!inputs) return failure(inputs.error());
  const bool to_file = out.ends_with(data::kContainerExtension) && !fs::is_directory(out);
  const std::string folder = to_file ? out + ".making" : out;
  if (to_file && fs::exists(out)) {
    // The file gets its name when it is complete. A kill right after that leaves the folder, which is then
    // useless.
    if (!fs::exists(folder)) return failure({concat(out, ": already exists; remove it to make a new one")});
    std::error_code fault;
    fs::remove_all(folder, fault);
    std::printf("%s is complete\n", out.c_str());
    return kExitDone;
  }

  const std::uint64_t inputs_bytes = inputs->bytes_total();
  base::JsonWriter& identity = teacher->identity;
  identity.field("limit", std::string_view(text->limit)).key("inputs").begin_array();
  for (const std::string& input : arguments.positionals()) identity.value(std::string_view(input));
  identity.end_array().field("input_bytes", inputs_bytes);
  if (text->branching) {
    identity.field(data::kBranchMark, text->branching->least_plies)
        .field("branch_most", text->branching->most_plies)
        .field("branch_seed", text->branching->seed);
  }
  if (text->searched) {
    identity.field(data::kSearchedMark, text->searched->nodes)
        .field("searched_every", text->searched->every)
        .field("searched_keep", text->searched->keep)
        .field("searched_seed", text->searched->seed)
        .field("searched_network", std::string_view(nn::network_hash(*student)));
  }
  identity.end_object();
  BatchJob job;
  job.kind = "rescore";
  job.program = program_name();
  job.settings = identity.text();
  job.info = inputs->info();
  job.info.scale = teacher->scale;
  job.info.network = teacher->name;
  job.info.history.emplace_back("rescore", job.settings);
  job.batch_records = batch_positions(inputs_bytes);
  job.hand_over_after = kHandOver;
  std::uint64_t problems = 0;
  const bool strict = arguments.has("--strict");
  std::unique_ptr<data::RecordReader> reader = std::make_unique<data::Inputs>(std::move(*inputs));
  if (text->branching) reader = std::make_unique<data::BranchReader>(std::move(reader), *text->branching);
  if (text->searched)
    reader = std::make_unique<SearchedPositionsReader>(std::move(reader), student, *text->searched);
  RescorePlan plan(std::move(reader), teacher->make, [&](const Error& problem) {
    if (++problems <= DataWatch::kMostTold) std::fprintf(stderr, "tabia: %s\n", problem.message.c_str());
    return !strict;
  });
  const int code = run_making(arguments, folder, job, plan, *workers);
  if (problems > 0)
    std::fprintf(stderr, "tabia: %s problems; damaged records were skipped\n",
                 base::with_thousands(problems).c_str());
  if (code != kExitDone || !to_file) return code;
  const auto merged = merge(folder, out, job.info);
  return merged ? kExitDone : data_failure(merged.error());
}

base::FileUse files_of_rescore(const Arguments& arguments) {
  base::FileUse use{.read = arguments.positionals(), .written = {}, .folders = {}};
  use.read.push_back(arguments.text("--net", ""));
  use.read.push_back(arguments.text("--searched-net", ""));
  const std::string out = arguments.text("--out", "");
  (out.ends_with(data::kContainerExtension) ? use.written : use.folders).push_back(out);
  return use;
}

}  // namespace

Command data_rescore_command() {
  std::vector<Option> options = {
      {"--out", "PATH", "output folder, or a file *.tabia; an unfinished one is resumed"},
      {"--nodes", "N", "nodes per position"},
      {"--depth", "N", "depth per position, in plies"},
      {"--static", "", "use the evaluation alone, without a search"},
      {"--quiet", "", "with --static: give no score to positions where captures would change it"},
      {"--quiet-margin", "CP",
       "a position counts as quiet if captures gain at most this much "
       "(default: 50)"},
      {"--branch", "N[-M]",
       "score off-game positions instead: those after this many random moves that don't immediately "
       "lose material"},
      {"--searched", "NODES",
       "score off-game positions instead: those that a search of this many nodes evaluates"},
      {"--searched-every", "N", "start a search at one in N positions (default: 4)"},
      {"--searched-keep", "N", "keep one in N evaluated positions (default: 3)"},
      {"--searched-net", "FILE",
       "the network for that search: the one to be trained (default: the embedded one)"},
      {"--seed", "N", "random seed of --branch and --searched (default: 1)"},
      {"--engine", "KEYS",
       "use another engine as the teacher: cmd=PROGRAM[,args=...][,dir=...][,option.NAME=...]"},
      {"--chess960", "", "tell the engine that the positions are Chess960"},
      {"--hash", "MIB",
       "transposition table of each worker, in MiB (default: 4); for engines use "
       "option.Hash"}};
  for (const Option& option : evaluation_options()) options.push_back(option);
  return Command{
      .name = "data rescore",
      .summary = "rescore positions with a search, a network, or any UCI engine",
      .description =
          "Scores every position of a dataset again; moves, results and plies stay unchanged. With "
          "--branch it makes new positions that branch off from the games, with --searched it takes "
          "positions that a search from them evaluates. Scores of this program are in its search units "
          "(361 = +1.00), those of other engines in centipawns. If interrupted or killed, run the same "
          "command again to resume; the result is the same byte for byte. See docs/training.md.",
      .positionals = {{"INPUT", "a dataset of any format", true, true}},
      .options = with_making_options(with_reading_options(std::move(options))),
      .examples =
          {"data rescore games --nodes 20000 --net strong.net --out better",
           "data rescore games.binpack --static --out static.tabia",
           "data rescore games.binpack --branch 1-3 --static --quiet --net strong.net --out more.tabia",
           "data rescore games.binpack --searched 200 --static --quiet --net strong.net --out seen.tabia",
           "data rescore games --engine cmd=stockfish,option.Hash=16 --nodes 10000 --out taught"},
      .run = run_rescore,
      .files = files_of_rescore};
}

}  // namespace tabia::tools
