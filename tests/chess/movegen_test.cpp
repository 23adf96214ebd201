#include "chess/movegen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/text.h"
#include "chess/test_support.h"

namespace tabia::chess {
namespace {

using test::position_of;
using test::RandomPlay;

// A second chess board, as plain as possible, that shares only the text of a FEN with the first: letters on
// 64 squares. A move is tried, and if the king can be taken after it, it was not legal.
class NaiveBoard {
 public:
  explicit NaiveBoard(const std::string& shredder_fen) {
    const auto fields = base::words(shredder_fen);
    int rank = 7;
    int file = 0;
    for (const char c : fields[0]) {
      if (c == '/') {
        --rank;
        file = 0;
      } else if (base::is_digit(c)) {
        file += c - '0';
      } else {
        at(file++, rank) = c;
      }
    }
    white_ = fields[1] == "w";
    for (const char c : fields[2]) {
      if (c == '-') continue;
      castling_.push_back(base::to_lower(c) == c ? 56 + c - 'a' : c - 'A');
    }
    if (fields[3] != "-") passed_ = (fields[3][1] - '1') * 8 + fields[3][0] - 'a';
  }

  // The legal moves in UCI, castling as king takes rook, sorted.
  [[nodiscard]] std::vector<std::string> legal_moves() const {
    std::vector<std::string> legal;
    for (const std::string& move : candidates()) {
      if (!played(move).king_can_be_taken(white_)) legal.push_back(move);
    }
    for (const int rook : castling_) {
      if ((rook < 8) == white_ && may_castle(rook)) legal.push_back(name(king_of(white_)) + name(rook));
    }
    std::sort(legal.begin(), legal.end());
    return legal;
  }

  // The board after a legal move.
  [[nodiscard]] NaiveBoard played(const std::string& uci) const {
    NaiveBoard next = *this;
    const int from = (uci[1] - '1') * 8 + uci[0] - 'a';
    const int to = (uci[3] - '1') * 8 + uci[2] - 'a';
    const char piece = squares_[index(from)];
    const char kind = base::to_lower(piece);
    next.passed_ = -1;
    next.white_ = !white_;
    if (kind == 'k' && is_castling_rook(to) && (to < 8) == white_) {
      const char rook = squares_[index(to)];
      const int home = white_ ? 0 : 56;
      next.squares_[index(from)] = '.';
      next.squares_[index(to)] = '.';
      next.squares_[index(home + (to > from ? 6 : 2))] = piece;
      next.squares_[index(home + (to > from ? 5 : 3))] = rook;
    } else {
      next.squares_[index(from)] = '.';
      next.squares_[index(to)] =
          uci.size() == 5 ? (white_ ? static_cast<char>(uci[4] - 'a' + 'A') : uci[4]) : piece;
      if (kind == 'p' && to == passed_) next.squares_[index(white_ ? to - 8 : to + 8)] = '.';
      if (kind == 'p' && std::abs(to - from) == 16) next.passed_ = (from + to) / 2;
    }
    std::erase_if(next.castling_, [&](int rook) {
      return rook == from || rook == to || (kind == 'k' && (rook < 8) == white_);
    });
    return next;
  }

  // The first four fields of the Shredder-FEN, with every double step.
  [[nodiscard]] std::string text() const {
    std::string out;
    for (int rank = 7; rank >= 0; --rank) {
      int empty = 0;
      for (int file = 0; file <= 8; ++file) {
        const bool end = file == 8;
        if (!end && squares_[index(rank * 8 + file)] == '.') {
          ++empty;
          continue;
        }
        if (empty) out += std::to_string(empty);
        empty = 0;
        if (!end) out += squares_[index(rank * 8 + file)];
      }
      if (rank) out += '/';
    }
    out += white_ ? " w " : " b ";
    std::string rights;
    for (const int rook : castling_) {
      rights += static_cast<char>(rook < 8 ? 'A' + rook : 'a' + rook - 56);
    }
    // White first, and of each color the higher file first.
    std::sort(rights.begin(), rights.end(), [](char a, char b) {
      const bool a_black = a >= 'a';
      const bool b_black = b >= 'a';
      return a_black != b_black ? b_black : a > b;
    });
    return out + (rights.empty() ? "-" : rights) + " " + (passed_ < 0 ? "-" : name(passed_));
  }

  [[nodiscard]] bool in_check() const { return king_can_be_taken(white_); }

