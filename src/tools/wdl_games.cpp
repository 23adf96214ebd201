#include "tools/wdl_games.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <utility>

#include "base/file.h"
#include "base/interrupt.h"
#include "base/progress.h"
#include "base/random.h"
#include "base/text.h"
#include "chess/epd.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "chess/pgn_annotation.h"
#include "chess/pgn_reader.h"
#include "chess/see.h"
#include "eval/win_model.h"
#include "tools/search_setup.h"

namespace tabia::tools {
namespace {

using base::concat;
using base::InterruptGuard;
using namespace tabia::chess;
using eval::Outcome;
using eval::WdlSample;

// Scores from the opening say more about the opening than about the score. Stockfish's model skips the first
// moves too.
constexpr int kSkippedPlies = 8;     // after the opening, in games played here
constexpr int kFirstMoveNumber = 8;  // in games read from a file

// No game is longer than this; one that would be has no result.
constexpr std::size_t kMostPlies = 800;

// A game counts as won if for this many plies the winner has been a rook ahead, and either both sides have
// said that it is won by this margin in pawns or by mate, or there is a rook or queen against a bare king:
// with few nodes per move the engine may fail to mate, and such a draw would say nothing about the score. The
// material lead is required because the scale of the scores is what we want to fit, so it can't be trusted
// yet.
constexpr int kHopelessPlies = 10;
constexpr int kHopelessPawns = 10;
constexpr int kHopelessLead = kExchangeValues[PieceType::Rook];

// The side's material lead, in hundredths of a pawn.
int lead_of(const Position& position, Color color) {
  int lead = 0;
  for (const PieceType type : kPieceTypes)
    lead +=
        kExchangeValues[type] * (count(position.pieces(color, type)) - count(position.pieces(~color, type)));
  return lead;
}

// Rook or queen against a bare king.
bool is_plain_mate(const Position& position, Color winner) {
  return count(position.pieces(~winner)) == 1 &&
         count(position.pieces(winner, PieceType::Rook) | position.pieces(winner, PieceType::Queen)) > 0;
}

GameResult won_by(Color color) {
  return color == Color::White ? GameResult::WhiteWins : GameResult::BlackWins;
}

Outcome outcome_for(Color color, GameResult result) {
  if (result == GameResult::Draw) return Outcome::Draw;
  return result == won_by(color) ? Outcome::Win : Outcome::Loss;
}

// --- self-play

// Plays this many random moves from the position, as the start of a game that is not over; nothing if every
// attempt ends the game.
std::optional<Game> wandered(const Position& start, std::uint32_t plies, base::Random& random) {
  constexpr int kTries = 100;
  for (int attempt = 0; attempt < kTries; ++attempt) {
    Game game(start);
    for (std::uint32_t ply = 0; ply < plies && game.end() == GameEnd::None; ++ply) {
      const MoveList moves = legal_moves(game.position());
      game.play(moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))]);
    }
    if (game.end() == GameEnd::None) return Game(game.position());
  }
  return std::nullopt;
}

// The order of the openings: each is used once before any is repeated.
std::vector<Position> shuffled(std::vector<Position> openings, std::uint64_t seed) {
  base::Random random(seed);
  for (std::size_t left = openings.size(); left > 1; --left)
    std::swap(openings[left - 1], openings[random.below(static_cast<std::uint32_t>(left))]);
  return openings;
}

// The game's starting position. A repeated opening is followed by random moves: playing the same game again
// would add nothing.
Game opening_of(const std::vector<Position>& openings, std::uint64_t seed, std::size_t number) {
  constexpr std::uint32_t kRandomPlies = 8;
  constexpr std::uint32_t kRepeatedPlies = 3;
  base::Random random(base::Random(seed + number).next());
  if (openings.empty()) return wandered(Position(), kRandomPlies + random.below(2), random).value_or(Game());
  const Position& position = openings[number % openings.size()];
  if (number < openings.size()) return Game(position);
  return wandered(position, kRepeatedPlies, random).value_or(Game(position));
}

// Counts for how many plies both sides have agreed that one of them is winning.
class HopelessWatch {
 public:
  explicit HopelessWatch(const eval::WinModel& model) : model_(model) {}

  // The winner, once it is decided. The score is for the side to move.
  std::optional<Color> after(const Position& position, base::Score score) {
    const double bound = kHopelessPawns * model_.units_per_pawn(position);
    const Color winner = score > 0 ? position.side_to_move() : ~position.side_to_move();
    const bool hopeless = (std::abs(score) >= bound || is_plain_mate(position, winner)) &&
                          lead_of(position, winner) >= kHopelessLead;
    plies_ = hopeless && (plies_ == 0 || winner == winner_) ? plies_ + 1 : hopeless ? 1 : 0;
    winner_ = winner;
    if (plies_ < kHopelessPlies) return std::nullopt;
    return winner_;
  }

 private:
  const eval::WinModel& model_;
  int plies_ = 0;
  Color winner_ = Color::White;
};

struct PlayedGame {
  GameResult result = GameResult::Unknown;
  std::vector<WdlSample> samples;
};

struct Scored {
  base::Score score = 0;
  int material = 0;
  Color side = Color::White;
};

void add_samples(const std::vector<Scored>& scored, GameResult result, std::vector<WdlSample>& samples) {
  for (const Scored& one : scored)
    samples.push_back({one.score, one.material, outcome_for(one.side, result)});
}

GameResult result_of(const Game& game) {
  return game.end() == GameEnd::Checkmate ? won_by(~game.position().side_to_move()) : GameResult::Draw;
}

