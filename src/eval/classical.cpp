// eval/classical.cpp: see classical.h. Read from the bottom: evaluate() is the list of terms.
#include "eval/classical.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "chess/attacks.h"
#include "chess/bitboard.h"
#include "eval/classical_weights.h"

namespace tabia::eval {
namespace {

using base::EnumArray;
using chess::Bitboard;
using chess::Color;
using chess::contains;
using chess::count;
using chess::file_of;
using chess::first;
using chess::forward;
using chess::index_of;
using chess::make_square;
using chess::more_than_one;
using chess::PieceType;
using chess::pop_first;
using chess::Position;
using chess::rank_of;
using chess::relative_rank;
using chess::shifted;
using chess::Square;
using chess::square_at;

// --- tables derived from the weights

constexpr Tapered material_of(PieceType type) {
  switch (type) {
    case PieceType::Pawn:
      return kWeights.pawn_value;
    case PieceType::Knight:
      return kWeights.knight_value;
    case PieceType::Bishop:
      return kWeights.bishop_value;
    case PieceType::Rook:
      return kWeights.rook_value;
    case PieceType::Queen:
      return kWeights.queen_value;
    case PieceType::King:
    case PieceType::None:
      break;
  }
  return {};
}

// The rules behind the piece-square tables. Each is centered near its mean, so that the sum over the board is
// near zero and the material values keep their meaning.
struct PieceSquareRules {
  Tapered centre, files, advance, back_rank;
};

constexpr PieceSquareRules piece_square_rules(PieceType type) {
  const auto& w = kWeights;
  switch (type) {
    case PieceType::Pawn:
      return {w.pawn_centre, w.pawn_files, w.pawn_advance, w.pawn_back_rank};
    case PieceType::Knight:
      return {w.knight_centre, w.knight_files, w.knight_advance, w.knight_back_rank};
    case PieceType::Bishop:
      return {w.bishop_centre, w.bishop_files, w.bishop_advance, w.bishop_back_rank};
    case PieceType::Rook:
      return {w.rook_centre, w.rook_files, w.rook_advance, w.rook_back_rank};
    case PieceType::Queen:
      return {w.queen_centre, w.queen_files, w.queen_advance, w.queen_back_rank};
    case PieceType::King:
      return {w.king_centre, w.king_files, w.king_advance, w.king_back_rank};
    case PieceType::None:
      break;
  }
  return {};
}

constexpr Tapered piece_square_by_rules(PieceType type, Square square) {
  constexpr int kMeanRing = 1;
  constexpr int kMeanFile = 1;
  constexpr int kMeanRank = 2;
  const PieceSquareRules rules = piece_square_rules(type);
  const int rank = rank_of(square);
  const int files_from_edge = std::min(file_of(square), 7 - file_of(square));
  const int ring = std::min(files_from_edge, std::min(rank, 7 - rank));
  Tapered value = rules.centre * (ring - kMeanRing) + rules.files * (files_from_edge - kMeanFile) +
                  rules.advance * (rank - kMeanRank);
  if (rank == 0) value += rules.back_rank;
  return value;
}

using PieceSquareTable = EnumArray<PieceType, EnumArray<Square, Tapered>>;

constexpr PieceSquareTable piece_square_table() {
  PieceSquareTable table{};
  for (const PieceType type : chess::kPieceTypes) {
    for (int index = 0; index < chess::kSquareCount; ++index) {
      table[type][square_at(index)] = piece_square_by_rules(type, square_at(index));
    }
  }
  return table;
}

// The square root of n in sixteenths, rounded down.
constexpr int root_16(int n) {
  int root = 0;
  while ((root + 1) * (root + 1) <= 256 * n) ++root;
  return root;
}

constexpr int kMostSquares = 28;  // a queen's most

using MobilityTable = EnumArray<PieceType, std::array<Tapered, kMostSquares>>;

// The first squares matter most: a piece with two is free, a piece with none is trapped.
constexpr MobilityTable mobility_table() {
  MobilityTable table{};
  const auto fill = [&table](PieceType type, Tapered weight, int usual) {
    for (int n = 0; n < kMostSquares; ++n) {
      const Tapered sixteenths = weight * (root_16(n) - root_16(usual));
      table[type][static_cast<std::size_t>(n)] = {sixteenths.middlegame / 16, sixteenths.endgame / 16};
    }
  };
  fill(PieceType::Knight, kWeights.knight_mobility, 4);
  fill(PieceType::Bishop, kWeights.bishop_mobility, 6);
  fill(PieceType::Rook, kWeights.rook_mobility, 6);
  fill(PieceType::Queen, kWeights.queen_mobility, 10);
  return table;
}

constexpr PieceSquareTable kPieceSquares = piece_square_table();
constexpr MobilityTable kMobility = mobility_table();
constexpr std::array<Tapered, 8> kPassedByRank = {Tapered{},
                                                  kWeights.passed_on_2nd,
                                                  kWeights.passed_on_3rd,
                                                  kWeights.passed_on_4th,
                                                  kWeights.passed_on_5th,
                                                  kWeights.passed_on_6th,
                                                  kWeights.passed_on_7th,
                                                  Tapered{}};

constexpr EnumArray<PieceType, int> kPhaseOf = {{{0, 1, 1, 2, 4, 0, 0}}};
constexpr EnumArray<PieceType, int> kDangerOf = {
    {{0, kWeights.danger_knight.middlegame, kWeights.danger_bishop.middlegame,
      kWeights.danger_rook.middlegame, kWeights.danger_queen.middlegame, 0, 0}}};

// --- sets of squares

// The set and all squares in front of it, in Us's direction.
template <Color Us>
constexpr Bitboard filled_ahead(Bitboard set) {
  constexpr int kStep = forward(Us);
  set |= shifted<kStep>(set);
  set |= shifted<2 * kStep>(set);
  return set | shifted<4 * kStep>(set);
}
// All squares in front of the set, without the set itself.
template <Color Us>
constexpr Bitboard ahead(Bitboard set) {
  return filled_ahead<Us>(shifted<forward(Us)>(set));
}
constexpr Bitboard whole_files(Bitboard set) {
  return filled_ahead<Color::White>(set) | filled_ahead<Color::Black>(set);
}
constexpr Bitboard beside(Bitboard set) { return (set & ~chess::kFileA) >> 1 | (set & ~chess::kFileH) << 1; }

template <Color Us>
constexpr Bitboard ranks(int from, int to) {  // as Us counts them, inclusive
  Bitboard set = 0;
  for (int rank = from; rank <= to; ++rank) set |= chess::rank_bits(Us == Color::White ? rank : 7 - rank);
  return set;
}

constexpr int distance(Square a, Square b) {
  const int files = file_of(a) - file_of(b);
  const int rank_steps = rank_of(a) - rank_of(b);
  return std::max(files < 0 ? -files : files, rank_steps < 0 ? -rank_steps : rank_steps);
}

// --- sinks: where the terms are collected

// Only the sum, White minus Black: for the search.
class SumSink {
 public:
  template <Color Us>
  void add(Term, Tapered credit) noexcept {
    if constexpr (Us == Color::White) {
      sum_ += credit;
    } else {
      sum_ -= credit;
    }
  }
  [[nodiscard]] Tapered white_sum() const noexcept { return sum_; }

