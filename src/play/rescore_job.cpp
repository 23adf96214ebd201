#include "play/rescore_job.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>

#include "base/file.h"
#include "base/file_use.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/stop_on_interrupt.h"
#include "base/text.h"
#include "base/threads.h"
#include "data/branches.h"
#include "data/container.h"
#include "nn/embedded.h"
#include "nn/load.h"
#include "play/rescore.h"
#include "play/search_player.h"
#include "play/searched_positions.h"
#include "play/self_play.h"
#include "play/uci_player.h"
#include "runs/settings.h"

namespace tabia::play {
namespace {

namespace fs = std::filesystem;
using base::concat;
using base::Error;
using base::Result;
using base::usage_fault;

constexpr std::size_t kLargestTeacher = std::size_t{1} << 30;
constexpr std::chrono::milliseconds kRescoreHandOver{500};
constexpr std::uint64_t kDefaultSeed = 1;

// --- the fields

Result<std::optional<TeacherEngine>> read_engine(std::string_view text) {
  TABIA_TRY(const base::KeyValues pairs, base::parse_pairs(text));
  TeacherEngine engine;
  for (const auto& [key, value] : pairs) {
    if (key.starts_with("option.") && key.size() > 7) {
      engine.options.emplace_back(key.substr(7), value);
      continue;
    }
    std::string* part = key == "cmd"    ? &engine.program
                        : key == "args" ? &engine.arguments
                        : key == "dir"  ? &engine.folder
                                        : nullptr;
    if (!part) return base::unknown_key(key, {"cmd", "args", "dir", "option.NAME"});
    *part = value;
  }
  if (engine.program.empty()) return usage_fault("cmd=PROGRAM is missing");
  return std::optional(engine);
}

std::string escaped(const std::string& value) {
  std::string text;
  for (const char c : value) text += c == ',' ? "\\," : std::string(1, c);
  return text;
}

std::optional<std::string> engine_text(const std::optional<TeacherEngine>& engine) {
  if (!engine) return std::nullopt;
  std::string text = concat("cmd=", escaped(engine->program));
  if (!engine->arguments.empty()) text += concat(",args=", escaped(engine->arguments));
  if (!engine->folder.empty()) text += concat(",dir=", escaped(engine->folder));
  for (const auto& [name, value] : engine->options) text += concat(",option.", name, '=', escaped(value));
  return text;
}

base::Fields<RescoreJob> teacher_fields() {
  using base::integer;
  using S = RescoreJob;
  return base::joined<S>(
      {{base::text<S>("out", "PATH", TABIA_MEMBER(out),
                      "output folder, or a file *.tabia; an unfinished one is resumed")
            .not_identity(),
        base::flag<S>("static", TABIA_MEMBER(is_static), "use the evaluation alone, without a search"),
        integer<S>("nodes", "N", 1, 1'000'000'000'000, TABIA_MEMBER(nodes), "nodes per position"),
        integer<S>("depth", "N", 1, base::kMaxPly - 1, TABIA_MEMBER(depth), "depth per position, in plies")},
       base::within<S>(
           quiet_fields("with --static: give no score to positions where captures would change it"),
           TABIA_MEMBER(quiet)),
       {base::value<S>(
            "engine", "KEYS", TABIA_MEMBER(engine), read_engine, engine_text,
            "use another engine as the teacher: cmd=PROGRAM[,args=...][,dir=...][,option.NAME=...]"),
        base::flag<S>("chess960", TABIA_MEMBER(chess960), "tell the engine that the positions are Chess960"),
        integer<S>("hash", "MIB", 1, 1 << 16, TABIA_MEMBER(hash_mib),
                   "transposition table of each worker, in MiB; for engines use option.Hash")}});
}

base::Fields<RescoreJob> position_fields() {
  using base::integer;
  using S = RescoreJob;
  const SearchedPositionsOptions defaults;
  return {
      base::value<S>(
          "branch", "N[-M]", TABIA_MEMBER(branch),
          [](std::string_view text) { return read_span(text, 1, 100); },
          [](const std::optional<Span>& span) { return span ? std::optional(text_of(*span)) : std::nullopt; },
          "score off-game positions instead: those after this many random moves that don't immediately "
          "lose material"),
      integer<S>("searched", "NODES", 1, 1'000'000, TABIA_MEMBER(searched),
                 "score off-game positions instead: those that a search of this many nodes evaluates"),
      integer<S>("searched-every", "N", 1, 1'000, TABIA_MEMBER(searched_every),
                 "start a search at one in N positions")
          .shown_as(concat(defaults.every)),
      integer<S>("searched-keep", "N", 1, 1'000'000, TABIA_MEMBER(searched_keep),
                 "keep one in N evaluated positions")
          .shown_as(concat(defaults.keep)),
      base::text<S>("searched-net", "FILE", TABIA_MEMBER(searched_net),
                    "the network for that search: the one to be trained")
          .shown_as("the embedded one")
          .not_identity(),  // its content is
      integer<S>("seed", "N", 0, std::numeric_limits<std::int64_t>::max(), TABIA_MEMBER(seed),
                 "random seed of --branch and --searched")
          .shown_as(concat(kDefaultSeed))};
}

// --- the teacher

struct TeacherSetup {
  RescorePlan::MakeTeacher make;
  data::ScoreScale scale;
  std::string name;  // for the manifest
  std::string hash;  // of the program or network
};

MoveRequest request_of(const RescoreJob& job) {
  MoveRequest request;
  request.limits.nodes = job.nodes;
  request.limits.depth = job.depth;
  return request;
}

Result<TeacherSetup> engine_teacher(const RescoreJob& job) {
  const auto program = find_program(job.engine->program);
  if (!program) return program.error().inside("--engine cmd");
  TABIA_TRY(const std::string content, base::read_file(*program, kLargestTeacher));
  UciEngine engine;
  engine.launch.program = *program;
  for (const auto word : base::words(job.engine->arguments)) engine.launch.arguments.emplace_back(word);
  engine.launch.folder = job.engine->folder;
  engine.options = job.engine->options;
  engine.chess960 = job.chess960;
  TeacherSetup setup;
  setup.scale = {"centipawns", 100};
  setup.hash = base::hex64(base::hash64(content));
  setup.name = concat(fs::path(*program).filename().string(), ' ', setup.hash);
  setup.make = [engine, request = request_of(job)] {
    return std::make_unique<PlayerTeacher>(std::make_unique<UciPlayer>(engine), request);
  };
  return setup;
}

Result<TeacherSetup> own_teacher(const RescoreJob& job) {
  TABIA_TRY(const eval::EvaluationSetup evaluation, eval::load(job.evaluation));
  TeacherSetup setup;
  setup.scale = self_play_scale();
  setup.hash = nn::network_hash(*evaluation.network);
  setup.name = concat(evaluation.network_name, ' ', setup.hash);
  if (job.is_static) {
    const auto margin = job.quiet.wanted ? std::optional(job.quiet.margin_cp()) : std::nullopt;
    setup.make = [evaluation, margin] {
      return std::make_unique<StaticTeacher>(evaluation.network, evaluation.options, margin);
    };
    return setup;
  }
  search::SearcherOptions searcher;
  searcher.hash_mib = job.hash_mib;
  searcher.move_overhead_ms = 0;
  setup.make = [evaluation, searcher, request = request_of(job)] {
    return std::make_unique<PlayerTeacher>(
        std::make_unique<SearchPlayer>(evaluation.network, evaluation.options, searcher), request);
  };
  return setup;
}

// The network of the search that provides the positions: the student, not the teacher. Null if there is no
// such search.
Result<std::shared_ptr<const nn::Network>> student_of(const RescoreJob& job) {
  if (!job.searched) return std::shared_ptr<const nn::Network>();
  auto network = job.searched_net.empty() ? nn::read_network(nn::embedded_network())
                                          : nn::load_network(job.searched_net);
  if (!network) return network.error().inside("--searched-net");
  return network;
}

// --- the work

// The positions to score.
std::unique_ptr<data::RecordReader> positions_of(const RescoreJob& job, data::Inputs inputs,
                                                 std::shared_ptr<const nn::Network> student) {
  auto reader = std::make_unique<data::Inputs>(std::move(inputs));
  if (job.branch)
    return std::make_unique<data::BranchReader>(
        std::move(reader), data::BranchOptions{job.branch->least, job.branch->most, *job.seed});
  if (job.searched)
    return std::make_unique<SearchedPositionsReader>(
        std::move(reader), std::move(student),
        SearchedPositionsOptions{*job.searched, *job.searched_every, *job.searched_keep, *job.seed});
  return reader;
}

// About a hundred batches, for an input of this many bytes (0: unknown).
std::uint64_t batch_positions(std::uint64_t bytes) {
  constexpr std::uint64_t kBytesOfAPosition = 4;
  constexpr std::uint64_t kBatches = 128;
  constexpr std::uint64_t kUnknown = 8192;
  return bytes == 0 ? kUnknown : std::clamp<std::uint64_t>(bytes / kBytesOfAPosition / kBatches, 256, 65'536);
}

Result<void> remove_folder(const std::string& folder) {
  std::error_code fault;
  fs::remove_all(folder, fault);
  if (fault) return Error{concat(folder, ": can't remove: ", fault.message())};
  return {};
}

// Moves the folder's records into one file and removes the folder.
Result<void> merge_folder(const std::string& folder, const std::string& path, const data::DataInfo& info,
                          base::Watch& watch) {
  TABIA_TRY(auto reader, data::ContainerReader::open(folder));
  TABIA_TRY(const auto writer, data::ContainerWriter::create(path, info));
  data::Pass pass(watch, true);
  TABIA_TRY_VOID(data::for_each_record(
      *reader, pass, [&](const data::GameRecord& record) { return writer->write(record); }));
  TABIA_TRY_VOID(writer->finish());
  reader.reset();
  return remove_folder(folder);
}

// Makes the folder; fills in `info`, that of the data made.
Result<RescoreOutcome> make_folder(const RescoreJob& job, const std::string& folder, BatchObserver& watch,
                                   data::DataInfo& info) {
  TABIA_TRY(const TeacherSetup teacher, job.engine ? engine_teacher(job) : own_teacher(job));
  TABIA_TRY(const auto student, student_of(job));
  TABIA_TRY(std::optional<data::Inputs> inputs, data::Inputs::open(job.from));
  const std::uint64_t bytes = inputs->bytes_total();
  BatchJob batches;
  batches.kind = "rescore";
  batches.program = job.program;
  batches.settings =
      identity_of(job, bytes, teacher.hash, student ? nn::network_hash(*student) : std::string());
  batches.share = job.share;
  batches.team = job.team;
  batches.metrics = job.metrics;
  batches.info = inputs->info();
  batches.info.scale = teacher.scale;
  batches.info.network = teacher.name;
  batches.info.history.emplace_back("rescore", batches.settings);
  batches.batch_records = batch_positions(bytes);
  batches.hand_over_after = kRescoreHandOver;
  info = batches.info;
  data::Pass pass(watch, job.from.strict);
  const PlanMaker plan = [&]() -> Result<std::unique_ptr<RecordPlan>> {
    // Standard input can be read once.
    if (!inputs) {
      TABIA_TRY(inputs, data::Inputs::open(job.from));
    }
    data::Inputs taken = std::move(*inputs);
    inputs.reset();
    return std::unique_ptr<RecordPlan>(
        std::make_unique<RescorePlan>(positions_of(job, std::move(taken), student), teacher.make,
                                      [&](const Error& problem) { return pass.go_on_after(problem); }));
  };
  const base::StopOnInterrupt stop(watch);
  TABIA_TRY(const BatchOutcome outcome,
            make_batches(folder, batches, plan, job.workers, watch, stop.token()));
  return RescoreOutcome{outcome, pass.problems(), false};
}

}  // namespace

const base::Fields<RescoreJob>& rescore_fields() {
  using S = RescoreJob;
  static const auto fields =
      base::joined<S>({teacher_fields(),
                       position_fields(),
                       base::within<S>(eval::evaluation_fields(), TABIA_MEMBER(evaluation)),
                       base::within<S>(data::source_fields(), TABIA_MEMBER(from)),
                       {base::integer<S>("workers", "N", 1, 1024, TABIA_MEMBER(workers),
                                         "workers to run in parallel, each on one core")
                            .shown_as("all cores")
                            .not_identity(),
                        share_field<S>(TABIA_MEMBER(share)), runs::metrics_row<S>(TABIA_MEMBER(metrics))}});
  return fields;
}

Result<RescoreJob> completed(RescoreJob job) {
  if (job.out.empty()) return usage_fault("--out FOLDER or --out FILE.tabia is missing");
  if ((job.nodes || job.depth) == job.is_static)
    return usage_fault("give either --static, or a limit: --nodes N or --depth N");
  if (job.is_static && job.engine) return usage_fault("--static can't be combined with --engine");
  if (job.quiet.wanted && !job.is_static) return usage_fault("--quiet needs --static");
  if (job.quiet.given_margin_cp && !job.quiet.wanted) return usage_fault("--quiet-margin needs --quiet");
  const bool searching = job.searched_every || job.searched_keep || !job.searched_net.empty();
  if (searching && !job.searched)
    return usage_fault("--searched-every, --searched-keep and --searched-net need --searched NODES");
  if (job.searched && job.branch) return usage_fault("--searched can't be combined with --branch");
  if (job.seed && !job.searched && !job.branch)
    return usage_fault("--seed needs --branch N[-M] or --searched NODES");
  const SearchedPositionsOptions defaults;
  if (job.quiet.wanted) job.quiet.given_margin_cp = job.quiet.margin_cp();
  if (job.searched) job.searched_every = job.searched_every.value_or(defaults.every);
  if (job.searched) job.searched_keep = job.searched_keep.value_or(defaults.keep);
  if (job.searched || job.branch) job.seed = job.seed.value_or(kDefaultSeed);
  if (job.workers == 0) job.workers = base::usable_cores();
  return job;
}

// The way from the folder of the output to an input: the same however the paths are spelled, and in whatever
// folder both of them are, so that the same job gives the same bytes everywhere.
static std::string input_from(const std::string& out, const std::string& input) {
  if (input == "-") return input;
  const fs::path place = base::place_of(input);
  const fs::path way = place.lexically_relative(fs::path(base::place_of(out)).parent_path());
  return (way.empty() ? place : way).string();
}

std::string identity_of(const RescoreJob& job, std::uint64_t input_bytes, const std::string& teacher,
                        const std::string& student) {
  base::JsonWriter json;
  json.begin_object();
  base::write_json(rescore_fields(), job, json, true);
  json.key("inputs").begin_array();
  for (const std::string& input : job.from.paths) json.value(input_from(job.out, input));
  json.end_array().field("input_bytes", input_bytes).field("teacher_hash", teacher);
  // The marks by which data/branches.h knows such data.
  if (job.branch) json.field(data::kBranchMark, job.branch->least).field("branch_most", job.branch->most);
  if (job.searched) json.field(data::kSearchedMark, *job.searched).field("searched_network", student);
  return json.end_object().text();
}

Result<RescoreOutcome> run(const RescoreJob& given, BatchObserver& watch) {
  TABIA_TRY(const RescoreJob job, completed(given));
  const bool to_file = job.out.ends_with(data::kContainerExtension) && !fs::is_directory(job.out);
  const std::string folder = to_file ? job.out + ".making" : job.out;
  if (to_file && fs::exists(job.out)) {
    // The file gets its name when it is complete. A kill right after that leaves the folder, which is then
    // useless.
    if (!fs::exists(folder)) return Error{concat(job.out, ": already exists; remove it to make a new one")};
    TABIA_TRY_VOID(remove_folder(folder));
    return RescoreOutcome{.batches = {.complete = true}, .was_complete = true};
  }
  data::DataInfo info;
  TABIA_TRY(const RescoreOutcome outcome, make_folder(job, folder, watch, info));
  if (to_file && outcome.batches.complete && job.share.is_all() && (!job.team || job.team->leads()))
    TABIA_TRY_VOID(merge_folder(folder, job.out, info, watch));
  return outcome;
}

}  // namespace tabia::play