 private:
  static std::size_t index(int square) { return static_cast<std::size_t>(square); }
  char& at(int file, int rank) { return squares_[index(rank * 8 + file)]; }
  static std::string name(int square) {
    return {static_cast<char>('a' + square % 8), static_cast<char>('1' + square / 8)};
  }
  [[nodiscard]] static bool is_white(char piece) { return piece >= 'A' && piece <= 'Z'; }
  [[nodiscard]] bool is_own(int square, bool white) const {
    return squares_[index(square)] != '.' && is_white(squares_[index(square)]) == white;
  }
  [[nodiscard]] bool is_castling_rook(int square) const {
    return std::find(castling_.begin(), castling_.end(), square) != castling_.end();
  }
  [[nodiscard]] int king_of(bool white) const {
    for (int square = 0; square < 64; ++square) {
      if (squares_[index(square)] == (white ? 'K' : 'k')) return square;
    }
    return -1;
  }

  // Calls visit(square) for the squares that the piece reaches in straight lines of at most `reach` steps; a
  // line ends at the first occupied square, which is included.
  template <class Visit>
  void along_lines(int from, const std::vector<std::array<int, 2>>& steps, int reach, Visit visit) const {
    for (const auto& [file_step, rank_step] : steps) {
      int file = from % 8;
      int rank = from / 8;
      for (int i = 0; i < reach; ++i) {
        file += file_step;
        rank += rank_step;
        if (file < 0 || file > 7 || rank < 0 || rank > 7) break;
        visit(rank * 8 + file);
        if (squares_[index(rank * 8 + file)] != '.') break;
      }
    }
  }

