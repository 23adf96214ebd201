// tests/data/random_games.h: records with everything that the rules allow, from a seed.
#pragma once

#include <vector>

#include "base/random.h"
#include "base/score.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "data/game_record.h"

namespace tabia::data::test {

// A starting position in which each side has its own shuffled back rank (double Chess960).
inline chess::Position shuffled_start(base::Random& random) {
  using namespace chess;
  PositionSetup setup;
  for (const Color color : {Color::White, Color::Black}) {
    std::array<PieceType, 8> rank{};
    rank.fill(PieceType::None);
    const auto put_on_free = [&](unsigned index, PieceType type) {
      for (PieceType& square : rank) {
        if (square == PieceType::None && index-- == 0) {
          square = type;
          return;
        }
      }
    };
    rank[2 * random.below(4)] = PieceType::Bishop;
    rank[2 * random.below(4) + 1] = PieceType::Bishop;
    put_on_free(random.below(6), PieceType::Queen);
    put_on_free(random.below(5), PieceType::Knight);
    put_on_free(random.below(4), PieceType::Knight);
    for (const PieceType type : {PieceType::Rook, PieceType::King, PieceType::Rook}) put_on_free(0, type);
    for (int file = 0; file < 8; ++file) {
      const Square back = make_square(file, back_rank(color));
      setup.board[back] = make_piece(color, rank[static_cast<std::size_t>(file)]);
      setup.board[back + forward(color)] = make_piece(color, PieceType::Pawn);
      if (rank[static_cast<std::size_t>(file)] == PieceType::Rook) setup.castling_rooks |= bit(back);
    }
  }
  return Position::from_valid_setup(setup);
}

// Scores of every kind: ordinary ones that drift, mates, none, extremes.
inline std::int16_t random_score(base::Random& random, int previous) {
  switch (random.below(24)) {
    case 0:
      return base::kNoScore;
    case 1:
      return static_cast<std::int16_t>(base::kMate - static_cast<int>(random.below(60)));
    case 2:
      return static_cast<std::int16_t>(static_cast<int>(random.below(60)) - base::kMate);
    case 3:
      return static_cast<std::int16_t>(static_cast<int>(random.below(65536)) - 32768);
    default:
      return static_cast<std::int16_t>(
          std::clamp(-previous + static_cast<int>(random.below(101)) - 50, -20000, 20000));
  }
}

// A random legal move; castling, en passant and promotions, which are rare by chance, are preferred.
inline chess::Move random_move(base::Random& random, const chess::MoveList& moves) {
  if (random.below(2) == 0) {
    for (const chess::Move move : moves) {
      if (move.kind() != chess::MoveKind::Normal && random.below(2) == 0) return move;
    }
  }
  return moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))];
}

// A game of random legal moves to its end or to `most_plies`; sometimes from a shuffled start or from a late
// position. The last ply may be without a move.
inline GameRecord random_game(base::Random& random, std::size_t most_plies = 400) {
  GameRecord record;
  if (random.below(3) == 0) record.start = shuffled_start(random);
  for (unsigned early = random.below(4) == 0 ? random.below(60) : 0; early > 0; --early) {
    const auto moves = chess::legal_moves(record.start);
    if (moves.empty()) break;
    record.start.make(random_move(random, moves));
  }
  record.first_ply = static_cast<std::uint16_t>(2 * (record.start.fullmove_number() - 1) +
                                                (record.start.side_to_move() == chess::Color::Black));
  if (random.below(5) == 0) record.first_ply = static_cast<std::uint16_t>(random.below(65000));
  record.result = static_cast<chess::GameResult>(random.below(4));
  chess::Position position = record.start;
  int previous = 0;
  while (record.plies.size() < most_plies) {
    const auto moves = chess::legal_moves(position);
    const auto score = random_score(random, previous);
    previous = score == base::kNoScore ? 0 : score;
    if (moves.empty() || random.below(150) == 0) {
      record.plies.push_back({.move = {}, .score = score});
      break;
    }
    const auto move = random_move(random, moves);
    record.plies.push_back({.move = move, .score = score});
    position.make(move);
  }
  return record;
}

inline std::vector<GameRecord> random_games(std::uint64_t seed, std::size_t count,
                                            std::size_t most_plies = 400) {
  base::Random random(seed);
  std::vector<GameRecord> games;
  for (std::size_t i = 0; i < count; ++i) games.push_back(random_game(random, most_plies));
  return games;
}

// All positions of the games as separate records.
inline std::vector<GameRecord> single_positions(const std::vector<GameRecord>& games) {
  std::vector<GameRecord> records;
  for (const GameRecord& game : games)
    for_each_sample(game, [&](const Sample& sample) {
      if (sample.position.halfmove_clock() <= chess::kMaxHalfmoveClock) records.push_back(record_of(sample));
    });
  return records;
}

}  // namespace tabia::data::test
