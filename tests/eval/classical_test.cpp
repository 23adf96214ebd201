#include "eval/classical.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "base/random.h"
#include "chess/test_support.h"

namespace tabia::eval {
namespace {

using chess::Color;
using chess::Position;
using chess::test::position_of;
using chess::test::random_position;
using chess::test::RandomPlay;
using chess::test::with_colours_changed;

// The value for White, no matter who is to move.
Score white_value(std::string_view fen) { return classical_terms(position_of(fen)).white_score(); }

Tapered white_term(std::string_view fen, Term term) {
  return classical_terms(position_of(fen)).white_difference(term);
}

Position mirrored_left_to_right(const Position& position) {
  const chess::PositionSetup from = position.setup();
  chess::PositionSetup to = from;
  const auto mirrored = [](chess::Square square) { return chess::square_at(chess::index_of(square) ^ 7); };
  for (int index = 0; index < chess::kSquareCount; ++index) {
    to.board[mirrored(chess::square_at(index))] = from.board[chess::square_at(index)];
  }
  if (from.en_passant != chess::Square::None) to.en_passant = mirrored(from.en_passant);
  return Position::from_valid_setup(to);
}

template <class Check>
void for_many_positions(Check&& check) {
  constexpr int kPositions = 10'000;
  RandomPlay play(31);
  base::Random random(32);
  for (int i = 0; i < kPositions && !testing::Test::HasFailure(); ++i) {
    check(play.position());
    play.step();
    check(random_position(random));
  }
}

TEST(Classical, ColoursChangedGiveTheSameValueToTheSideToMove) {
  for_many_positions([](const Position& position) {
    EXPECT_EQ(classical_evaluation(position), classical_evaluation(with_colours_changed(position)))
        << to_fen(position);
  });
}

TEST(Classical, MirroredLeftToRightThePositionHasTheSameValueWhenNobodyMayCastle) {
  int compared = 0;
  for_many_positions([&](const Position& position) {
    if (position.castling_rooks()) return;
    ++compared;
    EXPECT_EQ(classical_evaluation(position), classical_evaluation(mirrored_left_to_right(position)))
        << to_fen(position);
  });
  EXPECT_GT(compared, 10'000);
}

TEST(Classical, TheTermsSumUpToTheEvaluation) {
  for_many_positions([](const Position& position) {
    const ClassicalTerms terms = classical_terms(position);
    const Score white = terms.white_score();
    EXPECT_EQ(classical_evaluation(position), position.side_to_move() == Color::White ? white : -white)
        << to_fen(position);
    EXPECT_EQ(white, mixed(terms.white_sum(), terms.phase));
    EXPECT_GE(terms.phase, 0);
    EXPECT_LE(terms.phase, kMiddlegamePhase);
  });
}

TEST(Classical, EveryTermOccursAndHasANameOfItsOwn) {
  base::EnumArray<Term, bool> seen{};
  for_many_positions([&](const Position& position) {
    const ClassicalTerms terms = classical_terms(position);
    for (const Term term : kTerms) seen[term] |= terms.white_difference(term) != Tapered{};
  });
  std::set<std::string_view> names;
  for (const Term term : kTerms) {
    EXPECT_TRUE(seen[term]) << name_of(term);
    EXPECT_FALSE(meaning_of(term).empty()) << name_of(term);
    EXPECT_TRUE(names.insert(name_of(term)).second) << name_of(term);
  }
}

TEST(Classical, EveryWeightHasAUnitAndAMeaningAndStaysInProportion) {
  std::set<std::string_view> names;
  for (const ClassicalWeight& weight : classical_weights()) {
    EXPECT_TRUE(names.insert(weight.name).second) << weight.name;
    EXPECT_FALSE(weight.unit.empty()) << weight.name;
    EXPECT_FALSE(weight.meaning.empty()) << weight.name;
    EXPECT_LT(std::abs(weight.value.middlegame), 2000) << weight.name;
    EXPECT_LT(std::abs(weight.value.endgame), 2000) << weight.name;
  }
  EXPECT_EQ(piece_value(chess::PieceType::Pawn).middlegame, 100) << "the unit of the scale";
}

TEST(Classical, TheStartPositionIsWorthNoMoreThanTheMove) {
  const ClassicalTerms terms = classical_terms(Position());
  EXPECT_EQ(terms.phase, kMiddlegamePhase);
  for (const Term term : kTerms) {
    if (term == Term::Tempo) continue;
    EXPECT_EQ(terms.white_difference(term), Tapered{}) << name_of(term);
  }
  EXPECT_GT(classical_evaluation(Position()), 0);
  EXPECT_LT(classical_evaluation(Position()), 50);
}

TEST(Classical, AnExtraPieceOutweighsThePosition) {
  const std::string_view rest = "/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1";
  const auto without = [&](std::string_view black) {
    return white_value(std::string(black) + std::string(rest));
  };
  EXPECT_GT(without("rnbqkb1r"), 250) << "a knight";
  EXPECT_GT(without("rn1qkbnr"), 250) << "a bishop";
  EXPECT_GT(without("rnbqkbn1"), 350) << "a rook";
  EXPECT_GT(without("rnb1kbnr"), 800) << "a queen";
  EXPECT_GT(without("rnb1kbnr"), without("rnbqkbn1"));
}

TEST(Classical, ABishopAgainstTwoRooksAndAKnightIsLost) {
  const Score score = classical_evaluation(position_of("K1B5/P2r4/1p1r1n2/4k3/8/3PPP2/8/8 w - - 0 1"));
  EXPECT_LT(score, -400);
  EXPECT_GT(score, -1000);
}

TEST(Classical, ExtremePositionsStayWithinTheBounds) {
  const Score queens = classical_evaluation(position_of("QQQQQQQQ/QQQQQQQ1/8/8/8/8/K5pp/6nk w - - 0 1"));
  EXPECT_GT(queens, 10'000);
  EXPECT_LE(queens, base::kMaxEvaluation);
  const Score against =
      classical_evaluation(position_of("KQQQQQQQ/QQQQQQQQ/8/8/8/8/qqqqqqqq/qqqqqqqk w - - 0 1"));
  EXPECT_LE(std::abs(against), 2000) << "as many queens for both";
  EXPECT_GT(white_value("8/PPPPPPP1/8/8/8/7k/8/K7 w - - 0 1"), 1000);
}

// --- each term in the direction that chess players expect

TEST(ClassicalPawns, APassedPawnGainsAsItAdvances) {
  Tapered before{-1000, -1000};
  for (const std::string_view fen :
       {"6k1/8/8/8/8/8/P7/6K1 w - - 0 1", "6k1/8/8/8/8/P7/8/6K1 w - - 0 1", "6k1/8/8/8/P7/8/8/6K1 w - - 0 1",
        "6k1/8/8/P7/8/8/8/6K1 w - - 0 1", "6k1/8/P7/8/8/8/8/6K1 w - - 0 1"}) {
    const Tapered now = white_term(fen, Term::PassedPawns);
    EXPECT_GT(now.middlegame, before.middlegame) << fen;
    EXPECT_GT(now.endgame, before.endgame) << fen;
    before = now;
  }
}

TEST(ClassicalPawns, APawnThatAnEnemyPawnCanStopIsNotPassed) {
  EXPECT_EQ(white_term("6k1/3p4/8/3P4/8/8/8/6K1 w - - 0 1", Term::PassedPawns), Tapered{}) << "on its file";
  EXPECT_EQ(white_term("6k1/2p5/8/3P4/8/8/8/6K1 w - - 0 1", Term::PassedPawns), Tapered{}) << "beside";
  EXPECT_NE(white_term("6k1/8/8/3Pp3/8/8/8/6K1 w - - 0 1", Term::PassedPawns), Tapered{}) << "already beyond";
  EXPECT_EQ(white_term("6k1/1p6/8/3P4/8/8/8/6K1 w - - 0 1", Term::PassedPawns).endgame > 0, true)
      << "too far off";
}

TEST(ClassicalPawns, APassedPawnIsWorthLessWhenItIsBlockedOrItsKingIsFar) {
  const Tapered free = white_term("1k2n3/8/3P4/4K3/8/8/8/8 w - - 0 1", Term::PassedPawns);
  EXPECT_LT(white_term("1k6/3n4/3P4/4K3/8/8/8/8 w - - 0 1", Term::PassedPawns).endgame, free.endgame);
  EXPECT_LT(white_term("1k2n3/8/3P4/8/8/8/8/6K1 w - - 0 1", Term::PassedPawns).endgame, free.endgame);
}

TEST(ClassicalPawns, AProtectedPassedPawnIsWorthMore) {
  EXPECT_GT(white_term("1k3n2/8/8/3P4/2P5/8/7p/6K1 w - - 0 1", Term::PassedPawns).endgame -
                white_term("1k3n2/8/8/8/2P5/8/7p/6K1 w - - 0 1", Term::PassedPawns).endgame,
            white_term("1k3n2/8/8/3P4/8/8/7p/6K1 w - - 0 1", Term::PassedPawns).endgame -
                white_term("1k3n2/8/8/8/8/8/7p/6K1 w - - 0 1", Term::PassedPawns).endgame);
}

TEST(ClassicalPawns, ARunningPawnThatTheKingCanNotCatchIsNearlyAQueen) {
  const std::string_view running = "8/8/8/7k/P7/8/8/7K w - - 0 1";
  const std::string_view caught = "8/8/8/3k4/P7/8/8/7K w - - 0 1";
  EXPECT_GT(white_value(running), 450);
  EXPECT_LT(white_value(caught), 300);
}

TEST(ClassicalPawns, DoubledIsolatedAndBackwardPawnsAreFaults) {
  EXPECT_LT(white_term("4k3/8/8/8/2P5/2P5/8/4K3 w - - 0 1", Term::DoubledPawns).endgame, 0);
  EXPECT_EQ(white_term("4k3/8/8/8/2P5/3P4/8/4K3 w - - 0 1", Term::DoubledPawns), Tapered{});
  EXPECT_LT(white_term("4k3/8/8/8/2P5/8/8/4K3 w - - 0 1", Term::IsolatedPawns).endgame, 0);
  EXPECT_EQ(white_term("4k3/8/8/8/2P5/3P4/8/4K3 w - - 0 1", Term::IsolatedPawns), Tapered{});
  EXPECT_LT(white_term("4k3/8/8/4p3/2P5/3P4/8/4K3 w - - 0 1", Term::BackwardPawns).endgame, 0);
  EXPECT_EQ(white_term("4k3/8/8/4p3/8/2PP4/8/4K3 w - - 0 1", Term::BackwardPawns), Tapered{});
}

TEST(ClassicalPawns, PawnsSideBySideAreConnectedAndMoreSoFurtherUp) {
  const Tapered low = white_term("4k3/8/8/8/8/2PP4/8/4K3 w - - 0 1", Term::ConnectedPawns);
  const Tapered high = white_term("4k3/8/8/2PP4/8/8/8/4K3 w - - 0 1", Term::ConnectedPawns);
  EXPECT_GT(low.middlegame, 0);
  EXPECT_GT(high.middlegame, low.middlegame);
  EXPECT_EQ(white_term("4k3/8/8/8/8/2P1P3/8/4K3 w - - 0 1", Term::ConnectedPawns), Tapered{});
}

TEST(ClassicalPieces, AFreeKnightIsBetterThanOneInTheCorner) {
  EXPECT_GT(white_value("4k3/pppppppp/8/8/4N3/8/PPPPPPPP/4K3 w - - 0 1"),
            white_value("4k3/pppppppp/8/8/8/8/PPPPPPPP/N3K3 w - - 0 1") + 40);
  EXPECT_GT(white_term("4k3/pppppppp/8/8/4N3/8/PPPPPPPP/4K3 w - - 0 1", Term::Mobility).middlegame,
            white_term("4k3/pppppppp/8/8/8/8/PPPPPPPP/N3K3 w - - 0 1", Term::Mobility).middlegame);
}

TEST(ClassicalPieces, SquaresThatEnemyPawnsAttackAreNoMobility) {
  EXPECT_LT(white_term("4k3/8/8/1p3p2/8/8/3N4/4K3 w - - 0 1", Term::Mobility).middlegame,
            white_term("4k3/8/1p3p2/8/8/8/3N4/4K3 w - - 0 1", Term::Mobility).middlegame);
}

TEST(ClassicalPieces, BishopPairRookOnOpenFileAndOutpostAreCredits) {
  EXPECT_GT(white_term("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", Term::Bishops).endgame, 0);
  EXPECT_EQ(white_term("4k3/8/8/8/8/2B5/8/2B1K3 w - - 0 1", Term::Bishops).endgame, 0)
      << "both on one colour";
  const Tapered open = white_term("4k3/8/8/8/8/8/P7/3RK3 w - - 0 1", Term::RookFiles);
  const Tapered half_open = white_term("4k3/3p4/8/8/8/8/P7/3RK3 w - - 0 1", Term::RookFiles);
  const Tapered closed = white_term("4k3/8/8/8/8/8/3P4/3RK3 w - - 0 1", Term::RookFiles);
  EXPECT_GT(open.middlegame, half_open.middlegame);
  EXPECT_GT(half_open.middlegame, closed.middlegame);
  EXPECT_GT(white_term("4k3/5p2/8/3N4/4P3/8/8/4K3 w - - 0 1", Term::Outposts).middlegame, 0);
  EXPECT_EQ(white_term("4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1", Term::Outposts), Tapered{})
      << "c6 drives it off";
}

TEST(ClassicalPieces, AttackedAndUndefendedPiecesAreThreats) {
  EXPECT_GT(white_term("4k3/8/8/3r4/4P3/8/8/4K3 b - - 0 1", Term::Threats).middlegame, 0) << "by a pawn";
  EXPECT_GT(white_term("4k3/8/8/3q4/8/4N3/8/4K3 b - - 0 1", Term::Threats).middlegame, 0) << "by a knight";
  EXPECT_GT(white_term("4k3/8/8/3n4/8/8/8/3RK3 b - - 0 1", Term::Threats).middlegame, 0) << "hanging";
  EXPECT_EQ(white_term("4k3/8/4p3/3n4/8/8/8/3RK3 b - - 0 1", Term::Threats).middlegame, 0) << "defended";
}

TEST(ClassicalKing, AShelterOfPawnsIsBetterThanNone) {
  const std::string_view sheltered = "r4rk1/ppp2ppp/8/8/8/8/PPP2PPP/R4RK1 w - - 0 1";
  const std::string_view bare = "r4rk1/ppp2ppp/8/8/8/5PPP/PPP5/R4RK1 w - - 0 1";
  EXPECT_EQ(white_term(sheltered, Term::KingShelter), Tapered{});
  EXPECT_LT(white_term(bare, Term::KingShelter).middlegame, 0);
  EXPECT_LT(white_term("r4rk1/ppp2ppp/8/8/8/8/PPP5/R4RK1 w - - 0 1", Term::KingShelter).middlegame,
            white_term(bare, Term::KingShelter).middlegame);
}

TEST(ClassicalKing, EnemyPawnsThatComeNearAreAStorm) {
  const int far = white_term("6k1/5p2/6pp/8/8/8/5PPP/6K1 w - - 0 1", Term::PawnStorm).middlegame;
  const int near = white_term("6k1/5p2/8/8/6pp/8/5PPP/6K1 w - - 0 1", Term::PawnStorm).middlegame;
  EXPECT_LT(near, far);
}

TEST(ClassicalKing, PiecesAroundTheKingAreADanger) {
  const Tapered none = white_term("r4rk1/ppp2ppp/8/8/8/8/PPPQ1PPP/R4RK1 w - - 0 1", Term::KingDanger);
  const Tapered attack = white_term("r4rk1/ppp2p1p/8/6N1/7Q/3B4/PPP2PPP/R4RK1 w - - 0 1", Term::KingDanger);
  EXPECT_EQ(none, Tapered{});
  EXPECT_GT(attack.middlegame, 100);
  EXPECT_GT(attack.middlegame, attack.endgame);
}

TEST(ClassicalKing, TheRightToCastleIntoShelterIsWorthSomethingAndCastlingMore) {
  const auto after_e4_e5 = [](std::string_view castling) {
    return white_value("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w " + std::string(castling) +
                       " - 0 1");
  };
  EXPECT_GT(after_e4_e5("KQkq"), after_e4_e5("kq"));
  EXPECT_GT(white_value("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 1"),
            after_e4_e5("KQkq"));
}

TEST(ClassicalKing, TheRightToCastleCountsForTheSideWhereThePawnsAre) {
  EXPECT_GT(white_term("r3k2r/pppppppp/8/8/8/8/5PPP/R3K2R w K - 0 1", Term::KingShelter).middlegame,
            white_term("r3k2r/pppppppp/8/8/8/8/5PPP/R3K2R w Q - 0 1", Term::KingShelter).middlegame);
}

TEST(ClassicalKing, InTheEndgameTheKingBelongsToTheCentreAndInTheMiddlegameToTheWing) {
  const Tapered centre = piece_square_value(chess::PieceType::King, chess::Square::E4);
  const Tapered wing = piece_square_value(chess::PieceType::King, chess::Square::G1);
  EXPECT_GT(centre.endgame, wing.endgame);
  EXPECT_LT(centre.middlegame, wing.middlegame);
}

}  // namespace
}  // namespace tabia::eval