 private:
  Tapered sum_;
};

// Every term separately: for people.
class TermSink {
 public:
  explicit TermSink(ClassicalTerms& terms) noexcept : terms_(terms) {}
  template <Color Us>
  void add(Term term, Tapered credit) noexcept {
    terms_.credit[term][Us] += credit;
  }

 private:
  ClassicalTerms& terms_;
};

// --- the evaluation

// What one side attacks.
struct Attacks {
  EnumArray<PieceType, Bitboard> by{};
  Bitboard all = 0;
  Bitboard twice = 0;  // by two or more pieces
};

template <class Sink>
class Evaluation {
 public:
  Evaluation(const Position& position, Sink& sink) noexcept : position_(position), sink_(sink) {}

  // Fills the sink. Returns the phase.
  int run() noexcept {
    prepare<Color::White>();
    prepare<Color::Black>();
    int phase = pieces_of<Color::White>() + pieces_of<Color::Black>();
    phase = std::min(phase, kMiddlegamePhase);
    positional<Color::White>();
    positional<Color::Black>();
    if (position_.side_to_move() == Color::White) {
      sink_.template add<Color::White>(Term::Tempo, kWeights.tempo);
    } else {
      sink_.template add<Color::Black>(Term::Tempo, kWeights.tempo);
    }
    return phase;
  }

