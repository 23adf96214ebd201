// nn/relations.h: inputs that depend on two pieces: threats and pawn pairs. The only definition of their
// indices.
//
// They complement the inputs of single pieces (nn/features.h), and their rows are added to the same sums. The
// functions mean the same here: active() lists the inputs that a position switches on, changed() lists how a
// move changes them. docs/formats/stockfish.md says which pairs count and how they are numbered.
//
// The only context is the flip of squares: upside down for Black, left to right while the own king is on
// files e-h.
#pragma once

#include <array>
#include <cstdint>

#include "chess/position.h"

namespace tabia::nn {

// Which threats are inputs: an ordered pair of a piece and a piece it attacks, of either color.
enum class Threats {
  None,
  Stockfish18,  // "stockfish-18": 79,856 inputs
  Stockfish19,  // "stockfish-19": 59,808; kings neither attack nor are attacked, pawns don't attack pawns
};

struct RelationSpec {
  Threats threats = Threats::None;
  bool pawn_pairs = false;  // any two pawns on the same file or on neighboring ones

  [[nodiscard]] bool any() const noexcept { return threats != Threats::None || pawn_pairs; }
  friend bool operator==(const RelationSpec&, const RelationSpec&) = default;
};

// The placement of the pieces, and nothing else of a position.
class PieceBoard {
 public:
  PieceBoard() noexcept { on_.fill(chess::Piece::None); }
  explicit PieceBoard(const chess::Position& position) noexcept;

  [[nodiscard]] chess::Piece piece_on(chess::Square square) const noexcept { return on_[square]; }
  [[nodiscard]] chess::Bitboard pieces(chess::Color color) const noexcept { return by_color_[color]; }
  [[nodiscard]] chess::Bitboard pieces(chess::PieceType type) const noexcept { return by_type_[type]; }
  [[nodiscard]] chess::Bitboard pieces(chess::Color color, chess::PieceType type) const noexcept {
    return by_color_[color] & by_type_[type];
  }
  [[nodiscard]] chess::Bitboard occupied() const noexcept {
    return by_color_[chess::Color::White] | by_color_[chess::Color::Black];
  }

  // Require an empty square, and the piece on its square.
  void put(chess::Piece piece, chess::Square square) noexcept;
  void remove(chess::Piece piece, chess::Square square) noexcept;
  // All pieces that the move removes leave, then all that it adds arrive.
  void apply(const chess::PieceDelta& delta) noexcept;

 private:
  chess::EnumArray<chess::PieceType, chess::Bitboard> by_type_{};
  chess::EnumArray<chess::Color, chess::Bitboard> by_color_{};
  chess::EnumArray<chess::Square, chess::Piece> on_;
};

// Pairs of pieces on squares, the same for both perspectives; RelationSet::index() numbers them.
struct Relation {
  chess::Piece piece;  // the attacker, or a pawn of a pair
  chess::Piece other;
  chess::Square square;
  chess::Square other_square;
  bool is_pair;  // of pawns; else a threat
};

// At most kMost of them; more are dropped, which can't happen with any board that callers have.
template <std::size_t kMost>
class RelationList {
 public:
  void add(const Relation& relation) noexcept {
    if (count_ < kMost) relations_[count_++] = relation;
  }
  void clear() noexcept { count_ = 0; }
  [[nodiscard]] const Relation* begin() const noexcept { return relations_.data(); }
  [[nodiscard]] const Relation* end() const noexcept { return relations_.data() + count_; }
  [[nodiscard]] std::size_t size() const noexcept { return count_; }

 private:
  std::array<Relation, kMost> relations_;
  std::size_t count_ = 0;
};

// What a move removes and adds; may include pairs that no set counts.
struct RelationChanges {
  static constexpr std::size_t kMost = 256;
  RelationList<kMost> added;
  RelationList<kMost> removed;
};

class RelationSet {
 public:
  static constexpr std::uint32_t kNoInput = ~std::uint32_t{0};
  static constexpr std::size_t kMaxActive = 1024;  // more than any board has

  explicit RelationSet(const RelationSpec& spec);

