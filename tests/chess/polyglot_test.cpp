#include "chess/polyglot.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/text.h"
#include "chess/polyglot_numbers.h"
#include "chess/test_support.h"

namespace tabia::chess {
namespace {

using base::concat;
using base::Random;
using test::after_moves;
using test::move_of;
using test::position_of;
using test::shared_path;

// --- books that a test writes

struct BookEntry {
  Key key = 0;
  int move = 0;
  int weight = 0;
};

// The move in a book's form, from "e2e4" or "a7a8q".
int written(std::string_view uci) {
  const auto square = [](std::string_view text) { return index_of(parse_square(text).value()); };
  const std::string_view promotions = " nbrq";
  const int promotion = uci.size() == 5 ? static_cast<int>(promotions.find(uci[4])) : 0;
  return square(uci.substr(2, 2)) | square(uci.substr(0, 2)) << 6 | promotion << 12;
}

BookEntry entry_of(const Position& position, std::string_view uci, int weight) {
  return {polyglot_key(position), written(uci), weight};
}

std::string bytes_of(std::vector<BookEntry> entries) {
  std::stable_sort(entries.begin(), entries.end(),
                   [](const BookEntry& a, const BookEntry& b) { return a.key < b.key; });
  std::string bytes;
  const auto append = [&](std::uint64_t number, int count) {
    for (int shift = 8 * (count - 1); shift >= 0; shift -= 8)
      bytes += static_cast<char>(number >> shift & 255);
  };
  for (const BookEntry& entry : entries) {
    append(entry.key, 8);
    append(static_cast<std::uint64_t>(entry.move), 2);
    append(static_cast<std::uint64_t>(entry.weight), 2);
    append(0xDEADBEEF, 4);
  }
  return bytes;
}

// A file that is removed after the test.
class File {
 public:
  explicit File(const std::string& content)
      : path_((std::filesystem::path(testing::TempDir()) / concat("tabia_book_", ::getpid(), ".bin"))
                  .string()) {
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~File() { std::filesystem::remove(path_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

PolyglotBook book_of(const std::vector<BookEntry>& entries) {
  const File file(bytes_of(entries));
  auto book = PolyglotBook::open(file.path());
  TABIA_CHECK(book.ok(), book.error().message.c_str());
  return *book;
}

std::string moves_text(const PolyglotBook& book, const Position& position) {
  std::string text;
  for (const auto& [move, weight] : book.moves(position)) {
    text += concat(text.empty() ? "" : " ", to_uci(move, CastlingNotation::KingTakesRook), ":", weight);
  }
  return text;
}

// --- keys

TEST(Polyglot, KeysEqualThePublishedOnes) {
  const auto key_after = [](std::initializer_list<std::string_view> moves) {
    return polyglot_key(after_moves(Position(), moves));
  };
  EXPECT_EQ(key_after({}), 0x463b96181691fc9cu);
  EXPECT_EQ(key_after({"e2e4"}), 0x823c9b50fd114196u);
  EXPECT_EQ(key_after({"e2e4", "d7d5"}), 0x0756b94461c50fb0u);
  EXPECT_EQ(key_after({"e2e4", "d7d5", "e4e5"}), 0x662fafb965db29d4u);
  EXPECT_EQ(key_after({"e2e4", "d7d5", "e4e5", "f7f5"}), 0x22a48b5a8e47ff78u);
  EXPECT_EQ(key_after({"e2e4", "d7d5", "e4e5", "f7f5", "e1e2"}), 0x652a607ca3f242c1u);
  EXPECT_EQ(key_after({"e2e4", "d7d5", "e4e5", "f7f5", "e1e2", "e8f7"}), 0x00fdd303c946bdd9u);
  EXPECT_EQ(key_after({"a2a4", "b7b5", "h2h4", "b5b4", "c2c4"}), 0x3c8123ea7b067637u);
  EXPECT_EQ(key_after({"a2a4", "b7b5", "h2h4", "b5b4", "c2c4", "b4c3", "a1a3"}), 0x5c3f9b829b279560u);
}

TEST(Polyglot, TheNumbersAreAllDifferent) {
  std::set<Key> numbers(kPolyglotPieces.begin(), kPolyglotPieces.end());
  numbers.insert(kPolyglotCastling.begin(), kPolyglotCastling.end());
  numbers.insert(kPolyglotEnPassant.begin(), kPolyglotEnPassant.end());
  numbers.insert(kPolyglotWhiteToMove);
  EXPECT_EQ(numbers.size(), 781u);
}

TEST(Polyglot, EnPassantCountsWhereAPawnStandsReadyEvenIfItMayNotCapture) {
  const auto difference = [](std::string_view with, std::string_view without) {
    return polyglot_key(position_of(with)) ^ polyglot_key(position_of(without));
  };
  EXPECT_EQ(difference("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"),
            kPolyglotEnPassant[3]);
  EXPECT_EQ(difference("4k3/8/8/3p4/8/4P3/8/4K3 w - d6 0 1", "4k3/8/8/3p4/8/4P3/8/4K3 w - - 0 1"), 0u);
  EXPECT_EQ(difference("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 1"),
            kPolyglotEnPassant[3])
      << "the pawn is pinned on the file";
  EXPECT_EQ(difference("4k3/8/8/8/P7/8/7p/4K3 b - a3 0 1", "4k3/8/8/8/P7/8/7p/4K3 b - - 0 1"), 0u)
      << "h2 is not next to a4";
}

TEST(Polyglot, CastlingRightsCountOneByOne) {
  const std::string board = "r3k2r/8/8/8/8/8/8/R3K2R w ";
  const Key none = polyglot_key(position_of(board + "- - 0 1"));
  const std::string_view rights = "KQkq";
  for (std::size_t i = 0; i < rights.size(); ++i) {
    const Key one = polyglot_key(position_of(concat(board, rights[i], " - 0 1")));
    EXPECT_EQ(one ^ none, kPolyglotCastling[i]) << rights[i];
  }
}

// --- books

TEST(Polyglot, MovesComeHeaviestFirstAndOnlyForTheirPosition) {
  const Position start;
  const Position reply = after_moves(start, {"e2e4"});
  const PolyglotBook book =
      book_of({entry_of(start, "g1f3", 5), entry_of(start, "e2e4", 70), entry_of(start, "d2d4", 65535),
               entry_of(start, "a2a3", 0), entry_of(reply, "c7c5", 1)});
  EXPECT_EQ(book.size(), 5u);
  EXPECT_EQ(moves_text(book, start), "d2d4:65535 e2e4:70 g1f3:5 a2a3:0");
  EXPECT_EQ(moves_text(book, reply), "c7c5:1");
  EXPECT_EQ(moves_text(book, after_moves(start, {"d2d4"})), "");
}

TEST(Polyglot, TheFirstAndTheLastEntryAreFound) {
  const Position position;
  const Key key = polyglot_key(position);
  const int e2e4 = written("e2e4");
  EXPECT_EQ(moves_text(book_of({{key, e2e4, 1}}), position), "e2e4:1");
  EXPECT_EQ(moves_text(book_of({{key, e2e4, 1}, {key + 1, e2e4, 2}}), position), "e2e4:1");
  EXPECT_EQ(moves_text(book_of({{key - 1, e2e4, 2}, {key, e2e4, 1}}), position), "e2e4:1");
  EXPECT_EQ(moves_text(book_of({{0, e2e4, 2}, {~Key{0}, e2e4, 1}}), position), "");
}

TEST(Polyglot, CastlingIsUnderstoodAsKingTakesRookAndAsTheTargetOfTheKing) {
  for (const std::string_view side : {"w", "b"}) {
    const Position position = position_of(concat("r3k2r/8/8/8/8/8/8/R3K2R ", side, " KQkq - 0 1"));
    const std::string rank = side == "w" ? "1" : "8";
    for (const auto& [king_to, rook] : {std::pair("g", "h"), std::pair("c", "a")}) {
      const std::string expected = concat("e", rank, rook, rank, ":3");
      const PolyglotBook standard = book_of({entry_of(position, concat("e", rank, rook, rank), 3)});
      const PolyglotBook other = book_of({entry_of(position, concat("e", rank, king_to, rank), 3)});
      EXPECT_EQ(moves_text(standard, position), expected);
      EXPECT_EQ(moves_text(other, position), expected);
      EXPECT_TRUE(standard.moves(position).at(0).move.is_castling());
    }
  }
  // A king that merely moves two squares, or a rook that takes a rook, isn't castling.
  const Position without = position_of("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1");
  EXPECT_EQ(moves_text(book_of({entry_of(without, "e1g1", 1), entry_of(without, "e1h1", 1),
                                entry_of(without, "h1h8", 1)}),
                       without),
            "h1h8:1");
}

TEST(Polyglot, PromotionsAndEnPassantAreUnderstood) {
  const Position promotion = position_of("1n5k/P7/8/8/8/8/8/7K w - - 0 1");
  EXPECT_EQ(moves_text(book_of({entry_of(promotion, "a7a8q", 5), entry_of(promotion, "a7a8r", 4),
                                entry_of(promotion, "a7a8b", 3), entry_of(promotion, "a7b8n", 2),
                                entry_of(promotion, "a7a8", 1)}),
                       promotion),
            "a7a8q:5 a7a8r:4 a7a8b:3 a7b8n:2");
  const Position passing = position_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
  const PolyglotBook book = book_of({entry_of(passing, "e5d6", 1)});
  EXPECT_EQ(moves_text(book, passing), "e5d6:1");
  EXPECT_TRUE(book.moves(passing).at(0).move.is_en_passant());
}

TEST(Polyglot, EntriesThatAreNoLegalMoveAreLeftOut) {
  const Position start;
  const Key key = polyglot_key(start);
  std::vector<BookEntry> entries;
  for (int bits = 0; bits < 1 << 16; ++bits) entries.push_back({key, bits, 1});
  const auto moves = book_of(entries).moves(start);
  // The top bit has no meaning, so each legal move is there twice.
  EXPECT_EQ(moves.size(), 2u * 20u);
  for (const BookMove& move : moves) EXPECT_TRUE(start.is_legal(move.move));
}

TEST(Polyglot, MovesAreChosenInProportionToTheirWeights) {
  const Position start;
  const PolyglotBook book = book_of({entry_of(start, "e2e4", 60), entry_of(start, "d2d4", 30),
                                     entry_of(start, "g1f3", 10), entry_of(start, "a2a3", 0)});
  Random random(11);
  std::map<std::string, int> counts;
  constexpr int kChoices = 100000;
  for (int i = 0; i < kChoices; ++i) ++counts[to_uci(book.choose(start, random).value())];
  EXPECT_EQ(counts.size(), 3u) << "a2a3 has no weight";
  // Five standard deviations are at most 5 * sqrt(100000 / 4) = 790.
  EXPECT_NEAR(counts["e2e4"], 60000, 790);
  EXPECT_NEAR(counts["d2d4"], 30000, 790);
  EXPECT_NEAR(counts["g1f3"], 10000, 790);
  Random one(5);
  Random other(5);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(book.choose(start, one), book.choose(start, other));
}

TEST(Polyglot, NothingIsChosenWhereNoMoveHasWeight) {
  const Position start;
  Random random(1);
  EXPECT_EQ(book_of({entry_of(start, "e2e4", 0)}).choose(start, random), std::nullopt);
  EXPECT_EQ(book_of({entry_of(start, "e2e5", 9)}).choose(start, random), std::nullopt);
  EXPECT_EQ(book_of({entry_of(start, "e2e4", 9)}).choose(after_moves(start, {"e2e4"}), random), std::nullopt);
}

TEST(Polyglot, BrokenFilesAreErrorsThatNameTheFileAndTheFault) {
  const auto error_of = [](const std::string& content) {
    const File file(content);
    const auto book = PolyglotBook::open(file.path());
    EXPECT_FALSE(book);
    const std::string message = book ? "" : book.error().message;
    EXPECT_EQ(message.find(file.path()), 0u) << message;
    return message;
  };
  const auto contains = [](const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
  };
  EXPECT_TRUE(contains(error_of(""), "found 0 bytes, expected entries of 16"));
  EXPECT_TRUE(contains(error_of(std::string(15, 'x')), "found 15 bytes"));
  EXPECT_TRUE(contains(error_of(bytes_of({{1, 2, 3}, {2, 3, 4}}) + "x"), "found 33 bytes"));
  const std::string unsorted = bytes_of({{5, 0, 0}}) + bytes_of({{9, 0, 0}}) + bytes_of({{8, 0, 0}});
  EXPECT_TRUE(contains(error_of(unsorted), "found the key of entry 3 below that of entry 2"));
  EXPECT_FALSE(PolyglotBook::open("/no/such/book.bin"));
  EXPECT_TRUE(contains(PolyglotBook::open("/no/such/book.bin").error().message, "/no/such/book.bin"));
  EXPECT_TRUE(contains(PolyglotBook::open(testing::TempDir()).error().message, "is a folder"));
}

TEST(Polyglot, TheBookOfCutechessIsWalkedThroughFromTheStart) {
  TABIA_NEEDS_SHARED_FILE("books/cutechess_book_small.bin");
  const auto opened = PolyglotBook::open(shared_path("books/cutechess_book_small.bin"));
  ASSERT_TRUE(opened) << opened.error().message;
  const PolyglotBook& book = *opened;
  EXPECT_EQ(book.size(), 31467u);
  std::set<Key> seen;
  std::vector<Position> pending = {Position()};
  std::size_t entries = 0;
  int castlings = 0;
  while (!pending.empty()) {
    const Position position = pending.back();
    pending.pop_back();
    if (!seen.insert(polyglot_key(position)).second) continue;
    for (const BookMove& entry : book.moves(position)) {
      ++entries;
      castlings += entry.move.is_castling();
      pending.push_back(test::after(position, entry.move));
    }
  }
  // The rest belongs to positions after moves that the book itself never plays. A wrong number, or reading
  // moves wrongly, would leave the book early.
  EXPECT_EQ(entries, 27463u);
  EXPECT_EQ(castlings, 1713);
}

}  // namespace
}  // namespace tabia::chess
