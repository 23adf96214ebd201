#include "play/self_play.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/text.h"
#include "chess/polyglot.h"
#include "chess/random_moves.h"
#include "eval/classical.h"
#include "search/scale.h"

namespace tabia::play {
namespace {

using base::concat;
using base::Error;
using base::Random;
using base::Score;
using chess::Color;
using chess::Game;
using chess::Move;
using data::GameRecord;

constexpr int kMostStartAttempts = 1000;

// Random numbers of one game; those of neighboring games have nothing in common.
Random random_of(std::uint64_t seed, std::uint64_t number, int attempt) {
  const std::uint64_t game = Random(seed).next() ^ Random(~number).next();
  return Random(Random(game).next() ^ static_cast<std::uint64_t>(attempt));
}

std::uint32_t below(Random& random, std::size_t bound) {
  return random.below(static_cast<std::uint32_t>(bound));
}

bool happens(double chance, Random& random) { return chance > 0 && random.uniform() < chance; }

// The score in search units for a score in centipawns.
Score label_of_cp(int cp) { return cp * search::kUnitsPerPawn / 100; }

// Plays the searcher's choice, or now and then something else.
class Explorer : public Player {
 public:
  Explorer(Player& player, const SelfPlayOptions& options, Random& random)
      : player_(player), options_(options), random_(random) {}

  // The worker resets the player once for each game number.
  std::optional<Fault> new_game(const std::stop_token&) override { return std::nullopt; }

  Choice choose_move(const Game& game, const MoveRequest& request, const std::stop_token& stop) override {
    Choice choice = player_.choose_move(game, request, stop);
    auto* chosen = std::get_if<ChosenMove>(&choice);
    if (!chosen) return choice;
    if (happens(options_.noise, random_)) {
      chosen->move = chess::random_move(game.position(), random_);
    } else {
      chosen->move = one_of_the_best(*chosen);
    }
    return choice;
  }

 private:
  Move one_of_the_best(const ChosenMove& chosen) {
    if (!chosen.label || base::is_decisive(*chosen.label) || chosen.ranking.empty()) return chosen.move;
    const int least_cp = chosen.ranking.front().cp - options_.line_margin_cp;
    std::vector<Move> good;
    for (const RankedMove& ranked : chosen.ranking) {
      if (!base::is_decisive(ranked.label) && ranked.cp >= least_cp) good.push_back(ranked.move);
    }
    return good.size() < 2 ? chosen.move : good[below(random_, good.size())];
  }