  // Number of inputs: the threats, then the pawn pairs.
  [[nodiscard]] std::uint32_t rows() const noexcept { return threat_rows_ + pair_rows_; }
  [[nodiscard]] std::uint32_t threat_rows() const noexcept { return threat_rows_; }
  [[nodiscard]] std::uint32_t pair_rows() const noexcept { return pair_rows_; }

  // XORed with squares. Positions with the same flip share the inputs of all pieces on the same squares.
  [[nodiscard]] static std::uint8_t flip(chess::Color perspective, chess::Square own_king) noexcept {
    return static_cast<std::uint8_t>((perspective == chess::Color::Black ? 56 : 0) ^
                                     (chess::file_of(own_king) >= 4 ? 7 : 0));
  }
  // The input of a pair, or kNoInput if the set does not count it.
  [[nodiscard]] std::uint32_t index(chess::Color perspective, std::uint8_t flip,
                                    const Relation& relation) const noexcept {
    return relation.is_pair ? pair_index(perspective, flip, relation)
                            : threat_index(perspective, flip, relation);
  }

  // Does any position switch such a pair on, in at least one direction?
  [[nodiscard]] bool counts(chess::Piece piece, chess::Piece target) const noexcept {
    return first_[piece][target][0] != kNoInput;
  }

  // The active inputs of the position in no particular order, at most kMaxActive; returns how many.
  [[nodiscard]] std::size_t active(const chess::Position& position, chess::Color perspective,
                                   std::uint32_t* inputs) const noexcept;
  // The same for a board, with the perspective's own king on this square.
  [[nodiscard]] std::size_t active(const PieceBoard& board, chess::Color perspective, chess::Square own_king,
                                   std::uint32_t* inputs) const noexcept;
  // How the pairs change when the pieces of a move leave and arrive. `board` is the board before the move and
  // becomes the one after it.
  void changed(PieceBoard& board, const chess::PieceDelta& delta, RelationChanges& changes) const noexcept;
  // The numbers of the pairs of a list that the set counts; returns how many.
  template <std::size_t kMost>
  [[nodiscard]] std::size_t indices(const RelationList<kMost>& list, chess::Color perspective,
                                    std::uint8_t flip, std::uint32_t* inputs) const noexcept {
    std::size_t count = 0;
    for (const Relation& relation : list) {
      inputs[count] = index(perspective, flip, relation);
      count += inputs[count] != kNoInput ? 1 : 0;
    }
    return count;
  }

 private:
  [[nodiscard]] std::uint32_t threat_index(chess::Color perspective, std::uint8_t flip,
                                           const Relation& relation) const noexcept;
  [[nodiscard]] std::uint32_t pair_index(chess::Color perspective, std::uint8_t flip,
                                         const Relation& relation) const noexcept;

  template <class Board>
  [[nodiscard]] std::size_t list_active(const Board& board, chess::Color perspective, std::uint8_t flip,
                                        std::uint32_t* inputs) const noexcept;

  using ChangeList = RelationList<RelationChanges::kMost>;
  // The pairs of a piece on an empty square of the board go to `own`; those of sliders whose lines the piece
  // would close go to `lines` unless it is null, except for lines that `also` lies on.
  void touch(const PieceBoard& board, chess::Piece piece, chess::Square square, ChangeList& own,
             ChangeList* lines, chess::Bitboard also) const noexcept;

  std::uint32_t threat_rows_ = 0;
  std::uint32_t pair_rows_ = 0;
  bool has_kings_ = false;  // do kings attack, or are they attacked?
  // By piece as the perspective sees it (own pieces white), then the attacked piece, then whether the
  // attacker's square is the lower one.
  chess::EnumArray<chess::Piece, chess::EnumArray<chess::Piece, std::array<std::uint32_t, 2>>> first_{};
  chess::EnumArray<chess::Piece, chess::EnumArray<chess::Square, std::uint32_t>> offset_{};
  chess::EnumArray<chess::Piece, chess::EnumArray<chess::Square, chess::Bitboard>> targets_{};
};

}  // namespace tabia::nn
