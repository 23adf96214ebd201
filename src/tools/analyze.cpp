#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>

#include "base/file.h"
#include "base/interrupt.h"
#include "base/progress.h"
#include "base/text.h"
#include "chess/game.h"
#include "chess/notation.h"
#include "chess/pgn_reader.h"
#include "engine/convert.h"
#include "eval/accuracy.h"
#include "tools/commands.h"
#include "tools/search_setup.h"

namespace tabia::tools {
namespace {

using base::concat;
using base::InterruptGuard;
using namespace tabia::chess;
using eval::Judgement;

constexpr std::size_t kVariationPlies = 10;  // mates are shown to the end
constexpr std::size_t kBlockPositions = 12;  // searched in turn by one searcher
constexpr int kLargestCp = 1000;             // for the average loss: larger scores are clamped to this

// What the search thinks of a position.
struct Verdict {
  std::vector<search::Line> lines;  // best first
  uci::InfoScore score;             // for the side to move
  double win_percent = 50;          // for the side to move
  bool game_over = false;           // no legal move, or a draw that ended the game

  [[nodiscard]] std::optional<int> mate() const {
    return score.unit == uci::InfoScore::Unit::Mate ? std::optional(score.value) : std::nullopt;
  }
  // Mates count as the largest value.
  [[nodiscard]] int cp() const {
    if (mate()) return *mate() > 0 ? kLargestCp : -kLargestCp;
    return std::clamp(score.value, -kLargestCp, kLargestCp);
  }
  [[nodiscard]] eval::Standing standing() const { return {.win_percent = win_percent, .mate = mate()}; }
  // The same for the other side. A side that is mated on the board has mate in 0, which has no sign.
  [[nodiscard]] eval::Standing opponents_standing() const {
    auto other = mate();
    if (other) other = *other == 0 ? 1 : -*other;
    return {.win_percent = 100 - win_percent, .mate = other};
  }
};

Verdict judge(const Game& game, const SearchSetup& setup, search::Searcher& searcher, bool last) {
  Verdict verdict;
  const GameEnd end = game.end();
  if (end != GameEnd::None && last) {
    verdict.game_over = true;
    if (end != GameEnd::Checkmate) return verdict;  // a draw: 0.00 and 50%
    verdict.score.unit = uci::InfoScore::Unit::Mate;
    verdict.win_percent = 0;
    return verdict;
  }
  search::SearchResult result = searcher.search(game, setup.limits_from_now());
  if (result.lines.empty()) return verdict;
  verdict.lines = std::move(result.lines);
  const base::Score score = verdict.lines.front().score;
  verdict.score = engine::to_score(score, search::Bound::Exact,
                                   {.win_model = searcher.win_model(), .root = game.position()});
  verdict.win_percent = eval::win_percent(searcher.win_model().wdl(score, game.position()));
  return verdict;
}

// The position before each move, and the last one; empty if interrupted. One searcher searches a block of
// positions from its last to its first, so that it remembers what became of a move when it judges that move;
// otherwise the searches before and after a move that neither understands would contradict each other. Blocks
// don't depend on the number of threads, so neither do the results.
std::vector<Verdict> judge_all(const PgnGame& game, const SearchSetup& setup, const std::string& name) {
  const std::size_t count = game.line.moves.size() + 1;
  std::vector<Verdict> verdicts(count);
  base::Progress progress(name, count, "positions");
  search_all(setup, (count + kBlockPositions - 1) / kBlockPositions,
             [&](std::size_t block, search::Searcher& searcher) {
               const std::size_t begin = block * kBlockPositions;
               std::size_t index = std::min(count, begin + kBlockPositions) - 1;
               Game before(game.start);
               for (std::size_t i = 0; i < index; ++i) before.play(game.line.moves[i].move);
               for (;; --index, before.take_back()) {
                 if (InterruptGuard::interrupted()) return;
                 verdicts[index] = judge(before, setup, searcher, index + 1 == count);
                 progress.advance();
                 if (index == begin) return;
               }
             });
  if (InterruptGuard::interrupted()) verdicts.clear();
  return verdicts;
}

// --- the marks on a game

// "0.35", "-1.20", "#3", "#-3", from White's point of view.
std::string white_score_text(const uci::InfoScore& score, Color side_to_move) {
  const int value = side_to_move == Color::White ? score.value : -score.value;
  if (score.unit == uci::InfoScore::Unit::Mate) return concat('#', value);
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value == 0 ? 0.0 : value / 100.0);
  return text;
}

// The comment without evaluations by earlier runs, which would contradict ours.
std::string without_evaluations(std::string_view comment) {
  std::string out;
  while (!comment.empty()) {
    const std::size_t begin = std::min(comment.find("[%eval "), comment.size());
    out += comment.substr(0, begin);
    comment.remove_prefix(begin);
    const std::size_t end = comment.find(']');
    if (comment.empty() || end == std::string_view::npos) break;
    comment.remove_prefix(end + 1);
  }
  out += comment;
  // The text before and after it is now one text.
  std::string single;
  for (const auto word : base::words(out)) single += concat(single.empty() ? "" : " ", word);
  return single;
}

std::string_view name_of(Judgement judgement) {
  switch (judgement) {
    case Judgement::Inaccuracy:
      return "Inaccuracy.";
    case Judgement::Mistake:
      return "Mistake.";
    case Judgement::Blunder:
      return "Blunder.";
    case Judgement::Good:
      break;
  }
  return "";
}

std::optional<std::uint8_t> glyph_of(Judgement judgement) {
  switch (judgement) {
    case Judgement::Inaccuracy:
      return std::uint8_t{6};
    case Judgement::Mistake:
      return std::uint8_t{2};
    case Judgement::Blunder:
      return std::uint8_t{4};
    case Judgement::Good:
      break;
  }
  return std::nullopt;
}

std::string remarks_on(const eval::MoveReview& review, const std::string& best) {
  std::string text;
  const auto say = [&](const std::string& sentence) { text += concat(text.empty() ? "" : " ", sentence); };
  if (review.judgement != Judgement::Good) say(std::string(name_of(review.judgement)));
  if (review.missed_mate) say(concat("Missed mate in ", *review.missed_mate, "."));
  if (review.missed_win && !review.missed_mate) say("Missed win.");
  if (review.allowed_mate) say(concat("Allows mate in ", *review.allowed_mate, "."));
  if (!text.empty()) say(concat(best, " was best."));
  return text;
}

PgnLine variation_of(const search::Line& line, const uci::InfoScore& score, Color side_to_move) {
  PgnLine variation;
  const bool mate = score.unit == uci::InfoScore::Unit::Mate;
  const std::size_t plies = mate ? line.moves.size() : std::min(line.moves.size(), kVariationPlies);
  for (std::size_t i = 0; i < plies; ++i)
    variation.moves.push_back(
        {.move = line.moves[i], .nags = {}, .comment = {}, .variations = {}, .comment_after_variations = {}});
  if (!variation.moves.empty())
    variation.moves.front().comment = concat("[%eval ", white_score_text(score, side_to_move), "]");
  return variation;
}

void set_tag(PgnGame& game, std::string_view name, std::string value) {
  const auto found =
      std::find_if(game.tags.begin(), game.tags.end(), [&](const PgnTag& tag) { return tag.name == name; });
  if (found != game.tags.end()) {
    found->value = std::move(value);
  } else {
    game.tags.push_back({std::string(name), std::move(value)});
  }
}

// --- the table

struct PlayerSummary {
  std::optional<double> accuracy;  // percent
  std::uint64_t moves = 0;
  std::uint64_t loss_cp = 0;  // of all moves together
  EnumArray<Judgement, int> marks{};
  int missed_wins = 0;  // mates included

