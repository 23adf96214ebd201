#include "data/bullet.h"

#include <array>
#include <optional>

#include "base/text.h"
#include "chess/fen.h"
#include "data/conversion.h"
#include "data/packed_board.h"

namespace tabia::data {
namespace {

using base::concat;
using base::Error;
using base::Result;
using chess::Color;
using chess::PieceType;
using chess::Position;
using chess::PositionSetup;
using chess::Square;

// Little-endian, squares as the side to move sees them:
//   0  u64     occupied squares
//   8  u8[16]  the pieces on them: bits 0-2 the type, bit 3 set for the opponent
//  24  i16     score
//  26  u8      result: 0 loss, 1 draw, 2 win
//  27  u8      square of the own king
//  28  u8      square of the opponent's king, as the opponent sees it
//  29  u8[3]   0
constexpr std::size_t kBulletBoardBytes = 32;
using BulletBoard = std::array<std::uint8_t, kBulletBoardBytes>;

Result<Sample> sample_of(const BulletBoard& bytes) {
  const auto occupied = little_endian<chess::Bitboard>(bytes.data());
  if (chess::count(occupied) > kMostPacked) {
    return Error{concat("found ", chess::count(occupied), " pieces, expected at most ", kMostPacked)};
  }
  PositionSetup setup;
  bool known = true;
  for_each_packed(occupied, bytes.data() + 8, [&](Square square, unsigned code) {
    const auto type = static_cast<PieceType>(code & 7);
    known &= type <= PieceType::King;
    setup.board[square] =
        type <= PieceType::King ? chess::make_piece(static_cast<Color>(code >> 3), type) : chess::Piece::None;
  });
  if (!known) return Error{"found an unknown kind of piece"};
  const auto position = Position::from_setup(setup);
  if (!position) return position.error();
  const int own_king = chess::index_of(position->king_square(Color::White));
  const int their_king = chess::index_of(position->king_square(Color::Black)) ^ 56;
  if (bytes[27] != own_king || bytes[28] != their_king) {
    return Error{concat("the record says that the kings are on ", int{bytes[27]}, " and ", int{bytes[28]},
                        ", expected ", own_king, " and ", their_king, " from the board")};
  }
  if (bytes[26] > 2) return Error{concat("the result ", int{bytes[26]}, ", expected 0, 1 or 2")};
  return Sample{
      .position = *position,
      .move = {},
      .score = score_of_number(static_cast<std::int16_t>(little_endian<std::uint16_t>(bytes.data() + 24))),
      .ply = 0,
      .outcome = static_cast<Outcome>(int{bytes[26]} - 1)};
}

// Requires a known outcome.
BulletBoard board_of(const Sample& sample) {
  BulletBoard bytes{};
  const Position& position = sample.position;
  const Color us = position.side_to_move();
  const int flip = us == Color::White ? 0 : 56;
  chess::Bitboard occupied = 0;
  for (chess::Bitboard rest = position.occupied(); rest;) {
    occupied |= chess::bit(chess::square_at(chess::index_of(chess::pop_first(rest)) ^ flip));
  }
  put_little_endian(bytes.data(), occupied);
  pack(occupied, bytes.data() + 8, [&](Square square) {
    const chess::Piece piece = position.piece_on(chess::square_at(chess::index_of(square) ^ flip));
    return static_cast<unsigned>(chess::type_of(piece)) | (chess::color_of(piece) == us ? 0u : 8u);
  });
  put_little_endian(bytes.data() + 24, static_cast<std::uint16_t>(sample.score));
  bytes[26] = static_cast<std::uint8_t>(static_cast<int>(sample.outcome) + 1);
  bytes[27] = static_cast<std::uint8_t>(chess::index_of(position.king_square(us)) ^ flip);
  bytes[28] = static_cast<std::uint8_t>(chess::index_of(position.king_square(~us)) ^ flip ^ 56);
  return bytes;
}

constexpr std::string_view kWithoutScore = "positions without a score left out";

}  // namespace

BulletReader::BulletReader(std::unique_ptr<Input> input, const ReadOptions& options)
    : ForeignReader(std::move(input), options, centipawns()) {}

Result<bool> BulletReader::next(GameRecord& record) {
  BulletBoard bytes{};
  const std::size_t taken = input().read(reinterpret_cast<char*>(bytes.data()), bytes.size());
  if (taken == 0) return end_of_input();
  const std::uint64_t number = number_++;
  if (taken < bytes.size()) {
    return error_at("record", number, concat("found ", taken, " bytes at the end, expected ", bytes.size()));
  }
  const auto sample = sample_of(bytes);
  if (!sample) return error_at("record", number, sample.error().message);
  record = record_of(*sample);
  return true;
}

BulletWriter::BulletWriter(std::unique_ptr<Sink> sink, const WriteOptions& options)
    : ForeignWriter(std::move(sink), options) {}

Result<void> BulletWriter::write_record(const GameRecord& record) {
  const chess::GameResult result = known_result(record);
  if (result == chess::GameResult::Unknown) return {};
  std::string text;
  for_each_sample(record, [&](const Sample& given) {
    if (!given.has_score()) return lose(kWithoutScore);
    if (given.move) lose("moves");
    if (given.position.castling_rooks()) lose("castling rights of a position");
    if (given.position.en_passant() != Square::None) lose("en-passant squares");
    if (given.position.side_to_move() == Color::Black) lose("positions turned to White to move");
    Sample sample = given;
    sample.outcome = outcome_for(sample.position.side_to_move(), result);
    text += text_of(board_of(sample));
  });
  return sink().write(text);
}

BulletTextReader::BulletTextReader(std::unique_ptr<Input> input, const ReadOptions& options)
    : LineRecords(std::move(input), options, centipawns()) {}

Result<bool> BulletTextReader::next(GameRecord& record) {
  const auto found = next_line();
  if (!found || !*found) return found;
  const auto parts = base::split(line(), '|');
  if (parts.size() != 3)
    return line_error(concat("found ", parts.size(), " parts, expected FEN | score | result"));
  const auto position = parse_data_fen(parts[0]);
  if (!position) return line_error(position.error().message);
  const auto score = parse_number(base::trimmed(parts[1]));
  if (!score)
    return line_error(concat("the score ", base::quoted(base::trimmed(parts[1])), ", expected a number"));
  const Color side = position->side_to_move();
  const auto outcome = parse_outcome(parts[2], side, ScoreView::White, ResultNumbers::ZeroToOne);
  if (!outcome) return line_error(outcome.error().message);
  const bool beyond = *score < -base::kMate || *score > base::kMate;
  const std::int16_t white_score =
      beyond ? static_cast<std::int16_t>(base::kNoScore) : score_of_number(std::lround(*score));
  record = record_of({.position = *position,
                      .move = {},
                      .score = turned_for(side, white_score),
                      .ply = ply_of(*position),
                      .outcome = *outcome});
  return true;
}

BulletTextWriter::BulletTextWriter(std::unique_ptr<Sink> sink, const WriteOptions& options)
    : ForeignWriter(std::move(sink), options) {}

Result<void> BulletTextWriter::write_record(const GameRecord& record) {
  const chess::GameResult result = known_result(record);
  if (result == chess::GameResult::Unknown) return {};
  const std::string_view number = result == chess::GameResult::WhiteWins ? "1.0"
                                  : result == chess::GameResult::Draw    ? "0.5"
                                                                         : "0.0";
  std::string text;
  for_each_sample(record, [&](const Sample& sample) {
    if (!sample.has_score()) return lose(kWithoutScore);
    if (sample.move) lose("moves");
    if (sample.ply != ply_of(sample.position)) lose("plies that differ from the move number");
    text += concat(chess::to_fen(sample.position), " | ",
                   turned_for(sample.position.side_to_move(), sample.score), " | ", number, "\n");
  });
  return sink().write(text);
}

}  // namespace tabia::data
