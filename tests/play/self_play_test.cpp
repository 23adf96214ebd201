// Self-play as training data: the records say what was played and which scores the search gave.
#include "play/self_play.h"

#include <gtest/gtest.h>

#include <set>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/polyglot.h"
#include "eval/classical.h"
#include "nn/embedded.h"
#include "nn/load.h"
#include "play/play_support.h"
#include "play/search_player.h"
#include "search/scale.h"

namespace tabia::play {
namespace {

using chess::Color;
using chess::GameResult;
using data::GameRecord;

std::shared_ptr<const nn::Network> network() {
  static const auto loaded = nn::read_network(nn::embedded_network());
  return loaded.value();
}

SelfPlayOptions small_options() {
  SelfPlayOptions options;
  for (const Color color : {Color::White, Color::Black}) {
    options.game.allowances[color].soft_nodes = 60;
    options.game.allowances[color].nodes = 400;
  }
  options.game.max_moves = 60;
  options.hash_mib = 1;
  return options;
}

search::SearcherOptions small_searcher() {
  search::SearcherOptions options;
  options.hash_mib = 1;
  return options;
}

GameRecord game_of(SelfPlayer& player, std::uint64_t number) {
  auto record = player.play_numbered_game(number, {});
  EXPECT_TRUE(record.ok()) << record.error().message;
  EXPECT_TRUE(record->has_value());
  return **record;
}

GameRecord game_of(const SelfPlayOptions& options, std::uint64_t number) {
  SelfPlayer player(network(), {}, options);
  return game_of(player, number);
}

// The game of a record; every move is checked.
chess::Game replayed(const GameRecord& record) {
  chess::Game game(record.start);
  for (const data::GamePly& ply : record.plies) {
    const chess::MoveList moves = chess::legal_moves(game.position());
    const bool legal = std::find(moves.begin(), moves.end(), ply.move) != moves.end();
    EXPECT_TRUE(legal) << chess::to_fen(game.position());
    if (!legal) break;
    game.play(ply.move);
  }
  return game;
}

void expect_sound(const GameRecord& record) {
  ASSERT_FALSE(record.plies.empty());
  const chess::Game game = replayed(record);
  ASSERT_NE(record.result, GameResult::Unknown);
  const Color mover = game.position().side_to_move();
  if (game.end() == chess::GameEnd::Checkmate) {
    EXPECT_EQ(record.result, mover == Color::White ? GameResult::BlackWins : GameResult::WhiteWins);
  } else if (game.end() != chess::GameEnd::None) {
    EXPECT_EQ(record.result, GameResult::Draw);
  }
  for (const data::GamePly& ply : record.plies)
    EXPECT_TRUE(ply.score == base::kNoScore || std::abs(ply.score) <= base::kMate);
}

TEST(SelfPlay, AGameDependsOnItsNumberAndTheSeedAndOnNoOtherGame) {
  SelfPlayer player(network(), {}, small_options());
  const GameRecord first = game_of(player, 0);
  const GameRecord second = game_of(player, 1);
  EXPECT_EQ(game_of(player, 0), first);
  EXPECT_EQ(game_of(small_options(), 1), second);
  EXPECT_NE(first, second);
  SelfPlayOptions other = small_options();
  other.seed = 2;
  EXPECT_NE(game_of(other, 0), first);
}

TEST(SelfPlay, RecordsAreLegalAndResultsAgreeWithTheEndOfTheGame) {
  SelfPlayer player(network(), {}, small_options());
  std::set<GameResult> results;
  int mates = 0;
  for (std::uint64_t number = 0; number < 12; ++number) {
    const GameRecord record = game_of(player, number);
    expect_sound(record);
    EXPECT_GE(record.first_ply, 8);
    EXPECT_LE(record.first_ply, 9);
    EXPECT_LE(record.plies.size(), 120u);
    results.insert(record.result);
    // The side that mates has seen it coming.
    if (replayed(record).end() == chess::GameEnd::Checkmate) {
      ++mates;
      EXPECT_EQ(record.plies.back().score, base::kMate - 1);
    }
  }
  EXPECT_GT(mates, 0);
  EXPECT_GE(results.size(), 2u);
}

TEST(SelfPlay, LabelsAreTheScoresOfTheSearchInSearchUnits) {
  const GameRecord record = game_of(small_options(), 3);
  search::Searcher searcher(network(), {}, small_searcher());
  SearchPlayer player(network(), {}, small_searcher());
  const chess::Game game(record.start);
  MoveRequest request;
  request.limits.nodes = 500;
  const Choice choice = player.choose_move(game, request, {});
  const auto& chosen = std::get<ChosenMove>(choice);
  search::Limits limits;
  limits.nodes = 500;
  const search::SearchResult result = searcher.search(game, limits);
  ASSERT_TRUE(chosen.label.has_value());
  const search::SearchScale scale(searcher.win_model());
  EXPECT_EQ(*chosen.label, scale.to_search(result.lines.front().score));
  EXPECT_EQ(self_play_scale(), (data::ScoreScale{"tabia", 361}));
}

TEST(SelfPlay, OpeningsThatAreDecidedAreDropped) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("mate.epd", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1\n");
  SelfPlayOptions options = small_options();
  options.openings.lines =
      std::make_shared<Openings>(Openings::read(path, OpeningOrder::Sequential, 1).value());
  options.openings.least_random_plies = options.openings.most_random_plies = 0;
  SelfPlayer dropping(network(), {}, options);
  const auto none = dropping.play_numbered_game(0, {});
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().message.find("found no opening within 300 centipawns"), std::string::npos);
  // With a second line that is about equal, that line is used for every number.
  const std::string both = folder.write(
      "both.epd", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1\n" + chess::to_fen(chess::Position()) + "\n");
  options.openings.lines =
      std::make_shared<Openings>(Openings::read(both, OpeningOrder::Sequential, 1).value());
  EXPECT_EQ(game_of(options, 0).start, chess::Position());
  EXPECT_EQ(game_of(options, 1).start, chess::Position());
}

TEST(SelfPlay, AdjudicationEndsGamesOnWhichBothSidesAgree) {
  SelfPlayOptions options = small_options();
  options.game.resign = ResignRule{.moves = 1, .score_cp = 200, .both = true};
  options.game.max_moves = 200;
  SelfPlayer player(network(), {}, options);
  int adjudicated = 0;
  for (std::uint64_t number = 0; number < 8; ++number) {
    const GameRecord record = game_of(player, number);
    expect_sound(record);
    if (record.result == GameResult::Draw || replayed(record).end() != chess::GameEnd::None) continue;
    ++adjudicated;
    const Color last =
        record.plies.size() % 2 == 1 ? record.start.side_to_move() : ~record.start.side_to_move();
    const bool last_won = (record.result == GameResult::WhiteWins) == (last == Color::White);
    EXPECT_EQ(record.plies.back().score > 0, last_won);
  }
  EXPECT_GT(adjudicated, 0);
}

TEST(SelfPlay, Chess960AndDoubleChess960StartFromTheirRows) {
  for (const StartRow row : {StartRow::Chess960, StartRow::DoubleChess960}) {
    SelfPlayOptions options = small_options();
    options.openings.row = row;
    options.openings.least_random_plies = options.openings.most_random_plies = 0;
    options.openings.most_cp = 1000;
    SelfPlayer player(network(), {}, options);
    std::set<std::string> starts;
    bool rows_differ = false;
    for (std::uint64_t number = 0; number < 4; ++number) {
      const GameRecord record = game_of(player, number);
      expect_sound(record);
      EXPECT_EQ(record.first_ply, 0);
      const std::string fen = chess::to_fen(record.start);
      starts.insert(fen);
      for (int file = 0; file < 8; ++file) {
        rows_differ |= chess::type_of(record.start.piece_on(chess::make_square(file, 0))) !=
                       chess::type_of(record.start.piece_on(chess::make_square(file, 7)));
      }
    }
    EXPECT_EQ(starts.size(), 4u);
    EXPECT_EQ(rows_differ, row == StartRow::DoubleChess960);
  }
}

TEST(SelfPlay, ABookOfPolyGlotIsFollowedAndRandomMovesComeBehindIt) {
  // One entry: e2e4 in the starting position.
  std::string entry;
  for (int shift = 56; shift >= 0; shift -= 8)
    entry += static_cast<char>(chess::polyglot_key(chess::Position()) >> shift);
  entry += std::string("\x03\x1c\x00\x01\x00\x00\x00\x00", 8);
  const test::TemporaryFolder folder;
  SelfPlayOptions options = small_options();
  options.openings.book = std::make_shared<chess::PolyglotBook>(
      chess::PolyglotBook::open(folder.write("book.bin", entry)).value());
  options.openings.least_random_plies = options.openings.most_random_plies = 0;
  chess::Game expected;
  expected.play(chess::parse_uci_move(expected.position(), "e2e4").value());
  const GameRecord record = game_of(options, 0);
  EXPECT_EQ(record.start, expected.position());
  EXPECT_EQ(record.first_ply, 1);
  options.openings.least_random_plies = options.openings.most_random_plies = 2;
  EXPECT_EQ(game_of(options, 0).first_ply, 3);
  EXPECT_NE(game_of(options, 0).start, game_of(options, 1).start);
}

TEST(SelfPlay, NoiseAndSeveralLinesChangeMovesAndStayReproducible) {
  SelfPlayOptions options = small_options();
  const GameRecord plain = game_of(options, 5);
  options.noise = 0.3;
  const GameRecord noisy = game_of(options, 5);
  EXPECT_NE(noisy, plain);
  EXPECT_EQ(noisy.start, plain.start);
  EXPECT_EQ(game_of(options, 5), noisy);
  expect_sound(noisy);
  options.noise = 0;
  options.lines = 4;
  options.line_margin_cp = 100;
  const GameRecord varied = game_of(options, 5);
  EXPECT_NE(varied, plain);
  EXPECT_EQ(game_of(options, 5), varied);
  expect_sound(varied);
}

TEST(SelfPlay, TheMarginOfSeveralLinesIsInCentipawnsAsTheyAreShown) {
  search::SearcherOptions options;
  options.hash_mib = 1;
  options.lines = 3;
  SearchPlayer player(network(), {}, options);
  MoveRequest request;
  request.limits.nodes = 500;
  const auto choice = player.choose_move(chess::Game(), request, {});
  const auto* chosen = std::get_if<ChosenMove>(&choice);
  ASSERT_TRUE(chosen && chosen->score);
  ASSERT_EQ(chosen->ranking.size(), 3u);
  EXPECT_EQ(chosen->ranking.front().cp, chosen->score->value);
}

TEST(SelfPlay, SyntheticGamesAreLabelledWithMaterialAndPieceSquares) {
  SelfPlayOptions options = small_options();
  options.synthetic = true;
  const GameRecord record = game_of(options, 7);
  expect_sound(record);
  const search::SearchScale scale(eval::Evaluator(nullptr).win_model());
  data::for_each_sample(record, [&](const data::Sample& sample) {
    const eval::ClassicalTerms terms = eval::classical_terms(sample.position);
    const int white = eval::mixed(
        terms.white_difference(eval::Term::Material) + terms.white_difference(eval::Term::PieceSquares),
        terms.phase);
    EXPECT_EQ(sample.score, scale.to_search(sample.position.side_to_move() == Color::White ? white : -white));
  });
}

TEST(SelfPlay, AStopGivesNoRecord) {
  std::stop_source stop;
  stop.request_stop();
  SelfPlayer player(network(), {}, small_options());
  const auto record = player.play_numbered_game(0, stop.get_token());
  ASSERT_TRUE(record.ok());
  EXPECT_FALSE(record->has_value());
}

TEST(SelfPlay, ASoftLimitOfNodesFinishesItsDepth) {
  search::Searcher searcher(network(), {}, small_searcher());
  search::Limits limits;
  limits.soft_nodes = 2000;
  const search::SearchResult soft = searcher.search(chess::Game(), limits);
  EXPECT_GE(soft.counters.nodes, 2000u);
  searcher.clear();
  search::Limits depth;
  depth.depth = soft.lines.front().depth;
  const search::SearchResult same = searcher.search(chess::Game(), depth);
  EXPECT_EQ(same.counters.nodes, soft.counters.nodes);
  EXPECT_EQ(same.lines.front().score, soft.lines.front().score);
}

}  // namespace
}  // namespace tabia::play
