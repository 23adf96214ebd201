// tests/chess/test_support.h: shared by several chess tests: positions from text, random legal games in every
// variant, boards with colors changed, and samples from the shared folder (skipped if it is missing).
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/random.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/position.h"
#include "paths.h"

// Ends the test as skipped, saying what is missing, unless ../shared/data has the file.
#define TABIA_NEEDS_SHARED_FILE(name)                                 \
  if (!std::ifstream(::tabia::chess::test::shared_path(name)))        \
  GTEST_SKIP() << "needs " << ::tabia::chess::test::shared_path(name) \
               << ", which is not there: the samples "                \
               << "of ../shared/data are next to the project, not in it"

namespace tabia::chess::test {

inline std::string shared_path(std::string_view name) {
  return tabia::test::shared_data() + "/" + std::string(name);
}
inline std::string own_path(std::string_view name) {
  return tabia::test::test_data() + "/" + std::string(name);
}

inline std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

// The position of a FEN in a test; a fault in it is a fault of the test.
inline Position position_of(std::string_view fen) {
  const auto position = parse_fen(fen);
  TABIA_CHECK(position.ok(), (std::string(fen) + ": " + position.error().message).c_str());
  return *position;
}

// The legal move with this UCI text.
inline Move move_of(const Position& position, std::string_view uci) {
  const auto move = parse_uci_move(position, uci);
  TABIA_CHECK(move.ok(), move.error().message.c_str());
  return *move;
}

inline Position after_moves(Position position, std::initializer_list<std::string_view> uci_moves) {
  for (const auto uci : uci_moves) position.make(move_of(position, uci));
  return position;
}

inline Position after(const Position& position, Move move) {
  Position next = position;
  next.make(move);
  return next;
}

// The position seen from the other side of the board: ranks mirrored, colors changed.
inline Position with_colours_changed(const Position& position) {
  const PositionSetup from = position.setup();
  PositionSetup to = from;
  const auto mirrored = [](Square square) { return square_at(index_of(square) ^ 56); };
  for (int index = 0; index < kSquareCount; ++index) {
    const Piece piece = from.board[square_at(index)];
    to.board[mirrored(square_at(index))] =
        piece == Piece::None ? Piece::None : make_piece(~color_of(piece), type_of(piece));
  }
  to.side_to_move = ~from.side_to_move;
  to.castling_rooks = 0;
  for (Bitboard rooks = from.castling_rooks; rooks;) to.castling_rooks |= bit(mirrored(pop_first(rooks)));
  if (from.en_passant != Square::None) to.en_passant = mirrored(from.en_passant);
  return Position::from_valid_setup(to);
}

// --- random games

using BackRank = std::array<PieceType, 8>;

// One of the 960 arrays: bishops on both colors, the king between the rooks.
inline BackRank random_back_rank(base::Random& random) {
  BackRank rank;
  rank.fill(PieceType::None);
  const auto put_on_free = [&](std::uint32_t nth, PieceType type) {
    for (PieceType& square : rank) {
      if (square == PieceType::None && nth-- == 0) {
        square = type;
        return;
      }
    }
  };
  rank[random.below(4) * 2] = PieceType::Bishop;
  rank[random.below(4) * 2 + 1] = PieceType::Bishop;
  put_on_free(random.below(6), PieceType::Queen);
  put_on_free(random.below(5), PieceType::Knight);
  put_on_free(random.below(4), PieceType::Knight);
  put_on_free(0, PieceType::Rook);
  put_on_free(0, PieceType::King);
  put_on_free(0, PieceType::Rook);
  return rank;
}

inline Position start_with(const BackRank& white, const BackRank& black) {
  PositionSetup setup;
  for (int file = 0; file < 8; ++file) {
    const auto at = static_cast<std::size_t>(file);
    setup.board[make_square(file, 0)] = make_piece(Color::White, white[at]);
    setup.board[make_square(file, 1)] = Piece::WhitePawn;
    setup.board[make_square(file, 6)] = Piece::BlackPawn;
    setup.board[make_square(file, 7)] = make_piece(Color::Black, black[at]);
    if (white[at] == PieceType::Rook) setup.castling_rooks |= bit(make_square(file, 0));
    if (black[at] == PieceType::Rook) setup.castling_rooks |= bit(make_square(file, 7));
  }
  return Position::from_valid_setup(setup);
}

// Random legal games one after another, without end: standard chess, Chess960 and double Chess960 in turn.
// Half of the moves are picked from the rare kinds when there are any: castling, en passant and promotion first,
// then double steps and checks. So those come up more often than in plain random play.
class RandomPlay {
 public:
  explicit RandomPlay(std::uint64_t seed) : random_(seed) { start_game(); }

  [[nodiscard]] const Position& position() const noexcept { return position_; }
  [[nodiscard]] const Position& game_start() const noexcept { return start_; }
  // The moves from game_start() to position().
  [[nodiscard]] const std::vector<Move>& moves() const noexcept { return moves_; }
  [[nodiscard]] base::Random& random() noexcept { return random_; }

