// Properties that hold for every position and every move, tried on long random play in standard chess, Chess960
// and double Chess960, and on boards that no game would reach.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "chess/check_map.h"
#include "chess/game.h"
#include "chess/perft.h"
#include "chess/test_support.h"

namespace tabia::chess {
namespace {

using test::after;
using test::RandomPlay;

constexpr int kManyMoves = 120'000;

// How often the rare kinds of moves and positions came up: a property that never met them proves little.
struct Census {
  int castlings = 0;
  int en_passants = 0;
  int promotions = 0;
  int checks = 0;
  int double_checks = 0;
  int positions_with_pins = 0;
};

void take_census(Census& census, const Position& position, Move move) {
  census.castlings += move.is_castling();
  census.en_passants += move.is_en_passant();
  census.promotions += move.is_promotion();
  census.checks += position.in_check();
  census.double_checks += count(position.checkers()) == 2;
  census.positions_with_pins += position.pinned() != 0;
}

TEST(Properties, RandomPlayMeetsEveryRareKindOfMoveOften) {
  RandomPlay play(201);
  Census census;
  std::set<Bitboard> castling_arrays;
  for (int i = 0; i < kManyMoves; ++i) {
    const Move move = play.choose();
    take_census(census, play.position(), move);
    if (move.is_castling()) castling_arrays.insert(bit(move.from()) | bit(move.to()));
    play.play(move);
  }
  EXPECT_GT(census.castlings, 500);
  EXPECT_GT(census.en_passants, 300);
  EXPECT_GT(census.promotions, 500);
  EXPECT_GT(census.checks, 5000);
  EXPECT_GT(census.double_checks, 50);
  EXPECT_GT(census.positions_with_pins, 5000);
  EXPECT_GT(castling_arrays.size(), 40u);
}

TEST(Properties, IncrementalKeysEqualFreshOnesAlways) {
  RandomPlay play(202);
  for (int i = 0; i < kManyMoves; ++i) {
    play.step();
    ASSERT_EQ(play.position().keys(), play.position().fresh_keys()) << to_fen(play.position());
  }
}

TEST(Properties, PositionsEqualThoseBuiltFromTheirSetup) {
  RandomPlay play(203);
  for (int i = 0; i < kManyMoves; ++i) {
    play.step();
    const PositionSetup setup = play.position().setup();
    const auto fault = fault_in(setup);
    ASSERT_FALSE(fault) << to_fen(play.position()) << ": " << fault->message;
    ASSERT_EQ(Position::from_valid_setup(setup), play.position()) << to_fen(play.position());
  }
}

// The same for every legal move of a position, not only for the one that is played.
TEST(Properties, EveryLegalMoveLeadsToThePositionThatItsSetupDescribes) {
  base::Random random(204);
  RandomPlay play(205);
  for (int i = 0; i < 3000; ++i) {
    const Position position = i % 2 ? test::random_position(random) : play.position();
    for (const Move move : legal_moves(position)) {
      const Position next = after(position, move);
      ASSERT_EQ(next, Position::from_valid_setup(next.setup())) << to_fen(position) << " " << to_uci(move);
      ASSERT_EQ(next.side_to_move(), ~position.side_to_move());
      const bool restarts =
          position.is_capture(move) || type_of(position.piece_on(move.from())) == PieceType::Pawn;
      ASSERT_EQ(next.halfmove_clock(), restarts ? 0 : position.halfmove_clock() + 1);
      ASSERT_EQ(next.fullmove_number(),
                position.fullmove_number() + (position.side_to_move() == Color::Black));
    }
    play.step();
  }
}

std::vector<std::uint16_t> sorted_bits(const MoveList& moves) {
  std::vector<std::uint16_t> bits;
  for (const Move move : moves) bits.push_back(move.bits());
  std::sort(bits.begin(), bits.end());
  return bits;
}

void expect_the_sets_of_moves_to_agree(const Position& position) {
  const auto all = sorted_bits(legal_moves(position));
  MoveList captures;
  MoveList quiets;
  generate<MoveSet::Captures>(position, captures);
  generate<MoveSet::Quiets>(position, quiets);
  for (const Move move : captures)
    ASSERT_TRUE(position.is_noisy(move)) << to_fen(position) << " " << to_uci(move);
  for (const Move move : quiets)
    ASSERT_FALSE(position.is_noisy(move)) << to_fen(position) << " " << to_uci(move);
  MoveList both = captures;
  for (const Move move : quiets) both.push(move);
  ASSERT_EQ(sorted_bits(both), all) << to_fen(position);
  ASSERT_EQ(std::adjacent_find(all.begin(), all.end()), all.end())
      << "twice the same in " << to_fen(position);
  ASSERT_EQ(count_legal_moves(position), static_cast<int>(all.size())) << to_fen(position);
  ASSERT_EQ(has_legal_move(position), !all.empty()) << to_fen(position);
  if (position.in_check()) {
    MoveList evasions;
    generate<MoveSet::Evasions>(position, evasions);
    ASSERT_EQ(sorted_bits(evasions), all) << to_fen(position);
  }
}

TEST(Properties, CapturesAndQuietsTogetherAreAllMovesAndCountsAgree) {
  RandomPlay play(206);
  base::Random random(207);
  for (int i = 0; i < 40'000; ++i) {
    expect_the_sets_of_moves_to_agree(play.position());
    if (i % 4 == 0) expect_the_sets_of_moves_to_agree(test::random_position(random));
    if (HasFatalFailure()) return;
    play.step();
  }
}

void expect_moves_to_foretell_what_they_do(const Position& position) {
  const CheckMap checks(position);
  for (const Move move : legal_moves(position)) {
    const Position next = after(position, move);
    ASSERT_EQ(position.gives_check(move), next.in_check()) << to_fen(position) << " " << to_uci(move);
    ASSERT_EQ(checks.gives_check(move), next.in_check()) << to_fen(position) << " " << to_uci(move);
    if (!move.is_castling() && !move.is_promotion() && !move.is_en_passant() &&
        position.en_passant() == Square::None && next.en_passant() == Square::None &&
        position.castling_rooks() == next.castling_rooks()) {
      ASSERT_EQ(position.likely_key_after(move), next.key()) << to_fen(position) << " " << to_uci(move);
    }

    const PieceDelta delta = position.delta(move);
    auto board = position.setup().board;
    ASSERT_GE(delta.removed_count, 1);
    ASSERT_LE(delta.removed_count, 2);
    ASSERT_GE(delta.added_count, 1);
    ASSERT_LE(delta.added_count, 2);
    for (std::size_t i = 0; i < static_cast<std::size_t>(delta.removed_count); ++i) {
      const auto [piece, square] = delta.removed[i];
      ASSERT_EQ(board[square], piece) << to_fen(position) << " " << to_uci(move);
      ASSERT_NE(piece, Piece::None);
      board[square] = Piece::None;
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(delta.added_count); ++i) {
      const auto [piece, square] = delta.added[i];
      ASSERT_EQ(board[square], Piece::None) << to_fen(position) << " " << to_uci(move);
      board[square] = piece;
    }
    ASSERT_EQ(board, next.setup().board) << to_fen(position) << " " << to_uci(move);

    const int taken = count(position.occupied()) - count(next.occupied());
    ASSERT_EQ(position.is_capture(move), taken == 1) << to_fen(position) << " " << to_uci(move);
    const Piece victim = position.captured_piece(move);
    ASSERT_EQ(victim != Piece::None, taken == 1) << to_fen(position) << " " << to_uci(move);
    if (victim != Piece::None) {
      ASSERT_EQ(color_of(victim), ~position.side_to_move());
      ASSERT_EQ(count(next.pieces(color_of(victim), type_of(victim))),
                count(position.pieces(color_of(victim), type_of(victim))) - 1);
    }
  }
}

TEST(Properties, ChecksCapturesAndPieceDeltasForetellTheNextPosition) {
  RandomPlay play(208);
  base::Random random(209);
  for (int i = 0; i < 8000; ++i) {
    expect_moves_to_foretell_what_they_do(play.position());
    if (i % 2 == 0) expect_moves_to_foretell_what_they_do(test::random_position(random));
    if (HasFatalFailure()) return;
    play.step();
  }
}

// Checkers and pins found by trying: a piece gives check if the king's square is among those it attacks; a
// piece is pinned if taking it off the board lets a slider see the king that did not see it before.
void expect_checkers_and_pins_to_equal_trial(const Position& position) {
  const Color us = position.side_to_move();
  const Square king = position.king_square(us);
  const auto sees_king = [&](Square from, Bitboard occupied) {
    const PieceType type = type_of(position.piece_on(from));
    const Bitboard seen =
        type == PieceType::Pawn ? pawn_attacks(~us, from) : attacks_of(type, from, occupied);
    return contains(seen, king);
  };
  const auto checkers_with = [&](Bitboard occupied) {
    Bitboard found = 0;
    for (Bitboard rest = position.pieces(~us); rest;) {
      const Square from = pop_first(rest);
      if (sees_king(from, occupied)) found |= bit(from);
    }
    return found;
  };
  const Bitboard checkers = checkers_with(position.occupied());
  ASSERT_EQ(position.checkers(), checkers) << to_fen(position);
  Bitboard pinned = 0;
  for (Bitboard rest = position.pieces(us) & ~bit(king); rest;) {
    const Square square = pop_first(rest);
    if (checkers_with(position.occupied() ^ bit(square)) & ~checkers) pinned |= bit(square);
  }
  ASSERT_EQ(position.pinned(), pinned) << to_fen(position);

  Bitboard attackers = 0;
  for (Bitboard rest = position.occupied(); rest;) {
    const Square from = pop_first(rest);
    const Piece piece = position.piece_on(from);
    const Bitboard seen = type_of(piece) == PieceType::Pawn
                              ? pawn_attacks(color_of(piece), from)
                              : attacks_of(type_of(piece), from, position.occupied());
    if (contains(seen, king)) attackers |= bit(from);
  }
  ASSERT_EQ(position.attackers_to(king, position.occupied()), attackers) << to_fen(position);
  for (const Color by : {Color::White, Color::Black}) {
    ASSERT_EQ(position.is_attacked(king, by, position.occupied()), (attackers & position.pieces(by)) != 0);
  }
}

TEST(Properties, CheckersAndPinsEqualThoseFoundByTrial) {
  RandomPlay play(210);
  base::Random random(211);
  for (int i = 0; i < 20'000; ++i) {
    expect_checkers_and_pins_to_equal_trial(play.position());
    if (i % 2 == 0) expect_checkers_and_pins_to_equal_trial(test::random_position(random));
    if (HasFatalFailure()) return;
    play.step();
  }
}

TEST(Properties, TheBoardAndTheSetsOfPiecesAgree) {
  RandomPlay play(212);
  for (int i = 0; i < 20'000; ++i) {
    const Position& position = play.position();
    Bitboard all = 0;
    for (const Color color : {Color::White, Color::Black}) {
      for (const PieceType type : kPieceTypes) {
        for (Bitboard rest = position.pieces(color, type); rest;) {
          const Square square = pop_first(rest);
          ASSERT_FALSE(contains(all, square));
          all |= bit(square);
          ASSERT_EQ(position.piece_on(square), make_piece(color, type)) << to_fen(position);
        }
      }
    }
    ASSERT_EQ(all, position.occupied());
    ASSERT_EQ(all, position.pieces(Color::White) | position.pieces(Color::Black));
    for (Bitboard rest = ~all; rest;) ASSERT_EQ(position.piece_on(pop_first(rest)), Piece::None);
    play.step();
  }
}

TEST(Properties, TheEnPassantSquareIsToldJustWhenALegalMoveCapturesThere) {
  RandomPlay play(213);
  base::Random random(214);
  int told = 0;
  int withheld = 0;
  for (int i = 0; i < 40'000; ++i) {
    const Position position = i % 2 ? test::random_position(random) : play.position();
    bool captures = false;
    for (const Move move : legal_moves(position)) captures |= move.is_en_passant();
    ASSERT_EQ(position.en_passant() != Square::None, captures) << to_fen(position, {false, true});
    if (captures) {
      ASSERT_EQ(position.en_passant(), position.double_step());
    }
    told += captures;
    withheld += position.double_step() != Square::None && !captures;
    play.step();
  }
  EXPECT_GT(told, 200);
  EXPECT_GT(withheld, 300);
}

TEST(Properties, TakingMovesBackRestoresThePositionExactly) {
  RandomPlay play(215);
  Game game;
  std::vector<Position> seen;
  for (int i = 0; i < kManyMoves; ++i) {
    if (play.moves().empty()) {
      // A game is over: walk back to its start.
      while (!game.moves().empty()) {
        ASSERT_EQ(game.position(), seen.back());
        game.take_back();
        seen.pop_back();
      }
      game = Game(play.position());
      seen.assign(1, play.position());
    }
    const Move move = play.choose();
    game.play(move);
    seen.push_back(game.position());
    game.take_back();
    seen.pop_back();
    ASSERT_EQ(game.position(), play.position());
    game.play(move);
    seen.push_back(game.position());
    ASSERT_EQ(game.moves().back(), move);
    if (i % 32 == 0) {
      ASSERT_EQ(game.positions(), seen);
    }
    play.play(move);
  }
}

TEST(Properties, TwoNullMovesRestoreTheKeysButForEnPassant) {
  RandomPlay play(216);
  base::Random random(217);
  int tried = 0;
  for (int i = 0; i < 40'000; ++i) {
    const Position position = i % 4 == 0 ? test::random_position(random) : play.position();
    play.step();
    if (position.in_check()) continue;
    Position passed = position;
    passed.make_null();
    ASSERT_EQ(passed.side_to_move(), ~position.side_to_move());
    ASSERT_EQ(passed.double_step(), Square::None);
    ASSERT_EQ(passed.keys(), passed.fresh_keys());
    ASSERT_EQ(passed, Position::from_valid_setup(passed.setup())) << to_fen(position);
    ASSERT_FALSE(passed.in_check()) << "the side that moved last stood in check: " << to_fen(position);
    passed.make_null();
    PositionSetup without_en_passant = position.setup();
    without_en_passant.en_passant = Square::None;
    without_en_passant.halfmove_clock += 2;
    without_en_passant.fullmove_number += 1;
    ASSERT_EQ(passed, Position::from_valid_setup(without_en_passant)) << to_fen(position);
    ++tried;
  }
  EXPECT_GT(tried, 20'000);
}

void expect_fen_round_trips(const Position& position) {
  for (const bool shredder : {false, true}) {
    const std::string exact = to_fen(position, {shredder, true});
    const auto same = parse_fen(exact);
    ASSERT_TRUE(same) << exact << ": " << same.error().message;
    ASSERT_EQ(*same, position) << exact;
    ASSERT_EQ(to_fen(*same, {shredder, true}), exact);

    const std::string brief = to_fen(position, {shredder, false});
    const auto alike = parse_fen(brief);
    ASSERT_TRUE(alike) << brief << ": " << alike.error().message;
    ASSERT_EQ(alike->keys(), position.keys()) << brief;
    ASSERT_EQ(sorted_bits(legal_moves(*alike)), sorted_bits(legal_moves(position))) << brief;
    ASSERT_EQ(to_fen(*alike, {shredder, false}), brief);

    const auto lenient = parse_fen_lenient(exact);
    ASSERT_TRUE(lenient);
    ASSERT_TRUE(lenient->repairs.empty()) << exact << ": " << lenient->repairs[0];
    ASSERT_EQ(lenient->position, position);

    const auto short_form = parse_fen(to_epd_position(position, {shredder, true}));
    ASSERT_TRUE(short_form);
    ASSERT_EQ(short_form->keys(), position.keys());
    ASSERT_EQ(short_form->halfmove_clock(), 0);
    ASSERT_EQ(short_form->fullmove_number(), 1);
  }
}

TEST(Properties, FenRoundTripsInEveryStyle) {
  RandomPlay play(218);
  base::Random random(219);
  for (int i = 0; i < 15'000; ++i) {
    expect_fen_round_trips(play.position());
    if (i % 2 == 0) expect_fen_round_trips(test::random_position(random));
    if (HasFatalFailure()) return;
    play.step();
  }
}

void expect_notation_round_trips(const Position& position) {
  std::set<std::string> sans;
  for (const Move move : legal_moves(position)) {
    const std::string san = to_san(position, move);
    ASSERT_TRUE(sans.insert(san).second) << san << " means two moves in " << to_fen(position);
    const auto from_san = parse_san(position, san);
    ASSERT_TRUE(from_san) << to_fen(position) << ": " << from_san.error().message;
    ASSERT_EQ(*from_san, move) << san << " in " << to_fen(position);
    const Position next = after(position, move);
    ASSERT_EQ(san.back() == '#', next.in_check() && !has_legal_move(next))
        << san << " in " << to_fen(position);
    ASSERT_EQ(san.back() == '+', next.in_check() && has_legal_move(next))
        << san << " in " << to_fen(position);
    for (const auto castling : {CastlingNotation::KingTarget, CastlingNotation::KingTakesRook}) {
      const std::string uci = to_uci(move, castling);
      const auto from_uci = parse_uci_move(position, uci);
      ASSERT_TRUE(from_uci) << to_fen(position) << ": " << from_uci.error().message;
      ASSERT_EQ(*from_uci, move) << uci << " in " << to_fen(position);
      // Readers of SAN meet such moves too.
      const auto tolerant = parse_san(position, uci);
      ASSERT_TRUE(tolerant) << to_fen(position) << ": " << tolerant.error().message;
      ASSERT_EQ(*tolerant, move) << uci << " read as SAN in " << to_fen(position);
    }
  }
}

TEST(Properties, SanAndUciRoundTripForEveryLegalMoveAndSanIsUnique) {
  RandomPlay play(220);
  base::Random random(221);
  for (int i = 0; i < 2500; ++i) {
    expect_notation_round_trips(play.position());
    if (i % 2 == 0) expect_notation_round_trips(test::random_position(random));
    if (HasFatalFailure()) return;
    play.step();
    play.step();
  }
}

TEST(Properties, ChangingColoursChangesNothingElse) {
  RandomPlay play(222);
  base::Random random(223);
  for (int i = 0; i < 8000; ++i) {
    const Position position = i % 2 ? test::random_position(random) : play.position();
    const Position changed = test::with_colours_changed(position);
    ASSERT_EQ(test::with_colours_changed(changed), position);
    ASSERT_FALSE(fault_in(changed.setup())) << to_fen(changed);
    ASSERT_EQ(changed.in_check(), position.in_check());
    ASSERT_EQ(count(changed.pinned()), count(position.pinned()));
    std::vector<std::uint16_t> mirrored;
    for (const Move move : legal_moves(position)) {
      mirrored.push_back(static_cast<std::uint16_t>(move.bits() ^ (56 | 56 << 6)));
    }
    std::sort(mirrored.begin(), mirrored.end());
    ASSERT_EQ(sorted_bits(legal_moves(changed)), mirrored) << to_fen(position);
    if (i % 16 == 0) {
      ASSERT_EQ(perft(changed, 2), perft(position, 2)) << to_fen(position);
    }
    play.step();
  }
}

TEST(Properties, PositionsThatDifferHaveDifferentKeysAndEqualOnesTheSame) {
  RandomPlay play(224);
  std::vector<std::pair<Key, std::string>> seen;
  for (int i = 0; i < kManyMoves; ++i) {
    // What the repetition rule compares: the position with its rights and its possible en-passant capture.
    seen.emplace_back(play.position().key(), to_epd_position(play.position(), {true, false}));
    play.step();
  }
  std::sort(seen.begin(), seen.end());
  for (std::size_t i = 1; i < seen.size(); ++i) {
    if (seen[i].first == seen[i - 1].first) {
      ASSERT_EQ(seen[i].second, seen[i - 1].second) << "one key for two positions";
    }
  }
  std::sort(seen.begin(), seen.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  for (std::size_t i = 1; i < seen.size(); ++i) {
    if (seen[i].second == seen[i - 1].second) {
      ASSERT_EQ(seen[i].first, seen[i - 1].first) << "two keys for one position";
    }
  }
}

}  // namespace
}  // namespace tabia::chess
