#include "data/binpack.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "data/packed_board.h"

namespace tabia::data {
namespace {

using base::concat;
using base::Error;
using base::Result;
using chess::Bitboard;
using chess::Color;
using chess::GameResult;
using chess::Move;
using chess::MoveKind;
using chess::Piece;
using chess::PieceType;
using chess::Position;
using chess::PositionSetup;
using chess::Square;

constexpr std::string_view kMagic = "BINP";
constexpr std::size_t kChunkHeadBytes = 8;
constexpr Bitboard kWhiteCorners = chess::bit(Square::A1) | chess::bit(Square::H1);
constexpr Bitboard kBlackCorners = chess::bit(Square::A8) | chess::bit(Square::H8);
constexpr unsigned kPlyBits = 14;
constexpr unsigned kMostPly = (1u << kPlyBits) - 1;

// What the four bits of the stem say about a square, beyond 2 * type + color.
constexpr unsigned kPassedPawn = 12;     // has just made a double step and can be captured en passant
constexpr unsigned kWhiteCastling = 13;  // a white rook that may castle
constexpr unsigned kBlackCastling = 14;
constexpr unsigned kBlackToMove = 15;  // the black king, and it is Black's turn

constexpr Piece plain_piece(unsigned code) {
  return chess::make_piece(static_cast<Color>(code & 1), static_cast<PieceType>(code >> 1));
}
constexpr unsigned plain_code(Piece piece) {
  return 2 * static_cast<unsigned>(chess::type_of(piece)) + static_cast<unsigned>(chess::color_of(piece));
}

// Puts the piece of this code on the square; false if it can't be there.
bool place(PositionSetup& setup, Square square, unsigned code) {
  const int rank = chess::rank_of(square);
  switch (code) {
    case kPassedPawn:
      if (rank != 3 && rank != 4) return false;
      setup.board[square] = rank == 3 ? Piece::WhitePawn : Piece::BlackPawn;
      setup.en_passant = rank == 3 ? square - 8 : square + 8;
      return true;
    case kWhiteCastling:
      setup.board[square] = Piece::WhiteRook;
      setup.castling_rooks |= chess::bit(square);
      return chess::contains(kWhiteCorners, square);
    case kBlackCastling:
      setup.board[square] = Piece::BlackRook;
      setup.castling_rooks |= chess::bit(square);
      return chess::contains(kBlackCorners, square);
    case kBlackToMove:
      setup.board[square] = Piece::BlackKing;
      setup.side_to_move = Color::Black;
      return true;
    default:
      setup.board[square] = plain_piece(code);
      return true;
  }
}

// The format knows castling only from the usual squares of king and rook.
bool has_usual_castling(const Position& position) {
  const Bitboard white = position.castling_rooks(Color::White);
  const Bitboard black = position.castling_rooks(Color::Black);
  return (position.castling_rooks() & ~(kWhiteCorners | kBlackCorners)) == 0 &&
         (!white || position.king_square(Color::White) == Square::E1) &&
         (!black || position.king_square(Color::Black) == Square::E8);
}

constexpr std::array kKinds = {MoveKind::Normal, MoveKind::Promotion, MoveKind::Castling,
                               MoveKind::EnPassant};

Move move_of_code(std::uint16_t code) {
  if (code == 0) return Move::none();
  const MoveKind kind = kKinds[code >> 14];
  const Square from = chess::square_at(code >> 8 & 63);
  const Square to = chess::square_at(code >> 2 & 63);
  if (kind != MoveKind::Promotion) return {from, to, kind};
  return Move::promotion_to(static_cast<PieceType>((code & 3) + static_cast<int>(PieceType::Knight)), from,
                            to);
}

std::uint16_t code_of_move(Move move) {
  if (!move) return 0;
  const auto kind = std::find(kKinds.begin(), kKinds.end(), move.kind()) - kKinds.begin();
  const int promotion =
      move.is_promotion() ? static_cast<int>(move.promotion()) - static_cast<int>(PieceType::Knight) : 0;
  return static_cast<std::uint16_t>(kind << 14 | chess::index_of(move.from()) << 8 |
                                    chess::index_of(move.to()) << 2 | promotion);
}

// Win 2, draw 0, loss 1; 3 is unused.
Outcome outcome_of_code(unsigned code) {
  constexpr std::array kOutcomes = {Outcome::Draw, Outcome::Loss, Outcome::Win, Outcome::Unknown};
  return kOutcomes[code];
}
unsigned code_of_outcome(Outcome outcome) {
  return outcome == Outcome::Win ? 2 : outcome == Outcome::Loss ? 1 : 0;
}

// A quick check whether bytes may be a stem. It rejects almost everything else, so scanning a damaged chunk
// is fast.
bool may_be_stem(const std::uint8_t* bytes) {
  const auto occupied = big_endian<Bitboard>(bytes);
  const int pieces = chess::count(occupied);
  if (pieces < 2 || pieces > kMostPacked) return false;
  for (int k = pieces; k < kMostPacked; ++k) {
    if (nibble_at(bytes + 8, k) != 0) return false;
  }
  int white_kings = 0;
  int black_kings = 0;
  for_each_packed(occupied, bytes + 8, [&](Square, unsigned code) {
    white_kings += code == 10;
    black_kings += code == 11 || code == kBlackToMove;
  });
  return white_kings == 1 && black_kings == 1;
}

bool same_for_the_rules(const Position& one, const Position& other) {
  if (one.key() != other.key() || one.halfmove_clock() != other.halfmove_clock()) return false;
  for (const PieceType type : chess::kPieceTypes) {
    if (one.pieces(type) != other.pieces(type)) return false;
  }
  return one.pieces(Color::White) == other.pieces(Color::White) && one.en_passant() == other.en_passant() &&
         one.castling_rooks() == other.castling_rooks() && one.side_to_move() == other.side_to_move();
}

// --- the inverse of what binpack.h reads

unsigned place_in(Bitboard set, Square square) {
  return static_cast<unsigned>(chess::count(set & (chess::bit(square) - 1)));
}

void write_move(const Position& position, Move move, BitWriter& bits) {
  const Color us = position.side_to_move();
  const Bitboard own = position.pieces(us);
  const auto write_choice = [&](unsigned choice, unsigned count) {
    bits.write(choice, bits_to_choose(count));
  };
  const auto size_of = [](Bitboard set) { return static_cast<unsigned>(chess::count(set)); };
  const PieceType type = chess::type_of(position.piece_on(move.from()));
  write_choice(place_in(own, move.from()), size_of(own));
  if (type == PieceType::Pawn) {
    const Bitboard targets = pawn_targets(position, move.from());
    const unsigned choice = place_in(targets, move.to());
    if (!move.is_promotion()) return write_choice(choice, size_of(targets));
    const unsigned piece = static_cast<unsigned>(move.promotion()) - static_cast<unsigned>(PieceType::Knight);
    return write_choice(4 * choice + piece, 4 * size_of(targets));
  }
  const Bitboard targets = chess::attacks_of(type, move.from(), position.occupied()) & ~own;
  if (type != PieceType::King) return write_choice(place_in(targets, move.to()), size_of(targets));
  const Bitboard rooks = position.castling_rooks(us);
  const unsigned choice =
      move.is_castling() ? size_of(targets) + place_in(rooks, move.to()) : place_in(targets, move.to());
  write_choice(choice, size_of(targets) + size_of(rooks));
}

void write_score_change(std::uint16_t change, BitWriter& bits) {
  unsigned code = zigzag(static_cast<std::int16_t>(change));
  for (;;) {
    const unsigned more = code >> 4 ? 16 : 0;
    bits.write(more | (code & 15), 5);
    code >>= 4;
    if (!more) return;
  }
}

std::array<std::uint8_t, kStemBytes> stem_of(const Sample& sample, GameResult result) {
  std::array<std::uint8_t, kStemBytes> bytes{};
  const Position& position = sample.position;
  const Square passed = position.en_passant() == Square::None
                            ? Square::None
                            : position.en_passant() - chess::forward(position.side_to_move());
  put_big_endian(bytes.data(), position.occupied());
  pack(position.occupied(), bytes.data() + 8, [&](Square square) -> unsigned {
    const Piece piece = position.piece_on(square);
    if (square == passed) return kPassedPawn;
    if (chess::contains(position.castling_rooks(), square)) {
      return chess::color_of(piece) == Color::White ? kWhiteCastling : kBlackCastling;
    }
    if (piece == Piece::BlackKing && position.side_to_move() == Color::Black) return kBlackToMove;
    return plain_code(piece);
  });
  put_big_endian(bytes.data() + 24, code_of_move(sample.move));
  put_big_endian(bytes.data() + 26, zigzag(sample.score));
  const unsigned ply = std::min<unsigned>(sample.ply, kMostPly);
  put_big_endian(bytes.data() + 28,
                 static_cast<std::uint16_t>(
                     ply | code_of_outcome(outcome_for(position.side_to_move(), result)) << kPlyBits));
  put_big_endian(bytes.data() + 30, static_cast<std::uint16_t>(position.halfmove_clock()));
  return bytes;
}

}  // namespace

Result<BinpackStem> read_stem(std::span<const std::uint8_t, kChainHeadBytes> bytes) {
  const auto occupied = big_endian<Bitboard>(bytes.data());
  if (chess::count(occupied) > kMostPacked) {
    return Error{concat("found ", chess::count(occupied), " pieces, expected at most ", kMostPacked)};
  }
  PositionSetup setup;
  Square misplaced = Square::None;
  for_each_packed(occupied, bytes.data() + 8, [&](Square square, unsigned code) {
    if (!place(setup, square, code)) misplaced = square;
  });
  if (misplaced != Square::None) {
    return Error{
        concat("found a castling rook or a pawn after a double step on ", chess::to_string(misplaced))};
  }
  const auto ply_and_outcome = big_endian<std::uint16_t>(bytes.data() + 28);
  const auto ply = static_cast<std::uint16_t>(ply_and_outcome & kMostPly);
  setup.halfmove_clock = big_endian<std::uint16_t>(bytes.data() + 30);
  setup.fullmove_number = fullmove_of(ply);
  if (const auto fault = chess::fault_in(setup)) return Error{fault->message};
  const std::uint16_t raw_score = unzigzag(big_endian<std::uint16_t>(bytes.data() + 26));
  const BinpackStem stem{
      .position = Position::from_valid_setup(setup),
      .move = move_of_code(big_endian<std::uint16_t>(bytes.data() + 24)),
      .score = score_of_number(static_cast<std::int16_t>(raw_score)),
      .raw_score = raw_score,
      .ply = ply,
      .result = result_of(setup.side_to_move, outcome_of_code(ply_and_outcome >> kPlyBits)),
      .further = big_endian<std::uint16_t>(bytes.data() + kStemBytes)};
  if (stem.move ? !stem.position.is_legal(stem.move) : stem.further > 0) {
    return Error{concat("found the move ", chess::to_uci(stem.move), ", expected a legal one in ",
                        chess::to_fen(stem.position))};
  }
  return stem;
}

std::string_view describe(BinpackFault fault) noexcept {
  switch (fault) {
    case BinpackFault::None:
      break;
    case BinpackFault::NoSuchMove:
      return "the bits choose a move that isn't there";
    case BinpackFault::IllegalMove:
      return "the bits choose an illegal move";
    case BinpackFault::NoScore:
      return "the score has more than 16 bits";
    case BinpackFault::Overrun:
      return "the chunk ends in the middle of the chain";
  }
  return "nothing is wrong";
}

Error binpack_error(BinpackFault fault, std::size_t entry, std::size_t further, const Sample& sample) {
  std::string text = concat("position ", entry, " of ", further, " after the first: ", describe(fault));
  if (fault == BinpackFault::IllegalMove) {
    text += concat(": ", chess::to_uci(sample.move), " in ", chess::to_fen(sample.position));
  }
  return Error{std::move(text)};
}

// --- reading

BinpackReader::BinpackReader(std::unique_ptr<Input> input, const ReadOptions& options)
    : ForeignReader(std::move(input), options, {.unit = "stockfish-internal", .units_per_pawn = 0}) {}

namespace {

void begin_record(const BinpackStem& stem, GameRecord& record) {
  record.start = stem.position;
  record.first_ply = stem.ply;
  record.result = stem.result;
  record.plies.clear();
  record.plies.reserve(std::size_t{stem.further} + 1);
}

}  // namespace

Result<bool> BinpackReader::next(GameRecord& record) {
  return next_chain(
      [&](const BinpackStem& stem) { begin_record(stem, record); },
      [&](const Sample& sample) { record.plies.push_back({.move = sample.move, .score = sample.score}); });
}

Result<bool> BinpackReader::next_visited(GameRecord& record, SampleVisitor& visitor) {
  return next_chain([&](const BinpackStem& stem) { begin_record(stem, record); },
                    [&](const Sample& sample) {
                      record.plies.push_back({.move = sample.move, .score = sample.score});
                      visitor.visit(sample);
                    });
}

Result<bool> BinpackReader::load_chunk() {
  if (pending_) return *std::exchange(pending_, std::nullopt);
  const std::uint64_t start = position_ - head_size_;
  const std::size_t taken = input().read(head_.data() + head_size_, kChunkHeadBytes - head_size_);
  position_ += taken;
  head_size_ += taken;
  if (head_size_ == 0) return end_of_input();
  if (head_size_ < kChunkHeadBytes) {
    pending_ = input().fault();
    const std::size_t found = std::exchange(head_size_, 0);
    return error_at("byte", start,
                    concat("found ", found, " bytes at the end, expected the head of a chunk"));
  }
  if (std::string_view(head_.data(), kMagic.size()) != kMagic) {
    return find_chunk(start, concat("found ", base::quoted(std::string_view(head_.data(), kMagic.size())),
                                    ", expected a chunk that begins with \"BINP\""));
  }
  std::array<std::uint8_t, 4> size_bytes{};
  std::copy(head_.begin() + 4, head_.end(), size_bytes.begin());
  const auto size = little_endian<std::uint32_t>(size_bytes.data());
  if (size > kLargestChunk) {
    return find_chunk(start, concat("found a chunk of ", size, " bytes, expected at most ", kLargestChunk));
  }
  head_size_ = 0;
  chunk_start_ = position_;
  at_ = 0;
  // In portions: a damaged head may announce more bytes than there are.
  chunk_.clear();
  constexpr std::size_t kPortion = std::size_t{1} << 20;
  while (chunk_.size() < size) {
    const std::size_t before = chunk_.size();
    chunk_.resize(std::min<std::size_t>(size, before + kPortion));
    const std::size_t portion =
        input().read(reinterpret_cast<char*>(chunk_.data() + before), chunk_.size() - before);
    chunk_.resize(before + portion);
    position_ += portion;
    if (portion == 0) {
      pending_ = error_at("byte", position_,
                          concat("the chunk ends after ", chunk_.size(), " bytes, expected ", size));
      break;
    }
  }
  return true;
}

Error BinpackReader::find_chunk(std::uint64_t from, std::string_view reason) {
  const auto drop_first = [&] {
    std::copy(head_.begin() + 1, head_.begin() + static_cast<std::ptrdiff_t>(head_size_), head_.begin());
    --head_size_;
  };
  drop_first();  // this wasn't a head after all
  while (!std::string_view(head_.data(), head_size_).starts_with(kMagic)) {
    if (head_size_ >= kMagic.size()) {
      drop_first();
    } else if (input().read(head_.data() + head_size_, 1) == 1) {
      ++position_;
      ++head_size_;
    } else {
      head_size_ = 0;
      break;
    }
  }
  return error_at("byte", from, concat(reason, "; skipped ", position_ - head_size_ - from, " bytes"));
}

Error BinpackReader::pass_over(const Error& error) {
  const std::size_t damaged = at_;
  for (++at_; at_ < chunk_.size(); ++at_) {
    if (chunk_.size() - at_ < kChainHeadBytes) {
      at_ = chunk_.size();
      break;
    }
    if (may_be_stem(chunk_.data() + at_) && read_stem(rest().first<kChainHeadBytes>())) break;
  }
  return error_at("byte", chunk_start_ + damaged,
                  concat("chain: ", error.message, "; skipped ", at_ - damaged, " bytes"));
}

// --- writing

BinpackWriter::BinpackWriter(std::unique_ptr<Sink> sink, const WriteOptions& options)
    : ForeignWriter(std::move(sink), options) {}

bool BinpackWriter::follows(const Sample& sample, GameResult result) const noexcept {
  return open_ && last_.move && result == result_ && sample.ply == last_.ply + 1 &&
         same_for_the_rules(last_.position, sample.position);
}

void BinpackWriter::append(const Sample& sample) {
  write_move(sample.position, sample.move, movetext_);
  write_score_change(static_cast<std::uint16_t>(sample.score + last_score_), movetext_);
  last_score_ = sample.score;
  ++further_;
}

Result<void> BinpackWriter::begin_chain(const Sample& sample, GameResult result) {
  close_chain();
  if (chunk_.size() >= kChunkBytes) {
    if (auto closed = close_chunk(); !closed) return closed;
  }
  stem_ = stem_of(sample, result);
  result_ = result;
  if (sample.ply > kMostPly) lose("plies beyond 16383 written as 16383");
  open_ = true;
  further_ = 0;
  last_score_ = sample.score;
  return {};
}

void BinpackWriter::close_chain() {
  if (!open_) return;
  std::array<std::uint8_t, 2> count{};
  put_big_endian(count.data(), further_);
  chunk_ += text_of(stem_);
  chunk_ += text_of(count);
  movetext_.flush_to(chunk_);
  open_ = false;
}

Result<void> BinpackWriter::close_chunk() {
  if (chunk_.empty()) return {};
  std::array<std::uint8_t, 4> size{};
  put_little_endian(size.data(), static_cast<std::uint32_t>(chunk_.size()));
  if (auto written = sink().write(kMagic); !written) return written;
  if (auto written = sink().write(text_of(size)); !written) return written;
  auto written = sink().write(chunk_);
  chunk_.clear();
  return written;
}

Result<void> BinpackWriter::write_record(const GameRecord& record) {
  const GameResult result = known_result(record);
  if (result == GameResult::Unknown) return {};
  Result<void> done;
  std::size_t left = record.plies.size();
  bool is_next = false;  // does the sample follow from the one that was written last?
  for_each_sample(record, [&](const Sample& sample) {
    const bool is_last = --left == 0;
    const bool is_first = left + 1 == record.plies.size();
    if (!done.ok()) return;
    if (!has_usual_castling(sample.position)) {
      is_next = false;
      close_chain();
      return lose("positions with Chess960 castling rights left out");
    }
    if (is_first) is_next = follows(sample, result);
    if (is_next && sample.move && further_ < 0xFFFF) {
      append(sample);
    } else {
      done = begin_chain(sample, result);
    }
    is_next = true;
    if (is_last) {
      last_ = sample;
      if (last_.move) last_.position.make(last_.move);
    }
  });
  return done;
}

Result<void> BinpackWriter::complete() {
  close_chain();
  if (auto closed = close_chunk(); !closed) return closed;
  return sink().sync();
}

}  // namespace tabia::data
