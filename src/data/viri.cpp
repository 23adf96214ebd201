#include "data/viri.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "data/conversion.h"
#include "data/packed_board.h"

namespace tabia::data {
namespace {

using base::concat;
using base::Error;
using base::Result;
using chess::Color;
using chess::GameResult;
using chess::Move;
using chess::MoveKind;
using chess::PieceType;
using chess::Position;
using chess::PositionSetup;
using chess::Square;

// Little-endian, squares and score as White sees them:
//   0  u64     occupied squares
//   8  u8[16]  the pieces on them: bits 0-2 the type, 6 a rook that may castle; bit 3 set for Black
//  24  u8      bit 7: Black to move; bits 0-6: the en-passant square, 64 for none
//  25  u8      half-move clock
//  26  u16     move number
//  28  i16     score
//  30  u8      result: 0 Black wins, 1 draw, 2 White wins
//  31  u8      free
constexpr std::size_t kViriBoardBytes = 32;
using ViriBoard = std::array<std::uint8_t, kViriBoardBytes>;
constexpr unsigned kViriCastlingRook = 6;
constexpr std::uint8_t kViriBlackToMove = 128;
constexpr std::uint8_t kNoEnPassant = 64;

constexpr std::array kResults = {GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins};

Result<GameRecord> start_of(const ViriBoard& bytes) {
  const auto occupied = little_endian<chess::Bitboard>(bytes.data());
  if (chess::count(occupied) > kMostPacked) {
    return Error{concat("found ", chess::count(occupied), " pieces, expected at most ", kMostPacked)};
  }
  PositionSetup setup;
  bool known = true;
  for_each_packed(occupied, bytes.data() + 8, [&](Square square, unsigned code) {
    const unsigned kind = code & 7;
    known &= kind <= kViriCastlingRook;
    if (kind > kViriCastlingRook) return;
    if (kind == kViriCastlingRook) setup.castling_rooks |= chess::bit(square);
    const auto type = kind == kViriCastlingRook ? PieceType::Rook : static_cast<PieceType>(kind);
    setup.board[square] = chess::make_piece(static_cast<Color>(code >> 3), type);
  });
  if (!known) return Error{"found an unknown kind of piece"};
  setup.side_to_move = bytes[24] & kViriBlackToMove ? Color::Black : Color::White;
  const int en_passant = bytes[24] & ~kViriBlackToMove;
  if (en_passant > kNoEnPassant)
    return Error{concat("the en-passant square ", en_passant, ", expected 0 to 64")};
  if (en_passant < kNoEnPassant) setup.en_passant = chess::square_at(en_passant);
  setup.halfmove_clock = bytes[25];
  setup.fullmove_number = std::max<int>(little_endian<std::uint16_t>(bytes.data() + 26), 1);
  const auto position = Position::from_setup(setup);
  if (!position) return position.error();
  if (bytes[30] >= kResults.size())
    return Error{concat("the result ", int{bytes[30]}, ", expected 0, 1 or 2")};
  GameRecord record;
  record.start = *position;
  record.first_ply = ply_of(*position);
  record.result = kResults[bytes[30]];
  return record;
}

// Requires a known result.
ViriBoard board_of(const Position& position, std::int16_t white_score, GameResult result) {
  ViriBoard bytes{};
  put_little_endian(bytes.data(), position.occupied());
  pack(position.occupied(), bytes.data() + 8, [&](Square square) {
    const chess::Piece piece = position.piece_on(square);
    const unsigned kind = chess::contains(position.castling_rooks(), square)
                              ? kViriCastlingRook
                              : static_cast<unsigned>(chess::type_of(piece));
    return kind | (chess::color_of(piece) == Color::White ? 0u : 8u);
  });
  const int en_passant =
      position.en_passant() == Square::None ? kNoEnPassant : chess::index_of(position.en_passant());
  bytes[24] = static_cast<std::uint8_t>(en_passant |
                                        (position.side_to_move() == Color::Black ? kViriBlackToMove : 0));
  bytes[25] = static_cast<std::uint8_t>(std::min(position.halfmove_clock(), 255));
  put_little_endian(bytes.data() + 26, static_cast<std::uint16_t>(position.fullmove_number()));
  put_little_endian(bytes.data() + 28, static_cast<std::uint16_t>(white_score));
  bytes[30] =
      static_cast<std::uint8_t>(std::find(kResults.begin(), kResults.end(), result) - kResults.begin());
  return bytes;
}

// A move has the same bits as ours (chess/move.h) except for the order of the kinds.
constexpr std::array kViriKinds = {MoveKind::Normal, MoveKind::EnPassant, MoveKind::Castling,
                                   MoveKind::Promotion};
constexpr unsigned kKindShift = 14;
constexpr unsigned kBelowKind = (1u << kKindShift) - 1;

Move move_of_viri(std::uint16_t code) {
  return Move::from_bits(static_cast<std::uint16_t>(
      (code & kBelowKind) | static_cast<unsigned>(kViriKinds[code >> kKindShift]) << kKindShift));
}
std::uint16_t viri_of_move(Move move) {
  const auto kind = static_cast<unsigned>(std::find(kViriKinds.begin(), kViriKinds.end(), move.kind()) -
                                          kViriKinds.begin());
  return static_cast<std::uint16_t>((move.bits() & kBelowKind) | kind << kKindShift);
}

}  // namespace

struct ViriReader::Pair {
  std::uint16_t move = 0;
  std::uint16_t score = 0;
  [[nodiscard]] bool ends_game() const noexcept { return move == 0 && score == 0; }
};

ViriReader::ViriReader(std::unique_ptr<Input> input, const ReadOptions& options)
    : ForeignReader(std::move(input), options, {.unit = "unknown", .units_per_pawn = 0}) {}

bool ViriReader::read_pair(Pair& pair) {
  std::array<std::uint8_t, 4> bytes{};
  if (input().read(reinterpret_cast<char*>(bytes.data()), bytes.size()) < bytes.size()) return false;
  pair = {little_endian<std::uint16_t>(bytes.data()), little_endian<std::uint16_t>(bytes.data() + 2)};
  return true;
}

void ViriReader::pass_over_game() {
  for (Pair pair; read_pair(pair) && !pair.ends_game();) {
  }
}

Result<bool> ViriReader::next(GameRecord& record) {
  for (;;) {
    ViriBoard bytes{};
    const std::size_t taken = input().read(reinterpret_cast<char*>(bytes.data()), bytes.size());
    if (taken == 0) return end_of_input();
    const std::uint64_t number = game_++;
    if (taken < bytes.size()) {
      return error_at("game", number, concat("found ", taken, " bytes at the end, expected ", bytes.size()));
    }
    auto start = start_of(bytes);
    if (!start) {
      pass_over_game();
      return error_at("game", number, start.error().message);
    }
    record = std::move(*start);
    Position position = record.start;
    for (Pair pair;;) {
      if (!read_pair(pair)) return error_at("game", number, "the input ends in the middle of the game");
      if (pair.ends_game()) break;
      const Move move = move_of_viri(pair.move);
      if (!position.is_legal(move) || record.plies.size() >= kLongestGame) {
        const std::size_t ply = record.plies.size();
        pass_over_game();
        return error_at("game", number,
                        ply >= kLongestGame ? concat("found more than ", kLongestGame, " moves")
                                            : concat("ply ", ply, ": the move ", chess::to_uci(move),
                                                     ", expected a legal one in ", chess::to_fen(position)));
      }
      const std::int16_t white_score = score_of_number(static_cast<std::int16_t>(pair.score));
      record.plies.push_back({.move = move, .score = turned_for(position.side_to_move(), white_score)});
      position.make(move);
    }
    if (!record.plies.empty()) return true;
  }
}

ViriWriter::ViriWriter(std::unique_ptr<Sink> sink, const WriteOptions& options)
    : ForeignWriter(std::move(sink), options) {}

Result<void> ViriWriter::write_record(const GameRecord& record) {
  const GameResult result = known_result(record);
  if (result == GameResult::Unknown || record.plies.empty()) return {};
  if (!record.plies.back().move) lose("positions without a move left out");
  if (!record.plies.front().move) return {};
  if (record.first_ply != ply_of(record.start)) lose("games whose first ply differs from the move number");
  const std::int16_t first_score = turned_for(record.start.side_to_move(), record.plies.front().score);
  std::string text(text_of(board_of(record.start, first_score, result)));
  Color side = record.start.side_to_move();
  for (const GamePly& ply : record.plies) {
    if (!ply.move) break;
    std::array<std::uint8_t, 4> pair{};
    put_little_endian(pair.data(), viri_of_move(ply.move));
    put_little_endian(pair.data() + 2, static_cast<std::uint16_t>(turned_for(side, ply.score)));
    text += text_of(pair);
    side = ~side;
  }
  text.append(4, '\0');
  return sink().write(text);
}

}  // namespace tabia::data