  [[nodiscard]] double average_loss_cp() const {
    return moves == 0 ? 0 : static_cast<double>(loss_cp) / static_cast<double>(moves);
  }
};

using Summary = EnumArray<Color, PlayerSummary>;

class Annotator {
 public:
  Annotator(PgnGame& game, const std::vector<Verdict>& verdicts, const eval::WinModel& model)
      : game_(game), verdicts_(verdicts), model_(model), position_(game.start) {}

  // Writes the marks into the game.
  Summary annotate() {
    std::vector<double> losses;
    for (std::size_t i = 0; i < game_.line.moves.size(); ++i) {
      losses.push_back(annotate_move(i));
      position_.make(game_.line.moves[i].move);
    }
    std::vector<double> white_percent;
    Color side = game_.start.side_to_move();
    for (const Verdict& verdict : verdicts_) {
      white_percent.push_back(side == Color::White ? verdict.win_percent : 100 - verdict.win_percent);
      side = ~side;
    }
    const auto accuracy = eval::game_accuracy(game_.start.side_to_move(), losses, white_percent);
    for (const Color color : {Color::White, Color::Black}) summary_[color].accuracy = accuracy[color];
    return summary_;
  }

 private:
  // Returns the win percent that the move lost.
  double annotate_move(std::size_t index) {
    PgnMove& move = game_.line.moves[index];
    const Verdict& before = verdicts_[index];
    const Verdict& after = verdicts_[index + 1];
    const Color mover = position_.side_to_move();
    const bool has_best = !before.lines.empty() && !before.lines.front().moves.empty();
    const Move best = has_best ? before.lines.front().moves.front() : move.move;
    // A mate on the board is as good as any other move.
    const bool played_best = best == move.move || (after.game_over && after.mate());
    const eval::MoveReview review = eval::review(before.standing(), after.opponents_standing(), played_best);

    PlayerSummary& player = summary_[mover];
    ++player.moves;
    if (!played_best) player.loss_cp += static_cast<std::uint64_t>(std::max(0, before.cp() + after.cp()));
    ++player.marks[review.judgement];
    if (review.missed_win || review.missed_mate) ++player.missed_wins;

    std::string comment;
    if (!after.game_over || !after.mate())
      comment = concat("[%eval ", white_score_text(after.score, ~mover), "]");
    const std::string remarks = has_best ? remarks_on(review, to_san(position_, best)) : "";
    for (const std::string& part : {remarks, without_evaluations(move.comment)}) {
      if (!part.empty()) comment += concat(comment.empty() ? "" : " ", part);
    }
    move.comment = comment;
    if (review.judgement == Judgement::Good) return review.loss;
    add_glyph(move, *glyph_of(review.judgement));
    for (const search::Line& line : before.lines) {
      if (line.moves.empty() || line.moves.front() == move.move) continue;
      const auto score =
          engine::to_score(line.score, search::Bound::Exact, {.win_model = model_, .root = position_});
      move.variations.push_back(variation_of(line, score, mover));
    }
    return review.loss;
  }

