#include "games/openings.h"

#include <algorithm>
#include <limits>
#include <unordered_set>

#include "base/text.h"

namespace tabia::games {
namespace {

using base::Error;
using base::Result;
using chess::Move;
using chess::Position;

constexpr std::string_view kMagic = "tabia openings 1\n";
constexpr std::size_t kMostPlies = 100;  // no good table is that deep, but a damaged one may be

// Seven bits in each byte, the lowest first; the last byte is below 128.
void append_number(std::string& out, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) out += static_cast<char>(number | 0x80);
  out += static_cast<char>(number);
}

bool is_more_played(const PlayedMove& a, const PlayedMove& b) {
  if (a.counts.games != b.counts.games) return a.counts.games > b.counts.games;
  return a.move.bits() < b.move.bits();
}

}  // namespace

// Plays through a file in the order that opening_table() wrote it.
class OpeningReader {
 public:
  OpeningReader(std::string_view bytes, OpeningTable& table) : bytes_(bytes), table_(table) {}

  // Reads the position and everything after it.
  [[nodiscard]] bool take_position(const Position& position, std::size_t ply) {
    const std::uint64_t key = position.key();
    if (table_.positions_.contains(key)) return true;
    const auto count = take_number();
    if (!count || ply > kMostPlies) return false;
    if (*count == 0) return true;
    PlayedPosition here;
    for (std::uint32_t i = 0; i < *count; ++i) {
      const auto bits = take_number();
      const auto white = take_number();
      const auto draws = take_number();
      const auto black = take_number();
      if (!bits || !white || !draws || !black || *bits > 0xFFFF) return false;
      const Move move = Move::from_bits(static_cast<std::uint16_t>(*bits));
      if (!move || !position.is_legal(move)) return false;
      const std::uint64_t games = std::uint64_t{*white} + *draws + *black;
      const Counts counts{games, *white, *draws, *black};
      here.moves.push_back({move, counts, std::nullopt});
      here.counts.games += counts.games;
      here.counts.white_wins += counts.white_wins;
      here.counts.draws += counts.draws;
      here.counts.black_wins += counts.black_wins;
    }
    // References to elements of an unordered_map stay valid.
    const PlayedPosition& kept = table_.positions_.emplace(key, std::move(here)).first->second;
    for (const PlayedMove& played : kept.moves) {
      Position after = position;
      after.make(played.move);
      if (!take_position(after, ply + 1)) return false;
    }
    return true;
  }

  [[nodiscard]] bool at_end() const noexcept { return bytes_.empty(); }

 private:
  // Nothing at the end of the file, or if the number has more than 32 bits.
  std::optional<std::uint32_t> take_number() {
    std::uint64_t number = 0;
    for (int shift = 0; shift < 35 && !bytes_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes_.front());
      bytes_.remove_prefix(1);
      number |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) {
        if (number > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
        return static_cast<std::uint32_t>(number);
      }
    }
    return std::nullopt;
  }

  std::string_view bytes_;
  OpeningTable& table_;
};

bool OpeningTable::looks_like_one(std::string_view file) noexcept { return file.starts_with(kMagic); }

Result<OpeningTable> OpeningTable::read(std::string_view file) {
  const std::size_t end = file.find('\n', kMagic.size());
  if (!looks_like_one(file) || end == std::string_view::npos)
    return Error{"not a table of openings: tabia games table makes one"};
  OpeningTable table;
  table.about_ = std::string(file.substr(kMagic.size(), end - kMagic.size()));
  OpeningReader reader(file.substr(end + 1), table);
  if (!reader.take_position(Position(), 0) || !reader.at_end())
    return Error{"the table of openings is damaged"};
  return table;
}

std::uint64_t OpeningTable::games() const {
  const PlayedPosition* const start = find(Position());
  return start ? start->counts.games : 0;
}

const PlayedPosition* OpeningTable::find(const Position& position) const {
  const auto found = positions_.find(position.key());
  return found == positions_.end() ? nullptr : &found->second;
}

namespace {

class OpeningWriter {
 public:
  OpeningWriter(OpeningSource& source, const OpeningLimits& limits, std::string& out)
      : source_(source), limits_(limits), out_(out) {}

  Result<void> add_position(const Position& position, int ply) {
    if (known_.contains(position.key())) return {};
    std::vector<PlayedMove> moves;
    if (ply < limits_.plies) {
      TABIA_TRY(moves, source_.moves_of(position));
    }
    std::erase_if(moves, [&](PlayedMove& played) {
      Counts& counts = played.counts;
      counts.games = counts.white_wins + counts.draws + counts.black_wins;
      return counts.games < limits_.games;
    });
    std::sort(moves.begin(), moves.end(), is_more_played);
    append_number(out_, moves.size());
    if (moves.empty()) return {};
    known_.insert(position.key());
    for (const auto& [move, counts, rating] : moves) {
      append_number(out_, move.bits());
      append_number(out_, counts.white_wins);
      append_number(out_, counts.draws);
      append_number(out_, counts.black_wins);
    }
    for (const PlayedMove& played : moves) {
      Position after = position;
      after.make(played.move);
      TABIA_TRY_VOID(add_position(after, ply + 1));
    }
    return {};
  }

 private:
  OpeningSource& source_;
  const OpeningLimits limits_;
  std::string& out_;
  std::unordered_set<std::uint64_t> known_;
};

}  // namespace

Result<std::string> opening_table(OpeningSource& source, const OpeningLimits& limits,
                                  std::string_view about) {
  std::string out(kMagic);
  for (const char c : about) out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  out += '\n';
  OpeningWriter writer(source, limits, out);
  TABIA_TRY_VOID(writer.add_position(Position(), 0));
  return out;
}

}  // namespace tabia::games
