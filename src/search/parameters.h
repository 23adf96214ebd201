// search/parameters.h: the tunable numbers of the search, in one table.
//
// Units: "su" is the search's own unit of evaluation: 361 su are shown as +1.00 (search/scale.h). "mply" is
// 1/1024 of a ply, "hist" a unit of the history tables (search/history.h). A value out of its range stops the
// build. In a tune build (-DTABIA_TUNE) each row is a UCI option and a member of every Searcher's own
// Parameters; otherwise the members are constants that the compiler folds.
//
// Many of these numbers were originally Stockfish's (a GPL program; numbers are facts, the code is our own)
// and were tuned from there (docs/decisions/006-one-scale-for-all-networks.md).
#pragma once

#include <cstddef>

// clang-format off
//   name                              value     min     max   step  unit, then the meaning
#define TABIA_SEARCH_PARAMETERS(X) \
  X(aspiration_window,                    11,      2,     40,    2, "su", \
    "half width of the first window around the average score") \
  X(aspiration_spread_divisor,         10193,   3000,  40000, 1000, "su", \
    "the window grows by the mean square of earlier scores over this") \
  X(aspiration_growth,                   379,     64,   1024,   40, "1/1024", \
    "a window that failed grows by this share") \
  X(optimism_scale,                      114,      0,    300,   12, "su", \
    "largest bonus of the side that is better at the root") \
  X(optimism_offset,                      85,     20,    300,   12, "su", \
    "average score at which half of it is reached") \
  X(material_base,                     77871,  30000, 160000, 4000, "material", \
    "evaluation is multiplied by (this + material) / this") \
  X(material_pawn,                       534,      0,   1200,   50, "material", \
    "value of a pawn in that material") \
  X(optimism_base,                      7191,      0,  20000,  800, "material", \
    "optimism is multiplied by (this + material) / material_base") \
  X(fifty_moves_damping,                 199,    120,    500,   15, "plies", \
    "evaluation shrinks to 0 when the halfmove clock reaches this") \
  X(correction_pawn,                   15335,      0,  32768, 1500, "1/131072", \
    "weight of the correction by pawns") \
  X(correction_minor,                  10617,      0,  32768, 1500, "1/131072", \
    "weight of the correction by knights and bishops") \
  X(correction_non_pawn,               12845,      0,  32768, 1500, "1/131072", \
    "weight of the correction by the pieces of one side") \
  X(correction_continuation,            8782,      0,  32768, 1500, "1/131072", \
    "weight of the correction by the last moves") \
  X(correction_gain_move,                 12,      1,     40,    2, "1/128", \
    "learning rate when a best move was found") \
  X(correction_gain_no_move,              18,      1,     40,    2, "1/128", \
    "learning rate when all moves failed low") \
  X(correction_gain_minor,               150,      0,    400,   15, "1/128", \
    "the same for the table by knights and bishops") \
  X(correction_gain_non_pawn,            186,      0,    400,   15, "1/128", \
    "the same for the tables by the pieces of one side") \
  X(correction_gain_last,                130,      0,    400,   15, "1/128", \
    "the same for the table by the last two moves") \
  X(correction_gain_earlier,              70,      0,    400,   15, "1/128", \
    "the same for the table by the last and the fourth to last move") \
  X(correction_error_max,               4000,    500,   8000,  250, "su", \
    "a larger error counts as this") \
  X(correction_bonus_max,                256,     64,   1024,   32, "hist", \
    "an entry changes by at most this") \
  X(correction_unknown,                    8,      0,     64,    4, "hist", \
    "the correction by the last moves when there is none") \
  X(table_cut_depth,                       5,      2,     12,    1, "plies", \
    "deeper than this, a table value cuts whatever kind of node was expected") \
  X(table_cut_bonus_depth,               112,     20,    300,   12, "hist/ply", \
    "a quiet table move that cuts gains this times depth") \
  X(table_cut_bonus_max,                 695,    100,   2000,   80, "hist", \
    "and at most this") \
  X(table_cut_malus,                    2142,    500,   5000,  200, "hist", \
    "the early quiet move that it refutes loses this") \
  X(mate_hunt,                          1000,   1000,  10000,  250, "su", \
    "beyond this, one side is winning and mate is the goal: no pruning by evaluation") \
  X(mate_hunt_plies,                       6,      0,     20,    1, "plies", \
    "but only this close to the root") \
  X(razoring_base,                       483,    100,   1500,   60, "su", \
    "an evaluation this far below alpha goes straight to quiescence") \
  X(razoring_depth,                      318,     50,   1000,   40, "su/ply^2", \
    "and this times depth squared") \
  X(reverse_futility_depth,                8,      4,     24,    1, "plies", \
    "not deeper than this") \
  X(reverse_futility_margin,              88,     20,    200,    8, "su/ply", \
    "the evaluation must exceed beta by this times depth") \
  X(reverse_futility_base,                52,      0,    120,    8, "su/ply", \
    "the same at depth 0; grows to the margin") \
  X(reverse_futility_growth,               4,      0,     12,    1, "su/ply^2", \
    "by this per ply") \
  X(reverse_futility_no_hit,              20,      0,     80,    5, "su/ply", \
    "less without an entry in the table") \
  X(reverse_futility_improving,         2521,      0,   6000,  250, "1/1024", \
    "margins less when improving") \
  X(reverse_futility_worsening,          338,      0,   1500,  100, "1/1024", \
    "margins less when the opponent's last move was bad") \
  X(reverse_futility_correction,      198435,  50000, 600000,20000, "1/131072", \
    "the correction divided by this is added to the margin") \
  X(reverse_futility_return,             363,      0,   1024,   60, "1/1024", \
    "share of the evaluation in what is returned; the rest is beta") \
  X(null_move_depth_slope,                13,      0,     40,    3, "su/ply", \
    "the evaluation may be lower by this times depth") \
  X(null_move_improving,                  47,      0,    150,    8, "su", \
    "and this when improving") \
  X(null_move_margin,                    365,      0,    800,   30, "su", \
    "but otherwise it must exceed beta by this") \
  X(null_move_reduction,                   7,      3,     10,    1, "plies", \
    "reduction of the null search") \
  X(null_move_reduction_divisor,           3,      2,      6,    1, "plies", \
    "plus depth over this") \
  X(null_move_reduction_margin,          256,     64,   1000,   30, "su", \
    "plus one for each such excess over beta") \
  X(null_move_verify_depth,               16,      8,     30,    1, "plies", \
    "verified by a search from this depth") \
  X(internal_reduction_depth,              6,      3,     12,    1, "plies", \
    "without a move from the table: one ply less from this depth on") \
  X(probcut_margin,                      241,     80,    500,   20, "su", \
    "a capture must beat beta by this at lower depth") \
  X(probcut_improving,                    64,      0,    200,   10, "su", \
    "less when improving") \
  X(probcut_small_margin,                428,    150,    900,   25, "su", \
    "a table entry this far above beta is enough") \
  X(move_count_base,                       3,      1,      8,    1, "moves", \
    "late quiet moves are skipped after this + depth^2") \
  X(capture_futility_base,               234,     50,    600,   20, "su", \
    "captures: evaluation + this") \
  X(capture_futility_depth,              247,     50,    600,   20, "su/ply", \
    "+ this times depth + victim below alpha are skipped") \
  X(capture_futility_depth_limit,          8,      3,     14,    1, "plies", \
    "not deeper than this") \
  X(capture_see_margin,                  177,     50,    400,   15, "su/ply", \
    "captures that lose more than this times depth are skipped") \
  X(capture_see_history,                  34,      0,    128,    6, "1/1024", \
    "capture history shifts that by this share") \
  X(history_pruning,                    4136,   1500,  10000,  350, "hist/ply", \
    "quiet moves with history below minus this are skipped") \
  X(history_depth_divisor,              3200,   1500,   8000,  250, "hist/ply", \
    "history changes the depth assumed for pruning") \
  X(futility_base,                       139,     20,    400,   16, "su", \
    "quiets: evaluation + this") \
  X(futility_depth,                      115,     40,    250,   10, "su/ply", \
    "+ this times depth below alpha are skipped") \
  X(futility_above_alpha,                 90,      0,    200,   10, "su", \
    "+ this when the evaluation is above alpha") \
  X(futility_depth_limit,                 12,      4,     18,    1, "plies", \
    "not deeper than this") \
  X(quiet_see_margin,                     23,      8,     60,    3, "su/ply^2", \
    "quiets that lose more than this times depth squared are skipped") \
  X(singular_depth,                        6,      4,     10,    1, "plies", \
    "singular search from this depth") \
  X(singular_margin,                      63,     20,    150,    5, "su/63", \
    "the other moves must be worse by this times depth / 63") \
  X(singular_margin_pv,                   66,      0,    150,    6, "su/63", \
    "more of it in former principal variations") \
  X(double_margin,                        -2,   -100,    100,    6, "su", \
    "two plies when worse by this") \
  X(double_margin_pv,                    204,      0,    500,   20, "su", \
    "more in principal variations") \
  X(double_margin_quiet,                 152,      0,    400,   15, "su", \
    "less when the move is quiet") \
  X(triple_margin,                        70,      0,    250,   12, "su", \
    "three plies when worse by this") \
  X(triple_margin_pv,                    279,      0,    600,   25, "su", \
    "more in principal variations") \
  X(triple_margin_quiet,                 188,      0,    500,   20, "su", \
    "less when the move is quiet") \
  X(triple_margin_former_pv,              81,      0,    250,   12, "su", \
    "more in former principal variations") \
  X(extension_far_margin,                 40,      0,    150,    8, "su", \
    "less once the ply exceeds the root depth") \
  X(lmr_base,                            992,    200,   2000,   80, "mply", \
    "late move reduction: constant") \
  X(lmr_product,                         515,    200,    900,   25, "mply", \
    "times ln(depth) ln(move number)") \
  X(lmr_not_improving,                   389,      0,    900,   40, "1/1024", \
    "share added when not improving") \
  X(lmr_window,                          573,      0,   1200,   50, "mply", \
    "less by the share of the root window that is left") \
  X(lmr_offset,                          696,   -500,   2000,   80, "mply", \
    "constant of the reduction, but not of pruning") \
  X(lmr_move_number,                      65,      0,    160,    8, "mply", \
    "less for each move") \
  X(lmr_prune_former_pv,                 920,      0,   2000,   90, "mply", \
    "added for pruning in former principal variations") \
  X(lmr_former_pv,                      3009,    500,   5000,  150, "mply", \
    "less in former principal variations") \
  X(lmr_pv,                             1004,      0,   2500,   90, "mply", \
    "and even less in the current one") \
  X(lmr_former_pv_high,                  881,      0,   2000,   90, "mply", \
    "and when the table's value is above alpha") \
  X(lmr_former_pv_deep,                  819,      0,   2000,   90, "mply", \
    "and when the table's depth is sufficient") \
  X(lmr_former_pv_deep_cut,              942,      0,   2000,   90, "mply", \
    "and more in cut nodes") \
  X(lmr_cut_node,                       3984,   1000,   6000,  200, "mply", \
    "more if a cutoff is expected") \
  X(lmr_cut_node_no_move,                932,      0,   2500,   90, "mply", \
    "and more without a move from the table") \
  X(lmr_noisy_table_move,               1075,      0,   2500,   90, "mply", \
    "more when the table's move is a capture") \
  X(lmr_child_cutoffs,                   266,      0,   1200,   60, "mply", \
    "more when two children of the last moves were cut") \
  X(lmr_child_cutoffs_many,             1096,      0,   2500,   90, "mply", \
    "and more when three or more") \
  X(lmr_child_cutoffs_all_node,         1137,      0,   2500,   90, "mply", \
    "and more if none is expected") \
  X(lmr_table_move,                     2181,      0,   4000,  120, "mply", \
    "less for the table's own move") \
  X(lmr_correction,                      502,      0,   1500,   60, "mply", \
    "less for every 100 su of correction") \
  X(lmr_history_divisor,                9265,   3000,  20000,  600, "hist/ply", \
    "a ply for each such amount of history") \
  X(lmr_all_node,                        276,      0,    800,   40, "1/256", \
    "share added in all-nodes, decreasing with depth") \
  X(lmr_all_node_depth,                  256,     64,   1024,   32, "1/ply", \
    "divided by this times depth") \
  X(lmr_all_node_base,                   268,     64,   1024,   32, "1", \
    "plus this") \
  X(lmr_research_bonus,                 1334,    200,   4000,  120, "hist", \
    "a reduced move that beats alpha gains this") \
  X(lmr_deeper_margin,                    53,     10,    150,    6, "su", \
    "re-search one ply deeper when better by this") \
  X(lmr_shallower_margin,                  8,      0,     40,    3, "su", \
    "and one ply less when better by less than this") \
  X(full_depth_less,                    5222,   2000,   9000,  250, "mply", \
    "moves that are not reduced lose a ply above this reduction") \
  X(full_depth_least,                   5530,   2000,   9000,  250, "mply", \
    "and another above this") \
  X(full_depth_no_table_move,           1118,      0,   3000,  120, "mply", \
    "without a table move the reduction counts as this much more") \
  X(alpha_raise_depth_low,                 3,      1,      8,    1, "plies", \
    "after raising alpha the rest is searched less deep, above this depth") \
  X(alpha_raise_depth_high,               12,      6,     24,    1, "plies", \
    "and below this") \
  X(alpha_raise_reduction,                 3,      0,      5,    1, "plies", \
    "by this much") \
  X(hindsight_deeper,                      3,      1,      6,    1, "plies", \
    "a reduced node that isn't going badly gets a ply back") \
  X(hindsight_shallower_sum,             166,     20,    400,   20, "su", \
    "one that goes well for the side to move loses a ply") \
  X(qsearch_futility,                    330,    100,    600,   20, "su", \
    "quiescence: evaluation + this + victim must reach alpha") \
  X(qsearch_checks,                      500,      0,  32000,  100, "su", \
    "beyond this, one side is winning, and quiescence begins with quiet checks too") \
  X(qsearch_see,                          74,      0,    250,   12, "su", \
    "quiescence: exchanges may lose this much") \
  X(qsearch_quiet_history,              5475,      0,  15000,  500, "hist", \
    "quiet evasions need this much history") \
  X(good_capture_divisor,                 18,      6,     64,    3, "1", \
    "a capture may lose its score over this and still be good") \
  X(good_quiet,                       -14000, -30000,      0, 1000, "hist", \
    "quiets below this come after losing captures") \
  X(quiet_sort_limit,                   3560,   1000,   8000,  300, "hist/ply", \
    "quiets below minus this are not sorted") \
  X(check_bonus,                       16384,      0,  32768, 1200, "hist", \
    "bonus for a safe check in the order of quiets") \
  X(check_see,                            75,      0,    250,   12, "su", \
    "what such a check may lose") \
  X(threat_leave,                         20,      0,     60,    3, "1", \
    "times piece value: bonus for moving away from a less valuable attacker") \
  X(threat_enter,                         19,      0,     60,    3, "1", \
    "times piece value: penalty for moving to such a square") \
  X(capture_victim,                        7,      2,     16,    1, "1", \
    "times victim in the order of captures") \
  X(bonus_depth,                         133,     50,    300,   12, "hist/ply", \
    "a good move earns this times depth") \
  X(bonus_offset,                         81,   -200,    400,   20, "hist", \
    "minus this") \
  X(bonus_max,                          1487,    500,   3000,  100, "hist", \
    "at most this") \
  X(bonus_table_move,                    364,      0,   1000,   40, "hist", \
    "more when it is the table's move") \
  X(malus_depth,                         968,    200,   2000,   60, "hist/ply", \
    "moves tried without success lose this times depth") \
  X(malus_offset,                        235,      0,    600,   25, "hist", \
    "minus this") \
  X(malus_max,                          2244,    600,   4000,  120, "hist", \
    "at most this") \
  X(malus_decay,                         922,    512,   1024,   30, "1/1024", \
    "each further one loses this share of the previous loss") \
  X(quiet_low_ply,                       805,    100,   2048,   60, "1/1024", \
    "share of a quiet bonus for the table of the first plies") \
  X(quiet_continuation_gain,             979,    100,   2048,   60, "1/1024", \
    "share of a quiet bonus for the continuation tables") \
  X(quiet_continuation_loss,             842,    100,   2048,   60, "1/1024", \
    "the same of a malus") \
  X(quiet_pawn_gain,                     704,    100,   2048,   60, "1/1024", \
    "share of a quiet bonus for the table by pawns") \
  X(quiet_pawn_loss,                     439,    100,   2048,   60, "1/1024", \
    "the same of a malus") \
  X(continuation_1,                     1040,      0,   2048,   60, "1/1024", \
    "share of that for the context of the move one ply before") \
  X(continuation_2,                      780,      0,   2048,   60, "1/1024", \
    "the same two plies before") \
  X(continuation_3,                      290,      0,   2048,   60, "1/1024", \
    "the same three plies before") \
  X(continuation_4,                      502,      0,   2048,   60, "1/1024", \
    "the same four plies before") \
  X(continuation_5,                      132,      0,   2048,   60, "1/1024", \
    "the same five plies before") \
  X(continuation_6,                      418,      0,   2048,   60, "1/1024", \
    "the same six plies before") \
  X(refuted_first_choice,                614,      0,   2048,   60, "1/1024", \
    "share of the malus for the first choice that allowed a cutoff") \
  X(table_history_gain,                  918,    100,   3000,   90, "hist", \
    "the best move is the table move") \
  X(table_history_loss,                  747,    100,   3000,   90, "hist", \
    "the best move is another one") \
  X(low_ply_order,                         8,      1,     32,    1, "1", \
    "weight of the table of the first plies in the order of quiet moves") \
  X(reward_capture,                      892,    100,   3000,   90, "hist", \
    "a capture after which all moves fail low gains this") \
  X(reward_offset,                       215,      0,    800,   40, "1", \
    "the reward of a quiet one is multiplied by the sum of these: minus this") \
  X(reward_history_divisor,              100,     25,    400,   15, "hist", \
    "minus its history over this") \
  X(reward_depth,                         56,      0,    200,   10, "1/ply", \
    "this times depth") \
  X(reward_depth_max,                    489,    100,   1500,   60, "1", \
    "but at most this") \
  X(reward_late_move,                    184,      0,    600,   30, "1", \
    "this if it was the ninth move or later") \
  X(reward_below,                        147,      0,    600,   30, "1", \
    "this if the value is below the evaluation") \
  X(reward_below_margin,                 107,      0,    400,   15, "su", \
    "by at least this") \
  X(reward_parent,                       156,      0,    600,   30, "1", \
    "this if it is below the evaluation before the move") \
  X(reward_parent_margin,                 65,      0,    400,   15, "su", \
    "by at least this") \
  X(reward_bonus_depth,                  141,     20,    400,   15, "hist/ply", \
    "what is multiplied: this times depth") \
  X(reward_bonus_offset,                  87,      0,    400,   15, "hist", \
    "minus this") \
  X(reward_bonus_max,                   1351,    300,   4000,  120, "hist", \
    "but at most this") \
  X(reward_continuation,                 406,      0,   2000,   60, "1/32768", \
    "share of the product for the continuation tables") \
  X(reward_main,                         243,      0,   2000,   60, "1/32768", \
    "share for the main table") \
  X(reward_pawn,                        1160,      0,   4000,  120, "1/32768", \
    "share for the table by pawns") \
  X(evaluation_history,                   11,      0,     40,    2, "1", \
    "a quiet move earns this times the change of evaluation") \
  X(evaluation_history_fall,             189,     50,    600,   20, "su", \
    "a larger loss counts as this") \
  X(evaluation_history_rise,             194,     50,    600,   20, "su", \
    "a larger gain counts as this") \
  X(evaluation_history_offset,            60,   -100,    200,   10, "su", \
    "added to the change") \
  X(extension_correction_divisor,     230000,  50000,1000000,20000, "1/131072", \
    "double and triple extensions need less margin by the correction over this") \
  X(extension_table_history,               7,      0,     40,    2, "1/1024", \
    "double extensions by this share of the history of table moves")
