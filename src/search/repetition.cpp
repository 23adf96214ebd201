#include "search/repetition.h"

#include <array>
#include <utility>

#include "base/check.h"
#include "chess/attacks.h"
#include "chess/zobrist.h"

namespace tabia::search {
namespace {

using namespace tabia::chess;

// All reversible moves by the change of key that they make: a cuckoo hash table that says whether a
// difference of keys is a single move.
class ReversibleMoves {
 public:
  ReversibleMoves() noexcept {
    int count = 0;
    for (const Color color : {Color::White, Color::Black}) {
      for (const PieceType type : kPieceTypes) {
        if (type == PieceType::Pawn) continue;
        const Piece piece = make_piece(color, type);
        for (int a = 0; a < kSquareCount; ++a) {
          for (int b = a + 1; b < kSquareCount; ++b) {
            if (!contains(attacks_of(type, square_at(a), 0), square_at(b))) continue;
            const Key key = kZobrist.piece[piece][square_at(a)] ^ kZobrist.piece[piece][square_at(b)] ^
                            kZobrist.black_to_move;
            insert(key, Move(square_at(a), square_at(b)));
            ++count;
          }
        }
      }
    }
    TABIA_CHECK(count == 3668, "every reversible move of every piece, once");
  }

  // The move that changes the key this way, in one of its two directions, or none.
  [[nodiscard]] Move find(Key difference) const noexcept {
    for (const std::size_t slot : {first_slot(difference), second_slot(difference)}) {
      if (keys_[slot] == difference) return moves_[slot];
    }
    return Move::none();
  }

 private:
  static constexpr std::size_t kSlots = 8192;
  static constexpr std::size_t first_slot(Key key) noexcept { return key & (kSlots - 1); }
  static constexpr std::size_t second_slot(Key key) noexcept { return key >> 16 & (kSlots - 1); }

  void insert(Key key, Move move) noexcept {
    std::size_t slot = first_slot(key);
    while (true) {
      std::swap(keys_[slot], key);
      std::swap(moves_[slot], move);
      if (!move) return;
      slot = slot == first_slot(key) ? second_slot(key) : first_slot(key);
    }
  }

  std::array<Key, kSlots> keys_{};
  std::array<Move, kSlots> moves_{};
};

const ReversibleMoves& reversible_moves() noexcept {
  static const ReversibleMoves moves;
  return moves;
}

}  // namespace

void Path::reset(const Game& game) {
  (void)reversible_moves();  // built before the search, not during it
  entries_.clear();
  entries_.reserve(game.positions().size() + 256);
  for (const Position& position : game.positions()) push(position);
}

void Path::link() noexcept {
  Entry& last = entries_.back();
  const int size = static_cast<int>(entries_.size());
  // Positions before a null move can't be repeated.
  const int before = size > 1 ? entries_[static_cast<std::size_t>(size - 2)].reversible : 0;
  last.reversible = std::min(last.reversible, before + 1);
  if (size == 1) last.reversible = 0;
  for (int back = 4; back <= last.reversible; back += 2) {
    const Entry& earlier = entries_[static_cast<std::size_t>(size - 1 - back)];
    if (earlier.key == last.key) {
      last.repeats = earlier.repeats ? -back : back;
      break;
    }
  }
}

bool Path::is_repetition(int ply) const noexcept {
  const int repeats = entries_.back().repeats;
  return repeats != 0 && repeats < ply;
}

bool Path::has_upcoming_repetition(const Position& position, int ply) const noexcept {
  const Entry& last = entries_.back();
  if (last.reversible < 3) return false;
  const ReversibleMoves& moves = reversible_moves();
  const auto size = static_cast<int>(entries_.size());
  const auto key_at = [&](int back) { return entries_[static_cast<std::size_t>(size - 1 - back)].key; };

  // `others`: the combined change of the opponent's moves since then; a single move of ours leads back only
  // if they cancel out.
  Key others = last.key ^ key_at(1) ^ kZobrist.black_to_move;
  for (int back = 3; back <= last.reversible; back += 2) {
    others ^= key_at(back - 1) ^ key_at(back) ^ kZobrist.black_to_move;
    if (others != 0) continue;
    const Move move = moves.find(last.key ^ key_at(back));
    if (!move || (between(move.from(), move.to()) & position.occupied())) continue;
    if (ply > back) return true;
    // Before the root, one occurrence is not enough.
    if (entries_[static_cast<std::size_t>(size - 1 - back)].repeats != 0) return true;
  }
  return false;
}

}  // namespace tabia::search
