// eval/classical_weights.h: every number of the classical evaluation, with its unit and meaning.
//
// 100 = one pawn in the middlegame ("cp"). Credits are positive, faults negative. Only included by
// eval/classical.cpp; others list the numbers with classical_weights().
#pragma once

#include "eval/classical.h"

// clang-format off
//    name                    middlegame endgame unit            meaning
#define TABIA_CLASSICAL_WEIGHTS(X)                                                                           \
  /* --- material */                                                                                         \
  X(pawn_value,                      100,  130, "cp",           "a pawn")                                    \
  X(knight_value,                    370,  370, "cp",           "a knight")                                  \
  X(bishop_value,                    385,  395, "cp",           "a bishop")                                  \
  X(rook_value,                      520,  650, "cp",           "a rook")                                    \
  X(queen_value,                    1080, 1220, "cp",           "a queen")                                   \
  /* --- piece squares: a value is the sum of four rules (piece_square_by_rules) */                          \
  X(pawn_centre,                       6,   -2, "cp/ring",      "nearer to the center")                      \
  X(pawn_files,                        3,   -2, "cp/file",      "nearer to the d- and e-files")              \
  X(pawn_advance,                      2,    7, "cp/rank",      "farther up the board")                      \
  X(pawn_back_rank,                    0,    0, "cp",           "on the own back rank (never)")              \
  X(knight_centre,                    13,    9, "cp/ring",      "nearer to the center")                      \
  X(knight_files,                      5,    4, "cp/file",      "nearer to the d- and e-files")              \
  X(knight_advance,                    5,    3, "cp/rank",      "farther up the board")                      \
  X(knight_back_rank,                 -8,   -6, "cp",           "on the own back rank")                      \
  X(bishop_centre,                     7,    5, "cp/ring",      "nearer to the center")                      \
  X(bishop_files,                      1,    1, "cp/file",      "nearer to the d- and e-files")              \
  X(bishop_advance,                    1,    1, "cp/rank",      "farther up the board")                      \
  X(bishop_back_rank,                -12,   -4, "cp",           "on the own back rank")                      \
  X(rook_centre,                       0,    0, "cp/ring",      "nearer to the center")                      \
  X(rook_files,                        4,    0, "cp/file",      "nearer to the d- and e-files")              \
  X(rook_advance,                      1,    3, "cp/rank",      "farther up the board")                      \
  X(rook_back_rank,                    5,    0, "cp",           "on the own back rank")                      \
  X(queen_centre,                      3,    8, "cp/ring",      "nearer to the center")                      \
  X(queen_files,                       0,    4, "cp/file",      "nearer to the d- and e-files")              \
  X(queen_advance,                    -1,    4, "cp/rank",      "farther up the board")                      \
  X(queen_back_rank,                   0,   -6, "cp",           "on the own back rank")                      \
  X(king_centre,                      -4,   16, "cp/ring",      "nearer to the center")                      \
  X(king_files,                      -12,    4, "cp/file",      "nearer to the d- and e-files")              \
  X(king_advance,                    -16,    3, "cp/rank",      "farther up the board")                      \
  X(king_back_rank,                    8,  -12, "cp",           "on the own back rank")                      \
  /* --- pawn structure */                                                                                   \
  X(doubled_pawn,                     -8,  -20, "cp",           "each pawn with an own pawn ahead")          \
  X(isolated_pawn,                   -10,  -12, "cp",           "no own pawn on a neighboring file")         \
  X(isolated_pawn_on_half_open_file,   -8,   -6, "cp",           "also, if no enemy pawn is ahead")          \
  X(backward_pawn,                    -8,  -10, "cp",           "no neighbor can protect the next square")   \
  X(backward_pawn_on_half_open_file,  -10,   -6, "cp",           "also, if no enemy pawn is ahead")          \
  X(connected_pawn,                    5,    3, "cp",           "next to a pawn or protected by one")        \
  X(connected_pawn_advance,            4,    4, "cp/rank",      "also, for each rank above the second")      \
  /* --- passed pawns */                                                                                     \
  X(passed_on_2nd,                     2,   12, "cp",           "passed pawn on its second rank")            \
  X(passed_on_3rd,                     4,   18, "cp",           "passed pawn on its third rank")             \
  X(passed_on_4th,                    12,   35, "cp",           "passed pawn on its fourth rank")            \
  X(passed_on_5th,                    35,   65, "cp",           "passed pawn on its fifth rank")             \
  X(passed_on_6th,                    75,  115, "cp",           "passed pawn on its sixth rank")             \
  X(passed_on_7th,                   125,  180, "cp",           "passed pawn on its seventh rank")           \
  X(passed_own_king_distance,          0,   -2, "cp/king move/rank", "own king from the next square")        \
  X(passed_enemy_king_distance,        0,    4, "cp/king move/rank", "enemy king from the next square")      \
  X(passed_blocked,                   -4,   -8, "cp/rank",      "an enemy piece is on the next square")      \
  X(passed_free_step,                  3,    6, "cp/rank",      "the next square is empty and not attacked") \
  X(passed_free_path,                  3,    8, "cp/rank",      "so are all squares up to promotion")        \
  X(passed_protected,                  5,    5, "cp/rank",      "protected by a pawn")                       \
  X(passed_rook_behind,                3,    6, "cp/rank",      "own rook behind (an enemy rook: against)")  \
  X(passed_runner,                     0,  350, "cp",           "no enemy pieces, and the king is too late") \
  /* --- mobility: weight x (root of the number of squares - root of a usual number) */                      \
  X(knight_mobility,                  16,   16, "cp/root",      "knight, usual number: 4")                   \
  X(bishop_mobility,                  17,   18, "cp/root",      "bishop, usual number: 6")                   \
  X(rook_mobility,                    12,   22, "cp/root",      "rook, usual number: 6")                     \
  X(queen_mobility,                   10,   20, "cp/root",      "queen, usual number: 10")                   \
  /* --- king shelter: for each of the three files around the king */                                        \
  X(shelter_pawn_1_ahead,             20,    0, "cp",           "nearest own pawn is one rank ahead")        \
  X(shelter_pawn_2_ahead,             11,    0, "cp",           "nearest own pawn is two ranks ahead")       \
  X(shelter_pawn_far,                 -4,    0, "cp",           "nearest own pawn is farther ahead")         \
  X(shelter_no_pawn,                 -16,    0, "cp",           "no own pawn ahead")                         \
  X(shelter_open_file,               -14,    0, "cp",           "also, if there is no enemy pawn either")    \
  X(shelter_not_yet_castled,         -12,    0, "cp",           "shelter only reachable by castling")        \
  X(storm_near,                      -22,   -2, "cp",           "enemy pawn one or two ranks ahead")         \
  X(storm_middle,                    -12,    0, "cp",           "enemy pawn three ranks ahead")              \
  X(storm_far,                        -4,    0, "cp",           "enemy pawn four ranks ahead")               \
  X(storm_blocked,                    10,    0, "cp",           "also, if an own pawn is in its way")        \
  /* --- king danger: points are added up, squared and divided by danger_divisor */                          \
  X(danger_knight,                     4,    0, "points",       "knight that attacks the king's zone")       \
  X(danger_bishop,                     3,    0, "points",       "bishop that attacks the king's zone")       \
  X(danger_rook,                       4,    0, "points",       "rook that attacks the king's zone")         \
  X(danger_queen,                      5,    0, "points",       "queen that attacks the king's zone")        \
  X(danger_ring_attack,                2,    0, "points",       "attack on a square next to the king")       \
  X(danger_weak_square,                4,    0, "points",       "such a square that is not defended")        \
  X(danger_knight_check,               8,    0, "points",       "safe check by a knight")                    \
  X(danger_bishop_check,               5,    0, "points",       "safe check by a bishop")                    \
  X(danger_rook_check,                 9,    0, "points",       "safe check by a rook")                      \
  X(danger_queen_check,                7,    0, "points",       "safe check by a queen")                     \
  X(danger_without_queen,            -16,    0, "points",       "the attacker has no queen")                 \
  X(danger_shelter,                    1,    0, "points/10 cp", "for missing shelter")                       \
  X(danger_start,                     -6,    0, "points",       "what a king tolerates")                     \
  X(danger_limit,                     80,    0, "points",       "more is mate anyway")                       \
  X(danger_divisor,                    7,   50, "points x points/cp", "divisor of squared points")           \
  /* --- pieces */                                                                                           \
  X(bishop_pair,                      25,   50, "cp",           "two bishops")                               \
  X(bishop_pawn_of_its_colour,        -3,   -5, "cp/pawn",      "own pawns on the squares of the bishop")    \
  X(rook_on_open_file,                32,   12, "cp",           "no pawns on the file")                      \
  X(rook_on_half_open_file,           14,   10, "cp",           "no own pawns on the file")                  \
  X(rook_on_7th,                       6,   20, "cp",           "on the seventh rank, with a target there")  \
  X(knight_outpost,                   26,   18, "cp",           "pawn-protected, safe from pawns, rank 4-6") \
  X(bishop_outpost,                   18,   10, "cp",           "the same for a bishop")                     \
  /* --- threats */                                                                                          \
  X(threat_by_pawn,                   55,   40, "cp",           "pawn attacks a piece")                      \
  X(threat_by_minor,                  32,   30, "cp",           "knight or bishop attacks a rook or queen")  \
  X(threat_by_rook,                   32,   22, "cp",           "rook attacks a queen")                      \
  X(threat_hanging,                   28,   22, "cp",           "piece or pawn attacked and not defended")   \
  X(threat_by_push,                   14,   10, "cp",           "a safe pawn step would attack a piece")     \
  X(threat_by_king,                    0,   22, "cp",           "king attacks something undefended")         \
  /* --- the rest */                                                                                         \
  X(space,                             2,    0, "cp/square",    "safe square, c2-f4; double behind a pawn")  \
  X(tempo,                            22,   14, "cp",           "side to move")
// clang-format on

namespace tabia::eval {

struct ClassicalWeights {
#define TABIA_WEIGHT(name, middlegame, endgame, unit, meaning) Tapered name{middlegame, endgame};
  TABIA_CLASSICAL_WEIGHTS(TABIA_WEIGHT)
#undef TABIA_WEIGHT
};

inline constexpr ClassicalWeights kWeights;

}  // namespace tabia::eval
