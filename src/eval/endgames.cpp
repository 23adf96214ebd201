// eval/endgames.cpp: see endgames.h. The tables of rules are at the end, the rules themselves before them.
#include "eval/endgames.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <optional>

#include "base/enum_array.h"
#include "chess/attacks.h"
#include "chess/bitboard.h"

namespace tabia::eval {
namespace {

using base::EnumArray;
using chess::Bitboard;
using chess::Color;
using chess::contains;
using chess::count;
using chess::file_of;
using chess::first;
using chess::make_square;
using chess::PieceType;
using chess::pop_first;
using chess::Position;
using chess::rank_of;
using chess::relative_rank;
using chess::Square;

// clang-format off
// The numbers of the rules.                unit        meaning
constexpr int kUnscaled          = 64;   // 64ths       a factor that changes nothing
constexpr int kNearlyDrawn       = 2;    // 64ths       a win needs gross blunders
constexpr int kPawnlessMinor     = 8;    // 64ths       no pawns, at most a minor piece ahead
constexpr int kPureBishops       = 20;   // 64ths       opposite bishops only, no passed pawns
constexpr int kPureBishopsPassed = 8;    // 64ths       each passed pawn of the stronger side adds this
constexpr int kMixedBishops      = 48;   // 64ths       opposite bishops with equal other pieces
constexpr int kRookOnOneSide     = 40;   // 64ths       rook ending, pawns on one side only, one extra pawn
constexpr int kRookAndPawn       = 28;   // 64ths       rook and pawn v rook, the king in front of the pawn
constexpr int kLastPawn          = 36;   // 64ths       a minor piece can be given up for the last pawn
constexpr int kWrongCorner       = 8;    // 64ths       wrong bishop for the rook pawns, king near the corner
constexpr int kEdgeStep          = 40;   // cp          lone king one step nearer to the edge
constexpr int kCornerStep        = 60;   // cp          lone king one step nearer to a corner of the bishop
constexpr int kKingStep          = 20;   // cp          kings one step nearer to each other
constexpr int kConfinement       = 6;    // cp          one square less for the lone king
constexpr int kRunnerStep        = 60;   // cp          running pawn one step farther
constexpr int kQueenAgainstRook  = 500;  // cp          queen against rook is worth at least this
constexpr int kFiftyMoves        = 100;  // half-moves  without capture or pawn move: a draw
// clang-format on

// Value in the usual points; only for comparing armies.
constexpr EnumArray<PieceType, int> kPoints = {{{1, 3, 3, 5, 9, 0, 0}}};
constexpr int kMinorPoints = 3;

constexpr Bitboard kEdge = chess::kFileA | chess::kFileH | chess::kRank1 | chess::kRank8;

// A position with what the rules use repeatedly.
struct Ending {
  const Position& position;
  EnumArray<Color, EnumArray<PieceType, int>> men{};
  EnumArray<Color, int> points{};  // of the pieces without pawns

  explicit Ending(const Position& from) noexcept : position(from) {
    for (const Color color : {Color::White, Color::Black}) {
      for (const PieceType type : chess::kPieceTypes) {
        men[color][type] = count(from.pieces(color, type));
        if (type != PieceType::Pawn) points[color] += men[color][type] * kPoints[type];
      }
    }
  }