 private:
  template <Color Us>
  void credit(Term term, Tapered value) noexcept {
    sink_.template add<Us>(term, value);
  }
  [[nodiscard]] Bitboard pawns(Color color) const noexcept {
    return position_.pieces(color, PieceType::Pawn);
  }

  void record(Color us, PieceType type, Bitboard set) noexcept {
    Attacks& attacks = attacks_[us];
    attacks.twice |= attacks.all & set;
    attacks.all |= set;
    attacks.by[type] |= set;
  }

  // Attacks by pawns and king, which the terms of the other pieces use.
  template <Color Us>
  void prepare() noexcept {
    const Bitboard ours = pawns(Us);
    const Square king = position_.king_square(Us);
    Attacks& attacks = attacks_[Us];
    const Bitboard by_pawns = chess::pawn_attacks<Us>(ours);
    attacks.twice =
        shifted<forward(Us) - 1>(ours & ~chess::kFileA) & shifted<forward(Us) + 1>(ours & ~chess::kFileH);
    attacks.all = by_pawns;
    attacks.by[PieceType::Pawn] = by_pawns;
    record(Us, PieceType::King, chess::king_attacks(king));
    // A king at the edge is treated as if it were one step inside: its zone always has nine squares.
    const Square middle = make_square(std::clamp(file_of(king), 1, 6), std::clamp(rank_of(king), 1, 6));
    zone_[Us] = chess::king_attacks(middle) | chess::bit(middle);
  }

  // Material, piece squares and mobility of all pieces, and the other terms computed piece by piece. Returns
  // the phase they add.
  template <Color Us>
  int pieces_of() noexcept {
    constexpr Color kThem = ~Us;
    credit<Us>(Term::Material, kWeights.pawn_value * count(pawns(Us)));
    for (Bitboard set = pawns(Us); set;) credit_square<Us>(PieceType::Pawn, pop_first(set));
    credit_square<Us>(PieceType::King, position_.king_square(Us));

    // Pawns that are blocked or on their starting squares hem in their own pieces; squares attacked by enemy
    // pawns are not safe.
    const Bitboard stuck = pawns(Us) & (shifted<-forward(Us)>(position_.occupied()) | ranks<Us>(1, 2));
    reachable_[Us] = ~(stuck | position_.pieces(Us, PieceType::King) | attacks_[kThem].by[PieceType::Pawn]);

    int phase = 0;
    phase += pieces_of_type<Us, PieceType::Knight>();
    phase += pieces_of_type<Us, PieceType::Bishop>();
    phase += pieces_of_type<Us, PieceType::Rook>();
    phase += pieces_of_type<Us, PieceType::Queen>();
    return phase;
  }

  template <Color Us>
  void credit_square(PieceType type, Square square) noexcept {
    const Square from_white = Us == Color::White ? square : square_at(index_of(square) ^ 56);
    credit<Us>(Term::PieceSquares, kPieceSquares[type][from_white]);
  }

  template <Color Us, PieceType Type>
  int pieces_of_type() noexcept {
    constexpr Color kThem = ~Us;
    const Bitboard all = position_.pieces(Us, Type);
    credit<Us>(Term::Material, material_of(Type) * count(all));
    for (Bitboard set = all; set;) {
      const Square square = pop_first(set);
      credit_square<Us>(Type, square);
      const Bitboard attacked = attacks_from<Us, Type>(square);
      record(Us, Type, attacked);
      credit<Us>(Term::Mobility, kMobility[Type][static_cast<std::size_t>(count(attacked & reachable_[Us]))]);
      if (attacked & zone_[kThem]) {
        danger_to_[kThem] += kDangerOf[Type];
        ring_attacks_on_[kThem] += count(attacked & attacks_[kThem].by[PieceType::King]);
      }
      if constexpr (Type == PieceType::Knight || Type == PieceType::Bishop) minor_piece<Us, Type>(square);
      if constexpr (Type == PieceType::Rook) rook<Us>(square);
    }
    if constexpr (Type == PieceType::Bishop) {
      if ((all & chess::kDarkSquares) && (all & ~chess::kDarkSquares))
        credit<Us>(Term::Bishops, kWeights.bishop_pair);
    }
    return kPhaseOf[Type] * count(all);
  }