  template <class Visit>
  void reached_by(int from, Visit visit) const {
    static const std::vector<std::array<int, 2>> kDiagonal = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    static const std::vector<std::array<int, 2>> kStraight = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    static const std::vector<std::array<int, 2>> kLeaps = {{1, 2},  {2, 1},  {-1, 2},  {-2, 1},
                                                           {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};
    const char piece = squares_[index(from)];
    const char kind = base::to_lower(piece);
    const int reach = kind == 'k' ? 1 : 8;
    if (kind == 'b' || kind == 'q' || kind == 'k') along_lines(from, kDiagonal, reach, visit);
    if (kind == 'r' || kind == 'q' || kind == 'k') along_lines(from, kStraight, reach, visit);
    if (kind == 'n') along_lines(from, kLeaps, 1, visit);
    if (kind == 'p') {
      const int forward = is_white(piece) ? 1 : -1;
      along_lines(from, {{1, forward}, {-1, forward}}, 1, visit);
    }
  }

  [[nodiscard]] bool is_attacked(int target, bool by_white) const {
    for (int from = 0; from < 64; ++from) {
      if (!is_own(from, by_white)) continue;
      bool hit = false;
      reached_by(from, [&](int square) { hit |= square == target; });
      if (hit) return true;
    }
    return false;
  }
  [[nodiscard]] bool king_can_be_taken(bool white) const { return is_attacked(king_of(white), !white); }

  // All moves except castling, ignoring checks.
  [[nodiscard]] std::vector<std::string> candidates() const {
    std::vector<std::string> moves;
    for (int from = 0; from < 64; ++from) {
      if (!is_own(from, white_)) continue;
      const bool pawn = base::to_lower(squares_[index(from)]) == 'p';
      const auto add = [&](int to) {
        const std::string move = name(from) + name(to);
        if (pawn && (to < 8 || to >= 56)) {
          for (const char piece : {'n', 'b', 'r', 'q'}) moves.push_back(move + piece);
        } else {
          moves.push_back(move);
        }
      };
      reached_by(from, [&](int to) {
        if (is_own(to, white_)) return;
        if (pawn && !is_own(to, !white_) && to != passed_) return;
        add(to);
      });
      if (!pawn) continue;
      const int step = white_ ? 8 : -8;
      if (squares_[index(from + step)] != '.') continue;
      add(from + step);
      const bool at_home = from / 8 == (white_ ? 1 : 6);
      if (at_home && squares_[index(from + 2 * step)] == '.') add(from + 2 * step);
    }
    return moves;
  }

  [[nodiscard]] bool may_castle(int rook) const {
    const int king = king_of(white_);
    const int home = white_ ? 0 : 56;
    const int king_to = home + (rook > king ? 6 : 2);
    const int rook_to = home + (rook > king ? 5 : 3);
    const int lowest = std::min({king, rook, king_to, rook_to});
    const int highest = std::max({king, rook, king_to, rook_to});
    for (int square = lowest; square <= highest; ++square) {
      const bool crossed = (square >= std::min(king, king_to) && square <= std::max(king, king_to)) ||
                           (square >= std::min(rook, rook_to) && square <= std::max(rook, rook_to));
      if (crossed && square != king && square != rook && squares_[index(square)] != '.') return false;
    }
    for (int square = std::min(king, king_to); square <= std::max(king, king_to); ++square) {
      NaiveBoard on_the_way = *this;
      on_the_way.squares_[index(king)] = '.';
      if (square == rook) on_the_way.squares_[index(rook)] = '.';
      on_the_way.squares_[index(square)] = white_ ? 'K' : 'k';
      if (on_the_way.king_can_be_taken(white_)) return false;
    }
    return !played(name(king) + name(rook)).king_can_be_taken(white_);
  }

  std::array<char, 64> squares_ = [] {
    std::array<char, 64> empty{};
    empty.fill('.');
    return empty;
  }();
  bool white_ = true;
  std::vector<int> castling_;
  int passed_ = -1;
};

std::string naive_text(const Position& position) { return to_epd_position(position, {true, true}); }

void expect_the_same_moves_as_a_naive_board(const Position& position) {
  const NaiveBoard naive(naive_text(position));
  ASSERT_EQ(naive.text(), naive_text(position)) << "the naive board reads another position";
  EXPECT_EQ(position.in_check(), naive.in_check()) << to_fen(position);
  std::vector<std::string> moves;
  for (const Move move : legal_moves(position))
    moves.push_back(to_uci(move, CastlingNotation::KingTakesRook));
  std::sort(moves.begin(), moves.end());
  ASSERT_EQ(moves, naive.legal_moves()) << to_fen(position);
  for (const Move move : legal_moves(position)) {
    const std::string uci = to_uci(move, CastlingNotation::KingTakesRook);
    ASSERT_EQ(naive_text(test::after(position, move)), naive.played(uci).text())
        << to_fen(position) << " " << uci;
  }
}

TEST(Movegen, MovesAndWhatTheyDoEqualThoseOfANaiveBoardInRandomGames) {
  RandomPlay play(101);
  for (int i = 0; i < 8000; ++i) {
    expect_the_same_moves_as_a_naive_board(play.position());
    if (HasFatalFailure()) return;
    play.step();
  }
}

TEST(Movegen, MovesAndWhatTheyDoEqualThoseOfANaiveBoardOnRandomBoards) {
  base::Random random(102);
  for (int i = 0; i < 8000; ++i) {
    expect_the_same_moves_as_a_naive_board(test::random_position(random));
    if (HasFatalFailure()) return;
  }
}

TEST(MovegenFull, MovesEqualThoseOfANaiveBoardOnManyRandomBoards) {
  base::Random random(103);
  RandomPlay play(104);
  for (int i = 0; i < 500'000; ++i) {
    expect_the_same_moves_as_a_naive_board(test::random_position(random));
    expect_the_same_moves_as_a_naive_board(play.position());
    if (HasFatalFailure()) return;
    play.step();
  }
}

// Compares legal_moves with is_legal for all 2^16 moves.
void expect_is_legal_to_accept_just_the_generated_moves(const Position& position) {
  std::vector<std::uint16_t> generated;
  for (const Move move : legal_moves(position)) generated.push_back(move.bits());
  std::sort(generated.begin(), generated.end());
  ASSERT_EQ(std::adjacent_find(generated.begin(), generated.end()), generated.end()) << to_fen(position);
  std::vector<std::uint16_t> accepted;
  for (unsigned bits = 0; bits < 1u << 16; ++bits) {
    if (position.is_legal(Move::from_bits(static_cast<std::uint16_t>(bits)))) {
      accepted.push_back(static_cast<std::uint16_t>(bits));
    }
  }
  ASSERT_EQ(generated, accepted) << to_fen(position);
}

TEST(Movegen, OfAllEncodingsIsLegalAcceptsJustTheGeneratedOnesInRandomGames) {
  RandomPlay play(105);
  for (int i = 0; i < 2000; ++i) {
    expect_is_legal_to_accept_just_the_generated_moves(play.position());
    if (HasFatalFailure()) return;
    for (int skipped = 0; skipped < 7; ++skipped) play.step();
  }
}

TEST(Movegen, OfAllEncodingsIsLegalAcceptsJustTheGeneratedOnesOnRandomBoards) {
  base::Random random(106);
  for (int i = 0; i < 1000; ++i) {
    expect_is_legal_to_accept_just_the_generated_moves(test::random_position(random));
    if (HasFatalFailure()) return;
  }
}

TEST(MovegenFull, OfAllEncodingsIsLegalAcceptsJustTheGeneratedOnes) {
  RandomPlay play(107);
  base::Random random(108);
  for (int i = 0; i < 100'000; ++i) {
    expect_is_legal_to_accept_just_the_generated_moves(play.position());
    expect_is_legal_to_accept_just_the_generated_moves(test::random_position(random));
    if (HasFatalFailure()) return;
    play.step();
  }
}

std::vector<std::string> uci_moves(const MoveList& moves) {
  std::vector<std::string> texts;
  for (const Move move : moves) texts.push_back(to_uci(move, CastlingNotation::KingTakesRook));
  std::sort(texts.begin(), texts.end());
  return texts;
}

TEST(Movegen, GenerateAppendsToWhatIsInTheList) {
  MoveList moves;
  moves.push(Move(Square::A1, Square::B1));
  generate<MoveSet::Captures>(Position(), moves);
  EXPECT_EQ(moves.size(), 1);
  generate<MoveSet::Quiets>(Position(), moves);
  EXPECT_EQ(moves.size(), 21);
  EXPECT_EQ(moves[0], Move(Square::A1, Square::B1));
}

TEST(Movegen, CapturesAreCapturesEnPassantAndEveryPromotion) {
  const Position position = position_of("r3k3/1P6/8/3pP3/8/8/8/R3K2R w KQ d6 0 1");
  MoveList captures;
  generate<MoveSet::Captures>(position, captures);
  EXPECT_EQ(uci_moves(captures), (std::vector<std::string>{"a1a8", "b7a8b", "b7a8n", "b7a8q", "b7a8r",
                                                           "b7b8b", "b7b8n", "b7b8q", "b7b8r", "e5d6"}));
}

TEST(Movegen, EvasionsOfADoubleCheckAreKingMovesOnly) {
  const Position position = position_of("4k3/3q4/5N2/8/8/8/4R3/K7 b - - 0 1");
  ASSERT_EQ(count(position.checkers()), 2);
  MoveList evasions;
  generate<MoveSet::Evasions>(position, evasions);
  EXPECT_EQ(uci_moves(evasions), (std::vector<std::string>{"e8d8", "e8f7", "e8f8"}));
}

TEST(Movegen, CastlingNeedsFreeAndUnattackedSquares) {
  const auto castlings = [](std::string_view fen) {
    std::vector<std::string> found;
    for (const std::string& move : uci_moves(legal_moves(position_of(fen)))) {
      const Position position = position_of(fen);
      if (test::move_of(position, move).is_castling()) found.push_back(move);
    }
    return found;
  };
  using Moves = std::vector<std::string>;
  EXPECT_EQ(castlings("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), (Moves{"e1a1", "e1h1"}));
  EXPECT_EQ(castlings("4k3/8/8/8/8/8/8/R3K2R w K - 0 1"), (Moves{"e1h1"}));
  EXPECT_EQ(castlings("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1"), Moves{});
  EXPECT_EQ(castlings("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1"), (Moves{"e1a1"}));   // f1 attacked
  EXPECT_EQ(castlings("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1"), (Moves{"e1a1"}));  // g1 attacked
  EXPECT_EQ(castlings("4k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
            (Moves{"e1a1", "e1h1"}));  // only the rook attacked
  EXPECT_EQ(castlings("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), (Moves{"e1a1", "e1h1"}));  // b1 may be attacked
  EXPECT_EQ(castlings("2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), (Moves{"e1h1"}));          // c1 attacked
  EXPECT_EQ(castlings("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1"), Moves{});                  // in check
  // Chess960: the king may stay or go over its rook; a rook that shields the king may not castle.
  EXPECT_EQ(castlings("4k3/8/8/8/8/8/8/6KR w H - 0 1"), (Moves{"g1h1"}));
  EXPECT_EQ(castlings("4k3/8/8/8/8/8/8/5KR1 w G - 0 1"), (Moves{"f1g1"}));
  EXPECT_EQ(castlings("4k3/8/8/8/8/8/8/1R1K4 w B - 0 1"), (Moves{"d1b1"}));
  EXPECT_EQ(castlings("4k3/8/8/8/8/8/8/qRK5 w B - 0 1"), Moves{});
  EXPECT_EQ(castlings("4k3/8/8/8/8/8/8/qR1K4 w B - 0 1"), Moves{});
  EXPECT_EQ(castlings("4k3/8/8/8/8/8/8/1RKq4 w B - 0 1"), Moves{});  // in check
  EXPECT_EQ(castlings("4k3/8/8/8/8/8/8/RK1b4 w A - 0 1"), Moves{});  // a piece on the rook's target
}

TEST(Movegen, TheMostMovesAPositionIsKnownToHaveAreFound) {
  EXPECT_EQ(count_legal_moves(position_of("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")), 218);
  EXPECT_EQ(count_legal_moves(position_of("3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1")), 218);
}

TEST(Movegen, MateAndStalemateHaveNoLegalMove) {
  EXPECT_FALSE(has_legal_move(position_of("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")));
  EXPECT_FALSE(has_legal_move(position_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")));
  EXPECT_TRUE(has_legal_move(Position()));
  // The only legal move is an en-passant capture.
  EXPECT_TRUE(has_legal_move(position_of("k7/8/1Q6/8/3Pp3/4Q3/8/2K5 b - d3 0 1")));
  EXPECT_FALSE(has_legal_move(position_of("k7/8/1Q6/8/3Pp3/4Q3/8/2K5 b - - 0 1")));
}

}  // namespace
}  // namespace tabia::chess
