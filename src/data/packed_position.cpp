#include "data/packed_position.h"

#include <algorithm>

#include "base/text.h"
#include "data/bytes.h"

namespace tabia::data {
namespace {

using base::concat;
using base::Error;
using base::Result;
using namespace chess;

constexpr std::size_t kPiecesAt = 8;
constexpr std::size_t kNumberAt = 24;
constexpr std::size_t kClockAt = 26;
constexpr std::size_t kOutcomeAt = 27;
constexpr std::size_t kScoreAt = 28;
constexpr std::size_t kMoveAt = 30;
constexpr std::size_t kPlyAt = 32;

constexpr unsigned kBlackToMoveBit = 1u << 15;
constexpr unsigned kUnusedNumberBit = 1u << 14;

constexpr unsigned kCastlingRookCode = 12;  // and 13 for a black one
constexpr unsigned kSteppedPawn = 14;
constexpr int kMostPieces = 32;

// The code of each piece; castling rooks and a pawn after a double step have their own.
constexpr EnumArray<Piece, std::uint8_t> kPieceCodes = [] {
  EnumArray<Piece, std::uint8_t> codes{};
  for (const Color color : {Color::White, Color::Black}) {
    for (const PieceType type : kPieceTypes) {
      codes[make_piece(color, type)] =
          static_cast<std::uint8_t>(static_cast<unsigned>(type) + 6 * static_cast<unsigned>(color));
    }
  }
  return codes;
}();

// The square of the pawn that passed position.double_step(), or None.
Square stepped_pawn(const Position& position) noexcept {
  const Square passed = position.double_step();
  return passed == Square::None ? Square::None : passed - forward(position.side_to_move());
}

// The piece of each code; a pawn after a double step counts as White's here.
constexpr std::array<Piece, 16> kCodePieces = {
    Piece::WhitePawn,   Piece::WhiteKnight, Piece::WhiteBishop, Piece::WhiteRook,
    Piece::WhiteQueen,  Piece::WhiteKing,   Piece::BlackPawn,   Piece::BlackKnight,
    Piece::BlackBishop, Piece::BlackRook,   Piece::BlackQueen,  Piece::BlackKing,
    Piece::WhiteRook,   Piece::BlackRook,   Piece::WhitePawn,   Piece::None};

// Gives the pawn on the square to the side that has just moved, and sets the en-passant square. False if the
// pawn can't have made a double step.
bool set_stepped_pawn(PositionSetup& setup, Square square) noexcept {
  const Color owner = ~setup.side_to_move;
  if (relative_rank(owner, square) != 3 || setup.en_passant != Square::None) return false;
  setup.board[square] = make_piece(owner, PieceType::Pawn);
  setup.en_passant = square - forward(owner);
  return true;
}

}  // namespace

bool is_packable(const Position& position) noexcept {
  return position.halfmove_clock() <= kMaxHalfmoveClock && position.fullmove_number() >= 1 &&
         position.fullmove_number() <= kMaxFullmoveNumber;
}

PackedPosition packed(const Position& position) noexcept {
  PackedPosition bytes{};
  const Bitboard occupied = position.occupied();
  store_little_endian(bytes.data(), occupied);
  // The codes in two registers, 16 in each.
  std::array<std::uint64_t, 2> codes{};
  Bitboard rest = occupied;
  for (std::uint64_t& half : codes) {
    for (int shift = 0; shift < 64 && rest; shift += 4)
      half |= std::uint64_t{kPieceCodes[position.piece_on(pop_first(rest))]} << shift;
  }
  const auto change_code = [&](Square square, unsigned code) {
    const auto index = static_cast<unsigned>(count(occupied & (bit(square) - 1)));
    const std::uint64_t usual = kPieceCodes[position.piece_on(square)];
    codes[index / 16] ^= (usual ^ code) << index % 16 * 4;
  };
  for (Bitboard rooks = position.castling_rooks(); rooks;) {
    const Square rook = pop_first(rooks);
    change_code(rook, kCastlingRookCode + static_cast<unsigned>(color_of(position.piece_on(rook))));
  }
  if (const Square stepped = stepped_pawn(position); stepped != Square::None)
    change_code(stepped, kSteppedPawn);
  store_little_endian(bytes.data() + kPiecesAt, codes[0]);
  store_little_endian(bytes.data() + kPiecesAt + 8, codes[1]);
  const int number = std::clamp(position.fullmove_number(), 1, kMaxFullmoveNumber);
  const unsigned side = position.side_to_move() == Color::Black ? kBlackToMoveBit : 0;
  store_little_endian(bytes.data() + kNumberAt,
                      static_cast<std::uint16_t>(static_cast<unsigned>(number) | side));
  bytes[kClockAt] = static_cast<char>(std::min(position.halfmove_clock(), kMaxHalfmoveClock));
  return bytes;
}

Result<Position> unpack_position(std::string_view bytes) {
  PositionSetup setup;
  const auto number = load_little_endian<std::uint16_t>(bytes.data() + kNumberAt);
  if (number & kUnusedNumberBit) return Error{"move number: the unused bit is set"};
  setup.side_to_move = number & kBlackToMoveBit ? Color::Black : Color::White;
  setup.fullmove_number = number & (kUnusedNumberBit - 1);
  setup.halfmove_clock = static_cast<unsigned char>(bytes[kClockAt]);
  Bitboard rest = load_little_endian<std::uint64_t>(bytes.data());
  const int pieces = count(rest);
  if (pieces > kMostPieces) return Error{concat("found ", pieces, " pieces, expected at most 32")};
  // 16 codes at a time in a register.
  std::uint64_t codes = 0;
  for (int index = 0; rest; ++index) {
    if (index % 16 == 0) codes = load_little_endian<std::uint64_t>(bytes.data() + kPiecesAt + index / 2);
    const Square square = pop_first(rest);
    const auto code = static_cast<unsigned>(codes & 0xF);
    codes >>= 4;
    setup.board[square] = kCodePieces[code];
    setup.castling_rooks |= Bitboard{code / 2 == kCastlingRookCode / 2} << index_of(square);
    if (code >= kSteppedPawn && !(code == kSteppedPawn && set_stepped_pawn(setup, square)))
      return Error{concat(to_string(square), ": piece code ", code, " isn't possible there")};
  }
  const std::uint64_t low = load_little_endian<std::uint64_t>(bytes.data() + kPiecesAt);
  const std::uint64_t high = load_little_endian<std::uint64_t>(bytes.data() + kPiecesAt + 8);
  const auto beyond = [](std::uint64_t half, int used) { return used >= 16 ? 0 : half >> (4 * used); };
  if (beyond(low, pieces) != 0 || beyond(high, std::max(pieces - 16, 0)) != 0)
    return Error{"found piece codes for empty squares"};
  return Position::from_setup(setup);
}

PackedSample packed(const Sample& sample) noexcept {
  PackedSample bytes{};
  const PackedPosition position = packed(sample.position);
  std::copy(position.begin(), position.end(), bytes.begin());
  bytes[kOutcomeAt] = static_cast<char>(static_cast<int>(sample.outcome) + 1);
  store_little_endian(bytes.data() + kScoreAt, static_cast<std::uint16_t>(sample.score));
  store_little_endian(bytes.data() + kMoveAt, sample.move.bits());
  store_little_endian(bytes.data() + kPlyAt, sample.ply);
  return bytes;
}

Result<Sample> unpack_sample(std::string_view bytes) {
  const auto position = unpack_position(bytes.substr(0, kPackedPositionBytes));
  if (!position) return position.error();
  const auto outcome = static_cast<unsigned char>(bytes[kOutcomeAt]);
  if (outcome > 3) return Error{concat("outcome: found ", unsigned{outcome}, ", expected 0 to 3")};
  const Move move = Move::from_bits(load_little_endian<std::uint16_t>(bytes.data() + kMoveAt));
  if (move && !position->is_legal(move)) return Error{concat("found an illegal move, bits ", move.bits())};
  return Sample{
      .position = *position,
      .move = move,
      .score = static_cast<std::int16_t>(load_little_endian<std::uint16_t>(bytes.data() + kScoreAt)),
      .ply = load_little_endian<std::uint16_t>(bytes.data() + kPlyAt),
      .outcome = static_cast<Outcome>(static_cast<int>(outcome) - 1)};
}

}  // namespace tabia::data
