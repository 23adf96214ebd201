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
#include "eval/game_review.h"
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
constexpr int kLargestCp = 1000;             // for the average loss: larger scores are clamped to this

// What the search thinks of a position.
struct Verdict {
  std::vector<search::Line> lines;            // best first
  ShownScore score;                           // for the side to move
  double win_percent = 50;                    // for the side to move
  std::vector<puct::HumanMoves> people = {};  // what people play, if that was requested
  std::vector<puct::JudgedMove> judged = {};  // the likely ones of these moves

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
  [[nodiscard]] eval::ReviewVerdict for_review() const {
    return {.standing = {.win_percent = win_percent, .mate = mate()},
            .best = has_best() ? best() : Move::none()};
  }
};

// The verdicts of the searches of a game.
class Verdicts {
 public:
  using Search = eval::ReviewSearch;

  void set(const Search& search, Verdict verdict) { verdicts_[key(search)] = std::move(verdict); }
  // Null if there was no such search.
  [[nodiscard]] const Verdict* find(const Search& search) const {
    const auto found = verdicts_.find(key(search));
    return found == verdicts_.end() ? nullptr : &found->second;
  }

 private:
  static std::pair<std::size_t, eval::ReviewKind> key(const Search& search) {
    return {search.index, search.kind};
  }

  std::map<std::pair<std::size_t, eval::ReviewKind>, Verdict> verdicts_;
};

// What a search of this size thinks of the position. It starts without memory, as in the page.
Verdict verdict_of(const Game& game, const search::Limits& limits, search::MoveSearch& searcher,
                   const std::stop_token& stop) {
  Verdict verdict;
  searcher.clear(limits.nodes.value_or(0));
  search::SearchResult result = search_until(stop, searcher, game, limits);
  if (result.lines.empty()) return verdict;
  verdict.lines = std::move(result.lines);
  const base::Score score = verdict.lines.front().score;
  verdict.score = search::shown_score(score, searcher.win_model(), game.position());
  verdict.win_percent = eval::win_percent(searcher.win_model().wdl(score, game.position()));
  return verdict;
}

// The people that remarks are about.
struct People {
  std::shared_ptr<const nn::Network> network;  // null: not requested
  std::vector<int> ratings;
  std::uint64_t nodes_of_move = 0;
};

void ask_people(const People& people, const Game& game, search::MoveSearch& searcher, Verdict& verdict) {
  if (!people.network || !verdict.has_best()) return;
  verdict.people = puct::human_moves(people.network, game, people.ratings);
  verdict.judged = puct::judge_moves(searcher, game, puct::likely_moves(verdict.people, verdict.best()),
                                     people.nodes_of_move);
}

Game game_before(const PgnGame& game, std::size_t index) {
  Game before(game.start);
  for (std::size_t i = 0; i < index; ++i) before.play(game.line.moves[i].move);
  return before;
}

Verdict judge(const PgnGame& game, const eval::ReviewSearch& search, const PositionSearcher& setup,
              const People& people, search::MoveSearch& searcher, const std::stop_token& stop) {
  const Game before = game_before(game, search.index);
  const bool is_usual = search.kind == eval::ReviewKind::Usual;
  search::Limits limits = setup.limits_from_now(!is_usual);
  if (search.kind == eval::ReviewKind::Alone) limits.moves = {game.line.moves[search.index].move};
  Verdict verdict = verdict_of(before, limits, searcher, stop);
  if (is_usual && search.index < game.line.moves.size() && !stop.stop_requested())
    ask_people(people, before, searcher, verdict);
  return verdict;
}