  [[nodiscard]] int of(Color color, PieceType type) const noexcept { return men[color][type]; }
  [[nodiscard]] int pawns(Color color) const noexcept { return men[color][PieceType::Pawn]; }
  [[nodiscard]] int minors(Color color) const noexcept {
    return men[color][PieceType::Knight] + men[color][PieceType::Bishop];
  }
  [[nodiscard]] bool is_lone_king(Color color) const noexcept {
    return points[color] == 0 && pawns(color) == 0;
  }
  // King and one knight or bishop, nothing else.
  [[nodiscard]] bool is_lone_minor(Color color) const noexcept {
    return pawns(color) == 0 && points[color] == kMinorPoints;
  }
  [[nodiscard]] Square king(Color color) const noexcept { return position.king_square(color); }
  [[nodiscard]] Bitboard pieces(Color color, PieceType type) const noexcept {
    return position.pieces(color, type);
  }
};

constexpr int king_steps(Square a, Square b) {
  const int files = file_of(a) - file_of(b);
  const int ranks = rank_of(a) - rank_of(b);
  return std::max(files < 0 ? -files : files, ranks < 0 ? -ranks : ranks);
}
constexpr bool is_dark(Square square) { return contains(chess::kDarkSquares, square); }
constexpr bool on_one_colour(Bitboard set) {
  return !(set & chess::kDarkSquares) || !(set & ~chess::kDarkSquares);
}
// Steps from the nearest edge: 0 ... 3.
constexpr int steps_from_edge(Square square) {
  return std::min({file_of(square), 7 - file_of(square), rank_of(square), 7 - rank_of(square)});
}

// --- drawn material: facts, true whichever side is to move

// Neither side can ever be mated: bare kings, or one extra minor piece, or bishops all on one color.
bool is_dead(const Ending& e) noexcept {
  const auto& p = e.position;
  if (p.pieces(PieceType::Pawn) | p.pieces(PieceType::Rook) | p.pieces(PieceType::Queen)) return false;
  if (!p.pieces(PieceType::Knight)) return on_one_colour(p.pieces(PieceType::Bishop));
  return count(p.occupied()) <= 3;
}

// Two knights can't force mate. At the edge there may be a mate in one or two, so such positions are
// excluded.
bool is_two_knights(const Ending& e, Color strong) noexcept {
  return e.is_lone_king(~strong) && e.pawns(strong) == 0 && e.of(strong, PieceType::Knight) == 2 &&
         e.points[strong] == 2 * kMinorPoints && !contains(kEdge, e.king(~strong));
}

// Minor piece against minor piece: mate is only possible with a king in the corner, or about to be driven
// there.
bool is_minor_against_minor(const Ending& e) noexcept {
  if (!e.is_lone_minor(Color::White) || !e.is_lone_minor(Color::Black)) return false;
  const Bitboard kings = e.position.pieces(PieceType::King);
  return !(kings & kEdge);
}

// The corner where the pawns of `strong` promote, if all are on the same rook file.
std::optional<Square> rook_pawn_corner(const Ending& e, Color strong) noexcept {
  const Bitboard pawns = e.pieces(strong, PieceType::Pawn);
  if (!pawns) return std::nullopt;
  const int rank = chess::back_rank(~strong);
  if (!(pawns & ~chess::kFileA)) return make_square(0, rank);
  if (!(pawns & ~chess::kFileH)) return make_square(7, rank);
  return std::nullopt;
}

// Rook pawns alone, or with bishops that don't control the corner, can't drive a king out of that corner.
bool is_wrong_rook_pawn(const Ending& e, Color strong) noexcept {
  const std::optional<Square> corner = rook_pawn_corner(e, strong);
  if (!corner || !e.is_lone_king(~strong)) return false;
  const Bitboard bishops = e.pieces(strong, PieceType::Bishop);
  if (e.points[strong] != kMinorPoints * count(bishops)) return false;
  if (bishops & (is_dark(*corner) ? chess::kDarkSquares : ~chess::kDarkSquares)) return false;
  return king_steps(e.king(~strong), *corner) <= 1;
}

// --- known wins: also facts; for the stronger side

// Squares that the lone king may go to.
int lone_king_moves(const Ending& e, Color weak) noexcept {
  const Square king = e.king(weak);
  const Bitboard occupied = e.position.occupied() ^ chess::bit(king);
  int moves = 0;
  for (Bitboard to = chess::king_attacks(king); to;) {
    const Square square = pop_first(to);
    if (!e.position.is_attacked(square, ~weak, occupied & ~chess::bit(square))) ++moves;
  }
  return moves;
}
// To move but without a legal move: stalemate (or mate, which needs no rule).
bool is_stuck(const Ending& e, Color weak) noexcept {
  return e.position.side_to_move() == weak && lone_king_moves(e, weak) == 0;
}

// Pieces of `strong` that a lone king on `king` would attack and that nothing protects.
Bitboard loose_men(const Ending& e, Color strong, Square king) noexcept {
  const Bitboard occupied = (e.position.occupied() & ~e.position.pieces(~strong)) | chess::bit(king);
  Bitboard loose = 0;
  for (Bitboard near = chess::king_attacks(king) & e.position.pieces(strong); near;) {
    const Square square = pop_first(near);
    if (!e.position.is_attacked(square, strong, occupied & ~chess::bit(king))) loose |= chess::bit(square);
  }
  return loose;
}
Bitboard loose_men(const Ending& e, Color strong) noexcept { return loose_men(e, strong, e.king(~strong)); }

// Progress: the lone king at the edge and short of squares, the other king near.
Score driven_to_edge(const Ending& e, Color strong) noexcept {
  const Square king = e.king(~strong);
  return kEdgeStep * (3 - steps_from_edge(king)) + kKingStep * (7 - king_steps(e.king(strong), king)) +
         kConfinement * (8 - lone_king_moves(e, ~strong));
}

Score material_score(const Ending& e, Color strong) noexcept {
  return 100 * (e.points[strong] + e.pawns(strong));
}

// At the edge a piece may be trapped, unless its own king is near; a bishop even then.
bool may_be_trapped(const Ending& e, Color strong) noexcept {
  const Square king = e.king(~strong);
  const Bitboard bishops = e.pieces(strong, PieceType::Bishop);
  for (Bitboard at_edge = kEdge & (bishops | e.pieces(strong, PieceType::Knight)); at_edge;) {
    const Square square = pop_first(at_edge);
    const bool has_help = king_steps(e.king(strong), king) <= 2 && king_steps(e.king(strong), square) <= 2;
    if (king_steps(king, square) <= 3 && !has_help) return true;
    if (king_steps(king, square) <= 2 && contains(bishops, square)) return true;
  }
  return false;
}

// Queen, rook or two bishops of opposite colors mate a lone king.
std::optional<Score> mating_material(const Ending& e, Color strong) noexcept {
  if (!e.is_lone_king(~strong)) return std::nullopt;
  const bool heavy = e.of(strong, PieceType::Queen) + e.of(strong, PieceType::Rook) > 0;
  const bool bishops = !on_one_colour(e.pieces(strong, PieceType::Bishop));
  if (!heavy && !bishops) return std::nullopt;
  const bool weak_to_move = e.position.side_to_move() != strong;
  const int bearable =
      heavy && !weak_to_move ? 1 : 0;  // a queen or rook steps aside, a bishop may be trapped
  if (count(loose_men(e, strong)) > bearable) return std::nullopt;
  if (is_stuck(e, ~strong)) return std::nullopt;
  if (!heavy && may_be_trapped(e, strong)) return std::nullopt;
  return kKnownWin + material_score(e, strong) + driven_to_edge(e, strong);
}

// A step of the lone king would attack the knight or fork both pieces.
bool king_may_win_a_piece(const Ending& e, Color strong) noexcept {
  const Bitboard occupied = e.position.occupied() & ~e.position.pieces(~strong);
  for (Bitboard to = chess::king_attacks(e.king(~strong)); to;) {
    const Square square = pop_first(to);
    if (e.position.is_attacked(square, strong, occupied & ~chess::bit(square))) continue;
    const Bitboard loose = loose_men(e, strong, square);
    if (chess::more_than_one(loose) || (loose & e.position.pieces(PieceType::Knight))) return true;
  }
  return false;
}
// Bishop and knight mate only in a corner of the bishop's color: the way there is what counts. Positions
// where a piece may be lost are excluded, including some that are won.
std::optional<Score> bishop_and_knight(const Ending& e, Color strong) noexcept {
  const Color weak = ~strong;
  if (!e.is_lone_king(weak) || e.points[strong] != 2 * kMinorPoints || e.pawns(strong) != 0)
    return std::nullopt;
  if (e.of(strong, PieceType::Bishop) != 1) return std::nullopt;
  const bool weak_to_move = e.position.side_to_move() == weak;
  if (loose_men(e, strong)) return std::nullopt;
  if (may_be_trapped(e, strong)) return std::nullopt;
  if (is_stuck(e, weak) || (weak_to_move && king_may_win_a_piece(e, strong))) return std::nullopt;
  const bool dark = is_dark(first(e.pieces(strong, PieceType::Bishop)));
  const Square king = e.king(weak);
  // Steps from the diagonal between the wrong corners: along the edge each step toward a right corner counts.
  const int to_right_corner =
      dark ? std::abs(file_of(king) + rank_of(king) - 7) : std::abs(file_of(king) - rank_of(king));
  return kKnownWin + material_score(e, strong) + driven_to_edge(e, strong) + kCornerStep * to_right_corner;
}

// A pawn with a free path that a lone king can't catch (the rule of the square).
std::optional<Score> running_pawn(const Ending& e, Color strong) noexcept {
  const Color weak = ~strong;
  if (!e.is_lone_king(weak) || e.pawns(strong) == 0) return std::nullopt;
  const bool weak_to_move = e.position.side_to_move() == weak;
  if (loose_men(e, strong) || is_stuck(e, weak)) return std::nullopt;
  if (!weak_to_move && e.position.in_check()) return std::nullopt;
  std::optional<Score> best;
  for (Bitboard pawns = e.pieces(strong, PieceType::Pawn); pawns;) {
    const Square pawn = pop_first(pawns);
    const Square goal = make_square(file_of(pawn), chess::back_rank(weak));
    if ((chess::between(pawn, goal) | chess::bit(goal)) & e.position.occupied()) continue;
    const int rank = relative_rank(strong, pawn);
    const int steps = 7 - rank - (rank == 1 ? 1 : 0);
    if (king_steps(e.king(weak), goal) - (weak_to_move ? 1 : 0) <= steps) continue;
    const Score score = kKnownPawnWin + material_score(e, strong) + kRunnerStep * rank;
    best = std::max(best.value_or(score), score);
  }
  return best;
}

// Queen against rook is generally won, though it takes long; the exceptions are tactical and left to the
// search. So this isn't a fact: the score stays far below kKnownWin, but rises as the king is driven to the
// edge.
std::optional<Score> queen_against_rook(const Ending& e, Color strong) noexcept {
  const Color weak = ~strong;
  if (e.pawns(strong) + e.pawns(weak) > 0 || e.position.in_check()) return std::nullopt;
  if (e.points[strong] != kPoints[PieceType::Queen] || e.of(strong, PieceType::Queen) != 1)
    return std::nullopt;
  if (e.points[weak] != kPoints[PieceType::Rook] || e.of(weak, PieceType::Rook) != 1) return std::nullopt;
  const Square queen = first(e.pieces(strong, PieceType::Queen));
  if (e.position.is_attacked(queen, weak, e.position.occupied())) return std::nullopt;
  return kQueenAgainstRook + driven_to_edge(e, strong);
}

// --- factors in 64ths for the side that the evaluation favors

Bitboard passed_pawns(const Ending& e, Color us) noexcept {
  Bitboard passed = 0;
  for (Bitboard pawns = e.pieces(us, PieceType::Pawn); pawns;) {
    const Square pawn = pop_first(pawns);
    const Bitboard file = chess::file_bits(file_of(pawn));
    const Bitboard files = file | (file & ~chess::kFileA) >> 1 | (file & ~chess::kFileH) << 1;
    const int above = 8 * (relative_rank(us, pawn) + 1);
    const Bitboard ahead = us == Color::White ? ~Bitboard{0} << above : ~Bitboard{0} >> above;
    if (!(files & ahead & e.pieces(~us, PieceType::Pawn))) passed |= chess::bit(pawn);
  }
  return passed;
}

bool has_opposite_bishops(const Ending& e) noexcept {
  return e.of(Color::White, PieceType::Bishop) == 1 && e.of(Color::Black, PieceType::Bishop) == 1 &&
         !on_one_colour(e.position.pieces(PieceType::Bishop));
}

// The weaker side blockades on the color that the other bishop never controls.
int opposite_bishops_only(const Ending& e, Color strong) noexcept {
  if (!has_opposite_bishops(e)) return kUnscaled;
  if (e.points[strong] != kMinorPoints || e.points[~strong] != kMinorPoints) return kUnscaled;
  return std::min(kPureBishops + kPureBishopsPassed * count(passed_pawns(e, strong)), kUnscaled);
}

// With more pieces the blockade is weaker, but exchanges lead to it.
int opposite_bishops_and_more(const Ending& e, Color strong) noexcept {
  if (!has_opposite_bishops(e) || e.points[strong] != e.points[~strong]) return kUnscaled;
  if (e.points[strong] == kMinorPoints || e.of(strong, PieceType::Queen) > 0) return kUnscaled;
  return kMixedBishops;
}

// Without pawns an extra minor piece is not enough, and a lone minor piece never is.
int pawnless_advantage(const Ending& e, Color strong) noexcept {
  if (e.pawns(strong) > 0 || e.points[strong] - e.points[~strong] > kMinorPoints) return kUnscaled;
  const bool two_knights_only = e.points[strong] == 2 * kMinorPoints && e.of(strong, PieceType::Knight) == 2;
  return e.points[strong] <= kMinorPoints || two_knights_only ? kNearlyDrawn : kPawnlessMinor;
}

// Two knights are more than a minor piece, but don't mate a lone king.
int two_knights_at_the_edge(const Ending& e, Color strong) noexcept {
  const bool fits = e.is_lone_king(~strong) && e.pawns(strong) == 0 && e.points[strong] == 2 * kMinorPoints &&
                    e.of(strong, PieceType::Knight) == 2;
  return fits ? kNearlyDrawn : kUnscaled;
}

bool is_rook_ending(const Ending& e) noexcept {
  return e.of(Color::White, PieceType::Rook) == 1 && e.of(Color::Black, PieceType::Rook) == 1 &&
         e.points[Color::White] == kPoints[PieceType::Rook] &&
         e.points[Color::Black] == kPoints[PieceType::Rook];
}

// "All rook endings are drawn": one extra pawn on one side of the board is rarely enough.
int rook_ending_on_one_side(const Ending& e, Color strong) noexcept {
  if (!is_rook_ending(e) || e.pawns(strong) - e.pawns(~strong) != 1 || e.pawns(~strong) == 0)
    return kUnscaled;
  constexpr Bitboard kLeft =
      chess::file_bits(0) | chess::file_bits(1) | chess::file_bits(2) | chess::file_bits(3);
  const Bitboard pawns = e.position.pieces(PieceType::Pawn);
  return (pawns & kLeft) && (pawns & ~kLeft) ? kUnscaled : kRookOnOneSide;
}

// Rook and pawn against rook, with the defending king in the pawn's path: Philidor's and other draws.
int rook_and_pawn(const Ending& e, Color strong) noexcept {
  if (!is_rook_ending(e) || e.pawns(strong) != 1 || e.pawns(~strong) != 0) return kUnscaled;
  const Square pawn = first(e.pieces(strong, PieceType::Pawn));
  const Square king = e.king(~strong);
  const bool before = relative_rank(strong, king) > relative_rank(strong, pawn) &&
                      std::abs(file_of(king) - file_of(pawn)) <= 1;
  return before ? kRookAndPawn : kUnscaled;
}

// A minor piece given up for the last pawn leaves too little to win.
int last_pawn(const Ending& e, Color strong) noexcept {
  if (e.pawns(strong) != 1 || e.minors(~strong) == 0) return kUnscaled;
  return e.points[strong] <= e.points[~strong] ? kLastPawn : kUnscaled;
}

// Like is_wrong_rook_pawn, but the defender also has pawns, or is still on the way: usually drawn, not
// always.
int wrong_rook_pawn_probably(const Ending& e, Color strong) noexcept {
  const std::optional<Square> corner = rook_pawn_corner(e, strong);
  const Bitboard bishops = e.pieces(strong, PieceType::Bishop);
  if (!corner || !bishops || e.points[~strong] != 0) return kUnscaled;
  if (e.points[strong] != kMinorPoints * count(bishops)) return kUnscaled;
  if (bishops & (is_dark(*corner) ? chess::kDarkSquares : ~chess::kDarkSquares)) return kUnscaled;
  const int tempo = e.position.side_to_move() == strong ? 0 : 1;
  return king_steps(e.king(~strong), *corner) - tempo <= 1 ? kWrongCorner : kUnscaled;
}

// --- the tables

template <bool (*Test)(const Ending&) noexcept>
bool for_either(const Ending& e, Color) noexcept {
  return Test(e);
}

struct DrawRule {
  RuleInfo info;
  bool (*holds)(const Ending&, Color strong) noexcept;
};
struct WinRule {
  RuleInfo info;
  std::optional<Score> (*score)(const Ending&, Color strong) noexcept;
};
struct ScaleRule {
  RuleInfo info;
  bool HybridRules::*enabled;
  int (*sixty_fourths)(const Ending&, Color strong) noexcept;
};

constexpr std::string_view kDrawnMaterial = "drawn_material";
constexpr std::string_view kKnownWins = "known_wins";
constexpr std::string_view kOppositeBishops = "opposite_bishops";
constexpr std::string_view kDrawishEndings = "drawish_endings";

constexpr DrawRule kDrawRules[] = {
    {{"dead position", kDrawnMaterial, "neither side can mate"}, for_either<is_dead>},
    {{"two knights", kDrawnMaterial, "two knights can't force mate on a lone king"}, is_two_knights},
    {{"minor against minor", kDrawnMaterial, "a minor piece can't win against another"},
     for_either<is_minor_against_minor>},
    {{"wrong rook pawn", kDrawnMaterial,
      "rook pawns can't drive the king out of a corner that no bishop controls"},
     is_wrong_rook_pawn},
};

constexpr WinRule kWinRules[] = {
    {{"mating material", kKnownWins, "queen, rook or both bishops mate a lone king"}, mating_material},
    {{"bishop and knight", kKnownWins, "bishop and knight mate in a corner of the bishop's color"},
     bishop_and_knight},
    {{"running pawn", kKnownWins, "the lone king can't catch the pawn"}, running_pawn},
    {{"queen against rook", kKnownWins, "usually won, by driving the king to the edge"}, queen_against_rook},
};

constexpr ScaleRule kScaleRules[] = {
    {{"opposite bishops only", kOppositeBishops, "the bishops never meet: blockades hold"},
     &HybridRules::opposite_bishops,
     opposite_bishops_only},
    {{"opposite bishops and more", kOppositeBishops, "exchanges lead to a drawish ending"},
     &HybridRules::opposite_bishops,
     opposite_bishops_and_more},
    {{"pawnless advantage", kDrawishEndings, "without pawns an extra minor piece is not enough"},
     &HybridRules::drawish_endings,
     pawnless_advantage},
    {{"two knights at the edge", kDrawishEndings, "only a blunder lets two knights mate"},
     &HybridRules::drawish_endings,
     two_knights_at_the_edge},
    {{"rook ending on one side", kDrawishEndings, "one extra pawn on one side of the board is rarely enough"},
     &HybridRules::drawish_endings,
     rook_ending_on_one_side},
    {{"rook and pawn against rook", kDrawishEndings, "the defending king is in front of the pawn"},
     &HybridRules::drawish_endings,
     rook_and_pawn},
    {{"last pawn", kDrawishEndings, "a minor piece can be given up for the last pawn"},
     &HybridRules::drawish_endings,
     last_pawn},
    {{"wrong bishop", kDrawishEndings, "the king reaches a corner that the bishop doesn't control"},
     &HybridRules::drawish_endings,
     wrong_rook_pawn_probably},
};

constexpr RuleInfo kFiftyMoveRule = {"fifty moves", "fifty_moves",
                                     "a draw by the fifty-move rule approaches"};

// Every rule, in the order of the tables.
constexpr auto kAllRules = [] {
  std::array<RuleInfo, std::size(kDrawRules) + std::size(kWinRules) + std::size(kScaleRules) + 1> all{};
  std::size_t at = 0;
  for (const DrawRule& rule : kDrawRules) all[at++] = rule.info;
  for (const WinRule& rule : kWinRules) all[at++] = rule.info;
  for (const ScaleRule& rule : kScaleRules) all[at++] = rule.info;
  all[at] = kFiftyMoveRule;
  return all;
}();

// --- applying the rules

void note(RuleTrace* trace, const RuleInfo& rule, Score score) noexcept {
  if (trace) trace->steps[static_cast<std::size_t>(trace->count++)] = {&rule, score};
}

const DrawRule* drawing_rule(const Ending& e) noexcept {
  for (const DrawRule& rule : kDrawRules) {
    if (rule.holds(e, Color::White) || rule.holds(e, Color::Black)) return &rule;
  }
  return nullptr;
}

struct KnownWin {
  const WinRule* rule;
  Color winner;
  Score score;  // for the winner
};

std::optional<KnownWin> known_win(const Ending& e) noexcept {
  for (const Color strong : {Color::White, Color::Black}) {
    for (const WinRule& rule : kWinRules) {
      if (const auto score = rule.score(e, strong)) return KnownWin{&rule, strong, *score};
    }
  }
  return std::nullopt;
}

// The score shrinks slowly at first, because most lines that shuffle a little make progress later.
Score shrunk_by_clock(Score score, int halfmove_clock) noexcept {
  const int clock = std::min(halfmove_clock, kFiftyMoves);
  constexpr int kFull = kFiftyMoves * kFiftyMoves;
  return static_cast<Score>(std::int64_t{score} * (kFull - clock * clock) / kFull);
}

// The score before the halfmove clock is considered.
Score by_material(const Ending& e, Score evaluation, const HybridRules& rules, RuleTrace* trace) noexcept {
  const Color side = e.position.side_to_move();
  // Most positions are neither: a lone king, or few pieces and no pawns.
  constexpr int kFewPoints = kPoints[PieceType::Queen] + kPoints[PieceType::Rook];
  const bool few = e.pawns(Color::White) + e.pawns(Color::Black) == 0 &&
                   e.points[Color::White] + e.points[Color::Black] <= kFewPoints;
  const bool may_be_known = few || e.is_lone_king(Color::White) || e.is_lone_king(Color::Black);
  if (rules.drawn_material && may_be_known) {
    if (const DrawRule* rule = drawing_rule(e)) {
      note(trace, rule->info, base::kDraw);
      return base::kDraw;
    }
  }
  if (rules.known_wins && may_be_known) {
    if (const auto win = known_win(e)) {
      const Score score = win->winner == side ? win->score : -win->score;
      note(trace, win->rule->info, score);
      return score;
    }
  }
  if (evaluation == 0) return evaluation;
  const Color strong = evaluation > 0 ? side : ~side;
  const ScaleRule* lowest = nullptr;
  int factor = kUnscaled;
  for (const ScaleRule& rule : kScaleRules) {
    if (!(rules.*rule.enabled)) continue;
    const int candidate = rule.sixty_fourths(e, strong);
    if (candidate < factor) {
      factor = candidate;
      lowest = &rule;
    }
  }
  if (!lowest) return evaluation;
  const auto score = static_cast<Score>(std::int64_t{evaluation} * factor / kUnscaled);
  note(trace, lowest->info, score);
  return score;
}

}  // namespace

Score apply_rules(const Position& position, Score evaluation, const HybridRules& rules,
                  RuleTrace* trace) noexcept {
  const Ending ending(position);
  Score score = by_material(ending, evaluation, rules, trace);
  if (rules.fifty_moves && score != 0 && position.halfmove_clock() > 0) {
    const Score shrunk = shrunk_by_clock(score, position.halfmove_clock());
    if (shrunk != score) note(trace, kFiftyMoveRule, shrunk);
    score = shrunk;
  }
  return base::clamped_evaluation(score);
}

std::string_view rule_name(const Position& position, Score evaluation, const HybridRules& rules) noexcept {
  RuleTrace trace;
  static_cast<void>(apply_rules(position, evaluation, rules, &trace));
  return trace.count > 0 ? trace.steps[0].rule->name : std::string_view{};
}

std::span<const RuleInfo> hybrid_rules() noexcept { return kAllRules; }

}  // namespace tabia::eval