  // Sliders see through own pieces that move the same way: a battery attacks with both.
  template <Color Us, PieceType Type>
  [[nodiscard]] Bitboard attacks_from(Square square) const noexcept {
    if constexpr (Type == PieceType::Bishop) {
      return chess::bishop_attacks(square, position_.occupied() & ~position_.pieces(Us, PieceType::Queen));
    } else if constexpr (Type == PieceType::Rook) {
      return chess::rook_attacks(square, position_.occupied() & ~position_.rooks_and_queens(Us));
    } else {
      return chess::attacks_of(Type, square, position_.occupied());
    }
  }

  template <Color Us, PieceType Type>
  void minor_piece(Square square) noexcept {
    const Bitboard here = chess::bit(square);
    const Bitboard safe_for_good = ~attack_span<~Us>();
    if (here & ranks<Us>(3, 5) & safe_for_good & attacks_[Us].by[PieceType::Pawn]) {
      credit<Us>(Term::Outposts,
                 Type == PieceType::Knight ? kWeights.knight_outpost : kWeights.bishop_outpost);
    }
    if constexpr (Type == PieceType::Bishop) {
      const Bitboard same_colour = here & chess::kDarkSquares ? chess::kDarkSquares : ~chess::kDarkSquares;
      credit<Us>(Term::Bishops, kWeights.bishop_pawn_of_its_colour * count(pawns(Us) & same_colour));
    }
  }

  template <Color Us>
  void rook(Square square) noexcept {
    constexpr Color kThem = ~Us;
    const Bitboard file = chess::file_bits(file_of(square));
    if (!(file & pawns(Us))) {
      credit<Us>(Term::RookFiles,
                 file & pawns(kThem) ? kWeights.rook_on_half_open_file : kWeights.rook_on_open_file);
    }
    const bool something_to_bother =
        (pawns(kThem) & ranks<Us>(6, 6)) || (position_.pieces(kThem, PieceType::King) & ranks<Us>(7, 7));
    if (relative_rank(Us, square) == 6 && something_to_bother) {
      credit<Us>(Term::RookFiles, kWeights.rook_on_7th);
    }
  }

  // Squares that pawns of the color attack now or may attack after advancing.
  template <Color Us>
  [[nodiscard]] Bitboard attack_span() const noexcept {
    return filled_ahead<Us>(attacks_[Us].by[PieceType::Pawn]);
  }

  // Terms that use the attacks of both sides.
  template <Color Us>
  void positional() noexcept {
    pawn_structure<Us>();
    passed_pawns<Us>();
    king_safety<Us>();
    threats<Us>();
    space<Us>();
  }

  template <Color Us>
  void pawn_structure() noexcept {
    constexpr Color kThem = ~Us;
    const Bitboard ours = pawns(Us);
    if (!ours) return;
    const Bitboard theirs = pawns(kThem);
    const Bitboard half_open = ~ahead<kThem>(theirs);  // no enemy pawn ahead on the file

    const Bitboard doubled = ours & ahead<kThem>(ours);
    credit<Us>(Term::DoubledPawns, kWeights.doubled_pawn * count(doubled));

    const Bitboard isolated = ours & ~beside(whole_files(ours));
    credit<Us>(Term::IsolatedPawns,
               kWeights.isolated_pawn * count(isolated) +
                   kWeights.isolated_pawn_on_half_open_file * count(isolated & half_open));

    // The next square is attacked by an enemy pawn, and no own pawn can ever protect it.
    const Bitboard unsafe_next = attacks_[kThem].by[PieceType::Pawn] & ~attack_span<Us>();
    const Bitboard backward = ours & ~isolated & shifted<-forward(Us)>(unsafe_next);
    credit<Us>(Term::BackwardPawns,
               kWeights.backward_pawn * count(backward) +
                   kWeights.backward_pawn_on_half_open_file * count(backward & half_open));

    const Bitboard connected = ours & (beside(ours) | attacks_[Us].by[PieceType::Pawn]);
    int ranks_up = 0;
    for (int rank = 2; rank <= 6; ++rank) ranks_up += count(connected & ranks<Us>(rank, 6));
    credit<Us>(Term::ConnectedPawns,
               kWeights.connected_pawn * count(connected) + kWeights.connected_pawn_advance * ranks_up);
  }

  template <Color Us>
  void passed_pawns() noexcept {
    constexpr Color kThem = ~Us;
    const Bitboard stopped = ahead<kThem>(pawns(kThem)) | attack_span<kThem>();
    // Of doubled pawns only the front one counts as passed.
    for (Bitboard set = pawns(Us) & ~stopped & ~ahead<kThem>(pawns(Us)); set;)
      passed_pawn<Us>(pop_first(set));
  }

