#include "deep/planes.h"

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "base/hash.h"

namespace tabia::deep {
namespace {

using namespace tabia::chess;

constexpr std::uint64_t kEverywhere = ~std::uint64_t{0};
constexpr int kHistory = 8;
constexpr int kFlipFiles = 1;
constexpr int kFlipRanks = 2;
constexpr int kMirror = 4;

// The pieces of one position of the history: by color, then in the order P N B R Q K.
struct Placement {
  std::array<std::array<std::uint64_t, 6>, 2> pieces{};
  bool repeated = false;
};

std::uint64_t ranks_flipped(std::uint64_t squares) {
  std::uint64_t flipped = 0;
  for (int rank = 0; rank < 8; ++rank) flipped |= (squares >> (8 * rank) & 0xff) << (8 * (7 - rank));
  return flipped;
}

std::uint64_t files_flipped(std::uint64_t squares) {
  squares = (squares >> 1 & 0x5555555555555555) | (squares & 0x5555555555555555) << 1;
  squares = (squares >> 2 & 0x3333333333333333) | (squares & 0x3333333333333333) << 2;
  return (squares >> 4 & 0x0f0f0f0f0f0f0f0f) | (squares & 0x0f0f0f0f0f0f0f0f) << 4;
}

// On the diagonal a8-h1.
std::uint64_t mirrored(std::uint64_t squares) {
  std::uint64_t result = 0;
  for (; squares != 0; squares &= squares - 1)
    result |= std::uint64_t{1} << transformed(std::countr_zero(squares), kMirror);
  return result;
}

std::uint64_t turned(std::uint64_t squares, int transform) {
  if (transform & kFlipFiles) squares = files_flipped(squares);
  if (transform & kFlipRanks) squares = ranks_flipped(squares);
  if (transform & kMirror) squares = mirrored(squares);
  return squares;
}

// The en-passant flag as lc0 sets it: after a move only if an enemy pawn stands next to the pawn, in the
// first position as its description said.
Square flag_of(std::span<const Position> game, std::size_t index) {
  const Position& position = game[index];
  const Square skipped = position.double_step();
  if (index == 0 || skipped == Square::None) return skipped;
  const Color us = position.side_to_move();
  const int file = file_of(skipped);
  const int rank = us == Color::White ? 4 : 3;
  for (const int side : {file - 1, file + 1}) {
    if (side < 0 || side > 7) continue;
    if (position.piece_on(make_square(side, rank)) == make_piece(us, PieceType::Pawn)) return skipped;
  }
  return Square::None;
}

bool is_same(std::span<const Position> game, std::size_t a, std::size_t b) {
  const Position& one = game[a];
  const Position& other = game[b];
  if (one.keys().pawn != other.keys().pawn || one.castling_rooks() != other.castling_rooks()) return false;
  for (const Color color : {Color::White, Color::Black}) {
    for (const PieceType type : kPieceTypes)
      if (one.pieces(color, type) != other.pieces(color, type)) return false;
  }
  return flag_of(game, a) == flag_of(game, b);
}

// Has this position occurred before, since the last capture or pawn move?
bool is_repeated(std::span<const Position> game, std::size_t index) {
  const auto reach = std::min(index, static_cast<std::size_t>(game[index].halfmove_clock()));
  for (std::size_t back = 4; back <= reach; back += 2)
    if (is_same(game, index, index - back)) return true;
  return false;
}

Placement placement_of(const Position& position) {
  Placement placement;
  for (const Color color : {Color::White, Color::Black}) {
    for (const PieceType type : kPieceTypes)
      placement.pieces[static_cast<std::size_t>(color)][static_cast<std::size_t>(type)] =
          position.pieces(color, type);
  }
  return placement;
}

// The pawn that just made a double step, back where it came from.
void take_back_double_step(Placement& placement, const Position& position) {
  const Square skipped = position.double_step();
  const Color mover = ~position.side_to_move();
  std::uint64_t& pawns = placement.pieces[static_cast<std::size_t>(mover)][0];
  pawns &= ~(std::uint64_t{1} << index_of(skipped + forward(mover)));
  pawns |= std::uint64_t{1} << index_of(skipped - forward(mover));
}

// How the canonical formats cut off or thin out the history.
struct HistoryRules {
  bool stops_early = false;
  bool repetitions_only = false;
};

// Does the history end before this index of the game (below 0: before the first position)?
bool is_over(std::span<const Position> game, std::ptrdiff_t index, HistoryFill fill, HistoryRules rules) {
  const auto at = static_cast<std::size_t>(std::max<std::ptrdiff_t>(index, 0));
  const bool has_flag = flag_of(game, at) != Square::None;
  if (index < 0) {
    static const Key start = Position().key();
    if (fill == HistoryFill::No && (index < -1 || !has_flag)) return true;
    if (fill == HistoryFill::FenOnly && game.front().key() == start) return true;
    if (rules.repetitions_only) return true;
  }
  if (!rules.stops_early) return false;
  const bool current = index + 1 == static_cast<std::ptrdiff_t>(game.size());
  return game[at].castling_rooks() != game.back().castling_rooks() || (!current && has_flag);
}

// The last `most` positions, newest first; returns how many there are.
int history_of(std::span<const Position> game, int most, HistoryFill fill, HistoryRules rules,
               std::array<Placement, kHistory>& history) {
  int count = 0;
  for (auto index = static_cast<std::ptrdiff_t>(game.size()) - 1; count < most; --index) {
    if (is_over(game, index, fill, rules)) break;
    const auto at = static_cast<std::size_t>(std::max<std::ptrdiff_t>(index, 0));
    const bool repeated = is_repeated(game, at);
    if (repeated || count == 0 || !rules.repetitions_only) {
      Placement& placement = history[static_cast<std::size_t>(count++)];
      placement = placement_of(game[at]);
      placement.repeated = repeated;
      if (index < 0 && game[at].double_step() != Square::None) take_back_double_step(placement, game[at]);
    }
    if (rules.stops_early && game[at].halfmove_clock() == 0) break;
  }
  return count;
}

// How a canonical format turns the board; `sides` are the mover's and the opponent's pieces in the mover's
// view.
int canonical_transform(const std::array<std::array<std::uint64_t, 6>, 2>& sides) {
  const auto& own = sides[0];
  const auto& other = sides[1];
  int transform = 0;
  int king = std::countr_zero(own[5]);
  if (king % 8 < 4) transform |= kFlipFiles;
  if ((own[0] | other[0]) != 0) return transform;
  if (king / 8 >= 4) transform |= kFlipRanks;
  king = transformed(king, transform);
  const int above = king / 8 - (7 - king % 8);
  if (above > 0) return transform | kMirror;
  if (above < 0) return transform;
  std::uint64_t ours = 0;
  std::uint64_t theirs = 0;
  for (std::size_t type = 0; type < 6; ++type) {
    ours |= own[type];
    theirs |= other[type];
  }
  const auto both = [&](std::size_t type) { return own[type] | other[type]; };
  for (const std::uint64_t squares : {ours | theirs, ours, both(5), both(4), both(3), both(1), both(2)}) {
    const std::uint64_t plain = turned(squares, transform);
    const std::uint64_t mirror = mirrored(plain);
    if (mirror != plain) return mirror < plain ? transform | kMirror : transform;
  }
  return transform;
}

std::uint64_t rooks_with_right(const Position& position, Color color, bool king_side) {
  std::uint64_t rooks = 0;
  const int king = file_of(position.king_square(color));
  for (std::uint64_t rest = position.castling_rooks(color); rest != 0; rest &= rest - 1) {
    const int rook = std::countr_zero(rest);
    if ((rook % 8 > king) == king_side) rooks |= std::uint64_t{1} << rook;
  }
  return rooks;
}

std::uint64_t ones_if(bool condition) { return condition ? kEverywhere : 0; }

// The pieces of a placement from a color's point of view: its own first.
std::array<std::array<std::uint64_t, 6>, 2> seen_by(const Placement& placement, Color viewer) {
  std::array<std::array<std::uint64_t, 6>, 2> sides;
  for (std::size_t side = 0; side < 2; ++side) {
    sides[side] = placement.pieces[side ^ static_cast<std::size_t>(viewer)];
    if (viewer == Color::Black)
      for (std::uint64_t& squares : sides[side]) squares = ranks_flipped(squares);
  }
  return sides;
}

void encode_lc0_state(int format, std::span<const Position> game, Planes& result) {
  const Position& position = game.back();
  const Color us = position.side_to_move();
  const auto rights = [&](Color color, bool king_side) {
    return rooks_with_right(position, color, king_side);
  };
  const auto seen = [&](std::uint64_t squares) {
    return turned(us == Color::Black ? ranks_flipped(squares) : squares, result.transform);
  };
  auto& planes = result.planes;
  if (format == 1) {
    planes[104].squares = ones_if(rights(us, false) != 0);
    planes[105].squares = ones_if(rights(us, true) != 0);
    planes[106].squares = ones_if(rights(~us, false) != 0);
    planes[107].squares = ones_if(rights(~us, true) != 0);
  } else {
    planes[104].squares = seen(rights(us, false) | rights(~us, false));
    planes[105].squares = seen(rights(us, true) | rights(~us, true));
  }
  if (format < 3) {
    planes[108].squares = ones_if(us == Color::Black);
  } else if (const Square flag = flag_of(game, game.size() - 1); flag != Square::None) {
    planes[108].squares = turned(std::uint64_t{1} << (56 + file_of(flag)), result.transform);
  }
  const auto clock = static_cast<float>(position.halfmove_clock());
  planes[109] = {ones_if(clock > 0), format >= 4 ? clock / 100.0f : clock};
  if (clock == 0) planes[109].value = 1;
  planes[111].squares = kEverywhere;
}

Planes encode_lc0(int format, std::span<const Position> game, HistoryFill fill) {
  const Color us = game.back().side_to_move();
  std::array<Placement, kHistory> history;
  const int count = history_of(game, kHistory, fill, {format >= 3, format >= 5}, history);
  Planes result;
  result.count = 112;
  if (format >= 3 && game.back().castling_rooks() == 0)
    result.transform = canonical_transform(seen_by(history[0], us));
  for (int i = 0; i < count; ++i) {
    const Placement& placement = history[static_cast<std::size_t>(i)];
    const auto sides = seen_by(placement, us);
    Plane* plane = &result.planes[static_cast<std::size_t>(13 * i)];
    for (const auto& side : sides)
      for (const std::uint64_t squares : side) (plane++)->squares = turned(squares, result.transform);
    plane->squares = ones_if(placement.repeated);
  }
  encode_lc0_state(format, game, result);
  return result;
}

Planes encode_pieces(const InputSpec& spec, std::span<const Position> game, const EncodeOptions& options) {
  const Position& position = game.back();
  // Colors as the network sees them: the viewer is its White.
  const Color viewer = spec.view == InputSpec::View::Mover ? position.side_to_move() : Color::White;
  const auto first = static_cast<std::size_t>(spec.first);
  std::array<Placement, kHistory> history;
  const int count = history_of(game, spec.history, options.fill, {}, history);
  Planes result;
  const auto add = [&](std::uint64_t squares, float value = 1) {
    result.planes[static_cast<std::size_t>(result.count++)] = {squares, value};
  };
  for (int i = 0; i < spec.history; ++i) {
    const auto sides = seen_by(i < count ? history[static_cast<std::size_t>(i)] : Placement{}, viewer);
    for (const std::size_t side : {first, first ^ 1}) {
      for (const char letter : spec.order) {
        const std::uint64_t squares = sides[side][static_cast<std::size_t>(*parse_piece_letter(letter))];
        add(spec.a8_first ? ranks_flipped(squares) : squares);
      }
    }
  }
  if (spec.side_to_move) add(ones_if(position.side_to_move() == Color::White));
  if (spec.castling) {
    for (const std::size_t side : {first, first ^ 1}) {
      const auto color = static_cast<Color>(side ^ static_cast<std::size_t>(viewer));
      for (const bool king_side : {true, false})
        add(ones_if(rooks_with_right(position, color, king_side) != 0));
    }
  }
  const auto add_number = [&](float value) { add(ones_if(value != 0), value != 0 ? value : 1); };
  if (spec.clock) add_number(static_cast<float>(position.halfmove_clock()) / 100.0f);
  if (spec.rating) add_number(static_cast<float>((options.rating - 1500) / 1000));
  return result;
}

}  // namespace

int transformed(int square, int transform) noexcept {
  if (transform & kFlipFiles) square ^= 7;
  if (transform & kFlipRanks) square ^= 56;
  if (transform & kMirror) square = (7 - square % 8) * 8 + (7 - square / 8);
  return square;
}

Planes encode(const InputSpec& spec, std::span<const Position> game, const EncodeOptions& options) {
  TABIA_CHECK(!game.empty(), "a game without a position");
  if (spec.kind == InputSpec::Kind::Lc0) return encode_lc0(spec.format, game, options.fill);
  return encode_pieces(spec, game, options);
}

std::uint64_t key_of(const Planes& planes) {
  std::array<std::uint64_t, 2 * kMostPlanes + 1> words{};
  std::size_t size = 0;
  for (const Plane& plane : std::span(planes.planes).first(static_cast<std::size_t>(planes.count))) {
    words[size++] = plane.squares;
    words[size++] = std::bit_cast<std::uint32_t>(plane.value);
  }
  words[size++] = static_cast<std::uint64_t>(planes.transform);
  return base::hash64({reinterpret_cast<const char*>(words.data()), size * sizeof(std::uint64_t)});
}

void expand(const Planes& planes, float* out, std::size_t stride) noexcept {
  std::fill_n(out, kSquares * stride, 0.0f);
  for (std::size_t i = 0; i < static_cast<std::size_t>(planes.count); ++i) {
    const Plane& plane = planes.planes[i];
    for (std::uint64_t rest = plane.squares; rest != 0; rest &= rest - 1)
      out[static_cast<std::size_t>(std::countr_zero(rest)) * stride + i] = plane.value;
  }
}

}  // namespace tabia::deep