// All searches that the review asks for, in parallel; nothing if interrupted.
std::optional<Verdicts> search_all(const PgnGame& game, eval::GameReview& review,
                                   const PositionSearcher& setup, const People& people, base::Watch& watch) {
  Verdicts verdicts;
  const base::StopOnInterrupt interrupt(watch);
  const std::stop_token stop = interrupt.token();
  std::size_t done = 0;
  for (auto wanted = review.wanted(); !wanted.empty(); wanted = review.wanted()) {
    std::mutex mutex;  // guards the review, the verdicts and the watch
    const std::size_t total = done + wanted.size();
    setup.for_each(wanted.size(), stop, [&](std::size_t number, search::MoveSearch& searcher) {
      const eval::ReviewSearch& search = wanted[number];
      Verdict verdict = judge(game, search, setup, people, searcher, stop);
      if (stop.stop_requested()) return;
      const std::scoped_lock lock(mutex);
      review.tell(search, verdict.for_review());
      verdicts.set(search, std::move(verdict));
      watch.progress(++done, total);
    });
    if (stop.stop_requested()) return std::nullopt;
  }
  return verdicts;
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
  Annotator(PgnGame& game, const eval::GameReview& review, const Verdicts& verdicts,
            const eval::WinModel& model)
      : game_(game), review_(review), verdicts_(verdicts), model_(model), position_(game.start) {}

  // Writes the marks into the game.
  GameSummary annotate() {
    const std::vector<eval::ReviewedMove> reviewed = review_.moves();
    for (std::size_t i = 0; i < reviewed.size(); ++i) {
      annotate_move(i, reviewed[i]);
      position_.make(game_.line.moves[i].move);
    }
    const auto accuracy = review_.accuracy();
    for (const Color color : {Color::White, Color::Black}) summary_[color].accuracy = accuracy[color];
    return summary_;
  }

 private:
  using Kind = eval::ReviewKind;

  // The largest search of the position before the move.
  [[nodiscard]] const Verdict& before(std::size_t index) const {
    const Verdict* const large = verdicts_.find({index, Kind::Large});
    return large ? *large : *verdicts_.find({index, Kind::Usual});
  }
  // Null if the game was over after the move.
  [[nodiscard]] const Verdict* after(std::size_t index) const {
    return verdicts_.find({index + 1, Kind::Usual});
  }

  // By the searches that the review compared.
  [[nodiscard]] int loss_cp(std::size_t index, const eval::ReviewedMove& reviewed) const {
    if (reviewed.best == game_.line.moves[index].move) return 0;
    if (const Verdict* const alone = verdicts_.find({index, Kind::Alone}))
      return std::max(0, before(index).cp() - alone->cp());
    if (const Verdict* const next = after(index)) return std::max(0, before(index).cp() + next->cp());
    const bool mated = review_.end()->standing.mate.has_value();
    return mated ? 0 : std::max(0, before(index).cp());
  }

  // "[%eval ...]" of the position after the move; empty after mate.
  [[nodiscard]] std::string evaluation_after(std::size_t index) const {
    const Verdict* const next = after(index);
    if (!next && review_.end()->standing.mate) return "";
    const ShownScore score = next ? next->score : ShownScore();
    return concat("[%eval ", white_score_text(score, ~position_.side_to_move()), "]");
  }

  void annotate_move(std::size_t index, const eval::ReviewedMove& reviewed) {
    PgnMove& move = game_.line.moves[index];
    const eval::MoveReview& review = reviewed.review;
    PlayerSummary& player = summary_[position_.side_to_move()];
    ++player.moves;
    player.loss_cp += static_cast<std::uint64_t>(loss_cp(index, reviewed));
    ++player.marks[review.judgement];
    if (review.missed_win || review.missed_mate) ++player.missed_wins;

    std::string comment = evaluation_after(index);
    const std::string remarks =
        before(index).has_best() ? remarks_on(review, to_san(position_, reviewed.best)) : "";
    const bool is_marked = review.judgement != Judgement::Good;
    std::string of_people;
    if (const Verdict& asked = *verdicts_.find({index, Kind::Usual}); is_marked && !asked.people.empty()) {
      of_people = remarks_of_people(asked, position_, move.move);
      count_typical(asked, move.move, player);
    }
    for (const std::string& part : {remarks, of_people, without_evaluations(move.comment)}) {
      if (!part.empty()) comment += concat(comment.empty() ? "" : " ", part);
    }
    move.comment = comment;
    if (!is_marked) return;
    add_glyph(move, *glyph_of(review.judgement));
    for (const search::Line& line : before(index).lines) {
      if (line.moves.empty() || line.moves.front() == move.move) continue;
      move.variations.push_back(
          variation_of(line, search::shown_score(line.score, model_, position_), position_.side_to_move()));
    }
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
  const eval::GameReview& review_;
  const Verdicts& verdicts_;
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
      "for marked moves, say how likely people of these ratings play them, and how difficult the position is "
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
    std::vector<Move> played;
    for (const PgnMove& move : game.line.moves) played.push_back(move.move);
    eval::GameReview review(game.start, played);
    const auto verdicts = search_all(game, review, setup, people, watch);
    if (!verdicts) break;
    const GameSummary summary = Annotator(game, review, *verdicts, win_model).annotate();
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
