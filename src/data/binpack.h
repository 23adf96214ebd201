// data/binpack.h: Stockfish's .binpack: chains of positions with move, score and result in about 2.5 bytes
// each.
//
// A chain is a position in 32 bytes followed by a bit stream with the moves and scores of the rest of the
// game. Where a position begins is known only once all positions before it are decoded, so decode_chain()
// passes on each position as it decodes it; records and samples are both made from that, without replaying
// anything. See docs/formats/foreign.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/position.h"
#include "data/bit_stream.h"
#include "data/conversion.h"
#include "data/foreign_stream.h"
#include "data/game_record.h"
#include "data/move_choice.h"
#include "data/options.h"

namespace tabia::data {

inline constexpr std::size_t kStemBytes = 32;
inline constexpr std::size_t kChainHeadBytes = kStemBytes + 2;  // with the number of positions that follow

// The first position of a chain.
struct BinpackStem {
  chess::Position position;
  chess::Move move;  // none() only if nothing follows
  std::int16_t score = 0;
  std::uint16_t raw_score = 0;  // as written, before scores beyond a mate become kNoScore
  std::uint16_t ply = 0;
  chess::GameResult result = chess::GameResult::Unknown;
  std::uint16_t further = 0;  // positions after this one
};

// Reads the head of a chain. The error says what is wrong with the position or its move.
[[nodiscard]] base::Result<BinpackStem> read_stem(std::span<const std::uint8_t, kChainHeadBytes> bytes);

// Reads the next move, which is coded as a choice among the moves of the side's pieces; none() if the bits
// choose something that doesn't exist. The move may be illegal. Takes at most 9 bits.
[[nodiscard]] chess::Move read_move(const chess::Position& position, BitReader& bits) noexcept;

// Reads the next change of the score; nothing if it doesn't fit. Takes at most 20 bits.
[[nodiscard]] std::optional<std::uint16_t> read_score_change(BitReader& bits) noexcept;

// Why movetext can't be decoded.
enum class BinpackFault { None, NoSuchMove, IllegalMove, NoScore, Overrun };
[[nodiscard]] std::string_view describe(BinpackFault fault) noexcept;

// Decodes the chain at the beginning of `bytes`. Calls begin(const BinpackStem&), then entry(const Sample&)
// for each position in order. Every move is legal. Returns the size of the chain in bytes. The error says
// what is wrong and in which position of the chain; the positions before it have been passed on.
template <class Begin, class Entry>
[[nodiscard]] base::Result<std::size_t> decode_chain(std::span<const std::uint8_t> bytes, Begin&& begin,
                                                     Entry&& entry);

// The error that decode_chain() returns.
[[nodiscard]] base::Error binpack_error(BinpackFault fault, std::size_t entry, std::size_t further,
                                        const Sample& sample);

class BinpackReader final : public ForeignReader {
 public:
  static constexpr std::size_t kLargestChunk = std::size_t{100} << 20;

  BinpackReader(std::unique_ptr<Input> input, const ReadOptions& options);

  // A chain is one record.
  [[nodiscard]] base::Result<bool> next(GameRecord& record) override;
  [[nodiscard]] base::Result<bool> next_visited(GameRecord& record, SampleVisitor& visitor) override;

  // Instead of next(): calls visit(const Sample&) for every position of the next chain. False at the end. If
  // a chain is damaged, the positions before the damage have been visited when the error is returned.
  template <class Visitor>
  [[nodiscard]] base::Result<bool> visit_next(Visitor&& visit) {
    return next_chain([](const BinpackStem&) {}, visit);
  }

 private:
  template <class Begin, class Entry>
  [[nodiscard]] base::Result<bool> next_chain(Begin&& begin, Entry&& entry);
  // Loads the next chunk. False at the end.
  [[nodiscard]] base::Result<bool> load_chunk();
  // Skips everything up to the head of the next chunk.
  [[nodiscard]] base::Error find_chunk(std::uint64_t from, std::string_view reason);
  // Continues with the next chain that can be found in the chunk after a damaged one.
  [[nodiscard]] base::Error pass_over(const base::Error& error);
  [[nodiscard]] std::span<const std::uint8_t> rest() const noexcept {
    return std::span<const std::uint8_t>(chunk_).subspan(at_);
  }

