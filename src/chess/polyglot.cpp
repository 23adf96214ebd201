#include "chess/polyglot.h"

#include <algorithm>
#include <string_view>

#include "base/file.h"
#include "base/text.h"
#include "chess/attacks.h"
#include "chess/movegen.h"
#include "chess/polyglot_numbers.h"

namespace tabia::chess {

using base::concat;
using base::Error;

namespace {

constexpr std::size_t kEntryBytes = 16;
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

// Reads a big-endian number of that many bytes.
std::uint64_t number_at(std::string_view bytes, std::size_t at, std::size_t count) noexcept {
  std::uint64_t number = 0;
  for (std::size_t i = at; i < at + count; ++i) number = number << 8 | static_cast<unsigned char>(bytes[i]);
  return number;
}

std::uint64_t key_of_entry(std::string_view entries, std::size_t index) noexcept {
  return number_at(entries, index * kEntryBytes, 8);
}

// The first entry whose key is at least `key`, or the number of entries.
std::size_t first_entry(std::string_view entries, Key key) noexcept {
  std::size_t begin = 0;
  std::size_t end = entries.size() / kEntryBytes;
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    if (key_of_entry(entries, middle) < key) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

// The move in the book's encoding.
struct WrittenMove {
  explicit WrittenMove(std::uint64_t bits) noexcept
      : from(square_at(static_cast<int>(bits >> 6 & 63))),
        to(square_at(static_cast<int>(bits & 63))),
        promotion(static_cast<int>(bits >> 12 & 7)) {}

  Square from;
  Square to;
  int promotion;  // 0: none; else a PieceType
};

// none() if it isn't a legal move.
Move legal_move(const Position& position, const WrittenMove& written) noexcept {
  Move castling = Move::none();
  for (const Move move : legal_moves(position)) {
    if (move.from() != written.from) continue;
    const int promotion = move.is_promotion() ? static_cast<int>(move.promotion()) : 0;
    if (move.to() == written.to && promotion == written.promotion) return move;
    const bool reaches = move.is_castling() && castling_squares(move.from(), move.to()).king_to == written.to;
    if (reaches && written.promotion == 0) castling = move;
  }
  return castling;
}

}  // namespace

Key polyglot_key(const Position& position) noexcept {
  Key key = 0;
  for (Bitboard rest = position.occupied(); rest;) {
    const Square square = pop_first(rest);
    const Piece piece = position.piece_on(square);
    const int kind = 2 * static_cast<int>(type_of(piece)) + (color_of(piece) == Color::White ? 1 : 0);
    key ^= kPolyglotPieces[static_cast<std::size_t>(64 * kind + index_of(square))];
  }
  for (Bitboard rooks = position.castling_rooks(); rooks;) {
    const Square rook = pop_first(rooks);
    const Color color = rank_of(rook) == back_rank(Color::White) ? Color::White : Color::Black;
    const bool queen_side = file_of(rook) < file_of(position.king_square(color));
    key ^= kPolyglotCastling[static_cast<std::size_t>(2 * static_cast<int>(color) + (queen_side ? 1 : 0))];
  }
  const Color us = position.side_to_move();
  const Square passed = position.double_step();
  // Our pawns that attack a square are on the squares that their pawn on that square would attack.
  if (passed != Square::None && (pawn_attacks(~us, passed) & position.pieces(us, PieceType::Pawn)) != 0) {
    key ^= kPolyglotEnPassant[static_cast<std::size_t>(file_of(passed))];
  }
  return us == Color::White ? key ^ kPolyglotWhiteToMove : key;
}

base::Result<PolyglotBook> PolyglotBook::open(const std::string& path) {
  auto file = base::read_file(path, kMostBytes);
  if (!file) return file.error();
  if (file->empty() || file->size() % kEntryBytes != 0) {
    return Error{concat(path, ": found ", file->size(), " bytes, expected entries of ", kEntryBytes,
                        " bytes: this isn't a PolyGlot book, or it is cut off")};
  }
  for (std::size_t i = 1; i < file->size() / kEntryBytes; ++i) {
    if (key_of_entry(*file, i) < key_of_entry(*file, i - 1)) {
      return Error{concat(path, ": found the key of entry ", i + 1, " below that of entry ", i,
                          ", expected entries sorted by key: this isn't a PolyGlot book")};
    }
  }
  return PolyglotBook(std::move(*file));
}

std::size_t PolyglotBook::size() const noexcept { return entries_.size() / kEntryBytes; }

std::vector<BookMove> PolyglotBook::moves(const Position& position) const {
  std::vector<BookMove> found;
  const Key key = polyglot_key(position);
  for (std::size_t i = first_entry(entries_, key); i < size() && key_of_entry(entries_, i) == key; ++i) {
    const Move move = legal_move(position, WrittenMove(number_at(entries_, i * kEntryBytes + 8, 2)));
    if (move) found.push_back({move, static_cast<int>(number_at(entries_, i * kEntryBytes + 10, 2))});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const BookMove& a, const BookMove& b) { return a.weight > b.weight; });
  return found;
}

std::optional<Move> PolyglotBook::choose(const Position& position, base::Random& random) const {
  const std::vector<BookMove> known = moves(position);
  std::uint32_t total = 0;
  for (const BookMove& entry : known) total += static_cast<std::uint32_t>(entry.weight);
  if (total == 0) return std::nullopt;
  std::uint32_t rest = random.below(total);
  for (const BookMove& entry : known) {
    const auto weight = static_cast<std::uint32_t>(entry.weight);
    if (rest < weight) return entry.move;
    rest -= weight;
  }
  return std::nullopt;  // not reached
}

}  // namespace tabia::chess