PlayedGame play(Game game, const SearchSetup& setup, search::Searcher& searcher) {
  std::vector<Scored> scored;
  PlayedGame played;
  HopelessWatch hopeless(searcher.win_model());
  while (played.result == GameResult::Unknown && game.moves().size() < kMostPlies) {
    const Position& position = game.position();
    const search::SearchResult found = searcher.search(game, setup.limits_from_now());
    if (InterruptGuard::interrupted()) return {};
    const base::Score score = found.lines.front().score;
    if (game.moves().size() >= kSkippedPlies && !base::is_decisive(score))
      scored.push_back({score, eval::wdl_material(position), position.side_to_move()});
    if (const auto winner = hopeless.after(position, score)) {
      played.result = won_by(*winner);
    } else {
      game.play(found.best);
      if (game.end() != GameEnd::None) played.result = result_of(game);
    }
  }
  if (played.result != GameResult::Unknown) add_samples(scored, played.result, played.samples);
  return played;
}

void add_game(GameResult result, const std::vector<WdlSample>& samples, WdlGames& games) {
  if (result == GameResult::Unknown || samples.empty()) {
    ++games.passed_over;
    return;
  }
  ++games.games;
  games.white_wins += result == GameResult::WhiteWins ? 1 : 0;
  games.black_wins += result == GameResult::BlackWins ? 1 : 0;
  games.draws += result == GameResult::Draw ? 1 : 0;
  games.samples.insert(games.samples.end(), samples.begin(), samples.end());
}

// --- PGN

// The score in a comment, with the position it refers to: [%eval] is for the position after the move, while
// match programs write what the mover thought before it.
std::optional<Scored> scored_in(const PgnMove& move, const Position& before, const Position& after,
                                const eval::WinModel& model) {
  const PgnAnnotation annotation = annotation_in(move.comment, before.side_to_move());
  if (!annotation.score || annotation.score->mate || annotation.book) return std::nullopt;
  const Position& about = move.comment.find("[%eval") == std::string::npos ? before : after;
  if (about.fullmove_number() < kFirstMoveNumber) return std::nullopt;
  const double white_score = annotation.score->cp / 100.0 * model.units_per_pawn(about);
  const double score = about.side_to_move() == Color::White ? white_score : -white_score;
  if (std::abs(score) > base::kMaxEvaluation) return std::nullopt;
  return Scored{static_cast<base::Score>(std::lround(score)), eval::wdl_material(about),
                about.side_to_move()};
}

std::vector<WdlSample> samples_of(const PgnGame& game, const std::string& player,
                                  const eval::WinModel& model) {
  std::vector<Scored> scored;
  const Game played = game.main_line();
  for (std::size_t i = 0; i < game.line.moves.size(); ++i) {
    const Position& before = played.positions()[i];
    const std::string* name = game.tag(before.side_to_move() == Color::White ? "White" : "Black");
    if (!player.empty() && (!name || *name != player)) continue;
    if (const auto one = scored_in(game.line.moves[i], before, played.positions()[i + 1], model))
      scored.push_back(*one);
  }
  std::vector<WdlSample> samples;
  if (game.result != GameResult::Unknown) add_samples(scored, game.result, samples);
  return samples;
}

}  // namespace

WdlGames play_wdl_games(const SelfPlaySetup& setup) {
  constexpr std::size_t kHashMib = 4;  // more than the nodes of one move can fill
  SearchSetup search;
  search.evaluation.network = setup.network;
  search.searcher.hash_mib = kHashMib;
  search.limits.nodes = setup.nodes;
  search.threads = setup.threads;
  const std::vector<Position> openings = shuffled(setup.openings, setup.seed);
  std::vector<PlayedGame> played(setup.games);
  {
    base::Progress progress("self-play", setup.games, "games");
    search_all(search, setup.games, [&](std::size_t number, search::Searcher& searcher) {
      played[number] = play(opening_of(openings, setup.seed, number), search, searcher);
      progress.advance();
    });
  }
  WdlGames games;
  for (const PlayedGame& game : played) add_game(game.result, game.samples, games);
  return games;
}

base::Result<std::vector<Position>> read_wdl_openings(const std::string& path) {
  auto file = base::InputFile::open(path);
  if (!file) return file.error();
  EpdReader reader(file->stream());
  std::vector<Position> positions;
  while (auto next = reader.next()) {
    if (!*next) return next->error().inside(file->name());
    if (Game((*next)->epd.position).end() == GameEnd::None) positions.push_back((*next)->epd.position);
  }
  if (file->fault()) return *file->fault();
  if (positions.empty())
    return base::Error{concat(file->name(), ": no position to play from; give one per line")};
  return positions;
}

base::Result<WdlGames> read_wdl_games(const std::string& path, const std::string& player,
                                      const nn::Network& network) {
  auto file = base::InputFile::open(path);
  if (!file) return file.error();
  const eval::WinModel model(network.wdl());
  PgnReader reader(file->stream(), {.read_variations = false});
  WdlGames games;
  while (auto next = reader.next()) {
    if (InterruptGuard::interrupted()) return games;
    if (!*next) {
      std::fprintf(stderr, "%s: %s\n", file->name().c_str(), next->error().message.c_str());
      ++games.passed_over;
      continue;
    }
    const PgnGame& game = (*next)->game;
    add_game(game.result, samples_of(game, player, model), games);
  }
  if (file->fault()) return *file->fault();
  return games;
}

}  // namespace tabia::tools
