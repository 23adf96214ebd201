#include "data/raw_record.h"

#include "base/check.h"
#include "data/bytes.h"
#include "data/packed_position.h"

namespace tabia::data {
namespace {

constexpr std::size_t kResultAt = kPackedPositionBytes - 1;
constexpr std::size_t kRatingsAt = kPackedPositionBytes + 2;
constexpr std::size_t kPliesAt = kRatingsAt + 4;
constexpr std::size_t kHeadBytes = kPliesAt + 4;

}  // namespace

void append_raw(std::string& out, const GameRecord& record) {
  PackedPosition start = packed(record.start);
  start[kResultAt] = static_cast<char>(record.result);
  out.append(start.data(), start.size());
  append_little_endian(out, record.first_ply);
  for (const std::uint16_t rating : record.ratings) append_little_endian(out, rating);
  append_little_endian(out, static_cast<std::uint32_t>(record.plies.size()));
  for (const GamePly& ply : record.plies) {
    append_little_endian(out, ply.move.bits());
    append_little_endian(out, static_cast<std::uint16_t>(ply.score));
  }
}

void take_raw(std::string_view& bytes, GameRecord& record) {
  const auto start = unpack_position(bytes.substr(0, kPackedPositionBytes));
  TABIA_CHECK(start.ok(), "a temporary file doesn't hold what was written to it");
  record.start = *start;
  record.result = static_cast<chess::GameResult>(bytes[kResultAt]);
  record.first_ply = load_little_endian<std::uint16_t>(bytes.data() + kPackedPositionBytes);
  for (std::size_t i = 0; i < record.ratings.size(); ++i)
    record.ratings[i] = load_little_endian<std::uint16_t>(bytes.data() + kRatingsAt + 2 * i);
  record.plies.resize(load_little_endian<std::uint32_t>(bytes.data() + kPliesAt));
  const char* at = bytes.data() + kHeadBytes;
  for (GamePly& ply : record.plies) {
    ply.move = chess::Move::from_bits(load_little_endian<std::uint16_t>(at));
    ply.score = static_cast<std::int16_t>(load_little_endian<std::uint16_t>(at + 2));
    at += 4;
  }
  bytes.remove_prefix(kHeadBytes + 4 * record.plies.size());
}

}  // namespace tabia::data
