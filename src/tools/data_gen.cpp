// tools/data_gen.cpp: `tabia data gen`: training data from self-play.
#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>
#include <tuple>

#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "chess/polyglot.h"
#include "cli/evaluation_setup.h"
#include "nn/load.h"
#include "play/batches.h"
#include "play/self_play.h"
#include "tools/data_common.h"
#include "tools/data_make.h"
#include "tools/game_setup.h"

namespace tabia::tools {
namespace {

using base::concat;
using base::Error;
using base::Result;
using namespace tabia::play;

constexpr long long kDefaultNodes = 5000;
constexpr std::uint64_t kHardNodesFactor = 8;
constexpr std::size_t kLargestBook = std::size_t{1} << 30;
constexpr std::chrono::milliseconds kSyntheticHandOver{500};
constexpr std::chrono::milliseconds kStopLook{20};  // while pausing

// Cautious: a wrong result is worse than a few extra moves.
constexpr DrawRule kDraw{.from_move = 40, .moves = 6, .score_cp = 8};
constexpr ResignRule kResign{.moves = 2, .score_cp = 1000, .both = true};
constexpr long long kMaxMoves = 200;

// The whole command line, parsed.
struct GenSetup {
  SelfPlayOptions options;
  EvaluationSetup evaluation;
  BatchJob job;
  std::chrono::milliseconds pause{0};
};

Result<void> read_random_plies(const Arguments& arguments, bool has_book, SelfPlayOpenings& openings) {
  const auto plies =
      read_span("--random-plies", arguments.text("--random-plies", has_book ? "0" : "8-9"), 0, 200);
  if (!plies) return plies.error();
  std::tie(openings.least_random_plies, openings.most_random_plies) = *plies;
  return {};
}

// The book and its fingerprint.
Result<std::string> read_book(const Arguments& arguments, std::uint64_t seed, SelfPlayOpenings& openings) {
  if (!arguments.has("--book")) return std::string();
  const std::string path = arguments.text("--book", "");
  if (path.ends_with(".bin")) {
    auto book = chess::PolyglotBook::open(path);
    if (!book) return book.error();
    openings.book = std::make_shared<chess::PolyglotBook>(std::move(*book));
    const auto content = base::read_file(path, kLargestBook);
    if (!content) return content.error();
    return base::hex64(base::hash64(*content));
  }
  auto lines = Openings::read(path, OpeningOrder::Random, seed, openings.book_plies);
  if (!lines) return lines.error();
  const std::uint64_t fingerprint = lines->fingerprint();
  openings.lines = std::make_shared<Openings>(std::move(*lines));
  return base::hex64(fingerprint);
}

Result<void> read_limits(const Arguments& arguments, GameSettings& game) {
  Allowance allowance;
  if (arguments.has("--depth")) {
    const auto depth = arguments.number("--depth", 0, 1, base::kMaxPly - 1);
    if (!depth) return depth.error();
    allowance.depth = static_cast<int>(*depth);
  }
  if (arguments.has("--nodes") || !allowance.depth) {
    const auto nodes = arguments.number("--nodes", kDefaultNodes, 1, 1'000'000'000'000LL);
    if (!nodes) return nodes.error();
    allowance.soft_nodes = static_cast<std::uint64_t>(*nodes);
    allowance.nodes = *allowance.soft_nodes * kHardNodesFactor;
  }
  if (arguments.has("--hard-nodes")) {
    const auto nodes = arguments.number("--hard-nodes", 0, 1, 8'000'000'000'000LL);
    if (!nodes) return nodes.error();
    allowance.nodes = static_cast<std::uint64_t>(*nodes);
  }
  game.allowances[chess::Color::White] = game.allowances[chess::Color::Black] = allowance;
  return {};
}

Result<void> read_rules(const Arguments& arguments, GameSettings& game) {
  game.draw = kDraw;
  if (const std::string text = arguments.text("--draw", ""); text == "off") {
    game.draw.reset();
  } else if (!text.empty()) {
    const auto rule = parse_draw(text);
    if (!rule) return rule.error();
    game.draw = *rule;
  }
  game.resign = kResign;
  if (const std::string text = arguments.text("--resign", ""); text == "off") {
    game.resign.reset();
  } else if (!text.empty()) {
    const auto rule = parse_resign(text);
    if (!rule) return rule.error();
    game.resign = *rule;
  }
  const auto max_moves = arguments.number("--maxmoves", kMaxMoves, 1, 5000);
  if (!max_moves) return max_moves.error();
  game.max_moves = static_cast<int>(*max_moves);
  return {};
}

Result<void> read_exploration(const Arguments& arguments, SelfPlayOptions& options) {
  const auto noise = parse_real("--noise", arguments.text("--noise", "0"), 0, 1);
  if (!noise) return noise.error();
  options.noise = *noise;
  if (!arguments.has("--multipv")) return {};
  const std::string text = arguments.text("--multipv", "");
  const auto parts = base::split(text, ',');
  if (parts.size() != 2)
    return Error{concat("--multipv: found ", base::quoted(text), ", expected LINES,CENTIPAWNS")};
  const auto lines = parse_number("--multipv", parts[0], 1, 250);
  if (!lines) return lines.error();
  const auto margin = parse_number("--multipv", parts[1], 0, 10'000);
  if (!margin) return margin.error();
  options.lines = static_cast<int>(*lines);
  options.line_margin_cp = static_cast<int>(*margin);
  return {};
}

Result<BatchTarget> read_target(const Arguments& arguments) {
  if (arguments.has("--games") == arguments.has("--positions"))
    return Error{"give either --positions N or --games N"};
  const std::string_view option = arguments.has("--games") ? "--games" : "--positions";
  const auto count = arguments.number(option, 0, 1, 1'000'000'000'000'000LL);
  if (!count) return count.error();
  const auto number = static_cast<std::uint64_t>(*count);
  BatchTarget target;
  (arguments.has("--games") ? target.records : target.positions) = number;
  return target;
}

// Finds all errors in the command line itself.
Result<void> read_command_line(const Arguments& arguments, GenSetup& setup) {
  SelfPlayOptions& options = setup.options;
  if (!arguments.has("--out")) return Error{"--out FOLDER is missing"};
  const auto target = read_target(arguments);
  if (!target) return target.error();
  setup.job.target = *target;
  const auto seed = seed_of(arguments);
  if (!seed) return seed.error();
  options.seed = *seed;
  const bool has_book = arguments.has("--book");
  if (has_book + arguments.has("--chess960") + arguments.has("--double-chess960") > 1)
    return Error{"give only one of --book, --chess960 and --double-chess960"};
  if (arguments.has("--chess960")) options.openings.row = StartRow::Chess960;
  if (arguments.has("--double-chess960")) options.openings.row = StartRow::DoubleChess960;
  if (const auto read = read_random_plies(arguments, has_book, options.openings); !read) return read;
  const auto book_plies =
      arguments.number("--book-plies", options.openings.book_plies, 1, Openings::kMostPlies);
  if (!book_plies) return book_plies.error();
  options.openings.book_plies = static_cast<int>(*book_plies);
  const auto most_cp = arguments.number("--opening-score", options.openings.most_cp, 0, 100'000);
  if (!most_cp) return most_cp.error();
  options.openings.most_cp = static_cast<int>(*most_cp);
  if (const auto read = read_limits(arguments, options.game); !read) return read;
  if (const auto read = read_rules(arguments, options.game); !read) return read;
  if (const auto read = read_exploration(arguments, options); !read) return read;
  const auto hash = arguments.number("--hash", static_cast<long long>(options.hash_mib), 1, 1 << 16);
  if (!hash) return hash.error();
  options.hash_mib = static_cast<std::size_t>(*hash);
  options.synthetic = arguments.has("--synthetic");
  const auto pause = arguments.number("--pause-ms", 0, 0, 3'600'000);
  if (!pause) return pause.error();
  setup.pause = std::chrono::milliseconds(*pause);
  return {};
}

// Everything the games depend on; giving a default explicitly makes no difference.
std::string settings_json(const Arguments& arguments, const GenSetup& setup, const std::string& book) {
  const SelfPlayOptions& options = setup.options;
  const SelfPlayOpenings& openings = options.openings;
  base::JsonWriter json;
  json.begin_object().field("seed", options.seed).field("synthetic", options.synthetic);
  if (!options.synthetic) {
    json.field("network", std::string_view(setup.evaluation.network_name));
    json.field("network_hash", std::string_view(nn::network_hash(*setup.evaluation.network)));
    write_evaluation(setup.evaluation.options, json);
    json.field("limit", std::string_view(to_string(options.game.allowances[chess::Color::White])));
    json.field("hash", options.hash_mib).field("opening_score", openings.most_cp);
    json.field("noise", options.noise).field("lines", options.lines);
    json.field("line_margin", options.line_margin_cp);
    json.field("tb", std::string_view(arguments.text("--tb", "")));
    write_adjudication(options.game, json);
  }
  json.field("start", name_of(openings.row)).field("book", std::string_view(book));
  json.field("book_plies", openings.book_plies).field("least_random_plies", openings.least_random_plies);
  json.field("most_random_plies", openings.most_random_plies).field("maxmoves", options.game.max_moves);
  return json.end_object().text();
}

data::DataInfo info_of(const GenSetup& setup) {
  const SelfPlayOptions& options = setup.options;
  data::DataInfo info;
  info.scale = self_play_scale();
  info.seed = options.seed;
  if (options.synthetic) {
    info.source = concat("random games, labelled with material and piece squares, by ", program_name());
  } else {
    info.network = concat(setup.evaluation.network_name, ' ', nn::network_hash(*setup.evaluation.network));
    info.source = concat("self-play, ", to_string(options.game.allowances[chess::Color::White]), ", by ",
                         program_name());
  }
  info.history.emplace_back("gen", setup.job.settings);
  return info;
}

class GenMaker final : public RecordMaker {
 public:
  explicit GenMaker(const GenSetup& setup)
      : player_(setup.evaluation.network, setup.evaluation.options, setup.options), pause_(setup.pause) {}

  Result<std::optional<data::GameRecord>> make(const RecordPlace& place,
                                               const std::stop_token& stop) override {
    auto record = player_.play_numbered_game(place.number, stop);
    const auto end = std::chrono::steady_clock::now() + pause_;
    while (std::chrono::steady_clock::now() < end && !stop.stop_requested())
      std::this_thread::sleep_for(std::min(pause_, kStopLook));
    return record;
  }

 private:
  SelfPlayer player_;
  std::chrono::milliseconds pause_;
};

class GenPlan final : public RecordPlan {
 public:
  explicit GenPlan(const GenSetup& setup) : setup_(setup) {}
  std::unique_ptr<RecordMaker> maker() override { return std::make_unique<GenMaker>(setup_); }

 private:
  const GenSetup& setup_;
};

int run_gen(const Arguments& arguments) {
  GenSetup setup;
  if (const auto read = read_command_line(arguments, setup); !read)
    return usage_error("data gen", read.error());
  const auto workers = read_workers(arguments);
  if (!workers) return usage_error("data gen", workers.error());
  auto evaluation = read_evaluation_setup(arguments);
  if (!evaluation) return failure(evaluation.error());
  setup.evaluation = std::move(*evaluation);
  const auto book = read_book(arguments, setup.options.seed, setup.options.openings);
  if (!book) return failure(book.error());
  if (arguments.has("--tb")) {
    auto tablebase = search::Tablebase::open(arguments.text("--tb", ""));
    if (!tablebase) return failure(tablebase.error());
    setup.options.game.tablebase = std::move(*tablebase);
  }
  setup.job.kind = "gen";
  setup.job.program = program_name();
  setup.job.settings = settings_json(arguments, setup, *book);
  setup.job.info = info_of(setup);
  setup.job.batch_records = batch_size_for(setup.job.target);
  if (setup.options.synthetic) setup.job.hand_over_after = kSyntheticHandOver;
  GenPlan plan(setup);
  return run_making(arguments, arguments.text("--out", ""), setup.job, plan, *workers);
}

base::FileUse files_of_gen(const Arguments& arguments) {
  return {.read = {arguments.text("--book", ""), arguments.text("--net", "")},
          .written = {},
          .folders = {arguments.text("--out", "")}};
}

}  // namespace

Command data_gen_command() {
  std::vector<Option> options = {
      {"--positions", "N", "play whole games until there are at least this many positions"},
      {"--games", "N", "number of games"},
      {"--out", "FOLDER", "output folder; an unfinished one is resumed"},
      {"--nodes", "N", "nodes per move; the depth that reaches this limit is finished (default: 5000)"},
      {"--hard-nodes", "N", "hard limit of nodes per move (default: 8 times --nodes)"},
      {"--depth", "N", "depth per move, in plies"},
      {"--hash", "MIB", "transposition table of each worker, in MiB (default: 8)"},
      {"--seed", "N", "random seed (default: 1)"},
      {"--book", "FILE", "openings: EPD, FEN, PGN or PolyGlot (.bin)"},
      {"--book-plies", "N", "at most this many plies from a PGN or PolyGlot book (default: 16)"},
      {"--random-plies", "N[-M]",
       "random plies at the start, or after the book (default: 8-9, with a book 0)"},
      {"--chess960", "", "start from Chess960 positions"},
      {"--double-chess960", "", "the same with a different back rank for each side"},
      {"--opening-score", "CP",
       "drop openings with a larger score than this, for either side "
       "(default: 300)"},
      {"--noise", "P",
       "probability of playing a random move instead of the best; the score is "
       "unaffected (default: 0)"},
      {"--multipv", "K,CP",
       "play a random one of the K best moves that are at most CP worse than the "
       "best"},
      {"--draw", "movenumber=N,movecount=N,score=CP",
       "adjudicate draws; or off (default: movenumber=40,movecount=6,score=8)"},
      {"--resign", "movecount=N,score=CP", "adjudicate wins; or off (default: movecount=2,score=1000)"},
      {"--maxmoves", "N", "a draw after this many moves of each side (default: 200)"},
      {"--tb", "PATH", "adjudicate with Syzygy tablebases"},
      {"--synthetic", "",
       "no search: random games labeled with material and piece-square values, to try out a training "
       "pipeline"},
      {"--pause-ms", "N", "milliseconds each worker sleeps after a game (default: 0)"}};
  for (const Option& option : evaluation_options()) options.push_back(option);
  return Command{
      .name = "data gen",
      .summary = "self-play: make training data from games of this program against itself",
      .description =
          "Plays games and keeps every position with its search score and the result of the game. "
          "Scores are for the side to move, 361 = +1.00, whatever the network. Every finished game is "
          "written to disk immediately. After Ctrl-C, kill -9 or a power failure, run the same command "
          "again to resume; the files are identical byte for byte to those of an uninterrupted run, "
          "with any number of workers. A larger --positions or --games adds to an existing folder; any "
          "other change is refused. See docs/training.md.",
      .positionals = {},
      .options = with_making_options(std::move(options)),
      .examples = {"data gen --positions 1000000 --nodes 5000 --out games",
                   "data gen --games 10000 --net new.net --book book.epd --workers 2 --nice 10 --out games",
                   "data gen --positions 100000 --synthetic --out toy"},
      .run = run_gen,
      .files = files_of_gen};
}

}  // namespace tabia::tools