  // Keep a person's judgment.
  static void add_glyph(PgnMove& move, std::uint8_t glyph) {
    const bool judged = std::any_of(move.nags.begin(), move.nags.end(),
                                    [](std::uint8_t nag) { return nag >= 1 && nag <= 6; });
    if (!judged) move.nags.insert(move.nags.begin(), glyph);
  }

  PgnGame& game_;
  const std::vector<Verdict>& verdicts_;
  const eval::WinModel& model_;
  Position position_;
  Summary summary_;
};

std::string tag_or(const PgnGame& game, std::string_view name, std::string_view fallback) {
  const std::string* value = game.tag(name);
  return value && *value != "?" ? *value : std::string(fallback);
}

std::string percent_text(double value) {
  char text[16];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

void print_table(std::FILE* out, std::uint64_t number, const PgnGame& game, const Summary& summary) {
  std::fprintf(out, "game %" PRIu64 ": %s - %s, %s, %zu moves\n", number,
               tag_or(game, "White", "White").c_str(), tag_or(game, "Black", "Black").c_str(),
               std::string(to_string(game.result)).c_str(), (game.line.moves.size() + 1) / 2);
  std::fprintf(out, "         accuracy   average loss     ?!      ?     ??   missed wins\n");
  for (const Color color : {Color::White, Color::Black}) {
    const PlayerSummary& player = summary[color];
    const std::string accuracy = player.accuracy ? percent_text(*player.accuracy) + "%" : "-";
    std::fprintf(out, "  %-6s %8s %11.0f cp %6d %6d %6d %13d\n", color == Color::White ? "White" : "Black",
                 accuracy.c_str(), player.average_loss_cp(), player.marks[Judgement::Inaccuracy],
                 player.marks[Judgement::Mistake], player.marks[Judgement::Blunder], player.missed_wins);
  }
}

// --- the command

struct Request {
  SearchSetup setup;
  std::uint64_t only_game = 0;  // from 1; 0: all
  std::string output;           // empty: standard output
};

struct Outcome {
  std::string text;  // the games, if they go to a file
  std::uint64_t games = 0;
  std::uint64_t bad = 0;
};

// Returns false if interrupted; the game is then unchanged.
bool analyze_game(PgnGame& game, std::uint64_t number, const Request& request, std::FILE* table) {
  const std::vector<Verdict> verdicts = judge_all(game, request.setup, concat("game ", number));
  if (verdicts.empty()) return false;
  const eval::Evaluator evaluator = request.setup.evaluation.evaluator();
  const Summary summary = Annotator(game, verdicts, evaluator.win_model()).annotate();
  set_tag(game, "Annotator", concat("Tabia ", version_number()));
  for (const Color color : {Color::White, Color::Black}) {
    if (summary[color].accuracy)
      set_tag(game, color == Color::White ? "WhiteAccuracy" : "BlackAccuracy",
              percent_text(*summary[color].accuracy));
  }
  print_table(table, number, game, summary);
  return true;
}

int analyze_file(const Request& request, base::InputFile& file) {
  const InterruptGuard guard;
  std::FILE* const table = request.output.empty() ? stderr : stdout;
  PgnReader reader(file.stream());
  Outcome outcome;
  for (std::uint64_t number = 1; !InterruptGuard::interrupted(); ++number) {
    if (request.only_game != 0 && number > request.only_game) break;
    auto next = reader.next();
    if (!next) break;
    if (request.only_game != 0 && number != request.only_game) continue;
    if (!*next) {
      ++outcome.bad;
      std::fprintf(stderr, "%s: %s\n", file.name().c_str(), next->error().message.c_str());
      continue;
    }
    for (const std::string& warning : (*next)->warnings)
      std::fprintf(stderr, "%s: warning: %s\n", file.name().c_str(), warning.c_str());
    PgnGame& game = (*next)->game;
    if (!analyze_game(game, number, request, table)) break;
    const std::string text = concat(outcome.games == 0 ? "" : "\n", to_pgn(game));
    ++outcome.games;
    if (request.output.empty()) {
      std::fputs(text.c_str(), stdout);
      std::fflush(stdout);
    } else {
      outcome.text += text;
    }
  }
  if (file.fault()) {
    ++outcome.bad;
    std::fprintf(stderr, "%s\n", file.fault()->message.c_str());
  }
  const bool interrupted = InterruptGuard::interrupted();
  if (!request.output.empty() && outcome.games > 0) {
    const auto written = base::write_file_atomically(request.output, outcome.text);
    if (!written) return failure(written.error());
  }
  if (interrupted) {
    std::fprintf(stderr, "interrupted: %" PRIu64 " games are finished\n", outcome.games);
    return base::kExitInterrupted;
  }
  if (outcome.games == 0 && outcome.bad == 0) {
    return failure({request.only_game != 0 ? concat(file.name(), ": there is no game ", request.only_game)
                                           : concat(file.name(), ": no game found")});
  }
  return outcome.bad == 0 ? kExitDone : kExitFailed;
}

int run_analyze(const Arguments& arguments) {
  Request request;
  const auto game = arguments.number("--game", 0, 1, INT64_MAX);
  if (!game) return usage_error("analyze", game.error());
  const auto lines = arguments.number("--multipv", 1, 1, 256);
  if (!lines) return usage_error("analyze", lines.error());
  SearchSetupOrExit read = read_search_setup("analyze", arguments);
  if (read.exit_code != kExitDone) return read.exit_code;
  request.setup = std::move(read.setup);
  request.setup.searcher.lines = static_cast<int>(*lines);
  if (arguments.has("--game")) request.only_game = static_cast<std::uint64_t>(*game);
  request.output = arguments.text("--output", "");
  if (arguments.has("--output") && request.output.empty())
    return usage_error("analyze", {"--output: give the name of a file"});
  auto file = base::InputFile::open(arguments.positionals()[0]);
  if (!file) return failure(file.error());
  return analyze_file(request, *file);
}

base::FileUse files_of_analyze(const Arguments& arguments) {
  return {.read = {arguments.positionals()[0], arguments.text("--net", "")},
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
              "winning chances marked ?! ? or ?? (10, 20 or 30 percent of a point lost) with the better "
              "line as a variation, and missed mates and wins in words. A table for each game shows "
              "accuracy (lichess's measure with Tabia's win model), average loss in centipawns and the "
              "number of marks. Existing comments, variations and marks are kept; old [%eval] tags are "
              "replaced. Chess960 is supported. By default the games go to standard output and the tables "
              "to standard error; with --output the games go to the file and the tables to standard "
              "output. After Ctrl-C the finished games are still written.",
          .positionals = {{"GAME.pgn", "the games, - for standard input", true}},
          .options = with_search_options(
              {{"--output", "FILE",
                "write the games to this file when all are finished; - for standard "
                "output"},
               {"--game", "N", "only the Nth game of the file"},
               {"--multipv", "N", "show the N best moves if a bad one was played (default: 1)"}}),
          .examples = {"analyze game.pgn --movetime 500 --output annotated.pgn",
                       "analyze games.pgn --game 3 --nodes 200000"},
          .run = run_analyze,
          .files = files_of_analyze};
}

}  // namespace tabia::tools