  template <Color Us>
  void passed_pawn(Square pawn) noexcept {
    constexpr Color kThem = ~Us;
    const int rank = relative_rank(Us, pawn);
    const Square next = pawn + forward(Us);
    const Bitboard path = ahead<Us>(chess::bit(pawn));
    Tapered value = kPassedByRank[static_cast<std::size_t>(rank)];

    // Help and hindrance matter more the closer the pawn is to promotion.
    const int nearness = rank - 1;
    const int own_king = std::min(distance(position_.king_square(Us), next), 5);
    const int enemy_king = std::min(distance(position_.king_square(kThem), next), 5);
    value += kWeights.passed_own_king_distance * (own_king * nearness);
    value += kWeights.passed_enemy_king_distance * (enemy_king * nearness);

    if (contains(position_.pieces(kThem), next)) value += kWeights.passed_blocked * nearness;
    const Bitboard obstacles =
        position_.occupied() | (attacks_[kThem].all & ~attacks_[Us].by[PieceType::Pawn]);
    if (!contains(obstacles, next)) value += kWeights.passed_free_step * nearness;
    if (!(path & obstacles)) value += kWeights.passed_free_path * nearness;
    if (contains(attacks_[Us].by[PieceType::Pawn], pawn)) value += kWeights.passed_protected * nearness;

    const Bitboard behind = chess::rook_attacks(pawn, position_.occupied()) & ahead<kThem>(chess::bit(pawn));
    if (behind & position_.pieces(Us, PieceType::Rook)) value += kWeights.passed_rook_behind * nearness;
    if (behind & position_.pieces(kThem, PieceType::Rook)) value -= kWeights.passed_rook_behind * nearness;

    if (is_runner<Us>(pawn, path)) value += kWeights.passed_runner;
    credit<Us>(Term::PassedPawns, value);
  }

  // The rule of the square: the enemy has only a king, which is too late even if the path is free.
  template <Color Us>
  [[nodiscard]] bool is_runner(Square pawn, Bitboard path) const noexcept {
    constexpr Color kThem = ~Us;
    const Bitboard men = position_.pieces(PieceType::Pawn) | position_.pieces(PieceType::King);
    if (position_.pieces(kThem) & ~men) return false;
    if (path & position_.occupied()) return false;
    const int steps = count(path) - (relative_rank(Us, pawn) == 1 ? 1 : 0);
    const int tempo = position_.side_to_move() == Us ? 0 : 1;
    const Square goal = make_square(file_of(pawn), chess::back_rank(kThem));
    return distance(position_.king_square(kThem), goal) - tempo > steps;
  }

  struct Shelter {
    Tapered pawns, storm;
    [[nodiscard]] int worth() const noexcept { return pawns.middlegame + storm.middlegame; }
  };

  template <Color Us>
  [[nodiscard]] Shelter shelter_of(Square king) const noexcept {
    constexpr Color kThem = ~Us;
    const int king_rank = relative_rank(Us, king);
    const Bitboard from_king = ranks_from<Us>(king_rank);
    const Bitboard shields = pawns(Us) & from_king & ~attacks_[kThem].by[PieceType::Pawn];
    const Bitboard stormers = pawns(kThem) & from_king;
    const int middle_file = std::clamp(file_of(king), 1, 6);
    Shelter shelter;
    for (int file = middle_file - 1; file <= middle_file + 1; ++file) {
      const Bitboard on_file = chess::file_bits(file);
      const Bitboard shield = shields & on_file;
      const Bitboard stormer = stormers & on_file;
      if (shield) {
        const int steps = relative_rank(Us, nearest<Us>(shield)) - king_rank;
        shelter.pawns += steps <= 1   ? kWeights.shelter_pawn_1_ahead
                         : steps == 2 ? kWeights.shelter_pawn_2_ahead
                                      : kWeights.shelter_pawn_far;
      } else {
        shelter.pawns += kWeights.shelter_no_pawn;
        if (!stormer) shelter.pawns += kWeights.shelter_open_file;
      }
      if (stormer) shelter.storm += storm<Us>(nearest<Us>(stormer), king_rank);
    }
    return shelter;
  }