  std::vector<std::uint8_t> chunk_;
  std::size_t at_ = 0;             // where the next chain begins in the chunk
  std::uint64_t chunk_start_ = 0;  // the byte of the content where the chunk's payload begins
  std::uint64_t position_ = 0;     // bytes of the content read so far
  std::array<char, 8> head_{};     // of the next chunk, as far as it has been read
  std::size_t head_size_ = 0;
  std::optional<base::Error> pending_;  // reported when the chunk is used up
};

// Writes chains as Stockfish's own writer does: a position that follows from the one before it continues the
// chain, even if it comes with another record.
class BinpackWriter final : public ForeignWriter {
 public:
  static constexpr std::size_t kChunkBytes = std::size_t{1} << 20;  // closed when it is this large

  BinpackWriter(std::unique_ptr<Sink> sink, const WriteOptions& options);

  [[nodiscard]] base::Result<void> complete() override;

 private:
  [[nodiscard]] base::Result<void> write_record(const GameRecord& record) override;
  // Is the sample the position that the last one leads to?
  [[nodiscard]] bool follows(const Sample& sample, chess::GameResult result) const noexcept;
  void append(const Sample& sample);
  [[nodiscard]] base::Result<void> begin_chain(const Sample& sample, chess::GameResult result);
  void close_chain();
  [[nodiscard]] base::Result<void> close_chunk();

