#include "data/game_coding.h"

#include "base/text.h"
#include "chess/attacks.h"
#include "data/move_choice.h"
#include "data/packed_position.h"

namespace tabia::data {
namespace {

using base::concat;
using base::Error;
using base::Result;
using namespace chess;

// The first byte of a head.
constexpr unsigned kResultMask = 3;        // a GameResult
constexpr unsigned kLastHasMove = 1 << 2;  // the last ply has a move
constexpr unsigned kUsualStart = 1 << 3;   // no PackedPosition follows
constexpr unsigned kOwnFirstPly = 1 << 4;  // a first ply follows, because it differs from the move number
constexpr unsigned kRatings = 1 << 5;      // the ratings of White and Black follow
constexpr unsigned kUnusedHeadBits = 3 << 6;

constexpr std::size_t kColumnCount = 4;

// The ply implied by the move number and the side to move.
std::uint16_t ply_by_number(const Position& position) noexcept {
  return static_cast<std::uint16_t>(position.game_ply());
}

// The squares that the piece on `from` reaches by its own rules, ignoring pins and checks. Castling is the
// king's move to its rook.
Bitboard targets_of(const Position& position, Square from) noexcept {
  const Color us = position.side_to_move();
  const PieceType type = type_of(position.piece_on(from));
  if (type == PieceType::Pawn) return pawn_targets(position, from);
  if (type == PieceType::King)
    return (king_attacks(from) & ~position.pieces(us)) | position.castling_rooks(us);
  return piece_attacks(type, from, position.occupied()) & ~position.pieces(us);
}

// A move of one of our pieces to a target of targets_of(), not a promotion.
Move plain_move(const Position& position, Square from, Square to) noexcept {
  const Color us = position.side_to_move();
  if (contains(position.pieces(us), to)) return Move(from, to, MoveKind::Castling);
  const bool en_passant = to == position.en_passant() && type_of(position.piece_on(from)) == PieceType::Pawn;
  return Move(from, to, en_passant ? MoveKind::EnPassant : MoveKind::Normal);
}

bool promotes(const Position& position, Square from) noexcept {
  return type_of(position.piece_on(from)) == PieceType::Pawn &&
         relative_rank(position.side_to_move(), from) == 6;
}

constexpr unsigned kPromotionPieces = 4;

}  // namespace

MoveCode code_of(const Position& position, Move move) noexcept {
  const unsigned mover = rank_in(position.pieces(position.side_to_move()), move.from());
  unsigned target = rank_in(targets_of(position, move.from()), move.to());
  if (move.is_promotion()) {
    const auto piece = static_cast<unsigned>(move.promotion()) - static_cast<unsigned>(PieceType::Knight);
    target = target * kPromotionPieces + piece;
  }
  return {static_cast<std::uint8_t>(mover), static_cast<std::uint8_t>(target)};
}

Move move_of(const Position& position, MoveCode code) noexcept {
  const Bitboard own = position.pieces(position.side_to_move());
  if (code.mover >= count(own)) return Move::none();
  const Square from = nth_square(own, code.mover);
  const Bitboard targets = targets_of(position, from);
  const bool promotion = promotes(position, from);
  const unsigned target = promotion ? code.target / kPromotionPieces : code.target;
  if (target >= static_cast<unsigned>(count(targets))) return Move::none();
  const Square to = nth_square(targets, target);
  const auto piece =
      static_cast<PieceType>(static_cast<unsigned>(PieceType::Knight) + code.target % kPromotionPieces);
  const Move move = promotion ? Move::promotion_to(piece, from, to) : plain_move(position, from, to);
  return is_legal_choice(position, move) ? move : Move::none();
}

// --- encoding

void GameEncoder::add_head(const GameRecord& record) {
  const bool usual = record.start == Position();
  const bool own_ply = record.first_ply != ply_by_number(record.start);
  unsigned flags = static_cast<unsigned>(record.result);
  if (record.plies.back().move) flags |= kLastHasMove;
  if (usual) flags |= kUsualStart;
  if (own_ply) flags |= kOwnFirstPly;
  if (record.has_ratings()) flags |= kRatings;
  heads_ += static_cast<char>(flags);
  if (!usual) {
    const PackedPosition start = packed(record.start);
    heads_.append(start.data(), start.size() - 1);
  }
  if (own_ply) append_varint(heads_, record.first_ply);
  if (record.has_ratings())
    for (const std::uint16_t rating : record.ratings) append_varint(heads_, rating);
  append_varint(heads_, static_cast<std::uint32_t>(record.plies.size()));
}

void GameEncoder::add(const GameRecord& record) {
  add_head(record);
  Position position = record.start;
  int previous = 0;
  for (std::size_t i = 0; i < record.plies.size(); ++i) {
    const GamePly& ply = record.plies[i];
    append_varint(scores_, zigzag(ply.score - expected_score(previous)));
    previous = ply.score;
    if (!ply.move) break;
    const MoveCode code = code_of(position, ply.move);
    movers_ += static_cast<char>(code.mover);
    targets_ += static_cast<char>(code.target);
    if (i + 1 < record.plies.size()) position.make(ply.move);
  }
  ++games_;
  positions_ += static_cast<std::uint32_t>(record.plies.size());
}

std::size_t GameEncoder::size() const noexcept {
  return kColumnCount * 4 + heads_.size() + movers_.size() + targets_.size() + scores_.size();
}

std::string GameEncoder::content() const {
  std::string content;
  content.reserve(size());
  for (const std::string* column : {&heads_, &movers_, &targets_, &scores_})
    append_little_endian(content, static_cast<std::uint32_t>(column->size()));
  for (const std::string* column : {&heads_, &movers_, &targets_, &scores_}) content += *column;
  return content;
}

void GameEncoder::clear() noexcept {
  for (std::string* column : {&heads_, &movers_, &targets_, &scores_}) column->clear();
  games_ = 0;
  positions_ = 0;
}

// --- decoding

Result<GameDecoder> GameDecoder::open(std::string_view content) {
  if (content.size() < kColumnCount * 4)
    return Error{"the block of games is shorter than its table of columns"};
  GameDecoder decoder;
  const char* table = content.data();
  ByteCursor rest(content.substr(kColumnCount * 4));
  for (ByteCursor* column : {&decoder.heads_, &decoder.movers_, &decoder.targets_, &decoder.scores_}) {
    const auto size = load_little_endian<std::uint32_t>(table);
    table += 4;
    if (size > rest.left()) return Error{"a column of the block of games is longer than the block"};
    *column = ByteCursor(rest.take(size));
  }
  if (rest.left() != 0)
    return Error{concat("found ", rest.left(), " bytes after the columns, expected none")};
  return decoder;
}

Error GameDecoder::bad_ply(std::string_view what, std::uint32_t ply) const {
  return Error{concat("game ", games_, ", ply ", ply, ": the code of the ", what, " is damaged")};
}

Result<bool> GameDecoder::next_head() {
  if (heads_.left() == 0) {
    if (movers_.left() == 0 && targets_.left() == 0 && scores_.left() == 0) return false;
    const auto fault = Error{"found moves or scores after the last game"};
    movers_ = targets_ = scores_ = ByteCursor();
    return fault;
  }
  ++games_;
  const auto bad = [&](std::string_view what) { return Error{concat("game ", games_, ": ", what)}; };
  const unsigned flags = heads_.take_byte();
  if (flags & kUnusedHeadBits) return bad("unused bits are set");
  head_.result = static_cast<GameResult>(flags & kResultMask);
  head_.last_has_move = (flags & kLastHasMove) != 0;
  if (flags & kUsualStart) {
    start_ = usual_start_;
  } else {
    if (heads_.left() < kPackedPositionBytes - 1) return bad("the start is cut off");
    auto start = unpack_position(heads_.take(kPackedPositionBytes - 1));
    if (!start) return start.error().inside(concat("game ", games_, ", start"));
    start_ = *start;
  }
  head_.first_ply = ply_by_number(start_);
  if (flags & kOwnFirstPly) {
    const auto ply = heads_.take_varint();
    if (!ply || *ply > 0xFFFF) return bad("the first ply is damaged");
    head_.first_ply = static_cast<std::uint16_t>(*ply);
  }
  head_.ratings = {};
  if (flags & kRatings) {
    for (std::uint16_t& rating : head_.ratings) {
      const auto number = heads_.take_varint();
      if (!number || *number > 0xFFFF) return bad("a rating is damaged");
      rating = static_cast<std::uint16_t>(*number);
    }
  }
  const auto plies = heads_.take_varint();
  if (!plies || *plies == 0 || *plies > kMostPlies) return bad("the number of plies is damaged");
  head_.plies = *plies;
  return true;
}

Result<bool> GameDecoder::next(GameRecord& record, SampleVisitor* visitor) {
  record.plies.clear();
  bool first = true;
  const auto more = next_samples([&](const Sample& sample) {
    if (first) {
      record.start = sample.position;
      record.first_ply = sample.ply;
      first = false;
    }
    record.plies.push_back({.move = sample.move, .score = sample.score});
    if (visitor) visitor->visit(sample);
  });
  record.result = head_.result;
  record.ratings = head_.ratings;
  return more;
}

}  // namespace tabia::data
