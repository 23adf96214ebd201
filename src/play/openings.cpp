#include "play/openings.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/check.h"
#include "base/compression.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/random.h"
#include "base/text.h"
#include "chess/epd.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/pgn_reader.h"
#include "chess/random_moves.h"
#include "eval/evaluator.h"

namespace tabia::play {
namespace {

using base::concat;
using base::Error;
using base::Random;
using chess::Game;
using chess::Position;

constexpr int kRandomPlies = 8;
constexpr int kMostStaticCp = 100;  // without a search; a more unequal opening is no contest
constexpr int kMostRandomOpenings = 1000;

std::string line_of(const Game& game, std::size_t plies) {
  std::string line = chess::to_fen(game.start(), {.shredder_castling = true});
  for (std::size_t i = 0; i < plies; ++i)
    line += concat(' ', chess::to_uci(game.moves()[i], chess::CastlingNotation::KingTakesRook));
  return line;
}

// The inverse of line_of(), for lines that it made.
Game game_of(std::string_view line) {
  constexpr int kFenFields = 6;
  std::size_t end = 0;
  for (int field = 0; field < kFenFields; ++field) end = std::min(line.find(' ', end + 1), line.size());
  const auto start = chess::parse_fen(line.substr(0, end));
  TABIA_CHECK(start.ok(), "an opening that was written by line_of");
  Game game(*start);
  for (const auto word : base::words(line.substr(end))) {
    const auto move = chess::parse_uci_move(game.position(), word);
    TABIA_CHECK(move.ok(), "an opening that was written by line_of");
    game.play(*move);
  }
  return game;
}

// Quiet and about equal, according to the classical evaluation.
bool is_contest(const Position& position) {
  if (position.in_check()) return false;
  for (const chess::Move move : chess::legal_moves(position)) {
    if (position.is_capture(move)) return false;
  }
  eval::Evaluator evaluator(nullptr);
  evaluator.reset(position);
  const base::Score score = evaluator.evaluate(position);
  return std::abs(evaluator.win_model().centipawns(score, position)) <= kMostStaticCp;
}

// The back rank of a starting position of Chess960.
std::array<chess::PieceType, 8> chess960_row(int number) {
  TABIA_CHECK(number >= 0 && number < 960, "the number of a Chess960 position");
  using chess::PieceType;
  std::array<PieceType, 8> rank{};
  rank.fill(PieceType::None);
  const auto put_on_free = [&](int index, PieceType type) {
    for (PieceType& square : rank) {
      if (square == PieceType::None && index-- == 0) {
        square = type;
        return;
      }
    }
  };
  rank[static_cast<std::size_t>(2 * (number % 4) + 1)] = PieceType::Bishop;
  number /= 4;
  rank[static_cast<std::size_t>(2 * (number % 4))] = PieceType::Bishop;
  number /= 4;
  put_on_free(number % 6, PieceType::Queen);
  number /= 6;
  // The ten ways to put two knights on five free squares.
  constexpr std::array<std::pair<int, int>, 10> kKnights = {
      {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};
  const auto [first, second] = kKnights[static_cast<std::size_t>(number)];
  put_on_free(first, PieceType::Knight);
  put_on_free(second - 1, PieceType::Knight);
  for (const PieceType type : {PieceType::Rook, PieceType::King, PieceType::Rook}) put_on_free(0, type);
  return rank;
}

}  // namespace

std::string_view name_of(OpeningOrder order) noexcept {
  return order == OpeningOrder::Random ? "random" : "sequential";
}

base::Result<Openings> Openings::read(const std::string& path, OpeningOrder order, std::uint64_t seed,
                                      int most_plies) {
  if (path.ends_with(".zip"))
    return Error{concat(path, ": can't read .zip books; unpack it first: unzip ", path)};
  Openings openings;
  openings.seed_ = seed;
  const auto done = base::without_compression(path).ends_with(".pgn") ? openings.read_games(path, most_plies)
                                                                      : openings.read_positions(path);
  if (!done) return done.error();
  if (openings.lines_.empty()) return Error{concat(path, ": found no opening to play from")};
  base::Hash64 hash;
  for (const std::string& line : openings.lines_) hash.update(concat(line, '\n'));
  openings.fingerprint_ = hash.value();
  openings.put_in_order(order);
  return openings;
}

base::Result<void> Openings::read_positions(const std::string& path) {
  auto file = base::InputFile::open(path);
  if (!file) return file.error();
  base::LineReader lines(file->stream());
  while (lines.next()) {
    const std::string_view text = chess::bare_line(lines.line(), lines.number());
    if (text.empty() || text.front() == '#') continue;
    const auto epd = chess::parse_epd(text, chess::FenReading::Lenient);
    if (!epd) return epd.error().inside(concat(path, ':', lines.number()));
    if (Game(epd->position).end() != chess::GameEnd::None) continue;
    lines_.push_back(line_of(Game(epd->position), 0));
  }
  if (file->fault()) return *file->fault();
  return {};
}

base::Result<void> Openings::read_games(const std::string& path, int most_plies) {
  auto file = base::InputFile::open(path);
  if (!file) return file.error();
  chess::PgnReader reader(file->stream(), {.read_variations = false});
  while (const auto record = reader.next()) {
    if (!record->ok()) return record->error().inside(path);
    const Game full = (*record)->game.main_line();
    const std::size_t plies = std::min(full.moves().size(), static_cast<std::size_t>(most_plies));
    const std::string line = line_of(full, plies);
    if (game_of(line).end() != chess::GameEnd::None) continue;
    lines_.push_back(line);
  }
  if (file->fault()) return *file->fault();
  return {};
}

void Openings::put_in_order(OpeningOrder order) {
  if (order == OpeningOrder::Sequential) return;
  Random random(seed_);
  for (std::size_t i = lines_.size(); i > 1; --i)
    std::swap(lines_[i - 1], lines_[random.below(static_cast<std::uint32_t>(i))]);
}

Openings Openings::random_moves(std::uint64_t seed, bool chess960) {
  Openings openings;
  openings.seed_ = seed;
  openings.chess960_ = chess960;
  return openings;
}

chess::Game Openings::opening(std::uint64_t number) const {
  if (!lines_.empty()) return game_of(lines_[number % lines_.size()]);
  // Mixes two numbers into one seed, so that neighbors have nothing in common.
  Random random(Random(seed_).next() ^ Random(number).next());
  for (int attempt = 0; attempt < kMostRandomOpenings; ++attempt) {
    const Position start = chess960_ ? chess960_start(static_cast<int>(random.below(960))) : Position();
    Game game(start);
    if (chess::play_random_moves(game, kRandomPlies, random) && is_contest(game.position())) return game;
  }
  return Game();
}

Position chess960_start(int number) { return chess960_start(number, number); }

Position chess960_start(int white_number, int black_number) {
  chess::PositionSetup setup;
  for (const chess::Color color : {chess::Color::White, chess::Color::Black}) {
    const auto row = chess960_row(color == chess::Color::White ? white_number : black_number);
    for (int file = 0; file < 8; ++file) {
      const chess::PieceType type = row[static_cast<std::size_t>(file)];
      const chess::Square home = chess::make_square(file, chess::back_rank(color));
      setup.board[home] = chess::make_piece(color, type);
      setup.board[home + chess::forward(color)] = chess::make_piece(color, chess::PieceType::Pawn);
      if (type == chess::PieceType::Rook) setup.castling_rooks |= chess::Bitboard{1} << chess::index_of(home);
    }
  }
  return Position::from_valid_setup(setup);
}

}  // namespace tabia::play
