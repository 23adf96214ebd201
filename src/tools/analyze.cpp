#include <array>
#include <cinttypes>
#include <cstdio>

#include "base/file.h"
#include "base/text.h"
#include "cli/console_watch.h"
#include "cli/evaluation_setup.h"
#include "cli/settings.h"
#include "play/annotate.h"
#include "tools/commands.h"

namespace tabia::tools {
namespace {

using base::concat;
using chess::Color;
using eval::Judgement;

std::string tag_or(const chess::PgnGame& game, std::string_view name, std::string_view fallback) {
  const std::string* value = game.tag(name);
  return value && *value != "?" ? *value : std::string(fallback);
}

void print_table(std::FILE* out, std::uint64_t number, const chess::PgnGame& game,
                 const play::GameSummary& summary, const std::vector<int>& ratings) {
  std::fprintf(out, "game %" PRIu64 ": %s - %s, %s, %zu moves\n", number,
               tag_or(game, "White", "White").c_str(), tag_or(game, "Black", "Black").c_str(),
               std::string(to_string(game.result)).c_str(), (game.line.moves.size() + 1) / 2);
  std::fprintf(out, "         accuracy   average loss     ?!      ?     ??   missed wins\n");
  for (const Color color : {Color::White, Color::Black}) {
    const play::PlayerSummary& player = summary[color];
    std::array<char, 16> accuracy = {"-"};
    if (player.accuracy) std::snprintf(accuracy.data(), accuracy.size(), "%.1f%%", *player.accuracy);
    std::fprintf(out, "  %-6s %8s %11.0f cp %6d %6d %6d %13d\n", color == Color::White ? "White" : "Black",
                 accuracy.data(), player.average_loss_cp(), player.marks[Judgement::Inaccuracy],
                 player.marks[Judgement::Mistake], player.marks[Judgement::Blunder], player.missed_wins);
  }
  for (std::size_t i = 0; i < ratings.size(); ++i) {
    const auto count = [&](Color color) {
      return summary[color].typical.empty() ? 0 : summary[color].typical[i];
    };
    std::fprintf(out, "  marked moves typical of %d: White %d, Black %d\n", ratings[i], count(Color::White),
                 count(Color::Black));
  }
}

// Games go to standard output and tables to standard error; or, with a file, games to text() and tables to
// standard output.
class AnalyzeWatch : public ConsoleWatch<play::AnnotateWatch> {
 public:
  AnalyzeWatch(bool to_file, std::vector<int> ratings)
      : ConsoleWatch("", "positions"), to_file_(to_file), ratings_(std::move(ratings)) {}

  void begins(std::uint64_t number) override { restart_progress(concat("game ", number)); }
  void annotated(std::uint64_t number, const chess::PgnGame& game,
                 const play::GameSummary& summary) override {
    restart_progress("");
    print_table(to_file_ ? stdout : stderr, number, game, summary, ratings_);
    text_ += concat(first_ ? "" : "\n", to_pgn(game));
    first_ = false;
    if (to_file_) return;
    std::fputs(text_.c_str(), stdout);
    std::fflush(stdout);
    text_.clear();
  }
  // The games, if they weren't printed.
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  const bool to_file_;
  const std::vector<int> ratings_;
  bool first_ = true;
  std::string text_;
};

base::Result<int> analyze(const Arguments& arguments) {
  const std::string output = arguments.text("--output", "");
  if (arguments.has("--output") && output.empty())
    return base::usage_fault("--output: give the name of a file");
  play::AnnotateJob job{.games = arguments.positionals()[0], .search = {}};
  job.annotator = concat("Tabia ", version_number());
  TABIA_TRY(job.search.evaluation, read_evaluator_options(arguments));
  TABIA_TRY_VOID(read_settings(play::annotate_fields(), arguments, job));
  AnalyzeWatch watch(!output.empty(), job.human);
  TABIA_TRY(const play::AnnotateTotals totals, play::run(job, watch));
  if (!output.empty() && totals.games > 0) TABIA_TRY_VOID(base::write_file_atomically(output, watch.text()));
  if (watch.interrupted()) {
    std::fprintf(stderr, "interrupted: %" PRIu64 " games are finished\n", totals.games);
    return base::kExitInterrupted;
  }
  return totals.bad == 0 ? kExitDone : kExitFailed;
}

base::FileUse files_of_analyze(const Arguments& arguments) {
  return {
      .read = {arguments.positionals()[0], arguments.text("--net", ""), arguments.text("--human-net", "")},
      .written = {arguments.text("--output", "")},
      .folders = {}};
}

}  // namespace

Command analyze_command() {
  return {.name = "analyze",
          .summary = "annotate the games of a PGN file",
          .description =
              "Searches every position of every game and writes the annotated games: the evaluation after "
              "each move as `[%eval 0.35]` (pawns from White's view, `#3` for mates), moves that lose "
              "winning chances marked ?! ? or ?? (10, 20 or 30 percent of a point lost; ? and ?? only if "
              "searches of ten times the size agree) with the better line as a variation, and missed mates "
              "and wins in words. A table for each game shows "
              "accuracy (lichess's measure with Tabia's win model), average loss in centipawns and the "
              "number of marks. Existing comments, variations and marks are kept; old [%eval] tags are "
              "replaced. Chess960 is supported. By default the games go to standard output and the tables "
              "to standard error; with --output the games go to the file and the tables to standard "
              "output. With --human, comments on marked moves also say what people of these ratings play "
              "there, how difficult the position is for them (the probability of a mistake or a blunder), "
              "and up to which rating the move is typical (played at least 15 percent of the time). After "
              "Ctrl-C the finished games are still written.",
          .positionals = {{"GAME.pgn", "the games, - for standard input", true}},
          .options =
              options_with(play::annotate_fields(),
                           {{"--output", "FILE",
                             "write the games to this file when all are finished; - for standard output"}}),
          .examples = {"analyze game.pgn --movetime 500 --output annotated.pgn",
                       "analyze games.pgn --game 3 --nodes 200000",
                       "analyze game.pgn --human 1500,2000,2500 --human-net human.net"},
          .run = [](const Arguments& given) { return exit_code_of("analyze", analyze(given)); },
          .files = files_of_analyze};
}

}  // namespace tabia::tools
