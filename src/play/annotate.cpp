#include "play/annotate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/stop_on_interrupt.h"
#include "base/text.h"
#include "chess/game.h"
#include "chess/notation.h"
#include "chess/pgn_reader.h"
#include "puct/human_file.h"
#include "puct/human_moves.h"
#include "search/shown_score.h"

namespace tabia::play {
namespace {

using base::concat;
using namespace tabia::chess;
using eval::Judgement;
using search::ShownScore;

constexpr std::size_t kVariationPlies = 10;  // mates are shown to the end
constexpr std::size_t kBlockPositions = 12;  // searched in turn by one searcher
constexpr int kLargestCp = 1000;             // for the average loss: larger scores are clamped to this

// What the search thinks of a position.
struct Verdict {
  std::vector<search::Line> lines;            // best first
  ShownScore score;                           // for the side to move
  double win_percent = 50;                    // for the side to move
  std::vector<puct::HumanMoves> people = {};  // what people play, if that was asked for
  std::vector<puct::JudgedMove> judged = {};  // the likely ones of these moves
  bool game_over = false;                     // no legal move, or a draw that ended the game

  [[nodiscard]] std::optional<int> mate() const {
    return score.is_mate ? std::optional(score.value) : std::nullopt;
  }
  // Mates count as the largest value.
  [[nodiscard]] int cp() const {
    if (mate()) return *mate() > 0 ? kLargestCp : -kLargestCp;
    return std::clamp(score.value, -kLargestCp, kLargestCp);
  }
  [[nodiscard]] bool has_best() const { return !lines.empty() && !lines.front().moves.empty(); }
  // Requires has_best().
  [[nodiscard]] Move best() const { return lines.front().moves.front(); }
  [[nodiscard]] eval::Standing standing() const { return {.win_percent = win_percent, .mate = mate()}; }
  // The same for the other side. A side that is mated on the board has mate in 0, which has no sign.
  [[nodiscard]] eval::Standing opponents_standing() const {
    auto other = mate();
    if (other) other = *other == 0 ? 1 : -*other;
    return {.win_percent = 100 - win_percent, .mate = other};
  }
};

// What searches say about a move.
struct ReviewedMove {
  Move best;  // the move itself if the search found none
  eval::MoveReview review;
  int loss_cp = 0;
};

// By the searches of the positions before and after it.
ReviewedMove review_of(Move played, const Verdict& before, const Verdict& after) {
  ReviewedMove out;
  out.best = before.has_best() ? before.best() : played;
  // A mate on the board is as good as any other move.
  const bool played_best = out.best == played || (after.game_over && after.mate());
  out.review = eval::review(before.standing(), after.opponents_standing(), played_best);
  if (!played_best) out.loss_cp = std::max(0, before.cp() + after.cp());
  return out;
}

// Two large searches of the position before a move.
struct Check {
  Verdict before;  // of all moves
  Verdict alone;   // of the played one, for the same side; no lines if it is the best
};

ReviewedMove review_of(const Check& check) {
  ReviewedMove out{.best = check.before.best(), .review = {}, .loss_cp = 0};
  if (check.alone.lines.empty()) return out;
  out.review = eval::review(check.before.standing(), check.alone.standing(), false);
  out.loss_cp = std::max(0, check.before.cp() - check.alone.cp());
  return out;
}

// What a search of this size thinks of the position.
Verdict verdict_of(const Game& game, const search::Limits& limits, search::MoveSearch& searcher,
                   const std::stop_token& stop) {
  Verdict verdict;
  search::SearchResult result = search_until(stop, searcher, game, limits);
  if (result.lines.empty()) return verdict;
  verdict.lines = std::move(result.lines);
  const base::Score score = verdict.lines.front().score;
  verdict.score = search::shown_score(score, searcher.win_model(), game.position());
  verdict.win_percent = eval::win_percent(searcher.win_model().wdl(score, game.position()));
  return verdict;
}

Verdict judge(const Game& game, const PositionSearcher& setup, search::MoveSearch& searcher, bool last,
              const std::stop_token& stop) {
  const GameEnd end = game.end();
  if (end != GameEnd::None && last) {
    Verdict verdict;
    verdict.game_over = true;
    if (end != GameEnd::Checkmate) return verdict;  // a draw: 0.00 and 50%
    verdict.score.is_mate = true;
    verdict.win_percent = 0;
    return verdict;
  }
  return verdict_of(game, setup.limits_from_now(), searcher, stop);
}

// The people that remarks tell about.
struct People {
  std::shared_ptr<const nn::Network> network;  // null: nobody asked
  std::vector<int> ratings;
  std::uint64_t nodes_of_move = 0;
};

void ask_people(const People& people, const Game& game, search::MoveSearch& searcher, Verdict& verdict) {
  if (!people.network || !verdict.has_best()) return;
  verdict.people = puct::human_moves(people.network, game, people.ratings);
  verdict.judged = puct::judge_moves(searcher, game, puct::likely_moves(verdict.people, verdict.best()),
                                     people.nodes_of_move);
}

// The position before each move, and the last one; empty if interrupted. One searcher searches a block of
// positions from its last to its first, so that it remembers what became of a move when it judges that move;
// otherwise the searches before and after a move that neither understands would contradict each other. Blocks
// don't depend on the number of threads, so neither do the results.
std::vector<Verdict> judge_all(const PgnGame& game, const PositionSearcher& setup, const People& people,
                               base::Watch& watch) {
  const std::size_t count = game.line.moves.size() + 1;
  std::vector<Verdict> verdicts(count);
  const base::StopOnInterrupt interrupt(watch);
  const std::stop_token stop = interrupt.token();
  std::mutex mutex;  // guards the watch
  std::size_t done = 0;
  setup.for_each((count + kBlockPositions - 1) / kBlockPositions, stop,
                 [&](std::size_t block, search::MoveSearch& searcher) {
                   const std::size_t begin = block * kBlockPositions;
                   std::size_t index = std::min(count, begin + kBlockPositions) - 1;
                   Game before(game.start);
                   for (std::size_t i = 0; i < index; ++i) before.play(game.line.moves[i].move);
                   for (;; --index, before.take_back()) {
                     verdicts[index] = judge(before, setup, searcher, index + 1 == count, stop);
                     if (stop.stop_requested()) return;
                     if (index + 1 < count) ask_people(people, before, searcher, verdicts[index]);
                     {
                       const std::scoped_lock lock(mutex);
                       watch.progress(++done, count);
                     }
                     if (index == begin) return;
                   }
                 });
  if (done < count) verdicts.clear();
  return verdicts;
}

// Those of the moves that would be called mistakes or blunders, by the number of the move.
using Checks = std::map<std::size_t, Check>;

Check check_move(const Game& before, Move played, const PositionSearcher& setup, search::MoveSearch& searcher,
                 const std::stop_token& stop) {
  Check check;
  check.before = verdict_of(before, setup.limits_from_now(true), searcher, stop);
  if (!check.before.has_best() || check.before.best() == played) return check;
  search::Limits limits = setup.limits_from_now(true);
  limits.moves = {played};
  check.alone = verdict_of(before, limits, searcher, stop);
  return check;
}

// Nothing if interrupted. Every check has an empty searcher of its own.
std::optional<Checks> check_mistakes(const PgnGame& game, const std::vector<Verdict>& verdicts,
                                     const PositionSearcher& setup, base::Watch& watch) {
  const auto& moves = game.line.moves;
  std::vector<std::size_t> suspects;
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (review_of(moves[i].move, verdicts[i], verdicts[i + 1]).review.judgement >= Judgement::Mistake)
      suspects.push_back(i);
  Checks checks;
  const base::StopOnInterrupt interrupt(watch);
  const std::stop_token stop = interrupt.token();
  std::mutex mutex;  // guards the checks and the watch
  setup.for_each(suspects.size(), stop, [&](std::size_t number, search::MoveSearch& searcher) {
    const std::size_t index = suspects[number];
    Game before(game.start);
    for (std::size_t i = 0; i < index; ++i) before.play(moves[i].move);
    Check check = check_move(before, moves[index].move, setup, searcher, stop);
    if (stop.stop_requested()) return;
    const std::scoped_lock lock(mutex);
    if (check.before.has_best()) checks.emplace(index, std::move(check));
    watch.progress(verdicts.size() + checks.size(), verdicts.size() + suspects.size());
  });
  return stop.stop_requested() ? std::nullopt : std::optional(std::move(checks));
}

// --- the marks on a game

// "0.35", "-1.20", "#3", "#-3", from White's point of view.
std::string white_score_text(const ShownScore& score, Color side_to_move) {
  const int value = side_to_move == Color::White ? score.value : -score.value;
  if (score.is_mate) return concat('#', value);
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f", value == 0 ? 0.0 : value / 100.0);
  return text.data();
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

// "At 1500: Nf3 40%, d4 21%, hard 12%." for each rating, then whether the move is typical of one.
std::string remarks_of_people(const Verdict& verdict, const Position& position, Move played) {
  constexpr std::size_t kShown = 2;
  const auto percent = [](double share) { return concat(std::lround(100 * share), "%"); };
  std::string text;
  for (const puct::HumanMoves& group : verdict.people) {
    text += concat(text.empty() ? "" : " ", "At ", group.rating, ": ", to_san(position, played), " ",
                   percent(group.probability_of(played)));
    for (std::size_t i = 0; i < std::min(kShown, group.moves.size()); ++i)
      if (group.moves[i].move != played)
        text += concat(", ", to_san(position, group.moves[i].move), " ",
                       percent(static_cast<double>(group.moves[i].probability)));
    if (const auto hard = puct::difficulty(group, verdict.judged))
      text += concat(", difficulty ", percent(*hard));
    text += ".";
  }
  const auto typical = puct::typical_up_to(played, verdict.people);
  return concat(text, typical ? concat(" Typical up to ", *typical, ".") : " Not typical.");
}

PgnLine variation_of(const search::Line& line, const ShownScore& score, Color side_to_move) {
  PgnLine variation;
  const std::size_t plies = score.is_mate ? line.moves.size() : std::min(line.moves.size(), kVariationPlies);
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

class Annotator {
 public:
  Annotator(PgnGame& game, const std::vector<Verdict>& verdicts, const Checks& checks,
            const eval::WinModel& model)
      : game_(game), verdicts_(verdicts), checks_(checks), model_(model), position_(game.start) {}

  // Writes the marks into the game.
  GameSummary annotate() {
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
    const auto check = checks_.find(index);
    const bool is_checked = check != checks_.end();
    const Verdict& before = is_checked ? check->second.before : verdicts_[index];
    const Verdict& after = verdicts_[index + 1];
    const Color mover = position_.side_to_move();
    const auto [best, review, loss_cp] =
        is_checked ? review_of(check->second) : review_of(move.move, before, after);

    PlayerSummary& player = summary_[mover];
    ++player.moves;
    player.loss_cp += static_cast<std::uint64_t>(loss_cp);
    ++player.marks[review.judgement];
    if (review.missed_win || review.missed_mate) ++player.missed_wins;

    std::string comment;
    if (!after.game_over || !after.mate())
      comment = concat("[%eval ", white_score_text(after.score, ~mover), "]");
    const std::string remarks = before.has_best() ? remarks_on(review, to_san(position_, best)) : "";
    const bool is_marked = review.judgement != Judgement::Good;
    std::string of_people;
    if (const Verdict& asked = verdicts_[index]; is_marked && !asked.people.empty()) {
      of_people = remarks_of_people(asked, position_, move.move);
      count_typical(asked, move.move, player);
    }
    for (const std::string& part : {remarks, of_people, without_evaluations(move.comment)}) {
      if (!part.empty()) comment += concat(comment.empty() ? "" : " ", part);
    }
    move.comment = comment;
    if (!is_marked) return review.loss;
    add_glyph(move, *glyph_of(review.judgement));
    for (const search::Line& line : before.lines) {
      if (line.moves.empty() || line.moves.front() == move.move) continue;
      move.variations.push_back(
          variation_of(line, search::shown_score(line.score, model_, position_), mover));
    }
    return review.loss;
  }

  static void count_typical(const Verdict& before, Move move, PlayerSummary& player) {
    player.typical.resize(before.people.size());
    for (std::size_t i = 0; i < before.people.size(); ++i)
      if (before.people[i].probability_of(move) >= puct::kTypical) ++player.typical[i];
  }

  // Keep a person's judgment.
  static void add_glyph(PgnMove& move, std::uint8_t glyph) {
    const bool judged = std::any_of(move.nags.begin(), move.nags.end(),
                                    [](std::uint8_t nag) { return nag >= 1 && nag <= 6; });
    if (!judged) move.nags.insert(move.nags.begin(), glyph);
  }

  PgnGame& game_;
  const std::vector<Verdict>& verdicts_;
  const Checks& checks_;
  const eval::WinModel& model_;
  Position position_;
  GameSummary summary_;
};

std::string percent_text(double value) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%.1f", value);
  return text.data();
}

void write_tags(PgnGame& game, const GameSummary& summary, const std::string& annotator) {
  set_tag(game, "Annotator", annotator);
  for (const Color color : {Color::White, Color::Black}) {
    if (summary[color].accuracy)
      set_tag(game, color == Color::White ? "WhiteAccuracy" : "BlackAccuracy",
              percent_text(*summary[color].accuracy));
  }
}

base::Result<std::vector<int>> read_ratings(std::string_view text) {
  std::vector<int> ratings;
  for (const auto part : base::split(text, ',')) {
    TABIA_TRY(const std::int64_t rating, base::read_whole(part, puct::kLowestRating, puct::kHighestRating));
    ratings.push_back(static_cast<int>(rating));
  }
  if (ratings.size() > puct::kMostRatings)
    return base::unexpected(text, concat("at most ", puct::kMostRatings, " ratings"));
  return ratings;
}

base::Field<AnnotateJob> ratings_field() {
  return base::value<AnnotateJob>(
      "human", "ELO,...", TABIA_MEMBER(human), read_ratings,
      [](const std::vector<int>& ratings) -> std::optional<std::string> {
        std::string text;
        for (const int rating : ratings) text += concat(text.empty() ? "" : ",", rating);
        return text.empty() ? std::nullopt : std::optional(text);
      },
      "say of marked moves how likely people of these ratings play them, and how difficult the position is "
      "for them");
}

base::Result<People> open_people(const AnnotateJob& job, const PositionSearcher& setup) {
  People people;
  if (job.human.empty()) return people;
  auto network = puct::load_human(job.human_net);
  if (!network) return network.error().inside("--human");
  people.network = std::move(*network);
  people.ratings = job.human;
  people.nodes_of_move =
      puct::nodes_for_judging(puct::analysis_kind_for(setup.network().get(), job.search.evaluation));
  return people;
}

}  // namespace

const base::Fields<AnnotateJob>& annotate_fields() {
  using J = AnnotateJob;
  static const base::Fields<J> fields =
      base::joined<J>({base::within<J>(position_search_fields(), TABIA_MEMBER(search)),
                       {base::integer<J>("game", "N", 1, std::numeric_limits<std::int64_t>::max(),
                                         TABIA_MEMBER(only_game), "only the Nth game of the file")
                            .shown_as("all"),
                        ratings_field(),
                        base::text<J>("human-net", "FILE", TABIA_MEMBER(human_net), "the network of --human")
                            .shown_as("human.net next to the program"),
                        base::integer<J>("multipv", "N", 1, 256, TABIA_MEMBER(search.lines),
                                         "show the N best moves if a bad one was played")}});
  return fields;
}

base::Result<AnnotateTotals> run(const AnnotateJob& job, AnnotateWatch& watch) {
  TABIA_TRY(const PositionSearcher setup, PositionSearcher::open(job.search));
  TABIA_TRY(const People people, open_people(job, setup));
  TABIA_TRY(base::InputFile file, base::InputFile::open(job.games));
  const eval::WinModel win_model = setup.win_model();
  const auto say = [&](std::string_view text) { watch.remark(concat(file.name(), ": ", text)); };
  PgnReader reader(file.stream());
  AnnotateTotals totals;
  for (std::uint64_t number = 1; !watch.interrupted(); ++number) {
    if (job.only_game && number > *job.only_game) break;
    auto next = reader.next();
    if (!next) break;
    if (job.only_game && number != *job.only_game) continue;
    if (!*next) {
      ++totals.bad;
      say(next->error().message);
      continue;
    }
    for (const std::string& warning : (*next)->warnings) say(concat("warning: ", warning));
    PgnGame& game = (*next)->game;
    watch.begins(number);
    const std::vector<Verdict> verdicts = judge_all(game, setup, people, watch);
    if (verdicts.empty()) break;
    const auto checks = check_mistakes(game, verdicts, setup, watch);
    if (!checks) break;
    const GameSummary summary = Annotator(game, verdicts, *checks, win_model).annotate();
    write_tags(game, summary, job.annotator);
    ++totals.games;
    watch.annotated(number, game, summary);
  }
  if (file.fault()) {
    ++totals.bad;
    watch.remark(file.fault()->message);
  }
  if (totals.games == 0 && totals.bad == 0 && !watch.interrupted())
    return base::Error{job.only_game ? concat(file.name(), ": there is no game ", *job.only_game)
                                     : concat(file.name(), ": no game found")};
  return totals;
}

}  // namespace tabia::play