// clang-format on

namespace tabia::search {

struct Parameters {
#define TABIA_COUNT_ROW(...) +1
  static constexpr int kCount = 0 TABIA_SEARCH_PARAMETERS(TABIA_COUNT_ROW);
#undef TABIA_COUNT_ROW
#if defined(TABIA_TUNE)
#define TABIA_PARAMETER(name, value, low, high, step, unit, meaning) int name = value;
#else
#define TABIA_PARAMETER(name, value, low, high, step, unit, meaning) static constexpr int name = value;
#endif
  TABIA_SEARCH_PARAMETERS(TABIA_PARAMETER)
  // Steps left out, as bits: for removal tests, not for tuning (search/steps.h).
  TABIA_PARAMETER(without, 0, 0, 0, 1, "bits", "")
#undef TABIA_PARAMETER
};

#define TABIA_CHECK_ROW(name, value, low, high, step, unit, meaning) \
  static_assert((low) <= (value) && (value) <= (high) && (step) > 0, #name ": value out of its range");
TABIA_SEARCH_PARAMETERS(TABIA_CHECK_ROW)
#undef TABIA_CHECK_ROW

// One row, for listings and for options.
struct ParameterInfo {
  const char* name;
  int value;
  int min;
  int max;
  int step;
  const char* unit;
  const char* meaning;
};

inline constexpr ParameterInfo kParameterInfos[] = {
#define TABIA_ROW(name, value, low, high, step, unit, meaning) {#name, value, low, high, step, unit, meaning},
    TABIA_SEARCH_PARAMETERS(TABIA_ROW)
#undef TABIA_ROW
};

#if defined(TABIA_TUNE)
inline constexpr bool kIsTuneBuild = true;
#else
inline constexpr bool kIsTuneBuild = false;
#endif

// Sets the field that belongs to a row of kParameterInfos. Does nothing unless this is a tune build.
constexpr void set_parameter([[maybe_unused]] Parameters& parameters, [[maybe_unused]] std::size_t row,
                             [[maybe_unused]] int value) noexcept {
#if defined(TABIA_TUNE)
#define TABIA_FIELD(name, ...) &Parameters::name,
  constexpr int Parameters::*kFields[] = {TABIA_SEARCH_PARAMETERS(TABIA_FIELD)};
#undef TABIA_FIELD
  parameters.*kFields[row] = value;
#endif
}

}  // namespace tabia::search