  template <Color Us>
  [[nodiscard]] Tapered storm(Square pawn, int king_rank) const noexcept {
    const int steps = relative_rank(Us, pawn) - king_rank;
    if (steps < 1 || steps > 4) return {};
    Tapered value = steps <= 2   ? kWeights.storm_near
                    : steps == 3 ? kWeights.storm_middle
                                 : kWeights.storm_far;
    if (steps <= 3 && contains(pawns(Us), pawn - forward(Us))) value += kWeights.storm_blocked;
    return value;
  }

  // The rank, as Us counts it, and all higher ones.
  template <Color Us>
  [[nodiscard]] static Bitboard ranks_from(int rank) noexcept {
    return Us == Color::White ? ~Bitboard{0} << (8 * rank) : ~Bitboard{0} >> (8 * rank);
  }
  // Of squares on one file, the one nearest to Us's back rank.
  template <Color Us>
  [[nodiscard]] static Square nearest(Bitboard set) noexcept {
    return Us == Color::White ? first(set) : square_at(63 - std::countl_zero(set));
  }

  template <Color Us>
  void king_safety() noexcept {
    Shelter shelter = shelter_of<Us>(position_.king_square(Us));
    for (Bitboard rooks = position_.castling_rooks(Us); rooks;) {
      const bool right = file_of(pop_first(rooks)) > file_of(position_.king_square(Us));
      Shelter castled = shelter_of<Us>(make_square(right ? 6 : 2, chess::back_rank(Us)));
      castled.pawns += kWeights.shelter_not_yet_castled;
      if (castled.worth() > shelter.worth()) shelter = castled;
    }
    credit<Us>(Term::KingShelter, shelter.pawns);
    credit<Us>(Term::PawnStorm, shelter.storm);
    credit<Us>(Term::KingDanger, king_danger<Us>(shelter.worth()));
  }

  template <Color Us>
  [[nodiscard]] Tapered king_danger(int shelter_worth) const noexcept {
    constexpr Color kThem = ~Us;
    const Attacks& their = attacks_[kThem];
    const Attacks& our = attacks_[Us];
    if (danger_to_[Us] == 0) return {};
    const auto& w = kWeights;
    int points = danger_to_[Us] + w.danger_start.middlegame;
    points += w.danger_ring_attack.middlegame * ring_attacks_on_[Us];

    // Squares defended only by king or queen are no defense against a supported attack.
    const Bitboard weak =
        their.all & ~our.twice & (~our.all | our.by[PieceType::King] | our.by[PieceType::Queen]);
    points += w.danger_weak_square.middlegame * count(weak & our.by[PieceType::King] & their.twice);

    const Square king = position_.king_square(Us);
    const Bitboard safe = ~position_.pieces(kThem) & (~our.all | (weak & their.twice));
    const Bitboard rook_lines = chess::rook_attacks(king, position_.occupied()) & safe;
    const Bitboard bishop_lines = chess::bishop_attacks(king, position_.occupied()) & safe;
    const Bitboard knight_jumps = chess::knight_attacks(king) & safe;
    if (knight_jumps & their.by[PieceType::Knight]) points += w.danger_knight_check.middlegame;
    if (bishop_lines & their.by[PieceType::Bishop]) points += w.danger_bishop_check.middlegame;
    if (rook_lines & their.by[PieceType::Rook]) points += w.danger_rook_check.middlegame;
    if ((rook_lines | bishop_lines) & their.by[PieceType::Queen]) points += w.danger_queen_check.middlegame;

    if (!position_.pieces(kThem, PieceType::Queen)) points += w.danger_without_queen.middlegame;
    points -= w.danger_shelter.middlegame * shelter_worth / 10;
    points = std::clamp(points, 0, w.danger_limit.middlegame);
    const int squared = points * points;
    return {-squared / w.danger_divisor.middlegame, -squared / w.danger_divisor.endgame};
  }