  // The move to be played next. If a game is over, a new one has been started.
  [[nodiscard]] Move choose() {
    const MoveList legal = legal_moves(position_);
    if (random_.below(2) == 0) {
      MoveList special;
      MoveList lively;
      for (const Move move : legal) {
        if (move.kind() != MoveKind::Normal) special.push(move);
        if (is_double_step(move) || position_.gives_check(move)) lively.push(move);
      }
      if (!special.empty()) return pick(special);
      if (!lively.empty()) return pick(lively);
    }
    return pick(legal);
  }

  void play(Move move) {
    position_.make(move);
    moves_.push_back(move);
    constexpr std::size_t kLongestGame = 160;
    const bool bare = count(position_.occupied()) <= 3;
    if (bare || moves_.size() >= kLongestGame || !has_legal_move(position_)) start_game();
  }

  void step() { play(choose()); }

 private:
  [[nodiscard]] Move pick(const MoveList& moves) {
    return moves[static_cast<int>(random_.below(static_cast<std::uint32_t>(moves.size())))];
  }
  [[nodiscard]] bool is_double_step(Move move) const {
    return type_of(position_.piece_on(move.from())) == PieceType::Pawn &&
           (index_of(move.to()) ^ index_of(move.from())) == 16;
  }
  void start_game() {
    const BackRank one = random_back_rank(random_);
    const BackRank other = random_back_rank(random_);
    start_ = games_ % 3 == 0 ? Position() : games_ % 3 == 1 ? start_with(one, one) : start_with(one, other);
    ++games_;
    position_ = start_;
    moves_.clear();
  }

  base::Random random_;
  std::uint64_t games_ = 0;
  Position start_;
  Position position_;
  std::vector<Move> moves_;
};

// Positions that no game would reach: a few to many pieces of any kind anywhere, often in check, pinned and
// crowded with queens. Castling rights and en passant where possible.
inline Position random_position(base::Random& random) {
  for (;;) {
    PositionSetup setup;
    const auto random_square = [&] { return square_at(static_cast<int>(random.below(64))); };
    setup.side_to_move = random.below(2) ? Color::White : Color::Black;
    for (const Color color : {Color::White, Color::Black}) {
      const bool at_home = random.below(3) == 0;
      const Square king =
          at_home ? make_square(static_cast<int>(random.below(8)), back_rank(color)) : random_square();
      setup.board[king] = make_piece(color, PieceType::King);
    }
    const std::uint32_t pieces = 1 + random.below(26);
    EnumArray<Color, int> total{{{1, 1}}};
    EnumArray<Color, int> pawns{};
    for (std::uint32_t i = 0; i < pieces; ++i) {
      const Square square = random_square();
      const Color color = random.below(2) ? Color::White : Color::Black;
      const std::uint32_t number = random.below(9);
      const auto type = number < 5 ? static_cast<PieceType>(number) : PieceType::Pawn;
      const bool back = rank_of(square) == 0 || rank_of(square) == 7;
      if (setup.board[square] != Piece::None || total[color] == 16) continue;
      if (type == PieceType::Pawn && (back || ++pawns[color] > 8)) continue;
      ++total[color];
      setup.board[square] = make_piece(color, type);
    }
    for (int file = 0; file < 8; ++file) {
      for (const Color color : {Color::White, Color::Black}) {
        const Square square = make_square(file, back_rank(color));
        if (setup.board[square] == make_piece(color, PieceType::Rook) && random.below(2)) {
          setup.castling_rooks |= bit(square);
        }
      }
    }
    std::vector<Square> passed;  // where a pawn may have stepped over
    const int forward_step = forward(setup.side_to_move);
    for (int file = 0; file < 8; ++file) {
      const Square over = make_square(file, setup.side_to_move == Color::White ? 5 : 2);
      if (setup.board[over - forward_step] == make_piece(~setup.side_to_move, PieceType::Pawn) &&
          setup.board[over] == Piece::None && setup.board[over + forward_step] == Piece::None) {
        passed.push_back(over);
      }
    }
    if (!passed.empty() && random.below(4) != 0) {
      setup.en_passant = passed[random.below(static_cast<std::uint32_t>(passed.size()))];
    }
    setup.halfmove_clock = setup.en_passant == Square::None ? static_cast<int>(random.below(100)) : 0;
    setup.fullmove_number = 1 + static_cast<int>(random.below(200));
    // If a castling right or en-passant square has no support on the board, it is removed; if the board
    // itself is wrong, another one is made.
    auto fault = fault_in(setup);
    if (fault && fault->field == SetupField::Castling) {
      setup.castling_rooks = 0;
      fault = fault_in(setup);
    }
    if (fault && fault->field == SetupField::EnPassant) {
      setup.en_passant = Square::None;
      fault = fault_in(setup);
    }
    if (!fault) return Position::from_valid_setup(setup);
  }
}

}  // namespace tabia::chess::test
