#include "search/tablebase.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#include "base/random.h"
#include "base/text.h"
#include "chess/epd.h"
#include "chess/movegen.h"
#include "chess/test_support.h"

#define TABIA_NEEDS_TABLES()                                                  \
  if (!Tablebase::is_available()) GTEST_SKIP() << "this build has no Fathom"; \
  TABIA_NEEDS_SHARED_FILE("syzygy/KQvK.rtbw")

namespace tabia::search {
namespace {

namespace fs = std::filesystem;

using base::concat;
using base::Random;
using chess::Game;
using chess::Move;
using chess::Position;
using chess::test::after;
using chess::test::lines_of;
using chess::test::move_of;
using chess::test::position_of;
using chess::test::shared_path;

std::shared_ptr<const Tablebase> shared_tables() {
  auto tables = Tablebase::open(shared_path("syzygy"));
  TABIA_CHECK(tables.ok(), tables.error().message.c_str());
  return *tables;
}

struct Golden {
  Position position;
  int result = 0;
  int distance = 0;
};

// Lines `fen;wdl;dtz`.
std::vector<Golden> golden_positions() {
  std::vector<Golden> all;
  for (const std::string& line : lines_of(shared_path("syzygy/syzygy-golden.txt"))) {
    const auto parts = base::split(line, ';');
    TABIA_CHECK(parts.size() == 3, line.c_str());
    all.push_back({position_of(parts[0]), base::parse_integer<int>(parts[1]).value(),
                   base::parse_integer<int>(parts[2]).value()});
  }
  return all;
}

void expect_golden(const Tablebase& tables, const Golden& golden) {
  const std::string fen = chess::to_fen(golden.position);
  const auto result = tables.result_of(golden.position);
  ASSERT_TRUE(result) << fen;
  EXPECT_EQ(static_cast<int>(*result), golden.result) << fen;
  EXPECT_EQ(tables.distance_to_zeroing(golden.position), golden.distance) << fen;
}

// A folder that is removed after the test.
class Folder {
 public:
  explicit Folder(const std::string& name)
      : path_(fs::path(testing::TempDir()) / concat("tabia_tablebase_", ::getpid(), "_", name)) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] std::string path() const { return path_.string(); }
  void write(const std::string& name, const std::string& content) const {
    std::ofstream(path_ / name, std::ios::binary) << content;
  }
  // The table from the shared folder.
  void link(const std::string& name) const {
    fs::create_symlink(shared_path("syzygy/" + name), path_ / name);
  }