  std::string chunk_;
  std::array<std::uint8_t, kStemBytes> stem_{};
  bool open_ = false;          // is there a chain at all?
  std::uint16_t further_ = 0;  // positions after its stem
  BitWriter movetext_;
  std::int16_t last_score_ = 0;
  Sample last_;  // of the last record; its position is the one after its move
  chess::GameResult result_ = chess::GameResult::Unknown;
};

// --- templates and what must be inline for speed

[[nodiscard]] inline chess::Move read_pawn_move(const chess::Position& position, chess::Square from,
                                                BitReader& bits) noexcept {
  const chess::Bitboard targets = pawn_targets(position, from);
  const auto count = static_cast<unsigned>(chess::count(targets));
  if (chess::relative_rank(position.side_to_move(), from) == 6) {
    const unsigned choice = bits.read(bits_to_choose(4 * count));
    if (choice >= 4 * count) return chess::Move::none();
    const auto piece =
        static_cast<chess::PieceType>(choice % 4 + static_cast<unsigned>(chess::PieceType::Knight));
    return chess::Move::promotion_to(piece, from, nth_square(targets, choice / 4));
  }
  const unsigned choice = bits.read(bits_to_choose(count));
  if (choice >= count) return chess::Move::none();
  const chess::Square to = nth_square(targets, choice);
  return {from, to, to == position.en_passant() ? chess::MoveKind::EnPassant : chess::MoveKind::Normal};
}

// Castling comes after the king's steps: first with the rook on the left, if allowed, then with the one on
// the right.
[[nodiscard]] inline chess::Move read_king_move(const chess::Position& position, chess::Square from,
                                                BitReader& bits) noexcept {
  const chess::Color us = position.side_to_move();
  const chess::Bitboard targets = chess::king_attacks(from) & ~position.pieces(us);
  const chess::Bitboard rooks = position.castling_rooks(us);
  const auto steps = static_cast<unsigned>(chess::count(targets));
  const unsigned count = steps + static_cast<unsigned>(chess::count(rooks));
  const unsigned choice = bits.read(bits_to_choose(count));
  if (choice >= count) return chess::Move::none();
  if (choice < steps) return {from, nth_square(targets, choice)};
  return {from, nth_square(rooks, choice - steps), chess::MoveKind::Castling};
}

inline chess::Move read_move(const chess::Position& position, BitReader& bits) noexcept {
  const chess::Bitboard own = position.pieces(position.side_to_move());
  const auto pieces = static_cast<unsigned>(chess::count(own));
  const unsigned piece = bits.read(bits_to_choose(pieces));
  if (piece >= pieces) return chess::Move::none();
  const chess::Square from = nth_square(own, piece);
  const chess::PieceType type = chess::type_of(position.piece_on(from));
  if (type == chess::PieceType::Pawn) return read_pawn_move(position, from, bits);
  if (type == chess::PieceType::King) return read_king_move(position, from, bits);
  const chess::Bitboard targets = piece_attacks(type, from, position.occupied()) & ~own;
  const auto count = static_cast<unsigned>(chess::count(targets));
  const unsigned choice = bits.read(bits_to_choose(count));
  if (choice >= count) return chess::Move::none();
  return {from, nth_square(targets, choice)};
}

// Numbers near 0 become small whatever their sign: 0, -1, 1, -2, 2 ... map to 0, 1, 2, 3, 4 ...
[[nodiscard]] constexpr std::uint16_t zigzag(std::int16_t number) noexcept {
  const auto bits = static_cast<std::uint16_t>(number);
  return static_cast<std::uint16_t>(bits << 1 ^ (number < 0 ? 0xFFFF : 0));
}
[[nodiscard]] constexpr std::uint16_t unzigzag(std::uint16_t code) noexcept {
  return static_cast<std::uint16_t>(code >> 1 ^ (code & 1 ? 0xFFFF : 0));
}

inline std::optional<std::uint16_t> read_score_change(BitReader& bits) noexcept {
  unsigned code = 0;
  for (int group = 0; group < 4; ++group) {
    const unsigned five = bits.read(5);
    code |= (five & 15) << 4 * group;
    if (five < 16) return unzigzag(static_cast<std::uint16_t>(code));
  }
  return std::nullopt;
}

template <class Begin, class Entry>
base::Result<std::size_t> decode_chain(std::span<const std::uint8_t> bytes, Begin&& begin, Entry&& entry) {
  if (bytes.size() < kChainHeadBytes) {
    return base::Error{"found " + std::to_string(bytes.size()) + " bytes, expected the head of a chain"};
  }
  auto stem = read_stem(bytes.first<kChainHeadBytes>());
  if (!stem) return stem.error();
  begin(static_cast<const BinpackStem&>(*stem));
  Sample sample{.position = stem->position,
                .move = stem->move,
                .score = stem->score,
                .ply = stem->ply,
                .outcome = outcome_for(stem->position.side_to_move(), stem->result)};
  BitReader bits(bytes.subspan(kChainHeadBytes));
  std::uint16_t raw_score = stem->raw_score;
  for (std::size_t left = stem->further;; --left) {
    entry(static_cast<const Sample&>(sample));
    if (left == 0) return kChainHeadBytes + bits.bytes_used();
    sample.position.make(sample.move);
    ++sample.ply;
    sample.outcome = -sample.outcome;
    bits.fill();
    auto fault = BinpackFault::None;
    sample.move = read_move(sample.position, bits);
    const auto change = read_score_change(bits);
    if (bits.is_overrun()) {
      fault = BinpackFault::Overrun;
    } else if (!sample.move) {
      fault = BinpackFault::NoSuchMove;
    } else if (!is_legal_choice(sample.position, sample.move)) {
      fault = BinpackFault::IllegalMove;
    } else if (!change) {
      fault = BinpackFault::NoScore;
    }
    if (fault != BinpackFault::None) [[unlikely]] {
      return binpack_error(fault, stem->further - left + 1, stem->further, sample);
    }
    raw_score = static_cast<std::uint16_t>(*change - raw_score);
    sample.score = score_of_number(static_cast<std::int16_t>(raw_score));
  }
}

template <class Begin, class Entry>
base::Result<bool> BinpackReader::next_chain(Begin&& begin, Entry&& entry) {
  while (at_ == chunk_.size()) {
    const auto loaded = load_chunk();
    if (!loaded || !*loaded) return loaded;
  }
  const auto taken = decode_chain(rest(), begin, entry);
  if (!taken) return pass_over(taken.error());
  at_ += *taken;
  return true;
}

}  // namespace tabia::data