  Player& player_;
  const SelfPlayOptions& options_;
  Random& random_;
};

// Material and piece-square values for the side to move.
Score synthetic_label(const chess::Position& position, const search::SearchScale& scale) {
  const eval::ClassicalTerms terms = eval::classical_terms(position);
  const eval::Tapered sum =
      terms.white_difference(eval::Term::Material) + terms.white_difference(eval::Term::PieceSquares);
  const int white = eval::mixed(sum, terms.phase);
  return scale.to_search(position.side_to_move() == Color::White ? white : -white);
}

search::SearcherOptions searcher_options(const SelfPlayOptions& options) {
  search::SearcherOptions searcher;
  searcher.hash_mib = options.synthetic ? 1 : options.hash_mib;
  searcher.lines = options.lines;
  searcher.move_overhead_ms = 0;
  return searcher;
}

}  // namespace

std::string_view name_of(StartRow row) noexcept {
  switch (row) {
    case StartRow::Standard:
      return "standard";
    case StartRow::Chess960:
      return "chess960";
    case StartRow::DoubleChess960:
      break;
  }
  return "double-chess960";
}

data::ScoreScale self_play_scale() { return {"tabia", search::kUnitsPerPawn}; }

double label_of_one(const nn::Network& network) {
  return network.spec().output.eval_scale * search::kUnitsPerPawn /
         eval::WinModel(network.wdl()).margin_pawn();
}

SelfPlayer::SelfPlayer(std::shared_ptr<const nn::Network> network, const eval::EvaluatorOptions& evaluation,
                       const SelfPlayOptions& options)
    : options_(options), player_(std::move(network), evaluation, searcher_options(options)) {}

base::Result<std::optional<GameRecord>> SelfPlayer::play_numbered_game(std::uint64_t number,
                                                                       const std::stop_token& stop) {
  // What the searches of rejected openings leave in the table belongs to the game: it is the same every time.
  if (!options_.synthetic && player_.new_game(stop)) return Error{"the player failed to start"};
  for (int attempt = 0; attempt < kMostStartAttempts; ++attempt) {
    Random random = random_of(options_.seed, number, attempt);
    const Game opening = make_opening(number, attempt, random);
    if (opening.end() != chess::GameEnd::None) continue;
    if (options_.synthetic) return std::optional(synthetic_game(opening, random));
    const auto balanced = is_balanced(opening, stop);
    if (!balanced) return std::optional<GameRecord>();
    if (*balanced) return play_from(opening, random, stop);
  }
  return Error{concat("game ", number, ": found no opening within ", options_.openings.most_cp,
                      " centipawns of equal in ", kMostStartAttempts, " attempts")};
}

Game SelfPlayer::make_opening(std::uint64_t number, int attempt, Random& random) const {
  const SelfPlayOpenings& how = options_.openings;
  Game game;
  if (how.lines) {
    // The first attempt takes the next line of the book, so that all lines are used equally often.
    game = how.lines->opening(attempt == 0 ? number : below(random, how.lines->size()));
  } else if (how.row == StartRow::Chess960) {
    game = Game(chess960_start(static_cast<int>(random.below(960))));
  } else if (how.row == StartRow::DoubleChess960) {
    const int white = static_cast<int>(random.below(960));
    game = Game(chess960_start(white, static_cast<int>(random.below(960))));
  }
  if (how.book) {
    for (int ply = 0; ply < how.book_plies; ++ply) {
      const auto move = how.book->choose(game.position(), random);
      if (!move) break;
      game.play(*move);
    }
  }
  const auto range = static_cast<std::size_t>(how.most_random_plies - how.least_random_plies + 1);
  const int plies = how.least_random_plies + static_cast<int>(below(random, range));
  static_cast<void>(chess::play_random_moves(game, plies, random));  // the caller sees whether it is over
  return game;
}

std::optional<bool> SelfPlayer::is_balanced(const Game& opening, const std::stop_token& stop) {
  const Allowance& allowance = options_.game.allowances[opening.position().side_to_move()];
  MoveRequest request;
  request.limits.nodes = allowance.nodes;
  request.limits.soft_nodes = allowance.soft_nodes;
  request.limits.depth = allowance.depth;
  const Choice choice = player_.choose_move(opening, request, stop);
  const auto* chosen = std::get_if<ChosenMove>(&choice);
  if (!chosen) return std::nullopt;
  return chosen->score && chosen->score->unit == uci::InfoScore::Unit::Centipawns &&
         std::abs(chosen->score->value) <= options_.openings.most_cp;
}

namespace {

// A record without plies that begins where the opening ends.
GameRecord record_after(const Game& opening) {
  GameRecord record;
  record.start = opening.position();
  const int given = opening.start().game_ply();
  record.first_ply = static_cast<std::uint16_t>(
      std::min<std::size_t>(static_cast<std::size_t>(given) + opening.moves().size(), 60'000));
  return record;
}

}  // namespace

std::optional<GameRecord> SelfPlayer::play_from(const Game& opening, Random& random,
                                                const std::stop_token& stop) {
  Explorer explorer(player_, options_, random);
  const FinishedGame finished = play_game(explorer, explorer, opening, options_.game, stop);
  if (finished.reason == EndReason::Interrupted) return std::nullopt;
  GameRecord record = record_after(opening);
  record.result = finished.result;
  for (std::size_t i = 0; i < finished.choices.size(); ++i) {
    const ChosenMove& chosen = finished.choices[i];
    record.plies.push_back(
        {.move = chosen.move, .score = static_cast<std::int16_t>(chosen.label.value_or(base::kNoScore))});
  }
  return record;
}

GameRecord SelfPlayer::synthetic_game(const Game& opening, Random& random) const {
  const search::SearchScale scale(eval::Evaluator(nullptr).win_model());
  GameRecord record = record_after(opening);
  Game game = opening;
  const int most_plies = options_.game.max_moves > 0 ? 2 * options_.game.max_moves : 400;
  for (int ply = 0; ply < most_plies && game.end() == chess::GameEnd::None; ++ply) {
    const Score label = synthetic_label(game.position(), scale);
    const Move move = chess::random_move(game.position(), random);
    record.plies.push_back({.move = move, .score = static_cast<std::int16_t>(label)});
    game.play(move);
  }
  const Color mover = game.position().side_to_move();
  const auto win_of = [](Color color) {
    return color == Color::White ? chess::GameResult::WhiteWins : chess::GameResult::BlackWins;
  };
  record.result = chess::GameResult::Draw;
  if (game.end() == chess::GameEnd::Checkmate) record.result = win_of(~mover);
  if (game.end() == chess::GameEnd::None) {
    const Score label = synthetic_label(game.position(), scale);
    if (std::abs(label) >= label_of_cp(kSyntheticWinCp)) record.result = win_of(label > 0 ? mover : ~mover);
  }
  return record;
}

}  // namespace tabia::play