 private:
  fs::path path_;
};

std::string error_of(const std::string& path) {
  const auto tables = Tablebase::open(path);
  return tables ? "" : tables.error().message;
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

// The game with the moves played, from the FEN.
Game game_of(std::string_view fen, std::initializer_list<std::string_view> moves = {}) {
  Game game(position_of(fen));
  for (const auto move : moves) game.play(move_of(game.position(), move));
  return game;
}

const RankedMove& find(const std::vector<RankedMove>& moves, const Game& game, std::string_view uci) {
  const Move wanted = move_of(game.position(), uci);
  const auto found =
      std::find_if(moves.begin(), moves.end(), [&](const RankedMove& move) { return move.move == wanted; });
  TABIA_CHECK(found != moves.end(), "a legal move has no rank");
  return *found;
}

// --- opening

TEST(Tablebase, ABadPathIsAnErrorThatNamesIt) {
  if (!Tablebase::is_available()) {
    EXPECT_TRUE(contains(error_of("/some/where"), "/some/where: the program was built without Fathom"));
    return;
  }
  EXPECT_TRUE(contains(error_of("/no/such/folder"), "/no/such/folder: No such file"));
  EXPECT_TRUE(contains(error_of("/etc/hostname"), "/etc/hostname: Not a directory"));
  EXPECT_TRUE(contains(error_of(""), "found no table"));
  EXPECT_TRUE(contains(error_of(":::"), "found no table"));
  EXPECT_TRUE(contains(error_of("<empty>"), "<empty>: No such file"));
  const Folder folder("empty");
  EXPECT_TRUE(contains(error_of(folder.path()), folder.path() + ": found no table"));
  folder.write("notes.rtbw", "not a table, and not called like one");
  EXPECT_TRUE(contains(error_of(folder.path()), "found no table"));
}

TEST(Tablebase, AFileThatIsNoWholeTableIsAnErrorThatNamesIt) {
  if (!Tablebase::is_available()) GTEST_SKIP() << "this build has no Fathom";
  const Folder folder("broken");
  for (const std::string name : {"KQvK.rtbw", "KRPvKBN.rtbz"}) {
    folder.write(name, "");
    EXPECT_TRUE(contains(error_of(folder.path()), name + ": found 0 bytes")) << error_of(folder.path());
    folder.write(name, std::string(100, 'x'));
    EXPECT_TRUE(contains(error_of(folder.path()), name + ": found 100 bytes"));
    folder.write(name, std::string(80, 'x'));
    EXPECT_TRUE(contains(error_of(folder.path()), name + ": found \"xxxx\" at the beginning"));
    fs::remove(fs::path(folder.path()) / name);
  }
  fs::create_directories(fs::path(folder.path()) / "KQvK.rtbw");
  EXPECT_TRUE(contains(error_of(folder.path()), "KQvK.rtbw: found 0 bytes"));
}

TEST(Tablebase, OnlyOneIsOpenAtATimeAndTheNextMayFollow) {
  TABIA_NEEDS_TABLES();
  for (int round = 0; round < 3; ++round) {
    const auto tables = shared_tables();
    EXPECT_EQ(tables->largest(), 4);
    EXPECT_TRUE(contains(error_of(shared_path("syzygy")), "other tables are open"));
    EXPECT_EQ(tables->result_of(position_of("8/8/8/8/5k2/8/8/KQ6 w - - 0 1")), TablebaseResult::Win);
  }
}

TEST(Tablebase, FoldersAreSeparatedByColonsAndEmptyOnesAreNothing) {
  TABIA_NEEDS_TABLES();
  const Folder one("one");
  const Folder other("other");
  one.link("KQvK.rtbw");
  other.link("KQvK.rtbz");
  other.link("KRvK.rtbw");
  const auto tables = Tablebase::open(concat(":", one.path(), "::", other.path(), ":"));
  ASSERT_TRUE(tables) << tables.error().message;
  EXPECT_EQ((*tables)->largest(), 3);
  const Position queen = position_of("8/8/8/8/5k2/8/8/KQ6 w - - 0 1");
  const Position rook = position_of("8/8/8/8/4k3/8/8/KR6 w - - 0 1");
  EXPECT_EQ((*tables)->result_of(queen), TablebaseResult::Win);
  EXPECT_GT((*tables)->distance_to_zeroing(queen), 1);
  EXPECT_EQ((*tables)->result_of(rook), TablebaseResult::Win);
  EXPECT_EQ((*tables)->distance_to_zeroing(rook), std::nullopt) << "there is no KRvK.rtbz";
}

// --- single positions

TEST(Tablebase, ResultsAndDistancesEqualTheGoldenOnes) {
  TABIA_NEEDS_TABLES();
  const auto tables = shared_tables();
  const auto all = golden_positions();
  EXPECT_EQ(all.size(), 460u);
  for (const Golden& golden : all) expect_golden(*tables, golden);
}

TEST(Tablebase, ResultsAndDistancesEqualThoseOfPythonChess) {
  TABIA_NEEDS_TABLES();
  const auto tables = shared_tables();
  int count = 0;
  for (const std::string& line : lines_of(shared_path("syzygy/python-chess_endgame.epd"))) {
    const auto epd = chess::parse_epd(line);
    ASSERT_TRUE(epd) << line << ": " << epd.error().message;
    expect_golden(*tables, {epd->position, static_cast<int>(epd->number_of("wdl").value().value()),
                            static_cast<int>(epd->number_of("dtz").value().value())});
    ++count;
  }
  EXPECT_EQ(count, 200);
}

TEST(Tablebase, TheColoursMakeNoDifference) {
  TABIA_NEEDS_TABLES();
  const auto tables = shared_tables();
  for (Golden golden : golden_positions()) {
    golden.position = chess::test::with_colours_changed(golden.position);
    expect_golden(*tables, golden);
  }
}

TEST(Tablebase, TheHalfmoveClockMakesNoDifferenceToSinglePositions) {
  TABIA_NEEDS_TABLES();
  const auto tables = shared_tables();
  const Position early = position_of("8/8/8/8/4k3/8/8/KR6 w - - 0 1");
  const Position late = position_of("8/8/8/8/4k3/8/8/KR6 w - - 99 80");
  EXPECT_EQ(tables->result_of(late), tables->result_of(early));
  EXPECT_EQ(tables->distance_to_zeroing(late), tables->distance_to_zeroing(early));
}

TEST(Tablebase, CastlingRightsTooManyMenAndMissingTablesGiveNothing) {
  TABIA_NEEDS_TABLES();
  const auto expect_nothing = [](const Tablebase& tables, std::string_view fen) {
    const Position position = position_of(fen);
    EXPECT_EQ(tables.result_of(position), std::nullopt) << fen;
    EXPECT_EQ(tables.distance_to_zeroing(position), std::nullopt) << fen;
    EXPECT_TRUE(tables.rank_root_moves(Game(position), true).empty()) << fen;
  };
  {
    const auto tables = shared_tables();
    expect_nothing(*tables, "8/8/8/8/4k3/8/8/4K2R w K - 0 1");
    EXPECT_TRUE(tables->result_of(position_of("8/8/8/8/4k3/8/8/4K2R w - - 0 1")));
    expect_nothing(*tables, "8/8/8/8/5k2/8/8/KQRR3q w - - 0 1");
    expect_nothing(*tables, chess::kStartFen);
  }
  const Folder folder("few");
  folder.link("KQvK.rtbw");
  folder.link("KQvK.rtbz");
  folder.link("KQvKR.rtbw");
  folder.link("KQvKR.rtbz");
  const auto tables = Tablebase::open(folder.path());
  ASSERT_TRUE(tables) << tables.error().message;
  expect_nothing(**tables, "8/8/8/8/5k2/8/8/KB6 w - - 0 1");
  expect_nothing(**tables, "8/8/8/8/4k3/8/8/KN4nn w - - 0 1");
  // Black takes the queen, and there is no table for what remains.
  expect_nothing(**tables, "7k/8/8/8/8/8/8/KQ5r b - - 0 1");
}

TEST(Tablebase, MateAndStalemateHaveTheirResultsAndNoMoves) {
  TABIA_NEEDS_TABLES();
  const auto tables = shared_tables();
  const Position mated = position_of("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1");
  EXPECT_EQ(tables->result_of(mated), TablebaseResult::Loss);
  EXPECT_EQ(tables->distance_to_zeroing(mated), -1);
  EXPECT_TRUE(tables->rank_root_moves(Game(mated), true).empty());
  const Position stalemate = position_of("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1");
  EXPECT_EQ(tables->result_of(stalemate), TablebaseResult::Draw);
  EXPECT_EQ(tables->distance_to_zeroing(stalemate), 0);
  EXPECT_TRUE(tables->rank_root_moves(Game(stalemate), true).empty());
  const Position bare = position_of("k7/8/8/8/8/8/8/7K w - - 0 1");
  EXPECT_EQ(tables->result_of(bare), TablebaseResult::Draw);
  EXPECT_EQ(tables->distance_to_zeroing(bare), 0);
  EXPECT_EQ(tables->rank_root_moves(Game(bare), true).size(), 3u);
}

// Each round opens the tables again and lets all threads start at the same time with the same positions:
// whatever Fathom does when a table is first used, they would do at the same time.
TEST(Tablebase, ThreadsThatProbeAtTheSameTimeGetTheSameAnswers) {
  TABIA_NEEDS_TABLES();
  const auto all = golden_positions();
  for (int round = 0; round < 10; ++round) {
    const auto tables = shared_tables();
    std::vector<int> faults(4);
    std::latch start(static_cast<std::ptrdiff_t>(faults.size()));
    const auto probe = [&](int& fault_count) {
      start.arrive_and_wait();
      for (const Golden& golden : all) {
        const auto result = tables->result_of(golden.position);
        fault_count += !result || static_cast<int>(*result) != golden.result;
      }
      for (const Golden& golden : all) {
        if (round > 0) break;
        fault_count += tables->distance_to_zeroing(golden.position) != golden.distance;
        const auto moves = tables->rank_root_moves(Game(golden.position), true);
        fault_count += static_cast<int>(moves.size()) != chess::count_legal_moves(golden.position);
      }
    };
    std::vector<std::thread> threads;
    for (int& fault_count : faults) threads.emplace_back([&] { probe(fault_count); });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(faults, std::vector<int>(faults.size()));
  }
}

// --- ranks

TEST(Tablebase, RanksNameAllLegalMovesBestFirstAndAgreeWithThePositionsBehindThem) {
  TABIA_NEEDS_TABLES();
  const auto tables = shared_tables();
  for (const Golden& golden : golden_positions()) {
    const std::string fen = chess::to_fen(golden.position);
    const auto moves = tables->rank_root_moves(Game(golden.position), true);
    ASSERT_EQ(static_cast<int>(moves.size()), chess::count_legal_moves(golden.position)) << fen;
    if (moves.empty()) continue;
    EXPECT_EQ(static_cast<int>(moves.front().result), golden.result) << fen;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const Position behind = after(golden.position, moves[i].move);
      EXPECT_TRUE(golden.position.is_legal(moves[i].move)) << fen;
      EXPECT_EQ(static_cast<int>(moves[i].result), -static_cast<int>(tables->result_of(behind).value()))
          << fen;
      ASSERT_TRUE(moves[i].distance) << fen;
      EXPECT_EQ(moves[i].rank > 0, *moves[i].distance > 0) << fen;
      EXPECT_EQ(moves[i].rank < 0, *moves[i].distance < 0) << fen;
      if (i > 0) {
        EXPECT_GE(moves[i - 1].rank, moves[i].rank) << fen;
      }
    }
  }
}

TEST(Tablebase, WithoutDistancesTheResultsRank) {
  TABIA_NEEDS_TABLES();
  const Folder folder("results");
  for (const auto& file : fs::directory_iterator(shared_path("syzygy"))) {
    if (file.path().extension() == ".rtbw") folder.link(file.path().filename().string());
  }
  const auto tables = Tablebase::open(folder.path());
  ASSERT_TRUE(tables) << tables.error().message;
  for (const Golden& golden : golden_positions()) {
    const std::string fen = chess::to_fen(golden.position);
    // A capture or pawn move that wins immediately is seen without them.
    const auto distance = (*tables)->distance_to_zeroing(golden.position);
    EXPECT_EQ(distance.value_or(golden.distance), golden.distance) << fen;
    const auto moves = (*tables)->rank_root_moves(Game(golden.position), true);
    ASSERT_EQ(static_cast<int>(moves.size()), chess::count_legal_moves(golden.position)) << fen;
    for (const RankedMove& move : moves) {
      EXPECT_EQ(static_cast<int>(move.result),
                -static_cast<int>((*tables)->result_of(after(golden.position, move.move)).value()))
          << fen;
      EXPECT_EQ(move.rank > 0, move.result > TablebaseResult::Draw) << fen;
      EXPECT_EQ(move.rank < 0, move.result < TablebaseResult::Draw) << fen;
    }
  }
}

TEST(Tablebase, CertainWinsRankEquallyAndMateAtOnceIsOne) {
  TABIA_NEEDS_TABLES();
  const auto tables = shared_tables();
  const Game game = game_of("k7/8/1K6/8/8/7Q/8/2R5 w - - 0 1");
  const auto moves = tables->rank_root_moves(game, true);
  const RankedMove& mate = find(moves, game, "c1c8");
  EXPECT_EQ(mate.rank, moves.front().rank);
  EXPECT_EQ(mate.distance, 1);
  EXPECT_EQ(find(moves, game, "c1d1").rank, mate.rank) << "wins too, only later";
  // The last moment: mate comes before the fifty-move rule, everything else is a draw.
  const Game late = game_of("k7/8/1K6/8/8/7Q/8/2R5 w - - 99 90");
  for (const RankedMove& move : tables->rank_root_moves(late, true)) {
    const bool mates = !chess::has_legal_move(after(late.position(), move.move)) &&
                       after(late.position(), move.move).in_check();
    EXPECT_EQ(move.rank, mates ? mate.rank : 0) << to_uci(move.move);
    EXPECT_EQ(move.result, mates ? TablebaseResult::Win : TablebaseResult::Draw) << to_uci(move.move);
  }
}

TEST(Tablebase, WinsThatTheFiftyMoveRuleForbidsAreCursedUnlessItIsOff) {
  TABIA_NEEDS_TABLES();
  const auto tables = shared_tables();
  const Game in_time = game_of("8/8/8/8/4k3/8/8/KR6 w - - 0 1");
  const int distance = *tables->distance_to_zeroing(in_time.position());
  ASSERT_GT(distance, 20);
  EXPECT_EQ(tables->rank_root_moves(in_time, true).front().result, TablebaseResult::Win);
  const Game too_late = game_of("8/8/8/8/4k3/8/8/KR6 w - - 90 80");
  const auto cursed = tables->rank_root_moves(too_late, true);
  EXPECT_EQ(cursed.front().result, TablebaseResult::CursedWin);
  EXPECT_GT(cursed.front().rank, 0);
  EXPECT_EQ(cursed.front().distance, distance) << "the nearest win is the best try";
  EXPECT_EQ(tables->rank_root_moves(too_late, false).front().result, TablebaseResult::Win);
  // The defender hopes for the rule: the longest defense ranks highest.
  const Game hope = game_of("8/8/8/8/8/4k3/8/KR6 b - - 85 80");
  const auto defences = tables->rank_root_moves(hope, true);
  EXPECT_EQ(defences.front().result, TablebaseResult::BlessedLoss);
  for (const RankedMove& move : defences) EXPECT_GE(*move.distance, *defences.front().distance);
  EXPECT_EQ(tables->rank_root_moves(hope, false).front().result, TablebaseResult::Loss);
  const auto lost = tables->rank_root_moves(game_of("8/8/8/8/8/4k3/8/KR6 b - - 0 1"), true);
  EXPECT_EQ(lost.front().result, TablebaseResult::Loss);
  EXPECT_EQ(lost.front().rank, lost.back().rank) << "without hope all are equal";
}

TEST(Tablebase, AMoveThatCompletesAThreefoldRepetitionIsADraw) {
  TABIA_NEEDS_TABLES();
  const auto tables = shared_tables();
  const std::string_view fen = "8/8/8/4k3/8/8/8/KR6 w - - 0 1";
  const Game twice = game_of(fen, {"b1b2", "e5e4", "b2b1", "e4e5", "b1b2", "e5e4", "b2b1", "e4e5"});
  // b1b2 leads to the third occurrence of that position.
  const auto moves = tables->rank_root_moves(twice, true);
  EXPECT_EQ(find(moves, twice, "b1b2").rank, 0);
  EXPECT_EQ(find(moves, twice, "b1b2").result, TablebaseResult::Draw);
  EXPECT_EQ(moves.front().result, TablebaseResult::Win);
  EXPECT_EQ(find(tables->rank_root_moves(twice, false), twice, "b1b2").rank, 0);
}

TEST(Tablebase, AfterARepetitionTheNearestWinRanksHighestUntilTheNextCaptureOrPawnMove) {
  TABIA_NEEDS_TABLES();
  const auto tables = shared_tables();
  const std::string_view fen = "8/8/8/4k3/8/8/8/KR6 w - - 0 1";
  const auto spread = [&](const Game& game) {
    const auto moves = tables->rank_root_moves(game, true);
    return static_cast<int>(std::count_if(
        moves.begin(), moves.end(), [&](const RankedMove& move) { return move.rank == moves.front().rank; }));
  };
  const Game fresh = game_of(fen);
  const Game repeated = game_of(fen, {"b1b2", "e5e4", "b2b1", "e4e5"});
  EXPECT_EQ(spread(fresh), static_cast<int>(tables->rank_root_moves(fresh, true).size())) << "all moves win";
  EXPECT_LT(spread(repeated), spread(fresh));
  const auto moves = tables->rank_root_moves(repeated, true);
  for (const RankedMove& move : moves) {
    if (*move.distance > 0) {
      EXPECT_GE(*move.distance, *moves.front().distance);
    }
  }
  // A pawn move wipes the history out, and winning by one is certain whatever was repeated.
  const Game pawn = game_of("8/8/8/8/k7/8/6P1/6K1 w - - 0 1", {"g1h2", "a4a5", "h2g1", "a5a4"});
  const auto pawn_moves = tables->rank_root_moves(pawn, true);
  EXPECT_EQ(find(pawn_moves, pawn, "g2g4").rank, tables->rank_root_moves(fresh, true).front().rank);
  Game advanced = pawn;
  advanced.play(move_of(pawn.position(), "g2g4"));
  advanced.play(move_of(advanced.position(), "a4a5"));
  EXPECT_EQ(tables->rank_root_moves(advanced, true).front().rank,
            tables->rank_root_moves(fresh, true).front().rank);
}

// --- whole games

using Choice = std::function<Move(const std::vector<RankedMove>&)>;

// Plays until the game is over; returns how it ended and after how many plies.
std::pair<chess::GameEnd, int> play_out(const Tablebase& tables, Game game, const Choice& attack,
                                        const Choice& defend) {
  const chess::Color attacker = game.position().side_to_move();
  int plies = 0;
  while (game.end() == chess::GameEnd::None) {
    const auto moves = tables.rank_root_moves(game, true);
    TABIA_CHECK(!moves.empty(), "no answer");
    game.play(game.position().side_to_move() == attacker ? attack(moves) : defend(moves));
    ++plies;
  }
  return {game.end(), plies};
}

// Among the moves of the best rank.
Choice any_of_best_rank(Random& random) {
  return [&random](const std::vector<RankedMove>& moves) {
    std::uint32_t equal = 0;
    while (equal < moves.size() && moves[equal].rank == moves[0].rank) ++equal;
    return moves[random.below(equal)].move;
  };
}

Choice any(Random& random) {
  return [&random](const std::vector<RankedMove>& moves) {
    return moves[random.below(static_cast<std::uint32_t>(moves.size()))].move;
  };
}

// The nearest win, or the farthest loss.
Move by_distance(const std::vector<RankedMove>& moves) {
  return std::min_element(moves.begin(), moves.end(),
                          [](const RankedMove& a, const RankedMove& b) {
                            const auto order = [](const RankedMove& move) {
                              return std::pair(move.result != TablebaseResult::Win, *move.distance);
                            };
                            return order(a) < order(b);
                          })
      ->move;
}

std::vector<Position> won_positions(const Tablebase& tables, std::string_view men, int count) {
  Random random(7);
  std::vector<Position> positions;
  while (static_cast<int>(positions.size()) < count) {
    chess::PositionSetup setup;
    for (const char letter : men) {
      setup.board[chess::square_at(static_cast<int>(random.below(64)))] = *chess::parse_fen_letter(letter);
    }
    const auto position = Position::from_setup(setup);
    if (position && tables.result_of(*position) == TablebaseResult::Win) positions.push_back(*position);
  }
  return positions;
}

TEST(Tablebase, RookAndQueenGiveMateWithinTheDistanceAgainstAnyDefence) {
  TABIA_NEEDS_TABLES();
  const auto tables = shared_tables();
  Random random(1);
  for (const std::string_view men : {"KRk", "KQk"}) {
    for (const Position& position : won_positions(*tables, men, 60)) {
      const int distance = tables->distance_to_zeroing(position).value();
      for (const Choice& defence : {any(random), any_of_best_rank(random), Choice(by_distance)}) {
        const auto [end, plies] = play_out(*tables, Game(position), by_distance, defence);
        EXPECT_EQ(end, chess::GameEnd::Checkmate) << chess::to_fen(position);
        EXPECT_LE(plies, distance) << chess::to_fen(position);
      }
    }
  }
}

TEST(Tablebase, PlayingAnyMoveOfTheBestRankNeverSpoilsAWin) {
  TABIA_NEEDS_TABLES();
  const auto tables = shared_tables();
  Random random(2);
  for (const std::string_view men : {"KRk", "KQk", "KBBk", "KBNk", "KQkr", "KPk", "KRkp"}) {
    for (const Position& position : won_positions(*tables, men, 4)) {
      for (const Choice& defence : {any(random), any_of_best_rank(random), Choice(by_distance)}) {
        const auto [end, plies] = play_out(*tables, Game(position), any_of_best_rank(random), defence);
        EXPECT_EQ(end, chess::GameEnd::Checkmate) << chess::to_fen(position) << " after " << plies;
      }
    }
  }
}

}  // namespace
}  // namespace tabia::search