  template <Color Us>
  void threats() noexcept {
    constexpr Color kThem = ~Us;
    const Attacks& our = attacks_[Us];
    const Attacks& their = attacks_[kThem];
    const Bitboard enemies = position_.pieces(kThem) & ~position_.pieces(PieceType::King);
    const Bitboard enemy_pieces = enemies & ~position_.pieces(PieceType::Pawn);
    const Bitboard queens = position_.pieces(kThem, PieceType::Queen);
    const Bitboard heavy = position_.rooks_and_queens(kThem);

    const Bitboard by_minors = our.by[PieceType::Knight] | our.by[PieceType::Bishop];
    const Bitboard undefended = enemies & ~their.all;
    Tapered value = kWeights.threat_by_pawn * count(our.by[PieceType::Pawn] & enemy_pieces) +
                    kWeights.threat_by_minor * count(by_minors & heavy) +
                    kWeights.threat_by_rook * count(our.by[PieceType::Rook] & queens);
    const Bitboard by_others = our.all & undefended;
    value += kWeights.threat_hanging * count(by_others & ~our.by[PieceType::King]);
    if (undefended & our.by[PieceType::King]) value += kWeights.threat_by_king;

    // One step, or two from the second rank, to a square where the pawn is not lost.
    const Bitboard empty = ~position_.occupied();
    const Bitboard single = shifted<forward(Us)>(pawns(Us)) & empty;
    const Bitboard steps = single | (shifted<forward(Us)>(single & ranks<Us>(2, 2)) & empty);
    const Bitboard safe_steps = steps & ~their.by[PieceType::Pawn] & (our.all | ~their.all);
    const Bitboard new_targets = enemy_pieces & ~our.by[PieceType::Pawn];
    value += kWeights.threat_by_push * count(chess::pawn_attacks<Us>(safe_steps) & new_targets);
    credit<Us>(Term::Threats, value);
  }

  template <Color Us>
  void space() noexcept {
    constexpr Bitboard kCentreFiles =
        chess::file_bits(2) | chess::file_bits(3) | chess::file_bits(4) | chess::file_bits(5);
    const Bitboard safe = kCentreFiles & ranks<Us>(1, 3) & ~pawns(Us) & ~attacks_[~Us].by[PieceType::Pawn];
    const Bitboard behind_pawns = ahead<~Us>(pawns(Us)) & safe & ~attacks_[~Us].all;
    credit<Us>(Term::Space, kWeights.space * (count(safe) + count(behind_pawns)));
  }

  const Position& position_;
  Sink& sink_;
  EnumArray<Color, Attacks> attacks_{};
  EnumArray<Color, Bitboard> zone_{};        // the nine squares around the king
  EnumArray<Color, Bitboard> reachable_{};   // squares that count for mobility
  EnumArray<Color, int> danger_to_{};        // points of the pieces that attack the zone of this king
  EnumArray<Color, int> ring_attacks_on_{};  // attacks on squares next to this king
};

Score white_score_of(Tapered white_sum, int phase) noexcept {
  return base::clamped_evaluation(mixed(white_sum, phase));
}

constexpr std::array kWeightList = {
#define TABIA_WEIGHT(name, middlegame, endgame, unit, meaning) \
  ClassicalWeight{#name, {middlegame, endgame}, unit, meaning},
    TABIA_CLASSICAL_WEIGHTS(TABIA_WEIGHT)
#undef TABIA_WEIGHT
};

struct TermText {
  std::string_view name, meaning;
};
constexpr EnumArray<Term, TermText> kTermTexts = {{{
#define TABIA_TERM(id, name, meaning) TermText{name, meaning},
    TABIA_CLASSICAL_TERMS(TABIA_TERM)
#undef TABIA_TERM
}}};

}  // namespace

std::string_view name_of(Term term) noexcept { return kTermTexts[term].name; }
std::string_view meaning_of(Term term) noexcept { return kTermTexts[term].meaning; }
std::span<const ClassicalWeight> classical_weights() noexcept { return kWeightList; }
Tapered piece_square_value(PieceType type, Square square) noexcept { return kPieceSquares[type][square]; }
Tapered piece_value(PieceType type) noexcept { return material_of(type); }

Tapered ClassicalTerms::white_sum() const noexcept {
  Tapered sum;
  for (const Term term : kTerms) sum += white_difference(term);
  return sum;
}

Score ClassicalTerms::white_score() const noexcept { return white_score_of(white_sum(), phase); }

Score classical_evaluation(const Position& position) noexcept {
  SumSink sink;
  const int phase = Evaluation(position, sink).run();
  const Score white = white_score_of(sink.white_sum(), phase);
  return position.side_to_move() == Color::White ? white : -white;
}

ClassicalTerms classical_terms(const Position& position) noexcept {
  ClassicalTerms terms;
  TermSink sink(terms);
  terms.phase = Evaluation(position, sink).run();
  return terms;
}

}  // namespace tabia::eval
