#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>

#include "base/file.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/text.h"
#include "base/threads.h"
#include "chess/diagram.h"
#include "chess/epd.h"
#include "chess/fen.h"
#include "cli/board_svg.h"
#include "cli/commands.h"
#include "cli/evaluation_setup.h"
#include "engine/describe.h"
#include "engine/json.h"
#include "eval/evaluator.h"
#include "eval/explain.h"
#include "os/file.h"

namespace tabia::cli {
namespace {

using base::concat;
using namespace tabia::chess;

// --- JSON

// The fields that the service also reports, and the network's output before scaling.
void add_fields(base::JsonWriter& json, const Position& position, base::Score score, const nn::Output& output,
                const EvaluationSetup& setting, const eval::WinModel& model,
                const std::optional<eval::PlanesAnswer>& answer) {
  engine::add_evaluation(json, position, score, model, setting.network_name,
                         answer.value_or(eval::PlanesAnswer{}));
  json.field("bucket", output.bucket).field("raw", output.raw);
  if (setting.network->spec().piece_square)
    json.field("raw_psqt", output.piece_square).field("raw_positional", output.positional);
}

std::string explanation_json(const Position& position, const eval::Explanation& explanation,
                             const EvaluationSetup& setting, const eval::Evaluator& evaluator) {
  base::JsonWriter json;
  json.begin_object();
  add_fields(json, position, explanation.score,
             explanation.outputs[static_cast<std::size_t>(explanation.bucket)], setting,
             evaluator.win_model(), explanation.answer);
  engine::add_explanation(json, position, explanation, evaluator);
  return json.end_object().text();
}

int evaluate_one(const Arguments& arguments, const EvaluationSetup& setting) {
  const auto read = parse_fen_lenient(arguments.text("--fen", kStartFen));
  if (!read) return failure(read.error());
  for (const std::string& repair : read->repairs) std::fprintf(stderr, "repaired: %s\n", repair.c_str());
  const Position* position = &read->position;
  eval::Evaluator evaluator = setting.evaluator();
  const eval::Explanation explanation = eval::explain(*position, evaluator);
  if (arguments.has("--svg")) {
    const std::string title = concat("What every piece is worth: ", setting.network_name, ", ",
                                     pawns(explanation.cp_white), " for White");
    const auto written = base::write_file_atomically(arguments.text("--svg", ""),
                                                     board_svg(*position, explanation.pieces, title));
    if (!written) return failure(written.error());
  }
  if (arguments.has("--json")) {
    std::printf("%s\n", explanation_json(*position, explanation, setting, evaluator).c_str());
  } else {
    const bool ascii = arguments.has("--ascii") || !os::is_terminal(os::kStandardOutput);
    std::fputs(engine::evaluation_text(*position, explanation, evaluator,
                                       ascii ? DiagramStyle::Ascii : DiagramStyle::Unicode)
                   .c_str(),
               stdout);
  }
  return kExitDone;
}

// --- a file, in blocks shared by threads

constexpr std::size_t kBlockLines = 4096;

struct Block {
  std::vector<std::string> lines;
  std::uint64_t first_number = 0;
  std::string output;
  std::string complaints;
  std::uint64_t good = 0;
  std::uint64_t repaired = 0;  // included in the good ones
  std::uint64_t bad = 0;
};

// A FEN, or an EPD record whose operations are ignored. Harmless faults are repaired.
base::Result<LenientFen> read_position(std::string_view text) {
  auto fen = parse_fen_lenient(text);
  if (fen && fen->repairs.empty()) return fen;
  if (auto epd = parse_epd(text, FenReading::Lenient)) {
    // To a FEN reader, operations after four fields look like faulty counters; they aren't.
    if (!fen || !epd->operations.empty()) return LenientFen{epd->position, {}};
  }
  return fen;
}

void evaluate_block(Block& block, const EvaluationSetup& setting, bool json, const std::string& file) {
  eval::Evaluator evaluator = setting.evaluator();
  const bool plain = evaluator.mode() == eval::EvaluationMode::Network;
  for (std::size_t i = 0; i < block.lines.size(); ++i) {
    const std::string_view text = bare_line(block.lines[i], block.first_number + i);
    if (text.empty() || text.front() == '#') continue;
    const auto read = read_position(text);
    if (!read) {
      ++block.bad;
      block.complaints += concat(file, ":", block.first_number + i, ": ", read.error().message, "\n");
      continue;
    }
    const Position* position = &read->position;
    ++block.good;
    if (!read->repairs.empty()) ++block.repaired;
    nn::Output output;
    std::optional<eval::PlanesAnswer> answer;
    if (setting.network->forward()) {
      const deep::Outputs outputs = setting.network->deep_outputs({position, 1});
      output = setting.network->output_of(outputs);
      answer = eval::planes_answer(*setting.network, *position, outputs);
    } else {
      output = setting.network->fresh_output(*position);
    }
    base::Score score = output.score;
    if (!plain) {
      evaluator.reset(*position);
      score = evaluator.evaluate(*position);
    }
    if (json) {
      base::JsonWriter writer;
      writer.begin_object();
      add_fields(writer, *position, score, output, setting, evaluator.win_model(), answer);
      writer.end_object();
      block.output += writer.text();
      block.output += '\n';
    } else {
      const int cp = evaluator.win_model().centipawns(score, *position);
      block.output += concat(text, " ; ", position->side_to_move() == Color::White ? cp : -cp, "\n");
    }
  }
}

int evaluate_file(const Arguments& arguments, const EvaluationSetup& setting) {
  const auto threads = arguments.number("--threads", base::usable_cores(), 1, 1024);
  if (!threads) return usage_error("eval", threads.error());
  auto file = base::InputFile::open(arguments.text("--file", ""));
  if (!file) return failure(file.error());
  const base::InterruptGuard guard;
  base::LineReader lines(file->stream());
  std::uint64_t good = 0;
  std::uint64_t repaired = 0;
  std::uint64_t bad = 0;
  for (bool more = true; more;) {
    std::vector<Block> blocks(static_cast<std::size_t>(*threads) * 2);
    for (Block& block : blocks) {
      block.first_number = lines.number() + 1;
      while (block.lines.size() < kBlockLines && (more = lines.next())) block.lines.push_back(lines.line());
      if (!more) break;
    }
    base::parallel_for(blocks.size(), static_cast<int>(*threads), [&](std::size_t i) {
      evaluate_block(blocks[i], setting, arguments.has("--json"), file->name());
    });
    for (const Block& block : blocks) {
      std::fwrite(block.output.data(), 1, block.output.size(), stdout);
      std::fputs(block.complaints.c_str(), stderr);
      good += block.good;
      repaired += block.repaired;
      bad += block.bad;
    }
    if (base::InterruptGuard::interrupted()) return base::kExitInterrupted;
  }
  if (file->fault()) return failure(*file->fault());
  std::fprintf(stderr,
               "%" PRIu64 " evaluated (%" PRIu64 " of them with harmless faults repaired), %" PRIu64
               " refused\n",
               good, repaired, bad);
  return bad == 0 ? kExitDone : kExitFailed;
}

int run_eval(const Arguments& arguments) {
  if (arguments.has("--fen") && arguments.has("--file"))
    return usage_error("eval", {"--fen and --file can't be combined"});
  if (arguments.has("--file") && arguments.has("--svg"))
    return usage_error("eval", {"--svg draws a single position; give it with --fen"});
  const auto setting = read_evaluation_setup(arguments);
  if (!setting) return failure(setting.error());
  return arguments.has("--file") ? evaluate_file(arguments, *setting) : evaluate_one(arguments, *setting);
}

}  // namespace

namespace {

base::FileUse files_of_eval(const Arguments& arguments) {
  return {.read = {arguments.text("--file", ""), arguments.text("--net", "")},
          .written = {arguments.text("--svg", "")},
          .folders = {}};
}

std::vector<Option> with_evaluation_options(std::vector<Option> own) {
  const auto shared = evaluation_options();
  own.insert(own.end(), shared.begin(), shared.end());
  return own;
}

}  // namespace

Command eval_command() {
  return {.name = "eval",
          .summary = "what a network thinks of a position, and why",
          .description =
              "Evaluates a position without searching: score, winning chances, the network compared "
              "with the classical evaluation, each head of the network, the classical terms, and what "
              "every piece is worth on its square. With --file, evaluates one position per line (FEN "
              "or EPD) on all cores; prints `FEN ; centipawns for White`, or with --json one object "
              "per line. Harmless faults (missing counters, impossible castling rights) are repaired. "
              "Invalid lines are reported on standard error and skipped; the exit code is then 1.",
          .positionals = {},
          .options = with_evaluation_options(
              {{"--fen", "FEN", "the position (default: the starting position)"},
               {"--file", "FILE", "positions, one per line; - for standard input"},
               {"--svg", "FILE", "draw the board with the value of every piece; - for standard output"},
               {"--threads", "N", "with --file: threads (default: all cores)"},
               {"--ascii", "", "show pieces as letters, even on a terminal"},
               {"--json", "", "JSON instead of text"}}),
          .examples = {"eval --fen \"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\" "
                       "--svg board.svg",
                       "eval --file positions.fen --net nn-37f18f62d772.nnue --json"},
          .run = run_eval,
          .files = files_of_eval};
}

}  // namespace tabia::cli
