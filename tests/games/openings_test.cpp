// Tables of openings: written, read, damaged, and the built-in one.
#include "games/openings.h"

#include <gtest/gtest.h>

#include <map>

#include "chess/fen.h"
#include "chess/notation.h"

namespace {

using namespace tabia;
using namespace tabia::games;
using chess::Position;

// Lines of moves, each with the results of its games.
class Lines final : public OpeningSource {
 public:
  void add(std::initializer_list<const char*> sans, const Counts& counts) {
    Position position;
    for (const char* const san : sans) {
      const auto move = *chess::parse_san(position, san);
      Counts& sum = moves_[position.key()][move.bits()];
      sum = {sum.games + counts.games, sum.white_wins + counts.white_wins, sum.draws + counts.draws,
             sum.black_wins + counts.black_wins};
      position.make(move);
    }
  }

  base::Result<std::vector<PlayedMove>> moves_of(const Position& position) override {
    std::vector<PlayedMove> moves;
    for (const auto& [bits, counts] : moves_[position.key()])
      moves.push_back({chess::Move::from_bits(bits), counts, 2000});
    return moves;
  }

 private:
  std::map<chess::Key, std::map<std::uint16_t, Counts>> moves_;
};

Position after(std::initializer_list<const char*> sans) {
  Position position;
  for (const char* const san : sans) position.make(*chess::parse_san(position, san));
  return position;
}

// Two ways to one position, and a rare move.
Lines some_lines() {
  Lines lines;
  lines.add({"d4", "Nf6", "c4", "e6"}, {4, 2, 1, 1});
  lines.add({"c4", "Nf6", "d4", "g6"}, {3, 0, 0, 3});
  lines.add({"a3", "e5"}, {1, 1, 0, 0});
  lines.add({"e4"}, {200, 100, 50, 48});  // two without a result
  return lines;
}

TEST(Openings, ATableComesBackWithPositionsThatAreReachedInSeveralWaysOnce) {
  Lines lines = some_lines();
  const auto file = opening_table(lines, {.plies = 10, .games = 2}, "toy\ngames");
  ASSERT_TRUE(file);
  const auto table = OpeningTable::read(*file);
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(table->about(), "toy games");
  EXPECT_EQ(table->games(), 205u) << "those without a result and the rare move don't count";
  const PlayedPosition* const start = table->find(Position());
  ASSERT_EQ(start->moves.size(), 3u);
  EXPECT_EQ(chess::to_uci(start->moves[0].move), "e2e4");
  EXPECT_EQ(start->moves[0].counts, (Counts{198, 100, 50, 48}));
  EXPECT_FALSE(start->moves[0].rating);
  const PlayedPosition* const both = table->find(after({"c4", "Nf6", "d4"}));
  ASSERT_TRUE(both);
  EXPECT_EQ(both, table->find(after({"d4", "Nf6", "c4"})));
  EXPECT_EQ(both->counts, (Counts{7, 2, 1, 4}));
  EXPECT_EQ(table->find(after({"a3"})), nullptr);
  EXPECT_EQ(table->find(after({"d4", "Nf6", "c4", "e6"})), nullptr) << "nothing was played there";
}

TEST(Openings, LongerLinesAreCut) {
  Lines lines = some_lines();
  const auto table = OpeningTable::read(*opening_table(lines, {.plies = 2, .games = 1}, ""));
  EXPECT_TRUE(table->find(after({"d4"})));
  EXPECT_FALSE(table->find(after({"d4", "Nf6"})));
}

TEST(Openings, ADamagedTableIsRefused) {
  Lines lines = some_lines();
  const std::string file = *opening_table(lines, {.plies = 10, .games = 1}, "toy");
  for (std::size_t size = 0; size < file.size(); ++size)
    EXPECT_FALSE(OpeningTable::read(std::string_view(file).substr(0, size))) << size;
  EXPECT_FALSE(OpeningTable::read(file + '\0'));
  // Whatever the bytes are, reading ends.
  for (std::size_t at = 0; at < file.size(); ++at) {
    for (const int flip : {0x01, 0x80, 0xFF}) {
      std::string bad = file;
      bad[at] = static_cast<char>(bad[at] ^ flip);
      static_cast<void>(OpeningTable::read(bad));
    }
  }
}

TEST(Openings, TheProgramCarriesATableThatKnowsTheUsualOpenings) {
  const auto table = OpeningTable::read(embedded_openings());
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_GT(table->games(), 20'000u);
  EXPECT_LT(embedded_openings().size(), 1'000'000u);
  EXPECT_NE(table->about().find("games of Tabia with itself"), std::string::npos);
  const PlayedPosition* const najdorf =
      table->find(after({"e4", "c5", "Nf3", "d6", "d4", "cxd4", "Nxd4", "Nf6", "Nc3", "a6"}));
  ASSERT_TRUE(najdorf);
  EXPECT_GE(najdorf->moves.size(), 5u);
  for (const PlayedMove& played : najdorf->moves) {
    const Counts& counts = played.counts;
    EXPECT_EQ(counts.games, counts.white_wins + counts.draws + counts.black_wins);
  }
}

}  // namespace
